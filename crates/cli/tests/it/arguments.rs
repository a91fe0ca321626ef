//! Options before the program's name are the launcher's. All arguments behind the name are the
//! program's.

use std::os::unix::process::CommandExt;
use std::process::{Command, Output};

/// Arguments that look like options of the launcher, directly behind a program's name.
const OWN: [&[&str]; 4] = [
    &["--timeout", "1", "--", "-n", "5", "--help"],
    &["--label", "-h"],
    &["-x", "-np", "2"],
    &["--stats", "none", "--nodes=2", "-n2"],
];

fn farreach(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    command.args(arguments).output().expect("farreach")
}

/// Runs the program under its other name.
fn oshrun(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    command.arg0("oshrun").args(arguments);
    command.output().expect("oshrun")
}

#[track_caller]
fn text(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Checks that `echo` with [`OWN`] behind its name prints exactly these arguments.
#[track_caller]
fn assert_echoed(launch: impl Fn(&[&str]) -> Output, before: &[&str]) {
    for own in OWN {
        let shown = launch(&[before, &["echo"], own].concat());
        assert_eq!(text(&shown), own.join(" ") + "\n");
    }
}

#[test]
fn all_behind_the_programs_name_is_the_programs() {
    assert_echoed(farreach, &["run", "-n", "1", "--stats", "none"]);
    assert_echoed(oshrun, &["-np", "1"]);
}

#[test]
fn a_separator_before_the_programs_name_ends_the_launchers_options() {
    assert_echoed(farreach, &["run", "-n", "1", "--stats", "none", "--"]);
    assert_echoed(oshrun, &["-np", "1", "--"]);
}

#[test]
fn help_is_of_what_it_is_asked_behind() {
    for asked in ["--help", "-h"] {
        let of_run = text(&farreach(&["run", asked, "heat2d"]));
        assert!(of_run.contains("Usage: farreach run "), "{of_run}");
        // Without a number of processes the job has one process.
        let of_program = text(&farreach(&["run", "heat2d", asked]));
        assert!(of_program.contains("Usage: heat2d "), "{of_program}");
        let of_oshrun = text(&oshrun(&[asked, "heat2d"]));
        assert!(of_oshrun.contains("Usage: oshrun "), "{of_oshrun}");
    }
}

#[test]
fn options_before_the_programs_name_are_the_launchers() {
    let labelled = farreach(&[
        "run", "-n", "2", "--stats", "none", "--label", "echo", "here",
    ]);
    let mut lines: Vec<String> = text(&labelled).lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["[0] here", "[1] here"]);
    let set = [
        "run", "--stats", "none", "-x", "GIVEN=it", "printenv", "GIVEN",
    ];
    assert_eq!(text(&farreach(&set)), "it\n");
    // An unknown option is not taken for the program.
    let unknown = farreach(&["run", "--stat", "none", "echo"]);
    assert_eq!(unknown.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&unknown.stderr);
    assert!(errors.contains("--stats"), "{errors}");
}
