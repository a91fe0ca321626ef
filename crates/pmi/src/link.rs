//! The connection to a PMI server: bytes out, messages in.

use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use farreach_forks::Descriptor;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::error::{PmiError, os};
use crate::wire::{Message, Parsed, WireError};

/// A socket to the server. It is read without waiting, whatever its mode: others may hold it, too.
#[derive(Debug)]
pub(crate) struct Link {
    socket: Descriptor<OwnedFd>,
    /// Bytes that have come and are no whole message.
    inbound: Vec<u8>,
    outbound: Vec<u8>,
}

impl Link {
    pub(crate) fn new(socket: OwnedFd) -> Link {
        Link {
            socket: socket.into(),
            inbound: Vec::new(),
            outbound: Vec::new(),
        }
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Who is at the other end, for messages. A socket of another host does not tell.
    pub(crate) fn launcher(&self) -> String {
        let other = socket_peercred(&*self.socket).ok();
        let other = other.and_then(|other| {
            let pid = other.pid.as_raw_nonzero();
            let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
            Some(format!("the launcher ({}, process {pid})", name.trim_end()))
        });
        other.unwrap_or_else(|| "the launcher".to_owned())
    }

    /// Sends these bytes, as far as the socket takes them. [`Link::receive`] sends the rest.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), PmiError> {
        self.outbound.extend_from_slice(bytes);
        self.flush()
    }

    fn flush(&mut self) -> Result<(), PmiError> {
        while !self.outbound.is_empty() {
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            match send(&*self.socket, &self.outbound, flags) {
                Ok(sent) => drop(self.outbound.drain(..sent)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE | Errno::CONNRESET) => return Err(PmiError::LauncherLost),
                Err(errno) => return Err(os("sending to the launcher")(errno)),
            }
        }
        Ok(())
    }

    /// The next message that has come, as `parse` reads it.
    pub(crate) fn receive(
        &mut self,
        parse: fn(&[u8]) -> Result<Parsed, WireError>,
    ) -> Result<Option<Message>, PmiError> {
        self.flush()?;
        loop {
            if let Some((message, length)) = parse(&self.inbound)? {
                self.inbound.drain(..length);
                return Ok(Some(message));
            }
            let mut buffer = [0; 4096];
            match recv(&*self.socket, &mut buffer, RecvFlags::DONTWAIT) {
                Ok((_, 0)) | Err(Errno::CONNRESET) => return Err(PmiError::LauncherLost),
                Ok((_, length)) => self.inbound.extend_from_slice(&buffer[..length]),
                Err(Errno::AGAIN) => return Ok(None),
                Err(Errno::INTR) => {}
                Err(errno) => return Err(os("hearing the launcher")(errno)),
            }
        }
    }

    /// The next message, waiting until `deadline`; `None` if none comes.
    pub(crate) fn wait(
        &mut self,
        parse: fn(&[u8]) -> Result<Parsed, WireError>,
        deadline: Instant,
    ) -> Result<Option<Message>, PmiError> {
        loop {
            if let Some(message) = self.receive(parse)? {
                return Ok(Some(message));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            wait_readable(&[self.socket.as_fd()], left)?;
        }
    }
}

/// Waits until one of these is readable, and for `patience` at most.
pub(crate) fn wait_readable(fds: &[BorrowedFd<'_>], patience: Duration) -> Result<(), PmiError> {
    let patience = Timespec {
        tv_sec: patience.as_secs() as i64,
        tv_nsec: patience.subsec_nanos().into(),
    };
    let readable = fds.iter().map(|fd| PollFd::new(fd, PollFlags::IN));
    let mut fds: Vec<PollFd<'_>> = readable.collect();
    match poll(&mut fds, Some(&patience)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(os("waiting for the launcher")(errno)),
    }
}

/// Waits until the other end of a socket is closed, for `patience` at most.
pub(crate) fn await_hangup(fd: BorrowedFd<'_>, patience: Duration) {
    let patience = Timespec {
        tv_sec: patience.as_secs() as i64,
        tv_nsec: patience.subsec_nanos().into(),
    };
    // Without a wanted event only the end is reported.
    let _ = poll(&mut [PollFd::new(&fd, PollFlags::empty())], Some(&patience));
}
