//! PEs that are stopped, by a signal or a debugger, for longer than a peer may be silent, and PEs
//! that are unreachable.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::conformance::Conforming;
use crate::toolchain::{run, scratch, text, tool};

static PROGRAM: Conforming = Conforming::new("stops", "stops.c", &["-std=gnu11", "-g"]);

/// Waits are reported only after a time in which a silent peer would have been given up.
const SETTINGS: &[&str] = &["-x", "FARREACH_PEER_TIMEOUT=0.2", "-x", "FARREACH_STALL=5"];
/// How often jobs are observed.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Runs `command` as a job of 3 PEs. When a PE has waited for much longer than a peer may be
/// silent, `go_on` continues the stopped one. The job must succeed.
fn outlives(nodes: u32, options: &[&str], command: &[&OsStr], go_on: impl FnOnce()) {
    let mut job = Command::new(tool("oshrun"))
        .args(["-n", "3", "--nodes", &nodes.to_string(), "--timeout", "600"])
        .args(SETTINGS)
        .args(options)
        .args(command)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("oshrun");
    let mut told = BufReader::new(job.stderr.take().expect("piped"));
    let mut all = String::new();
    while told.read_line(&mut all).expect("text") > 0 && !all.contains(" has waited ") {}
    let is_waiting = all.contains(" has waited ");
    if is_waiting {
        go_on();
    }
    let _ = told.read_to_string(&mut all);
    let status = job.wait().expect("oshrun");
    assert!(
        is_waiting && status.success(),
        "{command:?} on {nodes} nodes: {status}\n{all}"
    );
}

fn file(name: &str) -> PathBuf {
    let file = scratch().join(format!("stops-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// Waits for the process that writes its number and then stops itself.
fn wait_for_stopped(file: &Path) -> String {
    let stopped = |pid: &str| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ")
            .is_some_and(|(_, rest)| rest.starts_with(['T', 't']))
    };
    loop {
        match fs::read_to_string(file) {
            Ok(pid) if stopped(&pid) => return pid,
            _ => thread::sleep(LOOK_EVERY),
        }
    }
}

fn outlives_stop(when: &str, nodes: u32, options: &[&str]) {
    let of_pid = file(&format!("{when}-{nodes}-{}", options.concat()));
    let command = [
        PROGRAM.file().as_os_str(),
        OsStr::new(when),
        of_pid.as_os_str(),
    ];
    outlives(nodes, options, &command, || {
        let pid = wait_for_stopped(&of_pid);
        let sent = Command::new("kill").args(["-CONT", &pid]).status();
        assert!(sent.expect("kill").success());
    });
    let _ = fs::remove_file(of_pid);
}

#[test]
fn a_pe_that_is_stopped_is_waited_for() {
    let hybrid: &[&str] = &["-x", "FARREACH_HYBRID_OPS=16"];
    let sxrc: &[&str] = &["-x", "FARREACH_REACH=sxrc"];
    let alone: &[&str] = &["-x", "FARREACH_HELPER=off"];
    thread::scope(|scope| {
        for when in ["before", "idle", "connected"] {
            for nodes in [1, 2] {
                scope.spawn(move || outlives_stop(when, nodes, &[]));
            }
        }
        // On one node no PE needs a process that finalizes, and none reports such a wait.
        scope.spawn(|| outlives_stop("finalizing", 2, &[]));
        for options in [hybrid, sxrc, alone] {
            for when in ["idle", "connected"] {
                scope.spawn(move || outlives_stop(when, 2, options));
            }
        }
    });
}

/// The PE's process answers the launcher, so it is not stopped.
#[test]
fn a_pe_whose_packets_do_not_arrive_is_given_up() {
    for options in [&[][..], &["-x", "FARREACH_HYBRID_OPS=16"]] {
        let options = [options, &["-x", "FARREACH_PEER_TIMEOUT=1"]].concat();
        let of_pid = file("cut");
        let arguments = ["cut", of_pid.to_str().expect("UTF-8")];
        let output = run(PROGRAM.file(), 2, 2, &options, &arguments);
        let _ = fs::remove_file(&of_pid);
        let told = text(&output);
        let words = ["did not answer for", "though its process runs"];
        assert!(
            !output.status.success() && words.iter().all(|word| told.contains(word)),
            "{told}"
        );
    }
}

/// A debugger starts each PE, and the last one stops in its debugger.
#[test]
fn pes_can_be_started_by_a_debugger_that_stops_them() {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("not tested: there is no gdb here");
        return;
    }
    for nodes in [1, 2] {
        let (go, script) = (file(&format!("go-{nodes}")), file(&format!("gdb-{nodes}")));
        let commands = format!(
            "break breakpoint_here\ncommands\nshell while ! test -e {}; do sleep 0.01; done\ncontinue\nend\nrun\n",
            go.display()
        );
        fs::write(&script, commands).expect("a file");
        let gdb = ["gdb", "--batch", "-nx", "-x"].map(OsStr::new);
        let program = [OsStr::new("--args"), PROGRAM.file().as_os_str()];
        let arguments = ["debugger", "unused"].map(OsStr::new);
        let command = [&gdb[..], &[script.as_os_str()], &program, &arguments].concat();
        outlives(nodes, &[], &command, || fs::write(&go, "").expect("a file"));
        let _ = fs::remove_file(go);
        let _ = fs::remove_file(script);
    }
}
