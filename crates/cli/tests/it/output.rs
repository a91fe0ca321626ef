//! This program's output: readers that leave, the terminal's width, JSON, and `farreach info`.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use serde_json::Value;

/// The exit code that a shell reports for a program that wrote to a closed pipe.
const READER_LEFT: Option<i32> = Some(141);

fn farreach(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    command
        .args(arguments)
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1");
    command
}

#[track_caller]
fn output(command: &mut Command) -> Output {
    command.output().expect("the program can be started")
}

#[track_caller]
fn text(command: &mut Command) -> String {
    let output = output(command);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// The writing end of a pipe without a reader.
fn unread() -> Stdio {
    let (_, writer) = std::io::pipe().expect("a pipe");
    writer.into()
}

/// A file that is removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("farreach-output-{name}.{}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_reader_that_leaves_ends_every_command_quietly() {
    let results: [&[&str]; 6] = [
        &["info"],
        &["info", "--json", "-"],
        &[
            "bench",
            "barrier",
            "--procs",
            "2",
            "--quick",
            "--placement",
            "same-node",
        ],
        &["run", "--stats", "json", "hello"],
        &["run", "--stats", "none", "yes"],
        &["run", "--json", "-", "hello"],
    ];
    for arguments in results {
        let ended = output(farreach(arguments).stdout(unread()));
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), READER_LEFT, "{arguments:?}: {errors}");
        let is_progress = |line: &str| line.starts_with("farreach bench: round ");
        assert!(errors.lines().all(is_progress), "{arguments:?}: {errors}");
    }
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["bench", "compare", "--help"],
        &["--version"],
    ] {
        let ended = output(farreach(arguments).stdout(unread()));
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert!(
            ended.status.success() && errors.is_empty(),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn readers_of_both_streams_may_leave() {
    for arguments in [
        &["bench", "barrier", "--procs", "2", "--quick"][..],
        &[
            "bench", "compare", "--quick", "--only", "startup", "--peer", "mpich",
        ],
        &["run", "hello"],
        // The program's output has no reader, and nothing else would end the program.
        &["run", "-n", "2", "sh", "-c", "yes >&2"],
    ] {
        let mut command = farreach(arguments);
        command.stdout(unread()).stderr(unread());
        let status = command.status().expect("the program can be started");
        assert_eq!(status.code(), READER_LEFT, "{arguments:?}");
    }
    // An error is printed where there is a reader.
    let refused = farreach(&["info", "nothing"]).stderr(unread()).status();
    assert_eq!(refused.expect("a status").code(), Some(2));
    let refused = farreach(&["-np", "1", "-x", "FARREACH_NOT_SET", "true"])
        .arg0("oshrun")
        .stderr(unread())
        .status();
    assert_eq!(refused.expect("a status").code(), READER_LEFT);
}

#[test]
fn a_job_whose_reader_left_leaves_no_process() {
    let pids = Scratch::new("pids");
    let script = "echo $$ >> \"$1\"; exec yes";
    let mut job = farreach(&["run", "-n", "3", "sh", "-c", script, "sh", pids.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut some = [0; 4096];
    let mut stdout = job.stdout.take().expect("it is piped");
    stdout.read_exact(&mut some).expect("output");
    drop(stdout);
    let ended = job.wait_with_output().expect("an end");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.code(), &*errors), (READER_LEFT, ""));
    let pids = fs::read_to_string(&pids.0).expect("their numbers");
    assert!(!pids.is_empty());
    for pid in pids.lines() {
        assert!(!Path::new("/proc").join(pid).exists(), "{pid} is left");
    }
}

#[test]
fn what_can_t_be_written_is_an_error() {
    let full = File::create("/dev/full").expect("a device that is always full");
    let ended = output(farreach(&["info"]).stdout(full));
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2));
    assert!(
        errors.contains("writing to standard output: No space left"),
        "{errors}"
    );
}

/// The output of a command on a terminal with `columns` columns.
fn on_terminal(columns: u16, command: &mut Command) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it can be opened");
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&terminal, size).expect("its size");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let open = || {
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        rustix::fs::open(&name, flags, Mode::empty()).expect("its other end")
    };
    let mut child = command
        .stdout(open())
        .stderr(open())
        .spawn()
        .expect("the program can be started");
    // The read ends by an error when the last copy of the other end is closed.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut shown = Vec::new();
    let _ = File::from(terminal).read_to_end(&mut shown);
    assert!(child.wait().expect("an end").success());
    String::from_utf8(shown).expect("text").replace('\r', "")
}

#[track_caller]
fn assert_fits(columns: usize, shown: &str) {
    assert!(!shown.is_empty());
    for line in shown.lines() {
        assert!(line.chars().count() <= columns, "{line}");
    }
}

#[test]
fn text_fits_the_terminal() {
    for columns in [80, 132] {
        let fits = |arguments: &[&str]| {
            let shown = on_terminal(columns, &mut farreach(arguments));
            assert_fits(columns.into(), &shown);
            shown
        };
        let info = fits(&["info"]);
        assert!(
            info.contains("FARREACH_PRECONNECT=none (default)\n    "),
            "{info}"
        );
        assert!(fits(&["run", "-n", "2", "hello"]).contains("traffic"));
        assert!(fits(&["run", "--help"]).contains("--record-connections"));
        let table = fits(&[
            "bench",
            "barrier",
            "--procs",
            "2",
            "--quick",
            "--placement",
            "cross-node",
        ]);
        assert!(
            table.contains("barrier, cross-node, target polling\n"),
            "{table}"
        );
    }
    // If the terminal's width is unknown.
    let shown = text(farreach(&["info"]).env("COLUMNS", "60"));
    assert_fits(60, &shown);
}

#[test]
fn lines_that_go_to_programs_are_whole() {
    let shown = text(&mut farreach(&["info"]));
    assert!(
        shown.contains("memory is taken only when allocated\n"),
        "{shown}"
    );
    assert!(shown.lines().any(|line| line.chars().count() > 132));
}

#[test]
fn info_shows_the_settings_that_are_asked_for() {
    let mut both = farreach(&["info", "stall", "FARREACH_HEAP"]);
    let shown = text(both.env("FARREACH_HEAP", "64M"));
    let names: Vec<&str> = shown
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        names,
        [
            "FARREACH_STALL=60 (default)",
            "FARREACH_HEAP=64M (environment)"
        ]
    );
    for (asked, told) in [
        ("heep", "did you mean FARREACH_HEAP?"),
        ("FARREACH_REECH", "did you mean FARREACH_REACH?"),
        ("rank", "FARREACH_RANK is no setting"),
    ] {
        let refused = output(&mut farreach(&["info", asked]));
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{asked}");
        assert!(
            errors.contains(told) && refused.stdout.is_empty(),
            "{errors}"
        );
    }
}

#[test]
fn info_is_there_for_programs_too() {
    let all: Value =
        serde_json::from_str(&text(&mut farreach(&["info", "--json", "-"]))).expect("JSON");
    let settings = all["settings"].as_array().expect("an array");
    let heap = settings.iter().find(|one| one["name"] == "FARREACH_HEAP");
    let heap = heap.expect("the heap's");
    assert_eq!(
        (&heap["value"], &heap["origin"]),
        (&"1G".into(), &"default".into())
    );
    assert!(
        all["devices"]
            .as_array()
            .is_some_and(|devices| devices.len() == 4)
    );
    assert_eq!(all["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(all["target"], env!("BUILD_TARGET"));
    let file = Scratch::new("info.json");
    let shown = text(&mut farreach(&["info", "heap", "--json", file.path()]));
    assert!(shown.starts_with("FARREACH_HEAP=1G"), "{shown}");
    let one: Value =
        serde_json::from_str(&fs::read_to_string(&file.0).expect("the file")).expect("JSON");
    assert_eq!(one["settings"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["devices"], Value::Null);
}

#[test]
fn the_summary_of_a_job_is_json_where_it_is_wanted() {
    let processes = |text: &str| -> Value {
        let summary: Value = serde_json::from_str(text).expect("JSON");
        summary["processes"].clone()
    };
    let file = Scratch::new("run.json");
    let ended = output(&mut farreach(&[
        "run",
        "-n",
        "3",
        "--json",
        file.path(),
        "hello",
    ]));
    assert!(ended.status.success());
    assert_eq!(
        processes(&fs::read_to_string(&file.0).expect("the file")),
        3
    );
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(errors.contains("3 processes on 1 node,"), "{errors}");
    assert_eq!(String::from_utf8_lossy(&ended.stdout).lines().count(), 3);
    // Instead of the text, and once.
    for options in [
        &["--json", "-"][..],
        &["--stats", "json"],
        &["--stats", "json", "--json", "-"],
    ] {
        let ended = output(&mut farreach(
            &[&["run", "-n", "3"], options, &["hello"]].concat(),
        ));
        assert!(
            ended.status.success() && ended.stderr.is_empty(),
            "{options:?}"
        );
        let lines = String::from_utf8(ended.stdout).expect("text");
        assert_eq!(lines.lines().count(), 4, "{lines}");
        assert_eq!(processes(lines.lines().last().expect("a line")), 3);
    }
    // There are no figures of programs that are not Farreach's.
    let refused = output(&mut farreach(&["run", "--json", "-", "true"]));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_long_wait_is_reported_with_the_rank_that_it_is_for() {
    // Rank 1 starts later than rank 0 is patient.
    let script = "[ $FARREACH_RANK = 1 ] && sleep 3; exec \"$@\"";
    let own = env!("CARGO_BIN_EXE_farreach");
    let output = Command::new(own)
        .args(["run", "-n", "2", "--nodes", "2", "--stats", "none"])
        .args(["-x", "FARREACH_STALL=0.5", "sh", "-c", script, "-"])
        .args([own, "__app", "heat2d", "--steps", "2"])
        .output()
        .expect("a launcher");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(
        told.contains("rank 0 on node 0 has waited")
            && told.contains(", with operations toward rank 1 under way; FARREACH_STALL=0"),
        "{told}"
    );
}
