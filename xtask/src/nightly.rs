//! `cargo xtask nightly`: what is too long for each commit.
//!
//! | stage | each commit has |
//! |---|---|
//! | every trial of OpenSHMEM for Rust: all bodies, placements and variants | three placements, and one in 16 of the rest |
//! | every program of MPI in all placements, and on MPICH | two placements, and one in four of the rest |
//! | a hundred thousand schedules of connections, engines and collectives | some thousands |
//! | the program and the libraries linked for aarch64 | compiled for aarch64, not linked |
//! | minutes of fuzzing for each target, where cargo-fuzz is installed | the seeds alone |

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::Context;

use crate::package::cargo;

/// Schedules of each kind.
const SCHEDULES: &str = "100000";
/// How long each target is fuzzed.
const FUZZING: &str = "-max_total_time=120";

/// A command of cargo, and its environment.
struct Stage {
    arguments: Vec<String>,
    environment: &'static [(&'static str, &'static str)],
}

impl Stage {
    fn new(arguments: &str, environment: &'static [(&'static str, &'static str)]) -> Stage {
        Stage {
            arguments: arguments.split(' ').map(str::to_owned).collect(),
            environment,
        }
    }
}

/// Runs all stages, also behind one that fails.
pub(crate) fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let mut stages = vec![
        Stage::new(
            "test --package farreach-shmem --test it",
            &[("TRIALS_DRAWN", "all")],
        ),
        Stage::new(
            "test --package farreach-mpi-c --test it",
            &[("TRIALS_DRAWN", "all")],
        ),
        Stage::new(
            "test --package farreach-shmem-c --test it",
            &[("TRIALS_DRAWN", "all")],
        ),
        Stage::new(
            "test --release --package farreach-connect --package farreach-engine --package farreach-collectives schedules",
            &[("FARREACH_SCHEDULES", SCHEDULES)],
        ),
        Stage::new(
            "build --package farreach-cli --package farreach-shmem-c --target aarch64-unknown-linux-gnu",
            &[(
                "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER",
                "aarch64-linux-gnu-gcc",
            )],
        ),
    ];
    if has_fuzz(root) {
        for target in targets(root)? {
            stages.push(Stage::new(&format!("+nightly fuzz run {target} fuzz/corpus/{target} fuzz/seeds/{target} -- {FUZZING}"), &[]));
        }
    } else {
        println!("nightly: cargo-fuzz or a nightly compiler is missing: NOT FUZZED");
    }
    let mut failed = Vec::new();
    for Stage {
        arguments,
        environment,
    } in &stages
    {
        let line = format!("cargo {}", arguments.join(" "));
        println!("nightly: {line}");
        let begun = Instant::now();
        // `+nightly` is rustup's, which stands before cargo.
        let mut command = if arguments[0].starts_with('+') {
            let mut command = Command::new("cargo");
            command.current_dir(root).env_remove("RUSTUP_TOOLCHAIN");
            command
        } else {
            cargo(root)
        };
        let status = command
            .args(arguments)
            .envs(environment.iter().copied())
            .status();
        let status = status.context("starting cargo")?;
        println!(
            "nightly: {status} after {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        if !status.success() {
            failed.push(line);
        }
    }
    for line in &failed {
        println!("nightly: failed: {line}");
    }
    Ok(ExitCode::from(u8::from(!failed.is_empty())))
}

/// Whether cargo-fuzz and a nightly compiler are installed.
fn has_fuzz(root: &Path) -> bool {
    let mut command = Command::new("cargo");
    let command = command
        .current_dir(root)
        .env_remove("RUSTUP_TOOLCHAIN")
        .args(["+nightly", "fuzz", "--version"]);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The names of the fuzz targets.
fn targets(root: &Path) -> anyhow::Result<Vec<String>> {
    let files =
        std::fs::read_dir(root.join("fuzz/fuzz_targets")).context("reading fuzz/fuzz_targets")?;
    let mut names = Vec::new();
    for file in files {
        let path = file?.path();
        names.extend(
            path.file_stem()
                .map(|name| name.to_string_lossy().into_owned()),
        );
    }
    names.sort();
    Ok(names)
}
