//! Copies the pages of variables that aren't zero, and maps the copies over the originals.
//!
//! The allocator may be the program's, with its state among the variables. Nothing is therefore
//! allocated or freed between the look at a page and the mapping over it.

use std::fs::File;
use std::ops::Range;
use std::{ptr, slice};

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap};

use super::modules::Piece;
use crate::reserve::{self, ReserveError};

/// Up to this many zero-initialised bytes are read to find the pages to copy. For more bytes the
/// kernel is asked which pages were touched.
const LOOKED_AT_MAX: usize = 256 << 10;
/// Up to this many bytes are copied without a check of the free memory: the check's margin exceeds
/// this number.
const UNCHECKED_MAX: u64 = 1 << 20;
/// Bits of an entry of `/proc/self/pagemap`: the page is in memory, or in swap space.
const TOUCHED: u64 = 0b11 << 62;
/// Entries that are read from `/proc/self/pagemap` at once.
const ASKED: usize = 256;

/// The kernel's record of which pages of this process are touched, `/proc/self/pagemap`.
pub(super) struct PageMap(Option<File>);

impl PageMap {
    /// Opens the map. Without the map all pages are read, which allocates those that were never
    /// touched.
    pub(super) fn open() -> PageMap {
        PageMap(File::open("/proc/self/pagemap").ok())
    }

    /// Whether each of up to [`ASKED`] pages of a piece, from offset `at` on, was touched. True
    /// where the kernel gives no answer.
    fn touched(&self, piece: &Piece, at: usize, page: usize) -> [bool; ASKED] {
        let mut touched = [true; ASKED];
        let Some(file) = (self.0.as_ref()).filter(|_| is_worth_asking(piece)) else {
            return touched;
        };
        let mut bytes = [0; ASKED * size_of::<u64>()];
        let first = (piece.first + at) / page * size_of::<u64>();
        let read = rustix::io::retry_on_intr(|| rustix::io::pread(file, &mut bytes, first as u64));
        let read = read.unwrap_or(0) / size_of::<u64>();
        let entries = bytes.as_chunks::<{ size_of::<u64>() }>().0.iter();
        for (entry, touched) in entries.take(read).zip(&mut touched) {
            *touched = u64::from_ne_bytes(*entry) & TOUCHED != 0;
        }
        touched
    }
}

fn is_worth_asking(piece: &Piece) -> bool {
    piece.len - piece.from_file > LOOKED_AT_MAX
}

/// Calls `found` for each run of pages that aren't zero, with the run's offsets in the piece. Stops
/// when `found` fails.
///
/// # Safety
/// The piece must be mapped and readable, and nothing may write to it during the call.
unsafe fn each_run<E>(
    piece: &Piece,
    pages: &PageMap,
    mut found: impl FnMut(Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let page = rustix::param::page_size();
    let mut touched = [true; ASKED];
    let mut run = 0..0;
    for at in (0..piece.len).step_by(page) {
        let asked = at / page % ASKED;
        if asked == 0 {
            touched = pages.touched(piece, at, page);
        }
        let begins_as_zero = at >= piece.from_file;
        if begins_as_zero && !touched[asked] {
            continue;
        }
        // SAFETY: a page of the piece, aligned to more than a word.
        let words = unsafe {
            slice::from_raw_parts((piece.first + at) as *const u64, page / size_of::<u64>())
        };
        if words.iter().all(|&word| word == 0) {
            continue;
        }
        if run.end == at {
            run.end = at + page;
        } else {
            found(std::mem::replace(&mut run, at..at + page))?;
        }
    }
    found(run)
}

/// Checks whether there is memory for copies of the pages that aren't zero.
///
/// # Safety
/// The piece must be mapped and readable. Nothing but the allocator may write to it during the
/// call.
pub(super) unsafe fn check_room(piece: &Piece, pages: &PageMap) -> Result<(), ReserveError> {
    let mut bytes = 0;
    let count = |run: Range<usize>| {
        bytes += run.len() as u64;
        Ok::<_, ReserveError>(())
    };
    // SAFETY: the caller's promise. A page that the allocator changes meanwhile may be counted or
    // not.
    unsafe { each_run(piece, pages, count)? };
    if bytes > UNCHECKED_MAX {
        reserve::check(bytes)?;
    }
    Ok(())
}

/// Copies the pages of a piece that aren't zero to offset `at` of the file, and maps that part of
/// the file over the piece. Allocates nothing.
///
/// # Safety
/// The piece must be mapped and readable, and nothing may write to it during the call. The caller
/// vouches for what other processes do to that part of the file.
pub(super) unsafe fn replace(
    piece: &Piece,
    pages: &PageMap,
    file: &File,
    at: u64,
) -> Result<(), (&'static str, Errno)> {
    let copy = |run: Range<usize>| {
        let mut done = run.start;
        while done < run.end {
            // SAFETY: inside the piece, to which no thread writes now.
            let bytes =
                unsafe { slice::from_raw_parts((piece.first + done) as *const u8, run.end - done) };
            let written =
                rustix::io::retry_on_intr(|| rustix::io::pwrite(file, bytes, at + done as u64));
            done += written?;
        }
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { each_run(piece, pages, copy) }.map_err(|source| ("copying them", source))?;
    let address = ptr::with_exposed_provenance_mut(piece.first);
    // SAFETY: whole pages of the variables, which have the same bytes afterwards.
    unsafe {
        mmap(
            address,
            piece.len,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::SHARED | MapFlags::FIXED | MapFlags::NORESERVE,
            file,
            at,
        )
    }
    .map_err(|source| ("mapping them", source))?;
    Ok(())
}

#[cfg(test)]
mod tests;
