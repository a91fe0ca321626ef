//! The RDMA extended transport header (RETH): a range of remote memory (IBTA volume 1, 9.3.3).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │                  virtual address, upper half                  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                  virtual address, lower half                  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                           remote key                          │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │             DMA length: bytes of the whole message            │
//!   └───────────────────────────────────────────────────────────────┘
//! ```

use zerocopy::network_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    va: U64,
    rkey: U32,
    length: U32,
}

/// The range of remote memory of an RDMA write or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reth {
    /// The address of the first byte at the responder.
    pub va: u64,
    /// The region's remote key.
    pub rkey: u32,
    /// Bytes of the whole message, over all its packets.
    pub length: u32,
}

impl Reth {
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        Layout {
            va: self.va.into(),
            rkey: self.rkey.into(),
            length: self.length.into(),
        }
    }
}

impl Layout {
    #[inline]
    pub(super) fn to_reth(&self) -> Reth {
        Reth {
            va: self.va.get(),
            rkey: self.rkey.get(),
            length: self.length.get(),
        }
    }
}
