//! `farreach sim` beside real processes.

use std::process::{Command, Output};

use serde_json::Value;

fn farreach(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(arguments)
        .output()
        .expect("the program can be started")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = farreach(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The same pattern in 16 real processes, and predicted at both depths: peers, queue pairs of
/// processes and of nodes.
#[test]
fn real_processes_make_the_predicted_connections() {
    for (reach, pattern) in [
        ("rc", &["--pattern", "heat2d", "--sums", "node-tree"][..]),
        (
            "rc",
            &["--pattern", "many-to-many", "--degree", "5", "--seed", "3"],
        ),
        ("rc-msrq", &["--pattern", "dense-lu", "--grid", "2x8"]),
        ("server", &["--pattern", "ghost3d"]),
        ("exrc", &["--pattern", "patches"]),
        ("sxrc", &["--pattern", "sp"]),
    ] {
        let variable = format!("FARREACH_REACH={reach}");
        let run = [
            "run",
            "-n",
            "16",
            "--nodes",
            "4",
            "--stats",
            "none",
            "--timeout",
            "300",
        ];
        let real = json(&[&run[..], &["-x", &variable, "exchange", "--json"], pattern].concat());
        for depth in ["count", "outline"] {
            let sim = ["sim", "run", "-n", "16", "--nodes", "4", "--reach", reach];
            let predicted = json(&[&sim[..], &["--depth", depth, "--json", "-"], pattern].concat());
            for what in ["peers", "queue_pairs", "node_queue_pairs"] {
                assert_eq!(
                    real[what], predicted[what],
                    "{pattern:?} {reach} {depth}: {what}"
                );
            }
        }
    }
}

#[test]
fn bad_requests_are_refused_by_name() {
    for (arguments, says) in [
        (&["-n", "0", "--pattern", "ep"][..], "0 processes"),
        (&["-n", "8", "--pattern", "ep", "--ppn", "0"], "--ppn"),
        (
            &["-n", "8", "--pattern", "ep", "--nodes", "9"],
            "9 nodes for 8 processes",
        ),
        (
            &["-n", "12", "--pattern", "cg"],
            "a power of two, and there are 12",
        ),
        (&["-n", "8", "--pattern", "waltz"], "waltz"),
        (
            &["-n", "8", "--pattern", "ep", "--machine", "/none"],
            "chinook, koop2008",
        ),
        (
            &["-n", "8", "--pattern", "ep", "--setup", "predefined"],
            "sxrc",
        ),
        (
            &[
                "-n",
                "100000",
                "--pattern",
                "all-to-all",
                "--depth",
                "outline",
            ],
            "--depth count",
        ),
    ] {
        let output = farreach(&[&["sim", "run"], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{arguments:?}"
        );
        assert!(errors.contains(says), "{arguments:?}: {errors}");
    }
}

/// Seeds give the same line again, and the last line says what was tried.
#[test]
fn random_jobs_end_well_and_papers_have_their_figures() {
    let prove = || farreach(&["sim", "prove", "--seeds", "40", "--seed", "9"]);
    let (first, second) = (prove(), prove());
    assert!(first.status.success(), "{first:?}");
    assert_eq!(first.stdout, second.stdout);
    let text = String::from_utf8_lossy(&first.stdout);
    assert!(text.starts_with("40 of 40 jobs ended well"), "{text}");
    let rows = json(&["papers", "--json"]);
    let rows = rows.as_array().expect("an array");
    assert!(rows.len() > 300, "{}", rows.len());
    let exact = rows
        .iter()
        .find(|row| row["table"] == "Table III" && row["row"] == "SP");
    let exact = exact.expect("a row of Table III");
    assert_eq!(
        (&exact["published"], &exact["how"]),
        (&exact["ours"], &Value::from("computed"))
    );
    assert!(
        exact["source"]
            .as_str()
            .is_some_and(|source| source.starts_with("001 "))
    );
}
