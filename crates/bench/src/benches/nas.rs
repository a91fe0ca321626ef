//! The kernels of the NAS Parallel Benchmarks: the speed-up by a second process, and the time of
//! jobs of many processes from command to exit with both ways of making connections.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach_engine::{Fabric, Setup};
use serde::Deserialize;

use crate::benches::programs::start;
use crate::pin::Cores;
use crate::published;
use crate::sample::{Sample, Unit};
use crate::task::{Placement, QUICK_MS, Task};

/// Kernels whose processes exchange much. A quick run takes the first ones.
const EXCHANGING: [&str; 6] = ["is", "cg", "mg", "ft", "bt", "sp"];
const EXCHANGING_QUICK: usize = 5;
/// Kernels for jobs of many processes. A quick run takes the first ones.
const MANY: [&str; 5] = ["ep", "mg", "cg", "is", "ft"];
const MANY_QUICK: usize = 2;

#[derive(Debug, Deserialize)]
struct Published {
    headline: Improvement,
}

#[derive(Debug, Deserialize)]
struct Improvement {
    nas_execution_time_improvement_percent: [f64; 2],
}

/// The output of a kernel.
#[derive(Debug, Deserialize)]
struct Outcome {
    seconds: f64,
    verified: bool,
}

/// The seconds of a kernel's job that has ended.
fn verified(outcome: &Outcome) -> Result<f64> {
    ensure!(outcome.verified, "the result of a kernel is wrong");
    Ok(outcome.seconds)
}

/// Measures two processes of one node, or jobs of many processes on several nodes.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let is_quick = task.case_ms < QUICK_MS;
    match task.placement() {
        Placement::SameNode => {
            let (kernels, class) = if is_quick {
                (&EXCHANGING[..EXCHANGING_QUICK], "W")
            } else {
                (&EXCHANGING[..], "A")
            };
            kernels
                .iter()
                .map(|kernel| second_process(program, kernel, class))
                .collect()
        }
        Placement::CrossNode => {
            let kernels = if is_quick { &MANY[..MANY_QUICK] } else { &MANY };
            let mut samples = Vec::new();
            for kernel in kernels {
                samples.extend(job_times(program, kernel, task)?);
            }
            Ok(samples)
        }
    }
}

/// The time of two processes, beside half the time of two sequential ones that run at once and so
/// share the memory's bandwidth.
fn second_process(program: &Path, kernel: &str, class: &str) -> Result<Sample> {
    let arguments = ["nas", kernel, "--class", class, "--json"];
    let one = || start(program, &["-n", "1"], &arguments, &Fabric::default());
    let (first, second) = (one()?, one()?);
    let alone = f64::midpoint(verified(&first.end()?)?, verified(&second.end()?)?);
    let both = start(program, &["-n", "2"], &arguments, &Fabric::default())?;
    let both = verified(&both.end()?)?;
    let case = format!("{kernel}, class {class}: timed section, 2 processes");
    let sample = Sample::new(case, both, Unit::Milliseconds);
    Ok(sample.beside("two sequential runs at once, halved", alone / 2.0))
}

/// The time from command to exit with connections made on demand, beside the time with all
/// connections made at the start.
fn job_times(program: &Path, kernel: &str, task: &Task) -> Result<[Sample; 2]> {
    let (on_demand, at_start) = seconds(program, kernel, task)?;
    let published: Published = published::of(published::OPENSHMEM);
    let [least, most] = published.headline.nas_execution_time_improvement_percent;
    let job = format!("{kernel}, class S, {}: job", task.shape());
    Ok([
        Sample::new(
            format!("{job} from command to exit"),
            on_demand,
            Unit::Milliseconds,
        )
        .beside("set-up static", at_start),
        Sample::new(
            format!("{job} shorter than by set-up static"),
            1.0 - on_demand / at_start,
            Unit::Percent,
        )
        .beside(
            format!("published, OpenSHMEM 2015: {least} to {most} % (class B, 256 processes)"),
            (least + most) / 200.0,
        ),
    ])
}

/// Seconds from command to exit on demand, and with all connections made at the start.
fn seconds(program: &Path, kernel: &str, task: &Task) -> Result<(f64, f64)> {
    let shape = [
        "-n",
        &task.size.to_string(),
        "--nodes",
        &task.nodes.to_string(),
    ];
    let time = |setup: Setup| -> Result<f64> {
        let fabric = Fabric {
            setup,
            ..Fabric::default()
        };
        let begun = Instant::now();
        let arguments = ["nas", kernel, "--class", "S", "--json"];
        verified(&start(program, &shape, &arguments, &fabric)?.end()?)?;
        Ok(begun.elapsed().as_secs_f64())
    };
    Ok((time(Setup::OnDemand)?, time(Setup::Static)?))
}

/// By how many percent jobs of many processes are shorter on demand than with connections made at the start: the kernel that gains
/// least, and the one that gains most.
pub(crate) fn improvements(program: &Path, task: &Task) -> Result<[(&'static str, f64); 2]> {
    let mut all = Vec::new();
    for kernel in MANY {
        let (on_demand, at_start) = seconds(program, kernel, task)?;
        all.push((kernel, (1.0 - on_demand / at_start) * 100.0));
    }
    all.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    Ok([all[0], all[all.len() - 1]])
}
