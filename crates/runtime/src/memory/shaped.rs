//! Transfers of shapes: blocks at equal distances on several levels.
//!
//! Between nodes, the length of a block and the gap between blocks decide how the blocks travel:
//!
//! | transfer | blocks | operations |
//! |---|---|---|
//! | put | runs of blocks that share a packet, 64 KiB and more together | puts of many blocks, straight from the caller's memory (`shaped/packed.rs`) |
//! | put | others below `PUT_IN_PLACE_MIN` | the blocks are copied into lists of puts, each of a packet's length |
//! | put | longer | one put a block, straight from the caller's memory; what is left in a block behind its full packets shares packets with that of other blocks |
//! | get | below `GET_IN_PLACE_MIN` | gets of many blocks, which the device scatters to their places (`shaped/packed.rs`) |
//! | get | longer | one get a block, straight to the caller's memory; what is left behind full packets as with a put |
//!
//! The blocks of one operation lie apart from each other on both sides. Blocks that overlap where they
//! are read travel in the other ways.
//!
//! A device without operations of many blocks, as an adapter of the standard, may have requests of several scatter/gather
//! entries. They move blocks that follow each other at the other process (`shaped/entries.rs`). Shorter blocks are copied to a row
//! that is put, and such a device fetches runs of at least `RUN_MIN` (4 KiB) whose gaps have at
//! most `GAP_MAX` (512 B) with their gaps. Puts and gets of single blocks overlap (`pipeline.rs`).

#![allow(unsafe_code)]

mod entries;
mod nonblocking;
mod packed;
pub(super) mod pieces;

pub use nonblocking::Transfer;

use farreach_engine::{Op, Source, Tracking};
use farreach_node::{View, order};
use farreach_verbs::{Access, MemoryError};

use super::borrow::is_mapped;
use super::posting::{Leaving, begin_put};
use super::raw::{lent, view, with_copy};
use super::rma::{IN_PLACE_MIN, chunks};
use super::shape::{Level, Shape};
use crate::Error;
use crate::error::Local;
use crate::progress::LaneContext;

/// The least bytes of a block that is put straight from the caller's memory, if all blocks together
/// have at least [`IN_PLACE_MIN`].
const PUT_IN_PLACE_MIN: usize = 8 << 10;
/// The most bytes of a block that is cut behind its full packets. Of a longer one the last packet costs little.
const CUT_MAX: usize = 256 << 10;
/// The most bytes between two blocks that a get fetches along with the blocks. An operation of its
/// own for each block would cost more.
const GAP_MAX: usize = 512;
/// The least bytes of a run of blocks and gaps that one get fetches.
const RUN_MIN: usize = 4 << 10;
/// The most bytes of blocks and gaps that one get fetches.
const FETCHED: usize = 256 << 10;
/// The most blocks, and bytes of blocks, that are put before the packets are handed to the kernel.
const BURST: (usize, usize) = (512, 64 << 10);

impl LaneContext<'_> {
    /// Copies the blocks of `shape` from `from` into `pe`'s segment. The first block goes to
    /// `offset`. The source may be reused when this returns.
    ///
    /// # Safety
    /// The bytes of the blocks at `from` must be valid for reads until this returns. They may be
    /// symmetric memory, which other processes change.
    pub unsafe fn put_shape(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        shape: &Shape,
    ) -> Result<(), Error> {
        match shape.blocks() {
            0 => return self.world.check_rank(pe),
            // SAFETY: the caller's promise.
            1 => return unsafe { self.put_raw(pe, offset, from, shape.block()) },
            _ => {}
        }
        // SAFETY: the caller's promise. Only bytes of blocks are read through the view.
        let from = unsafe { view(from, shape.span_here()) };
        self.world.check(pe, offset, shape.span_there())?;
        let Some(near) = self.world.near(pe) else {
            return self.put_shape_far(pe, offset, from, shape);
        };
        let to = near.bytes.part(offset, shape.span_there());
        let copied = to.and_then(|to| {
            copy(
                shape,
                |level| ((to, level.there), (from, level.here)),
                |(here, there)| (there, here),
            )
        });
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        near.ring();
        Ok(())
    }

    /// Copies the blocks of `shape` from `pe`'s segment to `into`. The first block comes from
    /// `offset`. The bytes are here when this returns. Where blocks overlap here, later blocks
    /// overwrite earlier ones.
    ///
    /// # Safety
    /// The bytes of the blocks at `into` must be valid for writes until this returns, and no
    /// reference to them may exist until then. They may be symmetric memory.
    pub unsafe fn get_shape(
        self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        shape: &Shape,
    ) -> Result<(), Error> {
        match shape.blocks() {
            0 => return self.world.check_rank(pe),
            // SAFETY: the caller's promise.
            1 => return unsafe { self.get_raw(pe, offset, into, shape.block()) },
            _ => {}
        }
        // SAFETY: the caller's promise. Only bytes of blocks are written through the view.
        let into = unsafe { view(into, shape.span_here()) };
        self.world.check(pe, offset, shape.span_there())?;
        let Some(near) = self.world.near(pe) else {
            return self.get_shape_far(pe, offset, into, shape);
        };
        self.world.attend();
        let from = near.bytes.part(offset, shape.span_there());
        let copied = from.and_then(|from| {
            copy(
                shape,
                |level| ((into, level.here), (from, level.there)),
                |start| start,
            )
        });
        order::after_get();
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    fn put_shape_far(
        self,
        pe: u32,
        offset: usize,
        from: View<'_>,
        shape: &Shape,
    ) -> Result<(), Error> {
        let block = shape.block();
        let is_long = block >= PUT_IN_PLACE_MIN && shape.bytes() >= IN_PLACE_MIN;
        if is_long || block >= IN_PLACE_MIN {
            let network = self.network_to(pe)?;
            let packet = network.peek_often(|_| false, |core, _| core.engine.blocks_max(pe));
            if let Some((at, each)) = cut(shape, packet) {
                let (full, rest) = shape.cut(at);
                let part = |at, shape: &Shape| from.part(at, shape.span_here()).expect("a part");
                self.put_shape_far(pe, offset, part(0, &full), &full)?;
                return self.put_packed(pe, offset + at, part(at, &rest), &rest, each);
            }
            self.check_blocks(from, shape, Local::Source)?;
            // SAFETY: `from` is valid until this returns, and the registration ends before. The
            // device only reads.
            let memory = unsafe { lent(from, 0, from.len()) };
            let lent = self.lend(memory, Access::NONE)?;
            let region = lent.region();
            let parts = shape.each().flat_map(|(here, there)| {
                chunks(block).map(move |(at, len)| Op::Put {
                    source: Source::Region(region.sge((here + at) as u64, len as u32)),
                    offset: (offset + there + at) as u64,
                })
            });
            return self.all(pe, self.under_way_max(shape.blocks()), parts, |_, _| {});
        }
        if let Some(each) = self.put_together_max(pe, shape)? {
            return self.put_packed(pe, offset, from, shape, each);
        }
        let rows = self.rows(pe, shape)?;
        // What has holes can't be registered as one.
        if let Some(each) = rows.entries.filter(|_| is_mapped(from)) {
            return self.put_packed(pe, offset, from, shape, each);
        }
        if rows.are_copied {
            return self.put_rows(pe, offset, from, shape);
        }
        let network = self.network_to(pe)?;
        let (most, bytes) = BURST;
        let list = network.peek_often(|_| false, |core, _| core.engine.listed_max(pe, block));
        // The last list of a burst is full as well.
        let full = bytes.checked_div(list * block);
        let burst = full.map_or(bytes / block, |full| full.max(1) * list);
        let burst = burst.clamp(1, most);
        let mut starts = shape.each();
        for _ in (0..shape.blocks()).step_by(burst) {
            self.post(pe, Leaving::AtOnce, |core, now| {
                for (here, there) in starts.by_ref().take(burst) {
                    let part = from.part(here, block).expect("inside the span");
                    with_copy(part, |bytes| {
                        begin_put(core, now, pe, (offset + there, bytes), Tracking::Implicit);
                    });
                }
            })?;
        }
        Ok(())
    }

    /// Fails if any block of this process has no memory.
    pub(super) fn check_blocks(
        self,
        memory: View<'_>,
        shape: &Shape,
        local: Local,
    ) -> Result<(), Error> {
        // One look at all addresses costs as little as the look at one block. But a program in C may
        // have no memory at the addresses between the blocks.
        if is_mapped(memory) {
            return Ok(());
        }
        let mut starts = shape.each();
        starts.try_for_each(|(here, _)| {
            let part = memory.part(here, shape.block()).expect("inside the span");
            self.check_lent(part, local)
        })
    }

    fn get_shape_far(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        shape: &Shape,
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        if shape.overlaps_here() {
            return self.get_overlapping(pe, offset, into, shape);
        }
        if !network.peek_often(|_| false, |core, _| core.engine.has_blocks()) {
            let entries = self.scattered_max(pe, shape)?;
            if let Some(each) = entries.filter(|_| is_mapped(into)) {
                return self.get_scattered(pe, offset, into, shape, each);
            }
            let (block, (inner, runs)) = (shape.block(), shape.runs());
            let gap = inner.there.checked_sub(block);
            let is_dense = gap.is_some_and(|gap| gap <= GAP_MAX);
            if block < FETCHED && is_dense && inner.count * inner.there >= RUN_MIN {
                for (here, there) in runs {
                    self.get_with_gaps(pe, offset + there, into, (here, inner, block))?;
                }
                return Ok(());
            }
        }
        let (gets, most) = (self.gets(pe, shape)?, self.under_way_max(shape.blocks()));
        // SAFETY: `all` returns after the operations have ended, and `into` is valid until then.
        let ops = unsafe { gets.ops(offset, into) };
        self.all(pe, most, ops, |_, _| {})
    }

    /// Fetches blocks that overlap here to a buffer, and copies them from there in their order. The
    /// blocks of one operation arrive in any order.
    fn get_overlapping(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        shape: &Shape,
    ) -> Result<(), Error> {
        for (here, _) in shape.each() {
            let part = into.part(here, shape.block()).expect("inside the span");
            self.check_lent(part, Local::Target)?;
        }
        let mut fetched = vec![0_u8; shape.bytes()];
        let buffer = View::from(fetched.as_mut_slice());
        self.get_shape_far(pe, offset, buffer, &shape.packed_here())?;
        let blocks = fetched.chunks(shape.block());
        for ((here, _), bytes) in shape.each().zip(blocks) {
            into.copy_in(here, bytes)
                .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        }
        Ok(())
    }

    /// Fetches the blocks of a run together with the gaps between them, and drops the gaps.
    fn get_with_gaps(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        (start, run, block): (usize, Level, usize),
    ) -> Result<(), Error> {
        let each = (FETCHED / run.there).max(1);
        let mut fetched = Vec::new();
        for first in (0..run.count).step_by(each) {
            let count = each.min(run.count - first);
            fetched.resize((count - 1) * run.there + block, 0);
            self.get(pe, offset + first * run.there, &mut fetched)?;
            for (at, bytes) in fetched.chunks(run.there).enumerate() {
                into.copy_in(start + (first + at) * run.here, &bytes[..block])
                    .expect("inside the span");
            }
        }
        Ok(())
    }
}

/// Where to cut the blocks of `shape`, if the rests behind their full packets fit into packets of `packet` bytes
/// together, and how many do.
fn cut(shape: &Shape, packet: usize) -> Option<(usize, usize)> {
    let (block, (inner, _)) = (shape.block(), shape.runs());
    let rest = block.checked_rem(packet).unwrap_or(0);
    let each = packet.checked_div(rest).unwrap_or(0).min(inner.count);
    let is_cut = (packet + 1..=CUT_MAX).contains(&block)
        && each >= 2
        && inner.here.min(inner.there) >= block;
    is_cut.then(|| (block - rest, each))
}

/// A side of a copy: its memory, and the distance of the blocks of a run.
type Side<'a> = (View<'a>, usize);

/// Copies the blocks of a shape. `sides` returns the target and the source for the innermost level,
/// and `order` puts the starts of a run there and here into the order of target and source.
fn copy<'a>(
    shape: &Shape,
    sides: impl Fn(Level) -> (Side<'a>, Side<'a>),
    order: impl Fn((usize, usize)) -> (usize, usize),
) -> Result<(), MemoryError> {
    #[inline]
    fn each(
        (to, to_start, to_stride): (View<'_>, usize, usize),
        (from, from_start, from_stride): (View<'_>, usize, usize),
        (bytes, count): (usize, usize),
    ) -> Result<(), MemoryError> {
        (0..count).try_for_each(|at| {
            let (to_at, from_at) = (to_start + at * to_stride, from_start + at * from_stride);
            to.copy_between(to_at, from, from_at, bytes)
        })
    }
    let (inner, mut runs) = shape.runs();
    let ((to, to_stride), (from, from_stride)) = sides(inner);
    runs.try_for_each(|start| {
        let (to_start, from_start) = order(start);
        let (to, from) = ((to, to_start, to_stride), (from, from_start, from_stride));
        // With a constant length, a copy is one load and one store.
        match shape.block() {
            4 => each(to, from, (4, inner.count)),
            8 => each(to, from, (8, inner.count)),
            bytes => each(to, from, (bytes, inner.count)),
        }
    })
}
