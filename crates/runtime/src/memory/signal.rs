//! Signals: words by which a process learns that data has arrived.

use farreach_engine::Tracking;
use farreach_node::{Segment, order};
use farreach_verbs::{AtomicOp, AtomicWidth, Time};

use super::atomics::begin_atomic;
use super::posting::{Leaving, begin_put, begin_wake, begin_word};
use crate::Error;
use crate::progress::{Core, LaneContext};

/// How a signal changes its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalOp {
    /// The word is set to the value.
    Set,
    /// The value is added to the word, wrapping.
    Add,
}

/// An update of a 64-bit word of another process's segment. The other process waits for the update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The word's offset in the segment in bytes, a multiple of 8.
    pub offset: usize,
    /// How the word changes.
    pub op: SignalOp,
    /// The value that is set or added.
    pub value: u64,
}

impl LaneContext<'_> {
    /// Updates a word of `pe`'s segment atomically, and wakes `pe` if `pe` waits. The update is
    /// sent at once.
    #[inline]
    pub fn signal(self, pe: u32, signal: Signal) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            return self.signal_near(near, pe, signal);
        }
        self.signal_far(pe, signal)
    }

    #[cold]
    fn signal_far(self, pe: u32, signal: Signal) -> Result<(), Error> {
        self.check_signal(pe, signal)?;
        self.post(pe, Leaving::AtOnce, |core, now| {
            begin_signal(core, now, pe, signal);
        })
    }

    /// Copies `bytes` into `pe`'s segment, then updates a word of that segment. A process that sees
    /// the update sees the bytes.
    #[expect(
        clippy::inline_always,
        reason = "whether the process is of this node is known where it is called"
    )]
    #[inline(always)]
    pub fn put_and_signal(
        self,
        pe: u32,
        offset: usize,
        bytes: &[u8],
        signal: Signal,
    ) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self.put_and_signal_near(near, pe, offset, bytes, signal),
            None => self.put_and_signal_far(pe, offset, bytes, signal),
        }
    }

    #[expect(clippy::inline_always, reason = "as `put_and_signal`")]
    #[inline(always)]
    fn put_and_signal_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        bytes: &[u8],
        signal: Signal,
    ) -> Result<(), Error> {
        near.bytes
            .copy_in(offset, bytes)
            .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        self.signal_near(near, pe, signal)
    }

    #[inline(never)]
    fn put_and_signal_far(
        self,
        pe: u32,
        offset: usize,
        bytes: &[u8],
        signal: Signal,
    ) -> Result<(), Error> {
        self.check_signal(pe, signal)?;
        self.world.check(pe, offset, bytes.len())?;
        self.post(pe, Leaving::AtOnce, |core, now| {
            if !bytes.is_empty() {
                begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
            }
            begin_signal(core, now, pe, signal);
        })
    }

    /// Updates a word of a segment of this node. A process that sees the update sees all earlier
    /// stores.
    #[inline]
    pub(super) fn signal_near(
        self,
        near: Segment<'_>,
        pe: u32,
        signal: Signal,
    ) -> Result<(), Error> {
        let word = near.bytes.atomic_u64(signal.offset);
        let word = word.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        match signal.op {
            SignalOp::Set => order::announce(word, signal.value),
            SignalOp::Add if self.world.adapter_executes(AtomicWidth::W64) => {
                let add = AtomicOp::Add(signal.value);
                self.atomic_far(pe, signal.offset, AtomicWidth::W64, add)?;
            }
            SignalOp::Add => order::announce_more(word, signal.value),
        }
        near.ring();
        Ok(())
    }

    /// Begins to update a word of `pe`'s segment atomically. The update is sent together with other
    /// operations.
    #[cold]
    pub(crate) fn signal_nbi_far(self, pe: u32, signal: Signal) -> Result<(), Error> {
        match signal.op {
            SignalOp::Set => self.listed(pe, signal.offset, &signal.value.to_ne_bytes()),
            SignalOp::Add => self.post(pe, Leaving::InLists, |core, now| {
                begin_signal(core, now, pe, signal);
            }),
        }
    }

    /// Fails unless the signal is an aligned word inside `pe`'s segment.
    pub(crate) fn check_signal(self, pe: u32, signal: Signal) -> Result<(), Error> {
        self.world.check(pe, signal.offset, 8)?;
        self.world
            .check_aligned(pe, signal.offset, AtomicWidth::W64)
    }
}

/// Begins to update a word of another node's process. The update is executed after all operations
/// that were begun toward `pe` before.
pub(crate) fn begin_signal(core: &mut Core, now: Time, pe: u32, signal: Signal) {
    match signal.op {
        SignalOp::Set => {
            let word = (signal.offset, signal.value);
            begin_word(core, now, pe, word, Tracking::Implicit);
        }
        SignalOp::Add => {
            let add = (AtomicWidth::W64, AtomicOp::Add(signal.value));
            begin_atomic(core, now, pe, signal.offset as u64, add);
            begin_wake(core, now, pe, signal.offset);
        }
    }
}
