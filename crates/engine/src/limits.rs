//! How many connections there may be, and which of them makes room for others.
//!
//! The least recently used of those that nothing is under way on ends, not before it was unused for as long as the settings say.
//! Where all are in use, the least recently used ends after a while all the same: its operations wait, and go on over the
//! next connection to the same peer.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{Rank, Refusal};
use farreach_verbs::Time;
use rand::{Rng, RngExt};

use crate::{CLASSES, Directory, Fabric, Reach};

/// For how many times the least life of a connection others wait before one in use makes room.
const PATIENCE: u32 = 10;
/// The least time that set-ups wait for a queue pair.
const WAIT_MIN: Duration = Duration::from_millis(50);
/// How long creations are tried again where no limit of ours is in the way, before a connection is given up for that.
const DOUBT: Duration = Duration::from_millis(5);
/// The least time between two looks for a connection that can make room.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Where this process is with its limits.
pub(crate) struct Limits {
    /// The most queue pairs of this process, and of its node.
    own: Option<u32>,
    node: Option<u32>,
    /// How long a connection is kept at least before it makes room for another.
    keep: Duration,
    /// The fraction of creations that are refused.
    refused: f64,
    /// Whether connections may have to make room, so that their use has to be known.
    is_limited: bool,
    /// Queue pairs of a connection, as limits count them.
    each: u32,
    /// The last refusal was because of a limit.
    is_full: bool,
    /// Since when some set-up waits for room.
    short_since: Option<Time>,
    /// When to look again for a connection that can make room.
    look_at: Option<Time>,
    /// Queue pairs of connections at this moment, and the most that there were at any time.
    queue_pairs: usize,
    most: usize,
}

/// A connection that could make room.
pub(crate) struct Candidate {
    pub(crate) peer: Rank,
    pub(crate) last_used: Time,
    /// Something waits for it, or is posted on it.
    pub(crate) is_busy: bool,
}

/// How long set-ups wait for a queue pair that nobody makes room for, until operations go on without a connection.
pub(crate) fn room_within(fabric: &Fabric) -> Duration {
    (fabric.keep * (2 * PATIENCE)).max(WAIT_MIN)
}

impl Limits {
    pub(crate) fn new(fabric: &Fabric) -> Self {
        let is_msrq = fabric.reach == Reach::RcMsrq;
        Limits {
            own: fabric.qps,
            node: fabric.node_qps,
            keep: fabric.keep,
            refused: fabric.costs.refused,
            is_limited: fabric.is_limited(),
            // The two of an XRC connection count as one.
            each: if is_msrq { CLASSES as u32 } else { 1 },
            is_full: false,
            short_since: None,
            look_at: None,
            queue_pairs: 0,
            most: 0,
        }
    }

    /// Whether connections may have to make room, so that their use has to be known.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Queue pairs of connections at this moment, and the most that there were at any time.
    pub(crate) fn queue_pairs(&self) -> (usize, usize) {
        (self.queue_pairs, self.most)
    }

    /// When to look again for a connection that can make room.
    #[inline]
    pub(crate) fn look_at(&self) -> Option<Time> {
        self.look_at
    }

    /// Looks again at once.
    pub(crate) fn look_now(&mut self) {
        self.look_at = None;
    }

    /// Takes the queue pairs of a connection, which may be one with a lane, from what there may be.
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
        if self.refused > 0.0 && random.random_bool(self.refused.min(1.0)) {
            self.give_back(is_lane, directory);
            return Err(Refusal::QueuePairs { limit: in_use });
        }
        Ok(())
    }

    /// Gives back the queue pairs of a connection.
    pub(crate) fn give_back(&self, is_lane: bool, directory: &impl Directory) {
        if self.node.is_some() {
            directory.return_queue_pairs(self.each(is_lane));
        }
    }

    /// Gives back all.
    pub(crate) fn give_back_all(&self, directory: &impl Directory) {
        if self.node.is_some() {
            directory.return_queue_pairs(self.queue_pairs as u32);
        }
    }

    /// Queue pairs of a connection, as limits count them.
    fn each(&self, is_lane: bool) -> u32 {
        if is_lane { 1 } else { self.each }
    }

    /// The `count` queue pairs of a connection were made.
    pub(crate) fn made(&mut self, count: usize) {
        self.queue_pairs += count;
        self.most = self.most.max(self.queue_pairs);
    }

    /// The `count` queue pairs of a connection are gone.
    pub(crate) fn gone(&mut self, count: usize) {
        self.queue_pairs -= count;
    }

    /// Whether a connection that was used at that time is to be kept for now.
    pub(crate) fn is_recent(&self, now: Time, last_used: Time) -> bool {
        self.is_limited && now.since(last_used) < self.keep
    }

    /// Whether to look for connections that can make room, for `short` set-ups that wait for queue pairs.
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

    /// The connections that are to make room for `short` set-ups. If there are not enough, [`Limits::look_at`] says when to look again.
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
            // At another time than the others who wait.
            let half = (keep / 2).max(LOOK_AGAIN);
            let spread = random.random_range(0..half.as_nanos() as u64);
            now + half + Duration::from_nanos(spread)
        });
        victims.into_iter().map(|(_, peer)| peer).collect()
    }
}

#[cfg(test)]
mod tests;
