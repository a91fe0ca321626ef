//! The engine of one lane: operations in, completions out.

mod eviction;
mod exposure;
mod hybrid;
mod listing;
mod messaging;
mod polling;
mod posting;
mod preconnect;
mod setup;
mod silence;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use core::iter;
use core::ops::Range;
use core::time::Duration;

use farreach_connect::{
    self as connect, AssociationConfig, Associations, JobKey, LaneEnd, Manager, Rank, Retransmit,
};
use farreach_verbs::{
    CqId, Device, DomainId, PdId, QpNumber, SharedSegments, SrqNumber, Time, UdDestination,
    XrcDomain,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::datagram_qp::DatagramQp;
use crate::exposed::Exposed;
use crate::inbox::Inbox;
use crate::limits::{self, Limits};
use crate::lists::Lists;
use crate::op::{Done, Op, Tracking};
use crate::operations::Operations;
use crate::peer::{Connection, Peer, Waiting};
use crate::planted::Planted;
use crate::routes::Routes;
use crate::setups::Setups;
use crate::silence::{FOREVER, Silence};
use crate::unconnected::Unconnected;
use crate::{Directory, EngineError, Fabric, Reach};

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
/// The queue that stands for a process in requests that no receive is for: every process makes it first.
const FIRST_QUEUE: u32 = 1;
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

/// The engine of one lane. See the crate's documentation.
///
/// Its parts own their state; what is here goes from one to another.
pub struct Engine<D: Device, L: Directory> {
    device: D,
    directory: L,
    config: Config,
    random: Pcg64,
    pd: PdId,
    cq: CqId,
    /// What the processes of this node share, if connections are XRC ones.
    domain: Option<(DomainId, SharedSegments)>,
    exposed: Exposed<D::Memory>,
    operations: Operations<D::Memory>,
    lists: Lists<D::Memory>,
    inbox: Inbox<D::Memory>,
    datagram_qp: DatagramQp<D::Memory>,
    unconnected: Unconnected<D::Memory>,
    setups: Setups,
    limits: Limits,
    routes: Routes,
    silence: Silence,
    peers: BTreeMap<Rank, Peer<D::Memory>>,
    /// Peers that are up and have pending operations.
    blocked: BTreeSet<Rank>,
    /// Work requests posted since packets were last handed to the link, and when the first of them was, or the first list
    /// opened.
    posted: usize,
    posted_at: Time,
    stats: Stats,
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
        let datagram_qp = DatagramQp::new(&mut device, pd, max_datagram, qkey)?;
        let operations = Operations::new(&mut device, pd)?;
        // Lists are for pairs with the keyed check.
        let lists = Lists::new(if attributes.keyed_check {
            attributes.write_list
        } else {
            0
        });
        let associations = AssociationConfig {
            rank: config.rank,
            size: config.size,
            job_key: config.job_key.clone(),
            seed: random.next_u64(),
            endpoint: UdDestination {
                address: device.address(),
                qp: datagram_qp.qp(),
                qkey,
            },
            // A connect message may go along.
            max_datagram: max_datagram - connect::CONNECT_OVERHEAD - MAX_PAYLOAD,
            retransmit: config.retransmit,
            give_up: FOREVER,
            window: ASSOCIATION_WINDOW,
            budget: ASSOCIATION_BUDGET,
        };
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
                qp: datagram_qp.qp(),
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
            room_within: limits::room_within(&config.fabric).min(config.peer_timeout),
            max_handshakes: config.max_handshakes,
            max_payload: MAX_PAYLOAD,
        });
        Ok(Engine {
            device,
            directory,
            random,
            pd,
            cq,
            domain,
            exposed: Exposed::new(),
            operations,
            lists,
            inbox,
            datagram_qp,
            unconnected: Unconnected::new(associations, config.fabric.hybrid),
            setups: Setups::new(manager),
            limits: Limits::new(&config.fabric),
            routes: Routes::new(&config),
            silence: Silence::new(config.peer_timeout, config.size),
            config,
            peers: BTreeMap::new(),
            blocked: BTreeSet::new(),
            posted: 0,
            posted_at: Time::ZERO,
            stats: Stats::default(),
            now: Time::ZERO,
            planted: Planted::default(),
        })
    }

    /// Does something wrong from here on, to see whether tests find it.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: crate::Bug) {
        self.planted = Planted::new(bug);
        self.inbox.plant(bug);
    }

    /// Lets the connection manager do something wrong from here on: the schedules of whole jobs have to find bugs of set-ups too,
    /// beside the simulation that `connect` has of its own.
    #[cfg(feature = "planted-bugs")]
    pub fn plant_in_manager(&mut self, bug: crate::ConnectBug) {
        self.setups.manager().plant(bug);
    }

    /// Where connect messages to this process go; to be published to all ranks.
    pub fn endpoint(&self) -> UdDestination {
        UdDestination {
            address: self.device.address(),
            qp: self.datagram_qp.qp(),
            qkey: self.datagram_qp.qkey(),
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
        let index = self.operations.begin(peer, tracking, &op);
        let before = (self.config.live_bytes)();
        if self.lists.is_any_open() {
            self.close_list(peer);
        }
        if !self.post_at_once(peer, index, Some(&op)) {
            self.pend(peer, Waiting::Op(index, op));
        }
        self.account(before);
    }

    fn want_connection(&mut self, peer: Rank) {
        self.connect_to(self.gateway(peer));
    }

    fn connect_to(&mut self, gateway: Rank) {
        if !self.setups.is_draining(gateway) {
            self.routes.choose(gateway, &self.directory);
            self.setups.want(self.now, gateway);
            // So that the request leaves with the first packets of the next poll.
            self.take_actions();
        }
    }

    /// The next operation with a token that ended.
    pub fn poll_done(&mut self) -> Option<Done> {
        self.operations.poll_done()
    }

    /// How many operations have not ended; a list of small puts is one.
    pub fn outstanding(&self) -> usize {
        self.operations.len()
    }

    /// Bytes of the buffers that the engine owns for operations that have not ended.
    pub fn owned_bytes(&self) -> usize {
        self.operations.owned_bytes()
    }

    /// How many operations were submitted so far: a mark for [`Engine::is_done_before`].
    pub fn submitted(&self) -> u64 {
        self.operations.window().begun()
    }

    /// Whether all operations that were submitted before the mark was taken have ended.
    pub fn is_done_before(&self, mark: u64) -> bool {
        self.operations.window().is_done_before(mark)
    }

    /// Whether all operations toward `peers` that were submitted before the mark was taken have ended: looks through those under
    /// way.
    pub fn is_done_before_toward(&self, mark: u64, peers: &[Rank]) -> bool {
        self.operations.is_done_before(mark, peers)
    }

    /// The first failure of an implicit operation since the last call.
    pub fn take_failure(&mut self) -> Option<EngineError> {
        self.operations.take_failure()
    }

    /// What [`Engine::take_failure`] would return.
    pub fn failure(&self) -> Option<&EngineError> {
        self.operations.failure()
    }

    /// Whether something toward `peer` waits for the connection or for room to leave.
    pub fn has_pending(&self, peer: Rank) -> bool {
        let state = self.peers.get(&peer);
        state.is_some_and(|state| state.pending.has_waiting()) || self.unconnected.has_begun(peer)
    }

    /// Whether something toward any peer waits for its connection or for room to leave.
    pub fn has_any_pending(&self) -> bool {
        let mut states = self.peers.values();
        states.any(|state| state.pending.has_waiting()) || self.unconnected.has_any_begun()
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
        let (queue_pairs, queue_pairs_most) = self.limits.queue_pairs();
        Stats {
            datagram_ops: self.unconnected.sent(),
            queue_pairs,
            queue_pairs_most,
            ..self.stats
        }
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
        self.setups.look()
    }

    /// The associations that carry datagrams, to look at their figures.
    pub fn associations(&self) -> &Associations {
        self.unconnected.look()
    }

    /// The latest time that it was told.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Whether something waits for the next [`Engine::poll`] to leave: work requests or lists of small puts.
    #[inline]
    pub fn has_unsent(&self) -> bool {
        self.posted > 0 || self.lists.is_any_open()
    }

    /// How many work requests wait for the next [`Engine::poll`] to be handed to the link.
    pub fn posted(&self) -> usize {
        self.posted
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

    /// Runs what may make or free buffers of operations, which are not a cost of the connection that the caller accounts for.
    fn without_accounting<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = (self.config.live_bytes)();
        let result = f(self);
        self.stats.connection_bytes -= (self.config.live_bytes)() - before;
        result
    }

    /// The rank at the other end of the connection that leads to `peer`, or is to.
    #[inline]
    fn gateway(&self, peer: Rank) -> Rank {
        self.routes.gateway(peer, &self.directory)
    }

    /// The ranks that the connection to `gateway` leads to.
    fn ranks_behind(&self, gateway: Rank) -> Range<Rank> {
        self.routes.ranks_behind(gateway, &self.directory)
    }

    /// The connection that leads to `peer`, with the segment of `peer`.
    fn connection(&self, peer: Rank) -> Connection {
        let gateway = self.gateway(peer);
        let state = self.peers.get(&gateway);
        match state.map_or(Connection::Down, |state| state.connection) {
            Connection::Up(qp, info) if peer != gateway => {
                Connection::Up(qp, info.beside(gateway, peer))
            }
            connection => connection,
        }
    }

    /// Keeps nothing of a rank behind a gateway that nothing waits for: there are many of them.
    #[inline]
    fn forget_blank(&mut self, peer: Rank) {
        if self.routes.reach().is_shared()
            && self.peers.get(&peer).is_some_and(Peer::is_blank)
            && !self.unconnected.is_used(peer)
        {
            self.peers.remove(&peer);
        }
    }

    /// Whether every request to a peer goes on the one queue pair of its own connection, and names no queue.
    #[inline]
    fn has_one_way(&self) -> bool {
        self.routes.reach() == Reach::Rc
    }

    /// The queue pair that a request to `peer` goes on, whose connection has `qp` first, and the receive queue that it names;
    /// `message` is a message's length with its header. `None` if what went before on another queue pair has to end first.
    fn way(
        &self,
        peer: Rank,
        qp: QpNumber,
        message: Option<usize>,
    ) -> Option<(QpNumber, Option<SrqNumber>)> {
        match self.routes.reach() {
            Reach::Rc => Some((qp, None)),
            Reach::RcMsrq => {
                // A message goes on the queue pair for its size, anything else on the first.
                let class = message.map_or(0, |len| self.inbox.base_class(len));
                let state = self.peers.get(&peer)?;
                let qp = iter::chain([qp], state.others.iter()).nth(class)?;
                // Queue pairs know of no order between them.
                let is_idle = || !self.operations.is_posted_to(peer);
                let follows = state.latest.is_none_or(|latest| latest == qp) || is_idle();
                follows.then_some((qp, None))
            }
            Reach::Exrc | Reach::Sxrc | Reach::Server => {
                let index = peer - self.directory.node_ranks(peer).start;
                let queue = match message {
                    None => SrqNumber::of(index, FIRST_QUEUE),
                    Some(len) => self.inbox.queue_of(peer, index, len),
                };
                Some((qp, Some(queue)))
            }
        }
    }

    /// A request to `peer` was posted on `qp`.
    #[inline]
    fn went(&mut self, peer: Rank, qp: QpNumber) {
        self.count_post();
        if self.limits.is_limited() {
            let gateway = self.gateway(peer);
            if let Some(state) = self.peers.get_mut(&gateway) {
                state.last_used = self.now;
            }
        }
        if self.routes.reach() == Reach::RcMsrq
            && let Some(state) = self.peers.get_mut(&peer)
        {
            state.latest = Some(qp);
        }
    }
}
