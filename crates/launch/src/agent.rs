//! The agent of a node: lays out the node's arena, starts the node's ranks, forwards their output
//! and messages to the head, and ends the ranks.
//!
//! ```text
//!                    ┌────────────────── agent ──────────────────┐
//!   head ◀─channel─▶ │ poll loop ◀─channel─▶ rank: publish, ..   │
//!                    │           ◀─pipes──── rank: stdout, stderr│
//!                    │           ──pipe────▶ rank 0: stdin       │
//!                    │           ◀─SIGCHLD── kernel              │
//!                    └───────────────────────────────────────────┘
//!   Starting ──all ranks started──▶ Running ──End, or the head is gone──▶ Ending ──no child left──▶ Childless
//! ```
//!
//! Invariants:
//! - The agent has one thread, so the ranks' parent-death signal depends on this thread only. The
//!   agent blocks only in `poll`.
//! - The agent exits only when the kernel reports that it has no child, own or adopted.
//! - Output beyond the head's window stays in the pipes, so the ranks that write it block.

mod doubts;
mod ending;
mod hearing;
mod input;
mod lines;
mod ranks;
mod remote;
mod streams;
mod waits;

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;

use farreach_node::{WireEndpoint, say};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Rlimit, Signal};

use crate::channel::Channel;
use crate::clock::now_ns;
use crate::protocol::{
    AgentToHead, AgentToRank, HeadToAgent, OUTPUT_WINDOW_BYTES, Order, Standing, Stream,
};
use crate::reaper::{self, Children, Reaped};
use crate::signals::{self, SignalFd};
use crate::spawn;
use ending::Ending;
use input::InputPipe;
use ranks::Rank;
use remote::{Guarded, Remote};

/// The time between two looks at the processes while they are being killed.
const SWEEP_NS: u64 = 5_000_000;
const NS_PER_MS: u64 = 1_000_000;
const NS_PER_SECOND: u64 = 1_000_000_000;
/// Descriptors of an agent besides those of its ranks.
const FILES_OWN: u64 = 64;
const FILES_PER_RANK: u64 = 4;

/// Runs an agent, with the arguments behind [`crate::AGENT_ARGUMENT`]. `build` names the release and
/// commit of this program. The process should exit with the returned code.
pub fn main(arguments: impl Iterator<Item = OsString>, build: &str) -> ExitCode {
    let way = match remote::way(arguments) {
        Ok(remote::AgentRole::Guard(heartbeat)) => return remote::guard(&heartbeat),
        Ok(remote::AgentRole::Agent(guarded)) => guarded,
        Err(text) => {
            say(&text);
            return ExitCode::FAILURE;
        }
    };
    match Agent::start(way, build).and_then(|mut agent| agent.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("an agent can't work: {error}"));
            ExitCode::FAILURE
        }
    }
}

struct Agent {
    head: Channel,
    /// False once the head is gone. Then nothing is sent any more.
    head_is_there: bool,
    signals: SignalFd,
    /// The limit of open descriptors before the agent raised its own. Ranks get this limit.
    open_files: Rlimit,
    host: String,
    node: Option<ranks::Node>,
    /// The ranks started so far, by local index.
    ranks: Vec<Rank>,
    input: Option<InputPipe>,
    /// Bytes of output that may be sent. One read may make it negative.
    output_credit: i64,
    has_joined_ranks: bool,
    ending: Option<Ending>,
    has_said_done: bool,
    /// What belongs to an agent whose head is on another host.
    remote: Option<Remote>,
}

/// The owner of a descriptor in the poll list.
#[derive(Clone, Copy)]
enum Source {
    Head,
    /// There is room toward the head.
    HeadRoom,
    Guard,
    Signals,
    Input,
    Channel(usize),
    Output(usize, Stream),
}

impl Agent {
    /// An agent whose channel to the head is its standard input, or with a guard its standard input and
    /// output.
    fn start(guarded: Option<Guarded>, build: &str) -> io::Result<Self> {
        let stdin = take_stdin()?;
        let mut head = match guarded {
            None => Channel::new(stdin),
            Some(_) => Channel::of_streams(stdin, remote::take_stdout()?)?,
        };
        // Even if the head never speaks, this process ends its orphans and sees its children end.
        let signals = SignalFd::new(&[libc::SIGCHLD])?;
        // An arena beyond `ulimit -f` must be a reported error instead of a signal's death.
        signals::block(libc::SIGXFSZ);
        reaper::become_subreaper()?;
        rustix::thread::set_name(c"farreach-agent")?;
        let host = crate::host_name();
        let remote = match guarded {
            None => {
                head.queue(&AgentToHead::Hello { host: host.clone() });
                None
            }
            Some(guarded) => {
                remote::greet(&mut head, build);
                Some(Remote::new(guarded)?)
            }
        };
        Ok(Agent {
            head,
            head_is_there: true,
            signals,
            open_files: rustix::process::getrlimit(Resource::Nofile),
            host,
            node: None,
            ranks: Vec::new(),
            input: Some(InputPipe::default()),
            output_credit: OUTPUT_WINDOW_BYTES as i64,
            has_joined_ranks: false,
            ending: None,
            has_said_done: false,
            remote,
        })
    }

    fn run(&mut self) -> io::Result<()> {
        loop {
            self.start_next_rank();
            self.pass_on_held_back();
            self.advance_ending();
            let finished = self.is_finished();
            if finished && !self.has_said_done {
                self.has_said_done = true;
                self.send(&AgentToHead::Done);
            }
            self.flush();
            if finished && !(self.head_is_there && self.head.has_outgoing()) {
                return Ok(());
            }
            self.wait_and_handle()?;
        }
    }

    /// One turn of the event loop.
    fn wait_and_handle(&mut self) -> io::Result<()> {
        let mut sources = Vec::with_capacity(3 + 3 * self.ranks.len());
        let mut fds = Vec::with_capacity(3 + 3 * self.ranks.len());
        let mut add = |source, fd, flags| {
            sources.push(source);
            fds.push(PollFd::from_borrowed_fd(fd, flags));
        };
        add(Source::Signals, self.signals.as_fd(), PollFlags::IN);
        if self.head_is_there {
            add(Source::Head, self.head.reader(), PollFlags::IN);
            if self.head.has_outgoing() {
                add(Source::HeadRoom, self.head.writer(), PollFlags::OUT);
            }
        }
        if let Some(guard) = self.remote.as_ref().and_then(Remote::guard) {
            add(Source::Guard, guard, PollFlags::IN);
        }
        if let Some((input, fd)) = self
            .input
            .as_ref()
            .and_then(|input| Some((input, input.fd()?)))
        {
            // With no requested events the kernel still reports that the reader is gone.
            let write = if input.has_waiting() {
                PollFlags::OUT
            } else {
                PollFlags::empty()
            };
            add(Source::Input, fd, write);
        }
        for (index, rank) in self.ranks.iter().enumerate() {
            if let Some(channel) = &rank.channel {
                add(Source::Channel(index), channel.reader(), PollFlags::IN);
            }
            if self.output_credit > 0 {
                for stream in [Stream::Stdout, Stream::Stderr] {
                    if let Some(pipe) = rank.pipe(stream) {
                        add(Source::Output(index, stream), pipe.as_fd(), PollFlags::IN);
                    }
                }
            }
        }
        match poll(&mut fds, self.timeout().as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let ready: Vec<Source> = (sources.iter().zip(&fds))
            .filter(|(_, fd)| !fd.revents().is_empty())
            .map(|(source, _)| *source)
            .collect();
        for source in ready {
            match source {
                Source::Signals => {
                    self.signals.take();
                    self.reap();
                }
                Source::Head => self.read_head(),
                // The next turn writes.
                Source::HeadRoom => {}
                Source::Guard => self.lose_guard(),
                Source::Input => self.write_input(),
                Source::Channel(index) => self.read_rank(index),
                Source::Output(index, stream) => {
                    self.read_output(index, stream);
                }
            }
        }
        self.keep_pulse();
        Ok(())
    }

    fn timeout(&self) -> Option<Timespec> {
        let ns = match &self.ending {
            None if self.has_ranks_to_start() => Some(0),
            Some(ending) if !ending.childless => Some(
                ending
                    .kill_at_ns
                    .saturating_sub(now_ns())
                    .clamp(NS_PER_MS, SWEEP_NS),
            ),
            _ => None,
        };
        let ns = ns.into_iter().chain(self.pulse_ns()).min()?;
        Some(Timespec {
            tv_sec: (ns / NS_PER_SECOND) as _,
            tv_nsec: (ns % NS_PER_SECOND) as _,
        })
    }

    // Messages of the head.

    fn send(&mut self, message: &AgentToHead) {
        if self.head_is_there {
            self.head.queue(message);
        }
    }

    fn flush(&mut self) {
        if self.head_is_there && self.head.flush().is_err() {
            self.lose_head();
        }
    }

    fn read_head(&mut self) {
        let filled = self.head.fill();
        if let (Ok(()), Some(remote)) = (&filled, &mut self.remote) {
            remote.pulse.hear();
        }
        loop {
            match self.head.next() {
                Ok(Some(message)) => self.obey(message),
                Ok(None) => break,
                Err(_) => return self.lose_head(),
            }
        }
        if filled.is_err() {
            self.lose_head();
        }
    }

    /// Ends the job, because the head is gone.
    fn lose_head(&mut self) {
        self.head_is_there = false;
        self.begin_ending(0);
    }

    fn obey(&mut self, message: HeadToAgent) {
        match message {
            HeadToAgent::Start(order) => self.prepare(*order),
            HeadToAgent::Program { index, bytes } => self.take_piece(index, &bytes.0),
            // Whatever arrives is a sign of life.
            HeadToAgent::Beat => {}
            HeadToAgent::Pause => {
                if let Some(remote) = &mut self.remote {
                    remote.pulse.pause();
                }
            }
            HeadToAgent::Input(bytes) => {
                if let Some(input) = &mut self.input {
                    input.push(&bytes.0);
                    self.write_input();
                }
            }
            HeadToAgent::InputEnd => {
                if let Some(input) = &mut self.input {
                    input.end();
                    self.write_input();
                }
            }
            HeadToAgent::OutputCredit(bytes) => self.output_credit += bytes as i64,
            HeadToAgent::Directory { endpoints } => self.fill_directory(&endpoints),
            HeadToAgent::Release => {
                for rank in &mut self.ranks {
                    rank.tell(&AgentToRank::Released);
                }
            }
            HeadToAgent::Ask { round } => {
                for rank in &mut self.ranks {
                    if rank.standing == Standing::Joined {
                        rank.tell(&AgentToRank::Ask { round });
                    }
                }
            }
            HeadToAgent::Inquire => {
                for rank in &mut self.ranks {
                    if rank.standing == Standing::Joined {
                        rank.tell(&AgentToRank::Inquire);
                    }
                }
            }
            HeadToAgent::Doubt(doubt) => self.look_for(doubt),
            HeadToAgent::Known { doubt, is_there } => self.pass_on_known(doubt, is_there),
            HeadToAgent::Signal(signal) => {
                if let Some(signal) = Signal::from_named_raw(signal) {
                    self.signal_ranks(signal);
                }
            }
            HeadToAgent::End { grace_ms } => self.begin_ending(grace_ms),
        }
    }

    fn prepare(&mut self, order: Order) {
        let wanted = FILES_OWN + FILES_PER_RANK * u64::from(order.placement.local_size(order.node));
        if let Err(limit) = spawn::raise_open_files(self.open_files, wanted) {
            let text = format!(
                "its ranks need {wanted} open files and the limit is {limit}; raise it (ulimit -Hn) or use more nodes"
            );
            return self.send(&AgentToHead::Unable { text });
        }
        match ranks::Node::new(order) {
            Ok(node) => {
                self.node = Some(node);
                self.ask_for_programs();
            }
            Err(error) => {
                let text = format!("can't lay out the node's memory: {error}");
                self.send(&AgentToHead::Unable { text });
            }
        }
    }

    fn fill_directory(&mut self, endpoints: &[(u32, WireEndpoint)]) {
        let Some(node) = &self.node else { return };
        for (rank, endpoint) in endpoints {
            node.directory().set_endpoint(*rank, &endpoint.into());
        }
    }

    // The ranks.

    fn has_ranks_to_start(&self) -> bool {
        let Some(node) = &self.node else { return false };
        self.ending.is_none() && node.awaited == 0 && self.ranks.len() < node.local_size() as usize
    }

    /// Starts one rank. The event loop runs between two starts.
    fn start_next_rank(&mut self) {
        if !self.has_ranks_to_start() {
            return;
        }
        let Some(node) = &self.node else { return };
        let rank = node.rank_of(self.ranks.len() as u32);
        let spawn_ns = now_ns();
        match node.start(rank, &self.host, self.open_files) {
            Ok((started, input)) => {
                let pid = started.pid.as_raw_pid();
                self.ranks.push(started);
                self.send(&AgentToHead::Spawned {
                    rank,
                    pid,
                    spawn_ns,
                });
                if let (Some(waiting), Some(fd)) = (&mut self.input, input) {
                    waiting.connect(fd);
                    self.write_input();
                }
            }
            Err(error) => {
                let text = node.why_not_started(rank, &error);
                // No further starts: the head ends the job because of this failure.
                self.begin_ending(0);
                self.send(&AgentToHead::SpawnFailed { rank, text });
            }
        }
    }

    /// Reaps all children that have ended. Returns true if none is left.
    fn reap(&mut self) -> bool {
        loop {
            match reaper::reap() {
                Children::Ended(reaped) => self.note_end(reaped),
                Children::Running => return false,
                Children::None => return true,
            }
        }
    }

    fn note_end(&mut self, reaped: Reaped) {
        let found = self
            .ranks
            .iter()
            .position(|rank| rank.is_running && rank.pid == reaped.pid);
        // The process is an orphan that a rank left behind.
        let Some(index) = found else { return };
        self.ranks[index].is_running = false;
        self.call(self.ranks[index].number);
        // The rank's messages and output must precede the news of its end. Two reads, since a
        // message may be longer than one.
        self.read_rank(index);
        self.read_rank(index);
        for stream in [Stream::Stdout, Stream::Stderr] {
            while self.output_credit > 0 && self.read_output(index, stream) {}
        }
        let rank = &self.ranks[index];
        let message = AgentToHead::Exited {
            rank: rank.number,
            status: reaped.status,
            standing: rank.standing,
            end_ns: now_ns(),
        };
        self.send(&message);
    }
}

/// Takes the channel from standard input. The channel needs neither an argument nor the
/// environment, and the ranks must not inherit it.
fn take_stdin() -> io::Result<OwnedFd> {
    let channel = io::stdin().as_fd().try_clone_to_owned()?;
    let null = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(channel)
}
