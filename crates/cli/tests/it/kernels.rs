//! The kernels of the papers on one-sided communication, with real processes: results are right for
//! all numbers of processes, and connections are those that the pattern needs.

use std::process::{Command, Output};

use serde_json::Value;

const FARREACH: &str = env!("CARGO_BIN_EXE_farreach");

fn job(shape: [u32; 2], settings: &[&str], program: &[&str]) -> Output {
    let [processes, nodes] = shape.map(|number| number.to_string());
    let settings = settings.iter().flat_map(|setting| ["-x", setting]);
    Command::new(FARREACH)
        .args(["run", "-n", &processes, "--nodes", &nodes])
        .args(["--stats", "json", "--timeout", "600"])
        .args(settings)
        .args(program)
        .output()
        .expect("the program can be started")
}

/// The lines of a job that succeeds, and its summary.
#[track_caller]
fn succeeds(shape: [u32; 2], settings: &[&str], program: &[&str]) -> (String, Value) {
    let output = job(shape, settings, program);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shape:?} {program:?}: {errors}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let summary = told.lines().last().expect("a summary");
    let summary = serde_json::from_str(summary).expect("JSON");
    (told, summary)
}

#[track_caller]
fn is_refused(shape: [u32; 2], program: &[&str], words: &[&str]) {
    let output = job(shape, &[], program);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{program:?}");
    for word in words {
        assert!(errors.contains(word), "{word}: {errors}");
    }
}

#[test]
fn random_access_loses_no_update() {
    for by in ["accumulate", "atomics", "messages"] {
        for shape in [[1, 1], [3, 1], [5, 2], [8, 4]] {
            let program = ["random-access", "--by", by, "--log2", "10"];
            let (told, summary) = succeeds(shape, &[], &program);
            assert!(told.contains("GUPS, 0 words wrong"), "{told}");
            let words = 1024 * shape[0].next_power_of_two();
            let result = summary["result"].as_str().expect("a result");
            assert!(
                result.starts_with(&format!("{words} words, {} updates", 4 * words)),
                "{result}"
            );
        }
    }
    is_refused(
        [2, 1],
        &["random-access", "--log2", "40"],
        &["40 is not in 1..=34"],
    );
}

#[test]
fn random_access_connects_each_client_with_all_servers_but_its_own() {
    let program = ["random-access", "--by", "accumulate", "--log2", "12"];
    for [processes, nodes] in [[6, 3], [8, 4]] {
        let (_, summary) = succeeds([processes, nodes], &["FARREACH_REACH=server"], &program);
        let servers = &summary["servers"];
        // The first process of each node is its server.
        let clients = processes - nodes;
        assert_eq!(servers["from_clients"], clients * (nodes - 1), "{servers}");
        assert_eq!(servers["of_client_most"], nodes - 1, "{servers}");
        assert_eq!(servers["among_them"], nodes * (nodes - 1) / 2, "{servers}");
    }
}

#[test]
fn lu_solves_the_same_system_on_every_grid() {
    let mut solutions = Vec::new();
    for (shape, grid) in [
        ([1, 1], "1x1"),
        ([2, 2], "2x1"),
        ([3, 1], "1x3"),
        ([6, 2], "2x3"),
        ([6, 3], "3x2"),
    ] {
        let program = [
            "lu", "--size", "150", "--block", "16", "--grid", grid, "--json",
        ];
        let (told, _) = succeeds(shape, &[], &program);
        let figures: Value =
            serde_json::from_str(told.lines().next().expect("figures")).expect("JSON");
        assert!(figures["residual"].as_f64() < Some(1.0), "{figures}");
        solutions.push(figures["solution"].as_f64().expect("a number"));
    }
    for solution in &solutions {
        assert!(
            (solution / solutions[0] - 1.0).abs() < 1e-9,
            "{solutions:?}"
        );
    }
    // Blocks that are longer than the system, and processes without blocks.
    succeeds(
        [6, 2],
        &["FARREACH_REACH=sxrc"],
        &["lu", "--size", "5", "--block", "2"],
    );
    succeeds(
        [4, 2],
        &["FARREACH_REACH=server"],
        &["lu", "--size", "70", "--block", "100"],
    );
    is_refused(
        [4, 1],
        &["lu", "--grid", "2x3"],
        &["2x3 wants 6 processes", "there are 4", "-n"],
    );
    is_refused([1, 1], &["lu", "--size", "0"], &["from 1 to"]);
}

#[test]
fn lj_keeps_the_energy_and_finds_the_sequential_positions() {
    for shape in [[1, 1], [3, 1], [5, 3]] {
        let program = [
            "lj",
            "--particles",
            "200",
            "--steps",
            "40",
            "--blocks",
            "9",
            "--check",
        ];
        let (told, _) = succeeds(shape, &[], &program);
        assert!(told.contains("deviation from a sequential run"), "{told}");
    }
    // More processes than particles.
    let few = [
        "lj",
        "--particles",
        "3",
        "--steps",
        "2",
        "--blocks",
        "3",
        "--check",
    ];
    succeeds([5, 1], &[], &few);
    let fast = ["lj", "--particles", "100", "--dt", "0.1", "--steps", "20"];
    is_refused([2, 1], &fast, &["the energy drifted", "smaller --dt"]);
    is_refused(
        [2, 1],
        &["lj", "--blocks", "0"],
        &["--blocks 0", "1 to 1000"],
    );
    is_refused([2, 1], &["lj", "--output", "x.gif"], &["x.gif", ".png"]);
}

#[test]
fn lj_connects_each_client_with_all_other_servers() {
    for [processes, nodes] in [[6, 3], [8, 4]] {
        let clients = processes - nodes;
        // Who draws which task is chance: on a busy machine a client may draw few in a short run.
        let connects_all = [10, 40, 160, 640].into_iter().any(|steps: u32| {
            let steps = steps.to_string();
            let program = [
                "lj",
                "--particles",
                "400",
                "--blocks",
                "12",
                "--steps",
                &steps,
            ];
            let (_, summary) = succeeds([processes, nodes], &["FARREACH_REACH=server"], &program);
            let servers = &summary["servers"];
            // A client shares memory with the server of its own node, and needs no connection to it.
            let most = servers["of_client_most"].as_u64();
            assert!(most <= Some(u64::from(nodes - 1)), "{servers}");
            servers["from_clients"] == clients * (nodes - 1)
        });
        assert!(connects_all, "{processes} processes on {nodes} nodes");
    }
}
