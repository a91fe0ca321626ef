//! When the requester asks for acknowledgements.

use super::Qp;
use super::requester::{Requester, Step};
use super::wqe::PACKET_OVERHEAD;
use crate::shared::Shared;

/// An acknowledgement is asked for at least once in so many packets, and twice in a window, so that the other half is under way
/// while it comes.
const ACK_REQUEST_INTERVAL: u8 = 16;

impl Requester {
    /// For how many packets one counts toward the next acknowledgement that is asked for: half a window asks.
    #[inline]
    pub(super) fn weight(&self, charge: u64) -> u8 {
        let interval = u64::from(ACK_REQUEST_INTERVAL);
        let share = 2 * charge * interval;
        if share < 2 * self.window_max {
            return 1;
        }
        (share / self.window_max).min(interval) as u8
    }

    /// Whether all that is left to send may be under way at once, after a packet that charges so much.
    #[inline]
    fn ends_within_window(&self, charge: u64, mtu: u32) -> bool {
        let behind = (self.end() - self.next).saturating_mul(u64::from(mtu) + PACKET_OVERHEAD);
        behind <= self.window.saturating_sub(self.in_flight + charge)
    }
}

impl Qp {
    /// Whether the packet asks for an acknowledgement: now and then, and when it may be the last for a while. At the end of
    /// a message our own adapters acknowledge unasked, when it suits them, which is soon enough for long packets that all fit in
    /// the window.
    pub(super) fn asks_acknowledgement<M>(
        &self,
        shared: &Shared<M>,
        destination: u32,
        step: &Step,
    ) -> bool {
        let r = &self.requester;
        let wqe = &r.queue[step.index];
        let another = step.charge + u64::from(self.path.mtu) + PACKET_OVERHEAD;
        let weight = r.weight(step.charge);
        wqe.kind.has_response()
            || r.next + 1 == wqe.end() && !self.path.holds()
            || r.unrequested.saturating_add(weight) >= ACK_REQUEST_INTERVAL
                && (weight == 1
                    || !self.path.holds()
                    || !r.ends_within_window(step.charge, self.path.mtu))
            || r.in_flight + another > r.window
            || !shared.destinations.admits(destination, another)
    }
}
