//! The description of a job to run, and its outcome.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use crate::hosts::Hosts;
use crate::program::Program;
use crate::protocol::{ExitStatus, ORDER_BYTES_MAX};
use farreach_node::Placement;

/// Whether output lines begin with the rank that wrote them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Lines without labels.
    Off,
    /// `[rank] ` before each line.
    Rank,
}

/// A job to run.
#[derive(Clone, Debug)]
pub struct JobSpec {
    /// The number of ranks and nodes.
    pub placement: Placement,
    /// The programs in the order of their ranks.
    pub programs: Vec<Part>,
    /// Whether programs are sent to hosts that don't have them.
    pub copy: Copy,
    /// The cores of the ranks.
    pub bind: Bind,
    /// The folder of a file for each rank's output. `None`: the launcher's own output.
    pub output: Option<PathBuf>,
    /// Variables that the ranks get besides the inherited ones.
    pub env: Vec<(OsString, OsString)>,
    /// Whether lines are labelled.
    pub labels: Labels,
    /// The longest time that the job may run.
    pub timeout: Option<Duration>,
    /// Bytes of each rank's symmetric heap.
    pub heap_bytes: u64,
    /// Bytes of address space for each rank's variables, if its program shares them.
    pub globals_bytes: u64,
    /// The hosts of the nodes. `None`: all nodes are virtual nodes of this host.
    pub hosts: Option<Hosts>,
    /// The release and commit of this program. Agents of other hosts must be of the same build.
    pub build: &'static str,
    /// When the command started, in [`crate::now_ns`] time. Start-up times count from here.
    pub started_ns: u64,
}

/// A program, and the number of its ranks.
#[derive(Clone, Debug)]
pub struct Part {
    /// The number of ranks.
    pub ranks: u32,
    /// The program.
    pub program: Program,
    /// Variables that these ranks get besides those of the job, which they override.
    pub env: Vec<(OsString, OsString)>,
}

/// Whether programs are sent to other hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// The programs are at the same paths on all hosts.
    Off,
    /// A program is sent to each host that has no file at its path.
    WhereMissing,
}

/// The cores of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bind {
    /// A rank runs on any core.
    Off,
    /// Each rank has a core of its own.
    Core,
}

impl JobSpec {
    /// A job on virtual nodes of this host, of one program.
    pub fn new(placement: Placement, program: Program) -> JobSpec {
        let ranks = placement.size();
        JobSpec {
            placement,
            programs: vec![Part {
                ranks,
                program,
                env: Vec::new(),
            }],
            copy: Copy::Off,
            bind: Bind::Off,
            output: None,
            env: Vec::new(),
            labels: Labels::Off,
            timeout: None,
            heap_bytes: 1 << 20,
            globals_bytes: 0,
            hosts: None,
            build: "",
            started_ns: crate::now_ns(),
        }
    }

    /// Fails if the arguments and variables don't fit into the message to the agents.
    pub(super) fn check_bytes(&self) -> Result<(), LaunchError> {
        /// Bytes that the encoding adds to a string, at most.
        const BYTES_PER_STRING: usize = 8;
        const BYTES_BESIDE: usize = 1024;
        let passed = (self.hosts.as_ref()).map_or_else(Vec::new, Hosts::passed_variables);
        let programs = self.programs.iter().map(|part| &part.program);
        let of_parts = self.programs.iter().flat_map(|part| &part.env);
        let strings = programs
            .flat_map(|program| {
                let folder = program.folder.iter().map(|folder| folder.as_os_str());
                let names = [&*program.called, program.file.as_os_str()];
                let args = program.args.iter().map(OsString::as_os_str);
                names.into_iter().chain(folder).chain(args)
            })
            .chain(self.env.iter().flat_map(|(name, value)| [&**name, value]))
            .chain(of_parts.flat_map(|(name, value)| [&**name, value]))
            .chain(passed.iter().flat_map(|(name, value)| [&**name, value]));
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

/// The outcome of a job.
#[derive(Clone, Debug)]
pub struct JobOutcome {
    /// The exit code that stands for the whole job.
    pub exit_code: i32,
    /// Why the job was ended. The text was printed on standard error. `None` if all ranks ended
    /// well.
    pub failure: Option<String>,
    /// The time from [`JobSpec::started_ns`] to the end of the last process.
    pub wall: Duration,
    /// The ranks' outcomes, by rank.
    pub ranks: Vec<RankOutcome>,
}

/// The outcome of a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankOutcome {
    /// The process. `None` if it was never started.
    pub pid: Option<i32>,
    /// How the process ended. `None` if it was not started or its agent was lost.
    pub status: Option<ExitStatus>,
    /// When the agent began to start the process, in [`crate::now_ns`] time of the agent's host.
    /// Compare it with [`RankOutcome::end_ns`] only.
    pub spawn_ns: u64,
    /// When the agent saw the process's end, by that clock.
    pub end_ns: u64,
    /// The rank's last report.
    pub stats: Option<Vec<u8>>,
}

/// Why a job could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The operating system refused something.
    #[error("can't start the job: {what}: {source}")]
    Os {
        /// What was tried.
        what: &'static str,
        /// The cause.
        source: std::io::Error,
    },
    /// The folder of the ranks' output can't be written.
    #[error("can't start the job: making the files of --output-dir in {path:?}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The launcher can't find its own program.
    #[error(
        "can't start the job: there is no /proc here, by which the launcher starts its agents: mount it (mount -t proc proc /proc)"
    )]
    NoProc,
    /// The head can't have as many descriptors as it needs.
    #[error(
        "can't start the job: its {nodes} nodes need {wanted} open files here and the limit is {limit}: raise it (ulimit -Hn), or use \
         fewer nodes with more ranks each"
    )]
    OpenFiles {
        /// Nodes of the job.
        nodes: u32,
        /// Descriptors that are needed.
        wanted: u64,
        /// The hard limit.
        limit: u64,
    },
    /// Arguments and variables exceed what any program could be given.
    #[error(
        "can't start the job: the program's arguments and variables take {bytes} bytes, the limit is {limit}: \
         hand them over in a file"
    )]
    TooLong {
        /// Bytes of the message to the agents.
        bytes: usize,
        /// The largest such message.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::{JobSpec, LaunchError};
    use crate::protocol::ORDER_BYTES_MAX;
    use crate::{Placement, Program};

    #[test]
    fn arguments_beyond_the_limit_are_refused() {
        let with_argument = |bytes: usize| {
            let arguments = vec!["x".repeat(bytes).into()];
            let program = Program::find("sh".as_ref(), arguments, &[]).unwrap();
            JobSpec::new(Placement::new(1, 1).unwrap(), program)
        };
        assert!(with_argument(ORDER_BYTES_MAX / 2).check_bytes().is_ok());
        let error = with_argument(ORDER_BYTES_MAX).check_bytes().unwrap_err();
        assert!(matches!(error, LaunchError::TooLong { bytes, limit } if bytes > limit));
    }
}
