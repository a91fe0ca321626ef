//! Messages between the processes of a node, through the memory that they share.
//!
//! ```text
//!   senders ──first messages──▶ ring of the receiver ─┐
//!   a sender that goes on ────▶ box of the pair ──────┼──▶ Inboxes::take, one message at a time
//!   the receiver itself ──────▶ its own queue ────────┘
//! ```
//!
//! All of a process's ring and boxes lie in its segment. A pair touches a page of its
//! box when it has talked for a while, and further pages with long messages. So memory follows the
//! pairs that talk. A look at the inbox reads one word of the
//! ring and one of each box in use.
//!
//! *Invariants: the messages of one sender are taken in the order in which they were sent. A
//! message is taken once. A send that finds no room sends nothing. A message to oneself always has
//! room.*

mod incoming;
mod outgoing;
mod slots;

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub use incoming::Envelope;
use incoming::Incoming;
use outgoing::{BOXED, Outgoing};

use crate::ring::Ring;
use crate::{Arena, Lock, Locked, Memory};

const PAGE: usize = 4096;
const RING_BYTES: usize = Ring::BYTES.next_multiple_of(PAGE);
/// Bytes from one box to the next.
const BOX_BYTES: usize = slots::BYTES.next_multiple_of(PAGE);

/// Up to so many boxes are looked at without a lock. Of more boxes one is always assumed to have a
/// message.
const LOOKED_AT: usize = 8;
/// Bits of a box's line in a place. Only its place in the box and its turn matter, which repeat
/// after many years.
const LINE_BITS: u32 = 48;

const _: () = assert!(slots::MESSAGE_MAX == Ring::MESSAGE_MAX);

/// A process's way to send messages to the processes of its node, and to take those that they
/// send.
pub struct Inboxes {
    arena: Arena,
    own: u32,
    /// The offset of the inbox in each segment.
    offset: usize,
    /// The ring of each process.
    rings: Vec<Ring>,
    /// By receiver: made when this process first sends to it.
    outgoing: Box<[OnceLock<Box<Lock<Outgoing>>>]>,
    incoming: Lock<Incoming>,
    /// Messages to oneself.
    to_self: Lock<VecDeque<(u8, Vec<u8>)>>,
    to_self_count: AtomicUsize,
    /// The number of boxes to look at.
    talkers: AtomicUsize,
    /// Of up to so many boxes, the sender and the line in which its next message begins.
    places: [AtomicU64; LOOKED_AT],
    /// This process's ring and boxes.
    memory: Memory,
}

impl fmt::Debug for Inboxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inboxes")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

impl Inboxes {
    /// The most bytes of a message.
    pub const MESSAGE_MAX: usize = Ring::MESSAGE_MAX;
    /// Kinds of messages are below this.
    pub const KINDS: u8 = BOXED;

    /// Bytes of each segment that the inboxes of `local_size` processes needs. They must be zero when
    /// the first process makes its [`Inboxes`].
    pub const fn bytes(local_size: u32) -> usize {
        RING_BYTES + local_size as usize * BOX_BYTES
    }

    /// The inboxes of the node, for process `own`. Its inbox is at `offset` of each segment, which is a
    /// multiple of a page.
    pub fn new(arena: &Arena, own: u32, offset: usize) -> Inboxes {
        let local_size = arena.layout().local_size;
        let ring = |index| {
            let memory = arena.segment(index).slice(offset, Ring::BYTES);
            Ring::new(memory.expect("the segment has room for the inboxes"))
        };
        let memory = arena.segment(own).slice(offset, Inboxes::bytes(local_size));
        Inboxes {
            arena: arena.clone(),
            own,
            offset,
            rings: (0..local_size).map(ring).collect(),
            outgoing: (0..local_size).map(|_| OnceLock::new()).collect(),
            incoming: Lock::new(Incoming::new()),
            to_self: Lock::default(),
            to_self_count: AtomicUsize::new(0),
            talkers: AtomicUsize::new(0),
            places: Default::default(),
            memory: memory.expect("the segment has room for the inboxes"),
        }
    }

    /// Sends a message of `head` and `body` together to process `to` of the node. Returns `false`,
    /// and sends nothing, if there is no room. Afterwards wake the process if it sleeps.
    ///
    /// # Panics
    /// If the message is longer than [`Inboxes::MESSAGE_MAX`], `kind` is not below [`Inboxes::KINDS`], or
    /// there is no process `to`.
    pub fn push(&self, to: u32, kind: u8, head: &[u8], body: &[u8]) -> bool {
        let len = head.len() + body.len();
        assert!(
            len <= Inboxes::MESSAGE_MAX && kind < Inboxes::KINDS,
            "message {kind}, {len} bytes"
        );
        if to == self.own {
            self.to_self.lock().push_back((kind, [head, body].concat()));
            self.to_self_count.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        let outgoing =
            self.outgoing[to as usize].get_or_init(|| Box::new(Lock::new(Outgoing::new(self.own))));
        let of_pair = || {
            self.box_of(to, self.own)
                .expect("the segment has room for the inboxes")
        };
        let ring = &self.rings[to as usize];
        outgoing.lock().push(ring, of_pair, kind, head, body)
    }

    /// Whether messages of these lengths to process `to` have room together, as long as no other
    /// thread sends one. `false` if the two processes have exchanged few messages.
    ///
    /// # Panics
    /// If there is no process `to`.
    pub fn has_room_for(&self, to: u32, lengths: impl Iterator<Item = usize>) -> bool {
        let outgoing = self.outgoing[to as usize].get();
        to == self.own || outgoing.is_some_and(|outgoing| outgoing.lock().has_room_for(lengths))
    }

    /// Makes the calling thread the one that takes messages, unless another thread is.
    #[inline]
    pub fn begin_to_take(&self) -> Option<Taking<'_>> {
        // A panic in a taker leaves nothing half done: what was not taken is still there.
        let incoming = self.incoming.try_lock()?;
        Some(Taking {
            inboxes: self,
            incoming,
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
        self.to_self.lock().is_empty()
            && self
                .incoming
                .lock()
                .is_empty(&self.rings[self.own as usize])
    }

    /// Notes where the next messages of boxes begin, for looks without the lock.
    fn note_places(&self, incoming: &Incoming) {
        let talkers = incoming.talkers();
        if talkers.len() <= LOOKED_AT {
            for ((source, line), place) in talkers.zip(&self.places) {
                let place_now = u64::from(source) << LINE_BITS | line & ((1 << LINE_BITS) - 1);
                if place.load(Ordering::Relaxed) != place_now {
                    place.store(place_now, Ordering::Relaxed);
                }
            }
        }
        self.talkers
            .store(incoming.talkers().len(), Ordering::Relaxed);
    }

    /// Whether a box may have a message.
    #[inline]
    fn has_box_message(&self) -> bool {
        let talkers = self.talkers.load(Ordering::Relaxed);
        talkers > LOOKED_AT
            || self.places[..talkers].iter().any(|place| {
                let place = place.load(Ordering::Relaxed);
                let (source, line) = (place >> LINE_BITS, place & ((1 << LINE_BITS) - 1));
                let offset = RING_BYTES + source as usize * BOX_BYTES;
                slots::has_message(&self.memory, offset, line)
            })
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

/// The right to take a process's messages, which one thread has at a time.
#[derive(Debug)]
pub struct Taking<'a> {
    inboxes: &'a Inboxes,
    incoming: Locked<'a, Incoming>,
}

impl Taking<'_> {
    /// Takes up to `most` messages, and calls `f` with each, until `f` breaks. Returns how many
    /// messages it took. Messages are taken one at a time: `f` may send, but not take.
    pub fn take(
        &mut self,
        most: usize,
        mut f: impl FnMut(Envelope, &[u8]) -> ControlFlow<()>,
    ) -> usize {
        let Taking { inboxes, incoming } = self;
        let mut taken = 0;
        let mut flow = ControlFlow::Continue(());
        while taken < most
            && flow.is_continue()
            && inboxes.to_self_count.load(Ordering::Relaxed) > 0
        {
            let Some((kind, bytes)) = inboxes.to_self.lock().pop_front() else {
                break;
            };
            inboxes.to_self_count.fetch_sub(1, Ordering::Relaxed);
            let source = inboxes.own;
            flow = f(Envelope { source, kind }, &bytes);
            taken += 1;
        }
        let ring = &inboxes.rings[inboxes.own as usize];
        while taken < most && flow.is_continue() {
            let next = incoming.take(ring, |source| inboxes.box_of(inboxes.own, source));
            let Some((envelope, bytes)) = next else {
                break;
            };
            flow = f(envelope, bytes);
            taken += 1;
        }
        inboxes.note_places(incoming);
        taken
    }
}

#[cfg(test)]
mod tests;
