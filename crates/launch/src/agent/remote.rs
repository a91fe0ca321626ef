//! An agent whose head is on another host.
//!
//! ```text
//!   remote shell ─▶ guard ─▶ agent ─▶ rank, rank, ..
//! ```
//!
//! The agent's standard input and output lead to the head. The guard ends what an agent that was killed
//! leaves behind, as the head does for agents of its own host. The agent in turn ends its node when the
//! guard is killed, or when nothing has been heard of the head for too long.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use farreach_node::say;
use rustix::process::{Pid, PidfdFlags, Resource, Signal, WaitOptions, getrlimit, pidfd_open};

use super::Agent;
use crate::channel::Channel;
use crate::clock::now_ns;
use crate::hosts::{Facts, machine};
use crate::protocol::{AgentToHead, ExitStatus, GREETING_MARK, Greeting, VERSION};
use crate::pulse::{Pulse, Turn};
use crate::reaper::{self, Children};
use crate::{AGENT_ARGUMENT, AGENT_BY_STDIO, AGENT_GUARDED, signals, spawn};

/// The time between two looks at processes that are being killed.
const SWEEP: Duration = Duration::from_millis(5);

/// What a process that was started as an agent is.
pub(super) enum AgentRole {
    /// The guard of an agent with this longest silence, in milliseconds.
    Guard(String),
    /// An agent. `None`: of a head on this host.
    Agent(Option<Guarded>),
}

/// How an agent with a guard was started.
#[derive(Clone, Copy)]
pub(super) struct Guarded {
    heartbeat: Duration,
    guard: Pid,
}

/// The state of an agent with a guard.
pub(super) struct Remote {
    pub(super) pulse: Pulse,
    /// Becomes readable when the guard has ended. `None` after that.
    guard: Option<OwnedFd>,
}

/// Reads the arguments behind [`AGENT_ARGUMENT`].
pub(super) fn way(arguments: impl Iterator<Item = OsString>) -> Result<AgentRole, String> {
    let words: Vec<OsString> = arguments.collect();
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let refused = || format!("farreach run starts agents, and not with the arguments {words:?}");
    match words[..] {
        [] => Ok(AgentRole::Agent(None)),
        [AGENT_BY_STDIO, heartbeat_ms] => Ok(AgentRole::Guard(heartbeat_ms.to_owned())),
        [AGENT_GUARDED, heartbeat_ms, guard] => {
            let heartbeat_ms = heartbeat_ms.parse().map_err(|_| refused())?;
            let guard = guard.parse().ok().and_then(Pid::from_raw);
            Ok(AgentRole::Agent(Some(Guarded {
                heartbeat: Duration::from_millis(heartbeat_ms),
                guard: guard.ok_or_else(refused)?,
            })))
        }
        _ => Err(refused()),
    }
}

/// Starts an agent that has this process's standard input and output, waits for its end, and ends what
/// it leaves behind.
pub(super) fn guard(heartbeat_ms: &str) -> ExitCode {
    match guard_agent(heartbeat_ms) {
        Ok(ExitStatus::Code(code)) => ExitCode::from(code as u8),
        Ok(status @ ExitStatus::Signal(signal)) => {
            let how = signals::describe(signal);
            say(format_args!("the agent was killed by signal {how}"));
            ExitCode::from(status.shell_code() as u8)
        }
        Err(error) => {
            say(format_args!("an agent can't be started: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn guard_agent(heartbeat_ms: &str) -> io::Result<ExitStatus> {
    reaper::become_subreaper()?;
    rustix::thread::set_name(c"farreach-guard")?;
    let own = rustix::process::getpid().as_raw_pid().to_string();
    let mut command = Command::new("/proc/self/exe");
    command
        .args([AGENT_ARGUMENT, AGENT_GUARDED, heartbeat_ms, &own])
        .stdin(Stdio::inherit())
        .stdout(Stdio::inherit());
    let agent = Pid::from_child(&spawn::agent(&mut command, getrlimit(Resource::Nofile))?);
    // The streams end with the agent.
    let null = std::fs::File::options()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    let status = loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == agent => {
                break match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => ExitStatus::Code(code),
                    (_, Some(signal)) => ExitStatus::Signal(signal),
                    (None, None) => continue,
                };
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    };
    loop {
        match reaper::reap() {
            Children::Ended(_) => {}
            Children::None => return Ok(status),
            Children::Running => {
                reaper::signal_children(Signal::KILL, |_| true);
                std::thread::sleep(SWEEP);
            }
        }
    }
}

/// Takes the standard output for the channel. What this process prints later goes nowhere.
pub(super) fn take_stdout() -> io::Result<OwnedFd> {
    let channel = io::stdout().as_fd().try_clone_to_owned()?;
    let null = std::fs::File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(channel)
}

/// Queues the first messages.
pub(super) fn greet(head: &mut Channel, build: &str) {
    head.queue_bytes(GREETING_MARK);
    head.queue(&Greeting {
        version: VERSION,
        build: build.to_owned(),
        machine: machine().to_owned(),
    });
    head.queue(&AgentToHead::Facts(Box::new(Facts::gather())));
}

impl Remote {
    pub(super) fn new(guarded: Guarded) -> io::Result<Remote> {
        // If the guard has ended already, this process has another parent.
        let guard = pidfd_open(guarded.guard, PidfdFlags::empty())?;
        if rustix::process::getppid() != Some(guarded.guard) {
            return Err(io::Error::other("its guard has ended"));
        }
        Ok(Remote {
            pulse: Pulse::new(guarded.heartbeat, now_ns()),
            guard: Some(guard),
        })
    }

    pub(super) fn guard(&self) -> Option<BorrowedFd<'_>> {
        self.guard.as_ref().map(AsFd::as_fd)
    }
}

impl Agent {
    /// Ends the job, because the guard was killed: nobody would end what this agent leaves behind.
    pub(super) fn lose_guard(&mut self) {
        if let Some(remote) = &mut self.remote {
            remote.guard = None;
        }
        let text = "the process that started it was killed".to_owned();
        self.send(&AgentToHead::Unable { text });
        self.begin_ending(0);
    }

    /// Asks the head for programs that this host does not have.
    pub(super) fn ask_for_programs(&mut self) {
        let Some(node) = &mut self.node else { return };
        match node.make_copies() {
            Ok(wanted) => {
                for index in wanted {
                    self.send(&AgentToHead::Wants { index });
                }
            }
            Err(error) => self.refuse_copy(&error),
        }
    }

    pub(super) fn take_piece(&mut self, index: u32, bytes: &[u8]) {
        let Some(node) = &mut self.node else { return };
        if let Err(error) = node.take_piece(index, bytes) {
            self.refuse_copy(&error);
        }
    }

    fn refuse_copy(&mut self, error: &io::Error) {
        let text = format!("there is no memory for the program (--copy): {error}");
        self.send(&AgentToHead::Unable { text });
    }

    /// Nanoseconds until [`Agent::keep_pulse`] has something to do.
    pub(super) fn pulse_ns(&self) -> Option<u64> {
        let remote = self.remote.as_ref().filter(|_| self.head_is_there)?;
        Some(remote.pulse.due_ns().saturating_sub(now_ns()))
    }

    /// Sends a beat if it is due, and ends the node if the head is silent.
    pub(super) fn keep_pulse(&mut self) {
        let Some(remote) = self.remote.as_mut().filter(|_| self.head_is_there) else {
            return;
        };
        match remote.pulse.turn(now_ns()) {
            Turn::Nothing => {}
            Turn::Beat => {
                if !self.head.has_outgoing() {
                    self.send(&AgentToHead::Beat);
                }
            }
            Turn::Lost => self.lose_head(),
        }
    }
}
