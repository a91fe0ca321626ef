//! Accumulates by the initiator: the protocol `lock`, for any device.
//!
//! ```text
//!   stripe 1   lock, get │ add │ put, unlock
//!   stripe 2   lock, get │     │ add │ put, unlock            time goes to the right
//!   stripe 3   lock, get │           │ add │ put, unlock
//!   stripe 4                         lock, get │ add │ …
//! ```
//!
//! The numbers of each stripe are a stage. Up to [`BUFFERS`] stages are under way. Operations toward
//! one process take effect in their order, so the get of a stage is posted together with the atomic
//! that takes the lock. If the lock was held, the fetched numbers are dropped.
//!
//! Stages that are under way have ascending locks, and a stage waits for its lock only while no later
//! stage holds one. So no two processes can wait for each other.

use std::collections::VecDeque;
use std::iter::Peekable;

use farreach_engine::{EngineError, Op, Source, Target, Tracking};
use farreach_node::{HELD_FAR, Memory, Stripe, View, add_alone};
use farreach_verbs::{AtomicOp, AtomicWidth, Memory as _, Scale, Time};

use crate::Error;
use crate::memory::posting::{LISTED_MAX, begin_put};
use crate::memory::raw::with_copy;
use crate::progress::{Core, LaneContext};

/// The most stages that are under way.
const BUFFERS: usize = 3;
/// The most blocks of a stage. The lock is held until all of them are put.
const PARTS: usize = 512;

impl LaneContext<'_> {
    /// Adds the numbers of blocks to those at offsets of `pe`'s segment. All were checked.
    pub(super) fn accumulate_locked<'a>(
        self,
        pe: u32,
        blocks: impl Iterator<Item = (View<'a>, usize)>,
        scale: Scale,
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let number = scale.number().bytes();
        let parts = blocks.flat_map(|(from, there)| split(from, there, number));
        let mut stages = Stages {
            pe,
            scale,
            internal: self.world.arena().heap_offset(),
            parts: parts.peekable(),
            under_way: VecDeque::new(),
            is_contended: false,
            failure: None,
        };
        self.wait_for_packets("the lock of numbers that an accumulate adds to", |_| {
            network.enter(|core, now| stages.advance(core, now))
        });
        self.world
            .network_result(stages.failure.map_or(Ok(()), Err))
    }
}

/// Splits a block into the numbers of each stripe.
fn split(
    from: View<'_>,
    there: usize,
    number: usize,
) -> impl Iterator<Item = (View<'_>, usize)> + use<'_> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let left = from.len() - at;
        let len = Stripe::left(there + at, number).min(left);
        let part = (from.part(at, len).ok()?, there + at);
        at += len;
        (left > 0).then_some(part)
    })
}

/// The stages of a call.
struct Stages<'a, I: Iterator<Item = (View<'a>, usize)>> {
    pe: u32,
    scale: Scale,
    /// Bytes of a segment's internal area.
    internal: usize,
    /// The parts that no stage has yet.
    parts: Peekable<I>,
    under_way: VecDeque<Stage<'a>>,
    /// Whether another process held the lock of the first stage. No other stage begins meanwhile.
    is_contended: bool,
    failure: Option<EngineError>,
}

/// Numbers of one stripe.
struct Stage<'a> {
    /// The numbers here, and the offsets of those that they are added to.
    parts: Vec<(View<'a>, usize)>,
    stripe: Stripe,
    /// The offset of the first byte that is fetched.
    start: usize,
    fetched: Memory,
    state: State,
}

/// The lock and the get of a stage.
#[derive(Clone, Copy, Debug)]
enum State {
    Idle,
    /// The tokens of what has not ended, and whether the lock was free.
    Begun {
        lock: Option<u64>,
        get: Option<u64>,
        is_locked: bool,
    },
}

impl State {
    /// Whether the stage has the lock, if that and the numbers are known.
    fn outcome(self) -> Option<bool> {
        match self {
            State::Begun {
                lock: None,
                get: None,
                is_locked,
            } => Some(is_locked),
            _ => None,
        }
    }
}

impl<'a, I: Iterator<Item = (View<'a>, usize)>> Stages<'a, I> {
    /// Does what can be done now. Returns whether all stages are done.
    fn advance(&mut self, core: &mut Core, now: Time) -> bool {
        loop {
            let mut has_moved = self.begin(core, now);
            core.poll(now);
            has_moved |= self.collect(core);
            has_moved |= self.finish(core, now);
            if !has_moved {
                return self.under_way.is_empty()
                    && (self.failure.is_some() || self.parts.peek().is_none());
            }
        }
    }

    /// Begins stages that may be under way.
    fn begin(&mut self, core: &mut Core, now: Time) -> bool {
        if self.failure.is_some() {
            return false;
        }
        while self.under_way.len() < BUFFERS && !self.is_contended {
            let next = self.parts.peek().map(|&(_, there)| Stripe::of(there));
            let last = self.under_way.back().map(|stage| stage.stripe);
            let is_next =
                next.is_some_and(|next| last.is_none_or(|last| last.lock() < next.lock()));
            if !is_next {
                break;
            }
            let stage = self.take();
            self.under_way.push_back(stage);
        }
        let may_begin = if self.is_contended { 1 } else { BUFFERS };
        let (pe, internal) = (self.pe, self.internal);
        let mut has_begun = false;
        for stage in self.under_way.iter_mut().take(may_begin) {
            if let State::Idle = stage.state {
                stage.begin(core, now, pe, internal);
                has_begun = true;
            }
        }
        has_begun
    }

    /// Takes the next parts that are in one stripe. There is at least one.
    fn take(&mut self) -> Stage<'a> {
        let mut parts = Vec::new();
        let (mut start, mut end) = (usize::MAX, 0);
        let mut stripe = None;
        while parts.len() < PARTS {
            let is_same = |&(_, there): &(View<'_>, usize)| {
                stripe.is_none_or(|stripe| stripe == Stripe::of(there))
            };
            let Some((from, there)) = self.parts.next_if(is_same) else {
                break;
            };
            stripe = Some(Stripe::of(there));
            start = start.min(there);
            end = end.max(there + from.len());
            parts.push((from, there));
        }
        Stage {
            parts,
            stripe: stripe.expect("there are parts"),
            start,
            fetched: Memory::allocate(end - start),
            state: State::Idle,
        }
    }

    /// Takes the ends of locks and gets.
    fn collect(&mut self, core: &mut Core) -> bool {
        let mut has_ended = false;
        for stage in &mut self.under_way {
            let State::Begun {
                lock,
                get,
                is_locked,
            } = &mut stage.state
            else {
                continue;
            };
            if let Some(result) = lock.and_then(|token| core.take(token)) {
                (*lock, has_ended) = (None, true);
                match result {
                    Ok(before) => *is_locked = before == 0,
                    Err(error) => self.failure = Some(error),
                }
            }
            if let Some(result) = get.and_then(|token| core.take(token)) {
                (*get, has_ended) = (None, true);
                self.failure = self.failure.take().or(result.err());
            }
        }
        has_ended
    }

    /// Ends stages that have their lock and their numbers.
    fn finish(&mut self, core: &mut Core, now: Time) -> bool {
        if self.failure.is_some() {
            return self.give_up(core, now);
        }
        let mut has_moved = false;
        while let Some(stage) = self.under_way.front()
            && stage.state.outcome() == Some(true)
        {
            self.is_contended = false;
            stage.put(core, now, self.pe, self.scale);
            stage.unlock(core, now, self.pe, self.internal);
            self.under_way.pop_front();
            has_moved = true;
        }
        let is_refused = self
            .under_way
            .front()
            .is_some_and(|stage| stage.state.outcome() == Some(false));
        let is_known = |stage: &Stage<'_>| {
            stage.state.outcome().is_some() || matches!(stage.state, State::Idle)
        };
        if is_refused && self.under_way.iter().all(is_known) {
            // Nobody waits for a lock while it holds one with a higher number.
            self.is_contended = true;
            self.let_go(core, now);
            has_moved = true;
        }
        has_moved
    }

    /// Unlocks what the stages hold, and makes them idle.
    fn let_go(&mut self, core: &mut Core, now: Time) {
        for stage in &mut self.under_way {
            if stage.state.outcome() == Some(true) {
                stage.unlock(core, now, self.pe, self.internal);
            }
            stage.state = State::Idle;
        }
    }

    /// After a failure, waits for what is under way, and lets go of the locks.
    fn give_up(&mut self, core: &mut Core, now: Time) -> bool {
        let is_under_way = |stage: &Stage<'_>| {
            !matches!(stage.state, State::Idle) && stage.state.outcome().is_none()
        };
        if self.under_way.is_empty() || self.under_way.iter().any(is_under_way) {
            return false;
        }
        self.let_go(core, now);
        self.under_way.clear();
        true
    }
}

impl Stage<'_> {
    /// Takes the lock if it is free, and fetches the numbers.
    fn begin(&mut self, core: &mut Core, now: Time, pe: u32, internal: usize) {
        let (lock, get) = (core.token(), core.token());
        let op = Op::Atomic {
            width: AtomicWidth::W64,
            op: AtomicOp::CompareSwap {
                compare: 0,
                swap: HELD_FAR,
            },
            offset: self.stripe.lock_offset(internal) as u64,
        };
        core.engine.submit(now, pe, op, Tracking::Token(lock));
        let op = Op::Get {
            into: Target::Owned(self.fetched.clone()),
            offset: self.start as u64,
        };
        core.engine.submit(now, pe, op, Tracking::Token(get));
        self.state = State::Begun {
            lock: Some(lock),
            get: Some(get),
            is_locked: false,
        };
    }

    /// Adds to the fetched numbers, and puts the sums.
    fn put(&self, core: &mut Core, now: Time, pe: u32, scale: Scale) {
        for &(from, there) in &self.parts {
            let (at, len) = (there - self.start, from.len());
            let added = add_alone(self.fetched.view(), at, scale, from);
            added.expect("inside of what was fetched");
            let sums = self.fetched.slice(at, len);
            let sums = sums.expect("inside of what was fetched");
            if len <= LISTED_MAX {
                with_copy(sums.view(), |bytes| {
                    begin_put(core, now, pe, (there, bytes), Tracking::Implicit);
                });
                continue;
            }
            let op = Op::Put {
                source: Source::Owned(sums),
                offset: there as u64,
            };
            core.engine.submit(now, pe, op, Tracking::Implicit);
        }
    }

    /// Lets go of the lock, behind all puts before.
    fn unlock(&self, core: &mut Core, now: Time, pe: u32, internal: usize) {
        let lock = self.stripe.lock_offset(internal);
        let free = 0_u64.to_ne_bytes();
        begin_put(core, now, pe, (lock, &free), Tracking::Implicit);
    }
}
