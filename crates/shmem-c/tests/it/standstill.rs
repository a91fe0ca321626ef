//! Jobs of which no PE can ever go on are ended, and told why; those that only wait long are not.

use std::process::Output;
use std::thread;

use crate::conformance::Conforming;
use crate::toolchain::{run, text};

static PROGRAM: Conforming = Conforming::new("standstill", "standstill.c", &["-std=c11"]);

/// The name in `tests/c/standstill.c`, and what the message has to say.
const ENDED: &[(&str, &[&str])] = &[
    (
        "exits",
        &["rank 0 has finalized or exited", "shmem_barrier_all"],
    ),
    ("finalizes", &["rank 0 ", "rank 1-2 wait in shmem_long_"]),
    (
        "leaves_team",
        &["shmem_finalize", "rank 1-2 wait in shmem_team_sync"],
    ),
    (
        "waits",
        &[
            "rank 0-1 wait in shmem_finalize",
            "rank 2 waits in shmem_long_wait_until",
        ],
    ),
    ("locks", &["shmem_finalize", "shmem_set_lock"]),
    (
        "crosses",
        &[
            "rank 0 waits in shmem_barrier_all",
            "rank 1-2 wait in shmem_long_wait_until",
        ],
    ),
];

const GOES_ON: &[&str] = &[
    "early",
    "forgets",
    "has_child",
    "child_finalizes",
    "has_handler",
];

/// Runs each case on one node and on two, all at once: they sleep most of the time. `judge` says whether one is right.
fn run_all(
    names: impl Iterator<Item = &'static str>,
    judge: impl Fn(&str, &Output) -> bool + Sync,
) {
    let program = PROGRAM.file();
    thread::scope(|scope| {
        for name in names {
            for nodes in [1, 2] {
                let judge = &judge;
                scope.spawn(move || {
                    let output = run(program, 3, nodes, &[], &[name]);
                    let is_right = judge(name, &output);
                    assert!(is_right, "{name} on {nodes} nodes: {}", text(&output));
                });
            }
        }
    });
}

#[test]
fn a_job_of_which_nobody_goes_on_is_ended_and_says_what_each_waits_in() {
    run_all(ENDED.iter().map(|&(name, _)| name), |name, output| {
        let told = String::from_utf8_lossy(&output.stderr);
        let (_, words) = ENDED.iter().find(|(of, _)| *of == name).expect("a case");
        let is_told =
            told.starts_with("farreach: no rank can go on: ") && told.lines().count() == 1;
        output.status.code() == Some(1) && is_told && words.iter().all(|word| told.contains(word))
    });
}

#[test]
fn a_job_that_waits_long_is_not() {
    run_all(GOES_ON.iter().copied(), |_, output| {
        output.status.success() && output.stderr.is_empty()
    });
}
