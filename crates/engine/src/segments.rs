//! Segment information, which peers exchange when they connect.
//!
//! ```text
//!   0        4        8                16               24       28               36
//!   ├────────┼─┬─┬─┬──┼────────────────┼────────────────┼────────┼────────────────┤ ...
//!   │version │1│a│r│q │ base           │ length         │ rkey   │ layout         │   little-endian
//!   └────────┴─┴─┴─┴──┴────────────────┴────────────────┴────────┴────────────────┘
//!     a: the abilities of the process's device, by the bits of their set
//!     r: the reads and atomics that its device answers at one time
//!     q: the receive queues whose numbers follow, or 0
//! ```
//!
//! The devices of two processes may differ. Both sides know both sets, so they choose the packet check,
//! the executor of each atomic, and the outstanding reads of their connection alike.
//!
//! If `rkey` is valid for the segments of all ranks of the node, two fields follow at 36. The first
//! is the distance to the segment of the next rank (8 bytes). The second is the key of the
//! process's own segment over connections that lead to the process alone (4 bytes). By that key the
//! segment begins at [`SEGMENT_BASE`].
//!
//! Where the device shares no segments, the numbers of the process's receive queues of XRC follow at 36 instead, 4 bytes each. The byte
//! at 7 is their count.
//!
//! The version counts changes of the segment table, so that a peer can tell an old snapshot from a
//! new one.

use alloc::vec::Vec;

use farreach_verbs::{Abilities, Rkey, SrqNumber};

/// The address at which every process registers its segment. An address on the wire is this plus
/// the offset.
pub const SEGMENT_BASE: u64 = 1 << 48;

/// The number of segments that a message describes.
const SEGMENTS: u8 = 1;
const ENCODED: usize = 36;
const WITH_NODE: usize = 48;
/// Where the count of receive queues is, and the bytes of a number.
const QUEUES: usize = 7;
const QUEUE: usize = 4;

/// Adds the numbers of a process's receive queues to what [`SegmentInfo::encode`] encoded.
pub(crate) fn add_queues(info: &mut Vec<u8>, queues: impl Iterator<Item = SrqNumber>) {
    for queue in queues {
        info[QUEUES] += 1;
        info.extend_from_slice(&queue.0.to_le_bytes());
    }
}

/// The numbers of the receive queues of a process whose information is valid.
pub(crate) fn queues(info: &[u8]) -> impl Iterator<Item = SrqNumber> {
    let has_any = info.get(QUEUES).is_some_and(|&count| count > 0);
    let numbers = if has_any { &info[ENCODED..] } else { &[] };
    let words = numbers.chunks_exact(QUEUE);
    words.map(|word| SrqNumber(u32::from_le_bytes(word.try_into().expect("4 bytes"))))
}

/// A process's segment as its peers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentInfo {
    /// The number of changes of the table.
    pub version: u32,
    /// The address of the first byte.
    pub base: u64,
    /// The length in bytes.
    pub len: u64,
    /// The remote key.
    pub rkey: Rkey,
    /// A number that describes the segment's layout. Peers with different numbers don't connect.
    pub layout: u64,
    /// The distance to the segment of the next rank of the node, if `rkey` is valid for all of
    /// them. Otherwise 0.
    pub stride: u64,
    /// The key over a connection to this process alone. Valid if `stride` is not 0.
    pub own: Rkey,
    /// What the process's device can do.
    pub abilities: Abilities,
    /// The most reads and atomics of a connection that the process's device answers at one time.
    pub reads: u8,
}

impl SegmentInfo {
    /// Encodes the information for a connect message.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(WITH_NODE);
        out.extend_from_slice(&self.version.to_le_bytes());
        out.extend_from_slice(&[SEGMENTS, self.abilities.bits(), self.reads, 0]);
        out.extend_from_slice(&self.base.to_le_bytes());
        out.extend_from_slice(&self.len.to_le_bytes());
        out.extend_from_slice(&self.rkey.0.to_le_bytes());
        out.extend_from_slice(&self.layout.to_le_bytes());
        if self.stride != 0 {
            out.extend_from_slice(&self.stride.to_le_bytes());
            out.extend_from_slice(&self.own.0.to_le_bytes());
        }
        out
    }

    /// Decodes what [`SegmentInfo::encode`] encoded. `None` if `bytes` are invalid.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (bytes, node) = bytes.split_first_chunk::<ENCODED>()?;
        let (stride, own) = match (usize::from(bytes[QUEUES]), node) {
            (0, []) => (0, 0),
            (1.., numbers) if numbers.len() == QUEUE * usize::from(bytes[QUEUES]) => (0, 0),
            (1.., _) => return None,
            (0, node) => {
                let (stride, own) = node.split_first_chunk()?;
                (
                    u64::from_le_bytes(*stride),
                    u32::from_le_bytes(own.try_into().ok()?),
                )
            }
        };
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let [count, abilities, reads, _] = word(4).to_le_bytes();
        let is_known =
            count == SEGMENTS && reads > 0 && Abilities::from_bits(abilities).bits() == abilities;
        if !is_known || long(8).checked_add(long(16)).is_none() {
            return None;
        }
        Some(SegmentInfo {
            version: word(0),
            base: long(8),
            len: long(16),
            rkey: Rkey(word(24)),
            layout: long(28),
            stride,
            own: Rkey(own),
            abilities: Abilities::from_bits(abilities),
            reads,
        })
    }

    /// The segment over a connection to its process alone.
    pub(crate) fn alone(self) -> SegmentInfo {
        if self.stride == 0 {
            return self;
        }
        SegmentInfo {
            base: SEGMENT_BASE,
            rkey: self.own,
            stride: 0,
            own: Rkey(0),
            ..self
        }
    }

    /// The segment of the process with index `other` on the node whose process `own` has the
    /// segment `self`. If the node's segments have no common key, the process has another key, which it tells when it is asked.
    pub(crate) fn of_node_member(self, own: u32, other: u32) -> SegmentInfo {
        let distance = i64::from(other) - i64::from(own);
        let distance = distance.wrapping_mul(self.stride as i64);
        SegmentInfo {
            base: self.base.wrapping_add_signed(distance),
            rkey: if self.stride == 0 { Rkey(0) } else { self.rkey },
            ..self
        }
    }

    /// The address of `len` bytes at `offset`. `None` if the range exceeds the segment.
    pub fn address(&self, offset: u64, len: u64) -> Option<u64> {
        let end = offset.checked_add(len)?;
        (end <= self.len).then(|| self.base + offset)
    }
}

#[cfg(test)]
mod tests;
