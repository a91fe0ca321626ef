//! The barrier of a node's processes, in two halves so that a network phase fits between.
//!
//! ```text
//!   each process   arrive ──▶ arrivals + 1 ─────────────────────▶ wait: until the generation changes
//!   the leader     arrive, wait_arrivals ──▶ [network] ──▶ release: arrivals = 0, generation + 1, wake all
//! ```
//!
//! While the host has a core for each process of the job, waiters spin first. Otherwise waiters
//! yield a few times and then sleep on the generation word. One futex call wakes all sleepers.

use std::time::Duration;

use crate::arena::Words;
use crate::shared::CollectiveControl;
use crate::sync::Ordering;
use crate::{Arena, Patience, futex, waiting};

/// What the callback of a wait returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    /// The callback did something. Check the condition and call again at once.
    Progress,
    /// The callback found nothing to do. The waiter may sleep, but calls again after
    /// `sleep_at_most`.
    Idle {
        /// The longest sleep before the next call.
        sleep_at_most: Duration,
    },
    /// End the wait, because the job is ending.
    Stop,
}

impl Polled {
    /// Nothing to do, however long the waiter sleeps.
    pub const IDLE: Polled = Polled::Idle {
        sleep_at_most: Duration::MAX,
    };
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a stopped wait has not waited"]
pub enum Waited {
    /// The awaited event has happened.
    Done,
    /// The callback returned [`Polled::Stop`]. The barrier can't be used any more.
    Stopped,
}

/// This process's arrival at the barrier, to be passed to [`NodeBarrier::wait`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    generation: u32,
    /// Whether this process arrived last.
    pub is_last: bool,
}

/// A barrier of all or some processes of a node. Each member has its own handle to shared words.
#[derive(Clone, Debug)]
pub struct NodeBarrier {
    words: Words<CollectiveControl>,
    local_size: u32,
}

impl NodeBarrier {
    /// Bytes of the barrier's shared words.
    pub const BYTES: usize = size_of::<CollectiveControl>();

    /// The barrier of `local_size` processes whose words are the [`NodeBarrier::BYTES`] at `offset`
    /// of the segment of process `local_index`. The words must be zeros, or left by a barrier that
    /// all of its members have passed.
    ///
    /// # Panics
    /// If the words are not inside the segment, or `offset` is not a multiple of 64.
    pub fn in_segment(
        arena: &Arena,
        local_index: u32,
        offset: usize,
        local_size: u32,
    ) -> NodeBarrier {
        NodeBarrier {
            words: arena.collective_words(local_index, offset),
            local_size,
        }
    }

    /// The complete barrier: arrive and wait. The last process to arrive releases the others.
    pub fn barrier(&self, poll: impl FnMut() -> Polled) -> Waited {
        let arrival = self.arrive();
        if arrival.is_last {
            self.release();
            return Waited::Done;
        }
        self.wait_in_node(arrival, poll)
    }

    /// Announces this process's arrival. What this process wrote before is visible to a process
    /// that sees all arrivals or the release.
    pub fn arrive(&self) -> Arrival {
        // The generation can't change before this process arrives, and this process has seen the
        // last change.
        let generation = self.words.generation.word.load(Ordering::Relaxed);
        let before = self.words.arrivals.count.fetch_add(1, Ordering::SeqCst);
        let is_last = before + 1 == self.local_size;
        if is_last && self.words.arrivals.leader_sleeps.load(Ordering::SeqCst) != 0 {
            futex::wake_all(&self.words.arrivals.count);
        }
        Arrival {
            generation,
            is_last,
        }
    }

    /// Waits until all members have arrived. Only the leader calls this, after its own arrival, and
    /// then calls [`NodeBarrier::release`].
    pub fn wait_arrivals(&self, poll: impl FnMut() -> Polled) -> Waited {
        let arrivals = &self.words.arrivals;
        waiting::until(
            &arrivals.count,
            &arrivals.leader_sleeps,
            || self.have_arrived(),
            self.words.arena().patience(),
            poll,
        )
    }

    /// Whether all members have arrived. Does not wait.
    pub fn have_arrived(&self) -> bool {
        self.words.arrivals.count.load(Ordering::SeqCst) == self.local_size
    }

    /// Releases all members. Exactly one process calls this, after all members have arrived.
    pub fn release(&self) {
        let arrivals = self.words.arrivals.count.swap(0, Ordering::Relaxed);
        assert_eq!(
            arrivals, self.local_size,
            "the node barrier was released before all {} processes had arrived",
            self.local_size
        );
        let generation = &self.words.generation.word;
        generation.fetch_add(1, Ordering::SeqCst);
        if self.words.sleepers.word.load(Ordering::SeqCst) != 0 {
            futex::wake_all(generation);
        }
    }

    /// Waits for the release that follows `arrival`.
    pub fn wait(&self, arrival: Arrival, poll: impl FnMut() -> Polled) -> Waited {
        self.wait_with(arrival, self.words.arena().patience(), poll)
    }

    /// Waits for the release that follows `arrival`, if a process of this node releases without
    /// waiting for other nodes. Where processes share cores, this wait yields the core longer, so
    /// that the missing members can run.
    pub fn wait_in_node(&self, arrival: Arrival, poll: impl FnMut() -> Polled) -> Waited {
        self.wait_with(arrival, self.words.arena().patience_in_node(), poll)
    }

    fn wait_with(
        &self,
        arrival: Arrival,
        patience: Patience,
        poll: impl FnMut() -> Polled,
    ) -> Waited {
        let generation = &self.words.generation.word;
        waiting::until(
            generation,
            &self.words.sleepers.word,
            || generation.load(Ordering::SeqCst) != arrival.generation,
            patience,
            poll,
        )
    }

    /// Whether the release that follows `arrival` has happened. Does not wait.
    pub fn is_released(&self, arrival: Arrival) -> bool {
        self.words.generation.word.load(Ordering::Acquire) != arrival.generation
    }
}
