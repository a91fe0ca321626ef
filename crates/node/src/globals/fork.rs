//! A forked child gets copies of its own of the shared variables.
//!
//! ```text
//!   parent                     child
//!   prepare: make a pipe
//!   fork ────────────────────▶ copy each piece to fresh memory, move that over the piece
//!   read a byte ◀───────────── write a byte
//!   go on                      go on
//! ```
//!
//! The parent waits, since what it stores after the fork must not reach the child. What its other threads and other processes
//! store meanwhile may.
//! Children made without these handlers (`vfork`, `posix_spawn`, and with it `system` and `popen`) have no life of their own
//! before they run another program; `_Fork` and the bare system call make a child that shares its parent's variables.

use std::cell::Cell;
use std::fs::File;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::OnceLock;
use std::{io, ptr};

use rustix::fs::SeekFrom;
use rustix::io::Errno;
use rustix::mm::{MapFlags, MremapFlags, ProtFlags, mmap_anonymous, mremap_fixed};
use rustix::pipe::PipeFlags;

use super::Span;

/// What is shared.
struct Shared {
    file: File,
    /// Where the own segment begins in the file.
    segment: usize,
    spans: Vec<Span>,
}

static SHARED: OnceLock<Shared> = OnceLock::new();

thread_local! {
    /// The ends of the pipe of this thread's fork that is going on. Other variables could be among those that parent and
    /// child still share.
    static PIPE: Cell<Option<[RawFd; 2]>> = const { Cell::new(None) };
}

/// Sees to it that children of this process get copies of `spans` of the segment at `segment` of the file.
pub(super) fn keep_apart(file: &File, segment: usize, spans: &[Span]) -> io::Result<()> {
    let shared = Shared {
        file: file.try_clone()?,
        segment,
        spans: spans.to_vec(),
    };
    if SHARED.set(shared).is_err() {
        return Err(io::Error::other(
            "this process shares its variables already",
        ));
    }
    // SAFETY: the handlers live as long as the code that they are in, whose destruction unregisters them.
    let code = unsafe { libc::pthread_atfork(Some(prepare), Some(in_parent), Some(in_child)) };
    match code {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

extern "C" fn prepare() {
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

extern "C" fn in_parent() {
    if let Some([read, write]) = pipe() {
        // So that the read ends if the child has gone.
        drop(write);
        let _ = rustix::io::retry_on_intr(|| rustix::io::read(&read, &mut [0; 1]));
    }
}

extern "C" fn in_child() {
    if let Some(shared) = SHARED.get() {
        for span in &shared.spans {
            if make_own(shared, span).is_err() {
                // Going on would change the parent's variables.
                let text = b"farreach: no memory for a forked process's copy of its variables\n";
                let _ = rustix::io::write(io::stderr(), text);
                // SAFETY: ends the process at once.
                unsafe { libc::_exit(127) };
            }
        }
    }
    if let Some([_, write]) = pipe() {
        let _ = rustix::io::write(&write, &[0]);
    }
}

/// Puts private memory with the same bytes in the place of shared memory.
fn make_own(shared: &Shared, span: &Span) -> Result<(), Errno> {
    let first: *mut u8 = ptr::with_exposed_provenance_mut(span.first);
    // SAFETY: a fresh address is chosen by the kernel.
    let fresh = unsafe {
        mmap_anonymous(
            ptr::null_mut(),
            span.len,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::PRIVATE | MapFlags::NORESERVE,
        )?
    };
    let begin = (shared.segment + span.offset) as u64;
    let end = begin + span.len as u64;
    let mut at = begin;
    // What was never touched is not in the file.
    while let Some(data) = next(&shared.file, SeekFrom::Data(at))?.filter(|&data| data < end) {
        let hole = next(&shared.file, SeekFrom::Hole(data))?.map_or(end, |hole| hole.min(end));
        let from = (data - begin) as usize;
        // SAFETY: both ranges are `span.len` bytes long. This is the only thread of the child; what other processes store at
        // the same time is copied before or after.
        unsafe {
            ptr::copy_nonoverlapping(
                first.add(from),
                fresh.cast::<u8>().add(from),
                (hole - data) as usize,
            );
        };
        at = hole;
    }
    // SAFETY: replaces the shared pages by private ones with the same bytes.
    unsafe {
        mremap_fixed(
            fresh,
            span.len,
            span.len,
            MremapFlags::MAYMOVE,
            first.cast(),
        )?
    };
    Ok(())
}

/// The next data or hole; `None` beyond the last.
fn next(file: &File, from: SeekFrom) -> Result<Option<u64>, Errno> {
    match rustix::fs::seek(file, from) {
        Ok(at) => Ok(Some(at)),
        Err(Errno::NXIO) => Ok(None),
        Err(errno) => Err(errno),
    }
}
