//! Jobs of bundled programs, whose figures are a line of JSON.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use farreach_engine::Fabric;
use serde::de::DeserializeOwned;

use crate::fabric::variables;

/// A job that takes longer is taken to hang.
const TIMEOUT_SECONDS: u64 = 120;

/// A running job.
pub(super) struct Job {
    child: Child,
    what: String,
}

/// Starts a job of a bundled program with a shape such as `-n 4 --nodes 2`.
pub(super) fn start(
    program: &Path,
    shape: &[&str],
    arguments: &[&str],
    fabric: &Fabric,
) -> Result<Job> {
    let child = Command::new(program)
        .arg("run")
        .args(shape)
        .args(["--stats", "none", "--timeout", &TIMEOUT_SECONDS.to_string()])
        .args(arguments)
        .envs(variables(fabric))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", program.display()))?;
    Ok(Job {
        child,
        what: format!("{} {}", shape.join(" "), arguments.join(" ")),
    })
}

impl Job {
    /// Waits for the end of the job. Returns its figures.
    pub(super) fn end<T: DeserializeOwned>(self) -> Result<T> {
        let Job { child, what } = self;
        let output = child.wait_with_output()?;
        ensure!(
            output.status.success(),
            "the job {what} failed: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(text.trim())
            .with_context(|| format!("what the job {what} printed: {text}"))
    }
}
