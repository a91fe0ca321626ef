//! The requester: the send queue, and what of it is under way.
//!
//! ```text
//!          una              next                end        PSNs
//!  ─────────┼─────────────────┼──────────────────┼────▶
//!           │ in flight       │ to be sent       │
//!           └ oldest unacknowledged    high: one past the highest ever sent
//! ```
//! To go back, the requester sets `next = una`: a packet's contents follow from its PSN (`transmit.rs`).

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::time::Duration;

use farreach_verbs::{Retry, Time};

use super::congestion::{Congestion, Round};
use super::recovery::Missing;
use super::timer::{Probing, Timing};
use super::wqe::PACKET_OVERHEAD;
use super::{Source, Wqe, WqeKind, first_psn};
use crate::config::{self, Limits};
use crate::shared::Shared;

/// The window holds at least this many full packets, however much is lost.
const MIN_WINDOW_PACKETS: u64 = 4;

/// The number of requests into which a read that fills the window is cut.
const READ_PARTS_PER_WINDOW: u64 = 4;
/// The number of such requests on a long path, where a part of a window is a burst that exceeds a
/// queue. Somewhat less than the number of reads that are under way at a time.
const READ_PARTS_PER_LONG_WINDOW: u64 = 12;
/// The least packets of such a request. A long read keeps its parts while the first windows double.
const LONG_READ_PART: u64 = 16;

/// The sending half of a queue pair.
pub(crate) struct Requester {
    pub(super) queue: VecDeque<Wqe>,
    /// The number of entries that have left the front of the queue.
    pub(super) taken: u64,
    /// The entry that contains `next`.
    pub(super) cursor: usize,
    /// The first PSN of the connection.
    first: u64,
    pub(super) una: u64,
    pub(super) next: u64,
    pub(super) high: u64,
    pub(super) end: u64,
    /// The charge of the packets from `una` to `next`.
    pub(super) in_flight: u64,
    pub(super) window: u64,
    pub(super) window_max: u64,
    /// What the window follows besides loss, on a path that others use too.
    pub(super) congestion: Option<Box<Congestion>>,
    /// The end of each outstanding read request and atomic.
    pub(super) reads: VecDeque<u64>,
    pub(super) max_rd_atomic: u8,
    /// Packets since the last one that requested an acknowledgement. A long packet counts for
    /// several (`asking.rs`).
    pub(super) unrequested: u8,
    /// The PSN at which the requester last went back. Evidence of one loss arrives several times.
    pub(super) went_back_at: u64,
    /// Packets that are sent again out of order.
    pub(super) missing: Missing,
    /// The value of `high` when the window last shrank because of a missing packet.
    pub(super) recover: u64,
    /// Entries from this one on wait until the queue pair leaves SQD.
    drain_at: u64,
    /// Whether the requester waits after an RNR NAK.
    pub(super) not_ready: bool,
    pub(super) timing: Timing,
}

impl Requester {
    pub(super) fn new() -> Self {
        Requester {
            queue: VecDeque::new(),
            taken: 0,
            cursor: 0,
            first: 0,
            una: 0,
            next: 0,
            high: 0,
            end: 0,
            in_flight: 0,
            window: 0,
            window_max: 0,
            congestion: None,
            reads: VecDeque::new(),
            max_rd_atomic: 0,
            unrequested: 0,
            went_back_at: 0,
            missing: Missing::default(),
            recover: 0,
            drain_at: u64::MAX,
            not_ready: false,
            timing: Timing::new(
                Duration::ZERO,
                Duration::ZERO,
                Duration::ZERO,
                Retry::Count(0),
                Retry::Count(0),
                Probing::Never,
            ),
        }
    }

    pub(super) fn start(
        &mut self,
        psn: u32,
        max_rd_atomic: u8,
        limits: &Limits,
        mtu: u32,
        timing: Timing,
    ) {
        let psn = first_psn(psn);
        self.first = psn;
        (self.una, self.next, self.high, self.end) = (psn, psn, psn, psn);
        self.max_rd_atomic = max_rd_atomic;
        self.window_max = u64::from(limits.window_bytes);
        self.window = self.window_max;
        if limits.congestion == config::Congestion::Delay {
            let (congestion, window) = Congestion::new(mtu, self.window_max);
            (self.congestion, self.window) = (Some(Box::new(congestion)), window);
        }
        self.timing = timing;
    }

    /// Makes an idle requester continue `packets` later, as if these had been sent and acknowledged.
    #[cfg(test)]
    pub(super) fn skip(&mut self, packets: u64) {
        assert_eq!((self.una, self.high), (self.next, self.end), "it is idle");
        for psn in [&mut self.una, &mut self.next, &mut self.high, &mut self.end] {
            *psn += packets;
        }
    }

    /// The number of packets since the connection began that were acknowledged.
    #[inline]
    pub(super) fn acknowledged_count(&self) -> u64 {
        self.una - self.first
    }

    /// Lets only the entries that are posted now continue.
    pub(super) fn drain(&mut self) {
        self.drain_at = self.taken + self.queue.len() as u64;
    }

    /// Lets all entries continue.
    pub(super) fn resume(&mut self) {
        self.drain_at = u64::MAX;
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn push(&mut self, wqe: Wqe) {
        self.end = wqe.end();
        if self.queue.len() == self.queue.capacity() {
            // Many queue pairs are used little. A queue therefore starts with one entry instead of
            // the four of `VecDeque`.
            self.queue.reserve_exact(self.queue.len().max(1));
        }
        self.queue.push_back(wqe);
    }

    /// Removes the oldest entry and frees its inline data.
    pub(crate) fn take_front<M>(&mut self, shared: &mut Shared<M>) -> Option<Wqe> {
        let wqe = self.queue.pop_front()?;
        self.taken += 1;
        self.cursor = self.cursor.saturating_sub(1);
        if let Source::Inline(index) = wqe.source {
            shared.inline.release(index);
        }
        Some(wqe)
    }

    /// Whether the entry at `index` may be sent in the current state.
    pub(super) fn may_send(&self, index: usize) -> bool {
        self.taken + (index as u64) < self.drain_at
    }

    /// The oldest entry, if it may be sent.
    pub(crate) fn sendable_front(&self) -> Option<Wqe> {
        self.queue.front().filter(|_| self.may_send(0)).copied()
    }

    /// Returns the bytes in flight and sets them to zero.
    pub(super) fn take_in_flight(&mut self) -> u64 {
        self.missing.clear();
        core::mem::take(&mut self.in_flight)
    }

    /// Whether a part of the oldest read's data has arrived.
    pub(super) fn is_amid_read(&self) -> bool {
        let amid = |wqe: &Wqe| wqe.kind == WqeKind::Read && self.una > wqe.psn;
        self.una < self.next && self.queue.front().is_some_and(amid)
    }

    /// Continues at the oldest unacknowledged packet.
    pub(super) fn rewind(&mut self) {
        self.next = self.una;
        self.cursor = 0;
        self.reads.clear();
        self.unrequested = 0;
        self.timing.abandon_measurement();
    }

    /// Notes that `packets` were lost.
    pub(super) fn shrink_window(&mut self, mtu: u32, packets: u64) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.lost(self.window, mtu, self.high, packets);
            return;
        }
        self.halve_window(mtu);
    }

    /// Notes that `packets` were lost of the window for which [`Self::shrink_window`] was called.
    pub(super) fn shrink_window_more(&mut self, mtu: u32, packets: u64) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.lost_more(self.window, mtu, packets);
        }
    }

    /// Notes that everything in flight has to be sent again.
    pub(super) fn collapse_window(&mut self, mtu: u32) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.silent(self.window, mtu, self.high);
            return;
        }
        self.halve_window(mtu);
    }

    fn halve_window(&mut self, mtu: u32) {
        let least = MIN_WINDOW_PACKETS * (u64::from(mtu) + PACKET_OVERHEAD);
        self.window = (self.window / 2).max(least.min(self.window_max));
    }

    pub(super) fn grow_window(&mut self, acknowledged: u64) {
        if self.congestion.is_some() {
            return;
        }
        self.window = (self.window + acknowledged / 4).min(self.window_max);
    }

    /// How many times longer the path is than one that the configured windows fill.
    pub(super) fn lengths(&self) -> u64 {
        let congestion = self.congestion.as_ref();
        congestion.map_or(1, |congestion| congestion.lengths())
    }

    /// Whether the pace lets a packet be sent at `now`.
    #[inline]
    pub(super) fn is_due(&mut self, now: Time) -> bool {
        let Some(congestion) = &mut self.congestion else {
            return true;
        };
        // An application that pauses leaves the window empty, and then waits for the pace alone.
        let is_nearly_full = self.in_flight >= self.window - self.window / 4;
        congestion.is_due(now, is_nearly_full)
    }

    /// Whether the queue pair waits until its pace lets it send.
    pub(super) fn is_paced(&self) -> bool {
        let congestion = self.congestion.as_ref();
        congestion.is_some_and(|congestion| congestion.is_paced)
    }

    /// Notes that a packet that charges `charge` is sent at `now`.
    #[inline]
    pub(super) fn pace(&mut self, now: Time, charge: u64) {
        if let Some(congestion) = &mut self.congestion {
            congestion.sent(now, charge, self.window);
        }
    }

    /// Notes a measured round trip.
    #[inline]
    pub(super) fn round(&mut self, mtu: u32, round: &Round) {
        if let Some(congestion) = &mut self.congestion {
            let most = self.window_max;
            self.window = congestion.round(self.window, most, mtu, self.high, round);
            congestion.choose_measured(self.window, mtu, self.high);
        }
    }

    /// The number of packets that one request of a read asks for, if the read is posted now.
    pub(super) fn full_part(&self, mtu: u32) -> u32 {
        // Where many share a path, a long part fills the queue whatever the window is.
        let window = match self.congestion {
            Some(_) => self.window,
            None => self.window_max,
        };
        let (parts, least) = if self.lengths() > 1 {
            (READ_PARTS_PER_LONG_WINDOW, LONG_READ_PART)
        } else {
            (READ_PARTS_PER_WINDOW, 1)
        };
        let full = u64::from(mtu) + PACKET_OVERHEAD;
        (window / parts / full).max(least) as u32
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.congestion
            .as_ref()
            .map_or(0, |_| size_of::<Congestion>())
            + self.queue.capacity() * size_of::<Wqe>()
            + self.reads.capacity() * size_of::<u64>()
            + self.missing.heap_bytes()
    }
}
