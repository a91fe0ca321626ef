//! Small messages toward one peer and port that travel as one message, a *batch*.
//!
//! ```text
//!   batch: │ length u16 │ number u8 │ 0 │ bytes, padded to 4 │ the next message …
//! ```
//!
//! Numbers are in little-endian order.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::mem;

use farreach_connect::Rank;

use crate::inbox::{MESSAGE_MAX, MessageKind};

/// Bytes before each message of a batch.
pub(crate) const HEAD: usize = 4;
/// The longest message that travels in a batch.
pub const BATCHED_MAX: usize = 1024;
/// The bytes with which a batch leaves. The receiver takes them while the sender adds the next ones.
const ENOUGH: usize = 2048;

/// The open batches of an engine.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    open: BTreeMap<Rank, Batch>,
    /// Buffers to use again.
    free: Vec<Vec<u8>>,
}

/// Messages that wait to be sent together.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The kind of the first message.
    kind: MessageKind,
    count: usize,
    bytes: Vec<u8>,
}

impl Batch {
    /// The batch as a message: its kind and bytes. A batch of one is that message.
    pub(crate) fn as_message(&self) -> (MessageKind, &[u8]) {
        if self.count > 1 {
            return (self.kind.batch(), &self.bytes);
        }
        let (_, len, _) = split(&self.bytes).expect("it has a message");
        (self.kind, &self.bytes[HEAD..HEAD + len])
    }

    /// Whether a message of `len` bytes may be added.
    fn takes(&self, kind: MessageKind, len: usize) -> bool {
        let needed = HEAD + len.next_multiple_of(4);
        self.kind.port() == kind.port() && self.bytes.len() + needed <= MESSAGE_MAX
    }

    fn push(&mut self, number: u8, head: &[u8], body: &[u8]) {
        let len = head.len() + body.len();
        self.count += 1;
        self.bytes.reserve(HEAD + len.next_multiple_of(4));
        self.bytes.extend_from_slice(&(len as u16).to_le_bytes());
        self.bytes.extend_from_slice(&[number, 0]);
        self.bytes.extend_from_slice(head);
        self.bytes.extend_from_slice(body);
        let padded = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(padded, 0);
    }
}

impl Batches {
    /// Whether a batch is open.
    #[inline]
    pub(crate) fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Adds a message of `head` and `body` together to the peer's batch. Returns a batch to send now: the one before, which
    /// cannot take the message, or the one with the message, which is large enough.
    pub(crate) fn add(
        &mut self,
        peer: Rank,
        kind: MessageKind,
        head: &[u8],
        body: &[u8],
    ) -> Option<Batch> {
        let free = &mut self.free;
        let mut new = || Batch {
            kind,
            count: 0,
            bytes: free.pop().unwrap_or_default(),
        };
        let mut open = match self.open.entry(peer) {
            Entry::Vacant(none) => none.insert_entry(new()),
            Entry::Occupied(open) => open,
        };
        let batch = open.get_mut();
        let before =
            (!batch.takes(kind, head.len() + body.len())).then(|| mem::replace(batch, new()));
        batch.push(kind.number(), head, body);
        if before.is_none() && batch.bytes.len() >= ENOUGH {
            return Some(open.remove());
        }
        before
    }

    /// Takes the peer's batch.
    pub(crate) fn take(&mut self, peer: Rank) -> Option<Batch> {
        self.open.remove(&peer)
    }

    /// The number of open batches.
    pub(crate) fn count(&self) -> usize {
        self.open.len()
    }

    /// Takes a batch.
    pub(crate) fn pop(&mut self) -> Option<(Rank, Batch)> {
        self.open.pop_first()
    }

    /// Takes back the buffer of a batch that was sent.
    pub(crate) fn reuse(&mut self, batch: Batch) {
        if self.free.len() < 4 {
            let mut bytes = batch.bytes;
            bytes.clear();
            self.free.push(bytes);
        }
    }
}

/// Splits a batch: returns the number and the length of the first message, whose bytes are behind
/// its [`HEAD`], and the rest. `None` for bytes that do not begin with a message.
pub(crate) fn split(batch: &[u8]) -> Option<(u8, usize, &[u8])> {
    let (&[low, high, number, _], rest) = batch.split_first_chunk::<HEAD>()?;
    let len = usize::from(u16::from_le_bytes([low, high]));
    let rest = rest.get(len.next_multiple_of(4)..)?;
    Some((number, len, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_its_messages() {
        let mut batches = Batches::default();
        let kind = |number| MessageKind::new(1, number);
        let message = |len: usize| alloc::vec![len as u8; len];
        assert!(batches.add(7, kind(3), &message(9), &[]).is_none());
        assert!(batches.is_any_open());
        let (of, bytes) = batches.open[&7].as_message();
        assert_eq!((of, bytes), (kind(3), &message(9)[..]));
        for len in 10..40 {
            let whole = message(len);
            let (head, body) = whole.split_at(len / 3);
            assert!(batches.add(7, kind((len % 15) as u8), head, body).is_none());
        }
        let other_port = MessageKind::new(0, 0);
        let batch = batches.add(7, other_port, &message(1), &[]).unwrap();
        assert_eq!(
            batches.take(7).unwrap().as_message(),
            (other_port, &message(1)[..])
        );
        let (of, mut rest) = batch.as_message();
        assert_eq!(of, kind(0).batch());
        for len in 9..40 {
            let (number, its_len, behind) = split(rest).unwrap();
            assert_eq!(number, if len == 9 { 3 } else { (len % 15) as u8 });
            assert_eq!((its_len, &rest[HEAD..HEAD + len]), (len, &message(len)[..]));
            rest = behind;
        }
        assert!(rest.is_empty() && split(rest).is_none() && split(&[9, 0, 0, 0, 1]).is_none());
        batches.reuse(batch);
        assert!(batches.pop().is_none() && !batches.is_any_open());
    }

    #[test]
    fn a_batch_leaves_when_it_is_large_enough() {
        let mut batches = Batches::default();
        let kind = MessageKind::new(1, 0);
        let message = [0; BATCHED_MAX];
        for _ in 0..3 {
            assert!(batches.add(7, kind, &message, &[]).is_none());
            let batch = batches.add(7, kind, &[], &message).unwrap();
            assert_eq!(batch.count, 2);
            assert!(batch.bytes.len() >= ENOUGH && batch.bytes.len() <= MESSAGE_MAX);
            assert!(!batches.is_any_open());
            batches.reuse(batch);
        }
    }
}
