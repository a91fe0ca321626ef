//! HeldETH, Farreach's header behind the AETH of a NAK: the packets beyond a gap that the responder
//! holds.
//!
//! The header is part of [`super::Opcode::AcknowledgeHeld`], a manufacturer-specific opcode (IBTA
//! volume 1, 9.4, class 110). It is sent between Farreach's adapters only.
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │                 PSN + 128 … PSN + 97, held: 1                 │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                 PSN +  96 … PSN + 65                          │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                 PSN +  64 … PSN + 33                          │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                 PSN +  32 … PSN +  1                          │  PSN, which is missing, is the BTH's
//!   └───────────────────────────────────────────────────────────────┘
//! ```

use zerocopy::network_endian::U128;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    bits: U128,
}

/// The held packets beyond the missing one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeldEth {
    bits: u128,
}

impl HeldEth {
    /// The number of packets beyond the missing one that the header covers.
    pub const REACH: u64 = 128;

    /// Adds the packet `distance` after the missing one. Does nothing beyond [`Self::REACH`].
    pub fn insert(&mut self, distance: u64) {
        if (1..=Self::REACH).contains(&distance) {
            self.bits |= 1 << (distance - 1);
        }
    }

    /// Whether the packet `distance` after the missing one is held.
    pub fn contains(self, distance: u64) -> bool {
        (1..=Self::REACH).contains(&distance) && self.bits >> (distance - 1) & 1 != 0
    }

    /// The distance of the last held packet. 0 if none is held.
    pub fn last(self) -> u64 {
        Self::REACH - u64::from(self.bits.leading_zeros())
    }

    /// The header as its 128 bits.
    pub fn from_bits(bits: u128) -> Self {
        HeldEth { bits }
    }

    pub(super) fn to_layout(self) -> Layout {
        Layout {
            bits: self.bits.into(),
        }
    }
}

impl Layout {
    pub(super) fn to_held(&self) -> HeldEth {
        HeldEth {
            bits: self.bits.get(),
        }
    }
}
