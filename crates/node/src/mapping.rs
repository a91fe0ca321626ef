//! A mapped range of address space, unmapped when it is dropped.

#![allow(unsafe_code)]

use std::os::fd::AsFd;
use std::ptr::{self, NonNull};

use rustix::io;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous, munmap};

use crate::layout::SEGMENT_ALIGN;
use crate::memory::View;

/// Mapped memory, readable and writable. Mapping touches and reserves no page.
#[derive(Debug)]
pub struct Mapping {
    ptr: NonNull<u8>,
    len: usize,
    /// Whether this is a node's arena.
    is_arena: bool,
}

// SAFETY: the mapping is a range of bytes that is not tied to the thread that made it. `Mapping`
// itself never accesses the bytes.
unsafe impl Send for Mapping {}
// SAFETY: `&Mapping` only returns the range.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `len` bytes of `fd`, shared with every other process that maps them. If `len`
    /// is at least [`SEGMENT_ALIGN`], the address is a multiple of it.
    ///
    /// Touching a page beyond the end of the file would be fatal (SIGBUS). The caller must
    /// therefore know that the file has `len` bytes and can't shrink. The function is not public
    /// for this reason: [`crate::Arena`] checks size and seals.
    pub(crate) fn shared(fd: impl AsFd, len: usize) -> io::Result<Mapping> {
        let align = SEGMENT_ALIGN as usize;
        let spare = if len < align { 0 } else { align };
        // SAFETY: the kernel chooses a fresh address, so no existing mapping is replaced.
        let reserved = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                len + spare,
                ProtFlags::empty(),
                MapFlags::PRIVATE | MapFlags::NORESERVE,
            )?
        };
        // Dropping `reserved` unmaps what is not used of it.
        let reserved = Mapping::new(reserved.cast(), len + spare);
        let before = reserved.as_ptr().align_offset(align) % (spare + 1);
        let first = reserved.as_ptr().as_ptr().wrapping_add(before);
        // SAFETY: replaces a part of the range that was just reserved, to which no other pointer
        // exists.
        let ptr = unsafe {
            mmap(
                first.cast(),
                len,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED | MapFlags::NORESERVE | MapFlags::FIXED,
                fd,
                0,
            )?
        };
        reserved.keep(before, len);
        Ok(Mapping::new(ptr.cast(), len))
    }

    /// Unmaps all but `len` bytes at offset `at`. The caller becomes responsible for unmapping
    /// these.
    fn keep(self, at: usize, len: usize) {
        let (first, end) = (self.ptr.as_ptr(), at + len);
        let edges = [(0, at), (end, self.len - end)];
        std::mem::forget(self);
        for (at, len) in edges.into_iter().filter(|&(_, len)| len > 0) {
            // SAFETY: inside the mapping. These bytes were never used.
            let unmapped = unsafe { munmap(first.add(at).cast(), len) };
            debug_assert!(unmapped.is_ok(), "unmapping the edge of a reservation");
        }
    }

    /// Maps `len` bytes of zeroed private memory.
    pub fn anonymous(len: usize) -> io::Result<Mapping> {
        // SAFETY: the kernel chooses a fresh address, so no existing mapping is replaced.
        let ptr = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                len,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE | MapFlags::NORESERVE,
            )?
        };
        Ok(Mapping::new(ptr.cast(), len))
    }

    fn new(ptr: *mut u8, len: usize) -> Mapping {
        let ptr = NonNull::new(ptr).expect("a mapping is never at address zero");
        Mapping {
            ptr,
            len,
            is_arena: false,
        }
    }

    /// This mapping, which is a node's arena.
    pub(crate) fn into_arena(mut self) -> Mapping {
        self.is_arena = true;
        self
    }

    /// Whether this is a node's arena.
    pub(crate) fn is_arena(&self) -> bool {
        self.is_arena
    }

    /// All bytes.
    pub(crate) fn view(&self) -> View<'_> {
        // SAFETY: the bytes stay mapped while `self` is borrowed. Nobody makes references to them.
        unsafe { View::from_raw_parts(self.ptr, self.len) }
    }

    /// The first byte.
    pub fn as_ptr(&self) -> NonNull<u8> {
        self.ptr
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the length is zero. It never is: the kernel refuses such a mapping.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Allocates the pages that hold `len` bytes at `offset`, writable, so that touching them can't
    /// fail later.
    pub(crate) fn populate(&self, offset: usize, len: usize) -> io::Result<()> {
        assert!(
            offset <= self.len && len <= self.len - offset,
            "{len} bytes at {offset} exceed a mapping of {} bytes",
            self.len
        );
        let page = rustix::param::page_size();
        let start = offset / page * page;
        let end = offset + len;
        // SAFETY: the range lies inside this mapping, and populating changes no byte.
        unsafe {
            madvise(
                self.ptr.as_ptr().add(start).cast(),
                end - start,
                Advice::LinuxPopulateWrite,
            )
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range belongs to this mapping. Each holder of a pointer into it holds an
        // `Arc` of the mapping, so there is none.
        let unmapped = unsafe { munmap(self.ptr.as_ptr().cast(), self.len) };
        debug_assert!(unmapped.is_ok(), "munmap of our own mapping failed");
    }
}
