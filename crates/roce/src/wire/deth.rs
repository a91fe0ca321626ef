//! The datagram extended transport header (DETH): the sender (IBTA volume 1, 9.3.2).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │                             Q_Key                             │
//!   ├───────────────┬───────────────────────────────────────────────┤
//!   │   reserved    │               source queue pair               │
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
    qkey: U32,
    source_qp: U32,
}

/// A datagram's sender, and the key that admits the datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deth {
    /// The Q_Key, which must be that of the receiving queue pair.
    pub qkey: u32,
    /// The sending queue pair, 24 bits.
    pub source_qp: u32,
}

impl Deth {
    /// # Panics
    /// If the source is wider than 24 bits.
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        let source_qp = self.source_qp;
        assert!(source_qp <= LOW_24, "QPN {source_qp:#x} exceeds 24 bits");
        Layout {
            qkey: self.qkey.into(),
            source_qp: source_qp.into(),
        }
    }
}

impl Layout {
    #[inline]
    pub(super) fn to_deth(&self) -> Deth {
        Deth {
            qkey: self.qkey.get(),
            source_qp: self.source_qp.get() & LOW_24,
        }
    }
}
