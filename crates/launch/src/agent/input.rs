//! Input on its way to rank 0.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// What became of the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// So many bytes went in.
    Bytes(u64),
    /// Nobody reads it any more, or all is written and the end was reached: give the pipe up.
    Over,
}

/// The writing end of rank 0's standard input. The head's window bounds what waits here.
#[derive(Debug)]
pub(crate) struct InputPipe {
    fd: OwnedFd,
    waiting: Vec<u8>,
    ended: bool,
}

impl InputPipe {
    /// `fd` must be non-blocking.
    pub(crate) fn new(fd: OwnedFd) -> Self {
        InputPipe {
            fd,
            waiting: Vec::new(),
            ended: false,
        }
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

    /// Writes what the pipe takes now.
    pub(crate) fn write(&mut self) -> Written {
        let mut written = 0;
        while written < self.waiting.len() {
            match rustix::io::write(&self.fd, &self.waiting[written..]) {
                Ok(bytes) => written += bytes,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => return Written::Over,
            }
        }
        self.waiting.drain(..written);
        if self.ended && self.waiting.is_empty() {
            return Written::Over;
        }
        Written::Bytes(written as u64)
    }
}

impl AsFd for InputPipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}
