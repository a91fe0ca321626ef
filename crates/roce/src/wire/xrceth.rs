//! The XRC extended transport header (XRCETH): the destination SRQ of a request (IBTA volume 1,
//! annex A14).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────┬───────────────────────────────────────────────┐
//!   │   reserved    │          shared receive queue number          │
//!   └───────────────┴───────────────────────────────────────────────┘
//! ```

use zerocopy::network_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

const LOW_24: u32 = 0x00ff_ffff;

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    srq: U32,
}

impl Layout {
    /// # Panics
    /// If the number is wider than 24 bits.
    #[inline]
    pub(super) fn new(srq: u32) -> Self {
        assert!(srq <= LOW_24, "SRQ number {srq:#x} exceeds 24 bits");
        Layout { srq: srq.into() }
    }

    #[inline]
    pub(super) fn srq(&self) -> u32 {
        self.srq.get() & LOW_24
    }
}
