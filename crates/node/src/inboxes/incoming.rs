//! The receiver's half of the messages of a node: the ring, and the boxes of those who talk.
//!
//! The messages of one sender are taken in the order in which they were sent: the last one in the
//! ring says that all that follow are in the box.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use super::outgoing::BOXED;
use super::slots::{Cursor, FIRST, Head, Next, Reader};
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

/// A message that takes one line of a box.
#[derive(Clone, Copy, Debug)]
pub struct ShortMessage {
    /// The sender's index on the node.
    pub source: u32,
    /// The bytes of the message.
    pub len: usize,
    /// The message in whole words.
    pub(super) words: [[u8; 8]; FIRST / 8],
}

impl ShortMessage {
    /// A message of `head` and up to 48 bytes.
    pub(super) fn new(source: u32, head: [u8; 8], body: &[u8]) -> ShortMessage {
        let mut bytes = [0; FIRST];
        bytes[..8].copy_from_slice(&head);
        bytes[8..8 + body.len()].copy_from_slice(body);
        let mut words = [[0; 8]; FIRST / 8];
        words.as_flattened_mut().copy_from_slice(&bytes);
        ShortMessage {
            source,
            len: 8 + body.len(),
            words,
        }
    }

    /// The first 8 bytes.
    #[inline]
    pub fn head(&self) -> [u8; 8] {
        self.words[0]
    }

    /// The bytes behind the first 8.
    #[inline(always)]
    pub fn body(&self) -> &[u8] {
        let all = self.words.as_flattened();
        all.get(8..self.len).unwrap_or_default()
    }
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
}

impl Incoming {
    pub(crate) fn new() -> Incoming {
        Incoming {
            talkers: Vec::new(),
            next: 0,
        }
    }

    /// Each sender with a box, and the line of its box in which its next message begins.
    #[inline]
    pub(crate) fn talkers(&self) -> impl ExactSizeIterator<Item = (u32, Cursor)> {
        let talkers = self.talkers.iter();
        talkers.map(|talker| (talker.source, talker.reader.next_line()))
    }

    /// Whether nothing can be taken.
    pub(crate) fn is_empty(&self, ring: &Ring) -> bool {
        let mut talkers = self.talkers.iter();
        ring.is_empty() && talkers.all(|talker| talker.reader.head().is_none())
    }

    /// Takes the next message if it lies in one line and has this kind.
    #[inline(always)]
    pub(crate) fn take_short(&mut self, kind: u8) -> Option<ShortMessage> {
        let count = self.talkers.len();
        let mut at = self.next;
        for _ in 0..count {
            if at >= count {
                at = 0;
            }
            let talker = &mut self.talkers[at];
            at += 1;
            match talker.reader.take_line(kind) {
                Next::Nothing => {}
                Next::Other => return None,
                Next::Taken((len, words)) => {
                    self.next = at;
                    let source = talker.source;
                    return Some(ShortMessage { source, len, words });
                }
            }
        }
        None
    }

    /// Takes a message. Its bytes are the first of `into` afterwards, in the number that is returned. `box_of`
    /// is the memory of a sender's box.
    pub(crate) fn take(
        &mut self,
        ring: &Ring,
        box_of: impl Fn(u32) -> Option<Memory>,
        into: &mut Vec<u8>,
    ) -> Option<(Envelope, usize)> {
        loop {
            if let Some((at, head)) = self.ready_talker() {
                self.next = at + 1;
                return Some(self.pop_box(at, head, into));
            }
            let [source, kind] = ring.pop(into)?;
            let (source, kind) = (source as u32, kind as u8);
            if kind != BOXED {
                return Some((Envelope { source, kind }, into.len()));
            }
            let is_known = self.talkers.iter().any(|talker| talker.source == source);
            if let Some(memory) = box_of(source).filter(|_| !is_known) {
                let reader = Reader::new(memory);
                self.talkers.push(Talker { source, reader });
            }
        }
    }

    /// Lets `read` read the next message where it lies, and takes it, if it has this kind and is too long for lines. `read` gets the
    /// sender, the message's first 8 bytes, and the memory with the place and the length of the others.
    pub(crate) fn take_long<R>(
        &mut self,
        kind: u8,
        read: impl FnOnce(u32, [u8; 8], (&Memory, usize, usize)) -> R,
    ) -> Option<R> {
        let (at, head) = self.ready_talker()?;
        if head.kind != kind || !head.is_long() {
            return None;
        }
        let Talker { source, reader } = &mut self.talkers[at];
        let (first, memory, place) = reader.long(head);
        let others = (memory, place, head.len - first.len());
        let result = read(*source, first, others);
        reader.end_long(head);
        self.next = at + 1;
        Some(result)
    }

    /// A talker whose box has a message. Those behind the last one that had are looked at first.
    #[inline]
    fn ready_talker(&self) -> Option<(usize, Head)> {
        let count = self.talkers.len();
        let mut at = self.next;
        for _ in 0..count {
            if at >= count {
                at = 0;
            }
            if let Some(head) = self.talkers[at].reader.head() {
                return Some((at, head));
            }
            at += 1;
        }
        None
    }

    fn pop_box(&mut self, at: usize, head: Head, into: &mut Vec<u8>) -> (Envelope, usize) {
        let talker = &mut self.talkers[at];
        let room = head.len.next_multiple_of(8);
        if room > into.len() {
            into.resize(room, 0);
        }
        talker.reader.pop(head, into);
        let envelope = Envelope {
            source: talker.source,
            kind: head.kind,
        };
        (envelope, head.len)
    }
}
