//! A forked child gets copies of its own of the shared variables.
//!
//! ```text
//!   parent                     child
//!   prepare: make a pipe
//!   fork ────────────────────▶ map the file privately over each piece: what is stored there is the child's own
//!   wait for the pipe          few bytes: copy them                     many: a thread copies them after a while,
//!      │                       write to the pipe                        unless another program runs by then
//!   go on ◀──────────────────  go on                                    go on; the thread writes to the pipe
//! ```
//!
//! A private mapping of a file copies a page when it is stored to. Until then a store of the parent's to that page is seen by the
//! child, so the parent waits until all pages with data are copied. Of many pages that would take long, and all the memory again, and most
//! children only run another program. So a child with more than [`COPIED_AT_ONCE`] bytes is first given time for that
//! (FARREACH_FORK_COPY): when it has run the program, or has ended, its end of the pipe is closed.
//!
//! What the parent's other threads and other processes store meanwhile may be seen by the child.
//! Children made without these handlers (`vfork`, `posix_spawn`, and with it `system` and `popen`) have no life of their own
//! before they run another program; `_Fork` and the bare system call make a child that shares its parent's variables.
//!
//! The allocator may not be called here: it may be the program's, and in the middle of its own handlers.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, Write as _};
use std::ops::Range;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use std::{ptr, slice};

use farreach_forks::{Copies, Descriptor};
use rustix::fs::{Mode, OFlags, SeekFrom};
use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous};
use rustix::pipe::PipeFlags;
use rustix::thread::{NanosleepRelativeResult, Timespec, nanosleep};

use super::Span;
use crate::signals;

/// So many bytes are copied right away, which takes a few milliseconds.
const COPIED_AT_ONCE: usize = 16 << 20;
/// The most ranges that are copied of a piece. Gaps between data that are shorter than this part of it are copied with it.
const RANGES_MAX: usize = 1024;
/// The stack of the thread that copies later.
const STACK_BYTES: usize = 256 << 10;

/// What is shared.
struct Shared {
    file: Descriptor<File>,
    /// Where the own segment begins in the file.
    segment: usize,
    spans: Vec<Span>,
    /// How long a child has to run another program before many bytes are copied.
    patience: Duration,
}

static SHARED: OnceLock<Shared> = OnceLock::new();
/// In a child: the variables are its own, as all other memory is.
static IS_OWN: AtomicBool = AtomicBool::new(false);
/// In a child: the ranges that are to be copied still, and how many. The list is never freed.
static LATER: AtomicPtr<Range<usize>> = AtomicPtr::new(ptr::null_mut());
static LATER_LEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The ends of the pipe of this thread's fork that is going on. Other variables could be among those that parent and
    /// child still share.
    static PIPE: Cell<Option<[RawFd; 2]>> = const { Cell::new(None) };
}

/// Sees to it that children of this process get copies of `spans` of the segment at `segment` of the file; if they are many bytes, only
/// when they have not run another program within `patience`.
pub(super) fn keep_apart(
    file: &File,
    segment: usize,
    spans: &[Span],
    patience: Duration,
) -> io::Result<()> {
    let shared = Shared {
        file: Descriptor::open(|| file.try_clone())?,
        segment,
        spans: spans.to_vec(),
        patience,
    };
    let copies = Copies {
        prepare,
        in_parent,
        in_child,
    };
    if SHARED.set(shared).is_err() || !farreach_forks::copy_by(copies) {
        return Err(io::Error::other(
            "this process shares its variables already",
        ));
    }
    farreach_forks::watch()
}

fn prepare() {
    if IS_OWN.load(Ordering::Relaxed) {
        // A child of a child: the kernel copies what is private.
        copy_later_ranges();
        return;
    }
    // Without a pipe the parent doesn't wait.
    let pipe = rustix::pipe::pipe_with(PipeFlags::CLOEXEC).ok();
    PIPE.set(pipe.map(|(read, write)| [read.into_raw_fd(), write.into_raw_fd()]));
}

/// The ends of the pipe, first the one to read from.
fn pipe() -> Option<[OwnedFd; 2]> {
    // SAFETY: `prepare` put them there, and they are taken out once in a process.
    PIPE.take()
        .map(|ends| ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }))
}

fn in_parent() {
    if let Some([read, write]) = pipe() {
        // So that the read ends if the child has gone.
        drop(write);
        let _ = rustix::io::retry_on_intr(|| rustix::io::read(&read, &mut [0; 1]));
    }
}

fn in_child() {
    let pipe = pipe();
    let Some(shared) = SHARED.get().filter(|_| !IS_OWN.load(Ordering::Relaxed)) else {
        return;
    };
    // Without them, going on would change the parent's variables.
    let ranges = Ranges::map_privately(shared).unwrap_or_else(|_| give_up(0));
    IS_OWN.store(true, Ordering::Relaxed);
    LATER_LEN.store(ranges.len, Ordering::Relaxed);
    LATER.store(ranges.first, Ordering::Relaxed);
    let Some([_, write]) = pipe else {
        copy_later_ranges();
        return;
    };
    let is_much = ranges.bytes > COPIED_AT_ONCE && !shared.patience.is_zero();
    if is_much && copy_in_thread(shared.patience, &write).is_some() {
        return;
    }
    copy_later_ranges();
    tell(write.into_raw_fd());
}

/// Lets the parent go on.
fn tell(pipe: RawFd) {
    // SAFETY: the pipe's end, which the caller gives away.
    let pipe = unsafe { OwnedFd::from_raw_fd(pipe) };
    let _ = rustix::io::write(&pipe, &[0]);
}

/// Ends a child that can't have variables of its own, of so many bytes.
fn give_up(bytes: usize) -> ! {
    let mut text = [0; 160];
    let mut rest = &mut text[..];
    let _ = writeln!(
        rest,
        "farreach: process {}, a fork, ends: there is no memory for its copy of {bytes} bytes of variables",
        std::process::id(),
    );
    let left = rest.len();
    let _ = rustix::io::write(io::stderr(), &text[..text.len() - left]);
    // SAFETY: ends the process at once.
    unsafe { libc::_exit(127) };
}

/// The ranges of addresses with data, in memory of the kernel's: there is no allocator.
struct Ranges {
    first: *mut Range<usize>,
    len: usize,
    bytes: usize,
}

impl Ranges {
    /// Maps what is shared once more, privately: data from the file, and fresh zeroes where there is none.
    fn map_privately(shared: &Shared) -> Result<Ranges, Errno> {
        // A gap ends each range but the last.
        let room = shared.spans.len() * (RANGES_MAX + 1);
        // SAFETY: a fresh address is chosen by the kernel.
        let first = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                (room * size_of::<Range<usize>>()).max(1),
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )?
        };
        let mut ranges = Ranges {
            first: first.cast(),
            len: 0,
            bytes: 0,
        };
        for span in &shared.spans {
            ranges.map_span(shared, span)?;
        }
        assert!(ranges.len <= room, "gaps are long enough");
        Ok(ranges)
    }

    fn map_span(&mut self, shared: &Shared, span: &Span) -> Result<(), Errno> {
        let gap_min = (span.len / RANGES_MAX).max(1);
        let begin = (shared.segment + span.offset) as u64;
        let end = begin + span.len as u64;
        let mut at = begin;
        while at < end {
            let data = next(&shared.file, SeekFrom::Data(at))?.map_or(end, |data| data.min(end));
            if data > at {
                map_gap(span, (at - begin) as usize..(data - begin) as usize)?;
            }
            let mut hole = data;
            while hole < end {
                hole = next(&shared.file, SeekFrom::Hole(hole))?.map_or(end, |at| at.min(end));
                let more = next(&shared.file, SeekFrom::Data(hole))?.map_or(end, |at| at.min(end));
                if more == end || (more - hole) as usize >= gap_min {
                    break;
                }
                hole = more;
            }
            if hole > data {
                let range = (data - begin) as usize..(hole - begin) as usize;
                self.map_data(shared, span, range)?;
            }
            at = hole;
        }
        Ok(())
    }

    fn map_data(&mut self, shared: &Shared, span: &Span, range: Range<usize>) -> Result<(), Errno> {
        let first = span.first + range.start;
        // SAFETY: pages of the child's own variables, whose bytes are the same before and after. This is the only thread.
        unsafe {
            mmap(
                ptr::with_exposed_provenance_mut(first),
                range.len(),
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE,
                &shared.file,
                (shared.segment + span.offset + range.start) as u64,
            )?
        };
        // SAFETY: inside the list, whose length is checked once it is whole, and which has a page of room behind its end at most.
        unsafe { self.first.add(self.len).write(first..first + range.len()) };
        self.len += 1;
        self.bytes += range.len();
        Ok(())
    }
}

/// Puts fresh zeroes where there is no data.
fn map_gap(span: &Span, range: Range<usize>) -> Result<(), Errno> {
    // SAFETY: pages of the child's own variables, which nobody has touched: they stay zeroes.
    unsafe {
        mmap_anonymous(
            ptr::with_exposed_provenance_mut(span.first + range.start),
            range.len(),
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE,
        )?
    };
    Ok(())
}

/// Copies what is to be copied still.
fn copy_later_ranges() {
    let first = LATER.load(Ordering::Relaxed);
    if first.is_null() {
        return;
    }
    // SAFETY: the list that `in_child` made, which is never freed or written again.
    let ranges = unsafe { slice::from_raw_parts(first, LATER_LEN.load(Ordering::Relaxed)) };
    let bytes = ranges.iter().map(ExactSizeIterator::len).sum();
    if bytes > COPIED_AT_ONCE && available().is_some_and(|available| available < bytes) {
        give_up(bytes);
    }
    for range in ranges {
        copy(range);
    }
}

/// Makes the pages of a range the process's own, with their bytes. Others may store into them meanwhile.
fn copy(range: &Range<usize>) {
    let first: *mut c_void = ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the range is mapped, readable and writable, and nothing that is there changes.
    match unsafe { madvise(first, range.len(), Advice::LinuxPopulateWrite) } {
        // The program may have unmapped a part of it.
        Ok(()) | Err(Errno::NOMEM) => {}
        // Linux before 5.14.
        Err(Errno::INVAL) => {
            for at in range.clone().step_by(rustix::param::page_size()) {
                // SAFETY: a word of the range, which only atomics and the program's own stores change.
                let word = unsafe { AtomicU64::from_ptr(ptr::with_exposed_provenance_mut(at)) };
                let seen = word.load(Ordering::Relaxed);
                // A store of what is there, unless somebody else stores meanwhile; that copies the page as well.
                let _ = word.compare_exchange(seen, seen, Ordering::Relaxed, Ordering::Relaxed);
            }
        }
        Err(_) => give_up(range.len()),
    }
}

/// Bytes that the machine has left, if it says so.
fn available() -> Option<usize> {
    let file = rustix::fs::open(
        c"/proc/meminfo",
        OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    );
    let mut text = [0; 4096];
    let len = rustix::io::read(file.ok()?, &mut text).ok()?;
    let text = str::from_utf8(&text[..len]).ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim_end_matches("kB").trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Has a thread copy after `patience`, and then let the parent go on. Returns nothing if there can't be one.
///
/// The thread is made by the bare system call and has descriptors of its own, so that the program may close all of its: only the end of
/// the process, or another program in it, closes the thread's end of the pipe before it has copied.
fn copy_in_thread(patience: Duration, pipe: &OwnedFd) -> Option<()> {
    // SAFETY: a fresh address is chosen by the kernel.
    let stack = unsafe {
        mmap_anonymous(
            ptr::null_mut(),
            STACK_BYTES,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::PRIVATE | MapFlags::STACK,
        )
    };
    let stack = stack.ok()?;
    let task = stack.cast::<Later>();
    let later = Later {
        patience,
        pipe: pipe.as_raw_fd(),
    };
    // SAFETY: the low end of the stack, which the thread does not come to.
    unsafe { task.write(later) };
    let flags = libc::CLONE_VM
        | libc::CLONE_FS
        | libc::CLONE_SIGHAND
        | libc::CLONE_THREAD
        | libc::CLONE_SYSVSEM;
    // The thread takes no signal: it has no thread-local variables of its own that a handler could use.
    let thread = signals::without_signals(|| {
        // SAFETY: a fresh stack, whose top is aligned; the function uses nothing but the kernel.
        unsafe { libc::clone(copy_later, stack.byte_add(STACK_BYTES), flags, task.cast()) }
    });
    (thread > 0).then_some(())
}

/// What the thread is told.
struct Later {
    patience: Duration,
    pipe: RawFd,
}

/// The thread.
extern "C" fn copy_later(task: *mut c_void) -> c_int {
    // SAFETY: what `copy_in_thread` wrote for this thread.
    let task = unsafe { &*task.cast::<Later>() };
    // What the program closes is to be closed. Before Linux 5.9 it is when the thread ends.
    let pipe = task.pipe as libc::c_uint;
    let before = pipe.checked_sub(1).map(|last| (0, last));
    for (first, last) in before.into_iter().chain([(pipe + 1, libc::c_uint::MAX)]) {
        // SAFETY: closes descriptors of this thread, which uses none but the pipe.
        unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    }
    let mut left = Timespec {
        tv_sec: task.patience.as_secs() as _,
        tv_nsec: task.patience.subsec_nanos() as _,
    };
    while let NanosleepRelativeResult::Interrupted(rest) = nanosleep(&left) {
        left = rest;
    }
    copy_later_ranges();
    // SAFETY: the thread's own copy of the descriptor.
    let pipe = unsafe { BorrowedFd::borrow_raw(task.pipe) };
    let _ = rustix::io::write(pipe, &[0]);
    0
}

/// The next data or hole; `None` beyond the last.
fn next(file: &File, from: SeekFrom) -> Result<Option<u64>, Errno> {
    match rustix::fs::seek(file, from) {
        Ok(at) => Ok(Some(at)),
        Err(Errno::NXIO) => Ok(None),
        Err(errno) => Err(errno),
    }
}
