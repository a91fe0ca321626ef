//! The launcher's standard input on its way to rank 0.

use std::io::IsTerminal;
use std::os::fd::BorrowedFd;

use rustix::io::Errno;

use crate::protocol::INPUT_WINDOW_BYTES;

/// How much is read at a time.
const READ_BYTES: usize = 16 * 1024;

/// What a read gave.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Bytes(Vec<u8>),
    /// Nothing now.
    Nothing,
    End,
}

/// Reads no more than rank 0 has taken plus a window, and never from a terminal that belongs to another
/// job of the shell: this process would be stopped.
pub(super) struct Input {
    is_terminal: bool,
    is_open: bool,
    window_bytes: usize,
}

impl Input {
    /// The caller has blocked SIGTTIN, so that a read which comes too late fails in place of stopping us.
    pub(super) fn new() -> Self {
        Input {
            is_terminal: std::io::stdin().is_terminal(),
            is_open: true,
            window_bytes: INPUT_WINDOW_BYTES,
        }
    }

    /// What to poll.
    pub(super) fn fd() -> BorrowedFd<'static> {
        rustix::stdio::stdin()
    }

    /// Whether it makes sense to wait for input now.
    pub(super) fn wants_more(&self) -> bool {
        self.is_open && self.window_bytes > 0 && !self.is_in_background()
    }

    /// Whether the shell may hand us the terminal later, without telling.
    pub(super) fn waits_for_terminal(&self) -> bool {
        self.is_open && self.is_in_background()
    }

    /// Rank 0 has taken so much.
    pub(super) fn credit(&mut self, bytes: u64) {
        self.window_bytes = (self.window_bytes + bytes as usize).min(INPUT_WINDOW_BYTES);
    }

    /// Nobody wants it any more.
    pub(super) fn close(&mut self) {
        self.is_open = false;
    }

    /// Reads once, when there is something to read.
    pub(super) fn take(&mut self) -> Taken {
        let mut bytes = vec![0; READ_BYTES.min(self.window_bytes)];
        match rustix::io::read(Self::fd(), &mut bytes) {
            Ok(0) => {}
            Ok(count) => {
                bytes.truncate(count);
                self.window_bytes -= count;
                return Taken::Bytes(bytes);
            }
            Err(Errno::INTR | Errno::AGAIN) => return Taken::Nothing,
            Err(Errno::IO) if self.is_in_background() => return Taken::Nothing,
            Err(_) => {}
        }
        self.is_open = false;
        Taken::End
    }

    fn is_in_background(&self) -> bool {
        self.is_terminal
            && rustix::termios::tcgetpgrp(Self::fd())
                .is_ok_and(|foreground| foreground != rustix::process::getpgrp())
    }
}
