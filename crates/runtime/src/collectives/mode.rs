//! How a collective waits: by blocking its caller, or by leaving off until what it waits for has happened.
//!
//! The algorithms are `async` functions. One that [`Blocks`] waits inside of its only poll, which so is its whole run. One that
//! [`Resumes`] puts down in its [`Flight`] what it waits for and returns; whoever makes progress polls it again once that has
//! happened, and whoever has nothing else to do waits for just that.

use std::borrow::Borrow;
use std::future::poll_fn;
use std::ops::DerefMut;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};

use farreach_engine::{EngineError, Op};
use farreach_node::{Arrival, BOUNDED_SLEEP, Flag, Memory, NodeBarrier, Polled, Waited, order};

use super::Run;
use super::group::{Group, Owned, State, Turn};
use crate::network::Core;
use crate::{Error, World};

/// How a collective waits.
pub(super) trait Mode: Clone {
    /// The state of a group, as one that waits in this way holds it.
    type Turn<'g>: DerefMut<Target = State>;

    /// Takes the group's state, which no other collective has.
    fn turn<'g>(&self, world: &World, group: &'g Group) -> Self::Turn<'g>;

    /// Where it is noted what it waits for; `None`: it blocks.
    fn flight(&self) -> Option<&Arc<Flight>>;
}

/// In the call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks;

impl Mode for Blocks {
    type Turn<'g> = Turn<'g>;

    #[inline]
    fn turn<'g>(&self, world: &World, group: &'g Group) -> Turn<'g> {
        group.turn(world)
    }

    #[inline]
    fn flight(&self) -> Option<&Arc<Flight>> {
        None
    }
}

/// Between polls.
#[derive(Clone, Debug)]
pub(super) struct Resumes(pub(super) Arc<Flight>);

impl Mode for Resumes {
    type Turn<'g> = Owned<'g>;

    fn turn<'g>(&self, _: &World, group: &'g Group) -> Owned<'g> {
        group.take_state()
    }

    fn flight(&self) -> Option<&Arc<Flight>> {
        Some(&self.0)
    }
}

/// A collective that was begun and goes on when progress is made.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    /// Its operations toward other nodes that are not complete.
    operations: AtomicUsize,
    /// Why one of them failed, or what nobody waits for.
    failure: OnceLock<EngineError>,
    /// What it waits for.
    wait: Mutex<Option<Wait>>,
    /// Counts what it has waited for.
    waits: AtomicUsize,
    /// Why the collective failed, if it did and nobody was told yet.
    error: Mutex<Option<Error>>,
    has_ended: AtomicBool,
}

/// What a collective waits for.
#[derive(Clone, Debug)]
pub(super) enum Wait<B = NodeBarrier> {
    /// A flag in the segment of a process of this node has reached a value.
    Flag {
        rank: u32,
        offset: usize,
        value: u64,
    },
    /// The members on this node may leave their barrier, which one of them lets them do; `in_node`: without waiting for other nodes.
    Release {
        barrier: B,
        arrival: Arrival,
        in_node: bool,
    },
    /// The members on this node have arrived at their barrier.
    Arrivals(B),
    /// One of these words of the own segment, each at an offset, is beyond a number.
    Words([Option<(usize, u64)>; 2]),
    /// The operations that the collective began are complete.
    Operations,
}

impl Wait<&NodeBarrier> {
    /// The same, to be kept.
    fn into_owned(self) -> Wait {
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

impl Flight {
    /// One more operation is under way.
    pub(crate) fn begin_operation(&self) {
        self.operations.fetch_add(1, Ordering::Relaxed);
    }

    /// An operation is over.
    pub(crate) fn end_operation(&self, result: Result<u64, EngineError>) {
        if let Err(failure) = result {
            self.fail(failure);
        }
        self.operations.fetch_sub(1, Ordering::Release);
    }

    /// What it waits for from other nodes does not come.
    pub(super) fn fail(&self, failure: EngineError) {
        self.failure.get_or_init(|| failure);
    }

    fn has_ended_operations(&self) -> bool {
        self.operations.load(Ordering::Acquire) == 0
    }

    /// Whether what it waits for has not happened.
    pub(super) fn waits(&self, world: &World) -> bool {
        let wait = lock(&self.wait);
        wait.as_ref().is_some_and(|wait| match wait {
            Wait::Operations => !self.has_ended_operations() && self.failure.get().is_none(),
            Wait::Words(words) => !world.are_beyond(words) && self.failure.get().is_none(),
            wait => !world.is_over(wait),
        })
    }

    /// Waits for what it waits for, or until somebody has gone on with it.
    pub(super) fn block(&self, world: &World, what: &str) {
        let (wait, waits) = {
            let wait = lock(&self.wait);
            (wait.clone(), self.waits.load(Ordering::Acquire))
        };
        let has_gone_on = || self.waits.load(Ordering::Acquire) != waits;
        let failure = match wait {
            None => {
                world.progress();
                None
            }
            Some(Wait::Words(words)) => {
                let is_ready = || world.are_beyond(&words) || has_gone_on();
                world.wait_packets_with(what, is_ready, |core| core.failure())
            }
            Some(Wait::Operations) => {
                let is_ready = || self.has_ended_operations() || has_gone_on();
                world.wait_packets_with(what, is_ready, |core| core.failure())
            }
            Some(wait) => {
                let _ = world.block_near(what, &wait, Some(&has_gone_on));
                None
            }
        };
        if let Some(failure) = failure {
            self.fail(failure);
        }
    }

    fn set_wait(&self, wait: Option<Wait>) {
        let mut now = lock(&self.wait);
        *now = wait;
        self.waits.fetch_add(1, Ordering::Release);
    }

    pub(super) fn end(&self, result: Result<(), Error>) {
        *lock(&self.error) = result.err();
        self.has_ended.store(true, Ordering::Release);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    pub(super) fn has_failed(&self) -> bool {
        lock(&self.error).is_some()
    }

    /// What came of it.
    pub(super) fn take_failure(&self) -> Result<(), Error> {
        lock(&self.error).take().map_or(Ok(()), Err)
    }
}

/// Nothing is half done where one of these locks is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the collective that `make` makes, which blocks. It is made where it runs: to move one takes longer than to run a short one.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn run<F: Future>(make: impl FnOnce() -> F) -> F::Output {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(make()).poll(&mut context) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("one that blocks has waited inside"),
    }
}

impl<M: Mode> Run<'_, M> {
    /// Waits for what this node's processes do.
    pub(super) async fn wait_near(&self, wait: Wait<&NodeBarrier>) {
        match self.mode.flight() {
            None => {
                let waited = self.world.block_near(self.waits_in(), &wait, None);
                assert_eq!(waited, Waited::Done, "nothing stops this wait");
            }
            Some(flight) => {
                let waited = leave_off(self.world, flight, wait.into_owned()).await;
                waited.expect("the node's memory does not fail");
            }
        }
    }

    /// Waits until one of two words of the own segment, each at an offset, is beyond a number: other nodes store there.
    pub(super) async fn wait_words(&self, words: [Option<(usize, u64)>; 2]) -> Result<(), Error> {
        match self.mode.flight() {
            None => {
                let is_ready = || self.world.are_beyond(&words);
                self.world.wait_packets(self.waits_in(), is_ready)
            }
            Some(flight) => leave_off(self.world, flight, Wait::Words(words)).await,
        }
    }

    /// Waits until what this collective has begun toward other nodes is complete there.
    pub(super) async fn quiet(&self) -> Result<(), Error> {
        let Some(flight) = self.mode.flight() else {
            return self.world.quiet();
        };
        self.make_progress();
        leave_off(self.world, flight, Wait::Operations).await
    }

    /// Begins an operation toward another node, which is complete after [`Run::quiet`].
    pub(super) fn begin(&self, rank: u32, op: Op<Memory>) -> Result<(), Error> {
        match self.mode.flight() {
            None => self.world.implicit(rank, op),
            Some(flight) => self.world.direct().tracked(rank, op, flight),
        }
    }

    /// Makes progress on the network.
    pub(super) fn make_progress(&self) {
        if self.mode.flight().is_none() {
            self.world.progress();
        } else if let Some(network) = self.world.network() {
            network.peek(Core::poll);
        }
    }

    /// Sends what has been left to be sent.
    pub(super) fn depart(&self) {
        if self.mode.flight().is_none() {
            self.world.depart();
        } else {
            self.make_progress();
        }
    }

    /// Takes the group's state.
    pub(super) fn turn(&self) -> M::Turn<'_> {
        self.mode.turn(self.world, self.group)
    }
}

/// Leaves off until it has happened.
async fn leave_off(world: &World, flight: &Flight, wait: Wait) -> Result<(), Error> {
    let is_far = matches!(wait, Wait::Words(_) | Wait::Operations);
    flight.set_wait(Some(wait));
    poll_fn(|_| {
        if flight.waits(world) {
            return Poll::Pending;
        }
        flight.set_wait(None);
        let failure = flight.failure.get().filter(|_| is_far);
        Poll::Ready(failure.map_or(Ok(()), |source| {
            Err(Error::Network {
                rank: world.rank(),
                source: source.clone(),
            })
        }))
    })
    .await
}

impl World {
    /// Whether it has happened.
    fn is_over(&self, wait: &Wait) -> bool {
        match wait {
            &Wait::Flag {
                rank,
                offset,
                value,
            } => self.flag(rank, offset).get() >= value,
            Wait::Release {
                barrier, arrival, ..
            } => barrier.is_released(*arrival),
            Wait::Arrivals(barrier) => barrier.have_arrived(),
            Wait::Words(words) => self.are_beyond(words),
            Wait::Operations => unreachable!("the flight knows"),
        }
    }

    /// Waits until it has happened. Who waits for a collective that was begun stops when somebody `has_gone_on` with it.
    fn block_near<B: Borrow<NodeBarrier>>(
        &self,
        what: &str,
        wait: &Wait<B>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) -> Waited {
        self.wait_in_node(what, |poll| {
            let poll = || {
                let polled = poll();
                match (has_gone_on, polled) {
                    // It may have gone on in there.
                    (Some(has_gone_on), _) if has_gone_on() => Polled::Stop,
                    // Or it does in another thread, which wakes nobody.
                    (Some(_), Polled::Idle { sleep_at_most }) => Polled::Idle {
                        sleep_at_most: sleep_at_most.min(BOUNDED_SLEEP),
                    },
                    (_, polled) => polled,
                }
            };
            match wait {
                &Wait::Flag {
                    rank,
                    offset,
                    value,
                } => {
                    let patience = self.arena().patience_in_node();
                    self.flag(rank, offset).wait(value, patience, poll)
                }
                Wait::Release {
                    barrier,
                    arrival,
                    in_node: true,
                } => barrier.borrow().wait_in_node(*arrival, poll),
                Wait::Release {
                    barrier, arrival, ..
                } => barrier.borrow().wait(*arrival, poll),
                Wait::Arrivals(barrier) => barrier.borrow().wait_arrivals(poll),
                Wait::Words(_) | Wait::Operations => unreachable!("other nodes do that"),
            }
        })
    }

    pub(super) fn flag(&self, rank: u32, offset: usize) -> Flag<'_> {
        Flag::at(self.near(rank).expect("on this node").bytes, offset)
    }

    fn are_beyond(&self, words: &[Option<(usize, u64)>; 2]) -> bool {
        let own = self.own_segment();
        words.iter().flatten().any(|&(offset, number)| {
            let word = own.atomic_u64(offset).expect("inside the internal area");
            order::heed(word) > number
        })
    }
}
