//! The engine of one lane: operations in, completions out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use farreach_connect::{self as connect, JobKey, Manager, Rank};
use farreach_verbs::{
    Access, Completion, CompletionStatus, CqId, Data, Device, DeviceError, Lkey, Memory,
    PacketCheck, PdId, QpInit, QpNumber, QpTransition, RemoteAddress, Retry, SendOp, SendRequest,
    Sge, Time, Transport, UdDestination,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use slab::Slab;

use crate::datagrams::Datagrams;
use crate::op::{Done, Op, Source, Target, Tracking};
use crate::peer::{Link, Peer};
use crate::segments::{SEGMENT_BASE, SegmentInfo};
use crate::slots::Slots;
use crate::{Directory, EngineError};

/// Send requests that a connection can hold; more wait in the peer's pending queue.
const MAX_SEND: u32 = 1024;
/// Completions that can wait to be polled.
const CQ_CAPACITY: u32 = 64 * 1024;
/// The largest segment information that travels in a connect message.
const MAX_PAYLOAD: usize = 64;
/// How long work requests may wait for a call that sends them together with others.
const FLUSH_WITHIN: Duration = Duration::from_millis(1);
/// How soon to look at the directory again for an endpoint that it does not have yet.
const DIRECTORY_RECHECK: Duration = Duration::from_millis(1);

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// This process's rank.
    pub rank: Rank,
    /// How many ranks there are.
    pub size: u32,
    /// Authenticates connect messages.
    pub job_key: JobKey,
    /// Packet sequence numbers, Q_Keys and jitter are drawn from it.
    pub seed: u64,
    /// How long a peer may be silent before operations toward it fail.
    pub peer_timeout: Duration,
    /// How many connections may be in the making at once; more wait their turn.
    pub max_handshakes: usize,
    /// Reports this thread's live heap bytes, to measure what connections cost at the allocator.
    pub live_bytes: fn() -> i64,
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
}

struct Entry<M> {
    peer: Rank,
    op: Op<M>,
    tracking: Tracking,
    slot: Option<u32>,
    owned: Option<Lkey>,
    /// Whether the device has it.
    posted: bool,
}

enum Post {
    Posted,
    NoRoom,
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
    datagrams: Datagrams<D::Memory>,
    slots: Slots<D::Memory>,
    segment: Option<(Lkey, SegmentInfo)>,
    peers: BTreeMap<Rank, Peer>,
    /// Peers that are up and have pending operations.
    blocked: BTreeSet<Rank>,
    /// When the connections in the making were first wanted.
    started: BTreeMap<Rank, Time>,
    /// The latest message to each rank whose endpoint is not known yet.
    unsent: BTreeMap<Rank, connect::Message>,
    ops: Slab<Entry<D::Memory>>,
    done: VecDeque<Done>,
    failure: Option<EngineError>,
    implicit: usize,
    /// Work requests posted since packets were last handed to the link, and when the first of them was.
    posted: usize,
    posted_at: Time,
    stats: Stats,
    message: Vec<u8>,
    now: Time,
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Makes an engine on `device`. It answers connect requests only after [`Engine::set_segment`].
    pub fn new(mut device: D, directory: L, config: Config) -> Result<Self, EngineError> {
        let mut random = Pcg64::seed_from_u64(config.seed);
        let pd = device.create_pd()?;
        let cq = device.create_cq(CQ_CAPACITY)?;
        let qkey = random.next_u32() & 0x7fff_ffff;
        let max_message = connect::MESSAGE_OVERHEAD + MAX_PAYLOAD;
        let datagrams = Datagrams::new(&mut device, pd, max_message, qkey)?;
        let slots = Slots::new(&mut device, pd)?;
        let manager = Manager::new(connect::Config {
            rank: config.rank,
            size: config.size,
            job_key: config.job_key.clone(),
            seed: random.next_u64(),
            address: device.address(),
            mtu: device.attributes().max_mtu,
            retransmit: connect::Retransmit::default(),
            give_up: config.peer_timeout,
            max_handshakes: config.max_handshakes,
            max_payload: MAX_PAYLOAD,
        });
        Ok(Engine {
            device,
            directory,
            config,
            random,
            manager,
            pd,
            cq,
            datagrams,
            slots,
            segment: None,
            peers: BTreeMap::new(),
            blocked: BTreeSet::new(),
            started: BTreeMap::new(),
            unsent: BTreeMap::new(),
            ops: Slab::new(),
            done: VecDeque::new(),
            failure: None,
            implicit: 0,
            posted: 0,
            posted_at: Time::ZERO,
            stats: Stats::default(),
            message: Vec::new(),
            now: Time::ZERO,
        })
    }

    /// Where connect messages to this process go; to be published to all ranks.
    pub fn endpoint(&self) -> UdDestination {
        UdDestination {
            address: self.device.address(),
            qp: self.datagrams.qp(),
            qkey: self.datagrams.qkey(),
        }
    }

    /// Registers `memory` as this process's segment and begins to answer connect requests.
    pub fn set_segment(&mut self, now: Time, memory: D::Memory) -> Result<(), EngineError> {
        assert!(self.segment.is_none(), "the segment is set once");
        let len = memory.len() as u64;
        let region = self
            .device
            .register(self.pd, memory, SEGMENT_BASE, Access::ALL)?;
        let info = SegmentInfo {
            version: 1,
            base: SEGMENT_BASE,
            len,
            rkey: region.rkey,
        };
        self.segment = Some((region.lkey, info));
        self.manager.set_ready(now, &info.encode());
        Ok(())
    }

    /// A range of this process's own segment as the source or the target of a transfer.
    pub fn segment_sge(&self, offset: u64, len: u32) -> Sge {
        let (lkey, info) = self.segment.expect("the segment is set before it is used");
        Sge {
            lkey,
            addr: info.base + offset,
            len,
        }
    }

    /// Registers local memory for transfers; addresses in it start at zero.
    pub fn register(&mut self, memory: D::Memory, access: Access) -> Result<Lkey, EngineError> {
        Ok(self.device.register(self.pd, memory, 0, access)?.lkey)
    }

    /// Ends a registration. The device does not touch the memory any more when this returns.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), EngineError> {
        Ok(self.device.deregister(lkey)?)
    }

    /// Begins `op` toward `peer`. Its end is reported as `tracking` says.
    pub fn submit(&mut self, now: Time, peer: Rank, op: Op<D::Memory>, tracking: Tracking) {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        self.now = now;
        if tracking == Tracking::Implicit {
            self.implicit += 1;
        }
        let entry = Entry {
            peer,
            op,
            tracking,
            slot: None,
            owned: None,
            posted: false,
        };
        let index = self.ops.insert(entry) as u32;
        let before = (self.config.live_bytes)();
        let state = self.peers.entry(peer).or_insert_with(Peer::new);
        match state.link {
            Link::Up(qp, info) if state.pending.is_empty() => match self.post(index, qp, &info) {
                Ok(Post::Posted) => {}
                Ok(Post::NoRoom) => self.wait_for_room(peer, index),
                Err(error) => self.finish(index, Err(error)),
            },
            Link::Up(..) | Link::Created(..) | Link::Ready(..) => state.pending.push_back(index),
            Link::Down => {
                state.pending.push_back(index);
                self.started.entry(peer).or_insert(now);
                self.manager.connect(now, peer);
            }
        }
        self.account(before);
    }

    /// Asks for a connection to `peer` without an operation.
    pub fn connect(&mut self, now: Time, peer: Rank) {
        let state = self.peers.entry(peer).or_insert_with(Peer::new);
        if matches!(state.link, Link::Down) {
            self.started.entry(peer).or_insert(now);
            self.manager.connect(now, peer);
        }
    }

    /// Lets everything proceed that can. Returns how much there was: zero means that nothing happened.
    pub fn poll(&mut self, now: Time) -> usize {
        self.now = now;
        let before = (self.config.live_bytes)();
        self.posted = 0;
        let mut work = self.device.progress(now);
        work += self.take_completions();
        work += self.take_messages();
        if self
            .manager
            .next_deadline()
            .is_some_and(|deadline| deadline <= now)
        {
            self.manager.handle_timeout(now);
        }
        self.send_unsent();
        self.take_actions();
        if self.posted > 0 {
            self.posted = 0;
            work += self.device.progress(now);
        }
        self.account(before);
        work
    }

    /// When [`Engine::poll`] must be called even if no packet comes.
    pub fn next_deadline(&self) -> Option<Time> {
        let recheck = (!self.unsent.is_empty()).then(|| self.now + DIRECTORY_RECHECK);
        let flush = (self.posted > 0).then(|| self.posted_at + FLUSH_WITHIN);
        [
            self.device.next_deadline(),
            self.manager.next_deadline(),
            recheck,
            flush,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// The next operation with a token that ended.
    pub fn poll_done(&mut self) -> Option<Done> {
        self.done.pop_front()
    }

    /// How many implicit operations have not ended.
    pub fn outstanding(&self) -> usize {
        self.implicit
    }

    /// The first failure of an implicit operation since the last call.
    pub fn take_failure(&mut self) -> Option<EngineError> {
        self.failure.take()
    }

    /// Whether a connection to `peer` is usable.
    pub fn is_connected(&self, peer: Rank) -> bool {
        self.peers
            .get(&peer)
            .is_some_and(|state| matches!(state.link, Link::Up(..)))
    }

    /// The figures at this moment.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The device, to look at its figures.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// The connection manager, to look at its figures.
    pub fn manager(&self) -> &Manager {
        &self.manager
    }

    /// How many work requests wait for the next [`Engine::poll`] to be handed to the link.
    pub fn posted(&self) -> usize {
        self.posted
    }

    fn count_post(&mut self) {
        if self.posted == 0 {
            self.posted_at = self.now;
        }
        self.posted += 1;
    }

    fn account(&mut self, before: i64) {
        self.stats.connection_bytes += (self.config.live_bytes)() - before;
    }

    fn wait_for_room(&mut self, peer: Rank, index: u32) {
        self.peers
            .get_mut(&peer)
            .expect("a peer that was reached")
            .pending
            .push_back(index);
        self.blocked.insert(peer);
    }

    /// Turns an operation into a work request.
    fn post(
        &mut self,
        index: u32,
        qp: QpNumber,
        segment: &SegmentInfo,
    ) -> Result<Post, EngineError> {
        let entry = &mut self.ops[index as usize];
        let (offset, len) = entry.op.range();
        let addr = segment
            .address(offset, len as u64)
            .ok_or(EngineError::OutOfSegment {
                peer: entry.peer,
                offset,
                len: len as u64,
                limit: segment.len,
            })?;
        let remote = RemoteAddress {
            rkey: segment.rkey,
            addr,
        };
        let needs_slot = matches!(entry.op, Op::GetWord { .. } | Op::Atomic { .. });
        if needs_slot && entry.slot.is_none() {
            entry.slot = self.slots.take();
            if entry.slot.is_none() {
                return Ok(Post::NoRoom);
            }
        }
        let slot = entry.slot.map(|slot| self.slots.sge(slot, len as u32));
        let op = match &entry.op {
            Op::Put { source, .. } => {
                let data = match source {
                    Source::Inline(data) => Data::Inline(*data),
                    Source::Region(sge) => Data::Sge(*sge),
                    Source::Owned(memory) => {
                        let lkey = if let Some(lkey) = entry.owned {
                            lkey
                        } else {
                            let memory = memory.clone();
                            self.device.register(self.pd, memory, 0, Access::NONE)?.lkey
                        };
                        entry.owned = Some(lkey);
                        Data::Sge(Sge {
                            lkey,
                            addr: 0,
                            len: len as u32,
                        })
                    }
                };
                SendOp::Write {
                    data,
                    remote,
                    imm: None,
                }
            }
            Op::Get {
                into: Target::Region(sge),
                ..
            } => SendOp::Read {
                local: *sge,
                remote,
            },
            Op::Get {
                into: Target::Owned(memory),
                ..
            } => {
                let lkey = match entry.owned {
                    None => {
                        let access = Access::LOCAL_WRITE;
                        self.device
                            .register(self.pd, memory.clone(), 0, access)?
                            .lkey
                    }
                    Some(lkey) => lkey,
                };
                entry.owned = Some(lkey);
                SendOp::Read {
                    local: Sge {
                        lkey,
                        addr: 0,
                        len: len as u32,
                    },
                    remote,
                }
            }
            Op::GetWord { .. } => SendOp::Read {
                local: slot.expect("taken above"),
                remote,
            },
            Op::Atomic { width, op, .. } => SendOp::Atomic {
                local: slot.expect("taken above"),
                remote,
                width: *width,
                op: *op,
            },
        };
        let request = SendRequest {
            id: u64::from(index),
            op,
            signaled: true,
            fence: false,
        };
        match self.device.post_send(qp, &request) {
            Ok(()) => {
                entry.posted = true;
                self.count_post();
                Ok(Post::Posted)
            }
            Err(DeviceError::Exhausted { .. }) => Ok(Post::NoRoom),
            Err(error) => Err(error.into()),
        }
    }

    /// Reports the end of an operation and frees what it held.
    fn finish(&mut self, index: u32, result: Result<(), EngineError>) {
        let entry = self.ops.remove(index as usize);
        if let Some(lkey) = entry.owned {
            self.device
                .deregister(lkey)
                .expect("the engine's own registration");
        }
        let len = match entry.op {
            Op::GetWord { len, .. } => len,
            Op::Atomic { width, .. } => width.bytes() as u32,
            Op::Put { .. } | Op::Get { .. } => 0,
        };
        let word = entry.slot.map_or(0, |slot| {
            self.slots
                .read_and_free(slot, len)
                .expect("a slot lies inside its memory")
        });
        match entry.tracking {
            Tracking::Token(token) => {
                self.done.push_back(Done {
                    token,
                    result: result.map(|()| word),
                });
            }
            Tracking::Implicit => {
                self.implicit -= 1;
                if let Err(error) = result {
                    self.failure.get_or_insert(error);
                }
            }
        }
    }

    fn take_completions(&mut self) -> usize {
        let mut taken = 0;
        while let Some(completion) = self.device.poll_cq(self.cq) {
            taken += 1;
            self.complete(completion);
        }
        if taken > 0 && !self.blocked.is_empty() {
            for peer in std::mem::take(&mut self.blocked) {
                self.drain(peer);
            }
        }
        taken
    }

    fn complete(&mut self, completion: Completion) {
        let index = completion.id as u32;
        let peer = self.ops[index as usize].peer;
        if completion.status == CompletionStatus::Success {
            let state = self.peers.get_mut(&peer).expect("a peer that was reached");
            if !state.heard {
                state.heard = true;
                self.manager.heard(peer);
            }
            self.finish(index, Ok(()));
            return;
        }
        self.finish(
            index,
            Err(EngineError::Broken {
                peer,
                status: completion.status,
            }),
        );
        if completion.status != CompletionStatus::Flushed {
            self.manager.peer_dead(self.now, peer);
            let error = EngineError::Broken {
                peer,
                status: completion.status,
            };
            self.fail_pending(peer, &error);
        }
    }

    fn fail_pending(&mut self, peer: Rank, error: &EngineError) {
        self.blocked.remove(&peer);
        self.started.remove(&peer);
        if let Some(state) = self.peers.get_mut(&peer) {
            for index in std::mem::take(&mut state.pending) {
                self.finish(index, Err(error.clone()));
            }
        }
    }

    /// Posts pending operations of a peer that is up until one finds no room.
    fn drain(&mut self, peer: Rank) {
        loop {
            let state = self.peers.get_mut(&peer).expect("a peer that was reached");
            let (Link::Up(qp, info), Some(&index)) = (state.link, state.pending.front()) else {
                return;
            };
            match self.post(index, qp, &info) {
                Ok(Post::Posted) => {}
                Ok(Post::NoRoom) => {
                    self.blocked.insert(peer);
                    return;
                }
                Err(error) => self.finish(index, Err(error)),
            }
            let state = self.peers.get_mut(&peer).expect("a peer that was reached");
            state.pending.pop_front();
        }
    }

    fn take_messages(&mut self) -> usize {
        let mut taken = 0;
        let mut message = std::mem::take(&mut self.message);
        while let Ok(Some(source)) = self.datagrams.receive(&mut self.device, &mut message) {
            taken += 1;
            self.manager.handle_message(self.now, source, &message);
        }
        self.message = message;
        taken
    }

    fn send_unsent(&mut self) {
        if self.unsent.is_empty() {
            return;
        }
        for (to, message) in std::mem::take(&mut self.unsent) {
            self.send(to, message);
        }
    }

    fn send(&mut self, to: Rank, message: connect::Message) {
        let Some(endpoint) = self.directory.endpoint(to) else {
            self.unsent.insert(to, message);
            return;
        };
        // A refusal by the device counts as a lost datagram: the manager sends it again.
        let sent = self.datagrams.send(&mut self.device, endpoint, &message);
        if matches!(sent, Ok(true)) {
            self.count_post();
        }
    }

    fn take_actions(&mut self) {
        while let Some(action) = self.manager.poll_action() {
            match action {
                connect::Action::Send { to, message } => self.send(to, message),
                connect::Action::CreateQp { peer } => {
                    let created = self.create_qp(peer);
                    self.manager.qp_created(self.now, peer, created);
                }
                connect::Action::BringUp {
                    peer,
                    remote,
                    payload,
                } => {
                    let up = self.bring_up(peer, &remote, &payload);
                    self.manager.qp_up(self.now, peer, up);
                }
                connect::Action::Up { peer } => self.up(peer),
                connect::Action::DestroyQp { peer, qp } => self.destroy_qp(peer, qp),
                connect::Action::Failed { peer, error } => {
                    self.fail_pending(peer, &EngineError::Connect(error));
                }
            }
        }
    }

    /// Destroys a queue pair; what was posted on the peer's own and did not end fails.
    fn destroy_qp(&mut self, peer: Rank, qp: QpNumber) {
        self.take_completions();
        if let Some(state) = self.peers.get_mut(&peer)
            && state.qp() == Some(qp)
        {
            state.link = Link::Down;
            let lost: Vec<usize> = self
                .ops
                .iter()
                .filter(|(_, entry)| entry.peer == peer && entry.posted)
                .map(|(index, _)| index)
                .collect();
            for index in lost {
                let status = CompletionStatus::Flushed;
                self.finish(index as u32, Err(EngineError::Broken { peer, status }));
            }
        }
        self.device
            .destroy_qp(qp)
            .expect("the manager destroys a pair once");
    }

    fn create_qp(&mut self, peer: Rank) -> Result<connect::LocalQp, connect::Refusal> {
        let psn = self.random.next_u32() & 0x00ff_ffff;
        let make = |device: &mut D, init: &QpInit| {
            let qp = device.create_qp(init)?;
            device.modify_qp(
                qp,
                &QpTransition::ToInit {
                    access: Access::ALL,
                    qkey: 0,
                },
            )?;
            Ok::<_, DeviceError>(qp)
        };
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: MAX_SEND,
            max_recv: 0,
        };
        let qp = make(&mut self.device, &init).map_err(|error| connect::Refusal::from(&error))?;
        self.peers.entry(peer).or_insert_with(Peer::new).link = Link::Created(qp, psn);
        Ok(connect::LocalQp { qp, psn })
    }

    fn bring_up(
        &mut self,
        peer: Rank,
        remote: &connect::RemoteQp,
        payload: &[u8],
    ) -> Result<(), connect::Refusal> {
        let info = SegmentInfo::decode(payload).ok_or(connect::Refusal::Device { code: 0 })?;
        let state = self
            .peers
            .get_mut(&peer)
            .expect("created before it is brought up");
        let Link::Created(qp, psn) = state.link else {
            panic!("rank {peer} is brought up in state {:?}", state.link);
        };
        let attributes = self.device.attributes();
        let check = if attributes.keyed_check {
            PacketCheck::Keyed(remote.check_key)
        } else {
            PacketCheck::Icrc
        };
        let to_rtr = QpTransition::ToRtr {
            remote: remote.address,
            remote_qp: remote.qp,
            expected_psn: remote.psn,
            mtu: remote.mtu,
            max_dest_rd_atomic: attributes.max_rd_atomic,
            min_rnr_timer: Duration::from_millis(1),
            check,
        };
        let to_rts = QpTransition::ToRts {
            psn,
            max_rd_atomic: attributes.max_rd_atomic,
            timeout: attributes.timeout,
            retry: Retry::For(self.config.peer_timeout),
            rnr_retry: Retry::For(self.config.peer_timeout),
        };
        for transition in [to_rtr, to_rts] {
            self.device
                .modify_qp(qp, &transition)
                .map_err(|error| connect::Refusal::from(&error))?;
        }
        state.link = Link::Ready(qp, info);
        Ok(())
    }

    fn up(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer).expect("created before it is up");
        let Link::Ready(qp, info) = state.link else {
            panic!("rank {peer} is up in state {:?}", state.link);
        };
        state.link = Link::Up(qp, info);
        self.stats.connections += 1;
        if let Some(started) = self.started.remove(&peer) {
            self.stats.setup_time += self.now - started;
            self.stats.setups += 1;
        }
        self.drain(peer);
    }
}

/// The transition of a datagram pair to RTS.
pub(crate) fn to_rts(psn: u32, max_rd_atomic: u8, timeout: Duration) -> QpTransition {
    QpTransition::ToRts {
        psn,
        max_rd_atomic,
        timeout,
        retry: Retry::Count(7),
        rnr_retry: Retry::Count(7),
    }
}
