//! The messages between two processes' [`Tagged`](super::Tagged) parts. The number of a message's
//! kind travels in the header of the message layer.
//!
//! ```text
//!   0 eager         │ context u32 │ tag u32 │ bytes …
//!   1 synchronous   │ context u32 │ tag u32 │ send u32 │ bytes …
//!   2 announcement  │ context u32 │ tag u32 │ send u32 │ place u32 │ length u64 │ a u64 │ b u64 │ bytes …
//!   3 matched       │ send u32 │
//!   4 read          │ send u32 │
//!   5 credit        │ bytes u32 │
//!   6 fetch         │ send u32 │ receive u32 │ offset u64 │ length u64 │
//!   7 piece         │ receive u32 │ 0 u32 │ offset u64 │ bytes …
//!   8 long          │ context u32 │ tag u32 │ length u32 │ bytes …
//!   9 part          │ bytes …
//!  10 holding       │ more u32 │
//!  11 next          │ bytes u32 │
//!  12 inquiry       │ number u32 │ cancels u32 │
//!  13 answer        │ number u32 │ cancelled u32 │
//! ```
//!
//! The bytes behind an announcement are the first ones of its message. Those of a long message go on
//! in parts.
//!
//! | place | a | b |
//! |---|---|---|
//! | 0 sender | 0 | 0 |
//! | 1 segment | offset | 0 |
//! | 2 private | address | process in the low half, PID namespace in the high half |
//! | 3 registered | address | remote key |
//!
//! Numbers are in little-endian order. `send` and `receive` number an operation of the sender and
//! of the receiver. An inquiry that cancels has the number of a send.

use core::ops::Range;

use farreach_verbs::{RemoteAddress, Rkey};

use super::matching::TAG_MAX;
use crate::MESSAGE_MAX;

/// Where the bytes of an announced message are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncedSource {
    /// Only the sender can reach them.
    Sender,
    /// In the sender's segment, at this offset.
    Segment(u64),
    /// In private memory of a process of the receiver's node, at this address.
    Private {
        /// The process's identifier.
        process: u32,
        /// The number of its PID namespace, in which the identifier is valid.
        namespace: u32,
        /// The address in that process.
        address: u64,
    },
    /// In memory that the sender has registered with its device.
    Registered(RemoteAddress),
}

impl AnnouncedSource {
    fn encode(self) -> (u32, u64, u64) {
        match self {
            AnnouncedSource::Sender => (0, 0, 0),
            AnnouncedSource::Segment(offset) => (1, offset, 0),
            AnnouncedSource::Private {
                process,
                namespace,
                address,
            } => (2, address, u64::from(namespace) << 32 | u64::from(process)),
            AnnouncedSource::Registered(at) => (3, at.addr, u64::from(at.rkey.0)),
        }
    }

    fn decode(kind: u32, a: u64, b: u64) -> Option<AnnouncedSource> {
        Some(match kind {
            0 => AnnouncedSource::Sender,
            1 => AnnouncedSource::Segment(a),
            2 => AnnouncedSource::Private {
                process: b as u32,
                namespace: (b >> 32) as u32,
                address: a,
            },
            3 => AnnouncedSource::Registered(RemoteAddress {
                addr: a,
                rkey: Rkey(u32::try_from(b).ok()?),
            }),
            _ => return None,
        })
    }
}

/// A message, apart from the bytes at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// A message with its bytes. With a `send`, the sender waits until it has matched.
    Eager {
        context: u32,
        tag: u32,
        send: Option<u32>,
    },
    /// A message whose bytes are elsewhere. The first ones may come as well.
    Announcement {
        context: u32,
        tag: u32,
        send: u32,
        place: AnnouncedSource,
        len: u64,
    },
    /// A message with a `send` has matched.
    Matched { send: u32 },
    /// The bytes of an announced message have been read.
    Read { send: u32 },
    /// Eager bytes have been taken.
    Credit { bytes: u32 },
    /// The sender of an announced message shall send these bytes.
    Fetch {
        send: u32,
        receive: u32,
        offset: u64,
        len: u64,
    },
    /// Bytes that a `Fetch` wanted.
    Piece { receive: u32, offset: u64 },
    /// As `Eager`, a message whose bytes come in parts.
    Long { context: u32, tag: u32, len: u32 },
    /// The next bytes of the sender's message in parts.
    Part,
    /// The sender holds messages for the receiver, or it no longer does.
    Holding { more: bool },
    /// Eager bytes have been taken. The receiver waits for the next messages that the sender holds.
    Next { bytes: u32 },
    /// The receiver shall answer, behind what it has sent before.
    Inquiry { number: u32 },
    /// The answer to an `Inquiry`.
    Answer { number: u32 },
    /// The receiver shall drop a message with a `send`, unless the message has matched.
    Cancel { send: u32 },
    /// The receiver has dropped the message.
    Cancelled { send: u32 },
}

/// The number of a message that is a further part of another one, and has no head.
pub const PART: u8 = 9;
/// The number of an eager message that nobody waits for.
pub const EAGER: u8 = 0;
/// The number of a message that goes on in parts.
const LONG: u8 = 8;
/// The most bytes of a head: that of a [`Head::Announcement`].
pub(crate) const HEAD_MAX: usize = 40;
/// The bytes of the head of a [`Head::Piece`].
pub(crate) const PIECE_HEAD: usize = 16;
/// The most bytes of the head of a [`Head::Eager`].
pub(crate) const EAGER_HEAD: usize = 12;

/// The head of an eager message that nobody waits for, with the number [`EAGER`].
pub(super) fn short_head(context: u32, tag: u32) -> [u8; 8] {
    (u64::from(tag) << 32 | u64::from(context)).to_le_bytes()
}

/// The context and the tag of a [`short_head`]. `None` if no process makes such a head.
pub(super) fn parse_short_head(head: [u8; 8]) -> Option<(u32, u32)> {
    let head = u64::from_le_bytes(head);
    let (context, tag) = (head as u32, (head >> 32) as u32);
    (tag <= TAG_MAX).then_some((context, tag))
}

/// An encoded head.
#[derive(Clone, Copy, Debug)]
pub struct Encoded {
    bytes: [u8; HEAD_MAX],
    len: usize,
    number: u8,
}

impl Encoded {
    #[inline]
    fn new(number: u8) -> Encoded {
        Encoded {
            bytes: [0; HEAD_MAX],
            len: 0,
            number,
        }
    }

    #[inline]
    fn word(self, word: u32) -> Encoded {
        self.bytes(word.to_le_bytes())
    }

    fn long(self, long: u64) -> Encoded {
        self.bytes(long.to_le_bytes())
    }

    #[inline]
    fn bytes<const N: usize>(mut self, bytes: [u8; N]) -> Encoded {
        self.bytes[self.len..self.len + N].copy_from_slice(&bytes);
        self.len += N;
        self
    }

    /// The number of the message's kind.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Whether the message is sent in [parts](Encoded::parts).
    #[inline]
    pub fn is_in_parts(&self) -> bool {
        self.number == LONG
    }

    /// The parts of the `len` bytes behind the head: those that travel in its message, and those of
    /// each message that follows with the number [`PART`] and no head.
    pub fn parts(&self, len: usize) -> impl Iterator<Item = Range<usize>> {
        let first = len.min(MESSAGE_MAX - self.len);
        let others = (first..len).step_by(MESSAGE_MAX);
        let others = others.map(move |start| start..len.min(start + MESSAGE_MAX));
        core::iter::once(0..first).chain(others)
    }
}

impl Head {
    #[inline]
    pub(crate) fn encode(self) -> Encoded {
        match self {
            Head::Eager { context, tag, send } => {
                let head = Encoded::new(u8::from(send.is_some()))
                    .word(context)
                    .word(tag);
                send.map_or(head, |send| head.word(send))
            }
            Head::Announcement {
                context,
                tag,
                send,
                place,
                len,
            } => {
                let (place, a, b) = place.encode();
                let head = Encoded::new(2).word(context).word(tag).word(send);
                head.word(place).long(len).long(a).long(b)
            }
            Head::Matched { send } => Encoded::new(3).word(send),
            Head::Read { send } => Encoded::new(4).word(send),
            Head::Credit { bytes } => Encoded::new(5).word(bytes),
            Head::Fetch {
                send,
                receive,
                offset,
                len,
            } => {
                let head = Encoded::new(6).word(send).word(receive);
                head.long(offset).long(len)
            }
            Head::Piece { receive, offset } => Encoded::new(7).word(receive).word(0).long(offset),
            Head::Long { context, tag, len } => {
                Encoded::new(LONG).word(context).word(tag).word(len)
            }
            Head::Part => Encoded::new(PART),
            Head::Holding { more } => Encoded::new(10).word(u32::from(more)),
            Head::Next { bytes } => Encoded::new(11).word(bytes),
            Head::Inquiry { number } => Encoded::new(12).word(number).word(0),
            Head::Cancel { send } => Encoded::new(12).word(send).word(1),
            Head::Answer { number } => Encoded::new(13).word(number).word(0),
            Head::Cancelled { send } => Encoded::new(13).word(send).word(1),
        }
    }

    /// The head of a message of this kind, and the bytes behind it. `None` if the bytes are no such
    /// message.
    pub(crate) fn parse(kind: u8, bytes: &[u8]) -> Option<(Head, &[u8])> {
        let mut rest = bytes;
        let words = &mut rest;
        let head = match kind {
            0 | 1 => Head::Eager {
                context: word(words)?,
                tag: tag(words)?,
                send: if kind == 1 { Some(word(words)?) } else { None },
            },
            2 => {
                let (context, tag, send) = (word(words)?, tag(words)?, word(words)?);
                let (place, len) = (word(words)?, long(words)?);
                let place = AnnouncedSource::decode(place, long(words)?, long(words)?)?;
                Head::Announcement {
                    context,
                    tag,
                    send,
                    place,
                    len,
                }
            }
            3 => Head::Matched { send: word(words)? },
            4 => Head::Read { send: word(words)? },
            5 => Head::Credit {
                bytes: word(words)?,
            },
            6 => Head::Fetch {
                send: word(words)?,
                receive: word(words)?,
                offset: long(words)?,
                len: long(words)?,
            },
            7 => {
                let (receive, _) = (word(words)?, word(words)?);
                let offset = long(words)?;
                Head::Piece { receive, offset }
            }
            LONG => Head::Long {
                context: word(words)?,
                tag: tag(words)?,
                len: word(words)?,
            },
            PART => Head::Part,
            10 => Head::Holding { more: flag(words)? },
            11 => Head::Next {
                bytes: word(words)?,
            },
            12 | 13 => {
                let (number, cancels) = (word(words)?, flag(words)?);
                match (kind, cancels) {
                    (12, false) => Head::Inquiry { number },
                    (12, true) => Head::Cancel { send: number },
                    (_, false) => Head::Answer { number },
                    (_, true) => Head::Cancelled { send: number },
                }
            }
            _ => return None,
        };
        (head.has_bytes() || rest.is_empty()).then_some((head, rest))
    }

    /// Whether bytes may follow the head.
    fn has_bytes(&self) -> bool {
        matches!(
            self,
            Head::Eager { .. }
                | Head::Announcement { .. }
                | Head::Piece { .. }
                | Head::Long { .. }
                | Head::Part
        )
    }
}

fn word(bytes: &mut &[u8]) -> Option<u32> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*word))
}

fn flag(bytes: &mut &[u8]) -> Option<bool> {
    match word(bytes)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn tag(bytes: &mut &[u8]) -> Option<u32> {
    word(bytes).filter(|&tag| tag <= TAG_MAX)
}

fn long(bytes: &mut &[u8]) -> Option<u64> {
    let (long, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*long))
}

#[cfg(test)]
mod tests;
