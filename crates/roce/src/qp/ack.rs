//! The requester's receiving side: acknowledgements, responses, and the retransmission timer.

use core::time::Duration;

use farreach_verbs::{Access, AtomicWidth, CompletionStatus, Lkey, Memory, QpState, Spacing, Time};

use super::congestion::Round;
use super::timer::Verdict;
use super::{Blocks, Detail, Qp, Source, Wqe, WqeKind, extend_psn};
use crate::link::Gaps;
use crate::shared::Shared;
use crate::wire::{Bth, Headers, HeldEth, NakCode, Operation, Syndrome, rnr};

/// Whether everything before a PSN could be taken as acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advance {
    Complete,
    /// The response to an earlier read or atomic is missing.
    Missing,
}

impl Qp {
    /// Handles a response packet that passed the checks of source and integrity.
    pub(crate) fn handle_response<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        headers: &Headers,
        payload: &[u8],
    ) {
        if !matches!(self.state, QpState::Rts | QpState::Sqd) {
            shared.counters.dropped.wrong_state += 1;
            return;
        }
        let psn = extend_psn(self.requester.una, headers.bth.psn);
        let operation = headers.bth.opcode.operation();
        // A NAK for a gap may name the PSN that would come next.
        if psn < self.requester.una || psn > self.requester.high {
            shared.counters.dropped.stale_response += 1;
            return;
        }
        let before = self.requester.una;
        match operation {
            Operation::Acknowledge => {
                let Some(aeth) = headers.aeth else { return };
                let held = headers.held.map(|held| (held, aeth.msn));
                self.handle_acknowledge(shared, now, psn, aeth.syndrome, held);
            }
            Operation::ReadResponse => self.handle_read_response(shared, now, psn, payload),
            _ => {
                let original = headers.atomic_ack.map_or(0, |ack| ack.original);
                self.handle_atomic_response(shared, now, psn, original);
            }
        }
        if self.requester.una > before && self.state != QpState::Error {
            self.note_progress(shared, now, headers.aeth.map(|aeth| aeth.msn));
        }
        self.check_overrun(shared);
    }

    fn handle_acknowledge<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        syndrome: Syndrome,
        held: Option<(HeldEth, u32)>,
    ) {
        let answers_sent = psn < self.requester.high;
        match syndrome {
            Syndrome::Ack { .. } if answers_sent => {
                if self.acknowledge_before(shared, psn + 1) == Advance::Missing {
                    self.go_back(shared, now);
                }
            }
            Syndrome::RnrNak { timer } if answers_sent => {
                shared.counters.rnr_naks_received += 1;
                if self.acknowledge_before(shared, psn) == Advance::Missing {
                    self.go_back(shared, now);
                } else {
                    self.wait_for_receive(shared, now, rnr::duration(timer));
                }
            }
            Syndrome::Nak(NakCode::PsnSequence) => {
                shared.counters.naks_received += 1;
                let advance = self.acknowledge_before(shared, psn);
                self.settle_missing();
                match held {
                    Some(held) if held.0.last() > 0 && advance == Advance::Complete => {
                        self.resend_missing(shared, now, psn, held);
                    }
                    _ => self.go_back(shared, now),
                }
            }
            Syndrome::Nak(code) if answers_sent => {
                shared.counters.naks_received += 1;
                if self.acknowledge_before(shared, psn) == Advance::Missing {
                    self.go_back(shared, now);
                    return;
                }
                let status = match code {
                    NakCode::RemoteAccess => CompletionStatus::RemoteAccess,
                    NakCode::RemoteOperation => CompletionStatus::RemoteOperation,
                    NakCode::InvalidRequest | NakCode::InvalidRd | NakCode::PsnSequence => {
                        CompletionStatus::RemoteInvalidRequest
                    }
                };
                self.fail_front(shared, status);
            }
            Syndrome::Ack { .. } | Syndrome::RnrNak { .. } | Syndrome::Nak(_) => {
                shared.counters.dropped.stale_response += 1;
            }
        }
    }

    /// Handles the acknowledgement that a request of a Farreach adapter carries.
    #[inline]
    pub(super) fn handle_carried_acknowledgement<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        bth: Bth,
    ) {
        let r = &self.requester;
        let (before, count) = (r.una, r.acknowledged_count());
        let further = bth.carried_near(count).wrapping_sub(count);
        // An acknowledgement of nothing further is old.
        if !(1..=r.high - before).contains(&further)
            || !matches!(self.state, QpState::Rts | QpState::Sqd)
        {
            return;
        }
        // If a response before it is missing, the response may still arrive.
        self.acknowledge_before(shared, before + further);
        if self.requester.una > before {
            self.note_progress(shared, now, None);
        }
    }

    fn handle_read_response<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        payload: &[u8],
    ) {
        if !self.is_awaited(shared, now, psn, WqeKind::Read) {
            return;
        }
        let wqe = &self.requester.queue[0];
        let offset = wqe.offset(psn, self.path.mtu);
        if payload.len() != wqe.carried(offset, self.path.mtu) as usize {
            shared.counters.dropped.stale_response += 1;
            return;
        }
        if self.store_response(shared, wqe, offset, payload) {
            self.take_response(shared, psn + 1);
            self.note_reading(shared);
        } else {
            self.fail_front(shared, CompletionStatus::LocalProtection);
        }
    }

    /// Handles the next response to the oldest read, whose payload is already at its target.
    pub(super) fn take_placed_response<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time) {
        let una = self.requester.una;
        self.take_response(shared, una + 1);
        self.note_reading(shared);
        self.note_progress(shared, now, None);
        self.check_overrun(shared);
    }

    fn handle_atomic_response<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        original: u64,
    ) {
        if !self.is_awaited(shared, now, psn, WqeKind::Atomic) {
            return;
        }
        let wqe = &self.requester.queue[0];
        let stored = match wqe.detail {
            Detail::Atomic {
                width: AtomicWidth::W32,
                ..
            } => self.store_response(shared, wqe, 0, &(original as u32).to_ne_bytes()),
            _ => self.store_response(shared, wqe, 0, &original.to_ne_bytes()),
        };
        if stored {
            self.take_response(shared, psn + 1);
        } else {
            self.fail_front(shared, CompletionStatus::LocalProtection);
        }
    }

    /// Whether the oldest entry is of the kind `kind` and waits for the response `psn` next.
    #[inline]
    fn is_awaited<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        kind: WqeKind,
    ) -> bool {
        if psn >= self.requester.high {
            shared.counters.dropped.stale_response += 1;
            return false;
        }
        if self.acknowledge_before(shared, psn) == Advance::Missing {
            self.go_back(shared, now);
            return false;
        }
        let oldest = self.requester.queue.front();
        let is_that = oldest.is_some_and(|wqe| wqe.kind == kind);
        if !is_that {
            shared.counters.dropped.stale_response += 1;
        }
        is_that
    }

    #[inline]
    fn store_response<M: Memory>(
        &self,
        shared: &Shared<M>,
        wqe: &Wqe,
        offset: u32,
        bytes: &[u8],
    ) -> bool {
        if bytes.is_empty() {
            return true;
        }
        let Source::Region { lkey, addr } = wqe.source else {
            return false;
        };
        if let Detail::Read {
            blocks: Blocks::Here(entries),
            ..
        } = wqe.detail
        {
            return self.scatter(shared, (lkey, addr), (entries, offset), bytes);
        }
        let (pd, addr) = (self.made.pd, addr + u64::from(offset));
        shared
            .regions
            .local(lkey, pd, addr, bytes.len() as u32, Access::LOCAL_WRITE)
            .is_some_and(|range| range.memory.write(range.offset, bytes).is_ok())
    }

    /// Stores the bytes of a response from `offset` on to blocks, the first of which begins at `addr`.
    #[cold]
    fn scatter<M: Memory>(
        &self,
        shared: &Shared<M>,
        (lkey, addr): (Lkey, u64),
        (entries, offset): (Spacing, u32),
        bytes: &[u8],
    ) -> bool {
        let (offset, access) = (u64::from(offset), Access::LOCAL_WRITE);
        let Some((first, span)) = entries.span(offset, bytes.len() as u64) else {
            return false;
        };
        let (pd, first) = (self.made.pd, addr + first);
        let range = shared.regions.local(lkey, pd, first, span as u32, access);
        let mut rest = bytes;
        range.is_some_and(|range| {
            let mut parts = Gaps::new(entries, offset).parts(range.offset, bytes.len());
            parts.all(|(at, len)| {
                let (part, behind) = rest.split_at(len);
                rest = behind;
                range.memory.write(at, part).is_ok()
            })
        })
    }

    /// Takes everything before `limit` as acknowledged, up to the first read or atomic without its
    /// response.
    fn acknowledge_before<M: Memory>(&mut self, shared: &mut Shared<M>, limit: u64) -> Advance {
        let mut charge = 0;
        let mut advance = Advance::Complete;
        while self.requester.una < limit {
            let Some(front) = self.requester.queue.front() else {
                break;
            };
            if front.kind.has_response() {
                advance = Advance::Missing;
                break;
            }
            let to = front.end().min(limit);
            charge += self.advance(shared, to);
        }
        self.settle(shared, charge);
        advance
    }

    /// Notes that the response up to `to` is complete.
    fn take_response<M: Memory>(&mut self, shared: &mut Shared<M>, to: u64) {
        let charge = self.advance(shared, to);
        self.settle(shared, charge);
    }

    /// Moves `una` to `to`, which lies in the oldest entry or at its end. Returns the bytes that no
    /// longer count as in flight, for [`Self::settle`].
    #[inline]
    fn advance<M: Memory>(&mut self, shared: &mut Shared<M>, to: u64) -> u64 {
        let r = &mut self.requester;
        let Some(front) = r.queue.front() else {
            return 0;
        };
        let end = front.end();
        let mut charge = 0;
        if r.una < r.next {
            charge = front.charge(r.una, to.min(r.next), self.path.mtu);
        }
        r.una = to;
        while r.reads.front().is_some_and(|&end| end <= to) {
            r.reads.pop_front();
        }
        if r.next < to {
            // The packet was sent before the requester went back, and arrived after all.
            r.next = to;
            r.cursor = usize::from(to == end);
        }
        if to == end
            && let Some(wqe) = self.requester.take_front(shared)
        {
            let bytes = if wqe.kind.has_response() { wqe.len } else { 0 };
            self.complete_send(shared, &wqe, CompletionStatus::Success, bytes);
        }
        charge
    }

    /// Subtracts what [`Self::advance`] returned from the windows.
    fn settle<M>(&mut self, shared: &mut Shared<M>, charge: u64) {
        let r = &mut self.requester;
        r.in_flight -= charge;
        r.grow_window(charge);
        if let Some(destination) = self.path.destination {
            shared.destinations.settled(destination, charge);
        }
    }

    /// `waited` is how long the peer says that it may have left the last request unhandled, in
    /// microseconds.
    fn note_progress<M>(&mut self, shared: &mut Shared<M>, now: Time, waited: Option<u32>) {
        self.settle_missing();
        let r = &mut self.requester;
        let measured = r.timing.progress(r.una, now);
        if let Some((psn, sent)) = measured
            && let Some(waited) = waited
        {
            self.note_round(shared, now, psn, sent, waited);
        }
        let r = &mut self.requester;
        if !r.not_ready {
            if r.una == r.high {
                r.unrequested = 0;
                shared.timers.clear(&mut self.alarm);
            } else {
                let deadline = r.timing.deadline(now);
                shared.timers.set(self.key, &mut self.alarm, deadline);
            }
        }
        if r.next < r.end {
            shared.schedule(self);
        }
    }

    /// Notes that the round trip of the packet `psn`, which left at `sent`, was measured. The peer may
    /// have left it unhandled for `waited` microseconds.
    pub(super) fn note_round<M>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        sent: Time,
        waited: u32,
    ) {
        let round = Round {
            now,
            psn,
            rtt_ns: now.since(sent).as_nanos() as u64,
            // The answer may have waited here, and the request there.
            delay_ns: (shared.caught_up.since(sent).as_nanos() as u64)
                .saturating_sub(u64::from(waited) * 1_000),
        };
        let r = &mut self.requester;
        r.round(self.path.mtu, &round);
        if let Some(destination) = self.path.destination {
            shared.destinations.note_lengths(destination, r.lengths());
        }
    }

    /// Goes back to the oldest unacknowledged packet, unless the requester has gone back for this
    /// loss already.
    pub(super) fn go_back<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time) {
        let r = &self.requester;
        if r.una == r.high || r.una == r.went_back_at || r.not_ready {
            return;
        }
        let mtu = self.path.mtu;
        self.requester.shrink_window(mtu, 1);
        self.go_back_now(shared);
        let deadline = self.requester.timing.deadline(now);
        shared.timers.set(self.key, &mut self.alarm, deadline);
    }

    fn go_back_now<M: Memory>(&mut self, shared: &mut Shared<M>) {
        self.settle_in_flight(shared);
        let r = &mut self.requester;
        r.went_back_at = r.una;
        r.rewind();
        shared.schedule(self);
    }

    /// Waits as long as the responder asked for, then sends again.
    fn wait_for_receive<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time, wait: Duration) {
        if self.requester.not_ready {
            return;
        }
        if self.requester.timing.not_ready(now) == Verdict::GiveUp {
            self.fail_front(shared, CompletionStatus::RnrRetryExceeded);
            return;
        }
        self.settle_in_flight(shared);
        self.requester.rewind();
        self.requester.not_ready = true;
        shared.timers.set(self.key, &mut self.alarm, now + wait);
    }

    /// How long the peer has owed an answer. `None` if nothing is outstanding.
    pub(crate) fn silent_for(&self, now: Time) -> Option<Duration> {
        let r = &self.requester;
        (r.una < r.high).then(|| r.timing.silent_for(now))
    }

    /// Handles the queue pair's deadline.
    pub(crate) fn handle_timeout<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time) {
        let r = &mut self.requester;
        if r.not_ready {
            r.not_ready = false;
            let deadline = r.timing.deadline(now);
            shared.timers.set(self.key, &mut self.alarm, deadline);
            shared.schedule(self);
            return;
        }
        if r.una == r.high {
            return;
        }
        // A packet that the link or a window holds back is not the peer's fault.
        if r.next > r.una {
            match r.timing.expired(now) {
                Verdict::Probe => self.probe(shared),
                Verdict::Retry => {
                    shared.counters.timeouts += 1;
                    if r.timing.is_stuck(now) {
                        shared.stuck = Some(self.path.remote);
                    }
                    let mtu = self.path.mtu;
                    self.requester.collapse_window(mtu);
                    self.go_back_now(shared);
                }
                Verdict::GiveUp => {
                    shared.counters.timeouts += 1;
                    self.fail_front(shared, CompletionStatus::RetryExceeded);
                    self.check_overrun(shared);
                    return;
                }
            }
        } else {
            r.timing.begin(now);
            shared.schedule(self);
        }
        let deadline = self.requester.timing.deadline(now);
        shared.timers.set(self.key, &mut self.alarm, deadline);
    }
}
