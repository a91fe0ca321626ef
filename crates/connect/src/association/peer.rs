//! The associations with one peer, in both directions. `receive` handles arriving datagrams.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, Time, UdDestination};

use super::key::{Ends, Key};
use super::wire::{self, Head};
use super::{ABSENCE, AssociationEvent, Bug, FIRST_GRANT, SPARE, Shared, token};
use crate::{Rank, Reason};

/// The state of a peer. It is small, and never removed.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Peer {
    pub(super) rank: Rank,
    /// The key of outgoing datagrams, and the endpoint that it is for.
    key: Option<(u64, Key)>,
    /// The key of the peer's datagrams, and the adapter that they come from.
    pub(super) key_back: Option<(AdapterAddress, Key)>,
    /// The peer's session. Zero if unknown.
    pub(super) session: u64,
    /// All outgoing datagrams up to this number are executed or given up.
    pub(super) acked: u64,
    /// The highest number that may be sent.
    pub(super) limit: u64,
    records_sent: u64,
    pub(super) records_acked: u64,
    /// The number of the peer's next datagram in order.
    pub(super) next: u64,
    /// All datagrams of the peer up to this number are executed or given up.
    pub(super) consumed: u64,
    /// The highest number that the peer may send.
    pub(super) granted: u64,
    /// Whether the peer is in `Shared::ready`.
    pub(super) is_ready: bool,
    /// Whether the peer is owed an acknowledgement.
    pub(super) owes_ack: bool,
    /// Whether the peer's records stay queued.
    pub(super) is_held: bool,
    /// Whether answers of the peer are awaited.
    is_expecting: bool,
    /// Whether the peer is in `Shared::starved`.
    is_starved: bool,
    /// State that exists only while something is under way or held.
    pub(super) busy: Option<Box<Busy>>,
}

/// State that exists only while something is under way or held.
#[derive(Default)]
pub(super) struct Busy {
    /// Outgoing datagrams from number `acked + 1` on. Those that were sent come first.
    pub(super) out: VecDeque<Outgoing>,
    /// How many of `out` were sent.
    pub(super) sent: usize,
    /// How many of the sent ones have not arrived, as far as is known.
    pub(super) under_way: usize,
    /// How many of the sent ones are to be sent again.
    pub(super) resends: usize,
    /// The congestion window: how many datagrams may be under way.
    pub(super) window: usize,
    /// The peer's datagrams in order, by number, and the position of the next record in the first.
    pub(super) inbox: VecDeque<(u64, Vec<u8>)>,
    cursor: usize,
    /// The peer's datagrams that arrived before earlier ones.
    pub(super) later: BTreeMap<u64, Vec<u8>>,
    /// Whether the next datagram asks for an answer.
    is_probe: bool,
    /// The number of retransmissions without progress.
    step: u32,
    retransmit_at: Time,
    /// When the peer was last heard of, and how many datagrams were sent since.
    heard_at: Time,
    tries: u32,
    /// Whether the peer owes an answer.
    is_awaiting: bool,
    /// The deadline in `Shared::timers`.
    timer: Option<Time>,
}

/// An outgoing datagram.
pub(super) struct Outgoing {
    records: Vec<u8>,
    /// The number of its last record.
    last: u64,
    pub(super) has_arrived: bool,
    pub(super) is_resend: bool,
    /// Whether the datagram was sent again because later ones arrived before it.
    pub(super) was_overtaken: bool,
}

/// What the next datagram carries.
enum Next {
    /// The records at this index of `Busy::out`.
    Records(usize),
    /// No records.
    Bare,
}

impl Busy {
    fn is_idle(&self) -> bool {
        self.out.is_empty()
            && self.inbox.is_empty()
            && self.later.is_empty()
            && self.timer.is_none()
            && !self.is_probe
    }

    /// Resets the state, and keeps the memory of its queues.
    fn clear(&mut self) {
        let (out, inbox) = (mem::take(&mut self.out), mem::take(&mut self.inbox));
        *self = Busy {
            out,
            inbox,
            ..Busy::default()
        };
    }
}

impl Peer {
    pub(super) fn new(rank: Rank) -> Self {
        Peer {
            rank,
            key: None,
            key_back: None,
            session: 0,
            acked: 0,
            limit: FIRST_GRANT,
            records_sent: 0,
            records_acked: 0,
            next: 1,
            consumed: 0,
            granted: FIRST_GRANT,
            is_ready: false,
            owes_ack: false,
            is_held: false,
            is_expecting: false,
            is_starved: false,
            busy: None,
        }
    }

    pub(super) fn busy(&mut self, shared: &mut Shared) -> &mut Busy {
        self.busy.get_or_insert_with(|| shared.busy())
    }

    pub(super) fn make_ready(&mut self, shared: &mut Shared) {
        if !mem::replace(&mut self.is_ready, true) {
            shared.ready.push_back(self.rank);
        }
    }

    /// Adds a record to the last unsent datagram, or to a new one.
    pub(super) fn push(&mut self, parts: &[&[u8]], len: usize, shared: &mut Shared) -> u64 {
        let room = shared.config.max_datagram - wire::OVERHEAD;
        self.records_sent += 1;
        let number = self.records_sent;
        let spare = shared.buffer();
        let busy = self.busy(shared);
        let needed = wire::RECORD_OVERHEAD + len;
        let unsent = busy.out.len() > busy.sent;
        match busy.out.back_mut() {
            Some(last) if unsent && last.records.len() + needed <= room => {
                wire::push_record(parts, len, &mut last.records);
                last.last = number;
                shared.keep(spare);
            }
            _ => {
                let mut records = spare;
                records.reserve(needed);
                wire::push_record(parts, len, &mut records);
                busy.out.push_back(Outgoing {
                    records,
                    last: number,
                    has_arrived: false,
                    is_resend: false,
                    was_overtaken: false,
                });
            }
        }
        self.make_ready(shared);
        self.settle(shared);
        number
    }

    pub(super) fn backlog(&self) -> usize {
        self.busy
            .as_ref()
            .map_or(0, |busy| busy.out.len() - busy.sent)
    }

    pub(super) fn busy_bytes(&self) -> usize {
        let Some(busy) = &self.busy else { return 0 };
        let out: usize = busy.out.iter().map(|out| out.records.capacity()).sum();
        let inbox: usize = busy.inbox.iter().map(|(_, body)| body.capacity()).sum();
        let later: usize = busy.later.values().map(Vec::capacity).sum();
        size_of::<Busy>()
            + busy.out.capacity() * size_of::<Outgoing>()
            + busy.inbox.capacity() * size_of::<(u64, Vec<u8>)>()
            + busy.later.len() * size_of::<(u64, Vec<u8>)>()
            + out
            + inbox
            + later
    }

    pub(super) fn set_expecting(&mut self, is_expecting: bool, shared: &mut Shared) {
        if self.is_expecting != is_expecting {
            self.is_expecting = is_expecting;
            if is_expecting {
                self.busy(shared);
            }
            self.settle(shared);
        }
    }

    pub(super) fn has_records(&self) -> bool {
        self.busy
            .as_ref()
            .is_some_and(|busy| !busy.inbox.is_empty())
    }

    /// Delivers the next record.
    pub(super) fn take_record(&mut self, into: &mut Vec<u8>, shared: &mut Shared) -> bool {
        let Some(busy) = &mut self.busy else {
            return false;
        };
        let Some((_, records)) = busy.inbox.front() else {
            return false;
        };
        let (record, next) =
            wire::record_at(records, busy.cursor).expect("checked when it arrived");
        into.clear();
        into.extend_from_slice(record);
        busy.cursor = next;
        if next == records.len() {
            if let Some((_, emptied)) = busy.inbox.pop_front() {
                shared.keep(emptied);
            }
            busy.cursor = 0;
            shared.held -= 1;
            self.consume(shared);
        }
        true
    }

    /// Acknowledges datagrams that were executed or given up, and grants credits.
    pub(super) fn consume(&mut self, shared: &mut Shared) {
        let oldest = self.busy.as_ref().and_then(|busy| busy.inbox.front());
        self.consumed = oldest.map_or(self.next, |&(number, _)| number) - 1;
        self.grant(shared);
    }

    pub(super) fn grant(&mut self, shared: &mut Shared) {
        let has_room = shared.held < shared.config.budget;
        if has_room && !shared.planted.is(Bug::GrantsForgotten) {
            let most = self.consumed + u64::from(shared.config.window);
            self.granted = self.granted.max(most);
        }
        if !mem::replace(&mut self.is_starved, !has_room) && !has_room {
            shared.starved.push_back(self.rank);
        }
        self.owes_ack = true;
        self.make_ready(shared);
    }

    /// Builds the next datagram. Returns `false` if there is nothing to send.
    pub(super) fn datagram(
        &mut self,
        to: &UdDestination,
        into: &mut Vec<u8>,
        shared: &mut Shared,
    ) -> bool {
        let Some(next) = self.next(shared) else {
            self.settle(shared);
            return false;
        };
        shared.counters.sent += 1;
        self.owes_ack = false;
        let head = self.head(&next, shared);
        let key = self.key(to, shared);
        match next {
            Next::Records(at) => {
                let busy = self.busy.as_mut().expect("it has records");
                let outgoing = &mut busy.out[at];
                head.emit(&outgoing.records, key, into);
                if mem::take(&mut outgoing.is_resend) {
                    busy.resends -= 1;
                    shared.counters.retransmitted += 1;
                }
                if at == busy.sent {
                    busy.sent += 1;
                    busy.under_way += 1;
                }
            }
            Next::Bare => {
                shared.counters.bare += 1;
                head.emit(&[], key, into);
            }
        }
        if let Some(busy) = &mut self.busy {
            busy.is_probe = false;
            busy.tries = busy.tries.saturating_add(1);
        }
        if self.next(shared).is_some() {
            self.make_ready(shared);
        }
        self.settle(shared);
        true
    }

    fn next(&mut self, shared: &Shared) -> Option<Next> {
        if let Some(busy) = &self.busy {
            if busy.resends > 0 {
                let at = busy.out.iter().position(|outgoing| outgoing.is_resend);
                return at.map(Next::Records);
            }
            let next = self.acked + busy.sent as u64 + 1;
            let is_granted = next <= self.limit || shared.planted.is(Bug::GrantsIgnored);
            let window = busy.window.max(FIRST_GRANT as usize);
            if busy.sent < busy.out.len() && is_granted && busy.under_way < window {
                return Some(Next::Records(busy.sent));
            }
        }
        let is_probe = self.busy.as_ref().is_some_and(|busy| busy.is_probe);
        (self.owes_ack || is_probe).then_some(Next::Bare)
    }

    fn head(&self, next: &Next, shared: &Shared) -> Head {
        let mut received = 0;
        let mut executed = self.consumed;
        if let Some(busy) = &self.busy {
            let inbox = busy.inbox.iter().map(|&(number, _)| number);
            for number in inbox.chain(busy.later.keys().copied()) {
                let bit = number - self.consumed - 1;
                received |= 1u64.checked_shl(bit as u32).unwrap_or(0);
                if shared.planted.is(Bug::GapsAcknowledged) {
                    executed = executed.max(number);
                }
            }
        }
        Head {
            source: shared.config.rank,
            destination: self.rank,
            session: shared.session,
            sequence: match *next {
                Next::Records(at) => self.acked + at as u64 + 1,
                Next::Bare => 0,
            },
            floor: self.acked + 1,
            executed,
            received,
            granted: self.granted.saturating_sub(executed) as u16,
            is_probe: self.busy.as_ref().is_some_and(|busy| busy.is_probe),
        }
    }

    fn key(&mut self, to: &UdDestination, shared: &Shared) -> Key {
        let (_, to) = token(to);
        if let Some((whose, key)) = self.key
            && whose == to
        {
            return key;
        }
        let key = shared.keys.key(&Ends {
            source: shared.config.rank,
            destination: self.rank,
            from: shared.config.endpoint.address,
            to,
        });
        self.key = Some((to, key));
        key
    }

    /// Whether the peer owes an answer.
    fn awaits(&self) -> bool {
        let Some(busy) = &self.busy else { return false };
        if busy.out.is_empty() {
            return self.is_expecting;
        }
        busy.sent > 0 || self.acked + 1 > self.limit
    }

    /// Sets the timer, and frees the state that an idle association does not need.
    pub(super) fn settle(&mut self, shared: &mut Shared) {
        let awaits = self.awaits();
        let Some(busy) = &mut self.busy else { return };
        if awaits && !mem::replace(&mut busy.is_awaiting, awaits) {
            busy.heard_at = shared.now;
            busy.tries = 0;
            busy.restart(shared);
        }
        busy.is_awaiting = awaits;
        let at = awaits.then(|| {
            let give_up_at = busy.heard_at + shared.config.give_up;
            give_up_at.min(busy.retransmit_at)
        });
        // A timer is never moved to a later time: an early expiry is cheaper than an update for
        // each datagram.
        if at.is_none() || busy.timer.is_none() || at < busy.timer {
            shared.timers.set(self.rank, busy.timer, at);
            busy.timer = at;
        }
        if busy.is_idle()
            && let Some(mut busy) = self.busy.take()
            && shared.spare.len() < SPARE
        {
            busy.clear();
            shared.spare.push(busy);
        }
    }

    /// Handles the arrival of an authentic datagram.
    pub(super) fn heard(&mut self, shared: &Shared) {
        if let Some(busy) = &mut self.busy {
            busy.heard_at = shared.now;
            busy.tries = 0;
        }
    }

    /// Handles an acknowledgement of all datagrams up to `executed`.
    pub(super) fn acknowledge(&mut self, executed: u64, shared: &mut Shared) {
        let count = executed - self.acked;
        let Some(busy) = &mut self.busy else { return };
        for _ in 0..count {
            let outgoing = busy.out.pop_front().expect("it was sent");
            busy.sent -= 1;
            busy.under_way -= usize::from(!outgoing.has_arrived);
            busy.resends -= usize::from(outgoing.is_resend);
            self.records_acked = outgoing.last;
            shared.keep(outgoing.records);
        }
        self.acked = executed;
        let window = busy.window.max(FIRST_GRANT as usize);
        busy.window = (window + count as usize).min(shared.config.window as usize);
        busy.restart(shared);
        shared
            .events
            .push_back(AssociationEvent::Acknowledged { peer: self.rank });
    }

    /// Handles the timer's expiry.
    pub(super) fn timeout(&mut self, shared: &mut Shared) {
        let Some(busy) = &mut self.busy else {
            panic!("rank {} has a timer but nothing under way", self.rank);
        };
        let due = busy.timer.take();
        shared.timers.set(self.rank, due, None);
        // A timer that is served much too late shows that this process did not run. It says nothing
        // about the peer.
        if due.is_some_and(|due| shared.now.since(due) > ABSENCE) {
            busy.heard_at = shared.now;
        }
        let silent = shared.now.since(busy.heard_at);
        if silent >= shared.config.give_up {
            self.fail(Reason::Silent { silent }, shared);
        } else if shared.now >= busy.retransmit_at {
            busy.step = busy.step.saturating_add(1);
            let delay = shared
                .config
                .retransmit
                .delay(busy.step, &mut shared.jitter);
            busy.retransmit_at = shared.now + delay;
            busy.resend(shared);
            self.make_ready(shared);
        }
        self.settle(shared);
    }

    /// How long the peer has owed an answer. `None` if it owes none.
    pub(super) fn silent_for(&self, now: Time) -> Option<Duration> {
        let busy = self.busy.as_ref().filter(|busy| busy.is_awaiting)?;
        Some(now.since(busy.heard_at))
    }

    /// Fails the association because the peer is given up.
    pub(super) fn fail(&mut self, reason: Reason, shared: &mut Shared) {
        if let Some(busy) = self.busy.as_ref().filter(|busy| busy.is_awaiting) {
            shared.fail(
                self.rank,
                reason,
                shared.now.since(busy.heard_at),
                busy.tries,
            );
            self.give_up();
        }
    }

    /// Drops the outgoing datagrams. Their numbers will never be sent.
    fn give_up(&mut self) {
        self.is_expecting = false;
        let Some(busy) = &mut self.busy else { return };
        self.acked += busy.sent as u64;
        self.records_acked = self.records_sent;
        busy.out.clear();
        (busy.sent, busy.under_way, busy.resends) = (0, 0, 0);
        busy.is_probe = false;
    }
}

impl Busy {
    /// Restarts the retransmission delays.
    fn restart(&mut self, shared: &mut Shared) {
        self.step = 0;
        let delay = shared.config.retransmit.delay(0, &mut shared.jitter);
        self.retransmit_at = shared.now + delay;
    }

    /// After a silence: sends the oldest missing datagram again, or a probe if none is missing.
    fn resend(&mut self, shared: &Shared) {
        self.window = (self.window.max(FIRST_GRANT as usize) / 2).max(1);
        if self.under_way == 0 {
            self.is_probe = !shared.planted.is(Bug::ProbesForgotten);
            return;
        }
        if shared.planted.is(Bug::SilenceIgnored) {
            return;
        }
        let missing = self.out.iter_mut().take(self.sent);
        let missing = missing.filter(|outgoing| !outgoing.has_arrived);
        for outgoing in missing.take(self.window) {
            self.resends += usize::from(!mem::replace(&mut outgoing.is_resend, true));
            outgoing.was_overtaken = false;
        }
    }

    /// Marks the datagrams that `received` reports, counted from the oldest. A missing one that
    /// more than `LATE` others overtook is sent again.
    pub(super) fn mark_arrived(&mut self, received: u64) {
        /// How many datagrams may overtake one that is only late.
        const LATE: usize = 3;
        let mut latest = None;
        for (at, outgoing) in self.out.iter_mut().take(self.sent).enumerate() {
            if received >> at.min(63) & 1 == 0 || at > 63 {
                continue;
            }
            latest = Some(at);
            if !mem::replace(&mut outgoing.has_arrived, true) {
                outgoing.records = Vec::new();
                self.under_way -= 1;
                self.resends -= usize::from(mem::take(&mut outgoing.is_resend));
            }
        }
        let overtaken = latest.map_or(0, |latest| (latest + 1).saturating_sub(LATE));
        for outgoing in self.out.iter_mut().take(overtaken) {
            if !outgoing.has_arrived && !mem::replace(&mut outgoing.was_overtaken, true) {
                self.resends += usize::from(!mem::replace(&mut outgoing.is_resend, true));
            }
        }
    }
}
