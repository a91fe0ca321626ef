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
