//! One end of a non-blocking stream with message frames: a socket, or a pair of pipes.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use farreach_forks::Descriptor;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};

use crate::protocol::Message;

const LENGTH_BYTES: usize = 4;
const READ_BYTES: usize = 64 * 1024;

/// Why no more messages can be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChannelError {
    #[error("the other end closed the connection")]
    Closed,
    #[error("{what} of {bytes} bytes, longer than the limit of {limit}")]
    TooLong {
        what: &'static str,
        bytes: usize,
        limit: usize,
    },
    #[error("a message that isn't understood: {0}")]
    Malformed(#[from] postcard::Error),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Sends and receives messages. What can't be sent now waits in `outgoing`. The callers bound its
/// size: by windows, or because each message is sent once.
#[derive(Debug)]
pub(crate) struct Channel {
    ends: Ends,
    incoming: Vec<u8>,
    incoming_start: usize,
    outgoing: Vec<u8>,
    outgoing_start: usize,
}

/// The descriptors of a channel.
#[derive(Debug)]
enum Ends {
    Socket(Descriptor<OwnedFd>),
    /// Non-blocking pipes, or whatever a remote shell gives its command.
    Streams {
        reader: Descriptor<OwnedFd>,
        writer: Descriptor<OwnedFd>,
    },
}

impl Channel {
    /// A channel by a socket, whatever its blocking mode is.
    pub(crate) fn new(fd: OwnedFd) -> Self {
        Channel::by(Ends::Socket(fd.into()))
    }

    /// A channel by two streams, which become non-blocking. The process must ignore SIGPIPE.
    pub(crate) fn of_streams(reader: OwnedFd, writer: OwnedFd) -> io::Result<Self> {
        for fd in [&reader, &writer] {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        Ok(Channel::by(Ends::Streams {
            reader: reader.into(),
            writer: writer.into(),
        }))
    }

    fn by(ends: Ends) -> Self {
        Channel {
            ends,
            incoming: Vec::new(),
            incoming_start: 0,
            outgoing: Vec::new(),
            outgoing_start: 0,
        }
    }

    /// Appends bytes outside of any message.
    pub(crate) fn queue_bytes(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
    }

    /// Appends a message to the outgoing bytes.
    pub(crate) fn queue<M: Message>(&mut self, message: &M) {
        let start = self.outgoing.len();
        self.outgoing.extend_from_slice(&[0; LENGTH_BYTES]);
        let outgoing = std::mem::take(&mut self.outgoing);
        self.outgoing = postcard::to_extend(message, outgoing)
            .expect("messages are plain data that always encode");
        let length = self.outgoing.len() - start - LENGTH_BYTES;
        assert!(length <= M::BYTES_MAX, "a message of {length} bytes");
        self.outgoing[start..start + LENGTH_BYTES].copy_from_slice(&(length as u32).to_le_bytes());
    }

    /// The descriptor to poll for incoming bytes.
    pub(crate) fn reader(&self) -> BorrowedFd<'_> {
        match &self.ends {
            Ends::Socket(fd) | Ends::Streams { reader: fd, .. } => fd.as_fd(),
        }
    }

    /// The descriptor to poll for room.
    pub(crate) fn writer(&self) -> BorrowedFd<'_> {
        match &self.ends {
            Ends::Socket(fd) | Ends::Streams { writer: fd, .. } => fd.as_fd(),
        }
    }

    fn send(&self, bytes: &[u8]) -> Result<usize, Errno> {
        match &self.ends {
            Ends::Socket(fd) => {
                rustix::net::send(fd, bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)
            }
            Ends::Streams { writer, .. } => rustix::io::write(writer, bytes),
        }
    }

    fn receive(&mut self, from: usize) -> Result<usize, Errno> {
        let room = &mut self.incoming[from..];
        match &self.ends {
            Ends::Socket(fd) => {
                rustix::net::recv(fd, room, RecvFlags::DONTWAIT).map(|(bytes, _)| bytes)
            }
            Ends::Streams { reader, .. } => rustix::io::read(reader, room),
        }
    }

    /// Whether bytes wait to be sent.
    pub(crate) fn has_outgoing(&self) -> bool {
        self.outgoing_start < self.outgoing.len()
    }

    /// Sends as much as the stream accepts now.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        while self.has_outgoing() {
            let rest = &self.outgoing[self.outgoing_start..];
            match self.send(rest) {
                Ok(bytes) => self.outgoing_start += bytes,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(errno) => return Err(errno.into()),
            }
        }
        if !self.has_outgoing() {
            self.outgoing.clear();
            self.outgoing_start = 0;
        } else if self.outgoing_start > READ_BYTES {
            self.outgoing.drain(..self.outgoing_start);
            self.outgoing_start = 0;
        }
        Ok(())
    }

    /// Reads the stream once. Returns [`ChannelError::Closed`] only after all sent bytes have been
    /// read. Messages that were read earlier are still available by [`Channel::next`].
    pub(crate) fn fill(&mut self) -> Result<(), ChannelError> {
        self.incoming.drain(..self.incoming_start);
        self.incoming_start = 0;
        let held = self.incoming.len();
        self.incoming.resize(held + READ_BYTES, 0);
        let received = loop {
            match self.receive(held) {
                Err(Errno::INTR) => {}
                other => break other,
            }
        };
        let bytes = received.unwrap_or(0);
        self.incoming.truncate(held + bytes);
        match received {
            // If the peer was killed with unread messages, the socket reports a reset instead of an
            // end.
            Ok(0) | Err(Errno::CONNRESET) => Err(ChannelError::Closed),
            Ok(_) | Err(Errno::AGAIN) => Ok(()),
            Err(errno) => Err(io::Error::from(errno).into()),
        }
    }

    /// Takes what came before `mark`, and the mark itself. `None` if the mark has not come. At most
    /// `limit` bytes may come before the mark.
    pub(crate) fn take_through(
        &mut self,
        mark: &[u8],
        limit: usize,
    ) -> Result<Option<Vec<u8>>, ChannelError> {
        let held = &self.incoming[self.incoming_start..];
        let Some(at) = held.windows(mark.len()).position(|window| window == mark) else {
            check_length("a text", held.len(), limit + mark.len())?;
            return Ok(None);
        };
        let before = held[..at].to_vec();
        self.incoming_start += at + mark.len();
        Ok(Some(before))
    }

    /// The next complete message.
    pub(crate) fn next<M: Message>(&mut self) -> Result<Option<M>, ChannelError> {
        let held = &self.incoming[self.incoming_start..];
        let Some((length, rest)) = held.split_first_chunk::<LENGTH_BYTES>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*length) as usize;
        check_length("a message", length, M::BYTES_MAX)?;
        let Some(body) = rest.get(..length) else {
            return Ok(None);
        };
        let message = postcard::from_bytes(body)?;
        self.incoming_start += LENGTH_BYTES + length;
        Ok(Some(message))
    }
}

/// Refuses a message that is longer than the protocol allows.
pub(crate) fn check_length(
    what: &'static str,
    bytes: usize,
    limit: usize,
) -> Result<(), ChannelError> {
    if bytes > limit {
        return Err(ChannelError::TooLong { what, bytes, limit });
    }
    Ok(())
}

/// A connected pair of stream sockets, closed on exec.
pub(crate) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
    Ok(socketpair(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?)
}

#[cfg(test)]
mod tests;
