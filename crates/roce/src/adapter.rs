//! The adapter: dispatches datagrams, deadlines and transmit passes to queue pairs.

mod objects;
mod placed;
mod xrc;

use alloc::boxed::Box;
use core::time::Duration;

use farreach_verbs::{
    AdapterAddress, Completion, CqId, DeviceError, Memory, PacketCheck, QpNumber, QpState,
    QpTransition, ReceiveRequest, SendRequest, SrqId, Time, Transport,
};

use crate::config::AdapterConfig;
use crate::counters::Counters;
use crate::domain::WAKE;
use crate::link::Link;
use crate::number::Numbers;
use crate::qp::{Qp, Turn};
use crate::shared::Shared;
use crate::slab::{Key, NumberTable, Slab};
use crate::waits::Wait;
use crate::wire::icrc::{Flow, verify, verify_any_identification};
use crate::wire::keyed::{self, Laps};
use crate::wire::{Class, DEFAULT_PKEY, ParseError, Parsed, ROCE_PORT, parse_into};

pub use self::placed::{FRONT_MAX, Placement};

/// A partition key without its membership bit, which may be 0 or 1.
const PKEY_MASK: u16 = 0x7fff;

/// The largest MTU. A packet with this payload, all headers and the check fits into an IPv4 packet.
const MAX_MTU: u32 = 65_408;
/// The most visits to queue pairs in one transmit pass.
const TURNS: u32 = 128;

/// A RoCEv2 adapter.
///
/// `Adapter` has all methods of [`farreach_verbs::Device`] except `progress`. A driver makes `progress` of
/// [`handle_datagram`](Self::handle_datagram), [`handle_timeout`](Self::handle_timeout) and
/// [`transmit`](Self::transmit), in this order.
pub struct Adapter<M> {
    shared: Shared<M>,
    qps: Slab<Box<Qp>>,
    by_number: NumberTable,
    numbers: Numbers,
    pds: u32,
}

impl<M: Memory> Adapter<M> {
    /// An adapter without any objects.
    ///
    /// # Panics
    /// If the configuration's MTU is not a multiple of 8 from 256 to 65,408.
    pub fn new(config: AdapterConfig) -> Self {
        let mtu = config.max_mtu;
        assert!(
            (256..=MAX_MTU).contains(&mtu) && mtu.is_multiple_of(8),
            "an MTU of {mtu} is not a multiple of 8 from 256 to {MAX_MTU}"
        );
        Adapter {
            shared: Shared::new(config),
            qps: Slab::new(config.limits.max_qp),
            by_number: NumberTable::new(),
            numbers: Numbers::new(config.seed, 1, 12),
            pds: 0,
        }
    }

    /// Counters since the adapter was created.
    pub fn counters(&self) -> &Counters {
        &self.shared.counters
    }

    /// Handles a UDP payload that arrived from `from`. The bytes may be arbitrary.
    pub fn handle_datagram(&mut self, now: Time, from: AdapterAddress, datagram: &[u8]) {
        let shared = &mut self.shared;
        let mut packet = Parsed::nothing();
        let parsed = parse_into(datagram, &mut packet);
        // A packet with an invalid payload may deserve a NAK, which depends on its check.
        if !matches!(parsed, Ok(()) | Err(ParseError::Payload { .. })) {
            // A wake-up needs no handling: its arrival has ended the sleep.
            shared.counters.dropped.malformed += u64::from(datagram != WAKE);
            return;
        }
        let headers = &packet.headers;
        let bth = &headers.bth;
        let class = bth.opcode.class();
        let is_connected = class != Class::Ud;
        let response = bth.opcode.operation().is_response();
        let qp = self.by_number.get(bth.dest_qp);
        let qp = qp.and_then(|key| self.qps.get_mut(key));
        let is_meant = |qp: &&mut Box<Qp>| {
            // No queue pair is UC.
            qp.class == class && (class != Class::Xrc || qp.has(response, bth.dest_qp))
        };
        let Some(qp) = qp.filter(is_meant) else {
            shared.counters.dropped.unknown_qp += 1;
            return;
        };
        // Between Farreach's adapters the key identifies the pair, and the partition key's field
        // has another use.
        let is_keyed = is_connected && matches!(qp.remote().1, PacketCheck::Keyed(_));
        if !is_keyed && bth.pkey & PKEY_MASK != DEFAULT_PKEY & PKEY_MASK {
            shared.counters.dropped.wrong_partition += 1;
            return;
        }
        let state = if response { qp.state } else { qp.receiving };
        if matches!(state, QpState::Reset | QpState::Init) {
            shared.counters.dropped.wrong_state += 1;
            return;
        }
        let (mut check, mut laps) = (&PacketCheck::Icrc, Laps::default());
        if is_connected {
            let (remote, agreed) = qp.remote();
            if !is_source(remote, from, agreed) {
                shared.counters.dropped.wrong_source += 1;
                return;
            }
            check = agreed;
            if is_keyed {
                laps = qp.laps(bth);
            }
        }
        let own = shared.config.address;
        let Some(payload) = intact_payload((check, laps), own, from, datagram, &packet) else {
            shared.counters.dropped.bad_check += 1;
            return;
        };
        let traffic = if is_connected {
            &mut shared.counters.rc
        } else {
            &mut shared.counters.ud
        };
        traffic.packets_received += 1;
        traffic.bytes_received += datagram.len() as u64;
        match parsed {
            Ok(()) if !is_connected => qp.handle_datagram(shared, from, headers, payload),
            Ok(()) if response => qp.handle_response(shared, now, headers, payload),
            Ok(()) => qp.handle_request(shared, now, headers, payload),
            Err(_) if is_connected && !response => qp.handle_invalid_request(shared, bth.psn),
            Err(_) => shared.counters.dropped.malformed += 1,
        }
        self.settle_timers();
    }

    /// Runs the timers that are due at `now`.
    pub fn handle_timeout(&mut self, now: Time) {
        self.end_waits(now);
        let Adapter { shared, qps, .. } = self;
        while let Some(key) = shared.timers.next_due(now, qps) {
            if let Some(qp) = qps.get_mut(key) {
                qp.handle_timeout(shared, now);
            }
        }
        self.settle_timers();
    }

    /// Notes that everything that had arrived before `now` was handled. What is handled later may
    /// have waited here since then, which is no delay of the network.
    #[inline]
    pub fn caught_up(&mut self, now: Time) {
        self.shared.caught_up = now;
    }

    /// Handles the report that this host's link dropped packets on arrival. Call this after all
    /// packets that did arrive were handled. Each queue pair in the middle of a message or a read
    /// asks for the rest at once, instead of waiting for a timer. Visits all queue pairs.
    pub fn handle_link_loss(&mut self, now: Time) {
        let Adapter { shared, qps, .. } = self;
        for qp in qps.iter_mut() {
            qp.handle_link_loss(shared, now);
        }
    }

    /// Takes a peer to which a queue pair sends packets again and again without progress. The path
    /// there may have become narrower.
    pub fn take_stuck(&mut self) -> Option<AdapterAddress> {
        self.shared.stuck.take()
    }

    /// When to call [`handle_timeout`](Self::handle_timeout) next. `None` if never. The time may be
    /// early: at the call the deadline may have moved.
    pub fn next_deadline(&self) -> Option<Time> {
        if !self.shared.domains.is_empty()
            && let Some(due) = self.domains_deadline()
        {
            return Some(due);
        }
        match (self.shared.timers.next(), self.shared.waits.soonest()) {
            (Some(due), Some(soonest)) => Some(due.min(soonest)),
            (due, soonest) => due.or(soonest),
        }
    }

    /// Hands the packets that may be sent now to `link`. Ends when the link is full, nothing is
    /// ready, or enough was sent that the driver should look for arrivals. In the last case
    /// [`Adapter::has_ready`] returns true.
    ///
    /// An acknowledgement that was not requested is sent with a request toward the peer. Without
    /// such a request it is sent alone in the first later pass.
    pub fn transmit(&mut self, now: Time, link: &mut impl Link<M>) {
        self.end_waits(now);
        let Adapter { shared, qps, .. } = self;
        let Shared {
            destinations,
            ready,
            ..
        } = shared;
        destinations.drain_opened(|key| {
            if let Some(qp) = qps.get_mut(key) {
                qp.waiting = false;
                if !qp.scheduled {
                    qp.scheduled = true;
                    ready.push_back(key);
                }
            }
        });
        if !shared.wakes.is_empty() {
            Self::send_wakes(&mut shared.wakes, link);
        }
        let mut turns = 0;
        while turns < TURNS
            && let Some(key) = shared.ready.pop_front()
        {
            turns += 1;
            let Some(qp) = qps.get_mut(key) else { continue };
            qp.scheduled = false;
            let turn = qp.transmit(shared, now, link);
            qp.check_overrun(shared);
            match turn {
                Turn::Done => {}
                Turn::More => shared.schedule(qp),
                Turn::Full => {
                    if !qp.scheduled {
                        qp.scheduled = true;
                        shared.ready.push_front(key);
                    }
                    break;
                }
                Turn::Wait(destination) => {
                    if !qp.waiting {
                        qp.waiting = true;
                        shared.destinations.wait(destination, key);
                    }
                }
                Turn::Paced => {
                    if !qp.set_paced(true) {
                        shared.waits.begin(Wait::Pace, now, key);
                    }
                }
            }
        }
        self.settle_timers();
    }

    /// Whether a transmit pass at `now` may have something to send.
    pub fn has_ready(&self, now: Time) -> bool {
        let shared = &self.shared;
        let has_wakes = !shared.wakes.is_empty();
        !shared.ready.is_empty()
            || has_wakes
            || shared.destinations.has_opened()
            || shared.waits.has_ended(now)
    }

    /// Sends the acknowledgements that have waited long enough for a request to carry them, and makes
    /// the queue pairs ready that have waited for their pace.
    #[inline]
    fn end_waits(&mut self, now: Time) {
        let Adapter { shared, qps, .. } = self;
        while let Some((wait, key)) = shared.waits.take_ended(now) {
            let Some(qp) = qps.get_mut(key) else { continue };
            match wait {
                Wait::Acknowledgement => qp.release_acknowledgement(shared, false),
                Wait::PatientAcknowledgement => qp.release_acknowledgement(shared, true),
                Wait::Pace => {
                    qp.set_paced(false);
                    shared.schedule(qp);
                }
            }
        }
    }

    #[inline]
    fn settle_timers(&mut self) {
        self.shared.timers.settle(&mut self.qps);
    }

    fn key(&self, number: QpNumber) -> Result<Key, DeviceError> {
        self.by_number
            .get(number.0)
            .ok_or_else(|| not_found("queue pair", number.0))
    }

    fn qp(&self, number: QpNumber) -> Result<&Qp, DeviceError> {
        let qp = self.qps.get(self.key(number)?);
        qp.map(Box::as_ref)
            .ok_or_else(|| not_found("queue pair", number.0))
    }

    fn qp_and_shared(
        &mut self,
        number: QpNumber,
    ) -> Result<(&mut Qp, &mut Shared<M>), DeviceError> {
        let key = self.key(number)?;
        match self.qps.get_mut(key) {
            Some(qp) => Ok((qp, &mut self.shared)),
            None => Err(not_found("queue pair", number.0)),
        }
    }

    /// Moves a queue pair to another state.
    pub fn modify_qp(
        &mut self,
        qp: QpNumber,
        transition: &QpTransition,
    ) -> Result<(), DeviceError> {
        let number = qp;
        let (qp, shared) = self.qp_and_shared(qp)?;
        let half = qp.half_of(number);
        qp.modify(shared, half, transition)?;
        self.settle_timers();
        Ok(())
    }

    /// The state of a queue pair.
    pub fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        let pair = self.qp(qp)?;
        Ok(pair.half(pair.half_of(qp)).2)
    }

    /// How long the peer of a connected queue pair has owed an answer. `None` if nothing is
    /// outstanding.
    pub fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration> {
        self.qp(qp).ok()?.silent_for(now)
    }

    /// Queues a send request. In ERROR the request completes at once with status flushed.
    pub fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        let number = qp;
        let (qp, shared) = self.qp_and_shared(qp)?;
        if number != qp.number {
            return Err(DeviceError::NotOffered {
                transport: Transport::XrcTarget,
                what: "sends",
            });
        }
        qp.post_send(shared, request)
    }

    /// Queues a receive request on a queue pair without SRQ. In ERROR it completes at once with
    /// status flushed.
    pub fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        let (qp, shared) = self.qp_and_shared(qp)?;
        qp.post_recv(shared, request)
    }

    /// Queues a receive request on a shared receive queue.
    pub fn post_srq_recv(
        &mut self,
        srq: SrqId,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        let Shared { srqs, regions, .. } = &mut self.shared;
        let queue = srqs
            .get_mut(Key(srq.0))
            .ok_or_else(|| not_found("shared receive queue", srq.0))?;
        queue.post(regions, request)
    }

    /// Takes the oldest completion. `None` if the queue is empty or does not exist.
    pub fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        self.shared.cqs.get_mut(Key(cq.0))?.pop()
    }
}

fn not_found(kind: &'static str, number: u32) -> DeviceError {
    DeviceError::NotFound { kind, number }
}

/// Whether a packet from `from` may come from `remote`. Foreign adapters, which use the ICRC, send
/// from any port.
fn is_source(remote: AdapterAddress, from: AdapterAddress, check: &PacketCheck) -> bool {
    let is_foreign = remote.port == ROCE_PORT && matches!(check, PacketCheck::Icrc);
    remote.gid == from.gid && (remote.port == from.port || is_foreign)
}

/// The payload of `datagram`, which was parsed into `packet`. `None` if the check is wrong.
#[inline]
fn intact_payload<'a>(
    (check, laps): (&PacketCheck, Laps),
    own: AdapterAddress,
    from: AdapterAddress,
    datagram: &'a [u8],
    packet: &Parsed<'a>,
) -> Option<&'a [u8]> {
    match check {
        PacketCheck::Icrc => {
            let flow = Flow::new(from, own);
            let is_intact = verify(&flow, datagram)
                || own.port == ROCE_PORT && verify_any_identification(&flow, datagram).is_some();
            is_intact.then_some(packet.payload)
        }
        PacketCheck::Keyed(key) => {
            let bth = &packet.headers.bth;
            keyed::open(key, datagram, bth.opcode.head_len(), bth.pad, laps)
        }
    }
}

#[cfg(test)]
mod tests;
