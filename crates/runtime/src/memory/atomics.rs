//! Atomic operations on words of segments.
//!
//! | executor (`FARREACH_ATOMICS`) | of a process of this node | of another one |
//! |---|---|---|
//! | an adapter whose atomics exclude those of processors, as the soft device has | an instruction | the adapter of the target |
//! | `owner` | an instruction | the processor of the target |
//! | `adapter` | the adapter of the target, also if that is this process | the adapter of the target |
//!
//! With `adapter`, operations that it lacks are made of its compare-and-swaps, and those on words of 32 bits, which it lacks altogether, are
//! the processors'. So are those on words of the internal area, which hold locks of accumulates. An atomic on a word of this node
//! has ended when its call returns, so that fences have nothing to wait for.

use farreach_engine::{Op, Tracking};
use farreach_node::Segment;
use farreach_verbs::{AtomicOp, AtomicWidth, MemoryError, Time};

use super::posting::Leaving;
use crate::progress::{Core, LaneContext};
use crate::{Error, World};

impl LaneContext<'_> {
    /// Updates a word of `pe`'s segment atomically by the operation that `op` returns. Returns the
    /// old word.
    #[expect(
        clippy::inline_always,
        reason = "callers pass a known operation, so that the call compiles to one instruction"
    )]
    #[inline(always)]
    pub fn atomic(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<u64, Error> {
        if let Some(near) = self.world.near_for_atomics(pe, width) {
            return self.atomic_near(near, pe, offset, width, op());
        }
        // `op` is called here, so that only this branch stores the operation in memory. An atomic
        // instruction waits for all stores before it.
        self.atomic_far(pe, offset, width, op())
    }

    #[expect(clippy::inline_always, reason = "as `atomic`")]
    #[inline(always)]
    pub(super) fn atomic_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, Error> {
        self.world.attend();
        match near.bytes.atomic(offset, width, op) {
            Ok(old) => {
                near.ring();
                Ok(old)
            }
            Err(error) => Err(Error::memory(self.world.rank(), pe, error)),
        }
    }

    /// Begins to update a word of `pe`'s segment atomically by the operation that `op` returns. The
    /// update has happened after the next [`LaneContext::quiet`].
    #[expect(clippy::inline_always, reason = "as `atomic`")]
    #[inline(always)]
    pub fn atomic_nbi(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<(), Error> {
        if let Some(near) = self.world.near_for_atomics(pe, width) {
            return self.atomic_near(near, pe, offset, width, op()).map(drop);
        }
        self.atomic_nbi_far(pe, offset, width, op())
    }

    #[cold]
    pub(super) fn atomic_far(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, Error> {
        if let Some(near) = self.world.near_by_processor(pe, offset) {
            return self.atomic_near(near, pe, offset, width, op);
        }
        self.world.check_aligned(pe, offset, width)?;
        let execute = |op| {
            let at = offset as u64;
            let op = Op::Atomic {
                width,
                op,
                offset: at,
            };
            self.blocking(pe, offset, width.bytes(), op)
        };
        let old = if self.world.lacks_atomic(offset, (width, op)) {
            let swap = |old| AtomicOp::CompareSwap {
                compare: old,
                swap: op.applied(old, width),
            };
            let mut old = execute(AtomicOp::Add(0))?;
            loop {
                let now = execute(swap(old))?;
                if now == old {
                    break old;
                }
                old = now;
            }
        } else {
            execute(op)?
        };
        self.ring_near(pe);
        Ok(old)
    }

    /// Wakes a process of this node that waits for a word which its adapter has changed.
    pub(super) fn ring_near(self, pe: u32) {
        if let Some(near) = self.world.near(pe) {
            near.ring();
        }
    }

    /// Whether an atomic that this process's processor does not execute has ended when its call returns.
    pub(super) fn ends_at_once(
        self,
        pe: u32,
        offset: usize,
        atomic: (AtomicWidth, AtomicOp),
    ) -> bool {
        self.world.is_near(pe) || self.world.lacks_atomic(offset, atomic)
    }

    #[cold]
    fn atomic_nbi_far(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<(), Error> {
        if self.ends_at_once(pe, offset, (width, op)) {
            return self.atomic_far(pe, offset, width, op).map(drop);
        }
        self.world.check_aligned(pe, offset, width)?;
        self.world.check(pe, offset, width.bytes())?;
        self.post(pe, Leaving::PromptlyInLists, |core, now| {
            begin_atomic(core, now, pe, offset as u64, (width, op));
        })
    }
}

impl World {
    /// Fails unless `offset` is a multiple of the word's width.
    pub(crate) fn check_aligned(
        &self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
    ) -> Result<(), Error> {
        let width = width.bytes();
        if offset.is_multiple_of(width) {
            return Ok(());
        }
        let error = MemoryError::Misaligned { offset, width };
        Err(Error::memory(self.rank(), pe, error))
    }
}

/// Begins an atomic whose old word is not wanted. If the device has lists, the atomic is sent
/// together with other operations.
pub(crate) fn begin_atomic(
    core: &mut Core,
    now: Time,
    pe: u32,
    offset: u64,
    (width, op): (AtomicWidth, AtomicOp),
) {
    let (engine, tracking) = (&mut core.engine, Tracking::Implicit);
    if !engine.atomic_listed(now, pe, offset, (width, op), tracking) {
        engine.submit(now, pe, Op::Atomic { width, op, offset }, tracking);
    }
}
