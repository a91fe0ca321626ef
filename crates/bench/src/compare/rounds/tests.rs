use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use super::super::catalogue::{Action, Group, Job, Operation};
use super::{Runtime, Severity, judge, turns};
use crate::compare::Peer;
use crate::process;
use crate::task::Placement;
use crate::workspace::Workspace;

const OPENMPI: Runtime = Runtime::Peer(Peer::OpenMpi);
const PUT: Operation = Operation {
    action: Action::Put,
    bytes: 8,
};
const GET: Operation = Operation {
    action: Action::Get,
    bytes: 8,
};

fn job(group: Group) -> Job {
    Job {
        group,
        placement: Placement::SameNode,
        processes: 2,
        operations: vec![PUT, GET],
    }
}

/// Builds a C program as a peer's is built, runs it and judges it. Returns the number of valid
/// figures, and the problem.
fn judged(body: &str, group: Group) -> (usize, Option<(Severity, String)>) {
    let workspace = Workspace::make().unwrap();
    let source: PathBuf = workspace.files().join("peer.c");
    let program = workspace.files().join("peer");
    let text = format!(
        "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         int main(void) {{ setvbuf(stdout, NULL, _IONBF, 0); {body} return 0; }}\n"
    );
    std::fs::write(&source, text).unwrap();
    let built = Command::new("cc")
        .arg("-o")
        .args([&program, &source])
        .status();
    assert!(built.unwrap().success());
    let limit = Duration::from_secs(1);
    let run = process::run(&mut Command::new(program), limit).unwrap();
    let (figures, problem) = judge(OPENMPI, &job(group), &run);
    (figures.len(), problem)
}

const ROWS: &str = r#"puts("row put:8 1e-6 s"); puts("row get:8 2e-6 s");"#;
const DONE: &str = r#"puts("size 2"); puts("done");"#;

fn failed(body: &str, group: Group) -> String {
    let (figures, problem) = judged(body, group);
    assert_eq!(figures, 0);
    let (severity, what) = problem.expect("something went wrong");
    assert_eq!(severity, Severity::Failed);
    what
}

#[test]
fn a_peer_that_does_well_has_figures_and_nothing_to_say() {
    assert_eq!(judged(&format!("{ROWS}{DONE}"), Group::Rma), (2, None));
}

#[test]
fn a_peer_that_crashes_does_not_count_and_is_named_with_its_last_row() {
    let body = r#"puts("row put:8 1e-6 s"); fputs("\x1b[1mterrible\n", stderr); raise(SIGSEGV);"#;
    let what = failed(body, Group::Rma);
    assert_eq!(
        what,
        "crashed: signal 11, after put 8 B + completion (?[1mterrible)"
    );
    assert_eq!(failed("exit(7);", Group::Rma), "crashed: exit code 7");
}

#[test]
fn a_peer_that_hangs_is_ended_and_does_not_count() {
    let what = failed(&format!("{ROWS} for (;;) pause();"), Group::Rma);
    assert_eq!(what, "hung: ended after 1 s, after get 8 B");
}

#[test]
fn wrong_data_and_other_lines_do_not_count() {
    let what = failed(&format!("{ROWS} puts(\"wrong get:8\"); {DONE}"), Group::Rma);
    assert_eq!(what, "wrong data: get 8 B");
    let what = failed(&format!("{ROWS}{ROWS}{DONE}"), Group::Rma);
    assert!(what.contains("already"), "{what}");
}

#[test]
fn a_program_that_ends_early_or_is_of_another_size_does_not_count() {
    assert_eq!(
        failed(ROWS, Group::Rma),
        "ended before it was done, after get 8 B"
    );
    let body = format!(r#"{ROWS} puts("size 1"); puts("done");"#);
    let what = failed(&body, Group::Rma);
    assert_eq!(what, "2 processes were asked for, it has 1");
}

#[test]
fn a_crash_after_the_end_is_noted_unless_the_end_is_measured() {
    let body = format!("{ROWS}{DONE} raise(SIGSEGV);");
    let (figures, note) = judged(&body, Group::Rma);
    let (severity, what) = note.unwrap();
    assert_eq!((figures, severity), (2, Severity::Noted));
    assert!(
        what.starts_with("at exit crashed: signal 11; its"),
        "{what}"
    );
    let body = format!("{DONE} raise(SIGSEGV);");
    assert_eq!(failed(&body, Group::Startup), "at exit crashed: signal 11");
}

#[test]
fn a_peer_that_does_not_exit_counts_and_is_not_run_again() {
    let (figures, note) = judged(&format!("{ROWS}{DONE} for (;;) pause();"), Group::Rma);
    let (severity, what) = note.unwrap();
    assert_eq!((figures, severity), (2, Severity::Slow));
    assert!(what.starts_with("at exit hung: ended after 1 s"), "{what}");
}

#[test]
fn an_operation_that_was_not_measured_in_time_is_told() {
    let body = format!(r#"puts("row put:8 1e-6 s"); {DONE}"#);
    let (figures, note) = judged(&body, Group::Rma);
    assert_eq!(figures, 1);
    let (severity, what) = note.unwrap();
    assert_eq!(severity, Severity::Noted);
    assert!(what.starts_with("too slow: 1 of 2"), "{what}");
}

#[test]
fn start_up_is_the_time_of_the_whole_command() {
    let (figures, note) = judged(DONE, Group::Startup);
    assert_eq!((figures, note), (1, None));
}

#[test]
fn everybody_is_first_in_turn() {
    let (ours, mpich) = (Runtime::Farreach, Runtime::Peer(Peer::Mpich));
    let round = |round| turns([Peer::OpenMpi, Peer::Mpich].into_iter(), round);
    assert_eq!(round(1), [ours, OPENMPI, mpich]);
    assert_eq!(round(2), [OPENMPI, mpich, ours]);
    assert_eq!(round(3), [mpich, ours, OPENMPI]);
    assert_eq!(round(4), round(1));
}
