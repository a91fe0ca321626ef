//! The state of a reached peer.

use alloc::boxed::Box;
use alloc::collections::{BTreeSet, VecDeque};

use farreach_connect::OtherQps;
use farreach_verbs::{QpNumber, Rkey, Time};

use crate::op::Op;
use crate::parts::Parts;
use crate::segments::SegmentInfo;

/// A peer.
pub(crate) struct Peer<M> {
    /// The state of the connection.
    pub(crate) connection: Connection,
    /// The connection's further queue pairs.
    pub(crate) others: OtherQps,
    /// The queue pair that was used last, if the connection has several for requests.
    pub(crate) latest: Option<QpNumber>,
    /// Operations that wait for the connection or for room in the send queue.
    pub(crate) pending: Pending<M>,
    /// The operation that is the open list of small puts. It comes after all pending operations.
    pub(crate) list: Option<u32>,
    /// Bytes of the peer's receive buffers that messages under way may take.
    pub(crate) buffers_taken: u32,
    /// Bytes of payload in a packet. Valid once the connection is up.
    pub(crate) mtu: u32,
    /// Whether a completion has proved to the connection manager that the other side is up.
    pub(crate) heard: bool,
    /// When a request was last posted on the connection. Kept only if connections may have to make
    /// room for others.
    pub(crate) last_used: Time,
    /// The keys of parts of the peer's segment, where peers tell them one by one. Zero is a part that the peer can't register.
    pub(crate) keys: Parts<Rkey>,
    /// Whether the peer was asked to end the connection and has not answered.
    pub(crate) asked: bool,
}

/// Operations that wait to be posted, the oldest first.
pub(crate) struct Pending<M> {
    queue: VecDeque<PendingOp<M>>,
    /// Whether the first operation follows datagrams that are under way. The connection must not be
    /// used before they have ended.
    follows_datagrams: bool,
}

/// An operation that waits to be posted, by its index.
pub(crate) enum PendingOp<M> {
    /// An operation.
    Op(u32, Op<M>),
    /// A list of small puts.
    List(u32),
}

/// The state of the connection to a peer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Connection {
    /// There is no connection.
    Down,
    /// The queue pair exists. Its first PSN is given.
    Created(QpNumber, u32),
    /// The queue pair is in RTS but may not be used yet.
    Ready(QpNumber, SegmentInfo),
    /// Usable.
    Up(QpNumber, SegmentInfo),
    /// The connection ends when all posted requests are complete. Nothing more is posted.
    Draining(QpNumber),
}

impl<M> Pending<M> {
    /// Whether no operation waits and no datagram is ahead, so that a new operation may be posted.
    #[inline]
    pub(crate) fn is_clear(&self) -> bool {
        self.queue.is_empty() && !self.follows_datagrams
    }

    /// Whether an operation waits.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether datagrams are ahead of the first operation.
    pub(crate) fn follows_datagrams(&self) -> bool {
        self.follows_datagrams
    }

    /// Sets whether datagrams are ahead of the first operation.
    pub(crate) fn set_follows_datagrams(&mut self, follows: bool) {
        self.follows_datagrams = follows;
    }

    pub(crate) fn push(&mut self, waiting: PendingOp<M>) {
        self.queue.push_back(waiting);
    }

    /// Takes the first operation.
    pub(crate) fn pop(&mut self) -> Option<PendingOp<M>> {
        self.queue.pop_front()
    }

    /// Puts back the operation that [`Pending::pop`] took.
    pub(crate) fn put_back(&mut self, waiting: PendingOp<M>) {
        self.queue.push_front(waiting);
    }

    pub(crate) fn take_all(&mut self) -> VecDeque<PendingOp<M>> {
        core::mem::take(&mut self.queue)
    }
}

impl<M> Peer<M> {
    /// A peer that was never reached, for the map of peers.
    pub(crate) fn boxed() -> Box<Self> {
        Box::new(Peer {
            connection: Connection::Down,
            others: OtherQps::default(),
            latest: None,
            pending: Pending {
                queue: VecDeque::new(),
                follows_datagrams: false,
            },
            list: None,
            buffers_taken: 0,
            mtu: 0,
            heard: false,
            last_used: Time::ZERO,
            keys: Parts::new(),
            asked: false,
        })
    }

    /// Whether the state equals that of a peer that was never reached, so that nothing is lost with it.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self.connection, Connection::Down)
            && self.pending.is_clear()
            && self.list.is_none()
            && self.keys.is_empty()
    }

    /// Whether the connection is usable.
    pub(crate) fn is_up(&self) -> bool {
        matches!(self.connection, Connection::Up(..))
    }

    /// Whether a queue pair of the connection is in `qps`.
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
