//! `farreach run`: a program as a job of several ranks.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, ValueEnum, ValueHint};
use farreach::settings::{self, Preconnect, Settings};
use farreach_launch::head::{self, Bind, Copy, JobSpec, Labels, Part};
use farreach_launch::hosts::is_here;
use farreach_launch::{Program, ProgramError};

use farreach_runtime::connect_file::{ConnectFile, Shape};

use crate::apps;
use crate::hosts::HostsArgs;
use crate::mpi::{self, Uses};
use crate::nodes::NodesArgs;
use crate::output::JsonArgs;
use crate::record::RecordArgs;
use crate::summary::{self, StatsFormat};
use crate::version;

/// The arguments of `farreach run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The number of ranks, which are the processes of the job; by default 1, or the sum of the nodes' numbers of ranks.
    #[arg(short = 'n', long = "np", value_name = "N", value_parser = ranks)]
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
    /// The ranks' working directory; a relative path of the program leads from there.
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
    /// A tool that runs each rank's program, with the tool's options, such as 'gdb -batch -ex run -ex bt --args' or valgrind.
    #[arg(long, value_name = "COMMAND", conflicts_with = "copy")]
    wrap: Option<String>,
    /// Send the program to hosts that don't have it; it runs there from memory.
    #[arg(long)]
    copy: bool,
    /// The cores of the ranks.
    #[arg(long, value_enum, default_value = "none")]
    bind: Cores,
    #[command(flatten)]
    record: RecordArgs,
    /// Set an environment variable for the ranks, or pass the launcher's on to other hosts; `farreach info` lists the variables that are settings.
    #[arg(short = 'x', long = "env", value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, String)>,
    /// A bundled program (exchange, graph500, heat2d, hello, lj, lu, nas, random-access, uts), a path, or a name on PATH; then its
    /// arguments. All arguments behind the program's name are the program's, even if they look like
    /// options of this command. A colon separates several programs, each with its own -n, -x and
    /// --wdir: `-n 2 a : -n 3 -x A=1 b`.
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

/// The arguments of a further program of a job, behind a colon.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct PartArgs {
    #[arg(short = 'n', long = "np")]
    ranks: Option<u32>,
    #[arg(short = 'x', long = "env", value_parser = variable)]
    env: Vec<(String, String)>,
    #[arg(long, visible_alias = "wd")]
    wdir: Option<PathBuf>,
    #[arg(required = true, num_args = 1.., trailing_var_arg = true)]
    command: Vec<OsString>,
}

/// A program of a job, and its arguments.
#[derive(Debug, PartialEq, Eq)]
struct Command {
    /// The number of its ranks. `None`: all.
    ranks: Option<u32>,
    /// Variables of its ranks alone.
    env: Vec<(String, String)>,
    wdir: Option<PathBuf>,
    name: OsString,
    arguments: Vec<OsString>,
}

/// The programs of a job, at least one.
#[derive(Debug, PartialEq, Eq)]
struct Commands(Vec<Command>);

impl Commands {
    /// The programs in `words`, which colons separate. `ranks` is the number of ranks of the first, and
    /// `wdir` the working directory of all that name none.
    fn of(words: &[OsString], ranks: Option<u32>, wdir: Option<&Path>) -> anyhow::Result<Self> {
        let mut commands = Vec::new();
        for (index, part) in words.split(|word| word == ":").enumerate() {
            anyhow::ensure!(
                !part.is_empty(),
                "a colon separates programs, but one is missing beside it"
            );
            let args = if index == 0 {
                PartArgs {
                    ranks,
                    env: Vec::new(),
                    wdir: None,
                    command: part.to_vec(),
                }
            } else {
                PartArgs::of(part)?
            };
            let mut command = args.command.into_iter();
            commands.push(Command {
                ranks: args.ranks,
                env: args.env,
                wdir: args.wdir.or_else(|| wdir.map(Path::to_owned)),
                name: command.next().expect("a word is required"),
                arguments: command.collect(),
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

impl PartArgs {
    /// The arguments behind a colon.
    fn of(words: &[OsString]) -> anyhow::Result<PartArgs> {
        // `-np` is no short option to clap. The program's own arguments stay as they are.
        const WITH_VALUE: [&str; 7] = ["-n", "-np", "--np", "-x", "--env", "--wdir", "--wd"];
        let (mut known, mut at) = (words.to_vec(), 0);
        while let Some(word) = known.get_mut(at)
            && word.as_encoded_bytes().starts_with(b"-")
        {
            at += 1 + usize::from(WITH_VALUE.iter().any(|option| word == option));
            if word == "-np" {
                *word = "--np".into();
            }
        }
        PartArgs::try_parse_from(known).map_err(|error| {
            let shown = words.iter().map(|word| word.display().to_string());
            let shown = shown.collect::<Vec<_>>().join(" ");
            let is_missing = error.kind() == clap::error::ErrorKind::MissingRequiredArgument;
            let what = if is_missing {
                "the program is missing".to_owned()
            } else {
                let text = error.to_string();
                let line = text.lines().next().unwrap_or_default();
                line.trim_start_matches("error: ").to_owned()
            };
            anyhow::anyhow!(
                "behind the colon, in {shown:?}: {what}; the options of a further program are -n N, -x NAME=VALUE and --wdir DIR, \
                 and all others stand before the first program"
            )
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
    if asks_for_help(&args.command) {
        return Ok(apps::run(args.command.into_iter()));
    }
    run_one_of(args, apps::names, started_ns)
}

/// Whether a bundled program is asked for its options, which needs no job.
fn asks_for_help(command: &[OsString]) -> bool {
    command.split_first().is_some_and(|(name, arguments)| {
        let is_help = |argument: &OsString| argument == "--help" || argument == "-h";
        apps::names(name).iter().any(|app| name == app) && arguments.iter().any(is_help)
    })
}

/// Runs a program file.
pub(crate) fn run_file(args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    run_one_of(args, |_| Vec::new(), started_ns)
}

/// Runs a program file for MPI.
pub(crate) fn run_mpi(mut args: RunArgs, started_ns: u64) -> anyhow::Result<ExitCode> {
    args.model = Model::Mpi;
    run_file(args, started_ns)
}

fn run_one_of(
    args: RunArgs,
    bundled: fn(&OsStr) -> Vec<&'static str>,
    started_ns: u64,
) -> anyhow::Result<ExitCode> {
    args.json.check()?;
    args.record.check()?;
    let commands = Commands::of(&args.command, args.ranks, args.wdir.as_deref())?;
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
    let find = |command: &Command| {
        let (folder, arguments) = (command.wdir.clone(), command.arguments.clone());
        let bundled = bundled(&command.name);
        let found = Program::find_in(folder.clone(), &command.name, arguments.clone(), &bundled);
        match found {
            Err(ProgramError::NoFile { .. }) if is_elsewhere => {
                Ok(Program::elsewhere(folder, &command.name, arguments))
            }
            found => found,
        }
    };
    let programs: Vec<Program> = commands.0.iter().map(find).collect::<Result<_, _>>()?;
    let is_for_mpi = args.model == Model::Mpi;
    let uses = mpi::of_all(&programs, is_for_mpi)?;
    let parts = commands.0.iter().zip(programs).map(|(command, program)| {
        let env = command.env.iter().cloned();
        anyhow::Ok(Part {
            ranks: command.ranks.unwrap_or(placement.size()),
            program: program.wrapped(&wrapper)?,
            env: env
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        })
    });
    let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    let mut env = args.env;
    if is_for_mpi || uses == Uses::Ours {
        env.extend(mpi::path(&env));
    }
    env.extend(args.heap.map(|heap| ("FARREACH_HEAP".to_owned(), heap)));
    let collectives = args.collectives;
    env.extend(collectives.map(|value| ("FARREACH_COLLECTIVES".to_owned(), value)));
    if args.secure {
        env.push(("FARREACH_SECURE".to_owned(), "on".to_owned()));
    }
    env.extend(args.record.variables(&placement)?);
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
        programs: parts,
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
    let command = &commands.0[0];
    let program = (&*command.name, &*command.arguments);
    args.record.write(shape, program, &outcome)?;
    let mut code = u8::try_from(outcome.exit_code).unwrap_or(1);
    let has_joined = outcome.ranks.iter().any(|rank| rank.stats.is_some());
    if outcome.failure.is_none() && !has_joined {
        code = code.max(mpi::tell_strangers(uses, is_for_mpi)?);
    }
    summary::show(&outcome, &placement, args.stats, &args.json)?;
    Ok(ExitCode::from(code))
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

fn ranks(text: &str) -> anyhow::Result<u32> {
    // `-np 4` is `-n p` to clap.
    anyhow::ensure!(text != "p", "-np N is written -n N or --np N here");
    Ok(text.parse()?)
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
    use std::path::Path;

    use super::Commands;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    /// For example `2 a x, 3 b`.
    fn told(text: &str, ranks: Option<u32>) -> String {
        let words = words(text);
        let commands = Commands::of(&words, ranks, None).unwrap();
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
            Commands::of(&words("a : -n 3 b"), Some(2), None)
                .unwrap()
                .ranks(),
            Some(5)
        );
        let one = Commands::of(&words("a"), None, None).unwrap();
        assert_eq!(one.ranks(), None);
    }

    #[test]
    fn each_program_has_its_variables_and_folder() {
        let words = words("a : -x A=1 -x B=2 --wdir /c -n 2 -- b -x C=3 : d");
        let commands = Commands::of(&words, Some(1), Some(Path::new("/all"))).unwrap();
        let [a, b, d] = &commands.0[..] else {
            panic!("{commands:?}")
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(b.env, [pair("A", "1"), pair("B", "2")]);
        assert_eq!(
            (b.ranks, &*b.arguments),
            (Some(2), &super::words("-x C=3").unwrap()[..])
        );
        assert!(a.env.is_empty() && d.env.is_empty());
        let folders = [a, b, d].map(|command| command.wdir.as_deref());
        assert_eq!(
            folders,
            ["/all", "/c", "/all"].map(|folder| Some(Path::new(folder)))
        );
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for (text, told) in [
            ("a :", "is missing"),
            (": b", "is missing"),
            ("a : : b", "is missing"),
            ("a : -n x b", "invalid value 'x'"),
            ("a : --label b", "'--label'"),
            ("a : -n 2", "is missing"),
        ] {
            let error = Commands::of(&words(text), None, None)
                .unwrap_err()
                .to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
