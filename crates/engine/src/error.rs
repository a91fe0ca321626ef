//! Why an operation failed.

use farreach_connect::{ConnectError, Rank, Reason, Refusal};
use farreach_verbs::{CompletionStatus, DeviceError, Sge};
use thiserror::Error;

/// Why the engine or an operation failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No connection could be made.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The connection broke while the operation was on its way.
    #[error("the connection to rank {peer} broke: {status:?}")]
    Broken {
        /// The peer.
        peer: Rank,
        /// What the device reported.
        status: CompletionStatus,
    },
    /// The peer was given up while the operation was on its way.
    #[error("the connection to rank {peer} is lost: {reason}")]
    Lost {
        /// The peer.
        peer: Rank,
        /// Why.
        reason: Reason,
    },
    /// The range is outside the peer's segment.
    #[error(
        "{len} bytes at offset {offset} exceed the segment of rank {peer}, which has {limit} bytes"
    )]
    OutOfSegment {
        /// The peer.
        peer: Rank,
        /// First byte.
        offset: u64,
        /// Bytes.
        len: u64,
        /// The segment's length.
        limit: u64,
    },
    /// The device refused.
    #[error("the device refused: {0}")]
    Device(#[from] DeviceError),
}

impl EngineError {
    /// A range of ours that is not registered.
    pub(crate) fn protection(sge: &Sge) -> Self {
        let Sge { lkey, addr, len } = *sge;
        let lkey = lkey.0;
        EngineError::Device(DeviceError::Protection { lkey, addr, len })
    }

    /// Whether only queue pairs are lacking, so that datagrams can stand in for a connection.
    pub(crate) fn lacks_queue_pairs(&self) -> bool {
        matches!(
            self,
            EngineError::Connect(ConnectError {
                reason: Reason::RefusedHere(Refusal::QueuePairs { .. })
                    | Reason::RefusedByPeer(Refusal::QueuePairs { .. }),
                ..
            })
        )
    }
}
