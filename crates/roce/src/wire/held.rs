//! HeldETH, Farreach's header behind the AETH of a NAK: the packets beyond a gap that the responder
//! holds.
//!
//! The header is part of [`super::Opcode::AcknowledgeHeld`], a manufacturer-specific opcode (IBTA
//! volume 1, 9.4, class 110). It is sent between Farreach's adapters only.
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────┬───────────────────────────────┐
//!   │   first packet of range 1     │   first packet after range 1  │  held packets, as distances from
//!   ├───────────────────────────────┼───────────────────────────────┤  the BTH's PSN, which is missing
//!   │   first packet of range 2     │   first packet after range 2  │
//!   ├───────────────────────────────┼───────────────────────────────┤
//!   │   first packet of range 3     │   first packet after range 3  │
//!   ├───────────────────────────────┼───────────────────────────────┤
//!   │   first packet of range 4     │   first packet after range 4  │
//!   └───────────────────────────────┴───────────────────────────────┘
//! ```
//!
//! Ranges ascend, and a packet between two ranges is missing. Unused ranges are zero. The header has the
//! last ranges (after the blocks of TCP's selective acknowledgement, RFC 2018). If it is full, there may
//! be earlier ranges. The responder reports whenever a new range begins, so it has reported these before.

use zerocopy::network_endian::U16;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

/// The number of ranges in a header.
const RANGES: usize = 4;

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    ranges: [[U16; 2]; RANGES],
}

/// The held packets beyond the missing one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeldEth {
    ranges: [(u16, u16); RANGES],
    used: usize,
}

impl HeldEth {
    /// The last of these ranges of held packets. Each is its first distance from the missing packet,
    /// and the first distance behind it. Ends before the first range that is empty, does not lie behind
    /// a missing packet, or reaches farther than 65,535.
    pub fn new(ranges: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut held = HeldEth::default();
        let mut before = 0;
        for (start, end) in ranges {
            let (Ok(start), Ok(end)) = (u16::try_from(start), u16::try_from(end)) else {
                break;
            };
            if start <= before || end <= start {
                break;
            }
            before = end;
            if held.used == RANGES {
                held.ranges.copy_within(1.., 0);
                held.used -= 1;
            }
            held.ranges[held.used] = (start, end);
            held.used += 1;
        }
        held
    }

    /// The ranges, each with its first distance and the first distance behind it.
    pub fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        let used = self.ranges[..self.used].iter();
        used.map(|&(start, end)| (u64::from(start), u64::from(end)))
    }

    /// Whether no packet before the first range is held.
    pub fn is_whole(&self) -> bool {
        self.used < RANGES
    }

    /// The distance of the last held packet. 0 if none is held.
    pub fn last(&self) -> u64 {
        self.ranges().last().map_or(0, |(_, end)| end - 1)
    }

    pub(super) fn to_layout(self) -> Layout {
        Layout {
            ranges: self.ranges.map(|(start, end)| [start.into(), end.into()]),
        }
    }
}

impl Layout {
    pub(super) fn to_held(&self) -> HeldEth {
        let ranges = self.ranges.iter();
        HeldEth::new(ranges.map(|[start, end]| (start.get().into(), end.get().into())))
    }
}
