//! Messages between the first process of a node and the others. Each message is a packet of its socket.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use farreach_forks::Descriptor;
use farreach_node::WireEndpoint;
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{PmiError, os};

/// The version of these messages and of the values that nodes exchange.
pub(crate) const VERSION: u32 = 3;
/// The most bytes of a message.
const BYTES_MAX: usize = 4096;
/// The most bytes of a text in a message.
const TEXT_BYTES_MAX: usize = 2048;

/// What must be equal in all processes of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sizes {
    /// Ranks.
    pub(crate) job: u32,
    /// Bytes of each symmetric heap.
    pub(crate) heap: u64,
    /// Bytes for each process's variables.
    pub(crate) globals: u64,
}

/// What the others tell the first process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToFirst {
    Hello {
        version: u32,
        rank: u32,
        sizes: Sizes,
    },
    Endpoint(WireEndpoint),
    /// This process leaves the job as it should.
    Finalize,
    /// This process ends the job, and has said why.
    Abort,
}

/// What the first process tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToOther {
    /// Comes with the arena.
    Welcome,
    /// This process can't join.
    Refused(String),
    /// What all nodes together have told, once their exchange is over.
    Exchanged {
        /// The job's key, to which all nodes have contributed.
        key: [u8; 32],
        /// Processes of the job on this host, on whatever node they are.
        host_size: u32,
    },
    /// The job ends for this reason.
    Ended(String),
    /// All processes have finalized, and the first one leaves.
    Left,
}

/// One end of a socket between two processes of a node.
#[derive(Debug)]
pub(crate) struct Channel {
    socket: Descriptor<OwnedFd>,
}

/// What a look at a channel has found.
#[derive(Debug)]
pub(crate) enum Heard<T> {
    Nothing,
    /// The other end is closed.
    Gone,
    Message(T, Option<OwnedFd>),
}

impl Channel {
    pub(crate) fn new(socket: Descriptor<OwnedFd>) -> Channel {
        Channel { socket }
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Sends a message, and with it `file`. Returns whether the other end is there and takes it.
    pub(crate) fn send<T: Serialize>(
        &self,
        message: &T,
        file: Option<BorrowedFd<'_>>,
    ) -> Result<bool, PmiError> {
        let bytes = postcard::to_stdvec(message).expect("plain data");
        debug_assert!(bytes.len() <= BYTES_MAX, "{} bytes", bytes.len());
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let files: Vec<BorrowedFd<'_>> = file.into_iter().collect();
        if !files.is_empty() {
            let has_room = control.push(SendAncillaryMessage::ScmRights(&files));
            assert!(has_room, "room for a descriptor");
        }
        loop {
            let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
            match sendmsg(&*self.socket, &[IoSlice::new(&bytes)], &mut control, flags) {
                Ok(_) => return Ok(true),
                Err(Errno::INTR) => {}
                Err(Errno::PIPE | Errno::CONNRESET | Errno::NOTCONN | Errno::AGAIN) => {
                    return Ok(false);
                }
                Err(errno) => return Err(os("telling a process of this node")(errno)),
            }
        }
    }

    /// The next message that has come.
    pub(crate) fn hear<T: DeserializeOwned>(&self) -> Result<Heard<T>, PmiError> {
        let mut bytes = [0; BYTES_MAX];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let (length, file) = loop {
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
            let mut into = [IoSliceMut::new(&mut bytes)];
            match recvmsg(&*self.socket, &mut into, &mut control, flags) {
                Ok(received) => {
                    let files = control.drain().filter_map(|message| match message {
                        RecvAncillaryMessage::ScmRights(files) => Some(files),
                        _ => None,
                    });
                    break (received.bytes, files.flatten().next());
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(Heard::Nothing),
                Err(Errno::CONNRESET) => return Ok(Heard::Gone),
                Err(errno) => return Err(os("hearing a process of this node")(errno)),
            }
        };
        if length == 0 {
            return Ok(Heard::Gone);
        }
        let message = postcard::from_bytes(&bytes[..length]).map_err(|_| {
            PmiError::Refused(
                "a process of this node sent what is no message: use one version of Farreach in a job".into(),
            )
        })?;
        Ok(Heard::Message(message, file))
    }
}

/// A text that fits into a message.
pub(crate) fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(TEXT_BYTES_MAX)].to_owned()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::pair;
