//! SpacingETH, Farreach's header behind the RETH of a read or write of blocks: how the blocks lie.
//!
//! The header is part of [`super::Opcode::ReadBlocksRequest`] and [`super::Opcode::WriteBlocks`],
//! manufacturer-specific opcodes (IBTA volume 1, 9.4, class 110). It is sent between Farreach's
//! adapters only.
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────────────────────────────────────────────────────┐
//!   │                        bytes of a block                       │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │   bytes of the blocks that come before those of this request  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                       stride, upper half                      │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                       stride, lower half                      │
//!   └───────────────────────────────────────────────────────────────┘
//! ```
//!
//! The RETH has the address of the first block and the bytes that this request moves.

use farreach_verbs::Spacing;
use zerocopy::network_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    block: U32,
    skipped: U32,
    stride: U64,
}

/// The blocks of a read or write, and the part of their bytes that a request moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpacingEth {
    /// The blocks.
    pub spacing: Spacing,
    /// Bytes of the blocks that come before those of this request.
    pub skipped: u32,
}

impl SpacingEth {
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        Layout {
            block: self.spacing.block.into(),
            skipped: self.skipped.into(),
            stride: self.spacing.stride.into(),
        }
    }
}

impl Layout {
    #[inline]
    pub(super) fn to_spacing(&self) -> SpacingEth {
        let spacing = Spacing {
            block: self.block.get(),
            stride: self.stride.get(),
        };
        SpacingEth {
            spacing,
            skipped: self.skipped.get(),
        }
    }
}
