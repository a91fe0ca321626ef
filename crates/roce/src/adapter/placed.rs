//! Placement: the link may write the payload of the next packet directly to its target.
//!
//! In the middle of a long write, or of a read's answer, the next packet and the target of its
//! payload are known. The first bytes of a datagram, its front, hold everything that is checked,
//! and so show whether the datagram is that packet. A link that can look at the front first
//! receives the payload directly into its target. No byte of another datagram gets there.

use farreach_verbs::{AdapterAddress, Memory, Time};

use super::Adapter;
use crate::qp::{Expected, Qp};
use crate::wire::{CHECK_LEN, MAX_HEAD_LEN};

/// The target of the next packet's payload, if the next packet is the expected one.
pub struct Placement<'a, M> {
    /// The target memory.
    pub memory: &'a M,
    /// The offset of the payload in the memory.
    pub offset: usize,
    /// Bytes of payload.
    pub len: usize,
    qp: &'a Qp,
    expected: Expected,
}

/// The most bytes of any packet's front: headers and check.
pub const FRONT_MAX: usize = MAX_HEAD_LEN + CHECK_LEN;

impl<M> Placement<'_, M> {
    /// Bytes of the expected packet's front: headers and check.
    pub fn front_len(&self) -> usize {
        self.expected.opcode.head_len() + CHECK_LEN
    }

    /// Whether a datagram of `len` bytes is the expected packet and passes every check. `front` are
    /// the datagram's first [`Placement::front_len`] bytes.
    pub fn suits(&self, front: &[u8], len: usize) -> bool {
        len == self.front_len() + self.len && self.qp.expected_bth(&self.expected, front).is_some()
    }
}

impl<M: Memory> Adapter<M> {
    /// The target of the payload of the next packet from `from`, if it is known in advance.
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

    /// Handles a packet from `from` whose payload is already at the place that
    /// [`Adapter::placement`] returned. `front` is the packet's front.
    ///
    /// # Panics
    /// If [`Placement::suits`] would return false.
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
