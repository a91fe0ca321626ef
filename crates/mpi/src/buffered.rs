//! Buffered sends: the messages that wait in the buffer that the program has attached.
//!
//! A process has a buffer, and so have each communicator and each session. A message uses the communicator's, else that of the
//! session from whose processes the communicator was made, else the process's, whichever is attached first.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};

use farreach_runtime::{Memory, SendMode, TaggedRequest};

use crate::comm::Comm;
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};
use crate::request::{Begun, Own};
use crate::status::Status;

/// What a message needs in the buffer beside its bytes: `MPI_BSEND_OVERHEAD`.
pub const OVERHEAD: usize = 96;

/// A place for a buffer.
#[derive(Debug, Default)]
pub struct Buffer(Mutex<Buffered>);

/// The attached buffer, and the messages in it.
#[derive(Debug, Default)]
struct Buffered {
    /// The address, and the bytes, of which an automatic buffer has as many as are needed.
    attached: Option<(usize, Option<usize>)>,
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
        match self.attached {
            None => false,
            Some((_, None)) => true,
            Some((_, Some(room))) => self.used() + needed <= room,
        }
    }
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Buffered> {
        lock(&self.0)
    }

    fn is_attached(&self) -> bool {
        self.lock().attached.is_some()
    }

    fn is_empty(&self) -> bool {
        self.lock().used() == 0
    }

    /// Attaches a buffer of `bytes` bytes for buffered sends. `None` stands for as many as are needed. The bytes themselves are
    /// not used: the library keeps the messages in memory of its own, as many as fit.
    pub fn attach(&self, address: usize, bytes: Option<usize>) -> Result<()> {
        let mut buffered = self.lock();
        if buffered.attached.is_some() {
            let what = "argument buffer: one is attached already: detach it first";
            return Err(Failure::new(Class::Buffer, what));
        }
        buffered.attached = Some((address, bytes));
        Ok(())
    }

    /// Begins to wait until the messages that are in the buffer have been sent.
    pub fn begin_to_empty(&self) -> Begun {
        let buffered = self.lock();
        let requests = buffered.sent.iter().map(|sent| sent.request.clone());
        Begun::Program(Arc::new(Emptying(requests.collect())))
    }
}

/// The sends of the messages that were in a buffer.
#[derive(Debug)]
struct Emptying(Vec<TaggedRequest>);

impl Own for Emptying {
    fn has_ended(&self) -> bool {
        self.0.iter().all(TaggedRequest::has_ended)
    }

    fn complete(&self) -> bool {
        false
    }

    fn end(&self) -> (Status, Result<()>) {
        (Status::EMPTY, Ok(()))
    }

    fn cancel(&self) -> Result<()> {
        let what = "argument request: of a buffer that is emptied, which can't be cancelled";
        Err(Failure::new(Class::Request, what))
    }

    fn free(&self) -> Result<()> {
        Ok(())
    }
}

impl Mpi {
    /// The process's buffer.
    pub fn buffer(&self) -> &Arc<Buffer> {
        &self.buffered
    }

    /// Whether the messages in the process's buffers have been sent.
    pub(crate) fn has_no_buffered(&self) -> bool {
        let own = [self.all(), self.own()];
        self.buffered.is_empty() && own.iter().all(|comm| comm.buffer.is_empty())
    }

    /// Waits until the messages in a buffer have been sent, and detaches it. Returns its address and its length, which is `None`
    /// if it has as many bytes as are needed.
    pub fn detach_buffer(self: &Arc<Self>, buffer: &Buffer) -> Result<(usize, Option<usize>)> {
        self.empty_buffer(buffer);
        let attached = buffer.lock().attached.take();
        attached.ok_or_else(|| Failure::new(Class::Buffer, "no buffer is attached"))
    }

    /// Waits until the messages in a buffer have been sent.
    pub fn empty_buffer(self: &Arc<Self>, buffer: &Buffer) {
        self.wait("receives of buffered messages", || buffer.is_empty());
    }

    /// The buffer that a message by a communicator uses.
    fn buffer_of<'a>(&'a self, comm: &'a Comm) -> &'a Buffer {
        let of_session = comm.group().buffer();
        let first = [Some(&comm.buffer), of_session];
        let attached = first.into_iter().flatten().find(|one| one.is_attached());
        attached.unwrap_or(&self.buffered)
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
        let buffer = self.buffer_of(comm);
        let mut buffered = buffer.lock();
        if !buffered.has_room(needed) && !buffered.sent.is_empty() {
            drop(buffered);
            self.wait_for_room(buffer, needed)?;
            buffered = buffer.lock();
        }
        if !buffered.has_room(needed) {
            let (room, used) = (
                buffered.attached.map_or(0, |(_, bytes)| bytes.unwrap_or(0)),
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
    fn wait_for_room(self: &Arc<Self>, buffer: &Buffer, needed: usize) -> Result<()> {
        let receivers: BTreeSet<u32> = buffer.lock().sent.iter().map(|it| it.to).collect();
        let inquiries = receivers.into_iter().map(|to| self.world().inquire(to));
        let inquiries: Vec<_> = inquiries.collect::<std::result::Result<_, _>>()?;
        self.wait("receipts of buffered messages", || {
            let mut all = inquiries.iter();
            all.all(|&it| self.world().is_answered(it)) || buffer.lock().has_room(needed)
        });
        Ok(())
    }
}
