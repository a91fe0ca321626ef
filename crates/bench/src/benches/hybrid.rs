//! Two programming models in one program, beside each of them alone: the benchmark Graph500 by messages, by one-sided
//! operations, by active messages, and by messages and one-sided operations together; and what the second model costs.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use farreach_engine::Fabric;
use serde_json::Value;

use crate::benches::kernels::seconds;
use crate::benches::programs::start;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::{QUICK_MS, Task};

/// What stands beside each other model.
const MESSAGES: &str = "mpi";
const OTHERS: [&str; 3] = ["shmem", "gasnet", "hybrid"];
/// Kernels of Graph500, with the place of the mean of their times.
const SEARCHES: [(&str, &str); 2] = [("bfs", "/bfs/seconds/mean"), ("sssp", "/sssp/seconds/mean")];
/// NAS kernels that are compared by messages and by one-sided operations.
const KERNELS: [&str; 4] = ["cg", "mg", "ft", "is"];

/// Measures jobs of four processes.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let is_quick = task.case_ms < QUICK_MS;
    let (scale, roots, class) = if is_quick {
        ("12", "4", "s")
    } else {
        ("17", "16", "a")
    };
    let (size, nodes) = (task.size.to_string(), task.nodes.to_string());
    let shape = ["-n", &size, "--nodes", &nodes];
    let run = |arguments: &[&str]| -> Result<Value> {
        start(program, &shape, arguments, &Fabric::default())?.end()
    };
    let mut samples = Vec::new();
    let search = |model| {
        run(&[
            "graph500", "--model", model, "--scale", scale, "--roots", roots, "--json",
        ])
    };
    let by_messages = search(MESSAGES)?;
    for model in OTHERS {
        let figures = search(model)?;
        for (kernel, place) in SEARCHES {
            let case = format!(
                "graph500, {kernel}, scale {scale}, {}: {model}",
                task.shape()
            );
            let sample = Sample::new(case, seconds(&figures, place)?, Unit::Milliseconds);
            samples.push(sample.beside("messages alone", seconds(&by_messages, place)?));
        }
    }
    for kernel in KERNELS {
        let time = |model| -> Result<f64> {
            let figures = run(&["nas", kernel, "--class", class, "--json", "--model", model])?;
            seconds(&figures, "/seconds")
        };
        let (one_sided, messages) = (time("shmem")?, time(MESSAGES)?);
        let case = format!("nas {kernel}, class {class}, {}: one-sided", task.shape());
        let sample = Sample::new(case, one_sided, Unit::Milliseconds);
        samples.push(sample.beside("messages", messages));
    }
    // The kernel computes for a moment, and communicates in its sums alone.
    let job = |model| -> Result<f64> {
        let begun = Instant::now();
        run(&["nas", "ep", "--json", "--model", model])?;
        Ok(begun.elapsed().as_secs_f64())
    };
    let (one, both) = (job("shmem")?, job(MESSAGES)?);
    let case = format!(
        "a job with two models, {}: from command to exit",
        task.shape()
    );
    samples.push(Sample::new(case, both, Unit::Milliseconds).beside("one model", one));
    Ok(samples)
}
