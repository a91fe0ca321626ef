//! What one lock protects: this process's ends of the node's inboxes, the protocol of tagged messages, and the
//! messages that had no room. A call that sends or receives a short message takes it once.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::collections::{BTreeMap, VecDeque};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use std::thread;

use farreach_engine::{MessageKind, Tagged};
use farreach_node::{Envelope, Memory, OpenInboxes, ShortMessage};

use super::super::Unsent;
use super::{Handle, Request};

/// The most requests that wait for further receives.
const SPARES_MAX: usize = 256;

/// The protocol of tagged messages, with the requests of this process.
pub(crate) type Protocol = Tagged<Memory, Handle>;

/// What is protected beside the ends of the inboxes.
#[derive(Debug)]
pub(crate) struct Exchange {
    protocol: Protocol,
    /// Whether the port of tagged messages is open.
    is_tagged_open: bool,
    /// Requests of receives that have ended, for further receives. The program may still hold those at
    /// the back.
    spares: VecDeque<Arc<Request>>,
    /// Whether a thread has panicked in the protocol.
    is_broken: bool,
    /// Whether a thread delivers messages. It does not hold the lock while a receiver runs.
    pub(crate) is_delivering: bool,
    /// The bytes of a message that is delivered. As long as the longest so far.
    bytes: Vec<u8>,
    /// By rank, messages that had no room when they were sent, in order. No rank has none.
    pub(crate) unsent: BTreeMap<u32, VecDeque<Unsent>>,
}

impl Exchange {
    /// That of process `rank`.
    pub(crate) fn new(rank: u32) -> Exchange {
        Exchange {
            protocol: Tagged::new(rank),
            is_tagged_open: false,
            spares: VecDeque::new(),
            is_broken: false,
            is_delivering: false,
            bytes: Vec::new(),
            unsent: BTreeMap::new(),
        }
    }
}

/// The right to use the [`Exchange`]. A panic meanwhile breaks the protocol.
#[derive(Debug)]
pub(crate) struct Using<'a> {
    open: OpenInboxes<'a, Exchange>,
    has_panicked_before: bool,
}

impl<'a> Using<'a> {
    #[inline(always)]
    pub(crate) fn new(open: OpenInboxes<'a, Exchange>) -> Using<'a> {
        Using {
            open,
            has_panicked_before: thread::panicking(),
        }
    }

    #[inline]
    pub(crate) fn exchange(&mut self) -> &mut Exchange {
        &mut self.open
    }

    #[inline]
    pub(crate) fn inboxes(&mut self) -> &mut OpenInboxes<'a, Exchange> {
        &mut self.open
    }

    /// Runs `f` without the lock. Until the caller says otherwise, no other thread delivers messages.
    pub(crate) fn without_lock<R>(&mut self, f: impl FnOnce() -> R) -> R {
        /// If `f` panics, others may deliver. The protocol, which was not in use, is as it was.
        struct Delivering<'u, 'a>(&'u mut Using<'a>);

        impl Drop for Delivering<'_, '_> {
            fn drop(&mut self) {
                self.0.has_panicked_before = true;
                self.0.open.is_delivering = false;
            }
        }

        self.open.is_delivering = true;
        let delivering = Delivering(self);
        let result = delivering.0.open.unlocked(f);
        std::mem::forget(delivering);
        result
    }

    /// Whether a thread has panicked in the protocol.
    #[inline]
    pub(crate) fn is_broken(&self) -> bool {
        self.open.is_broken
    }

    /// Whether the port of tagged messages is open.
    #[inline]
    pub(crate) fn is_tagged_open(&self) -> bool {
        self.open.is_tagged_open
    }

    /// Notes that the port of tagged messages is open.
    pub(crate) fn open_tagged(&mut self) {
        self.open.is_tagged_open = true;
    }

    /// Sends an eager message of at most 48 bytes by the box of process `index` of the node, whose rank is `to`. `false`
    /// says nothing: then send it otherwise.
    #[inline(always)]
    pub(crate) fn push_short(
        &mut self,
        (to, index, kind): (u32, u32, MessageKind),
        (context, tag): (u32, u32),
        bytes: &[u8],
    ) -> bool {
        let is_free =
            self.open.unsent.is_empty() && self.open.is_tagged_open && !self.open.is_broken;
        if !is_free || !self.open.protocol.use_short(to, bytes.len()) {
            return false;
        }
        let first = u64::from_ne_bytes((u64::from(tag) << 32 | u64::from(context)).to_le_bytes());
        if !self.open.push_short(index, kind.code(), first, bytes) {
            self.open.protocol.give_back_short(to, bytes.len());
            return false;
        }
        true
    }

    /// Takes the next message if it is a short one of this kind.
    #[inline(always)]
    pub(crate) fn take_short(&mut self, kind: MessageKind) -> Option<ShortMessage> {
        self.open.take_short(kind.code())
    }

    /// Takes a message. Give the bytes back by [`Using::give_back`].
    pub(crate) fn take_any(&mut self) -> Option<(Envelope, usize, Vec<u8>)> {
        let mut bytes = std::mem::take(&mut self.open.bytes);
        let taken = self.open.take(&mut bytes);
        if let Some((envelope, len)) = taken {
            return Some((envelope, len, bytes));
        }
        self.give_back(bytes);
        None
    }

    /// The bytes of a message were read.
    pub(crate) fn give_back(&mut self, bytes: Vec<u8>) {
        self.open.bytes = bytes;
    }

    /// A request of a receive: a spare one if there is one, which spares an allocation.
    #[inline]
    pub(crate) fn request_of_receive(&mut self) -> Arc<Request> {
        if let Some(spare) = self.open.spares.pop_front()
            // The program may still ask for the one that has ended. Nobody else can share it again.
            && Arc::strong_count(&spare) == 1
        {
            // What the program has read of it happened before.
            fence(Ordering::Acquire);
            spare.begin_again();
            return spare;
        }
        Arc::new(Request::of_receive())
    }

    /// Keeps the request of a receive that has ended well.
    #[inline]
    pub(crate) fn keep_spare(&mut self, request: Arc<Request>) {
        if self.open.spares.len() < SPARES_MAX {
            self.open.spares.push_back(request);
        }
    }
}

impl Drop for Using<'_> {
    #[inline]
    fn drop(&mut self) {
        if thread::panicking() && !self.has_panicked_before {
            self.open.is_broken = true;
        }
    }
}

impl Deref for Using<'_> {
    type Target = Protocol;

    #[inline]
    fn deref(&self) -> &Protocol {
        &self.open.protocol
    }
}

impl DerefMut for Using<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Protocol {
        &mut self.open.protocol
    }
}
