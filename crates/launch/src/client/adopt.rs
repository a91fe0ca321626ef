//! Takes over the descriptors that were inherited from the agent.
//!
//! `unsafe` makes an owner of a bare descriptor number. This is sound: it happens once per process
//! ([`TAKEN`]), only for a descriptor that was found to be the agent's, and the agent leaves these
//! descriptors open for this code only.
#![allow(unsafe_code)]

use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::FileType;

use super::{ClientError, read_welcome};
use crate::channel::Channel;
use crate::protocol::Welcome;

/// Whether this process has taken its descriptors.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Finds the agent's socket. Returns the channel on it, a duplicate to poll, and the welcome.
pub(super) fn join(value: &str) -> Result<(Channel, OwnedFd, Welcome), ClientError> {
    let no_launcher = || ClientError::NoLauncher {
        value: value.to_owned(),
    };
    if TAKEN.load(Ordering::SeqCst) {
        return Err(ClientError::AlreadyJoined);
    }
    let number: RawFd = value
        .parse()
        .ok()
        .filter(|&number| number > 2)
        .ok_or_else(no_launcher)?;
    // The duplicate belongs to this code whatever the number names.
    let socket = duplicate(number).ok_or_else(no_launcher)?;
    if !is_unix_stream(&socket) {
        return Err(no_launcher());
    }
    let poll_fd = rustix::io::fcntl_dupfd_cloexec(&socket, 3).map_err(std::io::Error::from)?;
    let mut channel = Channel::new(socket);
    let welcome = read_welcome(&mut channel, value)?;
    if TAKEN.swap(true, Ordering::SeqCst) {
        return Err(ClientError::AlreadyJoined);
    }
    // SAFETY: the number is open and leads to the agent, as the welcome proves. Only the agent made
    // the descriptor, and `TAKEN` lets one caller come here. It is dropped; the duplicates stay.
    drop(unsafe { OwnedFd::from_raw_fd(number) });
    Ok((channel, poll_fd, welcome))
}

/// The arena's descriptor, which the welcome names. Call [`join`] first.
pub(super) fn arena(number: RawFd, value: &str) -> Result<OwnedFd, ClientError> {
    let no_launcher = || ClientError::NoLauncher {
        value: value.to_owned(),
    };
    let arena = duplicate(number)
        .filter(|_| number > 2)
        .ok_or_else(no_launcher)?;
    let stat = rustix::fs::fstat(&arena).map_err(std::io::Error::from)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(no_launcher());
    }
    // SAFETY: the agent named this number in the welcome, which is read once per process, and left
    // it open for this code only. It is dropped; the duplicate stays.
    drop(unsafe { OwnedFd::from_raw_fd(number) });
    Ok(arena)
}

/// A duplicate that is closed on exec. `None` if the number names no open descriptor.
fn duplicate(number: RawFd) -> Option<OwnedFd> {
    if number < 0 {
        return None;
    }
    // SAFETY: the borrow ends with this call, during which no other code closes an inherited
    // descriptor. If the number is not open, the kernel returns an error.
    let borrowed = unsafe { BorrowedFd::borrow_raw(number) };
    rustix::io::fcntl_dupfd_cloexec(borrowed, 3).ok()
}

fn is_unix_stream(fd: &OwnedFd) -> bool {
    use rustix::net::{AddressFamily, SocketType, sockopt};
    sockopt::socket_domain(fd) == Ok(AddressFamily::UNIX)
        && sockopt::socket_type(fd) == Ok(SocketType::STREAM)
}
