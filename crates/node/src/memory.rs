//! Memory that other processes, threads and the network may change at any time. It is accessed by
//! raw copies and atomics, never by references.
//!
//! `Memory::write` stores each aligned word whole. The bytes of a write become visible before those
//! of any later write.

#![allow(unsafe_code)]

pub(crate) mod copy;
mod scattered;
mod streaming;
mod strided;
#[cfg(test)]
mod tests;
mod view;
mod word;
mod words;

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::fmt;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use farreach_verbs::{AtomicOp, AtomicWidth, Combine, MappedMemory, MemoryError, Number, Scale};

pub use scattered::Scattered;
pub use strided::Strided;
pub use view::View;
pub use word::Word;
pub(crate) use words::{Line, Words};

use crate::accumulate::{self, Stripes};
use crate::{Mapping, order};

/// A handle to a range of memory: of a node's arena, of a private allocation, or of a borrowed
/// buffer. Or to bytes that lie in any order ([`Memory::scattered`]).
///
/// Clones and slices are handles to the same bytes, and keep the underlying memory alive. Every
/// access is checked against the bounds and is done by atomics or raw copies. Racing accesses,
/// which remote memory access consists of, therefore never meet a Rust reference.
///
/// A [`View`] has the same accesses but keeps nothing alive.
///
/// Ordering: the inherent `load`, `store`, `copy_in` and `copy_out` are relaxed. They cost a bounds
/// check and the move itself. Code that needs an order between two of them puts a fence between.
/// The [`farreach_verbs::Memory`] methods are ordered: a write is visible before anything that a
/// later write stores.
#[derive(Clone)]
pub struct Memory {
    ptr: NonNull<u8>,
    len: usize,
    /// Keeps the bytes alive; `None` for borrowed memory.
    owner: Option<Owner>,
}

/// The owner of the bytes. Dropping the last clone frees the memory.
#[derive(Clone)]
enum Owner {
    Mapping(Arc<Mapping>),
    #[expect(dead_code, reason = "held only to be dropped")]
    Allocation(Arc<Allocation>),
    Scattered(Arc<dyn Scattered>),
}

/// A private heap allocation, aligned to a cache line. Only the bytes that the handle reaches are
/// initialised.
struct Allocation {
    /// The handle's first byte.
    ptr: NonNull<u8>,
    /// The pointer that the allocator returned, and the layout it was asked for.
    base: NonNull<u8>,
    layout: Layout,
}

impl Allocation {
    const ALIGN: usize = 64;

    /// Asks the allocator for its ordinary alignment and aligns the pointer itself. For a larger
    /// alignment the allocator would write the zeros, instead of taking fresh pages from the kernel
    /// on first use.
    fn new(len: usize) -> Allocation {
        let layout = Self::layout(len.saturating_add(Self::ALIGN - 1), align_of::<u128>());
        // SAFETY: the layout's size is at least one.
        let base = unsafe { alloc_zeroed(layout) };
        let gap = base.align_offset(Self::ALIGN);
        assert!(gap < Self::ALIGN, "bytes can be aligned");
        let mut made = Self::made(base, layout);
        // SAFETY: the offset is less than the alignment, by which the allocation is longer than
        // `len`.
        made.ptr = unsafe { made.base.add(gap) };
        made
    }

    /// A copy of `parts`, which have `len` bytes together.
    fn joined(parts: &[&[u8]], len: usize) -> Allocation {
        let layout = Self::layout(len, Self::ALIGN);
        // SAFETY: the layout's size is at least one.
        let made = Self::made(unsafe { alloc(layout) }, layout);
        let mut at = 0;
        for part in parts {
            assert!(part.len() <= len - at, "the parts have {len} bytes");
            // SAFETY: `len` bytes were just allocated, no other pointer to them exists, and the part ends within them.
            unsafe {
                ptr::copy_nonoverlapping(part.as_ptr(), made.ptr.as_ptr().add(at), part.len());
            };
            at += part.len();
        }
        assert_eq!(at, len, "all bytes are initialised");
        made
    }

    fn layout(len: usize, align: usize) -> Layout {
        Layout::from_size_align(len.max(1), align)
            .expect("the length of an allocation fits an isize")
    }

    fn made(base: *mut u8, layout: Layout) -> Allocation {
        let Some(base) = NonNull::new(base) else {
            handle_alloc_error(layout)
        };
        Allocation {
            ptr: base,
            base,
            layout,
        }
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and freed only here.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}

// SAFETY: plain bytes with no tie to a thread.
unsafe impl Send for Allocation {}
// SAFETY: `&Allocation` gives no access to the bytes. `Memory` accesses them by atomics and raw
// copies only.
unsafe impl Sync for Allocation {}

// SAFETY: the owner keeps the bytes alive wherever the handle goes. For borrowed memory the maker
// of the handle vouched for this. No method returns a reference to the bytes.
unsafe impl Send for Memory {}
// SAFETY: all accesses are atomics and raw copies, which may race with other threads and processes.
unsafe impl Sync for Memory {}

impl Memory {
    /// All of a mapping.
    pub fn of_mapping(mapping: Arc<Mapping>) -> Memory {
        Memory {
            ptr: mapping.as_ptr(),
            len: mapping.len(),
            owner: Some(Owner::Mapping(mapping)),
        }
    }

    /// Fresh private memory of zeros. Its pages are made when they are first used.
    pub fn zeroed(len: usize) -> Memory {
        let allocation = Allocation::new(len);
        Memory {
            ptr: allocation.ptr,
            len,
            owner: Some(Owner::Allocation(Arc::new(allocation))),
        }
    }

    /// Fresh private memory with a copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Memory {
        <Memory as farreach_verbs::Memory>::joined(&[bytes])
    }

    /// Memory with another owner, such as a user's buffer that is registered for the duration of a
    /// call.
    ///
    /// # Safety
    ///
    /// Whenever something accesses the bytes through a clone or a slice of the handle:
    /// - The `len` bytes at `ptr` must be valid for reads and writes, or for reads only if nothing
    ///   writes through the handle.
    /// - No reference to the bytes may conflict with the handle's accesses: no reference at all
    ///   while the handle writes, no `&mut` while it reads.
    pub unsafe fn from_raw_parts(ptr: NonNull<u8>, len: usize) -> Memory {
        Memory {
            ptr,
            len,
            owner: None,
        }
    }

    /// The length in bytes. 0 for [scattered](Memory::scattered) memory, whose bytes are not in a
    /// row.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the length is zero.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first byte. The pointer is valid while a clone of this handle lives. Access must be
    /// atomic, volatile or a raw copy.
    #[inline]
    pub fn as_mut_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// A handle to the `len` bytes at `offset`.
    pub fn slice(&self, offset: usize, len: usize) -> Result<Memory, MemoryError> {
        let ptr = self.at(offset, len)?;
        Ok(Memory {
            // SAFETY: `at` returns pointers into this handle's range, which is not at address zero.
            ptr: unsafe { NonNull::new_unchecked(ptr) },
            len,
            owner: self.owner.clone(),
        })
    }

    /// The pointer to `len` bytes at `offset`, after the bounds check.
    #[inline]
    pub(crate) fn at(&self, offset: usize, len: usize) -> Result<*mut u8, MemoryError> {
        self.view().at(offset, len)
    }

    /// The bytes, for as long as this handle is borrowed.
    #[inline]
    pub fn view(&self) -> View<'_> {
        View::new(self)
    }

    /// Reads the word at `offset` as [`View::load`] does.
    #[inline]
    pub fn load<T: Word>(&self, offset: usize) -> Result<T, MemoryError> {
        self.view().load(offset)
    }

    /// Writes the word at `offset` as [`View::store`] does.
    #[inline]
    pub fn store<T: Word>(&self, offset: usize, value: T) -> Result<(), MemoryError> {
        self.view().store(offset, value)
    }

    /// Reads the `u64` at `offset` as [`View::load`] does.
    #[inline]
    pub fn load_u64(&self, offset: usize) -> Result<u64, MemoryError> {
        self.load(offset)
    }

    /// Writes the `u64` at `offset` as [`View::store`] does.
    #[inline]
    pub fn store_u64(&self, offset: usize, value: u64) -> Result<(), MemoryError> {
        self.store(offset, value)
    }

    /// Copies private bytes to `offset` as [`View::copy_in`] does.
    #[inline]
    pub fn copy_in(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        self.view().copy_in(offset, from)
    }

    /// Copies bytes at `offset` to private memory as [`View::copy_out`] does.
    #[inline]
    pub fn copy_out(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        self.view().copy_out(offset, into)
    }

    /// Copies bytes of other shared memory to `offset` as [`View::copy_between`] does.
    #[inline]
    pub fn copy_between(
        &self,
        offset: usize,
        from: &Memory,
        from_offset: usize,
        len: usize,
    ) -> Result<(), MemoryError> {
        self.view()
            .copy_between(offset, from.view(), from_offset, len)
    }

    /// The 32-bit word at `offset` as an atomic, as [`View::atomic_u32`].
    #[inline]
    pub fn atomic_u32(&self, offset: usize) -> Result<&AtomicU32, MemoryError> {
        self.view().atomic_u32(offset)
    }

    /// The 64-bit word at `offset` as an atomic, as [`View::atomic_u64`].
    #[inline]
    pub fn atomic_u64(&self, offset: usize) -> Result<&AtomicU64, MemoryError> {
        self.view().atomic_u64(offset)
    }
}

impl Memory {
    /// The locks of accumulates to this memory.
    pub(crate) fn stripes(&self) -> Stripes<'_> {
        match &self.owner {
            Some(Owner::Mapping(mapping)) => {
                mapping.striped().map_or(Stripes::PRIVATE, |striped| {
                    Stripes::of(mapping.view(), striped)
                })
            }
            _ => Stripes::PRIVATE,
        }
    }

    /// Has the cache line at `offset` brought here to be written soon, if there is such a line.
    #[inline]
    pub(crate) fn prefetch_to_write(&self, offset: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(place) = self.line_at(offset) {
            // SAFETY: a hint, which reads and writes nothing.
            unsafe {
                std::arch::asm!("prefetchw [{}]", in(reg) place, options(nostack, preserves_flags));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = offset;
    }

    /// Has the cache line at `offset` brought here to be read soon, if there is such a line.
    #[inline]
    pub(crate) fn prefetch_to_read(&self, offset: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(place) = self.line_at(offset) {
            // SAFETY: a hint, which reads and writes nothing.
            unsafe {
                std::arch::asm!("prefetcht0 [{}]", in(reg) place, options(nostack, preserves_flags));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = offset;
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn line_at(&self, offset: usize) -> Option<*mut u8> {
        (offset < self.len).then(|| self.ptr.as_ptr().wrapping_add(offset))
    }
}

impl farreach_verbs::Memory for Memory {
    fn slice(&self, offset: usize, len: usize) -> Result<Self, MemoryError> {
        Memory::slice(self, offset, len)
    }

    fn allocate(len: usize) -> Memory {
        Memory::zeroed(len)
    }

    fn joined(parts: &[&[u8]]) -> Memory {
        let len = parts.iter().map(|part| part.len()).sum();
        let allocation = Allocation::joined(parts, len);
        Memory {
            ptr: allocation.ptr,
            len,
            owner: Some(Owner::Allocation(Arc::new(allocation))),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        if self.len > 0 {
            return self.len;
        }
        self.scattered_len()
    }

    fn program_address(&self) -> Option<u64> {
        self.owner.is_none().then(|| self.ptr.addr().get() as u64)
    }

    #[inline]
    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        if let Err(error) = self.copy_out(offset, into) {
            self.read_scattered(offset, into, error)?;
        }
        // A later read returns nothing older than this read.
        order::after_get();
        Ok(())
    }

    #[inline]
    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        // Earlier writes are visible before this write. Free on x86, a barrier instruction on
        // aarch64.
        order::between_puts();
        match self.copy_in(offset, from) {
            Ok(()) => Ok(()),
            Err(error) => self.write_scattered(offset, from, error),
        }
    }

    fn write_scaled(&self, offset: usize, scale: Scale, from: &[u8]) -> Result<(), MemoryError> {
        accumulate::store_scaled(self.view(), offset, scale, from)
    }

    #[inline]
    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        accumulate::atomic_alone(self, offset, width, op)
    }

    #[inline]
    fn update(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<(), MemoryError> {
        self.view().atomic(offset, width, op).map(drop)
    }

    fn accumulate(
        &self,
        offset: usize,
        (number, op): (Number, Combine),
        from: &[u8],
    ) -> Result<(), MemoryError> {
        accumulate::accumulate_in(self, offset, (number, op), from)
    }
}

// SAFETY: the bytes are valid for reads as long as their owner lives, which every handle keeps
// alive. For a borrowed handle they are valid as long as its maker promised.
unsafe impl MappedMemory for Memory {
    #[inline]
    fn as_ptr(&self) -> Option<*const u8> {
        let is_row = self.len > 0 || self.as_scattered().is_none();
        is_row.then_some(self.ptr.as_ptr().cast_const())
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.owner {
            Some(Owner::Mapping(_)) => "mapped",
            Some(Owner::Allocation(_)) => "private",
            Some(Owner::Scattered(bytes)) => return write!(f, "Memory({bytes:?})"),
            None => "borrowed",
        };
        write!(f, "Memory({kind}, {} B at {:p})", self.len, self.ptr)
    }
}
