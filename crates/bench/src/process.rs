//! Runs a foreign program within a time limit, and leaves nothing of it behind.
//!
//! Launchers put their processes into their own groups and sessions, so a process group does not
//! identify them. Every process of a run inherits a variable with a value unique to the run. A
//! process with this value in its environment belongs to the run.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

#[cfg(test)]
mod tests;

/// The variable that marks the processes of a run.
const MARK: &str = "COMPARE_RUN";
/// Bytes that are kept of each stream. The rest is discarded.
const KEPT_BYTES: usize = 256 << 10;
/// How long killed processes may take to disappear.
const GONE_WITHIN: Duration = Duration::from_secs(10);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It exited.
    Exited(ExitStatus),
    /// It was killed at its time limit.
    TimedOut(Duration),
}

/// The result of a run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// How it ended.
    pub(crate) end: End,
    /// Seconds from the command to its exit.
    pub(crate) seconds: f64,
    /// Standard output, up to a limit.
    pub(crate) output: Vec<u8>,
    /// Standard error, up to a limit.
    pub(crate) errors: Vec<u8>,
    /// The number of processes that the command left behind when it exited. They were killed.
    pub(crate) left_behind: usize,
}

/// Runs the command for at most `limit`, and kills every process that comes from it.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<Run> {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let value = format!(
        "{}.{}",
        std::process::id(),
        RUNS.fetch_add(1, Ordering::Relaxed)
    );
    command
        .env(MARK, &value)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let stdout = child.stdout.take().expect("it is piped");
    let stderr = child.stderr.take().expect("it is piped");
    thread::scope(|scope| {
        let output = scope.spawn(|| keep(stdout));
        let errors = scope.spawn(|| keep(stderr));
        let exited = wait(&mut child, begun, limit);
        let seconds = begun.elapsed().as_secs_f64();
        // Before the streams are read to their ends: remaining processes hold them open.
        let ended = end_marked(&value);
        let end = match exited {
            Ok(Some(status)) => Ok(End::Exited(status)),
            Ok(None) => child
                .wait()
                .map(|_| End::TimedOut(limit))
                .map_err(Into::into),
            Err(error) => Err(error),
        };
        let output = output.join().expect("reading does not panic")?;
        let errors = errors.join().expect("reading does not panic")?;
        let (end, left_behind) = (end?, ended?);
        Ok(Run {
            end,
            seconds,
            output,
            errors,
            left_behind: match end {
                End::Exited(_) => left_behind,
                End::TimedOut(_) => 0,
            },
        })
    })
}

/// Waits for the child. `None` if it exceeds the limit.
fn wait(child: &mut Child, begun: Instant, limit: Duration) -> Result<Option<ExitStatus>> {
    let pid = Pid::from_child(child);
    let handle = pidfd_open(pid, PidfdFlags::empty()).context("a handle on the process")?;
    loop {
        let left = limit.saturating_sub(begun.elapsed());
        let timeout = Timespec::try_from(left).context("the time limit")?;
        match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout)) {
            Ok(0) if left.is_zero() => return Ok(None),
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(Some(child.wait()?)),
            Err(error) => return Err(error).context("waiting for the process"),
        }
    }
}

/// Reads a stream to its end and keeps its first bytes.
fn keep(mut stream: impl Read) -> io::Result<Vec<u8>> {
    let mut kept = Vec::new();
    stream
        .by_ref()
        .take(KEPT_BYTES as u64)
        .read_to_end(&mut kept)?;
    io::copy(&mut stream, &mut io::sink())?;
    Ok(kept)
}

/// Kills the processes with this mark until none is left. Returns their number.
fn end_marked(value: &str) -> Result<usize> {
    let mark = format!("{MARK}={value}");
    let begun = Instant::now();
    let mut ended = Vec::new();
    loop {
        let marked = marked(mark.as_bytes())?;
        if marked.is_empty() {
            return Ok(ended.len());
        }
        if begun.elapsed() > GONE_WITHIN {
            bail!("the processes {marked:?} can't be ended");
        }
        for pid in marked {
            if !ended.contains(&pid) {
                ended.push(pid);
            }
            // The process may have ended by itself meanwhile.
            if let Some(pid) = Pid::from_raw(pid) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The processes that have `mark` in their environment. Zombies have no environment.
fn marked(mark: &[u8]) -> Result<Vec<i32>> {
    let processes = fs::read_dir("/proc").context("reading /proc")?;
    let has_mark = |pid: &i32| {
        // Processes of other users can't be read and don't belong to the run.
        fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
            environment
                .split(|&byte| byte == 0)
                .any(|variable| variable == mark)
        })
    };
    Ok(processes
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(has_mark)
        .collect())
}

/// The end of a process as text.
pub(crate) fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        // Shells and launchers report their child's signal in this way.
        (Some(code @ 129..=159), _) => format!("signal {}", code - 128),
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}
