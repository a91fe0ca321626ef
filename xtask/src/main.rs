//! Tasks of the repository.
//!
//! - `cargo xtask tidy`: checks the style rules.
//! - `cargo xtask counts`: counts the instructions of the hot paths.
//! - `cargo xtask bare`: builds the deterministic crates without an operating system.
//! - `cargo xtask abi`: generates the interfaces for C.
//! - `cargo xtask package`: makes the files of a release.
//! - `cargo xtask quick`: checks what was edited, in less than a minute.
//! - `cargo xtask nightly`: runs what is too long for each commit.
//! - `cargo xtask clients`: runs programs that others built for MPICH and Open MPI.
//! - `cargo xtask hosts`: runs a command beside several hosts, made on this machine.
//! - `cargo xtask vm`: runs a command in a guest whose kernel has an RDMA adapter of software.
//! - `cargo xtask ibv-test`: runs tests on an RDMA adapter of this machine.
//!
//! ```text
//!   tree    every manifest and Rust file of the workspace, parsed once, and its pages
//!     │
//!   tidy    layering · sizes · unsafe · determinism · hygiene · links
//!     │
//!   Finding file:line, what is wrong, what to do
//! ```
//!
//! Invariant: a check reads the parsed tree and returns findings. A check neither prints nor stops
//! at the first finding. `cargo test -p xtask` runs the checks over this workspace.

mod abi;
mod bare;
mod clients;
mod counts;
mod hosts;
mod nightly;
mod package;
#[cfg(test)]
mod publishing;
mod quick;
mod tidy;
mod tree;
mod vm;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use clients::Wanted;
use package::Effort;

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["abi"] => abi::write(workspace_root()?).map(|()| ExitCode::SUCCESS),
        ["bare"] => bare::run(workspace_root()?),
        ["tidy"] => run_tidy(),
        ["quick", packages @ ..] => quick::run(workspace_root()?, packages),
        ["nightly"] => nightly::run(workspace_root()?),
        ["counts"] => counts::run(workspace_root()?, counts::CountsMode::Compare),
        ["counts", "--update"] => counts::run(workspace_root()?, counts::CountsMode::Update),
        ["clients"] => clients::run(workspace_root()?, package::PROFILE, Wanted::Short),
        ["clients", "--all"] => clients::run(workspace_root()?, package::PROFILE, Wanted::All),
        ["clients", "--profile", profile] => {
            clients::run(workspace_root()?, profile, Wanted::Short)
        }
        ["clients", "--all", "--profile", profile] => {
            clients::run(workspace_root()?, profile, Wanted::All)
        }
        ["hosts", arguments @ ..] => hosts::run(arguments),
        ["vm-test"] => vm::run_tests(workspace_root()?),
        ["ibv-test"] => vm::run_on_host(workspace_root()?),
        ["vm", arguments @ ..] => vm::run(workspace_root()?, arguments),
        // `hosts` starts it.
        ["relay", arguments @ ..] => hosts::run_relay(arguments).map(|()| ExitCode::SUCCESS),
        ["package", folder] => run_package(folder, package::PROFILE, Effort::Full),
        ["package", folder, "--quick"] => run_package(folder, package::PROFILE, Effort::Quick),
        ["package", folder, "--profile", profile] => run_package(folder, profile, Effort::Full),
        _ => {
            eprintln!(
                "usage: cargo xtask abi | bare | tidy | quick [PACKAGE ..] | nightly | counts [--update] | package FOLDER [--quick | --profile NAME] | clients [--all] [--profile NAME] | hosts [OPTIONS] COMMAND | vm [OPTIONS] -- COMMAND | vm-test | ibv-test\n  \
                 abi     write the interfaces for C: headers, exported functions, symbols\n  \
                 bare    build the deterministic crates for a target without std\n  \
                 tidy    check layering, sizes, unsafe, determinism, links\n  \
                 quick   check format, style, lints and tests of the packages that differ from the last commit, or of those named\n  \
                 nightly run what is too long for each commit: all trials, many schedules, a program for aarch64, fuzzing\n  \
                 counts  count the instructions of the hot paths, compare them with the recorded ones or record them\n  \
                 package write an archive and a Debian package into a folder, built with cargo's profile release or another; --quick: hardly compressed\n  \
                 clients fetch programs that others built for MPICH and Open MPI, run them with this library, check their results; --all: those that take long, too\n  \
                 hosts   make hosts h1, h2, .. on this machine, run a command on the host login, remove them: --count N, --mtu BYTES, --rate RATE; on a bad network: --delay MS, --loss F, --duplicate F, --reorder F, --cut S@FROM, --carry BYTES@FROM, --seed N\n  \
                 vm      boot a guest with the kernel's RDMA adapter of software, run a command there: --cpus N, --memory MIB, --timeout SECONDS, --out FOLDER\n  \
                 vm-test run the tests of the device ibv in such a guest, and some jobs\n  \
                 ibv-test run them on an adapter of this machine"
            );
            Ok(ExitCode::from(2))
        }
    }
}

fn run_package(folder: &str, profile: &str, effort: Effort) -> anyhow::Result<ExitCode> {
    for file in package::run(workspace_root()?, Path::new(folder), profile, effort)? {
        println!("{}", file.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn run_tidy() -> anyhow::Result<ExitCode> {
    let root = workspace_root()?;
    let report = tidy::check(&tree::Tree::load(root)?);
    for warning in &report.warnings {
        println!("note: {warning}");
    }
    for finding in &report.findings {
        println!("{finding}");
    }
    println!(
        "tidy: {} files, {} lines, {} findings",
        report.files,
        report.lines,
        report.findings.len()
    );
    Ok(if report.findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The workspace's root: the parent of this crate's folder.
fn workspace_root() -> anyhow::Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("xtask lies in the workspace's root")
}
