//! A job that does nothing, from command to exit.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::limits::Limit;
use crate::sample::{Sample, Unit};

/// Virtual nodes, if there are as many processes.
pub(crate) const NODES: u32 = 4;

/// Runs `hello` with `size` processes.
pub(crate) fn sample(program: &Path, size: u32) -> Result<Sample> {
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
    Ok(Sample {
        case: format!("hello, {size} processes on {nodes} nodes"),
        value: seconds,
        unit: Unit::Milliseconds,
        limit: Limit::Spawn.times(f64::from(size)),
    })
}
