//! Input on its way to rank 0.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// What became of the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// So many bytes went in.
    Bytes(u64),
    /// Nobody reads it any more, or all is written and the end was reached: give the pipe up.
    Over,
}

/// The input, from the head's first message on; rank 0 may be started later than that. The head's window bounds
/// what waits here.
#[derive(Debug, Default)]
pub(crate) struct InputPipe {
    /// The writing end of rank 0's standard input, once there is one.
    fd: Option<OwnedFd>,
    waiting: Vec<u8>,
    ended: bool,
}

impl InputPipe {
    /// Connects it to rank 0; `fd` must be non-blocking.
    pub(crate) fn connect(&mut self, fd: OwnedFd) {
        self.fd = Some(fd);
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// No more will be pushed.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.fd.as_ref().map(AsFd::as_fd)
    }

    /// Writes what the pipe takes now.
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
