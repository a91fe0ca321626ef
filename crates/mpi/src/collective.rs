//! Collectives over messages.
//!
//! Each collective is an `async` function that a member drives. A blocking call drives it to its
//! end. A collective that was begun is driven whenever the process waits or looks.
//!
//! A collective's messages have the communicator's second context, and the number of the collective
//! as their tag. So the collectives of a communicator don't meet, and a communicator needs nothing
//! but its contexts.

mod between;
mod bytes;
mod combining;
mod moving;

use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use farreach_runtime::{Destination, Mode, Pattern, TaggedRequest};

use crate::comm::Comm;
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::group::Group;
use crate::mpi::{Mpi, lock};

pub use between::Root;
pub use bytes::duplicate;
pub use combining::{
    all_reduce, exclusive_scan, reduce, reduce_scatter, reduce_scatter_block, scan,
};
pub use moving::{all_gather, all_to_all, barrier, broadcast, gather, scatter};

/// What a collective waits for at present.
#[derive(Debug, Default)]
struct Waits(Mutex<Vec<TaggedRequest>>);

impl Waits {
    fn are_over(&self) -> bool {
        lock(&self.0).iter().all(TaggedRequest::has_ended)
    }
}

/// A collective of a member.
#[derive(Clone, Debug)]
pub struct Run {
    mpi: Arc<Mpi>,
    comm: Arc<Comm>,
    tag: u32,
    waits: Arc<Waits>,
}

/// A message of a collective that is under way.
struct Pending {
    request: TaggedRequest,
    /// The most bytes of a receive.
    limit: usize,
}

impl Run {
    /// The next collective of a communicator.
    pub fn new(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            tag: comm.next_collective(),
            ..Run::of(mpi, comm)
        }
    }

    /// Messages between members that are no collective of all.
    fn of(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            mpi: Arc::clone(mpi),
            comm: Arc::clone(comm),
            tag: 0,
            waits: Arc::default(),
        }
    }

    /// The collective of this side of an intercommunicator that is a part of this one.
    fn on_side(&self) -> Run {
        let local = self.comm.local().expect("an intercommunicator");
        Run {
            comm: Arc::clone(local),
            tag: local.next_collective(),
            ..self.clone()
        }
    }

    /// The communicator.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }

    fn index(&self) -> u32 {
        self.comm.rank()
    }

    fn size(&self) -> u32 {
        self.comm.size()
    }

    /// The processes that messages go to.
    fn peers(&self) -> &Group {
        self.comm.peers()
    }

    fn begin_send(&self, to: u32, data: &Data) -> Result<Pending> {
        let to = Destination {
            pe: self.peers().rank(to),
            context: self.comm.context() + 1,
            tag: self.tag,
        };
        let request = self.mpi.world().begin_send(to, data.buffer(), Mode::Standard)?;
        let limit = usize::MAX;
        Ok(Pending { request, limit })
    }

    fn begin_receive(&self, from: u32, data: &Data) -> Result<Pending> {
        let pattern = Pattern {
            context: self.comm.context() + 1,
            source: Some(self.peers().rank(from)),
            tag: Some(self.tag),
        };
        let request = self.mpi.world().begin_receive(&pattern, data.buffer())?;
        let limit = data.len();
        Ok(Pending { request, limit })
    }

    /// Waits until messages have ended.
    async fn end(&self, pending: &[Pending]) -> Result<()> {
        if pending.iter().any(|pending| !pending.request.has_ended()) {
            let requests = pending.iter().map(|pending| pending.request.clone());
            *lock(&self.waits.0) = requests.collect();
            poll_fn(|_| {
                if self.waits.are_over() {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            lock(&self.waits.0).clear();
        }
        for Pending { request, limit } in pending {
            if let Some(found) = self.mpi.world().outcome(request)?
                && found.len > *limit
            {
                let source = self.peers().index_of(found.source).unwrap_or(found.source);
                let what = format!(
                    "rank {source} sent {} bytes, but this rank expects {limit}: the members' counts or datatypes differ",
                    found.len
                );
                return Err(Failure::new(Class::Truncate, what));
            }
        }
        Ok(())
    }

    async fn send(&self, to: u32, data: &Data) -> Result<()> {
        let pending = self.begin_send(to, data)?;
        self.end(&[pending]).await
    }

    async fn receive(&self, from: u32, data: &Data) -> Result<()> {
        let pending = self.begin_receive(from, data)?;
        self.end(&[pending]).await
    }
}

type Steps = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A collective that was begun.
pub struct Flight {
    waits: Arc<Waits>,
    steps: Mutex<Option<Steps>>,
    has_ended: AtomicBool,
    result: Mutex<Result<()>>,
}

impl fmt::Debug for Flight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Flight").field(&self.waits).finish()
    }
}

impl Flight {
    /// Whether it has ended.
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    /// How it has ended.
    pub fn result(&self) -> Result<()> {
        lock(&self.result).clone()
    }

    /// Continues as far as possible. Returns whether it has ended by this.
    fn go_on(&self) -> bool {
        // Another thread may be continuing it, or this one, further out.
        let Ok(mut steps) = self.steps.try_lock() else {
            return false;
        };
        let Some(future) = steps.as_mut().filter(|_| self.waits.are_over()) else {
            return false;
        };
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(result) = future.as_mut().poll(&mut context) else {
            return false;
        };
        *steps = None;
        *lock(&self.result) = result;
        self.has_ended.store(true, Ordering::Release);
        true
    }
}

impl Mpi {
    /// Whether collectives were begun that have not ended.
    #[inline]
    pub(crate) fn has_begun(&self) -> bool {
        self.begun_count.load(Ordering::Relaxed) > 0
    }

    /// Continues the collectives that were begun.
    #[inline]
    pub fn go_on(&self) {
        if self.has_begun() {
            self.go_on_with_all();
        }
    }

    #[cold]
    fn go_on_with_all(&self) {
        let all: Vec<_> = lock(&self.begun).clone();
        for flight in all {
            if flight.go_on() {
                lock(&self.begun).retain(|begun| !Arc::ptr_eq(begun, &flight));
                self.begun_count.fetch_sub(1, Ordering::Relaxed);
                self.world().wake_waits();
            }
        }
    }

    /// Waits until `is_done`, which ends of messages and of collectives make true.
    #[inline]
    pub fn wait(&self, what: &'static str, mut is_done: impl FnMut() -> bool) {
        self.world().wait_for_tagged(what, || {
            self.go_on();
            is_done()
        });
    }

    /// Drives a collective to its end.
    pub fn block<T>(&self, run: &Run, collective: impl Future<Output = Result<T>>) -> Result<T> {
        let mut collective = pin!(collective);
        let mut context = Context::from_waker(Waker::noop());
        loop {
            if let Poll::Ready(result) = collective.as_mut().poll(&mut context) {
                return result;
            }
            self.wait("a collective", || run.waits.are_over());
        }
    }

    /// Begins a collective.
    pub fn begin(
        &self,
        run: &Run,
        collective: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Arc<Flight> {
        let flight = Arc::new(Flight {
            waits: Arc::clone(&run.waits),
            steps: Mutex::new(Some(Box::pin(collective))),
            has_ended: AtomicBool::new(false),
            result: Mutex::new(Ok(())),
        });
        if !flight.go_on() {
            self.begun_count.fetch_add(1, Ordering::Relaxed);
            lock(&self.begun).push(Arc::clone(&flight));
        }
        flight
    }
}
