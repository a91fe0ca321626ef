//! AtomicExtETH, Farreach's header for atomics that the standard lacks: other operations and words
//! of 32 bits.
//!
//! The header follows the BTH of [`super::Opcode::AtomicExt`], a manufacturer-specific opcode (IBTA
//! volume 1, 9.4, class 110). It is sent between Farreach's adapters only.
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────┬───────────────┬───────────────────────────────┐
//!   │   operation   │ width, bytes  │           reserved            │
//!   ├───────────────┴───────────────┴───────────────────────────────┤
//!   │                  virtual address, upper half                  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                  virtual address, lower half                  │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                           remote key                          │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                      operand, upper half                      │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                      operand, lower half                      │
//!   ├───────────────────────────────────────────────────────────────┤
//!   │                      compare, upper half                      │  zero unless the operation
//!   ├───────────────────────────────────────────────────────────────┤  is compare-and-swap
//!   │                      compare, lower half                      │
//!   └───────────────────────────────────────────────────────────────┘
//!   operation: 0 add, 1 swap, 2 compare-and-swap, 3 and, 4 or, 5 xor      width: 4 or 8
//! ```

use farreach_verbs::{AtomicOp, AtomicWidth};
use thiserror::Error;
use zerocopy::network_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

const ADD: u8 = 0;
const SWAP: u8 = 1;
const COMPARE_SWAP: u8 = 2;
const AND: u8 = 3;
const OR: u8 = 4;
const XOR: u8 = 5;

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    op: u8,
    width: u8,
    reserved: U16,
    va: U64,
    rkey: U32,
    operand: U64,
    compare: U64,
}

/// Any atomic of 32 or 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtomicExtEth {
    /// The operation with its operands.
    pub op: AtomicOp,
    /// The word's width.
    pub width: AtomicWidth,
    /// The word's address at the responder.
    pub va: u64,
    /// The region's remote key.
    pub rkey: u32,
}

/// Why an AtomicExtETH is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AtomicExtError {
    /// An unknown operation.
    #[error("atomic operation {0} is unknown")]
    Operation(u8),
    /// A word that is not 4 or 8 bytes wide.
    #[error("atomic on a word of {0} bytes instead of 4 or 8")]
    Width(u8),
}

impl AtomicExtEth {
    pub(super) fn to_layout(self) -> Layout {
        let (op, operand, compare) = match self.op {
            AtomicOp::Add(operand) => (ADD, operand, 0),
            AtomicOp::Swap(operand) => (SWAP, operand, 0),
            AtomicOp::CompareSwap { compare, swap } => (COMPARE_SWAP, swap, compare),
            AtomicOp::And(operand) => (AND, operand, 0),
            AtomicOp::Or(operand) => (OR, operand, 0),
            AtomicOp::Xor(operand) => (XOR, operand, 0),
        };
        Layout {
            op,
            width: self.width.bytes() as u8,
            reserved: 0.into(),
            va: self.va.into(),
            rkey: self.rkey.into(),
            operand: operand.into(),
            compare: compare.into(),
        }
    }
}

impl Layout {
    pub(super) fn to_atomic_ext(&self) -> Result<AtomicExtEth, AtomicExtError> {
        let operand = self.operand.get();
        let op = match self.op {
            ADD => AtomicOp::Add(operand),
            SWAP => AtomicOp::Swap(operand),
            COMPARE_SWAP => AtomicOp::CompareSwap {
                compare: self.compare.get(),
                swap: operand,
            },
            AND => AtomicOp::And(operand),
            OR => AtomicOp::Or(operand),
            XOR => AtomicOp::Xor(operand),
            other => return Err(AtomicExtError::Operation(other)),
        };
        let width = match self.width {
            4 => AtomicWidth::W32,
            8 => AtomicWidth::W64,
            other => return Err(AtomicExtError::Width(other)),
        };
        Ok(AtomicExtEth {
            op,
            width,
            va: self.va.get(),
            rkey: self.rkey.get(),
        })
    }
}
