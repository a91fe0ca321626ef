//! The link: how packets leave the adapter.

use alloc::vec::Vec;

use farreach_verbs::{AdapterAddress, Memory, Spacing};

/// The output of an adapter: sockets, or the event queue of a simulator.
pub trait Link<M> {
    /// Accepts one packet, or refuses it for now. The references are valid during the call only.
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus;
}

/// Whether the link took the packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStatus {
    /// The link accepted the packet. It may be lost without a report.
    Sent,
    /// The link has no room now. The packet is offered again in a later transmit pass.
    Full,
}

/// One packet. The UDP payload on the wire is `head ++ payload ++ tail`.
///
/// ```text
///   head                                              payload            tail
///  ┌─────┬───────────────────┬───────┬ ─ ─ ─ ─ ─ ─ ┐ ┌────────────────┐ ┌──────────┐
///  │ BTH │ extension headers │ check │ short bytes │ │ from memory    │ │ pad 0..3 │          keyed check
///  └─────┴───────────────────┴───────┴ ─ ─ ─ ─ ─ ─ ┘ └────────────────┘ └──────────┘
///  ┌─────┬───────────────────┬ ─ ─ ─ ┐                                  ┌──────────┬──────┐
///  │ BTH │ extension headers │ bytes │                                  │ pad 0..3 │ ICRC │   ICRC
///  └─────┴───────────────────┴ ─ ─ ─ ┘                                  └──────────┴──────┘
/// ```
#[derive(Debug)]
pub struct Packet<'a, M> {
    /// The destination.
    pub to: AdapterAddress,
    /// The headers and a keyed check. The payload follows in `head` unless it is
    /// [`Payload::Memory`].
    pub head: &'a [u8],
    /// The payload that is still in registered memory.
    pub payload: Payload<'a, M>,
    /// Pad bytes and the ICRC: up to 7 bytes.
    pub tail: &'a [u8],
}

impl<M> Packet<'_, M> {
    /// The length of the datagram.
    pub fn len(&self) -> usize {
        self.head.len() + self.payload.len() + self.tail.len()
    }

    /// Whether the datagram is empty, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The part of a packet that the link gathers.
#[derive(Debug)]
pub enum Payload<'a, M> {
    /// No separate payload: all bytes are in `head`.
    None,
    /// Bytes of a registered region. The range lies inside the region.
    Memory {
        /// The region's memory.
        memory: &'a M,
        /// The offset of the first byte.
        offset: usize,
        /// The length in bytes.
        len: usize,
    },
    /// Blocks of a registered region, one behind the other. All of them lie inside the region.
    Blocks {
        /// The region's memory.
        memory: &'a M,
        /// The offset of the first byte.
        offset: usize,
        /// The length of the payload in bytes.
        len: usize,
        /// Where the other bytes lie.
        gaps: Gaps,
    },
}

impl<M> Payload<'_, M> {
    /// The length in bytes.
    pub fn len(&self) -> usize {
        match *self {
            Payload::None => 0,
            Payload::Memory { len, .. } | Payload::Blocks { len, .. } => len,
        }
    }

    /// Whether there is no separate payload.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<M: Memory> Payload<'_, M> {
    /// Appends the payload to `bytes`, for links that copy it.
    ///
    /// # Panics
    /// If the payload is not inside the region, which the adapter has checked.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.resize(start + self.len(), 0);
        self.read(&mut bytes[start..]);
    }

    /// Copies the payload to `into`, which is as long.
    ///
    /// # Panics
    /// If the payload is not inside the region, which the adapter has checked.
    pub fn read(&self, into: &mut [u8]) {
        const CHECKED: &str = "the adapter checked the range";
        match *self {
            Payload::None => {}
            Payload::Memory { memory, offset, .. } => memory.read(offset, into).expect(CHECKED),
            Payload::Blocks {
                memory,
                offset,
                len,
                gaps,
            } => {
                let mut rest = into;
                for (at, part) in gaps.parts(offset, len) {
                    let (now, later) = rest.split_at_mut(part);
                    memory.read(at, now).expect(CHECKED);
                    rest = later;
                }
            }
        }
    }
}

/// The gaps in the bytes of a [`Payload::Blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// Bytes before the first gap.
    first: usize,
    /// Bytes between gaps.
    block: usize,
    /// Bytes of a gap.
    gap: usize,
}

impl Gaps {
    /// The gaps behind byte `at` of the blocks.
    pub(crate) fn new(spacing: Spacing, at: u64) -> Self {
        let block = u64::from(spacing.block);
        Gaps {
            first: (block - at % block) as usize,
            block: block as usize,
            gap: (spacing.stride - block) as usize,
        }
    }

    /// The pieces of `len` bytes from `offset` on: the offset and the length of each.
    pub fn parts(self, offset: usize, len: usize) -> impl Iterator<Item = (usize, usize)> {
        let (mut next, mut left, mut room) = (offset, len, self.first);
        core::iter::from_fn(move || {
            let part = left.min(room);
            if part == 0 {
                return None;
            }
            let at = next;
            // There is no piece behind the last one, where its gap may end beyond all addresses.
            next = next.wrapping_add(part).wrapping_add(self.gap);
            left -= part;
            room = self.block;
            Some((at, part))
        })
    }

    /// The number of pieces of `len` bytes.
    pub fn count(self, len: usize) -> usize {
        1 + len.saturating_sub(self.first).div_ceil(self.block)
    }
}
