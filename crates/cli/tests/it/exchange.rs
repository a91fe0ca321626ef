//! The exchange patterns of the NAS Parallel Benchmarks on 64 real processes: who talks to whom over how many queue pairs,
//! against the published figures (M. Koop, J. Sridhar, D. K. Panda, "Scalable MPI design over InfiniBand using eXtended
//! Reliable Connection", 2008, Table III).

use std::process::{Command, Output};

use serde_json::Value;

fn exchange(processes: u32, nodes: u32, reach: &str, pattern: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args([
            "run",
            "-n",
            &processes.to_string(),
            "--nodes",
            &nodes.to_string(),
        ])
        .args(["--stats", "none", "--timeout", "120"])
        .args(["-x", &format!("FARREACH_REACH={reach}")])
        .args(["exchange", "--json", "--pattern", pattern])
        .output()
        .expect("the program can be started")
}

/// Mean and maximum, as published: rounded to two digits.
#[track_caller]
fn assert_spread(report: &Value, what: &str, mean: f64, max: u64) {
    let spread = &report[what];
    let counted = spread["mean"].as_f64().expect("a mean");
    assert!((counted - mean).abs() < 0.006, "{what}: {report}");
    assert_eq!(spread["max"], max, "{what}: {report}");
}

/// A row of the table: mean and maximum of peers, of queue pairs of a process, of queue pairs of a node.
type Row = [(f64, u64); 3];

#[track_caller]
fn assert_published(pattern: &str, reach: &str, [peers, process, node]: Row) {
    let output = exchange(64, 8, reach, pattern);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_spread(&report, "peers", peers.0, peers.1);
    assert_spread(&report, "queue_pairs", process.0, process.1);
    assert_spread(&report, "node_queue_pairs", node.0, node.1);
}

#[test]
fn sums_over_all_need_the_published_queue_pairs() {
    assert_published("ep", "rc", [(6.0, 6), (3.0, 3), (24.0, 24)]);
}

#[test]
fn rows_and_the_transpose_need_the_published_queue_pairs() {
    assert_published("cg", "rc", [(6.88, 7), (3.88, 4), (31.0, 31)]);
}

#[test]
fn a_multipartition_needs_the_published_queue_pairs() {
    assert_published("sp", "rc", [(10.0, 10), (6.0, 6), (48.0, 48)]);
}

#[test]
fn an_exchange_with_all_needs_the_published_queue_pairs() {
    assert_published("ft", "rc", [(63.0, 63), (56.0, 56), (448.0, 448)]);
}

#[test]
fn numbers_of_processes_that_do_not_fit_are_refused_by_what_would() {
    let output = exchange(6, 2, "rc", "cg");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(
        errors.contains("square of a power of two") && errors.contains("there are 6"),
        "{errors}"
    );
}
