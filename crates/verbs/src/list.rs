//! Many small writes and atomics in one request: how a list of them lies in memory, and travels.
//!
//! ```text
//!   0                   6         8                             8 + length, rounded up to 8
//!   ├───────────────────┼─────────┼─────────────────────────────┼──── the next entry
//!   │ offset (48 bits)  │ length  │ bytes              │ padding│     a write; numbers in network order
//!   ├───────────────────┼─────────┼─────────────────────────────┤
//!   │ offset (48 bits)  │ code    │ operand (64 bits)           │     an atomic, whose old word nobody wants
//!   └───────────────────┴─────────┴─────────────────────────────┘
//!                        0xfff0 and above: bit 0 set for 64 bits, bits 1 to 3 the operation
//! ```
//! An entry's place is its offset from the address that the request names. The padding means nothing.

use thiserror::Error;

use crate::memory::{AtomicOp, AtomicWidth, Memory, MemoryError};

/// Bytes in front of each entry's own.
const HEADER: usize = 8;

/// The first code of an atomic, which no length of a write is.
const ATOMIC: u16 = 0xfff0;

/// The operations that have a code, by it.
const CODED: [fn(u64) -> AtomicOp; 5] = [
    AtomicOp::Add,
    AtomicOp::Swap,
    AtomicOp::And,
    AtomicOp::Or,
    AtomicOp::Xor,
];

/// A length rounded up to a multiple of 8, in half of the instructions that `next_multiple_of` takes. The length of an entry is at most 64 KiB.
#[inline]
const fn padded(len: usize) -> usize {
    (len + 7) & !7
}

/// One write of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedWrite<'a> {
    /// Where to, from the request's address on; less than 2⁴⁸.
    pub offset: u64,
    /// What to write, at most [`ListedWrite::MAX_LEN`] bytes.
    pub bytes: &'a [u8],
}

impl ListedWrite<'_> {
    /// The most bytes of one write.
    pub const MAX_LEN: usize = ATOMIC as usize - 2 * HEADER;

    /// The greatest offset of an entry.
    pub const MAX_OFFSET: u64 = (1 << 48) - 1;

    /// Bytes that a write of `len` bytes takes in a list.
    #[inline]
    pub const fn listed_len(len: usize) -> usize {
        HEADER + padded(len)
    }

    /// Writes the entry to `at`, a multiple of 8, of the list in `memory`. Returns the place of the next.
    ///
    /// # Panics
    /// If the write is longer, or its offset greater, than an entry can tell.
    #[inline]
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

/// An atomic of a list, of which nobody gets the old word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedAtomic {
    /// The word, from the request's address on; less than 2⁴⁸. The address is a multiple of the width.
    pub offset: u64,
    code: u16,
    operand: u64,
}

impl ListedAtomic {
    /// Bytes that an atomic takes in a list.
    pub const LEN: usize = HEADER + 8;

    /// An atomic on the word at `offset`; `None` if none of a list does that: whoever compares wants to know what there was.
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
        let code = ATOMIC | kind << 1 | u16::from(width == AtomicWidth::W64);
        Some(ListedAtomic {
            offset,
            code,
            operand,
        })
    }

    /// Whether a word has 32 or 64 bits.
    #[inline]
    pub fn width(&self) -> AtomicWidth {
        if self.code & 1 == 0 {
            AtomicWidth::W32
        } else {
            AtomicWidth::W64
        }
    }

    /// What it does.
    #[inline]
    pub fn op(&self) -> AtomicOp {
        CODED[usize::from((self.code - ATOMIC) >> 1)](self.operand)
    }

    /// Writes the entry to `at`, a multiple of 8, of the list in `memory`. Returns the place of the next.
    ///
    /// # Panics
    /// If the offset is greater than an entry can tell.
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

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedOp<'a> {
    /// A write.
    Write(ListedWrite<'a>),
    /// An atomic.
    Atomic(ListedAtomic),
}

impl ListedOp<'_> {
    /// Where it is carried out, from the request's address on.
    #[inline]
    pub fn offset(&self) -> u64 {
        match self {
            ListedOp::Write(write) => write.offset,
            ListedOp::Atomic(atomic) => atomic.offset,
        }
    }

    /// Bytes that it takes in a list.
    #[inline]
    pub fn listed_len(&self) -> usize {
        match self {
            ListedOp::Write(write) => ListedWrite::listed_len(write.bytes.len()),
            ListedOp::Atomic(_) => ListedAtomic::LEN,
        }
    }
}

/// What can be put into a list.
pub trait ListedEntry: Copy {
    /// Where it is carried out, from the request's address on.
    fn offset(self) -> u64;

    /// Bytes of the memory that it touches.
    fn touched(self) -> usize;

    /// Bytes that it takes in a list.
    fn needed(self) -> usize;

    /// Writes it to `at`, a multiple of 8, of the list in `memory`. Returns the place of the next.
    ///
    /// # Panics
    /// If it is longer, or its offset greater, than an entry can tell.
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

/// A list ends in the middle of an entry, or has one of a kind that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the list ends in the middle of an entry, or has one of a kind that there is not")]
pub struct BadList;

/// The entries of a list, in order; an error ends them.
#[derive(Clone, Debug)]
pub struct ListedOps<'a> {
    rest: &'a [u8],
}

impl<'a> ListedOps<'a> {
    /// The entries in the bytes of a list, whatever these are. One that is longer than any packet has none.
    #[inline]
    pub fn new(list: &'a [u8]) -> Self {
        // So the code of an atomic, read as a length, is more than there is left.
        let is_short = list.len() < usize::from(ATOMIC);
        ListedOps {
            rest: if is_short { list } else { &list[..1] },
        }
    }

    /// The next entry if that is a write; else nothing is taken. For those who want the writes that follow each other.
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

/// The atomic that `list` begins with, if there is one, and what is behind it.
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
        let Some((atomic, behind)) = atomic(rest) else {
            return Some(Err(BadList));
        };
        self.rest = behind;
        Some(Ok(ListedOp::Atomic(atomic)))
    }
}
