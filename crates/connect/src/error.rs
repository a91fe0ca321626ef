//! Errors of connections.

use core::time::Duration;

use farreach_verbs::DeviceError;
use thiserror::Error;

use crate::Rank;

/// Why a process refuses a queue pair to a peer. The REFUSED message carries the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No queue pair is left.
    #[error("it has no queue pair left (limit {limit}): raise its limit or use fewer peers")]
    QueuePairs {
        /// The limit.
        limit: u32,
    },
    /// The device failed for another reason.
    #[error("its device failed (code {code}): see its own output")]
    Device {
        /// The operating system's error number, or zero.
        code: u32,
    },
    /// The two sides have different reaches.
    #[error("it makes connections of another kind: give all processes the same FARREACH_REACH")]
    OtherReach,
    /// The layouts of the two segments differ.
    #[error(
        "it shares the variables of another program, or of other libraries: give all processes the same program and libraries"
    )]
    OtherProgram,
    /// The process is about to end.
    #[error("it is about to end: finish all communication before")]
    Ending,
}

impl From<&DeviceError> for Refusal {
    fn from(error: &DeviceError) -> Self {
        match *error {
            DeviceError::Exhausted { limit, .. } => Refusal::QueuePairs { limit },
            DeviceError::Link { code, .. } | DeviceError::Driver { code, .. } => Refusal::Device {
                code: code.unsigned_abs(),
            },
            _ => Refusal::Device { code: 0 },
        }
    }
}

/// The failure to make a connection, or its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no connection to rank {peer}: {reason} (waited {waited:?}, {tries} messages sent)")]
pub struct ConnectError {
    /// The peer.
    pub peer: Rank,
    /// Why.
    pub reason: Reason,
    /// How long the attempt lasted.
    pub waited: Duration,
    /// How many messages were sent for the attempt.
    pub tries: u32,
}

/// The reason of a [`ConnectError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// A process reaches its own memory without a connection.
    #[error("it is this process itself; reach own memory directly")]
    Own,
    /// There is no such rank.
    #[error("the job has {size} ranks; use 0 to {}", size.saturating_sub(1))]
    NoSuchRank {
        /// The number of ranks.
        size: u32,
    },
    /// The peer was silent for too long.
    #[error("it did not answer for {silent:?}, though its process runs: see if UDP reaches it")]
    Silent {
        /// The length of the silence.
        silent: Duration,
    },
    /// The peer refused.
    #[error("it refused: {0}")]
    RefusedByPeer(Refusal),
    /// The local device refused.
    #[error("this process can't make a queue pair for it: {0}")]
    RefusedHere(Refusal),
    /// The peer gave up its end of a connection that was up.
    #[error("it has given up its end of the connection; connect again")]
    Abandoned,
    /// The local end broke.
    #[error("the connection broke; connect again")]
    Broken,
    /// The process is dead.
    #[error("its process is dead")]
    Dead,
}
