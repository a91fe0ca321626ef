//! Messages that are matched by tag: how they travel, and which receive gets which message.
//!
//! ```text
//!   sender                                     receiver
//!   short message   ──eager: the bytes──────▶  matched, or kept as unexpected
//!                     ──part, part …────────▶    those that do not fit into one message
//!   long message    ──announcement──────────▶  matched, or kept as unexpected
//!                       and its first bytes
//!                                              when matched, one of
//!                                               · reads the bytes where they are
//!                     ◀─fetch──────────────     · has them sent in pieces
//!                     ──piece, piece …─────▶
//!                     ◀─read───────────────    all bytes are there
//!   synchronous     ◀─matched──────────────    when an eager message has matched
//! ```
//!
//! [`Tagged`] is this protocol for one process. It has no input and output: its caller passes it
//! the messages that arrive, and carries out its [`Action`]s. Between two processes the message
//! layer keeps the order.
//!
//! Unexpected messages are bounded (`budget.rs`). A message beyond its sender's budget is announced
//! instead of sent. A message beyond the bound of announcements is held by its sender, and so are
//! all that follow it. Receives and probes that may wait for one of these have them sent (`holding.rs`).
//!
//! | message | to a process of the node | to another node |
//! |---|---|---|
//! | eager: travels with its bytes | up to 8 KiB | up to 32 KiB (`EAGER_MAX`) |
//! | goes on in parts (`parts.rs`) | never | if it does not fit into one message |
//! | announced | above | above; the first 16 KiB leave with the announcement, while nothing else could be sent yet |
//!
//! A program that takes no messages disturbs nobody else, since what a sender may send unasked is
//! bounded. Unreceived messages hold up nothing, since a receiver asks for the messages that it
//! waits for. A send that has not matched is cancelled by agreement with the receiver. Whether a
//! job is deadlocked is decided as for other messages: each message that a waiting process delivers
//! is a step.
//!
//! Tests compare the matching with a model of lists, and whole schedules of a few processes with
//! MPI's rules.
//!
//! *Invariants: messages of one process match in the order in which they were sent; each send and
//! each receive ends once; no bytes that arrive make it panic.*

mod budget;
mod holding;
mod inquiries;
mod matching;
mod parts;
mod peers;
mod queues;
mod receiving;
mod sending;
mod wire;

use alloc::boxed::Box;
use alloc::collections::{BTreeSet, VecDeque};
use core::ops::Deref;

use farreach_connect::Rank;
use farreach_verbs::Memory;
use slab::Slab;

use self::budget::{Allowance, Uncredited};
use self::inquiries::Inquiries;
use self::matching::Matching;
use self::parts::Arriving;
use self::peers::Peers;
use self::receiving::{Body, Reading, Receive};
use self::sending::PendingSend;
use crate::MESSAGE_MAX;
use crate::planted::Planted;

pub use self::budget::{ANNOUNCED_MAX, EAGER_BYTES};
pub use self::holding::PAGE_MAX;
pub use self::inquiries::Inquiry;
pub use self::matching::{Pattern, Posted, TAG_MAX};
pub use self::receiving::{Arrived, Awaited, Found, KeptMessage, Received, Unexpected};
pub use self::sending::{SendMode, Sending};
pub use self::wire::{AnnouncedSource, EAGER, Encoded, PART};

/// The most bytes of an eager message.
pub const EAGER_MAX: usize = 32 << 10;
/// The most bytes of an eager message that travels in one message, and not in parts.
pub const SINGLE_MAX: usize = MESSAGE_MAX - wire::EAGER_HEAD;
/// The most bytes that come with an announcement.
pub const LEAD_MAX: usize = MESSAGE_MAX - wire::HEAD_MAX;
/// The most bytes of a piece.
pub const PIECE_MAX: usize = MESSAGE_MAX - wire::PIECE_HEAD;

/// What a [`Tagged`] wants its caller to do, in this order.
#[derive(Debug)]
pub enum Action<M, R> {
    /// Send a message of `head` and `len` bytes at `offset` of `body`.
    Message {
        /// The receiver.
        to: Rank,
        /// The head. Its number is the message's.
        head: Encoded,
        /// The bytes behind the head.
        body: Option<(M, usize, usize)>,
    },
    /// Read `len` bytes, from the byte `at` on, of the message at `place` of process `from` to the
    /// same bytes of `into`. Then call [`Tagged::end_read`], or [`Tagged::refuse_read`] if the place
    /// can't be read. Bytes before `at` may be read again.
    Read {
        /// The number of the read.
        read: u32,
        /// The process that has the bytes.
        from: Rank,
        /// Where it has them.
        place: AnnouncedSource,
        /// The target.
        into: M,
        /// The first byte.
        at: usize,
        /// The number of bytes.
        len: usize,
    },
    /// A send or a receive has ended.
    End {
        /// What the caller gave for it.
        request: R,
        /// The message.
        message: Found,
    },
    /// A send was cancelled. The receiver does not get the message.
    Cancelled {
        /// What the caller gave for it.
        request: R,
    },
    /// An inquiry was answered.
    Answered,
}

/// The tagged messages of one process. `M` is the memory of sources and targets. `R` is what the
/// caller gives for each send and receive, and gets back at its end.
#[derive(Debug)]
pub struct Tagged<M, R> {
    rank: Rank,
    matching: Matching<Receive<M, R>, Body>,
    /// The processes that this one has exchanged messages with.
    peers: Peers<Peer<M, R>>,
    /// Senders that hold messages for this process, and have not been asked for them.
    holders: BTreeSet<Rank>,
    /// Sends that have not ended.
    sends: Slab<PendingSend<M, R>>,
    /// Receives whose bytes are on the way.
    reads: Slab<Reading<M, R>>,
    actions: VecDeque<Action<M, R>>,
    /// Bytes of unexpected messages that are here.
    unexpected_bytes: usize,
    planted: Planted,
}

/// What a process keeps for another one.
#[derive(Debug)]
struct Peer<M, R> {
    allowance: Allowance,
    /// The numbers of the sends beyond the allowance, in order.
    held: VecDeque<u32>,
    /// Whether the process was told that messages are held for it.
    is_told: bool,
    /// Whether the caller is sending a message in parts.
    is_sending_parts: bool,
    uncredited: Uncredited,
    /// The message in parts that is arriving.
    arriving: Option<Arriving<M, R>>,
    inquiries: Inquiries,
}

impl<M, R> Default for Peer<M, R> {
    fn default() -> Self {
        Peer {
            allowance: Allowance::default(),
            held: VecDeque::new(),
            is_told: false,
            is_sending_parts: false,
            uncredited: Uncredited::default(),
            arriving: None,
            inquiries: Inquiries::default(),
        }
    }
}

impl<M: Memory, R> Tagged<M, R> {
    /// The tagged messages of process `rank`.
    pub fn new(rank: Rank) -> Self {
        Tagged {
            rank,
            matching: Matching::new(),
            peers: Peers::new(),
            holders: BTreeSet::new(),
            sends: Slab::new(),
            reads: Slab::new(),
            actions: VecDeque::new(),
            unexpected_bytes: 0,
            planted: Planted::default(),
        }
    }

    /// Whether there is an action.
    #[inline]
    pub fn has_actions(&self) -> bool {
        !self.actions.is_empty()
    }

    /// The next action.
    #[inline]
    pub fn action(&mut self) -> Option<Action<M, R>> {
        self.actions.pop_front()
    }

    /// The number of unexpected messages, and the bytes of them that are here.
    pub fn unexpected(&self) -> (usize, usize) {
        (self.matching.unexpected_count(), self.unexpected_bytes)
    }

    /// The number of receives that are posted and have not matched.
    pub fn posted(&self) -> usize {
        self.matching.posted()
    }

    /// The patterns of the receives that are posted and have not matched, each once.
    pub fn awaited(&self) -> impl Iterator<Item = Pattern> {
        self.matching.patterns()
    }

    /// The receiver and the tag of each send that waits for its receiver.
    pub fn unreceived(&self) -> impl Iterator<Item = (Rank, u32)> {
        self.sends.iter().map(|(_, send)| send.destination())
    }

    /// The number of sends that wait for their receivers, and of receives whose bytes are on the
    /// way.
    pub fn under_way(&self) -> usize {
        let peers = self.peers.values();
        let in_parts = peers.filter(|peer| peer.is_receiving_parts()).count();
        in_parts + self.sends.len() + self.reads.len()
    }

    #[inline]
    fn peer(&mut self, rank: Rank) -> &mut Peer<M, R> {
        self.peers.get_or_default(rank)
    }

    fn push_control(&mut self, to: Rank, head: wire::Head) {
        let head = head.encode();
        let body = None;
        self.actions.push_back(Action::Message { to, head, body });
    }

    fn end(&mut self, request: R, message: Found) {
        self.actions.push_back(Action::End { request, message });
    }

    /// Plants a bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: crate::Bug) {
        self.planted = Planted::new(bug);
    }

    /// Whether nothing is under way and all budgets have been returned.
    #[cfg(debug_assertions)]
    pub fn is_settled(&self) -> bool {
        let mut peers = self.peers.values();
        let is_settled = |peer: &Peer<M, R>| peer.arriving.is_none() && peer.allowance.is_settled();
        self.under_way() == 0 && peers.all(is_settled)
    }
}

/// The most bytes of an unexpected message that need no allocation: those of a short one.
const INLINE_MAX: usize = 48;

/// Bytes of an unexpected message.
#[derive(Debug)]
enum Bytes {
    Few { len: u8, bytes: [u8; INLINE_MAX] },
    Many(Box<[u8]>),
}

impl From<&[u8]> for Bytes {
    #[inline]
    fn from(from: &[u8]) -> Bytes {
        if from.len() > INLINE_MAX {
            return Bytes::Many(from.into());
        }
        let mut bytes = [0; INLINE_MAX];
        bytes[..from.len()].copy_from_slice(from);
        let len = from.len() as u8;
        Bytes::Few { len, bytes }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Few { len, bytes } => &bytes[..usize::from(*len)],
            Bytes::Many(bytes) => bytes,
        }
    }
}
