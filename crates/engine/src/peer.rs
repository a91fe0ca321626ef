//! What the engine knows of a peer that was reached.

use alloc::collections::{BTreeSet, VecDeque};

use farreach_connect::OtherQps;
use farreach_verbs::{QpNumber, Time};

use crate::op::Op;
use crate::segments::SegmentInfo;

/// A peer.
pub(crate) struct Peer<M> {
    /// The connection as far as the engine needs it.
    pub(crate) connection: Connection,
    /// The connection's further queue pairs of ours.
    pub(crate) others: OtherQps,
    /// Of several queue pairs for requests the one that was used last.
    pub(crate) latest: Option<QpNumber>,
    /// What waits for the connection or for room in the send queue.
    pub(crate) pending: Pending<M>,
    /// The operation that is an open list of small puts, which come after all that is pending.
    pub(crate) list: Option<u32>,
    /// Bytes of payload in a packet, once the connection is up.
    pub(crate) mtu: u32,
    /// Whether a completion proved to the connection manager that the other side is up.
    pub(crate) heard: bool,
    /// When something was last posted on the connection, where connections may have to make room for others.
    pub(crate) last_used: Time,
    /// The peer was asked to let the connection end, and has not answered.
    pub(crate) asked: bool,
}

/// What waits to be posted, oldest first.
pub(crate) struct Pending<M> {
    queue: VecDeque<Waiting<M>>,
    /// What is ahead of the first went in datagrams and is not over: the connection may not be used before.
    follows_datagrams: bool,
}

/// What waits to be posted, by its index.
pub(crate) enum Waiting<M> {
    /// An operation.
    Op(u32, Op<M>),
    /// One that is a list of small puts.
    List(u32),
}

/// The state of the connection to a peer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Connection {
    /// None yet.
    Down,
    /// The queue pair exists and will begin at this PSN.
    Created(QpNumber, u32),
    /// The queue pair is in RTS but may not be used yet.
    Ready(QpNumber, SegmentInfo),
    /// Usable.
    Up(QpNumber, SegmentInfo),
    /// It ends when what was posted is complete; nothing more is posted.
    Draining(QpNumber),
}

impl<M> Pending<M> {
    /// Whether nothing waits, and nothing is ahead in datagrams: what comes now may be posted.
    #[inline]
    pub(crate) fn is_clear(&self) -> bool {
        self.queue.is_empty() && !self.follows_datagrams
    }

    /// Whether anything waits.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether something is ahead in datagrams.
    pub(crate) fn follows_datagrams(&self) -> bool {
        self.follows_datagrams
    }

    /// Says whether something is ahead in datagrams.
    pub(crate) fn set_follows_datagrams(&mut self, follows: bool) {
        self.follows_datagrams = follows;
    }

    pub(crate) fn push(&mut self, waiting: Waiting<M>) {
        self.queue.push_back(waiting);
    }

    /// Takes the first.
    pub(crate) fn pop(&mut self) -> Option<Waiting<M>> {
        self.queue.pop_front()
    }

    /// Puts back what was taken by [`Pending::pop`].
    pub(crate) fn put_back(&mut self, waiting: Waiting<M>) {
        self.queue.push_front(waiting);
    }

    pub(crate) fn take_all(&mut self) -> VecDeque<Waiting<M>> {
        core::mem::take(&mut self.queue)
    }
}

impl<M> Peer<M> {
    pub(crate) fn new() -> Self {
        Peer {
            connection: Connection::Down,
            others: OtherQps::default(),
            latest: None,
            pending: Pending {
                queue: VecDeque::new(),
                follows_datagrams: false,
            },
            list: None,
            mtu: 0,
            heard: false,
            last_used: Time::ZERO,
            asked: false,
        }
    }

    /// Whether it is as one that was never reached.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self.connection, Connection::Down)
            && self.pending.is_clear()
            && self.list.is_none()
    }

    /// Whether the connection is usable.
    pub(crate) fn is_up(&self) -> bool {
        matches!(self.connection, Connection::Up(..))
    }

    /// Whether any queue pair of the connection is one of these.
    pub(crate) fn has_any(&self, qps: &BTreeSet<QpNumber>) -> bool {
        self.queue_pairs().any(|qp| qps.contains(&qp))
    }

    /// The queue pairs of the connection.
    pub(crate) fn queue_pairs(&self) -> impl Iterator<Item = QpNumber> {
        self.qp().into_iter().chain(self.others.iter())
    }

    pub(crate) fn qp(&self) -> Option<QpNumber> {
        match self.connection {
            Connection::Down => None,
            Connection::Created(qp, _)
            | Connection::Ready(qp, _)
            | Connection::Up(qp, _)
            | Connection::Draining(qp) => Some(qp),
        }
    }
}
