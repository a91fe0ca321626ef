//! Locks at the members of a window, shared or exclusive, taken in the order of asking.
//!
//! ```text
//!   word    bits 0–30 shared locks │ 31 the exclusive lock │ 32–63 the rank + 1 of who waits first
//!   queue   who waits: the first one stands in the word, too
//! ```
//!
//! A lock that is free is taken by one atomic of the word. Who finds it taken enters the queue ([`World::enter_queue`]). Whoever
//! is first there writes its rank into the word. From then on nobody takes the lock by one atomic, so that the first one comes to
//! its turn, and the last one that gives the lock back tells it: a word of its control words changes. All waits are for words
//! of the own memory.
//!
//! [`World::enter_queue`]: farreach_runtime::World::enter_queue

use std::sync::atomic::Ordering;

use farreach_runtime::{AtomicOp, AtomicWidth, Queue};

use super::{TOLD, Window};
use crate::error::Result;

/// The exclusive lock. Below are the shared ones.
const EXCLUSIVE: u64 = 1 << 31;
/// Where the first that waits stands.
const FIRST: u32 = 32;
/// The offset of the queue's tail in a lock.
const QUEUE: usize = 8;

/// How a target is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// Others may lock it in the same way.
    Shared,
    /// Nobody else has it.
    Exclusive,
}

impl LockKind {
    /// What stands in the word of a lock that is held so.
    fn held(self) -> u64 {
        match self {
            LockKind::Shared => 1,
            LockKind::Exclusive => EXCLUSIVE,
        }
    }

    /// Whether a lock in whose word this stands can be taken so. Who waits does not count.
    fn fits(self, word: u64) -> bool {
        let held = word & ((1 << FIRST) - 1);
        held == 0 || self == LockKind::Shared && held & EXCLUSIVE == 0
    }
}

impl Window {
    /// Takes the lock whose word is at the control word `at` of a member.
    pub(super) fn acquire(&self, target: u32, at: usize, kind: LockKind) -> Result<()> {
        let op = match kind {
            LockKind::Exclusive => AtomicOp::CompareSwap {
                compare: 0,
                swap: EXCLUSIVE,
            },
            LockKind::Shared => AtomicOp::Add(1),
        };
        let word = self.control(target, at, op)?;
        if word >> FIRST == 0 && kind.fits(word) {
            return Ok(());
        }
        if kind == LockKind::Shared {
            self.release(target, at, kind)?;
        }
        self.acquire_in_order(target, at, kind)
    }

    #[cold]
    fn acquire_in_order(&self, target: u32, at: usize, kind: LockKind) -> Result<()> {
        let member = self.member(target);
        let queue: Queue = (member.rank, member.control + at + QUEUE);
        let wait = |ready: &mut dyn FnMut() -> bool| self.mpi.wait("the lock of a window", ready);
        let place = self.world().enter_queue(queue, wait)?;
        let taken = self.acquire_first(target, at, kind);
        self.world().leave_queue(queue, place, wait)?;
        taken
    }

    /// Takes a lock as the first one of its queue.
    fn acquire_first(&self, target: u32, at: usize, kind: LockKind) -> Result<()> {
        let own = self.member(self.comm.rank());
        let told = self.world().own_word(own.control + TOLD)?;
        let first = u64::from(self.comm.rank() + 1) << FIRST;
        let mut seen = told.load(Ordering::Acquire);
        let mut word = self.control(target, at, AtomicOp::Add(first))? + first;
        loop {
            if kind.fits(word) {
                let swap = AtomicOp::CompareSwap {
                    compare: word,
                    swap: word - first + kind.held(),
                };
                let now = self.control(target, at, swap)?;
                if now == word {
                    return Ok(());
                }
                word = now;
                continue;
            }
            let is_told = || told.load(Ordering::Acquire) != seen;
            if !is_told() {
                self.mpi.wait("the lock of a window", is_told);
            }
            seen = told.load(Ordering::Acquire);
            word = self.control(target, at, AtomicOp::Add(0))?;
        }
    }

    /// Gives a lock back.
    pub(super) fn release(&self, target: u32, at: usize, kind: LockKind) -> Result<()> {
        let held = kind.held();
        let word = self.control(target, at, AtomicOp::Add(held.wrapping_neg()))? - held;
        let first = (word >> FIRST) as u32;
        // The last of the shared ones tells it. One that leaves while the lock is exclusive held none.
        let is_free = kind == LockKind::Exclusive || LockKind::Exclusive.fits(word);
        if first == 0 || !is_free {
            return Ok(());
        }
        let waits = self.member(first - 1);
        let told = waits.control + TOLD;
        Ok(self
            .world()
            .tell_word(waits.rank, told, || AtomicOp::Add(1))?)
    }

    /// Changes a control word of a member. Returns what it was.
    fn control(&self, target: u32, word: usize, op: AtomicOp) -> Result<u64> {
        let member = self.member(target);
        let at = member.control + word;
        let direct = self.world().direct();
        Ok(direct.atomic(member.rank, at, AtomicWidth::W64, || op)?)
    }
}
