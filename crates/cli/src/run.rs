//! `farreach run`: a program as a job of several ranks.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum, ValueHint};
use farreach::settings::{self, Preconnect, Settings};
use farreach::stats::ProcessStats;
use farreach_launch::head::{self, Bind, Copy, JobOutcome, JobSpec, Labels, Part};
use farreach_launch::hosts::is_here;
use farreach_launch::{Program, ProgramError};

use farreach_runtime::connect_file::{ConnectFile, Shape};

use crate::apps;
use crate::hosts::HostsArgs;
use crate::nodes::NodesArgs;
use crate::oshrun;
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
    /// The number of ranks that each host takes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    ppn: Option<u32>,
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
    /// Encrypt and authenticate all datagrams between processes; the same as -x FARREACH_SECURE=on.
    #[arg(long)]
    secure: bool,
    /// Write the ranks' output to files DIR/RANK.out and DIR/RANK.err instead.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output_dir: Option<PathBuf>,
    /// A program that runs the program, with its options, such as 'gdb -batch -ex run -ex bt --args' or valgrind.
    #[arg(long, value_name = "COMMAND", conflicts_with = "copy")]
    wrap: Option<String>,
    /// Send the program to hosts that don't have it; it runs there from memory.
    #[arg(long)]
    copy: bool,
    /// Cores of the ranks: any, or a core of its own for each.
    #[arg(long, value_enum, default_value = "none")]
    bind: Cores,
    /// Write which connections the run used, for FARREACH_PRECONNECT=file in later runs.
    #[arg(long, value_name = "FILE")]
    record_connections: Option<PathBuf>,
    /// Set an environment variable for the ranks, or pass this one's on to other hosts; `farreach info` lists those that are settings.
    #[arg(short = 'x', long = "env", value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, String)>,
    /// A bundled program (exchange, heat2d, hello, nas, uts), a path, or a name on PATH; then its
    /// arguments. All arguments behind the program's name are the program's, even if they look like
    /// options of this command. A colon separates several programs: `-n 2 a : -n 3 b`.
    // A single list instead of a name and a list: clap looks for options until the list has begun.
    #[arg(value_names = ["PROGRAM", "ARGS"], required = true, num_args = 1.., trailing_var_arg = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
    #[arg(skip)]
    model: Model,
}

/// The programming model that a program is started for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Model {
    /// Whichever the program uses.
    #[default]
    Any,
    /// MPI.
    Mpi,
}

/// The cores of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Cores {
    /// Any core.
    None,
    /// A core of its own for each rank.
    Core,
}

/// A program of a job, and its arguments.
#[derive(Debug, PartialEq, Eq)]
struct Command<'a> {
    /// The number of its ranks. `None`: all.
    ranks: Option<u32>,
    name: &'a OsStr,
    arguments: &'a [OsString],
}

/// The programs of a job, at least one.
#[derive(Debug, PartialEq, Eq)]
struct Commands<'a>(Vec<Command<'a>>);

impl<'a> Commands<'a> {
    /// The programs in `words`, which colons separate. `ranks` is the number of ranks of the first.
    fn of(words: &'a [OsString], ranks: Option<u32>) -> anyhow::Result<Self> {
        let mut commands = Vec::new();
        for (index, mut part) in words.split(|word| word == ":").enumerate() {
            let mut ranks = ranks.filter(|_| index == 0);
            while let [option, value, rest @ ..] = part
                && index > 0
                && ["-n", "-np", "--np"].iter().any(|name| option == name)
            {
                let number = value.to_str().and_then(|text| text.parse().ok());
                ranks = Some(
                    number.with_context(|| format!("{} is no number of ranks", value.display()))?,
                );
                part = rest;
            }
            let (name, arguments) = part
                .split_first()
                .context("a colon separates programs, but one is missing beside it")?;
            let is_option = index > 0 && name.as_encoded_bytes().starts_with(b"-");
            anyhow::ensure!(
                !is_option,
                "behind a colon stand -n N and a program; {} stands before the first program",
                name.display()
            );
            commands.push(Command {
                ranks,
                name,
                arguments,
            });
        }
        if commands.len() > 1 {
            for command in &mut commands {
                command.ranks.get_or_insert(1);
            }
        }
        Ok(Commands(commands))
    }

    /// The number of ranks of all programs.
    fn ranks(&self) -> Option<u32> {
        let counts: Option<Vec<u32>> = self.0.iter().map(|command| command.ranks).collect();
        counts.map(|counts| {
            counts
                .iter()
                .fold(0, |sum: u32, &count| sum.saturating_add(count))
        })
    }
}

/// The words of a command, as a shell reads them.
fn words(text: &str) -> anyhow::Result<Vec<OsString>> {
    let words = shlex::split(text).context("a quote is not closed")?;
    Ok(words.into_iter().map(OsString::from).collect())
}

/// Runs a program, which may be a bundled one. The exit code is the job's. `started_ns` is the time
/// when the command started.
pub(crate) fn run(args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    run_one_of(args, apps::names, started_ns)
}

/// Runs a program file.
pub(crate) fn run_file(args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    run_one_of(args, |_| Vec::new(), started_ns)
}

/// Runs a program file for MPI. The program finds this installation's library without being told.
pub(crate) fn run_mpi(mut args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    const PATH: &str = "LD_LIBRARY_PATH";
    args.model = Model::Mpi;
    if let Some(lib) = oshrun::mpi_library() {
        let given = args.env.iter().rev().find(|(name, _)| name == PATH);
        let others = given.map(|(_, value)| value.clone());
        let others = others.or_else(|| std::env::var(PATH).ok());
        let mut path = lib.to_string_lossy().into_owned();
        if let Some(others) = others.filter(|others| !others.is_empty()) {
            path.push(':');
            path.push_str(&others);
        }
        args.env.push((PATH.to_owned(), path));
    }
    run_file(args, started_ns)
}

/// Tells that the processes of a job that ended well used another MPI, or none.
fn tell_strangers(outcome: &JobOutcome) -> anyhow::Result<()> {
    if outcome.failure.is_some() || outcome.ranks.iter().any(|rank| rank.stats.is_some()) {
        return Ok(());
    }
    let ours = match oshrun::mpi_library() {
        Some(lib) => format!(
            "the processes were told by LD_LIBRARY_PATH to look for libmpi.so.12 and libmpich.so.12 in {}",
            lib.display()
        ),
        None => "this installation has no lib/libmpi.so.12".to_owned(),
    };
    output::tell(&format!(
        "mpiexec: no process of the job has joined it: the program does not use MPI, or was linked with another one, so that each \
         process was alone; {ours}; `ldd PROGRAM` shows what it uses\n"
    ))
}

fn run_one_of(
    args: RunArgs,
    bundled: fn(&OsStr) -> Vec<&'static str>,
    started_ns: u64,
) -> anyhow::Result<ExitCode> {
    let commands = Commands::of(&args.command, args.ranks)?;
    let ranks = commands.ranks();
    let dealt = args.hosts.dealt(ranks, args.ppn, &args.nodes)?;
    let placement = match &dealt {
        Some(dealt) => dealt.placement.clone(),
        None => args.nodes.placement(ranks.or(args.ppn))?,
    };
    let wrapper = match &args.wrap {
        Some(text) => words(text).with_context(|| format!("--wrap {text:?}"))?,
        None => Vec::new(),
    };
    // A launcher that runs no rank need not have the program, unless it sends it.
    let names = dealt.as_ref().map(|dealt| &dealt.names);
    let is_elsewhere = !args.copy
        && args.wrap.is_none()
        && names.is_some_and(|names| !names.iter().any(|name| is_here(name)));
    let find = |command: &Command<'_>| {
        let (folder, arguments) = (args.wdir.clone(), command.arguments.to_vec());
        let bundled = bundled(command.name);
        let found = Program::find_in(folder.clone(), command.name, arguments.clone(), &bundled);
        let program = match found {
            Err(ProgramError::NoFile { .. }) if is_elsewhere => {
                Program::elsewhere(folder, command.name, arguments)
            }
            found => found?,
        };
        anyhow::Ok(Part {
            ranks: command.ranks.unwrap_or(placement.size()),
            program: program.wrapped(&wrapper)?,
        })
    };
    let programs: Vec<Part> = commands.0.iter().map(find).collect::<Result<_, _>>()?;
    let name = commands.0[0].name;
    let mut env = args.env;
    env.extend(args.heap.map(|heap| ("FARREACH_HEAP".to_owned(), heap)));
    let collectives = args.collectives;
    env.extend(collectives.map(|value| ("FARREACH_COLLECTIVES".to_owned(), value)));
    if args.secure {
        env.push(("FARREACH_SECURE".to_owned(), "on".to_owned()));
    }
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
        programs,
        copy: if args.copy {
            Copy::WhereMissing
        } else {
            Copy::Off
        },
        bind: match args.bind {
            Cores::None => Bind::Off,
            Cores::Core => Bind::Core,
        },
        output: args.output_dir,
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
    if args.model == Model::Mpi {
        tell_strangers(&outcome)?;
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
    let (name, value) = if let Some((name, value)) = text.split_once('=') {
        (name, value.to_owned())
    } else {
        let value = std::env::var(text).context("there is no such variable here, and no =VALUE")?;
        (text, value)
    };
    anyhow::ensure!(!name.is_empty(), "the name is missing");
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::Commands;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    /// For example `2 a x, 3 b`.
    fn told(text: &str, ranks: Option<u32>) -> String {
        let words = words(text);
        let commands = Commands::of(&words, ranks).unwrap();
        let each = commands.0.iter().map(|command| {
            let count = command
                .ranks
                .map_or("all".to_owned(), |ranks| ranks.to_string());
            let front = [count, command.name.display().to_string()];
            let arguments = command
                .arguments
                .iter()
                .map(|word| word.display().to_string());
            front
                .into_iter()
                .chain(arguments)
                .collect::<Vec<_>>()
                .join(" ")
        });
        each.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn colons_separate_programs() {
        assert_eq!(told("a -n 3", None), "all a -n 3");
        assert_eq!(told("a x", Some(4)), "4 a x");
        assert_eq!(told("a x : b", None), "1 a x, 1 b");
        assert_eq!(
            told("a : -n 3 b -n 4 : -np 2 c", Some(2)),
            "2 a, 3 b -n 4, 2 c"
        );
        assert_eq!(
            Commands::of(&words("a : -n 3 b"), Some(2)).unwrap().ranks(),
            Some(5)
        );
        assert_eq!(Commands::of(&words("a"), None).unwrap().ranks(), None);
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for (text, told) in [
            ("a :", "is missing"),
            (": b", "is missing"),
            ("a : : b", "is missing"),
            ("a : -n x b", "x is no number of ranks"),
            ("a : -x A=1 b", "-x stands before the first program"),
            ("a : -n 2", "is missing"),
        ] {
            let error = Commands::of(&words(text), None).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
