//! Blocks at equal distances as memory for a device.

use std::sync::Arc;

use farreach_verbs::MemoryError;

use super::{Memory, Scattered};

/// Blocks of equal length at equal distances. Blocks that are written must not overlap.
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
    ) {
        let Some(first) = offset.checked_div(self.bytes) else {
            return;
        };
        let (mut done, mut start, mut within) = (0, first * self.stride, offset % self.bytes);
        while done < len {
            let part = (self.bytes - within).min(len - done);
            let copied = f(start + within, done, part);
            copied.expect("blocks are inside of the memory");
            (done, start, within) = (done + part, start + self.stride, 0);
        }
    }
}

impl Scattered for Strided {
    fn len(&self) -> usize {
        self.bytes * self.count
    }

    fn read(&self, offset: usize, into: &mut [u8]) {
        self.for_parts(offset, into.len(), |at, behind, len| {
            self.memory.copy_out(at, &mut into[behind..behind + len])
        });
    }

    fn write(&self, offset: usize, from: &[u8]) {
        self.for_parts(offset, from.len(), |at, behind, len| {
            self.memory.copy_in(at, &from[behind..behind + len])
        });
    }
}

impl From<Strided> for Memory {
    fn from(blocks: Strided) -> Memory {
        Memory::scattered(Arc::new(blocks))
    }
}

#[cfg(test)]
mod tests {
    use farreach_verbs::Memory as _;
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
            let buffer = Memory::from(blocks);
            let mut model = vec![0xee; bytes * count];
            prop_assert_eq!(farreach_verbs::Memory::len(&buffer), model.len());
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
        let nothing = Memory::from(Strided::new(memory, 1000, 1, 0).unwrap());
        assert_eq!(farreach_verbs::Memory::len(&nothing), 0);
        assert!(nothing.read(0, &mut []).is_ok());
    }
}
