//! Compares Farreach with its peers: equal operations on equal cores, in turns.
//!
//! ```text
//!   for each round, for each job (a group, a placement, a number of processes), for each runtime in turn:
//!     ours:  farreach run .. compare-worker GROUP BUDGET_MS LIFE_S OPERATION:BYTES ..   own
//!     in C:  oshrun .. PROGRAM BUDGET_MS LIFE_S OPERATION:BYTES ..                      peer, bench/peers/shmem*.c
//!     peers: mpirun / mpiexec / oshrun .. PROGRAM BUDGET_MS LIFE_S OPERATION:BYTES ..   peer, bench/peers/*.c
//!        ends, or is ended at its time limit with all that came from it            process
//!        rows of figures, data checked                                             lines
//!   medians over the rounds ──▶ who is faster ──▶ table, Markdown, JSON, plots     report, plots
//! ```
//!
//! Invariants:
//! - A figure counts only if its program came to its end and all data was right.
//! - Nothing of a peer remains: no process, no file, no shared memory.

mod catalogue;
mod launchers;
mod lines;
mod own;
mod peer;
mod plots;
mod report;
mod rounds;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::conditions::Conditions;
use crate::task::Placement;
use crate::workspace::Workspace;
use catalogue::Job;
pub use catalogue::{Class, Group};
pub use launchers::{Launched, Launchers, table as launchers_table};
pub use own::main as worker_main;
use peer::Installed;
pub use peer::Peer;
pub use report::Comparison;

/// The name of the bundled app that measures Farreach.
pub const COMPARE_APP: &str = "compare-worker";

/// The subject and the thoroughness of a comparison.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command-line program, which is started for every job of Farreach.
    pub program: PathBuf,
    /// The peers to compare with.
    pub peers: Vec<Peer>,
    /// The groups to measure.
    pub groups: Vec<Group>,
    /// The placements to measure.
    pub placements: Vec<Placement>,
    /// The number of rounds of the medians.
    pub rounds: usize,
    /// Approximate milliseconds for each case of a round.
    pub case_ms: u64,
    /// A job that takes longer is taken to hang.
    pub job_limit: Duration,
    /// Numbers of processes in [`Group::Startup`].
    pub startup_sizes: Vec<u32>,
    /// Numbers of processes in [`Group::Collectives`].
    pub collective_sizes: Vec<u32>,
    /// Bytes of each process for one other process in [`Group::Collectives`].
    pub collective_bytes: Vec<usize>,
    /// The number of processes in [`Group::Oversubscribed`].
    pub oversubscribed_size: u32,
    /// Numbers of processes in [`Group::Kernels`]: powers of two.
    pub kernel_sizes: Vec<u32>,
    /// The size of the problems in [`Group::Kernels`].
    pub kernel_class: Class,
    /// The number of processes in [`Group::Files`].
    pub file_size: u32,
    /// Bytes of a file in [`Group::Files`].
    pub file_bytes: usize,
    /// The number of virtual nodes of Farreach's processes in [`Group::Collectives`] and [`Group::Kernels`] where they
    /// share no memory. `None`: each process on its own node, as the peers' processes are.
    pub nodes: Option<u32>,
}

impl Options {
    /// The options for figures of record.
    pub fn thorough(program: PathBuf) -> Options {
        Options {
            program,
            peers: Peer::ALL.to_vec(),
            groups: Group::ALL.to_vec(),
            placements: vec![Placement::SameNode, Placement::CrossNode],
            rounds: 3,
            case_ms: 20,
            job_limit: Duration::from_mins(1),
            startup_sizes: vec![2, 16, 64],
            collective_sizes: vec![2, 8],
            collective_bytes: vec![8, 4 << 10, 1 << 20],
            oversubscribed_size: 64,
            kernel_sizes: vec![4, 8, 16],
            kernel_class: Class::W,
            file_size: 4,
            file_bytes: 256 << 20,
            nodes: None,
        }
    }

    /// The options for rough figures in seconds.
    pub fn quick(program: PathBuf) -> Options {
        Options {
            rounds: 1,
            case_ms: 2,
            job_limit: Duration::from_mins(1),
            startup_sizes: vec![2],
            collective_sizes: vec![2],
            collective_bytes: vec![8, 4 << 10],
            oversubscribed_size: 8,
            kernel_sizes: vec![2],
            kernel_class: Class::S,
            file_size: 2,
            file_bytes: 4 << 20,
            ..Options::thorough(program)
        }
    }

    /// The options of [`Options::thorough`], with more and larger jobs.
    pub fn full(program: PathBuf) -> Options {
        Options {
            job_limit: Duration::from_mins(2),
            startup_sizes: vec![2, 16, 64, 256],
            collective_sizes: vec![2, 4, 8, 16, 32],
            collective_bytes: vec![8, 512, 4 << 10, 64 << 10, 1 << 20],
            kernel_class: Class::A,
            ..Options::thorough(program)
        }
    }

    /// The jobs of a round.
    fn jobs(&self) -> Vec<Job> {
        let problems = catalogue::Sizes {
            collectives: &self.collective_bytes,
            class: self.kernel_class,
            file: self.file_bytes,
        };
        let mut jobs = Vec::new();
        for &group in &self.groups {
            for &placement in &self.placements {
                let sizes = match group {
                    Group::Startup => &self.startup_sizes[..],
                    Group::TwoSided | Group::Rma | Group::Armci | Group::Active => &[2],
                    Group::Collectives => &self.collective_sizes,
                    Group::Oversubscribed => std::slice::from_ref(&self.oversubscribed_size),
                    Group::Kernels => &self.kernel_sizes,
                    Group::Files => std::slice::from_ref(&self.file_size),
                };
                jobs.extend(sizes.iter().map(|&processes| Job {
                    group,
                    placement,
                    processes,
                    operations: catalogue::operations(group, processes, problems),
                }));
            }
        }
        jobs
    }

    /// The number of virtual nodes of Farreach's processes in a job.
    fn nodes(&self, job: &Job) -> u32 {
        match (job.placement, job.group) {
            (Placement::SameNode, _) => 1,
            (_, Group::Startup) => job.processes.min(STARTUP_NODES),
            (_, Group::Oversubscribed) => job.processes.min(OVERSUBSCRIBED_NODES),
            (_, _) => self
                .nodes
                .map_or(job.processes, |nodes| nodes.min(job.processes)),
        }
    }
}

/// Virtual nodes of Farreach's empty program.
const STARTUP_NODES: u32 = 4;
/// Virtual nodes of Farreach's job with far more processes than cores.
const OVERSUBSCRIBED_NODES: u32 = 8;

/// Compares. `progress` gets the name of the next step, and ends the comparison by an error.
pub fn run(options: &Options, mut progress: impl FnMut(&str) -> Result<()>) -> Result<Comparison> {
    // Before anything is built, since a build loads the machine.
    let mut conditions = Conditions::begin();
    let workspace = Workspace::make()?;
    let mut installed = Vec::new();
    let mut missing = Vec::new();
    for &peer in &options.peers {
        if !options
            .groups
            .iter()
            .any(|&group| peer.takes_part_in(group))
        {
            continue;
        }
        // Finding Farreach's interface for C means building and installing it, which takes time.
        progress(&format!("looking for {}", peer.name()))?;
        match Installed::find(peer, &options.program, &workspace) {
            Ok(found) => {
                progress(&format!("building the programs of {}", peer.name()))?;
                for &group in &options.groups {
                    if peer.takes_part_in(group) {
                        found.build(group, &workspace)?;
                    }
                }
                installed.push(found);
            }
            Err(why) => missing.push((peer, why)),
        }
    }
    let figures = rounds::run(options, &installed, &workspace, &mut conditions, progress)?;
    Ok(Comparison::new(
        options, &installed, missing, &figures, conditions,
    ))
}
