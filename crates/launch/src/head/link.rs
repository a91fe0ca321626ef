//! The head's connection to an agent.

use std::io;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal};

use crate::channel::{self, Channel, ChannelError};
use crate::protocol::{AgentToHead, HeadToAgent, Order};
use crate::{AGENT_ARGUMENT, INTERNAL_VARIABLES, spawn};

/// An agent's process, and the channel to it while the channel is open.
pub(super) struct Link {
    pub(super) pid: Pid,
    pub(super) host: String,
    channel: Option<Channel>,
    /// Whether the process has been reaped.
    is_reaped: bool,
    has_said_done: bool,
}

impl Link {
    /// Starts the agent and sends its order. Does not wait.
    pub(super) fn start(order: Order) -> io::Result<Self> {
        let (ours, theirs) = channel::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command
            .arg(AGENT_ARGUMENT)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null());
        for name in INTERNAL_VARIABLES {
            // This launcher may itself run inside of a job.
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

    /// Sends queued messages. A failure appears as the channel's end when the channel is read.
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

    /// The next complete message.
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

    /// Whether the agent may still have processes or output.
    pub(super) fn is_working(&self) -> bool {
        !self.is_reaped && !self.has_said_done
    }

    pub(super) fn kill(&mut self) {
        if !self.is_reaped {
            // The agent is not reaped, so the pid is valid.
            let _ = rustix::process::kill_process(self.pid, Signal::KILL);
        }
    }
}
