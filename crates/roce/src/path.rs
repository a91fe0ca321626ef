//! How long datagrams may be that a path between hosts carries. This is found by sending (packetization
//! layer path MTU discovery, RFC 8899), since interfaces say too much: a tunnel or a switch on the way
//! may carry less, and often nobody tells.
//!
//! ```text
//!   limit(to) = None ──▶ probes of top and base bytes ──▶ both answered ─────────────▶ limit(to) = top
//!                                     ▲                    only base, three times
//!                                     └── seven lengths between them ◀──┘
//! ```
//!
//! Before a path is known, only datagrams of up to [`PathConfig::base`] bytes are sent on it. A path is
//! that to a host: all adapters there share it. If a path carries less later, [`Paths::doubt`] makes sure
//! of it by probes, and lowers the limit. Connections keep the lengths of packets that they began with,
//! so longer packets are sent in parts from then on ([`cut`]).
//!
//! Probes of the interface's length and of a length that always passes are sent when a connection
//! is wanted first. The connection is made when the probes are answered, and the two ends use the
//! lesser length. If a queue pair sends packets again and again without progress, both ends search
//! again. A long probe counts as lost only while short probes pass. A cut of the network, or a slow
//! peer, therefore proves nothing. On loopback there are no probes.
//!
//! Invariants:
//! - A limit is lowered only while short datagrams pass.
//! - Only answers to own probes change anything, which name a token that no one else was sent.
//! - A path that is not searched has no deadline.

mod message;
mod parts;
mod search;

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, Time};
use siphasher::sip::SipHasher13;

use parts::Parts;
use search::{Search, Step};

pub use message::{Message, PathMessageKind};
pub use parts::cut;

/// The most messages that wait to be sent. Further answers are lost, and asked for again.
const OUTGOING_MAX: usize = 64;
/// The most adapters of a host that probes are sent to in turn.
const TARGETS_MAX: usize = 8;
/// The time after which a limit below the interface's is looked at again.
const RAISE_AFTER: Duration = Duration::from_mins(10);
/// The least time between two searches because of doubts.
const DOUBT_AFTER: Duration = Duration::from_secs(1);

/// What is known of all paths from the start.
#[derive(Clone, Copy, Debug)]
pub struct PathConfig {
    /// The adapter's address.
    pub own: AdapterAddress,
    /// Bytes of a datagram that every path carries, without its frame.
    pub base: u32,
    /// Bytes of the longest datagram that the interface carries, without its frame.
    pub top: u32,
    /// The seed of tokens, which is secret.
    pub seed: u64,
}

/// The paths from an adapter to hosts.
pub struct Paths {
    config: PathConfig,
    /// The number of searches that began.
    searches: u64,
    searching: usize,
    hosts: BTreeMap<[u8; 16], Path>,
    outgoing: VecDeque<(AdapterAddress, Message)>,
    changed: VecDeque<Change>,
    parts: Parts,
    counters: PathCounters,
}

/// The path to one host.
struct Path {
    /// Adapters of the host. The first one gets the probes.
    targets: VecDeque<AdapterAddress>,
    /// The bytes of the longest datagram.
    known: Option<u32>,
    /// When the last search ended.
    ended: Time,
    search: Option<Search>,
    /// Whether the search is one because of doubts of this host.
    is_doubted: bool,
}

/// A path carries less or more than it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// An adapter at the other end.
    pub to: AdapterAddress,
    /// The bytes of the longest datagram that the path carries now.
    pub bytes: u32,
}

/// Counters of path discovery since the adapter was created. They never decrease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathCounters {
    /// Probes that were sent.
    pub probes: u64,
    /// Probes of others that were answered.
    pub answers: u64,
    /// Paths that were found to carry less than the interface.
    pub narrow: u64,
    /// Paths that carry less than they did earlier.
    pub narrowed: u64,
}

impl Paths {
    /// Makes the table of paths, without any.
    ///
    /// # Panics
    /// If `top` is more than 65,535 bytes.
    pub fn new(config: PathConfig) -> Paths {
        assert!(u16::try_from(config.top).is_ok(), "a datagram's length");
        let base = config.base.min(config.top);
        Paths {
            config: PathConfig { base, ..config },
            searches: 0,
            searching: 0,
            hosts: BTreeMap::new(),
            outgoing: VecDeque::new(),
            changed: VecDeque::new(),
            parts: Parts::default(),
            counters: PathCounters::default(),
        }
    }

    /// Counters since the table was made.
    pub fn counters(&self) -> PathCounters {
        self.counters
    }

    /// The bytes of the longest datagram, without its frame, that the path to an adapter's host
    /// carries. `None` if this is not known yet: then a search for it has begun.
    pub fn limit(&mut self, now: Time, to: AdapterAddress) -> Option<u32> {
        let PathConfig { own, top, .. } = self.config;
        if to.gid == own.gid {
            return Some(top);
        }
        let path = self.hosts.entry(to.gid).or_insert_with(|| Path {
            targets: VecDeque::new(),
            known: None,
            ended: now,
            search: None,
            is_doubted: false,
        });
        if path.targets.len() < TARGETS_MAX && !path.targets.contains(&to) {
            path.targets.push_back(to);
        }
        let known = path.known;
        let may_rise = known.is_some_and(|known| known < top);
        if known.is_none() || may_rise && now.since(path.ended) > RAISE_AFTER {
            self.search(now, to.gid, PathMessageKind::Probe);
        }
        known
    }

    /// The limits that are known, and whose host they are for.
    pub fn known(&self) -> impl Iterator<Item = (AdapterAddress, u32)> {
        let known = |path: &Path| Some((*path.targets.front()?, path.known?));
        self.hosts.values().filter_map(known)
    }

    /// An adapter of a host from which nothing ever came, though `rounds` rounds of probes were sent
    /// there.
    pub fn silent(&self, rounds: u32) -> Option<AdapterAddress> {
        if self.searching == 0 {
            return None;
        }
        let is_silent = |path: &&Path| {
            let search = path.search.as_ref();
            let is_silent = |search: &Search| !search.is_heard() && search.silent() >= rounds;
            path.known.is_none() && search.is_some_and(is_silent)
        };
        let path = self.hosts.values().find(is_silent)?;
        path.targets.front().copied()
    }

    /// Notes that long datagrams to or from an adapter seem to get lost. A search makes sure of it,
    /// here and at that adapter: each adapter has its own table. Returns whether a search can find
    /// anything: the path is none of this table's, or carries the least already, if not.
    pub fn doubt(&mut self, now: Time, to: AdapterAddress) -> bool {
        let may_look = self.look_again(now, to);
        let Some(path) = self.hosts.get_mut(&to.gid) else {
            return false;
        };
        if may_look && path.search.is_none() {
            path.targets.retain(|&target| target != to);
            path.targets.truncate(TARGETS_MAX - 1);
            path.targets.push_front(to);
            self.search(now, to.gid, PathMessageKind::Doubt);
            return true;
        }
        path.search.is_some() || path.known.is_some_and(|known| known > self.config.base)
    }

    /// Whether a known path to an adapter's host may be searched again because of a doubt.
    fn look_again(&self, now: Time, to: AdapterAddress) -> bool {
        let path = self.hosts.get(&to.gid);
        path.is_some_and(|path| {
            path.known.is_some_and(|known| known > self.config.base)
                && now.since(path.ended) > DOUBT_AFTER
        })
    }

    /// Handles a datagram that [`Message::is_in`]. Returns the datagram that was put together, if
    /// this was its last part. The bytes may be arbitrary.
    pub fn take_datagram(
        &mut self,
        now: Time,
        from: AdapterAddress,
        datagram: &[u8],
    ) -> Option<Vec<u8>> {
        match Message::parse(datagram) {
            Some(message) => {
                self.handle(now, from, message);
                None
            }
            None => self.parts.take(from, datagram),
        }
    }

    /// Handles a message that arrived from `from`.
    pub fn handle(&mut self, now: Time, from: AdapterAddress, message: Message) {
        match message.kind {
            PathMessageKind::Probe | PathMessageKind::Doubt => {
                if message.kind == PathMessageKind::Doubt && self.look_again(now, from) {
                    self.search(now, from.gid, PathMessageKind::Probe);
                }
                let kind = PathMessageKind::Answer;
                self.counters.answers += 1;
                self.queue(from, Message { kind, ..message });
            }
            PathMessageKind::Answer => {
                let bytes = u32::from(message.bytes);
                let Some(path) = self.hosts.get_mut(&from.gid) else {
                    return;
                };
                let search = path.search.as_mut();
                let search = search.filter(|search| search.token() == message.token);
                if let Some(search) = search
                    && bytes <= self.config.top
                {
                    let step = search.answered(now, message.round, bytes);
                    self.take(now, from.gid, step);
                }
            }
        }
    }

    /// Handles the kernel's report that a datagram of `bytes` to an adapter is too long for the
    /// interface.
    pub fn refused(&mut self, now: Time, to: AdapterAddress, bytes: u32) {
        let path = self.hosts.get_mut(&to.gid);
        if let Some(search) = path.and_then(|path| path.search.as_mut()) {
            let step = search.refused(now, bytes);
            self.take(now, to.gid, step);
        }
    }

    /// Ends the rounds that are due at `now`.
    pub fn handle_timeout(&mut self, now: Time) {
        if self.searching == 0 {
            return;
        }
        let is_due = |path: &Path| {
            path.search
                .as_ref()
                .is_some_and(|search| search.due() <= now)
        };
        let due = self.hosts.iter().filter(|(_, path)| is_due(path));
        let due: VecDeque<[u8; 16]> = due.map(|(&host, _)| host).collect();
        for host in due {
            let Some(path) = self.hosts.get_mut(&host) else {
                continue;
            };
            if let Some(search) = &mut path.search {
                let before = search.silent();
                let step = search.timed_out(now);
                if search.silent() > before {
                    // That adapter's process may have ended, or does not run.
                    path.targets.rotate_left(1);
                }
                self.take(now, host, step);
            }
        }
    }

    /// When to call [`Paths::handle_timeout`] next. `None` if never.
    pub fn next_deadline(&self) -> Option<Time> {
        if self.searching == 0 {
            return None;
        }
        let searches = self.hosts.values().filter_map(|path| path.search.as_ref());
        searches.map(Search::due).min()
    }

    /// Takes the next message to send, and where to.
    pub fn poll_transmit(&mut self) -> Option<(AdapterAddress, Message)> {
        self.outgoing.pop_front()
    }

    /// Takes the next path that was found to carry less or more than before.
    pub fn poll_change(&mut self) -> Option<Change> {
        self.changed.pop_front()
    }

    /// Begins a search by probes of a kind, if none is under way.
    fn search(&mut self, now: Time, host: [u8; 16], kind: PathMessageKind) {
        let token = SipHasher13::new_with_keys(self.config.seed, !self.config.seed);
        let token = token.hash(&self.searches.to_le_bytes());
        let PathConfig { base, top, .. } = self.config;
        let Some(path) = self.hosts.get_mut(&host) else {
            return;
        };
        if path.search.is_none() {
            path.is_doubted = kind == PathMessageKind::Doubt;
            path.search = Some(Search::new(now, base, top, token));
            self.searches += 1;
            self.searching += 1;
            self.take(now, host, Step::Send);
        }
    }

    fn take(&mut self, now: Time, host: [u8; 16], step: Step) {
        let Some(path) = self.hosts.get_mut(&host) else {
            return;
        };
        let Some(&to) = path.targets.front() else {
            return;
        };
        match (step, &path.search) {
            (Step::Send, Some(search)) => {
                let (round, token) = (search.round(), search.token());
                let kind = if path.is_doubted {
                    PathMessageKind::Doubt
                } else {
                    PathMessageKind::Probe
                };
                let message = |bytes| Message {
                    kind,
                    bytes: u16::try_from(bytes).unwrap_or(u16::MAX),
                    round,
                    token,
                };
                let probes: VecDeque<Message> = search.probes().map(message).collect();
                self.counters.probes += probes.len() as u64;
                for probe in probes {
                    self.queue(to, probe);
                }
            }
            (Step::Found(bytes), Some(_)) => {
                path.search = None;
                path.ended = now;
                self.searching -= 1;
                let before = path.known.replace(bytes);
                match before {
                    None => self.counters.narrow += u64::from(bytes < self.config.top),
                    Some(before) if bytes != before => {
                        self.counters.narrowed += u64::from(bytes < before);
                        self.changed.push_back(Change { to, bytes });
                    }
                    Some(_) => {}
                }
            }
            _ => {}
        }
    }

    fn queue(&mut self, to: AdapterAddress, message: Message) {
        if self.outgoing.len() < OUTGOING_MAX {
            self.outgoing.push_back((to, message));
        }
    }
}
