//! The rounds: every runtime runs each job in turn, so that a disturbance of the machine affects
//! all.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Result, ensure};

use super::catalogue::{Action, Group, Job, Operation};
use super::lines::{self, Said};
use super::peer::{Installed, Peer};
use super::{COMPARE_APP, Options};
use crate::conditions::Conditions;
use crate::pin::Cores;
use crate::process::{self, End, Run};
use crate::task::Placement;
use crate::workspace::Workspace;

#[cfg(test)]
mod tests;

/// A measured runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Runtime {
    /// Farreach's Rust interface.
    Farreach,
    /// A peer.
    Peer(Peer),
}

impl Runtime {
    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Runtime::Farreach => "farreach",
            Runtime::Peer(peer) => peer.name(),
        }
    }
}

impl Runtime {
    /// The job with those operations that the runtime has.
    fn part_of(self, job: &Job) -> Job {
        let mut part = job.clone();
        part.operations.retain(|operation| match self {
            Runtime::Farreach => !operation.action.is_of_mpi(),
            Runtime::Peer(peer) => peer.offers(job.group, operation.action),
        });
        part
    }

    fn takes_part_in(self, group: Group) -> bool {
        match self {
            // They are programs of MPI in C.
            Runtime::Farreach => !matches!(group, Group::Kernels | Group::Files),
            Runtime::Peer(peer) => peer.takes_part_in(group),
        }
    }

    /// Whether it is Farreach: in Rust, in C, or as MPI.
    pub(super) fn is_ours(self) -> bool {
        matches!(
            self,
            Runtime::Farreach | Runtime::Peer(Peer::FarreachC | Peer::FarreachMpi)
        )
    }
}

/// The key of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) placement: Placement,
    pub(super) group: Group,
    pub(super) processes: u32,
    pub(super) operation: Operation,
}

/// A problem of a runtime's job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) runtime: Runtime,
    /// The job's name.
    pub(super) job: String,
    /// The problem, as text.
    pub(super) what: String,
}

/// The figures of all rounds.
#[derive(Debug, Default)]
pub(super) struct Figures {
    /// Figures in base units, in the order of the rounds.
    pub(super) samples: BTreeMap<Key, BTreeMap<Runtime, Vec<f64>>>,
    /// The problems, each once.
    pub(super) problems: Vec<Problem>,
}

/// Runs all rounds. `progress` gets the name of the next step.
pub(super) fn run(
    options: &Options,
    installed: &[Installed],
    workspace: &Workspace,
    conditions: &mut Conditions,
    mut progress: impl FnMut(&str) -> Result<()>,
) -> Result<Figures> {
    ensure!(
        options.rounds > 0,
        "0 rounds have no median: ask for at least 1"
    );
    let cores = Cores::find();
    conditions.probe(cores)?;
    let mut figures = Figures::default();
    // A runtime that failed a job would fail again, after an equally long time.
    let mut given_up: Vec<(Runtime, Job)> = Vec::new();
    for round in 1..=options.rounds {
        for job in options.jobs() {
            for runtime in turns(installed.iter().map(|found| found.peer), round) {
                if !runtime.takes_part_in(job.group) {
                    continue;
                }
                let job = runtime.part_of(&job);
                let entry = (runtime, job.clone());
                if given_up.contains(&entry) {
                    continue;
                }
                let (name, of) = (job.name(), options.rounds);
                progress(&format!(
                    "round {round} of {of}: {name}: {}",
                    runtime.name()
                ))?;
                let mut command = match find(installed, runtime) {
                    None => own_command(options, &job),
                    Some(peer) => peer.command(options, &job, workspace),
                };
                command.args(arguments(options, &job));
                let run = process::run(&mut command, options.job_limit)?;
                let (samples, problem) = judge(runtime, &job, &run);
                for (operation, value) in samples {
                    let key = job.key(operation);
                    let row = figures.samples.entry(key).or_default();
                    row.entry(runtime).or_default().push(value);
                }
                if let Some((severity, what)) = problem {
                    let problem = Problem {
                        runtime,
                        job: name,
                        what,
                    };
                    if !figures.problems.contains(&problem) {
                        figures.problems.push(problem);
                    }
                    if severity != Severity::Noted {
                        given_up.push(entry);
                    }
                }
            }
        }
        conditions.probe(cores)?;
    }
    Ok(figures)
}

impl Job {
    fn key(&self, operation: Operation) -> Key {
        Key {
            placement: self.placement,
            group: self.group,
            processes: self.processes,
            operation,
        }
    }
}

/// The order of the runtimes in a round. The first of a round is last in the next.
fn turns(peers: impl Iterator<Item = Peer>, round: usize) -> Vec<Runtime> {
    let mut turns = vec![Runtime::Farreach];
    turns.extend(peers.map(Runtime::Peer));
    let first = (round - 1) % turns.len();
    turns.rotate_left(first);
    turns
}

fn find(installed: &[Installed], runtime: Runtime) -> Option<&Installed> {
    installed
        .iter()
        .find(|found| Runtime::Peer(found.peer) == runtime)
}

/// The command of a job of Farreach, without the program's own arguments.
fn own_command(options: &Options, job: &Job) -> Command {
    let mut command = Command::new(&options.program);
    command
        .args(["run", "-n", &job.processes.to_string()])
        .args(["--nodes", &options.nodes(job).to_string()])
        .args(["--timeout", &options.job_limit.as_secs().to_string()])
        .args(["--stats", "none", COMPARE_APP, job.group.name()]);
    command
}

/// The program's own arguments.
fn arguments(options: &Options, job: &Job) -> Vec<String> {
    // If this process is killed, the programs end by themselves after this time.
    let life = options.job_limit.as_secs() + 1;
    let mut arguments = vec![options.case_ms.to_string(), life.to_string()];
    if job.group != Group::Startup {
        arguments.extend(job.operations.iter().map(ToString::to_string));
    }
    arguments
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    /// The figures count.
    Noted,
    /// The figures count, but the job is not run again.
    Slow,
    /// None of the figures counts.
    Failed,
}

type Judgement = (BTreeMap<Operation, f64>, Option<(Severity, String)>);

/// Judges a run, and takes its figures.
fn judge(runtime: Runtime, job: &Job, run: &Run) -> Judgement {
    let failed = |what: String| (BTreeMap::new(), Some((Severity::Failed, what)));
    let said = match lines::read(&run.output, &job.operations) {
        Ok(said) => said,
        Err(misread) => return failed(misread.to_string()),
    };
    if let Some(operation) = said.wrong.first() {
        return failed(format!("wrong data: {}", operation.title()));
    }
    let how = match run.end {
        End::TimedOut(limit) => Some(format!("hung: ended after {} s", limit.as_secs())),
        End::Exited(status) if status.success() => None,
        End::Exited(status) => Some(format!("crashed: {}", process::describe(status))),
    };
    if !said.done {
        let how = how.unwrap_or_else(|| "ended before it was done".to_owned());
        let (last, complaint) = (last_of(&said, job), complaint(&run.errors));
        return failed(format!("{how}{last}{complaint}"));
    }
    if said.size != Some(job.processes) {
        let size = said.size.unwrap_or(0);
        let asked = job.processes;
        return failed(format!("{asked} processes were asked for, it has {size}"));
    }
    let mut figures = said.figures;
    if job.group == Group::Startup {
        if let Some(how) = how {
            return failed(format!("at exit {how}"));
        }
        let startup = Operation {
            action: Action::Startup,
            bytes: 0,
        };
        figures.insert(startup, run.seconds);
        return (figures, None);
    }
    let missing = job.operations.len() - figures.len();
    let mut notes = Vec::new();
    if missing > 0 {
        notes.push(format!(
            "too slow: {missing} of {} operations were not measured in time",
            job.operations.len()
        ));
    }
    if let Some(how) = how {
        notes.push(format!(
            "at exit {how}; its figures, complete before, count"
        ));
    }
    if run.left_behind > 0 && !runtime.is_ours() {
        notes.push(format!("left {} processes behind", run.left_behind));
    }
    let severity = match run.end {
        End::TimedOut(_) => Severity::Slow,
        End::Exited(_) => Severity::Noted,
    };
    let note = (!notes.is_empty()).then(|| (severity, notes.join("; ")));
    (figures, note)
}

/// The last operation that a program reported.
fn last_of(said: &Said, job: &Job) -> String {
    let measured = |operation: &&Operation| said.figures.contains_key(operation);
    match job.operations.iter().rfind(measured) {
        Some(operation) => format!(", after {}", operation.title()),
        None => String::new(),
    }
}

/// The first meaningful line of the errors, as far as it can be shown.
fn complaint(errors: &[u8]) -> String {
    const SHOWN: usize = 160;
    let text = String::from_utf8_lossy(errors);
    let says = |line: &&str| line.chars().filter(|sign| sign.is_alphabetic()).count() > 3;
    let Some(line) = text.lines().find(says) else {
        return String::new();
    };
    let shown: String = line
        .trim()
        .chars()
        .map(|sign| if sign.is_control() { '?' } else { sign })
        .take(SHOWN)
        .collect();
    format!(" ({shown})")
}
