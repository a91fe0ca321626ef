//! Registered memory for short buffers, where a device pins what is registered. To copy a short buffer costs less than to pin it.
//!
//! ```text
//!   put:  buffer of the operation ── take ──▶ slot ══ the device reads ══▶
//!   get:  ══ the device writes ══▶ slot ── end ──▶ buffer of the operation
//! ```
//!
//! The memory is registered in pieces, when their slots are first wanted. An operation that finds all slots taken has its buffer registered.

use alloc::vec::Vec;

use farreach_verbs::{Access, Device, DeviceError, Memory, PdId, Region, Sge};

/// Bytes of a slot. Longer buffers are registered.
pub(crate) const COPIED_MAX: usize = 8192;
/// The most slots.
const SLOTS: usize = 64;
/// Slots of a piece.
const PIECE: usize = 16;

/// The slots.
pub(crate) struct Copies<M> {
    pieces: Vec<(M, Region)>,
    free: Vec<u32>,
    /// Where the bytes of a slot go at the end of its operation.
    into: Vec<Option<M>>,
    /// Bytes on their way between a buffer and a slot.
    scratch: Vec<u8>,
}

impl<M: Memory> Copies<M> {
    pub(crate) fn new() -> Self {
        Copies {
            pieces: Vec::new(),
            free: Vec::new(),
            into: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Takes a slot for the first `len` bytes of a buffer, which the device writes if `access` permits it. `None` if no slot is free,
    /// or if the buffer is too long.
    pub(crate) fn take<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        (buffer, len): (&M, usize),
        access: Access,
    ) -> Result<Option<u32>, DeviceError> {
        if len > COPIED_MAX {
            return Ok(None);
        }
        if self.free.is_empty() && self.into.len() < SLOTS {
            let memory = M::allocate(PIECE * COPIED_MAX);
            let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?;
            self.pieces.push((memory, region));
            let first = self.into.len();
            self.into.resize(first + PIECE, None);
            self.free
                .extend((first as u32..self.into.len() as u32).rev());
            self.scratch.resize(COPIED_MAX, 0);
        }
        let Some(slot) = self.free.pop() else {
            return Ok(None);
        };
        if access.contains(Access::LOCAL_WRITE) {
            self.into[slot as usize] = Some(buffer.clone());
        } else {
            let ((slots, _), start) = place(&self.pieces, slot);
            let bytes = &mut self.scratch[..len];
            let copied = buffer.read(0, bytes);
            let copied = copied.and_then(|()| slots.write(start, bytes));
            copied.expect("a slot and a buffer of an operation are memory");
        }
        Ok(Some(slot))
    }

    /// The first `len` bytes of a slot, for the device.
    pub(crate) fn sge(&self, slot: u32, len: u32) -> Sge {
        let ((_, region), start) = place(&self.pieces, slot);
        region.sge(start as u64, len)
    }

    /// Frees a slot. What has arrived there is copied, if the operation ended well.
    pub(crate) fn end(&mut self, slot: u32, len: usize, is_good: bool) {
        if let Some(buffer) = self.into[slot as usize].take().filter(|_| is_good) {
            let ((slots, _), start) = place(&self.pieces, slot);
            let bytes = &mut self.scratch[..len];
            let copied = slots.read(start, bytes);
            let copied = copied.and_then(|()| buffer.write(0, bytes));
            copied.expect("a slot and a buffer of an operation are memory");
        }
        self.free.push(slot);
    }
}

/// The piece of a slot, and the slot's offset in the piece.
fn place<M>(pieces: &[(M, Region)], slot: u32) -> (&(M, Region), usize) {
    let slot = slot as usize;
    (&pieces[slot / PIECE], slot % PIECE * COPIED_MAX)
}
