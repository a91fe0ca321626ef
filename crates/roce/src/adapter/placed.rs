//! Where the link may put the payload of what arrives next.
//!
//! In the middle of a long write, or of the answer to a read, the next packet and the place of its payload are known. The first bytes
//! of a datagram, its front, tell whether it is that packet: they hold everything that is checked. A link that can look at
//! the front first receives the payload where it belongs. Of any other datagram no byte gets there.

use farreach_verbs::{AdapterAddress, Memory, Time};

use super::Adapter;
use crate::qp::{Expected, Qp};
use crate::wire::{CHECK_LEN, MAX_HEAD_LEN};

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

/// The most bytes that the front of any packet has: headers and check.
pub const FRONT_MAX: usize = MAX_HEAD_LEN + CHECK_LEN;

impl<M> Placement<'_, M> {
    /// Bytes of the packet before its payload: headers and check.
    pub fn front_len(&self) -> usize {
        self.expected.opcode.head_len() + CHECK_LEN
    }

    /// Whether a datagram of `len` bytes is the packet that should come, and passes every check. `front` are its first
    /// [`Placement::front_len`] bytes.
    pub fn suits(&self, front: &[u8], len: usize) -> bool {
        len == self.front_len() + self.len && self.qp.expected_bth(&self.expected, front).is_some()
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

    /// Takes a packet from `from` by its front. The payload lies where [`Adapter::placement`] said.
    ///
    /// # Panics
    /// If [`Placement::suits`] would not say so.
    pub fn handle_placed(&mut self, now: Time, from: AdapterAddress, front: &[u8]) {
        let placement = self.placement(from).expect("there is a place for it");
        let (key, expected) = (placement.qp.key, placement.expected);
        let Adapter { shared, qps, .. } = self;
        let qp = qps.get_mut(key).expect("the pair that was found");
        let bth = qp
            .expected_bth(&expected, front)
            .expect("the packet that should come");
        shared.counters.rc.packets_received += 1;
        shared.counters.rc.bytes_received += front.len() as u64 + u64::from(expected.len);
        qp.handle_placed(shared, now, bth, &expected);
        self.settle_timers();
    }
}
