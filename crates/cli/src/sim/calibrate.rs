//! `farreach sim calibrate`: what this machine costs, as a machine description.
//!
//! | costs | measured by |
//! |---|---|
//! | latencies, bandwidths, a connect message | `farreach bench latency bandwidth connect`, rough figures |
//! | what a message and an atomic update take of a core | `farreach bench rate`: many in a row |
//! | commands of the adapter | queue pairs of the software device, made and connected |
//! | start of processes | `farreach run hello` with several numbers of processes: a line through the median times |
//! | memory | `farreach run exchange --pattern all-to-all` |
//!
//! Jobs of all numbers of processes are started in turns, so that whatever else the machine does lengthens each of them alike.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use farreach_bench::{Bench, Interrupts, Options, Placement, Results, Row, Target};
use farreach_predict::Machine;
use serde::Deserialize;

use crate::output;

/// The arguments of `farreach sim calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// The description to write.
    #[arg(long, default_value = "machine.toml", value_name = "FILE")]
    output: PathBuf,
    /// The most processes of the jobs that are measured.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=128))]
    processes: u32,
    /// The number of jobs of each kind, which are started in turns. Medians count.
    #[arg(long, default_value_t = 25, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    runs: u32,
}

/// Virtual nodes of the jobs.
const NODES: u32 = 4;
/// Levels of the tree over which the nodes are told to start.
const LEVELS: f64 = 2.0;
const BENCHES: [Bench; 4] = [
    Bench::Latency,
    Bench::Bandwidth,
    Bench::Rate,
    Bench::Connect,
];

/// The parts of the launcher's summary that are used here.
#[derive(Debug, Deserialize)]
struct Summary {
    wall_seconds: f64,
    connected_queue_pairs: f64,
    connection_bytes: f64,
}

/// Measures, and writes the description.
pub(crate) fn run(args: &CalibrateArgs) -> Result<ExitCode> {
    output::check_writable(&args.output)?;
    let interrupts = Interrupts::watch()?;
    let ended = calibrate(args, &interrupts);
    interrupts.follow();
    ended
}

fn calibrate(args: &CalibrateArgs, interrupts: &Interrupts) -> Result<ExitCode> {
    let program = std::env::current_exe().context("where this program is")?;
    let tell = |what: &str| {
        interrupts.check()?;
        output::tell(&format!("farreach sim calibrate: {what}\n"))
    };
    let mut options = Options::quick(program.clone());
    options.benches = BENCHES.to_vec();
    options.placements = vec![Placement::SameNode, Placement::CrossNode];
    options.samples = options.samples.min(args.runs as usize);
    let Results { rows, .. } = farreach_bench::run(&options, tell)?;
    tell("queue pairs")?;
    let adapter = farreach_bench::queue_pair_costs()?;
    let start = Start::measure(&program, args, &tell)?;
    let size = args.processes.to_string();
    let all_to_all = ["exchange", "--pattern", "all-to-all", "--iterations", "1"];
    tell("memory of connections")?;
    let job = summary(&program, args.processes, &all_to_all)?;
    let memory = job.connection_bytes / job.connected_queue_pairs.max(1.0);
    let text = Measured {
        rows: &rows,
        adapter,
        start,
        cores: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        memory,
        jobs: format!(
            "measured: median of {} times from command to exit of hello, up to {size} processes",
            args.runs
        ),
    }
    .costs()?;
    let text = format!(
        "# This machine, measured by `farreach sim calibrate` with {size} processes on {NODES} virtual nodes.\n\
         name = \"calibrated\"\n\
         launch.virtual_nodes = true\n\
         adapter.software = true\n\
         exchange.algorithm = \"star\"\n{text}"
    );
    // What is written can be read.
    Machine::read("calibrated", &text)?;
    fs::write(&args.output, &text).with_context(|| format!("writing {}", args.output.display()))?;
    output::print(&format!(
        "{text}\nfarreach sim run --machine {} uses this.\n",
        args.output.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// All that was measured.
struct Measured<'a> {
    rows: &'a [Row],
    /// Seconds to create a queue pair, and to connect it.
    adapter: (f64, f64),
    start: Start,
    /// The cores of this machine.
    cores: u32,
    /// Bytes of a queue pair.
    memory: f64,
    /// The source of the costs of starting.
    jobs: String,
}

impl Measured<'_> {
    /// The costs as lines of TOML.
    fn costs(&self) -> Result<String> {
        let (create, transitions) = self.adapter;
        let visible = "put to visible, half round trip";
        let latency = row(self.rows, Bench::Latency, Placement::CrossNode, visible)?;
        let near = row(self.rows, Bench::Latency, Placement::SameNode, visible)?;
        let [put, add] = ["put_nbi 8 B", "atomic add 8 B"]
            .map(|case| row(self.rows, Bench::Rate, Placement::CrossNode, case));
        let large = "put 1 MiB";
        let rate = row(self.rows, Bench::Bandwidth, Placement::CrossNode, large)?;
        let copies = row(self.rows, Bench::Bandwidth, Placement::SameNode, large)?;
        let further = "first put 8 B + quiet to a further peer";
        let first = row(self.rows, Bench::Connect, Placement::CrossNode, further)?;
        // A put and its acknowledgement follow two messages and the work of both sides.
        let message = (us(first)? - 2.0 * (create + transitions) * 1e6 - 2.0 * us(latency)?) / 2.0;
        let message = message.max(us(latency)?);
        let mut text = String::new();
        let mut cost = |key: &str, value: f64, unit: &str, source: &str| {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{key} = {{ value = {value:.4}, unit = \"{unit}\", source = \"{source}\" }}"
            );
        };
        let jobs = &*self.jobs;
        cost(
            "adapter.create",
            create * 1e6,
            "us",
            "measured: queue pairs of the software device",
        );
        cost(
            "adapter.transitions",
            transitions * 1e6,
            "us",
            "measured: queue pairs of the software device",
        );
        cost(
            "adapter.atomic",
            1.0 / million(add?)?,
            "us",
            "measured: additions to words of another node, in a row",
        );
        cost(
            "network.latency",
            us(latency)?,
            "us",
            "measured: put to visible, half round trip",
        );
        cost(
            "network.message",
            message,
            "us",
            "measured: first put to a further peer, less its parts",
        );
        cost(
            "network.bandwidth",
            gb(rate)? * 1e3,
            "MB/s",
            "measured: puts of 1 MiB between nodes",
        );
        cost(
            "node.cores",
            f64::from(self.cores),
            "cores",
            "those on which this process may run",
        );
        cost(
            "node.overhead",
            1.0 / million(put?)?,
            "us",
            "measured: puts of 8 bytes to another node, in a row",
        );
        cost(
            "node.latency",
            us(near)?,
            "us",
            "measured: put to visible, half round trip",
        );
        cost(
            "node.bandwidth",
            gb(copies)? * 1e3,
            "MB/s",
            "measured: puts of 1 MiB within a node",
        );
        cost("launch.hop", self.start.base * 1e3 / LEVELS, "ms", jobs);
        let part = "measured as a part of process";
        cost("launch.spawn", 0.0, "ms", part);
        let process = self.start.each * f64::from(self.cores);
        cost("launch.process", process * 1e3, "ms", jobs);
        cost("launch.register", 0.0, "ms", part);
        cost(
            "exchange.hop",
            us(first)?,
            "us",
            "as a first put to a further peer",
        );
        cost("exchange.entry", 32.0, "B", "the endpoint of a process");
        cost(
            "exchange.bandwidth",
            1000.0,
            "MB/s",
            "assumed: TCP over the loopback interface",
        );
        cost(
            "memory.queue_pair",
            self.memory,
            "B",
            "measured: all-to-all, memory of connections by queue pairs",
        );
        cost(
            "memory.process",
            0.45,
            "MiB",
            "as of the machine soft: each of 64 MPI processes",
        );
        Ok(text)
    }
}

/// The times of jobs that do nothing: a constant part, and a part of each process.
struct Start {
    base: f64,
    each: f64,
}

impl Start {
    fn measure(
        program: &Path,
        args: &CalibrateArgs,
        tell: &impl Fn(&str) -> Result<()>,
    ) -> Result<Start> {
        let sizes = [args.processes / 4, args.processes / 2, args.processes];
        let mut seconds = sizes.map(|_| Vec::new());
        for run in 1..=args.runs {
            tell(&format!(
                "round {run} of {}: jobs of {sizes:?} processes",
                args.runs
            ))?;
            for (&size, seconds) in sizes.iter().zip(&mut seconds) {
                seconds.push(summary(program, size, &["hello"])?.wall_seconds);
            }
        }
        let points: Vec<(f64, f64)> = sizes
            .iter()
            .zip(seconds)
            .map(|(&size, seconds)| (f64::from(size), median(seconds)))
            .collect();
        let count = points.len() as f64;
        let mean_size = points.iter().map(|point| point.0).sum::<f64>() / count;
        let mean = points.iter().map(|point| point.1).sum::<f64>() / count;
        let both: f64 = points
            .iter()
            .map(|(n, t)| (n - mean_size) * (t - mean))
            .sum();
        let square: f64 = points.iter().map(|(n, _)| (n - mean_size).powi(2)).sum();
        let each = (both / square).max(0.0);
        let base = (mean - each * mean_size).max(0.0);
        Ok(Start { base, each })
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn summary(program: &Path, size: u32, job: &[&str]) -> Result<Summary> {
    let (count, nodes) = (size.to_string(), NODES.min(size).to_string());
    let output = Command::new(program)
        .args(["run", "-n", &count, "--nodes", &nodes, "--stats", "json"])
        .args(job)
        .stdin(Stdio::null())
        .output()
        .context("starting a job")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "a job of {size} {job:?} failed: {errors}"
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).with_context(|| format!("the summary of {size} {job:?}: {text}"))
}

fn row<'a>(rows: &'a [Row], bench: Bench, placement: Placement, case: &str) -> Result<&'a Row> {
    let is_it = |row: &&Row| {
        (row.bench, row.placement, row.target, &*row.case)
            == (bench, placement, Target::Polling, case)
    };
    let found = rows.iter().find(is_it);
    found.with_context(|| format!("farreach bench has no row {case:?}, {bench:?}"))
}

/// A time in microseconds.
fn us(row: &Row) -> Result<f64> {
    let factor = match &*row.unit {
        "ns" => 1e-3,
        "us" => 1.0,
        "ms" => 1e3,
        unit => anyhow::bail!("{:?} is in {unit}, and no time", row.case),
    };
    Ok(row.value * factor)
}

/// A rate in millions a second.
fn million(row: &Row) -> Result<f64> {
    ensure!(row.unit == "M/s", "{:?} is in {}", row.case, row.unit);
    Ok(row.value)
}

/// A rate in GB/s.
fn gb(row: &Row) -> Result<f64> {
    ensure!(row.unit == "GB/s", "{:?} is in {}", row.case, row.unit);
    Ok(row.value)
}
