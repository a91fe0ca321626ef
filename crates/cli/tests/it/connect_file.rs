//! `farreach run --record-connections` and `FARREACH_PRECONNECT=file` with real processes.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A folder that is removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("farreach-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs eight processes on four nodes with these options.
fn run(options: &[&str], program: &[&str]) -> Output {
    run_shape(["8", "4"], options, program)
}

fn run_shape([processes, nodes]: [&str; 2], options: &[&str], program: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["run", "-n", processes, "--nodes", nodes])
        .args(["--stats", "json", "--timeout", "600"])
        .args(options)
        .args(program)
        .output()
        .expect("the program can be started")
}

/// The number of connections that were made.
#[track_caller]
fn made(output: &Output) -> u64 {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().expect("a summary");
    let summary: Value = serde_json::from_str(last).expect("JSON");
    summary["connections"]["made"].as_u64().expect("a count")
}

/// The lines of the ranks in a connect file.
fn recorded(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file was written");
    let lines = text.lines().filter(|line| line.contains(": "));
    lines.map(str::to_owned).collect()
}

const EXCHANGE: [&str; 3] = ["exchange", "--pattern", "ep"];

#[test]
fn a_second_run_makes_exactly_the_connections_of_the_first() {
    let folder = Folder::new("again");
    let (first, second) = (folder.path("first"), folder.path("second"));
    let output = run(&["--record-connections", &first], &EXCHANGE);
    // Each process has the processes at distances 2 and 4.
    assert_eq!(made(&output), 8);
    let lines = recorded(&first);
    assert_eq!(lines.len(), 8);
    assert_eq!(
        (&*lines[0], &*lines[3], &*lines[5]),
        ("0: 2,4", "3: 1,7", "5: 1,7")
    );

    let file = format!("FARREACH_CONNECT_FILE={first}");
    let from_file = [
        "-x",
        "FARREACH_PRECONNECT=file",
        "-x",
        &file,
        "--record-connections",
        &second,
    ];
    // A program that needs no connection: the recorded ones are made, and no others.
    assert_eq!(made(&run(&from_file, &["hello"])), 8);
    assert_eq!(recorded(&second), lines);
    assert_eq!(made(&run(&from_file, &EXCHANGE)), 8);
    assert_eq!(recorded(&second), lines);
    let left: Vec<_> = std::fs::read_dir(&folder.0).expect("a folder").collect();
    assert_eq!(left.len(), 2, "nothing but the two files: {left:?}");
}

#[test]
fn connections_can_be_made_at_the_start_to_neighbours_and_to_all() {
    let with = |setting: &str| made(&run(&["-x", setting], &["hello"]));
    assert_eq!(with("FARREACH_PRECONNECT=none"), 0);
    // The last process of each node and the first of the next node.
    assert_eq!(with("FARREACH_PRECONNECT=neighbours"), 4);
    assert_eq!(with("FARREACH_PRECONNECT=all"), 24);
    assert_eq!(with("FARREACH_SETUP=static"), 24);
}

#[test]
fn files_that_can_not_be_used_are_refused_once_with_reason_and_remedy() {
    let folder = Folder::new("refused");
    let path = folder.path("connections");
    made(&run(&["--record-connections", &path], &EXCHANGE));
    let text = std::fs::read_to_string(&path).expect("it was written");
    let file = format!("FARREACH_CONNECT_FILE={path}");
    let with = |reach: &str, shape: [&str; 2]| {
        let reach = format!("FARREACH_REACH={reach}");
        let settings = ["-x", "FARREACH_PRECONNECT=file", "-x", &file, "-x", &reach];
        run_shape(shape, &settings, &["hello"])
    };
    let assert_refused = |output: &Output, told: &[&str]| {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(output.stdout.is_empty(), "no job: {:?}", output.stdout);
        assert_eq!(errors.lines().count(), 1, "told once: {errors}");
        for part in [&[&*path], told].concat() {
            assert!(errors.contains(part), "no {part:?} in {errors}");
        }
    };
    let of = "of a job of 8 processes on 4 nodes, reach rc";
    let again = "record it again";
    assert_refused(
        &with("rc", ["8", "2"]),
        &[of, "8 processes on 2 nodes", again],
    );
    assert_refused(
        &with("rc", ["4", "4"]),
        &[of, "4 processes on 4 nodes", again],
    );
    assert_refused(&with("exrc", ["8", "4"]), &[of, "reach exrc", again]);
    for (damaged, told) in [
        (
            text.replace("0: 2", "0: 3"),
            &["damaged", "checksum", again][..],
        ),
        (
            text[..text.len() / 2].to_owned(),
            &["damaged", "end is missing", again],
        ),
        (
            "host1 host2\n".to_owned(),
            &["is no connect file", "--record-connections"],
        ),
    ] {
        std::fs::write(&path, damaged).expect("our own file");
        assert_refused(&with("rc", ["8", "4"]), told);
    }
    std::fs::remove_file(&path).expect("our own file");
    assert_refused(
        &with("rc", ["8", "4"]),
        &["can't be read", "No such file", "--record-connections"],
    );
}

#[test]
fn what_can_not_be_recorded_is_told() {
    let folder = Folder::new("unrecorded");
    let path = folder.path("missing/connections");
    let output = run(&["--record-connections", &path], &["hello"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(&format!("writing {path}: ")), "{errors}");
    let path = folder.path("connections");
    let output = run(&["--record-connections", &path], &["true"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("no Farreach program"), "{errors}");
    let output = run(&["--record-connections", &path], &["hello", "--bogus"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("not recorded") && output.status.code() == Some(1),
        "{errors}"
    );
    assert!(!std::fs::exists(&path).expect("a folder"));
}

#[test]
fn a_job_on_one_node_records_that_it_needs_no_connection() {
    let folder = Folder::new("one-node");
    let path = folder.path("file");
    let output = run_shape(["2", "1"], &["--record-connections", &path], &["hello"]);
    assert_eq!(made(&output), 0);
    let again = [
        "-x",
        "FARREACH_PRECONNECT=file",
        "-x",
        &format!("FARREACH_CONNECT_FILE={path}"),
    ];
    assert_eq!(made(&run_shape(["2", "1"], &again, &["hello"])), 0);
}
