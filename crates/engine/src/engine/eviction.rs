//! Connections that end by agreement to make room for others: their posted requests and their
//! pending operations.

use alloc::collections::BTreeSet;

use farreach_connect::Rank;
use farreach_verbs::{Device, QpNumber};

use super::Engine;
use crate::Directory;
use crate::limits::Candidate;
use crate::peer::Connection;
use crate::planted::Bug;

impl<D: Device, L: Directory> Engine<D, L> {
    /// Asks connections to end if set-ups need their queue pairs, or schedules the next attempt.
    pub(super) fn make_room(&mut self) {
        let short = self.setups.look().short_of();
        if !self.limits.must_look(self.now, short) {
            return;
        }
        let busy = self.busy();
        let own = self.config.rank;
        let up = self.peers.iter();
        let up = up.filter(|&(&peer, state)| state.is_up() && !state.asked && peer != own);
        let candidates = up.map(|(&peer, state)| Candidate {
            peer,
            last_used: state.last_used,
            is_busy: busy.contains(&peer),
        });
        let victims = self
            .limits
            .choose(self.now, short, candidates, &mut self.random);
        for peer in victims {
            self.ask_to_end(peer);
        }
        self.take_actions();
    }

    /// Asks the peer to end the connection, if the connection is up and the peer was not asked
    /// before.
    pub(super) fn ask_to_end(&mut self, peer: Rank) {
        if let Some(state) = self.peers.get_mut(&peer)
            && state.is_up()
            && !state.asked
        {
            state.asked = true;
            self.setups.manager().disconnect(self.now, peer);
        }
    }

    /// The gateways whose connections have pending or posted operations.
    fn busy(&self) -> BTreeSet<Rank> {
        let waiting = self.operations.peers_waiting();
        let waited_for = waiting.map(|peer| self.gateway(peer));
        let posted: BTreeSet<QpNumber> = self.operations.queue_pairs().collect();
        let used = self.peers.iter();
        let used = used.filter(|(_, state)| state.has_any(&posted));
        waited_for.chain(used.map(|(&rank, _)| rank)).collect()
    }

    /// Handles a request of `peer` to end the connection.
    pub(super) fn asked(&mut self, peer: Rank) {
        let last_used = self.peers.get(&peer).expect("it is up").last_used;
        let is_recent = self.limits.is_recent(self.now, last_used);
        let is_kept = is_recent || self.busy().contains(&peer);
        let manager = self.setups.manager();
        if is_kept {
            manager.decline(self.now, peer);
        } else {
            manager.agree(self.now, peer);
        }
    }

    /// Handles the refusal of `peer` to end the connection. Other connections are asked before this
    /// one.
    pub(super) fn kept(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("it is up");
        state.last_used = self.now;
        state.asked = false;
        self.limits.look_now();
    }

    /// Begins to drain the connection: no further request is posted on it.
    pub(super) fn begin_draining(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("it is up");
        let Connection::Up(qp, _) = state.connection else {
            panic!("rank {peer} drains in state {:?}", state.connection);
        };
        state.connection = Connection::Draining(qp);
        self.stats.evictions += usize::from(state.asked);
        self.setups.drain(peer);
        self.end_drained();
    }

    /// Whether the connection to `peer` is draining.
    pub(super) fn is_draining(&self, peer: Rank) -> bool {
        self.setups.is_any_draining() && self.setups.is_draining(self.gateway(peer))
    }

    /// Reports drained connections to the connection manager.
    pub(super) fn end_drained(&mut self) {
        if self.setups.is_any_draining() {
            let is_early = self.planted.is(Bug::EarlyDrain);
            let posted = self.operations.queue_pairs().collect();
            let peers = &self.peers;
            let is_drained = |peer| is_early || !peers[&peer].has_any(&posted);
            self.setups.end_drained(self.now, is_drained);
        }
    }

    /// Handles the end of a connection. Operations that waited meanwhile use the next connection. Those that wait for datagrams, such as
    /// the answer with a key, want a connection when these have ended: until then they would only take the peer's queue pair again.
    pub(super) fn down(&mut self, gateway: Rank) {
        for peer in self.ranks_behind(gateway) {
            if self.has_pending(peer) && !self.unconnected.awaits(peer) {
                self.resume(peer);
            }
        }
        if self.setups.is_preconnecting(gateway) {
            self.setups.want(self.now, gateway);
        }
    }
}

impl<D: Device, L: Directory> Drop for Engine<D, L> {
    /// Returns the queue pairs to the other processes of the node.
    fn drop(&mut self) {
        self.limits.give_back_all(&self.directory);
    }
}
