//! Active messages below the interface of a language: sending, the rules of handlers, and delivery. [`Endpoint`](crate::Endpoint)
//! and [`Token`](crate::Token) are the interface for Rust, and `farreach-gasnet-c` has the one for C.
//!
//! ```text
//!   Message::request, Received::reply ──▶ wire ──▶ port Active ──▶ ActivePort ──▶ HandlerTable::run
//!   Prepared: the same in two steps, with a buffer between them
//! ```
//!
//! The rules of handlers are here alone: a handler may reply once to a request, and may otherwise neither
//! communicate nor wait.
//!
//! *Invariant: a call that returns a [`Refusal`] of a rule has sent nothing.*

mod delivery;
mod prepared;
mod wire;

use std::fmt;

use farreach_runtime::{Port, World};
use thiserror::Error;

pub use delivery::{
    ActivePort, Delivered, HandlerTable, Received, check_outside, in_handler, open,
};
pub use prepared::{Buffer, Prepared, Source, Terms};
pub use wire::MEDIUM_MAX;
use wire::{Head, LONG, MEDIUM, REPLY, SHORT};

use crate::ARGUMENTS_MAX;

/// The most bytes of a long message's payload in GASNet-EX, whose lengths are signed numbers of 32 bits in places.
pub const LONG_MAX: usize = 0x7fff_ffff;

/// The category of a message: what travels with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Nothing.
    Short,
    /// A payload that the handler gets in a buffer.
    Medium,
    /// A payload that is put into the target's segment.
    Long,
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Category::Short => "short",
            Category::Medium => "medium",
            Category::Long => "long",
        })
    }
}

/// The payload of a message that is sent.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// None: the message is short.
    Short,
    /// Bytes that the handler gets in a buffer.
    Medium(&'a [u8]),
    /// Bytes for an offset of the target's segment. The offset of no bytes is not checked: the handler gets
    /// the offset unchanged.
    Long(&'a [u8], usize),
}

/// What a call does that cannot send at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// The call waits.
    Wait,
    /// The call does nothing, and returns so.
    Immediate,
}

/// Why a message was not sent.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] farreach_runtime::Error),
    /// There are too many arguments.
    #[error("{given} arguments, but a message has at most {ARGUMENTS_MAX}")]
    TooManyArguments {
        /// The number of arguments.
        given: usize,
    },
    /// The payload of a medium message is too long.
    #[error("{len} bytes, but a medium message carries at most {MEDIUM_MAX}: send a long message")]
    TooLong {
        /// The bytes given.
        len: usize,
    },
    /// A handler sent a request, or waited.
    #[error("called in a handler, which may reply once and otherwise not communicate or wait")]
    InHandler,
    /// The handler of a reply replied.
    #[error("the message is a reply itself, which can't be replied to")]
    ReplyToReply,
    /// A handler replied twice.
    #[error("the handler has replied already: it may reply once")]
    Replied,
    /// The thread has prepared a message that it has neither sent nor cancelled.
    #[error("the thread has prepared a message already: it must be sent or cancelled first")]
    Prepared,
    /// The lengths of a message that is prepared can't be met.
    #[error("{least} bytes, but it is at most {limit} and not above the most bytes, {most}")]
    Lengths {
        /// The fewest bytes asked for.
        least: usize,
        /// The most bytes asked for.
        most: usize,
        /// The most bytes of such a message.
        limit: usize,
    },
    /// The payload is longer than the prepared message's.
    #[error("{len} bytes, but the message was prepared for {size}")]
    LongerThanPrepared {
        /// The bytes given.
        len: usize,
        /// The bytes of the prepared message.
        size: usize,
    },
    /// The number of arguments is not the prepared one.
    #[error("{given} arguments, but {prepared} were prepared")]
    OtherArguments {
        /// The number of arguments given.
        given: usize,
        /// The number that was prepared.
        prepared: usize,
    },
}

/// A message to send.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// The rank of the target.
    pub to: u32,
    /// The handler's number.
    pub handler: u8,
    /// The arguments.
    pub arguments: &'a [u32],
    /// The payload.
    pub payload: Payload<'a>,
}

impl Message<'_> {
    /// Sends a request, which returns when arguments and payload can be reused. Returns `false` if it may not wait and
    /// would have to.
    ///
    /// # Errors
    /// In a handler, if the message has too many arguments or bytes, or if the runtime fails.
    #[inline]
    pub fn request(&self, world: &World, blocking: Blocking) -> Result<bool, Refusal> {
        check_outside()?;
        self.send(world, 0, blocking)
    }

    /// Sends a message that can't be replied to, behind all puts to its target before. The call waits.
    pub fn notify(&self, world: &World) -> Result<(), Refusal> {
        let mut head = Head::new();
        let (number, head, body) = self.encoded(world, &mut head)?;
        let sent = world.send_message(self.to, Port::Active, number | REPLY, head, body);
        Ok(sent?)
    }

    /// `reply` is [`REPLY`], or 0 for a request. A request waits while its target's queue is full, and a reply is
    /// kept then.
    #[inline]
    fn send(&self, world: &World, reply: u8, blocking: Blocking) -> Result<bool, Refusal> {
        if blocking == Blocking::Immediate && !world.has_room_toward(self.to) {
            self.check()?;
            return Ok(false);
        }
        let mut head = Head::new();
        let (number, head, body) = self.encoded(world, &mut head)?;
        let number = number | reply;
        if reply == 0 && blocking == Blocking::Wait {
            world.send_message(self.to, Port::Active, number, head, body)?;
        } else {
            world.enqueue_message(self.to, Port::Active, number, head, body)?;
        }
        Ok(true)
    }

    #[inline]
    fn check(&self) -> Result<(), Refusal> {
        let given = self.arguments.len();
        if given > ARGUMENTS_MAX {
            return Err(Refusal::TooManyArguments { given });
        }
        match self.payload {
            Payload::Medium(bytes) if bytes.len() > MEDIUM_MAX => {
                Err(Refusal::TooLong { len: bytes.len() })
            }
            _ => Ok(()),
        }
    }

    /// The number, the header and the body of the message. Puts the payload of a long message, behind which the message
    /// arrives. The header is written where it stays.
    #[inline]
    fn encoded<'m>(
        &'m self,
        world: &World,
        head: &'m mut Head,
    ) -> Result<(u8, &'m [u8], &'m [u8]), Refusal> {
        self.check()?;
        let (number, place, body): (u8, _, &[u8]) = match self.payload {
            Payload::Short => (SHORT, None, &[]),
            Payload::Medium(bytes) => (MEDIUM, None, bytes),
            Payload::Long(bytes, offset) => {
                if !bytes.is_empty() {
                    world.direct().put(self.to, offset, bytes)?;
                }
                (LONG, Some((offset, bytes.len())), &[])
            }
        };
        Ok((
            number,
            head.write(self.handler, self.arguments, place),
            body,
        ))
    }
}
