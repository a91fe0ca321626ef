//! The sender's half of the messages from one process of a node to another.
//!
//! ```text
//!   messages 1 to 8 ──▶ ring (of all senders) ──▶ "boxed" ──▶ from here on the box (of this pair)
//! ```
//!
//! A call that begins a send and finds no room in the box, or no budget left, gives the receiver a
//! moment before it keeps or announces the message.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use super::slots::{SHORT_MAX, Writer};
use crate::Memory;
pub(crate) use crate::layout::TALKS;
use crate::ring::{Record, Ring};

/// The kind of a record in the ring: from here on the sender uses its box.
pub(crate) const BOXED: u8 = 254;

/// What a process keeps to send messages to one other process of its node.
#[derive(Debug)]
pub(crate) struct Outgoing {
    /// The sender's index on the node.
    own: u32,
    /// How many messages went through the ring so far.
    sent: u32,
    /// The box, once the pair has one.
    writer: Option<Writer>,
}

impl Outgoing {
    pub(crate) fn new(own: u32) -> Outgoing {
        Outgoing {
            own,
            sent: 0,
            writer: None,
        }
    }

    /// Sends a message of `head` and `body` together. Returns `false`, and sends nothing, if there
    /// is no room. `of_pair` is the memory of the pair's box.
    pub(crate) fn push(
        &mut self,
        ring: &Ring,
        of_pair: impl FnOnce() -> Memory,
        kind: u8,
        head: &[u8],
        body: &[u8],
    ) -> bool {
        let len = head.len() + body.len();
        if let Some(writer) = &mut self.writer {
            let has_room = writer.has_room(len);
            if has_room {
                writer.push(kind, head, body);
            }
            return has_room;
        }
        if !ring.push(&self.record(kind, head, body)) {
            return false;
        }
        self.sent += 1;
        if self.sent >= TALKS && ring.push(&self.record(BOXED, &[], &[])) {
            self.writer = Some(Writer::new(of_pair()));
        }
        true
    }

    /// Sends a message of `head` and up to [`SHORT_MAX`] bytes by the box. `false` says nothing.
    #[inline(always)]
    pub(crate) fn push_short(&mut self, kind: u8, head: [u8; 8], body: &[u8]) -> bool {
        let writer = self.writer.as_mut().filter(|_| body.len() <= SHORT_MAX);
        writer.is_some_and(|writer| writer.push_short(kind, head, body))
    }

    fn record<'a>(&self, kind: u8, bytes: &'a [u8], more: &'a [u8]) -> Record<'a> {
        Record {
            words: [u64::from(self.own), u64::from(kind)],
            bytes,
            more,
        }
    }
}
