//! Decides when the requester asks for acknowledgements.

use super::Qp;
use super::requester::Requester;
use super::transmit::Step;
use super::wqe::PACKET_OVERHEAD;
use crate::shared::Shared;

/// An acknowledgement is requested at least once in this number of packets, and twice in a window.
/// One half of the window is under way while the acknowledgement of the other returns.
const ACK_REQUEST_INTERVAL: u8 = 16;

impl Requester {
    /// The number of packets that a packet counts for toward the next requested acknowledgement.
    /// Half a window requests one.
    #[inline]
    pub(super) fn weight(&self, charge: u64) -> u8 {
        let interval = u64::from(ACK_REQUEST_INTERVAL);
        let share = 2 * charge * interval;
        if share < 2 * self.window {
            return 1;
        }
        (share / self.window).min(interval) as u8
    }

    /// Whether everything that is left may be under way at once, after a packet that charges
    /// `charge`.
    #[inline]
    fn ends_within_window(&self, charge: u64, mtu: u32) -> bool {
        let behind = (self.end - self.next).saturating_mul(u64::from(mtu) + PACKET_OVERHEAD);
        behind <= self.window.saturating_sub(self.in_flight + charge)
    }
}

impl Qp {
    /// Whether the packet requests an acknowledgement: at intervals, and when the packet may be the
    /// last for a while. At the end of a message, Farreach's adapters send an acknowledgement
    /// without a request when it suits them. This is soon enough for long packets that all fit into
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
