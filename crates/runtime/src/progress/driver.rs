//! The network of a process: its lanes, and the helper thread.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use farreach_engine::{EngineError, Reach, Server};
use farreach_forks::is_forked;
use farreach_node::{Bell, Memory, start_error};
use farreach_verbs::AtomicWidth;

use super::background::Continue;
use super::helper::{Helper, NodeHelper};
use super::lanes::Lanes;
use super::network::Network;
use super::opening::open_network;
use super::waiting::Waiting;
use crate::job::jobs::{AnyJob, Job};
use crate::job::rank_set::RankSet;
use crate::job::settings::Settings;
use crate::{Error, World};

/// Names the program's function that the calling thread is in, if the function is of its programming model.
type Namer = fn() -> Option<String>;

/// The network of a process and its helper. A process of a job with one node has no network.
#[derive(Default)]
pub(crate) struct Driver {
    /// Lane 0.
    network: Option<Arc<Network>>,
    lanes: Option<Arc<Lanes>>,
    helper: Option<Helper>,
    /// The helper of a job of one node, once a programming model has asked for it.
    on_node: OnceLock<NodeHelper>,
    /// Whether the process has a network but no helper.
    is_alone: bool,
    /// Names the program's function that a wait is in.
    wait_namers: Mutex<Vec<Namer>>,
}

/// The times that the start of a [`Driver`] took.
#[derive(Default)]
pub(crate) struct StartTimes {
    /// The time until the device was open.
    pub(crate) device: Duration,
    /// The time from then until the endpoint was published.
    pub(crate) exchange: Duration,
}

impl Driver {
    /// Opens the network if the job has several nodes, publishes its endpoint, and starts the
    /// helper. Peers reach this process's memory `own.0`. Its bell `own.1` is rung when something
    /// has come.
    pub(crate) fn start(
        settings: &Settings,
        job: &Arc<AnyJob>,
        own: (Memory, Bell),
        background: Continue,
    ) -> Result<(Driver, StartTimes), Error> {
        if job.nodes() == 1 {
            return Ok(Default::default());
        }
        let (rank, arena) = (job.rank(), job.arena());
        let begun = Instant::now();
        let network = Arc::new(open_network(settings, job, arena, own)?);
        let device = begun.elapsed();
        job.publish(&network.peek(|core, _| core.endpoint()))?;
        let exchange = begun.elapsed().saturating_sub(device);
        let lanes = Arc::new(Lanes::new(Arc::clone(&network), arena.clone()));
        let helper = if settings.helper {
            let fabric = &settings.fabric;
            let is_server = fabric.reach == Reach::Server && job.local_index() == 0;
            let polls = is_server && fabric.server == Server::Polling;
            let helper = Helper::start(Arc::clone(&lanes), background, Arc::clone(job), polls);
            Some(helper.map_err(|source| Error::Helper {
                rank,
                source: start_error(source),
            })?)
        } else {
            None
        };
        let driver = Driver {
            network: Some(network),
            lanes: Some(lanes),
            is_alone: helper.is_none(),
            helper,
            on_node: OnceLock::new(),
            wait_namers: Mutex::default(),
        };
        Ok((driver, StartTimes { device, exchange }))
    }

    /// Whether adapters alone execute atomics of this width, also those of processes of a node on each other's words.
    pub(crate) fn adapter_executes(&self, width: AtomicWidth) -> bool {
        let network = self.network.as_ref();
        network.is_some_and(|network| network.peek(|core, _| core.engine.adapter_executes(width)))
    }
}

impl World {
    /// The network of lane 0, if the job has several nodes. A forked child has none, because the
    /// packets on its sockets are for its parent.
    pub(crate) fn network(&self) -> Option<&Network> {
        self.driver().network.as_deref().filter(|_| !is_forked())
    }

    /// All lanes, if the job has several nodes. A forked child has none.
    pub(crate) fn lanes(&self) -> Option<&Arc<Lanes>> {
        self.driver().lanes.as_ref().filter(|_| !is_forked())
    }

    pub(crate) fn helper(&self) -> Option<&Helper> {
        self.driver().helper.as_ref()
    }

    /// Has a helper thread take messages while the program computes, also in a job of one node.
    /// Between nodes there is one anyway, unless the settings want none.
    pub fn want_helper(&self) -> Result<(), Error> {
        let driver = self.driver();
        if driver.network.is_some() || !self.settings().helper || driver.on_node.get().is_some() {
            return Ok(());
        }
        let started = NodeHelper::start(self).map_err(|source| Error::Helper {
            rank: self.rank(),
            source: start_error(source),
        })?;
        // Of two that were started at once, one ends here.
        let _ = driver.on_node.set(started);
        Ok(())
    }

    /// Ends the helper's thread.
    pub(crate) fn stop_helper(&self) {
        if let Some(helper) = self.helper() {
            helper.stop();
        }
        if let Some(helper) = self.driver().on_node.get() {
            helper.stop();
        }
    }

    /// The number of threads of the library.
    pub(crate) fn helper_threads(&self) -> usize {
        let on_node = self.driver().on_node.get().is_some();
        usize::from(self.helper().is_some()) + usize::from(on_node) + self.job().threads()
    }

    /// Whether nobody but the application's calls looks after the network.
    #[inline]
    pub(crate) fn is_alone(&self) -> bool {
        self.driver().is_alone
    }

    /// Lets `namer` name the program's function that a wait is in. It is called rarely, and inside
    /// of the wait. Each programming model has one, which returns `None` outside of the model's functions.
    pub fn name_waits(&self, namer: Namer) {
        self.wait_namers().push(namer);
    }

    fn wait_namers(&self) -> MutexGuard<'_, Vec<Namer>> {
        let namers = self.driver().wait_namers.lock();
        namers.unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the wait that this process is in, and which tagged messages it is for.
    pub(crate) fn name_wait(&self, waiting: &Waiting<'_>) -> String {
        let namers = self.wait_namers().clone();
        let name = namers.iter().find_map(|namer| namer());
        name.unwrap_or_else(|| waiting.what.to_owned()) + &self.describe_messages()
    }

    /// The name of the wait that this process is in, and which ranks it is for, as far as that is known.
    pub(crate) fn describe_wait(&self, waiting: &Waiting<'_>) -> String {
        let mut text = self.name_wait(waiting);
        if let Some(rank) = waiting.whom {
            let _ = write!(text, ", for rank {rank}");
        }
        let awaited = self.awaited();
        if !awaited.is_empty() {
            let ranks = if awaited.len() == 1 { "rank" } else { "ranks" };
            let _ = write!(text, ", with operations toward {ranks} {awaited} under way");
        }
        text
    }

    /// The ranks toward which operations of any lane have not ended. A lane that a thread is inside of is left out.
    fn awaited(&self) -> RankSet {
        let lanes = self.lanes();
        let all = lanes.map(|lanes| lanes.all().clone()).unwrap_or_default();
        let of_lane = |lane: &Arc<Network>| lane.try_enter(|core, _| core.engine.awaited());
        let ranks: BTreeSet<u32> = all.iter().filter_map(of_lane).flatten().collect();
        ranks.into_iter().collect()
    }

    /// Adds this process's rank to the error of a network operation.
    pub(crate) fn network_result<T>(&self, result: Result<T, EngineError>) -> Result<T, Error> {
        result.map_err(|source| Error::Network {
            rank: self.rank(),
            source,
        })
    }
}
