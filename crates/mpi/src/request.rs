//! Requests: operations that were begun, and persistent ones.

#![expect(
    clippy::inline_always,
    reason = "a status that is returned through memory costs tens of nanoseconds"
)]

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use farreach_runtime::{Found, OpenRequest, TaggedRequest};

use crate::collective::Flight;
use crate::comm::Comm;
use crate::error::{Class, Failure, Result};
use crate::mpi::Mpi;
use crate::partitioned::Parts;
use crate::status::Status;

/// An operation that was begun.
#[derive(Clone, Debug)]
pub enum Begun {
    /// It ended at once.
    Ended(Status),
    /// A send.
    Send(TaggedRequest),
    /// A receive of at most `limit` bytes.
    #[allow(missing_docs)]
    Receive {
        request: TaggedRequest,
        limit: usize,
    },
    /// A receive, and a send that belongs to it.
    Both(Box<[Begun; 2]>),
    /// A collective.
    Collective(Arc<Flight>),
    /// A collective access to a file, and the bytes that it has moved.
    Access(Arc<Flight>, Arc<AtomicUsize>),
    /// A partitioned message.
    Parts(Parts),
    /// An operation of the program.
    Program(Arc<dyn Own>),
}

/// An operation that the program carries out: a generalised request.
pub trait Own: fmt::Debug + Send + Sync {
    /// Whether the program has said that the operation has ended.
    fn has_ended(&self) -> bool;
    /// Notes that the operation has ended. Returns whether the program has freed the request before, so
    /// that nobody asks any more.
    fn complete(&self) -> bool;
    /// What the program says of the operation that has ended.
    fn end(&self) -> (Status, Result<()>);
    /// Tells the program that the operation is no longer wanted.
    fn cancel(&self) -> Result<()>;
    /// Tells the program that nobody asks any more, when the operation has ended.
    fn free(&self) -> Result<()>;
}

/// What came of a send.
fn of_send(
    sent: std::result::Result<Option<Found>, farreach_runtime::Error>,
) -> (Status, Result<()>) {
    match sent {
        Ok(Some(_)) => (Status::EMPTY, Ok(())),
        Ok(None) => (Status::CANCELLED, Ok(())),
        Err(error) => (Status::EMPTY, Err(error.into())),
    }
}

impl Begun {
    /// Whether the operation has ended.
    #[inline]
    pub fn has_ended(&self) -> bool {
        match self {
            Begun::Both(both) => both.iter().all(Begun::has_ended),
            Begun::Ended(_) => true,
            Begun::Send(request) | Begun::Receive { request, .. } => request.has_ended(),
            Begun::Collective(flight) | Begun::Access(flight, _) => flight.has_ended(),
            Begun::Parts(parts) => parts.have_ended(),
            Begun::Program(own) => own.has_ended(),
        }
    }

    /// What came of an operation that has ended.
    pub fn end(&self, mpi: &Arc<Mpi>, comm: Option<&Arc<Comm>>) -> (Status, Result<()>) {
        match self {
            Begun::Ended(status) => (*status, Ok(())),
            Begun::Send(request) => of_send(mpi.world().outcome(request)),
            Begun::Receive { request, limit } => {
                let comm = comm.expect("a receive has a communicator");
                comm.received(mpi.world().outcome(request), *limit)
            }
            Begun::Both(both) => {
                let [receive, send] = &**both;
                let (_, sent) = send.end(mpi, comm);
                let (status, received) = receive.end(mpi, comm);
                (status, received.and(sent))
            }
            Begun::Collective(flight) => (Status::EMPTY, flight.result()),
            Begun::Access(flight, moved) => {
                let bytes = moved.load(Ordering::Relaxed);
                let status = Status {
                    bytes,
                    ..Status::EMPTY
                };
                (status, flight.result())
            }
            Begun::Parts(parts) => parts.end(mpi),
            Begun::Program(own) => own.end(),
        }
    }

    /// What came of an operation that has ended, and that nobody asks about any more.
    #[inline(always)]
    pub fn finish(self, mpi: &Arc<Mpi>, comm: Option<&Arc<Comm>>) -> (Status, Result<()>) {
        match self {
            Begun::Program(own) => {
                let (status, ended) = own.end();
                (status, own.free().and(ended))
            }
            begun => begun.end(mpi, comm),
        }
    }

    /// Cancels a send or a receive that has not matched.
    pub fn cancel(&self, mpi: &Arc<Mpi>) -> Result<()> {
        match self {
            Begun::Send(request) | Begun::Receive { request, .. } => {
                mpi.world().cancel(request);
                Ok(())
            }
            Begun::Program(own) => own.cancel(),
            Begun::Collective(_) | Begun::Access(..) => {
                let what = "argument request: a collective, which can't be cancelled";
                Err(Failure::new(Class::Request, what))
            }
            Begun::Parts(_) => {
                let what = "argument request: a partitioned message, which can't be cancelled";
                Err(Failure::new(Class::Request, what))
            }
            Begun::Ended(_) | Begun::Both(_) => Ok(()),
        }
    }

    /// Notes that an operation of the program has ended. Returns whether the program has freed it
    /// before, or `None` if the operation is not the program's.
    pub fn complete(&self) -> Option<bool> {
        match self {
            Begun::Program(own) => Some(own.complete()),
            _ => None,
        }
    }

    /// Whether the program has still to say that the operation has ended.
    pub fn is_awaited_from_program(&self) -> bool {
        matches!(self, Begun::Program(own) if !own.has_ended())
    }

    /// Forgets an operation that goes on.
    pub fn free(&self) -> Result<()> {
        match self {
            Begun::Program(own) => own.free(),
            _ => Ok(()),
        }
    }
}

/// A communicator that a call or a request has.
#[derive(Clone, Debug)]
pub enum CommRef {
    /// One that is never freed, so that no reference has to be counted.
    Kept(&'static Arc<Comm>),
    /// Any other.
    Shared(Arc<Comm>),
}

impl CommRef {
    /// A reference that is counted.
    #[inline]
    pub fn into_shared(self) -> Arc<Comm> {
        match self {
            CommRef::Kept(comm) => Arc::clone(comm),
            CommRef::Shared(comm) => comm,
        }
    }
}

impl Deref for CommRef {
    type Target = Arc<Comm>;

    #[inline]
    fn deref(&self) -> &Arc<Comm> {
        match self {
            CommRef::Kept(comm) => comm,
            CommRef::Shared(comm) => comm,
        }
    }
}

impl From<Arc<Comm>> for CommRef {
    #[inline]
    fn from(comm: Arc<Comm>) -> CommRef {
        CommRef::Shared(comm)
    }
}

/// A receive to bytes in a row, as most requests are.
#[derive(Debug)]
pub struct PlainReceive {
    comm: CommRef,
    request: OpenRequest,
    limit: usize,
}

impl PlainReceive {
    /// A receive of at most `limit` bytes, which [`Mpi::try_begin_receive`] has begun on `comm`.
    #[inline(always)]
    pub fn new(comm: CommRef, request: OpenRequest, limit: usize) -> PlainReceive {
        PlainReceive {
            comm,
            request,
            limit,
        }
    }

    /// Whether it has ended.
    #[inline(always)]
    pub fn has_ended(&self) -> bool {
        self.request.has_ended()
    }

    /// The status, if it has ended well. `None` says nothing.
    #[inline(always)]
    pub fn ended_well(&self) -> Option<Status> {
        let found = self.request.found()?;
        (found.len <= self.limit).then(|| self.comm.status_of(&found, self.limit))
    }
}

impl From<PlainReceive> for Request {
    fn from(receive: PlainReceive) -> Request {
        let PlainReceive {
            comm,
            request,
            limit,
        } = receive;
        let request = request.into();
        let begun = Begun::Receive { request, limit };
        Request::begun(Some(comm), begun)
    }
}

/// Begins the operation of a persistent request.
type Start = Box<dyn Fn(&Arc<Mpi>) -> Result<Begun> + Send + Sync>;

/// An operation that a program waits for by a handle.
pub struct Request {
    comm: Option<CommRef>,
    start: Option<Start>,
    /// `None` if the request is persistent and inactive.
    begun: Option<Begun>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Request").field(&self.begun).finish()
    }
}

impl Request {
    /// The request of an operation that was begun.
    #[inline]
    pub fn begun(comm: Option<CommRef>, begun: Begun) -> Request {
        Request {
            comm,
            start: None,
            begun: Some(begun),
        }
    }

    /// A persistent request.
    pub fn persistent(
        comm: Arc<Comm>,
        start: impl Fn(&Arc<Mpi>) -> Result<Begun> + Send + Sync + 'static,
    ) -> Request {
        Request {
            comm: Some(comm.into()),
            start: Some(Box::new(start)),
            begun: None,
        }
    }

    /// The communicator.
    #[inline]
    pub fn comm(&self) -> Option<&Arc<Comm>> {
        self.comm.as_deref()
    }

    /// The communicator of a request that is over.
    #[inline]
    pub fn into_comm(self) -> Option<Arc<Comm>> {
        self.comm.map(CommRef::into_shared)
    }

    /// Whether the request stays when its operation has ended.
    #[inline]
    pub fn is_persistent(&self) -> bool {
        self.start.is_some()
    }

    /// The operation that was begun and not waited for.
    #[inline]
    pub fn active(&self) -> Option<&Begun> {
        self.begun.as_ref()
    }

    /// The status of an operation that has ended well, if nothing else follows from its end. `None` says nothing.
    #[inline]
    pub fn ended_well(&self) -> Option<Status> {
        match self.begun.as_ref()? {
            _ if self.is_persistent() => None,
            Begun::Send(request) => request.found().map(|_| Status::EMPTY),
            Begun::Receive { request, limit } => {
                let found = request.found().filter(|found| found.len <= *limit)?;
                Some(self.comm.as_ref()?.status_of(&found, *limit))
            }
            _ => None,
        }
    }

    /// Begins the operation of a persistent request.
    pub fn start(&mut self, mpi: &Arc<Mpi>) -> Result<()> {
        let Some(start) = &self.start else {
            let what = "argument request: no persistent request";
            return Err(Failure::new(Class::Request, what));
        };
        if self.begun.is_some() {
            let what = "argument request: active already: wait for it first";
            return Err(Failure::new(Class::Request, what));
        }
        self.begun = Some(start(mpi)?);
        Ok(())
    }

    /// Takes the operation that was begun. The request becomes inactive.
    #[inline]
    pub fn take(&mut self) -> Option<Begun> {
        self.begun.take()
    }
}
