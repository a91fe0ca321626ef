//! The programs' traffic over connections. Operations arrive once each, or fail with the
//! connection. Connections make room for others.

use std::collections::BTreeSet;

use farreach_connect::Rank;

use crate::node::{GIVE_UP, address};
use crate::world::{Event, World};

/// How often `keep` has to pass, while queue pairs are lacking, before a connection in use makes
/// room.
const PATIENCE: u32 = 10;
/// How often a process may decline to end a connection. The next request ends it.
const DECLINES_MAX: u32 = 3;

impl World {
    /// Lets the program of `node` begin an operation toward `peer`.
    pub(crate) fn submit(&mut self, node: Rank, peer: Rank) {
        self.operations += 1;
        let (now, operation) = (self.now, self.operations);
        let us = self.nodes[node as usize].up.contains(&peer);
        let traffic = &mut self.node(node).traffic;
        traffic
            .pending
            .entry(peer)
            .or_default()
            .push_back(operation);
        if us && !traffic.draining.contains(&peer) {
            self.post_pending(node, peer);
        } else {
            self.node(node).connect(now, peer);
        }
    }

    pub(crate) fn is_up(&mut self, node: Rank, peer: Rank) {
        let qp = self.node(node).qp_of(peer).expect("checked before");
        self.remember(node, qp);
        let now = self.now;
        let traffic = &mut self.node(node).traffic;
        traffic.last_used.insert(peer, now);
        traffic.declined_peers.remove(&peer);
        self.post_pending(node, peer);
        for _ in 0..self.below(3) {
            let us = self.below(2000);
            self.at(us, Event::Data { node, peer });
        }
    }

    fn post_pending(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let sender = self.node(node).qp_of(peer).expect("it is up");
        let traffic = &mut self.node(node).traffic;
        let pending = traffic.pending.remove(&peer).unwrap_or_default();
        if pending.is_empty() {
            return;
        }
        traffic.last_used.insert(peer, now);
        traffic
            .outstanding
            .entry(peer)
            .or_default()
            .extend(&pending);
        for operation in pending {
            let us = 1 + self.below(self.hostility.latency);
            let (qp, to, from) = (sender.local.qp.0, peer, node);
            self.at(
                us,
                Event::Deliver {
                    to,
                    from,
                    qp,
                    operation,
                },
            );
        }
    }

    pub(crate) fn deliver(&mut self, to: Rank, from: Rank, qp: u32, operation: u64) {
        let sender = self.was_up(from, qp);
        if self.node(to).takes(address(from), &sender) != Some(from) {
            self.goes_nowhere(from, to, qp);
            return;
        }
        let node = self.node(to);
        *node.data.entry(from).or_default() += 1;
        let first = node.traffic.arrived.insert(operation);
        assert!(first, "{operation} arrived twice");
        if self.chance(self.hostility.heard) {
            self.node(to).manager.heard(from);
        }
        let us = 1 + self.below(self.hostility.latency);
        let (node, peer) = (from, to);
        self.at(
            us,
            Event::Acknowledge {
                node,
                peer,
                qp,
                operation,
            },
        );
    }

    /// Handles a request that nobody acknowledges.
    pub(crate) fn goes_nowhere(&mut self, node: Rank, peer: Rank, qp: u32) {
        let us = GIVE_UP.as_micros() as u64;
        self.at(us, Event::Break { node, peer, qp });
    }

    pub(crate) fn acknowledge(&mut self, node: Rank, peer: Rank, qp: u32, operation: u64) {
        let current = self.node(node).qp_of(peer);
        if current.is_none_or(|current| current.local.qp.0 != qp) {
            return;
        }
        let traffic = &mut self.node(node).traffic;
        let posted = traffic.outstanding.entry(peer).or_default();
        assert!(posted.remove(&operation), "{operation} ended twice");
        traffic.complete.insert(operation);
        if self.chance(self.hostility.heard) {
            self.node(node).manager.heard(peer);
        }
        self.is_drained(node, peer);
    }

    /// Tells the manager if everything that was posted is complete.
    pub(crate) fn is_drained(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let traffic = &self.node(node).traffic;
        let posted = traffic.outstanding.get(&peer);
        if traffic.draining.contains(&peer) && posted.is_none_or(BTreeSet::is_empty) {
            self.node(node).manager.drained(now, peer);
        }
    }

    pub(crate) fn asked(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let busy = !self.node(node).traffic.is_unused(peer, now);
        if busy || self.chance(self.hostility.decline) {
            let traffic = &mut self.node(node).traffic;
            traffic.declined += 1;
            let times = traffic.declined_peers.entry(peer).or_default();
            *times += 1;
            assert!(*times <= DECLINES_MAX, "asked again and again");
            self.node(node).manager.decline(now, peer);
        } else {
            self.node(node).manager.agree(now, peer);
        }
    }

    pub(crate) fn disconnect(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let node = self.node(node);
        if node.may_post(peer) {
            node.traffic.asking.insert(peer);
            node.manager.disconnect(now, peer);
        }
    }

    /// Ends connections for set-ups that wait for a queue pair, or schedules another search.
    /// Returns whether a connection was asked to end.
    pub(crate) fn make_room(&mut self, node: Rank) -> bool {
        let now = self.now;
        let this = self.node(node);
        let short = this.manager.short_of();
        if short == 0 {
            this.traffic.short_since = None;
            return false;
        }
        let since = *this.traffic.short_since.get_or_insert(now);
        let keep = this.traffic.keep;
        let urgent = now.since(since) >= keep * PATIENCE;
        let traffic = &this.traffic;
        let mut victims: Vec<_> = this
            .up
            .iter()
            .filter(|&peer| !traffic.asking.contains(peer) && !traffic.draining.contains(peer))
            .filter(|&&peer| urgent || traffic.is_unused(peer, now))
            .map(|&peer| (traffic.last_used.get(&peer).copied(), peer))
            .collect();
        victims.sort_unstable();
        victims.truncate(short);
        let found = victims.len();
        for &(_, peer) in &victims {
            self.disconnect(node, peer);
        }
        let traffic = &mut self.node(node).traffic;
        if found < short && !traffic.will_look {
            traffic.will_look = true;
            let most = keep.as_micros() as u64;
            let us = 1 + most / 2 + self.below(most);
            self.at(us, Event::MakeRoom { node });
        }
        found > 0
    }

    /// The number of operations that succeeded, and the number that failed.
    pub(crate) fn ended(&self) -> (usize, usize) {
        let traffic = || self.nodes.iter().map(|node| &node.traffic);
        let complete = traffic().map(|traffic| traffic.complete.len()).sum();
        let failed = traffic().map(|traffic| traffic.failed.len()).sum();
        (complete, failed)
    }
}
