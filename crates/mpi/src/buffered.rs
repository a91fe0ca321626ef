//! Buffered sends: the messages that wait in the buffer that the program has attached.

use std::collections::BTreeSet;
use std::sync::Arc;

use farreach_runtime::{Memory, SendMode, TaggedRequest};

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
    sent: Vec<Sent>,
}

/// A message in the buffer.
#[derive(Debug)]
struct Sent {
    request: TaggedRequest,
    bytes: usize,
    to: u32,
}

impl Buffered {
    /// The bytes that messages use.
    fn used(&mut self) -> usize {
        self.sent.retain(|sent| !sent.request.has_ended());
        self.sent.iter().map(|sent| sent.bytes).sum()
    }

    /// Whether `needed` further bytes fit.
    fn has_room(&mut self, needed: usize) -> bool {
        let room = self.attached.map_or(0, |(_, bytes)| bytes);
        self.used() + needed <= room
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
        if !buffered.has_room(needed) && !buffered.sent.is_empty() {
            drop(buffered);
            self.wait_for_room(needed)?;
            buffered = lock(&self.buffered);
        }
        if !buffered.has_room(needed) {
            let (room, used) = (
                buffered.attached.map_or(0, |(_, bytes)| bytes),
                buffered.used(),
            );
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
        let request = self.world().begin_send(to, copy, SendMode::Standard)?;
        if !request.has_ended() {
            buffered.sent.push(Sent {
                request,
                bytes: needed,
                to: to.pe,
            });
        }
        Ok(Begun::Ended(Status::EMPTY))
    }

    /// Waits until `needed` bytes have room in the buffer, or all messages in it that were received by now
    /// have left it. That a message was received may still be on its way here.
    fn wait_for_room(self: &Arc<Self>, needed: usize) -> Result<()> {
        let receivers: BTreeSet<u32> = lock(&self.buffered).sent.iter().map(|it| it.to).collect();
        let inquiries = receivers.into_iter().map(|to| self.world().inquire(to));
        let inquiries: Vec<_> = inquiries.collect::<std::result::Result<_, _>>()?;
        self.wait("receipts of buffered messages", || {
            let mut all = inquiries.iter();
            all.all(|&it| self.world().is_answered(it)) || lock(&self.buffered).has_room(needed)
        });
        Ok(())
    }
}
