//! What a network between hosts carries: our operations beside plain UDP and TCP between the same hosts, in turns.
//!
//! ```text
//!   for each round, for each shape: `farreach run --hosts .. hosts-worker TASK`
//!     pair     a ──▶ b               one process each
//!     beside   2 on a ──▶ 2 on b     one stream, and one process that measures single operations beside it
//!     flows    4 on a ──▶ 4 on b     four streams at a time
//!     incast   a ◀── 7 on the others seven streams to one process
//!   medians over the rounds
//! ```
//!
//! A stream and its TCP counterpart run between the same processes, one directly after the other.

mod cases;
mod sockets;
pub mod worker;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use comfy_table::{Table, presets};
use serde::{Deserialize, Serialize};

use crate::process::{self, End};
use crate::report::{fit, show};
use crate::sample::Sample;
use crate::series::median;

/// The name of the bundled app that measures between hosts.
pub const HOSTS_APP: &str = "hosts-worker";
/// Processes of a host that send at the same time.
const FLOWS: u32 = 4;
/// Processes that send to one.
const SENDERS: u32 = 7;

/// How the processes lie on the hosts, and what they measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Shape {
    Pair,
    Beside,
    Flows,
    Incast,
}

impl Shape {
    const ALL: [Shape; 4] = [Shape::Pair, Shape::Beside, Shape::Flows, Shape::Incast];

    /// The hosts, each with its number of processes, as `farreach run --hosts` takes them.
    fn hosts(self, names: &[String]) -> String {
        let pair = |each: u32| format!("{}:{each},{}:{each}", names[0], names[1]);
        match self {
            Shape::Pair => pair(1),
            Shape::Beside => pair(2),
            Shape::Flows => pair(FLOWS),
            Shape::Incast => {
                let others = names.len() as u32 - 1;
                let senders = names[1..].iter().zip(0..).filter_map(|(name, nth)| {
                    let count = SENDERS / others + u32::from(nth < SENDERS % others);
                    (count > 0).then(|| format!("{name}:{count}"))
                });
                let all: Vec<String> = [format!("{}:1", names[0])]
                    .into_iter()
                    .chain(senders)
                    .collect();
                all.join(",")
            }
        }
    }
}

/// The task of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Task {
    shape: Shape,
    /// Milliseconds that each case is measured.
    case_ms: u64,
}

/// The subject and the thoroughness of a measurement.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// The command-line program, which is started for every job.
    pub program: PathBuf,
    /// The hosts, at least two. The first two have the pairs.
    pub names: Vec<String>,
    /// Further arguments of `farreach run`, such as the remote shell.
    pub arguments: Vec<String>,
    /// The number of rounds of the medians.
    pub rounds: usize,
    /// Milliseconds that each case is measured in a round.
    pub case_ms: u64,
    /// A job that takes longer is taken to hang.
    pub job_limit: Duration,
}

/// A case: the median over the rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostsRow {
    /// What was measured.
    pub case: String,
    /// The median, in `unit`.
    pub value: f64,
    /// `us`, `GB/s` or `x`.
    pub unit: String,
    /// What it is compared with.
    pub limit_name: String,
    /// The median of that, in `unit`.
    pub limit: f64,
    /// `value / limit`. For times more is worse, for rates less is worse.
    pub ratio: f64,
    /// The number of rounds.
    pub samples: usize,
}

impl Hosts {
    /// Measures. `progress` gets the name of the next step, and ends the run by an error.
    ///
    /// # Errors
    /// If there are fewer than two hosts, and if a job fails, with what it said.
    pub fn measure(&self, mut progress: impl FnMut(&str) -> Result<()>) -> Result<Vec<HostsRow>> {
        let count = self.names.len();
        ensure!(
            count >= 2,
            "{count} host: a network is measured between two at least, as in --hosts a,b"
        );
        let mut samples: Vec<(Sample, Vec<f64>, Vec<f64>)> = Vec::new();
        for round in 1..=self.rounds {
            for shape in Shape::ALL {
                let hosts = shape.hosts(&self.names);
                progress(&format!("round {round} of {}: {hosts}", self.rounds))?;
                for sample in self.job(shape, &hosts)? {
                    let limit = sample.reference.as_ref().map(|reference| reference.value);
                    let limit = limit.context("a case is beside something")?;
                    let known = samples.iter_mut().find(|(one, ..)| one.case == sample.case);
                    match known {
                        Some((_, values, limits)) => {
                            values.push(sample.value);
                            limits.push(limit);
                        }
                        None => samples.push((sample.clone(), vec![sample.value], vec![limit])),
                    }
                }
            }
        }
        Ok(samples.into_iter().map(row).collect())
    }

    fn job(&self, shape: Shape, hosts: &str) -> Result<Vec<Sample>> {
        let task = Task {
            shape,
            case_ms: self.case_ms,
        };
        let task = serde_json::to_string(&task).context("writing the task")?;
        let mut command = Command::new(&self.program);
        command.args(["run", "--stats", "none", "--hosts", hosts]);
        command.args(&self.arguments).args([HOSTS_APP, &task]);
        command.stdin(Stdio::null());
        let run = process::run(&mut command, self.job_limit)?;
        let told = || String::from_utf8_lossy(&run.errors).trim().to_owned();
        match run.end {
            End::Exited(status) if status.success() => {}
            End::Exited(_) => bail!("the job on {hosts} failed: {}", told()),
            End::TimedOut(limit) => {
                bail!(
                    "the job on {hosts} has not ended within {limit:?}: {}",
                    told()
                )
            }
        }
        let text = String::from_utf8_lossy(&run.output).into_owned();
        let samples: serde_json::Result<Vec<Sample>> =
            text.lines().filter_map(Sample::from_line).collect();
        let samples = samples.context("reading the samples of a job")?;
        ensure!(
            !samples.is_empty(),
            "the job on {hosts} reported nothing: {text}"
        );
        Ok(samples)
    }
}

fn row((sample, values, limits): (Sample, Vec<f64>, Vec<f64>)) -> HostsRow {
    let base = sample.unit.base();
    let (value, limit) = (median(&values) / base, median(&limits) / base);
    HostsRow {
        case: sample.case,
        value,
        unit: sample.unit.name().to_owned(),
        limit_name: sample
            .reference
            .map(|reference| reference.name)
            .unwrap_or_default(),
        limit,
        ratio: value / limit,
        samples: values.len(),
    }
}

/// The rows as a table of at most `width` columns, if possible.
pub fn hosts_table(rows: &[HostsRow], width: Option<usize>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header([
        "case",
        "median",
        "beside",
        "ratio",
        "what it is beside",
        "n",
    ]);
    for row in rows {
        let with_unit = |figure: f64| format!("{} {}", show(figure), row.unit);
        table.add_row([
            row.case.clone(),
            with_unit(row.value),
            with_unit(row.limit),
            show(row.ratio),
            row.limit_name.clone(),
            row.samples.to_string(),
        ]);
    }
    fit(&mut table, width, &[0, 4]);
    format!("{table}\n")
}

/// A fairness, from 1 / n for one of n who gets all to 1 for equal shares.
///
/// Source: R. Jain, D. Chiu, W. Hawe, "A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared
/// Computer Systems", DEC-TR-301, 1984.
fn fairness(rates: &[f64]) -> f64 {
    let sum: f64 = rates.iter().sum();
    let squares: f64 = rates.iter().map(|rate| rate * rate).sum();
    sum * sum / (rates.len() as f64 * squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Unit;

    fn names(count: usize) -> Vec<String> {
        (1..=count).map(|host| format!("h{host}")).collect()
    }

    #[test]
    fn processes_lie_on_the_hosts_that_there_are() {
        assert_eq!(Shape::Flows.hosts(&names(3)), "h1:4,h2:4");
        assert_eq!(Shape::Incast.hosts(&names(2)), "h1:1,h2:7");
        assert_eq!(Shape::Incast.hosts(&names(4)), "h1:1,h2:3,h3:2,h4:2");
        let many = "h1:1,h2:1,h3:1,h4:1,h5:1,h6:1,h7:1,h8:1";
        assert_eq!(Shape::Incast.hosts(&names(9)), many);
    }

    #[test]
    fn fairness_is_one_for_equal_shares_and_least_for_one_who_gets_all() {
        assert!((fairness(&[2.0; 5]) - 1.0).abs() < 1e-12);
        assert!((fairness(&[0.0, 3.0, 0.0, 0.0]) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn a_row_has_medians_in_the_cases_unit() {
        let sample = Sample::new("get 8 B", 0.0, Unit::Microseconds).beside("UDP", 0.0);
        let row = row((sample, vec![9e-6, 3e-6, 6e-6], vec![3e-6, 3e-6, 9e-6]));
        assert!((row.value - 6.0).abs() < 1e-9 && (row.limit - 3.0).abs() < 1e-9);
        assert!((row.ratio - 2.0).abs() < 1e-9 && row.samples == 3);
        let text = hosts_table(&[row], None);
        assert!(text.contains("6.00 us") && text.contains("2.00"), "{text}");
    }
}
