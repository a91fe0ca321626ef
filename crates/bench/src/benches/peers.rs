//! Peers and queue pairs of the NAS Parallel Benchmarks' exchanges, and peers of the kernels over
//! OpenSHMEM, counted in real processes, beside published figures.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use farreach_engine::Reach;
use serde::Deserialize;

use crate::fabric::{offered, reaching, variables};
use crate::pin::Cores;
use crate::published;
use crate::sample::{Sample, Unit};
use crate::task::{QUICK_MS, Task};

/// The processes and nodes of the published figures.
const PUBLISHED_SHAPE: (u32, u32) = (64, 8);
/// The name of the published figures in reports.
const PUBLISHED_NAME: &str = "published, XRC 2008, Table III";
const OPENSHMEM_NAME: &str = "published, OpenSHMEM 2015, Table I";
/// A job that takes longer is taken to hang.
const TIMEOUT_SECONDS: u64 = 120;
/// The patterns of a quick run.
const QUICK: [&str; 2] = ["ep", "cg"];

#[derive(Debug, Deserialize)]
struct Published {
    nas: Vec<Kernel>,
}

/// Published figures of a kernel. EXRC's queue pairs are those of RC.
#[derive(Clone, Debug, Deserialize)]
struct Kernel {
    benchmark: String,
    peers: Mean,
    rc_srq: QueuePairs,
    rc_msrq: QueuePairs,
    sxrc: QueuePairs,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Mean {
    avg: f64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct QueuePairs {
    avg_process: f64,
    avg_node: f64,
}

impl Kernel {
    fn queue_pairs(&self, reach: Reach) -> Option<QueuePairs> {
        match reach {
            Reach::Rc | Reach::Exrc => Some(self.rc_srq),
            Reach::RcMsrq => Some(self.rc_msrq),
            Reach::Sxrc => Some(self.sxrc),
            Reach::Server => None,
        }
    }
}

/// The output of the program `exchange`.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Counted {
    peers: Spread,
    queue_pairs: Spread,
    node_queue_pairs: Spread,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Spread {
    mean: f64,
}

/// The published peers of kernels over OpenSHMEM, by number of processes.
#[derive(Clone, Debug, Deserialize)]
struct Kernels {
    processes: Vec<u32>,
    bt: Vec<f64>,
    ep: Vec<f64>,
    mg: Vec<f64>,
    sp: Vec<f64>,
    heat_2d: Vec<f64>,
}

#[derive(Debug, Deserialize)]
struct OpenShmem {
    peers: Kernels,
    placement: Placed,
}

#[derive(Debug, Deserialize)]
struct Placed {
    application_processes_per_node: u32,
}

/// The parts of the launcher's summary that are used here.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Summary {
    peers: Spread,
}

/// The numbers of processes and nodes of the published figures.
pub(crate) fn shape() -> (u32, u32) {
    PUBLISHED_SHAPE
}

/// Measures all patterns and reaches. Measures some of them if the task's time is short.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let published: Published = published::of(published::XRC);
    let is_quick = task.case_ms < QUICK_MS;
    let mut samples = Vec::new();
    for kernel in &published.nas {
        let pattern = &kernel.benchmark.to_lowercase();
        if is_quick && !QUICK.contains(&pattern.as_str()) {
            continue;
        }
        for reach in offered() {
            let counted = count(program, reach, pattern)?;
            if reach == Reach::Rc {
                let case = format!("{pattern}: peers of a process");
                let sample = Sample::new(case, counted.peers.mean, Unit::Count);
                samples.push(sample.beside(PUBLISHED_NAME, kernel.peers.avg));
            }
            let theirs = kernel.queue_pairs(reach);
            for (whose, spread, theirs) in [
                (
                    "process",
                    counted.queue_pairs,
                    theirs.map(|pairs| pairs.avg_process),
                ),
                (
                    "node",
                    counted.node_queue_pairs,
                    theirs.map(|pairs| pairs.avg_node),
                ),
            ] {
                let case = format!("{pattern}: queue pairs of a {whose}, reach {reach}");
                let sample = Sample::new(case, spread.mean, Unit::Count);
                samples.push(match theirs {
                    Some(theirs) => sample.beside(PUBLISHED_NAME, theirs),
                    None => sample,
                });
            }
        }
    }
    samples.extend(kernels(program, is_quick)?);
    Ok(samples)
}

/// Peers of the published kernels over OpenSHMEM: with every process on its own node, as in the published
/// figures, and with collectives that use the nodes.
///
/// EP's peers are the neighbours in the tree of its sums. MG's peers, of 64 processes, are the six
/// whose blocks touch a process's own block, and those neighbours in the tree that are not among
/// the six. In the official program, processes whose blocks become too small leave the coarse
/// grids, and the neighbours of the others there are further away. Here every process gets the
/// whole of a coarse grid, over the tree.
fn kernels(program: &Path, is_quick: bool) -> Result<Vec<Sample>> {
    let published: OpenShmem = published::of(published::OPENSHMEM);
    let peers = published.peers;
    let processes = peers.processes[0];
    let nodes = processes / published.placement.application_processes_per_node;
    let mut samples = Vec::new();
    for (kernel, arguments, theirs) in [
        ("ep", &["nas", "ep", "--class", "S"][..], peers.ep[0]),
        ("mg", &["nas", "mg", "--class", "S"], peers.mg[0]),
        ("bt", &["nas", "bt", "--class", "S"], peers.bt[0]),
        ("sp", &["nas", "sp", "--class", "S"], peers.sp[0]),
        ("heat2d", &["heat2d", "--steps", "10"][..], peers.heat_2d[0]),
    ] {
        if is_quick && !QUICK.contains(&kernel) {
            continue;
        }
        for (collectives, nodes) in [("flat", processes), ("hierarchical", nodes)] {
            let output = Command::new(program)
                .args(["run", "-n", &processes.to_string()])
                .args(["--nodes", &nodes.to_string(), "--stats", "json"])
                .args(["--timeout", &TIMEOUT_SECONDS.to_string()])
                .args(arguments)
                .envs(variables(&reaching(Reach::Rc)))
                .env("FARREACH_COLLECTIVES", collectives)
                .stdin(Stdio::null())
                .output()
                .with_context(|| format!("starting {}", program.display()))?;
            ensure!(
                output.status.success(),
                "{kernel} with {collectives} collectives failed: {}\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr).trim_end()
            );
            let text = String::from_utf8_lossy(&output.stdout);
            let last = text.lines().last().unwrap_or_default();
            let summary: Summary = serde_json::from_str(last)
                .with_context(|| format!("the summary of {kernel}: {text}"))?;
            let case = format!(
                "{kernel} over OpenSHMEM: peers of a process, {processes} processes on {nodes} nodes, {collectives} collectives"
            );
            let sample = Sample::new(case, summary.peers.mean, Unit::Count);
            samples.push(sample.beside(OPENSHMEM_NAME, theirs));
        }
    }
    Ok(samples)
}

fn count(program: &Path, reach: Reach, pattern: &str) -> Result<Counted> {
    let (count, nodes) = PUBLISHED_SHAPE;
    let output = Command::new(program)
        .args([
            "run",
            "-n",
            &count.to_string(),
            "--nodes",
            &nodes.to_string(),
        ])
        .args(["--stats", "none", "--timeout", &TIMEOUT_SECONDS.to_string()])
        .args(["exchange", "--json", "--pattern", pattern])
        .envs(variables(&reaching(reach)))
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting {}", program.display()))?;
    ensure!(
        output.status.success(),
        "the exchanges of {pattern} with reach {reach} failed: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    serde_json::from_slice(&output.stdout).with_context(|| {
        format!(
            "what exchange printed: {}",
            String::from_utf8_lossy(&output.stdout)
        )
    })
}

#[cfg(test)]
mod tests {
    use farreach_engine::Reach;

    use super::{PUBLISHED_SHAPE, Published};
    use crate::fabric::REACHES;
    use crate::published;

    #[test]
    fn the_published_figures_agree_with_each_other() {
        let published: Published = published::of(published::XRC);
        assert_eq!(published.nas.len(), 8);
        let per_node = f64::from(PUBLISHED_SHAPE.0 / PUBLISHED_SHAPE.1);
        for kernel in &published.nas {
            let name = &kernel.benchmark;
            for reach in REACHES {
                let Some(pairs) = kernel.queue_pairs(reach) else {
                    continue;
                };
                // Both figures were rounded.
                assert!(
                    (pairs.avg_process * per_node - pairs.avg_node).abs() < 0.3,
                    "{name} {reach}: {pairs:?}"
                );
            }
            let six = kernel.queue_pairs(Reach::RcMsrq).unwrap();
            let rc = kernel.rc_srq.avg_process;
            assert!((six.avg_process / rc - 6.0).abs() < 1e-9, "{name}");
        }
    }
}
