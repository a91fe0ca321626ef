//! The processes of a plan, and the conditions that hold at every step and at rest.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use farreach_conformance::{VecMemory, VecNode};
use farreach_engine::{Config, Directory, Engine, EngineError, JobKey, Rank, Retransmit};
use farreach_sim::{Network, SimDevice};
use farreach_verbs::{Access, Device, Memory, RemoteAddress, Rkey, Time, UdDestination, XrcDomain};

use super::acts::Expected;
use super::model::{Dealings, SHARED_SUMS, segment_bytes, shared_sums, shared_word};
use super::plan::{Event, Plan};

/// The time-out of silence. Losses alone never cause such a silence.
pub(crate) const PEER_TIMEOUT: Duration = Duration::from_secs(4);
/// More steps than any schedule needs.
const STEPS_MAX: usize = 300_000;

thread_local! {
    /// Injected costs that the running engine has spent.
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

pub(crate) type SimEngine = Engine<SimDevice<VecMemory>, Hosts>;

/// What all processes share, and what the processes of a node share.
pub(crate) struct Shared {
    nodes: Vec<Vec<Rank>>,
    endpoints: RefCell<Vec<UdDestination>>,
    /// Claimed queue pairs, by node.
    claimed: RefCell<Vec<u32>>,
}

/// The directory of a process on a node.
pub(crate) struct Hosts {
    shared: Rc<Shared>,
    node: usize,
}

impl Directory for Hosts {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.shared.endpoints.borrow().get(rank as usize).copied()
    }

    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let claimed = &mut self.shared.claimed.borrow_mut()[self.node];
        let fits = *claimed + count <= limit;
        if fits {
            *claimed += count;
        }
        fits
    }

    fn return_queue_pairs(&self, count: u32) {
        let claimed = &mut self.shared.claimed.borrow_mut()[self.node];
        *claimed = claimed.checked_sub(count).expect("they were claimed");
    }

    fn local_index(&self, rank: Rank) -> u32 {
        let mut ranks = self.node_of(rank).iter();
        ranks.position(|&other| other == rank).expect("it is there") as u32
    }

    fn local_size(&self, rank: Rank) -> u32 {
        self.node_of(rank).len() as u32
    }

    fn node_member(&self, rank: Rank, index: u32) -> Rank {
        self.node_of(rank)[index as usize]
    }
}

impl Hosts {
    /// The ranks of a rank's node.
    fn node_of(&self, rank: Rank) -> &[Rank] {
        let mut nodes = self.shared.nodes.iter();
        let node = nodes.find(|node| node.contains(&rank));
        node.expect("each rank is on a node")
    }
}

/// A process.
pub(crate) struct Process {
    pub(crate) engine: SimEngine,
    pub(crate) segment: VecMemory,
    /// The memory that others reach by an address.
    pub(crate) exposed: VecMemory,
    /// The address of `exposed`, once announced.
    pub(crate) exposed_at: Option<RemoteAddress>,
    pub(crate) is_alive: bool,
    is_open: bool,
    /// When the process continues.
    busy_until: Time,
    /// Operations that have not ended, by token.
    pub(crate) expected: BTreeMap<u64, Expected>,
    pub(crate) next_token: u64,
    /// Whether an unreported operation failed.
    pub(crate) has_failed: bool,
}

pub(crate) struct World {
    pub(crate) plan: Plan,
    /// The memory of each node.
    memories: Vec<VecNode>,
    pub(crate) network: Network,
    pub(crate) processes: Vec<Process>,
    /// The operations of each process toward each other.
    pub(crate) dealings: BTreeMap<(Rank, Rank), Dealings>,
    shared: Rc<Shared>,
    /// Processes that get another turn without a reason from outside.
    awake: BTreeSet<Rank>,
    /// The index of the next event.
    next: usize,
    begun: Time,
    steps: usize,
    heals: Vec<(Time, Rank)>,
    pub(crate) verbose: bool,
    message: Vec<u8>,
    /// Reported operations that ended, and how many of them failed.
    pub(crate) ended: u64,
    pub(crate) failed: u64,
    /// Puts and gets by several scatter/gather entries.
    pub(crate) entries: u64,
}

impl World {
    pub(crate) fn new(plan: Plan, seed: u64, verbose: bool) -> Self {
        let network = Network::new(seed, plan.faults);
        if let Some(protection) = plan.protection {
            network.protect(protection);
            if plan.is_attacked {
                network.attack();
            }
        }
        let size = plan.size();
        let bytes = segment_bytes(size);
        let shared = Rc::new(Shared {
            nodes: plan.nodes.clone(),
            endpoints: RefCell::default(),
            claimed: RefCell::new(vec![0; plan.nodes.len()]),
        });
        let nodes = (1000..).zip(&plan.nodes);
        let memories: Vec<VecNode> = nodes
            .map(|(key, ranks)| VecNode::new(ranks.len(), bytes, Rkey(key)))
            .collect();
        let processes = (0..size)
            .map(|rank| {
                let (node, index) = (plan.node(rank), plan.local_index(rank));
                let memory = &memories[node];
                let seed_of_device = seed ^ u64::from(rank) << 32;
                let (without, peers) = plan.without(rank);
                let device = network.attach_without(rank as u16, seed_of_device, without);
                let domain = memory.domain(index, device.address());
                let domain: Option<Box<dyn XrcDomain<VecMemory>>> =
                    plan.fabric.reach.is_xrc().then(|| Box::new(domain) as _);
                let directory = Hosts {
                    shared: Rc::clone(&shared),
                    node,
                };
                let config = Config {
                    rank,
                    size,
                    lane: 0,
                    job_key: Some(JobKey([7; 32])),
                    seed: seed.wrapping_add(u64::from(rank)),
                    peer_timeout: PEER_TIMEOUT,
                    max_handshakes: plan.max_handshakes,
                    peers,
                    part_bytes: 64,
                    kept_bytes: 0,
                    atomics: plan.atomics(seed),
                    live_bytes: || 0,
                    retransmit: Retransmit::default(),
                    fabric: plan.fabric,
                    spend: |cost| {
                        SPENT.set(SPENT.get() + cost);
                        cost
                    },
                };
                let engine = Engine::new(device, directory, config, domain);
                let engine = engine.expect("the device has room");
                shared.endpoints.borrow_mut().push(engine.endpoint());
                let segment = memory.segment(index);
                let exposed = if plan.fabric.reach.is_shared() {
                    segment.clone()
                } else {
                    VecMemory::allocate(bytes)
                };
                Process {
                    engine,
                    segment,
                    exposed,
                    exposed_at: None,
                    is_alive: true,
                    is_open: false,
                    busy_until: Time::ZERO,
                    expected: BTreeMap::new(),
                    next_token: 0,
                    has_failed: false,
                }
            })
            .collect();
        let begun = network.now();
        World {
            plan,
            network,
            memories,
            processes,
            dealings: BTreeMap::new(),
            shared,
            awake: (0..size).collect(),
            next: 0,
            begun,
            steps: 0,
            heals: Vec::new(),
            verbose,
            message: Vec::new(),
            ended: 0,
            failed: 0,
            entries: 0,
        }
    }

    pub(crate) fn size(&self) -> Rank {
        self.processes.len() as Rank
    }

    pub(crate) fn process(&mut self, rank: Rank) -> &mut Process {
        &mut self.processes[rank as usize]
    }

    /// The time as a process sees it, injected costs included.
    pub(crate) fn clock(&self, rank: Rank) -> Time {
        let busy_until = self.processes[rank as usize].busy_until;
        self.network.now().max(busy_until) + SPENT.get()
    }

    fn spent(&mut self, rank: Rank) {
        let now = self.clock(rank);
        if SPENT.take() > Duration::ZERO {
            self.process(rank).busy_until = now;
        }
    }

    fn happen(&mut self, event: &Event) {
        let now = self.network.now();
        if self.verbose {
            println!("{:>9} {event:?}", now.0 / 1000);
        }
        let rank = match *event {
            Event::Submit(rank, _)
            | Event::Connect(rank, _)
            | Event::Disconnect(rank, _)
            | Event::Ready(rank)
            | Event::Open(rank)
            | Event::Stall(rank, _)
            | Event::Cut(rank, _)
            | Event::Heal(rank)
            | Event::Die(rank) => rank,
        };
        if !self.processes[rank as usize].is_alive {
            return;
        }
        let clock = self.clock(rank);
        self.awake.insert(rank);
        let process = &mut self.processes[rank as usize];
        match *event {
            Event::Submit(_, ref burst) => {
                for &(peer, act) in burst {
                    self.act(rank, peer, act);
                }
            }
            Event::Connect(_, peer) => process.engine.connect(clock, peer),
            Event::Disconnect(_, peer) => process.engine.disconnect(clock, peer),
            Event::Ready(_) => self.set_segment(rank),
            Event::Open(_) => process.is_open = true,
            Event::Stall(_, time) => process.busy_until = process.busy_until.max(now + time),
            Event::Cut(_, time) => {
                self.network.set_cut_off(rank as u16, true);
                self.heals.push((now + time, rank));
            }
            Event::Heal(_) => self.network.set_cut_off(rank as u16, false),
            Event::Die(_) => self.die(rank),
        }
        self.spent(rank);
    }

    fn set_segment(&mut self, rank: Rank) {
        let (clock, is_shared) = (self.clock(rank), self.plan.fabric.reach.is_shared());
        let process = self.process(rank);
        let segment = process.segment.clone();
        let set = process.engine.set_segment(clock, segment);
        set.expect("the device has room");
        process.exposed_at = Some(if is_shared {
            {
                let len = process.exposed.len() as u64;
                let part = process.engine.segment_part(0, len);
                part.expect("the device has room").0
            }
        } else {
            let access = Access::REMOTE_READ | Access::REMOTE_WRITE;
            let region = process.engine.register(process.exposed.clone(), access);
            let rkey = region.expect("the device has room").rkey;
            RemoteAddress { rkey, addr: 0 }
        });
    }

    fn die(&mut self, rank: Rank) {
        self.network.set_cut_off(rank as u16, true);
        // A launcher would end the job, so nobody waits for the room of a process that is gone.
        self.memories[self.plan.node(rank)].end(self.plan.local_index(rank));
        self.process(rank).is_alive = false;
        self.process(rank).expected.clear();
        for (&(source, _), dealings) in &mut self.dealings {
            if source == rank {
                dealings.slots.iter_mut().for_each(super::model::Slot::die);
            }
        }
    }

    /// Lets all processes work, then time pass. Returns `false` when nothing will ever happen
    /// again.
    fn step(&mut self) -> bool {
        self.steps += 1;
        assert!(
            self.steps < STEPS_MAX,
            "never comes to rest, at {:?}",
            self.network.now()
        );
        let now = self.network.now();
        let mut work = 0;
        while let Some((at, _)) = self.plan.events.get(self.next)
            && self.begun + *at <= now
        {
            let event = self.plan.events[self.next].1.clone();
            self.next += 1;
            work += 1;
            self.happen(&event);
        }
        if let Some(at) = self.heals.iter().position(|&(at, _)| at <= now) {
            let (_, rank) = self.heals.swap_remove(at);
            self.happen(&Event::Heal(rank));
        }
        for rank in 0..self.size() {
            if self.has_turn(rank) {
                self.awake.remove(&rank);
                let done = self.run(rank);
                if done > 0 {
                    self.awake.insert(rank);
                    self.wake_node(rank);
                }
                work += done;
            }
        }
        self.check_limits();
        if work > 0 {
            return true;
        }
        let wanted = self.processes.iter().filter_map(|process| {
            if !process.is_alive {
                None
            } else if process.busy_until > now {
                Some(process.busy_until)
            } else {
                process.engine.next_deadline()
            }
        });
        let event = self.plan.events.get(self.next);
        let event = event.map(|&(at, _)| self.begun + at);
        let heals = self.heals.iter().map(|&(at, _)| at);
        let deadline = wanted.chain(event).chain(heals).min();
        self.network.advance(deadline)
    }

    /// Whether a process has something to do: what it has begun, an arrival, or a deadline. Others get no turn, as a thread that sleeps.
    fn has_turn(&self, rank: Rank) -> bool {
        let (process, now) = (&self.processes[rank as usize], self.network.now());
        let is_due = |at| at <= now;
        process.is_alive
            && process.busy_until <= now
            && (self.awake.contains(&rank)
                || self.network.has_arrivals(rank as u16)
                || process.engine.next_deadline().is_some_and(is_due))
    }

    /// Wakes the processes of the node for which a process may have taken messages.
    fn wake_node(&mut self, rank: Rank) {
        if self.plan.fabric.reach.is_xrc() {
            let node = self.plan.node(rank);
            self.awake.extend(&self.plan.nodes[node]);
        }
    }

    /// Lets a process poll.
    fn run(&mut self, rank: Rank) -> usize {
        let now = self.network.now();
        let process = &mut self.processes[rank as usize];
        let mut work = process.engine.poll(now);
        while let Some(question) = process.engine.poll_question() {
            process.engine.hear_of(now, question.number, true);
            work += 1;
        }
        let is_lazy = self.plan.lazy.contains(&rank);
        while let Some(done) = self.process(rank).engine.poll_done() {
            if self.verbose {
                println!("{:>9} {rank}: {done:?}", now.0 / 1000);
            }
            self.ended += 1;
            self.failed += u64::from(done.result.is_err());
            self.ended(rank, done);
            work += 1;
        }
        while self.processes[rank as usize].is_open {
            let mut message = std::mem::take(&mut self.message);
            let taken = self.process(rank).engine.take_message(0, &mut message);
            let taken = taken.expect("the device has room");
            if let Some((source, _)) = taken {
                self.received(rank, source, &message);
            }
            self.message = message;
            work += usize::from(taken.is_some());
            if taken.is_none() || is_lazy {
                break;
            }
        }
        self.spent(rank);
        if let Some(error) = self.process(rank).engine.take_failure() {
            if self.verbose {
                println!("{:>9} {rank}: {error}", now.0 / 1000);
            }
            self.check_error(rank, None, &error);
            self.process(rank).has_failed = true;
        }
        work
    }

    /// Checks that an error names a process that is gone.
    pub(crate) fn check_error(&self, rank: Rank, peer: Option<Rank>, error: &EngineError) {
        let named = match error {
            EngineError::Connect(error) => error.peer,
            EngineError::Broken { peer, .. } | EngineError::Lost { peer, .. } => *peer,
            error => panic!("rank {rank}: {error}"),
        };
        let is_of_peer = peer.is_none_or(|peer| self.plan.node(peer) == self.plan.node(named));
        assert!(
            is_of_peer && self.plan.may_fail(rank, named),
            "rank {rank} toward {peer:?}: {error}"
        );
    }

    /// Checks that no limit on queue pairs is exceeded.
    fn check_limits(&self) {
        let fabric = &self.plan.fabric;
        for process in &self.processes {
            let stats = process.engine.stats();
            if let Some(limit) = fabric.qps {
                assert!(stats.queue_pairs <= limit as usize, "{stats:?}");
            }
            if self.steps.is_multiple_of(16) && process.is_alive {
                let footprint = process.engine.device().footprint();
                assert_eq!(footprint.rc_qps + footprint.xrc_qps, stats.queue_pairs);
            }
        }
        if let Some(limit) = fabric.node_qps {
            for (node, ranks) in self.plan.nodes.iter().enumerate() {
                let count = |rank| self.processes[rank as usize].engine.stats().queue_pairs;
                let sum: usize = ranks.iter().copied().map(count).sum();
                assert!(sum <= limit as usize, "node {node} has {sum}");
                let claimed = self.shared.claimed.borrow()[node];
                assert_eq!(claimed as usize, sum, "claimed on node {node}");
            }
        }
    }

    /// Runs until nothing happens any more, and checks what is left.
    pub(crate) fn run_to_rest(&mut self) {
        while self.step() {}
        for process in self.processes.iter().filter(|process| process.is_alive) {
            let engine = &process.engine;
            if self.verbose {
                let connected: Vec<Rank> = engine.connected().collect();
                println!("at rest: connected to {connected:?}, {:?}", engine.stats());
            }
            assert_eq!(process.expected, BTreeMap::new(), "never ended");
            assert_eq!(engine.outstanding(), 0);
            assert_eq!(engine.owned_bytes(), 0);
            assert_eq!(engine.lists(), 0);
            assert!(!engine.has_any_pending() && !engine.has_unsent());
            assert!(engine.is_done_before(engine.submitted()));
            assert_eq!(engine.connecting(), 0);
            assert_eq!(engine.next_deadline(), None);
            let footprint = engine.device().footprint();
            let stats = engine.stats();
            assert_eq!(footprint.rc_qps + footprint.xrc_qps, stats.queue_pairs);
        }
        for rank in 0..self.size() {
            for peer in 0..rank {
                let [one, other] = [(rank, peer), (peer, rank)].map(|(rank, peer)| {
                    let process = &self.processes[rank as usize];
                    process
                        .is_alive
                        .then(|| process.engine.connected().any(|end| end == peer))
                });
                assert!(
                    one.is_none()
                        || other.is_none()
                        || one == other
                        || self.plan.may_disagree(rank, peer),
                    "{rank} and {peer} disagree: {one:?}, {other:?}"
                );
            }
        }
        for (&(rank, _), dealings) in &mut self.dealings {
            let process = &self.processes[rank as usize];
            let succeeded = !process.has_failed && process.is_alive;
            let settle = |slot: &mut super::model::Slot| slot.settle(succeeded);
            dealings.slots.iter_mut().for_each(settle);
            dealings.own_sums.settle(succeeded);
            dealings.shared_sums.settle(succeeded);
        }
        for (&(rank, peer), dealings) in &self.dealings {
            let target = &self.processes[peer as usize];
            dealings.check(rank, peer, &target.segment, &target.exposed);
            if target.is_alive {
                dealings.messages.check(rank, peer);
            }
        }
        for peer in 0..self.size() {
            let toward = self.dealings.iter().filter(|((_, to), _)| *to == peer);
            let (mut least, mut most) = (0, 0);
            let (mut least_sum, mut most_sum) = (0, 0);
            for (_, dealings) in toward {
                least += dealings.shared.done;
                most += dealings.shared.submitted;
                least_sum += dealings.shared_sums.done;
                most_sum += dealings.shared_sums.submitted;
            }
            self.check_shared_sums(peer, (least_sum, most_sum));
            let mut word = [0; 8];
            let segment = &self.processes[peer as usize].segment;
            let read = segment.read(shared_word(self.size()) as usize, &mut word);
            read.expect("it is inside");
            let found = u64::from_le_bytes(word);
            assert!(
                (least..=most).contains(&found),
                "{found} of {least} to {most}"
            );
        }
    }

    /// Checks the doubles of `peer` that all processes accumulate to.
    fn check_shared_sums(&self, peer: Rank, (least, most): (u64, u64)) {
        let mut sums = vec![0; SHARED_SUMS * 8];
        let segment = &self.processes[peer as usize].segment;
        let read = segment.read(shared_sums(self.size()) as usize, &mut sums);
        read.expect("it is inside");
        for sum in sums.as_chunks().0 {
            let sum = f64::from_ne_bytes(*sum);
            assert!(
                sum.fract() == 0.0 && (least as f64..=most as f64).contains(&sum),
                "accumulates to {peer}: {sum} of {least} to {most}"
            );
        }
    }

    /// Makes an event happen now.
    pub(crate) fn now(&mut self, event: &Event) {
        self.happen(event);
    }

    /// The number of successful additions of `rank` to its own word of `peer`.
    pub(crate) fn added(&self, rank: Rank, peer: Rank) -> u64 {
        let dealings = self.dealings.get(&(rank, peer));
        dealings.map_or(0, |dealings| dealings.own.done)
    }

    /// Ends all connections, and checks that nothing is left of them.
    pub(crate) fn disconnect_all(&mut self) {
        let ends = |engine: &SimEngine| -> Vec<Rank> { engine.connected().collect() };
        // Connections may end only after `keep`.
        let later = self.network.now() + self.plan.fabric.keep + Duration::from_millis(1);
        while self.network.now() < later {
            self.network.advance(Some(later));
        }
        for rank in 0..self.size() {
            let clock = self.clock(rank);
            let process = self.process(rank);
            if process.is_alive {
                for peer in ends(&process.engine) {
                    process.engine.disconnect(clock, peer);
                }
            }
        }
        self.run_to_rest();
        for process in self.processes.iter().filter(|process| process.is_alive) {
            assert_eq!(process.engine.stats().queue_pairs, 0);
            assert_eq!(process.engine.connected().count(), 0);
        }
    }
}
