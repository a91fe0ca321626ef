//! A job that does nothing: its time from command to exit, the cost of joining for each process,
//! and the stages of this time with connections made on demand and with all connections made at the
//! start.

mod in_c;

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use farreach_engine::{Fabric, Setup};
use serde::Deserialize;

use crate::fabric::variables;
use crate::job;
use crate::limits::Limit;
use crate::pin::Cores;
use crate::published;
use crate::report::Target;
use crate::sample::{Sample, Unit};
use crate::task::{Bench, Placement, Task};
use crate::worker::Session;

pub(crate) use in_c::samples as samples_in_c;

/// Virtual nodes of a job with at least as many processes.
pub(crate) const NODES: u32 = 4;
/// The least number of processes for which the two set-ups are compared.
const COMPARED_MIN: u32 = 16;
/// The processes of the published figures.
const PUBLISHED_PROCESSES: u32 = 8192;

#[derive(Debug, Deserialize)]
struct Published {
    headline: Speedup,
}

/// The published speed-up by connecting on demand.
#[derive(Debug, Deserialize)]
struct Speedup {
    init_speedup_8192: f64,
    hello_world_speedup_8192: f64,
}

/// The parts of the launcher's summary that are used here.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Summary {
    wall_seconds: f64,
    startup: Stages,
}

/// Seconds of each stage, means over the processes.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Stages {
    launch: f64,
    exchange: f64,
    memory: f64,
    device: f64,
    preconnect: f64,
    other: f64,
    finalize: f64,
}

impl Stages {
    fn named(&self) -> [(&'static str, f64); 7] {
        [
            ("launch", self.launch),
            ("exchange", self.exchange),
            ("memory", self.memory),
            ("device", self.device),
            ("preconnect", self.preconnect),
            ("other", self.other),
            ("finalize", self.finalize),
        ]
    }

    /// From the start of the process's first call to its end.
    fn initialisation(&self) -> f64 {
        self.exchange + self.memory + self.device + self.preconnect + self.other
    }
}

/// Start-up with `size` processes.
pub(crate) fn samples(program: &Path, cores: Cores, size: u32) -> Result<Vec<Sample>> {
    let mut samples = vec![
        from_command_to_exit(program, size)?,
        joining(program, cores, size)?,
    ];
    if size >= COMPARED_MIN {
        samples.extend(compared(program, OsStr::new("hello"), "hello", size)?);
    }
    Ok(samples)
}

/// This rank's part in [`joining`]: it has joined, and reports the cost.
pub(crate) fn run(session: &Session) {
    Sample::new(
        format!(
            "CPU time of a process until it has joined, mean of {}",
            session.task.shape()
        ),
        session.init_cpu_seconds,
        Unit::Milliseconds,
    )
    .emit();
}

/// The mean processor time of a process from its start until it has joined.
fn joining(program: &Path, cores: Cores, size: u32) -> Result<Sample> {
    let task = Task {
        size,
        nodes: NODES.min(size),
        ..Task::pair(Bench::Startup, Placement::CrossNode, Target::Polling, 0)
    };
    let samples = job::run(program, cores, &task)?;
    ensure!(
        samples.len() == size as usize,
        "{size} processes reported {} times",
        samples.len()
    );
    let mean = samples.iter().map(|sample| sample.value).sum::<f64>() / f64::from(size);
    Ok(Sample {
        value: mean,
        ..samples[0].clone()
    })
}

/// The time of `hello`.
fn from_command_to_exit(program: &Path, size: u32) -> Result<Sample> {
    let nodes = NODES.min(size);
    let begun = Instant::now();
    let output = start(program, OsStr::new("hello"), size, "text", Setup::OnDemand)?;
    let seconds = begun.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter(|line| line.contains("rank")).count();
    ensure!(
        lines >= size as usize,
        "{size} processes of `hello` wrote {lines} lines:\n{text}"
    );
    let case = format!("hello, {size} processes on {nodes} nodes");
    let sample = Sample::new(case, seconds, Unit::Milliseconds);
    Ok(sample.limited(Limit::Spawn.times(f64::from(size))))
}

/// The stages of the time of `job`, called `name`, with both set-ups, and the comparison of the
/// set-ups.
fn compared(program: &Path, job: &OsStr, name: &str, size: u32) -> Result<Vec<Sample>> {
    let shape = format!("{size} processes on {} nodes", NODES.min(size));
    let mut samples = Vec::new();
    let mut summaries = Vec::new();
    for setup in [Setup::OnDemand, Setup::Static] {
        let output = start(program, job, size, "json", setup)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().unwrap_or_default();
        let summary: Summary = serde_json::from_str(last)
            .with_context(|| format!("the summary of {size} `{name}`: {text}"))?;
        let case = |what: &str| format!("{name}, {setup}: {what}, {shape}");
        let mut add =
            |what, seconds| samples.push(Sample::new(case(what), seconds, Unit::Milliseconds));
        for (stage, seconds) in summary.startup.named() {
            add(stage, seconds);
        }
        add("from command to exit", summary.wall_seconds);
        summaries.push(summary);
    }
    let published: Published = published::of(published::OPENSHMEM);
    let Speedup {
        init_speedup_8192: initialisation,
        hello_world_speedup_8192: hello,
    } = published.headline;
    let [on_demand, at_start] = [summaries[0], summaries[1]];
    for (what, ours, theirs) in [
        (
            "initialisation",
            at_start.startup.initialisation() / on_demand.startup.initialisation(),
            initialisation,
        ),
        (
            "from command to exit",
            at_start.wall_seconds / on_demand.wall_seconds,
            hello,
        ),
    ] {
        let case = format!("{name}, static : on-demand, {what}, {shape}");
        let beside = format!("published, OpenSHMEM 2015, {PUBLISHED_PROCESSES} processes");
        samples.push(Sample::new(case, ours, Unit::Times).beside(beside, theirs));
    }
    Ok(samples)
}

/// Runs `job`, which must end well.
fn start(program: &Path, job: &OsStr, size: u32, stats: &str, setup: Setup) -> Result<Output> {
    let fabric = Fabric {
        setup,
        ..Fabric::default()
    };
    let (count, nodes) = (size.to_string(), NODES.min(size).to_string());
    let output = Command::new(program)
        .args(["run", "-n", &count, "--nodes", &nodes, "--stats", stats])
        .arg(job)
        .envs(variables(&fabric))
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting a job of `{}`", job.display()))?;
    ensure!(
        output.status.success(),
        "a job of {size} `{}` with set-up {setup} failed: {}: {}",
        job.display(),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output)
}
