//! Where the link may put the payload of what arrives next.
//!
//! The bytes of a long write, or of the answer to a read, that have not come yet are nobody's until they have: whatever lies there
//! meanwhile is overwritten before the write or read counts as done. So a link that is told where the next packet's payload belongs may receive it
//! there at once, and look only then whether it is that packet.

use farreach_verbs::{AdapterAddress, Memory, Time};

use super::Adapter;
use crate::qp::{Expected, Qp};
use crate::wire::CHECK_LEN;

/// Where the payload of the next packet belongs, if that is the one that should come.
pub struct Placement<'a, M> {
    /// The memory.
    pub memory: &'a M,
    /// Where the payload begins.
    pub offset: usize,
    /// Bytes of payload.
    pub len: usize,
    qp: &'a Qp,
    expected: Expected,
}

impl<M> Placement<'_, M> {
    /// Bytes of the packet behind its payload.
    pub const TAIL_LEN: usize = CHECK_LEN;

    /// Bytes of the packet's headers.
    pub fn head_len(&self) -> usize {
        self.expected.opcode.head_len()
    }

    /// Whether `packet`, headers and tail without the payload in between, is the one that should come.
    pub fn suits(&self, packet: &[u8]) -> bool {
        self.qp.expected_bth(&self.expected, packet).is_some()
    }
}

impl<M: Memory> Adapter<M> {
    /// Where the payload of the next packet from `from` belongs, if that can be foreseen.
    #[inline]
    pub fn placement(&self, from: AdapterAddress) -> Option<Placement<'_, M>> {
        let (key, arrival) = self.shared.arriving.pair_of(from)?;
        let qp = self.qps.get(key)?;
        let (expected, range) = qp.expected(&self.shared, from, arrival)?;
        Some(Placement {
            memory: range.memory,
            offset: range.offset,
            len: expected.len as usize,
            qp,
            expected,
        })
    }

    /// Takes a packet from `from` without its payload, which lies where [`Adapter::placement`] said.
    ///
    /// # Panics
    /// If [`Placement::suits`] would not say so.
    pub fn handle_placed(&mut self, now: Time, from: AdapterAddress, packet: &[u8]) {
        let placement = self.placement(from).expect("there is a place for it");
        let (key, expected) = (placement.qp.key, placement.expected);
        let Adapter { shared, qps, .. } = self;
        let qp = qps.get_mut(key).expect("the pair that was found");
        let bth = qp
            .expected_bth(&expected, packet)
            .expect("the packet that should come");
        shared.counters.rc.packets_received += 1;
        shared.counters.rc.bytes_received += packet.len() as u64 + u64::from(expected.len);
        qp.handle_placed(shared, now, bth, &expected);
        self.settle_timers();
    }
}
