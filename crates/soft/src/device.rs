//! The device: the adapter, its sockets, and the order in which they are served.

use std::time::Duration;

use farreach_roce::frame::{Opener, Protection, Refused};
use farreach_roce::path::{Message, PathConfig, PathCounters, Paths};
use farreach_roce::wire::ROCE_PORT;
use farreach_roce::{Adapter, AdapterConfig, Congestion, Counters, Limits};
use farreach_verbs::{
    Abilities, AdapterAddress, Attributes, Device, Footprint, MappedMemory, Time, forward_device,
};

use crate::config::{OpenError, SoftConfig};
use crate::counters::LinkCounters;
use crate::loss::LossGenerator;
use crate::socket::{LinkFailure, MemoryFault, PollHandle, Received, Socket};

/// The most receive calls of one [`Device::progress`].
const BURST_MAX: u32 = 64;

/// The most long packets in a burst while there is something to send. One send call prepares as
/// many.
const PLACED_MAX: u32 = 4;

/// Time until the next attempt after the kernel had no room, if no thread watches the socket.
const BLOCKED_RETRY: Duration = Duration::from_micros(200);

/// The retransmission timeout before the first measured round trip, between hosts.
const FIRST_TIMEOUT: Duration = Duration::from_millis(30);

/// How late timers may run while packets keep arriving.
const TIMER_SLACK: Duration = Duration::from_millis(2);

/// The longest packets of foreign adapters.
const MTU_MOST: u32 = 4096;

/// The most bytes of a packet besides its payload: BTH, XRCETH, RETH, SpacingETH and check. An
/// immediate is shorter than SpacingETH, and never with it.
const PACKET_OVERHEAD: u32 = 12 + 4 + 16 + 16 + 4;

/// Rounds of probes without an answer after which the user is told of the host. They take three
/// seconds.
const SILENT_ROUNDS: u32 = 10;

/// Bytes of a datagram with its frame that every path carries: the least MTU of IPv6, without IP and
/// UDP headers.
const BASE_DATAGRAM: u32 = 1280 - 40 - 8;

/// The software RDMA device: a RoCEv2 adapter over UDP sockets at one address.
///
/// `progress` sends first, then receives. A blocking call that posted a request pays one send call,
/// and the receive calls until the answer arrives.
pub struct SoftDevice<M> {
    adapter: Adapter<M>,
    socket: Socket,
    /// Takes frames apart. `None` if datagrams have no frames.
    opener: Option<Opener>,
    /// The paths to other hosts. `None` on loopback, which carries what it says.
    paths: Option<Box<Paths>>,
    /// Whether the user was told of a host that does not answer.
    told_silence: bool,
    /// Frames that were refused, by the reason.
    refused: [u64; Refused::COUNT],
    /// Whether the user was told of an adapter with another protection.
    told_protection: bool,
    loss: Option<LossGenerator>,
    /// The most receive calls of the next burst. It grows while each burst uses all its calls.
    burst: u32,
    /// Whether the last burst emptied the sockets.
    drained: bool,
    /// The number of drops at the sockets that was reported to the adapter.
    drops_told: u64,
    /// When to send again, after the kernel had no room or one pass had too much to send.
    blocked_until: Option<Time>,
}

impl<M: MappedMemory> SoftDevice<M> {
    /// Opens the socket and creates the adapter.
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
            without: if config.is_among_adapters() {
                config.without | Abilities::KEYED_CHECK
            } else {
                config.without
            },
        });
        let protection = socket.protection();
        let paths = if socket.is_local() {
            None
        } else {
            Some(Box::new(paths_of(&socket, max_mtu)?))
        };
        let opener =
            (protection != Protection::Plain).then(|| Opener::new(protection, socket.address()));
        Ok(SoftDevice {
            adapter,
            opener,
            paths,
            told_silence: false,
            refused: [0; Refused::COUNT],
            told_protection: false,
            socket,
            loss,
            burst: 1,
            drops_told: 0,
            drained: false,
            blocked_until: None,
        })
    }

    /// Sets the secret of the job, if the device was opened without it. Until then the device sends
    /// and takes nothing.
    pub fn set_secret(&mut self, secret: [u8; 32]) {
        self.socket.set_secret(secret);
        if let Some(opener) = &mut self.opener {
            opener.set_secret(secret);
        }
    }

    /// Sends what is ready. Returns the number of packets that were sent.
    pub fn flush(&mut self, now: Time) -> usize {
        if !self.adapter.has_ready(now) && !self.socket.is_blocked() {
            return 0;
        }
        let before = self.socket.counters.packets_sent;
        self.socket.transmit(&mut self.adapter, now);
        self.blocked_until = if self.socket.is_blocked() {
            Some(now + BLOCKED_RETRY)
        } else {
            // The adapter interrupted sending so that the device can receive.
            self.adapter.has_ready(now).then_some(now)
        };
        (self.socket.counters.packets_sent - before) as usize
    }

    /// Takes a bounded number of datagrams from the sockets to the adapter. Returns the number of
    /// datagrams.
    ///
    /// A single datagram is usually a request or an answer that a process waits for. So a burst
    /// ends after a single datagram, and the adapter's reaction can be sent. While more datagrams
    /// arrive at once, the length of bursts doubles.
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
                    self.adapter.caught_up(now);
                    // The adapter has everything that was not dropped. What is missing now was
                    // dropped.
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
                    // Long packets take long. What they ask for must not wait for many others.
                    if placed >= PLACED_MAX && self.adapter.has_ready(now) {
                        break;
                    }
                }
                Received::Datagrams {
                    from,
                    bytes: &mut [],
                    segment: _,
                } => self.adapter.handle_datagram(now, from, &[]),
                Received::Datagrams {
                    from,
                    bytes,
                    segment,
                } => {
                    let mut other = None;
                    for frame in bytes.chunks_mut(segment) {
                        if self.loss.as_mut().is_some_and(LossGenerator::loses) {
                            continue;
                        }
                        let opened = match &mut self.opener {
                            None => Ok(&*frame),
                            Some(opener) => opener.open(from, frame),
                        };
                        match opened {
                            Ok(datagram) => match &mut self.paths {
                                Some(paths) if Message::is_in(datagram) => {
                                    if let Some(whole) = paths.take_datagram(now, from, datagram) {
                                        self.adapter.handle_datagram(now, from, &whole);
                                    }
                                }
                                _ => self.adapter.handle_datagram(now, from, datagram),
                            },
                            Err(refused) => {
                                self.refused[refused as usize] += 1;
                                if let (false, Some(opener)) = (self.told_protection, &self.opener)
                                {
                                    other = other.or_else(|| opener.other_protection(from, frame));
                                }
                            }
                        }
                    }
                    if let Some(other) = other {
                        self.told_protection = true;
                        self.socket.disagrees(from, other.name());
                    }
                }
            }
        }
        self.burst = (self.burst * 2).min(BURST_MAX);
        self.drained = false;
        (self.socket.counters.packets_received - before) as usize
    }

    /// Sends probes of paths and answers to those of others. Returns the number of datagrams.
    fn tend_paths(&mut self, now: Time) -> usize {
        let Some(paths) = &mut self.paths else {
            return 0;
        };
        if let Some(to) = self.socket.too_large() {
            // Where no search can help, the user is told.
            if paths.doubt(now, to) {
                self.socket.take_link_failure();
            }
        } else if let Some(to) = self.adapter.take_stuck() {
            paths.doubt(now, to);
        }
        if paths.next_deadline().is_some_and(|due| due <= now) {
            paths.handle_timeout(now);
            if !self.told_silence
                && let Some(to) = paths.silent(SILENT_ROUNDS)
            {
                self.told_silence = true;
                self.socket.unanswered(to);
            }
        }
        let mut sent = 0;
        let mut datagram = Vec::new();
        while let Some((to, message)) = paths.poll_transmit() {
            datagram.resize(message.len(), 0);
            message.emit(&mut datagram);
            match self.socket.send_alone(to, &datagram) {
                Err(libc::EMSGSIZE) => paths.refused(now, to, message.bytes.into()),
                // What is lost is sent again.
                Ok(()) | Err(_) => sent += 1,
            }
        }
        while let Some(change) = paths.poll_change() {
            self.socket.limit(change.to, change.bytes);
        }
        sent
    }

    /// Counters of the search for what paths carry. All are zero on loopback.
    pub fn path_counters(&self) -> PathCounters {
        let paths = self.paths.as_ref();
        paths.map_or_else(PathCounters::default, |paths| paths.counters())
    }

    /// The largest payload of a packet on each path that is known, with an adapter at its end.
    pub fn known_paths(&self) -> impl Iterator<Item = (AdapterAddress, u32)> {
        let known = self.paths.iter().flat_map(|paths| paths.known());
        known.map(|(to, datagram)| (to, payload_in(datagram)))
    }

    /// Whether timers have expired. If this process did not run for a while, the awaited packet may
    /// already be in a socket. So timers run only when the sockets are empty, or [`TIMER_SLACK`]
    /// late if the sockets are never empty.
    fn timers_are_due(&self, now: Time) -> bool {
        self.adapter.next_deadline().is_some_and(|deadline| {
            deadline <= now && (self.drained || now.since(deadline) > TIMER_SLACK)
        })
    }

    /// What guards whole datagrams.
    pub fn protection(&self) -> Protection {
        self.socket.protection()
    }

    /// Whether the device is at RoCEv2's port, where foreign adapters reach it.
    pub fn is_among_adapters(&self) -> bool {
        self.socket.address().port == ROCE_PORT
    }

    /// Whether the device is on the loopback interface, so that its peers are on this host.
    fn is_local(&self) -> bool {
        self.socket.is_local()
    }

    fn has_due_timers(&self, now: Time) -> bool {
        let deadline = self.adapter.next_deadline();
        deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Makes the next receive call look at all sockets, not only at those that are likely to have a
    /// datagram.
    pub fn look_everywhere(&mut self) {
        self.socket.look_everywhere();
    }

    /// Call this with the device locked, before a sleep that only packets end. From now on, a
    /// process of the XRC domain that takes in a message for this process sends this device a
    /// packet. Returns whether a message is there already.
    pub fn sleep_until_packet(&mut self) -> bool {
        self.adapter.sleep_until_packet()
    }

    /// The name of the network interface that has the device's address.
    pub fn interface(&self) -> String {
        self.socket.interface()
    }

    /// A handle by which another thread can sleep on the sockets without the device.
    pub fn poll_handle(&self) -> PollHandle {
        self.socket.poll_handle()
    }

    /// Counters of the sockets.
    pub fn link_counters(&self) -> LinkCounters {
        let [damaged, forged, replayed, early] = self.refused;
        LinkCounters {
            damaged,
            forged,
            replayed,
            early,
            injected_losses: self.loss.as_ref().map_or(0, LossGenerator::lost),
            ..self.socket.counters
        }
    }

    /// The number of peers that have a connected socket.
    pub fn connected_sockets(&self) -> usize {
        self.socket.connected()
    }

    /// Counters of the adapter.
    pub fn counters(&self) -> &Counters {
        self.adapter.counters()
    }

    /// Takes the first packet since the last call that could not be sent, and the reason, or the first
    /// host that does not answer. Reliable pairs send the packet again; the reason tells the user what
    /// to change.
    #[inline]
    pub fn take_link_failure(&mut self) -> Option<LinkFailure> {
        self.socket.take_link_failure()
    }

    /// Takes the first piece of registered memory since the last call that the kernel could not
    /// read or write.
    ///
    /// Nothing can be sent from there or received there. An operation on this memory never
    /// completes.
    #[inline]
    pub fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        self.socket.take_memory_fault()
    }

    /// Bytes that the kernel holds for the sockets now.
    pub fn socket_bytes(&self) -> usize {
        self.socket.memory().total()
    }

    /// The granted receive buffer in the kernel's accounting, which also charges the bookkeeping of
    /// each datagram.
    pub fn receive_buffer(&self) -> usize {
        self.socket.receive_buffer()
    }

    /// Whether packets of equal size to one destination are sent in one call.
    pub fn segmentation_offload(&self) -> bool {
        self.socket.segments()
    }
}

impl<M: MappedMemory> Device for SoftDevice<M> {
    type Memory = M;

    forward_device! {
        self.adapter:
        create_pd, register, deregister, create_cq, destroy_cq, create_srq, destroy_srq,
        open_xrc_domain, create_xrc_srq, create_qp, modify_qp, qp_state, silent_for,
        destroy_qp, post_send, post_recv, post_srq_recv, poll_cq,
    }

    fn attributes(&self) -> Attributes {
        Attributes {
            name: "soft",
            timeout: if self.is_local() {
                Duration::from_millis(2)
            } else {
                FIRST_TIMEOUT
            },
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
        let probes = if self.paths.is_some() {
            self.tend_paths(now)
        } else {
            0
        };
        sent + received + probes + self.flush(now)
    }

    fn next_deadline(&self) -> Option<Time> {
        let paths = self.paths.as_ref();
        let paths = paths.and_then(|paths| paths.next_deadline());
        [self.adapter.next_deadline(), self.blocked_until, paths]
            .into_iter()
            .flatten()
            .min()
    }

    fn path_mtu(&mut self, now: Time, to: AdapterAddress) -> Option<u32> {
        let max_mtu = self.adapter.attributes().max_mtu;
        match &mut self.paths {
            // Foreign adapters answer no probes.
            Some(paths) if to.port != ROCE_PORT => {
                let datagram = paths.limit(now, to)?;
                Some(payload_in(datagram).min(max_mtu))
            }
            _ => Some(max_mtu),
        }
    }

    fn footprint(&self) -> Footprint {
        let mut footprint = self.adapter.footprint();
        footprint.other_bytes += self.socket.user_bytes();
        footprint
    }
}

/// The payload of a full packet in a datagram of `bytes`.
fn payload_in(bytes: u32) -> u32 {
    (bytes - PACKET_OVERHEAD) & !7
}

/// The table of paths of a socket whose full packets have `max_mtu` bytes of payload.
fn paths_of(socket: &Socket, max_mtu: u32) -> Result<Paths, OpenError> {
    let seed = socket.random()?;
    Ok(Paths::new(PathConfig {
        own: socket.address(),
        base: BASE_DATAGRAM - socket.protection().overhead() as u32,
        top: max_mtu + PACKET_OVERHEAD,
        seed,
    }))
}

/// The requested MTU, if the path carries it. Without a request, the largest suitable one.
fn choose_mtu(config: &SoftConfig, socket: &Socket) -> Result<u32, OpenError> {
    let max = (socket.max_datagram() - PACKET_OVERHEAD) & !7;
    if config.is_among_adapters() {
        // The standard's sizes are powers of two.
        let max = 1 << config.mtu.unwrap_or(max).min(max).min(MTU_MOST).ilog2();
        return Ok(max.max(SoftConfig::MIN_MTU));
    }
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

/// Windows for a socket's buffer. A pair may use about a tenth of the buffer. All pairs toward one
/// destination may use a quarter: the destination's buffer is probably of equal size, and others
/// send to it as well. A window is a dozen of the longest packets, so that half of them can be
/// under way while the other half is acknowledged.
fn limits_for(socket: &Socket, max_mtu: u32, min_timeout: Duration) -> Limits {
    let buffer = socket.receive_buffer().min(1 << 28) as u32;
    // At least two full packets, or nothing would overlap.
    let least = 2 * (max_mtu + farreach_roce::PACKET_OVERHEAD as u32);
    Limits {
        congestion: if socket.is_local() {
            Congestion::Loss
        } else {
            Congestion::Delay
        },
        window_bytes: (buffer / 32 * 3).max(least),
        destination_window_bytes: (buffer / 4).max(least),
        max_ud_payload: max_mtu.min(4096),
        min_timeout,
        ..Limits::default()
    }
}
