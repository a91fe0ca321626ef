//! Takes over the descriptor of the launcher's connection.
//!
//! `unsafe` makes an owner of a bare descriptor number. This is sound: it happens once per process
//! ([`TAKEN`]), only for a descriptor that is a socket and that the launcher names.
#![allow(unsafe_code)]

use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::net::SocketType;
use rustix::net::sockopt::socket_type;

/// Whether this process has taken its connection.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The socket with this number, under a number that is closed on exec. The reason if it is none, or was taken before.
pub(crate) fn take(number: RawFd) -> Result<OwnedFd, String> {
    if number <= 2 {
        return Err("no descriptor of the launcher has that number".into());
    }
    // SAFETY: the borrow ends with this statement, during which no other code closes an inherited
    // descriptor. If the number is not open, the kernel returns an error.
    let duplicate = unsafe { rustix::io::fcntl_dupfd_cloexec(BorrowedFd::borrow_raw(number), 3) };
    let socket = duplicate.map_err(
        |_| "it is not open: this process was not started by the launcher, or somebody closed it",
    )?;
    if socket_type(&socket) != Ok(SocketType::STREAM) {
        return Err("it is no socket".into());
    }
    if TAKEN.swap(true, Ordering::SeqCst) {
        return Err("this process has joined its job already".into());
    }
    // SAFETY: the number is an open socket, which the launcher left open for whoever speaks PMI in this
    // process, and `TAKEN` lets one caller come here. It is dropped; the duplicate stays.
    drop(unsafe { OwnedFd::from_raw_fd(number) });
    Ok(socket)
}
