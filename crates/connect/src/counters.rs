//! What the manager counts.

use core::time::Duration;

use crate::wire::Body;

/// Counts since the manager was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages handed out, by kind.
    pub sent: ByKind,
    /// Messages that were taken, by kind.
    pub received: ByKind,
    /// Messages sent because nothing came for a while (also counted in `sent`).
    pub retransmitted: u64,
    /// Dropped: not a connect message, or with impossible contents.
    pub malformed: u64,
    /// Dropped: the MAC is wrong.
    pub unauthenticated: u64,
    /// Dropped: for another rank, from ourselves, or from another adapter than it says.
    pub misdirected: u64,
    /// Dropped: not newer than what its sender sent before (duplicates, replays, overtaken ones).
    pub replayed: u64,
    /// Dropped: answers an attempt of ours that is over.
    pub stale: u64,
    /// Attempts begun, ours and others', restarts included.
    pub attempts: u64,
    /// Attempts in which both sides had begun, merged into one connection.
    pub merged: u64,
    /// Attempts begun anew because the other side had begun anew.
    pub restarts: u64,
    /// Connections that came up.
    pub up: u64,
    /// Connections that ended by agreement.
    pub closed: u64,
    /// Times that a queue pair was refused for want of room, and waited for.
    pub no_room: u64,
    /// Attempts of ours that gave their queue pair to another's attempt.
    pub yielded: u64,
    /// [`crate::Action::Failed`] handed out.
    pub failed: u64,
    /// Attempts of others that came to nothing.
    pub abandoned: u64,
    /// The sum, over all connections that came up, of the time from the attempt's begin to up.
    pub setup_total: Duration,
    /// The longest of these times.
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
