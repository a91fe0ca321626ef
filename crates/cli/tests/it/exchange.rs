//! The exchange patterns of the NAS Parallel Benchmarks on 64 real processes: peers and queue
//! pairs, against the published figures (M. Koop, J. Sridhar, D. K. Panda, "Scalable MPI design
//! over InfiniBand using eXtended Reliable Connection", 2008, Table III).

use std::process::{Command, Output};

use serde_json::{Value, json};

fn exchange(processes: u32, nodes: u32, reach: &str, pattern: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args([
            "run",
            "-n",
            &processes.to_string(),
            "--nodes",
            &nodes.to_string(),
        ])
        .args(["--stats", "none", "--timeout", "600"])
        .args(["-x", &format!("FARREACH_REACH={reach}")])
        .args(["exchange", "--json", "--pattern", pattern])
        .output()
        .expect("the program can be started")
}

/// Checks mean and maximum against the published ones, which are rounded to two digits.
#[track_caller]
fn assert_spread(report: &Value, what: &str, mean: f64, max: u64) {
    let spread = &report[what];
    let counted = spread["mean"].as_f64().expect("a mean");
    assert!((counted - mean).abs() < 0.006, "{what}: {report}");
    assert_eq!(spread["max"], max, "{what}: {report}");
}

/// Mean and maximum.
type Spread = (f64, u64);

/// The spread of peers, then for each reach the spreads of a process's and of a node's queue pairs.
struct Row {
    pattern: &'static str,
    peers: Spread,
    queue_pairs: &'static [(&'static str, Spread, Spread)],
}

#[track_caller]
fn assert_published(row: &Row) {
    for &(reach, process, node) in row.queue_pairs {
        let output = exchange(64, 8, reach, row.pattern);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        assert_spread(&report, "peers", row.peers.0, row.peers.1);
        assert_spread(&report, "queue_pairs", process.0, process.1);
        assert_spread(&report, "node_queue_pairs", node.0, node.1);
    }
}

#[test]
fn sums_over_all_need_the_published_queue_pairs() {
    assert_published(&Row {
        pattern: "ep",
        peers: (6.0, 6),
        queue_pairs: &[
            ("rc", (3.0, 3), (24.0, 24)),
            ("rc-msrq", (18.0, 18), (144.0, 144)),
            ("exrc", (3.0, 3), (24.0, 24)),
            ("sxrc", (3.0, 3), (24.0, 24)),
        ],
    });
}

#[test]
fn the_summary_tells_clients_from_servers() {
    let output = Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["run", "-n", "16", "--nodes", "4", "--stats", "json"])
        .args(["-x", "FARREACH_REACH=server", "exchange", "--pattern", "ft"])
        .output()
        .expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let summary = text.lines().last().expect("a summary");
    let summary: Value = serde_json::from_str(summary).expect("a line of JSON");
    // Each of 12 clients has a connection to the 3 servers of other nodes, and so has each of 4 servers.
    let expected = json!({
        "from_clients": 36,
        "of_client_most": 3,
        "among_them": 6,
        "of_server_most": 12,
    });
    assert_eq!(summary["servers"], expected, "{summary}");
}

/// Six times 3.875 are 23.25. The published 23.28 is six times the rounded 3.88.
#[test]
fn rows_and_the_transpose_need_the_published_queue_pairs() {
    assert_published(&Row {
        pattern: "cg",
        peers: (6.88, 7),
        queue_pairs: &[
            ("rc", (3.88, 4), (31.0, 31)),
            ("rc-msrq", (23.25, 24), (186.0, 186)),
            ("sxrc", (3.5, 4), (28.0, 28)),
        ],
    });
}

#[test]
fn faces_of_a_cube_and_neighbours_in_a_square_need_the_published_queue_pairs() {
    assert_published(&Row {
        pattern: "mg",
        peers: (9.0, 9),
        queue_pairs: &[("sxrc", (4.0, 4), (32.0, 32))],
    });
    assert_published(&Row {
        pattern: "lu",
        peers: (7.5, 8),
        queue_pairs: &[("sxrc", (3.75, 4), (30.0, 32))],
    });
}

#[test]
fn a_multipartition_needs_the_published_queue_pairs() {
    assert_published(&Row {
        pattern: "sp",
        peers: (10.0, 10),
        queue_pairs: &[
            ("rc", (6.0, 6), (48.0, 48)),
            ("rc-msrq", (36.0, 36), (288.0, 288)),
            ("sxrc", (4.0, 4), (32.0, 32)),
        ],
    });
}

#[test]
fn an_exchange_with_all_needs_the_published_queue_pairs() {
    assert_published(&Row {
        pattern: "ft",
        peers: (63.0, 63),
        queue_pairs: &[
            ("rc", (56.0, 56), (448.0, 448)),
            ("rc-msrq", (336.0, 336), (2688.0, 2688)),
            ("sxrc", (7.0, 7), (56.0, 56)),
        ],
    });
}

#[test]
fn numbers_of_processes_that_do_not_fit_are_refused_by_what_would() {
    let output = exchange(6, 2, "rc", "cg");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(
        errors.contains("a power of two") && errors.contains("there are 6"),
        "{errors}"
    );
}
