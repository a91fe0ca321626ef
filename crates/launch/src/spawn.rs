//! Starts processes, with the actions that must happen between fork and exec.
//!
//! `unsafe` is for `pre_exec`. Its closures run in the forked child, where only async-signal-safe
//! actions are allowed. They make system calls only: no allocation, no lock.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use farreach_node::start_error;
use rustix::io::FdFlags;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use rustix::thread::CpuSet;

use crate::signals;

/// Raises this process's limit of open descriptors to `wanted` if it is lower. `limit` is the current
/// one. Returns the hard limit if that is lower still.
pub(crate) fn raise_open_files(limit: Rlimit, wanted: u64) -> Result<(), u64> {
    if limit.current.is_none_or(|current| current >= wanted) {
        return Ok(());
    }
    let raised = Rlimit {
        current: Some(wanted),
        maximum: limit.maximum,
    };
    rustix::process::setrlimit(Resource::Nofile, raised)
        .map_err(|_| limit.maximum.unwrap_or(u64::MAX))
}

/// Starts an agent in its own process group, with the descriptor limit `open_files`, and with no signal
/// blocked, so that a terminal's signals reach only the head.
///
/// The agent gets no session of its own. Linux shares cores among sessions first (autogroups), and
/// a process that yields does not give its core to a process of another session. Processes of
/// several nodes on one host would yield to each other in vain.
pub(crate) fn agent(command: &mut Command, open_files: Rlimit) -> io::Result<Child> {
    command.process_group(0);
    // SAFETY: the closure makes system calls only.
    unsafe {
        command.pre_exec(move || {
            signals::unblock_all();
            Ok(rustix::process::setrlimit(Resource::Nofile, open_files)?)
        });
    }
    command.spawn().map_err(start_error)
}

/// Starts a rank in its own process group, with `inherited` left open, with the descriptor limit
/// `open_files`, on `cores` only and with no signal blocked. The kernel kills the rank when the calling *thread*
/// ends.
pub(crate) fn rank(
    command: &mut Command,
    inherited: &[BorrowedFd<'_>],
    open_files: Rlimit,
    cores: Option<CpuSet>,
) -> io::Result<Child> {
    let agent = rustix::process::getpid();
    let inherited: Vec<_> = inherited.iter().map(AsRawFd::as_raw_fd).collect();
    command.process_group(0);
    // SAFETY: the closure makes system calls only. The descriptors are open in the child: it is a copy
    // of this process, which holds them borrowed until `spawn` returns, and it runs before the exec.
    unsafe {
        command.pre_exec(move || {
            for &fd in &inherited {
                rustix::io::fcntl_setfd(BorrowedFd::borrow_raw(fd), FdFlags::empty())?;
            }
            if let Some(cores) = &cores {
                rustix::thread::sched_setaffinity(None, cores)?;
            }
            rustix::process::setrlimit(Resource::Nofile, open_files)?;
            // `Command` does not change the signal mask, in which the agent's collected signals are
            // blocked.
            signals::unblock_all();
            die_with(agent)
        });
    }
    command.spawn().map_err(start_error)
}

/// Asks the kernel for SIGKILL at the parent's death, and checks whether the parent has died
/// already.
fn die_with(parent: Pid) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if rustix::process::getppid() != Some(parent) {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    Ok(())
}
