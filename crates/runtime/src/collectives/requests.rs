//! Collectives that were begun, and that continue whenever progress is made.
//!
//! The collectives of one group run one after the other, in the order in which they were begun.
//! Those of different groups run side by side.
//!
//! All begun collectives are in one list. A thread that makes progress, in a call or as the helper,
//! polls those whose wait is over. The helper, which sleeps on sockets, looks at least once in a
//! millisecond at begun collectives that wait in the node's memory.

#![allow(unsafe_code)]

use std::fmt;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Waker};

use farreach_collectives::layout::ALL_CONTEXTS;
use farreach_collectives::{Resumes, Wait};
use farreach_forks::is_forked;
use farreach_node::BOUNDED_SLEEP;

use super::process::SetBarrier;
use super::{Collectives, Counts, Flight, Group, Operator, Order, Scan, Source, Target};
use crate::progress::{Continued, SLEEP_MAX};
use crate::{Error, World};

/// A collective to begin. The blocking function of [`Collectives`] describes its fields.
pub enum Operation<'a> {
    /// [`Collectives::sync`].
    Sync,
    /// [`Collectives::broadcast`].
    Broadcast {
        /// The member that has the data.
        root: u32,
        /// On the root the data, on other members the target.
        data: Target<'a>,
    },
    /// [`Collectives::gather`].
    Gather {
        /// The member that collects.
        root: u32,
        /// The data of this member.
        source: Source<'a>,
        /// The root's target.
        target: Option<Target<'a>>,
    },
    /// [`Collectives::all_gather`].
    AllGather {
        /// The data of this member.
        source: Source<'a>,
        /// The target of all data.
        target: Target<'a>,
    },
    /// [`Collectives::collect_into`].
    Collect {
        /// The data of this member.
        source: Source<'a>,
        /// Returns the target of all data, for the sum of the lengths.
        target: Box<dyn FnOnce(usize) -> Target<'a> + Send + 'a>,
    },
    /// [`Collectives::scatter`].
    Scatter {
        /// The member that has the parts.
        root: u32,
        /// The data of the root.
        source: Option<Source<'a>>,
        /// The target of this member's part.
        target: Target<'a>,
    },
    /// [`Collectives::all_to_all`].
    AllToAll {
        /// A block for each member.
        source: Source<'a>,
        /// The target of the blocks from the members.
        target: Target<'a>,
    },
    /// [`Collectives::all_to_all_v`].
    AllToAllV {
        /// A block for each member.
        source: Source<'a>,
        /// The lengths of the blocks sent.
        sent: Counts<'a>,
        /// The target of the blocks from the members.
        target: Target<'a>,
        /// The lengths of the blocks received.
        received: Counts<'a>,
    },
    /// [`Collectives::all_reduce`].
    AllReduce {
        /// This member's data, and the result.
        data: Target<'a>,
        /// The operator.
        operator: Kept<'a>,
    },
    /// [`Collectives::all_reduce_from`].
    AllReduceFrom {
        /// This member's data.
        source: Source<'a>,
        /// The place of the result.
        target: Target<'a>,
        /// The operator.
        operator: Kept<'a>,
    },
    /// [`Collectives::reduce`].
    Reduce {
        /// The member that gets the result.
        root: u32,
        /// This member's data, and the root's result.
        data: Target<'a>,
        /// The operator.
        operator: Kept<'a>,
    },
    /// [`Collectives::reduce_scatter`].
    ReduceScatter {
        /// The data of this member for all members.
        source: Source<'a>,
        /// The target of its block of the result.
        target: Target<'a>,
        /// The operator.
        operator: Kept<'a>,
    },
    /// [`Collectives::scan`].
    Scan {
        /// Which members it combines.
        scan: Scan,
        /// This member's data, and its result.
        data: Target<'a>,
        /// The operator.
        operator: Kept<'a>,
    },
    /// [`Collectives::disband`].
    Disband,
}

/// An [`Operator`] that lives until a collective has ended.
pub struct Kept<'a> {
    unit: usize,
    combine: &'a (dyn Fn(&mut [u8], &[u8]) + Sync + 'a),
    identity: Box<[u8]>,
    order: Order,
}

impl<'a> Kept<'a> {
    /// An operator on elements of `unit` bytes.
    pub fn new(
        unit: usize,
        combine: &'a (dyn Fn(&mut [u8], &[u8]) + Sync + 'a),
        identity: &[u8],
    ) -> Kept<'a> {
        Kept {
            unit,
            combine,
            identity: identity.into(),
            order: Order::Any,
        }
    }

    /// The operator with an order.
    #[must_use]
    pub fn ordered(self, order: Order) -> Kept<'a> {
        Kept { order, ..self }
    }

    fn operator(&self) -> Operator<'_> {
        Operator {
            unit: self.unit,
            combine: self.combine,
            identity: &self.identity,
            order: self.order,
        }
    }
}

type Steps<'a> = Pin<Box<dyn Future<Output = Result<(), Error>> + Send + 'a>>;

/// The collectives that a process has begun.
#[derive(Default)]
pub(crate) struct Requests {
    all: Mutex<Vec<Begun>>,
    /// The number of collectives in `all`.
    count: AtomicUsize,
    /// A number that changes when a collective continues, and when it stops to wait.
    steps: AtomicUsize,
    /// The number of looks for a collective that can continue.
    looks: AtomicUsize,
}

/// A collective that has not ended.
struct Begun {
    group: &'static Group,
    world: &'static World,
    flight: Arc<Flight>,
    /// The rest of the algorithm. `None` while a thread continues it.
    steps: Option<Steps<'static>>,
}

/// The groups whose first collective was seen, a bit for each context.
#[derive(Default)]
struct Seen([u64; ALL_CONTEXTS.div_ceil(u64::BITS) as usize]);

impl Seen {
    /// Adds a context. Returns whether it is new.
    fn insert(&mut self, context: u32) -> bool {
        let (word, bit) = ((context / u64::BITS) as usize, 1 << (context % u64::BITS));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// Of so many looks for a collective that can continue, one also looks for failures.
const LOOKS_PER_FAILURE: usize = 64;

/// Ends the job and this process if a collective panics. The collective can't continue, no other
/// code may use what it has borrowed, and other processes may write to its targets.
struct EndJob<'a>(&'a World);

impl Drop for EndJob<'_> {
    fn drop(&mut self) {
        self.0.end_job(1, "a collective that was begun panicked");
        std::process::abort();
    }
}

/// The name of waits for a begun collective.
const WHAT: &str = "a collective that was begun";

/// A collective that was begun.
#[derive(Clone, Debug)]
pub struct Request {
    flight: Arc<Flight>,
    /// The context of the collective's group.
    context: u32,
}

impl Request {
    /// Whether the collective has ended.
    pub fn has_ended(&self) -> bool {
        self.flight.has_ended()
    }

    /// Whether the collective has ended without a failure that was not told yet.
    pub fn is_forgettable(&self) -> bool {
        self.flight.has_ended() && !self.flight.has_failed()
    }
}

impl Requests {
    /// Continues each collective that can be continued. Returns whether there was one. A forked
    /// child continues none, because they are its parent's.
    #[inline]
    pub(crate) fn go_on(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0 && !is_forked() && self.go_on_with_all()
    }

    /// A number that changes when a collective continues, and when it stops to wait.
    pub(crate) fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    /// Whether a thread is continuing a collective at this moment.
    pub(crate) fn is_going_on(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
            && self.list().iter().any(|begun| begun.steps.is_none())
    }

    /// Whether collectives were begun that have not ended.
    #[inline]
    pub(crate) fn has_any(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }

    /// Continues each collective that can be continued. For the helper thread, which words of the
    /// node's memory do not wake.
    pub(crate) fn help(&self) -> Continued {
        if self.go_on() {
            return Continued::Something;
        }
        let waits_near = self.has_any() && !self.waits_near().is_empty();
        Continued::Nothing {
            look_within: if waits_near { BOUNDED_SLEEP } else { SLEEP_MAX },
        }
    }

    /// Whether a collective can be continued. A collective that another thread is continuing rings the doorbell when that thread
    /// leaves it.
    pub(crate) fn can_go_on(&self) -> bool {
        let mut can = false;
        self.each_first(|begun| can |= begun.steps.is_some() && !begun.flight.waits(begun.world));
        can
    }

    /// What the first collectives of the groups wait for in the node's memory.
    pub(crate) fn waits_near(&self) -> Vec<Wait<SetBarrier>> {
        let mut waits = Vec::new();
        self.each_first(|begun| waits.extend(begun.flight.wait_near()));
        waits
    }

    /// Calls `f` with the first collective of each group.
    fn each_first(&self, mut f: impl FnMut(&Begun)) {
        let mut seen = Seen::default();
        for begun in self.list().iter() {
            if seen.insert(begun.group.context()) {
                f(begun);
            }
        }
    }

    #[cold]
    fn go_on_with_all(&self) -> bool {
        self.look_for_failure();
        let mut went_on = false;
        let mut seen = Seen::default();
        while let Some((world, flight, mut steps)) = self.take_next(&mut seen) {
            went_on = true;
            let mut context = Context::from_waker(Waker::noop());
            let unwinding = EndJob(world);
            let polled = steps.as_mut().poll(&mut context);
            mem::forget(unwinding);
            self.put_back(&flight, steps, polled);
        }
        went_on
    }

    /// Takes the next collective that can be continued, of a group that was not seen yet. Returns
    /// `None` if another thread looks.
    fn take_next(&self, seen: &mut Seen) -> Option<(&'static World, Arc<Flight>, Steps<'static>)> {
        let mut all = match self.all.try_lock() {
            Ok(all) => all,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        all.iter_mut().find_map(|begun| {
            if !seen.insert(begun.group.context()) || begun.flight.waits(begun.world) {
                return None;
            }
            let steps = begun.steps.take()?;
            self.steps.fetch_add(1, Ordering::Relaxed);
            Some((begun.world, Arc::clone(&begun.flight), steps))
        })
    }

    /// Puts the rest of the algorithm back, or ends the collective.
    fn put_back(
        &self,
        flight: &Arc<Flight>,
        steps: Steps<'static>,
        polled: Poll<Result<(), Error>>,
    ) {
        let mut all = self.list();
        let is_it = |begun: &Begun| Arc::ptr_eq(&begun.flight, flight);
        let at = all.iter().position(is_it).expect("it has not ended");
        self.steps.fetch_add(1, Ordering::Relaxed);
        let Poll::Ready(result) = polled else {
            all[at].steps = Some(steps);
            // Other threads may sleep on the words of the wait before this one.
            all[at].world.doorbell().ring();
            return;
        };
        drop(steps);
        let begun = all.remove(at);
        drop(all);
        begun.group.end_begun(begun.world);
        self.count.fetch_sub(1, Ordering::Relaxed);
        // The caller may free what the collective has borrowed as soon as it sees this.
        begun.flight.end(result);
        begun.world.doorbell().ring();
    }

    /// Looks now and then whether something that was sent failed, and tells the collectives that
    /// wait for other nodes.
    fn look_for_failure(&self) {
        if !self
            .looks
            .fetch_add(1, Ordering::Relaxed)
            .is_multiple_of(LOOKS_PER_FAILURE)
        {
            return;
        }
        for begun in self.list().iter() {
            let network = begun.world.network();
            if let Some(failure) =
                network.and_then(|network| network.peek(|core, _| core.failure()))
            {
                begun.flight.fail(failure);
            }
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Begun>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first collective of the group with this context.
    fn first(&self, context: u32) -> Option<Arc<Flight>> {
        let all = self.list();
        let first = all.iter().find(|begun| begun.group.context() == context)?;
        Some(Arc::clone(&first.flight))
    }

    fn add(&self, begun: Begun) {
        // This may wait for a blocking collective of the group.
        begun.group.begin(begun.world);
        // Counted before another thread can end it.
        self.count.fetch_add(1, Ordering::Relaxed);
        self.list().push(begun);
    }
}

impl World {
    /// Continues the begun collectives, and waits for the wait of the first one of the group with
    /// this context.
    #[cold]
    pub(super) fn wait_first(&self, context: u32) {
        self.collective().requests().go_on();
        if let Some(flight) = self.collective().requests().first(context) {
            flight.block(self, WHAT);
        }
    }

    /// Waits until the collective has ended. Returns its failure once.
    pub fn wait_request(&self, request: &Request) -> Result<(), Error> {
        // The earlier ones of the group come first.
        while !request.flight.has_ended() {
            if is_forked() {
                return Err(self.forked("wait for a collective that its parent began"));
            }
            self.wait_first(request.context);
        }
        if self.is_alone() && !is_forked() {
            // No other thread would send what it has left to be sent.
            self.flush_posted();
        }
        request.flight.take_failure()
    }

    /// Continues the begun collectives as far as possible.
    pub fn go_on(&self) {
        self.collective().requests().go_on();
    }

    /// Makes progress. Returns whether the collective has ended.
    pub fn test_request(&self, request: &Request) -> bool {
        if !request.flight.has_ended() {
            self.poll();
        }
        request.flight.has_ended()
    }
}

impl<'a> Collectives<'a> {
    /// Begins a collective. It continues whenever this process makes progress, in any call and by
    /// its helper, and with [`World::go_on`]. The members begin or call the collectives of a group
    /// in the same order.
    ///
    /// # Safety
    /// Everything that the operation borrows, the group and the world must live, and no code may
    /// use the targets, until [`World::wait_request`] has returned for the request.
    pub unsafe fn begin(&self, operation: Operation<'a>) -> Request {
        let flight = Arc::new(Flight::default());
        let run = self.run.waiting(Resumes(Arc::clone(&flight)));
        let (group, world) = (self.group, run.process());
        let steps = steps(run, operation);
        // SAFETY: all that is borrowed lives until the collective has ended, as the caller vouches; then the steps are dropped.
        let begun = unsafe {
            Begun {
                group: mem::transmute::<&'a Group, &'static Group>(group),
                world: mem::transmute::<&'a World, &'static World>(world),
                flight: Arc::clone(&flight),
                steps: Some(mem::transmute::<Steps<'a>, Steps<'static>>(steps)),
            }
        };
        world.collective().requests().add(begun);
        let context = group.context();
        Request { flight, context }
    }
}

impl Collectives<'_> {
    /// Carries out a collective, and returns when this member is done.
    pub fn perform(&self, operation: Operation<'_>) -> Result<(), Error> {
        match operation {
            Operation::Sync => self.sync(),
            Operation::Broadcast { root, data } => self.broadcast(root, data),
            Operation::Gather {
                root,
                source,
                target,
            } => self.gather(root, source, target),
            Operation::AllGather { source, target } => self.all_gather(source, target),
            Operation::Collect { source, target } => self.collect_into(source, target).map(drop),
            Operation::Scatter {
                root,
                source,
                target,
            } => self.scatter(root, source, target),
            Operation::AllToAll { source, target } => self.all_to_all(source, target),
            Operation::AllToAllV {
                source,
                sent,
                target,
                received,
            } => self.all_to_all_v(source, sent, target, received),
            Operation::AllReduce { data, operator } => self.all_reduce(data, &operator.operator()),
            Operation::AllReduceFrom {
                source,
                target,
                operator,
            } => self.all_reduce_from(source, target, &operator.operator()),
            Operation::Reduce {
                root,
                data,
                operator,
            } => self.reduce(root, data, &operator.operator()),
            Operation::ReduceScatter {
                source,
                target,
                operator,
            } => self.reduce_scatter(source, target, &operator.operator()),
            Operation::Scan {
                scan,
                data,
                operator,
            } => self.scan(scan, data, &operator.operator()),
            Operation::Disband => self.disband(),
        }
    }
}

/// The algorithm of an operation.
fn steps<'a>(
    run: farreach_collectives::Collectives<'a, World, Resumes<World>>,
    operation: Operation<'a>,
) -> Steps<'a> {
    match operation {
        Operation::Sync => Box::pin(async move { run.sync().await }),
        Operation::Broadcast { root, data } => {
            Box::pin(async move { run.broadcast(root, data).await })
        }
        Operation::Gather {
            root,
            source,
            target,
        } => Box::pin(async move { run.gather(root, source, target).await }),
        Operation::AllGather { source, target } => {
            Box::pin(async move { run.all_gather(source, target).await })
        }
        Operation::Collect { source, target } => {
            Box::pin(async move { run.collect_into(source, target).await.map(|_| ()) })
        }
        Operation::Scatter {
            root,
            source,
            target,
        } => Box::pin(async move { run.scatter(root, source, target).await }),
        Operation::AllToAll { source, target } => {
            Box::pin(async move { run.all_to_all(source, target).await })
        }
        Operation::AllToAllV {
            source,
            sent,
            target,
            received,
        } => Box::pin(async move { run.all_to_all_v(source, sent, target, received).await }),
        Operation::AllReduce { data, operator } => {
            Box::pin(async move { run.all_reduce_into(None, data, &operator.operator()).await })
        }
        Operation::AllReduceFrom {
            source,
            target,
            operator,
        } => Box::pin(async move {
            run.all_reduce_from(source, target, &operator.operator())
                .await
        }),
        Operation::Reduce {
            root,
            data,
            operator,
        } => Box::pin(async move { run.reduce(root, data, &operator.operator()).await }),
        Operation::ReduceScatter {
            source,
            target,
            operator,
        } => Box::pin(async move {
            run.reduce_scatter(source, target, &operator.operator())
                .await
        }),
        Operation::Scan {
            scan,
            data,
            operator,
        } => Box::pin(async move { run.scan(scan, data, &operator.operator()).await }),
        Operation::Disband => Box::pin(async move { run.disband().await }),
    }
}

/// A synchronisation that was begun, inside the closure of [`Collectives::sync_during`].
pub struct During<'a> {
    world: &'a World,
    request: Request,
}

impl fmt::Debug for During<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("During").field(&self.request).finish()
    }
}

impl During<'_> {
    /// Makes progress. Returns whether all members have begun the synchronisation.
    pub fn test(&self) -> bool {
        self.world.test_request(&self.request)
    }
}

impl Collectives<'_> {
    /// Begins what [`Collectives::sync`] does, calls `f`, and then waits until the members have
    /// begun it.
    pub fn sync_during<R>(&self, f: impl FnOnce(&During<'_>) -> R) -> Result<R, Error> {
        let world = self.run.process();
        // SAFETY: nothing is borrowed but the group and the world, which live until this returns.
        // This returns or unwinds only after the wait.
        let request = unsafe { self.begin(Operation::Sync) };
        let during = During { world, request };
        let result = panic::catch_unwind(AssertUnwindSafe(|| f(&during)));
        let waited = world.wait_request(&during.request);
        match result {
            Ok(result) => waited.map(|()| result),
            Err(panic) => panic::resume_unwind(panic),
        }
    }
}
