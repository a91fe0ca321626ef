//! Operations, and how their ends are reported.

use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory, RemoteAddress, Sge, Spacing};

use crate::EngineError;

/// The source of a put's bytes.
#[derive(Clone, Debug)]
pub enum Source<M> {
    /// Bytes within the operation.
    Inline(InlineData),
    /// Registered memory. The bytes must not change until the operation is done.
    Region(Sge),
    /// Memory that the engine owns until the operation is done.
    Owned(M),
}

/// The target of a get's bytes.
#[derive(Clone, Debug)]
pub enum Target<M> {
    /// Registered memory. Its contents are undefined until the operation is done.
    Region(Sge),
    /// Memory that the engine shares until the operation is done.
    Owned(M),
}

/// A one-sided operation on a peer's segment.
#[derive(Clone, Debug)]
pub enum Op<M> {
    /// Copies bytes to the peer.
    Put {
        /// The bytes to copy.
        source: Source<M>,
        /// The target: an offset in bytes in the peer's segment.
        offset: u64,
    },
    /// Copies bytes from the peer.
    Get {
        /// The target. Its length is the get's length.
        into: Target<M>,
        /// The source: an offset in bytes in the peer's segment.
        offset: u64,
    },
    /// Copies equal blocks at equal distances to the peer, to other distances. Only where
    /// [`crate::Engine::has_blocks`], and if the blocks fit into a packet. Elsewhere only blocks that follow each other at the
    /// target, up to [`crate::Engine::gathered_max`] of them.
    PutBlocks {
        /// The bytes from the first block to the end of the last one, not within the operation.
        source: Source<M>,
        /// The blocks of the source.
        here: Spacing,
        /// The length of all blocks.
        len: u32,
        /// The first block of the target: an offset in bytes in the peer's segment.
        offset: u64,
        /// Bytes from the start of a block of the target to the start of the next one.
        stride: u64,
    },
    /// Copies equal blocks at equal distances from the peer, one behind the other. Only where
    /// [`crate::Engine::has_blocks`].
    GetBlocks {
        /// The target. Its length is the length of all blocks. Owned memory may be scattered.
        into: Target<M>,
        /// The first block: an offset in bytes in the peer's segment.
        offset: u64,
        /// The blocks.
        spacing: Spacing,
    },
    /// Copies a row of bytes from the peer to equal blocks at equal distances, up to [`crate::Engine::scattered_max`] of them.
    GetScattered {
        /// The bytes from the first block to the end of the last one. Those between blocks keep their values.
        into: Target<M>,
        /// The blocks.
        here: Spacing,
        /// The length of all blocks.
        len: u32,
        /// The source: an offset in bytes in the peer's segment.
        offset: u64,
    },
    /// Sends a message. See [`crate::Engine::encode_message`].
    Message {
        /// The message's header and bytes.
        data: Source<M>,
    },
    /// Copies bytes to registered memory of the peer outside its segment.
    PutExposed {
        /// The bytes to copy. They must not change until the operation is done.
        from: Sge,
        /// The target, as the peer announced it.
        remote: RemoteAddress,
    },
    /// Copies bytes to the peer's segment, and wakes the peer's process, if it sleeps, also where writes alone wake nobody
    /// ([`farreach_verbs::Attributes::announces_writes`]). Without bytes it only wakes.
    Signal {
        /// The bytes.
        data: InlineData,
        /// The target's offset.
        offset: u64,
    },
    /// Copies bytes from registered memory of the peer outside its segment.
    GetExposed {
        /// The target. Its length is the get's length.
        into: Sge,
        /// The source, as the peer announced it.
        remote: RemoteAddress,
    },
    /// Fetches up to 8 bytes. Their value, in host byte order and zero-extended, is the operation's
    /// result.
    GetWord {
        /// The number of bytes: 1 to 8.
        len: u32,
        /// The source's offset.
        offset: u64,
    },
    /// Updates a word atomically. The old value is the operation's result.
    Atomic {
        /// The word's width.
        width: AtomicWidth,
        /// The update.
        op: AtomicOp,
        /// The word's offset, a multiple of the width.
        offset: u64,
    },
}

impl<M: Memory> Op<M> {
    /// The range of the peer's segment that the operation accesses: offset and length.
    pub(crate) fn range(&self) -> (u64, usize) {
        match self {
            Op::Put { source, offset } => (*offset, source.len()),
            Op::Signal { data, offset } => (*offset, data.as_slice().len()),
            Op::Get { into, offset } => (*offset, into.len()),
            Op::GetBlocks {
                into,
                offset,
                spacing,
            } => (*offset, span(*spacing, into.len() as u32)),
            Op::PutBlocks {
                here,
                len,
                offset,
                stride,
                ..
            } => {
                let spacing = Spacing {
                    stride: *stride,
                    ..*here
                };
                (*offset, span(spacing, *len))
            }
            // The peer's device checks these.
            Op::PutExposed { .. } | Op::GetExposed { .. } | Op::Message { .. } => (0, 0),
            Op::GetScattered { len, offset, .. } | Op::GetWord { len, offset } => {
                (*offset, *len as usize)
            }
            Op::Atomic { width, offset, .. } => (*offset, width.bytes()),
        }
    }

    /// The number of bytes that the operation moves.
    pub(crate) fn len(&self) -> usize {
        match self {
            Op::PutExposed { from: sge, .. } | Op::GetExposed { into: sge, .. } => sge.len as usize,
            Op::GetBlocks { into, .. } => into.len(),
            Op::PutBlocks { len, .. } => *len as usize,
            Op::Message { data } => data.len(),
            _ => self.range().1,
        }
    }

    /// The address outside the peer's segment, if the operation has one.
    pub(crate) fn exposed(&self) -> Option<RemoteAddress> {
        match self {
            Op::PutExposed { remote, .. } | Op::GetExposed { remote, .. } => Some(*remote),
            _ => None,
        }
    }

    /// Whether the peer answers with data.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(
            self,
            Op::Get { .. }
                | Op::GetBlocks { .. }
                | Op::GetScattered { .. }
                | Op::GetExposed { .. }
                | Op::GetWord { .. }
                | Op::Atomic { .. }
        )
    }

    /// Bytes of the word that the operation fetches.
    pub(crate) fn word_bytes(&self) -> u32 {
        match self {
            Op::GetWord { len, .. } => *len,
            Op::Atomic { width, .. } => width.bytes() as u32,
            Op::Put { .. }
            | Op::Signal { .. }
            | Op::Get { .. }
            | Op::GetBlocks { .. }
            | Op::GetScattered { .. }
            | Op::PutBlocks { .. }
            | Op::PutExposed { .. }
            | Op::GetExposed { .. }
            | Op::Message { .. } => 0,
        }
    }

    /// Bytes of the buffer that the engine owns for the operation.
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
            }
            | Op::GetBlocks {
                into: Target::Owned(memory),
                ..
            }
            | Op::GetScattered {
                into: Target::Owned(memory),
                ..
            } => memory.len(),
            Op::PutBlocks {
                source: Source::Owned(_),
                len,
                ..
            } => *len as usize,
            _ => 0,
        }
    }
}

/// Bytes from the first block to the end of the last one. Blocks beyond any address are outside of
/// any segment.
fn span(spacing: Spacing, len: u32) -> usize {
    let span = spacing.span(0, u64::from(len));
    span.map_or(usize::MAX, |(_, bytes)| bytes as usize)
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
    pub(crate) fn len(&self) -> usize {
        match self {
            Target::Region(sge) => sge.len as usize,
            Target::Owned(memory) => memory.len(),
        }
    }
}

/// How the end of an operation is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracking {
    /// Reported by a [`Done`] with this token.
    Token(u64),
    /// Reported by a [`Done`] with this token. The caller submits an operation with
    /// [`Tracking::Token`] toward the same peer next. The peer may therefore delay its
    /// acknowledgement, which the acknowledgement of the later operation makes needless.
    Followed(u64),
    /// Not reported, only counted. A failure is kept for [`crate::Engine::take_failure`].
    Implicit,
    /// Not reported, and counted neither by marks nor by [`crate::Engine::poll`]. A failure is kept
    /// for [`crate::Engine::take_failure`]. Nothing waits for the end, so the peer may delay its
    /// acknowledgement until it has something else to send.
    Unawaited,
}

impl Tracking {
    /// The token of the report. `None` if the end is not reported.
    #[inline]
    pub(crate) fn token(self) -> Option<u64> {
        match self {
            Tracking::Token(token) | Tracking::Followed(token) => Some(token),
            Tracking::Implicit | Tracking::Unawaited => None,
        }
    }
}

/// The end of an operation that was submitted with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The token.
    pub token: u64,
    /// The old value of an atomic, the value of a [`Op::GetWord`], or zero for other operations. An
    /// error if the operation failed.
    pub result: Result<u64, EngineError>,
}
