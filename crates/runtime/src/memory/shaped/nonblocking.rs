//! Transfers of shapes and vectors that are begun, and the waits for them.
//!
//! Meanwhile the device reads and writes the caller's memory in place. Blocks are moved together where a blocking put
//! or get does so (`packed.rs`). Other blocks of up to `LISTED_MAX` (1 KiB) are copied when they are put.
//!
//! The handle of a begun transfer is a mark of the engine's operations and the process. The engine
//! counts what is under way toward each peer (256 counts, chosen by the rank), so a fence toward
//! one process looks at its count alone. A begun get and a later put may overtake each other.

use farreach_engine::{EngineError, Op, Source, Target, Tracking};
use farreach_node::{View, order};
use farreach_verbs::Time;

use super::packed::put_parts;
use super::pieces::{mine, overlap};
use crate::Error;
use crate::error::Local;
use crate::memory::posting::{BATCH, LISTED_MAX, Leaving, begin_put};
use crate::memory::raw::{lent, view, with_copy};
use crate::memory::rma::chunks;
use crate::memory::shape::{Piece, Shape};
use crate::progress::{Background, Core, LaneContext};

/// The handle of a transfer that was begun. It takes no memory, and may be dropped.
///
/// ```text
///   63         40 39                       0
///  ┌─────────────┬──────────────────────────┐
///  │ process     │ mark: 0 if it has ended  │
///  └─────────────┴──────────────────────────┘
/// ```
///
/// The mark is a number of this process's operations. The transfer has ended when the operations
/// toward the process with smaller numbers have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the caller's memory is in use until a wait for the transfer has returned"]
pub struct Transfer(u64);

/// Bits of a [`Transfer`]'s mark. They last for half a year at a million operations a second. The other
/// bits name more ranks than a job may have.
const MARK_BITS: u32 = 44;

impl Transfer {
    /// A transfer that has ended.
    pub const ENDED: Transfer = Transfer(0);

    /// The transfer toward `pe` whose operations come before `mark`.
    fn new(pe: u32, mark: u64) -> Transfer {
        let is_packed = pe < 1 << (u64::BITS - MARK_BITS) && mark < 1 << MARK_BITS;
        assert!(is_packed, "operation {mark} toward rank {pe} has a handle");
        Transfer(u64::from(pe) << MARK_BITS | mark)
    }

    fn pe(self) -> u32 {
        (self.0 >> MARK_BITS) as u32
    }

    fn mark(self) -> u64 {
        self.0 & ((1 << MARK_BITS) - 1)
    }

    /// Whether the transfer had ended when it was begun.
    pub fn has_ended_at_once(self) -> bool {
        self.mark() == 0
    }

    /// The transfer as a word, for a handle of a program in C. Zero if the transfer has ended.
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The transfer whose [`Transfer::to_bits`] is `bits`.
    pub fn from_bits(bits: u64) -> Transfer {
        Transfer(bits)
    }
}

impl LaneContext<'_> {
    /// Begins what [`LaneContext::put_shape`] does.
    ///
    /// # Safety
    /// The bytes of the blocks at `from` must be valid for reads until a wait for the transfer has
    /// returned: [`LaneContext::wait_transfer`], [`LaneContext::wait_local`] or [`LaneContext::quiet`]. If they
    /// change before, either value may arrive.
    pub unsafe fn begin_put_shape(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        shape: &Shape,
    ) -> Result<Transfer, Error> {
        if self.world.near(pe).is_some() || shape.blocks() == 0 {
            // SAFETY: the caller's promise.
            unsafe { self.put_shape(pe, offset, from, shape)? };
            return Ok(Transfer::ENDED);
        }
        self.world.check(pe, offset, shape.span_there())?;
        // SAFETY: the caller's promise. Only bytes of blocks are read through the view.
        let from = unsafe { view(from, shape.span_here()) };
        if let Some(each) = self.put_together_max(pe, shape)? {
            self.check_blocks(from, shape, Local::Source)?;
            let parts = put_parts(shape, each);
            let count = put_parts(shape, each).count();
            return self.begin_parts(pe, parts, count, |core, now, part| {
                // SAFETY: as in `begin_puts`.
                let memory = unsafe { lent(from, part.start, part.bytes) };
                let op = part.put(shape, offset, Source::Owned(memory));
                core.engine.submit(now, pe, op, Tracking::Implicit);
                true
            });
        }
        if self.rows(pe, shape)?.are_copied {
            self.put_rows(pe, offset, from, shape)?;
            return Ok(Transfer::ENDED);
        }
        let block = |(here, there)| {
            let part = from.part(here, shape.block());
            (part.expect("inside the span"), offset + there)
        };
        self.begin_puts(pe, shape.each().map(block), shape.blocks())
    }

    /// Begins what [`LaneContext::get_shape`] does. Puts that begin before the wait for the transfer may
    /// take effect before it.
    ///
    /// # Safety
    /// The bytes of the blocks at `into` must be valid for writes until a wait for the transfer has
    /// returned, and no reference to them may exist until then.
    pub unsafe fn begin_get_shape(
        self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        shape: &Shape,
    ) -> Result<Transfer, Error> {
        if self.world.near(pe).is_some() || shape.blocks() == 0 {
            // SAFETY: the caller's promise.
            unsafe { self.get_shape(pe, offset, into, shape)? };
            return Ok(Transfer::ENDED);
        }
        if shape.overlaps_here() {
            // SAFETY: the caller's promise.
            unsafe { self.get_shape(pe, offset, into, shape)? };
            return Ok(Transfer::ENDED);
        }
        self.world.check(pe, offset, shape.span_there())?;
        // SAFETY: the caller's promise. Only bytes of blocks are written through the view.
        let into = unsafe { view(into, shape.span_here()) };
        for (here, _) in shape.each() {
            let part = into.part(here, shape.block()).expect("inside the span");
            self.check_lent(part, Local::Target)?;
        }
        let gets = self.gets(pe, shape)?;
        // SAFETY: as in `begin_gets`.
        let ops = unsafe { gets.ops(offset, into) };
        self.begin_parts(pe, ops, gets.count(), |core, now, op| {
            core.engine.submit(now, pe, op, Tracking::Implicit);
            true
        })
    }

    /// Begins what [`LaneContext::put_pieces`] does. The list itself may be reused at once.
    ///
    /// # Safety
    /// The contract of [`LaneContext::begin_put_shape`] applies to the bytes of each piece.
    pub unsafe fn begin_put_pieces(self, pe: u32, pieces: &[Piece]) -> Result<Transfer, Error> {
        if self.world.near(pe).is_some() {
            // SAFETY: the caller's promise.
            unsafe { self.put_pieces(pe, pieces)? };
            return Ok(Transfer::ENDED);
        }
        self.check_pieces(pe, pieces)?;
        let parts = pieces.iter().map(|piece| (mine(piece), piece.there));
        self.begin_puts(pe, parts, pieces.len())
    }

    /// Begins what [`LaneContext::get_pieces`] does. The list itself may be reused at once. Puts that
    /// begin before the wait for the transfer may take effect before it.
    ///
    /// # Safety
    /// The contract of [`LaneContext::begin_get_shape`] applies to the bytes of each piece.
    pub unsafe fn begin_get_pieces(self, pe: u32, pieces: &[Piece]) -> Result<Transfer, Error> {
        if self.world.near(pe).is_some() {
            // SAFETY: the caller's promise.
            unsafe { self.get_pieces(pe, pieces)? };
            return Ok(Transfer::ENDED);
        }
        if overlap(pieces) {
            // SAFETY: the caller's promise.
            unsafe { self.get_pieces(pe, pieces)? };
            return Ok(Transfer::ENDED);
        }
        self.check_pieces(pe, pieces)?;
        let parts = pieces.iter().map(|piece| (mine(piece), piece.there));
        self.begin_gets(pe, parts, pieces.len())
    }

    /// Waits until the sources of a transfer may be reused, and the bytes of a get are here. Puts
    /// may not be complete at their targets: [`LaneContext::quiet_toward`] waits for that.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "as the waits for other handles"
    )]
    pub fn wait_transfer(self, transfer: &Transfer) -> Result<(), Error> {
        if transfer.has_ended_at_once() {
            return Ok(());
        }
        self.wait_locally("a transfer", |core| {
            let (mark, pe) = (transfer.mark(), transfer.pe());
            core.engine.is_done_before_toward(mark, &[pe])
        })
    }

    /// Whether [`LaneContext::wait_transfer`] would return at once. Each call makes progress.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "as the waits for other handles"
    )]
    pub fn test_transfer(self, transfer: &Transfer) -> Result<bool, Error> {
        let Some(network) = self.opened().filter(|_| !transfer.has_ended_at_once()) else {
            return Ok(true);
        };
        let (mark, pe) = (transfer.mark(), transfer.pe());
        let (has_ended, failure) = network.enter(|core, now| {
            let has_ended = core.engine.is_done_before_toward(mark, &[pe]) || {
                core.poll(now);
                core.engine.is_done_before_toward(mark, &[pe])
            };
            (has_ended, take_failure(core, has_ended))
        });
        if has_ended {
            order::after_get();
        } else {
            self.world.continue_background();
            self.world.polled_in_vain();
        }
        self.world
            .network_result(failure.map_or(Ok(has_ended), Err))
    }

    /// Waits for all transfers that were begun, or for those toward `pe`, as
    /// [`LaneContext::wait_transfer`] does.
    pub fn wait_local(self, pe: Option<u32>) -> Result<(), Error> {
        if let Some(pe) = pe {
            self.world.check_rank(pe)?;
        }
        let mut begun = None;
        self.wait_locally("transfers", |core| {
            let mark = *begun.get_or_insert(core.lent);
            match pe {
                None => core.engine.is_done_before(mark),
                Some(pe) => core.engine.is_done_before_toward(mark, &[pe]),
            }
        })
    }

    fn wait_locally(
        self,
        what: &'static str,
        mut has_ended: impl FnMut(&Core) -> bool,
    ) -> Result<(), Error> {
        let Some(network) = self.opened() else {
            return Ok(());
        };
        let mut failure = None;
        self.wait_for_packets(what, |_| {
            network.enter(|core, now| {
                let is_done = has_ended(core) || {
                    core.poll(now);
                    has_ended(core)
                };
                failure = take_failure(core, is_done);
                is_done
            })
        });
        order::after_get();
        self.world.network_result(failure.map_or(Ok(()), Err))
    }

    /// Begins puts toward another node.
    fn begin_puts<'v>(
        self,
        pe: u32,
        parts: impl Iterator<Item = (View<'v>, usize)> + Clone,
        count: usize,
    ) -> Result<Transfer, Error> {
        for (part, _) in parts.clone() {
            self.check_lent(part, Local::Source)?;
        }
        let parts = parts.filter(|(part, _)| !part.is_empty());
        self.begin_parts(pe, parts, count, |core, now, (from, offset)| {
            if from.len() <= LISTED_MAX {
                with_copy(from, |bytes| {
                    begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
                });
                return false;
            }
            for (at, len) in chunks(from.len()) {
                // SAFETY: by the callers' contract the bytes are valid until a wait has returned, and
                // waits return after the operation has ended. The device only reads the source of a
                // put.
                let source = Source::Owned(unsafe { lent(from, at, len) });
                let offset = (offset + at) as u64;
                let op = Op::Put { source, offset };
                core.engine.submit(now, pe, op, Tracking::Implicit);
            }
            true
        })
    }

    /// Begins gets from another node.
    fn begin_gets<'v>(
        self,
        pe: u32,
        parts: impl Iterator<Item = (View<'v>, usize)> + Clone,
        count: usize,
    ) -> Result<Transfer, Error> {
        for (part, _) in parts.clone() {
            self.check_lent(part, Local::Target)?;
        }
        let parts = parts.filter(|(part, _)| !part.is_empty());
        self.begin_parts(pe, parts, count, |core, now, (into, offset)| {
            for (at, len) in chunks(into.len()) {
                // SAFETY: by the callers' contract the bytes belong to the device until a wait has
                // returned, and waits return after the operation has ended.
                let into = Target::Owned(unsafe { lent(into, at, len) });
                let offset = (offset + at) as u64;
                let op = Op::Get { into, offset };
                core.engine.submit(now, pe, op, Tracking::Implicit);
            }
            true
        })
    }

    /// Begins the operations of `count` parts in batches. `begin` begins the operations of a part,
    /// and returns whether they use the caller's memory. Waits while too many are under way.
    fn begin_parts<P>(
        self,
        pe: u32,
        mut parts: impl Iterator<Item = P>,
        count: usize,
        mut begin: impl FnMut(&mut Core, Time, P) -> bool,
    ) -> Result<Transfer, Error> {
        let most = self.under_way_max(count);
        let (mut mark, mut first) = (0, None);
        for left in (0..count).step_by(BATCH).map(|at| count - at) {
            let leaving = if left > BATCH {
                Leaving::InBatches
            } else {
                Leaving::Promptly(BATCH)
            };
            let is_over = self.post(pe, leaving, |core, now| {
                let first = *first.get_or_insert_with(|| core.engine.count(pe).begun);
                let mut is_lent = false;
                for part in parts.by_ref().take(BATCH) {
                    is_lent |= begin(core, now, part);
                }
                if is_lent {
                    mark = core.engine.submitted();
                    core.lent = mark;
                }
                under_way(core, pe, first) > most
            })?;
            if is_over {
                self.await_some(pe, first.unwrap_or_default(), most / 2)?;
            }
        }
        Ok(if mark == 0 {
            Transfer::ENDED
        } else {
            Transfer::new(pe, mark)
        })
    }

    /// Waits until at most `most` operations of a call toward `pe` are under way. The call's
    /// operations are those from number `first` on.
    #[cold]
    fn await_some(self, pe: u32, first: u32, most: u32) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        self.wait_for_packets("room for another block of a transfer", |_| {
            network.enter(|core, now| {
                core.poll(now);
                under_way(core, pe, first) <= most
            })
        });
        Ok(())
    }

    /// The most operations of a call of `parts` blocks that are under way at a time.
    pub(crate) fn under_way_max(self, parts: usize) -> u32 {
        self.world.settings().under_way + parts.max(1).ilog2()
    }
}

/// How many operations of a call toward `pe` are under way. The call's operations are those from
/// number `first` on. Operations end in about the order in which they began.
fn under_way(core: &Core, pe: u32, first: u32) -> u32 {
    let count = core.engine.count(pe);
    count.under_way().min(count.begun.wrapping_sub(first))
}

/// The failure of an operation, once those that are waited for have ended.
fn take_failure(core: &mut Core, has_ended: bool) -> Option<EngineError> {
    has_ended.then(|| core.take_failure()).flatten()
}
