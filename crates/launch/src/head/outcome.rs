//! What a job is asked to be, and what became of it.

use std::ffi::OsString;
use std::time::Duration;

use crate::placement::Placement;
use crate::program::Program;
use crate::protocol::ExitStatus;

/// Whether output lines say which rank wrote them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Lines as they are.
    Off,
    /// `[rank] ` before each line.
    Rank,
}

/// A job to run.
#[derive(Clone, Debug)]
pub struct JobSpec {
    /// How many ranks on how many nodes.
    pub placement: Placement,
    /// What each rank executes.
    pub program: Program,
    /// Variables set for the ranks beside what they inherit.
    pub env: Vec<(OsString, OsString)>,
    /// Whether lines are labelled.
    pub labels: Labels,
    /// How long the job may run.
    pub timeout: Option<Duration>,
    /// Bytes of each rank's symmetric heap.
    pub heap_bytes: u64,
    /// When the command began, in [`crate::now_ns`] time: start-up is counted from here.
    pub started_ns: u64,
}

/// What became of a job.
#[derive(Clone, Debug)]
pub struct JobOutcome {
    /// The exit code that stands for the whole job.
    pub exit_code: i32,
    /// Why the job was ended, as it was already told on standard error; `None` if all ranks ended well.
    pub failure: Option<String>,
    /// From [`JobSpec::started_ns`] to the end of the last process.
    pub wall: Duration,
    /// The ranks, by rank.
    pub ranks: Vec<RankOutcome>,
}

/// What became of a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankOutcome {
    /// Its process; `None` if it was never started.
    pub pid: Option<i32>,
    /// How it ended; `None` if it wasn't started or its agent was lost.
    pub status: Option<ExitStatus>,
    /// When its agent began to start it, in [`crate::now_ns`] time.
    pub spawn_ns: u64,
    /// When its agent saw its end.
    pub end_ns: u64,
    /// What it reported last.
    pub stats: Option<Vec<u8>>,
}

/// Why a job could not even begin.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The operating system refused something.
    #[error("can't start the job: {what}: {source}")]
    Os {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
}
