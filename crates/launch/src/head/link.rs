//! The head's connection to an agent.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Command, Stdio};

use rustix::io::Errno;
use rustix::process::{Pid, Rlimit, Signal};

use crate::channel::{self, Channel, ChannelError};
use crate::clock::now_ns;
use crate::hosts::{Facts, Hosts};
use crate::protocol::{
    AgentToHead, Bytes, CHATTER_BYTES_MAX, GREETING_MARK, Greeting, HeadToAgent,
    PROGRAM_PIECE_BYTES,
};
use crate::pulse::Pulse;
use crate::{AGENT_ARGUMENT, AGENT_BY_STDIO, INTERNAL_VARIABLES, spawn};

/// The most bytes of an unfinished line of a remote shell that are held.
const LINE_BYTES_MAX: usize = 4096;
/// The number of last lines of a remote shell that are kept for messages.
const LINES_KEPT: usize = 3;

/// An agent's process, or that of the remote shell to it, and the channel to it while the channel is
/// open.
pub(super) struct Link {
    pub(super) pid: Pid,
    pub(super) host: String,
    channel: Option<Channel>,
    /// Whether the process has been reaped.
    is_reaped: bool,
    has_said_done: bool,
    /// Programs that are being sent, each with its index.
    files: VecDeque<(u32, File)>,
    remote: Option<Remote>,
}

/// What belongs to an agent of another host only.
pub(super) struct Remote {
    /// The remote shell's name.
    pub(super) shell: String,
    stderr: Option<OwnedFd>,
    /// The unfinished last line of the standard error.
    line: Vec<u8>,
    /// The last lines of the standard error, and what came before the greeting.
    said: Vec<String>,
    /// Whether the greeting's mark has come.
    is_marked: bool,
    is_greeted: bool,
    /// What the agent has told of its host.
    pub(super) facts: Option<Box<Facts>>,
    pub(super) pulse: Pulse,
}

/// The next thing that an agent has sent.
pub(super) enum Sent {
    Greeting(Greeting),
    Message(AgentToHead),
}

impl Link {
    /// Starts an agent on this host. Does not wait.
    pub(super) fn start(open_files: Rlimit) -> io::Result<Self> {
        let (ours, theirs) = channel::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command
            .arg(AGENT_ARGUMENT)
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null());
        Self::spawn(command, ours, crate::host_name(), open_files)
    }

    /// Starts an agent on another host. Does not wait.
    pub(super) fn start_on(host: &str, hosts: &Hosts, open_files: Rlimit) -> io::Result<Self> {
        let (ours, theirs) = channel::pair()?;
        let heartbeat_ms = hosts.heartbeat.as_millis().to_string();
        let arguments = [AGENT_ARGUMENT, AGENT_BY_STDIO, &heartbeat_ms];
        let mut command = hosts.rsh.command(host, &hosts.agent, &arguments);
        let (stderr, theirs_too) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        // Not the writing end: the remote shell expects a stream that blocks.
        rustix::io::ioctl_fionbio(&stderr, true)?;
        command
            .stdin(Stdio::from(theirs.try_clone()?))
            .stdout(Stdio::from(theirs))
            .stderr(Stdio::from(theirs_too));
        let mut link = Self::spawn(command, ours, host.to_owned(), open_files)?;
        link.remote = Some(Remote {
            shell: hosts.rsh.name().to_owned(),
            stderr: Some(stderr),
            line: Vec::new(),
            said: Vec::new(),
            is_marked: false,
            is_greeted: false,
            facts: None,
            pulse: Pulse::new(hosts.heartbeat, now_ns()),
        });
        Ok(link)
    }

    fn spawn(
        mut command: Command,
        ours: OwnedFd,
        host: String,
        open_files: Rlimit,
    ) -> io::Result<Self> {
        for name in INTERNAL_VARIABLES {
            // This launcher may itself run inside of a job.
            command.env_remove(name);
        }
        let child = spawn::agent(&mut command, open_files)?;
        Ok(Link {
            pid: Pid::from_child(&child),
            host,
            channel: Some(Channel::new(ours)),
            is_reaped: false,
            has_said_done: false,
            files: VecDeque::new(),
            remote: None,
        })
    }

    pub(super) fn channel(&self) -> Option<&Channel> {
        self.channel.as_ref()
    }

    pub(super) fn remote(&self) -> Option<&Remote> {
        self.remote.as_ref()
    }

    pub(super) fn remote_mut(&mut self) -> Option<&mut Remote> {
        self.remote.as_mut()
    }

    /// Whether orders can be sent: the agent is of this build, and has told of its host.
    pub(super) fn is_ready(&self) -> bool {
        (self.remote.as_ref()).is_none_or(|remote| remote.facts.is_some())
    }

    pub(super) fn send(&mut self, message: &HeadToAgent) {
        if let Some(channel) = &mut self.channel {
            channel.queue(message);
        }
    }

    /// Sends a program, piece by piece, while [`Link::feed`] is called.
    pub(super) fn send_file(&mut self, index: u32, file: File) {
        self.files.push_back((index, file));
    }

    /// Queues the next piece of a program, if nothing else waits to be sent.
    pub(super) fn feed(&mut self) -> io::Result<()> {
        while let (Some((index, file)), Some(channel)) = (self.files.front_mut(), &mut self.channel)
        {
            if channel.has_outgoing() {
                break;
            }
            let mut bytes = Vec::new();
            let piece = PROGRAM_PIECE_BYTES as u64;
            let count = Read::by_ref(file).take(piece).read_to_end(&mut bytes)?;
            channel.queue(&HeadToAgent::Program {
                index: *index,
                bytes: Bytes(bytes),
            });
            if count == 0 {
                self.files.pop_front();
            }
            self.flush();
        }
        Ok(())
    }

    /// Sends queued messages. A failure appears as the channel's end when the channel is read.
    pub(super) fn flush(&mut self) {
        if let Some(channel) = &mut self.channel {
            let _ = channel.flush();
        }
    }

    /// Reads once from the channel.
    pub(super) fn fill(&mut self) -> Result<(), ChannelError> {
        let channel = self.channel.as_mut().ok_or(ChannelError::Closed)?;
        channel.fill()?;
        if let Some(remote) = &mut self.remote {
            remote.pulse.hear();
        }
        Ok(())
    }

    /// The next complete message.
    pub(super) fn next(&mut self) -> Result<Option<Sent>, ChannelError> {
        let Some(channel) = &mut self.channel else {
            return Ok(None);
        };
        if let Some(remote) = &mut self.remote
            && !remote.is_greeted
        {
            if !remote.is_marked {
                let Some(before) = channel.take_through(GREETING_MARK, CHATTER_BYTES_MAX)? else {
                    return Ok(None);
                };
                remote.is_marked = true;
                remote.note(&before);
            }
            let greeting = channel.next()?;
            remote.is_greeted = greeting.is_some();
            return Ok(greeting.map(Sent::Greeting));
        }
        Ok(channel.next()?.map(Sent::Message))
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

impl Remote {
    /// The remote shell's standard error, while it is open.
    pub(super) fn stderr(&self) -> Option<BorrowedFd<'_>> {
        self.stderr.as_ref().map(AsFd::as_fd)
    }

    /// Whether an agent has answered.
    pub(super) fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    /// Reads the standard error until it is empty. Returns the lines that have come.
    pub(super) fn read_stderr(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(stderr) = &self.stderr {
            let mut piece = [0; 1024];
            match rustix::io::read(stderr, &mut piece) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Ok(0) | Err(_) => {
                    self.stderr = None;
                    lines.extend(self.note(b"\n"));
                }
                Ok(count) => lines.extend(self.note(&piece[..count])),
            }
        }
        lines
    }

    /// Takes what the remote shell printed, and returns the lines that are complete.
    fn note(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if byte != b'\n' && self.line.len() < LINE_BYTES_MAX {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            let line = line.trim_end().to_owned();
            if !line.is_empty() {
                lines.push(line);
            }
        }
        self.said.extend(lines.iter().cloned());
        let surplus = self.said.len().saturating_sub(LINES_KEPT);
        self.said.drain(..surplus);
        lines
    }

    /// The last lines that the remote shell printed.
    pub(super) fn said(&self) -> String {
        self.said.join("; ")
    }
}
