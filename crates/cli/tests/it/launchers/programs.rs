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

/// The programs, compiled once.
fn programs() -> &'static [PathBuf] {
    static PROGRAMS_BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    PROGRAMS_BUILT.get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shmem-c/tests/c");
        let oshcc = prefix::prefix().join("bin/oshcc");
        let build = |name: &str| {
            let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("launched-{name}"));
            // Tests of several processes may build it at once.
            let made = program.with_extension(std::process::id().to_string());
            let source = sources.join(format!("{name}.c"));
            let mut compiler = Command::new(&oshcc);
            prefix::run(
                compiler
                    .args(["-std=c11", "-O1"])
                    .arg(source)
                    .arg("-o")
                    .arg(&made),
            );
            std::fs::rename(&made, &program).expect("the program's place");
            program
        };
        PROGRAMS.map(build).into()
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
