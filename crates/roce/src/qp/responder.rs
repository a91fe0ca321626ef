//! The responder: checks arriving requests before anything is changed.
//!
//! ```text
//!   PSN < expected   duplicate: acknowledge, read or answer from memory again, never execute
//!   PSN = expected   execute, then expect the next
//!   PSN > expected   a gap: one NAK, drop until the expected one comes (between our own adapters: held.rs)
//! ```

use alloc::collections::VecDeque;
use core::time::Duration;

use farreach_verbs::{Memory, PdId, QpState, ReceiveRequest, Time};

use super::held::HeldPackets;
use super::{Qp, extend_psn, first_psn};
use crate::config::Congestion;
use crate::shared::Shared;
use crate::waits::Wait;
use crate::wire::{Bth, Class, Headers, NakCode, Operation, Position, SpacingEth, Syndrome, rnr};

/// Packets after which an acknowledgement is sent without a request. A foreign requester stalls
/// after about twice as many packets without one.
const ACK_INTERVAL: u8 = 64;

/// The longest wait that a responder without receives asks for, unless its queue pair is given a
/// longer one.
const NOT_READY_MAX: Duration = Duration::from_millis(2);

/// The receiving half of a queue pair.
pub(crate) struct Responder {
    pub(super) expected: u64,
    /// The first PSN of the connection.
    first: u64,
    pub(super) msn: u32,
    /// Whether a NAK for the expected PSN was sent. Another NAK would only repeat it.
    pub(super) refused: bool,
    pub(super) unfinished: Unfinished,
    pub(super) responses: VecDeque<Response>,
    /// The results of the latest atomics, oldest first, for duplicate requests.
    pub(super) atomics: VecDeque<AtomicResult>,
    /// The PSN after the latest read or atomic.
    pub(super) responses_end: u64,
    /// The PSN of the next acknowledgement.
    pub(super) ack: Option<u64>,
    /// What the next acknowledgement waits for.
    pub(super) ack_wait: AckWait,
    /// Whether the queue pair is in the list of delayed acknowledgements.
    ack_listed: bool,
    /// Whether the queue pair is in the list of patient acknowledgements.
    patience_listed: bool,
    /// Packets since the last acknowledgement.
    unacknowledged: u8,
    /// The PSN and syndrome of a NAK that is to be sent.
    pub(super) nak: Option<(u64, Syndrome)>,
    /// Packets that arrived beyond a gap, between Farreach's adapters.
    pub(super) held: HeldPackets,
    /// The reason why this queue pair is in ERROR, for a requester that missed the NAK.
    fault: Option<(u64, NakCode)>,
    pub(super) max_dest_rd_atomic: u8,
    rnr_timer: u8,
    /// The request that was refused last because no receive was posted, and the timer code that was
    /// sent for it.
    not_ready: Option<(u64, u8)>,
}

/// What an acknowledgement waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AckWait {
    /// Nothing: it is sent at once.
    Nothing,
    /// It was not requested, so a request may carry it until the next transmit pass.
    Company,
    /// It was not requested, and the requester is patient: a request may carry it until
    /// [`PATIENCE`](super::PATIENCE) has passed.
    Patience,
}

/// The request of several packets that is arriving.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unfinished {
    None,
    Send {
        receive: ReceiveRequest,
        received: u32,
    },
    Write {
        rkey: u32,
        addr: u64,
        len: u32,
        written: u32,
    },
    /// A send for another process of the XRC domain.
    Forward,
}

/// A response that is to be sent, or is sent in part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response {
    pub(super) psn: u64,
    pub(super) packets: u32,
    pub(super) sent: u32,
    pub(super) msn: u32,
    pub(super) body: Body,
    /// Whether it answers a duplicate request.
    repeated: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    Read {
        rkey: u32,
        addr: u64,
        len: u32,
        pd: PdId,
    },
    /// Blocks of a read of blocks. `addr` is the address of the first one.
    ReadBlocks {
        rkey: u32,
        addr: u64,
        len: u32,
        pd: PdId,
        blocks: SpacingEth,
    },
    Atomic {
        original: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicResult {
    pub(super) psn: u64,
    pub(super) original: u64,
}

/// The reason why a request is not executed.
pub(super) enum Refusal {
    /// An error: the queue pair goes to ERROR.
    Fault(NakCode),
    /// No receive is posted.
    NotReady,
}

pub(super) const INVALID: Refusal = Refusal::Fault(NakCode::InvalidRequest);
pub(super) const ACCESS: Refusal = Refusal::Fault(NakCode::RemoteAccess);

impl Responder {
    pub(super) fn new() -> Self {
        Responder {
            expected: 1,
            first: 1,
            msn: 0,
            refused: false,
            unfinished: Unfinished::None,
            responses: VecDeque::new(),
            atomics: VecDeque::new(),
            responses_end: 0,
            ack: None,
            ack_wait: AckWait::Nothing,
            ack_listed: false,
            patience_listed: false,
            unacknowledged: 0,
            nak: None,
            held: HeldPackets::default(),
            fault: None,
            max_dest_rd_atomic: 0,
            rnr_timer: 0,
            not_ready: None,
        }
    }

    /// How long the requester is to wait with request `psn`, for which no receive is posted, as a
    /// timer code. The first wait is short: the process may be about to post receives. Each further
    /// wait for the same request is about twice as long.
    fn wait_for(&mut self, psn: u64) -> u8 {
        let longest = rnr::code(NOT_READY_MAX);
        let may_grow = (1..longest).contains(&self.rnr_timer);
        let code = match self.not_ready {
            Some((before, code)) if before == psn && may_grow => (code + 2).min(longest),
            _ => self.rnr_timer,
        };
        self.not_ready = Some((psn, code));
        code
    }

    pub(super) fn start(&mut self, psn: u32, max_dest_rd_atomic: u8, min_rnr_timer: Duration) {
        self.expected = first_psn(psn);
        self.first = self.expected;
        self.responses_end = self.expected;
        self.max_dest_rd_atomic = max_dest_rd_atomic;
        self.rnr_timer = rnr::code(min_rnr_timer);
    }

    /// Drops pending responses and acknowledgements, and held packets.
    pub(super) fn silence(&mut self) {
        self.responses.clear();
        self.held.clear();
        self.acknowledged();
        self.nak = None;
        self.fault = None;
    }

    /// The receive that an unfinished request holds.
    pub(super) fn take_receive(&mut self) -> Option<u64> {
        match core::mem::replace(&mut self.unfinished, Unfinished::None) {
            Unfinished::Send { receive, .. } => Some(receive.id),
            Unfinished::None | Unfinished::Write { .. } | Unfinished::Forward => None,
        }
    }

    /// Whether some packets of a request have come, and not all.
    pub(super) fn is_amid_request(&self) -> bool {
        !matches!(self.unfinished, Unfinished::None)
    }

    /// Notes that an acknowledgement up to `psn` is sent.
    pub(super) fn acknowledged(&mut self) {
        self.ack = None;
        self.ack_wait = AckWait::Nothing;
        self.unacknowledged = 0;
    }

    /// The last PSN that an acknowledgement may name: everything up to it was answered or needs no
    /// response.
    pub(super) fn acknowledgeable(&self) -> u64 {
        let pending = self.responses.front();
        pending.map_or(self.expected, |r| r.psn + u64::from(r.sent)) - 1
    }

    /// Makes an idle responder continue `packets` later, as if these had arrived and been executed.
    #[cfg(test)]
    pub(super) fn skip(&mut self, packets: u64) {
        assert!(
            self.responses.is_empty() && self.held.is_empty(),
            "it is idle"
        );
        self.expected += packets;
    }

    /// The number of packets since the connection began that an acknowledgement may cover.
    #[inline]
    pub(super) fn acknowledged_count(&self) -> u64 {
        self.acknowledgeable() + 1 - self.first
    }

    /// Whether a NAK was sent and the requester has to send again from the expected PSN on.
    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    pub(super) fn complete_request(&mut self) {
        self.unfinished = Unfinished::None;
        self.msn = (self.msn + 1) & 0xff_ffff;
    }

    /// Whether the response to `psn` is still to be sent.
    pub(super) fn is_pending(&self, psn: u64) -> bool {
        self.responses
            .iter()
            .any(|r| (r.psn + u64::from(r.sent)..r.psn + u64::from(r.packets)).contains(&psn))
    }

    pub(super) fn respond(&mut self, psn: u64, packets: u32, body: Body) {
        self.responses
            .push_back(self.response(psn, packets, body, false));
        // A response acknowledges all earlier requests.
        if self.ack.is_some_and(|ack| ack < psn) {
            self.acknowledged();
        }
    }

    /// Queues a repeated response in the order of PSNs, since a requester accepts responses only in
    /// this order.
    pub(super) fn respond_again(&mut self, psn: u64, packets: u32, body: Body) {
        let response = self.response(psn, packets, body, true);
        let later = self.responses.iter().position(|r| r.psn > psn);
        let at = later.unwrap_or(self.responses.len());
        self.responses.insert(at, response);
    }

    fn response(&self, psn: u64, packets: u32, body: Body, repeated: bool) -> Response {
        Response {
            psn,
            packets,
            sent: 0,
            msn: self.msn,
            body,
            repeated,
        }
    }

    /// Whether there is room for one more response. Repeated responses have separate room, so that
    /// they never displace new ones.
    pub(super) fn has_room(&self, repeated: bool) -> bool {
        let alike = self.responses.iter().filter(|r| r.repeated == repeated);
        alike.count() < usize::from(self.max_dest_rd_atomic)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.responses.capacity() * size_of::<Response>()
            + self.atomics.capacity() * size_of::<AtomicResult>()
            + self.held.heap_bytes()
    }
}

impl Qp {
    /// Handles a request packet that passed the checks of source and integrity.
    pub(crate) fn handle_request<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        headers: &Headers,
        payload: &[u8],
    ) {
        self.begin_request(shared, now, headers.bth);
        let Some(psn) = self.in_sequence(shared, headers.bth.psn) else {
            self.handle_unexpected(shared, headers, payload);
            return;
        };
        self.execute_request(shared, headers, payload, psn);
        if !self.responder.held.is_empty() {
            self.execute_held(shared, headers.bth.ack_request);
        }
        self.end_request(shared, now);
    }

    /// Handles the acknowledgement that a request carries, whether the request is executed now,
    /// later or not at all.
    ///
    /// A duplicate's acknowledgement is ignored, since it is as old as the duplicate.
    #[inline]
    pub(super) fn begin_request<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time, bth: Bth) {
        if shared.config.limits.congestion == Congestion::Delay && self.path.holds() {
            // The sequence number has no use between Farreach's adapters.
            let waited = now.since(shared.caught_up).as_micros() + 1;
            self.responder.msn = waited.min(0xff_ffff) as u32;
        }
        let expected = self.responder.expected;
        if self.path.holds() && extend_psn(expected, bth.psn) >= expected {
            self.handle_carried_acknowledgement(shared, now, bth);
        }
    }

    /// Does what follows the execution or refusal of a request.
    #[inline]
    pub(super) fn end_request<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time) {
        let r = &mut self.responder;
        match r.ack_wait {
            AckWait::Patience if !r.patience_listed => {
                r.patience_listed = true;
                shared
                    .waits
                    .begin(Wait::PatientAcknowledgement, now, self.key);
            }
            AckWait::Company if !r.ack_listed => {
                r.ack_listed = true;
                shared.waits.begin(Wait::Acknowledgement, now, self.key);
            }
            _ => {}
        }
        self.check_overrun(shared);
    }

    /// Executes the expected request.
    pub(super) fn execute_request<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
        psn: u64,
    ) {
        if self.class == Class::Xrc
            && let Err(refusal) = self.direct(shared, headers)
        {
            return self.refuse(shared, psn, &refusal);
        }
        let outcome = match headers.bth.opcode.operation() {
            Operation::Send => self.execute_send(shared, headers, payload),
            Operation::Write => self.execute_write(shared, headers, payload),
            Operation::WriteList => self.execute_write_list(shared, headers, payload),
            Operation::WriteBlocks => self.execute_write_blocks(shared, headers, payload),
            Operation::ReadRequest => self.execute_read(shared, headers, psn),
            Operation::Atomic => self.execute_atomic(shared, headers, psn),
            Operation::ReadResponse | Operation::Acknowledge | Operation::AtomicAcknowledge => {
                Err(INVALID)
            }
        };
        match outcome {
            Ok(next) => {
                self.responder.expected = next;
                self.note_executed(shared, headers, psn);
            }
            Err(refusal) => self.refuse(shared, psn, &refusal),
        }
    }

    /// Reports why the expected request is not executed.
    #[cold]
    fn refuse<M: Memory>(&mut self, shared: &mut Shared<M>, psn: u64, refusal: &Refusal) {
        match *refusal {
            Refusal::Fault(code) => self.fault(shared, psn, code),
            Refusal::NotReady => {
                let timer = self.responder.wait_for(psn);
                self.responder.refused = true;
                self.responder.nak = Some((psn, Syndrome::RnrNak { timer }));
                shared.schedule(self);
            }
        }
    }

    /// Handles a request whose check is right but whose payload breaks a rule of its opcode.
    pub(crate) fn handle_invalid_request<M: Memory>(&mut self, shared: &mut Shared<M>, psn: u32) {
        if let Some(psn) = self.in_sequence(shared, psn) {
            self.fault(shared, psn, NakCode::InvalidRequest);
        }
    }

    /// The internal number of `psn`, if it is the expected PSN and the state allows requests.
    fn in_sequence<M>(&mut self, shared: &mut Shared<M>, psn: u32) -> Option<u64> {
        let takes = matches!(self.receiving, QpState::Rtr | QpState::Rts | QpState::Sqd);
        let psn = extend_psn(self.responder.expected, psn);
        if takes && psn == self.responder.expected {
            self.responder.refused = false;
            return Some(psn);
        }
        if takes && psn > self.responder.expected {
            shared.counters.out_of_order += 1;
            if !self.path.holds() {
                self.report_gap(shared);
            }
        }
        None
    }

    /// Reports the gap to the requester, unless this was done.
    pub(super) fn report_gap<M>(&mut self, shared: &mut Shared<M>) {
        if !self.responder.refused {
            self.responder.refused = true;
            let syndrome = Syndrome::Nak(NakCode::PsnSequence);
            self.responder.nak = Some((self.responder.expected, syndrome));
            shared.schedule(self);
        }
    }

    /// Handles a request that is not the expected one.
    fn handle_unexpected<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) {
        let psn = extend_psn(self.responder.expected, headers.bth.psn);
        if self.receiving == QpState::Error {
            let operation = headers.bth.opcode.operation();
            let was_answered = matches!(operation, Operation::ReadRequest | Operation::Atomic);
            match self.responder.fault {
                Some((fault, code)) if psn >= fault => {
                    self.responder.nak = Some((fault, Syndrome::Nak(code)));
                    shared.schedule(self);
                    return;
                }
                // The request before the fault was answered. The answer may be lost, and the NAK
                // does not replace it.
                Some(_) if was_answered => {}
                _ => {
                    shared.counters.dropped.wrong_state += 1;
                    return;
                }
            }
        }
        if psn >= self.responder.expected {
            if self.path.holds() && self.receiving != QpState::Error {
                self.hold_request(shared, headers, payload);
            }
            return;
        }
        shared.counters.duplicates += 1;
        match headers.bth.opcode.operation() {
            Operation::ReadRequest => self.repeat_read(shared, headers, psn),
            Operation::Atomic => self.repeat_atomic(shared, psn),
            _ => self.repeat_acknowledgement(shared, headers, psn),
        }
    }

    /// Goes to ERROR because of the request `psn`, and sends a NAK.
    pub(super) fn fault<M: Memory>(&mut self, shared: &mut Shared<M>, psn: u64, code: NakCode) {
        self.responder.nak = Some((psn, Syndrome::Nak(code)));
        self.responder.fault = Some((psn, code));
        self.fail(shared);
        shared.schedule(self);
    }

    /// Notes that a request was executed, which is to be acknowledged unless a response does so.
    pub(super) fn note_executed<M>(&mut self, shared: &mut Shared<M>, headers: &Headers, psn: u64) {
        let opcode = headers.bth.opcode;
        if matches!(
            opcode.operation(),
            Operation::ReadRequest | Operation::Atomic
        ) {
            self.responder.responses_end = self.responder.expected;
            shared.schedule(self);
            return;
        }
        self.responder.unacknowledged = self.responder.unacknowledged.saturating_add(1);
        let r = &mut self.responder;
        if headers.bth.ack_request || r.unacknowledged >= ACK_INTERVAL {
            r.ack = Some(psn);
            r.ack_wait = AckWait::Nothing;
            shared.schedule(self);
        } else if self.path.holds() && matches!(opcode.position(), Position::Last | Position::Only)
        {
            r.ack_wait = match r.ack_wait {
                AckWait::Nothing if r.ack.is_some() => AckWait::Nothing,
                AckWait::Nothing | AckWait::Patience if headers.bth.migrated => AckWait::Patience,
                _ => AckWait::Company,
            };
            r.ack = Some(psn);
        }
    }

    /// Ends the wait of an acknowledgement.
    pub(crate) fn release_acknowledgement<M>(&mut self, shared: &mut Shared<M>, is_patient: bool) {
        let r = &mut self.responder;
        let over = if is_patient {
            r.patience_listed = false;
            AckWait::Patience
        } else {
            r.ack_listed = false;
            AckWait::Company
        };
        if r.ack.is_some() && r.ack_wait == over {
            self.responder.ack_wait = AckWait::Nothing;
            shared.schedule(self);
        }
    }

    /// Acknowledges everything that was executed.
    pub(super) fn acknowledge_all<M>(&mut self, shared: &mut Shared<M>) {
        if self.responder.expected > self.responder.responses_end {
            self.responder.ack = Some(self.responder.expected - 1);
            self.responder.ack_wait = AckWait::Nothing;
        }
        shared.schedule(self);
    }
}
