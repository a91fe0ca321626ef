//! Why a process can't join its job, or loses it.

use std::io;
use std::path::PathBuf;

use farreach_node::{ArenaError, PlacementError};

use crate::mapping::MappingError;
use crate::wire::WireError;

/// Why a process can't join the job that another launcher started, or loses it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PmiError {
    /// Several processes were started, and no PMI answers.
    #[error(
        "another launcher started {size} processes ({told_by}), but offers no process management interface: {remedy}"
    )]
    NoPmi {
        /// The number of processes.
        size: u32,
        /// The variable that says so.
        told_by: &'static str,
        /// What to do.
        remedy: String,
    },
    /// The launcher's connection can't be used.
    #[error(
        "the launcher's {what} leads nowhere: {reason}; start the program by the launcher itself, or by farreach run"
    )]
    NoConnection {
        /// The variable and its value.
        what: String,
        /// Why it can't be used.
        reason: String,
    },
    /// The launcher has closed its connection.
    #[error("the launcher has closed its PMI connection: the job is over")]
    LauncherLost,
    /// The launcher does not answer.
    #[error(
        "{launcher} has not answered {command} for {seconds} s: look whether it still runs, or give it longer by \
         FARREACH_START_TIMEOUT"
    )]
    Silent {
        /// The launcher, as far as its connection tells.
        launcher: String,
        /// What it was asked.
        command: String,
        /// How long.
        seconds: u64,
    },
    /// The launcher's answer makes no sense.
    #[error("the launcher answered {command} by {answer:?}: {problem}")]
    Answer {
        /// What it was asked.
        command: String,
        /// Its answer.
        answer: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The launcher's bytes are no message.
    #[error("the launcher sent {0}")]
    Wire(#[from] WireError),
    /// The launcher's mapping of processes can't be read.
    #[error(transparent)]
    Mapping(#[from] MappingError),
    /// The launcher's mapping of processes is impossible.
    #[error("the launcher's placement is impossible: {0}")]
    Placement(#[from] PlacementError),
    /// The launcher gave a number that can't be.
    #[error(
        "the launcher says {what}: start the program by the launcher itself, or by farreach run"
    )]
    Environment {
        /// The variable, its value and what is wrong.
        what: String,
    },
    /// The node's memory can't be made or used.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Processes of this node have not come.
    #[error(
        "ranks {missing} have not joined on {host} for {seconds} s: each process that the launcher starts has to initialise the \
         library; give slow ones longer by FARREACH_START_TIMEOUT, and make containers nodes by FARREACH_NODES_BY=container"
    )]
    Missing {
        /// The ranks.
        missing: String,
        /// This host.
        host: String,
        /// How long they were waited for.
        seconds: u64,
    },
    /// This node's first process was not found.
    #[error(
        "rank {first}, which has this node's memory, was not found on {host} for {seconds} s: it has to initialise the library, and to \
         share user, network and process numbers with this process (containers: docker run --network host --pid host, or \
         FARREACH_NODES_BY=container, by which each of them is a node); give it longer by FARREACH_START_TIMEOUT"
    )]
    NoFirst {
        /// The node's lowest rank.
        first: u32,
        /// This host.
        host: String,
        /// How long it was looked for.
        seconds: u64,
    },
    /// A process of this node can't be let in.
    #[error("{0}")]
    Refused(String),
    /// A process of this node is gone, and with it the job.
    #[error("rank {rank} on {host} is gone without having left the job: the job is over")]
    RankLost {
        /// The rank.
        rank: u32,
        /// This host.
        host: String,
    },
    /// The key file can't be used.
    #[error("FARREACH_KEY_FILE={}: {problem}", path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A node is not heard of any more, and with it the job is over.
    #[error(
        "{host}, with rank {rank}, is not heard of any more (FARREACH_HEARTBEAT): it is down, or the network between it and this host"
    )]
    HostLost {
        /// The lowest rank of the node.
        rank: u32,
        /// Its host.
        host: String,
    },
    /// The job has ended for a reason that was told.
    #[error("the job is over")]
    Over,
    /// Another process has ended the job.
    #[error("{0}")]
    Ended(String),
    /// What a node gave to the others makes no sense.
    #[error("node {node} gave the others {problem}: use one version of Farreach in a job")]
    Value {
        /// The node.
        node: u32,
        /// What is wrong.
        problem: String,
    },
    /// Nodes differ in what must be equal.
    #[error("{0}")]
    Differs(String),
    /// A library function of PMIx failed.
    #[error("PMIx: {0}")]
    Pmix(String),
    /// The operating system refused something.
    #[error("can't join the job: {what}: {source}")]
    Os {
        /// What was tried.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
}

/// What the operating system refused.
pub(crate) fn os<E: Into<io::Error>>(what: &'static str) -> impl Fn(E) -> PmiError {
    move |source| PmiError::Os {
        what,
        source: source.into(),
    }
}
