//! The engine of one lane: operations in, completions out.

mod eviction;
mod exposure;
mod hybrid;
mod itself;
mod listing;
mod messaging;
mod polling;
mod posting;
mod preconnect;
mod setup;
mod silence;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::iter;
use core::time::Duration;

use farreach_connect::{
    self as connect, AssociationConfig, Associations, JobKey, LaneEnd, Manager, Rank, Retransmit,
};
use farreach_verbs::{
    AtomicOp, AtomicWidth, Attributes, CqId, Device, DomainId, PdId, QpNumber, SharedSegments,
    SrqNumber, Time, UdDestination, XrcDomain,
};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::batches::Batches;
use crate::contacts::{Contact, Contacts};
use crate::copies::COPIED_MAX;
use crate::datagram_qp::DatagramQp;
use crate::exposed::Exposed;
use crate::inbox::Inbox;
use crate::kept::Kept;
use crate::limits::{self, Limits};
use crate::lists::Lists;
use crate::op::{Done, Op, Tracking};
use crate::operations::{Count, Operations};
use crate::peer::{Connection, Peer, PendingOp};
use crate::planted::{Bug, Planted};
use crate::routes::Routes;
use crate::setups::Setups;
use crate::silence::{FOREVER, Silence};
use crate::unconnected::Unconnected;
use crate::{Directory, EngineError, Fabric, Reach};

/// The most completions that a completion queue has room for, unless the device's limit is lower.
const CQ_CAPACITY: u32 = 64 * 1024;
/// The most completions on devices that pin what is registered. Their drivers take memory for all completions from the start, and round the number
/// up to a power of two, some after they have added one. 66 connections have as many operations under way at most; those that find
/// no room wait.
const PINNED_CQ_CAPACITY: u32 = 2047;
/// The largest segment information in a connect message, in bytes.
const MAX_PAYLOAD: usize = 64;
/// The most bytes of a datagram, unless the device's limit is lower. This suffices for small
/// operations, and bounds the memory of the buffers.
const DATAGRAM_MAX: usize = 1024;
/// The most datagrams that one peer's association may have under way to this process.
const ASSOCIATION_WINDOW: u32 = 32;
/// The most datagrams that are held for all associations together. Beyond this number no peer gets
/// further credits.
const ASSOCIATION_BUDGET: usize = 1024;

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub struct Config {
    /// This process's rank.
    pub rank: Rank,
    /// The number of ranks.
    pub size: u32,
    /// The index of this lane in the process. Other processes connect to lane 0.
    pub lane: u32,
    /// The key that authenticates connect messages. `None`: [`Directory::job_key`] has it later. Until then nothing is sent, and what
    /// arrives is dropped.
    pub job_key: Option<JobKey>,
    /// The seed of packet sequence numbers, Q_Keys and jitter.
    pub seed: u64,
    /// How long a peer whose process still runs may be silent before operations toward the peer
    /// fail. See [`crate::Question`].
    pub peer_timeout: Duration,
    /// The retransmission times of connect messages and of datagrams.
    pub retransmit: Retransmit,
    /// Whether the devices of other processes may lack what this process's device can do.
    pub peers: Peers,
    /// Bytes of which the bounds of a segment's parts are multiples, where the device pins what is registered. A multiple of a page
    /// on such a device.
    pub part_bytes: u64,
    /// The most bytes of the program's buffers that stay registered between operations, where the device pins what is registered and
    /// can tell when the program has unmapped a buffer. Zero: none does.
    pub kept_bytes: u64,
    /// Who executes atomics where those of an adapter and those of CPUs don't exclude each other.
    pub atomics: Atomics,
    /// The most set-ups at one time. Further set-ups wait.
    pub max_handshakes: usize,
    /// Returns this thread's live heap bytes. The engine measures the memory of connections with
    /// it.
    pub live_bytes: fn() -> i64,
    /// How connections are made and used.
    pub fabric: Fabric,
    /// Spends an injected cost: waits for the given time, or longer. Returns how long it took.
    pub spend: fn(Duration) -> Duration,
}

/// What a process knows of the devices of the others before it connects to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Peers {
    /// They have the same abilities.
    #[default]
    Alike,
    /// Each has abilities of its own, which connect messages tell. Abilities that only pairs of equal devices use, lists and
    /// blocks, are those of all devices or of none.
    Mixed,
}

/// Who executes atomics on words of a process whose adapter's atomics don't exclude those of its CPUs
/// ([`Attributes::coherent_atomics`]). All processes of a job choose the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Atomics {
    /// The CPU of the words' owner, or of a process that shares its memory.
    #[default]
    Owner,
    /// The adapter of the words' owner, as far as it has the operation, from an offset of the segment on. Processes that share the
    /// owner's memory, and the owner itself, submit their atomics as others do. The CPU executes atomics on words before the offset.
    Adapter {
        /// The offset of the first word that only the adapter changes atomically.
        from: u64,
    },
}

impl Atomics {
    /// The offset of the first word of a segment that only adapters change atomically. The largest number if CPUs change all.
    fn adapter_from(self, device: &Attributes) -> u64 {
        match self {
            Atomics::Adapter { from } if !device.coherent_atomics => from,
            _ => u64::MAX,
        }
    }
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

/// The seed of the connection manager of an engine with this seed. Whoever simulates the manager alone then draws as the engine does.
pub fn manager_seed(seed: u64) -> u64 {
    Pcg64::seed_from_u64(seed.rotate_left(32)).next_u64()
}

/// Counters and gauges of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Connections that were established.
    pub connections: usize,
    /// Heap bytes that connections occupy now: peers, queue pairs and their queues.
    pub connection_bytes: i64,
    /// The sum of set-up times. A set-up time runs from the first operation that needs the
    /// connection until the connection is usable. Set-ups that the peer began do not count.
    pub setup_time: Duration,
    /// The number of set-ups in `setup_time`.
    pub setups: usize,
    /// Operations that were sent in datagrams. A list of small puts counts as one.
    pub datagram_ops: u64,
    /// How often operations toward a peer changed from datagrams to a connection.
    pub switches: u64,
    /// How often datagrams replaced a connection because no queue pair was available.
    pub stand_ins: u64,
    /// How often the registration of a buffer was found that had outlived an earlier operation.
    pub registrations_reused: u64,
    /// Queue pairs of connections now. An XRC initiator and its target count as one.
    pub queue_pairs: usize,
    /// The maximum of `queue_pairs` so far.
    pub queue_pairs_most: usize,
    /// Connections that this process ended to make room for others.
    pub evictions: usize,
}

/// The engine of one lane. See the crate's documentation.
///
/// Each part owns its state. `Engine` only connects the parts.
pub struct Engine<D: Device, L: Directory> {
    device: D,
    directory: L,
    config: Config,
    random: Pcg64,
    pd: PdId,
    cq: CqId,
    /// What the processes of this node share. Present only with XRC connections. The segments are those of all processes, if the device
    /// shares them.
    domain: Option<(DomainId, Option<SharedSegments>)>,
    exposed: Exposed<D::Memory>,
    /// Registrations that outlive their operation. `None` if the device registers memory at little cost.
    kept: Option<Box<Kept>>,
    operations: Operations<D::Memory>,
    lists: Lists<D::Memory>,
    inbox: Inbox<D::Memory>,
    datagram_qp: DatagramQp<D::Memory>,
    unconnected: Unconnected<D::Memory>,
    setups: Setups,
    limits: Limits,
    routes: Routes,
    silence: Silence,
    /// Whether the job's key is not known yet.
    awaits_key: bool,
    /// In boxes, since nodes of the tree have room for eleven values and are half full.
    peers: BTreeMap<Rank, Box<Peer<D::Memory>>>,
    /// Peers that are connected and have pending operations.
    blocked: BTreeSet<Rank>,
    /// Work requests that were posted since packets were last handed to the link, and when the
    /// first of them was posted or the first list was opened.
    posted: usize,
    posted_at: Time,
    /// Counts requests whose end nothing waits for.
    unawaited: u32,
    batches: Batches,
    /// Whether a cost was spent since the last poll began.
    has_spent: bool,
    /// What was done toward each peer, if it is recorded.
    contacts: Option<Box<Contacts>>,
    stats: Stats,
    now: Time,
    planted: Planted,
    /// What the device can do.
    attributes: Attributes,
    /// See [`Engine::sends_to_owner`].
    sends_to_owner: bool,
    /// See [`Atomics::adapter_from`].
    adapter_from: u64,
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Creates an engine on `device`. The engine answers connect requests only after
    /// [`Engine::set_segment`].
    ///
    /// Reaches over XRC need the `domain` that the processes of this node share.
    ///
    /// # Panics
    /// If there is a domain without a reach over XRC, or a reach over XRC without a domain. If a
    /// lane beyond the first has another reach or other limits than [`Fabric::of_lane`] gives.
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
        // A key that nobody else has, as long as there is no other.
        let job_key = config.job_key.clone().unwrap_or_else(|| {
            let mut key = [0; 32];
            Pcg64::seed_from_u64(!config.seed).fill_bytes(&mut key);
            JobKey(key)
        });
        let pd = device.create_pd()?;
        let attributes = device.attributes();
        let cq = device.create_cq(completions(&attributes))?;
        let qkey = random.next_u32() & 0x7fff_ffff;
        let max_datagram = DATAGRAM_MAX.min(attributes.max_ud_payload as usize);
        let datagram_qp = DatagramQp::new(&mut device, pd, max_datagram, qkey)?;
        let operations = Operations::new(&mut device, pd, config.fabric.buffers())?;
        // Only queue pairs with the keyed check carry lists. The entries of a list may lie in several parts of a segment, which have no
        // common key.
        let is_whole = is_whole(&attributes, has_domain);
        let needs_no_owner = is_whole && attributes.registers_sparsely && has_atomics(&attributes);
        let lists = Lists::new(if attributes.keyed_check && is_whole {
            attributes.write_list
        } else {
            0
        });
        let associations = AssociationConfig {
            rank: config.rank,
            size: config.size,
            job_key: job_key.clone(),
            seed: random.next_u64(),
            endpoint: UdDestination {
                address: device.address(),
                qp: datagram_qp.qp(),
                qkey,
            },
            // A datagram may carry a connect message too, so its room is reserved.
            max_datagram: max_datagram - connect::CONNECT_OVERHEAD - MAX_PAYLOAD,
            retransmit: config.retransmit,
            give_up: FOREVER,
            window: ASSOCIATION_WINDOW,
            budget: ASSOCIATION_BUDGET,
        };
        let domain = domain.map(|domain| {
            let segments = attributes.shares_segments.then(|| domain.segments());
            device.open_xrc_domain(domain).map(|id| (id, segments))
        });
        let domain = domain.transpose()?;
        let id = domain.map(|(id, _)| id);
        let inbox = Inbox::new(&mut device, pd, id, config.fabric.buffers())?;
        let manager = Manager::new(connect::Config {
            rank: config.lane * config.size + config.rank,
            lane: (config.lane > 0).then(|| LaneEnd {
                qp: datagram_qp.qp(),
                qkey,
            }),
            size: config.size,
            job_key,
            seed: manager_seed(config.seed),
            address: device.address(),
            mtu: attributes.max_mtu,
            protocol: config.fabric.protocol,
            // A hybrid sends the first operations in the datagram of the announcement.
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
            kept: Kept::on(&attributes, config.kept_bytes),
            operations,
            lists,
            inbox,
            datagram_qp,
            unconnected: Unconnected::new(associations, config.fabric.hybrid),
            setups: Setups::new(manager),
            limits: Limits::new(&config.fabric),
            routes: Routes::new(
                config.rank,
                config.size,
                config.fabric.reach,
                config.fabric.setup,
            ),
            adapter_from: config.atomics.adapter_from(&attributes),
            awaits_key: config.job_key.is_none(),
            silence: Silence::new(config.peer_timeout, config.size),
            sends_to_owner: config.peers == Peers::Mixed || !needs_no_owner,
            config,
            peers: BTreeMap::new(),
            blocked: BTreeSet::new(),
            posted: 0,
            posted_at: Time::ZERO,
            unawaited: 0,
            batches: Batches::default(),
            has_spent: false,
            contacts: None,
            stats: Stats::default(),
            now: Time::ZERO,
            planted: Planted::default(),
            attributes,
        })
    }

    /// Makes the engine misbehave from now on. Tests check that they find the planted bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: Bug) {
        self.planted = Planted::new(bug);
        self.inbox.plant(bug);
    }

    /// Makes the connection manager misbehave from now on. The schedules of whole jobs have to find
    /// bugs of set-ups too, as the simulation in `connect` does.
    #[cfg(debug_assertions)]
    pub fn plant_in_manager(&mut self, bug: crate::ConnectBug) {
        self.setups.manager().plant(bug);
    }

    /// Records from now on what is done toward each peer.
    pub fn record_contacts(&mut self) {
        self.contacts.get_or_insert_default();
    }

    /// What was recorded, in the order in which contacts began.
    pub fn contacts(&self) -> &[Contact] {
        self.contacts
            .as_ref()
            .map_or(&[], |contacts| contacts.all())
    }

    /// The endpoint for connect messages to this process. The caller publishes it to all ranks.
    pub fn endpoint(&self) -> UdDestination {
        UdDestination {
            address: self.device.address(),
            qp: self.datagram_qp.qp(),
            qkey: self.datagram_qp.qkey(),
        }
    }

    /// Starts `op` toward `peer`. `tracking` says how its end is reported.
    pub fn submit(&mut self, now: Time, peer: Rank, op: Op<D::Memory>, tracking: Tracking) {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        self.now = now;
        let index = self.begin(peer, tracking, &op);
        let before = (self.config.live_bytes)();
        self.start(peer, index, op);
        self.account(before);
    }

    /// Numbers an operation. Its memory is not a connection's.
    fn begin(&mut self, peer: Rank, tracking: Tracking, op: &Op<D::Memory>) -> u32 {
        if let Some(contacts) = &mut self.contacts {
            contacts.count(peer, op);
        }
        self.operations.begin(peer, tracking, op)
    }

    /// Starts an operation that has a number.
    fn start(&mut self, peer: Rank, index: u32, op: Op<D::Memory>) {
        if self.lists.is_any_open() {
            self.close_list(peer);
        }
        if self.batches.is_any_open() && matches!(op, Op::Message { .. }) {
            self.flush_batch(peer);
        }
        if !self.post_at_once(peer, index, Some(&op)) {
            self.pend(peer, PendingOp::Op(index, op));
        }
    }

    fn want_connection(&mut self, peer: Rank) {
        self.connect_to(self.gateway(peer));
    }

    fn connect_to(&mut self, gateway: Rank) {
        if gateway == self.config.rank && self.config.lane == 0 {
            self.connect_to_itself();
        } else if !self.setups.is_draining(gateway) {
            self.routes.choose(gateway, &self.directory);
            self.setups.want(self.now, gateway);
            // Lets the connect request travel with the first packets of the next poll.
            self.take_actions();
        }
    }

    /// Takes the next [`Done`] of an operation that was submitted with a token.
    pub fn poll_done(&mut self) -> Option<Done> {
        self.operations.poll_done()
    }

    /// The number of operations that have not ended. A list of small puts counts as one, and so does
    /// a batch of messages.
    pub fn outstanding(&self) -> usize {
        self.operations.len() + self.batches.count()
    }

    /// The ranks toward which operations have not ended, in order.
    pub fn awaited(&self) -> BTreeSet<Rank> {
        let peers = self.operations.peers();
        peers.map(|peer| peer % self.config.size).collect()
    }

    /// Bytes of the buffers that the engine owns for operations that have not ended.
    pub fn owned_bytes(&self) -> usize {
        self.operations.owned_bytes()
    }

    /// The number of operations submitted so far. It serves as a mark for
    /// [`Engine::is_done_before`].
    pub fn submitted(&self) -> u64 {
        self.operations.window().begun()
    }

    /// Whether all operations that were submitted before the mark was taken have ended.
    pub fn is_done_before(&self, mark: u64) -> bool {
        self.operations.window().is_done_before(mark)
    }

    /// How many operations have begun and ended toward `peer`. Peers whose ranks differ by a
    /// multiple of 256 share the numbers.
    #[inline]
    pub fn count(&self, peer: Rank) -> Count {
        self.operations.count(peer)
    }

    /// Whether all operations toward `peers` that were submitted before the mark was taken have
    /// ended. While operations toward them are under way, the cost is linear in the outstanding
    /// operations.
    pub fn is_done_before_toward(&self, mark: u64, peers: &[Rank]) -> bool {
        self.operations.is_done_before(mark, peers) || self.planted.is(Bug::EarlyFence)
    }

    /// The longest buffer that the engine copies for the device, because the device pins what is registered. Zero if the device does
    /// not: then a buffer of the caller costs less than a copy.
    pub fn copied_max(&self) -> usize {
        if self.attributes.registers_sparsely {
            0
        } else {
            COPIED_MAX
        }
    }

    /// Whether a word that a peer waits for is to be stored by [`Op::Signal`], because other writes do not wake a process that sleeps.
    /// Devices that share the segments of a node's processes have none over XRC.
    pub fn has_signals(&self) -> bool {
        let reach = self.config.fabric.reach;
        let may_sleep_on = !self.attributes.announces_writes || self.config.peers == Peers::Mixed;
        may_sleep_on && (!reach.is_xrc() || !self.attributes.shares_segments)
    }

    /// Whether there is [`Op::GetBlocks`].
    pub fn has_blocks(&self) -> bool {
        self.attributes.keyed_check && self.attributes.blocks
    }

    /// The most blocks of an [`Op::PutBlocks`] that follow each other at the target, where there are no other puts of blocks. Less
    /// than 2: there is none.
    pub fn gathered_max(&self) -> usize {
        self.attributes.max_sge as usize
    }

    /// The most blocks of an [`Op::GetScattered`]. Less than 2: there is none.
    pub fn scattered_max(&self) -> usize {
        self.attributes.max_sge_rd as usize
    }

    /// Whether some operations need the owner of the memory: its CPU executes atomics that the device lacks, or that would not exclude
    /// those of CPUs, and it tells the keys of parts of its segment. Such operations go over lane 0 only.
    pub fn sends_to_owner(&self) -> bool {
        self.sends_to_owner
    }

    /// Whether the owner's adapter executes atomics of this width on words that the caller shares with it, so that its CPUs must not.
    /// Such atomics are submitted also toward processes of the own node and toward the own process ([`Atomics::Adapter`]).
    pub fn adapter_executes(&self, width: AtomicWidth) -> bool {
        let fetch = AtomicOp::Add(0);
        self.adapter_from < u64::MAX && self.executor_of_shared().executes(width, fetch)
    }

    /// The first failure of an implicit operation since the last call.
    pub fn take_failure(&mut self) -> Option<EngineError> {
        self.operations.take_failure()
    }

    /// The error that [`Engine::take_failure`] would return.
    pub fn failure(&self) -> Option<&EngineError> {
        self.operations.failure()
    }

    /// Whether an operation toward `peer` waits for the connection or for room in a queue.
    pub fn has_pending(&self, peer: Rank) -> bool {
        let state = self.peers.get(&peer);
        state.is_some_and(|state| state.pending.has_waiting()) || self.unconnected.has_begun(peer)
    }

    /// Whether an operation toward any peer waits for its connection or for room in a queue.
    pub fn has_any_pending(&self) -> bool {
        let mut states = self.peers.values();
        states.any(|state| state.pending.has_waiting()) || self.unconnected.has_any_begun()
    }

    /// Whether a connection to `peer` is usable.
    pub fn is_connected(&self, peer: Rank) -> bool {
        matches!(self.connection(peer), Connection::Up(..))
    }

    /// The number of connections that were established.
    #[inline]
    pub fn connections(&self) -> usize {
        self.stats.connections
    }

    /// A snapshot of the counters.
    pub fn stats(&self) -> Stats {
        let (queue_pairs, queue_pairs_most) = self.limits.queue_pairs();
        Stats {
            datagram_ops: self.unconnected.sent(),
            queue_pairs,
            queue_pairs_most,
            ..self.stats
        }
    }

    /// The device, for its counters.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// The device, for what only the driver of its kind does.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// The connection manager, for its counters.
    pub fn manager(&self) -> &Manager {
        self.setups.look()
    }

    /// The associations, for their counters.
    pub fn associations(&self) -> &Associations {
        self.unconnected.look()
    }

    /// The latest time that the engine was given.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Whether work requests or lists of small puts wait for the next [`Engine::poll`].
    #[inline]
    pub fn has_unsent(&self) -> bool {
        self.posted > 0 || self.lists.is_any_open() || self.batches.is_any_open()
    }

    /// The number of work requests that wait for the next [`Engine::poll`] to hand them to the
    /// link.
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

    /// Runs `f`, which may allocate or free buffers of operations, without adding them to the
    /// memory of connections.
    fn without_accounting<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = (self.config.live_bytes)();
        let result = f(self);
        self.stats.connection_bytes -= (self.config.live_bytes)() - before;
        result
    }

    /// The rank at the other end of the connection that leads to `peer`, or that will lead there.
    #[inline]
    fn gateway(&self, peer: Rank) -> Rank {
        self.routes.gateway(peer, &self.directory)
    }

    /// The ranks that the connection to `gateway` leads to.
    fn ranks_behind(&self, gateway: Rank) -> Vec<Rank> {
        self.routes.ranks_behind(gateway, &self.directory)
    }

    /// The connection that leads to `peer`, with the segment of `peer`.
    fn connection(&self, peer: Rank) -> Connection {
        let gateway = self.gateway(peer);
        let state = self.peers.get(&gateway);
        match state.map_or(Connection::Down, |state| state.connection) {
            Connection::Up(qp, info) if peer != gateway => {
                let [own, other] = [gateway, peer].map(|rank| self.directory.local_index(rank));
                Connection::Up(qp, info.of_node_member(own, other))
            }
            connection => connection,
        }
    }

    /// Removes the entry of a rank behind a gateway if nothing waits for that rank. Many ranks may
    /// be behind a gateway.
    #[inline]
    fn forget_blank(&mut self, peer: Rank) {
        if self.routes.reach().is_shared()
            && self.peers.get(&peer).is_some_and(|state| state.is_blank())
            && !self.unconnected.is_used(peer)
        {
            self.peers.remove(&peer);
        }
    }

    /// Whether every request to a peer uses the one queue pair of the peer's own connection, and
    /// names no receive queue.
    #[inline]
    fn has_one_way(&self) -> bool {
        self.routes.reach() == Reach::Rc
    }

    /// The queue pair for a request to `peer`, and the receive queue that the request names. `qp`
    /// is the first queue pair of the connection. `message` is a message's length with its header.
    /// Returns `None` while earlier requests on another queue pair have not ended.
    fn way(
        &self,
        peer: Rank,
        qp: QpNumber,
        message: Option<usize>,
    ) -> Option<(QpNumber, Option<SrqNumber>)> {
        match self.routes.reach() {
            Reach::Rc => Some((qp, None)),
            Reach::RcMsrq => {
                // Messages use the queue pair of their size class. All other requests use the first
                // queue pair.
                let class = message.map_or(0, |len| self.inbox.base_class(len));
                let state = self.peers.get(&peer)?;
                let qp = iter::chain([qp], state.others.iter()).nth(class)?;
                // Different queue pairs keep no order among each other.
                let is_idle = || !self.operations.is_posted_to(peer);
                let follows = state.latest.is_none_or(|latest| latest == qp) || is_idle();
                follows.then_some((qp, None))
            }
            Reach::Exrc | Reach::Sxrc | Reach::Server => {
                let index = self.directory.local_index(peer);
                let queue = match message {
                    None => self.inbox.first_queue_of(peer, index),
                    Some(len) => self.inbox.queue_of(peer, index, len),
                };
                Some((qp, Some(queue)))
            }
        }
    }

    /// Notes that a request to `peer` was posted on `qp`.
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

/// The capacity of the completion queue of operations.
fn completions(attributes: &Attributes) -> u32 {
    let most = if attributes.registers_sparsely {
        CQ_CAPACITY
    } else {
        PINNED_CQ_CAPACITY
    };
    most.min(attributes.max_cqe)
}

/// Whether the device executes all atomics, so that they exclude those of CPUs.
fn has_atomics(attributes: &Attributes) -> bool {
    attributes.coherent_atomics && attributes.extended_atomics
}

/// Whether a peer's segment has one key, which the connection to the peer or to its node tells.
fn is_whole(attributes: &Attributes, has_domain: bool) -> bool {
    if has_domain {
        attributes.shares_segments
    } else {
        attributes.registers_sparsely
    }
}
