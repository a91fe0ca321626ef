//! The device: the adapter, its socket, and the order in which they are served.

use std::time::Duration;

use farreach_roce::{Adapter, AdapterConfig, Counters, Limits};
use farreach_verbs::{
    Access, AdapterAddress, Attributes, Completion, CqId, Device, DeviceError, DomainId, Footprint,
    Lkey, MappedMemory, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region,
    SendRequest, SrqId, SrqNumber, Time, XrcDomain,
};

use crate::config::{OpenError, SoftConfig};
use crate::counters::LinkCounters;
use crate::loss::LossGenerator;
use crate::socket::{LinkFailure, MemoryFault, PollHandle, Received, Socket};

/// The most receive calls of one [`Device::progress`].
const BURST_MAX: u32 = 64;

/// The most long packets among them while there is something to send: as many as one send call prepares.
const PLACED_MAX: u32 = 4;

/// When to try again after the kernel had no room, should nobody watch the socket for it.
const BLOCKED_RETRY: Duration = Duration::from_micros(200);

/// How late timers may run because packets keep coming.
const TIMER_SLACK: Duration = Duration::from_millis(2);

/// What a full packet has beside its payload: BTH, XRCETH, RETH and immediate, and the check.
const PACKET_OVERHEAD: u32 = 12 + 4 + 16 + 4 + 4;

/// The software RDMA device: a RoCEv2 adapter over one UDP socket.
///
/// `progress` sends first, then receives: a blocking call that posted a request pays one send call, and then receive
/// calls until the answer is there.
pub struct SoftDevice<M> {
    adapter: Adapter<M>,
    socket: Socket,
    loss: Option<LossGenerator>,
    /// How many receive calls the next burst may make: grows while each burst finds its fill.
    burst: u32,
    /// Whether the last burst left nothing in the socket.
    drained: bool,
    /// The socket's drops that the adapter knows of.
    drops_told: u64,
    /// When to send again: what the kernel had no room for, or what there was too much of for one pass.
    blocked_until: Option<Time>,
}

impl<M: MappedMemory> SoftDevice<M> {
    /// Opens the socket and makes the adapter.
    pub fn open(config: &SoftConfig) -> Result<Self, OpenError> {
        let loss = match config.loss {
            Some(loss) if !(0.0..=1.0).contains(&loss.probability) => {
                return Err(OpenError::Probability(loss.probability));
            }
            loss => loss.map(LossGenerator::new),
        };
        let socket = Socket::open(config)?;
        let max_mtu = choose_mtu(config, &socket)?;
        let limits = config
            .limits
            .unwrap_or_else(|| limits_for(&socket, max_mtu, config.min_timeout));
        let adapter = Adapter::new(AdapterConfig {
            address: socket.address(),
            seed: config.seed,
            max_mtu,
            limits,
        });
        Ok(SoftDevice {
            adapter,
            socket,
            loss,
            burst: 1,
            drops_told: 0,
            drained: false,
            blocked_until: None,
        })
    }

    /// Sends what is ready. Returns how many packets left.
    pub fn flush(&mut self, now: Time) -> usize {
        if !self.adapter.has_ready(now) && !self.socket.is_blocked() {
            return 0;
        }
        let before = self.socket.counters.packets_sent;
        self.socket.transmit(&mut self.adapter, now);
        self.blocked_until = if self.socket.is_blocked() {
            Some(now + BLOCKED_RETRY)
        } else {
            // The adapter paused for us to receive.
            self.adapter.has_ready(now).then_some(now)
        };
        (self.socket.counters.packets_sent - before) as usize
    }

    /// Takes datagrams from the socket to the adapter, a bounded number. Returns how many came.
    ///
    /// A lone datagram is usually a request or an answer that somebody waits for, so the burst ends after it and what it
    /// caused can leave; as long as more are found at once, bursts double.
    pub fn receive(&mut self, now: Time) -> usize {
        let before = self.socket.counters.packets_received;
        if self.has_due_timers(now) {
            self.socket.look_everywhere();
        }
        let mut placed = 0;
        for _ in 0..self.burst {
            let adapter = &self.adapter;
            match self.socket.receive(now, |from| adapter.placement(from)) {
                Received::Nothing => {
                    self.burst = 1;
                    self.drained = true;
                    // All that survived is with the adapter: what is missing now was dropped.
                    if self.socket.counters.socket_drops != self.drops_told {
                        self.drops_told = self.socket.counters.socket_drops;
                        self.adapter.handle_link_loss(now);
                    }
                    return (self.socket.counters.packets_received - before) as usize;
                }
                Received::Useless => {}
                Received::Placed { from, front } => {
                    if !self.loss.as_mut().is_some_and(LossGenerator::loses) {
                        self.adapter.handle_placed(now, from, front);
                    }
                    placed += 1;
                    // Such packets take long: what they ask for must not wait for many others.
                    if placed >= PLACED_MAX && self.adapter.has_ready(now) {
                        break;
                    }
                }
                Received::Datagrams {
                    from,
                    bytes: [],
                    segment: _,
                } => self.adapter.handle_datagram(now, from, &[]),
                Received::Datagrams {
                    from,
                    bytes,
                    segment,
                } => {
                    for datagram in bytes.chunks(segment) {
                        if !self.loss.as_mut().is_some_and(LossGenerator::loses) {
                            self.adapter.handle_datagram(now, from, datagram);
                        }
                    }
                }
            }
        }
        self.burst = (self.burst * 2).min(BURST_MAX);
        self.drained = false;
        (self.socket.counters.packets_received - before) as usize
    }

    /// Whether timers ran out. What they wait for may be in the socket already, when this process did not run for a while:
    /// so not before it is empty, except where it never is.
    fn timers_are_due(&self, now: Time) -> bool {
        self.adapter.next_deadline().is_some_and(|deadline| {
            deadline <= now && (self.drained || now.since(deadline) > TIMER_SLACK)
        })
    }

    fn has_due_timers(&self, now: Time) -> bool {
        let deadline = self.adapter.next_deadline();
        deadline.is_some_and(|deadline| deadline <= now)
    }

    /// The next call to receive looks at all sockets, not only at those where something is likely to be.
    pub fn look_everywhere(&mut self) {
        self.socket.look_everywhere();
    }

    /// To be called before a sleep that only packets end, with the device locked: messages that other processes of an XRC
    /// domain take for this one make them send a packet here from now on. Returns whether one is there already.
    pub fn sleep_until_packet(&mut self) -> bool {
        self.adapter.sleep_until_packet()
    }

    /// The sockets for another thread, which can sleep on them without having the device.
    pub fn poll_handle(&self) -> PollHandle {
        self.socket.poll_handle()
    }

    /// What happened at the socket.
    pub fn link_counters(&self) -> LinkCounters {
        LinkCounters {
            injected_losses: self.loss.as_ref().map_or(0, LossGenerator::lost),
            ..self.socket.counters
        }
    }

    /// How many peers have a connected socket of their own, because they are sent to so often.
    pub fn connected_sockets(&self) -> usize {
        self.socket.connected()
    }

    /// What happened in the adapter.
    pub fn counters(&self) -> &Counters {
        self.adapter.counters()
    }

    /// Takes the first packet, since the last call, that could not be sent, and why. Reliable pairs try again; this tells what
    /// to change.
    #[inline]
    pub fn take_link_failure(&mut self) -> Option<LinkFailure> {
        self.socket.take_link_failure()
    }

    /// Takes the first piece of registered memory, since the last call, that the kernel could not read or write.
    ///
    /// Nothing can be sent from there, or received, so whoever waits for the transfer waits for ever.
    #[inline]
    pub fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        self.socket.take_memory_fault()
    }

    /// The bytes that the kernel holds for the socket now.
    pub fn socket_bytes(&self) -> usize {
        self.socket.memory().total()
    }

    /// The receive buffer that the kernel granted, in its accounting, in which each datagram also charges its bookkeeping.
    pub fn receive_buffer(&self) -> usize {
        self.socket.receive_buffer()
    }

    /// Whether equal packets to one destination leave in one call.
    pub fn segmentation_offload(&self) -> bool {
        self.socket.segments()
    }
}

impl<M: MappedMemory> Device for SoftDevice<M> {
    type Memory = M;

    fn attributes(&self) -> Attributes {
        Attributes {
            name: "soft",
            coherent_atomics: true,
            extended_atomics: true,
            keyed_check: true,
            timeout: Duration::from_millis(2),
            ..self.adapter.attributes()
        }
    }

    fn address(&self) -> AdapterAddress {
        self.socket.address()
    }

    fn progress(&mut self, now: Time) -> usize {
        let sent = self.flush(now);
        let received = self.receive(now) + self.adapter.take_forwarded();
        if self.timers_are_due(now) {
            self.adapter.handle_timeout(now);
        }
        sent + received + self.flush(now)
    }

    fn next_deadline(&self) -> Option<Time> {
        [self.adapter.next_deadline(), self.blocked_until]
            .into_iter()
            .flatten()
            .min()
    }

    fn create_pd(&mut self) -> Result<PdId, DeviceError> {
        self.adapter.create_pd()
    }

    fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.adapter.register(pd, memory, base, access)
    }

    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError> {
        self.adapter.deregister(lkey)
    }

    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError> {
        self.adapter.create_cq(capacity)
    }

    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError> {
        self.adapter.destroy_cq(cq)
    }

    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError> {
        self.adapter.create_srq(pd, capacity)
    }

    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError> {
        self.adapter.destroy_srq(srq)
    }

    fn open_xrc_domain(&mut self, domain: Box<dyn XrcDomain<M>>) -> Result<DomainId, DeviceError> {
        self.adapter.open_xrc_domain(domain)
    }

    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError> {
        self.adapter.create_xrc_srq(pd, domain, cq, capacity)
    }

    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError> {
        self.adapter.create_qp(init)
    }

    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError> {
        self.adapter.modify_qp(qp, transition)
    }

    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError> {
        self.adapter.qp_state(qp)
    }

    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration> {
        self.adapter.silent_for(qp, now)
    }

    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError> {
        self.adapter.destroy_qp(qp)
    }

    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError> {
        self.adapter.post_send(qp, request)
    }

    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.adapter.post_recv(qp, request)
    }

    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError> {
        self.adapter.post_srq_recv(srq, request)
    }

    fn poll_cq(&mut self, cq: CqId) -> Option<Completion> {
        self.adapter.poll_cq(cq)
    }

    fn footprint(&self) -> Footprint {
        let mut footprint = self.adapter.footprint();
        footprint.other_bytes += self.socket.user_bytes();
        footprint
    }
}

/// The MTU that was asked for, if the path carries it, or the best one.
fn choose_mtu(config: &SoftConfig, socket: &Socket) -> Result<u32, OpenError> {
    let max = (socket.max_datagram() - PACKET_OVERHEAD) & !7;
    match config.mtu {
        None => Ok(max.min(SoftConfig::LOOPBACK_MTU)),
        Some(mtu) if (SoftConfig::MIN_MTU..=max).contains(&mtu) && mtu.is_multiple_of(8) => Ok(mtu),
        Some(mtu) => Err(OpenError::Mtu {
            mtu,
            min: SoftConfig::MIN_MTU,
            max,
            address: config.bind,
        }),
    }
}

/// Windows that a socket's buffer can bear: a pair takes a tenth of it or so, all pairs toward one destination a quarter,
/// as the destination's buffer is probably like ours and others send to it as well. A dozen of the longest packets: half of
/// them are under way while the others are acknowledged.
fn limits_for(socket: &Socket, max_mtu: u32, min_timeout: Duration) -> Limits {
    let buffer = socket.receive_buffer().min(1 << 28) as u32;
    // Never less than two full packets, or nothing would overlap.
    let least = 2 * (max_mtu + farreach_roce::PACKET_OVERHEAD as u32);
    Limits {
        window_bytes: (buffer / 32 * 3).max(least),
        destination_window_bytes: (buffer / 4).max(least),
        max_ud_payload: max_mtu.min(4096),
        min_timeout,
        ..Limits::default()
    }
}
