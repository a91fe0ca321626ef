//! Strided transfers: equal blocks at equal distances, on both sides.
//!
//! ```text
//!   here    ██····██····██····██        bytes = 2, here = 6, there = 3, count = 4
//!   there   ██·██·██·██
//! ```
//!
//! Between nodes, the length of a block and the gap between blocks decide how the blocks travel:
//!
//! | transfer | blocks | operations |
//! |---|---|---|
//! | put | below `IN_PLACE_MIN` (64 KiB) | the blocks are copied into lists of puts |
//! | put | longer | one put a block, straight from the caller's memory |
//! | get | below `FETCHED` (256 KiB), gaps of at most `GAP_MAX` (512 B) | gets of blocks and gaps together |
//! | get | others | one get a block, straight to the caller's memory |
//!
//! Puts and gets of single blocks overlap (`pipeline.rs`).

#![allow(unsafe_code)]

use farreach_engine::{Op, Source, Target, Tracking};
use farreach_node::{View, order};
use farreach_verbs::{Access, MemoryError, Sge};

use super::borrow::is_mapped;
use super::posting::{Leaving, begin_put};
use super::raw::{lent, view, with_copy};
use super::rma::{IN_PLACE_MIN, chunks};
use crate::Error;
use crate::error::Local;
use crate::progress::Through;

/// The most bytes between two blocks that a get fetches along with the blocks. An operation of its
/// own for each block would cost more.
const GAP_MAX: usize = 512;
/// Bytes of blocks and gaps that one get fetches.
const FETCHED: usize = 256 << 10;
/// The most blocks, and bytes of blocks, that are put before the packets are handed to the kernel.
const BURST: (usize, usize) = (512, 64 << 10);

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

    /// Whether the blocks are contiguous on both sides.
    fn is_one(&self) -> bool {
        self.count == 1 || self.bytes == self.here && self.bytes == self.there
    }

    fn has_none(&self) -> bool {
        self.count == 0 || self.bytes == 0
    }
}

impl Through<'_> {
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

    /// Does what [`Through::put_strided`] does, from memory that may itself be symmetric.
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
        if blocks.has_none() {
            return self.world.check_rank(pe);
        }
        if blocks.is_one() {
            // SAFETY: the caller's promise. The blocks are contiguous.
            return unsafe { self.put_raw(pe, offset, from, blocks.span_here()) };
        }
        // SAFETY: the caller's promise. Nothing is written through the view.
        let from = unsafe { view(from, blocks.span_here()) };
        self.world.check(pe, offset, blocks.span_there())?;
        let Some(near) = self.world.near(pe) else {
            return self.put_blocks_remote(pe, offset, from, blocks);
        };
        let to = near.bytes.part(offset, blocks.span_there());
        let copied = to.and_then(|to| copy(to, blocks.there, from, blocks.here, blocks));
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        near.ring();
        Ok(())
    }

    /// Does what [`Through::get_strided`] does, to memory that may itself be symmetric.
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
        if blocks.has_none() {
            return self.world.check_rank(pe);
        }
        if blocks.is_one() {
            // SAFETY: the caller's promise. The blocks are contiguous.
            return unsafe { self.get_raw(pe, offset, into, blocks.span_here()) };
        }
        // SAFETY: the caller's promise. Only bytes of blocks are written through the view.
        let into = unsafe { view(into, blocks.span_here()) };
        self.world.check(pe, offset, blocks.span_there())?;
        let Some(near) = self.world.near(pe) else {
            return self.get_blocks_remote(pe, offset, into, blocks);
        };
        self.world.attend();
        let from = near.bytes.part(offset, blocks.span_there());
        let copied = from.and_then(|from| copy(into, blocks.here, from, blocks.there, blocks));
        order::after_get();
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    fn put_blocks_remote(
        self,
        pe: u32,
        offset: usize,
        from: View<'_>,
        blocks: Blocks,
    ) -> Result<(), Error> {
        let block = |at: usize| {
            let part = from.part(at * blocks.here, blocks.bytes);
            (part.expect("inside the span"), offset + at * blocks.there)
        };
        if blocks.bytes >= IN_PLACE_MIN {
            // One look at all addresses costs as little as the look at one block. But a program in
            // C may have no memory at the addresses between the blocks.
            if !is_mapped(from) {
                (0..blocks.count).try_for_each(|at| self.check_lent(block(at).0, Local::Source))?;
            }
            // SAFETY: `from` is valid until this returns, and the registration ends before. The
            // device only reads.
            let memory = unsafe { lent(from, 0, from.len()) };
            let lent = self.lend(memory, Access::NONE)?;
            let lkey = lent.region().lkey;
            let parts = (0..blocks.count).flat_map(|at| {
                let (first, offset) = (at * blocks.here, offset + at * blocks.there);
                chunks(blocks.bytes).map(move |(at, len)| Op::Put {
                    source: Source::Region(Sge {
                        lkey,
                        addr: (first + at) as u64,
                        len: len as u32,
                    }),
                    offset: (offset + at) as u64,
                })
            });
            return self.all(pe, parts, |_, _| {});
        }
        let (most, bytes) = BURST;
        let burst = most.min(bytes.div_ceil(blocks.bytes));
        for first in (0..blocks.count).step_by(burst) {
            self.post(pe, Leaving::AtOnce, |core, now| {
                for at in first..blocks.count.min(first + burst) {
                    let (from, offset) = block(at);
                    with_copy(from, |bytes| {
                        begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
                    });
                }
            })?;
        }
        Ok(())
    }

    fn get_blocks_remote(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        blocks: Blocks,
    ) -> Result<(), Error> {
        let gap = blocks.there.checked_sub(blocks.bytes);
        if blocks.bytes < FETCHED && gap.is_some_and(|gap| gap <= GAP_MAX) {
            return self.get_with_gaps(pe, offset, into, blocks);
        }
        // SAFETY: `into` is valid until this returns, and the registration ends before. Only bytes
        // of blocks are written.
        let memory = unsafe { lent(into, 0, into.len()) };
        let lent = self.lend(memory, Access::LOCAL_WRITE)?;
        let gets = (0..blocks.count).map(|at| Op::Get {
            into: Target::Region(Sge {
                lkey: lent.region().lkey,
                addr: (at * blocks.here) as u64,
                len: blocks.bytes as u32,
            }),
            offset: (offset + at * blocks.there) as u64,
        });
        self.all(pe, gets, |_, _| {})
    }

    /// Fetches the blocks together with the gaps between them, and drops the gaps.
    fn get_with_gaps(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        blocks: Blocks,
    ) -> Result<(), Error> {
        let each = (FETCHED / blocks.there).max(1);
        let mut fetched = Vec::new();
        for first in (0..blocks.count).step_by(each) {
            let some = Blocks {
                count: each.min(blocks.count - first),
                ..blocks
            };
            fetched.resize(some.span_there(), 0);
            self.get(pe, offset + first * blocks.there, &mut fetched)?;
            for (at, bytes) in fetched.chunks(blocks.there).enumerate() {
                into.copy_in((first + at) * blocks.here, &bytes[..blocks.bytes])
                    .expect("inside the span");
            }
        }
        Ok(())
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

/// Copies blocks from memory to memory.
fn copy(
    to: View<'_>,
    to_stride: usize,
    from: View<'_>,
    from_stride: usize,
    blocks: Blocks,
) -> Result<(), MemoryError> {
    #[inline]
    fn each(
        (to, to_stride): (View<'_>, usize),
        (from, from_stride): (View<'_>, usize),
        (bytes, count): (usize, usize),
    ) -> Result<(), MemoryError> {
        (0..count).try_for_each(|at| to.copy_between(at * to_stride, from, at * from_stride, bytes))
    }
    let (to, from) = ((to, to_stride), (from, from_stride));
    // With a constant length, a copy is one load and one store.
    match blocks.bytes {
        4 => each(to, from, (4, blocks.count)),
        8 => each(to, from, (8, blocks.count)),
        bytes => each(to, from, (bytes, blocks.count)),
    }
}
