//! The benches, and the task of one job of workers.

use std::time::Duration;

use farreach_engine::Fabric;
use serde::{Deserialize, Serialize};

use crate::report::Target;

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bench {
    /// One operation at a time.
    Latency,
    /// Many small puts at a time.
    Rate,
    /// Atomic operations.
    Atomics,
    /// ARMCI: single operations, strides, accumulates.
    Armci,
    /// Active messages.
    Am,
    /// Messages that are matched by tag.
    Tagged,
    /// Messages of MPI.
    Mpi,
    /// MPI's files.
    Io,
    /// Messages that are not received yet.
    Flood,
    /// Large puts and gets.
    Bandwidth,
    /// Barrier and all-reduce, blocking and non-blocking.
    Barrier,
    /// Collectives by each algorithm.
    Collectives,
    /// The first put to a peer.
    Connect,
    /// A job that does nothing, from command to exit.
    Startup,
    /// The memory of a process at moments of its life.
    Memory,
    /// Operations on established connections of each kind.
    Reach,
    /// Each process with many others.
    ManyToMany,
    /// The receive buffers of messages.
    Buffers,
    /// Few queue pairs and many peers.
    Budget,
    /// Peers and queue pairs of known programs.
    Peers,
    /// The kernels of the NAS Parallel Benchmarks.
    Nas,
    /// Programming models alone and together.
    Hybrid,
    /// The kernels of the papers on connections.
    Kernels,
    /// Threads beside processes.
    Threads,
    /// Work requests without a runtime.
    Verbs,
    /// An adapter of the host.
    Adapters,
}

impl Bench {
    /// All benches, in the order of the report.
    pub const ALL: [Bench; 26] = [
        Bench::Latency,
        Bench::Rate,
        Bench::Atomics,
        Bench::Armci,
        Bench::Am,
        Bench::Tagged,
        Bench::Mpi,
        Bench::Io,
        Bench::Flood,
        Bench::Bandwidth,
        Bench::Barrier,
        Bench::Collectives,
        Bench::Connect,
        Bench::Startup,
        Bench::Memory,
        Bench::Reach,
        Bench::ManyToMany,
        Bench::Buffers,
        Bench::Budget,
        Bench::Peers,
        Bench::Nas,
        Bench::Hybrid,
        Bench::Kernels,
        Bench::Threads,
        Bench::Verbs,
        Bench::Adapters,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Bench::Latency => "latency",
            Bench::Rate => "rate",
            Bench::Atomics => "atomics",
            Bench::Armci => "armci",
            Bench::Am => "am",
            Bench::Tagged => "tagged",
            Bench::Mpi => "mpi",
            Bench::Io => "io",
            Bench::Flood => "flood",
            Bench::Bandwidth => "bandwidth",
            Bench::Barrier => "barrier",
            Bench::Collectives => "collectives",
            Bench::Connect => "connect",
            Bench::Startup => "startup",
            Bench::Memory => "memory",
            Bench::Reach => "reach",
            Bench::ManyToMany => "many-to-many",
            Bench::Buffers => "buffers",
            Bench::Budget => "budget",
            Bench::Peers => "peers",
            Bench::Nas => "nas",
            Bench::Hybrid => "hybrid",
            Bench::Kernels => "kernels",
            Bench::Threads => "threads",
            Bench::Verbs => "verbs",
            Bench::Adapters => "adapters",
        }
    }
}

/// The placement of the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// On one node: the processes share memory.
    SameNode,
    /// On different nodes: the processes share no memory and use the network.
    CrossNode,
}

impl Placement {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Placement::SameNode => "same-node",
            Placement::CrossNode => "cross-node",
        }
    }
}

/// The cases of a bench that are measured, and their conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scenario {
    /// The ordinary cases.
    Ordinary,
    /// Gets from a target that computes for long.
    LongComputation,
    /// Gets from a target that computes for long, while a process outside of the job keeps the
    /// initiator's core busy.
    LongComputationBusy,
    /// The processor time of large puts.
    Cost,
    /// Large puts while datagrams are lost.
    Loss,
    /// Large puts of all processes to one process.
    Incast,
    /// The first put, over a connection or in a datagram.
    FirstPut,
    /// Collectives while connections are made.
    Warmth,
    /// Exchanges with all others instead of some.
    AllToAll,
    /// Exchanges by messages instead of puts.
    Messages,
    /// Threads of one process instead of processes.
    Threads,
    /// Operations of all processes at a time.
    Together,
    /// Accumulates alone.
    Accumulates,
    /// Processes that start, and reach nobody.
    Starting,
}

/// Milliseconds per case below which a run is quick: some cases are left out.
pub(crate) const QUICK_MS: u64 = 20;

/// The task of one job of workers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The bench.
    pub(crate) bench: Bench,
    /// The number of processes.
    pub(crate) size: u32,
    /// The number of nodes.
    pub(crate) nodes: u32,
    /// What the target does meanwhile.
    pub(crate) target: Target,
    /// The cases.
    pub(crate) scenario: Scenario,
    /// Milliseconds that each case is measured.
    pub(crate) case_ms: u64,
    /// The fraction of arriving datagrams that each process drops.
    pub(crate) loss: f64,
    /// The process id of the driver.
    pub(crate) driver: u32,
    /// How connections are made and used. The job's processes get it as settings. `None`: as this
    /// process's environment says.
    #[serde(skip)]
    pub(crate) fabric: Option<Fabric>,
    /// The protocol of accumulates. The job's processes get it as a setting. `None`: as this process's environment
    /// says.
    #[serde(skip)]
    pub(crate) accumulate: Option<&'static str>,
}

impl Task {
    /// The ordinary cases with two processes.
    pub(crate) fn pair(bench: Bench, placement: Placement, target: Target, case_ms: u64) -> Task {
        let nodes = match placement {
            Placement::SameNode => 1,
            Placement::CrossNode => 2,
        };
        Task {
            bench,
            size: 2,
            nodes,
            target,
            scenario: Scenario::Ordinary,
            case_ms,
            loss: 0.0,
            driver: std::process::id(),
            fabric: None,
            accumulate: None,
        }
    }

    /// The placement of the processes.
    pub(crate) fn placement(&self) -> Placement {
        if self.nodes == 1 {
            Placement::SameNode
        } else {
            Placement::CrossNode
        }
    }

    /// The number of processes and their placement, as text.
    pub(crate) fn shape(&self) -> String {
        let nodes = if self.nodes == 1 { "node" } else { "nodes" };
        format!("{} processes on {} {nodes}", self.size, self.nodes)
    }

    /// The time that each case is measured.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_millis(self.case_ms)
    }
}
