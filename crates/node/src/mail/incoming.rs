//! The receiver's half of the messages of a node: the ring, and the boxes of those who talk.
//!
//! The messages of one sender are taken in the order in which they were sent. A sender with a box
//! puts a message that is too long for the box into the ring, and then a note into the box. So
//! when the ring's oldest record is of a sender with a box:
//!
//! | oldest in the box | what is next |
//! |---|---|
//! | a message | this message: it was there before the record |
//! | the note | the record, and the note is done |
//! | nothing yet | the record, and the next note is done |
//!
//! A box whose oldest message is a note waits for the ring.

use super::outgoing::{BOXED, NEXT_IN_RING};
use super::slots::{self, Head, Reader};
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
    /// Notes to come whose records were taken.
    notes_done: u32,
}

impl Talker {
    /// The oldest message in the box that is not a note whose record was taken.
    fn head(&mut self, room: &mut [u8; slots::MESSAGE_MAX]) -> Option<Head> {
        loop {
            let head = self.reader.head()?;
            if head.kind != NEXT_IN_RING || self.notes_done == 0 {
                return Some(head);
            }
            self.notes_done -= 1;
            self.reader.pop(head, room);
        }
    }
}

/// What a process keeps to receive messages of its node.
#[derive(Debug)]
pub(crate) struct Incoming {
    talkers: Vec<Talker>,
    /// The talker to look at first.
    next: usize,
    /// The bytes of a message from the ring.
    long: Vec<u8>,
    /// The bytes of a message from a box.
    short: Box<[u8; slots::MESSAGE_MAX]>,
}

impl Incoming {
    pub(crate) fn new() -> Incoming {
        Incoming {
            talkers: Vec::new(),
            next: 0,
            long: Vec::new(),
            short: Box::new([0; slots::MESSAGE_MAX]),
        }
    }

    /// Each sender with a box, and the line of its box in which its next message begins.
    pub(crate) fn talkers(&self) -> impl ExactSizeIterator<Item = (u32, u64)> {
        let talkers = self.talkers.iter();
        talkers.map(|talker| (talker.source, talker.reader.next_line()))
    }

    /// Whether nothing can be taken.
    pub(crate) fn is_empty(&mut self, ring: &Ring) -> bool {
        let short = &mut *self.short;
        ring.is_empty()
            && self.talkers.iter_mut().all(|talker| {
                let head = talker.head(short);
                head.is_none_or(|head| head.kind == NEXT_IN_RING)
            })
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
            let [source, kind] = ring.peek()?;
            let source = source as u32;
            let talkers = &mut self.talkers;
            let talker = talkers.iter_mut().find(|talker| talker.source == source);
            if let Some(talker) = talker {
                match talker.head(&mut self.short) {
                    // It came since, and before the record: the record's state was acquired.
                    Some(head) if head.kind != NEXT_IN_RING => continue,
                    Some(note) => {
                        talker.reader.pop(note, &mut self.short);
                    }
                    None => talker.notes_done += 1,
                }
            } else if kind == u64::from(BOXED)
                && let Some(memory) = box_of(source)
            {
                talkers.push(Talker {
                    source,
                    reader: Reader::new(memory),
                    notes_done: 0,
                });
            }
            let [_, kind] = ring.pop(&mut self.long).expect("seen above");
            if kind != u64::from(BOXED) {
                let kind = kind as u8;
                return Some((Envelope { source, kind }, &self.long));
            }
        }
    }

    /// A talker whose box has a message that is not a note, and the next time another one.
    fn ready_talker(&mut self) -> Option<(usize, Head)> {
        let count = self.talkers.len();
        let mut order = (self.next..count).chain(0..self.next.min(count));
        let (at, head) = order.find_map(|at| {
            let head = self.talkers[at].head(&mut self.short)?;
            (head.kind != NEXT_IN_RING).then_some((at, head))
        })?;
        self.next = at + 1;
        Some((at, head))
    }

    fn pop_box(&mut self, at: usize, head: Head) -> (Envelope, &[u8]) {
        let talker = &mut self.talkers[at];
        let envelope = Envelope {
            source: talker.source,
            kind: head.kind,
        };
        (envelope, talker.reader.pop(head, &mut self.short))
    }
}
