//! The world of one process: what it is part of, and the way in and out.

mod heap;
mod leaving;
mod preconnect;
#[cfg(test)]
mod tests;
mod unfinished;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use farreach_engine::{EngineError, Reach, Server};
use farreach_forks::is_forked;
use farreach_node::{Arena, Bell, Doorbell, Memory, Segment, Segments, SymmetricHeap};
use farreach_verbs::MemoryError;

use farreach_collectives::Lock as _;

use crate::collectives::{ActiveSets, Contexts, Group, Guarded, NODES_MAX, Requests};
use crate::job::jobs::{self, AnyJob, Job, JobError};
use crate::job::settings::{Algorithms, Settings};
use crate::job::stats::{InitTimes, ProcessStats};
use crate::memory::{Addresses, Globals, Mail};
use crate::progress::{Helper, Lanes, Network, open_network};
use crate::{Error, collectives};
use heap::check_heap;

/// The longest line for the job's summary.
const RESULT_BYTES_MAX: usize = 1000;

/// A process joins its job once.
static JOINED: AtomicBool = AtomicBool::new(false);

/// A process's membership in its job. All methods can be called from any thread.
///
/// It ends by [`World::finalize`]. Dropping it instead waits for nobody: the process reports that it left without finalizing, and
/// the job ends with it.
pub struct World {
    rank: u32,
    size: u32,
    node: u32,
    nodes: u32,
    first_rank: u32,
    local_size: u32,
    local_index: u32,
    heap_offset: usize,
    /// The segments of the node's processes, and the bell of each: immutable, so that the same-node path takes no lock.
    segments: Segments,
    own_segment: Memory,
    addresses: Addresses,
    /// Whether nobody but the application's calls looks after the network.
    is_alone: bool,
    arena: Arena,
    doorbell: Doorbell,
    network: Option<Arc<Network>>,
    lanes: Option<Arc<Lanes>>,
    mail: Mail,
    helper: Option<Helper>,
    settings: Settings,
    job: Arc<AnyJob>,
    heap: Mutex<SymmetricHeap>,
    /// All processes, made at the first collective; and what is left for further sets.
    all: OnceLock<Group>,
    /// The processes of this node, the same way.
    on_node: OnceLock<Group>,
    contexts: Guarded<Contexts>,
    active_sets: ActiveSets,
    /// The collectives that were begun.
    requests: Arc<Requests>,
    /// Finds out in which function of the program's a wait is.
    wait_namer: OnceLock<fn() -> Option<String>>,
    init: InitTimes,
    result: Mutex<Option<String>>,
    /// The process that joined: a child that it forks has none of this.
    pid: u32,
    /// Whether it leaves the job, or has left it.
    leaves: AtomicBool,
}

impl World {
    /// Joins the job that this process was started in; without a launcher, a job of one.
    pub fn join(settings: Settings) -> Result<World, Error> {
        World::join_with(settings, Globals::Private)
    }

    /// The same, and says what becomes of the program's variables.
    pub(crate) fn join_with(settings: Settings, globals: Globals) -> Result<World, Error> {
        let begun = Instant::now();
        if JOINED.swap(true, Ordering::SeqCst) {
            return Err(Error::AlreadyJoined);
        }
        farreach_forks::join().map_err(|source| joining(JobError::os(source)))?;
        let job = Arc::new(find_job(&settings, globals)?);
        World::enter(job, settings, globals, begun)
    }

    /// Joins `job`. Initialisation has begun at `begun`.
    pub(crate) fn enter(
        job: Arc<AnyJob>,
        settings: Settings,
        globals: Globals,
        begun: Instant,
    ) -> Result<World, Error> {
        let rank = job.rank();
        check_heap(settings.heap, rank)?;
        let arena = job.arena().clone();
        let layout = *arena.layout();
        check_shape(&settings, &job)?;
        let preconnected = preconnect::wanted(&settings, &job)?;
        let own_segment = arena.segment(job.local_index());
        let addresses = Addresses::new(
            &arena,
            job.local_index(),
            &own_segment,
            globals,
            settings.fork_copy,
        )?;
        // Where others' packets for the node's processes come in here, all are to be ready for them.
        if settings.fabric.reach.is_shared() {
            globals.wait_for_node(&arena, rank, settings.stall);
        }
        let mapped = begun.elapsed();
        let own = (own_segment.clone(), Bell::new(&arena, job.local_index()));
        let mut opened = mapped;
        let mut published = mapped;
        let mut network = None;
        if job.nodes() > 1 {
            let opening = open_network(&settings, &job, &arena, own)?;
            opened = begun.elapsed();
            let endpoint = opening.peek(|core, _| core.engine.endpoint());
            job.publish(&endpoint).map_err(joining)?;
            network = Some(Arc::new(opening));
            published = begun.elapsed();
        }
        let lanes = network
            .clone()
            .map(|first| Arc::new(Lanes::new(first, arena.clone())));
        let requests = Arc::<Requests>::default();
        let helper = match &lanes {
            Some(lanes) if settings.helper => {
                let fabric = &settings.fabric;
                let is_server = fabric.reach == Reach::Server && job.local_index() == 0;
                let polls = is_server && fabric.server == Server::Polling;
                let requests = Arc::clone(&requests);
                let beside = Box::new(move || requests.go_on());
                let helper = Helper::start(Arc::clone(lanes), beside, Arc::clone(&job), polls);
                Some(helper.map_err(|source| Error::Helper { rank, source })?)
            }
            _ => None,
        };
        globals.wait_for_node(&arena, rank, settings.stall);
        let launch = job.age().map(|age| age.saturating_sub(begun.elapsed()));
        let init = InitTimes {
            launch: launch.unwrap_or_default().as_secs_f64(),
            exchange: published.saturating_sub(opened).as_secs_f64(),
            memory: mapped.as_secs_f64(),
            device: opened.saturating_sub(mapped).as_secs_f64(),
            preconnect: 0.0,
            other: begun.elapsed().saturating_sub(published).as_secs_f64(),
        };
        let mut world = World {
            rank,
            size: job.size(),
            node: job.node(),
            nodes: job.nodes(),
            first_rank: layout.first_rank,
            local_size: layout.local_size,
            local_index: job.local_index(),
            heap_offset: arena.heap_offset(),
            segments: Segments::new(&arena),
            is_alone: network.is_some() && helper.is_none(),
            own_segment,
            addresses,
            doorbell: Doorbell::new(&arena, job.local_index()),
            mail: Mail::new(
                &arena,
                job.local_index(),
                settings.fabric.reach,
                network.is_some(),
            ),
            arena,
            network,
            lanes,
            helper,
            heap: Mutex::new(SymmetricHeap::new(layout.heap_bytes)),
            settings,
            job,
            all: OnceLock::new(),
            on_node: OnceLock::new(),
            contexts: Guarded::new(Contexts::default()),
            active_sets: ActiveSets::new(),
            requests,
            wait_namer: OnceLock::new(),
            init,
            result: Mutex::new(None),
            pid: std::process::id(),
            leaves: AtomicBool::new(false),
        };
        let begun = Instant::now();
        if let Err(error) = world.preconnect(&preconnected) {
            // Those who wait for this process's connections are told by the launcher.
            *world.leaves.get_mut() = true;
            return Err(error);
        }
        world.init.preconnect = begun.elapsed().as_secs_f64();
        world.arena.take_core(world.local_index);
        Ok(world)
    }

    /// This process's rank, from 0.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// How many processes the job has.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// This process's node, from 0.
    #[inline]
    pub fn node(&self) -> u32 {
        self.node
    }

    /// How many nodes the job has.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// This process's index on its node, from 0.
    #[inline]
    pub fn local_index(&self) -> u32 {
        self.local_index
    }

    /// How many processes the node has.
    #[inline]
    pub fn local_size(&self) -> u32 {
        self.local_size
    }

    /// The rank of the node's first process; the node's ranks are consecutive.
    #[inline]
    pub fn first_rank(&self) -> u32 {
        self.first_rank
    }

    /// The node of a rank.
    pub fn node_of(&self, rank: u32) -> u32 {
        self.job.node_of(rank)
    }

    /// The host's name.
    pub fn host(&self) -> String {
        self.job.host().to_owned()
    }

    /// The settings of this process.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A line for the job's summary; that of the lowest rank that gives one is shown.
    pub fn set_result(&self, result: impl Into<String>) {
        let mut result: String = result.into();
        result.truncate(result.floor_char_boundary(RESULT_BYTES_MAX));
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    }

    /// This process's figures at this moment.
    pub fn stats(&self) -> ProcessStats {
        let mut stats = ProcessStats {
            rank: self.rank,
            reach: self.settings.fabric.reach.to_string(),
            init: self.init,
            heap_bytes: self.heap().in_use(),
            result: self
                .result
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
            ..ProcessStats::default()
        };
        if let Some(lanes) = self.lanes() {
            for network in lanes.all().iter() {
                network.peek(|core, _| core.report(&mut stats));
            }
        }
        if let Some(network) = self.network() {
            network.peek(|core, _| {
                if self.settings.record_connections {
                    stats.reached = Some(core.engine.connected().collect());
                }
            });
        }
        stats
    }

    /// Ends the whole job, which can't go on.
    pub(crate) fn abort(&self, text: &str) {
        // If the launcher is gone as well, the job is over anyway.
        self.end_job(1, text);
    }

    /// Ends the whole job with the exit code `code`, telling why; this process is to exit as well. Without a text it is no
    /// failure, and 0 is success. False where there is no launcher, and so nobody who would be told.
    pub fn end_job(&self, code: i32, text: &str) -> bool {
        // A forked child has no way to the launcher.
        self.job.has_launcher() && !is_forked() && self.job.abort(code, text).is_ok()
    }

    /// What a child that this process forked is told that it can't do.
    #[cold]
    pub(crate) fn forked(&self, what: &'static str) -> Error {
        Error::Forked {
            rank: self.rank,
            joined: self.pid,
            what,
        }
    }

    /// Whether this process is the one that joined, and no child that it forked.
    pub fn is_of_this_process(&self) -> bool {
        self.pid == std::process::id()
    }

    /// The network of lane 0, if there are other nodes. A forked child has none: the packets on its sockets are for its parent.
    pub(crate) fn network(&self) -> Option<&Network> {
        self.network.as_deref().filter(|_| !is_forked())
    }

    /// All lanes, the same way.
    pub(crate) fn lanes(&self) -> Option<&Arc<Lanes>> {
        self.lanes.as_ref().filter(|_| !is_forked())
    }

    pub(crate) fn job(&self) -> &Arc<AnyJob> {
        &self.job
    }

    /// Has waits that do not end named by `namer`, which is called inside of one, rarely; the first counts.
    pub fn name_waits(&self, namer: fn() -> Option<String>) {
        self.wait_namer.get_or_init(|| namer);
    }

    /// What this process waits in, which for the runtime is `what`.
    pub(crate) fn name_wait(&self, what: &str) -> String {
        let name = self.wait_namer.get().and_then(|namer| namer());
        name.unwrap_or_else(|| what.to_owned())
    }

    pub(crate) fn mailbox(&self) -> &Mail {
        &self.mail
    }

    pub(crate) fn helper(&self) -> Option<&Helper> {
        self.helper.as_ref()
    }

    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }

    pub(crate) fn doorbell(&self) -> &Doorbell {
        &self.doorbell
    }

    #[inline]
    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// This process's own segment.
    #[inline]
    pub fn own_segment(&self) -> &Memory {
        &self.own_segment
    }

    /// The segment and the bell of a process of this node.
    #[inline]
    pub(crate) fn near(&self, pe: u32) -> Option<Segment<'_>> {
        self.segments.get(pe.wrapping_sub(self.first_rank) as usize)
    }

    /// Whether a process is of this node, so that operations toward it are loads and stores.
    #[inline]
    pub fn is_near(&self, pe: u32) -> bool {
        self.near(pe).is_some()
    }

    /// This process's own segment and bell.
    #[inline]
    pub(crate) fn own_near(&self) -> Segment<'_> {
        let own = self.segments.get(self.local_index as usize);
        own.expect("this process is of this node")
    }

    /// Whether nobody but the application's calls looks after the network.
    #[inline]
    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// The group of all processes, made by `make` if there is none yet.
    pub(crate) fn group_of_all(&self, make: impl FnOnce() -> Group) -> &Group {
        self.all.get_or_init(make)
    }

    /// The collectives that were begun.
    pub(crate) fn requests(&self) -> &Requests {
        &self.requests
    }

    pub(crate) fn active_sets(&self) -> &ActiveSets {
        &self.active_sets
    }

    /// The group of this node's processes, made by `make` if there is none yet.
    pub(crate) fn group_of_node(&self, make: impl FnOnce() -> Group) -> &Group {
        self.on_node.get_or_init(make)
    }

    /// Nobody waits for anything while it has these.
    pub(crate) fn contexts(&self) -> &Guarded<Contexts> {
        &self.contexts
    }

    pub(crate) fn check_rank(&self, pe: u32) -> Result<(), Error> {
        if pe < self.size {
            return Ok(());
        }
        Err(Error::NoSuchRank {
            rank: self.rank,
            pe,
            size: self.size,
        })
    }

    /// Whether `len` bytes at `offset` lie inside every process's segment, and `pe` exists.
    pub(crate) fn check(&self, pe: u32, offset: usize, len: usize) -> Result<(), Error> {
        self.check_rank(pe)?;
        let limit = self.own_segment().len();
        if offset <= limit && len <= limit - offset {
            return Ok(());
        }
        let error = MemoryError::OutOfBounds { offset, len, limit };
        Err(Error::memory(self.rank, pe, error))
    }

    pub(crate) fn network_result(&self, result: Result<u64, EngineError>) -> Result<u64, Error> {
        result.map_err(|source| Error::Network {
            rank: self.rank,
            source,
        })
    }
}

/// The job that this process was started in, else one of its own.
fn find_job(settings: &Settings, globals: Globals) -> Result<AnyJob, Error> {
    if let Some(job) = jobs::launched().map_err(joining)? {
        return Ok(job);
    }
    if let Some(said) = jobs::foreign_launcher() {
        eprintln!("farreach: {said}");
    }
    check_heap(settings.heap, 0)?;
    let variables = match globals {
        Globals::Private => 0,
        Globals::Symmetric => settings.globals,
    };
    jobs::alone(settings.heap, variables).map_err(joining)
}

/// Collectives reach so many nodes, and so many processes of a node.
fn check_shape(settings: &Settings, job: &AnyJob) -> Result<(), Error> {
    let rank = job.rank();
    let nodes = match settings.collectives {
        Algorithms::Hierarchical => job.nodes(),
        Algorithms::Flat => job.size(),
    };
    if nodes > NODES_MAX {
        let what = format!("{nodes} nodes, but collectives reach {NODES_MAX}");
        return Err(Error::Mismatch { rank, what });
    }
    let (given, needed) = (
        job.arena().layout().internal_bytes,
        collectives::INTERNAL_BYTES as u64,
    );
    if given < needed {
        let what = format!(
            "the launcher gives the library {given} bytes of each segment, but this one needs {needed}: use one version of \
             Farreach for both"
        );
        return Err(Error::Mismatch { rank, what });
    }
    let on_node = job.local_size() as usize;
    if on_node > collectives::MEMBERS_MAX {
        let most = collectives::MEMBERS_MAX;
        let what = format!("{on_node} processes on a node, but collectives reach {most}");
        return Err(Error::Mismatch { rank, what });
    }
    Ok(())
}

fn joining(source: JobError) -> Error {
    Error::Job { source }
}
