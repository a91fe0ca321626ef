//! One peer's associations, there and back, but for what arrives (see `receive`).

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

/// All that is known of a peer: small, kept for ever.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Peer {
    pub(super) rank: Rank,
    /// The key of what we send, and the endpoint that it is for.
    key: Option<(u64, Key)>,
    /// The key of what the peer sends, and the adapter that it comes from.
    pub(super) key_back: Option<(AdapterAddress, Key)>,
    /// The peer's session, once known.
    pub(super) session: u64,
    /// Our datagrams up to this number are over: executed, or given up.
    pub(super) acked: u64,
    /// We may send up to this number.
    pub(super) limit: u64,
    records_sent: u64,
    pub(super) records_acked: u64,
    /// The peer's next number in order.
    pub(super) next: u64,
    /// The peer's datagrams up to this number are executed, or given up.
    pub(super) consumed: u64,
    /// The peer may send up to this number.
    pub(super) granted: u64,
    /// In `Shared::ready`.
    pub(super) is_ready: bool,
    /// The peer has to be told what we have.
    pub(super) owes_ack: bool,
    /// Records stay where they are.
    pub(super) is_held: bool,
    /// Answers are awaited.
    is_expecting: bool,
    /// In `Shared::starved`.
    is_starved: bool,
    /// What is needed only while something is under way or held.
    pub(super) busy: Option<Box<Busy>>,
}

/// What is needed only while something is under way or held.
#[derive(Default)]
pub(super) struct Busy {
    /// From number `acked + 1` on: those that were sent, then those that were not.
    pub(super) out: VecDeque<Outgoing>,
    /// How many of them were sent.
    pub(super) sent: usize,
    /// How many of these the peer has not got, as far as we know.
    pub(super) under_way: usize,
    /// How many of these are to be sent again.
    pub(super) resends: usize,
    /// How many may be under way.
    pub(super) window: usize,
    /// The peer's datagrams in order, by number, and how far the records of the first have been handed out.
    pub(super) inbox: VecDeque<(u64, Vec<u8>)>,
    cursor: usize,
    /// Those that came before earlier ones.
    pub(super) later: BTreeMap<u64, Vec<u8>>,
    /// The next datagram asks for an answer.
    is_probe: bool,
    /// Number of retransmissions since something last changed.
    step: u32,
    retransmit_at: Time,
    /// When the peer was last heard, and how many datagrams were sent since.
    heard_at: Time,
    tries: u32,
    /// It is on the peer to say something.
    is_awaiting: bool,
    /// What stands in `Shared::timers`.
    timer: Option<Time>,
}

/// A datagram's records on their way.
pub(super) struct Outgoing {
    records: Vec<u8>,
    /// The number of the last of them.
    last: u64,
    pub(super) has_arrived: bool,
    pub(super) is_resend: bool,
    /// It was sent again because later ones arrived.
    pub(super) was_overtaken: bool,
}

/// What a datagram carries.
enum Next {
    /// The records of `Busy::out` at this place.
    Records(usize),
    /// None.
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

    /// As new, but for the memory of its queues.
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

    /// Adds a record to the last datagram that was not sent, or to a new one.
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

    /// Hands out the next record.
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

    /// Datagrams were executed or are given up: the peer is told, and granted more.
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

    /// The next datagram, if there is anything to say.
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

    /// Whether it is on the peer to say something.
    fn awaits(&self) -> bool {
        let Some(busy) = &self.busy else { return false };
        if busy.out.is_empty() {
            return self.is_expecting;
        }
        busy.sent > 0 || self.acked + 1 > self.limit
    }

    /// Sets the timer, and puts away what an idle association does not need.
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
        // One that is too early is looked at in vain; moving it each time would cost more.
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

    /// Something authentic came from the peer.
    pub(super) fn heard(&mut self, shared: &Shared) {
        if let Some(busy) = &mut self.busy {
            busy.heard_at = shared.now;
            busy.tries = 0;
        }
    }

    /// The peer has executed all up to this number.
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

    /// The timer has run out.
    pub(super) fn timeout(&mut self, shared: &mut Shared) {
        let Some(busy) = &mut self.busy else {
            panic!("rank {} has a timer but nothing under way", self.rank);
        };
        let due = busy.timer.take();
        shared.timers.set(self.rank, due, None);
        // A timer that runs out much too late tells of ourselves, who did not run, and not of the peer.
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

    /// For how long the peer owes us an answer, if it does.
    pub(super) fn silent_for(&self, now: Time) -> Option<Duration> {
        let busy = self.busy.as_ref().filter(|busy| busy.is_awaiting)?;
        Some(now.since(busy.heard_at))
    }

    /// The peer was silent for too long.
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

    /// Forgets what is on its way: those numbers will not come.
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
    /// The delays begin anew.
    fn restart(&mut self, shared: &mut Shared) {
        self.step = 0;
        let delay = shared.config.retransmit.delay(0, &mut shared.jitter);
        self.retransmit_at = shared.now + delay;
    }

    /// After a silence: the oldest that the peer does not have, or a question if it has all.
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

    /// The peer has those that `received` says, counted from the oldest on; what several of them overtook is lost, or late.
    pub(super) fn mark_arrived(&mut self, received: u64) {
        /// How many may overtake one that is not lost.
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
