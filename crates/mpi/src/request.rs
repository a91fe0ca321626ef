//! Requests: operations that were begun, and persistent ones.

use std::fmt;
use std::sync::{Arc, Mutex};

use farreach_runtime::TaggedRequest;

use crate::collective::Flight;
use crate::comm::Comm;
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};
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
    /// An operation of the program.
    Program(Arc<dyn Own>),
}

/// An operation that the program carries out: a generalised request.
pub trait Own: fmt::Debug + Send + Sync {
    /// Whether the program has said that the operation has ended.
    fn has_ended(&self) -> bool;
    /// Notes that the operation has ended.
    fn complete(&self);
    /// What the program says of the operation that has ended.
    fn end(&self) -> (Status, Result<()>);
    /// Tells the program that the operation is no longer wanted.
    fn cancel(&self) -> Result<()>;
    /// Tells the program that nobody asks any more.
    fn free(&self) -> Result<()>;
}

impl Begun {
    /// A send that was begun.
    pub(crate) fn of_send(request: TaggedRequest) -> Begun {
        Begun::Send(request)
    }

    /// Whether the operation has ended.
    #[inline]
    pub fn has_ended(&self) -> bool {
        match self {
            Begun::Both(both) => both.iter().all(Begun::has_ended),
            Begun::Ended(_) => true,
            Begun::Send(request) | Begun::Receive { request, .. } => request.has_ended(),
            Begun::Collective(flight) => flight.has_ended(),
            Begun::Program(own) => own.has_ended(),
        }
    }

    /// What came of an operation that has ended.
    pub fn end(&self, mpi: &Arc<Mpi>, comm: Option<&Arc<Comm>>) -> (Status, Result<()>) {
        match self {
            Begun::Ended(status) => (*status, Ok(())),
            Begun::Send(request) => match mpi.world().outcome(request) {
                Ok(_) => (Status::EMPTY, Ok(())),
                Err(error) => (Status::EMPTY, Err(error.into())),
            },
            Begun::Receive { request, limit } => match mpi.world().outcome(request) {
                Ok(None) => (Status::CANCELLED, Ok(())),
                Ok(Some(found)) => {
                    let comm = comm.expect("a receive has a communicator");
                    (
                        comm.status_of(&found, *limit),
                        comm.check_fits(&found, *limit),
                    )
                }
                Err(error) => (Status::EMPTY, Err(error.into())),
            },
            Begun::Both(both) => {
                let [receive, send] = &**both;
                let (_, sent) = send.end(mpi, comm);
                let (status, received) = receive.end(mpi, comm);
                (status, received.and(sent))
            }
            Begun::Collective(flight) => (Status::EMPTY, flight.result()),
            Begun::Program(own) => own.end(),
        }
    }
}

/// Begins the operation of a persistent request.
type Start = Box<dyn Fn(&Arc<Mpi>) -> Result<Begun> + Send + Sync>;

/// An operation that a program waits for by a handle.
pub struct Request {
    comm: Option<Arc<Comm>>,
    start: Option<Start>,
    /// `None` if the request is persistent and inactive.
    begun: Mutex<Option<Begun>>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Request").field(&*lock(&self.begun)).finish()
    }
}

impl Request {
    /// The request of an operation that was begun.
    pub fn begun(comm: Option<Arc<Comm>>, begun: Begun) -> Request {
        Request {
            comm,
            start: None,
            begun: Mutex::new(Some(begun)),
        }
    }

    /// A persistent request.
    pub fn persistent(
        comm: Arc<Comm>,
        start: impl Fn(&Arc<Mpi>) -> Result<Begun> + Send + Sync + 'static,
    ) -> Request {
        Request {
            comm: Some(comm),
            start: Some(Box::new(start)),
            begun: Mutex::new(None),
        }
    }

    /// The communicator.
    pub fn comm(&self) -> Option<&Arc<Comm>> {
        self.comm.as_ref()
    }

    /// Whether the request stays when its operation has ended.
    pub fn is_persistent(&self) -> bool {
        self.start.is_some()
    }

    /// Whether an operation was begun that was not waited for.
    pub fn is_active(&self) -> bool {
        lock(&self.begun).is_some()
    }

    /// Begins the operation of a persistent request.
    pub fn start(&self, mpi: &Arc<Mpi>) -> Result<()> {
        let mut begun = lock(&self.begun);
        let Some(start) = &self.start else {
            let what = "argument request: no persistent request";
            return Err(Failure::new(Class::Request, what));
        };
        if begun.is_some() {
            let what = "argument request: active already: wait for it first";
            return Err(Failure::new(Class::Request, what));
        }
        *begun = Some(start(mpi)?);
        Ok(())
    }

    /// Whether the operation has ended. An inactive one has.
    #[inline]
    pub fn has_ended(&self) -> bool {
        let begun = lock(&self.begun);
        begun.as_ref().is_none_or(Begun::has_ended)
    }

    /// What came of an operation that has ended. The request becomes inactive. `None` if it was.
    pub fn finish(&self, mpi: &Arc<Mpi>) -> Option<(Status, Result<()>)> {
        let begun = lock(&self.begun).take()?;
        let ended = begun.end(mpi, self.comm.as_ref());
        if let Begun::Program(own) = &begun
            && let Err(failure) = own.free()
        {
            return Some((ended.0, ended.1.and(Err(failure))));
        }
        Some(ended)
    }

    /// What came of an operation that has ended, which the request still has afterwards.
    pub fn peek(&self, mpi: &Arc<Mpi>) -> Option<(Status, Result<()>)> {
        let begun = lock(&self.begun).clone()?;
        Some(begun.end(mpi, self.comm.as_ref()))
    }

    /// Cancels a receive that has not matched. Sends are not cancelled.
    pub fn cancel(&self, mpi: &Arc<Mpi>) -> Result<()> {
        let begun = lock(&self.begun).clone();
        match begun {
            None => {
                let what = "argument request: inactive";
                Err(Failure::new(Class::Request, what))
            }
            Some(Begun::Receive { request, .. }) => {
                mpi.world().cancel_receive(&request);
                Ok(())
            }
            Some(Begun::Program(own)) => own.cancel(),
            Some(Begun::Collective(_)) => {
                let what = "argument request: a collective, which can't be cancelled";
                Err(Failure::new(Class::Request, what))
            }
            Some(Begun::Ended(_) | Begun::Send(_) | Begun::Both(_)) => Ok(()),
        }
    }

    /// Notes that an operation of the program has ended. Returns whether it is one.
    pub fn complete(&self) -> bool {
        let Some(Begun::Program(own)) = &*lock(&self.begun) else {
            return false;
        };
        own.complete();
        true
    }

    /// Forgets a request whose operation goes on.
    pub fn free(&self) -> Result<()> {
        let begun = lock(&self.begun).take();
        match begun {
            Some(Begun::Program(own)) => own.free(),
            _ => Ok(()),
        }
    }
}
