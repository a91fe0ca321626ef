//! The symmetric heap's allocator. It returns offsets, and equal sequences of calls return equal
//! offsets in every process.
//!
//! The allocator is best fit over ordered maps, so that nothing depends on addresses, hashes or
//! time. Freed blocks merge with their neighbours at once. The heap itself holds no state of the
//! allocator, so a stray put can't damage it.

mod own;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

pub use own::OwnHeap;

/// Offsets and sizes are multiples of this: a cache line.
const GRANULE: u64 = 64;

/// The record of which bytes of the symmetric heap are allocated.
#[derive(Clone, Debug)]
pub struct SymmetricHeap {
    size: u64,
    in_use: u64,
    /// Allocated blocks: offset → (bytes, requested alignment).
    blocks: BTreeMap<u64, Block>,
    /// Free blocks: offset → bytes. No two of them touch.
    free: BTreeMap<u64, u64>,
    /// Free blocks by size: (bytes, offset).
    free_by_size: BTreeSet<(u64, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    len: u64,
    align: u64,
}

/// Why the heap refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeapError {
    /// No free block is large enough.
    #[error(
        "the symmetric heap has no room for {wanted} bytes aligned to {align}: the largest free block has \
         {largest_free} bytes, {in_use} of {size} are in use; set FARREACH_HEAP to {} or more",
        enough(*size, *wanted, *align)
    )]
    Exhausted {
        /// Bytes wanted.
        wanted: u64,
        /// The alignment wanted.
        align: u64,
        /// Bytes of the largest free block.
        largest_free: u64,
        /// Bytes allocated.
        in_use: u64,
        /// Bytes of the heap.
        size: u64,
    },
    /// No block is allocated at the offset.
    #[error("offset {offset} of the symmetric heap is not the start of an allocated block")]
    NotAllocated {
        /// The offset.
        offset: u64,
    },
    /// The alignment is not a power of two.
    #[error("alignment {align} is not a power of two")]
    Alignment {
        /// The alignment.
        align: u64,
    },
}

/// A size of the heap, as FARREACH_HEAP takes it, with which an allocation that was refused fits.
fn enough(size: u64, wanted: u64, align: u64) -> String {
    // Free memory may be in pieces, so only what the heap grows by is sure to be in one.
    let end = size.checked_next_multiple_of(align).unwrap_or(u64::MAX);
    let enough = end.saturating_add(wanted);
    for (unit, name) in [(1 << 30, 'G'), (1 << 20, 'M')] {
        if enough >= unit {
            return format!("{}{name}", enough.div_ceil(unit));
        }
    }
    format!("{}K", enough.div_ceil(1 << 10))
}

/// The result of [`SymmetricHeap::realloc`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reallocated {
    /// The block keeps its offset.
    InPlace,
    /// There is a new block. The caller copies the bytes and frees the old block.
    Moved {
        /// The new block's offset.
        offset: u64,
        /// Bytes of the old block, to be copied.
        len: u64,
    },
}

impl SymmetricHeap {
    /// An empty heap of `size` bytes (rounded down to cache lines).
    pub fn new(size: u64) -> SymmetricHeap {
        let size = size / GRANULE * GRANULE;
        let mut heap = SymmetricHeap {
            size,
            in_use: 0,
            blocks: BTreeMap::new(),
            free: BTreeMap::new(),
            free_by_size: BTreeSet::new(),
        };
        if size != 0 {
            heap.insert_free(0, size);
        }
        heap
    }

    /// Bytes of the heap.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Allocated bytes, after rounding.
    pub fn in_use(&self) -> u64 {
        self.in_use
    }

    /// Bytes of the largest free block.
    pub fn largest_free(&self) -> u64 {
        self.free_by_size.last().map_or(0, |&(len, _)| len)
    }

    fn largest_free_below(&self, limit: u64) -> u64 {
        let free = self.free.iter();
        let below = free.map(|(&start, &len)| limit.min(start + len).saturating_sub(start));
        below.max().unwrap_or(0)
    }

    /// Bytes of the block allocated at `offset`, after rounding.
    pub fn block_len(&self, offset: u64) -> Option<u64> {
        self.blocks.get(&offset).map(|block| block.len)
    }

    /// The end of the last allocated block.
    pub fn end(&self) -> u64 {
        let last = self.blocks.last_key_value();
        last.map_or(0, |(offset, block)| offset + block.len)
    }

    /// Allocates `len` bytes at a multiple of `align` and of 64, and returns the offset. A `len` of
    /// 0 counts as 1.
    pub fn alloc(&mut self, len: u64, align: u64) -> Result<u64, HeapError> {
        self.alloc_below(len, align, self.size)
    }

    /// Allocates as [`SymmetricHeap::alloc`] does, a block that ends at `limit` at the latest.
    pub fn alloc_below(&mut self, len: u64, align: u64, limit: u64) -> Result<u64, HeapError> {
        if !align.is_power_of_two() {
            return Err(HeapError::Alignment { align });
        }
        let align = align.max(GRANULE);
        let exhausted = |heap: &SymmetricHeap| heap.exhausted(len, align, limit);
        let len = round(len).ok_or_else(|| exhausted(self))?;
        // Take the smallest block that holds the bytes. With an alignment above 64 the first
        // candidates may be misplaced.
        let found = self
            .free_by_size
            .range((len, 0)..)
            .find_map(|&(free_len, start)| {
                let offset = start.checked_next_multiple_of(align)?;
                let end = limit.min(start + free_len);
                (offset.checked_add(len)? <= end).then_some((start, free_len, offset))
            });
        let (start, free_len, offset) = found.ok_or_else(|| exhausted(self))?;
        self.remove_free(start, free_len);
        if offset > start {
            self.insert_free(start, offset - start);
        }
        let (end, free_end) = (offset + len, start + free_len);
        if free_end > end {
            self.insert_free(end, free_end - end);
        }
        self.blocks.insert(offset, Block { len, align });
        self.in_use += len;
        Ok(offset)
    }

    /// The error for `len` bytes that no free block below `limit` holds.
    #[cold]
    pub fn exhausted(&self, len: u64, align: u64, limit: u64) -> HeapError {
        HeapError::Exhausted {
            wanted: len,
            align,
            largest_free: self.largest_free_below(limit),
            in_use: self.in_use,
            size: self.size,
        }
    }

    /// Frees the block at `offset`.
    pub fn free(&mut self, offset: u64) -> Result<(), HeapError> {
        let block = self
            .blocks
            .remove(&offset)
            .ok_or(HeapError::NotAllocated { offset })?;
        self.in_use -= block.len;
        self.release(offset, block.len);
        Ok(())
    }

    /// Resizes the block at `offset` to `len` bytes, in place if the free space behind the block
    /// allows.
    pub fn realloc(&mut self, offset: u64, len: u64) -> Result<Reallocated, HeapError> {
        self.realloc_below(offset, len, self.size)
    }

    /// Resizes as [`SymmetricHeap::realloc`] does. The block ends at `limit` at the latest.
    pub fn realloc_below(
        &mut self,
        offset: u64,
        len: u64,
        limit: u64,
    ) -> Result<Reallocated, HeapError> {
        let block = *self
            .blocks
            .get(&offset)
            .ok_or(HeapError::NotAllocated { offset })?;
        let Some(rounded) = round(len) else {
            return self
                .alloc_below(len, block.align, limit)
                .map(|offset| Reallocated::Moved {
                    offset,
                    len: block.len,
                });
        };
        let behind = offset + block.len;
        if rounded <= block.len {
            if rounded < block.len {
                self.resize(offset, block, rounded);
                self.release(offset + rounded, block.len - rounded);
            }
            return Ok(Reallocated::InPlace);
        }
        let growth = rounded - block.len;
        match self.free.get(&behind) {
            Some(&free_len) if free_len >= growth && behind + growth <= limit => {
                self.remove_free(behind, free_len);
                if free_len > growth {
                    self.insert_free(behind + growth, free_len - growth);
                }
                self.resize(offset, block, rounded);
                Ok(Reallocated::InPlace)
            }
            _ => {
                let offset = self.alloc_below(len, block.align, limit)?;
                Ok(Reallocated::Moved {
                    offset,
                    len: block.len,
                })
            }
        }
    }

    fn resize(&mut self, offset: u64, block: Block, len: u64) {
        self.in_use = self.in_use - block.len + len;
        self.blocks.insert(offset, Block { len, ..block });
    }

    /// Makes a range free and merges it with its neighbours.
    fn release(&mut self, offset: u64, len: u64) {
        let (mut start, mut end) = (offset, offset + len);
        if let Some((&before, &before_len)) = self.free.range(..start).next_back()
            && before + before_len == start
        {
            self.remove_free(before, before_len);
            start = before;
        }
        if let Some(&behind_len) = self.free.get(&end) {
            self.remove_free(end, behind_len);
            end += behind_len;
        }
        self.insert_free(start, end - start);
    }

    fn insert_free(&mut self, offset: u64, len: u64) {
        self.free.insert(offset, len);
        self.free_by_size.insert((len, offset));
    }

    fn remove_free(&mut self, offset: u64, len: u64) {
        let by_offset = self.free.remove(&offset);
        assert_eq!(by_offset, Some(len), "free block at {offset}");
        let by_size = self.free_by_size.remove(&(len, offset));
        assert!(by_size, "free block of {len} bytes at {offset}");
    }
}

/// `len` in whole granules. `None` on overflow.
fn round(len: u64) -> Option<u64> {
    len.max(1).checked_next_multiple_of(GRANULE)
}

#[cfg(test)]
mod tests;
