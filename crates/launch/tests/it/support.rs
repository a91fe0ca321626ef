//! Starts jobs, and finds every process that belongs to a job.
//!
//! Each job has a token in its environment. All its processes inherit the token, whatever their
//! session or parent is.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Longer than any step takes on a loaded machine. Only a hang takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

static JOBS: AtomicU32 = AtomicU32::new(0);

/// A running job. Dropping it, if a test fails, ends all its processes.
pub(crate) struct Job {
    pub(crate) head: Child,
    token: String,
    stdout: Option<Reader>,
    stderr: Option<Reader>,
}

/// A thread that reads a stream to its end, and what it has read so far.
struct Reader {
    read: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

/// A job that has ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// The `probe` example, which cargo builds with these tests.
pub(crate) fn probe_path() -> PathBuf {
    let tests = std::env::current_exe().expect("this program's path");
    let folder = tests
        .parent()
        .and_then(|deps| deps.parent())
        .expect("a target folder");
    let probe = folder.join("examples/probe");
    assert!(
        probe.exists(),
        "{} is missing: run the package's tests as a whole",
        probe.display()
    );
    probe
}

/// Starts `probe run ARGUMENTS..` with its output collected and without input.
pub(crate) fn start(arguments: &[&str]) -> Job {
    let mut job = start_piped(arguments);
    drop(job.head.stdin.take());
    job.collect();
    job
}

/// Starts `probe run ARGUMENTS..` with its standard input open and its output left in the pipes.
pub(crate) fn start_piped(arguments: &[&str]) -> Job {
    // The process that runs the tests may ignore some signals: a shell's background job does.
    start_with_signals("--default-signal=HUP,INT,QUIT", arguments)
}

/// Starts `probe run ARGUMENTS..` as [`start_piped`] does, with the signal disposition
/// `disposition`, an option of env(1).
pub(crate) fn start_with_signals(disposition: &str, arguments: &[&str]) -> Job {
    let token = format!(
        "{}-{}",
        std::process::id(),
        JOBS.fetch_add(1, Ordering::Relaxed)
    );
    let head = Command::new("env")
        .arg(disposition)
        .arg(probe_path())
        .arg("run")
        .args(arguments)
        .env("PROBE_TOKEN", &token)
        .env("PROBE_OUTCOME", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starting the launcher");
    Job {
        head,
        token,
        stdout: None,
        stderr: None,
    }
}

/// Runs a job to its end.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    start(arguments).end()
}

impl Job {
    pub(crate) fn stdin(&mut self) -> ChildStdin {
        self.head
            .stdin
            .take()
            .expect("standard input is there once")
    }

    /// Starts to read the output.
    pub(crate) fn collect(&mut self) {
        self.stdout = self.head.stdout.take().map(read_all);
        self.stderr = self.head.stderr.take().map(read_all);
    }

    /// Waits for the launcher to end, and checks that no process is left.
    pub(crate) fn end(mut self) -> Ended {
        let status = wait_for("the launcher's end", || {
            self.head.try_wait().expect("waiting")
        });
        let left = self.processes();
        assert!(left.is_empty(), "left behind: {left:?}");
        let text = |reader: &mut Option<Reader>| reader.take().map(Reader::end).unwrap_or_default();
        let stdout = text(&mut self.stdout);
        let stderr = String::from_utf8_lossy(&text(&mut self.stderr)).into_owned();
        Ended {
            status,
            stdout,
            stderr,
        }
    }

    /// Waits until exactly `count` processes of the job have a command line that contains `word`.
    pub(crate) fn wait_for_processes(&self, word: &str, count: usize) -> Vec<Process> {
        wait_for(&format!("{count} × {word}"), || {
            let found: Vec<Process> = self
                .processes()
                .into_iter()
                .filter(|process| process.command.contains(word))
                .collect();
            (found.len() == count).then_some(found)
        })
    }

    /// Waits until standard output, which is being collected, has exactly `count` lines `line`.
    pub(crate) fn wait_for_lines(&self, line: &str, count: usize) {
        let reader = self.stdout.as_ref().expect("output is being collected");
        wait_for(&format!("{count} lines {line}"), || {
            let read = reader.read.lock().expect("a reader");
            let found = read
                .split(|&byte| byte == b'\n')
                .filter(|found| *found == line.as_bytes());
            (found.count() == count).then_some(())
        });
    }

    /// Waits until no process of the job is left.
    pub(crate) fn wait_until_gone(&self) {
        wait_for("all processes to be gone", || {
            self.processes().is_empty().then_some(())
        });
    }

    pub(crate) fn signal_head(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.head), signal).expect("signalling the launcher");
    }

    /// All running processes of the job, without zombies.
    pub(crate) fn processes(&self) -> Vec<Process> {
        let wanted = format!("PROBE_TOKEN={}", self.token);
        let entries = std::fs::read_dir("/proc").expect("/proc");
        let pids =
            entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        pids.filter_map(|pid| {
            let environ = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
            environ
                .split(|&byte| byte == 0)
                .find(|variable| *variable == wanted.as_bytes())?;
            let command = std::fs::read(format!("/proc/{pid}/cmdline")).ok()?;
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            (!command.is_empty()).then_some(Process { pid, command })
        })
        .collect()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        for process in self.processes() {
            process.kill();
        }
        let _ = self.head.wait();
    }
}

/// A process of a job.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) pid: i32,
    pub(crate) command: String,
}

impl Process {
    pub(crate) fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

impl Ended {
    pub(crate) fn code(&self) -> i32 {
        self.status
            .code()
            .unwrap_or_else(|| panic!("killed by signal {:?}", self.status.signal()))
    }

    /// The lines of standard output from ranks, sorted.
    pub(crate) fn lines(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.stdout);
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("outcome of") && !line.starts_with("failure:"));
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    }

    /// The output of the ranks: standard output without the launcher's own lines at its end.
    pub(crate) fn bytes(&self) -> &[u8] {
        let mark = b"outcome of rank 0:";
        let end = self
            .stdout
            .windows(mark.len())
            .rposition(|window| window == mark)
            .expect("the outcome");
        &self.stdout[..end]
    }

    /// The launcher's lines about how the ranks ended.
    pub(crate) fn outcome(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.stdout);
        text.lines()
            .filter(|line| line.starts_with("outcome of"))
            .map(str::to_owned)
            .collect()
    }

    #[track_caller]
    pub(crate) fn assert_failed(&self, code: i32, told: &[&str]) {
        for part in told {
            assert!(
                self.stderr.contains(part),
                "no {part:?} in {:?}",
                self.stderr
            );
        }
        assert_eq!(self.code(), code, "{}", self.stderr);
    }
}

/// Calls `look` until it returns something.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processor time that a process has used, in ticks of 10 ms.
pub(crate) fn cpu_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    let (_, fields) = stat.rsplit_once(") ").expect("a command");
    let fields: Vec<&str> = fields.split(' ').collect();
    // `utime` and `stime`, the 14th and 15th of all fields.
    let ticks = |index: usize| fields[index].parse::<u64>().expect("a number");
    ticks(11) + ticks(12)
}

pub(crate) fn host() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname")
        .expect("a host name")
        .trim()
        .to_owned()
}

/// Writes all of `bytes` in another thread, as a shell's pipe would. It is no error if the reader
/// leaves.
pub(crate) fn feed(mut stdin: ChildStdin, bytes: Vec<u8>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let _ = stdin.write_all(&bytes);
    })
}

fn read_all(mut from: impl Read + Send + 'static) -> Reader {
    let read = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&read);
    let thread = std::thread::spawn(move || {
        let mut piece = [0; 1 << 12];
        loop {
            let length = from.read(&mut piece).expect("reading output");
            if length == 0 {
                return;
            }
            let mut read = shared.lock().expect("a reader");
            read.extend_from_slice(&piece[..length]);
        }
    });
    Reader { read, thread }
}

impl Reader {
    /// All that the stream had.
    fn end(self) -> Vec<u8> {
        self.thread.join().expect("a reader");
        let mut read = self.read.lock().expect("a reader");
        std::mem::take(&mut *read)
    }
}
