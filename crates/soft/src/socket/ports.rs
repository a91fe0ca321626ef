//! The kernel sockets behind the one address: one that everybody reaches, and connected ones for the hottest peers.
//!
//! ```text
//!   from a hot peer ──▶ the socket connected to it ──┐  first: where something came from or went to last
//!                                                    ├─▶ receive
//!   from anybody else ──▶ the open socket ───────────┘  the others: every few microseconds, less often if they are silent
//! ```
//!
//! A connected socket saves the kernel the route and the address of every datagram: a fifth of a microsecond on each
//! receive and half a microsecond on each send. All are bound to one address, and the kernel delivers to the connected one
//! if there is one for the source.
//!
//! Where something was found stays first until it is empty, or one sender has had a window's worth there ([`STAY_BYTES`]), and
//! then all others get their turn: a sender of many that share the open socket is acknowledged as often as one that has a socket of
//! its own.
//!
//! A connected socket starts without receive offload, as most exchanges are of single packets.
//!
//! When a socket comes or goes, datagrams of its peer may be in both: the older ones are in the one that is read
//! first (`connect`), or lost (`close`), which is what reliable pairs recover from.

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

/// For each further socket, how long looks at the others are apart while they find something. An empty look takes a seventh
/// of it.
const LOOK_INTERVAL: Duration = Duration::from_micros(2);

/// The same after many that found nothing: each round without a find doubles the time.
const LOOK_INTERVAL_MAX: Duration = Duration::from_micros(16);

/// A connected socket that was not sent to for so long may be given up for another peer.
const IDLE: Duration = Duration::from_millis(10);

/// Datagrams one after the other from which on receive offload pays for what it costs: the call must bring the size of the
/// segments as well, which takes 0.15 microseconds longer.
const STREAK: u32 = 16;

/// Lone datagrams in a row after which it does not.
const LONE: u32 = 1024;

/// Long datagrams, of which no two fit into one call, after which it does not, if no run came between: it keeps their payload
/// from being received where it belongs.
const LONG: u32 = 16;

/// After a long datagram, so many others: there is probably another long one among them.
const LIKELY: u32 = 4;

/// The most datagrams that are taken from the open socket before a new one is looked at: others may fill it as fast as it is read.
const OLDER_MAX: u32 = 1024;

/// The most receive calls at one socket while others wait. As many as the packets that a few dozen senders may have under way.
pub(super) const STAY_MAX: u32 = 256;

/// The bytes of one sender, the first of a visit, after which others that wait have their turn: the window of a pair where buffers
/// are as large as we ask for.
pub(super) const STAY_BYTES: usize = 768 << 10;

/// The open socket's place.
pub(super) const OPEN: usize = 0;

/// A socket.
pub(super) struct Port {
    pub(super) udp: Arc<Descriptor<UdpSocket>>,
    /// The only peer that it hears and reaches.
    pub(super) peer: Option<AdapterAddress>,
    /// Whether all was received that may have come from others before it was connected.
    settled: bool,
    /// Whether receive offload is on.
    coalesces: bool,
    /// Datagrams, at most so many, since it was empty last.
    streak: u32,
    /// Short ones of them, since the last long one.
    short: u32,
    /// Long datagrams since the last run of several.
    long: u32,
    /// Datagrams since the last long one.
    since_long: u32,
    /// How often in a row it was empty again after one.
    lone: u32,
    /// Calls that found something, since it was empty or others had their turn.
    visits: u32,
    /// Where the first of these was from.
    first: Option<AdapterAddress>,
    /// All bytes of these from there.
    first_bytes: usize,
    /// The kernel's drop counter when it was last seen; it counts modulo 2^32.
    drops_seen: u32,
    /// The network has told that the peer is gone.
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

    /// Where all that comes is from, unless every datagram has to tell.
    pub(super) fn source(&self) -> Option<AdapterAddress> {
        self.peer.filter(|_| self.settled)
    }

    /// The source if besides all datagrams come one by one, so that there is nothing to ask for but their bytes.
    pub(super) fn plain_source(&self) -> Option<AdapterAddress> {
        self.source().filter(|_| !self.coalesces)
    }

    /// Whether the next is likely to be long.
    pub(super) fn expects_long(&self) -> bool {
        self.since_long < LIKELY
    }

    /// Whether something was there when it was last looked at.
    fn is_pending(&self) -> bool {
        self.streak > 0
    }

    /// Whether others should have their turn.
    fn has_stayed(&self) -> bool {
        self.visits >= STAY_MAX || self.visits > 0 && self.first_bytes >= STAY_BYTES
    }

    /// Counts a drop counter on; how many are new.
    pub(super) fn note_drops(&mut self, drops: u32) -> u64 {
        let new = drops.wrapping_sub(self.drops_seen);
        self.drops_seen = drops;
        u64::from(new)
    }

    /// Datagrams of `segment` bytes came in one call.
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

    /// Turns receive offload off. Should a run come before this call and after the last look, it is taken for one packet,
    /// fails its check, and is lost.
    fn stop_coalescing(&mut self) {
        self.coalesces = options::coalesce(&self.udp, false).is_err();
    }

    /// It is empty. Returns how many datagrams it has dropped since that was last known.
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
        // Plain receive calls don't tell, and only a full buffer, which is read in a streak, drops.
        self.note_drops(options::memory(&self.udp).drops as u32)
    }
}

/// All sockets of one address.
pub(super) struct Ports {
    list: Vec<Port>,
    pub(super) poll_handle: PollHandle,
    family: Family,
    /// Bytes of receive buffer to ask for.
    buffer_wanted: usize,
    max_connected: usize,
    /// Whether to use receive offload.
    pub(super) coalesce: bool,
    candidates: Candidates,
    /// A peer that has become hot.
    rising: Option<AdapterAddress>,
    /// Where something came from or went to last.
    active: usize,
    /// The next to look at in a round over all others; their number between rounds.
    next_look: usize,
    look_at: Time,
    /// How long looks at the others are apart, for each further socket.
    look_interval: Duration,
    /// How often still the open socket is looked at before all others, unless it is empty before: what a new socket's peer
    /// sent earlier is there.
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

    /// Which socket packets to `to` leave by.
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

    /// The network said, when the socket was used, that nobody is there. Nothing is sent by it any more.
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
                // All are in use.
                _ => return,
            }
        }
        // Without it all works as before.
        if let Ok(udp) = self.connect(peer) {
            let mut port = Port::new(Arc::new(udp), Some(peer));
            port.last_sent = now;
            self.list.push(port);
            self.older_first = OLDER_MAX;
            self.tell_sleepers();
        }
    }

    /// A second socket at the same address, connected. Between `bind` and `connect` it gets a share of everybody's datagrams,
    /// hence the names that receive calls ask for until it was empty once. One that comes later still was
    /// looked up before: it is taken for the peer's, fails the adapter's check, which covers the source, and so is lost.
    fn connect(&self, peer: AdapterAddress) -> io::Result<Descriptor<UdpSocket>> {
        let open = &self.list[OPEN].udp;
        options::share_port(open, true)?;
        let connected = options::bind_shared(open.local_addr()?).and_then(|udp| {
            udp.set_nonblocking(true)?;
            options::prepare(&udp, self.family)?;
            options::grow_receive_buffer(&udp, self.buffer_wanted)?;
            udp.connect(peer.socket_addr())?;
            Ok(udp)
        });
        // With the open one it takes no further socket at this address, of whatever process.
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

    /// The next look goes to all sockets.
    pub(super) fn look_everywhere(&mut self) {
        self.look_at = Time(0);
    }

    /// Which socket to look at next.
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
        // One that stayed for long enough has no visits from the beginning of the round on.
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

    /// The next of the others in a round, as long as it lasts.
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

    /// Datagrams of `segment` bytes, `bytes` together, came in one call.
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

    /// Nothing is there. Returns how many datagrams were dropped since that was last known, if receive calls don't tell.
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

/// Where to look for datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Others may have something if this one has not.
    Other(usize),
    /// The last one.
    Active(usize),
}
