//! Packet heads that are lent to the kernel. A datagram may wait for its receiver for any time and
//! refers to the page of its head. The bytes of a lent head must therefore never change.

use std::ptr::{self, NonNull};

/// Bytes of the pages for heads. A page has room for the heads of dozens of packets.
pub(super) const BYTES: usize = 16 << 10;

/// Bytes of a head's slot. Slots do not cross page boundaries.
const SLOT: usize = 64;

/// Pages that are filled once. When all pages are full they are given back to the kernel, which
/// keeps the pages that datagrams refer to. Fresh pages then appear at their addresses.
pub(super) struct Margins {
    base: NonNull<u8>,
    used: usize,
}

// SAFETY: only this object has a pointer to the pages, which the kernel reads.
unsafe impl Send for Margins {}

impl Margins {
    /// Maps the pages. `None` if there is no memory.
    pub(super) fn new() -> Option<Margins> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address that the kernel chooses.
        let base = unsafe { libc::mmap(ptr::null_mut(), BYTES, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let base = NonNull::new(base.cast())?;
        Some(Margins { base, used: 0 })
    }

    /// Makes room for `margins` heads that are not lent yet. Returns `false` if they are too many,
    /// or the kernel does not take the pages back.
    pub(super) fn make_room(&mut self, margins: usize) -> bool {
        let wanted = margins * SLOT;
        if self.used + wanted > BYTES {
            // SAFETY: the mapping belongs to this object, and this process no longer reads its old
            // contents.
            let dropped =
                unsafe { libc::madvise(self.base.as_ptr().cast(), BYTES, libc::MADV_DONTNEED) };
            if dropped != 0 {
                return false;
            }
            self.used = 0;
        }
        wanted <= BYTES
    }

    /// Copies a head to a free slot, where it stays as long as the kernel refers to it. `None` if
    /// it is too long.
    pub(super) fn keep(&mut self, margin: &libc::iovec) -> Option<libc::iovec> {
        if margin.iov_len > SLOT || self.used == BYTES {
            return None;
        }
        let from = NonNull::new(margin.iov_base.cast())?;
        // SAFETY: inside the mapping.
        let to = unsafe { self.base.add(self.used) };
        // SAFETY: `to` has room for the bytes, which are readable (`Socket::gather`) and not in this mapping.
        unsafe { to.copy_from_nonoverlapping(from, margin.iov_len) };
        self.used += SLOT;
        Some(libc::iovec {
            iov_base: to.as_ptr().cast(),
            iov_len: margin.iov_len,
        })
    }
}

impl Drop for Margins {
    fn drop(&mut self) {
        // SAFETY: the mapping belongs to this object. Datagrams under way keep their pages.
        let _ = unsafe { libc::munmap(self.base.as_ptr().cast(), BYTES) };
    }
}
