use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{End, describe, marked, run};

const LONG: Duration = Duration::from_mins(1);

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]);
    command
}

fn is_running(process: &str) -> bool {
    // A zombie has no command line.
    fs::read(Path::new("/proc").join(process).join("cmdline")).is_ok_and(|line| !line.is_empty())
}

#[test]
fn streams_and_exit_codes_are_kept() {
    let run = run(&mut shell("echo out; echo err >&2; exit 3"), LONG).unwrap();
    assert_eq!(run.output, b"out\n");
    assert_eq!(run.errors, b"err\n");
    let End::Exited(status) = run.end else {
        panic!("{:?}", run.end)
    };
    assert_eq!(describe(status), "exit code 3");
    assert_eq!(run.left_behind, 0);
    assert!(run.seconds > 0.0);
}

#[test]
fn signals_are_named_directly_and_through_a_launcher() {
    for script in ["kill -11 $$", "sh -c 'kill -11 $$'; exit $?"] {
        let run = run(&mut shell(script), LONG).unwrap();
        let End::Exited(status) = run.end else {
            panic!("{:?}", run.end)
        };
        assert_eq!(describe(status), "signal 11", "{script}");
    }
}

#[test]
fn a_program_that_hangs_is_ended_with_its_descendants_in_other_sessions() {
    // A launcher's child leaves its process group, its session and its parent.
    let script = "setsid sh -c 'echo $$; sleep 1000' & sleep 1000";
    let limit = Duration::from_millis(500);
    let run = run(&mut shell(script), limit).unwrap();
    assert_eq!(run.end, End::TimedOut(limit));
    let descendant = String::from_utf8(run.output).unwrap();
    assert!(!descendant.trim().is_empty());
    assert!(!is_running(descendant.trim()), "{descendant}");
}

#[test]
fn what_a_program_leaves_running_is_ended_and_counted() {
    // The shell waits until the child has its own session: before, it would end with the shell's group.
    let script = "echo $(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &)";
    let run = run(&mut shell(script), LONG).unwrap();
    assert!(matches!(run.end, End::Exited(status) if status.success()));
    assert_eq!(run.left_behind, 1);
    let left = String::from_utf8(run.output).unwrap();
    assert!(!is_running(left.trim()), "{left}");
}

#[test]
fn a_flood_of_output_is_bounded() {
    let run = run(&mut shell("head -c 3000000 /dev/zero"), LONG).unwrap();
    assert!(matches!(run.end, End::Exited(status) if status.success()));
    assert_eq!(run.output.len(), super::KEPT_BYTES);
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    assert!(run(&mut Command::new("/nowhere/program"), LONG).is_err());
}

#[test]
fn only_the_exact_mark_counts() {
    assert_eq!(
        marked(b"COMPARE_RUN=none of them").unwrap(),
        Vec::<i32>::new()
    );
}
