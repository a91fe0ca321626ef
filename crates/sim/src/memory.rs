//! Memory of simulated processes: a vector behind a lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_verbs::{AtomicOp, AtomicWidth, Memory, MemoryError};

use crate::account;

/// Private memory in a vector, or a part of it. Clones and slices share the bytes.
///
/// The vector ends with the last byte that was written. Bytes behind it are zero and take no memory, so that a simulation of
/// thousands of processes has only the buffers that they use.
#[derive(Clone, Debug)]
pub struct VecMemory {
    bytes: Arc<Mutex<Vec<u8>>>,
    offset: usize,
    len: usize,
    /// What is written behind so many bytes of the vector is lost.
    kept: usize,
}

impl VecMemory {
    /// Memory that holds `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        VecMemory {
            bytes: Arc::new(Mutex::new(bytes.to_vec())),
            offset: 0,
            len: bytes.len(),
            kept: usize::MAX,
        }
    }

    /// Zeroed memory of `len` bytes that loses what is written behind the first `kept` bytes. For data that nobody reads.
    pub fn losing(kept: usize, len: usize) -> Self {
        VecMemory {
            kept,
            ..VecMemory::allocate(len)
        }
    }

    /// All of its bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len];
        self.read(0, &mut bytes).expect("all of them");
        bytes
    }

    /// Checks that a range lies inside.
    fn check(&self, offset: usize, len: usize) -> Result<(), MemoryError> {
        let limit = self.len;
        if offset > limit || len > limit - offset {
            return Err(MemoryError::OutOfBounds { offset, len, limit });
        }
        Ok(())
    }

    /// Runs `f` on a range of the bytes, if the range lies inside.
    fn with<R>(
        &self,
        offset: usize,
        len: usize,
        f: impl FnOnce(&mut [u8]) -> R,
    ) -> Result<R, MemoryError> {
        self.check(offset, len)?;
        let mut bytes = self.lock();
        let start = self.offset + offset;
        if bytes.len() < start + len {
            let before = bytes.capacity();
            bytes.resize(start + len, 0);
            account::took(bytes.capacity() - before);
        }
        Ok(f(&mut bytes[start..start + len]))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        // A panic in another thread leaves bytes, which are always valid.
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory for VecMemory {
    fn allocate(len: usize) -> Self {
        VecMemory {
            bytes: Arc::default(),
            offset: 0,
            len,
            kept: usize::MAX,
        }
    }

    fn slice(&self, offset: usize, len: usize) -> Result<Self, MemoryError> {
        self.check(offset, len)?;
        Ok(VecMemory {
            bytes: Arc::clone(&self.bytes),
            offset: self.offset + offset,
            len,
            kept: self.kept,
        })
    }

    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        self.check(offset, into.len())?;
        let bytes = self.lock();
        let start = self.offset + offset;
        let there = bytes.get(start..).unwrap_or_default();
        let (written, rest) = into.split_at_mut(there.len().min(into.len()));
        written.copy_from_slice(&there[..written.len()]);
        rest.fill(0);
        Ok(())
    }

    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        self.check(offset, from.len())?;
        let kept = self.kept.saturating_sub(self.offset + offset);
        let from = &from[..from.len().min(kept)];
        if from.is_empty() {
            return Ok(());
        }
        self.with(offset, from.len(), |bytes| bytes.copy_from_slice(from))
    }

    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        let len = width.bytes();
        if !offset.is_multiple_of(len) {
            return Err(MemoryError::Misaligned { offset, width: len });
        }
        self.with(offset, len, |word| {
            let mut old = [0; 8];
            let lane = match width {
                AtomicWidth::W32 if cfg!(target_endian = "big") => 4..8,
                AtomicWidth::W32 => 0..4,
                AtomicWidth::W64 => 0..8,
            };
            old[lane.clone()].copy_from_slice(word);
            let old = u64::from_ne_bytes(old);
            let new = apply(old, width, op);
            word.copy_from_slice(&new.to_ne_bytes()[lane]);
            old
        })
    }
}

/// The word that `op` makes of `old`, within the bits of `width`.
pub fn apply(old: u64, width: AtomicWidth, op: AtomicOp) -> u64 {
    let mask = match width {
        AtomicWidth::W32 => u64::from(u32::MAX),
        AtomicWidth::W64 => u64::MAX,
    };
    let new = match op {
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

#[cfg(test)]
mod tests;
