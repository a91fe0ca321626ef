//! `farreach run`: a program as a job of several ranks.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueHint};
use farreach::settings::{self, Preconnect, Settings};
use farreach::stats::ProcessStats;
use farreach_launch::Program;
use farreach_launch::head::{self, JobOutcome, JobSpec, Labels};

use farreach_runtime::connect_file::{ConnectFile, Shape};

use crate::apps;
use crate::hosts::HostsArgs;
use crate::nodes::NodesArgs;
use crate::output::{self, JsonArgs};
use crate::summary::{self, StatsFormat};
use crate::version;

/// The arguments of `farreach run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The number of ranks; by default 1, or what the nodes' numbers of ranks add up to.
    #[arg(short = 'n', long = "np", value_name = "N")]
    ranks: Option<u32>,
    #[command(flatten)]
    nodes: NodesArgs,
    #[command(flatten)]
    hosts: HostsArgs,
    /// Begin each line of output with the rank that wrote it.
    #[arg(long)]
    label: bool,
    /// The ranks' working directory; a relative path of the program refers to it.
    #[arg(long, visible_alias = "wd", value_name = "DIR")]
    wdir: Option<PathBuf>,
    /// End the job after this number of seconds, with exit code 124.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The format of the summary at the end.
    #[arg(long, value_enum, default_value = "text")]
    stats: StatsFormat,
    #[command(flatten)]
    json: JsonArgs,
    /// Symmetric heap of each rank, such as 64M or 2G; the same as -x FARREACH_HEAP=SIZE.
    #[arg(long, value_name = "SIZE")]
    heap: Option<String>,
    /// Collectives' algorithms: hierarchical or flat; the same as -x FARREACH_COLLECTIVES=ALGORITHMS.
    #[arg(long, value_name = "ALGORITHMS")]
    collectives: Option<String>,
    /// Write which connections the run used, for FARREACH_PRECONNECT=file in later runs.
    #[arg(long, value_name = "FILE")]
    record_connections: Option<PathBuf>,
    /// Set an environment variable for the ranks, or pass this one's on to other hosts; `farreach info` lists those that are settings.
    #[arg(short = 'x', long = "env", value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, String)>,
    /// A bundled program (exchange, heat2d, hello, nas, uts), a path, or a name on PATH; then its
    /// arguments. All arguments behind the program's name are the program's, even if they look like
    /// options of this command.
    // A single list instead of a name and a list: clap looks for options until the list has begun.
    #[arg(value_names = ["PROGRAM", "ARGS"], required = true, num_args = 1.., trailing_var_arg = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
}

/// Runs a program, which may be a bundled one. The exit code is the job's. `started_ns` is the time
/// when the command started.
pub(crate) fn run(args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    let bundled = apps::names(&args.command[0]);
    run_one_of(args, &bundled, started_ns)
}

/// Runs a program file.
pub(crate) fn run_file(args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    run_one_of(args, &[], started_ns)
}

fn run_one_of(args: RunArgs, bundled: &[&str], started_ns: u64) -> anyhow::Result<ExitCode> {
    let dealt = args.hosts.dealt(args.ranks, &args.nodes)?;
    let placement = match &dealt {
        Some(dealt) => dealt.placement.clone(),
        None => args.nodes.placement(args.ranks.or(args.hosts.per_host()))?,
    };
    let (name, arguments) = args.command.split_first().context("clap asks for one")?;
    let program = Program::find_in(args.wdir, name, arguments.to_vec(), bundled)?;
    let mut env = args.env;
    env.extend(args.heap.map(|heap| ("FARREACH_HEAP".to_owned(), heap)));
    let collectives = args.collectives;
    env.extend(collectives.map(|value| ("FARREACH_COLLECTIVES".to_owned(), value)));
    if args.record_connections.is_some() {
        env.push(("FARREACH_RECORD_CONNECTIONS".to_owned(), "on".to_owned()));
    }
    let settings = settings(&env)?;
    let hosts = match dealt {
        Some(dealt) => Some(args.hosts.hosts(dealt.names, &settings, &env)?),
        None => None,
    };
    let shape = Shape {
        placement: placement.clone(),
        reach: settings.fabric.reach,
    };
    if let (Preconnect::File, Some(path)) = (settings.preconnect, &settings.connect_file) {
        // Each process reads the file again, but an error is reported once here.
        ConnectFile::read(path, &shape)?;
    }
    let labels = if args.label {
        Labels::Rank
    } else {
        Labels::Off
    };
    let outcome = head::run(JobSpec {
        placement: placement.clone(),
        program,
        env: env
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        labels,
        timeout: args.timeout,
        heap_bytes: settings.heap,
        globals_bytes: settings.globals,
        hosts,
        build: version::build(),
        started_ns,
    })?;
    if let Some(path) = &args.record_connections {
        record(path, shape, name, &outcome)?;
    }
    summary::show(&outcome, &placement, args.stats, &args.json)?;
    Ok(ExitCode::from(u8::try_from(outcome.exit_code).unwrap_or(1)))
}

/// Writes the connect file of a job that ended well.
fn record(path: &Path, shape: Shape, program: &OsStr, outcome: &JobOutcome) -> anyhow::Result<()> {
    if outcome.failure.is_some() {
        return output::tell(&format!(
            "farreach: the job failed, so its connections are not recorded in {}\n",
            path.display()
        ));
    }
    let reached = outcome.ranks.iter().zip(0..).map(|(rank, number)| {
        let stats = rank.stats.as_deref();
        let stats: Option<ProcessStats> = stats.map(serde_json::from_slice).transpose()?;
        stats.and_then(|stats| stats.reached).with_context(|| {
            format!("rank {number} was no Farreach program, so there are no connections to record")
        })
    });
    let reached: Vec<_> = reached.collect::<anyhow::Result<_>>()?;
    let file = ConnectFile::new(shape, &reached);
    Ok(file.write(path, &program.to_string_lossy())?)
}

/// The settings of the ranks: this environment's, overridden by `env`.
fn settings(env: &[(String, String)]) -> anyhow::Result<Settings> {
    let is_overridden = |name: &str| env.iter().any(|(other, _)| other == name);
    let mut variables = settings::environment();
    variables.retain(|(name, _)| !is_overridden(name));
    // Of several values for one name the last counts, as for the ranks.
    variables.extend(env.iter().rev().cloned());
    Ok(settings::from_variables(&variables)?)
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse().context("not a number of seconds")?;
    let duration = Duration::try_from_secs_f64(seconds)?;
    anyhow::ensure!(!duration.is_zero(), "a job needs more than 0 seconds");
    Ok(duration)
}

fn variable(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => {
            let value = std::env::var(text);
            (
                text,
                value.context("there is no such variable here, and no =VALUE")?,
            )
        }
    };
    anyhow::ensure!(!name.is_empty(), "the name is missing");
    Ok((name.to_owned(), value))
}
