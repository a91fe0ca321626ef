//! Lists: many small writes, atomics and accumulates in one work request, and their layout in memory
//! and in packets.
//!
//! ```text
//!   0                   6         8                             8 + length, rounded up to 8
//!   ├───────────────────┼─────────┼─────────────────────────────┼──── the next entry
//!   │ offset (48 bits)  │ length  │ bytes              │ padding│     a write; numbers in network order
//!   ├───────────────────┼─────────┼─────────────────────────────┤
//!   │ offset (48 bits)  │ code    │ operand (64 bits)           │     an atomic; the old word is not returned
//!   ├───────────────────┼─────────┼─────────────────────────────┤
//!   │ offset (48 bits)  │ type    │ op (16) │ length (48 bits)  │     an accumulate: numbers in the host's order,
//!   │ bytes                                          │ padding │     which are combined with those at the target
//!   └───────────────────┴─────────┴─────────────────────────────┘
//!                        code 0xffee to 0xfff7: bit 0 set for 64 bits, bits 1 to 3 the operation
//!                        type 0xfff8 to 0xffff: i32, i64, f32, f64, complex of f32, complex of f64, i32 and
//!                                           i64 that atomics change as well
//!                        op: the code of a Combine that suits the type; 0 is the sum
//! ```
//! An entry's target is the request's address plus the entry's offset. Padding is ignored.

use thiserror::Error;

use crate::combine::{Accumulation, Combine};
use crate::memory::{AtomicOp, AtomicWidth, Memory, MemoryError};
use crate::number::Number;

/// Bytes of an entry's header.
const HEADER: usize = 8;

/// The first code of an atomic, an even number. No write is as long.
const ATOMIC: u16 = 0xffee;

/// The operations that have a code, in the order of the codes.
const CODED: [fn(u64) -> AtomicOp; 5] = [
    AtomicOp::Add,
    AtomicOp::Swap,
    AtomicOp::And,
    AtomicOp::Or,
    AtomicOp::Xor,
];

/// The types of accumulates, in the order of their codes, which follow those of the atomics.
const NUMBERS: [Number; 8] = Number::ALL;

/// The first code of an accumulate.
const ACCUMULATE: u16 = ATOMIC + 2 * CODED.len() as u16;

/// The bits of an accumulate's length. The code of its operation is above them.
const LENGTH_BITS: u32 = 48;

/// `len` rounded up to a multiple of 8, in half of the instructions of `next_multiple_of`. `len` is
/// at most 64 KiB.
#[inline]
const fn padded(len: usize) -> usize {
    (len + 7) & !7
}

/// One write of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedWrite<'a> {
    /// The target, as an offset from the request's address. Less than 2⁴⁸.
    pub offset: u64,
    /// The bytes to write, at most [`ListedWrite::MAX_LEN`].
    pub bytes: &'a [u8],
}

impl ListedWrite<'_> {
    /// The most bytes of one write.
    pub const MAX_LEN: usize = ATOMIC as usize - 2 * HEADER;

    /// The largest offset of an entry.
    pub const MAX_OFFSET: u64 = (1 << 48) - 1;

    /// Bytes that a write of `len` bytes takes in a list.
    #[inline]
    pub const fn listed_len(len: usize) -> usize {
        HEADER + padded(len)
    }

    /// Stores the entry at `at` of the list in `memory`, a multiple of 8. Returns the place of the
    /// next entry.
    ///
    /// # Panics
    /// If the write's length or offset exceeds what an entry can hold.
    #[expect(
        clippy::inline_always,
        reason = "where the length is a constant, an entry is a few stores"
    )]
    #[inline(always)]
    pub fn store<M: Memory>(&self, memory: &M, at: usize) -> Result<usize, MemoryError> {
        let len = self.bytes.len();
        assert!(
            len <= Self::MAX_LEN && self.offset <= Self::MAX_OFFSET,
            "a write of {len} bytes at offset {} does not fit an entry",
            self.offset
        );
        let header = self.offset << 16 | len as u64;
        memory.write(at, &header.to_be_bytes())?;
        memory.write(at + HEADER, self.bytes)?;
        let padding = len.wrapping_neg() % 8;
        if padding > 0 {
            memory.write(at + HEADER + len, &[0; 7][..padding])?;
        }
        Ok(at + Self::listed_len(len))
    }
}

/// An atomic of a list, whose old word is not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedAtomic {
    /// The word, as an offset from the request's address. Less than 2⁴⁸. The word's address is a
    /// multiple of the width.
    pub offset: u64,
    code: u16,
    operand: u64,
}

impl ListedAtomic {
    /// Bytes of an atomic in a list.
    pub const LEN: usize = HEADER + 8;

    /// An atomic on the word at `offset`. `None` if a list can't hold the operation: a
    /// compare-and-swap, whose caller needs the old word.
    #[inline]
    pub fn new(offset: u64, width: AtomicWidth, op: AtomicOp) -> Option<ListedAtomic> {
        let (kind, operand) = match op {
            AtomicOp::Add(operand) => (0, operand),
            AtomicOp::Swap(operand) => (1, operand),
            AtomicOp::And(operand) => (2, operand),
            AtomicOp::Or(operand) => (3, operand),
            AtomicOp::Xor(operand) => (4, operand),
            AtomicOp::CompareSwap { .. } => return None,
        };
        let code = ATOMIC + (kind << 1 | u16::from(width == AtomicWidth::W64));
        Some(ListedAtomic {
            offset,
            code,
            operand,
        })
    }

    /// The width of the word.
    #[inline]
    pub fn width(&self) -> AtomicWidth {
        if self.code & 1 == 0 {
            AtomicWidth::W32
        } else {
            AtomicWidth::W64
        }
    }

    /// The operation.
    #[inline]
    pub fn op(&self) -> AtomicOp {
        CODED[usize::from((self.code - ATOMIC) >> 1)](self.operand)
    }

    /// Stores the entry at `at` of the list in `memory`, a multiple of 8. Returns the place of the
    /// next entry.
    ///
    /// # Panics
    /// If the offset exceeds what an entry can hold.
    #[inline]
    pub fn store<M: Memory>(&self, memory: &M, at: usize) -> Result<usize, MemoryError> {
        assert!(
            self.offset <= ListedWrite::MAX_OFFSET,
            "an atomic at offset {} does not fit an entry",
            self.offset
        );
        let header = self.offset << 16 | u64::from(self.code);
        memory.write(at, &header.to_be_bytes())?;
        memory.write(at + HEADER, &self.operand.to_be_bytes())?;
        Ok(at + Self::LEN)
    }
}

/// An accumulate that is put into a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedAccumulate<'a> {
    /// The target, as an offset from the request's address. Less than 2⁴⁸.
    pub offset: u64,
    /// Whole numbers, at most [`ListedAccumulate::MAX_LEN`] bytes.
    pub numbers: &'a [u8],
    /// What is done with them, and their type. They are multiplied by a factor before they are in the list.
    pub how: Accumulation,
}

impl ListedAccumulate<'_> {
    /// Bytes of the entry's header.
    pub const HEADER: usize = 2 * HEADER;
    /// The most bytes of numbers in one entry.
    pub const MAX_LEN: usize = (ATOMIC as usize - 3 * HEADER) / 16 * 16;

    /// Bytes that an accumulate of `len` bytes takes in a list.
    #[inline]
    pub const fn listed_len(len: usize) -> usize {
        Self::HEADER + padded(len)
    }
}

/// An accumulate of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedNumbers<'a> {
    /// The target, as an offset from the request's address. Less than 2⁴⁸.
    pub offset: u64,
    /// The type of the numbers.
    pub number: Number,
    /// What becomes of those at the target. The operation suits the type.
    pub op: Combine,
    /// Whole numbers.
    pub numbers: &'a [u8],
}

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedOp<'a> {
    /// A write.
    Write(ListedWrite<'a>),
    /// An atomic.
    Atomic(ListedAtomic),
    /// An accumulate.
    Accumulate(ListedNumbers<'a>),
}

impl ListedOp<'_> {
    /// The target, as an offset from the request's address.
    #[inline]
    pub fn offset(&self) -> u64 {
        match self {
            ListedOp::Write(write) => write.offset,
            ListedOp::Atomic(atomic) => atomic.offset,
            ListedOp::Accumulate(accumulate) => accumulate.offset,
        }
    }

    /// Bytes of the entry in a list.
    #[inline]
    pub fn listed_len(&self) -> usize {
        match self {
            ListedOp::Write(write) => ListedWrite::listed_len(write.bytes.len()),
            ListedOp::Atomic(_) => ListedAtomic::LEN,
            ListedOp::Accumulate(accumulate) => {
                ListedAccumulate::listed_len(accumulate.numbers.len())
            }
        }
    }
}

/// An entry that can be put into a list.
pub trait ListedEntry: Copy {
    /// The target, as an offset from the request's address.
    fn offset(self) -> u64;

    /// Bytes of target memory that the entry changes.
    fn touched(self) -> usize;

    /// Bytes of the entry in a list.
    fn needed(self) -> usize;

    /// Stores the entry at `at` of the list in `memory`, a multiple of 8. Returns the place of the
    /// next entry.
    ///
    /// # Panics
    /// If the entry's length or offset exceeds what an entry can hold.
    fn store_in<M: Memory>(self, memory: &M, at: usize) -> Result<usize, MemoryError>;
}

impl ListedEntry for ListedWrite<'_> {
    #[inline]
    fn offset(self) -> u64 {
        self.offset
    }

    #[inline]
    fn touched(self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn needed(self) -> usize {
        Self::listed_len(self.bytes.len())
    }

    #[inline]
    fn store_in<M: Memory>(self, memory: &M, at: usize) -> Result<usize, MemoryError> {
        self.store(memory, at)
    }
}

impl ListedEntry for ListedAtomic {
    #[inline]
    fn offset(self) -> u64 {
        self.offset
    }

    #[inline]
    fn touched(self) -> usize {
        self.width().bytes()
    }

    #[inline]
    fn needed(self) -> usize {
        Self::LEN
    }

    #[inline]
    fn store_in<M: Memory>(self, memory: &M, at: usize) -> Result<usize, MemoryError> {
        self.store(memory, at)
    }
}

impl ListedEntry for ListedAccumulate<'_> {
    #[inline]
    fn offset(self) -> u64 {
        self.offset
    }

    #[inline]
    fn touched(self) -> usize {
        self.numbers.len()
    }

    #[inline]
    fn needed(self) -> usize {
        Self::listed_len(self.numbers.len())
    }

    fn store_in<M: Memory>(self, memory: &M, at: usize) -> Result<usize, MemoryError> {
        let (len, number, op) = (self.numbers.len(), self.how.number(), self.how.op());
        assert!(
            len <= Self::MAX_LEN
                && op.suits(number)
                && self.offset <= ListedWrite::MAX_OFFSET
                && len.is_multiple_of(number.bytes()),
            "{op:?} of {len} bytes of {number:?} at offset {} does not fit an entry",
            self.offset
        );
        let code = NUMBERS.iter().position(|&known| known == number);
        let code = ACCUMULATE + code.expect("all numbers have a code") as u16;
        let header = self.offset << 16 | u64::from(code);
        memory.write(at, &header.to_be_bytes())?;
        let length = u64::from(op.code()) << LENGTH_BITS | len as u64;
        memory.write(at + HEADER, &length.to_be_bytes())?;
        let start = at + Self::HEADER;
        match self.how.scale() {
            None => memory.write(start, self.numbers)?,
            Some(scale) => memory.write_scaled(start, scale, self.numbers)?,
        }
        let padding = len.wrapping_neg() % 8;
        if padding > 0 {
            memory.write(start + len, &[0; 7][..padding])?;
        }
        Ok(at + Self::listed_len(len))
    }
}

/// The list ends in the middle of an entry, or has an entry of an unknown kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the list ends in the middle of an entry, or has one of a kind that there is not")]
pub struct BadList;

/// Iterates over the entries of a list in order. An error ends the iteration.
#[derive(Clone, Debug)]
pub struct ListedOps<'a> {
    rest: &'a [u8],
}

impl<'a> ListedOps<'a> {
    /// The entries of `list`, whose bytes may be arbitrary. A list that is longer than any packet
    /// has no entries.
    #[inline]
    pub fn new(list: &'a [u8]) -> Self {
        // With this bound the code of an atomic, read as a length, exceeds the rest of the list.
        let is_short = list.len() < usize::from(ATOMIC);
        ListedOps {
            rest: if is_short { list } else { &list[..1] },
        }
    }

    /// Takes the next entry if it is a write. Takes nothing otherwise. For callers that handle
    /// consecutive writes together.
    #[inline]
    pub fn next_write(&mut self) -> Option<ListedWrite<'a>> {
        let (header, rest) = self.rest.split_first_chunk::<HEADER>()?;
        let header = u64::from_be_bytes(*header);
        let len = (header & 0xffff) as usize;
        let (bytes, behind) = rest.split_at_checked(padded(len))?;
        self.rest = behind;
        Some(ListedWrite {
            offset: header >> 16,
            bytes: &bytes[..len],
        })
    }
}

/// The atomic at the start of `list`, if there is one, and the rest of the list.
fn atomic(list: &[u8]) -> Option<(ListedAtomic, &[u8])> {
    let (header, rest) = list.split_first_chunk::<HEADER>()?;
    let header = u64::from_be_bytes(*header);
    let code = header as u16;
    let kind = usize::from(code.checked_sub(ATOMIC)? >> 1);
    let (operand, behind) = rest.split_first_chunk().filter(|_| kind < CODED.len())?;
    let atomic = ListedAtomic {
        offset: header >> 16,
        code,
        operand: u64::from_be_bytes(*operand),
    };
    Some((atomic, behind))
}

/// The accumulate at the start of `list`, if there is one, and the rest of the list.
fn accumulate(list: &[u8]) -> Option<(ListedNumbers<'_>, &[u8])> {
    let (header, rest) = list.split_first_chunk::<HEADER>()?;
    let header = u64::from_be_bytes(*header);
    let code = (header as u16).checked_sub(ACCUMULATE)?;
    let number = *NUMBERS.get(usize::from(code))?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = u64::from_be_bytes(*length);
    let op = Combine::of_code(length >> LENGTH_BITS).filter(|op| op.suits(number))?;
    let len = usize::try_from(length & ((1 << LENGTH_BITS) - 1)).ok()?;
    // A longer one would overflow when it is padded.
    if len > rest.len() || !len.is_multiple_of(number.bytes()) {
        return None;
    }
    let (numbers, behind) = rest.split_at_checked(padded(len))?;
    let accumulate = ListedNumbers {
        offset: header >> 16,
        number,
        op,
        numbers: &numbers[..len],
    };
    Some((accumulate, behind))
}

impl<'a> Iterator for ListedOps<'a> {
    type Item = Result<ListedOp<'a>, BadList>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(write) = self.next_write() {
            return Some(Ok(ListedOp::Write(write)));
        }
        let rest = core::mem::take(&mut self.rest);
        let found = atomic(rest)
            .map(|(atomic, behind)| (ListedOp::Atomic(atomic), behind))
            .or_else(|| {
                let (accumulate, behind) = accumulate(rest)?;
                Some((ListedOp::Accumulate(accumulate), behind))
            });
        let Some((op, behind)) = found else {
            return Some(Err(BadList));
        };
        self.rest = behind;
        Some(Ok(op))
    }
}
