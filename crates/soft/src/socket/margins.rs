//! Heads of packets that are lent to the kernel. A datagram may wait for its receiver for any time and refers to the
//! page all the while: what it was sent with must never change.

use std::ptr::{self, NonNull};

/// The kernel's pages, of which one has room for the margins of dozens of packets.
pub(super) const BYTES: usize = 16 << 10;

/// What each margin takes, so that none lies across two pages.
const SLOT: usize = 64;

/// Pages that are filled once. When all are full they are given back to the kernel, which keeps those that datagrams refer to, and
/// others appear at their addresses.
pub(super) struct Margins {
    base: NonNull<u8>,
    used: usize,
}

// SAFETY: the pages are this object's alone; the kernel reads them.
unsafe impl Send for Margins {}

impl Margins {
    /// Nothing if there is no memory.
    pub(super) fn new() -> Option<Margins> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address of the kernel's choice.
        let base = unsafe { libc::mmap(ptr::null_mut(), BYTES, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let base = NonNull::new(base.cast())?;
        Some(Margins { base, used: 0 })
    }

    /// Makes room for so many, which are not lent yet; not if they are too many, or the kernel does not take pages back.
    pub(super) fn make_room(&mut self, margins: usize) -> bool {
        let wanted = margins * SLOT;
        if self.used + wanted > BYTES {
            // SAFETY: the mapping is ours, and nobody in this process reads what was kept before.
            let dropped =
                unsafe { libc::madvise(self.base.as_ptr().cast(), BYTES, libc::MADV_DONTNEED) };
            if dropped != 0 {
                return false;
            }
            self.used = 0;
        }
        wanted <= BYTES
    }

    /// Copies a few bytes to where there is room for them, and where they stay for as long as the kernel refers to them. Nothing
    /// if they are too many.
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
        // SAFETY: the mapping is ours. Datagrams under way keep their pages.
        let _ = unsafe { libc::munmap(self.base.as_ptr().cast(), BYTES) };
    }
}
