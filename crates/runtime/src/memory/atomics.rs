//! Atomic operations on words of segments.
//!
//! Remote atomics are the CPU's atomic instructions on the target's memory. They are therefore
//! atomic with respect to those of processes on the target's node.

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
        if let Some(near) = self.world.near(pe) {
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
        if let Some(near) = self.world.near(pe) {
            return self.atomic_near(near, pe, offset, width, op()).map(drop);
        }
        self.atomic_nbi_far(pe, offset, width, op())
    }

    #[cold]
    fn atomic_far(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, Error> {
        self.world.check_aligned(pe, offset, width)?;
        let op = Op::Atomic {
            width,
            op,
            offset: offset as u64,
        };
        self.blocking(pe, offset, width.bytes(), op)
    }

    #[cold]
    fn atomic_nbi_far(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<(), Error> {
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
