//! Memory as a device sees it: bounds-checked copies and atomics, without references.

use thiserror::Error;

use crate::combine::Combine;
use crate::number::{self, Number, Scale};

/// A range of memory that can be registered with a device.
///
/// Other processes or threads may change the bytes at any time, so no method returns a reference to
/// them. A clone is a second handle to the bytes.
pub trait Memory: Clone {
    /// Fresh zeroed private memory of `len` bytes.
    fn allocate(len: usize) -> Self;

    /// Fresh private memory with a copy of `parts`, one directly after the other.
    fn joined(parts: &[&[u8]]) -> Self {
        let copy = Self::allocate(parts.iter().map(|part| part.len()).sum());
        let mut at = 0;
        for part in parts {
            copy.write(at, part).expect("allocated for all parts");
            at += part.len();
        }
        copy
    }

    /// A handle to the `len` bytes at `offset`.
    fn slice(&self, offset: usize, len: usize) -> Result<Self, MemoryError>;

    /// The length in bytes.
    fn len(&self) -> usize;

    /// Whether the length is zero.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The address of the first byte, if the bytes lie in a row and belong to the program, which may unmap them when this
    /// process's use of them has ended.
    fn program_address(&self) -> Option<u64> {
        None
    }

    /// Copies `into.len()` bytes at `offset` to `into`.
    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError>;

    /// Copies `from` to `offset`. Each aligned 2-, 4- and 8-byte word is written in one store. The
    /// bytes are visible before anything that a later call writes.
    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError>;

    /// Stores `scale` times each number of `from` from `offset` on. `from` has whole numbers, and
    /// nobody else accesses the bytes meanwhile.
    fn write_scaled(&self, offset: usize, scale: Scale, from: &[u8]) -> Result<(), MemoryError> {
        number::write_scaled(self, offset, scale, from)
    }

    /// Applies `op` atomically to the word of `width` at `offset` and returns the old word. The
    /// word is in the host's byte order. Bits of `operand` and `compare` beyond `width` are
    /// ignored. The change is atomic with respect to [`Memory::accumulate`], too.
    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError>;

    /// Applies `op` as [`Memory::atomic`] does, for callers that don't want the old word. Of accumulates the change is only atomic
    /// with respect to those of words ([`Number::is_word`]).
    fn update(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<(), MemoryError> {
        self.atomic(offset, width, op).map(drop)
    }

    /// Combines each number at `offset` with the one of `from`, by an operation that suits the type. Each
    /// change is atomic with respect to other calls of this, by whichever process that has the memory. Changes of words
    /// ([`Number::is_word`]) are atomic with respect to [`Memory::atomic`] as well.
    ///
    /// What is provided is for memory that one thread accesses.
    ///
    /// # Panics
    /// If the operation does not suit the type.
    fn accumulate(
        &self,
        offset: usize,
        (number, op): (Number, Combine),
        from: &[u8],
    ) -> Result<(), MemoryError> {
        number::combine_alone(self, offset, (number, op), from)
    }
}

/// Memory that is mapped in this process, so that a driver can let the kernel access it directly.
///
/// # Safety
///
/// [`MappedMemory::as_ptr`] must fulfil its promise: drivers pass the pointer to the kernel.
#[expect(
    unsafe_code,
    reason = "a promise that drivers rely on; nothing unsafe is done here"
)]
pub unsafe trait MappedMemory: Memory {
    /// The first byte. The pointer is valid for reads of `len()` bytes while a clone of this handle
    /// lives. It is valid for writes where [`Memory::write`] may write. `None` if the bytes do not
    /// lie in a row: they can only be copied.
    fn as_ptr(&self) -> Option<*const u8>;
}

/// The operation of an atomic on a word `w`. All operations return the old `w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// `w + operand`, wrapping. Zero makes it an atomic fetch.
    Add(u64),
    /// `operand`.
    Swap(u64),
    /// `swap` if `w == compare`, else unchanged.
    CompareSwap {
        /// The value to compare with.
        compare: u64,
        /// The value to store if equal.
        swap: u64,
    },
    /// `w & operand`.
    And(u64),
    /// `w | operand`.
    Or(u64),
    /// `w ^ operand`.
    Xor(u64),
}

impl AtomicOp {
    /// The word that the operation makes of `old`, within the bits of `width`.
    pub fn applied(self, old: u64, width: AtomicWidth) -> u64 {
        let mask = match width {
            AtomicWidth::W32 => u64::from(u32::MAX),
            AtomicWidth::W64 => u64::MAX,
        };
        let new = match self {
            AtomicOp::Add(operand) => old.wrapping_add(operand),
            AtomicOp::Swap(operand) => operand,
            AtomicOp::CompareSwap { compare, swap } if old & mask == compare & mask => swap,
            AtomicOp::CompareSwap { .. } => old,
            AtomicOp::And(operand) => old & operand,
            AtomicOp::Or(operand) => old | operand,
            AtomicOp::Xor(operand) => old ^ operand,
        };
        new & mask
    }
}

/// The width of an atomic's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicWidth {
    /// 32 bits, aligned to 4 bytes.
    W32,
    /// 64 bits, aligned to 8 bytes.
    W64,
}

impl AtomicWidth {
    /// The number of bytes.
    pub const fn bytes(self) -> usize {
        match self {
            AtomicWidth::W32 => 4,
            AtomicWidth::W64 => 8,
        }
    }
}

/// Why memory could not be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The range does not lie inside the memory.
    #[error("range of {len} bytes at offset {offset} exceeds memory of {limit} bytes")]
    OutOfBounds {
        /// The first byte wanted.
        offset: usize,
        /// The length in bytes.
        len: usize,
        /// The memory's length.
        limit: usize,
    },
    /// An atomic's word is not aligned to its width.
    #[error("atomic at offset {offset} is not aligned to {width} bytes")]
    Misaligned {
        /// The word's offset.
        offset: usize,
        /// The required alignment.
        width: usize,
    },
}
