//! Private memory of a process that becomes memory of its segment: its pages are copied to the
//! node's file, which is mapped over them.
//!
//! ```text
//!   the program's memory   ┌──────────┬──────────────────────┬──────────┐
//!                          │ others │ what is exposed           │ others │    whole pages
//!                          └──────────┴──────────────────────┴──────────┘
//!     1. the kernel stops whoever writes to the pages (userfaultfd, write protection)
//!     2. the pages are copied to the file, which is mapped over them
//!     3. the descriptor is closed: who waited writes to the mapping
//! ```
//!
//! Other threads may therefore use the memory meanwhile, and what else lies in the pages. The
//! memory keeps its address and its bytes. Forked children get copies, as of variables (`fork.rs`).

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr;
use std::time::Duration;

use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap};
use thiserror::Error;

use super::{Span, fork};
use crate::{Arena, signals};

/// Memory that was exposed. Only [`Exposed::end`] makes it private again.
#[derive(Debug)]
pub struct Exposed {
    /// The pages, and their place in the segment.
    pages: Span,
    slot: usize,
}

/// Why memory can't be exposed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExposeError {
    /// Some of it is not private, readable and writable memory.
    #[error("the page at {page:#x} is {what}: give memory of malloc, mmap or variables")]
    Unsuitable {
        /// The page's address.
        page: usize,
        /// What it is instead.
        what: &'static str,
    },
    /// The process has exposed as much as it may.
    #[error(
        "a process exposes at most {} ranges of private memory",
        fork::EXPOSED_MAX
    )]
    TooMany,
    /// The operating system refused.
    #[error("{what} failed: {source}{advice}")]
    Os {
        /// What was tried.
        what: &'static str,
        /// The cause.
        source: io::Error,
        /// What helps.
        advice: &'static str,
    },
}

/// The pages that hold `len` bytes at `address`: the first one's address, and their bytes.
pub fn pages_of(address: usize, len: usize) -> (usize, usize) {
    let page = rustix::param::page_size();
    let first = address / page * page;
    (first, (address + len).next_multiple_of(page) - first)
}

impl Exposed {
    /// Makes the pages of private memory, from [`pages_of`], memory at `offset` of the segment of process
    /// `local_index`, which is the calling one. A forked child has `fork_patience`, as
    /// [`Globals::share`](super::Globals::share) says.
    ///
    /// # Safety
    ///
    /// - The segment's memory at `offset` is used by nobody else, and is at a multiple of the page size.
    /// - From then on other processes may read and write the bytes that are exposed.
    /// - No thread forks during the call: the child would share the pages.
    pub unsafe fn new(
        arena: &Arena,
        local_index: u32,
        (first, len): (usize, usize),
        offset: usize,
        fork_patience: Duration,
    ) -> Result<Exposed, ExposeError> {
        let failed = |what, advice| {
            move |source: io::Error| ExposeError::Os {
                what,
                source,
                advice,
            }
        };
        let file = arena.file().ok_or_else(|| {
            failed("looking for the node's file", "")(io::ErrorKind::NotFound.into())
        })?;
        check(first, len)?;
        let segment = arena.segment_offset(local_index);
        fork::ensure(file, segment, fork_patience).map_err(failed("preparing for fork", ""))?;
        let pages = Span { first, len, offset };
        let slot = fork::claim().ok_or(ExposeError::TooMany)?;
        let moved = signals::without_signals(|| {
            // SAFETY: private, writable pages, as was checked, and a part of the file that is the
            // caller's alone.
            unsafe { replace(pages, file, (segment + offset) as u64) }
        });
        if let Err((what, advice, source)) = moved {
            fork::release(slot);
            return Err(failed(what, advice)(source.into()));
        }
        fork::set(slot, pages);
        Ok(Exposed { pages, slot })
    }

    /// Makes the memory private again. It keeps its bytes. No process may use the memory of the segment any
    /// more, which stays the caller's.
    ///
    /// # Errors
    /// If the kernel has no memory for the copies. The segment's memory must then not be used for anything else.
    pub fn end(self, arena: &Arena, local_index: u32) -> io::Result<()> {
        let file = arena.file().ok_or(io::ErrorKind::NotFound)?;
        let Span { first, len, offset } = self.pages;
        let at = (arena.segment_offset(local_index) + offset) as u64;
        let address: *mut c_void = ptr::with_exposed_provenance_mut(first);
        // SAFETY: the bytes are the same before and after. What other threads store after this call
        // is in copies of the pages.
        unsafe {
            mmap(
                address,
                len,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE | MapFlags::FIXED,
                file,
                at,
            )?;
        }
        fork::release(self.slot);
        Ok(fork::copy(&(first..first + len))?)
    }
}

/// Checks that all pages are private memory that may be read and written, and not this thread's stack.
fn check(first: usize, len: usize) -> Result<(), ExposeError> {
    let end = first + len;
    let maps = std::fs::read_to_string("/proc/self/maps");
    let maps = maps.map_err(|source| ExposeError::Os {
        what: "reading /proc/self/maps",
        source,
        advice: "",
    })?;
    let unsuitable = |page, what| Err(ExposeError::Unsuitable { page, what });
    let here = ptr::from_ref(&end).addr();
    let mut at = first;
    for line in maps.lines() {
        let Some((from, to, modes)) = mapping(line) else {
            continue;
        };
        if to <= at || from >= end {
            continue;
        }
        if from > at {
            break;
        }
        if !modes.starts_with("rw") || !modes.ends_with('p') {
            return unsuitable(
                at,
                "shared, as a page of another segment is, or may not be written",
            );
        }
        if line.ends_with("[stack]") || (from..to).contains(&here) {
            return unsuitable(at, "a thread's stack");
        }
        at = to;
    }
    if at < end {
        return unsuitable(at, "not mapped");
    }
    Ok(())
}

/// The addresses and the modes of a line of `/proc/self/maps`.
fn mapping(line: &str) -> Option<(usize, usize, &str)> {
    let mut words = line.split(' ');
    let (from, to) = words.next()?.split_once('-')?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    Some((address(from)?, address(to)?, words.next()?))
}

/// Copies pages to offset `at` of the file and maps that part of the file over them. Allocates nothing.
///
/// # Safety
/// The pages must be private and writable, and not the calling thread's stack. The caller vouches for what
/// other processes do to that part of the file.
unsafe fn replace(
    pages: Span,
    file: &File,
    at: u64,
) -> Result<(), (&'static str, &'static str, Errno)> {
    let told = |what| move |source| (what, "", source);
    let Span { first, len, .. } = pages;
    let address: *mut c_void = ptr::with_exposed_provenance_mut(first);
    // Pages that were never touched could not be protected.
    // SAFETY: no byte changes.
    unsafe { madvise(address, len, Advice::LinuxPopulateWrite) }
        .map_err(told("touching its pages"))?;
    let protection = Protection::new(first, len).map_err(|source| {
        let advice = "; the kernel, or the container, must permit it";
        ("stopping writers by userfaultfd", advice, source)
    })?;
    // SAFETY: the pages are mapped, and nobody writes to them now.
    let bytes = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), len) };
    let mut done = 0;
    while done < len {
        let written = rustix::io::retry_on_intr(|| {
            rustix::io::pwrite(file, &bytes[done..], at + done as u64)
        });
        done += written.map_err(told("copying it"))?;
    }
    // SAFETY: whole pages, which have the same bytes afterwards.
    unsafe {
        mmap(
            address,
            len,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::SHARED | MapFlags::FIXED | MapFlags::NORESERVE,
            file,
            at,
        )
    }
    .map_err(told("mapping it"))?;
    drop(protection);
    Ok(())
}

/// A user fault descriptor by which whoever writes to some pages waits until it is closed.
struct Protection {
    _descriptor: OwnedFd,
}

/// The arguments of `UFFDIO_API`, and its number.
const API: (libc::Ioctl, usize) = (0xc018_aa3f_u32 as libc::Ioctl, 3);
/// The arguments of `UFFDIO_REGISTER`, and its number.
const REGISTER: (libc::Ioctl, usize) = (0xc020_aa00_u32 as libc::Ioctl, 4);
/// The arguments of `UFFDIO_WRITEPROTECT`, and its number.
const WRITE_PROTECT: (libc::Ioctl, usize) = (0xc018_aa06_u32 as libc::Ioctl, 3);

impl Protection {
    fn new(first: usize, len: usize) -> Result<Protection, Errno> {
        // Not only user mode: system calls of other threads that write there wait, too. This needs a privilege in
        // most systems. Without it such a call fails, with EFAULT.
        const USER_MODE_ONLY: libc::c_int = 1;
        let open = |flags: libc::c_int| {
            // SAFETY: makes a descriptor.
            unsafe { libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC | flags) }
        };
        let number = [0, USER_MODE_ONLY]
            .into_iter()
            .map(open)
            .find(|fd| *fd >= 0);
        let number = number.ok_or_else(last_error)?;
        // SAFETY: the descriptor was just made.
        let descriptor = unsafe { OwnedFd::from_raw_fd(number as i32) };
        let (first, len) = (first as u64, len as u64);
        /// The version of the interface.
        const VERSION: u64 = 0xaa;
        /// `UFFD_FEATURE_PAGEFAULT_FLAG_WP`.
        const OF_WRITES: u64 = 1;
        /// `UFFDIO_REGISTER_MODE_WP`.
        const WRITES: u64 = 2;
        /// `UFFDIO_WRITEPROTECT_MODE_WP`.
        const PROTECT: u64 = 1;
        call(&descriptor, API, [VERSION, OF_WRITES, 0, 0])?;
        call(&descriptor, REGISTER, [first, len, WRITES, 0])?;
        call(&descriptor, WRITE_PROTECT, [first, len, PROTECT, 0])?;
        Ok(Protection {
            _descriptor: descriptor,
        })
    }
}

fn last_error() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::NOSYS)
}

/// Calls `ioctl` with a structure of words.
fn call(
    descriptor: &OwnedFd,
    (request, words): (libc::Ioctl, usize),
    mut arguments: [u64; 4],
) -> Result<(), Errno> {
    debug_assert!(words <= arguments.len());
    // SAFETY: the structure of the request has at most as many words as the array.
    let result = unsafe { libc::ioctl(descriptor.as_raw_fd(), request, arguments.as_mut_ptr()) };
    if result < 0 {
        Err(last_error())
    } else {
        Ok(())
    }
}
