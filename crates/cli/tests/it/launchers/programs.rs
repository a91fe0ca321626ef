//! The OpenSHMEM programs in C that check the library, compiled by `oshcc`, under each launcher.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::{Place, Slurm, has, run, text};
use crate::prefix;

/// A program of each family. Each ends with 0 only if all data is right.
const PROGRAMS: [&str; 6] = [
    "collectives",
    "put",
    "atomics",
    "signals",
    "contexts",
    "ring",
];

/// Compiles a program of `folder` by a wrapper of the installation. Tests of several processes may do
/// it at once.
fn build(wrapper: &str, folder: &str, name: &str) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("launched-{name}"));
    let made = program.with_extension(std::process::id().to_string());
    let mut compiler = Command::new(prefix::prefix().join("bin").join(wrapper));
    prefix::run(
        compiler
            .args(["-std=gnu11", "-O1"])
            .arg(sources.join(format!("{name}.c")))
            .arg("-o")
            .arg(&made),
    );
    std::fs::rename(&made, &program).expect("the program's place");
    program
}

/// The programs, compiled once.
fn programs() -> &'static [PathBuf] {
    static PROGRAMS_BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    PROGRAMS_BUILT.get_or_init(|| {
        PROGRAMS
            .map(|name| build("oshcc", "shmem-c/tests/c", name))
            .into()
    })
}

/// Runs each program by the launcher that `launcher` makes for a number.
fn all_run(mut launcher: impl FnMut(usize) -> Command) {
    for (number, program) in programs().iter().enumerate() {
        let mut command = launcher(number);
        command.env("SHMEM_SYMMETRIC_SIZE", "64M");
        let program = program.to_str().expect("UTF-8");
        let output = run(&mut command, &[program]);
        let told = text(&output);
        let is_good = told.contains("ok\n") || told.contains(": good\n");
        assert!(output.status.success() && is_good, "{command:?}: {told}");
    }
}

#[test]
fn programs_in_c_run_under_hydra() {
    if !has(&["mpiexec.hydra"]) {
        return;
    }
    let place = Place::make("c-hydra");
    let shapes = [
        ("a:8,b:8", 16),
        ("a,b", 5),
        ("a:2,b:3,c:1", 6),
        ("a,b,c", 3),
        ("a", 2),
        ("a", 1),
    ];
    all_run(|number| place.hydra(shapes[number].0, shapes[number].1));
}

#[test]
fn programs_in_c_run_under_mpirun() {
    if !has(&["mpirun.openmpi"]) {
        return;
    }
    let place = Place::make("c-mpirun");
    let shapes = [
        ("a:4,b:4", 8, "node"),
        ("a:3,b:2", 5, "slot"),
        ("a:2,b:2", 4, "node"),
        ("a:2,b:1", 3, "slot"),
        ("a:2", 2, "slot"),
        ("a:8,b:8", 16, "node"),
    ];
    all_run(|number| {
        let (hosts, size, by) = shapes[number];
        place.mpirun(hosts, size, by)
    });
}

#[test]
fn programs_in_c_run_under_slurm() {
    if !has(&["srun", "slurmctld", "slurmd", "munged"]) {
        return;
    }
    let Some(slurm) = Slurm::start("programs") else {
        return;
    };
    let shapes = [
        (4, 16, "cyclic"),
        (2, 5, "block"),
        (3, 6, "cyclic"),
        (4, 4, "block"),
        (2, 3, "cyclic"),
        (1, 1, "block"),
    ];
    all_run(|number| {
        let (nodes, size, order) = shapes[number];
        slurm.srun(nodes, size, &["--mpi=pmi2", "-m", order])
    });
}

/// hydra kills all processes as soon as it hears of the end, so the node's processes hear of it first.
#[test]
fn what_processes_have_printed_arrives_when_one_of_them_ends_the_job() {
    let program = build("mpicc", "mpi-c/tests/c", "unflushed");
    let program = program.to_str().expect("UTF-8");
    let ends = |launcher: &mut Command, size: usize| {
        let output = run(launcher, &[program, "abort"]);
        let told = text(&output);
        assert!(!output.status.success(), "{launcher:?}: {told}");
        for rank in 0..size {
            let printed = told.contains(&format!("unflushed of {rank}"));
            assert!(printed, "{launcher:?}: rank {rank}: {told}");
        }
        assert_eq!(told.matches("farreach: ").count(), 1, "{told}");
    };
    let place = Place::make("unflushed");
    if has(&["mpiexec.hydra"]) {
        ends(&mut place.hydra("a", 4), 4);
    }
    if has(&["mpirun.openmpi"]) {
        ends(&mut place.mpirun("a:4", 4, "slot"), 4);
    }
    if has(&["srun", "slurmctld", "slurmd", "munged"])
        && let Some(slurm) = Slurm::start("unflushed")
    {
        ends(&mut slurm.srun(1, 4, &["--mpi=pmi2"]), 4);
    }
}

#[test]
fn no_descriptor_of_the_library_has_the_number_of_a_closed_stream() {
    let program = build("oshcc", "shmem-c/tests/c", "closed_streams");
    let program = program.to_str().expect("UTF-8");
    let place = Place::make("closed");
    let said = place.0.join("said");
    let file = said.to_str().expect("UTF-8");
    let is_right = |launcher: &mut Command, size: usize| {
        let _ = std::fs::remove_file(&said);
        let output = run(launcher, &[program, file]);
        let told = std::fs::read_to_string(&said).unwrap_or_default() + &text(&output);
        assert!(output.status.success(), "{launcher:?}: {told}");
        assert_eq!(
            told.matches("is right").count(),
            size,
            "{launcher:?}: {told}"
        );
    };
    if has(&["mpiexec.hydra"]) {
        is_right(&mut place.hydra("a:2,b:1", 3), 3);
    }
    if has(&["mpirun.openmpi"]) {
        is_right(&mut place.mpirun("a:2,b:1", 3, "slot"), 3);
    }
    if has(&["srun", "slurmctld", "slurmd", "munged"])
        && let Some(slurm) = Slurm::start("closed")
    {
        is_right(&mut slurm.srun(2, 3, &["--mpi=pmi2"]), 3);
    }
}
