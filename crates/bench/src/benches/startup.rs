//! A job that does nothing: from command to exit, and what joining it costs each process.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::job;
use crate::limits::Limit;
use crate::pin::Cores;
use crate::report::Target;
use crate::sample::{Sample, Unit};
use crate::task::{Bench, Placement, Task};
use crate::worker::Session;

/// Virtual nodes, if there are as many processes.
pub(crate) const NODES: u32 = 4;

/// Start-up with `size` processes.
pub(crate) fn samples(program: &Path, cores: Cores, size: u32) -> Result<Vec<Sample>> {
    Ok(vec![
        from_command_to_exit(program, size)?,
        joining(program, cores, size)?,
    ])
}

/// This rank's part in [`joining`]: it has joined, and tells what that cost.
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

/// The processor time that each process takes from its start until it has joined: the mean.
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
    let output = Command::new(program)
        .args([
            "run",
            "-n",
            &size.to_string(),
            "--nodes",
            &nodes.to_string(),
            "hello",
        ])
        .stdin(Stdio::null())
        .output()
        .context("starting a job of `hello`")?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(
        output.status.success(),
        "a job of {size} `hello` failed: {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
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
