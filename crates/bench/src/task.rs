//! What there is to measure, and what one job of workers is asked to do.

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
    /// Large puts and gets.
    Bandwidth,
    /// Barrier and all-reduce, blocking and begun.
    Barrier,
    /// Collectives by each algorithm.
    Collectives,
    /// The first put to a peer.
    Connect,
    /// A job that does nothing, from command to exit.
    Startup,
    /// What a process holds, at moments of its life.
    Memory,
    /// Operations over connections of each kind, long after they were made.
    Reach,
    /// Every process with many others.
    ManyToMany,
    /// The receive buffers of messages.
    Buffers,
    /// Few queue pairs and many peers.
    Budget,
    /// Peers and queue pairs of known programs.
    Peers,
    /// The kernels of the NAS Parallel Benchmarks.
    Nas,
    /// Threads beside processes.
    Threads,
}

impl Bench {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Bench; 16] = [
        Bench::Latency,
        Bench::Rate,
        Bench::Atomics,
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
        Bench::Threads,
    ];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Bench::Latency => "latency",
            Bench::Rate => "rate",
            Bench::Atomics => "atomics",
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
            Bench::Threads => "threads",
        }
    }
}

/// Where the processes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// On one node: they share memory.
    SameNode,
    /// On different nodes: they share nothing and use the network.
    CrossNode,
}

impl Placement {
    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Placement::SameNode => "same-node",
            Placement::CrossNode => "cross-node",
        }
    }
}

/// Which cases of a bench are measured, under what conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scenario {
    /// Its ordinary ones.
    Ordinary,
    /// Gets from a target that computes for long.
    LongComputation,
    /// The same, and a process outside the job keeps the initiator's core busy.
    LongComputationBusy,
    /// The processor time of large puts.
    Cost,
    /// Large puts while datagrams are lost.
    Loss,
    /// Large puts of all others to one process.
    Incast,
    /// The first put, whatever carries it.
    FirstPut,
    /// Collectives as connections come.
    Warmth,
    /// Exchanges with all others instead of some.
    AllToAll,
    /// Exchanges by messages instead of puts.
    Messages,
    /// Threads of one process, instead of processes.
    Threads,
}

/// Cases that take less are a quick look: some of them are left out.
pub(crate) const QUICK_MS: u64 = 20;

/// What one job of workers does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The group.
    pub(crate) bench: Bench,
    /// How many processes.
    pub(crate) size: u32,
    /// On how many nodes.
    pub(crate) nodes: u32,
    /// What the target does meanwhile.
    pub(crate) target: Target,
    /// Which cases.
    pub(crate) scenario: Scenario,
    /// How long each case is measured, in milliseconds.
    pub(crate) case_ms: u64,
    /// Which fraction of the arriving datagrams each process loses.
    pub(crate) loss: f64,
    /// The process that runs the benchmarks.
    pub(crate) driver: u32,
    /// How connections are made and used; none: as this process's environment says. The job's processes have it in
    /// their settings.
    #[serde(skip)]
    pub(crate) fabric: Option<Fabric>,
}

impl Task {
    /// The ordinary cases of two processes.
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
        }
    }

    /// Where its processes are.
    pub(crate) fn placement(&self) -> Placement {
        if self.nodes == 1 {
            Placement::SameNode
        } else {
            Placement::CrossNode
        }
    }

    /// How many processes there are, and where, for people.
    pub(crate) fn shape(&self) -> String {
        let nodes = if self.nodes == 1 { "node" } else { "nodes" };
        format!("{} processes on {} {nodes}", self.size, self.nodes)
    }

    /// How long each case is measured.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_millis(self.case_ms)
    }
}
