//! What goes to a peer in datagrams, because there is no connection (yet), and is not over.

use alloc::collections::VecDeque;
use core::time::Duration;

use farreach_connect::Rank;
use farreach_verbs::Time;

use crate::EngineError;
use crate::op::Op;

/// All of it toward one peer.
#[derive(Default)]
pub(crate) struct Unconnected {
    /// What was sent and is not acknowledged, oldest first.
    pub(crate) flight: VecDeque<Sent>,
    /// Requests whose answers are awaited.
    pub(crate) awaited: u32,
    /// The first pending operation, if parts of it were sent.
    pub(crate) begun: Option<Begun>,
    /// Operations and their bytes that went in datagrams since there was a connection.
    pub(crate) ops: u32,
    pub(crate) bytes: u64,
    /// Set where no connection can be had.
    pub(crate) stands_in: Option<StandIn>,
}

/// An operation, or a list of puts, whose last record was sent.
pub(crate) struct Sent {
    /// The number of that record.
    pub(crate) record: u64,
    pub(crate) id: u32,
    pub(crate) what: Work,
    /// What the peer said of it.
    pub(crate) error: Option<EngineError>,
}

/// What it was.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    Op(u32),
    List(u32),
}

/// An operation of which parts were sent.
#[derive(Clone, Copy)]
pub(crate) struct Begun {
    pub(crate) id: u32,
    /// Bytes.
    pub(crate) sent: usize,
}

/// Datagrams stand in for a connection.
#[derive(Clone, Copy)]
pub(crate) struct StandIn {
    /// When to try again to get one.
    pub(crate) retry_at: Time,
    /// How long the last pause was.
    pub(crate) pause: Duration,
}

/// An operation whose answer is awaited.
pub(crate) struct Awaited<M> {
    pub(crate) index: u32,
    pub(crate) peer: Rank,
    pub(crate) op: Op<M>,
    /// Requests that were sent and not answered.
    pub(crate) replies_due: u32,
    /// All requests were sent.
    pub(crate) is_whole: bool,
    /// The word that came.
    pub(crate) word: u64,
    /// An answer did not fit.
    pub(crate) is_damaged: bool,
}

impl Unconnected {
    /// Whether something is under way, so that nothing may overtake it on a connection.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.flight.is_empty() || self.awaited > 0 || self.begun.is_some()
    }
}
