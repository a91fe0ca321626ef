//! Memory of simulated processes: pages behind a lock.

use std::iter;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_verbs::{AtomicOp, AtomicWidth, Memory, MemoryError};

use crate::account;

/// Bytes of a page.
const PAGE: usize = 512;

/// A page, once it was written.
type Page = Option<Box<[u8; PAGE]>>;

/// Private memory in pages, or a part of it. Clones and slices share the bytes.
///
/// A page that was never written is zero and takes no memory, so that a simulation of thousands of processes has only the buffers
/// that they use.
#[derive(Clone, Debug)]
pub struct VecMemory {
    pages: Arc<Mutex<Vec<Page>>>,
    offset: usize,
    len: usize,
    /// What is written behind so many bytes of all pages is lost.
    kept: usize,
}

impl VecMemory {
    /// Memory that holds `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let memory = VecMemory::allocate(bytes.len());
        memory.write(0, bytes).expect("all of them");
        memory
    }

    /// Zeroed memory of `len` bytes that loses what is written behind the first `kept` bytes. For data that nobody reads.
    pub fn losing(kept: usize, len: usize) -> Self {
        VecMemory {
            kept,
            ..VecMemory::allocate(len)
        }
    }

    /// All of its bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len];
        self.read(0, &mut bytes).expect("all of them");
        bytes
    }

    /// Checks that a range lies inside.
    fn check(&self, offset: usize, len: usize) -> Result<(), MemoryError> {
        let limit = self.len;
        if offset > limit || len > limit - offset {
            return Err(MemoryError::OutOfBounds { offset, len, limit });
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Page>> {
        // A panic in another thread leaves bytes, which are always valid.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The parts of a range that lie in one page each: the page, and the ranges within the page and within the range.
fn parts(start: usize, len: usize) -> impl Iterator<Item = (usize, Range<usize>, Range<usize>)> {
    let mut done = 0;
    iter::from_fn(move || {
        let at = start + done;
        let within = at % PAGE;
        let part = (PAGE - within).min(len - done);
        let of_range = done..done + part;
        done += part;
        (part > 0).then_some((at / PAGE, within..within + part, of_range))
    })
}

/// A page to write to.
fn written(pages: &mut Vec<Page>, number: usize) -> &mut [u8; PAGE] {
    if pages.len() <= number {
        let before = pages.capacity();
        pages.resize_with(number + 1, || None);
        account::took((pages.capacity() - before) * size_of::<Page>());
    }
    pages[number].get_or_insert_with(|| {
        account::took(PAGE);
        Box::new([0; PAGE])
    })
}

impl Memory for VecMemory {
    fn allocate(len: usize) -> Self {
        VecMemory {
            pages: Arc::default(),
            offset: 0,
            len,
            kept: usize::MAX,
        }
    }

    fn slice(&self, offset: usize, len: usize) -> Result<Self, MemoryError> {
        self.check(offset, len)?;
        Ok(VecMemory {
            pages: Arc::clone(&self.pages),
            offset: self.offset + offset,
            len,
            kept: self.kept,
        })
    }

    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        self.check(offset, into.len())?;
        let pages = self.lock();
        for (page, within, part) in parts(self.offset + offset, into.len()) {
            match pages.get(page) {
                Some(Some(page)) => into[part].copy_from_slice(&page[within]),
                _ => into[part].fill(0),
            }
        }
        Ok(())
    }

    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        self.check(offset, from.len())?;
        let kept = self.kept.saturating_sub(self.offset + offset);
        let from = &from[..from.len().min(kept)];
        let mut pages = self.lock();
        for (page, within, part) in parts(self.offset + offset, from.len()) {
            written(&mut pages, page)[within].copy_from_slice(&from[part]);
        }
        Ok(())
    }

    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        let len = width.bytes();
        if !offset.is_multiple_of(len) {
            return Err(MemoryError::Misaligned { offset, width: len });
        }
        self.check(offset, len)?;
        let lane = match width {
            AtomicWidth::W32 if cfg!(target_endian = "big") => 4..8,
            AtomicWidth::W32 => 0..4,
            AtomicWidth::W64 => 0..8,
        };
        let mut pages = self.lock();
        let start = self.offset + offset;
        let mut old = [0; 8];
        for (page, within, part) in parts(start, len) {
            old[lane.clone()][part].copy_from_slice(&written(&mut pages, page)[within]);
        }
        let old = u64::from_ne_bytes(old);
        let new = op.applied(old, width).to_ne_bytes();
        for (page, within, part) in parts(start, len) {
            written(&mut pages, page)[within].copy_from_slice(&new[lane.clone()][part]);
        }
        Ok(old)
    }
}

#[cfg(test)]
mod tests;
