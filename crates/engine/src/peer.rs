//! What the engine knows of a peer that was reached.

use std::collections::VecDeque;

use farreach_verbs::QpNumber;

use crate::op::Op;
use crate::segments::SegmentInfo;

/// A peer.
pub(crate) struct Peer<M> {
    /// The connection as far as the engine needs it.
    pub(crate) link: Link,
    /// Operations that wait for the connection or for room in the send queue, oldest first, with their index.
    pub(crate) pending: VecDeque<(u32, Op<M>)>,
    /// Whether a completion proved to the connection manager that the other side is up.
    pub(crate) heard: bool,
}

/// The state of the connection to a peer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    /// None yet.
    Down,
    /// The queue pair exists and will begin at this PSN.
    Created(QpNumber, u32),
    /// The queue pair is in RTS but may not be used yet.
    Ready(QpNumber, SegmentInfo),
    /// Usable.
    Up(QpNumber, SegmentInfo),
}

impl<M> Peer<M> {
    pub(crate) fn new() -> Self {
        Peer {
            link: Link::Down,
            pending: VecDeque::new(),
            heard: false,
        }
    }

    pub(crate) fn qp(&self) -> Option<QpNumber> {
        match self.link {
            Link::Down => None,
            Link::Created(qp, _) | Link::Ready(qp, _) | Link::Up(qp, _) => Some(qp),
        }
    }
}
