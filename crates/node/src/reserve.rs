//! Taking memory before it is used, within what the machine and the control groups allow.

mod limits;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FallocateFlags, FlockOperation, fallocate, fcntl_lock};
use rustix::io::Errno;
use thiserror::Error;

use crate::Mapping;

pub use limits::{Available, available_memory};

/// Taken at once before looking again at what is left. Takes a few milliseconds: a signal interrupts it, and a timer's
/// would for ever if it took longer than the timer's period.
const CHUNK: u64 = 16 << 20;
/// Left for others: page tables, socket buffers, whoever allocates at the same moment.
const MARGIN: u64 = 64 << 20;

/// Why memory can't be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReserveError {
    /// It would exceed what the machine or a control group has left.
    #[error(
        "{wanted} bytes of symmetric memory are wanted, but only {available} are available within {limit}: \
         use fewer processes, a smaller FARREACH_HEAP or smaller allocations, or raise that limit"
    )]
    Exhausted {
        /// Bytes wanted.
        wanted: u64,
        /// Bytes that can still be taken.
        available: u64,
        /// What limits them: a control group's file or `/proc/meminfo`.
        limit: String,
    },
    /// The range is not inside the segment.
    #[error("range {start}..{end} is not inside a segment of {limit} bytes")]
    OutOfBounds {
        /// Its first byte.
        start: u64,
        /// The byte after its last.
        end: u64,
        /// The segment's bytes.
        limit: u64,
    },
    /// The program closed the memory's file.
    #[error(
        "the file of the symmetric memory was closed: the program closes descriptors that it has not opened (closefrom, or a loop \
         over all of them)"
    )]
    Closed,
    /// The operating system refused.
    #[error("reserving {wanted} bytes of symmetric memory failed: {source}")]
    Os {
        /// Bytes wanted.
        wanted: u64,
        /// Why.
        source: Errno,
    },
}

/// The whole pages around a range.
pub(crate) fn pages(range: Range<u64>) -> Range<u64> {
    let page = rustix::param::page_size() as u64;
    range.start / page * page..range.end.next_multiple_of(page)
}

/// Takes the pages of `range` of a memfd. What was taken before a failure stays taken, for the next allocation there.
pub(crate) fn file(file: &File, range: Range<u64>) -> Result<(), ReserveError> {
    let wanted = range.end - range.start;
    if wanted == 0 {
        return Ok(());
    }
    // Threads of this process take turns by the mutex, processes by the lock, which the kernel drops when its holder dies.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let _lock = FileLock::take(file).map_err(|errno| refused(wanted, errno))?;
    check(wanted)?;
    in_chunks(&range, |start, len| {
        fallocate(file, FallocateFlags::KEEP_SIZE, start, len)
    })
}

/// Takes the pages of `range` of a private mapping.
pub(crate) fn private(mapping: &Mapping, range: Range<u64>) -> Result<(), ReserveError> {
    let wanted = range.end - range.start;
    if wanted == 0 {
        return Ok(());
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    check(wanted)?;
    let taken = in_chunks(&range, |start, len| {
        mapping.populate(start as usize, len as usize)
    });
    match taken {
        // Linux before 5.14 can't populate: the check alone has to do.
        Err(ReserveError::Os {
            source: Errno::INVAL,
            ..
        }) => Ok(()),
        other => other,
    }
}

/// What the operating system says of so many bytes.
fn refused(wanted: u64, errno: Errno) -> ReserveError {
    match errno {
        Errno::BADF => ReserveError::Closed,
        source => ReserveError::Os { wanted, source },
    }
}

static TURN: Mutex<()> = Mutex::new(());

/// A POSIX record lock on all of a file: per process, so that a shared file description does not matter. (Closing any
/// descriptor of the file drops it early; then processes may look at the same time, which the margin is for.)
struct FileLock<'a>(&'a File);

impl<'a> FileLock<'a> {
    fn take(file: &'a File) -> Result<FileLock<'a>, Errno> {
        rustix::io::retry_on_intr(|| fcntl_lock(file, FlockOperation::LockExclusive))?;
        Ok(FileLock(file))
    }
}

impl Drop for FileLock<'_> {
    fn drop(&mut self) {
        // Failing to unlock leaves the lock to the end of the process, which is the best there is.
        let _ = fcntl_lock(self.0, FlockOperation::Unlock);
    }
}

/// Whether so many bytes can be taken.
pub(crate) fn check(wanted: u64) -> Result<(), ReserveError> {
    let needed = wanted.saturating_add(MARGIN);
    let available = limits::available_for(needed);
    if needed > available.bytes {
        return Err(ReserveError::Exhausted {
            wanted,
            available: available.bytes.saturating_sub(MARGIN),
            limit: available.limit,
        });
    }
    Ok(())
}

/// Takes `range` piece by piece, looking before each: others on this host may be allocating too.
fn in_chunks(
    range: &Range<u64>,
    mut take: impl FnMut(u64, u64) -> Result<(), Errno>,
) -> Result<(), ReserveError> {
    let wanted = range.end - range.start;
    let mut start = range.start;
    while start < range.end {
        let len = CHUNK.min(range.end - start);
        if start != range.start {
            check(range.end - start)?;
        }
        rustix::io::retry_on_intr(|| take(start, len)).map_err(|errno| refused(wanted, errno))?;
        start += len;
    }
    Ok(())
}
