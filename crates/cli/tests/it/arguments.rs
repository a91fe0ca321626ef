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
        // One answer and no job, however many processes are asked for.
        for program in ["heat2d", "nas"] {
            let shown = farreach(&["run", "-n", "4", program, asked]);
            assert!(shown.stderr.is_empty(), "a job has run");
            let usage = format!("Usage: {program} ");
            assert_eq!(text(&shown).matches(&usage).count(), 1);
        }
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

#[test]
fn each_program_of_a_job_has_its_variables_and_its_folder() {
    let script = "echo $A $B $PWD";
    let output = farreach(&[
        "run", "-n", "1", "--stats", "none", "-x", "A=all", "--wdir", "/usr", "sh", "-c", script,
        ":", "-n", "1", "-x", "B=second", "sh", "-c", script, ":", "-n", "1", "-x", "A=third",
        "--wdir", "/etc", "sh", "-c", script,
    ]);
    let printed = text(&output);
    let mut lines: Vec<&str> = printed.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["all /usr", "all second /usr", "third /etc"]);
    let output = oshrun(&[
        "-np", "1", "-genv", "A", "all", "sh", "-c", script, ":", "-np", "1", "-env", "B",
        "second", "-wdir", "/etc", "sh", "-c", script,
    ]);
    let printed = text(&output);
    assert!(printed.contains("all second /etc\n"), "{printed}");
}

#[test]
fn files_that_can_not_be_written_are_refused_before_the_job_starts() {
    for option in ["--json", "--record-connections"] {
        for (path, why) in [
            ("/no-such-folder/file", "No such file"),
            ("/proc", "is a directory"),
            ("/dev/null/file", "not a directory"),
        ] {
            let refused = farreach(&["run", "--stats", "none", option, path, "echo", "started"]);
            let told = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert_eq!(refused.status.code(), Some(2), "{option} {path}: {told}");
            assert!(
                refused.stdout.is_empty(),
                "{option} {path}: the job has run"
            );
            assert!(
                told.contains(path) && told.contains(why),
                "{option}: {told}"
            );
        }
    }
}
