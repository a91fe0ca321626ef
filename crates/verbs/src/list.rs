//! Many small writes in one request: how a list of them lies in memory, and travels.
//!
//! ```text
//!   0                   6         8                             8 + length, rounded up to 8
//!   ├───────────────────┼─────────┼─────────────────────────────┼──── the next entry
//!   │ offset (48 bits)  │ length  │ bytes              │ padding│     numbers in network order
//!   └───────────────────┴─────────┴─────────────────────────────┘
//! ```
//! An entry's place is its offset from the address that the request names. The padding means nothing.

use thiserror::Error;

use crate::memory::{Memory, MemoryError};

/// Bytes in front of each entry's own.
const HEADER: usize = 8;

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
    pub const MAX_LEN: usize = u16::MAX as usize;

    /// The greatest offset.
    pub const MAX_OFFSET: u64 = (1 << 48) - 1;

    /// Bytes that a write of `len` bytes takes in a list.
    #[inline]
    pub const fn listed_len(len: usize) -> usize {
        HEADER + len.next_multiple_of(8)
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

/// A list ends in the middle of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the list ends in the middle of an entry")]
pub struct TruncatedList;

/// The writes of a list, in order; an error ends them.
#[derive(Clone, Debug)]
pub struct ListedWrites<'a> {
    rest: &'a [u8],
}

impl<'a> ListedWrites<'a> {
    /// The writes in the bytes of a list, whatever these are.
    #[inline]
    pub fn new(list: &'a [u8]) -> Self {
        ListedWrites { rest: list }
    }
}

impl<'a> Iterator for ListedWrites<'a> {
    type Item = Result<ListedWrite<'a>, TruncatedList>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let rest = std::mem::take(&mut self.rest);
        let Some((header, rest)) = rest.split_first_chunk::<HEADER>() else {
            return Some(Err(TruncatedList));
        };
        let header = u64::from_be_bytes(*header);
        let len = (header & 0xffff) as usize;
        let Some((bytes, rest)) = rest.split_at_checked(len.next_multiple_of(8)) else {
            return Some(Err(TruncatedList));
        };
        self.rest = rest;
        Some(Ok(ListedWrite {
            offset: header >> 16,
            bytes: &bytes[..len],
        }))
    }
}

#[cfg(test)]
mod tests;
