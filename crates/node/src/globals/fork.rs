//! Gives a forked child its own copies of the shared variables, and of memory that was exposed (`exposed.rs`).
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
//! A private mapping of a file copies a page on the first store to that page. Until then the child
//! sees the parent's stores to the page. The parent therefore waits until the child has copied all
//! pages with data. Copying many pages would take long and double the memory, and most children
//! only run another program. So a child with more than [`COPIED_AT_ONCE`] bytes first has
//! `FARREACH_FORK_COPY` to run another program. If the child runs another program or ends, the
//! kernel closes the child's end of the pipe.
//!
//! The child may see what the parent's other threads, and other processes, store during the fork.
//! `vfork`, `posix_spawn`, `system` and `popen` do not run these handlers, but their children do
//! nothing before they run another program. `_Fork` and the bare system call do not run the
//! handlers either; their children share the parent's variables.
//!
//! A child can use the memory of its own node. Any other operation ends the child with a line that
//! says so.
//!
//! The allocator may not be called here: it may be the program's, and may be in the middle of its
//! own fork handlers.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, Write as _};
use std::ops::Range;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{ptr, slice};

use farreach_forks::{Copies, Descriptor, above_standard};
use rustix::fs::{Mode, OFlags, SeekFrom};
use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous};
use rustix::pipe::PipeFlags;
use rustix::thread::{NanosleepRelativeResult, Timespec, nanosleep};

use super::Span;
use crate::signals;

/// Up to this many bytes are copied at once, which takes a few milliseconds.
const COPIED_AT_ONCE: usize = 16 << 20;
/// The largest number of ranges that are copied of one piece. A gap shorter than the piece's length
/// divided by this number is copied with the data around it.
const RANGES_MAX: usize = 1024;
/// Stack bytes of the thread that copies later.
const STACK_BYTES: usize = 256 << 10;

/// The largest number of ranges of private memory that are exposed at a time.
pub(super) const EXPOSED_MAX: usize = 64;

/// A range of memory that was exposed, beside the variables. Without a length it is free.
struct Slot {
    is_claimed: AtomicBool,
    first: AtomicUsize,
    len: AtomicUsize,
    offset: AtomicUsize,
}

/// The ranges that were exposed. No lock guards them: a child could find it locked for ever.
static EXPOSED: [Slot; EXPOSED_MAX] = [const {
    Slot {
        is_claimed: AtomicBool::new(false),
        first: AtomicUsize::new(0),
        len: AtomicUsize::new(0),
        offset: AtomicUsize::new(0),
    }
}; EXPOSED_MAX];

/// The shared variables and their place in the file.
struct Shared {
    file: Descriptor<File>,
    /// The offset of this process's segment in the file.
    segment: usize,
    spans: Vec<Span>,
    /// How long a child may take to run another program before more than [`COPIED_AT_ONCE`] bytes
    /// are copied.
    patience: Duration,
}

static SHARED: OnceLock<Shared> = OnceLock::new();
/// Set in a child: the variables are private to this process, so the kernel copies them at the next
/// fork.
static IS_OWN: AtomicBool = AtomicBool::new(false);
/// Set in a child: the ranges that are still to be copied, and their number. The list is never
/// freed.
static LATER: AtomicPtr<Range<usize>> = AtomicPtr::new(ptr::null_mut());
static LATER_LEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The ends of the pipe of the fork that this thread is in. The pipe is thread-local: parent
    /// and child may still share other variables.
    static PIPE: Cell<Option<[RawFd; 2]>> = const { Cell::new(None) };
}

/// Registers `spans` of the segment at offset `segment` of the file. Forked children get their own
/// copies of the spans. More than [`COPIED_AT_ONCE`] bytes are copied only if the child has not run
/// another program within `patience`.
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

/// Prepares for forks if [`keep_apart`] was not called: no variables are shared.
pub(super) fn ensure(file: &File, segment: usize, patience: Duration) -> io::Result<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    match SHARED.get() {
        Some(_) => Ok(()),
        None => keep_apart(file, segment, &[], patience),
    }
}

/// Takes a slot for a range that is to be exposed.
pub(super) fn claim() -> Option<usize> {
    EXPOSED
        .iter()
        .position(|slot| !slot.is_claimed.swap(true, Ordering::Acquire))
}

/// Enters a range that is exposed into its slot.
pub(super) fn set(slot: usize, span: Span) {
    let slot = &EXPOSED[slot];
    slot.first.store(span.first, Ordering::Relaxed);
    slot.offset.store(span.offset, Ordering::Relaxed);
    slot.len.store(span.len, Ordering::Release);
}

/// Gives a slot back.
pub(super) fn release(slot: usize) {
    let slot = &EXPOSED[slot];
    slot.len.store(0, Ordering::Release);
    slot.is_claimed.store(false, Ordering::Release);
}

/// The ranges that are exposed.
fn exposed() -> impl Iterator<Item = Span> {
    EXPOSED.iter().filter_map(|slot| {
        let len = slot.len.load(Ordering::Acquire);
        (len > 0).then(|| Span {
            first: slot.first.load(Ordering::Relaxed),
            len,
            offset: slot.offset.load(Ordering::Relaxed),
        })
    })
}

fn prepare() {
    if IS_OWN.load(Ordering::Relaxed) {
        // This is a child of a child: its variables are private, and the kernel copies them.
        copy_later_ranges();
        return;
    }
    // Without a pipe the parent doesn't wait.
    let pipe = rustix::pipe::pipe_with(PipeFlags::CLOEXEC).ok();
    PIPE.set(pipe.map(|(read, write)| [read, write].map(|end| above_standard(end).into_raw_fd())));
}

/// Takes the ends of the pipe, the reading end first.
fn pipe() -> Option<[OwnedFd; 2]> {
    // SAFETY: `prepare` stored the open descriptors, and they are taken once in a process.
    PIPE.take()
        .map(|ends| ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }))
}

fn in_parent() {
    if let Some([read, write]) = pipe() {
        // With this end closed the read ends if the child is gone.
        drop(write);
        let _ = rustix::io::retry_on_intr(|| rustix::io::read(&read, &mut [0; 1]));
    }
}

fn in_child() {
    let pipe = pipe();
    let Some(shared) = SHARED.get().filter(|_| !IS_OWN.load(Ordering::Relaxed)) else {
        return;
    };
    // Without private mappings the child would change the parent's variables.
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
    // SAFETY: the caller gives the pipe's end away.
    let pipe = unsafe { OwnedFd::from_raw_fd(pipe) };
    let _ = rustix::io::write(&pipe, &[0]);
}

/// Ends a child that can't have its own variables. `bytes` is their size.
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

/// The address ranges with data, in memory from `mmap`, since the allocator may not be called.
struct Ranges {
    first: *mut Range<usize>,
    len: usize,
    bytes: usize,
}

impl Ranges {
    /// Maps the shared variables again, privately: data from the file, and zeroed pages where the
    /// file has none.
    fn map_privately(shared: &Shared) -> Result<Ranges, Errno> {
        // A gap ends each range but the last.
        let room = (shared.spans.len() + EXPOSED_MAX) * (RANGES_MAX + 1);
        // SAFETY: the kernel chooses a fresh address.
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
        for span in shared.spans.iter().copied().chain(exposed()) {
            ranges.map_span(shared, &span)?;
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
        // SAFETY: inside the list. Its length is checked once it is complete, and it has a page of
        // spare room at its end.
        unsafe { self.first.add(self.len).write(first..first + range.len()) };
        self.len += 1;
        self.bytes += range.len();
        Ok(())
    }
}

/// Maps zeroed pages over a range without data.
fn map_gap(span: &Span, range: Range<usize>) -> Result<(), Errno> {
    // SAFETY: pages of the child's own variables that were never touched: they stay zeros.
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

/// Copies the ranges that are still to be copied.
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
        copy(range).unwrap_or_else(|_| give_up(range.len()));
    }
}

/// Makes the pages of a range private to this process and keeps their bytes. Other threads may
/// store into them meanwhile.
pub(super) fn copy(range: &Range<usize>) -> Result<(), Errno> {
    let first: *mut c_void = ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the range is mapped, readable and writable, and no byte changes.
    match unsafe { madvise(first, range.len(), Advice::LinuxPopulateWrite) } {
        // The program may have unmapped a part of it.
        Ok(()) | Err(Errno::NOMEM) => Ok(()),
        // Linux before 5.14.
        Err(Errno::INVAL) => {
            for at in range.clone().step_by(rustix::param::page_size()) {
                // SAFETY: a word of the range, which only atomics and the program's own stores change.
                let word = unsafe { AtomicU64::from_ptr(ptr::with_exposed_provenance_mut(at)) };
                let seen = word.load(Ordering::Relaxed);
                // This stores the value that is there, which makes the kernel copy the page. If
                // another thread stores first, the kernel has copied the page as well.
                let _ = word.compare_exchange(seen, seen, Ordering::Relaxed, Ordering::Relaxed);
            }
            Ok(())
        }
        Err(errno) => Err(errno),
    }
}

/// Bytes of free memory, if `/proc/meminfo` says so.
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

/// Starts a thread that copies after `patience` and then lets the parent go on. Returns `None` if
/// no thread can be made.
///
/// The thread is made by the bare system call and has its own descriptor table, so that the program
/// may close all of its descriptors. The thread's end of the pipe is closed only when the copy is
/// complete, the process ends, or the process runs another program.
fn copy_in_thread(patience: Duration, pipe: &OwnedFd) -> Option<()> {
    // SAFETY: the kernel chooses a fresh address.
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
    // SAFETY: the low end of the stack, which the thread does not reach.
    unsafe { task.write(later) };
    let flags = libc::CLONE_VM
        | libc::CLONE_FS
        | libc::CLONE_SIGHAND
        | libc::CLONE_THREAD
        | libc::CLONE_SYSVSEM;
    // The thread must take no signal: it has no thread-local variables that a handler could use.
    let thread = signals::without_signals(|| {
        // SAFETY: a fresh stack with an aligned top. The function calls only the kernel.
        unsafe { libc::clone(copy_later, stack.byte_add(STACK_BYTES), flags, task.cast()) }
    });
    (thread > 0).then_some(())
}

/// The thread's arguments.
struct Later {
    patience: Duration,
    pipe: RawFd,
}

/// The thread's main function.
extern "C" fn copy_later(task: *mut c_void) -> c_int {
    // SAFETY: `copy_in_thread` wrote this structure for this thread.
    let task = unsafe { &*task.cast::<Later>() };
    // Close the other descriptors: what the program closes must be closed in all tables. Before
    // Linux 5.9, which lacks the call, they are closed when the thread ends.
    let pipe = task.pipe as libc::c_uint;
    let before = pipe.checked_sub(1).map(|last| (0, last));
    for (first, last) in before.into_iter().chain([(pipe + 1, libc::c_uint::MAX)]) {
        // SAFETY: closes descriptors of this thread's table. The thread uses only the pipe.
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

/// The offset of the next data or hole. `None` beyond the last.
fn next(file: &File, from: SeekFrom) -> Result<Option<u64>, Errno> {
    match rustix::fs::seek(file, from) {
        Ok(at) => Ok(Some(at)),
        Err(Errno::NXIO) => Ok(None),
        Err(errno) => Err(errno),
    }
}
