//! Accumulates by each protocol. The protocols run in turns.

use std::path::Path;

use anyhow::{Context, Result};

use crate::benches::reach::{TURNS, medians};
use crate::job;
use crate::pin::Cores;
use crate::sample::Sample;
use crate::task::{QUICK_MS, Task};

/// The default first.
const PROTOCOLS: [&str; 3] = ["target", "lock", "atomics"];

/// Measures all protocols, beside the default.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let turns = if task.case_ms < QUICK_MS { 1 } else { TURNS };
    let mut jobs = PROTOCOLS.map(|_| Vec::new());
    for _ in 0..turns {
        for (protocol, jobs) in PROTOCOLS.into_iter().zip(&mut jobs) {
            let accumulate = Some(protocol);
            let task = Task {
                accumulate,
                ..*task
            };
            jobs.push(job::run(program, cores, &task).context(protocol)?);
        }
    }
    let [default, others @ ..] = jobs;
    let default = medians(default)?;
    let mut samples = Vec::new();
    for (protocol, jobs) in PROTOCOLS[1..].iter().zip(others) {
        for (one, other) in medians(jobs)?.into_iter().zip(&default) {
            let case = format!("{}, {protocol}", one.case);
            let beside = format!("the same, {}", PROTOCOLS[0]);
            samples.push(Sample { case, ..one }.beside(beside, other.value));
        }
    }
    Ok(samples)
}
