//! The head's side of one agent.

use std::io;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal};

use crate::channel::{self, Channel, ChannelError};
use crate::protocol::{AgentToHead, HeadToAgent, Order};
use crate::{AGENT_ARGUMENT, INTERNAL_VARIABLES, spawn};

/// An agent: its process, and the channel to it as long as that is open.
pub(super) struct Link {
    pub(super) pid: Pid,
    pub(super) host: String,
    channel: Option<Channel>,
    /// Its process has been reaped.
    is_reaped: bool,
    has_said_done: bool,
}

impl Link {
    /// Starts the agent and gives it its order; doesn't wait for anything.
    pub(super) fn start(order: Order) -> io::Result<Self> {
        let (ours, theirs) = channel::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command
            .arg(AGENT_ARGUMENT)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null());
        for name in INTERNAL_VARIABLES {
            // This launcher may itself run inside a job.
            command.env_remove(name);
        }
        let child = spawn::agent(&mut command)?;
        let mut link = Link {
            pid: Pid::from_child(&child),
            host: crate::host_name(),
            channel: Some(Channel::new(ours)),
            is_reaped: false,
            has_said_done: false,
        };
        link.send(&HeadToAgent::Start(Box::new(order)));
        link.flush();
        Ok(link)
    }

    pub(super) fn channel(&self) -> Option<&Channel> {
        self.channel.as_ref()
    }

    pub(super) fn send(&mut self, message: &HeadToAgent) {
        if let Some(channel) = &mut self.channel {
            channel.queue(message);
        }
    }

    /// A failure shows as the end of the channel when it is read.
    pub(super) fn flush(&mut self) {
        if let Some(channel) = &mut self.channel {
            let _ = channel.flush();
        }
    }

    /// Reads once from the channel.
    pub(super) fn fill(&mut self) -> Result<(), ChannelError> {
        self.channel
            .as_mut()
            .map_or(Err(ChannelError::Closed), Channel::fill)
    }

    /// The next message of those read.
    pub(super) fn next(&mut self) -> Result<Option<AgentToHead>, ChannelError> {
        self.channel.as_mut().map_or(Ok(None), Channel::next)
    }

    pub(super) fn close(&mut self) {
        self.channel = None;
    }

    pub(super) fn note_done(&mut self) {
        self.has_said_done = true;
    }

    pub(super) fn note_reaped(&mut self) {
        self.is_reaped = true;
    }

    pub(super) fn has_said_done(&self) -> bool {
        self.has_said_done
    }

    pub(super) fn is_gone(&self) -> bool {
        self.is_reaped
    }

    /// Whether it still has processes or output.
    pub(super) fn is_working(&self) -> bool {
        !self.is_reaped && !self.has_said_done
    }

    pub(super) fn kill(&mut self) {
        if !self.is_reaped {
            // Not reaped, so the pid is still its own.
            let _ = rustix::process::kill_process(self.pid, Signal::KILL);
        }
    }
}
