//! Messages between the processes of a node, through the memory that they share.
//!
//! ```text
//!   senders ──first messages──▶ ring of the receiver ─┐
//!   a sender that goes on ────▶ box of the pair ──────┼──▶ OpenInboxes::take, one message at a time
//!   the receiver itself ──────▶ its own queue ────────┘
//! ```
//!
//! All of a process's ring and boxes lie in its segment. A pair touches a page of its
//! box when it has talked for a while, and further pages with long messages. So memory follows the
//! pairs that talk. A look at the inbox reads one word of the
//! ring and one of each box in use.
//!
//! One lock protects this process's ends of all boxes, and whatever the caller keeps with them, so that
//! a call that sends or takes short messages executes one atomic instruction.
//!
//! *Invariants: the messages of one sender are taken in the order in which they were sent. A
//! message is taken once. A send that finds no room sends nothing. A message to oneself always has
//! room.*

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

mod incoming;
mod outgoing;
mod slots;

use std::collections::VecDeque;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use incoming::Incoming;
pub use incoming::{Envelope, ShortMessage};
use outgoing::{BOXED, Outgoing};
use slots::SHORT_MAX;

use crate::lock::learn_of_threads;
use crate::memory::Words;
use crate::ring::Ring;
use crate::{Arena, Lock, Locked, Memory};

const PAGE: usize = 4096;
const RING_BYTES: usize = Ring::BYTES.next_multiple_of(PAGE);
/// Bytes from one box to the next.
const BOX_BYTES: usize = slots::BYTES.next_multiple_of(PAGE);

/// Up to so many boxes are looked at without the lock. Of more boxes one is always assumed to have a
/// message.
const LOOKED_AT: usize = 8;

const _: () = assert!(slots::MESSAGE_MAX == Ring::MESSAGE_MAX);

/// A process's way to send messages to the processes of its node, and to take those that they
/// send. `T` is what the caller keeps under the same lock.
pub struct Inboxes<T> {
    arena: Arena,
    own: u32,
    /// The offset of the inbox in each segment.
    offset: usize,
    /// The ring of each process.
    rings: Vec<Ring>,
    to_self_count: AtomicUsize,
    /// The number of boxes to look at.
    talkers: AtomicUsize,
    /// Of up to so many boxes, where the next message begins.
    places: [AtomicU64; LOOKED_AT],
    /// This process's ring and boxes.
    words: Words,
    ends: Lock<Ends<T>>,
}

/// What a process has of the rings and boxes.
struct Ends<T> {
    /// By receiver: made when this process first sends to it.
    outgoing: Box<[Option<Box<Outgoing>>]>,
    incoming: Incoming,
    /// Messages to oneself.
    to_self: VecDeque<(u8, ToSelf)>,
    kept: T,
}

/// A message to oneself.
enum ToSelf {
    Short(ShortMessage),
    Long(Vec<u8>),
}

impl<T> fmt::Debug for Inboxes<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inboxes")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

/// Bytes of each segment that the inboxes of `local_size` processes need. They must be zero when
/// the first process makes its [`Inboxes`].
pub const fn inboxes_bytes(local_size: u32) -> usize {
    RING_BYTES + local_size as usize * BOX_BYTES
}

/// The most bytes of a message in an inbox.
pub const INBOX_MESSAGE_MAX: usize = Ring::MESSAGE_MAX;
/// The most bytes of a short message behind its first word.
pub const INBOX_SHORT_MAX: usize = SHORT_MAX;

impl<T> Inboxes<T> {
    /// Kinds of messages are below this.
    pub const KINDS: u8 = BOXED;

    /// The inboxes of the node, for process `own`. Its inbox is at `offset` of each segment, which is a
    /// multiple of a page. The caller keeps `kept` under the lock.
    pub fn new(arena: &Arena, own: u32, offset: usize, kept: T) -> Inboxes<T> {
        let local_size = arena.layout().local_size;
        let ring = |index| {
            let memory = arena.segment(index).slice(offset, Ring::BYTES);
            Ring::new(memory.expect("the segment has room for the inboxes"))
        };
        let memory = arena.segment(own).slice(offset, inboxes_bytes(local_size));
        learn_of_threads();
        Inboxes {
            arena: arena.clone(),
            own,
            offset,
            rings: (0..local_size).map(ring).collect(),
            to_self_count: AtomicUsize::new(0),
            talkers: AtomicUsize::new(0),
            places: Default::default(),
            words: Words::new(memory.expect("the segment has room for the inboxes")),
            ends: Lock::new(Ends {
                outgoing: (0..local_size).map(|_| None).collect(),
                incoming: Incoming::new(),
                to_self: VecDeque::new(),
                kept,
            }),
        }
    }

    /// Waits until no other thread sends or takes.
    #[inline(always)]
    pub fn open(&self) -> OpenInboxes<'_, T> {
        OpenInboxes {
            inboxes: self,
            ends: self.ends.lock(),
        }
    }

    /// The right to send and take, unless another thread has it.
    pub fn try_open(&self) -> Option<OpenInboxes<'_, T>> {
        let ends = self.ends.try_lock()?;
        Some(OpenInboxes {
            inboxes: self,
            ends,
        })
    }

    /// Whether there may be something to take: `false` is certain until the next message.
    #[inline]
    pub fn may_have_some(&self) -> bool {
        self.has_box_message()
            || !self.rings[self.own as usize].is_empty()
            || self.to_self_count.load(Ordering::Relaxed) > 0
    }

    /// Whether a look would find nothing. After `false`, a look may find that a sender now uses its
    /// box, and nothing else. Waits for another thread that is taking a message.
    pub fn is_empty(&self) -> bool {
        let ends = self.ends.lock();
        ends.to_self.is_empty() && ends.incoming.is_empty(&self.rings[self.own as usize])
    }

    /// Whether a box may have a message.
    #[inline]
    fn has_box_message(&self) -> bool {
        let talkers = self.talkers.load(Ordering::Relaxed);
        talkers > LOOKED_AT
            || self.places[..talkers]
                .iter()
                .any(|place| slots::has_message(&self.words, place.load(Ordering::Relaxed)))
    }

    /// The memory of the box from `source` to `to`.
    fn box_of(&self, to: u32, source: u32) -> Option<Memory> {
        if source >= self.arena.layout().local_size {
            return None;
        }
        let offset = self.offset + RING_BYTES + source as usize * BOX_BYTES;
        self.arena.segment(to).slice(offset, slots::BYTES).ok()
    }
}

/// The right to send and take a process's messages, which one thread has at a time. Gives access to what
/// the caller keeps.
pub struct OpenInboxes<'a, T> {
    inboxes: &'a Inboxes<T>,
    ends: Locked<'a, Ends<T>>,
}

impl<T> fmt::Debug for OpenInboxes<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.inboxes, f)
    }
}

impl<T> Deref for OpenInboxes<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.ends.kept
    }
}

impl<T> DerefMut for OpenInboxes<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.ends.kept
    }
}

impl<T> OpenInboxes<'_, T> {
    /// Runs `f` while other threads may send and take. If it panics, the right is there again before the
    /// panic goes on.
    pub fn unlocked<R>(&mut self, f: impl FnOnce() -> R) -> R {
        self.ends.unlocked(f)
    }

    /// Sends a message of `head` and `body` together to process `to` of the node. Returns `false`,
    /// and sends nothing, if there is no room. Afterwards wake the process if it sleeps.
    ///
    /// # Panics
    /// If the message is longer than [`INBOX_MESSAGE_MAX`], `kind` is not below [`Inboxes::KINDS`], or
    /// there is no process `to`.
    pub fn push(&mut self, to: u32, kind: u8, head: &[u8], body: &[u8]) -> bool {
        let inboxes = self.inboxes;
        let ends = &mut *self.ends;
        let len = head.len() + body.len();
        assert!(
            len <= INBOX_MESSAGE_MAX && kind < Inboxes::<T>::KINDS,
            "message {kind}, {len} bytes"
        );
        if to == inboxes.own {
            let is_short =
                matches!(head.try_into(), Ok(head) if self.push_short(to, kind, head, body));
            if !is_short {
                let message = ToSelf::Long([head, body].concat());
                self.push_to_self(kind, message);
            }
            return true;
        }
        let new = || Box::new(Outgoing::new(inboxes.own));
        let outgoing = ends.outgoing[to as usize].get_or_insert_with(new);
        let of_pair = || {
            inboxes
                .box_of(to, inboxes.own)
                .expect("the segment has room for the inboxes")
        };
        outgoing.push(&inboxes.rings[to as usize], of_pair, kind, head, body)
    }

    /// Sends a message of `head` and up to [`INBOX_SHORT_MAX`] bytes to process `to` of the node, as
    /// [`OpenInboxes::push`] does. `false` says nothing: then try that.
    #[inline(always)]
    pub fn push_short(&mut self, to: u32, kind: u8, head: [u8; 8], body: &[u8]) -> bool {
        match self.ends.outgoing.get_mut(to as usize) {
            Some(Some(outgoing)) => outgoing.push_short(kind, head, body),
            _ if to == self.inboxes.own && body.len() <= SHORT_MAX => {
                self.push_to_self(kind, ToSelf::Short(ShortMessage::new(to, head, body)));
                true
            }
            _ => false,
        }
    }

    fn push_to_self(&mut self, kind: u8, message: ToSelf) {
        self.ends.to_self.push_back((kind, message));
        self.note_to_self();
    }

    fn note_to_self(&self) {
        let count = self.ends.to_self.len();
        self.inboxes.to_self_count.store(count, Ordering::Relaxed);
    }

    /// Takes the next message if it is a short one of this kind. `None` says nothing:
    /// then call [`OpenInboxes::take`].
    #[inline(always)]
    pub fn take_short(&mut self, kind: u8) -> Option<ShortMessage> {
        if self.ends.to_self.is_empty() {
            return self.ends.incoming.take_short(kind);
        }
        self.take_short_to_self(kind)
    }

    fn take_short_to_self(&mut self, kind: u8) -> Option<ShortMessage> {
        let &(of, ToSelf::Short(message)) = self.ends.to_self.front()? else {
            return None;
        };
        if of != kind {
            return None;
        }
        self.ends.to_self.pop_front();
        self.note_to_self();
        Some(message)
    }

    /// Takes the next message, read where it lies, if it is one of this kind in a box and too long for the box's lines. `read` gets what
    /// the caller keeps, the sender, the message's first 8 bytes, and the box's memory with the place and the length of the others.
    /// `None` says nothing: then call [`OpenInboxes::take`].
    pub fn take_long<R>(
        &mut self,
        kind: u8,
        read: impl FnOnce(&mut T, u32, [u8; 8], (&Memory, usize, usize)) -> R,
    ) -> Option<R> {
        let Ends { incoming, kept, .. } = &mut *self.ends;
        incoming.take_long(kind, |source, first, others| {
            read(kept, source, first, others)
        })
    }

    /// Takes a message. Its bytes are the first of `into` afterwards, in the number that is returned.
    pub fn take(&mut self, into: &mut Vec<u8>) -> Option<(Envelope, usize)> {
        let inboxes = self.inboxes;
        if let Some((kind, message)) = self.ends.to_self.pop_front() {
            self.note_to_self();
            match message {
                ToSelf::Long(bytes) => *into = bytes,
                ToSelf::Short(message) => {
                    into.clear();
                    into.extend(message.head());
                    into.extend_from_slice(message.body());
                }
            }
            let source = inboxes.own;
            return Some((Envelope { source, kind }, into.len()));
        }
        let ring = &inboxes.rings[inboxes.own as usize];
        let box_of = |source| inboxes.box_of(inboxes.own, source);
        self.ends.incoming.take(ring, box_of, into)
    }

    /// Notes where the next messages of boxes begin, for looks without the lock. Call this after messages
    /// were taken.
    #[inline]
    pub fn note_taken(&self) {
        let talkers = self.ends.incoming.talkers();
        let inboxes = self.inboxes;
        let count = talkers.len();
        if count <= LOOKED_AT {
            for ((source, line), place) in talkers.zip(&inboxes.places) {
                let first = (RING_BYTES + source as usize * BOX_BYTES) / 8;
                place.store(line.to_place(first), Ordering::Relaxed);
            }
        }
        inboxes.talkers.store(count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
