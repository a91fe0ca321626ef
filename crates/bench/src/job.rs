//! Runs a task as a job of workers.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::fabric::variables;
use crate::pin::Cores;
use crate::sample::Sample;
use crate::task::{Scenario, Task};

/// A job that takes longer is taken to hang.
const TIMEOUT_SECONDS: u64 = 120;

/// Runs the task to its end. Returns the samples that rank 0 reported.
pub(crate) fn run(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    if task.scenario != Scenario::LongComputationBusy {
        return run_alone(program, task);
    }
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            cores.pin_first();
            while !ends.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        let samples = run_alone(program, task);
        ends.store(true, Ordering::Relaxed);
        samples
    })
}

fn run_alone(program: &Path, task: &Task) -> Result<Vec<Sample>> {
    let text = output(program, task)?;
    samples(task, &text)
}

/// The samples in the output of a job.
pub(crate) fn samples(task: &Task, text: &str) -> Result<Vec<Sample>> {
    let samples: Vec<Sample> = text
        .lines()
        .filter_map(Sample::from_line)
        .collect::<serde_json::Result<_>>()
        .context("reading a worker's samples")?;
    ensure!(
        !samples.is_empty(),
        "a job of the bench {} reported nothing:\n{text}",
        task.bench.name()
    );
    Ok(samples)
}

/// The job's summary, which follows the output of its processes.
pub(crate) fn summary(text: &str) -> Result<serde_json::Value> {
    let last = text.lines().last().context("the job wrote nothing")?;
    serde_json::from_str(last).with_context(|| format!("a summary was expected, not {last:?}"))
}

/// Runs the task to its end. Returns the output of its processes, followed by its summary.
pub(crate) fn output(program: &Path, task: &Task) -> Result<String> {
    let json = serde_json::to_string(task).context("writing the task")?;
    let output = Command::new(program)
        .args([
            "run",
            "-n",
            &task.size.to_string(),
            "--nodes",
            &task.nodes.to_string(),
        ])
        .args(["--timeout", &TIMEOUT_SECONDS.to_string()])
        .args(["--stats", "json"])
        .args([crate::WORKER_APP, &json])
        .env("FARREACH_LOSS", task.loss.to_string())
        .envs(task.fabric.iter().flat_map(variables))
        .envs(
            task.accumulate
                .map(|protocol| ("FARREACH_ACCUMULATE", protocol)),
        )
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting {}", program.display()))?;
    ensure!(
        output.status.success(),
        "the job of the task {json} failed: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    String::from_utf8(output.stdout).context("a worker wrote bytes that are not UTF-8")
}
