//! The launcher's standard input on its way to rank 0.

use std::io::IsTerminal;
use std::os::fd::BorrowedFd;

use rustix::io::Errno;

use crate::protocol::INPUT_WINDOW_BYTES;

/// Bytes that are read at a time.
const READ_BYTES: usize = 16 * 1024;

/// The result of a read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputRead {
    Bytes(Vec<u8>),
    /// There is no input now.
    Nothing,
    End,
}

/// Reads the launcher's standard input: at most a window beyond what rank 0 has taken, and never
/// from a terminal that another job of the shell owns, since this process would be stopped.
pub(super) struct Input {
    is_terminal: bool,
    is_open: bool,
    window_bytes: usize,
}

impl Input {
    /// The caller has blocked SIGTTIN, so that a read from a terminal that was just lost fails
    /// instead of stopping this process.
    pub(super) fn new() -> Self {
        Input {
            is_terminal: std::io::stdin().is_terminal(),
            is_open: true,
            window_bytes: INPUT_WINDOW_BYTES,
        }
    }

    /// The descriptor to poll.
    pub(super) fn fd() -> BorrowedFd<'static> {
        rustix::stdio::stdin()
    }

    /// Whether to wait for input now.
    pub(super) fn wants_more(&self) -> bool {
        self.is_open && self.window_bytes > 0 && !self.is_in_background()
    }

    /// Whether the shell may give this process the terminal later, without notice.
    pub(super) fn waits_for_terminal(&self) -> bool {
        self.is_open && self.is_in_background()
    }

    /// Notes that rank 0 has taken `bytes`.
    pub(super) fn credit(&mut self, bytes: u64) {
        self.window_bytes = (self.window_bytes + bytes as usize).min(INPUT_WINDOW_BYTES);
    }

    /// Gives the input up, since it has no reader any more.
    pub(super) fn close(&mut self) {
        self.is_open = false;
    }

    /// Reads once, if there is input.
    pub(super) fn take(&mut self) -> InputRead {
        let mut bytes = vec![0; READ_BYTES.min(self.window_bytes)];
        match rustix::io::read(Self::fd(), &mut bytes) {
            Ok(0) => {}
            Ok(count) => {
                bytes.truncate(count);
                self.window_bytes -= count;
                return InputRead::Bytes(bytes);
            }
            Err(Errno::INTR | Errno::AGAIN) => return InputRead::Nothing,
            Err(Errno::IO) if self.is_in_background() => return InputRead::Nothing,
            Err(_) => {}
        }
        self.is_open = false;
        InputRead::End
    }

    fn is_in_background(&self) -> bool {
        self.is_terminal
            && rustix::termios::tcgetpgrp(Self::fd())
                .is_ok_and(|foreground| foreground != rustix::process::getpgrp())
    }
}
