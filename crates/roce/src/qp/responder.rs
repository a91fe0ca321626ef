//! The responder: requests as they arrive, checked before anything is touched.
//!
//! ```text
//!   PSN < expected   duplicate: acknowledge, read or answer from memory again, never execute
//!   PSN = expected   execute, then expect the next
//!   PSN > expected   a gap: one NAK, drop until the expected one comes (between our own adapters: held.rs)
//! ```

use std::collections::VecDeque;
use std::time::Duration;

use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, Completion, CompletionOp, CompletionStatus, Memory, QpState,
    ReceiveRequest, Time,
};

use super::held::HeldPackets;
use super::wqe::packets;
use super::{Qp, extend_psn, first_psn};
use crate::shared::Shared;
use crate::wire::{Headers, NakCode, Operation, Position, Syndrome, rnr};

/// A foreign requester stalls when it hears nothing for about twice as many packets.
const ACK_INTERVAL: u8 = 64;

/// The receiving half of a pair.
pub(crate) struct Responder {
    pub(super) expected: u64,
    pub(super) msn: u32,
    /// A NAK for the expected PSN left; another would only repeat it.
    refused: bool,
    message: Message,
    pub(super) responses: VecDeque<Response>,
    /// Results of the latest atomics, oldest first, for requests that come again.
    pub(super) atomics: VecDeque<AtomicResult>,
    /// The PSN after the latest read or atomic.
    pub(super) responses_end: u64,
    /// The PSN that the next acknowledgement names.
    pub(super) ack: Option<u64>,
    /// Nobody asked for that acknowledgement: it can wait for company.
    pub(super) ack_waits: bool,
    /// In the list of pairs whose acknowledgement waits.
    ack_listed: bool,
    /// Packets since the last acknowledgement.
    unacknowledged: u8,
    /// The PSN and syndrome of a NAK that is to leave.
    pub(super) nak: Option<(u64, Syndrome)>,
    /// What arrived ahead of a gap, between our own adapters.
    pub(super) held: HeldPackets,
    /// Why this pair is in ERROR, for a requester that missed the NAK.
    fault: Option<(u64, NakCode)>,
    max_dest_rd_atomic: u8,
    rnr_timer: u8,
}

/// The message of several packets that is arriving.
#[derive(Clone, Copy, Debug)]
enum Message {
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
}

/// A response that is to leave, or is leaving.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response {
    pub(super) psn: u64,
    pub(super) packets: u32,
    pub(super) sent: u32,
    pub(super) msn: u32,
    pub(super) body: Body,
    /// It was asked for again.
    repeated: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    Read { rkey: u32, addr: u64, len: u32 },
    Atomic { original: u64 },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicResult {
    pub(super) psn: u64,
    pub(super) original: u64,
}

/// Why a request is not carried out.
enum Refusal {
    /// The pair goes to ERROR.
    Fault(NakCode),
    /// There is no receive.
    NotReady,
}

const INVALID: Refusal = Refusal::Fault(NakCode::InvalidRequest);
const ACCESS: Refusal = Refusal::Fault(NakCode::RemoteAccess);

impl Responder {
    pub(super) fn new() -> Self {
        Responder {
            expected: 0,
            msn: 0,
            refused: false,
            message: Message::None,
            responses: VecDeque::new(),
            atomics: VecDeque::new(),
            responses_end: 0,
            ack: None,
            ack_waits: false,
            ack_listed: false,
            unacknowledged: 0,
            nak: None,
            held: HeldPackets::default(),
            fault: None,
            max_dest_rd_atomic: 0,
            rnr_timer: 0,
        }
    }

    pub(super) fn start(&mut self, psn: u32, max_dest_rd_atomic: u8, min_rnr_timer: Duration) {
        self.expected = first_psn(psn);
        self.responses_end = self.expected;
        self.max_dest_rd_atomic = max_dest_rd_atomic;
        self.rnr_timer = rnr::code(min_rnr_timer);
    }

    /// Says nothing more.
    pub(super) fn silence(&mut self) {
        self.responses.clear();
        self.held.clear();
        self.acknowledged();
        self.nak = None;
        self.fault = None;
    }

    /// The receive that an unfinished message holds.
    pub(super) fn take_receive(&mut self) -> Option<u64> {
        match std::mem::replace(&mut self.message, Message::None) {
            Message::Send { receive, .. } => Some(receive.id),
            Message::None | Message::Write { .. } => None,
        }
    }

    /// Whether some packets of a message have come, and not all.
    pub(super) fn is_amid_message(&self) -> bool {
        !matches!(self.message, Message::None)
    }

    /// An acknowledgement up to `psn` leaves.
    pub(super) fn acknowledged(&mut self) {
        self.ack = None;
        self.ack_waits = false;
        self.unacknowledged = 0;
    }

    /// The last PSN of which everything up to it is known to have been answered or needs no answer of its own.
    pub(super) fn acknowledgeable(&self) -> u64 {
        let pending = self.responses.front();
        pending.map_or(self.expected, |r| r.psn + u64::from(r.sent)) - 1
    }

    /// Whether a NAK left and the requester is to send again from the expected PSN on.
    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    fn complete_message(&mut self) {
        self.message = Message::None;
        self.msn = (self.msn + 1) & 0xff_ffff;
    }

    /// Whether the response to `psn` has not left yet.
    pub(super) fn is_pending(&self, psn: u64) -> bool {
        self.responses
            .iter()
            .any(|r| (r.psn + u64::from(r.sent)..r.psn + u64::from(r.packets)).contains(&psn))
    }

    fn respond(&mut self, psn: u64, packets: u32, body: Body) {
        self.responses
            .push_back(self.response(psn, packets, body, false));
        // A response acknowledges all requests before its own.
        if self.ack.is_some_and(|ack| ack < psn) {
            self.acknowledged();
        }
    }

    /// Responds once more, in the order of PSNs: the requester takes responses in no other.
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

    /// Whether there is room for one more response. Repeated ones have room of their own, so that they
    /// never crowd out new ones.
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
    /// Takes a request packet that passed the checks of source and integrity.
    pub(crate) fn handle_request<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        headers: &Headers,
        payload: &[u8],
    ) {
        if self.path.holds() {
            self.handle_carried_acknowledgement(shared, now, headers.bth.pkey);
        }
        let Some(psn) = self.in_sequence(shared, headers.bth.psn) else {
            self.handle_unexpected(shared, headers, payload);
            return;
        };
        self.execute_request(shared, headers, payload, psn);
        if !self.responder.held.is_empty() {
            self.execute_held(shared, headers.bth.ack_request);
        }
        if self.responder.ack_waits && !self.responder.ack_listed {
            self.responder.ack_listed = true;
            shared.delayed.push_back((now, self.key));
        }
        self.check_overrun(shared);
    }

    /// Carries out the expected request.
    pub(super) fn execute_request<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
        psn: u64,
    ) {
        let outcome = match headers.bth.opcode.operation() {
            Operation::Send => self.execute_send(shared, headers, payload),
            Operation::Write => self.execute_write(shared, headers, payload),
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
            Err(Refusal::Fault(code)) => self.fault(shared, psn, code),
            Err(Refusal::NotReady) => {
                let timer = self.responder.rnr_timer;
                self.responder.refused = true;
                self.responder.nak = Some((psn, Syndrome::RnrNak { timer }));
                shared.schedule(self);
            }
        }
    }

    /// A request whose check is good but whose payload breaks a rule of its opcode.
    pub(crate) fn handle_invalid_request<M: Memory>(&mut self, shared: &mut Shared<M>, psn: u32) {
        if let Some(psn) = self.in_sequence(shared, psn) {
            self.fault(shared, psn, NakCode::InvalidRequest);
        }
    }

    /// The PSN as counted inside, if it is the expected one in a state that takes requests.
    fn in_sequence<M>(&mut self, shared: &mut Shared<M>, psn: u32) -> Option<u64> {
        let takes = matches!(self.state, QpState::Rtr | QpState::Rts | QpState::Sqd);
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

    /// Tells the requester from where on to send again, unless it was told.
    pub(super) fn report_gap<M>(&mut self, shared: &mut Shared<M>) {
        if !self.responder.refused {
            self.responder.refused = true;
            let syndrome = Syndrome::Nak(NakCode::PsnSequence);
            self.responder.nak = Some((self.responder.expected, syndrome));
            shared.schedule(self);
        }
    }

    /// A request that is not the expected one.
    fn handle_unexpected<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) {
        let psn = extend_psn(self.responder.expected, headers.bth.psn);
        if self.state == QpState::Error {
            let operation = headers.bth.opcode.operation();
            let was_answered = matches!(operation, Operation::ReadRequest | Operation::Atomic);
            match self.responder.fault {
                Some((fault, code)) if psn >= fault => {
                    self.responder.nak = Some((fault, Syndrome::Nak(code)));
                    shared.schedule(self);
                    return;
                }
                // The answer to what came before the fault may have been lost, and the NAK says nothing about it.
                Some(_) if was_answered => {}
                _ => {
                    shared.counters.dropped.wrong_state += 1;
                    return;
                }
            }
        }
        if psn >= self.responder.expected {
            if self.path.holds() && self.state != QpState::Error {
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

    /// Goes to ERROR because of the request `psn`, and says so.
    pub(super) fn fault<M: Memory>(&mut self, shared: &mut Shared<M>, psn: u64, code: NakCode) {
        self.responder.nak = Some((psn, Syndrome::Nak(code)));
        self.responder.fault = Some((psn, code));
        self.fail(shared);
        shared.schedule(self);
    }

    /// Acknowledges what was carried out, unless a response does.
    fn note_executed<M>(&mut self, shared: &mut Shared<M>, headers: &Headers, psn: u64) {
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
            r.ack_waits = false;
            shared.schedule(self);
        } else if self.path.holds() && matches!(opcode.position(), Position::Last | Position::Only)
        {
            r.ack_waits |= r.ack.is_none();
            r.ack = Some(psn);
        }
    }

    /// The acknowledgement that waited for company waits no longer.
    pub(crate) fn release_acknowledgement<M>(&mut self, shared: &mut Shared<M>) {
        self.responder.ack_listed = false;
        if self.responder.ack.is_some() {
            self.responder.ack_waits = false;
            shared.schedule(self);
        }
    }

    /// Acknowledges everything that was carried out.
    pub(super) fn acknowledge_all<M>(&mut self, shared: &mut Shared<M>) {
        if self.responder.expected > self.responder.responses_end {
            self.responder.ack = Some(self.responder.expected - 1);
            self.responder.ack_waits = false;
        }
        shared.schedule(self);
    }

    fn execute_send<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let begins = matches!(position, Position::First | Position::Only);
        let (receive, received) = match self.responder.message {
            Message::None if begins => {
                let receive = self.next_receive(shared).ok_or(Refusal::NotReady)?;
                self.take_receive(shared);
                (receive, 0)
            }
            Message::Send { receive, received } if !begins => (receive, received),
            _ => return Err(INVALID),
        };
        self.responder.message = Message::Send { receive, received };
        let len = payload.len() as u32;
        if len > receive.local.len - received {
            self.fail_receive(shared, CompletionStatus::LocalLength);
            return Err(INVALID);
        }
        if !self.store_received(shared, &receive, received, payload) {
            self.fail_receive(shared, CompletionStatus::LocalProtection);
            return Err(Refusal::Fault(NakCode::RemoteOperation));
        }
        let received = received + len;
        if matches!(position, Position::Last | Position::Only) {
            self.responder.complete_message();
            let op = CompletionOp::Receive;
            self.deliver(shared, receive.id, op, received, headers.imm);
        } else {
            self.responder.message = Message::Send { receive, received };
        }
        Ok(self.responder.expected + 1)
    }

    fn store_received<M: Memory>(
        &self,
        shared: &Shared<M>,
        receive: &ReceiveRequest,
        offset: u32,
        bytes: &[u8],
    ) -> bool {
        if bytes.is_empty() {
            return true;
        }
        let Some(addr) = receive.local.addr.checked_add(u64::from(offset)) else {
            return false;
        };
        let (pd, len) = (self.receive_pd(shared), bytes.len() as u32);
        shared
            .regions
            .local(receive.local.lkey, pd, addr, len, Access::LOCAL_WRITE)
            .is_some_and(|range| range.memory.write(range.offset, bytes).is_ok())
    }

    /// The receive of the message under way completes with an error.
    fn fail_receive<M>(&mut self, shared: &mut Shared<M>, status: CompletionStatus) {
        if let Some(id) = self.responder.take_receive() {
            let completion = Completion {
                id,
                qp: self.number,
                status,
                op: CompletionOp::Receive,
                bytes: 0,
                imm: None,
                source: None,
            };
            self.complete_receive(shared, completion);
        }
    }

    fn deliver<M>(
        &mut self,
        shared: &mut Shared<M>,
        id: u64,
        op: CompletionOp,
        bytes: u32,
        imm: Option<u32>,
    ) {
        let completion = Completion {
            id,
            qp: self.number,
            status: CompletionStatus::Success,
            op,
            bytes,
            imm,
            source: None,
        };
        self.complete_receive(shared, completion);
    }

    fn execute_write<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let (rkey, addr, len, written) = match (self.responder.message, headers.reth) {
            (Message::None, Some(reth)) => {
                let (rkey, addr, len) = (reth.rkey, reth.va, reth.length);
                if len > shared.config.limits.max_message {
                    return Err(INVALID);
                }
                // Of a single packet, the range of its bytes is all there is, and is looked at below.
                if position != Position::Only
                    && !self.permits(shared, rkey, addr, len, Access::REMOTE_WRITE)
                {
                    return Err(ACCESS);
                }
                (rkey, addr, len, 0)
            }
            (
                Message::Write {
                    rkey,
                    addr,
                    len,
                    written,
                },
                None,
            ) => (rkey, addr, len, written),
            _ => return Err(INVALID),
        };
        let ends = matches!(position, Position::Last | Position::Only);
        let bytes = payload.len() as u32;
        let left = len - written;
        if bytes > left || ends != (bytes == left) {
            return Err(INVALID);
        }
        let access = Access::REMOTE_WRITE;
        if !self.access.contains(access) {
            return Err(ACCESS);
        }
        let range = if bytes > 0 {
            let at = addr + u64::from(written);
            let range =
                shared
                    .regions
                    .remote(farreach_verbs::Rkey(rkey), self.init.pd, at, bytes, access);
            Some(range.ok_or(ACCESS)?)
        } else {
            None
        };
        if headers.imm.is_some() && self.next_receive(shared).is_none() {
            return Err(Refusal::NotReady);
        }
        if let Some(range) = range {
            range
                .memory
                .write(range.offset, payload)
                .map_err(|_| ACCESS)?;
        }
        if !ends {
            self.responder.message = Message::Write {
                rkey,
                addr,
                len,
                written: written + bytes,
            };
            return Ok(self.responder.expected + 1);
        }
        self.responder.complete_message();
        if headers.imm.is_some()
            && let Some(receive) = self.take_receive(shared)
        {
            let op = CompletionOp::ReceiveWriteImm;
            self.deliver(shared, receive.id, op, len, headers.imm);
        }
        Ok(self.responder.expected + 1)
    }

    fn execute_read<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) -> Result<u64, Refusal> {
        let Some(reth) = headers.reth else {
            return Err(INVALID);
        };
        self.check_room()?;
        if reth.length > shared.config.limits.max_message {
            return Err(INVALID);
        }
        let (rkey, addr, len) = (reth.rkey, reth.va, reth.length);
        if !self.permits(shared, rkey, addr, len, Access::REMOTE_READ) {
            return Err(ACCESS);
        }
        let count = packets(len, self.path.mtu);
        self.responder.complete_message();
        self.responder
            .respond(psn, count, Body::Read { rkey, addr, len });
        Ok(psn + u64::from(count))
    }

    fn execute_atomic<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) -> Result<u64, Refusal> {
        let Some((width, op, addr, rkey)) = requested_atomic(headers) else {
            return Err(INVALID);
        };
        self.check_room()?;
        let len = width.bytes() as u32;
        if addr % u64::from(len) != 0 {
            return Err(INVALID);
        }
        let access = Access::REMOTE_ATOMIC;
        if !self.access.contains(access) {
            return Err(ACCESS);
        }
        let range =
            shared
                .regions
                .remote(farreach_verbs::Rkey(rkey), self.init.pd, addr, len, access);
        let range = range.ok_or(ACCESS)?;
        let original = range
            .memory
            .atomic(range.offset, width, op)
            .map_err(|_| INVALID)?;
        let r = &mut self.responder;
        r.complete_message();
        while r.atomics.len() >= usize::from(r.max_dest_rd_atomic) {
            r.atomics.pop_front();
        }
        r.atomics.push_back(AtomicResult { psn, original });
        r.respond(psn, 1, Body::Atomic { original });
        Ok(psn + 1)
    }

    /// Whether one more read or atomic may be outstanding, and comes between messages.
    fn check_room(&self) -> Result<(), Refusal> {
        let r = &self.responder;
        if r.has_room(false) && matches!(r.message, Message::None) {
            return Ok(());
        }
        Err(INVALID)
    }

    /// Whether pair and region permit remote access to the range; no bytes are always permitted by a region.
    pub(super) fn permits<M: Memory>(
        &self,
        shared: &Shared<M>,
        rkey: u32,
        addr: u64,
        len: u32,
        access: Access,
    ) -> bool {
        self.access.contains(access)
            && (len == 0
                || shared
                    .regions
                    .remote(farreach_verbs::Rkey(rkey), self.init.pd, addr, len, access)
                    .is_some())
    }

    /// Packets that others follow are full, none is more than full.
    fn check_length(&self, position: Position, len: usize) -> Result<(), Refusal> {
        let mtu = self.path.mtu as usize;
        let suits = match position {
            Position::First | Position::Middle => len == mtu,
            Position::Last => (1..=mtu).contains(&len),
            Position::Only => len <= mtu,
        };
        if suits { Ok(()) } else { Err(INVALID) }
    }
}

/// Width, operation, address and key of an atomic.
fn requested_atomic(headers: &Headers) -> Option<(AtomicWidth, AtomicOp, u64, u32)> {
    use crate::wire::Opcode;
    if let Some(ext) = headers.atomic_ext {
        return Some((ext.width, ext.op, ext.va, ext.rkey));
    }
    let atomic = headers.atomic?;
    let op = if headers.bth.opcode == Opcode::CompareSwap {
        AtomicOp::CompareSwap {
            compare: atomic.compare,
            swap: atomic.swap_or_add,
        }
    } else {
        AtomicOp::Add(atomic.swap_or_add)
    };
    Some((AtomicWidth::W64, op, atomic.va, atomic.rkey))
}
