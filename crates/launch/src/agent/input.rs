//! Standard input on its way to rank 0.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// The result of a write to the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// The number of bytes that were written.
    Bytes(u64),
    /// Close the pipe: it has no reader any more, or all input up to its end is written.
    Over,
}

/// Input that waits for rank 0, which may be started after the first input arrives. The head's
/// window bounds what waits here.
#[derive(Debug, Default)]
pub(crate) struct InputPipe {
    /// The writing end of rank 0's standard input, once the rank is started.
    fd: Option<OwnedFd>,
    waiting: Vec<u8>,
    ended: bool,
}

impl InputPipe {
    /// Connects the input to rank 0. `fd` must be non-blocking.
    pub(crate) fn connect(&mut self, fd: OwnedFd) {
        self.fd = Some(fd);
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// Notes the end of the input.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.fd.as_ref().map(AsFd::as_fd)
    }

    /// Writes as much as the pipe accepts now.
    pub(crate) fn write(&mut self) -> Written {
        let Some(fd) = &self.fd else {
            return Written::Bytes(0);
        };
        let mut written = 0;
        while written < self.waiting.len() {
            match rustix::io::write(fd, &self.waiting[written..]) {
                Ok(bytes) => written += bytes,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => return Written::Over,
            }
        }
        self.waiting.drain(..written);
        if self.waiting.is_empty() && (self.ended || reader_is_gone(fd)) {
            return Written::Over;
        }
        Written::Bytes(written as u64)
    }
}

fn reader_is_gone(fd: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::empty())];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::ERR)
}
