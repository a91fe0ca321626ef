//! `farreach bench`: measures Farreach on this machine, beside what the machine could do at best.

use std::io;
use std::process::ExitCode;

mod compare;
mod hosts;
mod launchers;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use farreach_bench::{Bench, Interrupts, Options, Placement, Results};

use crate::output::{self, JsonArgs};

/// The arguments of `farreach bench`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    /// What to measure.
    #[arg(value_enum, default_value = "all")]
    bench: Vec<Which>,
    /// Where the processes are.
    #[arg(long, value_enum, default_value = "both")]
    placement: Where,
    #[command(flatten)]
    json: JsonArgs,
    /// The number of rounds of the medians [default: 5, with --quick 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    samples: Option<u16>,
    /// Measure barriers and collectives with these numbers of processes only [default: 2, 4, 8, 32 and 64].
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(2..=64))]
    procs: Vec<u32>,
    /// Rough figures in seconds.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Start jobs of 256 processes as well.
    #[arg(long)]
    full: bool,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Measure Farreach and its peers in turns, and compare them.
    Compare(compare::CompareArgs),
    /// Measure what a network between hosts carries, beside plain UDP and TCP.
    Hosts(hosts::HostsBenchArgs),
    /// Measure start-up under launchers, beside a bare client of the same PMI.
    Launchers(launchers::LaunchersArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// One operation at a time
    Latency,
    /// Many small puts at a time
    Rate,
    /// Atomic operations
    Atomics,
    /// ARMCI: single operations, strides, accumulates
    Armci,
    /// Active messages
    Am,
    /// Messages matched by tag: latency, rate, bandwidth, matching, overlap
    Tagged,
    /// Messages of MPI: latency, rate, datatypes, threads
    Mpi,
    /// Files of MPI: collective accesses to blocks, accesses to parts
    Io,
    /// A million messages that are not received yet
    Flood,
    /// Large puts and gets
    Bandwidth,
    /// Barrier and all-reduce, blocking and begun
    Barrier,
    /// Collectives by each algorithm, beside the one that is chosen
    Collectives,
    /// The first put to a peer
    Connect,
    /// A job that does nothing, from command to exit
    Startup,
    /// What a process holds, at moments of its life
    Memory,
    /// Operations over connections of each kind
    Reach,
    /// Every process with 32 others
    ManyToMany,
    /// How much of their receive buffers messages use
    Buffers,
    /// Few queue pairs and many peers
    Budget,
    /// Peers and queue pairs of the NAS kernels, beside published ones
    Peers,
    /// The NAS kernels: two processes beside one, and jobs of many
    Nas,
    /// Graph500 and NAS kernels by each programming model, and by two in one program
    Hybrid,
    /// Programs of papers with connections on demand, beside static ones, by each reach
    Kernels,
    /// Threads with private contexts, beside as many processes
    Threads,
    /// Puts and gets beside work requests to the same device, without a runtime
    Verbs,
    /// Operations through an adapter of this host (FARREACH_DEVICE=ibv), beside perftest
    Adapters,
    /// Everything but adapters
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Where {
    /// On one node
    SameNode,
    /// On different nodes
    CrossNode,
    /// One after the other
    Both,
}

impl Where {
    fn placements(self) -> Vec<Placement> {
        match self {
            Where::SameNode => vec![Placement::SameNode],
            Where::CrossNode => vec![Placement::CrossNode],
            Where::Both => vec![Placement::SameNode, Placement::CrossNode],
        }
    }
}

impl BenchArgs {
    fn benches(&self) -> Vec<Bench> {
        let is_wanted = |bench: &Bench| {
            self.bench.iter().any(|&which| match which {
                Which::All => *bench != Bench::Adapters,
                Which::Latency => *bench == Bench::Latency,
                Which::Rate => *bench == Bench::Rate,
                Which::Atomics => *bench == Bench::Atomics,
                Which::Armci => *bench == Bench::Armci,
                Which::Am => *bench == Bench::Am,
                Which::Tagged => *bench == Bench::Tagged,
                Which::Mpi => *bench == Bench::Mpi,
                Which::Io => *bench == Bench::Io,
                Which::Flood => *bench == Bench::Flood,
                Which::Bandwidth => *bench == Bench::Bandwidth,
                Which::Barrier => *bench == Bench::Barrier,
                Which::Collectives => *bench == Bench::Collectives,
                Which::Connect => *bench == Bench::Connect,
                Which::Startup => *bench == Bench::Startup,
                Which::Memory => *bench == Bench::Memory,
                Which::Reach => *bench == Bench::Reach,
                Which::ManyToMany => *bench == Bench::ManyToMany,
                Which::Buffers => *bench == Bench::Buffers,
                Which::Budget => *bench == Bench::Budget,
                Which::Peers => *bench == Bench::Peers,
                Which::Nas => *bench == Bench::Nas,
                Which::Hybrid => *bench == Bench::Hybrid,
                Which::Kernels => *bench == Bench::Kernels,
                Which::Threads => *bench == Bench::Threads,
                Which::Verbs => *bench == Bench::Verbs,
                Which::Adapters => *bench == Bench::Adapters,
            })
        };
        Bench::ALL.into_iter().filter(is_wanted).collect()
    }

    fn options(&self) -> anyhow::Result<Options> {
        let program = std::env::current_exe().context("where this program is")?;
        let mut options = if self.quick {
            Options::quick(program)
        } else {
            Options::thorough(program)
        };
        options.benches = self.benches();
        options.placements = self.placement.placements();
        if let Some(samples) = self.samples {
            options.samples = usize::from(samples);
        }
        options.meeting_sizes.clone_from(&self.procs);
        if self.full {
            options.startup_sizes.push(256);
            options.memory_shapes.push((256, 16));
        }
        Ok(options)
    }
}

/// Runs the benchmarks and reports.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let interrupts = Interrupts::watch()?;
    let ended = match &args.command {
        Some(BenchCommand::Compare(args)) => compare::run(args, &interrupts),
        Some(BenchCommand::Hosts(args)) => hosts::run(args, &interrupts),
        Some(BenchCommand::Launchers(args)) => launchers::run(args, &interrupts),
        None => measure(args, &interrupts),
    };
    // All temporary files are removed by now.
    interrupts.follow();
    ended
}

fn measure(args: &BenchArgs, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    let options = args.options()?;
    let Results { rows, conditions } = farreach_bench::run(&options, |what| {
        interrupts.check()?;
        output::tell(&format!("farreach bench: {what}\n"))
    })?;
    args.json.write(|| farreach_bench::to_json(&rows))?;
    if args.json.leaves_text() {
        output::print(&farreach_bench::table(
            &rows,
            &conditions,
            output::width(io::stdout()),
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
