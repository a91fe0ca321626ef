//! A queue pair: its state, its two halves, and what concerns both halves.
//!
//! ```text
//!              Qp (mod.rs, state.rs)
//!   post_send ─▶ Requester ── transmit.rs sends requests; ack.rs takes responses; timer.rs says when to send again,
//!                             recovery.rs what; congestion.rs how much may be under way, pace.rs how fast
//!   post_recv ─▶ Responder ── responder.rs takes requests: execute.rs those in order, duplicate.rs those that come again,
//!                             held.rs those that come early; response.rs answers; xrc.rs says whose they are
//! ```

mod ack;
mod asking;
mod congestion;
mod duplicate;
mod execute;
mod held;
mod pace;
mod placed;
mod post;
mod recovery;
mod requester;
mod responder;
mod response;
pub(crate) mod state;
mod timer;
mod transmit;
mod wqe;
mod xrc;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionOp, CompletionStatus, CqId, Memory, PacketCheck,
    PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, SrqId, Time, Transport,
};

pub(crate) use self::pace::TICK;
pub(crate) use self::placed::Expected;
pub(crate) use self::post::check_local;
pub(crate) use self::requester::Requester;
pub(crate) use self::responder::Responder;
pub(crate) use self::timer::PATIENCE;
use self::timer::{Probing, Timing};
pub(crate) use self::wqe::{Blocks, Detail, Source, Wqe, WqeKind};
pub(crate) use self::xrc::{Half, Xrc};
use crate::outbox::Envelope;
use crate::region::Pds;
use crate::shared::Shared;
use crate::slab::Key;
use crate::timers::Alarm;
use crate::wire::keyed::Laps;
use crate::wire::{Bth, Class, Opcode};

/// The most packets that a queue pair sends before the next one's turn.
pub(crate) const BURST: u32 = 64;

/// A queue pair.
pub(crate) struct Qp {
    pub(crate) key: Key,
    /// The queue pair number in responses to its requests. Zero for an XRC target alone.
    pub(crate) number: QpNumber,
    pub(crate) class: Class,
    pub(crate) made: Made,
    /// The state of the requester.
    pub(crate) state: QpState,
    /// The state of the responder. Equal to `state`, except that XRC halves have only ERROR in
    /// common.
    pub(crate) receiving: QpState,
    access: Access,
    pub(crate) qkey: u32,
    /// Whether the queue pair is in the ready list.
    pub(crate) scheduled: bool,
    /// Whether the queue pair waits for its destination's window.
    pub(crate) waiting: bool,
    /// Whether a completion of this queue pair was lost because its queue was full.
    pub(crate) overrun: bool,
    path: Path,
    pub(crate) alarm: Alarm,
    pub(crate) requester: Requester,
    responder: Responder,
    pub(crate) receives: VecDeque<ReceiveRequest>,
    pub(crate) xrc: Option<Box<Xrc>>,
}

/// The parameters of the queue pair's creation.
#[derive(Clone, Copy)]
pub(crate) struct Made {
    /// The transport. For XRC partners, the initiator's.
    pub(crate) transport: Transport,
    pub(crate) pd: PdId,
    pub(crate) send_cq: CqId,
    pub(crate) recv_cq: CqId,
    pub(crate) srq: Option<SrqId>,
    pub(crate) max_send: u32,
    pub(crate) max_recv: u32,
}

impl Made {
    pub(crate) fn with(init: &QpInit) -> Self {
        Made {
            transport: init.transport,
            pd: init.pd,
            send_cq: init.send_cq,
            recv_cq: init.recv_cq,
            srq: init.srq,
            max_send: init.max_send,
            max_recv: init.max_recv,
        }
    }
}

/// The peer of a connection.
#[derive(Clone, Copy)]
struct Path {
    remote: AdapterAddress,
    /// The destination queue pair of requests.
    remote_qp: QpNumber,
    mtu: u32,
    check: PacketCheck,
    /// The index in the table of destinations, while connected.
    destination: Option<u32>,
}

impl Path {
    /// Whether both sides recover from loss packet by packet, beyond the standard, as Farreach's
    /// adapters do.
    fn holds(&self) -> bool {
        matches!(self.check, PacketCheck::Keyed(_))
    }

    fn none() -> Self {
        Path {
            remote: AdapterAddress {
                gid: [0; 16],
                port: 0,
            },
            remote_qp: QpNumber(0),
            mtu: 0,
            check: PacketCheck::Icrc,
            destination: None,
        }
    }
}

/// How a queue pair's turn in a transmit pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// There is nothing more to send until something happens.
    Done,
    /// There is more to send, after the turns of others.
    More,
    /// The link has no room.
    Full,
    /// The destination's window is full.
    Wait(u32),
    /// More may be sent after a [`TICK`].
    Paced,
}

impl Qp {
    pub(crate) fn new(number: QpNumber, init: &QpInit) -> Self {
        Qp {
            key: Key(0),
            number,
            class: match init.transport {
                Transport::Rc => Class::Rc,
                Transport::Ud => Class::Ud,
                Transport::XrcInitiator | Transport::XrcTarget => Class::Xrc,
            },
            made: Made::with(init),
            state: QpState::Reset,
            receiving: QpState::Reset,
            access: Access::NONE,
            qkey: 0,
            scheduled: false,
            waiting: false,
            overrun: false,
            path: Path::none(),
            alarm: Alarm::default(),
            requester: Requester::new(),
            responder: Responder::new(),
            receives: VecDeque::new(),
            xrc: Xrc::new(number, init).map(Box::new),
        }
    }

    /// The destination queue pair number of requests to this queue pair.
    #[inline]
    pub(crate) fn target(&self) -> QpNumber {
        self.xrc.as_ref().map_or(self.number, |xrc| xrc.target)
    }

    /// The destination queue pair number of responses from this queue pair.
    #[inline]
    fn remote_requester(&self) -> QpNumber {
        match &self.xrc {
            None => self.path.remote_qp,
            Some(xrc) => xrc.remote_requester,
        }
    }

    /// The protection domains that remote requests are checked against.
    #[inline]
    fn pds(&self) -> Pds {
        match &self.xrc {
            None => Pds::only(self.made.pd),
            Some(xrc) => xrc.to.pds,
        }
    }

    /// The shared receive queue that provides the receives.
    #[inline]
    fn srq(&self) -> Option<SrqId> {
        match &self.xrc {
            None => self.made.srq,
            Some(xrc) => xrc.to.srq,
        }
    }

    /// The remote adapter and the packet check of a connected queue pair.
    pub(crate) fn remote(&self) -> (AdapterAddress, &PacketCheck) {
        (self.path.remote, &self.path.check)
    }

    /// The protection domain that receives are checked against.
    pub(crate) fn receive_pd<M>(&self, shared: &Shared<M>) -> PdId {
        self.srq()
            .and_then(|srq| shared.srqs.get(Key(srq.0)))
            .map_or(self.made.pd, |srq| srq.pd)
    }

    /// Executes a state transition.
    pub(crate) fn modify<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        half: Half,
        transition: &QpTransition,
    ) -> Result<(), farreach_verbs::DeviceError> {
        let to = state::check(self, half, transition, &shared.config)?;
        match *transition {
            QpTransition::ToInit { access, qkey } => {
                if half != Half::Initiator {
                    self.access = access;
                }
                self.qkey = qkey;
            }
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn,
                mtu,
                max_dest_rd_atomic,
                min_rnr_timer,
                check,
            } => {
                let destination = self.path.destination.take();
                self.path = Path {
                    remote,
                    mtu,
                    check,
                    destination: destination.or_else(|| Some(shared.destinations.acquire(remote))),
                    ..self.path
                };
                if half != Half::Target {
                    self.path.remote_qp = remote_qp;
                }
                if half != Half::Initiator {
                    if let Some(xrc) = &mut self.xrc {
                        xrc.remote_requester = remote_qp;
                    }
                    self.responder
                        .start(expected_psn, max_dest_rd_atomic, min_rnr_timer);
                }
            }
            QpTransition::ToRtrUd => {}
            QpTransition::ToRts { .. } if half == Half::Target => {}
            QpTransition::ToRts {
                psn,
                max_rd_atomic,
                timeout,
                retry,
                rnr_retry,
            } => {
                if self.state == QpState::Sqd {
                    self.requester.resume();
                } else {
                    let limits = &shared.config.limits;
                    let probing = if self.path.holds() {
                        Probing::WhenSilent
                    } else {
                        Probing::Never
                    };
                    let (min, max) = (limits.min_timeout, limits.max_timeout);
                    let timing = Timing::new(timeout, min, max, retry, rnr_retry, probing);
                    let mtu = self.path.mtu;
                    self.requester
                        .start(psn, max_rd_atomic, limits, mtu, timing);
                }
                self.state = to;
                shared.schedule(self);
            }
            QpTransition::ToSqd => self.requester.drain(),
            QpTransition::ToError => {
                self.responder.silence();
                self.enter_error(shared);
            }
            QpTransition::ToReset => self.reset(shared),
        }
        let is_common = matches!(to, QpState::Error | QpState::Reset);
        if half != Half::Target || is_common {
            self.state = to;
        }
        if half != Half::Initiator || is_common {
            self.receiving = to;
        }
        Ok(())
    }

    /// Goes to ERROR and flushes all posted work.
    fn enter_error<M: Memory>(&mut self, shared: &mut Shared<M>) {
        if self.state == QpState::Error {
            return;
        }
        (self.state, self.receiving) = (QpState::Error, QpState::Error);
        self.settle_in_flight(shared);
        self.responder.held.clear();
        if let Some(xrc) = &mut self.xrc {
            xrc.gathered = Vec::new();
        }
        shared.timers.clear(&mut self.alarm);
        while let Some(wqe) = self.requester.take_front(shared) {
            self.complete_send(shared, &wqe, CompletionStatus::Flushed, 0);
        }
        let flushed = CompletionStatus::Flushed;
        self.fail_request(shared, flushed);
        while let Some(receive) = self.receives.pop_front() {
            self.fail_receive(shared, receive.id, flushed);
        }
    }

    /// Goes to ERROR because of a failure.
    pub(crate) fn fail<M: Memory>(&mut self, shared: &mut Shared<M>) {
        if self.state != QpState::Error {
            shared.counters.qp_errors += 1;
            self.enter_error(shared);
        }
    }

    /// Goes to ERROR if one of its completions was lost.
    pub(crate) fn check_overrun<M: Memory>(&mut self, shared: &mut Shared<M>) {
        if self.overrun {
            self.fail(shared);
        }
    }

    /// Forgets all posted work and the connection.
    pub(crate) fn reset<M: Memory>(&mut self, shared: &mut Shared<M>) {
        self.settle_in_flight(shared);
        shared.timers.clear(&mut self.alarm);
        while self.requester.take_front(shared).is_some() {}
        if let Some(destination) = self.path.destination.take() {
            shared.destinations.release(destination);
        }
        self.path = Path::none();
        self.access = Access::NONE;
        self.overrun = false;
        // The lists of waiting queue pairs may still have an entry, which is harmless.
        self.waiting = false;
        self.requester = Requester::new();
        self.responder = Responder::new();
        self.receives = VecDeque::new();
        if let Some(xrc) = &mut self.xrc {
            xrc.reset();
        }
        (self.state, self.receiving) = (QpState::Reset, QpState::Reset);
    }

    /// Subtracts what this queue pair has in flight from the windows.
    fn settle_in_flight<M>(&mut self, shared: &mut Shared<M>) {
        let bytes = self.requester.take_in_flight();
        if let Some(destination) = self.path.destination {
            shared.destinations.settled(destination, bytes);
        }
    }

    /// Adds a send request's completion to its queue, unless the request is unsignaled and
    /// succeeded.
    #[inline]
    pub(crate) fn complete_send<M>(
        &mut self,
        shared: &mut Shared<M>,
        wqe: &Wqe,
        status: CompletionStatus,
        bytes: u32,
    ) {
        if !wqe.signaled && status == CompletionStatus::Success {
            return;
        }
        let completion = Completion {
            id: wqe.id,
            qp: self.number,
            status,
            op: wqe.kind.completion_op(),
            bytes,
            imm: None,
            source: None,
        };
        self.complete(shared, self.made.send_cq, completion);
    }

    fn fail_receive<M>(&mut self, shared: &mut Shared<M>, id: u64, status: CompletionStatus) {
        let completion = Completion {
            id,
            qp: self.target(),
            status,
            op: CompletionOp::Receive,
            bytes: 0,
            imm: None,
            source: None,
        };
        self.complete_receive(shared, completion);
    }

    pub(crate) fn complete_receive<M>(&mut self, shared: &mut Shared<M>, completion: Completion) {
        let Some(cq) = self.receive_cq(shared) else {
            return; // its shared receive queue was destroyed meanwhile
        };
        self.complete(shared, cq, completion);
    }

    /// Where receives of the request under way complete.
    #[inline]
    fn receive_cq<M>(&self, shared: &Shared<M>) -> Option<CqId> {
        let Some(xrc) = &self.xrc else {
            return Some(self.made.recv_cq);
        };
        let queue = shared.srqs.get(Key(xrc.to.srq?.0))?;
        queue.xrc.map(|queue| queue.cq)
    }

    #[inline]
    fn complete<M>(&mut self, shared: &mut Shared<M>, cq: CqId, completion: Completion) {
        let cq = shared
            .cqs
            .get_mut(Key(cq.0))
            .expect("a used completion queue is not destroyed");
        if cq.push(completion).is_err() {
            shared.counters.cq_overruns += 1;
            self.overrun = true;
        }
    }

    /// The receive for the next message.
    pub(crate) fn next_receive<M>(&self, shared: &Shared<M>) -> Option<ReceiveRequest> {
        match self.srq() {
            Some(srq) => shared.srqs.get(Key(srq.0))?.receives.front().copied(),
            None => self.receives.front().copied(),
        }
    }

    /// Takes the receive for the next message.
    pub(crate) fn take_receive<M>(&mut self, shared: &mut Shared<M>) -> Option<ReceiveRequest> {
        match self.srq() {
            Some(srq) => shared.srqs.get_mut(Key(srq.0))?.receives.pop_front(),
            None => self.receives.pop_front(),
        }
    }

    /// Continues as if so many packets had been sent and acknowledged, and so many had arrived. A lap of
    /// PSNs takes minutes to send.
    #[cfg(test)]
    pub(crate) fn skip(&mut self, sent: u64, arrived: u64) {
        if sent > 0 {
            self.requester.skip(sent);
        }
        if arrived > 0 {
            self.responder.skip(arrived);
        }
    }

    /// How often the numbers of an arriving packet have wrapped, if it is none of another lap. Packets
    /// that are under way are far fewer than a half of a lap.
    #[inline]
    pub(crate) fn laps(&self, bth: &Bth) -> Laps {
        if bth.opcode.operation().is_response() {
            return Laps::new(extend_psn(self.requester.una, bth.psn), 0);
        }
        let psn = extend_psn(self.responder.expected, bth.psn);
        Laps::new(psn, bth.carried_near(self.requester.acknowledged_count()))
    }

    fn envelope<M>(&self, shared: &Shared<M>) -> Envelope {
        Envelope {
            source: shared.config.address,
            to: self.path.remote,
            check: self.path.check,
        }
    }

    /// The opcode of an operation for this transport, given the opcode of RC.
    #[inline]
    fn opcode(&self, of_rc: Opcode) -> Opcode {
        if self.class == Class::Xrc {
            Self::xrc_opcode(of_rc)
        } else {
            of_rc
        }
    }

    /// Sends what the queue pair may send, in its turn of a transmit pass.
    pub(crate) fn transmit<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        link: &mut impl crate::link::Link<M>,
    ) -> Turn {
        if self.class == Class::Ud {
            return self.transmit_datagrams(shared, link);
        }
        let mut budget = BURST;
        match self.transmit_responses(shared, link, &mut budget) {
            Turn::Done => {}
            other => return other,
        }
        match self.transmit_acknowledgements(shared, link) {
            Turn::Done => {}
            other => return other,
        }
        self.transmit_requests(shared, now, link, &mut budget)
    }

    /// Asks for the rest of an arriving message or read, of which a part may be lost.
    pub(crate) fn handle_link_loss<M: Memory>(&mut self, shared: &mut Shared<M>, now: Time) {
        let is_live = |state| matches!(state, QpState::Rtr | QpState::Rts | QpState::Sqd);
        if self.class == Class::Ud {
            return;
        }
        if !is_live(self.receiving) {
            // Nothing is arriving.
        } else if self.path.holds() {
            if self.responder.is_amid_request() || !self.responder.held.is_empty() {
                self.report_held(shared);
            }
        } else if self.responder.is_amid_request() {
            self.report_gap(shared);
        }
        if is_live(self.state) && self.requester.is_amid_read() {
            self.go_back(shared, now);
        }
    }

    /// Heap bytes of the queue pair and its queues.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of::<Qp>()
            + self.receives.capacity() * size_of::<ReceiveRequest>()
            + self.requester.heap_bytes()
            + self.responder.heap_bytes()
            + self.xrc.as_deref().map_or(0, Xrc::heap_bytes)
    }
}

/// The PSN with the given low 24 bits that is nearest to `reference`.
///
/// Internally PSNs have 64 bits and never wrap. They begin 2²⁴ above the wire's first PSN, so that
/// a PSN slightly before the first one stays positive.
#[inline]
fn extend_psn(reference: u64, psn: u32) -> u64 {
    use crate::wire::Psn;
    let distance = Psn::new(psn).distance_from(Psn::new(reference as u32));
    reference.wrapping_add_signed(i64::from(distance))
}

/// The internal number of a connection's first PSN.
fn first_psn(psn: u32) -> u64 {
    u64::from(psn) + u64::from(crate::wire::Psn::COUNT)
}

/// The wire's number of an internal PSN.
pub(crate) fn wire_psn(psn: u64) -> u32 {
    crate::wire::Psn::new(psn as u32).get()
}
