//! Ends processes and all of their descendants.
//!
//! Head and agents are child subreapers. A process that a rank started and left behind becomes
//! their child, even if it made its own session. Killing the direct children again and again, until
//! the kernel reports none, therefore ends every descendant.

use std::io;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions};

use crate::protocol::ExitStatus;

/// A child that has ended and was reaped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    pub(crate) pid: Pid,
    pub(crate) status: ExitStatus,
}

/// The result of [`reap`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Children {
    /// This child had ended.
    Ended(Reaped),
    /// All remaining children are running.
    Running,
    /// There is no child.
    None,
}

/// Makes this process the parent of all orphans among its descendants.
pub(crate) fn become_subreaper() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(
        rustix::process::getpid(),
    ))?)
}

/// Reaps one child that has ended, own or adopted.
pub(crate) fn reap() -> Children {
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) => {
                let status = match (status.exit_status(), status.terminating_signal()) {
                    (_, Some(signal)) => ExitStatus::Signal(signal),
                    (Some(code), None) => ExitStatus::Code(code),
                    (None, None) => continue,
                };
                return Children::Ended(Reaped { pid, status });
            }
            Ok(None) => return Children::Running,
            Err(Errno::INTR) => {}
            Err(_) => return Children::None,
        }
    }
}

/// The direct children of all threads of this process.
pub fn children() -> Vec<Pid> {
    listed_children().unwrap_or_else(|_| scanned_children())
}

/// Sends `signal` to all direct children that are `chosen`.
pub(crate) fn signal_children(signal: Signal, mut chosen: impl FnMut(Pid) -> bool) {
    for pid in children() {
        if chosen(pid) {
            // The child may have ended since the list was read. Its pid is still valid, since only
            // this process reaps it.
            let _ = rustix::process::kill_process(pid, signal);
        }
    }
}

/// Reads the lists that the kernel keeps per thread.
fn listed_children() -> io::Result<Vec<Pid>> {
    let mut pids = Vec::new();
    for task in std::fs::read_dir("/proc/self/task")? {
        let list = std::fs::read_to_string(task?.path().join("children"))?;
        pids.extend(list.split_ascii_whitespace().filter_map(parse_pid));
    }
    Ok(pids)
}

/// Scans the whole process table, for kernels without those lists.
fn scanned_children() -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_pid();
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let pids = entries.filter_map(|entry| parse_pid(entry.ok()?.file_name().to_str()?));
    pids.filter(|pid| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        parent_in_stat(&stat) == Some(own)
    })
    .collect()
}

/// The parent's pid from a `stat` line: the second field after the command. The command may itself
/// contain spaces and brackets.
fn parent_in_stat(stat: &str) -> Option<i32> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::{listed_children, parent_in_stat, scanned_children};
    use std::process::{Command, Stdio};

    #[test]
    fn both_ways_find_a_child() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = rustix::process::Pid::from_child(&child);
        assert!(listed_children().unwrap().contains(&pid));
        assert!(scanned_children().contains(&pid));
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn the_command_may_hold_brackets() {
        assert_eq!(parent_in_stat("12 (a) b (c)) S 7 12 12 0"), Some(7));
        assert_eq!(parent_in_stat("12 (a"), None);
        assert_eq!(parent_in_stat(""), None);
    }
}
