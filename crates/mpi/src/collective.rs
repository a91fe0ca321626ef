//! Collectives: on the runtime's groups, or over messages.
//!
//! Each collective is an `async` function that a member drives. A blocking call drives it to its
//! end. `at_once` has the blocking collectives of short data on groups, which need no future. A collective that was begun is driven whenever the process waits or looks.
//!
//! `grouped` says which collectives run on groups. All others use messages. These have the
//! communicator's second context, and the number of the collective as their tag. So the collectives of
//! a communicator don't meet, and a communicator without a group needs nothing but its contexts.

mod at_once;
mod between;
mod bytes;
mod combining;
mod grouped;
mod moving;
mod neighbours;

use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use farreach_runtime::collectives::Request as GroupRequest;
use farreach_runtime::{Destination, Pattern, SendMode, TaggedRequest};

use crate::comm::Comm;
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::group::Group;
use crate::mpi::{Mpi, lock};

pub use between::Root;
pub use bytes::duplicate;
pub(crate) use bytes::{agreed, combined, data_of, key_of};
pub use combining::{all_reduce, reduce, reduce_scatter, reduce_scatter_block, scan};
pub(crate) use grouped::Leaving;
pub(crate) use moving::spread;
pub use moving::{
    all_gather, all_gather_listed, all_to_all, all_to_all_listed, barrier, broadcast, gather,
    gather_listed, scatter, scatter_listed,
};
pub use neighbours::{exchange_with_neighbours, share_edges};

/// Marks the tags of parts of intercommunicators' collectives. Numbers of collectives are not as great
/// in practice.
const OF_SIDES: u32 = 1 << 29;

/// What a collective waits for at present.
#[derive(Debug, Default)]
pub(crate) struct Waits(Mutex<Vec<Wait>>);

/// Something that a collective waits for.
#[derive(Debug)]
pub(crate) enum Wait {
    Message(TaggedRequest),
    /// A collective of the runtime.
    Group(GroupRequest),
}

impl Wait {
    fn is_over(&self) -> bool {
        match self {
            Wait::Message(request) => request.has_ended(),
            Wait::Group(request) => request.has_ended(),
        }
    }
}

impl Waits {
    fn are_over(&self) -> bool {
        lock(&self.0).iter().all(Wait::is_over)
    }
}

/// A collective of a member.
#[derive(Clone, Debug)]
pub struct Run {
    mpi: Arc<Mpi>,
    comm: Arc<Comm>,
    tag: u32,
    waits: Arc<Waits>,
    /// Whether the program goes on beside it.
    is_begun: bool,
    /// Whether members may begin it in any order, so that only the tag tells it from others.
    is_unordered: bool,
}

/// A message of a collective that is under way.
pub(crate) struct Pending {
    request: TaggedRequest,
    /// The most bytes of a receive.
    limit: usize,
}

impl Run {
    /// The next collective of a communicator, whose caller waits for its end.
    pub fn new(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            mpi: Arc::clone(mpi),
            comm: Arc::clone(comm),
            tag: comm.next_collective(),
            // A communicator has one blocking collective at a time.
            waits: Arc::clone(&comm.waits),
            is_begun: false,
            is_unordered: false,
        }
    }

    /// The next collective of a communicator, beside which the program goes on.
    pub fn begun(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            tag: comm.next_collective(),
            is_begun: true,
            ..Run::of(mpi, comm)
        }
    }

    /// The next collective of a communicator, which is begun later, maybe several times, by [`Run::again`].
    /// Members prepare collectives in the same order, and begin them in any order.
    pub fn prepared(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            is_unordered: true,
            ..Run::begun(mpi, comm)
        }
    }

    /// A prepared collective once more. Its messages have the same tag each time, since a member ends it
    /// before it begins it again.
    pub fn again(&self) -> Run {
        Run {
            waits: Arc::default(),
            ..self.clone()
        }
    }

    /// Messages between members that are no collective of all.
    pub(crate) fn of(mpi: &Arc<Mpi>, comm: &Arc<Comm>) -> Run {
        Run {
            mpi: Arc::clone(mpi),
            comm: Arc::clone(comm),
            tag: 0,
            waits: Arc::default(),
            is_begun: false,
            is_unordered: false,
        }
    }

    /// The part of a collective of an intercommunicator that is among the members of this side. All
    /// such parts have one tag, since members may be in parts of several collectives at a time.
    fn on_side(&self) -> Run {
        let local = self.comm.local().expect("an intercommunicator");
        Run {
            comm: Arc::clone(local),
            tag: OF_SIDES | self.tag,
            ..self.clone()
        }
    }

    /// The process's part of MPI.
    pub(crate) fn mpi(&self) -> &Arc<Mpi> {
        &self.mpi
    }

    /// The communicator.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }

    fn index(&self) -> u32 {
        self.comm.rank()
    }

    /// This process's index among the peers. An intercommunicator's peers are others.
    fn own_peer(&self) -> Option<u32> {
        self.comm.remote().is_none().then(|| self.index())
    }

    fn size(&self) -> u32 {
        self.comm.size()
    }

    /// The processes that messages go to.
    fn peers(&self) -> &Group {
        self.comm.peers()
    }

    pub(crate) fn begin_send(&self, to: u32, data: &Data) -> Result<Pending> {
        let to = Destination {
            pe: self.peers().rank(to),
            context: self.comm.context() + 1,
            tag: self.tag,
        };
        let request = self
            .mpi
            .world()
            .begin_send(to, data.buffer(), SendMode::Standard)?;
        let limit = usize::MAX;
        Ok(Pending { request, limit })
    }

    pub(crate) fn begin_receive(&self, from: u32, data: &Data) -> Result<Pending> {
        let pattern = Pattern {
            context: self.comm.context() + 1,
            source: Some(self.peers().rank(from)),
            tag: Some(self.tag),
        };
        let request = self.mpi.world().begin_receive(&pattern, data.buffer())?;
        let limit = data.len();
        Ok(Pending { request, limit })
    }

    /// Waits until all of these are over.
    pub(crate) async fn until(&self, waits: impl IntoIterator<Item = Wait>) {
        *lock(&self.waits.0) = waits.into_iter().collect();
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

    /// Waits until messages have ended.
    pub(crate) async fn end(&self, pending: &[Pending]) -> Result<()> {
        if pending.iter().any(|pending| !pending.request.has_ended()) {
            let requests = pending.iter().map(|pending| pending.request.clone());
            self.until(requests.map(Wait::Message)).await;
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

    /// Receives from peers and sends to peers, all at the same time. The receives begin first.
    pub(crate) async fn exchange<'d>(
        &self,
        receives: impl IntoIterator<Item = (u32, &'d Data)>,
        sends: impl IntoIterator<Item = (u32, &'d Data)>,
    ) -> Result<()> {
        let receives = receives.into_iter();
        let receives = receives.map(|(from, data)| self.begin_receive(from, data));
        let sends = sends
            .into_iter()
            .map(|(to, data)| self.begin_send(to, data));
        let pending: Result<Vec<_>> = receives.chain(sends).collect();
        self.end(&pending?).await
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
    pub fn has_begun(&self) -> bool {
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
