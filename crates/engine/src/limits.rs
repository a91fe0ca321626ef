//! The limits on connections, and the choice of the connections that make room for others.
//!
//! The least recently used connection without operations under way ends first, but only after it
//! was unused for `keep`. If all connections are in use for `PATIENCE` times as long, the least
//! recently used one ends all the same. Its operations wait, and use the next connection to the
//! same peer.
//!
//! If a set-up gets no queue pair within twenty times `keep`, at least 50 ms (`WAIT_MIN`),
//! datagrams replace the connection.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{Rank, Refusal};
use farreach_verbs::Time;
use rand_pcg::rand_core::Rng;

use crate::fraction::fraction;
use crate::{Directory, Fabric};

/// How often `keep` has to pass, while set-ups wait, before a connection in use makes room.
const PATIENCE: u32 = 10;
/// The least time that set-ups wait for a queue pair.
const WAIT_MIN: Duration = Duration::from_millis(50);
/// How long creations that no limit of ours forbids are tried again, before a connection makes
/// room.
const DOUBT: Duration = Duration::from_millis(5);
/// The least time between two searches for connections that can make room.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// The limits of this process, and their use.
pub(crate) struct Limits {
    /// The most queue pairs of this process, and of its node.
    own: Option<u32>,
    node: Option<u32>,
    /// The least time that a connection is kept before it makes room for another.
    keep: Duration,
    /// The fraction of creations that fail, as an injected cost.
    refused: f64,
    /// Whether connections may have to make room. Only then their last uses are recorded.
    is_limited: bool,
    /// Queue pairs per connection, as limits count them.
    each: u32,
    /// Whether the last refusal was due to a limit.
    is_full: bool,
    /// Since when a set-up has waited for a queue pair.
    short_since: Option<Time>,
    /// When to search again for a connection that can make room.
    look_at: Option<Time>,
    /// Queue pairs of connections now, and the maximum so far.
    queue_pairs: usize,
    most: usize,
}

/// A connection that may make room.
pub(crate) struct Candidate {
    pub(crate) peer: Rank,
    pub(crate) last_used: Time,
    /// Whether operations wait for the connection or are posted on it.
    pub(crate) is_busy: bool,
}

/// How long set-ups wait for a queue pair until datagrams replace the connection.
pub(crate) fn room_within(fabric: &Fabric) -> Duration {
    (fabric.keep * (2 * PATIENCE)).max(WAIT_MIN)
}

impl Limits {
    pub(crate) fn new(fabric: &Fabric) -> Self {
        Limits {
            own: fabric.qps,
            node: fabric.node_qps,
            keep: fabric.keep,
            refused: fabric.costs.refused,
            is_limited: fabric.is_limited(),
            each: fabric.reach.queue_pairs(),
            is_full: false,
            short_since: None,
            look_at: None,
            queue_pairs: 0,
            most: 0,
        }
    }

    /// Whether connections may have to make room. Only then their last uses are recorded.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Queue pairs of connections now, and the maximum so far.
    pub(crate) fn queue_pairs(&self) -> (usize, usize) {
        (self.queue_pairs, self.most)
    }

    /// When to search again for a connection that can make room.
    #[inline]
    pub(crate) fn look_at(&self) -> Option<Time> {
        self.look_at
    }

    /// Makes the next [`Limits::must_look`] search without delay.
    pub(crate) fn look_now(&mut self) {
        self.look_at = None;
    }

    /// Claims the queue pairs of a connection from the limits of the process and the node.
    pub(crate) fn claim(
        &mut self,
        is_lane: bool,
        directory: &impl Directory,
        random: &mut impl Rng,
    ) -> Result<(), Refusal> {
        let (each, in_use) = (self.each(is_lane), self.queue_pairs as u32);
        self.is_full = true;
        if let Some(limit) = self.own
            && in_use + each > limit
        {
            return Err(Refusal::QueuePairs { limit });
        }
        if let Some(limit) = self.node
            && !directory.claim_queue_pairs(each, limit)
        {
            return Err(Refusal::QueuePairs { limit });
        }
        self.is_full = false;
        if self.refused > 0.0 && fraction(random) < self.refused {
            self.give_back(is_lane, directory);
            return Err(Refusal::QueuePairs { limit: in_use });
        }
        Ok(())
    }

    /// Returns the queue pairs of a connection.
    pub(crate) fn give_back(&self, is_lane: bool, directory: &impl Directory) {
        if self.node.is_some() {
            directory.return_queue_pairs(self.each(is_lane));
        }
    }

    /// Returns all queue pairs.
    pub(crate) fn give_back_all(&self, directory: &impl Directory) {
        if self.node.is_some() {
            directory.return_queue_pairs(self.queue_pairs as u32);
        }
    }

    /// The number of queue pairs of a connection, as limits count them.
    fn each(&self, is_lane: bool) -> u32 {
        if is_lane { 1 } else { self.each }
    }

    /// Counts the `count` new queue pairs of a connection.
    pub(crate) fn made(&mut self, count: usize) {
        self.queue_pairs += count;
        self.most = self.most.max(self.queue_pairs);
    }

    /// Counts the `count` destroyed queue pairs of a connection.
    pub(crate) fn gone(&mut self, count: usize) {
        self.queue_pairs -= count;
    }

    /// Whether a connection that was last used at `last_used` must still be kept.
    pub(crate) fn is_recent(&self, now: Time, last_used: Time) -> bool {
        self.is_limited && now.since(last_used) < self.keep
    }

    /// Whether to search for connections that can make room. `short` is the number of set-ups that
    /// wait for queue pairs.
    pub(crate) fn must_look(&mut self, now: Time, short: usize) -> bool {
        if short == 0 {
            (self.short_since, self.look_at) = (None, None);
            return false;
        }
        if self.look_at.is_some_and(|at| at > now) {
            return false;
        }
        let since = *self.short_since.get_or_insert(now);
        if !self.is_full && now.since(since) < DOUBT {
            self.look_at = Some(since + DOUBT);
            return false;
        }
        true
    }

    /// Chooses the connections that make room for `short` set-ups. If there are not enough,
    /// [`Limits::look_at`] gives the time of the next search.
    pub(crate) fn choose(
        &mut self,
        now: Time,
        short: usize,
        candidates: impl Iterator<Item = Candidate>,
        random: &mut impl Rng,
    ) -> Vec<Rank> {
        let (keep, since) = (self.keep, self.short_since.unwrap_or(now));
        let is_urgent = now.since(since) >= (keep * PATIENCE).max(LOOK_AGAIN);
        let may_end = |one: &Candidate| {
            let is_unused = now.since(one.last_used) >= keep && !one.is_busy;
            is_unused || is_urgent
        };
        let mut victims: Vec<(Time, Rank)> = candidates
            .filter(may_end)
            .map(|one| (one.last_used, one.peer))
            .collect();
        victims.sort_unstable();
        victims.truncate(short);
        self.look_at = (victims.len() < short).then(|| {
            // A random delay keeps waiting processes from searching at the same time.
            let half = (keep / 2).max(LOOK_AGAIN);
            let spread = half.mul_f64(fraction(random));
            now + half + spread
        });
        victims.into_iter().map(|(_, peer)| peer).collect()
    }
}

#[cfg(test)]
mod tests;
