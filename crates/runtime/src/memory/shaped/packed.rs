//! Puts and gets of many blocks at a time.
//!
//! The blocks of a put are gathered by the device, a packet at a time. The blocks of a get arrive one behind the other in a ring, and are copied from
//! there to their places.
//!
//! ```text
//!   segment   ██··██··██··██··██        one operation a run of blocks
//!                    ▼
//!   ring      │ ██████████ │ ...        of this thread
//!                    ▼
//!   into      ██····██····██····██····██
//! ```

use std::cell::Cell;
use std::collections::VecDeque;

use farreach_engine::{Op, Source, Tracking};
use farreach_node::{Memory, View};
use farreach_verbs::{Access, Sge, Spacing};

use crate::Error;
use crate::memory::raw::lent;
use crate::memory::rma::IN_PLACE_MIN;
use crate::memory::shape::{Level, Shape};
use crate::progress::Through;

/// Bytes of the ring.
const RING: usize = 512 << 10;
/// The least bytes of blocks that are put straight from the caller's memory by one operation.
const PACKED_MIN: usize = 4 << 10;
/// The most bytes of one operation, unless two packets have more.
const FETCHED_MAX: usize = 64 << 10;

thread_local! {
    /// The ring's memory. Empty before its first use, and while a get uses it.
    static MEMORY: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Blocks of one run that are fetched at once.
struct Fetch {
    token: u64,
    /// The place in the ring, and the bytes.
    start: usize,
    len: usize,
    /// The place of the first block in this process's memory.
    here: usize,
}

/// Blocks that one operation moves: the places of the first one, and their number.
#[derive(Clone, Copy)]
struct Blocks {
    here: usize,
    there: usize,
    count: usize,
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
        bytes: (blocks.count - 1) * inner.here + block,
        blocks,
    })
}

impl Through<'_> {
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
        self.check_source(from, shape)?;
        // SAFETY: `from` is valid until this returns, and the registration ends before. The device
        // only reads.
        let memory = unsafe { lent(from, 0, from.len()) };
        let lent = self.lend(memory, Access::NONE)?;
        let lkey = lent.region().lkey;
        let puts = put_parts(shape, each).map(|part| {
            let source = Sge {
                lkey,
                addr: part.start as u64,
                len: part.bytes as u32,
            };
            part.put(shape, offset, Source::Region(source))
        });
        self.all(pe, self.under_way_max(shape.blocks()), puts, |_, _| {})
    }

    /// Copies the blocks of `shape` from `pe`, which is on another node, to `into`. Blocks are at most
    /// as long as [`FETCHED_MAX`].
    pub(super) fn get_packed(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        shape: &Shape,
    ) -> Result<(), Error> {
        // Functions that run at the end of a thread may get after the thread's variables were
        // destroyed.
        let mut memory = MEMORY.try_with(Cell::take).unwrap_or_default();
        let ring = RING.min(shape.bytes());
        if memory.len() < ring {
            memory.resize(ring, 0);
        }
        let result = self.get_by_ring(pe, offset, into, shape, &mut memory[..ring]);
        let _ = MEMORY.try_with(|kept| kept.set(memory));
        result
    }

    fn get_by_ring(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        shape: &Shape,
        ring: &mut [u8],
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let (block, (inner, runs)) = (shape.block(), shape.runs());
        let (room, most) = (ring.len(), self.under_way_max(shape.blocks()) as usize);
        let (lent, ring) = self.lend_target(ring, Access::NONE)?;
        let lkey = lent.region().lkey;
        // Both packets of an answer are full.
        let packets = network.peek_often(|_| false, |core, _| 2 * core.engine.blocks_max(pe));
        let each = (FETCHED_MAX.max(packets).min(room) / block).max(1);
        let mut rest = runs.flat_map(|run| parts(run, inner, each)).peekable();
        let mut under_way: VecDeque<Fetch> = VecDeque::new();
        let mut failure = None;
        self.wait_for_packets("a remote operation", |_| {
            network.enter(|core, now| {
                loop {
                    let mut has_moved = false;
                    while failure.is_none()
                        && under_way.len() < most
                        && let Some(blocks) = rest.peek().copied()
                        && let Some(start) = place(&under_way, room, blocks.count * block)
                    {
                        rest.next();
                        let (token, len) = (core.token(), blocks.count * block);
                        let op = Op::GetBlocks {
                            into: Sge {
                                lkey,
                                addr: start as u64,
                                len: len as u32,
                            },
                            offset: (offset + blocks.there) as u64,
                            spacing: Spacing {
                                block: block as u32,
                                stride: inner.there as u64,
                            },
                        };
                        core.engine.submit(now, pe, op, Tracking::Token(token));
                        let here = blocks.here;
                        under_way.push_back(Fetch {
                            token,
                            start,
                            len,
                            here,
                        });
                        has_moved = true;
                    }
                    core.poll(now);
                    while let Some(fetch) = under_way.front()
                        && let Some(result) = core.take(fetch.token)
                    {
                        match result {
                            Ok(_) => spread(into, ring, fetch, inner.here, block),
                            Err(error) => failure = failure.take().or(Some(error)),
                        }
                        under_way.pop_front();
                        has_moved = true;
                    }
                    if under_way.is_empty() && (rest.peek().is_none() || failure.is_some()) {
                        return true;
                    }
                    if !has_moved {
                        return false;
                    }
                }
            })
        });
        drop(lent);
        self.world.network_result(failure.map_or(Ok(()), Err))
    }
}

/// The parts of a run that are moved by one operation each, of up to `each` blocks.
fn parts((here, there): (usize, usize), run: Level, each: usize) -> impl Iterator<Item = Blocks> {
    // The blocks of an operation lie within 4 GiB.
    let each = each.min(u32::MAX as usize / run.here.max(run.there)).max(1);
    (0..run.count).step_by(each).map(move |first| Blocks {
        here: here + first * run.here,
        there: there + first * run.there,
        count: each.min(run.count - first),
    })
}

/// A place for `len` bytes in a ring of `room` bytes, of which those of `under_way` are in use.
fn place(under_way: &VecDeque<Fetch>, room: usize, len: usize) -> Option<usize> {
    let (Some(oldest), Some(latest)) = (under_way.front(), under_way.back()) else {
        return (len <= room).then_some(0);
    };
    let (used, next) = (oldest.start, latest.start + latest.len);
    if next <= used {
        return (used - next >= len).then_some(next);
    }
    if room - next >= len {
        return Some(next);
    }
    (used >= len).then_some(0)
}

/// Copies the blocks of a fetch from the ring to their places.
fn spread(into: View<'_>, ring: View<'_>, fetch: &Fetch, stride: usize, block: usize) {
    #[inline]
    fn each(
        (into, here): (View<'_>, usize),
        (ring, start): (View<'_>, usize),
        (count, stride, block): (usize, usize, usize),
    ) {
        for at in 0..count {
            let copied = into.copy_between(here + at * stride, ring, start + at * block, block);
            copied.expect("inside of the shape and of the ring");
        }
    }
    let (to, from, count) = ((into, fetch.here), (ring, fetch.start), fetch.len / block);
    // With a constant length, a copy is one load and one store.
    match block {
        8 => each(to, from, (count, stride, 8)),
        _ => each(to, from, (count, stride, block)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_the_ring_never_overlap() {
        let (room, mut under_way) = (1000, VecDeque::new());
        let mut most = 0;
        for number in 0..10_000u64 {
            let len = 1 + (number * 7919 % 400) as usize;
            while let Some(start) = place(&under_way, room, len) {
                assert!(start + len <= room);
                for other in &under_way {
                    let Fetch {
                        start: first,
                        len: bytes,
                        ..
                    } = *other;
                    assert!(start + len <= first || first + bytes <= start);
                }
                let here = 0;
                under_way.push_back(Fetch {
                    token: number,
                    start,
                    len,
                    here,
                });
            }
            most = most.max(under_way.iter().map(|fetch| fetch.len).sum());
            under_way.pop_front();
        }
        assert!(most > 900, "{most} of {room} bytes were in use at a time");
    }
}
