//! The part of a process's heap that the process allocates from by itself.
//!
//! ```text
//!   0                    floor             low                    size
//!   ├────────────────────┼─────────────────┼──────────────────────┤
//!   │ symmetric blocks   │ free            │ own blocks           │
//!   └────────────────────┴─────────────────┴──────────────────────┘
//! ```
//!
//! The own part lies at the end of the heap. Its start moves down when it has no room, and up when
//! its first bytes are freed.

use super::{GRANULE, HeapError, SymmetricHeap, round};

/// The record of which bytes of the own part are allocated.
#[derive(Clone, Debug)]
pub struct OwnHeap {
    /// The allocator of the bytes from `low` on. All bytes below count as taken.
    part: SymmetricHeap,
    low: u64,
}

impl OwnHeap {
    /// The empty own part of a heap of `size` bytes.
    pub fn new(size: u64) -> OwnHeap {
        let mut part = SymmetricHeap::new(size);
        let low = part.size();
        if low > 0 {
            part.remove_free(0, low);
        }
        OwnHeap { part, low }
    }

    /// The start of the own part. Symmetric blocks end here at the latest.
    pub fn low(&self) -> u64 {
        self.low
    }

    /// Allocated bytes, after rounding.
    pub fn in_use(&self) -> u64 {
        self.part.in_use()
    }

    /// Bytes of the block allocated at `offset`, after rounding.
    pub fn block_len(&self, offset: u64) -> Option<u64> {
        self.part.block_len(offset)
    }

    /// Allocates `len` bytes at a multiple of `align` and of 64, at `floor` or above. Returns the
    /// offset. A `len` of 0 counts as 1.
    pub fn alloc(&mut self, len: u64, align: u64, floor: u64) -> Result<u64, HeapError> {
        let exhausted = match self.part.alloc(len, align) {
            Err(error @ HeapError::Exhausted { .. }) => error,
            result => return result,
        };
        let align = align.max(GRANULE);
        let lower = round(len).and_then(|len| self.low.checked_sub(len));
        match lower.map(|start| start & !(align - 1)) {
            Some(start) if start >= floor => {
                self.part.release(start, self.low - start);
                self.low = start;
                self.part.alloc(len, align)
            }
            _ => Err(self.with_free_bytes(exhausted, floor)),
        }
    }

    /// The error, with the bytes that the part may still take.
    fn with_free_bytes(&self, error: HeapError, floor: u64) -> HeapError {
        let HeapError::Exhausted {
            wanted,
            align,
            largest_free,
            in_use,
            size,
        } = error
        else {
            return error;
        };
        HeapError::Exhausted {
            wanted,
            align,
            largest_free: largest_free.max(self.low.saturating_sub(floor)),
            in_use: in_use + floor,
            size,
        }
    }

    /// Frees the block at `offset`.
    pub fn free(&mut self, offset: u64) -> Result<(), HeapError> {
        self.part.free(offset)?;
        if let Some(&len) = self.part.free.get(&self.low) {
            self.part.remove_free(self.low, len);
            self.low += len;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
