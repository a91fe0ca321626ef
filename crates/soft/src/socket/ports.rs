//! The kernel's sockets behind one address: an open socket for all peers, and connected sockets for
//! the hottest peers.
//!
//! ```text
//!   from a hot peer ──▶ the socket connected to it ──┐  first: where something came from or went to last
//!                                                    ├─▶ receive
//!   from anybody else ──▶ the open socket ───────────┘  the others: every few microseconds, less often if they are silent
//! ```
//!
//! A connected socket saves the kernel the route and the address of every datagram: 0.2 µs for each
//! receive and 0.5 µs for each send. All sockets are bound to one address. The kernel delivers a
//! datagram to the socket that is connected to its source, if there is one.
//!
//! The socket on which something was found stays first until it is empty, or until one sender has
//! had [`STAY_BYTES`] there. Then all other sockets get their turn. A sender that shares the open
//! socket with many others is thus acknowledged as often as a sender with a connected socket.
//!
//! A connected socket starts without receive offload, since most exchanges are of single packets.
//!
//! When a socket is opened or closed, datagrams of its peer may be in two sockets. After `connect`
//! the older ones are in the socket that is read first. After `close` they are lost, and reliable
//! pairs recover them.
//!
//! Where processes share cores there are no connected sockets: each further socket to look at would
//! delay the packets that wait.

use std::io;
use std::mem;
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

use farreach_forks::Descriptor;
use farreach_verbs::{AdapterAddress, Time};

use super::SocketMemory;
use super::batch::MAX_DATAGRAM;
use super::candidates::Candidates;
use super::name::Family;
use super::options;
use super::poll::PollHandle;
use crate::config::SoftConfig;

/// The time between two looks at the other sockets while those have datagrams, for each further
/// socket. An empty look takes a seventh of this time.
const LOOK_INTERVAL: Duration = Duration::from_micros(2);

/// The longest time between two looks at the other sockets, for each further socket. Each round of
/// looks that finds nothing doubles the time up to this.
const LOOK_INTERVAL_MAX: Duration = Duration::from_micros(16);

/// A connected socket that was not sent to for this time may be given up for another peer.
const IDLE: Duration = Duration::from_millis(10);

/// Datagrams in a row above which receive offload is worth its cost: the call must then also return
/// the segment size, which takes 0.15 µs longer.
const STREAK: u32 = 16;

/// Single datagrams in a row after which receive offload is turned off.
const LONE: u32 = 1024;

/// Long datagrams, of which no two fit into one call, after which receive offload is turned off if
/// no run of several came between. Offload would keep their payload from being received directly
/// into its target memory.
const LONG: u32 = 16;

/// After a long datagram the next datagrams are looked at before they are received, up to this
/// number without another long one: long datagrams come in bursts.
const LIKELY: u32 = 4;

/// The most datagrams that are taken from the open socket before a new socket is read. The limit is
/// needed because others may fill the open socket as fast as it is read.
const OLDER_MAX: u32 = 1024;

/// The most receive calls at one socket while others wait. A few dozen senders may have as many
/// packets under way.
pub(super) const STAY_MAX: u32 = 256;

/// Bytes of one sender, the first of a visit, after which waiting sockets get their turn. This is
/// the window of a pair if the kernel grants the receive buffers that are asked for.
pub(super) const STAY_BYTES: usize = 768 << 10;

/// The index of the open socket.
pub(super) const OPEN: usize = 0;

/// A socket.
pub(super) struct Port {
    pub(super) udp: Arc<Descriptor<UdpSocket>>,
    /// The only peer of a connected socket.
    pub(super) peer: Option<AdapterAddress>,
    /// Whether all datagrams are read that other peers may have sent before the socket was
    /// connected.
    settled: bool,
    /// Whether receive offload is on.
    coalesces: bool,
    /// An upper bound of the datagrams since the socket was last empty.
    streak: u32,
    /// Short datagrams of the streak, since the last long one.
    short: u32,
    /// Long datagrams since the last run of several.
    long: u32,
    /// Datagrams since the last long one.
    since_long: u32,
    /// How often in a row the socket was empty after a single datagram.
    lone: u32,
    /// Receive calls that found something, since the socket was empty or others had their turn.
    visits: u32,
    /// The source of the first datagram of these calls.
    first: Option<AdapterAddress>,
    /// All bytes from that source in these calls.
    first_bytes: usize,
    /// The kernel's drop counter when it was last read. The counter wraps at 2^32.
    drops_seen: u32,
    /// Whether the network reported that the peer is gone.
    refused: bool,
    last_sent: Time,
}

impl Port {
    fn new(udp: Arc<Descriptor<UdpSocket>>, peer: Option<AdapterAddress>) -> Port {
        Port {
            udp,
            peer,
            settled: false,
            coalesces: peer.is_none(),
            streak: 0,
            short: 0,
            long: 0,
            since_long: u32::MAX,
            lone: 0,
            visits: 0,
            first: None,
            first_bytes: 0,
            drops_seen: 0,
            refused: false,
            last_sent: Time(0),
        }
    }

    pub(super) fn fd(&self) -> RawFd {
        self.udp.as_raw_fd()
    }

    /// The source of all datagrams, if it is known without asking for each.
    pub(super) fn source(&self) -> Option<AdapterAddress> {
        self.peer.filter(|_| self.settled)
    }

    /// The source, if it is known and datagrams come one by one, so that a receive call has to
    /// return bytes only.
    pub(super) fn plain_source(&self) -> Option<AdapterAddress> {
        self.source().filter(|_| !self.coalesces)
    }

    /// Whether the next datagram is likely to be long.
    pub(super) fn expects_long(&self) -> bool {
        self.since_long < LIKELY
    }

    /// Whether the last look found something.
    fn is_pending(&self) -> bool {
        self.streak > 0
    }

    /// Whether other sockets should have their turn.
    fn has_stayed(&self) -> bool {
        self.visits >= STAY_MAX || self.visits > 0 && self.first_bytes >= STAY_BYTES
    }

    /// Updates the drop counter. Returns the number of new drops.
    pub(super) fn note_drops(&mut self, drops: u32) -> u64 {
        let new = drops.wrapping_sub(self.drops_seen);
        self.drops_seen = drops;
        u64::from(new)
    }

    /// Notes `packets` datagrams of `segment` bytes that came in one call.
    fn note_arrival(&mut self, packets: usize, segment: usize, may_coalesce: bool) {
        self.streak += packets as u32;
        if packets > 1 {
            (self.lone, self.long) = (0, 0);
        }
        if segment <= MAX_DATAGRAM / 2 {
            self.short += packets as u32;
            self.since_long = self.since_long.saturating_add(1);
            if self.short >= STREAK && may_coalesce && !self.coalesces {
                self.coalesces = options::coalesce(&self.udp, true).is_ok();
            }
            return;
        }
        (self.short, self.since_long) = (0, 0);
        self.long += 1;
        if self.long >= LONG && self.peer.is_some() && self.coalesces {
            self.stop_coalescing();
        }
    }

    /// Turns receive offload off. A run that arrives between the last look and this call is taken
    /// for one packet, fails its check, and is lost.
    fn stop_coalescing(&mut self) {
        self.coalesces = options::coalesce(&self.udp, false).is_err();
    }

    /// Notes that the socket is empty. Returns the number of drops since the last known number.
    fn note_empty(&mut self) -> u64 {
        self.settled = true;
        self.visits = 0;
        self.short = 0;
        let streak = mem::take(&mut self.streak);
        if streak == 0 || self.peer.is_none() {
            return 0;
        }
        self.lone = if streak == 1 { self.lone + 1 } else { 0 };
        if self.coalesces && self.lone >= LONE {
            self.stop_coalescing();
        }
        if streak < STREAK || self.coalesces {
            return 0;
        }
        // Plain receive calls do not return the drop counter. Drops happen only if the buffer is
        // full, which is read in a streak.
        self.note_drops(options::memory(&self.udp).drops as u32)
    }
}

/// All sockets of one address.
pub(super) struct Ports {
    list: Vec<Port>,
    pub(super) poll_handle: PollHandle,
    family: Family,
    /// The class of service of all sockets.
    dscp: u8,
    /// Bytes of receive buffer to request.
    buffer_wanted: usize,
    max_connected: usize,
    /// Whether to use receive offload.
    pub(super) coalesce: bool,
    candidates: Candidates,
    /// A peer that has become hot and has no connected socket yet.
    rising: Option<AdapterAddress>,
    /// The socket that was last sent to or received from.
    active: usize,
    /// The next socket of a round over all others. Between rounds, the number of sockets.
    next_look: usize,
    look_at: Time,
    /// The time between two looks at the other sockets, for each further socket.
    look_interval: Duration,
    /// The number of times that the open socket is still read before all others, unless it is empty
    /// earlier. What a new socket's peer sent before is there.
    older_first: u32,
}

impl Ports {
    pub(super) fn new(
        udp: Descriptor<UdpSocket>,
        family: Family,
        config: &SoftConfig,
    ) -> io::Result<Ports> {
        let udp = Arc::new(udp);
        Ok(Ports {
            poll_handle: PollHandle::new(Arc::clone(&udp))?,
            list: vec![Port::new(udp, None)],
            family,
            dscp: config.dscp,
            buffer_wanted: config.receive_buffer,
            max_connected: config.connected_sockets,
            coalesce: false,
            candidates: Candidates::default(),
            rising: None,
            active: OPEN,
            next_look: 0,
            look_at: Time(0),
            look_interval: LOOK_INTERVAL,
            older_first: 0,
        })
    }

    pub(super) fn get(&mut self, index: usize) -> &mut Port {
        &mut self.list[index]
    }

    /// The descriptor that a train leaves by.
    pub(super) fn fd(&self, index: usize) -> RawFd {
        self.list[index].fd()
    }

    /// The index of the socket that sends packets to `to`.
    pub(super) fn route(&self, to: AdapterAddress) -> usize {
        let connected = self.list.iter().position(|port| port.peer == Some(to));
        connected.unwrap_or(OPEN)
    }

    /// A train left for `to`; the answer will come where it left from.
    pub(super) fn sent(&mut self, index: usize, to: AdapterAddress, may_rise: bool) {
        self.active = index;
        if index == OPEN && may_rise && self.max_connected > 0 && self.candidates.note(to) {
            self.rising = Some(to);
        }
    }

    /// Notes the network's report that the peer of a socket is gone. The socket sends nothing any
    /// more.
    pub(super) fn refused(&mut self, index: usize) {
        self.list[index].refused = true;
    }

    /// Connects and closes sockets as the last sends and receives suggest. Places change: no train may be under way.
    pub(super) fn tend(&mut self, now: Time) {
        if let Some(port) = self.list.get_mut(self.active) {
            port.last_sent = now;
        }
        while let Some(gone) = self.list.iter().position(|port| port.refused) {
            self.close(gone);
        }
        if let Some(peer) = self.rising.take() {
            self.raise(peer, now);
        }
    }

    fn raise(&mut self, peer: AdapterAddress, now: Time) {
        if self.connected() >= self.max_connected {
            let idlest = (OPEN + 1..self.list.len()).min_by_key(|&at| self.list[at].last_sent);
            match idlest {
                Some(at) if now.since(self.list[at].last_sent) >= IDLE => self.close(at),
                // All sockets are in use.
                _ => return,
            }
        }
        // Without a connected socket everything works as before.
        if let Ok(udp) = self.connect(peer) {
            let mut port = Port::new(Arc::new(udp), Some(peer));
            port.last_sent = now;
            self.list.push(port);
            self.older_first = OLDER_MAX;
            self.tell_sleepers();
        }
    }

    /// Opens a second socket at the address and connects it. Between `bind` and `connect` it gets a
    /// share of all peers' datagrams. Receive calls therefore ask for the source until the socket
    /// was empty once. A datagram that was looked up before and arrives even later is taken for the
    /// peer's. It fails the adapter's check, which covers the source, and is lost.
    fn connect(&self, peer: AdapterAddress) -> io::Result<Descriptor<UdpSocket>> {
        let open = &self.list[OPEN].udp;
        options::share_port(open, true)?;
        let connected = options::bind_shared(open.local_addr()?).and_then(|udp| {
            udp.set_nonblocking(true)?;
            options::prepare(&udp, self.family, self.dscp)?;
            options::grow_receive_buffer(&udp, self.buffer_wanted)?;
            udp.connect(peer.socket_addr())?;
            Ok(udp)
        });
        // Without sharing on the open socket too, no further socket of any process can be bound to
        // this address.
        options::share_port(open, false)?;
        connected
    }

    fn close(&mut self, at: usize) {
        assert_ne!(at, OPEN, "the open socket stays");
        self.list.swap_remove(at);
        self.active = OPEN;
        self.look_at = Time(0);
        self.tell_sleepers();
    }

    fn tell_sleepers(&self) {
        let sockets = self.list.iter().map(|port| Arc::clone(&port.udp));
        self.poll_handle.replace(sockets.collect());
    }

    /// Makes the next look go to all sockets.
    pub(super) fn look_everywhere(&mut self) {
        self.look_at = Time(0);
    }

    /// The socket to look at next.
    pub(super) fn next(&mut self, now: Time) -> Look {
        if self.older_first > 0 {
            self.older_first -= 1;
            return Look::Other(OPEN);
        }
        let sockets = self.list.len();
        if sockets == 1 {
            return Look::Active(self.active);
        }
        let active = &mut self.list[self.active];
        // A socket that stayed for long enough has no visits from the beginning of the round on.
        let overstays = active.has_stayed();
        let stays = active.is_pending() && active.visits > 0 && !overstays;
        if !stays {
            if self.next_look >= sockets && (overstays || now >= self.look_at) {
                active.visits = 0;
                self.next_look = 0;
            }
            if let Some(other) = self.next_of_round(now) {
                return Look::Other(other);
            }
        }
        let waits = |&at: &usize| at != self.active && self.list[at].is_pending();
        match (0..sockets).find(waits) {
            Some(_) if self.list[self.active].is_pending() => Look::Other(self.active),
            Some(other) => Look::Other(other),
            None => Look::Active(self.active),
        }
    }

    /// The next socket of a round over the others. `None` if the round is over.
    fn next_of_round(&mut self, now: Time) -> Option<usize> {
        while self.next_look < self.list.len() {
            let at = self.next_look;
            self.next_look += 1;
            if self.next_look == self.list.len() {
                self.look_at = now + self.look_interval * (self.list.len() as u32 - 1);
                self.look_interval = (self.look_interval * 2).min(LOOK_INTERVAL_MAX);
            }
            if at != self.active {
                return Some(at);
            }
        }
        None
    }

    /// Notes a call that returned `bytes` bytes in datagrams of `segment` bytes.
    pub(super) fn found(
        &mut self,
        index: usize,
        from: AdapterAddress,
        bytes: usize,
        segment: usize,
    ) {
        let was_active = mem::replace(&mut self.active, index) == index;
        if !was_active {
            self.look_interval = LOOK_INTERVAL;
        }
        let port = &mut self.list[index];
        if !was_active || port.visits == 0 {
            (port.visits, port.first, port.first_bytes) = (0, Some(from), 0);
        }
        port.visits += 1;
        if port.first == Some(from) {
            port.first_bytes += bytes;
        }
        let packets = bytes.div_ceil(segment).max(1);
        port.note_arrival(packets, segment, self.coalesce);
    }

    /// Notes an empty look. Returns the number of new drops, if receive calls don't return it.
    pub(super) fn found_nothing(&mut self, index: usize) -> u64 {
        if index == OPEN {
            self.older_first = 0;
        }
        self.list[index].note_empty()
    }

    /// What the kernel holds for all sockets.
    pub(super) fn memory(&self) -> SocketMemory {
        let mut sum = SocketMemory::default();
        for port in &self.list {
            let one = options::memory(&port.udp);
            sum.receive_used += one.receive_used;
            sum.receive_limit += one.receive_limit;
            sum.send_used += one.send_used;
            sum.reserved += one.reserved;
            sum.drops += one.drops;
        }
        sum
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Port>() + self.candidates.heap_bytes()
    }

    pub(super) fn connected(&self) -> usize {
        self.list.len() - 1
    }
}

/// The socket to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Look at this socket, then at others if it is empty.
    Other(usize),
    /// Look at this socket, which is the last one.
    Active(usize),
}
