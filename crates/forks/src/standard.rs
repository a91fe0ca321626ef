//! The numbers of the standard streams, which never name a descriptor of the library.
//!
//! A program may close its standard streams. The kernel gives the lowest free number to the next
//! descriptor, so a `printf` would write to a socket of the library, or into shared memory.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use rustix::fs::{Mode, OFlags};

/// The lowest number that is no standard stream's.
const ABOVE: RawFd = 3;

/// Moves a descriptor above the numbers of the standard streams. It keeps its number in a process
/// that has no other free one. Calls only the kernel.
pub fn above_standard(fd: OwnedFd) -> OwnedFd {
    if fd.as_raw_fd() >= ABOVE {
        return fd;
    }
    rustix::io::fcntl_dupfd_cloexec(&fd, ABOVE).unwrap_or(fd)
}

/// Keeps the numbers of closed standard streams from everything that opens descriptors, until the
/// value is dropped. What the program prints meanwhile is lost, as it is with closed streams.
#[derive(Debug)]
pub struct StandardHeld(#[expect(dead_code, reason = "only held")] Vec<OwnedFd>);

impl StandardHeld {
    /// Holds those that are free.
    #[must_use]
    pub fn new() -> StandardHeld {
        let mut held = Vec::new();
        let open = || rustix::fs::open(c"/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty());
        while let Ok(fd) = open()
            && fd.as_raw_fd() < ABOVE
        {
            held.push(fd);
        }
        StandardHeld(held)
    }
}

impl Default for StandardHeld {
    fn default() -> Self {
        StandardHeld::new()
    }
}
