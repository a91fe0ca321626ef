//! A process's side of the launch: how it finds its job, and its messages to its agent.
//!
//! ```text
//!   FARREACH_JOB_FD ─▶ socket ─▶ Welcome (was there before the process) ─▶ arena, rank, key, ..
//!   publish ─▶ agent ─▶ head ─▶ all agents ─▶ the arena's directory is ready
//!   finalize ─▶ agent ─▶ head: all did ─▶ all agents ─▶ poll_released() is true ─▶ report
//! ```
//!
//! Only [`Job::wait_released`] waits. Other callers poll [`Job::agent_fd`] and then call
//! [`Job::poll_released`]. The descriptor becomes readable by the message that releases the
//! process, and by the death of the agent. **A process of a job must watch it all the time** (the
//! runtime's helper thread does). The kernel kills only the direct child of an agent that dies, and
//! not a program inside a wrapper script.

mod adopt;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use farreach_forks::Descriptor;
use farreach_node::{Arena, ArenaError, ArenaLayout, Endpoint, Placement};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

pub use crate::INTERNAL_VARIABLES;
use crate::JOB_FD_VARIABLE;
use crate::channel::{Channel, ChannelError};
use crate::clock::now_ns;
use crate::protocol::{
    ABORT_TEXT_BYTES_MAX, AgentToRank, Bytes, JobKey, RankToAgent, STATS_BYTES_MAX, VERSION,
    WAIT_BYTES_MAX, WaitNews, Welcome,
};

/// Why a process can't join its job, or loses it.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The process has joined before.
    #[error("this process has already joined its job")]
    AlreadyJoined,
    /// The variable does not name an open socket.
    #[error(
        "{JOB_FD_VARIABLE}={value} leads to no launcher: this process was not started by it, or somebody closed the \
         descriptor, perhaps the program itself before it initialised the library (closefrom, or a loop over all \
         descriptors); unset the variable to run as a job of one"
    )]
    NoLauncher {
        /// The variable's value.
        value: String,
    },
    /// The socket holds no welcome: another process took it.
    #[error(
        "another process has already joined the job as this rank: only one program per rank can"
    )]
    RankTaken,
    /// Launcher and program were built from different versions.
    #[error(
        "the launcher speaks version {launcher} of the launch protocol and this program version {program}; rebuild both"
    )]
    Version {
        /// The launcher's version.
        launcher: u32,
        /// This program's version.
        program: u32,
    },
    /// The node's memory can't be used.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The agent is gone, and with it the job.
    #[error("the launcher's agent is gone: the job is over")]
    AgentLost,
    /// The program closed the socket to the agent, and so probably the sockets to other nodes and
    /// the memory's file.
    #[error(
        "the descriptor that leads to the launcher was closed: the program closes descriptors that it has not opened \
         (closefrom, or a loop over all of them), and those of this library must stay open"
    )]
    DescriptorClosed,
    /// The agent sent something unexpected.
    #[error("the launcher's agent sent {0}")]
    Protocol(String),
    /// The figures exceed [`STATS_BYTES_MAX`].
    #[error("{bytes} bytes of statistics are more than the limit of {STATS_BYTES_MAX}")]
    StatsTooLong {
        /// Bytes of the figures.
        bytes: usize,
    },
    /// The operating system refused something.
    #[error("can't join the job: {0}")]
    Os(#[from] std::io::Error),
}

/// The job of which this process is a rank.
#[derive(Debug)]
pub struct Job {
    rank: u32,
    host: String,
    key: JobKey,
    /// When the head started, by this host's clock.
    head_ns: Option<u64>,
    no_adapter: Option<String>,
    arena: Arena,
    /// The connection to the agent. `None` in a job of one process without a launcher.
    link: Option<Link>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct Link {
    /// A duplicate of the channel's descriptor, which can be used without the channel's lock.
    fd: Descriptor<OwnedFd>,
    channel: Mutex<Channel>,
}

#[derive(Debug, Default)]
struct State {
    has_published: bool,
    has_finalized: bool,
    is_released: bool,
    /// The last round in which the launcher asked whether this process stands still.
    asked: Option<u32>,
    /// The user's unanswered questions what this process waits for.
    inquiries: u32,
    /// The last unanswered call.
    called: Option<u32>,
    /// Answers to this process's questions.
    known: Vec<Known>,
}

/// The answer to a question whether another rank is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The question's number, from [`Job::ask_after`].
    pub number: u64,
    /// Whether the rank is there. False if its process is gone.
    pub is_there: bool,
}

impl Job {
    /// Joins the job that the environment names. `None` if it names none.
    ///
    /// Afterwards the inherited descriptors are closed on exec, so that programs started by this
    /// process don't inherit them. The variable stays set. It makes a Farreach program that this
    /// process starts fail, instead of forming a job of its own.
    pub fn from_environment() -> Result<Option<Self>, ClientError> {
        let Some(value) = std::env::var_os(JOB_FD_VARIABLE) else {
            return Ok(None);
        };
        let value = value.to_string_lossy().into_owned();
        let (channel, fd, welcome) = adopt::join(&value)?;
        let arena = Arena::attach(adopt::arena(welcome.arena_fd, &value)?)?;
        let job = Job {
            rank: welcome.rank,
            host: welcome.host,
            key: welcome.key,
            head_ns: welcome.head_ns,
            no_adapter: welcome.no_adapter,
            arena,
            link: Some(Link {
                fd: fd.into(),
                channel: Mutex::new(channel),
            }),
            state: Mutex::default(),
        };
        job.send(&RankToAgent::Join)?;
        Ok(Some(job))
    }

    /// Joins the job that the environment names. Without one, forms a job of one process with a
    /// symmetric heap of `heap_bytes`. In a launcher's job the launcher has set the heap's size.
    pub fn join(heap_bytes: u64) -> Result<Self, ClientError> {
        match Self::from_environment()? {
            Some(job) => Ok(job),
            None => Self::alone(heap_bytes, 0),
        }
    }

    /// A job of this process alone, without a launcher. It has a symmetric heap of `heap_bytes` and
    /// room for `globals_bytes` of the program's variables.
    pub fn alone(heap_bytes: u64, globals_bytes: u64) -> Result<Self, ClientError> {
        let layout = ArenaLayout::block(1, 1, 0, heap_bytes).with_globals(globals_bytes);
        // The program's variables are mapped a second time at their addresses, which takes a file.
        let arena = match globals_bytes {
            0 => Arena::anonymous(layout)?,
            _ => Arena::create(layout)?,
        };
        Ok(Job {
            rank: 0,
            host: crate::host_name(),
            key: crate::random(),
            head_ns: None,
            no_adapter: Some("the job has one process".to_owned()),
            arena,
            link: None,
            state: Mutex::default(),
        })
    }

    /// Why the job can't use RDMA adapters: a host that has none, and why. `None` if each host has one.
    pub fn no_adapter(&self) -> Option<&str> {
        self.no_adapter.as_deref()
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The number of ranks in the job.
    pub fn size(&self) -> u32 {
        self.placement().size()
    }

    /// This process's node.
    pub fn node(&self) -> u32 {
        self.placement().node_of(self.rank)
    }

    /// The number of nodes in the job.
    pub fn nodes(&self) -> u32 {
        self.placement().nodes()
    }

    /// This process's index among the processes of its node, from 0.
    pub fn local_index(&self) -> u32 {
        self.placement().local_index(self.rank)
    }

    /// The number of ranks on this node.
    pub fn local_size(&self) -> u32 {
        self.placement().local_size(self.node())
    }

    /// The node of `rank`.
    pub fn node_of(&self, rank: u32) -> u32 {
        self.placement().node_of(rank)
    }

    /// The distribution of the ranks over the nodes.
    pub fn placement(&self) -> &Placement {
        self.arena.placement()
    }

    /// The name of this host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The job's secret key.
    pub fn key(&self) -> &JobKey {
        &self.key
    }

    /// The time since the head started. `None` without a launcher, or if the head's clock is not
    /// this process's.
    pub fn age(&self) -> Option<Duration> {
        let head_ns = self.head_ns?;
        Some(Duration::from_nanos(now_ns().saturating_sub(head_ns)))
    }

    /// The node's arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Whether a launcher waits for this process.
    pub fn has_launcher(&self) -> bool {
        self.link.is_some()
    }

    /// Sends this process's endpoint to all others. Further calls do nothing.
    pub fn publish(&self, endpoint: &Endpoint) -> Result<(), ClientError> {
        if std::mem::replace(&mut self.state().has_published, true) {
            return Ok(());
        }
        if self.link.is_none() {
            self.arena.directory().set_endpoint(self.rank, endpoint);
        }
        self.send(&RankToAgent::Publish(endpoint.into()))
    }

    /// Sends this process's figures for the launcher's summary. The last report counts. Figures are
    /// complete after the release, when no process can reach this one any more.
    pub fn report(&self, stats: &[u8]) -> Result<(), ClientError> {
        if stats.len() > STATS_BYTES_MAX {
            return Err(ClientError::StatsTooLong { bytes: stats.len() });
        }
        self.send(&RankToAgent::Report(Bytes(stats.to_vec())))
    }

    /// Reports that this process has finished communicating. Further calls do nothing.
    ///
    /// The process must go on answering its peers until [`Job::poll_released`] reports that all
    /// others have finalized.
    pub fn finalize(&self) -> Result<(), ClientError> {
        if std::mem::replace(&mut self.state().has_finalized, true) {
            return Ok(());
        }
        if self.link.is_none() {
            self.state().is_released = true;
        }
        self.send(&RankToAgent::Finalize)
    }

    /// Whether all ranks have finalized, so that this process may leave. Does not wait.
    ///
    /// # Errors
    /// [`ClientError::AgentLost`] if the job has ended for another reason. The process should exit
    /// at once.
    pub fn poll_released(&self) -> Result<bool, ClientError> {
        self.hear()?;
        Ok(self.state().is_released)
    }

    /// Handles messages of the agent. Does not wait.
    fn hear(&self) -> Result<(), ClientError> {
        let Some(link) = &self.link else {
            return Ok(());
        };
        let mut channel = link.lock();
        if self.state().is_released {
            return Ok(());
        }
        let filled = channel.fill();
        loop {
            match channel.next().map_err(protocol_error)? {
                Some(AgentToRank::Released) => {
                    self.state().is_released = true;
                    return Ok(());
                }
                Some(AgentToRank::Ask { round }) => self.state().asked = Some(round),
                Some(AgentToRank::Inquire) => self.state().inquiries += 1,
                Some(AgentToRank::Call { call }) => self.state().called = Some(call),
                Some(AgentToRank::Known { number, is_there }) => {
                    self.state().known.push(Known { number, is_there });
                }
                Some(AgentToRank::Welcome(_)) => {
                    return Err(ClientError::Protocol("a second welcome".into()));
                }
                None => return filled.map_err(protocol_error),
            }
        }
    }

    /// Asks whether the silent rank `about` is there. [`Job::take_known`] returns the answer, which
    /// has the number `number`. There is no answer while that rank is stopped.
    pub fn ask_after(&self, about: u32, number: u64) -> Result<(), ClientError> {
        self.send(&RankToAgent::Doubt { number, about })
    }

    /// Takes the answers to questions whose numbers are `wanted`.
    pub fn take_known(&self, wanted: impl Fn(u64) -> bool) -> Vec<Known> {
        let mut state = self.state();
        state
            .known
            .extract_if(.., |known| wanted(known.number))
            .collect()
    }

    /// The call that this process must answer by [`Job::present`], after it has taken all packets
    /// that have arrived.
    pub fn call(&self) -> Option<u32> {
        self.state().called
    }

    /// Answers a call: this process is there.
    pub fn present(&self, call: u32) -> Result<(), ClientError> {
        {
            let mut state = self.state();
            if state.called != Some(call) {
                return Ok(());
            }
            state.called = None;
        }
        self.send(&RankToAgent::Present { call })
    }

    /// Whether this process has finalized. A finalized process waits for its release and so handles
    /// the agent's messages.
    pub fn has_finalized(&self) -> bool {
        self.state().has_finalized
    }

    /// Reports that this process stands still: it waits for what only another process can do, or
    /// has finalized, and nothing that it began is under way. Before it does anything else it must
    /// call [`Job::go_on`].
    pub fn stand_still(&self) -> Result<(), ClientError> {
        // A question from an earlier wait does not count any more.
        self.hear()?;
        self.state().asked = None;
        self.send(&RankToAgent::Wait(WaitNews::StandsStill))
    }

    /// Takes the report of [`Job::stand_still`] back.
    pub fn go_on(&self) -> Result<(), ClientError> {
        self.send(&RankToAgent::Wait(WaitNews::GoesOn))
    }

    /// The round in which the launcher asks whether this process still stands still. Each round is
    /// returned once. The process looks again, and if it still waits, it calls
    /// [`Job::still_waits`].
    pub fn poll_asked(&self) -> Result<Option<u32>, ClientError> {
        self.hear()?;
        Ok(self.state().asked.take())
    }

    /// Answers the question of `round`: this process has looked again since, and still waits in
    /// `what`.
    pub fn still_waits(&self, round: u32, what: &str) -> Result<(), ClientError> {
        let what = what[..what.floor_char_boundary(WAIT_BYTES_MAX)].to_owned();
        self.send(&RankToAgent::Wait(WaitNews::StillWaits { round, what }))
    }

    /// Answers the user's question what this process waits for, if there is one: for so many seconds in
    /// `what` returns.
    pub fn answer_inquiry(
        &self,
        seconds: u64,
        what: impl FnOnce() -> String,
    ) -> Result<(), ClientError> {
        self.hear()?;
        if std::mem::take(&mut self.state().inquiries) == 0 {
            return Ok(());
        }
        let what = what();
        let what = what[..what.floor_char_boundary(WAIT_BYTES_MAX)].to_owned();
        self.send(&RankToAgent::Waits { seconds, what })
    }

    /// Waits for at most `patience` for a message of the agent, and then does what
    /// [`Job::poll_released`] does. Other threads can use the job meanwhile.
    pub fn wait_released(&self, patience: Duration) -> Result<bool, ClientError> {
        if let (false, Some(fd)) = (self.poll_released()?, self.agent_fd()) {
            let patience = Timespec {
                tv_sec: patience.as_secs() as _,
                tv_nsec: patience.subsec_nanos() as _,
            };
            match poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&patience)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(ClientError::Os(errno.into())),
            }
        }
        self.poll_released()
    }

    /// Ends the whole job with exit code `code` (1 if `code` is 0), and prints `text`. This process
    /// will be killed within a second and should exit by itself. Does nothing in a job of one
    /// process.
    ///
    /// Without a text, the program means to end here: nothing is printed, and a `code` of 0 is
    /// success.
    pub fn abort(&self, code: i32, text: &str) -> Result<(), ClientError> {
        let end = text.floor_char_boundary(ABORT_TEXT_BYTES_MAX);
        let text = text[..end].to_owned();
        self.send(&RankToAgent::Abort { code, text })
    }

    /// A descriptor that becomes readable when the agent has sent something or is gone. `None`
    /// without a launcher.
    pub fn agent_fd(&self) -> Option<BorrowedFd<'_>> {
        self.link.as_ref().map(|link| link.fd.as_fd())
    }

    fn send(&self, message: &RankToAgent) -> Result<(), ClientError> {
        let Some(link) = &self.link else {
            return Ok(());
        };
        let mut channel = link.lock();
        channel.queue(message);
        channel.flush().map_err(|error| {
            if is_of_another(&error) {
                ClientError::DescriptorClosed
            } else {
                ClientError::AgentLost
            }
        })?;
        // Each message is sent once, and all of them fit into the socket's buffer.
        if channel.has_outgoing() {
            return Err(ClientError::Protocol(
                "nothing and takes no messages either".into(),
            ));
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Link {
    fn lock(&self) -> MutexGuard<'_, Channel> {
        self.channel.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the descriptor is closed, or is no socket.
fn is_of_another(error: &std::io::Error) -> bool {
    [Errno::BADF, Errno::NOTSOCK]
        .map(|errno| Some(errno.raw_os_error()))
        .contains(&error.raw_os_error())
}

fn protocol_error(error: ChannelError) -> ClientError {
    match error {
        ChannelError::Closed => ClientError::AgentLost,
        ChannelError::Io(error) if is_of_another(&error) => ClientError::DescriptorClosed,
        error => ClientError::Protocol(error.to_string()),
    }
}

/// Reads the welcome, which was sent before this process existed.
fn read_welcome(channel: &mut Channel, value: &str) -> Result<Welcome, ClientError> {
    let no_launcher = || ClientError::NoLauncher {
        value: value.to_owned(),
    };
    match channel.fill() {
        Ok(()) => {}
        Err(ChannelError::Closed) => return Err(ClientError::AgentLost),
        Err(_) => return Err(no_launcher()),
    }
    match channel.next() {
        Ok(Some(AgentToRank::Welcome(welcome))) if welcome.version == VERSION => Ok(*welcome),
        Ok(Some(AgentToRank::Welcome(welcome))) => Err(ClientError::Version {
            launcher: welcome.version,
            program: VERSION,
        }),
        // Another process took the welcome, and the agent has sent something since.
        Ok(_) => Err(ClientError::RankTaken),
        Err(_) => Err(no_launcher()),
    }
}

#[cfg(test)]
mod tests;
