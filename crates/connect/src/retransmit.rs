//! Retransmission: delays and timers.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::{Rank, Retransmit};

impl Retransmit {
    /// The delay before retransmission number `step`, counted from 0. It is random between half of
    /// and all of the doubled first delay, so that peers that began together don't continue
    /// together.
    pub(crate) fn delay(self, step: u32, jitter: &mut Pcg32) -> Duration {
        let factor = 1u32.checked_shl(step).unwrap_or(u32::MAX);
        let whole = self.first.saturating_mul(factor).min(self.max);
        let half = whole / 2;
        let spread = u64::try_from(half.as_nanos()).unwrap_or(u64::MAX);
        half + Duration::from_nanos(jitter.next_u64() % spread.max(1))
    }
}

/// The retransmission state of one peer.
pub(crate) struct Pace {
    /// The number of retransmissions without progress.
    pub(crate) step: u32,
    pub(crate) retransmit_at: Time,
    /// When the peer was last heard of.
    pub(crate) heard_at: Time,
    /// The deadline in `Core::timers`.
    pub(crate) timer: Option<Time>,
}

impl Pace {
    pub(crate) fn new(now: Time) -> Self {
        Pace {
            step: 0,
            retransmit_at: now,
            heard_at: now,
            timer: None,
        }
    }

    /// Sets the timer for retransmission number `step`.
    pub(crate) fn set(&mut self, step: u32, now: Time, plan: Retransmit, jitter: &mut Pcg32) {
        self.step = step;
        self.retransmit_at = now + plan.delay(step, jitter);
    }
}

/// The deadlines, at most one for each rank, the earliest first.
#[derive(Default)]
pub(crate) struct Timers(BTreeSet<(Time, Rank)>);

impl Timers {
    /// Replaces the deadline `old` of `rank` by `new`.
    pub(crate) fn set(&mut self, rank: Rank, old: Option<Time>, new: Option<Time>) {
        if old != new {
            if let Some(at) = old {
                let was_there = self.0.remove(&(at, rank));
                assert!(was_there, "rank {rank} had no deadline at {at:?}");
            }
            self.0.extend(new.map(|at| (at, rank)));
        }
    }

    /// The earliest deadline.
    pub(crate) fn next(&self) -> Option<Time> {
        self.0.first().map(|&(at, _)| at)
    }

    /// The ranks whose deadline is not after `now`.
    pub(crate) fn due(&self, now: Time) -> Vec<Rank> {
        let due = self.0.range(..=(now, Rank::MAX));
        due.map(|&(_, rank)| rank).collect()
    }

    /// The number of deadlines.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests;
