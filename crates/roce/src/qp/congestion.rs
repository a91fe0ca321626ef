//! Congestion control: how much a queue pair may have under way on a path that others use too.
//!
//! ```text
//!   delay of the queue:   0 ─────────── half the target ─────────── target ──────────────▶
//!   first rounds           doubles        ends
//!   later rounds           grows: 1, 1, 1, 2, 2, 2, 4, ... packets    shrinks, by up to a half
//! ```
//!
//! The window follows the delay of the bottleneck's queue, after Swift (Kumar et al., "Swift: Delay
//! is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020). A round is a
//! measured round trip. The delay of the queue is the round trip less the least round trip of the
//! path. Additive growth and multiplicative reduction make the windows of all that share the queue
//! equal. Growth speeds up while no queue appears, so that a fast path fills soon after a
//! disturbance.
//!
//! Hosts are no part of the path. Where a process computes, or waits for a core, packets wait in its
//! socket. Each side knows when its socket was last empty, so it knows how long a packet may have
//! waited there; the responder tells in its acknowledgements. This time does not count. Kernels are
//! kept from their cores, too. A queue therefore has to last for [`LASTING`] rounds, after CoDel
//! (RFC 8289): only a queue that never empties is one.
//!
//! A connection that starts while the queue is not empty takes the queue for a part of the path, and
//! would let it grow beyond what the others tolerate. So the window now and then falls to its least
//! for a round trip, which shows the path without the connection's own packets (after BBR, Cardwell
//! et al., 2016). Whoever has most of the queue thereby empties it for all.
//!
//! A few lost packets without a queue are an unreliable path, and hardly shrink the window. Many
//! lost packets are a queue that is shorter than the target.
//!
//! The configured windows fill a path of 1 ms. On a longer path, windows and what a receiver holds
//! may be as many times larger as the path is longer, up to 32 times (`LENGTHS_MAX`). On loopback
//! this module is not used: windows follow loss alone.

use core::time::Duration;

use farreach_verbs::Time;

use super::pace::Pace;
use super::wqe::PACKET_OVERHEAD;

/// The target of the queue's delay, for a large window. It exceeds the time in which hosts handle a
/// window of packets, so that it is not reached where hosts are the bottleneck.
const TARGET_NS: u64 = 300_000;
/// Of a least round trip between these two, what exceeds the first is taken for a queue of others.
/// All connections of a local network therefore have one target, whenever they began.
const NEAR_NS: u64 = 100_000;
const DOUBT_END_NS: u64 = 400_000;
/// Of a longer round trip, the most that is taken for a queue of others.
const DOUBT_NS: u64 = 150_000;
/// What the target has more for a window of one packet. The share falls with the window's square
/// root. Small windows therefore grow while large ones shrink.
const SMALL_TARGET_NS: u64 = 200_000;
/// The first window in bytes. A slow path queues it for half a millisecond.
const FIRST_WINDOW: u64 = 32 << 10;
/// A queue that lasts for this number of rounds shrinks the window.
const LASTING: u32 = 3;
/// The least window in packets.
const MIN_PACKETS: u64 = 1;
/// Rounds after which growth doubles.
const ROUNDS_PER_STAGE: u32 = 3;
/// The most doublings of growth.
const STAGES: u32 = 8;
/// One packet in this number may be lost by an unreliable path.
const TOLERATED: u64 = 16;
/// The time between two looks at the path, and the least number of round trips.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);
const LOOK_ROUNDS: u64 = 64;
/// The round trip of a path that the configured windows fill. The windows of a longer path are as
/// many times larger as the path is longer, up to [`LENGTHS_MAX`] times.
const SHORT_NS: u64 = 1_000_000;
pub(super) const LENGTHS_MAX: u64 = 32;
/// The window of a long path grows at most by one in this number of parts in a round trip.
const LONG_STEP: u64 = 16;
/// After this number of lasting queues in a row, the least window no longer gives way.
const STUCK: u32 = 64;

/// A measured round trip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// When the acknowledgement was handled.
    pub(super) now: Time,
    /// The packet that was acknowledged.
    pub(super) psn: u64,
    /// The time until its acknowledgement was handled.
    pub(super) rtt_ns: u64,
    /// The part of that time in which neither side can have left a packet unhandled.
    pub(super) delay_ns: u64,
}

/// The state of one queue pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Congestion {
    /// The least round trip of the path.
    base_ns: u64,
    /// The longest time of a round trip for which hosts cannot be the reason. Hosts that are always
    /// late make no path long.
    proven_ns: u64,
    /// The queue's delay in the last round.
    queue_ns: u64,
    /// The least such delay of the rounds in a row that exceeded the target, and their number.
    excess: (u64, u32),
    /// Rounds since the window last shrank.
    rounds: u32,
    /// Whether no queue has been seen yet.
    is_starting: bool,
    /// How often in a row the least window had a lasting queue.
    stuck: u32,
    /// When the path was last looked at.
    looked: Time,
    /// The window before the current look.
    before_look: Option<u64>,
    /// Whether the window was full since the last round.
    is_limited: bool,
    /// Packets from this PSN on were sent after the window last shrank.
    shrunk_at: u64,
    /// After a loss: the losses of the same window that do not shrink it further, and the least to
    /// which the others shrink it.
    spared: (u64, u64),
    /// The next packet to measure. Packets before it are not measured.
    measured_from: u64,
    /// When the next packet may be sent.
    pace: Pace,
    /// Whether the queue pair waits for its pace.
    pub(super) is_paced: bool,
}

impl Congestion {
    /// The state of a new connection, and its window.
    pub(super) fn new(mtu: u32, most: u64) -> (Congestion, u64) {
        let congestion = Congestion {
            base_ns: u64::MAX,
            proven_ns: 0,
            queue_ns: 0,
            excess: (u64::MAX, 0),
            rounds: 0,
            is_starting: true,
            stuck: 0,
            looked: Time::ZERO,
            before_look: None,
            is_limited: false,
            shrunk_at: 0,
            spared: (0, 0),
            measured_from: 0,
            pace: Pace::default(),
            is_paced: false,
        };
        let first = FIRST_WINDOW.max(MIN_PACKETS * full(mtu)).min(most);
        (congestion, first)
    }

    /// Notes that the window is full.
    pub(super) fn limited(&mut self) {
        self.is_limited = true;
    }

    /// How many times longer the path is than one that the configured windows fill.
    pub(super) fn lengths(&self) -> u64 {
        (self.base_ns.min(self.proven_ns) / SHORT_NS).clamp(1, LENGTHS_MAX)
    }

    /// Whether a packet may be sent at `now`. If not, the window counts as full if it nearly is.
    #[inline]
    pub(super) fn is_due(&mut self, now: Time, is_nearly_full: bool) -> bool {
        let is_due = self.pace.is_due(now);
        self.is_limited |= !is_due && is_nearly_full;
        is_due
    }

    /// Notes that a packet that charges `charge` is sent at `now`.
    #[inline]
    pub(super) fn sent(&mut self, now: Time, charge: u64, window: u64) {
        if self.lengths() > 1 {
            self.pace.sent(now, charge, window, self.base_ns);
        }
    }

    /// Chooses the next packet to measure. The application of a long path may send a window's part at
    /// a time. The first packet of each part would never see the queue that the others make, so any
    /// packet of the window is as likely.
    pub(super) fn choose_measured(&mut self, window: u64, mtu: u32, high: u64) {
        if self.lengths() > 1 {
            let random = high.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            self.measured_from = high + random % (window / full(mtu)).max(1);
        }
    }

    /// Whether the packet `psn` may be measured.
    pub(super) fn measures(&self, psn: u64) -> bool {
        psn >= self.measured_from
    }

    /// The window after a round. Packets up to `high` are sent.
    pub(super) fn round(
        &mut self,
        window: u64,
        most: u64,
        mtu: u32,
        high: u64,
        round: &Round,
    ) -> u64 {
        let Round { psn, rtt_ns, .. } = *round;
        self.base_ns = self.base_ns.min(rtt_ns);
        self.proven_ns = self.proven_ns.max(round.delay_ns);
        let most = most * self.lengths();
        if let Some(before) = self.before_look {
            if psn < self.shrunk_at {
                return window;
            }
            self.before_look = None;
            return before.min(most);
        }
        if self.is_time_to_look(round.now) && window > MIN_PACKETS * full(mtu) {
            self.looked = round.now;
            self.before_look = Some(window);
            self.excess = (u64::MAX, 0);
            self.shrunk_at = high;
            return MIN_PACKETS * full(mtu);
        }
        let path_ns = self.path_ns();
        self.queue_ns = round.delay_ns.saturating_sub(path_ns);
        let packets = (window / full(mtu)).max(1);
        let mut target = self.target_ns() + SMALL_TARGET_NS * self.lengths() / packets.isqrt();
        if self.is_starting {
            target /= 2;
        }
        if self.queue_ns <= target {
            self.excess = (u64::MAX, 0);
            self.stuck = 0;
            return self.grown(window, most, mtu, target);
        }
        if psn < self.shrunk_at {
            return window;
        }
        self.excess.0 = self.excess.0.min(self.queue_ns);
        self.excess.1 += 1;
        if self.excess.1 < LASTING {
            return window;
        }
        let (least, _) = core::mem::replace(&mut self.excess, (u64::MAX, 0));
        let is_least = window <= MIN_PACKETS * full(mtu);
        self.stuck = if is_least { self.stuck + 1 } else { 0 };
        if self.stuck >= STUCK {
            // The path has become longer, or others tolerate a longer queue.
            (self.base_ns, self.stuck) = (path_ns + least, 0);
        }
        // The excess in 1024ths of the delay, of which four fifths are given up.
        let excess = least.saturating_sub(target) * 1024 / (least + path_ns);
        self.shrunk(window, mtu, high, 1024 - (excess * 4 / 5).min(512))
    }

    /// The least round trip without a queue, as far as it is known.
    fn path_ns(&self) -> u64 {
        let near = self.base_ns.min(NEAR_NS);
        let beyond = self.base_ns.saturating_sub(DOUBT_END_NS);
        let far = self.base_ns.saturating_sub(DOUBT_NS);
        near.saturating_add(beyond)
            .saturating_add(beyond / 4)
            .min(far.max(near))
    }

    /// The target of the queue's delay, for a large window.
    fn target_ns(&self) -> u64 {
        TARGET_NS + self.path_ns() / 8
    }

    fn is_time_to_look(&mut self, now: Time) -> bool {
        if self.looked == Time::ZERO {
            self.looked = now;
        }
        let rounds = Duration::from_nanos(self.base_ns.saturating_mul(LOOK_ROUNDS));
        self.is_limited && now.since(self.looked) >= rounds.max(LOOK_INTERVAL)
    }

    fn grown(&mut self, window: u64, most: u64, mtu: u32, target: u64) -> u64 {
        if !core::mem::take(&mut self.is_limited) {
            return window;
        }
        if self.is_starting {
            return (2 * window).min(most);
        }
        // Near the target all grow alike, or who was spared last would get ahead.
        if self.queue_ns > target / 2 {
            self.rounds = 0;
        }
        let stage = (self.rounds / ROUNDS_PER_STAGE).min(STAGES);
        self.rounds += 1;
        let lengths = self.lengths();
        // In equal times, windows of long and of short paths grow alike. On a long path a queue shows
        // late, and holds a small part of a window.
        let step = full(mtu) * lengths;
        let most_step = if lengths > 1 {
            step.max(window / LONG_STEP)
        } else {
            window
        };
        (window + (step << stage).min(most_step).min(window)).min(most)
    }

    fn shrunk(&mut self, window: u64, mtu: u32, high: u64, of_1024: u64) -> u64 {
        self.rounds = 0;
        self.is_starting = false;
        self.shrunk_at = high;
        self.measured_from = high;
        let window = self.before_look.take().unwrap_or(window);
        (window * of_1024 / 1024).max(MIN_PACKETS * full(mtu))
    }

    /// The window after `packets` of a full window were lost.
    pub(super) fn lost(&mut self, window: u64, mtu: u32, high: u64, packets: u64) -> u64 {
        let in_window = (window / full(mtu)).max(1);
        let is_queue = if self.lengths() > 1 {
            self.queue_ns > self.target_ns()
        } else {
            self.queue_ns > TARGET_NS / 2
        };
        let tolerated = 1 + in_window / TOLERATED;
        self.spared = (tolerated.saturating_sub(packets), window / 2);
        if is_queue || packets > tolerated {
            return self.shrunk(window, mtu, high, 716);
        }
        self.is_starting = false;
        let window = self.before_look.take().unwrap_or(window);
        // A long path holds more packets, of which more are lost.
        let part = 16 * self.lengths().min(4);
        (window - window / part).max(MIN_PACKETS * full(mtu))
    }

    /// The window after `packets` more of it were lost. On a long path the losses of a window are
    /// noticed one after the other, and the window falls to what arrived.
    pub(super) fn lost_more(&mut self, window: u64, mtu: u32, packets: u64) -> u64 {
        if self.lengths() == 1 || self.before_look.is_some() {
            return window;
        }
        let (spared, least) = self.spared;
        self.spared.0 = spared.saturating_sub(packets);
        let lost = packets.saturating_sub(spared) * full(mtu);
        window.saturating_sub(lost).max(least.min(window))
    }

    /// The window after nothing was heard for a timeout.
    pub(super) fn silent(&mut self, window: u64, mtu: u32, high: u64) -> u64 {
        self.shrunk(window, mtu, high, 512)
    }
}

/// What a full packet charges.
fn full(mtu: u32) -> u64 {
    u64::from(mtu) + PACKET_OVERHEAD
}

#[cfg(test)]
mod tests;
