//! Memory whose pages are pinned when it is registered, as an adapter pins them. Later accesses go to these pages, whatever the process
//! has at the addresses by then.
//!
//! ```text
//!   device ── read ──▶ Pinned ── WRITE_FIXED ──▶ io_uring: from the pinned pages to a file ── pread ──▶ device
//!   device ── write ─▶ Pinned ── pwrite, READ_FIXED: from the file to the pinned pages
//! ```
//!
//! The kernel pins the buffers that are registered with an io_uring in the way it pins those of adapters.

use std::fmt;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use farreach_node::Scattered;
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{Result, pread, pwrite};
use rustix::io_uring::{
    IORING_OFF_CQ_RING, IORING_OFF_SQ_RING, IORING_OFF_SQES, IoringEnterFlags, IoringOp,
    IoringRegisterOp, io_uring_cqe, io_uring_enter, io_uring_params, io_uring_ptr,
    io_uring_register, io_uring_setup, io_uring_sqe,
};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// A pinned buffer.
pub(crate) struct Pinned {
    first: usize,
    len: usize,
    ring: Mutex<Ring>,
}

/// A ring of one request, and the file that bytes go through.
struct Ring {
    fd: OwnedFd,
    file: OwnedFd,
    submissions: Mapped,
    completions: Mapped,
    requests: Mapped,
    params: io_uring_params,
}

/// A mapping of a ring.
struct Mapped {
    first: NonNull<u8>,
    len: usize,
}

// SAFETY: the mappings are those of the value, and are used under its lock. The parameters have no pointer that is used.
unsafe impl Send for Ring {}

impl Pinned {
    /// Pins a buffer.
    ///
    /// # Safety
    /// The kernel may write the buffer while the process has it at these addresses.
    pub(crate) unsafe fn new(first: NonNull<u8>, len: usize) -> Result<Pinned> {
        let mut params = io_uring_params::default();
        // SAFETY: a new ring.
        let fd = unsafe { io_uring_setup(1, &mut params) }?;
        let buffer = libc::iovec {
            iov_base: first.as_ptr().cast(),
            iov_len: len,
        };
        // SAFETY: the kernel reads one structure.
        unsafe {
            let op = IoringRegisterOp::RegisterBuffers;
            io_uring_register(&fd, op, (&raw const buffer).cast(), 1)?;
        }
        let (sq, cq) = (params.sq_off, params.cq_off);
        let submissions = sq.array as usize + 4 * params.sq_entries as usize;
        let completions = cq.cqes as usize + size_of::<io_uring_cqe>() * params.cq_entries as usize;
        let requests = size_of::<io_uring_sqe>() * params.sq_entries as usize;
        let ring = Ring {
            submissions: Mapped::new(&fd, submissions, IORING_OFF_SQ_RING)?,
            completions: Mapped::new(&fd, completions, IORING_OFF_CQ_RING)?,
            requests: Mapped::new(&fd, requests, IORING_OFF_SQES)?,
            file: memfd_create("pinned", MemfdFlags::CLOEXEC)?,
            fd,
            params,
        };
        Ok(Pinned {
            first: first.addr().get(),
            len,
            ring: Mutex::new(ring),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pinned, {} B at {:#x}", self.len, self.first)
    }
}

impl Scattered for Pinned {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, offset: usize, into: &mut [u8]) {
        if into.is_empty() {
            return;
        }
        let ring = self.lock();
        ring.transfer(IoringOp::WriteFixed, self.first + offset, into.len());
        let read = pread(&ring.file, &mut *into, 0).expect("the file's bytes");
        assert_eq!(read, into.len(), "bytes of a pinned buffer");
    }

    fn write(&self, offset: usize, from: &[u8]) {
        if from.is_empty() {
            return;
        }
        let ring = self.lock();
        let written = pwrite(&ring.file, from, 0).expect("room in memory");
        assert_eq!(written, from.len(), "bytes for a pinned buffer");
        ring.transfer(IoringOp::ReadFixed, self.first + offset, from.len());
    }
}

impl Ring {
    /// Moves bytes between the buffer and the beginning of the file.
    fn transfer(&self, opcode: IoringOp, address: usize, len: usize) {
        let mut request = io_uring_sqe {
            opcode,
            fd: self.file.as_raw_fd(),
            ..io_uring_sqe::default()
        };
        let address = io_uring_ptr::new(ptr::without_provenance_mut(address));
        request.addr_or_splice_off_in.addr = address;
        request.len.len = len as u32;
        let (sq, cq) = (&self.params.sq_off, &self.params.cq_off);
        // SAFETY: the offsets are those of the mappings, by the kernel's word. One request is under way at a time.
        let moved = unsafe {
            self.requests.at::<io_uring_sqe>(0).write(request);
            self.submissions.at::<u32>(sq.array).write(0);
            let tail = &*self.submissions.at::<AtomicU32>(sq.tail);
            tail.fetch_add(1, Ordering::Release);
            let entered = io_uring_enter(&self.fd, 1, 1, IoringEnterFlags::GETEVENTS);
            assert_eq!(entered, Ok(1), "a request of a ring");
            let head = &*self.completions.at::<AtomicU32>(cq.head);
            let mask = self.completions.at::<u32>(cq.ring_mask).read();
            let index = head.load(Ordering::Acquire) & mask;
            let place = cq.cqes + index * size_of::<io_uring_cqe>() as u32;
            let moved = (*self.completions.at::<io_uring_cqe>(place)).res;
            head.fetch_add(1, Ordering::Release);
            moved
        };
        assert_eq!(moved, len as i32, "bytes to or from pinned pages");
    }
}

impl Mapped {
    fn new(fd: &OwnedFd, len: usize, offset: u64) -> Result<Mapped> {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::SHARED | MapFlags::POPULATE;
        // SAFETY: new memory, at an address that the kernel chooses.
        let first = unsafe { mmap(ptr::null_mut(), len, protection, flags, fd, offset) }?;
        let first = NonNull::new(first.cast()).expect("not at address zero");
        Ok(Mapped { first, len })
    }

    fn at<T>(&self, offset: u32) -> *mut T {
        assert!(
            offset as usize + size_of::<T>() <= self.len,
            "inside a ring"
        );
        self.first
            .as_ptr()
            .wrapping_add(offset as usize)
            .cast::<T>()
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's, and nobody uses it after this.
        let unmapped = unsafe { munmap(self.first.as_ptr().cast(), self.len) };
        unmapped.expect("a mapping of this process");
    }
}
