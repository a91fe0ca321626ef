//! Memory for tests: a vector behind a lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{AtomicOp, AtomicWidth, Memory, MemoryError};

/// Private memory in a vector. Clones share the bytes.
#[derive(Clone, Debug)]
pub struct VecMemory(Arc<Mutex<Vec<u8>>>);

impl VecMemory {
    /// Memory that holds `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        VecMemory(Arc::new(Mutex::new(bytes.to_vec())))
    }

    /// All of its bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        // A panic elsewhere leaves bytes, which are always valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn slice(bytes: &mut [u8], offset: usize, len: usize) -> Result<&mut [u8], MemoryError> {
    let limit = bytes.len();
    offset
        .checked_add(len)
        .and_then(|end| bytes.get_mut(offset..end))
        .ok_or(MemoryError::OutOfBounds { offset, len, limit })
}

impl Memory for VecMemory {
    fn allocate(len: usize) -> Self {
        VecMemory(Arc::new(Mutex::new(vec![0; len])))
    }

    fn len(&self) -> usize {
        self.lock().len()
    }

    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        let mut bytes = self.lock();
        into.copy_from_slice(slice(&mut bytes, offset, into.len())?);
        Ok(())
    }

    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        let mut bytes = self.lock();
        slice(&mut bytes, offset, from.len())?.copy_from_slice(from);
        Ok(())
    }

    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        let len = width.bytes();
        if !offset.is_multiple_of(len) {
            return Err(MemoryError::Misaligned { offset, width: len });
        }
        let mut bytes = self.lock();
        let word = slice(&mut bytes, offset, len)?;
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
        Ok(old)
    }
}

/// The word that `op` makes of `old`, of which only the bits of `width` count.
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
