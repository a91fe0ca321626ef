//! Reserving memory before it is used, within the limits of the machine and the control groups.

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

/// Bytes that are taken before the free memory is read again, which takes a few milliseconds. A
/// signal interrupts the call that takes them: with larger pieces a timer with a short period would
/// interrupt it for ever.
const CHUNK: u64 = 16 << 20;
/// Bytes left for page tables, socket buffers and other processes that allocate at the same moment.
const MARGIN: u64 = 64 << 20;

/// Why memory can't be reserved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReserveError {
    /// The reservation would exceed what the machine or a control group has left.
    #[error(
        "{wanted} bytes of symmetric memory are wanted, but only {available} are available within {limit}: \
         use fewer processes, a smaller FARREACH_HEAP or smaller allocations, or raise that limit"
    )]
    Exhausted {
        /// Bytes wanted.
        wanted: u64,
        /// Bytes that can still be taken.
        available: u64,
        /// The source of the limit: a control group's file or `/proc/meminfo`.
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
        /// The cause.
        source: Errno,
    },
}

/// The range of whole pages around `range`.
pub(crate) fn pages(range: Range<u64>) -> Range<u64> {
    let page = rustix::param::page_size() as u64;
    range.start / page * page..range.end.next_multiple_of(page)
}

/// Reserves the pages of `range` of a memfd. Pages that were taken before a failure stay for the
/// next reservation there.
pub(crate) fn file(file: &File, range: Range<u64>) -> Result<(), ReserveError> {
    let wanted = range.end - range.start;
    if wanted == 0 {
        return Ok(());
    }
    // The mutex orders the threads of this process. The file lock orders processes; the kernel
    // drops it when its holder dies.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let _lock = FileLock::take(file).map_err(|errno| refused(wanted, errno))?;
    check(wanted)?;
    in_chunks(&range, |start, len| {
        fallocate(file, FallocateFlags::KEEP_SIZE, start, len)
    })
}

/// Reserves the pages of `range` of a private mapping.
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
        // Linux before 5.14 lacks the call. The check alone must suffice.
        Err(ReserveError::Os {
            source: Errno::INVAL,
            ..
        }) => Ok(()),
        other => other,
    }
}

/// The error for a refused reservation of `wanted` bytes.
fn refused(wanted: u64, errno: Errno) -> ReserveError {
    match errno {
        Errno::BADF => ReserveError::Closed,
        source => ReserveError::Os { wanted, source },
    }
}

static TURN: Mutex<()> = Mutex::new(());

/// A POSIX record lock on a whole file. The lock belongs to the process, so a shared file
/// description does not matter. Closing any descriptor of the file drops the lock early. Then two
/// processes may read the free memory at the same time, which `MARGIN` allows for.
struct FileLock<'a>(&'a File);

impl<'a> FileLock<'a> {
    fn take(file: &'a File) -> Result<FileLock<'a>, Errno> {
        rustix::io::retry_on_intr(|| fcntl_lock(file, FlockOperation::LockExclusive))?;
        Ok(FileLock(file))
    }
}

impl Drop for FileLock<'_> {
    fn drop(&mut self) {
        // If unlocking fails, the kernel drops the lock at the end of the process.
        let _ = fcntl_lock(self.0, FlockOperation::Unlock);
    }
}

/// Checks whether `wanted` bytes can be taken.
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

/// Takes `range` piece by piece and checks the free memory before each piece, since other processes
/// may be allocating.
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
