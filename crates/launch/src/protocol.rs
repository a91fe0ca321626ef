//! The messages between head, agents and ranks.
//!
//! ```text
//!   head ◀── stream socket ──▶ agent of node 0 ◀── stream socket ──▶ rank 0, 1, ..
//!        ◀── stream socket ──▶ agent of node 1 ◀── stream socket ──▶ rank n, n+1, ..
//!
//!   frame:  ┌───────────────┬───────────────────────────┐
//!           │ length u32 LE │ message, `length` bytes   │   length ≤ Message::BYTES_MAX
//!           └───────────────┴───────────────────────────┘
//! ```
//!
//! A message is one of the enums below in postcard's encoding. The sockets are inherited pairs, so
//! no process outside of the job can reach them. The messages to and from ranks start with
//! [`Welcome`], which has the version. A program and a launcher of different builds notice this
//! before anything else is decoded.
//!
//! The head reaches an agent of another host through a remote shell:
//!
//! ```text
//!   head ◀── stream socket ──▶ ssh ◀──── network ────▶ sshd ◀── pipes ──▶ guard, agent
//!
//!   up:  whatever the shell's start-up files print, GREETING_MARK, frame of a Greeting, frames ..
//! ```

use std::ffi::OsString;

use farreach_node::{Placement, WireEndpoint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::hosts::Facts;

/// The version of the messages between agent and rank. Every change of a message changes it.
pub(crate) const VERSION: u32 = 8;

/// The most bytes of a message, except of messages from the head.
pub(crate) const FRAME_BYTES_MAX: usize = 256 * 1024;

/// The most bytes of a message from the head. Its order has the program's arguments and variables,
/// of which Linux allows a program 6 MiB (`bprm_stack_limits` in fs/exec.c).
pub(crate) const ORDER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// A message in a frame.
pub(crate) trait Message: Serialize + DeserializeOwned {
    /// The most bytes of the encoding. A longer message is neither sent nor read.
    const BYTES_MAX: usize = FRAME_BYTES_MAX;
}

impl Message for HeadToAgent {
    const BYTES_MAX: usize = ORDER_BYTES_MAX;
}
impl Message for AgentToHead {}
impl Message for Greeting {}
impl Message for AgentToRank {}
impl Message for RankToAgent {}

/// What an agent that was started by a remote shell sends first.
pub(crate) const GREETING_MARK: &[u8] = b"\0farreach agent\n";

/// The most bytes that a remote host may print before the mark.
pub(crate) const CHATTER_BYTES_MAX: usize = 64 * 1024;

/// The most interfaces that a host tells of.
pub(crate) const INTERFACES_MAX: usize = 1024;

/// The first frame of an agent on another host. It is the same in all versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Greeting {
    /// [`VERSION`] of the agent.
    pub(crate) version: u32,
    /// Release and commit.
    pub(crate) build: String,
    /// The processor architecture.
    pub(crate) machine: String,
}

/// The most bytes of figures that a rank may report.
pub const STATS_BYTES_MAX: usize = 64 * 1024;

/// The most bytes of the name of a wait. The rest is cut off.
pub(crate) const WAIT_BYTES_MAX: usize = 256;

/// The most bytes of the text of an abort. The rest is cut off.
pub(crate) const ABORT_TEXT_BYTES_MAX: usize = 4096;

/// Bytes of a program that are sent at a time.
pub(crate) const PROGRAM_PIECE_BYTES: usize = 256 * 1024;

/// The most bytes of output that an agent may have under way to the head's standard output.
pub(crate) const OUTPUT_WINDOW_BYTES: usize = 256 * 1024;

/// The most bytes of input that the head may have under way to rank 0.
pub(crate) const INPUT_WINDOW_BYTES: usize = 64 * 1024;

/// The most endpoints in a message.
pub(crate) const ENDPOINTS_PER_MESSAGE: usize = 1024;

/// The secret of the job.
pub type JobKey = [u8; 32];

/// A run of raw bytes. It is encoded as a whole, not element by element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Visitor)
    }
}

/// One of a rank's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitStatus {
    /// It exited with this code.
    Code(i32),
    /// This signal killed it.
    Signal(i32),
}

impl ExitStatus {
    /// The code as a shell reports it: 128 plus the signal's number for a death by signal.
    pub fn shell_code(self) -> i32 {
        match self {
            ExitStatus::Code(code) => code,
            ExitStatus::Signal(signal) => 128 + signal,
        }
    }
}

/// Everything that an agent needs to start its node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    #[serde(with = "crate::placement")]
    pub(crate) placement: Placement,
    pub(crate) node: u32,
    /// The number of ranks on the nodes of this node's kernel, which share its cores.
    pub(crate) host_size: u32,
    pub(crate) key: JobKey,
    /// When the head started, by `head_clock`.
    pub(crate) head_ns: u64,
    pub(crate) head_clock: Option<String>,
    /// The programs in the order of their ranks.
    pub(crate) programs: Vec<OrderedProgram>,
    /// Whether the head sends programs that the host does not have.
    pub(crate) is_copied: bool,
    pub(crate) folder: Option<OsString>,
    /// The index of the first rank's core among those that this process may use. `None`: ranks run on
    /// any core.
    pub(crate) first_core: Option<u32>,
    pub(crate) env: Vec<(OsString, OsString)>,
    /// The prefixes of variables that the ranks take from `env` only.
    pub(crate) settings: Vec<String>,
    pub(crate) heap_bytes: u64,
    pub(crate) globals_bytes: u64,
    /// The first host without a usable RDMA adapter, and why it has none. `None` if each host has one.
    pub(crate) no_adapter: Option<String>,
}

/// A program of some consecutive ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderedProgram {
    /// The number of ranks.
    pub(crate) ranks: u32,
    pub(crate) file: OsString,
    pub(crate) called: OsString,
    pub(crate) args: Vec<OsString>,
    /// The working directory. `None`: that of the order.
    pub(crate) folder: Option<OsString>,
    /// Variables of these ranks, which override those of the order.
    pub(crate) env: Vec<(OsString, OsString)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum HeadToAgent {
    /// Start the ranks.
    Start(Box<Order>),
    /// A piece of a program that the agent wants. An empty piece is the end.
    Program { index: u32, bytes: Bytes },
    /// Nothing but a sign of life. Only agents of other hosts get this.
    Beat,
    /// The head stops for a while, and will be silent.
    Pause,
    /// Input for rank 0.
    Input(Bytes),
    /// The end of the input for rank 0.
    InputEnd,
    /// This number of bytes of output has been written. As many more may be sent.
    OutputCredit(u64),
    /// Endpoints, each with its rank, for the node's directory.
    Directory { endpoints: Vec<(u32, WireEndpoint)> },
    /// All ranks have finalized: release them.
    Release,
    /// All ranks stand still: each has to look once more.
    Ask { round: u32 },
    /// The user asks what the ranks wait for.
    Inquire,
    /// A rank of another node asks whether a rank of this node is there.
    Doubt(Doubt),
    /// The answer to a question of a rank of this node.
    Known { doubt: Doubt, is_there: bool },
    /// A signal for all ranks.
    Signal(i32),
    /// The job is over: end the running processes, at once if `grace_ms` is 0, else with SIGTERM
    /// first.
    End { grace_ms: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AgentToHead {
    /// The first message of an agent on the head's host.
    Hello {
        host: String,
    },
    /// The first message of an agent on another host.
    Facts(Box<Facts>),
    /// Nothing but a sign of life. Only agents of other hosts send this.
    Beat,
    /// The program with this index is not there: send it.
    Wants {
        index: u32,
    },
    /// The node can't be started.
    Unable {
        text: String,
    },
    Spawned {
        rank: u32,
        pid: i32,
        spawn_ns: u64,
    },
    SpawnFailed {
        rank: u32,
        text: String,
    },
    Output {
        rank: u32,
        stream: Stream,
        bytes: Bytes,
    },
    /// Rank 0 has taken this number of bytes of input. As many more may be sent.
    InputCredit(u64),
    /// Rank 0 reads no more input.
    InputClosed,
    /// The first rank of this node has joined.
    Joined,
    /// Endpoints of ranks of this node, each with its rank.
    Endpoints {
        endpoints: Vec<(u32, WireEndpoint)>,
    },
    /// A rank has finalized.
    Finalized {
        rank: u32,
    },
    /// What a rank reports of its wait.
    Wait {
        rank: u32,
        news: WaitNews,
    },
    /// What a rank answers to the user's question.
    Waits {
        rank: u32,
        seconds: u64,
        what: String,
    },
    /// A rank of this node asks whether another rank is there.
    Doubt(Doubt),
    /// The answer to a question about a rank of this node.
    Known {
        doubt: Doubt,
        is_there: bool,
    },
    /// A rank's figures.
    Report {
        rank: u32,
        stats: Bytes,
    },
    Abort {
        rank: u32,
        code: i32,
        text: String,
    },
    Exited {
        rank: u32,
        status: ExitStatus,
        standing: Standing,
        end_ns: u64,
    },
    /// No process of this node is left and all output is sent. This is the last message.
    Done,
}

/// How far a rank has come, as its agent knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// The rank never sent a message to the agent. It may not be a Farreach program.
    Stranger,
    /// The rank has taken its welcome, and may have published its endpoint.
    Joined,
    /// The rank has finalized.
    Finalized,
}

/// What a rank reports of a long wait. `head/standstill.rs` describes the use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WaitNews {
    /// Only an action of another rank can end the wait, and nothing that this rank began is under
    /// way.
    StandsStill,
    /// The wait has ended, or something else can end it.
    GoesOn,
    /// This rank looked again after the question of this round, and still waits in `what`.
    StillWaits { round: u32, what: String },
}

/// The question of a rank whether a silent rank is there. `agent/doubts.rs` describes the way of
/// question and answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Doubt {
    /// The asking rank.
    pub(crate) by: u32,
    /// The number of the question among those of the asking rank.
    pub(crate) number: u64,
    /// The silent rank.
    pub(crate) about: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RankToAgent {
    /// This process has taken its welcome.
    Join,
    Publish(WireEndpoint),
    Finalize,
    /// This process's figures, for the launcher's summary.
    Report(Bytes),
    /// End the job with this code. Without a text the program means to end here, and 0 is success.
    Abort {
        code: i32,
        text: String,
    },
    Wait(WaitNews),
    /// The answer to the user's question: this process has waited in `what` for so many seconds.
    Waits {
        seconds: u64,
        what: String,
    },
    /// The question whether the rank `about` is there. The answer has this number.
    Doubt {
        number: u64,
        about: u32,
    },
    /// This process is there, and has taken all packets that had arrived before it received the
    /// call with this number.
    Present {
        call: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AgentToRank {
    /// The first message. It is in the socket before the process exists.
    Welcome(Box<Welcome>),
    /// All ranks of the job have finalized.
    Released,
    /// All ranks stand still: does this rank still?
    Ask { round: u32 },
    /// The user asks what the ranks wait for.
    Inquire,
    /// Another rank hears nothing of this rank: is it there?
    Call { call: u32 },
    /// The answer to the question with this number: whether the other rank is there.
    Known { number: u64, is_there: bool },
}

/// What a process is told about its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Welcome {
    pub(crate) version: u32,
    pub(crate) rank: u32,
    pub(crate) host: String,
    pub(crate) key: JobKey,
    /// The number of the inherited descriptor of the node's arena.
    pub(crate) arena_fd: i32,
    /// When the head started, by this host's clock. `None` if the head has another clock.
    pub(crate) head_ns: Option<u64>,
    /// [`Order::no_adapter`].
    pub(crate) no_adapter: Option<String>,
}
