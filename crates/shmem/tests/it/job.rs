//! Starting and observing jobs: their output, their processes, their end.
//!
//! Each job has a token in its environment. All its processes inherit the token, whatever their
//! session or parent.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use farreach_launch::head::JobSpec;
use farreach_launch::{Placement, Program};
use farreach_runtime::settings::parse_size;
use farreach_runtime::stats::ProcessStats;
use rustix::net::sockopt::socket_type;
use rustix::net::{SocketType, connect, getsockname};
use rustix::process::{
    Pid, PidfdFlags, PidfdGetfdFlags, Signal, kill_process, pidfd_getfd, pidfd_open,
};

use crate::sandbox::{CONTAINER, enter_container};

/// A time that only a hang exceeds, however busy the machine.
pub(crate) const HANG: Duration = Duration::from_mins(5);
/// A variable with the node of each rank, for a job whose ranks are not in even blocks.
pub(crate) const NODE_OF_RANKS: &str = "SHMEM_IT_NODE_OF_RANKS";
const TOKEN: &str = "SHMEM_IT_TOKEN";
/// The prefix of a line with a PE's statistics.
const STATS: &str = "figures: ";

/// Runs one job as the launcher's command line does, and collects the PEs' statistics.
pub(crate) fn head(body: &str, ranks: &str, nodes: &str, started_ns: u64) -> ExitCode {
    let number = |word: &str| word.parse::<u32>().expect("a number");
    let placement = match std::env::var(NODE_OF_RANKS) {
        Ok(list) => Placement::listed(&list.split(',').map(number).collect::<Vec<u32>>()),
        Err(_) => Placement::new(number(ranks), number(nodes)),
    };
    let placement = placement.expect("a possible placement");
    let shape = (placement.size(), placement.nodes());
    assert_eq!(shape, (number(ranks), number(nodes)));
    if std::env::var_os(CONTAINER).is_some() {
        enter_container();
    }
    let heap = std::env::var("FARREACH_HEAP").unwrap_or_else(|_| "64M".into());
    let program = Program::find(OsStr::new("rank"), vec![body.into()], &["rank"]);
    let outcome = farreach_launch::head::run(JobSpec {
        env: vec![("FARREACH_HEAP".into(), heap.clone().into())],
        heap_bytes: parse_size(&heap).expect("a size"),
        started_ns,
        ..JobSpec::new(placement, program.expect("bundled"))
    })
    .expect("the job begins");
    for stats in outcome.ranks.iter().filter_map(|rank| rank.stats.as_ref()) {
        println!("{STATS}{}", String::from_utf8_lossy(stats));
    }
    ExitCode::from(outcome.exit_code as u8)
}

/// The parameters of a job.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) body: &'a str,
    pub(crate) ranks: u32,
    pub(crate) nodes: u32,
    pub(crate) env: &'a [(&'a str, &'a str)],
}

/// A running job. Dropping it ends all its processes, if a test fails.
pub(crate) struct Job {
    pub(crate) head: Child,
    token: String,
    lines: Arc<Mutex<Vec<String>>>,
    readers: Vec<JoinHandle<()>>,
    stderr: Arc<Mutex<String>>,
}

/// A job that has ended.
pub(crate) struct Ended {
    /// The exit code, as a shell gives it.
    pub(crate) code: i32,
    pub(crate) stdout: Vec<String>,
    pub(crate) stderr: String,
    /// The statistics of the PEs that finalized, by rank.
    pub(crate) stats: Vec<ProcessStats>,
}

impl Job {
    pub(crate) fn start(start: Start<'_>) -> Job {
        static JOBS: AtomicU32 = AtomicU32::new(0);
        let number = JOBS.fetch_add(1, Ordering::Relaxed);
        let token = format!("{}-{number}", std::process::id());
        let (ranks, nodes) = (start.ranks.to_string(), start.nodes.to_string());
        // The user who runs the tests may ignore some signals, as a shell's background job does.
        let mut head = Command::new("env")
            .arg("--default-signal=HUP,INT,QUIT")
            .arg(format!("/proc/{}/exe", std::process::id()))
            .args(["job", start.body, &ranks, &nodes])
            .env(TOKEN, &token)
            .envs(start.env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starting a job");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let stderr = Arc::new(Mutex::new(String::new()));
        let (into_lines, into_stderr) = (Arc::clone(&lines), Arc::clone(&stderr));
        let stdout_pipe = BufReader::new(head.stdout.take().expect("piped"));
        let mut stderr_pipe = head.stderr.take().expect("piped");
        let readers = vec![
            std::thread::spawn(move || {
                for line in stdout_pipe.lines() {
                    into_lines
                        .lock()
                        .expect("no panic")
                        .push(line.expect("text"));
                }
            }),
            std::thread::spawn(move || {
                let mut text = Vec::new();
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = stderr_pipe.read(&mut buffer) {
                    text.extend_from_slice(&buffer[..count]);
                    *into_stderr.lock().expect("no panic") =
                        String::from_utf8_lossy(&text).into_owned();
                }
            }),
        ];
        Job {
            head,
            token,
            lines,
            readers,
            stderr,
        }
    }

    /// The head's standard input, which goes to PE 0.
    pub(crate) fn stdin(&mut self) -> ChildStdin {
        self.head.stdin.take().expect("it is there once")
    }

    /// Waits until every PE has printed `ready RANK PID`. Returns the pids by rank.
    pub(crate) fn wait_ready(&mut self, ranks: u32) -> Vec<i32> {
        let found = wait_for("the PEs to be ready", || {
            if let Ok(Some(status)) = self.head.try_wait() {
                panic!("the job ended early, {status}: {}", self.told());
            }
            let lines = self.lines.lock().expect("no panic");
            let mut ready: Vec<(u32, i32)> = lines.iter().filter_map(|line| ready(line)).collect();
            ready.sort_unstable();
            (ready.len() == ranks as usize).then_some(ready)
        });
        found.into_iter().map(|(_, pid)| pid).collect()
    }

    pub(crate) fn has_printed(&self, line: &str) -> bool {
        let lines = self.lines.lock().expect("no panic");
        lines.iter().any(|printed| printed == line)
    }

    /// The standard error of the job so far.
    pub(crate) fn told(&self) -> String {
        self.stderr.lock().expect("no panic").clone()
    }

    /// All running processes of the job, with their command lines. Processes that have ended and
    /// wait to be reaped are not listed.
    pub(crate) fn processes(&self) -> Vec<(i32, String)> {
        let wanted = format!("{TOKEN}={}", self.token);
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
            (!command.is_empty()).then_some((pid, command))
        })
        .collect()
    }

    /// Waits until the job is over and nothing of it is left. Ends a job that hangs.
    pub(crate) fn end(mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.head.try_wait().expect("waiting for a job") {
                break status;
            }
            if begun.elapsed() > HANG {
                let stuck = self.stuck();
                self.kill();
                panic!(
                    "the job has not ended after {HANG:?}; {stuck}\n{}",
                    self.told()
                );
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let left = self.processes();
        assert!(left.is_empty(), "left behind: {left:?}");
        for reader in self.readers.drain(..) {
            reader.join().expect("a reader");
        }
        let lines = std::mem::take(&mut *self.lines.lock().expect("no panic"));
        let (figures, stdout): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| line.starts_with(STATS));
        let stats = figures.iter().map(|line| {
            serde_json::from_str(&line[STATS.len()..]).expect("what the library wrote")
        });
        Ended {
            code: status
                .code()
                .unwrap_or_else(|| 128 + status.signal().expect("ended somehow")),
            stdout,
            stderr: self.told(),
            stats: stats.collect(),
        }
    }

    /// The states of the job's processes, for the message of a hang.
    fn stuck(&self) -> String {
        let states = self.processes().into_iter().map(|(pid, command)| {
            let wchan = std::fs::read_to_string(format!("/proc/{pid}/wchan")).unwrap_or_default();
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let state = stat
                .rsplit(") ")
                .next()
                .and_then(|rest| rest.split(' ').next());
            format!("{pid} {command}: {} in {wchan}", state.unwrap_or("gone"))
        });
        states.collect::<Vec<_>>().join("\n")
    }

    fn kill(&mut self) {
        for (pid, _) in self.processes() {
            signal(pid, Signal::KILL);
        }
        let _ = self.head.wait();
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.kill();
    }
}

fn ready(line: &str) -> Option<(u32, i32)> {
    let (rank, pid) = line.strip_prefix("ready ")?.split_once(' ')?;
    Some((rank.parse().ok()?, pid.parse().ok()?))
}

/// Sends a signal to a process that may be gone.
pub(crate) fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// Stops a process. Waits until all its threads have stopped.
pub(crate) fn stop(pid: i32) {
    signal(pid, Signal::STOP);
    wait_for("a process to stop", || {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("its threads");
        let mut stats = threads.map(|thread| {
            let path = thread.expect("a thread").path().join("stat");
            std::fs::read_to_string(path).expect("it does not end")
        });
        let is_stopped = |stat: String| {
            stat.rsplit_once(") ")
                .is_some_and(|(_, fields)| fields.starts_with('T'))
        };
        stats.all(is_stopped).then_some(())
    });
}

/// Cuts a process off: its UDP sockets accept packets only from an unused address.
pub(crate) fn cut_off(pid: i32) {
    let of_process = Pid::from_raw(pid).expect("a process");
    let process = pidfd_open(of_process, PidfdFlags::empty()).expect("it runs");
    let numbers = std::fs::read_dir(format!("/proc/{pid}/fd")).expect("its descriptors");
    let numbers = numbers.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let mut cut = 0;
    for number in numbers {
        let Ok(fd) = pidfd_getfd(&process, number, PidfdGetfdFlags::empty()) else {
            continue;
        };
        let is_udp = socket_type(&fd) == Ok(SocketType::DGRAM);
        let own = getsockname(&fd).map(SocketAddr::try_from);
        if let (true, Ok(Ok(own))) = (is_udp, own) {
            // The port of the discard protocol.
            connect(&fd, &SocketAddr::new(own.ip(), 9)).expect("a route to the own address");
            cut += 1;
        }
    }
    assert!(cut > 0, "process {pid} has no socket");
}

/// Calls `look` until it returns a value.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < HANG, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
