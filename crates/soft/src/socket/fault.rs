//! Faults of registered memory: memory that is no longer mapped, protected, or behind the end of a
//! truncated file.

use std::fmt::{self, Display, Formatter};
use std::os::fd::AsRawFd;

use super::splice::{PAGE, open_pipe};

/// Bytes of registered memory that the kernel could not read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryFault {
    /// Whether received bytes were to be written there. Otherwise bytes were to be read and sent.
    pub is_written: bool,
    /// The first address of the range.
    pub first: usize,
    /// Bytes of the range.
    pub len: usize,
    /// The first address that is found to be inaccessible. For a fault while writing, `first`.
    pub hole: usize,
}

impl Display for MemoryFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (whose, access) = if self.is_written {
            ("target", "written")
        } else {
            ("source", "read")
        };
        write!(
            f,
            "{} bytes at {:#x}, part of the {whose} of a transfer, can't be {access} from {:#x} on",
            self.len, self.first, self.hole
        )
    }
}

impl MemoryFault {
    /// The fault of the first of `payloads` that can't be read. `None` if all can.
    pub(super) fn of_sources(payloads: impl Iterator<Item = libc::iovec>) -> Option<MemoryFault> {
        let pipe = open_pipe()?;
        // The pipe has room for a byte of each page of a train, of which the kernel reads nothing else.
        let is_readable = |address: usize| {
            let byte = std::ptr::without_provenance(address);
            // SAFETY: the kernel copies the byte, or reports that the address is not accessible.
            unsafe { libc::write(pipe.into.as_raw_fd(), byte, 1) >= 0 }
        };
        for payload in payloads {
            let (first, len) = (payload.iov_base.addr(), payload.iov_len);
            let pages = (first & !(PAGE - 1)..first + len).step_by(PAGE);
            let mut touched = pages.map(|page| page.max(first));
            if let Some(hole) = touched.find(|&address| !is_readable(address)) {
                return Some(MemoryFault {
                    is_written: false,
                    first,
                    len,
                    hole,
                });
            }
        }
        None
    }

    /// The fault of a payload's target that could not be written.
    pub(super) fn of_target(payload: &libc::iovec) -> MemoryFault {
        let first = payload.iov_base.addr();
        MemoryFault {
            is_written: true,
            first,
            len: payload.iov_len,
            hole: first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoryFault, PAGE};

    fn piece(first: usize, len: usize) -> libc::iovec {
        libc::iovec {
            iov_base: std::ptr::without_provenance_mut(first),
            iov_len: len,
        }
    }

    #[test]
    fn the_first_page_that_can_t_be_read_is_found() {
        let pages = vec![1_u8; 4 * PAGE];
        let good = piece(pages.as_ptr().addr(), pages.len());
        assert_eq!(MemoryFault::of_sources([good, good].into_iter()), None);
        // Nothing is ever mapped in a process's first pages.
        let (first, len) = (PAGE / 2, PAGE);
        let fault = MemoryFault::of_sources([good, piece(first, len)].into_iter());
        let fault = fault.expect("there is no memory");
        assert_eq!((fault.first, fault.len, fault.hole), (first, len, first));
        assert_eq!(
            fault.to_string(),
            "4096 bytes at 0x800, part of the source of a transfer, can't be read from 0x800 on"
        );
    }
}
