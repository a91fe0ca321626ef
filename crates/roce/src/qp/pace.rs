//! Pacing: on a long path a window is not sent at once.
//!
//! ```text
//!   not paced   ████████████████──────────────────── one round trip ──████████████████───
//!   paced       ██──██──██──██──██──██──██──██──██── one round trip ──██──██──██──██──██──
//! ```
//!
//! On a long path the window exceeds the queue of the bottleneck, which would drop the rest of a
//! window that arrives at once. So a window takes one round trip of the path. Acknowledgements alone
//! would not space the packets: after a pause, or when the window has grown, nothing is under way
//! that would be acknowledged.
//!
//! The rule is the virtual scheduling algorithm of ITU-T I.371: each packet moves the time of the next
//! by its share of the round trip. The sender may be late by [`SLACK_NS`] and make up for it.

use core::time::Duration;

use farreach_verbs::Time;

/// How long a paced queue pair waits before its next turn.
pub(crate) const TICK: Duration = Duration::from_micros(500);
/// By how much a sender may be late and make up for it.
const SLACK_NS: u64 = 2_000_000;
/// Bytes that may be sent at once after a pause.
const BURST_BYTES: u64 = 64 << 10;

/// The time of the next packet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    due_ns: u64,
}

impl Pace {
    /// Whether a packet may be sent at `now`.
    #[inline]
    pub(super) fn is_due(self, now: Time) -> bool {
        self.due_ns <= now.0
    }

    /// Notes that a packet that charges `charge` is sent at `now`, where `window` may be sent in
    /// `round_ns`.
    pub(super) fn sent(&mut self, now: Time, charge: u64, window: u64, round_ns: u64) {
        let window = window.max(BURST_BYTES);
        let time_of = |bytes: u64| bytes.saturating_mul(round_ns) / window;
        let slack = SLACK_NS.max(time_of(BURST_BYTES));
        self.due_ns = self.due_ns.max(now.0.saturating_sub(slack)) + time_of(charge);
    }
}
