//! Connections make room for others where there may be only so many: which one ends, and what becomes of what waits for it.
//!
//! The least recently used of those that nothing is under way on ends, not before it was unused for as long as the settings say.
//! Where all are in use, the least recently used ends after a while all the same: its operations wait, and go on over the
//! next connection to the same peer.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{Rank, Refusal};
use farreach_verbs::{Device, QpNumber, Time};
use rand::RngExt;

use super::Engine;
use crate::peer::Connection;
use crate::planted::Bug;
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
pub(super) struct Room {
    /// Whether connections may have to make room, so that their use has to be known.
    is_limited: bool,
    /// Queue pairs of a connection, as limits count them.
    each: u32,
    /// The last refusal was because of a limit.
    is_full: bool,
    /// Since when some set-up waits for room.
    short_since: Option<Time>,
    /// When to look again for a connection that can make room.
    pub(super) look_at: Option<Time>,
}

/// How long set-ups wait for a queue pair that nobody makes room for, until operations go on without a connection.
pub(super) fn room_within(fabric: &Fabric) -> Duration {
    (fabric.keep * (2 * PATIENCE)).max(WAIT_MIN)
}

impl Room {
    pub(super) fn new(fabric: &Fabric) -> Self {
        let is_msrq = fabric.reach == Reach::RcMsrq;
        Room {
            is_limited: fabric.is_limited(),
            // The two of an XRC connection count as one.
            each: if is_msrq { CLASSES as u32 } else { 1 },
            is_full: false,
            short_since: None,
            look_at: None,
        }
    }
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Something was posted to `peer`.
    #[inline]
    pub(super) fn used(&mut self, peer: Rank) {
        if self.room.is_limited {
            let (gateway, now) = (self.gateway(peer), self.now);
            if let Some(state) = self.peers.get_mut(&gateway) {
                state.last_used = now;
            }
        }
    }

    /// Takes the queue pairs of a connection from what there may be.
    pub(super) fn claim_queue_pairs(&mut self, peer: Rank) -> Result<(), Refusal> {
        let each = self.queue_pairs_to(peer);
        let in_use = self.stats.queue_pairs as u32;
        let fabric = &self.config.fabric;
        let refused = fabric.costs.refused;
        self.room.is_full = true;
        if let Some(limit) = fabric.qps
            && in_use + each > limit
        {
            return Err(Refusal::QueuePairs { limit });
        }
        if let Some(limit) = fabric.node_qps
            && !self.directory.claim_queue_pairs(each, limit)
        {
            return Err(Refusal::QueuePairs { limit });
        }
        self.room.is_full = false;
        if refused > 0.0 && self.random.random_bool(refused.min(1.0)) {
            self.return_queue_pairs(peer);
            return Err(Refusal::QueuePairs { limit: in_use });
        }
        Ok(())
    }

    /// Queue pairs of a connection with `peer`, as limits count them.
    fn queue_pairs_to(&self, peer: Rank) -> u32 {
        if self.is_lane(peer) {
            1
        } else {
            self.room.each
        }
    }

    /// Gives back the queue pairs of a connection.
    pub(super) fn return_queue_pairs(&mut self, peer: Rank) {
        if self.config.fabric.node_qps.is_some() {
            self.directory.return_queue_pairs(self.queue_pairs_to(peer));
        }
    }

    /// Asks connections to end if others need their room, or says when to look again.
    pub(super) fn make_room(&mut self) {
        let short = self.manager.short_of();
        if short == 0 {
            (self.room.short_since, self.room.look_at) = (None, None);
            return;
        }
        if self.room.look_at.is_some_and(|at| at > self.now) {
            return;
        }
        let keep = self.config.fabric.keep;
        let since = *self.room.short_since.get_or_insert(self.now);
        if !self.room.is_full && self.now.since(since) < DOUBT {
            self.room.look_at = Some(since + DOUBT);
            return;
        }
        let is_urgent = self.now.since(since) >= (keep * PATIENCE).max(LOOK_AGAIN);
        let busy = self.busy();
        let mut victims: Vec<(Time, Rank)> = self
            .peers
            .iter()
            .filter(|(_, state)| matches!(state.connection, Connection::Up(..)) && !state.asked)
            .filter(|&(rank, state)| {
                let is_unused = self.now.since(state.last_used) >= keep && !busy.contains(rank);
                is_unused || is_urgent
            })
            .map(|(&rank, state)| (state.last_used, rank))
            .collect();
        victims.sort_unstable();
        victims.truncate(short);
        if victims.len() < short {
            // At another time than the others who wait.
            let half = (keep / 2).max(LOOK_AGAIN);
            let spread = self.random.random_range(0..half.as_nanos() as u64);
            self.room.look_at = Some(self.now + half + Duration::from_nanos(spread));
        } else {
            self.room.look_at = None;
        }
        for (_, peer) in victims {
            self.ask_to_end(peer);
        }
        self.take_actions();
    }

    /// Asks the peer to let the connection end, if it is up and was not asked.
    pub(super) fn ask_to_end(&mut self, peer: Rank) {
        if let Some(state) = self.peers.get_mut(&peer)
            && matches!(state.connection, Connection::Up(..))
            && !state.asked
        {
            state.asked = true;
            self.manager.disconnect(self.now, peer);
        }
    }

    /// The ends of the connections that something waits for or is posted on.
    fn busy(&self) -> BTreeSet<Rank> {
        let ops = self.ops.iter().map(|(_, entry)| entry);
        let waiting = ops.filter(|entry| entry.posted.is_none());
        let waiting = waiting.map(|entry| entry.peer);
        let waiting = waiting.chain(self.lists.peers_waiting());
        let waited_for = waiting.map(|peer| self.gateway(peer));
        let posted = self.posted_on();
        let used = self
            .peers
            .iter()
            .filter(|(_, state)| state.has_any(&posted));
        waited_for.chain(used.map(|(&rank, _)| rank)).collect()
    }

    /// The queue pairs that something is posted on. What a rank's operations go over may have changed since.
    fn posted_on(&self) -> BTreeSet<QpNumber> {
        let ops = self.ops.iter().filter_map(|(_, entry)| entry.posted);
        ops.chain(self.lists.posted().map(|(_, qp)| qp)).collect()
    }

    /// `peer` would like the connection to end.
    pub(super) fn asked(&mut self, peer: Rank) {
        let state = self.peers.get(&peer).expect("it is up");
        let is_recent =
            self.room.is_limited && self.now.since(state.last_used) < self.config.fabric.keep;
        if is_recent || self.busy().contains(&peer) {
            self.manager.decline(self.now, peer);
        } else {
            self.manager.agree(self.now, peer);
        }
    }

    /// `peer` would rather keep the connection: others come first now.
    pub(super) fn kept(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("it is up");
        state.last_used = self.now;
        state.asked = false;
        self.room.look_at = None;
    }

    /// The connection ends: nothing more is posted on it.
    pub(super) fn begin_draining(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("it is up");
        let Connection::Up(qp, _) = state.connection else {
            panic!("rank {peer} drains in state {:?}", state.connection);
        };
        state.connection = Connection::Draining(qp);
        self.stats.evictions += usize::from(state.asked);
        self.draining.insert(peer);
        self.end_drained();
    }

    /// Whether the connection to `peer` ends.
    pub(super) fn is_draining(&self, peer: Rank) -> bool {
        !self.draining.is_empty() && self.draining.contains(&self.gateway(peer))
    }

    /// Tells the manager of connections on which nothing is on its way any more.
    pub(super) fn end_drained(&mut self) {
        if self.draining.is_empty() {
            return;
        }
        let is_early = self.planted.is(Bug::EarlyDrain);
        let posted = self.posted_on();
        for peer in &self.draining {
            let state = self.peers.get(peer).expect("it was up");
            if is_early || !state.has_any(&posted) {
                self.manager.drained(self.now, *peer);
            }
        }
    }

    /// The connection has ended. What waited meanwhile goes on over another.
    pub(super) fn down(&mut self, gateway: Rank) {
        for peer in self.ranks_behind(gateway) {
            if self.has_pending(peer) {
                self.resume(peer);
            }
        }
        if self.preconnecting.contains(&gateway) {
            self.manager.connect(self.now, gateway);
        }
    }
}

impl<D: Device, L: Directory> Drop for Engine<D, L> {
    /// Leaves its queue pairs to the other processes of the node.
    fn drop(&mut self) {
        if self.config.fabric.node_qps.is_some() {
            let in_use = self.stats.queue_pairs as u32;
            self.directory.return_queue_pairs(in_use);
        }
    }
}
