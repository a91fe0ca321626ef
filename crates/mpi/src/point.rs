//! Point-to-point: sends, receives and probes.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::sync::Arc;

use farreach_runtime::{
    Destination, EAGER_MAX, Found, Memory, OpenRequest, Pattern, SendMode, Unexpected,
};

use crate::comm::Comm;
use crate::data::{Data, Room};
use crate::error::{Class, Failure, Result};
use crate::mpi::Mpi;
use crate::request::{Begun, Request};
use crate::status::{Peer, Status};

/// What a receive or a probe accepts.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    /// The sender.
    pub source: Peer,
    /// The tag. `None` accepts any.
    pub tag: Option<u32>,
}

/// A message that a matched probe has taken.
#[derive(Debug)]
pub struct MatchedMessage {
    comm: Arc<Comm>,
    message: Unexpected,
}

impl MatchedMessage {
    /// The communicator.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }
}

impl Comm {
    #[inline]
    fn destination(&self, to: u32, tag: u32) -> Destination {
        Destination {
            pe: self.peers().rank(to),
            context: self.context(),
            tag,
        }
    }

    /// The pattern of an envelope, unless its source is no process.
    #[inline]
    fn pattern(&self, envelope: Envelope) -> Option<Pattern> {
        let source = match envelope.source {
            Peer::Rank(rank) => Some(self.peers().rank(rank)),
            Peer::Any => None,
            Peer::Null => return None,
        };
        Some(Pattern {
            context: self.context(),
            source,
            tag: envelope.tag,
        })
    }

    /// The pattern of a source and a tag, which may be any.
    #[inline(always)]
    fn plain_pattern(&self, source: Option<u32>, tag: Option<u32>) -> Pattern {
        Pattern {
            context: self.context(),
            source: source.map(|source| self.peers().rank(source)),
            tag,
        }
    }

    /// What came of a receive of at most `limit` bytes.
    #[inline]
    pub(crate) fn received(
        &self,
        ended: std::result::Result<Option<Found>, farreach_runtime::Error>,
        limit: usize,
    ) -> (Status, Result<()>) {
        match ended {
            Ok(Some(found)) => (
                self.status_of(&found, limit),
                self.check_fits(&found, limit),
            ),
            Ok(None) => (Status::CANCELLED, Ok(())),
            Err(error) => (Status::EMPTY, Err(error.into())),
        }
    }

    /// The status of a message of which at most `limit` bytes were received.
    #[inline]
    pub(crate) fn status_of(&self, found: &Found, limit: usize) -> Status {
        let source = self.peers().index_of(found.source);
        Status {
            source: source.map_or(Peer::Any, Peer::Rank),
            tag: Some(found.tag),
            bytes: found.len.min(limit),
            is_cancelled: false,
        }
    }

    /// Fails if a message was longer than the memory for it.
    #[inline]
    pub(crate) fn check_fits(&self, found: &Found, limit: usize) -> Result<()> {
        if found.len <= limit {
            return Ok(());
        }
        Err(self.truncated(found, limit))
    }

    #[cold]
    fn truncated(&self, found: &Found, limit: usize) -> Failure {
        let source = self.peers().index_of(found.source).unwrap_or(found.source);
        let what = format!(
            "the message of rank {source} with tag {} has {} bytes, but the buffer only {limit}",
            found.tag, found.len
        );
        Failure::new(Class::Truncate, what)
    }
}

impl Mpi {
    /// Sends, and waits until the data may be changed, or with [`SendMode::Synchronous`] until the
    /// message has matched too. `None` is no process.
    #[inline]
    pub fn send(
        self: &Arc<Self>,
        comm: &Comm,
        data: &Data,
        to: Option<u32>,
        tag: u32,
        mode: SendMode,
    ) -> Result<()> {
        let Some(to) = to else {
            return Ok(());
        };
        let to = comm.destination(to, tag);
        if mode == SendMode::Standard && data.len() <= EAGER_MAX && !self.has_begun() {
            let sent = data.with_row(|bytes| self.world().send_tagged(to, bytes, mode));
            if let Some(sent) = sent {
                return Ok(sent?);
            }
        }
        let request = self.world().begin_send(to, data.buffer(), mode)?;
        self.wait("a receive of a message", || request.has_ended());
        self.world().outcome(&request)?;
        Ok(())
    }

    /// Sends bytes, if they are few enough to leave in one message, and can leave now. `false` says nothing: then send them
    /// otherwise. The communicator has rank `to`, and there is such a tag.
    #[inline(always)]
    pub fn try_send_now(&self, comm: &Comm, bytes: &[u8], to: u32, tag: u32) -> bool {
        if self.has_begun() {
            // A program that does nothing but send and receive continues its collectives, too.
            return false;
        }
        let to = comm.destination(to, tag);
        self.world().try_send_now(to, bytes)
    }

    /// Begins to send.
    #[inline]
    pub fn begin_send(
        self: &Arc<Self>,
        comm: &Comm,
        data: &Data,
        to: Option<u32>,
        tag: u32,
        mode: SendMode,
    ) -> Result<Begun> {
        let Some(to) = to else {
            return Ok(Begun::Ended(Status::OF_NULL));
        };
        let to = comm.destination(to, tag);
        if mode == SendMode::Standard && data.len() <= EAGER_MAX {
            let sent = data.with_row(|bytes| self.world().try_send_eager(to, bytes));
            match sent.transpose()? {
                Some(true) => return Ok(Begun::Ended(Status::EMPTY)),
                Some(false) => {
                    let request = self.world().begin_tracked_send(to, data.buffer(), mode)?;
                    return Ok(Begun::Send(request));
                }
                None => {}
            }
        }
        let request = self.world().begin_send(to, data.buffer(), mode)?;
        Ok(Begun::Send(request))
    }

    /// Begins to send a copy of `bytes`, which may change when the call returns.
    pub(crate) fn begin_copied_send(
        self: &Arc<Self>,
        comm: &Comm,
        bytes: &[u8],
        to: u32,
        tag: u32,
    ) -> Result<Begun> {
        let to = comm.destination(to, tag);
        let request = if bytes.len() > EAGER_MAX {
            self.world()
                .begin_send(to, Memory::copy_of(bytes), SendMode::Standard)?
        } else if self.world().try_send_eager(to, bytes)? {
            return Ok(Begun::Ended(Status::EMPTY));
        } else {
            let memory = Memory::copy_of(bytes);
            self.world()
                .begin_tracked_send(to, memory, SendMode::Standard)?
        };
        Ok(Begun::Send(request))
    }

    /// Receives to `into`, and waits for the message.
    #[inline(always)]
    pub fn receive(
        self: &Arc<Self>,
        comm: &Comm,
        into: impl Into<Room>,
        envelope: Envelope,
    ) -> (Status, Result<()>) {
        let Some(pattern) = comm.pattern(envelope) else {
            return (Status::OF_NULL, Ok(()));
        };
        let Room { memory, len } = into.into();
        let found = self
            .world()
            .receive_and_wait(&pattern, memory, || self.go_on());
        comm.received(found.map(Some), len)
    }

    /// Receives to `room` at once, if few bytes are there for it. `None` says nothing: then call [`Mpi::receive`]. The caller has
    /// checked that there are such a rank and such a tag.
    #[inline(always)]
    pub fn try_receive(
        &self,
        comm: &Comm,
        room: &Room,
        (source, tag): (Option<u32>, Option<u32>),
    ) -> Option<(Status, Result<()>)> {
        if self.has_begun() {
            // As in `try_send_now`.
            return None;
        }
        let pattern = comm.plain_pattern(source, tag);
        let found = self.world().try_receive_short(&pattern, &room.memory)?;
        let status = comm.status_of(&found, room.len);
        Some((status, comm.check_fits(&found, room.len)))
    }

    /// Begins to receive to the room that `into` makes. `None` says nothing: then call [`Mpi::begin_receive`]. The caller has checked
    /// that there are such a rank and such a tag.
    #[inline(always)]
    pub fn try_begin_receive(
        &self,
        comm: &Comm,
        into: impl FnOnce() -> Room,
        (source, tag): (Option<u32>, Option<u32>),
    ) -> Option<OpenRequest> {
        let pattern = comm.plain_pattern(source, tag);
        self.world().try_begin_receive(&pattern, || into().memory)
    }

    /// Begins to receive to `into`.
    #[inline(always)]
    pub fn begin_receive(
        self: &Arc<Self>,
        comm: &Comm,
        into: impl Into<Room>,
        envelope: Envelope,
    ) -> Result<Begun> {
        let Some(pattern) = comm.pattern(envelope) else {
            return Ok(Begun::Ended(Status::OF_NULL));
        };
        let Room { memory, len } = into.into();
        let request = self.world().begin_receive(&pattern, memory)?;
        Ok(Begun::Receive {
            request,
            limit: len,
        })
    }

    /// The oldest message that would be received, if one has come.
    pub fn try_probe(self: &Arc<Self>, comm: &Comm, envelope: Envelope) -> Result<Option<Status>> {
        let Some(pattern) = comm.pattern(envelope) else {
            return Ok(Some(Status::OF_NULL));
        };
        self.go_on();
        let found = self.world().try_probe(&pattern)?;
        Ok(found.map(|found| comm.status_of(&found, usize::MAX)))
    }

    /// Waits for a message that would be received.
    pub fn probe(self: &Arc<Self>, comm: &Comm, envelope: Envelope) -> Result<Status> {
        let Some(pattern) = comm.pattern(envelope) else {
            return Ok(Status::OF_NULL);
        };
        let mut found = Ok(None);
        self.world().wait_for_probe(&pattern, || {
            found = self.try_probe(comm, envelope);
            !matches!(found, Ok(None))
        });
        Ok(found?.expect("waited for"))
    }

    /// Takes the oldest message that would be received, if one has come, so that nothing else
    /// receives it. `None` for the message is no process's.
    pub fn try_take(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        envelope: Envelope,
    ) -> Result<Option<(Option<MatchedMessage>, Status)>> {
        let Some(pattern) = comm.pattern(envelope) else {
            return Ok(Some((None, Status::OF_NULL)));
        };
        self.go_on();
        let Some(message) = self.world().try_match(&pattern)? else {
            return Ok(None);
        };
        let status = comm.status_of(&message.found(), usize::MAX);
        let comm = Arc::clone(comm);
        Ok(Some((Some(MatchedMessage { comm, message }), status)))
    }

    /// Takes as [`Mpi::try_take`] does, and waits for the message.
    pub fn take(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        envelope: Envelope,
    ) -> Result<(Option<MatchedMessage>, Status)> {
        let Some(pattern) = comm.pattern(envelope) else {
            return Ok((None, Status::OF_NULL));
        };
        let mut taken = Ok(None);
        self.world().wait_for_probe(&pattern, || {
            taken = self.try_take(comm, envelope);
            !matches!(taken, Ok(None))
        });
        Ok(taken?.expect("waited for"))
    }

    /// Begins to receive a message that was taken.
    pub fn begin_receive_matched(self: &Arc<Self>, taken: MatchedMessage, data: &Data) -> Request {
        let MatchedMessage { comm, message } = taken;
        let limit = data.len();
        let request = self.world().begin_receive_matched(message, data.buffer());
        Request::begun(Some(comm.into()), Begun::Receive { request, limit })
    }
}
