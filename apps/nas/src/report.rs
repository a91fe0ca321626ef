//! What rank 0 prints at the end.

use std::fmt::{self, Write as _};
use std::io::Write as _;

use anyhow::{Result, ensure};
use farreach::shmem::Pe;
use serde::Serialize;

use crate::options::Options;

/// What a kernel found.
pub(crate) struct Outcome {
    /// The size of the problem: a number of things, or of points along three axes.
    pub(crate) size: String,
    /// How often the timed section repeats its work; 0 if it does not.
    pub(crate) iterations: usize,
    /// Of the timed section.
    pub(crate) seconds: f64,
    /// Millions of operations in it, by the benchmark's own count.
    pub(crate) millions: f64,
    /// What is counted.
    pub(crate) operation: &'static str,
    /// Whether the result is the known one.
    pub(crate) verified: bool,
    /// The result itself, a line each.
    pub(crate) result: Vec<String>,
}

/// The figures as JSON.
#[derive(Serialize)]
struct Figures<'a> {
    kernel: &'a str,
    class: String,
    model: &'static str,
    processes: u32,
    seconds: f64,
    mops: f64,
    verified: bool,
}

/// Prints the result; an error if it is not the known one.
pub(crate) fn print(pe: &Pe, options: &Options, outcome: &Outcome) -> Result<()> {
    let text = if options.json {
        let figures = Figures {
            kernel: options.kernel.name(),
            class: options.class.to_string(),
            model: options.model.name(),
            processes: pe.n_pes(),
            seconds: outcome.seconds,
            mops: outcome.mops(),
            verified: outcome.verified,
        };
        serde_json::to_string(&figures)? + "\n"
    } else {
        lines(options, outcome, pe.n_pes())?
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    let (name, class) = (options.kernel.name(), options.class);
    ensure!(
        outcome.verified,
        "the result of {name}, class {class}, is not the known one: {}",
        outcome.result.join("; ")
    );
    pe.world().set_result(format!(
        "{name}, class {class}: verified, {:.2} Mop/s",
        outcome.mops()
    ));
    Ok(())
}

/// The result as the benchmarks print it.
fn lines(options: &Options, outcome: &Outcome, processes: u32) -> Result<String, fmt::Error> {
    let name = options.kernel.name();
    let mut text = String::new();
    for line in &outcome.result {
        writeln!(text, " {line}")?;
    }
    let mops = outcome.mops();
    let verification = if outcome.verified {
        "SUCCESSFUL"
    } else {
        "UNSUCCESSFUL"
    };
    writeln!(text, "\n {name} Benchmark Completed")?;
    for (label, value) in [
        ("Class", options.class.to_string()),
        ("Size", outcome.size.clone()),
        ("Iterations", outcome.iterations.to_string()),
        ("Time in seconds", format!("{:.4}", outcome.seconds)),
        ("Total processes", processes.to_string()),
        ("Mop/s total", format!("{mops:.2}")),
        (
            "Mop/s/process",
            format!("{:.2}", mops / f64::from(processes)),
        ),
        ("Operation type", outcome.operation.to_owned()),
        ("Verification", verification.to_owned()),
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
    ] {
        writeln!(text, " {label:<15} = {value:>24}")?;
    }
    Ok(text)
}

impl Outcome {
    fn mops(&self) -> f64 {
        self.millions / self.seconds
    }
}
