//! The effect of arriving datagrams on a peer's associations.

use farreach_verbs::{Time, UdSource};

use super::key::{Ends, Key};
use super::peer::Peer;
use super::wire::{self, Head};
use super::{ASSOCIATION_WINDOW_MAX, AssociationEvent, Associations, Bug, Shared, token};

impl Associations {
    /// Handles a datagram that arrived, or the part of a payload that [`super::split_association`]
    /// returns. Drops and counts everything that is not from a process of this job for this
    /// process.
    pub fn handle_datagram(&mut self, now: Time, from: UdSource, bytes: &[u8]) {
        self.at(now);
        if self.take_datagram(from, bytes).is_none() {
            self.shared.counters.refused += 1;
        }
    }

    fn take_datagram(&mut self, from: UdSource, bytes: &[u8]) -> Option<()> {
        let (head, records) = Head::parse(bytes)?;
        let config = &self.shared.config;
        let is_directed = head.destination == config.rank
            && head.source < config.size
            && head.source != config.rank;
        if !is_directed {
            return None;
        }
        let known = self.peers.get(&head.source).and_then(|peer| peer.key_back);
        let key = known
            .filter(|(address, _)| *address == from.address)
            .map_or_else(|| self.key_back(from, &head), |(_, key)| key);
        if !wire::is_authentic(bytes, key) {
            return None;
        }
        let (entry, shared) = self.entry(head.source);
        if entry.session == 0 {
            entry.session = head.session;
        }
        if entry.session != head.session {
            return None;
        }
        entry.key_back = Some((from.address, key));
        entry.receive(&head, records, shared)
    }

    fn key_back(&self, from: UdSource, head: &Head) -> Key {
        let (_, to) = token(&self.shared.config.endpoint);
        self.shared.keys.key(&Ends {
            source: head.source,
            destination: head.destination,
            from: from.address,
            to,
        })
    }
}

impl Peer {
    /// Handles an authentic datagram. Returns `None` if its contents are impossible.
    fn receive(&mut self, head: &Head, records: &[u8], shared: &mut Shared) -> Option<()> {
        let sent = self.busy.as_ref().map_or(0, |busy| busy.sent as u64);
        let is_possible = head.executed <= self.acked + sent
            && u32::from(head.granted) <= 2 * ASSOCIATION_WINDOW_MAX
            && wire::are_records(records);
        if !is_possible {
            return None;
        }
        self.heard(shared);
        self.learn(head, shared);
        if head.floor > self.next {
            self.skip(head.floor, shared);
        }
        if head.sequence > 0 {
            self.take(head.sequence, records, shared);
        }
        self.owes_ack |= head.is_probe;
        if self.owes_ack {
            self.make_ready(shared);
        }
        self.settle(shared);
        Some(())
    }

    /// Handles the peer's acknowledgements and credits.
    fn learn(&mut self, head: &Head, shared: &mut Shared) {
        if head.executed < self.acked {
            return;
        }
        if head.executed > self.acked {
            self.acknowledge(head.executed, shared);
        }
        self.limit = self.limit.max(self.acked + u64::from(head.granted));
        if let Some(busy) = &mut self.busy {
            if head.received != 0 {
                busy.mark_arrived(head.received);
            }
            if busy.resends > 0 || busy.out.len() > busy.sent {
                self.make_ready(shared);
            }
        }
    }

    /// Handles that the peer has given up all numbers below `floor`.
    fn skip(&mut self, floor: u64, shared: &mut Shared) {
        let busy = self.busy(shared);
        let kept = busy.later.split_off(&floor);
        let dropped = core::mem::replace(&mut busy.later, kept).len();
        shared.held -= dropped;
        self.next = floor;
        self.take_later(shared);
        self.consume(shared);
        shared
            .events
            .push_back(AssociationEvent::Abandoned { peer: self.rank });
    }

    fn take(&mut self, number: u64, records: &[u8], shared: &mut Shared) {
        self.owes_ack = true;
        let is_early = shared.planted.is(Bug::OrderIgnored) && number > self.next;
        let is_late = number < self.next && !shared.planted.is(Bug::DuplicatesTaken);
        let next = self.next;
        let busy = self.busy(shared);
        if is_late || busy.later.contains_key(&number) {
            shared.counters.duplicates += 1;
            return;
        }
        if number > self.granted {
            shared.counters.ungranted += 1;
            return;
        }
        shared.counters.received += 1;
        shared.held += 1;
        let mut copy = shared.buffer();
        copy.extend_from_slice(records);
        let busy = self.busy(shared);
        if number > next && !is_early {
            busy.later.insert(number, copy);
            return;
        }
        busy.inbox.push_back((number.max(next), copy));
        self.next = self.next.max(number + 1);
        self.take_later(shared);
        shared.deliver.push_back(self.rank);
    }

    /// Moves early datagrams that are in order now to the inbox.
    fn take_later(&mut self, shared: &mut Shared) {
        let mut next = self.next;
        let busy = self.busy(shared);
        while let Some(records) = busy.later.remove(&next) {
            busy.inbox.push_back((next, records));
            next += 1;
        }
        if self.next != next {
            self.next = next;
            shared.deliver.push_back(self.rank);
        }
    }
}
