//! Strided transfers: equal blocks at equal distances, on both sides.
//!
//! ```text
//!   here    ██····██····██····██        bytes = 2, here = 6, there = 3, count = 4
//!   there   ██·██·██·██
//! ```
//!
//! The transfers are those of a [`Shape`] of one level.

#![allow(unsafe_code)]

use farreach_verbs::MemoryError;

use super::shape::Shape;
use crate::Error;
use crate::progress::LaneContext;

/// The blocks of a strided transfer: equal lengths, and equal distances on either side. Blocks may
/// not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// Bytes of each block.
    pub bytes: usize,
    /// The number of blocks.
    pub count: usize,
    /// Bytes from the start of a block to the start of the next one in this process's memory.
    pub here: usize,
    /// Bytes from the start of a block to the start of the next one in the other process's segment.
    pub there: usize,
}

impl Blocks {
    /// Bytes from the start of the first block to the end of the last one in this process's memory.
    /// `usize::MAX` if the number is greater.
    pub fn span_here(&self) -> usize {
        self.span(self.here)
    }

    /// Bytes from the start of the first block to the end of the last one in the other process's
    /// segment. `usize::MAX` if the number is greater.
    pub fn span_there(&self) -> usize {
        self.span(self.there)
    }

    fn span(&self, stride: usize) -> usize {
        match self.count.checked_sub(1) {
            None => 0,
            Some(steps) => steps.saturating_mul(stride).saturating_add(self.bytes),
        }
    }

    fn has_none(&self) -> bool {
        self.count == 0 || self.bytes == 0
    }
}

impl LaneContext<'_> {
    /// Copies the blocks of `from` into `pe`'s segment. The first block goes to `offset`. `from`
    /// may be changed when this returns.
    pub fn put_strided(
        self,
        pe: u32,
        offset: usize,
        from: &[u8],
        blocks: Blocks,
    ) -> Result<(), Error> {
        self.check_here(from.len(), blocks)?;
        // SAFETY: all blocks are inside the slice, which is borrowed until this returns.
        unsafe { self.put_strided_raw(pe, offset, from.as_ptr(), blocks) }
    }

    /// Copies blocks of `pe`'s segment to the blocks of `into`. The first block comes from
    /// `offset`.
    pub fn get_strided(
        self,
        pe: u32,
        offset: usize,
        into: &mut [u8],
        blocks: Blocks,
    ) -> Result<(), Error> {
        self.check_here(into.len(), blocks)?;
        // SAFETY: all blocks are inside the slice, which is borrowed exclusively until this
        // returns.
        unsafe { self.get_strided_raw(pe, offset, into.as_mut_ptr(), blocks) }
    }

    /// Does what [`LaneContext::put_strided`] does, from memory that may itself be symmetric.
    ///
    /// # Safety
    /// The bytes from the first block at `from` to the end of the last one must be valid for reads
    /// until this returns.
    pub unsafe fn put_strided_raw(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        blocks: Blocks,
    ) -> Result<(), Error> {
        let shape = self.shape(pe, offset, blocks)?;
        // SAFETY: the caller's promise.
        unsafe { self.put_shape(pe, offset, from, &shape) }
    }

    /// Does what [`LaneContext::get_strided`] does, to memory that may itself be symmetric.
    ///
    /// # Safety
    /// The bytes from the first block at `into` to the end of the last one must be valid for reads
    /// and writes until this returns. No reference to bytes of the blocks may exist until then.
    pub unsafe fn get_strided_raw(
        self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        blocks: Blocks,
    ) -> Result<(), Error> {
        let shape = self.shape(pe, offset, blocks)?;
        // SAFETY: the caller's promise.
        unsafe { self.get_shape(pe, offset, into, &shape) }
    }

    /// The shape of blocks that are inside `pe`'s segment.
    fn shape(self, pe: u32, offset: usize, blocks: Blocks) -> Result<Shape, Error> {
        if blocks.has_none() {
            return Ok(Shape::contiguous(0));
        }
        self.world.check(pe, offset, blocks.span_there())?;
        let (count, here, there) = ([blocks.count], [blocks.here], [blocks.there]);
        Shape::new(blocks.bytes, &count, &here, &there).map_err(|source| Error::Shape {
            rank: self.world.rank(),
            source,
        })
    }

    /// Fails unless all blocks are inside a buffer of `len` bytes.
    fn check_here(self, len: usize, blocks: Blocks) -> Result<(), Error> {
        let span = blocks.span_here();
        if span <= len || blocks.has_none() {
            return Ok(());
        }
        let error = MemoryError::OutOfBounds {
            offset: 0,
            len: span,
            limit: len,
        };
        Err(Error::memory(self.world.rank(), self.world.rank(), error))
    }
}
