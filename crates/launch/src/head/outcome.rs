//! What a job is asked to be, and what became of it.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use crate::placement::Placement;
use crate::program::Program;
use crate::protocol::{ExitStatus, ORDER_BYTES_MAX};

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
    /// Bytes of address space for each rank's variables, if its program shares them.
    pub globals_bytes: u64,
    /// When the command began, in [`crate::now_ns`] time: start-up is counted from here.
    pub started_ns: u64,
}

impl JobSpec {
    /// Refuses what doesn't fit into the message that carries it to the agents.
    pub(super) fn check_bytes(&self) -> Result<(), LaunchError> {
        /// More than the encoding adds to a string, and to all of them.
        const BYTES_PER_STRING: usize = 8;
        const BYTES_BESIDE: usize = 1024;
        let folder = self.program.folder.iter().map(|folder| folder.as_os_str());
        let names = [&self.program.called, self.program.file.as_os_str()];
        let strings = (names.into_iter())
            .chain(folder)
            .chain(self.program.args.iter().map(OsString::as_os_str))
            .chain(self.env.iter().flat_map(|(name, value)| [&**name, value]));
        let bytes = strings
            .map(|string: &OsStr| string.len() + BYTES_PER_STRING)
            .sum();
        let limit = ORDER_BYTES_MAX - BYTES_BESIDE;
        if bytes > limit {
            return Err(LaunchError::TooLong { bytes, limit });
        }
        Ok(())
    }
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
    /// When its agent began to start it, in [`crate::now_ns`] time of the agent's host: only [`RankOutcome::end_ns`] compares with it.
    pub spawn_ns: u64,
    /// When its agent saw its end, by the same clock.
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
    /// More than any program could be given.
    #[error(
        "can't start the job: the program's arguments and variables take {bytes} bytes, the limit is {limit}: \
         hand them over in a file"
    )]
    TooLong {
        /// What they take on their way to the agents.
        bytes: usize,
        /// The most that it may be.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::{JobSpec, Labels, LaunchError};
    use crate::protocol::ORDER_BYTES_MAX;
    use crate::{Placement, Program};

    #[test]
    fn arguments_beyond_the_limit_are_refused() {
        let with_argument = |bytes: usize| JobSpec {
            placement: Placement::new(1, 1).unwrap(),
            program: Program::find("sh".as_ref(), vec!["x".repeat(bytes).into()], &[]).unwrap(),
            env: vec![],
            labels: Labels::Off,
            timeout: None,
            heap_bytes: 1 << 20,
            globals_bytes: 0,
            started_ns: 0,
        };
        assert!(with_argument(ORDER_BYTES_MAX / 2).check_bytes().is_ok());
        let error = with_argument(ORDER_BYTES_MAX).check_bytes().unwrap_err();
        assert!(matches!(error, LaunchError::TooLong { bytes, limit } if bytes > limit));
    }
}
