//! Several engines on one network.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{
    Atomics, Config, Directory, Done, Engine, Fabric, JobKey, Peers, Rank, Retransmit,
};
use farreach_sim::{Faults, Network};
use farreach_verbs::{Abilities, Memory, Time, UdDestination};

/// Bytes of each rank's segment.
pub(crate) const SEGMENT: usize = 64 << 10;
/// How long a peer may be silent.
pub(crate) const PEER_TIMEOUT: Duration = Duration::from_secs(2);

/// The key of the job.
const KEY: [u8; 32] = [7; 32];

/// The endpoints known so far, shared by all engines.
#[derive(Clone, Default)]
pub(crate) struct Endpoints {
    all: Rc<RefCell<BTreeMap<Rank, UdDestination>>>,
    /// The job's key, once this engine's process has heard of it. Engines that are made with the key never ask.
    key: Rc<Cell<Option<[u8; 32]>>>,
}

impl Directory for Endpoints {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.all.borrow().get(&rank).copied()
    }

    fn job_key(&self) -> Option<JobKey> {
        self.key.get().map(JobKey)
    }
}

pub(crate) type SimEngine = Engine<farreach_sim::SimDevice<VecMemory>, Endpoints>;

pub(crate) struct Cluster {
    pub(crate) network: Network,
    pub(crate) engines: Vec<SimEngine>,
    pub(crate) segments: Vec<VecMemory>,
    pub(crate) done: Vec<Vec<Done>>,
    /// The answer to an engine's question whether a process runs. `None` for no answer.
    pub(crate) is_there: Option<bool>,
    /// How many questions were asked.
    pub(crate) questions: usize,
    endpoints: Endpoints,
    /// What each process has heard of the job's key.
    keys: Vec<Rc<Cell<Option<[u8; 32]>>>>,
    size: u32,
    fabric: Fabric,
}

impl Cluster {
    /// Creates `size` engines that know each other.
    pub(crate) fn new(size: u32, seed: u64, faults: Faults) -> Self {
        Self::with_fabric(size, seed, faults, Fabric::default())
    }

    /// Creates `size` engines that know each other, with the choices in `fabric`.
    pub(crate) fn with_fabric(size: u32, seed: u64, faults: Faults, fabric: Fabric) -> Self {
        let cluster = Self::unpublished(size, seed, faults, fabric);
        cluster.publish();
        cluster
    }

    /// Creates `size` engines before the exchange of endpoints.
    pub(crate) fn without_endpoints(size: u32, seed: u64, faults: Faults) -> Self {
        Self::unpublished(size, seed, faults, Fabric::default())
    }

    /// Creates `size` engines before the exchange of endpoints and of the job's key.
    pub(crate) fn without_key(size: u32, seed: u64, faults: Faults, fabric: Fabric) -> Self {
        let mut cluster = Self::made(None, size, seed, faults, fabric, Abilities::NONE);
        for rank in 0..size as usize {
            cluster.set_segment(rank);
        }
        cluster
    }

    /// Tells a process the key of the job.
    pub(crate) fn tell_key(&self, rank: usize) {
        self.keys[rank].set(Some(KEY));
    }

    /// Creates `size` engines of processes without a segment.
    pub(crate) fn without_segments(size: u32, fabric: Fabric) -> Self {
        let cluster = Self::unprepared(size, 1, Faults::default(), fabric);
        cluster.publish();
        cluster
    }

    fn unpublished(size: u32, seed: u64, faults: Faults, fabric: Fabric) -> Self {
        let mut cluster = Self::unprepared(size, seed, faults, fabric);
        for rank in 0..size as usize {
            cluster.set_segment(rank);
        }
        cluster
    }

    pub(crate) fn set_segment(&mut self, rank: usize) {
        let (now, segment) = (self.now(), self.segments[rank].clone());
        self.engines[rank].set_segment(now, segment).unwrap();
    }

    fn unprepared(size: u32, seed: u64, faults: Faults, fabric: Fabric) -> Self {
        let key = Some(&JobKey(KEY));
        Self::made(key, size, seed, faults, fabric, Abilities::NONE)
    }

    /// A cluster whose devices do without some abilities.
    pub(crate) fn without(size: u32, seed: u64, faults: Faults, without: Abilities) -> Self {
        let (key, fabric) = (Some(&JobKey(KEY)), Fabric::default());
        let mut cluster = Self::made(key, size, seed, faults, fabric, without);
        for rank in 0..size as usize {
            cluster.set_segment(rank);
        }
        cluster.publish();
        cluster
    }

    /// A cluster whose devices do without coherent atomics and other abilities, and execute those on words from an offset on.
    pub(crate) fn of_adapters(
        size: u32,
        seed: u64,
        faults: Faults,
        others: Abilities,
        from: u64,
    ) -> Self {
        let (key, fabric) = (Some(&JobKey(KEY)), Fabric::default());
        let without = Abilities::COHERENT_ATOMICS | others;
        let of = |_| (without, Peers::Alike, Atomics::Adapter { from });
        let mut cluster = Self::made_each(key, size, seed, faults, fabric, of);
        for rank in 0..size as usize {
            cluster.set_segment(rank);
        }
        cluster.publish();
        cluster
    }

    /// A cluster of processes whose devices differ. `without` has what the device of each rank does without.
    pub(crate) fn mixed(seed: u64, faults: Faults, without: &[Abilities]) -> Self {
        let (key, fabric) = (Some(&JobKey(KEY)), Fabric::default());
        let of = |rank: u32| (without[rank as usize], Peers::Mixed, Atomics::Owner);
        let size = without.len() as u32;
        let mut cluster = Self::made_each(key, size, seed, faults, fabric, of);
        for rank in 0..size as usize {
            cluster.set_segment(rank);
        }
        cluster.publish();
        cluster
    }

    fn made(
        job_key: Option<&JobKey>,
        size: u32,
        seed: u64,
        faults: Faults,
        fabric: Fabric,
        without: Abilities,
    ) -> Self {
        let of = |_| (without, Peers::Alike, Atomics::Owner);
        Self::made_each(job_key, size, seed, faults, fabric, of)
    }

    fn made_each(
        job_key: Option<&JobKey>,
        size: u32,
        seed: u64,
        faults: Faults,
        fabric: Fabric,
        of: impl Fn(u32) -> (Abilities, Peers, Atomics),
    ) -> Self {
        let network = Network::new(seed, faults);
        let endpoints = Endpoints::default();
        let keys: Vec<Rc<Cell<Option<[u8; 32]>>>> = (0..size).map(|_| Rc::default()).collect();
        let segments: Vec<_> = (0..size).map(|_| VecMemory::allocate(SEGMENT)).collect();
        let engines = (0..size)
            .map(|rank| {
                let seed_of_device = seed ^ u64::from(rank) << 32;
                let (without, peers, atomics) = of(rank);
                let device = network.attach_without(rank as u16, seed_of_device, without);
                let config = Config {
                    rank,
                    size,
                    lane: 0,
                    job_key: job_key.cloned(),
                    seed: seed.wrapping_add(u64::from(rank)),
                    peer_timeout: PEER_TIMEOUT,
                    max_handshakes: 16,
                    peers,
                    part_bytes: 64,
                    kept_bytes: 0,
                    atomics,
                    live_bytes: || 0,
                    retransmit: Retransmit::default(),
                    fabric,
                    spend: |cost| cost,
                };
                let directory = Endpoints {
                    key: Rc::clone(&keys[rank as usize]),
                    ..endpoints.clone()
                };
                Engine::new(device, directory, config, None).unwrap()
            })
            .collect();
        let done = vec![Vec::new(); size as usize];
        Cluster {
            network,
            engines,
            segments,
            done,
            is_there: Some(true),
            questions: 0,
            endpoints,
            keys,
            size,
            fabric,
        }
    }

    /// Gives `rank` another lane. Returns the lane's index among the engines.
    pub(crate) fn add_lane(&mut self, rank: Rank, lane: u32, seed: u64) -> usize {
        let place = self.engines.len();
        let device = self
            .network
            .attach(place as u16, seed ^ (place as u64) << 32);
        let config = Config {
            rank,
            size: self.size,
            lane,
            job_key: Some(JobKey(KEY)),
            seed: seed.wrapping_add(place as u64),
            peer_timeout: PEER_TIMEOUT,
            max_handshakes: 16,
            peers: Peers::Alike,
            part_bytes: 64,
            kept_bytes: 0,
            atomics: Atomics::Owner,
            live_bytes: || 0,
            retransmit: Retransmit::default(),
            fabric: self.fabric.of_lane(),
            spend: |cost| cost,
        };
        let mut engine = Engine::new(device, self.endpoints.clone(), config, None).unwrap();
        let segment = self.segments[rank as usize].clone();
        engine.set_segment(self.now(), segment).unwrap();
        self.engines.push(engine);
        self.done.push(Vec::new());
        place
    }

    pub(crate) fn publish(&self) {
        for (rank, engine) in self.engines.iter().enumerate() {
            self.endpoints
                .all
                .borrow_mut()
                .insert(rank as Rank, engine.endpoint());
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.network.now()
    }

    /// Lets all engines work, then time pass. Returns `false` when nothing will ever happen again.
    pub(crate) fn step(&mut self) -> bool {
        let now = self.now();
        let mut work = 0;
        for (engine, done) in self.engines.iter_mut().zip(&mut self.done) {
            work += engine.poll(now);
            while let Some(question) = engine.poll_question() {
                self.questions += 1;
                if let Some(is_there) = self.is_there {
                    engine.hear_of(now, question.number, is_there);
                }
            }
            done.extend(std::iter::from_fn(|| engine.poll_done()));
        }
        if work > 0 {
            return true;
        }
        let deadline = self.engines.iter().filter_map(Engine::next_deadline).min();
        self.network.advance(deadline)
    }

    /// Makes one step, in which something must happen.
    pub(crate) fn run_one(&mut self) {
        assert!(self.step(), "nothing will happen any more");
        assert!(
            self.now() < Time::ZERO + Duration::from_mins(1),
            "a minute passed"
        );
    }

    /// Steps until `until`, for at most a minute of virtual time.
    pub(crate) fn run(&mut self, mut until: impl FnMut(&Cluster) -> bool) {
        let limit = self.now() + Duration::from_mins(1);
        while !until(self) {
            assert!(self.step() || until(self), "nothing will happen any more");
            assert!(self.now() < limit, "a minute passed");
        }
    }

    /// Runs until the operation with `token` of `rank` has a result, and returns it.
    pub(crate) fn result(&mut self, rank: usize, token: u64) -> Done {
        self.run(|cluster| cluster.done[rank].iter().any(|done| done.token == token));
        let at = self.done[rank]
            .iter()
            .position(|done| done.token == token)
            .unwrap();
        self.done[rank].swap_remove(at)
    }
}
