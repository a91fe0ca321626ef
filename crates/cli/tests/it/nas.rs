//! The NAS kernels of class S with real processes: for all numbers of processes and all reaches,
//! the result is the official one.

use std::process::{Command, Output};

use serde_json::Value;

fn nas(processes: u32, nodes: u32, settings: &[&str], kernel: &str) -> Output {
    nas_by(processes, nodes, settings, kernel, "shmem")
}

fn nas_by(processes: u32, nodes: u32, settings: &[&str], kernel: &str, model: &str) -> Output {
    let settings = settings.iter().flat_map(|setting| ["-x", setting]);
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["run", "-n", &processes.to_string()])
        .args(["--nodes", &nodes.to_string()])
        .args(["--stats", "none", "--timeout", "600"])
        .args(settings)
        .args(["nas", kernel, "--class", "s", "--json", "--model", model])
        .output()
        .expect("the program can be started")
}

#[track_caller]
fn assert_verified(processes: u32, nodes: u32, settings: &[&str], kernel: &str) {
    assert_verified_by(processes, nodes, settings, kernel, "shmem");
}

#[track_caller]
fn assert_verified_by(processes: u32, nodes: u32, settings: &[&str], kernel: &str, model: &str) {
    let output = nas_by(processes, nodes, settings, kernel, model);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{kernel}: {errors}");
    let figures: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!(figures["verified"], true, "{figures}");
    assert_eq!(figures["class"], "S", "{figures}");
    assert_eq!(figures["processes"], processes, "{figures}");
    assert_eq!(figures["model"], model, "{figures}");
    assert!(figures["mops"].as_f64().is_some_and(|mops| mops > 0.0));
}

const KERNELS: [&str; 7] = ["ep", "is", "cg", "mg", "ft", "bt", "sp"];

#[test]
fn kernels_verify_on_one_node() {
    for kernel in KERNELS {
        for processes in [1, 2] {
            assert_verified(processes, 1, &[], kernel);
        }
    }
}

#[test]
fn kernels_verify_across_nodes() {
    for kernel in KERNELS {
        for processes in [2, 4, 8] {
            assert_verified(processes, 2, &[], kernel);
        }
    }
}

#[test]
fn kernels_that_can_take_any_number_of_processes() {
    assert_verified(3, 2, &[], "is");
    assert_verified(5, 1, &[], "is");
    assert_verified(3, 1, &[], "ep");
    assert_verified(3, 1, &[], "bt");
    assert_verified(6, 3, &[], "bt");
    assert_verified(9, 2, &[], "sp");
}

#[test]
fn kernels_verify_over_each_reach_and_set_up() {
    for (kernel, settings) in [
        ("is", ["FARREACH_REACH=rc-msrq", "FARREACH_SETUP=static"]),
        ("cg", ["FARREACH_REACH=exrc", "FARREACH_SETUP=on-demand"]),
        ("mg", ["FARREACH_REACH=sxrc", "FARREACH_SETUP=predefined"]),
        ("ft", ["FARREACH_REACH=server", "FARREACH_SETUP=on-demand"]),
        ("bt", ["FARREACH_REACH=exrc", "FARREACH_SETUP=static"]),
        ("sp", ["FARREACH_REACH=server", "FARREACH_SETUP=static"]),
        ("is", ["FARREACH_REACH=sxrc", "FARREACH_COLLECTIVES=flat"]),
        ("mg", ["FARREACH_REACH=rc", "FARREACH_COLLECTIVES=flat"]),
    ] {
        assert_verified(4, 2, &settings, kernel);
    }
}

#[test]
fn kernels_verify_by_messages() {
    for kernel in KERNELS {
        for (processes, nodes) in [(1, 1), (4, 2)] {
            assert_verified_by(processes, nodes, &[], kernel, "mpi");
        }
    }
    // More processes than tell each other their counts of keys.
    assert_verified_by(11, 3, &[], "is", "mpi");
    assert_verified_by(16, 2, &["FARREACH_REACH=sxrc"], "mg", "mpi");
    assert_verified_by(9, 2, &[], "bt", "mpi");
}

#[test]
fn the_official_lines_are_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["run", "-n", "2", "--stats", "none", "nas", "mg"])
        .output()
        .expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in [
        "MG Benchmark Completed",
        " Class           =                        S",
        " Size            =             32x  32x  32",
        " Iterations      =                        4",
        " Total processes =                        2",
        " Verification    =               SUCCESSFUL",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn processes_that_can_not_divide_the_problem_are_refused() {
    for (processes, kernel, remedy) in [
        (3, "cg", "choose -n 1, 2, 4"),
        (6, "mg", "choose -n 1, 2, 4"),
        (5, "ft", "choose -n 1, 2, 4"),
        (7, "bt", "choose -n 6"),
        (26, "sp", "choose -n 25"),
        (2, "lu", "[possible values: ep, is, cg, mg, ft, bt, sp]"),
    ] {
        let output = nas(processes, 1, &[], kernel);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{kernel}");
        assert!(errors.contains(remedy), "{errors}");
    }
}
