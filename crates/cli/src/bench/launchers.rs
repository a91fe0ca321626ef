//! `farreach bench launchers`: start-up and end under launchers, beside a bare client of the same PMI.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use farreach_bench::Interrupts;
use farreach_bench::compare::{Launchers, launchers_table};

use crate::output::{self, JsonArgs};

/// A job that takes longer is taken to hang.
const JOB_LIMIT: Duration = Duration::from_mins(1);

/// The arguments of `farreach bench launchers`.
#[derive(Debug, Args)]
pub(super) struct LaunchersArgs {
    /// A launcher with its options, such as 'srun -n 16 --mpi=pmi2' or 'farreach run --stats none -n 16 --nodes 4'.
    #[arg(required = true, value_name = "COMMAND")]
    launchers: Vec<String>,
    /// The number of rounds of the medians.
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    #[command(flatten)]
    json: JsonArgs,
}

/// Measures, and shows the medians.
pub(super) fn run(args: &LaunchersArgs, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    let words = |text: &String| {
        let words = shlex::split(text).filter(|words| !words.is_empty());
        words.with_context(|| {
            format!("{text:?} is no command: a quote is not closed, or it is empty")
        })
    };
    let launchers = Launchers {
        program: std::env::current_exe().context("where this program is")?,
        commands: args.launchers.iter().map(words).collect::<Result<_, _>>()?,
        rounds: usize::from(args.rounds),
        job_limit: JOB_LIMIT,
    };
    let all = launchers.measure(|what| {
        interrupts.check()?;
        output::tell(&format!("farreach bench: {what}\n"))
    })?;
    args.json
        .write(|| serde_json::to_string_pretty(&all).expect("names and numbers") + "\n")?;
    if args.json.leaves_text() {
        output::print(&launchers_table(&all))?;
    }
    Ok(ExitCode::SUCCESS)
}
