//! The receiver's part of messages in parts.
//!
//! An eager message that is too long for one message comes in parts. The sender sends them one after
//! the other, so they need no number. If a receive waits when the first part comes, the parts are
//! written to its target. Otherwise they are put together, and the message matches when the last part
//! has come. As no later message of the sender has come by then, its messages still match in their
//! order.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::matching::Envelope;
use super::receiving::{Arrived, Receive, found};
use super::{EAGER_MAX, Peer, Tagged};

/// A message of which not all parts have come.
#[derive(Debug)]
pub(super) struct Arriving<M, R> {
    envelope: Envelope,
    len: usize,
    arrived: usize,
    to: To<M, R>,
}

/// Where the parts go.
#[derive(Debug)]
enum To<M, R> {
    /// To the target of a receive.
    Target(Receive<M, R>),
    /// To a copy, since no receive waited.
    Copy(Vec<u8>),
}

impl<M: Memory, R> Arriving<M, R> {
    fn add(&mut self, part: &[u8]) {
        match &mut self.to {
            To::Target(Receive { into, .. }) => {
                let at = self.arrived.min(into.len());
                let fits = part.len().min(into.len() - at);
                into.write(at, &part[..fits]).expect("within the target");
            }
            To::Copy(bytes) => bytes.extend_from_slice(part),
        }
        self.arrived += part.len();
    }
}

impl<M, R> Peer<M, R> {
    /// Whether parts from the process go to the target of a receive.
    pub(super) fn is_receiving_parts(&self) -> bool {
        let arriving = self.arriving.as_ref();
        arriving.is_some_and(|arriving| matches!(arriving.to, To::Target(_)))
    }
}

impl<M: Memory, R> Tagged<M, R> {
    /// The first part of a message of `len` bytes has come. Returns `None`, and does nothing, if no
    /// process sends such a part.
    pub(super) fn begin_parts(
        &mut self,
        envelope: Envelope,
        len: usize,
        part: &[u8],
    ) -> Option<()> {
        if len > EAGER_MAX || part.len() >= len || self.peer(envelope.source).arriving.is_some() {
            return None;
        }
        let receive = self.matching.arrive(&envelope, |_| ());
        let copy = || To::Copy(Vec::with_capacity(len));
        let mut arriving = Arriving {
            envelope,
            len,
            arrived: 0,
            to: receive.map_or_else(copy, To::Target),
        };
        arriving.add(part);
        self.peer(envelope.source).arriving = Some(arriving);
        Some(())
    }

    /// The next part of a message has come. Returns `None`, and does nothing, if none was missing.
    pub(super) fn take_part(&mut self, from: Rank, part: &[u8]) -> Option<Arrived<R>> {
        let slot = &mut self.peers.get_mut(from)?.arriving;
        let arriving = slot.as_mut()?;
        if part.len() > arriving.len - arriving.arrived {
            return None;
        }
        arriving.add(part);
        if arriving.arrived < arriving.len {
            return Some(Arrived::Taken);
        }
        let Arriving {
            envelope, len, to, ..
        } = slot.take()?;
        Some(match to {
            To::Target(Receive { request, .. }) => {
                self.take_eager_bytes(from, len);
                Arrived::Ended(request, found(&envelope, len))
            }
            To::Copy(bytes) => self.arrive_eager(envelope, &bytes, None),
        })
    }
}
