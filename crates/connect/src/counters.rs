//! What the manager counts.

use core::time::Duration;

use crate::wire::Body;

/// Counters since the manager was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages sent, by kind.
    pub sent: ByKind,
    /// Messages accepted, by kind.
    pub received: ByKind,
    /// Messages sent after a silence. Included in `sent`.
    pub retransmitted: u64,
    /// Messages dropped because they were malformed.
    pub malformed: u64,
    /// Messages dropped because the MAC was wrong.
    pub unauthenticated: u64,
    /// Messages dropped because they were for another rank, from this process, or from another
    /// adapter than they name.
    pub misdirected: u64,
    /// Messages dropped because they were not newer than an earlier one of their sender:
    /// duplicates, replays, and overtaken messages.
    pub replayed: u64,
    /// Messages dropped because they answer an attempt that is over.
    pub stale: u64,
    /// Attempts begun by either side, restarts included.
    pub attempts: u64,
    /// Attempts that both sides began, and that were merged into one connection.
    pub merged: u64,
    /// Attempts restarted because the peer restarted.
    pub restarts: u64,
    /// Connections established.
    pub up: u64,
    /// Connections that ended by agreement.
    pub closed: u64,
    /// How often an attempt had to wait for a queue pair.
    pub no_room: u64,
    /// Attempts that gave their queue pair to another attempt.
    pub yielded: u64,
    /// Actions [`crate::Action::Failed`].
    pub failed: u64,
    /// Attempts of peers that ended without a connection.
    pub abandoned: u64,
    /// The sum of the set-up times of all connections, from the begin of the attempt.
    pub setup_total: Duration,
    /// The longest set-up time.
    pub setup_max: Duration,
}

/// Counts by kind of message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByKind {
    /// REQUEST.
    pub request: u64,
    /// REPLY.
    pub reply: u64,
    /// CONFIRM.
    pub confirm: u64,
    /// HOLD.
    pub hold: u64,
    /// REFUSED.
    pub refused: u64,
    /// CLOSE.
    pub close: u64,
    /// KEEP.
    pub keep: u64,
    /// DRAIN.
    pub drain: u64,
}

impl ByKind {
    pub(crate) fn count(&mut self, body: &Body) {
        let count = match body {
            Body::Request { .. } => &mut self.request,
            Body::Reply { .. } => &mut self.reply,
            Body::Confirm => &mut self.confirm,
            Body::Hold => &mut self.hold,
            Body::Refused(_) => &mut self.refused,
            Body::Close => &mut self.close,
            Body::Keep => &mut self.keep,
            Body::Drain { .. } => &mut self.drain,
        };
        *count += 1;
    }
}
