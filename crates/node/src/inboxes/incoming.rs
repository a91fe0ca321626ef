//! The receiver's half of the messages of a node: the ring, and the boxes of those who talk.
//!
//! The messages of one sender are taken in the order in which they were sent: the last one in the
//! ring says that all that follow are in the box.

use super::outgoing::BOXED;
use super::slots::{Head, Reader};
use crate::Memory;
use crate::ring::Ring;

/// A message's sender, by its index on the node, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The sender's index on the node.
    pub source: u32,
    /// The kind, as the sender gave it.
    pub kind: u8,
}

/// A sender with a box.
#[derive(Debug)]
struct Talker {
    source: u32,
    reader: Reader,
}

/// What a process keeps to receive messages of its node.
#[derive(Debug)]
pub(crate) struct Incoming {
    talkers: Vec<Talker>,
    /// The talker to look at first.
    next: usize,
    /// The bytes of a message from the ring.
    from_ring: Vec<u8>,
    /// The bytes of a message from a box. As long as the longest so far.
    from_box: Vec<u8>,
}

impl Incoming {
    pub(crate) fn new() -> Incoming {
        Incoming {
            talkers: Vec::new(),
            next: 0,
            from_ring: Vec::new(),
            from_box: Vec::new(),
        }
    }

    /// Each sender with a box, and the line of its box in which its next message begins.
    pub(crate) fn talkers(&self) -> impl ExactSizeIterator<Item = (u32, u64)> {
        let talkers = self.talkers.iter();
        talkers.map(|talker| (talker.source, talker.reader.next_line()))
    }

    /// Whether nothing can be taken.
    pub(crate) fn is_empty(&self, ring: &Ring) -> bool {
        let mut talkers = self.talkers.iter();
        ring.is_empty() && talkers.all(|talker| talker.reader.head().is_none())
    }

    /// Takes a message. `box_of` is the memory of a sender's box.
    pub(crate) fn take(
        &mut self,
        ring: &Ring,
        box_of: impl Fn(u32) -> Option<Memory>,
    ) -> Option<(Envelope, &[u8])> {
        loop {
            if let Some((at, head)) = self.ready_talker() {
                return Some(self.pop_box(at, head));
            }
            let [source, kind] = ring.pop(&mut self.from_ring)?;
            let (source, kind) = (source as u32, kind as u8);
            if kind != BOXED {
                return Some((Envelope { source, kind }, &self.from_ring));
            }
            let is_known = self.talkers.iter().any(|talker| talker.source == source);
            if let Some(memory) = box_of(source).filter(|_| !is_known) {
                let reader = Reader::new(memory);
                self.talkers.push(Talker { source, reader });
            }
        }
    }

    /// A talker whose box has a message, and the next time another one.
    #[inline]
    fn ready_talker(&mut self) -> Option<(usize, Head)> {
        let count = self.talkers.len();
        let mut at = self.next;
        for _ in 0..count {
            if at >= count {
                at = 0;
            }
            if let Some(head) = self.talkers[at].reader.head() {
                self.next = at + 1;
                return Some((at, head));
            }
            at += 1;
        }
        None
    }

    fn pop_box(&mut self, at: usize, head: Head) -> (Envelope, &[u8]) {
        let talker = &mut self.talkers[at];
        let envelope = Envelope {
            source: talker.source,
            kind: head.kind,
        };
        let room = head.len.next_multiple_of(8);
        if room > self.from_box.len() {
            self.from_box.resize(room, 0);
        }
        (envelope, talker.reader.pop(head, &mut self.from_box))
    }
}
