//! The receiver's part of messages in parts.
//!
//! The bytes of an eager message that is too long for one message, and the first bytes of an announced
//! one, come in parts. The sender sends the parts of one message after the other, so they need no
//! number. If a receive waits when the first part comes, the parts are written to its target.
//! Otherwise they are put together, and the message matches when the last part has come. As no later
//! message of the sender has come by then, its messages still match in their order.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::matching::Envelope;
use super::receiving::Arrived;
use super::wire::Place;
use super::{EAGER_MAX, Tagged};

/// What the head of a message in parts says.
#[derive(Clone, Copy, Debug)]
pub(super) struct InParts {
    pub(super) len: u64,
    /// The number of the first bytes, which come in parts.
    pub(super) lead: usize,
    pub(super) rest: Rest,
}

/// The bytes of a message that don't come in parts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rest {
    /// There are none: the message is eager. A `send` waits until it has matched.
    None { send: Option<u32> },
    /// They are announced.
    Announced { send: u32, place: Place },
}

/// A message of which not all parts have come.
#[derive(Debug)]
pub(super) struct Arriving {
    left: usize,
    to: To,
}

/// Where the parts go.
#[derive(Debug)]
enum To {
    /// To the target of this read.
    Read(u32),
    /// To a copy, since no receive waited.
    Copy {
        envelope: Envelope,
        message: InParts,
        bytes: Vec<u8>,
    },
    /// Nowhere: the receive has failed. The sender still gets so many bytes back for its budget.
    Nowhere { lead: usize },
}

impl<M: Memory, R> Tagged<M, R> {
    /// The first part of a message has come. Returns `None`, and does nothing, if no process sends
    /// such a part.
    pub(super) fn begin_parts(
        &mut self,
        envelope: Envelope,
        message: InParts,
        bytes: &[u8],
    ) -> Option<Arrived<R>> {
        let lead = message.lead;
        let left = lead.checked_sub(bytes.len())?;
        let arriving = &self.peer(envelope.source).arriving;
        if lead > EAGER_MAX || lead as u64 > message.len || (left > 0 && arriving.is_some()) {
            return None;
        }
        if left == 0 {
            return Some(self.arrive_whole(envelope, message, bytes));
        }
        let to = match self.matching.arrive(&envelope) {
            Some(receive) => To::Read(self.read(&envelope, &message, bytes, receive)),
            None => To::Copy {
                envelope,
                message,
                bytes: bytes.to_vec(),
            },
        };
        self.peer(envelope.source).arriving = Some(Arriving { left, to });
        Some(Arrived::Taken)
    }

    /// The next part of a message has come. Returns `None`, and does nothing, if none was missing.
    pub(super) fn take_part(&mut self, from: Rank, part: &[u8]) -> Option<Arrived<R>> {
        let arriving = &mut self.peers.get_mut(from)?.arriving;
        let left = arriving.as_ref()?.left.checked_sub(part.len())?;
        let mut to = arriving.take()?.to;
        match &mut to {
            To::Read(read) => self.add_lead(*read, part),
            To::Copy { bytes, .. } => bytes.extend_from_slice(part),
            To::Nowhere { .. } => {}
        }
        if left > 0 {
            self.peer(from).arriving = Some(Arriving { left, to });
            return Some(Arrived::Taken);
        }
        Some(match to {
            To::Copy {
                envelope,
                message,
                bytes,
            } => self.arrive_whole(envelope, message, &bytes),
            To::Read(_) => Arrived::Taken,
            To::Nowhere { lead } => {
                self.take_eager_bytes(from, lead);
                Arrived::Taken
            }
        })
    }

    /// All parts of a message have come.
    fn arrive_whole(&mut self, envelope: Envelope, message: InParts, bytes: &[u8]) -> Arrived<R> {
        match message.rest {
            Rest::None { send } => self.arrive_eager(envelope, bytes, send),
            Rest::Announced { .. } => self.arrive_announced(envelope, message, bytes),
        }
    }

    /// The further parts of the message that arrives from `source`, in all `lead` bytes, are dropped.
    pub(super) fn drop_parts(&mut self, source: Rank, lead: usize) {
        if let Some(arriving) = &mut self.peer(source).arriving {
            arriving.to = To::Nowhere { lead };
        }
    }
}
