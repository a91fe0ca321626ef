//! Buffered sends: the messages that wait in the buffer that the program has attached.

use std::sync::Arc;

use farreach_runtime::{Memory, Mode, TaggedRequest};

use crate::comm::Comm;
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};
use crate::request::Begun;
use crate::status::Status;

/// What a message needs in the buffer beside its bytes: `MPI_BSEND_OVERHEAD`.
pub const OVERHEAD: usize = 96;

/// The attached buffer, and the messages in it.
#[derive(Debug, Default)]
pub(crate) struct Buffered {
    attached: Option<(usize, usize)>,
    sent: Vec<(TaggedRequest, usize)>,
}

impl Buffered {
    /// The bytes that messages use.
    fn used(&mut self) -> usize {
        self.sent.retain(|(request, _)| !request.has_ended());
        self.sent.iter().map(|(_, bytes)| bytes).sum()
    }
}

impl Mpi {
    /// Whether all buffered messages have been sent.
    pub(crate) fn has_no_buffered(&self) -> bool {
        lock(&self.buffered).used() == 0
    }

    /// Attaches a buffer of `bytes` bytes for buffered sends. The bytes themselves are not used: the
    /// library keeps the messages in memory of its own, as many as fit.
    pub fn attach_buffer(&self, address: usize, bytes: usize) -> Result<()> {
        let mut buffered = lock(&self.buffered);
        if buffered.attached.is_some() {
            let what = "argument buffer: one is attached already: detach it first";
            return Err(Failure::new(Class::Buffer, what));
        }
        buffered.attached = Some((address, bytes));
        Ok(())
    }

    /// Waits until the messages in the buffer have been sent, and detaches the buffer. Returns its
    /// address and its length.
    pub fn detach_buffer(self: &Arc<Self>) -> Result<(usize, usize)> {
        self.wait("receives of buffered messages", || self.has_no_buffered());
        let attached = lock(&self.buffered).attached.take();
        attached.ok_or_else(|| Failure::new(Class::Buffer, "no buffer is attached"))
    }

    /// Copies the data to the buffer, and sends it.
    pub fn send_buffered(
        self: &Arc<Self>,
        comm: &Comm,
        data: &Data,
        to: Option<u32>,
        tag: u32,
    ) -> Result<Begun> {
        let Some(to) = to else {
            return Ok(Begun::Ended(Status::OF_NULL));
        };
        let needed = data.len() + OVERHEAD;
        let mut buffered = lock(&self.buffered);
        let room = buffered.attached.map_or(0, |(_, bytes)| bytes);
        let mut used = buffered.used();
        if used > 0 && used + needed > room {
            // Messages may have been read, but the packets that say so lie unread.
            drop(buffered);
            self.world().progress();
            buffered = lock(&self.buffered);
            used = buffered.used();
        }
        if used + needed > room {
            let what = format!(
                "{} bytes and {OVERHEAD} beside them don't fit into the attached buffer of {room} bytes, of which {used} are used: \
                 attach a larger one by MPI_Buffer_attach",
                data.len()
            );
            return Err(Failure::new(Class::Buffer, what));
        }
        let copy = Memory::copy_of(&data.to_bytes());
        let to = farreach_runtime::Destination {
            pe: comm.peers().rank(to),
            context: comm.context(),
            tag,
        };
        let request = self.world().begin_send(to, copy, Mode::Standard)?;
        if !request.has_ended() {
            buffered.sent.push((request, needed));
        }
        Ok(Begun::Ended(Status::EMPTY))
    }
}
