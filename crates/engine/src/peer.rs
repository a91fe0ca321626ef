//! What the engine knows of a peer that was reached.

use alloc::boxed::Box;
use alloc::collections::{BTreeSet, VecDeque};

use farreach_connect::OtherQps;
use farreach_verbs::{QpNumber, Time};

use crate::op::Op;
use crate::segments::SegmentInfo;
use crate::unconnected::Unconnected;

/// A peer.
pub(crate) struct Peer<M> {
    /// The connection as far as the engine needs it.
    pub(crate) connection: Connection,
    /// The connection's further queue pairs of ours.
    pub(crate) others: OtherQps,
    /// Of several queue pairs for requests the one that was used last.
    pub(crate) latest: Option<QpNumber>,
    /// What waits for the connection or for room in the send queue, oldest first.
    pub(crate) pending: VecDeque<Waiting<M>>,
    /// The open list of small puts, which come after all that is pending.
    pub(crate) list: Option<u32>,
    /// Bytes of payload in a packet, once the connection is up.
    pub(crate) mtu: u32,
    /// What went to it in datagrams, if anything did.
    pub(crate) unconnected: Option<Box<Unconnected>>,
    /// Whether a completion proved to the connection manager that the other side is up.
    pub(crate) heard: bool,
    /// When something was last posted on the connection, where connections may have to make room for others.
    pub(crate) last_used: Time,
    /// The peer was asked to let the connection end, and has not answered.
    pub(crate) asked: bool,
}

/// What waits to be posted.
pub(crate) enum Waiting<M> {
    /// An operation, with its index.
    Op(u32, Op<M>),
    /// A list of small puts.
    List(u32),
    /// What is ahead went in datagrams and is not over: the first of a queue, or not there.
    Datagrams,
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

impl<M> Peer<M> {
    pub(crate) fn new() -> Self {
        Peer {
            connection: Connection::Down,
            others: OtherQps::default(),
            latest: None,
            pending: VecDeque::new(),
            list: None,
            mtu: 0,
            unconnected: None,
            heard: false,
            last_used: Time::ZERO,
            asked: false,
        }
    }

    /// Whether anything has not left yet.
    pub(crate) fn has_pending(&self) -> bool {
        let mut pending = self.pending.iter();
        pending.any(|waiting| !matches!(waiting, Waiting::Datagrams))
    }

    /// Whether it is as one that was never reached.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self.connection, Connection::Down)
            && self.pending.is_empty()
            && self.list.is_none()
            && self.unconnected.is_none()
    }

    /// Whether any queue pair of the connection is one of these.
    pub(crate) fn has_any(&self, qps: &BTreeSet<QpNumber>) -> bool {
        let mut own = self.qp().into_iter().chain(self.others.iter());
        own.any(|qp| qps.contains(&qp))
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
