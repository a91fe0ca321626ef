//! Why an operation failed.

use farreach_connect::{ConnectError, Rank, Reason, Refusal};
use farreach_verbs::{CompletionStatus, DeviceError, Sge};
use thiserror::Error;

/// Why the engine or an operation failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The connection could not be established.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The connection broke while the operation was under way.
    #[error("the connection to rank {peer} broke: {status:?}")]
    Broken {
        /// The peer.
        peer: Rank,
        /// The completion status that the device reported.
        status: CompletionStatus,
    },
    /// The peer was given up while the operation was under way.
    #[error("the connection to rank {peer} is lost: {reason}")]
    Lost {
        /// The peer.
        peer: Rank,
        /// Why the peer was given up.
        reason: Reason,
    },
    /// The range is outside the peer's segment.
    #[error(
        "{len} bytes at offset {offset} exceed the segment of rank {peer}, which has {limit} bytes"
    )]
    OutOfSegment {
        /// The peer.
        peer: Rank,
        /// The offset of the range's first byte.
        offset: u64,
        /// The length of the range in bytes.
        len: u64,
        /// The length of the segment in bytes.
        limit: u64,
    },
    /// The peer's adapter can't reach the word of an atomic that only the adapter may execute.
    #[error(
        "the adapter of rank {peer} can't register the word at offset {offset} of its segment: raise ulimit -l there, or let CPUs execute \
         atomics with FARREACH_ATOMICS=owner"
    )]
    NotRegistered {
        /// The peer.
        peer: Rank,
        /// The offset of the word.
        offset: u64,
        /// The bytes of the word.
        len: usize,
    },
    /// The device refused a call.
    #[error("the device refused: {0}")]
    Device(#[from] DeviceError),
}

impl EngineError {
    /// The error for a local range that is not registered.
    pub(crate) fn protection(sge: &Sge) -> Self {
        let Sge { lkey, addr, len } = *sge;
        let lkey = lkey.0;
        EngineError::Device(DeviceError::Protection { lkey, addr, len })
    }

    /// Whether only queue pairs are lacking. Datagrams can then replace the connection.
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
