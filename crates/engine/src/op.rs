//! Operations and how they are reported.

use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory, RemoteAddress, Sge};

use crate::EngineError;

/// Where the bytes of a put come from.
#[derive(Clone, Debug)]
pub enum Source<M> {
    /// The operation itself.
    Inline(InlineData),
    /// Registered memory that stays as it is until the operation is done.
    Region(Sge),
    /// Memory that the engine owns until the operation is done.
    Owned(M),
}

/// Where the bytes of a get go.
#[derive(Clone, Debug)]
pub enum Target<M> {
    /// Registered memory that nobody relies on until the operation is done.
    Region(Sge),
    /// Memory of which the engine keeps a handle until the operation is done.
    Owned(M),
}

/// A one-sided operation on a peer's segment.
#[derive(Clone, Debug)]
pub enum Op<M> {
    /// Copies bytes to the peer.
    Put {
        /// What to copy.
        source: Source<M>,
        /// Where to, in bytes from the start of the peer's segment.
        offset: u64,
    },
    /// Copies bytes from the peer.
    Get {
        /// Where the bytes go; its length is the get's.
        into: Target<M>,
        /// Where from, in bytes from the start of the peer's segment.
        offset: u64,
    },
    /// Sends a message: see [`crate::Engine::message`].
    Message {
        /// Its header and bytes.
        data: Source<M>,
    },
    /// Copies bytes to memory outside the peer's segment that it registered for that.
    PutExposed {
        /// What to copy, which stays as it is until the operation is done.
        from: Sge,
        /// Where to, as the peer told.
        remote: RemoteAddress,
    },
    /// Copies bytes of memory outside the peer's segment that it registered for that.
    GetExposed {
        /// Where the bytes go; its length is the get's.
        into: Sge,
        /// Where they are, as the peer told.
        remote: RemoteAddress,
    },
    /// Fetches up to 8 bytes, which are reported as the operation's value (in host byte order, zero-extended).
    GetWord {
        /// Bytes: 1 to 8.
        len: u32,
        /// Where from.
        offset: u64,
    },
    /// Updates a word atomically; its old value is reported.
    Atomic {
        /// The word's width.
        width: AtomicWidth,
        /// What to do.
        op: AtomicOp,
        /// Where, a multiple of the width.
        offset: u64,
    },
}

impl<M: Memory> Op<M> {
    /// The range of the peer's segment that it touches: offset and bytes.
    pub(crate) fn range(&self) -> (u64, usize) {
        match self {
            Op::Put { source, offset } => (*offset, source.len()),
            Op::Get { into, offset } => (*offset, into.len()),
            // It is for the peer's device to say whether that is permitted.
            Op::PutExposed { .. } | Op::GetExposed { .. } | Op::Message { .. } => (0, 0),
            Op::GetWord { len, offset } => (*offset, *len as usize),
            Op::Atomic { width, offset, .. } => (*offset, width.bytes()),
        }
    }

    /// Bytes that it moves.
    pub(crate) fn len(&self) -> usize {
        match self {
            Op::PutExposed { from: sge, .. } | Op::GetExposed { into: sge, .. } => sge.len as usize,
            Op::Message { data } => data.len(),
            _ => self.range().1,
        }
    }

    /// Where outside the peer's segment it goes, if it does.
    pub(crate) fn exposed(&self) -> Option<RemoteAddress> {
        match self {
            Op::PutExposed { remote, .. } | Op::GetExposed { remote, .. } => Some(*remote),
            _ => None,
        }
    }

    /// Whether the peer sends something back.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(
            self,
            Op::Get { .. } | Op::GetExposed { .. } | Op::GetWord { .. } | Op::Atomic { .. }
        )
    }

    /// Bytes of the word that it reports.
    pub(crate) fn word_bytes(&self) -> u32 {
        match self {
            Op::GetWord { len, .. } => *len,
            Op::Atomic { width, .. } => width.bytes() as u32,
            Op::Put { .. }
            | Op::Get { .. }
            | Op::PutExposed { .. }
            | Op::GetExposed { .. }
            | Op::Message { .. } => 0,
        }
    }

    /// Bytes of the buffer that the engine owns for it.
    pub(crate) fn owned_bytes(&self) -> usize {
        match self {
            Op::Put {
                source: Source::Owned(memory),
                ..
            }
            | Op::Message {
                data: Source::Owned(memory),
            }
            | Op::Get {
                into: Target::Owned(memory),
                ..
            } => memory.len(),
            _ => 0,
        }
    }
}

impl<M: Memory> Source<M> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Source::Inline(data) => data.as_slice().len(),
            Source::Region(sge) => sge.len as usize,
            Source::Owned(memory) => memory.len(),
        }
    }
}

impl<M: Memory> Target<M> {
    fn len(&self) -> usize {
        match self {
            Target::Region(sge) => sge.len as usize,
            Target::Owned(memory) => memory.len(),
        }
    }
}

/// How the end of an operation is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracking {
    /// By a [`Done`] with this token.
    Token(u64),
    /// Not reported, only counted; a failure is kept for [`crate::Engine::take_failure`].
    Implicit,
    /// Not reported, and counted neither by marks nor by [`crate::Engine::poll`]; a failure is kept for
    /// [`crate::Engine::take_failure`]. Nobody waits for its end, so the peer may acknowledge it when there is something else to say.
    Unawaited,
}

/// The end of an operation that was submitted with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The token.
    pub token: u64,
    /// The old value of an atomic, the value of a [`Op::GetWord`], zero otherwise; or what went wrong.
    pub result: Result<u64, EngineError>,
}
