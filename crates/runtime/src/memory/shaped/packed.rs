//! Puts and gets of many blocks at a time.
//!
//! The device gathers the blocks of a put and scatters those of a get, a packet at a time.
//!
//! ```text
//!   segment   ██··██··██··██··██        one operation for a run of blocks
//!                    ▼
//!   packet        ██████████
//!                    ▼
//!   into      ██····██····██····██····██
//! ```

use farreach_engine::{Op, Source, Target};
use farreach_node::{Memory, Strided, View};
use farreach_verbs::{Access, Spacing};

use super::cut;
use crate::Error;
use crate::error::Local;
use crate::memory::raw::lent;
use crate::memory::rma::{IN_PLACE_MIN, chunks};
use crate::memory::shape::{Level, Shape};
use crate::progress::LaneContext;

/// The least bytes of blocks that are put straight from the caller's memory by one operation.
const PACKED_MIN: usize = 4 << 10;
/// The least bytes of a block that is fetched by an operation of its own, straight to the caller's memory.
const GET_IN_PLACE_MIN: usize = 32 << 10;
/// The most bytes of several blocks that one get fetches, unless two packets have more.
const FETCHED_MAX: usize = 64 << 10;

/// Blocks that one operation moves: the places of the first one, and their number.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    pub(super) here: usize,
    pub(super) there: usize,
    pub(super) count: usize,
}

impl Blocks {
    /// Bytes of this process's memory from the first block to the end of the last one, for blocks of `block` bytes on level `run`.
    pub(super) fn span_here(self, block: usize, run: Level) -> usize {
        (self.count - 1) * run.here + block
    }
}

/// The part of a put that one operation moves.
#[derive(Clone, Copy)]
pub(super) struct PutPart {
    /// Where its bytes begin in this process's memory, and how many there are to the end of the last block.
    pub(super) start: usize,
    pub(super) bytes: usize,
    blocks: Blocks,
}

impl PutPart {
    /// The operation toward the blocks that begin at `offset`.
    pub(super) fn put(self, shape: &Shape, offset: usize, source: Source<Memory>) -> Op<Memory> {
        let (block, (inner, _)) = (shape.block(), shape.runs());
        Op::PutBlocks {
            source,
            here: Spacing {
                block: block as u32,
                stride: inner.here as u64,
            },
            len: (self.blocks.count * block) as u32,
            offset: (offset + self.blocks.there) as u64,
            stride: inner.there as u64,
        }
    }
}

/// The parts of a put, of up to `each` blocks.
pub(super) fn put_parts(shape: &Shape, each: usize) -> impl Iterator<Item = PutPart> {
    let (block, (inner, runs)) = (shape.block(), shape.runs());
    let parts = runs.flat_map(move |run| parts(run, inner, each));
    parts.map(move |blocks| PutPart {
        start: blocks.here,
        bytes: blocks.span_here(block, inner),
        blocks,
    })
}

impl LaneContext<'_> {
    /// The most blocks of `shape` that one put moves to `pe`, which is on another node. `None` if blocks travel one by
    /// one or in lists.
    pub(super) fn put_together_max(self, pe: u32, shape: &Shape) -> Result<Option<usize>, Error> {
        let network = self.network_to(pe)?;
        let packet = network.peek_often(|_| false, |core, _| core.engine.blocks_max(pe));
        let (block, (inner, _)) = (shape.block(), shape.runs());
        let run = inner.count.min(packet / block);
        let is_many = shape.bytes() >= IN_PLACE_MIN && run >= 2 && run * block >= PACKED_MIN;
        let is_apart = inner.here.min(inner.there) >= block;
        Ok((is_many && is_apart).then_some(packet / block))
    }

    /// Copies the blocks of `shape` at `from` to `pe`, which is on another node, up to `each` blocks
    /// by one operation. Returns when the operations have ended.
    pub(super) fn put_packed(
        self,
        pe: u32,
        offset: usize,
        from: View<'_>,
        shape: &Shape,
        each: usize,
    ) -> Result<(), Error> {
        self.check_blocks(from, shape, Local::Source)?;
        // SAFETY: `from` is valid until this returns, and the registration ends before. The device
        // only reads.
        let memory = unsafe { lent(from, 0, from.len()) };
        let lent = self.lend(memory, Access::NONE)?;
        let region = lent.region();
        let puts = put_parts(shape, each).map(|part| {
            let source = region.sge(part.start as u64, part.bytes as u32);
            part.put(shape, offset, Source::Region(source))
        });
        self.all(pe, self.under_way_max(shape.blocks()), puts, |_, _| {})
    }

    /// How the blocks of `shape` are fetched from `pe`, which is on another node.
    pub(super) fn gets(self, pe: u32, shape: &Shape) -> Result<Gets, Error> {
        let network = self.network_to(pe)?;
        let (has_blocks, packet) = network.peek_often(
            |_| false,
            |core, _| (core.engine.has_blocks(), core.engine.blocks_max(pe)),
        );
        let (block, (inner, _)) = (shape.block(), shape.runs());
        let is_together = has_blocks && inner.there >= block;
        let (alone, together) = if !is_together {
            (Some(*shape), None)
        } else if block < GET_IN_PLACE_MIN {
            (None, Some((0, *shape)))
        } else {
            match cut(shape, packet) {
                None => (Some(*shape), None),
                Some((at, _)) => {
                    let (full, rest) = shape.cut(at);
                    (Some(full), Some((at, rest)))
                }
            }
        };
        // Both packets of an answer are full.
        let most = FETCHED_MAX.max(2 * packet);
        Ok(Gets {
            alone,
            together,
            most,
        })
    }
}

/// The gets of a shape.
#[derive(Clone, Copy)]
pub(super) struct Gets {
    /// Blocks that are fetched by an operation each.
    alone: Option<Shape>,
    /// Blocks of which one operation fetches several, and where they begin in the blocks of the shape.
    together: Option<(usize, Shape)>,
    /// The most bytes of several blocks that one operation fetches.
    most: usize,
}

impl Gets {
    /// The operations that fetch the blocks to `into`. The first block comes from `offset`.
    ///
    /// # Safety
    /// By the contract of the functions that begin the operations, the bytes of the blocks belong to
    /// the device until the operations have ended.
    pub(super) unsafe fn ops(
        &self,
        offset: usize,
        into: View<'_>,
    ) -> impl Iterator<Item = Op<Memory>> {
        let alone = self.alone.into_iter().flat_map(move |shape| {
            let starts = shape.each().flat_map(move |(here, there)| {
                chunks(shape.block()).map(move |(at, len)| (here + at, there + at, len))
            });
            starts.map(move |(here, there, len)| Op::Get {
                // SAFETY: the caller's promise.
                into: Target::Owned(unsafe { lent(into, here, len) }),
                offset: (offset + there) as u64,
            })
        });
        let most = self.most;
        let together = self.together.into_iter().flat_map(move |(at, shape)| {
            let (block, (inner, runs)) = (shape.block(), shape.runs());
            let parts = runs.flat_map(move |run| parts(run, inner, most / block));
            parts.map(move |part| {
                let (start, span) = (at + part.here, part.span_here(block, inner));
                // SAFETY: the caller's promise. Only bytes of blocks are written.
                let memory = unsafe { lent(into, start, span) };
                let blocks = Strided::new(memory, block, inner.here, part.count);
                Op::GetBlocks {
                    into: Target::Owned(blocks.expect("inside the span").into()),
                    offset: (offset + at + part.there) as u64,
                    spacing: Spacing {
                        block: block as u32,
                        stride: inner.there as u64,
                    },
                }
            })
        });
        alone.chain(together)
    }

    /// The number of operations.
    pub(super) fn count(&self) -> usize {
        let alone = self
            .alone
            .map_or(0, |shape| shape.blocks() * chunks(shape.block()).count());
        let together = self.together.map_or(0, |(_, shape)| {
            let (block, (inner, runs)) = (shape.block(), shape.runs());
            runs.map(|run| parts(run, inner, self.most / block).count())
                .sum()
        });
        alone + together
    }
}

/// The parts of a run that are moved by one operation each, of up to `each` blocks.
pub(super) fn parts(
    (here, there): (usize, usize),
    run: Level,
    each: usize,
) -> impl Iterator<Item = Blocks> {
    // The blocks of an operation lie within 4 GiB.
    let each = each.min(u32::MAX as usize / run.here.max(run.there)).max(1);
    (0..run.count).step_by(each).map(move |first| Blocks {
        here: here + first * run.here,
        there: there + first * run.there,
        count: each.min(run.count - first),
    })
}
