//! `farreach bench compare` with the installed peers, without any, and with a peer that crashes.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn compare(arguments: &[&str], path: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    command
        .args(["bench", "compare", "--quick"])
        .args(arguments);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.output().expect("the program can be started")
}

fn json(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("standard output is JSON")
}

fn entries<'a>(report: &'a Value, name: &str) -> &'a [Value] {
    report[name].as_array().expect("an array")
}

/// The runtimes that have a figure in a row. Each figure must be above 0.
fn runtimes(row: &Value) -> BTreeSet<&str> {
    let figures = row["figures"].as_array().expect("an array");
    let runtime = |figure: &'_ Value| assert!(figure["median"].as_f64().is_some_and(|m| m > 0.0));
    figures.iter().for_each(runtime);
    let names = figures.iter().map(|figure| figure["runtime"].as_str());
    names.map(|name| name.expect("a name")).collect()
}

/// A private directory, removed when dropped.
struct Directory(PathBuf);

impl Directory {
    fn make(name: &str) -> Directory {
        let process = std::process::id();
        let path = std::env::temp_dir().join(format!("farreach-test-{name}.{process}"));
        fs::create_dir(&path).expect("a directory");
        Directory(path)
    }

    fn script(&self, name: &str, body: &str) {
        let file = self.0.join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).expect("a script");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).expect("an executable one");
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn ours_is_measured_beside_every_peer_that_is_installed() {
    let place = Directory::make("compare");
    let markdown = place.0.join("table.md");
    let output = compare(
        &[
            "--only",
            "two-sided",
            "--json",
            "-",
            "--markdown",
            markdown.to_str().expect("UTF-8"),
            "--plots",
            place.0.to_str().expect("UTF-8"),
        ],
        None,
    );
    let report = json(&output);
    let rows = entries(&report, "rows");
    for placement in ["same-node", "cross-node"] {
        for operation in ["ping_pong", "message_rate"] {
            let is_it = |row: &&Value| {
                row["operation"] == operation
                    && row["placement"] == placement
                    && runtimes(row).contains("farreach")
            };
            assert!(
                rows.iter().any(|row| is_it(&row)),
                "{operation} {placement}"
            );
        }
    }
    let machine = &report["machine"];
    assert!(machine["cores"].as_u64() > Some(0), "{machine}");
    for probe in entries(&report, "probes") {
        // One sample before the only round and one after it.
        assert_eq!(entries(probe, "samples").len(), 2, "{probe}");
    }
    let table = fs::read_to_string(&markdown).expect("the table");
    let date = machine["date"].as_str().expect("a date");
    assert!(table.contains(date), "{table}");
    for peer in entries(&report, "peers") {
        let name = peer["peer"].as_str().expect("a name");
        let has_figures = rows.iter().any(|row| runtimes(row).contains(name));
        let has_problem = entries(&report, "problems")
            .iter()
            .any(|problem| problem["runtime"] == name);
        if let Some(missing) = peer["missing"].as_str() {
            assert!(missing.contains("apt-get install"), "{missing}");
            assert!(!has_figures, "{name} has figures and is not installed");
            assert!(table.contains(&format!("{name}: not installed")), "{table}");
        } else {
            assert!(has_figures || has_problem, "nothing is said of {name}");
            assert!(table.contains(&format!("- {name}: ")), "{table}");
        }
    }
    assert!(
        table.contains("cross-node: farreach is faster in "),
        "{table}"
    );
    let picture = fs::read_to_string(place.0.join("message-latency.svg")).expect("a plot");
    for part in ["Farreach", "across nodes", date] {
        assert!(picture.contains(part), "{part:?} is not in the plot");
    }
}

#[test]
fn plots_without_a_curve_are_said_to_be_missing() {
    let place = Directory::make("no-curves");
    let plots = place.0.join("plots");
    let output = compare(
        &[
            "--only",
            "startup",
            "--procs",
            "2",
            "--peer",
            "ucx",
            "--plots",
            plots.to_str().expect("UTF-8"),
        ],
        None,
    );
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("there is no curve to draw"), "{told}");
}

#[test]
fn each_operation_of_armci_is_measured_in_both_placements() {
    // A peer without ARMCI, so that nothing is built.
    let output = compare(&["--only", "armci", "--peer", "ucx", "--json", "-"], None);
    let report = json(&output);
    for placement in ["same-node", "cross-node"] {
        for operation in [
            "put",
            "get",
            "accumulate",
            "fetch_add",
            "put_stream",
            "strided_put",
            "strided_get",
            "strided_accumulate",
        ] {
            let is_it = |row: &Value| {
                row["operation"] == operation
                    && row["placement"] == placement
                    && runtimes(row).contains("farreach")
            };
            assert!(
                entries(&report, "rows").iter().any(is_it),
                "{operation} {placement}: {report}"
            );
        }
    }
}

#[test]
fn without_peers_ours_is_measured_and_what_to_install_is_said() {
    let nothing = Directory::make("no-peers");
    let output = compare(
        &["--only", "startup,collectives", "--json", "-"],
        Some(&nothing.0),
    );
    let report = json(&output);
    let rows = entries(&report, "rows");
    let has = |operation: &str| rows.iter().any(|row| row["operation"] == operation);
    assert!(
        has("startup") && has("barrier") && has("alltoallv"),
        "{report}"
    );
    for row in rows {
        assert_eq!(runtimes(row), BTreeSet::from(["farreach"]));
        assert_eq!(row["winner"], Value::Null);
    }
    let missing: Vec<&str> = entries(&report, "peers")
        .iter()
        .map(|peer| peer["missing"].as_str().expect("it is not installed"))
        .collect();
    let wanted = [
        "it can't be installed",
        "it can't be installed",
        "openmpi-bin libopenmpi-dev",
        "mpich libmpich-dev",
        "openmpi-bin",
    ];
    assert_eq!(missing.len(), wanted.len());
    for (missing, packages) in missing.iter().zip(wanted) {
        assert!(missing.contains(packages), "{missing}");
    }
}

#[test]
fn a_peer_that_crashes_is_told_and_does_not_count() {
    let fake = Directory::make("fake-peer");
    // The compiler wrapper builds nothing. The launcher reports a figure and dies.
    fake.script("mpicc.openmpi", "exit 0");
    let launcher = r#"[ "$1" = --version ] && { echo "mpirun 9.9"; exit 0; }
echo "row ping_pong:8 1e-9 s"; kill -11 $$"#;
    fake.script("mpirun.openmpi", launcher);
    let arguments = [
        "--only",
        "two-sided",
        "--peer",
        "openmpi",
        "--placement",
        "same-node",
    ];
    let output = compare(&[&arguments[..], &["--json", "-"]].concat(), Some(&fake.0));
    let report = json(&output);
    assert_eq!(entries(&report, "peers")[0]["version"], "9.9");
    let [problem] = entries(&report, "problems") else {
        panic!("{report}")
    };
    let what = problem["what"].as_str().expect("text");
    assert!(
        what.starts_with("crashed: signal 11, after ping-pong 8 B"),
        "{what}"
    );
    assert!(!entries(&report, "rows").is_empty());
    for row in entries(&report, "rows") {
        assert_eq!(runtimes(row), BTreeSet::from(["farreach"]));
    }
}

#[test]
fn what_can_not_be_compared_is_refused() {
    for arguments in [
        &["--peer", "pvm"][..],
        &["--only", "speed"],
        &["--rounds", "0"],
        &["--procs", "1"],
        &["--full"],
        &["latency"],
    ] {
        let output = compare(arguments, None);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}
