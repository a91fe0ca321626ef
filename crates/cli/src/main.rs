//! The command-line program `farreach`.
//!
//! ```text
//!   farreach SUBCOMMAND ..       one file per subcommand
//!   oshrun .., shmemrun ..       the same program under other names: `farreach run` for programs in C
//!   mpiexec .., mpirun ..        also, for programs for MPI, which find this installation's library
//!   farreach __agent             what the launcher starts on each node
//!   farreach __doctor            what `farreach doctor` starts on other hosts
//!   farreach __app NAME ARGS..   a bundled app, as one rank of a job
//! ```

// These macros panic if standard output has no reader: see `output`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod apps;
mod bench;
mod doctor;
mod hosts;
mod info;
mod install;
mod mpi;
mod nodes;
mod oshrun;
mod output;
mod papers;
mod record;
mod run;
mod sim;
mod summary;
mod version;

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Counts the memory of connections, for the summary of bundled programs.
#[global_allocator]
static ALLOCATOR: farreach::CountingAllocator = farreach::CountingAllocator;

/// Parallel programs over connections made on demand.
#[derive(Debug, Parser)]
#[command(name = "farreach", version = version::text(), long_about = None)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a program as a job of several ranks.
    Run(run::RunArgs),
    /// Look at this machine or at hosts: what slows jobs down or stops them, and what to change.
    Doctor(doctor::DoctorArgs),
    /// List settings with their values and origins, and the devices.
    Info(info::InfoArgs),
    /// Install the libraries, headers, compiler wrappers and launchers for programs in C, C++ and Fortran.
    Install(install::InstallArgs),
    /// Remove what `farreach install` has installed into a folder.
    Uninstall(install::UninstallArgs),
    /// Measure how fast it is here, beside what the machine could do at best.
    Bench(bench::BenchArgs),
    /// Predict what a job of any size needs.
    Sim(sim::SimArgs),
    /// Compare published figures with ours.
    Papers(papers::PapersArgs),
}

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let mut arguments = std::env::args_os().peekable();
    let called = arguments.next().unwrap_or_default();
    let called = Path::new(&called).file_name();
    // The hidden subcommands bypass clap: they are not for users, and must start fast.
    match arguments.peek() {
        Some(first) if first == farreach_launch::AGENT_ARGUMENT => {
            return farreach_launch::agent::main(arguments.skip(1), version::build());
        }
        Some(first) if first == farreach_launch::APP_ARGUMENT => {
            return apps::run(arguments.skip(1));
        }
        Some(first) if first == doctor::ARGUMENT => return exit(doctor::answer()),
        _ => {}
    }
    // The names of Debian's package end with the package's name.
    let called = called.map(OsStr::as_encoded_bytes);
    let called = called.map(|name| name.strip_suffix(b".farreach").unwrap_or(name));
    let is_called = |name: &&&str| called == Some(name.as_bytes());
    if let Some(name) = oshrun::NAMES.iter().find(is_called) {
        let run = if oshrun::MPI_NAMES.contains(name) {
            run::run_mpi
        } else {
            run::run_file
        };
        return exit(oshrun::arguments(name, arguments).and_then(|args| run(args, started_ns)));
    }
    exit(match Cli::parse().command {
        Command::Bench(args) => bench::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Install(args) => install::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Papers(args) => papers::run(&args),
        Command::Run(args) => run::run(args, started_ns),
        Command::Sim(args) => sim::run(&args),
        Command::Uninstall(args) => install::uninstall(&args),
    })
}

fn exit(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if error.is::<output::ReaderLeft>() => ExitCode::from(output::EXIT_READER_LEFT),
        Err(error) => {
            output::tell_error(&error);
            ExitCode::from(2)
        }
    }
}
