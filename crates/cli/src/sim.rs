//! `farreach sim`: what a job of any size needs, without running it.

mod calibrate;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use farreach_predict::patterns::{
    Class, Exchange, Options, Pattern, Places, Recorded, Sums, VariantNames,
};
use farreach_predict::{Depth, Machine, PRESETS, Protocol, Reach, Request, Setup, Tried, project};

use crate::output::{self, JsonArgs};

/// The arguments of `farreach sim`.
#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    #[command(subcommand)]
    command: SimCommand,
}

#[derive(Debug, Subcommand)]
enum SimCommand {
    /// Predict connections, memory and start-up of a job.
    Run(RunArgs),
    /// Measure what this machine costs, and write its description for `--machine`.
    Calibrate(calibrate::CalibrateArgs),
    /// Run random jobs under faults: every process has to end, and all ends have to agree.
    Prove(ProveArgs),
}

/// The arguments of `farreach sim prove`.
#[derive(Debug, Args)]
struct ProveArgs {
    /// The number of seeds, each of which is a job.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

/// The arguments of `farreach sim run`.
#[derive(Debug, Args)]
#[command(after_help = names())]
struct RunArgs {
    /// Who exchanges with whom: a name (see below), or a file that `farreach run --record` wrote. With several files of
    /// one program the job is projected by a regression over their numbers of processes.
    #[arg(long, value_name = "NAME|FILE", required = true)]
    pattern: Vec<String>,
    /// The number of processes [default: that of the recorded run].
    #[arg(long, short = 'n', value_name = "N")]
    processes: Option<u32>,
    /// Processes of a node, at most.
    #[arg(long, value_name = "C", conflicts_with = "nodes")]
    ppn: Option<u32>,
    /// The number of nodes [default: as many as processes].
    #[arg(long, value_name = "M")]
    nodes: Option<u32>,
    /// The other end of a connection.
    #[arg(long, default_value = "rc", value_parser = parsed(&["rc", "rc-msrq", "exrc", "sxrc", "server"], Reach::from_str))]
    reach: Reach,
    /// When connections are made.
    #[arg(long, default_value = "on-demand", value_parser = parsed(&["on-demand", "predefined", "static"], Setup::from_str))]
    setup: Setup,
    /// The protocol of set-ups.
    #[arg(long, default_value = "overlap", value_parser = parsed(&["overlap", "serial"], Protocol::from_str))]
    protocol: Protocol,
    /// The machine: a name (chinook, hopper, koop2008, soft, stampede), or a file in TOML.
    #[arg(long, default_value = "soft", value_name = "NAME|FILE")]
    machine: String,
    /// How deep: count (connections, by closed forms), outline (the connection manager of each process, in virtual
    /// time) or exact (the engine and the adapter of each process) [default: outline for small jobs].
    #[arg(long, value_parser = named::<Depth>())]
    depth: Option<Depth>,
    /// The algorithm of sums over all.
    #[arg(long, default_value = "recursive-doubling", value_parser = named::<Sums>())]
    sums: Sums,
    /// The grid of processes, the slowest dimension first, such as 4x8 [default: the one nearest to a square or a cube].
    #[arg(long, value_name = "SIDES", value_delimiter = 'x')]
    grid: Vec<u32>,
    /// The class of a NAS benchmark.
    #[arg(long, default_value = "C", value_parser = named::<Class>())]
    class: Class,
    /// The number of partners of many-to-many.
    #[arg(long, default_value_t = 32, value_name = "N")]
    degree: u32,
    /// Bytes of a message, where the pattern is no benchmark.
    #[arg(long, default_value_t = 8192, value_name = "N")]
    bytes: u64,
    /// The seed of random partners, of incarnations and of jitter.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Write the report as a picture (SVG).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

/// What help says about patterns.
fn names() -> String {
    let names = Pattern::VARIANTS.join(", ");
    output::wrapped(&format!("Patterns: {names}"), Some(100), 10)
}

/// A parser of the names of a choice, which help lists.
fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr + Clone + Send + Sync + 'static,
    T::Err: std::fmt::Debug,
{
    parsed(T::VARIANTS, T::from_str)
}

/// A parser of these names.
fn parsed<T, E>(
    names: &'static [&'static str],
    parse: fn(&str) -> Result<T, E>,
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: std::fmt::Debug + 'static,
{
    let names = PossibleValuesParser::new(names);
    names.try_map(move |name| parse(&name).map_err(|error| format!("{error:?}")))
}

/// The description of a machine: a preset, or a file.
fn machine(name: &str) -> Result<Machine> {
    if let Some(machine) = Machine::preset(name) {
        return Ok(machine);
    }
    let text = fs::read_to_string(name).with_context(|| {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        format!(
            "--machine {name} is none of {}, and no file that can be read",
            names.join(", ")
        )
    })?;
    Ok(Machine::read(name, &text)?)
}

/// Runs `farreach sim`.
pub(crate) fn run(args: &SimArgs) -> Result<ExitCode> {
    match &args.command {
        SimCommand::Run(args) => predict(args),
        SimCommand::Calibrate(args) => calibrate::run(args),
        SimCommand::Prove(args) => prove(args),
    }
}

/// Runs the jobs of all seeds, tells each failure, and says at the end what was tried.
fn prove(args: &ProveArgs) -> Result<ExitCode> {
    let mut tried = Tried::default();
    let mut failures = 0u64;
    // A panic is a failure of a seed, whose line tells its text.
    std::panic::set_hook(Box::new(|_| ()));
    for seed in (args.seed..).take(usize::try_from(args.seeds).unwrap_or(usize::MAX)) {
        if let Err(failure) = farreach_predict::prove(seed, &mut tried) {
            failures += 1;
            output::print(&format!("{failure}\n"))?;
        }
    }
    let _ = std::panic::take_hook();
    let Tried {
        jobs,
        exact,
        processes,
        connections,
        messages,
        retransmitted,
    } = tried;
    output::print(&format!(
        "{jobs} of {} jobs ended well, {exact} of them with engines: {processes} processes, {connections} connections, {messages} connect messages, {retransmitted} of \
         them again; {failures} failed\n",
        args.seeds
    ))?;
    Ok(if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What `--pattern` names.
enum Named {
    Pattern(Pattern),
    Recorded(Vec<Arc<Recorded>>),
}

impl Named {
    fn of(texts: &[String]) -> Result<Named> {
        if let [text] = texts
            && let Ok(pattern) = text.parse()
        {
            return Ok(Named::Pattern(pattern));
        }
        let recorded = texts.iter().map(|text| {
            ensure!(
                text.parse::<Pattern>().is_err(),
                "--pattern {text} stands beside other patterns: name one pattern, or recorded runs only"
            );
            let bytes = fs::read(text).with_context(|| {
                format!(
                    "--pattern {text} is none of {}, and no file that can be read",
                    Pattern::VARIANTS.join(", ")
                )
            })?;
            Ok(Arc::new(Recorded::parse(text, &bytes)?))
        });
        Ok(Named::Recorded(recorded.collect::<Result<_>>()?))
    }
}

impl RunArgs {
    /// The placement of so many processes, if nothing is said on as many nodes as `otherwise`.
    fn places(&self, processes: u32, otherwise: u32) -> Result<Places> {
        Ok(match (self.ppn, self.nodes) {
            (Some(ppn), _) => Places::by_node(processes, ppn)?,
            (None, nodes) => Places::new(processes, nodes.unwrap_or(otherwise))?,
        })
    }

    /// What is exchanged. `None` for a job that is projected, which is told.
    fn exchange(&self) -> Result<Option<Exchange>> {
        let recorded = match Named::of(&self.pattern)? {
            Named::Recorded(recorded) => recorded,
            Named::Pattern(pattern) => {
                let processes = self.processes.context("--processes is missing")?;
                let exchange =
                    Exchange::new(pattern, self.places(processes, processes)?, self.options());
                let exchange = exchange.map_err(|misfit| {
                    anyhow!("{misfit}: choose another --processes, --grid or --class")
                })?;
                return Ok(Some(exchange));
            }
        };
        if let [recorded] = &recorded[..] {
            let of_run = recorded.places();
            let places = self.places(self.processes.unwrap_or(of_run.size()), of_run.nodes())?;
            return Ok(Some(Exchange::recorded(Arc::clone(recorded), places)?));
        }
        let processes = self.processes.context("--processes is missing")?;
        ensure!(
            self.svg.is_none(),
            "--svg draws the phases of one prediction, and a projection of several recorded runs has none: leave it out"
        );
        let projection = project(&recorded, self.reach, processes)?;
        self.json.write(|| projection.json())?;
        if self.json.leaves_text() {
            output::print(&projection.text())?;
        }
        Ok(None)
    }

    fn options(&self) -> Options {
        Options {
            class: self.class,
            sums: self.sums,
            grid: (!self.grid.is_empty()).then(|| self.grid.clone()),
            degree: self.degree,
            seed: self.seed,
            bytes: self.bytes,
        }
    }
}

fn predict(args: &RunArgs) -> Result<ExitCode> {
    args.json.check()?;
    args.svg
        .iter()
        .try_for_each(|file| output::check_writable(file))?;
    let Some(exchange) = args.exchange()? else {
        return Ok(ExitCode::SUCCESS);
    };
    let request = Request {
        exchange,
        reach: args.reach,
        setup: args.setup,
        protocol: args.protocol,
        machine: machine(&args.machine)?,
        depth: args.depth,
        seed: args.seed,
        handshakes: None,
        live_bytes: farreach_bench::thread_live_bytes,
    };
    let report = request.predict()?;
    args.json.write(|| report.json())?;
    if let Some(file) = &args.svg {
        fs::write(file, report.svg()).with_context(|| format!("writing {}", file.display()))?;
    }
    if args.json.leaves_text() {
        output::print(&report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}
