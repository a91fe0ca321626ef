//! How a collective waits: it blocks its caller, or suspends until its wait is over.
//!
//! The algorithms are `async` functions. A collective that [`Blocks`] waits within its only poll. A
//! collective that [`Resumes`] stores its wait in its [`Flight`] and returns `Pending`. A process
//! that makes progress polls it again when the wait is over. A thread without other work waits for
//! just that.
//!
//! Of the collectives of one group that were begun, only the first is polled. A group's collectives
//! therefore run in the order in which they were begun. A blocking call of the group comes after
//! them: a thread that waits for a begun collective waits for the wait of its group's first one.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::poll_fn;
use core::ops::DerefMut;
use core::pin::{Pin, pin};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::task::{Context, Poll, Waker};

use once_cell::race::OnceBox;

use crate::Collectives;
use crate::group::{GroupState, Owned, Set, Turn};
use crate::process::{Barrier, Far, Lock, Process};

/// How a collective waits.
pub trait WaitMode<P: Process>: Clone {
    /// The state of a group, as a collective with this mode holds it.
    type Turn<'g>: DerefMut<Target = GroupState<P>>
    where
        P: 'g;

    /// Takes the group's state, which no other collective then has.
    fn turn<'g>(&self, process: &P, group: &'g Set<P>) -> Self::Turn<'g>;

    /// The place for the collective's wait. `None` if the collective blocks.
    fn flight(&self) -> Option<&Arc<Flight<P>>>;

    /// The future of a large part of a collective, which short collectives do not run.
    type Part<F: Future>: Future<Output = F::Output>;

    /// Makes `future` a part. The part is boxed if the mode moves futures, so that they stay small.
    fn part<F: Future>(future: F) -> Self::Part<F>;
}

/// Waits within the call.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl<P: Process> WaitMode<P> for Blocks {
    type Turn<'g>
        = Turn<'g, P>
    where
        P: 'g;

    #[inline]
    fn turn<'g>(&self, process: &P, group: &'g Set<P>) -> Turn<'g, P> {
        group.turn(process)
    }

    #[inline]
    fn flight(&self) -> Option<&Arc<Flight<P>>> {
        None
    }

    type Part<F: Future> = F;

    #[inline]
    fn part<F: Future>(future: F) -> F {
        future
    }
}

/// Suspends between polls.
#[derive(Debug)]
pub struct Resumes<P: Process>(pub Arc<Flight<P>>);

impl<P: Process> Clone for Resumes<P> {
    fn clone(&self) -> Self {
        Resumes(Arc::clone(&self.0))
    }
}

impl<P: Process> WaitMode<P> for Resumes<P> {
    type Turn<'g>
        = Owned<'g, P>
    where
        P: 'g;

    fn turn<'g>(&self, _: &P, group: &'g Set<P>) -> Owned<'g, P> {
        group.take_state()
    }

    fn flight(&self) -> Option<&Arc<Flight<P>>> {
        Some(&self.0)
    }

    type Part<F: Future> = Pin<Box<F>>;

    fn part<F: Future>(future: F) -> Pin<Box<F>> {
        Box::pin(future)
    }
}

/// A collective that was begun, and continues when progress is made.
pub struct Flight<P: Process> {
    /// The number of incomplete operations toward other nodes.
    operations: AtomicUsize,
    /// Why an operation failed, including operations that nothing waits for.
    failure: OnceBox<P::Failure>,
    /// What the collective waits for.
    wait: P::Lock<Option<Wait<P::Barrier>>>,
    /// The number of waits so far.
    waits: AtomicUsize,
    /// Why the collective failed, until somebody is told.
    error: P::Lock<Option<P::Error>>,
    has_ended: AtomicBool,
}

impl<P: Process> fmt::Debug for Flight<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wait = self.wait.try_lock();
        let wait = wait.as_deref().and_then(Option::as_ref).map(Wait::text);
        f.debug_struct("Flight")
            .field("wait", &wait)
            .field("operations", &self.operations)
            .field("waits", &self.waits)
            .field("has_ended", &self.has_ended)
            .finish_non_exhaustive()
    }
}

/// What a collective waits for.
#[derive(Clone, Debug)]
pub enum Wait<B: Barrier> {
    /// A flag in the segment of a process of this node must reach a value.
    Flag {
        /// The process.
        rank: u32,
        /// The flag's offset in the process's segment.
        offset: usize,
        /// The value to reach.
        value: u64,
    },
    /// The members on this node must be released from their barrier.
    Release {
        /// The barrier.
        barrier: B,
        /// This member's arrival.
        arrival: B::Arrival,
        /// Whether the release does not depend on other nodes.
        in_node: bool,
    },
    /// The members on this node must arrive at their barrier.
    Arrivals(B),
    /// One of these words of this process's segment must exceed a number. Each word is given by its
    /// offset.
    Words([Option<(usize, u64)>; 2]),
    /// The operations that the collective began must complete.
    Operations,
}

impl<B: Barrier> Wait<B> {
    /// The wait, in words.
    fn text(&self) -> String {
        match self {
            Wait::Flag {
                rank,
                offset,
                value,
            } => format!("the flag at {offset:#x} of rank {rank} to be {value}"),
            Wait::Release { .. } => "the release from a barrier".into(),
            Wait::Arrivals(_) => "arrivals at a barrier".into(),
            Wait::Words(words) => {
                let of = |&(offset, number): &(usize, u64)| format!("{offset:#x} > {number}");
                let words: Vec<String> = words.iter().flatten().map(of).collect();
                format!("the word at {}", words.join(" or at "))
            }
            Wait::Operations => "operations".into(),
        }
    }

    /// The wait with a borrowed barrier.
    pub fn as_ref(&self) -> Wait<&B> {
        match self {
            &Wait::Flag {
                rank,
                offset,
                value,
            } => Wait::Flag {
                rank,
                offset,
                value,
            },
            Wait::Release {
                barrier,
                arrival,
                in_node,
            } => Wait::Release {
                barrier,
                arrival: *arrival,
                in_node: *in_node,
            },
            Wait::Arrivals(barrier) => Wait::Arrivals(barrier),
            Wait::Words(words) => Wait::Words(*words),
            Wait::Operations => Wait::Operations,
        }
    }

    /// Whether the wait is over. Not for [`Wait::Operations`], which the flight knows.
    pub fn is_over<P: Process>(&self, process: &P) -> bool {
        match self {
            &Wait::Flag {
                rank,
                offset,
                value,
            } => process.flag(rank, offset) >= value,
            Wait::Release {
                barrier, arrival, ..
            } => barrier.is_released(*arrival),
            Wait::Arrivals(barrier) => barrier.have_arrived(),
            Wait::Words(words) => words
                .iter()
                .flatten()
                .any(|&(offset, number)| process.word(offset) > number),
            Wait::Operations => unreachable!("the flight knows"),
        }
    }
}

impl<B: Barrier> Wait<&B> {
    /// The wait with a barrier of its own.
    fn into_owned(self) -> Wait<B> {
        match self {
            Wait::Flag {
                rank,
                offset,
                value,
            } => Wait::Flag {
                rank,
                offset,
                value,
            },
            Wait::Release {
                barrier,
                arrival,
                in_node,
            } => Wait::Release {
                barrier: barrier.clone(),
                arrival,
                in_node,
            },
            Wait::Arrivals(barrier) => Wait::Arrivals(barrier.clone()),
            Wait::Words(words) => Wait::Words(words),
            Wait::Operations => Wait::Operations,
        }
    }
}

impl<P: Process> Default for Flight<P> {
    fn default() -> Self {
        Flight {
            operations: AtomicUsize::new(0),
            failure: OnceBox::new(),
            wait: P::Lock::new(None),
            waits: AtomicUsize::new(0),
            error: P::Lock::new(None),
            has_ended: AtomicBool::new(false),
        }
    }
}

impl<P: Process> Flight<P> {
    /// Counts an operation that begins.
    pub fn begin_operation(&self) {
        self.operations.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an operation that ends.
    pub fn end_operation(&self, failure: Option<P::Failure>) {
        if let Some(failure) = failure {
            self.fail(failure);
        }
        self.operations.fetch_sub(1, Ordering::Release);
    }

    /// Fails the wait, because what it waits for from other nodes will not come.
    pub fn fail(&self, failure: P::Failure) {
        self.failure.get_or_init(|| Box::new(failure));
    }

    fn has_ended_operations(&self) -> bool {
        self.operations.load(Ordering::Acquire) == 0
    }

    /// Whether the wait is not over.
    pub fn waits(&self, process: &P) -> bool {
        let wait = self.wait.lock();
        wait.as_ref().is_some_and(|wait| match wait {
            Wait::Operations => !self.has_ended_operations() && self.failure.get().is_none(),
            Wait::Words(_) => !wait.is_over(process) && self.failure.get().is_none(),
            wait => !wait.is_over(process),
        })
    }

    /// What the collective waits for in the node's memory, if it does.
    pub fn wait_near(&self) -> Option<Wait<P::Barrier>> {
        let wait = self.wait.lock();
        let is_far = |wait: &Wait<_>| matches!(wait, Wait::Words(_) | Wait::Operations);
        wait.as_ref().filter(|wait| !is_far(wait)).cloned()
    }

    /// Blocks until the wait is over, or another thread has continued the collective.
    pub fn block(&self, process: &P, what: &str) {
        let (wait, waits) = {
            let wait = self.wait.lock();
            (wait.clone(), self.waits.load(Ordering::Acquire))
        };
        let Some(wait) = wait else {
            process.progress();
            return;
        };
        let is_of_operations = matches!(wait, Wait::Operations);
        let has_gone_on = || {
            let ended = is_of_operations && self.has_ended_operations();
            ended || self.waits.load(Ordering::Acquire) != waits
        };
        if let Some(failure) = process.wait(what, &wait.as_ref(), Some(&has_gone_on)) {
            self.fail(failure);
        }
    }

    fn set_wait(&self, wait: Option<Wait<P::Barrier>>) {
        let mut now = self.wait.lock();
        *now = wait;
        self.waits.fetch_add(1, Ordering::Release);
    }

    /// Ends the collective.
    pub fn end(&self, result: Result<(), P::Error>) {
        *self.error.lock() = result.err();
        self.has_ended.store(true, Ordering::Release);
    }

    /// Whether the collective has ended.
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    /// Whether the collective failed and nobody was told yet.
    pub fn has_failed(&self) -> bool {
        self.error.lock().is_some()
    }

    /// Takes the collective's result.
    pub fn take_failure(&self) -> Result<(), P::Error> {
        self.error.lock().take().map_or(Ok(()), Err)
    }
}

/// Runs the blocking collective that `make` returns. The future is made here, because moving it
/// would cost more than a short collective.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub fn run<F: Future>(make: impl FnOnce() -> F) -> F::Output {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(make()).poll(&mut context) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("one that blocks has waited inside"),
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Waits for processes of this node.
    pub(super) async fn wait_near(&self, wait: Wait<&P::Barrier>) {
        match self.mode.flight() {
            None => {
                let failure = self.process.wait(self.waits_in(), &wait, None);
                assert!(failure.is_none(), "the node's memory does not fail");
            }
            Some(flight) => {
                let waited = leave_off(self.process, flight, wait.into_owned()).await;
                assert!(waited.is_ok(), "the node's memory does not fail");
            }
        }
    }

    /// Waits until one of two words of this process's segment exceeds a number. Other nodes store
    /// to these words. Each word is given by its offset.
    pub(super) async fn wait_words(
        &self,
        words: [Option<(usize, u64)>; 2],
    ) -> Result<(), P::Error> {
        match self.mode.flight() {
            None => {
                let failure = self
                    .process
                    .wait(self.waits_in(), &Wait::Words(words), None);
                failure.map_or(Ok(()), |failure| Err(self.process.failed(failure)))
            }
            Some(flight) => leave_off(self.process, flight, Wait::Words(words)).await,
        }
    }

    /// Waits until all operations of this collective toward other nodes are complete.
    pub(super) async fn quiet(&self) -> Result<(), P::Error> {
        let Some(flight) = self.mode.flight() else {
            return self.process.quiet();
        };
        self.process.poll();
        leave_off(self.process, flight, Wait::Operations).await
    }

    /// Begins an operation toward another node. [`Collectives::quiet`] completes it.
    pub(super) fn begin(&self, rank: u32, operation: Far) -> Result<(), P::Error> {
        self.process.begin(rank, operation, self.mode.flight())
    }

    /// Makes progress on the network.
    pub(super) fn make_progress(&self) {
        if self.mode.flight().is_none() {
            self.process.progress();
        } else {
            self.process.poll();
        }
    }

    /// Sends what waits to be sent.
    pub(super) fn flush_posted(&self) {
        if self.mode.flight().is_none() {
            self.process.flush_posted();
        } else {
            self.process.poll();
        }
    }

    /// Takes the group's state.
    #[inline]
    pub(super) fn turn(&self) -> M::Turn<'_> {
        self.mode.turn(self.process, self.group)
    }
}

/// Suspends until the wait is over.
async fn leave_off<P: Process>(
    process: &P,
    flight: &Flight<P>,
    wait: Wait<P::Barrier>,
) -> Result<(), P::Error> {
    let is_far = matches!(wait, Wait::Words(_) | Wait::Operations);
    flight.set_wait(Some(wait));
    poll_fn(|_| {
        if flight.waits(process) {
            return Poll::Pending;
        }
        flight.set_wait(None);
        let failure = flight.failure.get().filter(|_| is_far);
        Poll::Ready(failure.map_or(Ok(()), |failure| Err(process.failed(failure.clone()))))
    })
    .await
}
