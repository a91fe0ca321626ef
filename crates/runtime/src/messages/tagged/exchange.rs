//! What one lock protects: this process's ends of the node's inboxes, the protocol of tagged messages, and the
//! messages that had no room. A call that sends or receives a short message takes it once.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::collections::{BTreeMap, VecDeque};
use std::ops::{Deref, DerefMut};
use std::thread;

use farreach_engine::{Arrived, EAGER, MessageKind, Tagged};
use farreach_node::{Envelope, Memory, OpenInboxes, ShortMessage};
use farreach_verbs::Memory as _;

use super::super::{Port, Unsent};
use super::request::{Request, Requests};
use super::{Destination, Handle, SHORT_MAX};

/// The protocol of tagged messages, with the requests of this process.
pub(crate) type Protocol = Tagged<Memory, Handle>;

/// The kind of short messages.
#[inline]
fn short_kind() -> MessageKind {
    Port::Tagged.kind(EAGER)
}

/// What is protected beside the ends of the inboxes.
#[derive(Debug)]
pub(crate) struct Exchange {
    protocol: Protocol,
    /// Whether the port of tagged messages is open.
    is_tagged_open: bool,
    requests: Requests,
    /// Whether a thread has panicked in the protocol.
    is_broken: bool,
    /// Whether a thread delivers messages, which does not hold the lock while a receiver runs.
    is_delivering: bool,
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
            requests: Requests::new(),
            is_broken: false,
            is_delivering: false,
            bytes: Vec::new(),
            unsent: BTreeMap::new(),
        }
    }
}

impl Exchange {
    /// # Panics
    /// If a thread has panicked in the protocol: nobody can go on with half of a change.
    #[inline(always)]
    pub(crate) fn assert_sound(&self) {
        assert!(
            !self.is_broken,
            "a thread of this process panicked inside the protocol of tagged messages"
        );
    }
}

/// The right to use the [`Exchange`]. A panic meanwhile breaks the protocol.
#[derive(Debug)]
pub(crate) struct Using<'a> {
    open: OpenInboxes<'a, Exchange>,
    has_panicked_before: bool,
    /// Whether this thread is the one that delivers messages.
    delivers: bool,
    /// Whether a receiver runs, which does not use the protocol by this right.
    is_away: bool,
}

impl<'a> Using<'a> {
    #[inline(always)]
    pub(crate) fn new(open: OpenInboxes<'a, Exchange>) -> Using<'a> {
        Using {
            open,
            has_panicked_before: thread::panicking(),
            delivers: false,
            is_away: false,
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

    /// Whether another thread delivers messages.
    #[inline]
    pub(crate) fn is_delivering(&self) -> bool {
        self.open.is_delivering
    }

    /// Runs `f` without the lock. From then on until this is dropped, no other thread delivers messages.
    pub(crate) fn without_lock<R>(&mut self, f: impl FnOnce() -> R) -> R {
        self.open.is_delivering = true;
        self.delivers = true;
        self.is_away = true;
        let result = self.open.unlocked(f);
        self.is_away = false;
        result
    }

    /// Whether a thread has panicked in the protocol.
    #[inline]
    pub(crate) fn is_broken(&self) -> bool {
        self.open.is_broken
    }

    /// Whether the protocol can be used: its port is open, and no thread has panicked in it.
    #[inline]
    pub(crate) fn can_use_protocol(&self) -> bool {
        self.open.is_tagged_open && !self.open.is_broken
    }

    /// Notes that the port of tagged messages is open.
    pub(crate) fn open_tagged(&mut self) {
        self.open.is_tagged_open = true;
    }

    /// Sends an eager message to process `index` of the node, in one part. `false` says nothing: then send it otherwise.
    #[inline(always)]
    pub(crate) fn push_eager(&mut self, index: u32, to: Destination, bytes: &[u8]) -> bool {
        if !self.can_use_protocol() || !self.open.unsent.is_empty() {
            return false;
        }
        let Destination { pe, context, tag } = to;
        let protocol = &mut self.open.protocol;
        // A head of whole words passes in a register.
        let Some(head) = protocol.encode_short(pe, context, tag, bytes.len()) else {
            return false;
        };
        let kind = short_kind().code();
        let is_sent = if bytes.len() <= SHORT_MAX {
            self.open.push_short(index, kind, head, bytes)
        } else {
            self.open.push(index, kind, &head, bytes)
        };
        if !is_sent {
            self.open.protocol.withdraw_short(pe, bytes.len());
        }
        is_sent
    }

    /// Takes the next message if it is an eager one of at most [`SHORT_MAX`] bytes.
    #[inline(always)]
    pub(crate) fn take_short(&mut self) -> Option<ShortMessage> {
        self.open.take_short(short_kind().code())
    }

    /// Lets the next message arrive from where it lies, if it is an eager one whose bytes lie in one piece: to its target, or to a copy if no
    /// receive waits for it. `rank_of` is the rank of a process of the node.
    pub(crate) fn arrive_in_place(
        &mut self,
        rank_of: impl FnOnce(u32) -> u32,
    ) -> Option<Arrived<Handle>> {
        let kind = short_kind().code();
        self.open
            .take_long(kind, |exchange, source, head, (memory, at, len)| {
                let copy = |len: usize| {
                    let mut bytes = vec![0; len];
                    memory.copy_out(at, &mut bytes).expect("inside the box");
                    bytes
                };
                let write = |into: &Memory| {
                    // Not the inherent length, which a target in pieces does not have.
                    let fits = len.min(farreach_verbs::Memory::len(into));
                    // A target in pieces takes bytes only from a slice.
                    if into.copy_between(0, memory, at, fits).is_err() {
                        let written = into.write(0, &copy(fits));
                        written.expect("within the target");
                    }
                };
                let whole = || copy(len).into_boxed_slice();
                let protocol = &mut exchange.protocol;
                let arrived = protocol.arrive_in_place(rank_of(source), head, len, write, whole);
                // A message that no process of the job sends is dropped.
                arrived.unwrap_or(Arrived::Taken)
            })
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

    /// A request of a send or a receive, which the caller has one share of.
    #[inline(always)]
    pub(crate) fn begin_request(&mut self, is_receive: bool) -> &'static Request {
        self.open.requests.begin(is_receive)
    }

    /// Keeps a request that has ended, for a further send or receive.
    #[inline]
    pub(crate) fn keep_ended(&mut self, request: &'static Request) {
        self.open.requests.keep(request);
    }
}

impl Drop for Using<'_> {
    #[inline]
    fn drop(&mut self) {
        if thread::panicking() && !self.has_panicked_before && !self.is_away {
            self.open.is_broken = true;
        }
        if self.delivers {
            self.open.is_delivering = false;
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
