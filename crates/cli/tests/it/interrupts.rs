//! Signals that end `farreach bench`: neither processes nor files are left.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// A folder for temporary files, with a peer whose measurement never ends.
struct Place(PathBuf);

impl Place {
    fn make(name: &str) -> Place {
        let name = format!("farreach-interrupts-{name}.{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        for folder in ["bin", "tmp"] {
            fs::create_dir_all(path.join(folder)).expect("a folder");
        }
        let place = Place(path);
        place.script("mpicc.openmpi", "exit 0");
        // The peer's process has its own session, which a terminal's signals don't reach, and
        // ignores all signals but SIGKILL.
        place.script(
            "deaf",
            "trap '' INT TERM HUP; echo $$ > \"$PIDS\"; while :; do sleep 1; done",
        );
        place.script(
            "mpirun.openmpi",
            "[ \"$1\" = --version ] && { echo mpirun 9.9; exit 0; }\nsetsid deaf &\nwait",
        );
        place
    }

    fn script(&self, name: &str, body: &str) {
        let file = self.0.join("bin").join(name);
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).expect("a script");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).expect("an executable one");
    }

    fn pids(&self) -> PathBuf {
        self.0.join("pids")
    }

    fn temporary(&self) -> PathBuf {
        self.0.join("tmp")
    }

    /// `farreach bench compare` with that peer, started by the shell script `shell`, which must end
    /// in `exec "$@"`.
    fn compare(&self, shell: &str) -> Command {
        let path = std::env::var("PATH").expect("PATH");
        let bin = self.0.join("bin");
        // A test that runs in the background of a script starts with the keyboard's signals
        // ignored.
        let mut command = Command::new("env");
        command
            .arg("--default-signal=HUP,INT,QUIT,TERM")
            .args(["sh", "-c", shell, "sh", env!("CARGO_BIN_EXE_farreach")])
            .args(["bench", "compare", "--quick", "--only", "two-sided"])
            .args(["--peer", "openmpi", "--placement", "same-node"])
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("PIDS", self.pids())
            .env("TMPDIR", self.temporary())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// The peer's process, once it runs.
    fn peer(&self) -> u32 {
        wait_for("the peer to run", || {
            fs::read_to_string(self.pids()).ok()?.trim().parse().ok()
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Calls `look` until it returns something.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..60_000 {
        if let Some(found) = look() {
            return found;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("waited in vain for {what}")
}

fn send(process: u32, signal: Signal) {
    let pid = Pid::from_raw(process.try_into().expect("a number")).expect("not 0");
    kill_process(pid, signal).expect("the process is there");
}

fn end(child: &mut Child) -> ExitStatus {
    wait_for("the end", || child.try_wait().expect("a child"))
}

fn is_running(process: u32) -> bool {
    // A zombie has no command line.
    let line = fs::read(format!("/proc/{process}/cmdline"));
    line.is_ok_and(|line| !line.is_empty())
}

/// The files that measurements of a process have in a folder.
fn made_by(process: u32, folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mark = format!(".{process}.");
    paths
        .filter(|path| path.to_string_lossy().contains(&mark))
        .collect()
}

#[test]
fn a_signal_leaves_nothing_of_a_comparison() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let place = Place::make(&format!("signal-{}", signal.as_raw()));
        let mut bench = place.compare("exec \"$@\"").spawn().expect("a shell");
        let peer = place.peer();
        assert!(!made_by(bench.id(), &place.temporary()).is_empty());
        send(bench.id(), signal);
        let status = end(&mut bench);
        let still_runs = is_running(peer);
        if still_runs {
            send(peer, Signal::KILL);
        }
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
        assert!(!still_runs, "{signal:?}");
        for folder in [place.temporary().as_path(), Path::new("/dev/shm")] {
            assert_eq!(
                made_by(bench.id(), folder),
                Vec::<PathBuf>::new(),
                "{signal:?}"
            );
        }
    }
}

#[test]
fn what_nohup_ignores_does_not_end_a_comparison() {
    let place = Place::make("nohup");
    let mut bench = place
        .compare("trap '' HUP; exec \"$@\"")
        .spawn()
        .expect("a shell");
    let peer = place.peer();
    send(bench.id(), Signal::HUP);
    send(bench.id(), Signal::TERM);
    assert_eq!(end(&mut bench).signal(), Some(Signal::TERM.as_raw()));
    assert!(!is_running(peer));
}

#[test]
fn a_signal_ends_the_jobs_of_a_measurement() {
    let mut bench = Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["bench", "barrier", "--procs", "2", "--samples", "1000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut errors = BufReader::new(bench.stderr.take().expect("it is piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("progress");
    let rest = thread::spawn(move || errors.read_to_string(&mut String::new()));
    let own = bench.id();
    let job: u32 = wait_for("a job", || {
        let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).ok()?;
        children.split_whitespace().next()?.parse().ok()
    });
    send(own, Signal::TERM);
    assert_eq!(end(&mut bench).signal(), Some(Signal::TERM.as_raw()));
    assert!(!is_running(job));
    // All processes that had the stream are gone.
    rest.join().expect("a reader").expect("the stream's end");
}
