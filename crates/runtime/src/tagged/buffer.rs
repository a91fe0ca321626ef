//! The memory of a message: bytes in a row, blocks at equal distances, or blocks of any kind.

use std::fmt::Debug;
use std::sync::Arc;

use farreach_node::Memory;
use farreach_verbs::{AtomicOp, AtomicWidth, Memory as _, MemoryError};

use crate::memory::with_copy;

/// The memory that a message is sent from, or received to.
#[derive(Clone, Debug)]
pub enum Buffer {
    /// Bytes in a row.
    Whole(Memory),
    /// Blocks at equal distances. Long messages from or to blocks are packed and unpacked in
    /// pieces, while others are on the way.
    Strided(Arc<Strided>),
    /// Bytes in an order that a programming model knows. Long messages are packed and unpacked in
    /// pieces.
    Scattered(Arc<dyn Scattered>),
}

/// The bytes of a message that lie in any order, such as those of a datatype. They are named by their
/// place in the message.
pub trait Scattered: Debug + Send + Sync {
    /// The length of the message.
    fn len(&self) -> usize;

    /// Whether the length is 0.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the message's bytes from `offset` on. They exist.
    fn read(&self, offset: usize, into: &mut [u8]);

    /// Stores bytes of the message at `offset`. Their places exist.
    fn write(&self, offset: usize, from: &[u8]);
}

/// Checks that a part lies inside of a message of `limit` bytes.
fn check_part(offset: usize, len: usize, limit: usize) -> Result<(), MemoryError> {
    if offset > limit || len > limit - offset {
        return Err(MemoryError::OutOfBounds { offset, len, limit });
    }
    Ok(())
}

/// Blocks of equal length at equal distances. The blocks of a receive must not overlap.
#[derive(Clone, Debug)]
pub struct Strided {
    memory: Memory,
    bytes: usize,
    stride: usize,
    count: usize,
}

impl Strided {
    /// `count` blocks of `bytes` bytes in `memory`. Block `n` begins at byte `n * stride`.
    ///
    /// # Errors
    /// If the last block ends behind the memory.
    pub fn new(
        memory: Memory,
        bytes: usize,
        stride: usize,
        count: usize,
    ) -> Result<Strided, MemoryError> {
        let limit = memory.len();
        let last = count.checked_sub(1).map(|last| last.checked_mul(stride));
        let end = match last {
            // No blocks.
            None => Some(0),
            Some(offset) => offset.and_then(|offset| offset.checked_add(bytes)),
        };
        // Blocks may overlap.
        let len = bytes.checked_mul(count);
        if end.is_none_or(|end| end > limit) || len.is_none() {
            return Err(MemoryError::OutOfBounds {
                offset: last.flatten().unwrap_or(usize::MAX),
                len: bytes,
                limit,
            });
        }
        Ok(Strided {
            memory,
            bytes,
            stride,
            count,
        })
    }

    /// Calls `f` for each part of a block that lies in the message's bytes from `offset` on: with the
    /// part's place in the memory, its place behind `offset`, and its length.
    fn for_parts(
        &self,
        offset: usize,
        len: usize,
        mut f: impl FnMut(usize, usize, usize) -> Result<(), MemoryError>,
    ) -> Result<(), MemoryError> {
        check_part(offset, len, self.bytes * self.count)?;
        let mut done = 0;
        while done < len {
            let at = offset + done;
            let (block, within) = (at / self.bytes, at % self.bytes);
            let part = (self.bytes - within).min(len - done);
            f(block * self.stride + within, done, part)?;
            done += part;
        }
        Ok(())
    }
}

impl From<Memory> for Buffer {
    fn from(memory: Memory) -> Buffer {
        Buffer::Whole(memory)
    }
}

impl From<Strided> for Buffer {
    fn from(blocks: Strided) -> Buffer {
        Buffer::Strided(Arc::new(blocks))
    }
}

impl Buffer {
    /// The memory, if the bytes are in a row.
    pub(super) fn whole(&self) -> Option<&Memory> {
        match self {
            Buffer::Whole(memory) => Some(memory),
            Buffer::Strided(_) | Buffer::Scattered(_) => None,
        }
    }

    /// Calls `f` with a copy of `len` bytes of the message. They are few, or those of a piece.
    pub(super) fn with_copy<R>(&self, offset: usize, len: usize, f: impl FnOnce(&[u8]) -> R) -> R {
        const INSIDE: &str = "inside of the message";
        match self {
            Buffer::Whole(memory) => with_copy(memory.view().part(offset, len).expect(INSIDE), f),
            Buffer::Strided(_) | Buffer::Scattered(_) => {
                let mut bytes = vec![0; len];
                self.read(offset, &mut bytes).expect(INSIDE);
                f(&bytes)
            }
        }
    }
}

impl farreach_verbs::Memory for Buffer {
    fn allocate(len: usize) -> Buffer {
        Buffer::Whole(Memory::allocate(len))
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Buffer::Whole(memory) => memory.len(),
            Buffer::Strided(blocks) => blocks.bytes * blocks.count,
            Buffer::Scattered(bytes) => bytes.len(),
        }
    }

    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        match self {
            Buffer::Whole(memory) => memory.read(offset, into),
            Buffer::Strided(blocks) => blocks.for_parts(offset, into.len(), |at, behind, len| {
                blocks.memory.copy_out(at, &mut into[behind..behind + len])
            }),
            Buffer::Scattered(bytes) => {
                check_part(offset, into.len(), bytes.len())?;
                bytes.read(offset, into);
                Ok(())
            }
        }
    }

    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        match self {
            Buffer::Whole(memory) => memory.write(offset, from),
            Buffer::Strided(blocks) => blocks.for_parts(offset, from.len(), |at, behind, len| {
                blocks.memory.copy_in(at, &from[behind..behind + len])
            }),
            Buffer::Scattered(bytes) => {
                check_part(offset, from.len(), bytes.len())?;
                bytes.write(offset, from);
                Ok(())
            }
        }
    }

    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        let blocks = match self {
            Buffer::Whole(memory) => return memory.atomic(offset, width, op),
            Buffer::Strided(blocks) => blocks,
            // Only a device would ask for this, and none gets such memory.
            Buffer::Scattered(bytes) => {
                return Err(MemoryError::OutOfBounds {
                    offset,
                    len: width.bytes(),
                    limit: bytes.len(),
                });
            }
        };
        let mut place = None;
        blocks.for_parts(offset, width.bytes(), |at, _, len| {
            place = (len == width.bytes()).then_some(at);
            Ok(())
        })?;
        let split = MemoryError::Misaligned {
            offset,
            width: width.bytes(),
        };
        blocks.memory.atomic(place.ok_or(split)?, width, op)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Reads and writes of parts are those of the packed bytes, and change no other bytes.
        #[test]
        fn as_packed_bytes(
            bytes in 1usize..20,
            gap in 0usize..9,
            count in 1usize..12,
            parts in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..40), 1..20),
        ) {
            let span = (count - 1) * (bytes + gap) + bytes;
            let memory = Memory::copy_of(&vec![0xee; span + 3]);
            let blocks = Strided::new(memory.clone(), bytes, bytes + gap, count).unwrap();
            let buffer = Buffer::from(blocks);
            let mut model = vec![0xee; bytes * count];
            prop_assert_eq!(buffer.len(), model.len());
            for (number, (at, len)) in parts.into_iter().enumerate() {
                let at = at.index(model.len());
                let len = len.min(model.len() - at);
                let content = vec![number as u8; len];
                buffer.write(at, &content).unwrap();
                model[at..at + len].copy_from_slice(&content);
                let mut packed = vec![0; model.len()];
                buffer.read(0, &mut packed).unwrap();
                prop_assert_eq!(&packed, &model);
            }
            let mut all = vec![0; span + 3];
            memory.copy_out(0, &mut all).unwrap();
            let is_in_gap = |at: &usize| *at >= span || at % (bytes + gap) >= bytes;
            prop_assert!((0..all.len()).filter(is_in_gap).all(|at| all[at] == 0xee));
            prop_assert!(buffer.read(model.len(), &mut [0]).is_err());
        }
    }

    #[test]
    fn blocks_behind_the_memory_are_refused() {
        let memory = Memory::copy_of(&[0; 100]);
        assert!(Strided::new(memory.clone(), 10, 30, 4).is_ok());
        assert!(Strided::new(memory.clone(), 11, 30, 4).is_err());
        assert!(Strided::new(memory.clone(), 1, usize::MAX, 3).is_err());
        assert!(Strided::new(memory.clone(), 2, 0, usize::MAX).is_err());
        let nothing = Buffer::from(Strided::new(memory, 1000, 1, 0).unwrap());
        assert!(nothing.is_empty() && nothing.read(0, &mut []).is_ok());
    }
}
