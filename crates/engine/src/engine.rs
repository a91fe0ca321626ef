//! The engine of one lane: operations in, completions out.

mod eviction;
mod execute;
mod exposure;
mod hybrid;
mod listing;
mod messaging;
mod polling;
mod posting;
mod preconnect;
mod routes;
mod sending;
mod setup;
mod silence;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{
    self as connect, AssociationConfig, Associations, JobKey, LaneEnd, Manager, Rank, Retransmit,
};
use farreach_verbs::{
    CqId, Device, DomainId, Lkey, PdId, QpNumber, SharedSegments, Time, UdDestination, XrcDomain,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use slab::Slab;

use self::eviction::Room;
use self::posting::Post;
use self::routes::Gateways;
pub use self::silence::Question;
use self::silence::{FOREVER, Silence};

use crate::datagram_qp::DatagramQp;
use crate::inbox::Inbox;
use crate::lists::Lists;
use crate::op::{Done, Op, Tracking};
use crate::peer::{Connection, Peer, Waiting};
use crate::planted::Planted;
use crate::regions::Regions;
use crate::segments::SegmentInfo;
use crate::slots::Slots;
use crate::unconnected::Awaited;
use crate::window::Window;
use crate::{Directory, EngineError, Fabric};

/// Send requests that a connection can hold; more wait in the peer's pending queue.
const MAX_SEND: u32 = 1024;
/// Completions that can wait to be polled.
const CQ_CAPACITY: u32 = 64 * 1024;
/// The largest segment information that travels in a connect message.
const MAX_PAYLOAD: usize = 64;
/// The most bytes of a datagram, if the device takes as many: what a small operation needs, and not much memory.
const DATAGRAM_MAX: usize = 1024;
/// Datagrams of a peer's association that may be under way to us.
const ASSOCIATION_WINDOW: u32 = 32;
/// Datagrams kept for all peers together beyond which nobody may send more.
const ASSOCIATION_BUDGET: usize = 1024;

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// This process's rank.
    pub rank: Rank,
    /// How many ranks there are.
    pub size: u32,
    /// Which of the process's lanes it is: 0 for the first, to which others connect.
    pub lane: u32,
    /// Authenticates connect messages.
    pub job_key: JobKey,
    /// Packet sequence numbers, Q_Keys and jitter are drawn from it.
    pub seed: u64,
    /// How long a peer may be silent, though its process is there, before operations toward it fail: see [`Question`].
    pub peer_timeout: Duration,
    /// When connect messages and datagrams without an answer are sent again.
    pub retransmit: Retransmit,
    /// How many connections may be in the making at once; more wait their turn.
    pub max_handshakes: usize,
    /// Reports this thread's live heap bytes, to measure what connections cost at the allocator.
    pub live_bytes: fn() -> i64,
    /// How connections are made and used.
    pub fabric: Fabric,
    /// Lets injected costs pass: does nothing else for so long.
    pub spend: fn(Duration),
}

impl Config {
    fn check_lane(&self) {
        assert!(
            self.lane == 0 || self.fabric == self.fabric.of_lane(),
            "lane {} connects as lanes do",
            self.lane
        );
    }
}

/// Figures about an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Connections that were made.
    pub connections: usize,
    /// Heap bytes that connections cost at this moment: peers, queue pairs, their queues.
    pub connection_bytes: i64,
    /// The sum of the times from the first need of each connection to its being usable, where this process asked for it.
    pub setup_time: Duration,
    /// How many connections that sum covers.
    pub setups: usize,
    /// Operations that went in datagrams; a list of small puts is one.
    pub datagram_ops: u64,
    /// How often a peer's operations went on over a connection after some went in datagrams.
    pub switches: u64,
    /// How often datagrams stood in for a connection that could not be had.
    pub stand_ins: u64,
    /// Queue pairs of connections at this moment: the initiator and the target of XRC are one.
    pub queue_pairs: usize,
    /// The most that there were at any time.
    pub queue_pairs_most: usize,
    /// Connections that this process gave up for others.
    pub evictions: usize,
}

/// What the end of an operation needs.
struct Entry {
    peer: Rank,
    tracking: Tracking,
    /// Its number in the window, unless nobody waits for it.
    number: Option<u64>,
    slot: Option<u32>,
    /// Bytes of the word that lands in the slot.
    word: u32,
    /// The registration of the buffer that the engine owns for it.
    owned: Option<Lkey>,
    owned_bytes: usize,
    /// The queue pair that the device has it on, if it has.
    posted: Option<QpNumber>,
}

/// The engine of one lane. See the crate's documentation.
pub struct Engine<D: Device, L: Directory> {
    device: D,
    directory: L,
    config: Config,
    random: Pcg64,
    manager: Manager,
    pd: PdId,
    cq: CqId,
    /// What the processes of this node share, if connections are XRC ones.
    domain: Option<(DomainId, SharedSegments)>,
    gateways: Gateways,
    datagrams: DatagramQp<D::Memory>,
    associations: Associations,
    /// Operations without a connection whose answers are awaited, by the number of their records.
    awaited: BTreeMap<u32, Awaited<D::Memory>>,
    next_id: u32,
    /// Whose datagrams could not be handed to the device yet.
    unaddressed: BTreeSet<Rank>,
    /// The beginnings of messages that come in several records.
    parts: BTreeMap<Rank, Vec<u8>>,
    /// Whose records wait because the program does not take messages.
    held: Vec<Rank>,
    regions: Regions<D::Memory>,
    slots: Slots<D::Memory>,
    /// The own segment: its key here, and what peers are told of it.
    segment: Option<(Lkey, SegmentInfo)>,
    /// What lies where in it.
    layout: u64,
    peers: BTreeMap<Rank, Peer<D::Memory>>,
    /// Peers that are up and have pending operations.
    blocked: BTreeSet<Rank>,
    /// When the connections in the making were first wanted.
    started: BTreeMap<Rank, Time>,
    /// Connections in the making that no operation waits for.
    preconnecting: BTreeSet<Rank>,
    /// Connections that end.
    draining: BTreeSet<Rank>,
    room: Room,
    /// Apart from what each poll touches.
    silence: Box<Silence>,
    /// When it is to be looked for silence again.
    silence_at: Time,
    /// The latest message to each rank whose endpoint is not known yet.
    unsent: BTreeMap<Rank, connect::ConnectMessage>,
    ops: Slab<Entry>,
    done: VecDeque<Done>,
    failure: Option<EngineError>,
    window: Window,
    lists: Lists<D::Memory>,
    inbox: Inbox<D::Memory>,
    /// Peers with an open list; some may have none any more.
    listed: Vec<Rank>,
    owned_bytes: usize,
    /// Work requests posted since packets were last handed to the link, and when the first of them was, or the first list
    /// opened.
    posted: usize,
    posted_at: Time,
    stats: Stats,
    message: Vec<u8>,
    /// Room for a datagram, a record, and the bytes that a record carries.
    datagram: Vec<u8>,
    record: Vec<u8>,
    scratch: Vec<u8>,
    now: Time,
    planted: Planted,
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Makes an engine on `device`. It answers connect requests only after [`Engine::set_segment`].
    ///
    /// Reaches over XRC need the `domain` that the processes of this node share.
    ///
    /// # Panics
    /// If there is a domain, but the reach is none over XRC, or the reverse; if a lane beyond the first has another reach or
    /// other limits than [`Fabric::of_lane`] gives.
    pub fn new(
        mut device: D,
        directory: L,
        config: Config,
        domain: Option<Box<dyn XrcDomain<D::Memory>>>,
    ) -> Result<Self, EngineError> {
        let reach = config.fabric.reach;
        let has_domain = domain.is_some();
        assert_eq!(has_domain, reach.is_xrc(), "a domain and reach {reach}");
        config.check_lane();
        let mut random = Pcg64::seed_from_u64(config.seed);
        let pd = device.create_pd()?;
        let cq = device.create_cq(CQ_CAPACITY)?;
        let qkey = random.next_u32() & 0x7fff_ffff;
        let attributes = device.attributes();
        let max_datagram = DATAGRAM_MAX.min(attributes.max_ud_payload as usize);
        let datagrams = DatagramQp::new(&mut device, pd, max_datagram, qkey)?;
        let slots = Slots::new(&mut device, pd)?;
        // Lists are for pairs with the keyed check.
        let lists = Lists::new(if attributes.keyed_check {
            attributes.write_list
        } else {
            0
        });
        let associations = Associations::new(AssociationConfig {
            rank: config.rank,
            size: config.size,
            job_key: config.job_key.clone(),
            seed: random.next_u64(),
            endpoint: UdDestination {
                address: device.address(),
                qp: datagrams.qp(),
                qkey,
            },
            // A connect message may go along.
            max_datagram: max_datagram - connect::CONNECT_OVERHEAD - MAX_PAYLOAD,
            retransmit: config.retransmit,
            give_up: FOREVER,
            window: ASSOCIATION_WINDOW,
            budget: ASSOCIATION_BUDGET,
        });
        let domain = domain.map(|domain| {
            let segments = domain.segments();
            device.open_xrc_domain(domain).map(|id| (id, segments))
        });
        let domain = domain.transpose()?;
        let buffers = config.fabric.buffers();
        let own_node = directory.node_ranks(config.rank);
        let id = domain.map(|(id, _)| id);
        let inbox = Inbox::new(&mut device, pd, id, buffers, own_node)?;
        let manager = Manager::new(connect::Config {
            rank: config.lane * config.size + config.rank,
            lane: (config.lane > 0).then(|| LaneEnd {
                qp: datagrams.qp(),
                qkey,
            }),
            size: config.size,
            job_key: config.job_key.clone(),
            seed: random.next_u64(),
            address: device.address(),
            mtu: attributes.max_mtu,
            protocol: config.fabric.protocol,
            // The first operations of a hybrid go along with the announcement.
            announce: config.fabric.begins_with_announcement(),
            retransmit: config.retransmit,
            give_up: FOREVER,
            room_within: eviction::room_within(&config.fabric).min(config.peer_timeout),
            max_handshakes: config.max_handshakes,
            max_payload: MAX_PAYLOAD,
        });
        let room = Room::new(&config.fabric);
        Ok(Engine {
            device,
            directory,
            silence: Box::new(Silence::new(config.peer_timeout)),
            config,
            random,
            manager,
            pd,
            cq,
            domain,
            gateways: Gateways::default(),
            datagrams,
            associations,
            awaited: BTreeMap::new(),
            next_id: 0,
            unaddressed: BTreeSet::new(),
            parts: BTreeMap::new(),
            held: Vec::new(),
            regions: Regions::new(),
            slots,
            segment: None,
            layout: 0,
            peers: BTreeMap::new(),
            blocked: BTreeSet::new(),
            started: BTreeMap::new(),
            preconnecting: BTreeSet::new(),
            draining: BTreeSet::new(),
            room,
            silence_at: Time::ZERO,
            unsent: BTreeMap::new(),
            ops: Slab::new(),
            done: VecDeque::new(),
            failure: None,
            window: Window::default(),
            lists,
            inbox,
            listed: Vec::new(),
            owned_bytes: 0,
            posted: 0,
            posted_at: Time::ZERO,
            stats: Stats::default(),
            message: Vec::new(),
            datagram: Vec::new(),
            record: Vec::new(),
            scratch: Vec::new(),
            now: Time::ZERO,
            planted: Planted::default(),
        })
    }

    /// Does something wrong from here on, to see whether tests find it.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: crate::Bug) {
        self.planted = Planted::new(bug);
        self.inbox.planted = self.planted;
    }

    /// Lets the connection manager do something wrong from here on.
    #[cfg(feature = "planted-bugs")]
    pub fn plant_in_manager(&mut self, bug: crate::ConnectBug) {
        self.manager.plant(bug);
    }

    /// Where connect messages to this process go; to be published to all ranks.
    pub fn endpoint(&self) -> UdDestination {
        UdDestination {
            address: self.device.address(),
            qp: self.datagrams.qp(),
            qkey: self.datagrams.qkey(),
        }
    }

    /// Begins `op` toward `peer`. Its end is reported as `tracking` says.
    pub fn submit(&mut self, now: Time, peer: Rank, op: Op<D::Memory>, tracking: Tracking) {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        self.now = now;
        let entry = Entry {
            peer,
            tracking,
            number: self.number(tracking),
            slot: None,
            word: op.word_bytes(),
            owned: None,
            owned_bytes: op.owned_bytes(),
            posted: None,
        };
        self.owned_bytes += entry.owned_bytes;
        let index = self.ops.insert(entry) as u32;
        let before = (self.config.live_bytes)();
        if !self.listed.is_empty() {
            self.close_list(peer);
        }
        let is_shared = self.config.fabric.reach.is_shared();
        let shared = is_shared.then(|| self.connection(peer));
        let state = self.peers.entry(peer).or_insert_with(Peer::new);
        match shared.unwrap_or(state.connection) {
            Connection::Up(qp, info) if state.pending.is_empty() => {
                match self.post(index, &op, qp, &info) {
                    Ok(Post::Posted) => self.forget_blank(peer),
                    Ok(Post::NoRoom) => self.wait_for_room(peer, Waiting::Op(index, op)),
                    Err(error) => self.finish(index, Err(error)),
                }
            }
            Connection::Up(..) | Connection::Draining(..) => {
                state.pending.push_back(Waiting::Op(index, op));
            }
            // Also where the peer began the set-up: if it gives up, we want it all the same.
            Connection::Down | Connection::Created(..) | Connection::Ready(..) => {
                let mut waiting = Some(Waiting::Op(index, op));
                if !state.has_pending() {
                    waiting = waiting.and_then(|waiting| self.go_at_once(peer, waiting));
                }
                if let Some(waiting) = waiting {
                    let state = self.peers.get_mut(&peer).expect("entered above");
                    state.pending.push_back(waiting);
                    self.go_unconnected(peer);
                }
            }
        }
        self.account(before);
    }

    fn want_connection(&mut self, peer: Rank) {
        self.connect_to(self.gateway(peer));
    }

    fn connect_to(&mut self, gateway: Rank) {
        if self.draining.contains(&gateway) {
            // The next is made when this one has ended.
            return;
        }
        self.choose_gateway(gateway);
        self.started.entry(gateway).or_insert(self.now);
        self.manager.connect(self.now, gateway);
        // So that the request leaves with the first packets of the next poll.
        self.take_actions();
    }

    /// The next operation with a token that ended.
    pub fn poll_done(&mut self) -> Option<Done> {
        self.done.pop_front()
    }

    /// How many operations have not ended; a list of small puts is one.
    pub fn outstanding(&self) -> usize {
        self.ops.len() + self.lists.in_use()
    }

    /// Bytes of the buffers that the engine owns for operations that have not ended.
    pub fn owned_bytes(&self) -> usize {
        self.owned_bytes
    }

    /// How many operations were submitted so far: a mark for [`Engine::is_done_before`].
    pub fn submitted(&self) -> u64 {
        self.window.begun()
    }

    /// Whether all operations that were submitted before the mark was taken have ended.
    pub fn is_done_before(&self, mark: u64) -> bool {
        self.window.is_done_before(mark)
    }

    /// The same of those toward `peers`: looks through those under way.
    pub fn is_done_before_toward(&self, mark: u64, peers: &[Rank]) -> bool {
        let is_meant = |peer, number: Option<u64>| {
            number.is_some_and(|number| number < mark) && peers.contains(&peer)
        };
        self.is_done_before(mark)
            || !self.ops.iter().any(|(_, op)| is_meant(op.peer, op.number))
                && !self
                    .lists
                    .under_way()
                    .any(|(peer, number)| is_meant(peer, number))
    }

    /// The first failure of an implicit operation since the last call.
    pub fn take_failure(&mut self) -> Option<EngineError> {
        self.failure.take()
    }

    /// What [`Engine::take_failure`] would return.
    pub fn failure(&self) -> Option<&EngineError> {
        self.failure.as_ref()
    }

    /// Whether something toward `peer` waits for the connection or for room to leave.
    pub fn has_pending(&self, peer: Rank) -> bool {
        self.peers.get(&peer).is_some_and(Peer::has_pending)
    }

    /// The same toward any peer.
    pub fn has_any_pending(&self) -> bool {
        self.peers.values().any(Peer::has_pending)
    }

    /// Whether a connection to `peer` is usable.
    pub fn is_connected(&self, peer: Rank) -> bool {
        matches!(self.connection(peer), Connection::Up(..))
    }

    /// Connections that were made.
    #[inline]
    pub fn connections(&self) -> usize {
        self.stats.connections
    }

    /// The figures at this moment.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The device, to look at its figures.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// The device, to tell it what only a driver of its kind knows of.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// The connection manager, to look at its figures.
    pub fn manager(&self) -> &Manager {
        &self.manager
    }

    /// The associations of datagrams, to look at their figures.
    pub fn associations(&self) -> &Associations {
        &self.associations
    }

    /// The latest time that it was told.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Whether something waits for the next [`Engine::poll`] to leave: work requests or lists of small puts.
    #[inline]
    pub fn has_unsent(&self) -> bool {
        self.posted > 0 || !self.listed.is_empty()
    }

    /// How many work requests wait for the next [`Engine::poll`] to be handed to the link.
    pub fn posted(&self) -> usize {
        self.posted
    }

    /// A new operation's number in the window, unless nobody waits for it.
    fn number(&mut self, tracking: Tracking) -> Option<u64> {
        (tracking != Tracking::Unawaited).then(|| self.window.begin())
    }

    fn count_post(&mut self) {
        if !self.has_unsent() {
            self.posted_at = self.now;
        }
        self.posted += 1;
    }

    fn account(&mut self, before: i64) {
        self.stats.connection_bytes += (self.config.live_bytes)() - before;
    }
}
