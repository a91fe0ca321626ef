//! `farreach bench hosts`: what a network between hosts carries, beside plain UDP and TCP.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use farreach_bench::hosts::{Hosts, hosts_table};
use farreach_bench::{Interrupts, Machine};

use crate::hosts::HostsArgs;
use crate::output::{self, JsonArgs};

/// What a job takes besides its measurements.
const JOB_LIMIT: Duration = Duration::from_mins(2);
/// The most cases that a job measures one after the other, each with its warm-up.
const CASES: u32 = 8;

/// The arguments of `farreach bench hosts`.
#[derive(Debug, Args)]
pub(super) struct HostsBenchArgs {
    #[command(flatten)]
    hosts: HostsArgs,
    /// The number of rounds of the medians.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Milliseconds that each case is measured in a round.
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = clap::value_parser!(u32).range(10..))]
    case_ms: u32,
    #[command(flatten)]
    json: JsonArgs,
}

/// Measures, and shows the medians.
pub(super) fn run(args: &HostsBenchArgs, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    let case = Duration::from_millis(args.case_ms.into());
    let hosts = Hosts {
        program: std::env::current_exe().context("where this program is")?,
        names: args.hosts.names()?,
        arguments: args.hosts.rsh_arguments(),
        rounds: usize::from(args.rounds),
        case_ms: args.case_ms.into(),
        job_limit: JOB_LIMIT + 2 * CASES * case,
    };
    let machine = Machine::look();
    let rows = hosts.measure(|what| {
        interrupts.check()?;
        output::tell(&format!("farreach bench: {what}\n"))
    })?;
    args.json.write(|| {
        let all = serde_json::json!({ "machine": machine, "hosts": hosts.names, "rows": rows });
        serde_json::to_string_pretty(&all).expect("names and numbers") + "\n"
    })?;
    if args.json.leaves_text() {
        output::print(&hosts_table(&rows, output::width(std::io::stdout())))?;
        output::print(&format!(
            "\nfarreach {}: {}\n",
            machine.farreach,
            machine.line()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
