//! Bytes that do not lie in a row, as memory for a device.
//!
//! Such memory is registered like other memory. Its addresses count the bytes of the message. The
//! software device copies them between its packets and their places.

use std::fmt::Debug;
use std::ptr::NonNull;
use std::sync::Arc;

use farreach_verbs::MemoryError;

use super::{Memory, Owner, View};

/// Bytes that lie in any order, such as those of a datatype. They are named by their place in that
/// order.
///
/// Other processes or threads may change the bytes at any time, as with [`Memory`].
pub trait Scattered: Debug + Send + Sync {
    /// The number of bytes.
    fn len(&self) -> usize;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the bytes from `offset` on. They exist.
    fn read(&self, offset: usize, into: &mut [u8]);

    /// Stores bytes at `offset`. Their places exist.
    fn write(&self, offset: usize, from: &[u8]);

    /// Copies the bytes from `offset` on to memory that others may access. The bytes exist.
    fn read_to(&self, offset: usize, into: View<'_>) {
        let mut part = vec![0; PART.min(into.len())];
        for at in (0..into.len()).step_by(PART) {
            let part = &mut part[..PART.min(into.len() - at)];
            self.read(offset + at, part);
            into.copy_in(at, part).expect("a part of it");
        }
    }

    /// Stores bytes at `offset` from memory that others may access. Their places exist.
    fn write_from(&self, offset: usize, from: View<'_>) {
        let mut part = vec![0; PART.min(from.len())];
        for at in (0..from.len()).step_by(PART) {
            let part = &mut part[..PART.min(from.len() - at)];
            from.copy_out(at, part).expect("a part of it");
            self.write(offset + at, part);
        }
    }
}

/// Bytes that are copied at a time, so that they stay in the processor's cache.
const PART: usize = 32 << 10;

impl Memory {
    /// Memory whose bytes lie in any order.
    ///
    /// It has no pointer, and its inherent methods find no bytes in it: only the methods of
    /// [`farreach_verbs::Memory`] do. It has no atomics.
    pub fn scattered(bytes: Arc<dyn Scattered>) -> Memory {
        Memory {
            ptr: NonNull::dangling(),
            len: 0,
            owner: Some(Owner::Scattered(bytes)),
        }
    }

    /// The bytes, if they do not lie in a row.
    pub fn as_scattered(&self) -> Option<&Arc<dyn Scattered>> {
        match &self.owner {
            Some(Owner::Scattered(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// The number of bytes of memory whose bytes in a row are none.
    #[cold]
    pub(super) fn scattered_len(&self) -> usize {
        self.as_scattered().map_or(0, |bytes| bytes.len())
    }

    /// Reads a range that is not in the row of bytes, which `error` says.
    #[cold]
    pub(super) fn read_scattered(
        &self,
        offset: usize,
        into: &mut [u8],
        error: MemoryError,
    ) -> Result<(), MemoryError> {
        let bytes = self.as_scattered().ok_or(error)?;
        check(offset, into.len(), bytes.len())?;
        bytes.read(offset, into);
        Ok(())
    }

    /// Writes a range that is not in the row of bytes, which `error` says.
    #[cold]
    pub(super) fn write_scattered(
        &self,
        offset: usize,
        from: &[u8],
        error: MemoryError,
    ) -> Result<(), MemoryError> {
        let bytes = self.as_scattered().ok_or(error)?;
        check(offset, from.len(), bytes.len())?;
        bytes.write(offset, from);
        Ok(())
    }
}

/// Fails unless a range lies inside of `limit` bytes.
fn check(offset: usize, len: usize, limit: usize) -> Result<(), MemoryError> {
    if offset > limit || len > limit - offset {
        return Err(MemoryError::OutOfBounds { offset, len, limit });
    }
    Ok(())
}
