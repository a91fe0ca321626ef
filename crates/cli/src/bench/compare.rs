//! `farreach bench compare`: compares Farreach with other runtimes.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use farreach_bench::Interrupts;
use farreach_bench::compare::{self, Group, Options, Peer};

use super::Where;
use crate::output::{self, JsonArgs};

/// The arguments of `farreach bench compare`.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The runtimes to compare with.
    #[arg(long, value_enum, default_value = "all")]
    peer: Vec<With>,
    /// Where the processes are: sharing memory, or connected by the network only.
    #[arg(long, value_enum, default_value = "both")]
    placement: Where,
    /// What to compare [default: all].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "GROUP,..")]
    only: Vec<What>,
    /// Numbers of processes in the collectives, the start-up and the kernels [default: 2,8 and 2,16,64 and 4,8,16; with
    /// --full up to 32 and 256].
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(2..=1024))]
    procs: Vec<u32>,
    /// Virtual nodes of our processes in the collectives and the kernels where they share no memory [default: as
    /// many as processes].
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// The number of rounds of the medians [default: 3, with --quick 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,
    #[command(flatten)]
    json: JsonArgs,
    /// Write the tables as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Draw curves over the size as SVG files in a directory.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Rough figures in seconds.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// More and larger jobs, which take long.
    #[arg(long)]
    full: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum With {
    /// Open MPI: two-sided, one-sided, collectives
    Openmpi,
    /// MPICH: two-sided, one-sided, collectives
    Mpich,
    /// Open MPI's OpenSHMEM, and our interface for C with the same programs
    Oshmem,
    /// MPICH and Open MPI, and our MPI with the executables of MPICH
    Mpi,
    /// Our interface for C by itself
    FarreachC,
    /// UCX: active messages
    Ucx,
    /// ARMCI-MPI on Open MPI and on MPICH, and our interface for C with the same program
    ArmciMpi,
    /// All of them
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// From sender to receiver
    TwoSided,
    /// Puts, gets and atomic operations
    Rma,
    /// ARMCI: puts, gets, accumulates, with and without strides
    Armci,
    /// Messages that call functions
    Active,
    /// Everybody with everybody
    Collectives,
    /// Collectives with far more processes than cores
    Oversubscribed,
    /// CG, FT and IS of the NAS Parallel Benchmarks, programs of MPI in C
    Kernels,
    /// Files of MPI: collective accesses to blocks, accesses to parts, plain ones
    Files,
    /// An empty program, from command to exit
    Startup,
}

impl CompareArgs {
    fn options(&self) -> anyhow::Result<Options> {
        let program = std::env::current_exe().context("where this program is")?;
        let mut options = match (self.quick, self.full) {
            (true, _) => Options::quick(program),
            (_, true) => Options::full(program),
            _ => Options::thorough(program),
        };
        options.placements = self.placement.placements();
        options.peers.retain(|&peer| {
            self.peer.iter().any(|&with| match with {
                With::Openmpi => peer == Peer::OpenMpi,
                With::Mpich => peer == Peer::Mpich,
                With::Mpi => matches!(peer, Peer::OpenMpi | Peer::Mpich | Peer::FarreachMpi),
                With::Oshmem => matches!(peer, Peer::Oshmem | Peer::FarreachC),
                With::FarreachC => peer == Peer::FarreachC,
                With::Ucx => peer == Peer::Ucx,
                With::ArmciMpi => matches!(
                    peer,
                    Peer::ArmciOpenMpi | Peer::ArmciMpich | Peer::FarreachC
                ),
                With::All => true,
            })
        });
        if !self.only.is_empty() {
            options.groups.retain(|&group| {
                self.only.iter().any(|&what| match what {
                    What::TwoSided => group == Group::TwoSided,
                    What::Rma => group == Group::Rma,
                    What::Armci => group == Group::Armci,
                    What::Active => group == Group::Active,
                    What::Collectives => group == Group::Collectives,
                    What::Oversubscribed => group == Group::Oversubscribed,
                    What::Kernels => group == Group::Kernels,
                    What::Files => group == Group::Files,
                    What::Startup => group == Group::Startup,
                })
            });
        }
        options.nodes = self.nodes;
        if let Some(rounds) = self.rounds {
            options.rounds = usize::from(rounds);
        }
        if !self.procs.is_empty() {
            options.collective_sizes.clone_from(&self.procs);
            options.startup_sizes.clone_from(&self.procs);
            options.kernel_sizes.clone_from(&self.procs);
        }
        Ok(options)
    }
}

/// Measures and reports. Fails if a job of Farreach failed.
pub(super) fn run(args: &CompareArgs, interrupts: &Interrupts) -> anyhow::Result<ExitCode> {
    let options = args.options()?;
    args.json.check()?;
    if let Some(file) = &args.markdown {
        output::check_writable(file)?;
    }
    let tell = |what: &str| {
        interrupts.check()?;
        output::tell(&format!("farreach bench compare: {what}\n"))
    };
    let comparison = compare::run(&options, tell)?;
    if let Some(file) = &args.markdown {
        fs::write(file, comparison.to_markdown())
            .with_context(|| format!("writing {}", file.display()))?;
    }
    if let Some(directory) = &args.plots {
        let files = comparison.draw(directory)?;
        if files.is_empty() {
            tell(
                "there is no curve to draw: no operation was measured with two sizes (--only two-sided,rma,collectives has such)",
            )?;
        }
        for file in files {
            tell(&format!("drew {}", file.display()))?;
        }
    }
    args.json.write(|| comparison.to_json())?;
    if args.json.leaves_text() {
        output::print(&comparison.to_text(output::width(io::stdout())))?;
    }
    Ok(if comparison.is_sound() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
