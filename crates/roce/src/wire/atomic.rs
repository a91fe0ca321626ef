//! The headers of the standard's two atomics and of their response (IBTA volume 1, 9.3.4 and
//! 9.3.5).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │                  virtual address, upper half                  │  AtomicETH
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                  virtual address, lower half                  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                           remote key                          │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                swap (or add) data, upper half                 │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                swap (or add) data, lower half                 │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                   compare data, upper half                    │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                   compare data, lower half                    │
//!   └───────────────────────────────────────────────────────────────┘
//!
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │               original remote data, upper half                │  AtomicAckETH
//!   ├───────────────────────────────────────────────────────────────┤
//!   │               original remote data, lower half                │
//!   └───────────────────────────────────────────────────────────────┘
//! ```

use zerocopy::network_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the AtomicETH.
pub(super) const LEN: usize = size_of::<Layout>();

/// Bytes of the AtomicAckETH.
pub(super) const ACK_LEN: usize = size_of::<AckLayout>();

/// The AtomicETH on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    va: U64,
    rkey: U32,
    swap_or_add: U64,
    compare: U64,
}

/// The AtomicAckETH on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct AckLayout {
    original: U64,
}

/// A compare-and-swap or fetch-and-add of 64 bits. The opcode selects between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtomicEth {
    /// The word's address at the responder.
    pub va: u64,
    /// The region's remote key.
    pub rkey: u32,
    /// The value to store if equal, or the value to add.
    pub swap_or_add: u64,
    /// The value to compare with. Meaningless for an addition.
    pub compare: u64,
}

/// The response to an atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtomicAckEth {
    /// The old word, zero-extended if it has 32 bits.
    pub original: u64,
}

impl AtomicEth {
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        Layout {
            va: self.va.into(),
            rkey: self.rkey.into(),
            swap_or_add: self.swap_or_add.into(),
            compare: self.compare.into(),
        }
    }
}

impl Layout {
    #[inline]
    pub(super) fn to_atomic(&self) -> AtomicEth {
        AtomicEth {
            va: self.va.get(),
            rkey: self.rkey.get(),
            swap_or_add: self.swap_or_add.get(),
            compare: self.compare.get(),
        }
    }
}

impl AtomicAckEth {
    #[inline]
    pub(super) fn to_layout(self) -> AckLayout {
        AckLayout {
            original: self.original.into(),
        }
    }
}

impl AckLayout {
    #[inline]
    pub(super) fn to_atomic_ack(&self) -> AtomicAckEth {
        AtomicAckEth {
            original: self.original.get(),
        }
    }
}
