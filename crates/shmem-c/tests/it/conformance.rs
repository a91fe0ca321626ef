//! Conformance with the specification: programs in C, one for each family of functions. A run has each in three placements,
//! and draws one in four of the others.
//!
//! A program checks the data at its targets, for every type. It prints "ok" and nothing else, or
//! ends with 1 and a line that says what is wrong (`tests/c/check.h`).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::placements::drawn;
use crate::toolchain::{crate_folder, has_cxx, run, scratch, text, tool};

/// Numbers of PEs and nodes: one node, a node for each PE, and mixed.
const PLACEMENTS: &[(u32, u32)] = &[
    (1, 1),
    (2, 1),
    (3, 1),
    (5, 1),
    (8, 1),
    (2, 2),
    (3, 3),
    (5, 5),
    (8, 8),
    (3, 2),
    (5, 2),
    (8, 3),
];

/// The placements in which every run has every program.
const ALWAYS: &[(u32, u32)] = &[(3, 1), (2, 2), (8, 3)];

/// A heap that suffices for all programs, and is small enough that they run out of it unless freed
/// memory is reused.
const HEAP: &[&str] = &["-x", "SHMEM_SYMMETRIC_SIZE=64M"];

/// A program, compiled once for all tests of this process.
pub(crate) struct Conforming {
    name: &'static str,
    source: &'static str,
    flags: &'static [&'static str],
    file: OnceLock<PathBuf>,
}

impl Conforming {
    pub(crate) const fn new(
        name: &'static str,
        source: &'static str,
        flags: &'static [&'static str],
    ) -> Conforming {
        Conforming {
            name,
            source,
            flags,
            file: OnceLock::new(),
        }
    }

    /// The program's file, which stays for the next run. A new one replaces it atomically.
    pub(crate) fn file(&self) -> &Path {
        self.file.get_or_init(|| {
            let folder = scratch().join("conformance");
            std::fs::create_dir_all(&folder).expect("a folder for programs");
            let file = folder.join(self.name);
            let made = file.with_extension(std::process::id().to_string());
            let compiler = if self.source.ends_with("cpp") {
                "oshc++"
            } else {
                "oshcc"
            };
            let output = Command::new(tool(compiler))
                .args(["-Wall", "-Wextra", "-Werror", "-O1"])
                .args(self.flags)
                .arg(crate_folder().join("tests/c").join(self.source))
                .arg("-o")
                .arg(&made)
                .output()
                .expect("the compiler");
            assert!(output.status.success(), "{}", text(&output));
            std::fs::rename(&made, &file).expect("the program's place");
            file
        })
    }

    /// Whether there is a compiler for the program's language.
    pub(crate) fn can_be_built(&self) -> bool {
        !self.source.ends_with("cpp") || has_cxx()
    }

    /// Runs the program in this run's placements.
    #[track_caller]
    fn conforms(&self) {
        if !self.can_be_built() {
            return;
        }
        for (pes, nodes) in drawn(self.name, PLACEMENTS, ALWAYS) {
            let output = run(self.file(), pes, nodes, HEAP, &[]);
            let good =
                output.status.success() && output.stdout == b"ok\n" && output.stderr.is_empty();
            assert!(
                good,
                "{} as {pes} PEs on {nodes} nodes: {}",
                self.source,
                text(&output)
            );
        }
    }
}

/// Defines a test for each program, and the table of all programs.
macro_rules! programs {
    ($($test:ident: $source:literal $flags:expr;)*) => {
        /// All programs that have to conform.
        pub(crate) static PROGRAMS: &[&Conforming] = &[$(&$test::PROGRAM),*];

        $(mod $test {
            use super::Conforming;

            pub(super) static PROGRAM: Conforming = Conforming::new(stringify!($test), $source, &$flags);

            #[test]
            fn conforms() {
                PROGRAM.conforms();
            }
        })*
    };
}

programs! {
    setup: "setup.c" ["-std=c11", "-pedantic"];
    restart: "restart.c" ["-std=c11", "-pedantic"];
    heap: "memory.c" ["-std=c11", "-pedantic"];
    contexts: "contexts.c" ["-std=c11", "-pedantic"];
    teams: "team_splits.c" ["-std=c11", "-pedantic"];
    puts: "put.c" ["-std=c11", "-pedantic"];
    gets: "get.c" ["-std=c11", "-pedantic"];
    non_blocking: "nbi.c" ["-std=c11", "-pedantic"];
    strided: "strided.c" ["-std=c11", "-pedantic"];
    blocks: "blocks.c" ["-std=c11", "-pedantic"];
    atomics: "atomics.c" ["-std=c11", "-pedantic"];
    non_blocking_atomics: "atomics_nbi.c" ["-std=c11", "-pedantic"];
    signals: "signals.c" ["-std=c11", "-pedantic"];
    collectives: "collectives.c" ["-std=c11", "-pedantic"];
    reductions: "reductions.c" ["-std=c11", "-pedantic"];
    private_sources: "private_sources.c" ["-std=c11", "-pedantic"];
    active_sets: "active_sets.c" ["-std=c99", "-pedantic"];
    waiting: "waiting.c" ["-std=c11", "-pedantic"];
    ordering: "ordering.c" ["-std=c11", "-pedantic"];
    locks: "locks.c" ["-std=c11", "-pedantic"];
    profiling: "profiling.c" ["-std=c11", "-pedantic"];
    deprecated: "deprecated.c" ["-std=c99", "-pedantic"];
    deprecated_generic: "deprecated.c" ["-std=c11", "-pedantic"];
    statics: "statics.c" ["-std=c11", "-pedantic"];
    threads: "threads.c" ["-std=gnu11", "-pthread"];
    extensions: "extensions.c" ["-std=c11", "-pedantic"];
    cxx11: "cxx.cpp" ["-std=c++11", "-pedantic"];
    cxx17: "cxx.cpp" ["-std=c++17", "-pedantic"];
}

/// A program that one PE ends for all.
pub(crate) static GLOBAL_EXIT: Conforming =
    Conforming::new("global_exit", "global_exit.c", &["-std=c11", "-pedantic"]);

/// Checks the exit status, and the output of all PEs.
#[test]
fn global_exit_ends_the_job_with_its_status() {
    for (pes, nodes, pe, status) in [
        (1, 1, "0", "3"),
        (3, 1, "2", "7"),
        (3, 3, "1", "9"),
        (4, 2, "0", "0"),
    ] {
        let output: Output = run(GLOBAL_EXIT.file(), pes, nodes, HEAP, &[pe, status]);
        let code = output.status.code().map(|code| code.to_string());
        assert_eq!(code.as_deref(), Some(status), "{}", text(&output));
        let lines = String::from_utf8_lossy(&output.stdout);
        let mut lines: Vec<&str> = lines.lines().collect();
        lines.sort_unstable();
        let mut wanted: Vec<String> = (0..pes).map(|pe| format!("{pe} was here")).collect();
        wanted.push("the end".to_owned());
        assert_eq!(lines, wanted, "{}", text(&output));
    }
}

/// A program whose PEs all poll on one core.
static POLLING: Conforming = Conforming::new("polling", "polling.c", &["-std=gnu11"]);
/// A program whose threads store to each other's variables.
static LOCAL_STORES: Conforming = Conforming::new(
    "local_stores",
    "local_stores.c",
    &["-std=gnu11", "-pthread"],
);

#[test]
fn pes_that_poll_leave_their_core_to_others() {
    for nodes in [1, 2] {
        let output = run(POLLING.file(), 4, nodes, HEAP, &[]);
        assert!(output.status.success(), "{}", text(&output));
    }
}

#[test]
fn stores_of_other_threads_end_waits() {
    // The job would take minutes if each wait slept until something else woke it.
    for pes in ["1", "2"] {
        let output = Command::new(tool("oshrun"))
            .env("FARREACH_STALL", "0")
            .args(["-n", pes, "--nodes", pes, "--timeout", "120"])
            .arg(LOCAL_STORES.file())
            .output()
            .expect("oshrun");
        assert!(output.status.success(), "{}", text(&output));
    }
}
