//! Slots of registered memory where words that peers return land.

use alloc::vec::Vec;

use farreach_verbs::{Access, Device, DeviceError, Lkey, Memory, MemoryError, PdId, Sge};

/// How many words can be awaited at once; more operations wait in their peers' queues.
const SLOTS: u32 = 1024;
/// Bytes of a slot.
const WORD: usize = 8;

/// A fixed pool of 8-byte slots.
pub(crate) struct Slots<M> {
    memory: M,
    lkey: Lkey,
    free: Vec<u32>,
}

impl<M: Memory> Slots<M> {
    pub(crate) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
    ) -> Result<Self, DeviceError> {
        let memory = M::allocate(SLOTS as usize * WORD);
        let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?;
        Ok(Slots {
            memory,
            lkey: region.lkey,
            free: (0..SLOTS).rev().collect(),
        })
    }

    pub(crate) fn take(&mut self) -> Option<u32> {
        self.free.pop()
    }

    pub(crate) fn sge(&self, slot: u32, len: u32) -> Sge {
        assert!(len as usize <= WORD, "a slot holds {WORD} bytes, not {len}");
        Sge {
            lkey: self.lkey,
            addr: u64::from(slot) * WORD as u64,
            len,
        }
    }

    /// Reads the first `len` bytes of `slot`, zero-extended, and frees it.
    pub(crate) fn read_and_free(&mut self, slot: u32, len: u32) -> Result<u64, MemoryError> {
        let mut word = [0; WORD];
        self.free.push(slot);
        self.memory
            .read(slot as usize * WORD, &mut word[..len as usize])?;
        Ok(u64::from_le_bytes(word))
    }
}
