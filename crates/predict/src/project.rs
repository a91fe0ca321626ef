//! Projection of recorded runs to another number of processes, by regression.
//!
//! Each figure is fitted by least squares to `a + b · g(N)`. The law `g` is the one of [`Law`] that
//! leaves the least error. Of equal errors the law that grows the least counts.

use std::fmt::Write;
use std::sync::Arc;

use farreach_engine::{Reach, Setup};
use farreach_patterns::{Exchange, Misfit, Recorded};
use serde::Serialize;
use strum::{Display, EnumIter, IntoEnumIterator};
use thiserror::Error;

use crate::count::count;
use crate::run::Spread;

/// The fewest numbers of processes that tell one law from another.
const RUNS_MIN: usize = 3;
/// Squares of errors, as a part of the figure's square, that count as equal.
const EQUAL: f64 = 1e-12;

/// How a figure grows with the number of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumIter, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// Not at all.
    #[strum(serialize = "constant")]
    Constant,
    /// With the logarithm.
    #[strum(serialize = "log2 N")]
    Logarithm,
    /// With the cube root, as the sides of a cube of processes.
    #[strum(serialize = "N^(1/3)")]
    CubeRoot,
    /// With the square root, as the sides of a square of processes.
    #[strum(serialize = "N^(1/2)")]
    Root,
    /// With the number itself.
    #[strum(serialize = "N")]
    Linear,
}

/// A figure at another number of processes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Projected {
    /// What it is.
    pub what: &'static str,
    /// Its value in each run, by the number of processes.
    pub runs: Vec<f64>,
    /// Its value in the job.
    pub value: f64,
    /// The law.
    pub law: Law,
    /// The law's constants: `a + b · g(N)`.
    pub constants: (f64, f64),
    /// The greatest error of the fit in a run, in percent.
    pub error_percent: f64,
}

/// The figures of a job that nobody has run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Projection {
    /// The program.
    pub program: String,
    /// Processes of the job.
    pub processes: u32,
    /// Processes of the runs.
    pub runs: Vec<u32>,
    /// The reach.
    pub reach: String,
    /// The figures.
    pub figures: Vec<Projected>,
}

/// Why there is no projection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProjectError {
    /// The runs tell no law.
    #[error(
        "{given} recorded numbers of processes tell no law: record runs of {RUNS_MIN} or more different numbers of processes"
    )]
    TooFew {
        /// Different numbers.
        given: usize,
    },
    /// The runs are of different programs.
    #[error(
        "the recorded patterns are of different programs, {one} and {other}: name runs of one program"
    )]
    Programs {
        /// A program.
        one: String,
        /// Another.
        other: String,
    },
    /// A recorded pattern does not fit its own run.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

impl Law {
    fn of(self, processes: u32) -> f64 {
        let size = f64::from(processes);
        match self {
            Law::Constant => 0.0,
            Law::Logarithm => size.log2(),
            Law::CubeRoot => size.cbrt(),
            Law::Root => size.sqrt(),
            Law::Linear => size,
        }
    }
}

/// Projects recorded runs of one program to a job of `processes`.
pub fn project(
    recorded: &[Arc<Recorded>],
    reach: Reach,
    processes: u32,
) -> Result<Projection, ProjectError> {
    let mut runs = recorded.to_vec();
    runs.sort_by_key(|run| run.places().size());
    runs.dedup_by_key(|run| run.places().size());
    if runs.len() < RUNS_MIN {
        return Err(ProjectError::TooFew { given: runs.len() });
    }
    let program = runs[0].program();
    if let Some(other) = runs.iter().find(|run| run.program() != program) {
        return Err(ProjectError::Programs {
            one: program.to_owned(),
            other: other.program().to_owned(),
        });
    }
    let names = [
        "peers of a process, mean",
        "peers of a process, max",
        "queue pairs of a process, mean",
        "queue pairs of a process, max",
        "bytes that a process sends, mean",
    ];
    let mut values = names.map(|_| Vec::new());
    for run in &runs {
        let exchange = Exchange::recorded(Arc::clone(run), run.places())?;
        let census = count(&exchange, reach, Setup::OnDemand);
        let each = u64::from(reach.queue_pairs());
        let pairs: Vec<u64> = census
            .connections
            .iter()
            .map(|count| count * each)
            .collect();
        let (peers, pairs) = (Spread::of(&census.peers), Spread::of(&pairs));
        let bytes = Spread::of(&census.bytes);
        let all = [
            peers.mean,
            peers.max as f64,
            pairs.mean,
            pairs.max as f64,
            bytes.mean,
        ];
        for (list, value) in values.iter_mut().zip(all) {
            list.push(value);
        }
    }
    let sizes: Vec<u32> = runs.iter().map(|run| run.places().size()).collect();
    let figures = names.iter().zip(values);
    let figures = figures.map(|(what, values)| fit(what, &sizes, values, processes));
    Ok(Projection {
        program: program.to_owned(),
        processes,
        reach: reach.to_string(),
        figures: figures.collect(),
        runs: sizes,
    })
}

/// The best law of a figure.
fn fit(what: &'static str, sizes: &[u32], runs: Vec<f64>, processes: u32) -> Projected {
    let scale: f64 = runs.iter().map(|value| value * value).sum::<f64>().max(1.0);
    let mut best: Option<(f64, Law, (f64, f64))> = None;
    for law in Law::iter() {
        let constants = least_squares(law, sizes, &runs);
        let errors = sizes.iter().zip(&runs).map(|(&size, value)| {
            let error = constants.0 + constants.1 * law.of(size) - value;
            error * error
        });
        let squares = errors.sum::<f64>() / scale;
        if best.is_none_or(|(least, ..)| squares < least - EQUAL) {
            best = Some((squares, law, constants));
        }
    }
    let (_, law, constants) = best.expect("there are laws");
    let at = |size| constants.0 + constants.1 * law.of(size);
    let errors = sizes.iter().zip(&runs).map(|(&size, &value)| {
        let error = (at(size) - value).abs();
        100.0 * error / value.abs().max(f64::MIN_POSITIVE)
    });
    let error_percent = errors.fold(0.0, f64::max);
    Projected {
        what,
        value: at(processes).max(0.0),
        law,
        constants,
        error_percent,
        runs,
    }
}

/// The constants of the least squares.
fn least_squares(law: Law, sizes: &[u32], values: &[f64]) -> (f64, f64) {
    let count = sizes.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let mean_of_law = sizes.iter().map(|&size| law.of(size)).sum::<f64>() / count;
    let (mut both, mut square) = (0.0, 0.0);
    for (&size, value) in sizes.iter().zip(values) {
        let away = law.of(size) - mean_of_law;
        both += away * (value - mean);
        square += away * away;
    }
    let slope = if square > 0.0 { both / square } else { 0.0 };
    (mean - slope * mean_of_law, slope)
}

impl Projection {
    /// The projection as text.
    pub fn text(&self) -> String {
        let runs: Vec<String> = self.runs.iter().map(u32::to_string).collect();
        let mut text = format!(
            "{}: {} processes, reach {}, projected from runs of {}\n",
            self.program,
            self.processes,
            self.reach,
            runs.join(", ")
        );
        for figure in &self.figures {
            let (a, b) = figure.constants;
            let law = match figure.law {
                Law::Constant => format!("{a:.2}"),
                law => format!("{a:.2} + {b:.4} {law}"),
            };
            let _ = writeln!(
                text,
                "  {:<34}{:>12.2}   {law}, within {:.1} % of the runs",
                figure.what, figure.value, figure.error_percent
            );
        }
        text
    }

    /// The projection as JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data");
        text.push('\n');
        text
    }
}
