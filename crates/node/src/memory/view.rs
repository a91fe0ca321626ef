//! Borrowed access to shared memory: a pointer and a length.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64};

use farreach_verbs::{AtomicOp, AtomicWidth, MemoryError};

use super::{Memory, Word, copy, word};
use crate::Flag;

/// A range of mapped memory that lives for `'a`. Copies of a view name the same bytes.
///
/// Every access is checked against the bounds and done by atomics or raw copies, as with
/// [`Memory`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    ptr: NonNull<u8>,
    len: usize,
    kept: PhantomData<&'a Memory>,
}

// SAFETY: a pair of pointer and length that stands for a `&Memory`, which may go to other threads; all access is by
// atomics and raw copies.
unsafe impl Send for View<'_> {}
// SAFETY: as for `Send`.
unsafe impl Sync for View<'_> {}

impl<'a> From<&'a mut [u8]> for View<'a> {
    fn from(bytes: &'a mut [u8]) -> View<'a> {
        let ptr = NonNull::from(&mut *bytes).cast();
        // SAFETY: borrowed exclusively for `'a`, so that only views access the bytes.
        unsafe { View::from_raw_parts(ptr, bytes.len()) }
    }
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(memory: &'a Memory) -> View<'a> {
        View {
            ptr: memory.ptr,
            len: memory.len,
            kept: PhantomData,
        }
    }

    /// The `len` bytes at `ptr`.
    ///
    /// # Safety
    /// The bytes must be valid for reads and writes for `'a`. All other access to them must be
    /// atomic or by raw copies.
    #[inline]
    pub unsafe fn from_raw_parts(ptr: NonNull<u8>, len: usize) -> View<'a> {
        View {
            ptr,
            len,
            kept: PhantomData,
        }
    }

    /// The first byte. Access through it must be atomic, volatile or a raw copy.
    #[inline]
    pub fn as_non_null(self) -> NonNull<u8> {
        self.ptr
    }

    /// The `len` bytes at `offset`.
    #[inline]
    pub fn part(self, offset: usize, len: usize) -> Result<View<'a>, MemoryError> {
        let ptr = self.at(offset, len)?;
        // SAFETY: inside this view's bytes, which are not at address zero, and no longer than it is.
        Ok(unsafe { View::from_raw_parts(NonNull::new_unchecked(ptr), len) })
    }

    /// The length in bytes.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether the length is zero.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The pointer to `len` bytes at `offset`, after the bounds check.
    #[inline]
    pub(crate) fn at(self, offset: usize, len: usize) -> Result<*mut u8, MemoryError> {
        if offset > self.len || len > self.len - offset {
            return Err(out_of_bounds(offset, len, self.len));
        }
        // SAFETY: offset <= len of the allocation that `ptr` starts.
        Ok(unsafe { self.ptr.as_ptr().add(offset) })
    }

    /// Reads the word at `offset`: one load if it is aligned, byte by byte otherwise. Relaxed.
    #[inline]
    pub fn load<T: Word>(self, offset: usize) -> Result<T, MemoryError> {
        let ptr = self.at(offset, size_of::<T>())?;
        // SAFETY: the `size_of::<T>()` bytes at `ptr` lie inside this view.
        Ok(unsafe { T::load(ptr) })
    }

    /// Writes the word at `offset`: one store if it is aligned, byte by byte otherwise. Relaxed.
    #[inline]
    pub fn store<T: Word>(self, offset: usize, value: T) -> Result<(), MemoryError> {
        let ptr = self.at(offset, size_of::<T>())?;
        // SAFETY: the `size_of::<T>()` bytes at `ptr` lie inside this view.
        unsafe { T::store(ptr, value) };
        Ok(())
    }

    /// Copies `from` to `offset`. Each aligned 2-, 4- and 8-byte word is written in one store.
    /// Relaxed.
    #[inline]
    pub fn copy_in(self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        let to = self.at(offset, from.len())?;
        // SAFETY: both ranges are valid for the length; a slice can't overlap memory that is written through a handle
        // (`from_raw_parts`' contract; other memory yields no slices).
        unsafe { copy::to_shared(from.as_ptr(), to, from.len()) };
        Ok(())
    }

    /// Copies `into.len()` bytes at `offset` to `into`. Each aligned 2-, 4- and 8-byte word is read
    /// in one load. Relaxed.
    #[inline]
    pub fn copy_out(self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        let from = self.at(offset, into.len())?;
        // SAFETY: both ranges are valid for the length, and an exclusive slice overlaps nothing.
        unsafe { copy::from_shared(from, into.as_mut_ptr(), into.len()) };
        Ok(())
    }

    /// Copies `len` bytes at `from_offset` of `from` to `offset`. The ranges may overlap. Relaxed.
    #[inline]
    pub fn copy_between(
        self,
        offset: usize,
        from: View<'_>,
        from_offset: usize,
        len: usize,
    ) -> Result<(), MemoryError> {
        let source = from.at(from_offset, len)?;
        let to = self.at(offset, len)?;
        // SAFETY: both ranges are valid for the length. `between_shared` allows an overlap.
        unsafe { copy::between_shared(source, to, len) };
        Ok(())
    }

    /// The 32-bit word at `offset`, as an atomic.
    #[inline]
    pub fn atomic_u32(self, offset: usize) -> Result<&'a AtomicU32, MemoryError> {
        let ptr = self.aligned(offset, 4)?;
        // SAFETY: in bounds, aligned, and all access to these bytes is atomic or a raw copy.
        Ok(unsafe { AtomicU32::from_ptr(ptr.cast()) })
    }

    /// The 64-bit word at `offset`, as an atomic.
    #[inline]
    pub fn atomic_u64(self, offset: usize) -> Result<&'a AtomicU64, MemoryError> {
        let ptr = self.aligned(offset, 8)?;
        // SAFETY: in bounds, aligned, and all access to these bytes is atomic or a raw copy.
        Ok(unsafe { AtomicU64::from_ptr(ptr.cast()) })
    }

    /// The words of a flag at `offset`, with one bounds check.
    #[inline]
    pub(crate) fn flag_words(
        self,
        offset: usize,
    ) -> Result<(&'a AtomicU64, &'a AtomicU32, &'a AtomicU32), MemoryError> {
        let ptr = self.at(offset, Flag::BYTES)?;
        let width = align_of::<AtomicU64>();
        if !ptr.addr().is_multiple_of(width) {
            return Err(MemoryError::Misaligned { offset, width });
        }
        // SAFETY: 16 bytes at `ptr` are in bounds, `ptr` is aligned for the widest, and all access to these bytes is atomic or a
        // raw copy.
        Ok(unsafe {
            (
                AtomicU64::from_ptr(ptr.cast()),
                AtomicU32::from_ptr(ptr.add(8).cast()),
                AtomicU32::from_ptr(ptr.add(12).cast()),
            )
        })
    }

    /// Applies `op` to the word of `width` at `offset` and returns the old word. Acquires and
    /// releases.
    #[expect(
        clippy::inline_always,
        reason = "callers mostly know the operation: one instruction is left of it"
    )]
    #[inline(always)]
    pub fn atomic(
        self,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, MemoryError> {
        Ok(match width {
            AtomicWidth::W32 => u64::from(word::apply_u32(self.atomic_u32(offset)?, op)),
            AtomicWidth::W64 => word::apply_u64(self.atomic_u64(offset)?, op),
        })
    }

    #[inline]
    fn aligned(self, offset: usize, width: usize) -> Result<*mut u8, MemoryError> {
        let ptr = self.at(offset, width)?;
        if !ptr.addr().is_multiple_of(width) {
            return Err(MemoryError::Misaligned { offset, width });
        }
        Ok(ptr)
    }
}

#[cold]
fn out_of_bounds(offset: usize, len: usize, limit: usize) -> MemoryError {
    MemoryError::OutOfBounds { offset, len, limit }
}
