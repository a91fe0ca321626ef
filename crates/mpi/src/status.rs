//! What is known of a message that was received.

/// A process that a message is from, or that an operation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// The member with this rank.
    Rank(u32),
    /// Any member.
    Any,
    /// No process: nothing is sent or received.
    Null,
}

/// What is known of a message, or of another operation that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The sender.
    pub source: Peer,
    /// The tag. `None` where there is no message.
    pub tag: Option<u32>,
    /// The bytes of the message that were received.
    pub bytes: usize,
    /// Whether the operation was cancelled.
    pub is_cancelled: bool,
}

impl Status {
    /// The status of an operation that receives no message.
    pub const EMPTY: Status = Status {
        source: Peer::Any,
        tag: None,
        bytes: 0,
        is_cancelled: false,
    };
    /// The status of a receive from no process.
    pub const OF_NULL: Status = Status {
        source: Peer::Null,
        ..Status::EMPTY
    };
    /// The status of an operation that was cancelled.
    pub const CANCELLED: Status = Status {
        is_cancelled: true,
        ..Status::EMPTY
    };
}
