//! Copying the pages of variables that aren't zero, and mapping the copies over them.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::{ptr, slice};

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap};

use super::modules::Piece;
use crate::reserve::{self, ReserveError};

/// So many bytes that begin as zero are looked at; of more the kernel is asked which pages were touched.
const LOOKED_AT_MAX: usize = 256 << 10;
/// So many bytes are copied without asking what memory there is: the check leaves more than that to others.
const UNCHECKED_MAX: u64 = 1 << 20;
/// Bits of an entry of `/proc/self/pagemap`: the page is in memory, or in swap space.
const TOUCHED: u64 = 0b11 << 62;

/// The pages that aren't zero, as offsets in the piece.
///
/// # Safety
/// The piece must be mapped and readable, and nobody write to it meanwhile.
pub(super) unsafe fn non_zero(piece: &Piece) -> Vec<Range<usize>> {
    let page = rustix::param::page_size();
    let touched = touched(piece, page);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..piece.len).step_by(page) {
        let begins_as_zero = at >= piece.from_file;
        let entry = touched.as_ref().map(|touched| touched[at / page]);
        if begins_as_zero && entry.is_some_and(|entry| entry & TOUCHED == 0) {
            continue;
        }
        // SAFETY: a page of the piece, aligned to more than a word.
        let words = unsafe {
            slice::from_raw_parts((piece.first + at) as *const u64, page / size_of::<u64>())
        };
        if words.iter().all(|&word| word == 0) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + page,
            _ => runs.push(at..at + page),
        }
    }
    runs
}

/// What the kernel says of each page, if it is worth asking; reading a page would make it present.
fn touched(piece: &Piece, page: usize) -> Option<Vec<u64>> {
    if piece.len - piece.from_file <= LOOKED_AT_MAX {
        return None;
    }
    const ENTRY: usize = size_of::<u64>();
    let mut bytes = vec![0; piece.len / page * ENTRY];
    let map = File::open("/proc/self/pagemap").ok()?;
    map.read_exact_at(&mut bytes, (piece.first / page * ENTRY) as u64)
        .ok()?;
    let entries = bytes.as_chunks::<ENTRY>().0.iter();
    Some(entries.map(|&entry| u64::from_ne_bytes(entry)).collect())
}

/// Whether there is memory for copies of them.
pub(super) fn check_room(runs: &[Range<usize>]) -> Result<(), ReserveError> {
    let bytes = runs.iter().map(|run| run.len() as u64).sum();
    if bytes > UNCHECKED_MAX {
        reserve::check(bytes)?;
    }
    Ok(())
}

/// Copies `runs` of the piece to `at` in the file, and maps that part of the file over the piece. Allocates nothing.
///
/// # Safety
/// As [`non_zero`]; and the caller vouches for everything that others do to that part of the file.
pub(super) unsafe fn replace(
    piece: &Piece,
    runs: &[Range<usize>],
    file: &File,
    at: u64,
) -> Result<(), (&'static str, Errno)> {
    for run in runs {
        let mut done = run.start;
        while done < run.end {
            // SAFETY: inside the piece; nobody writes to it now.
            let bytes =
                unsafe { slice::from_raw_parts((piece.first + done) as *const u8, run.end - done) };
            let written =
                rustix::io::retry_on_intr(|| rustix::io::pwrite(file, bytes, at + done as u64));
            done += written.map_err(|source| ("copying them", source))?;
        }
    }
    let address = ptr::with_exposed_provenance_mut(piece.first);
    // SAFETY: the range is that of the variables, whole pages of them, and has the same bytes afterwards.
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
