//! The barrier of a node's processes, in two halves so that a network phase fits between.
//!
//! ```text
//!   each process   arrive ──▶ arrivals + 1 ─────────────────────▶ wait: until the generation changes
//!   the leader     arrive, wait_arrivals ──▶ [network] ──▶ release: arrivals = 0, generation + 1, wake all
//! ```
//!
//! Waiters spin while the host has a core for each process of the job, else they give their core away at once: yield some
//! times, then sleep on the generation word. One call wakes all of them.

use std::time::Duration;

use crate::arena::Words;
use crate::shared::CollectiveControl;
use crate::sync::Ordering;
use crate::{Arena, Patience, futex, waiting};

/// What a waiter's callback says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    /// Something was done: look and poll again at once.
    Progress,
    /// Nothing to do. The waiter may sleep, at most so long before the next poll.
    Idle {
        /// The longest sleep.
        sleep_at_most: Duration,
    },
    /// Give up waiting (the job is ending).
    Stop,
}

impl Polled {
    /// Nothing to do, ever.
    pub const IDLE: Polled = Polled::Idle {
        sleep_at_most: Duration::MAX,
    };
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a stopped wait has not waited"]
pub enum Waited {
    /// What was waited for has happened.
    Done,
    /// The callback said [`Polled::Stop`]. The barrier can't be used any more.
    Stopped,
}

/// An arrival at the barrier, to be waited on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    generation: u32,
    /// Whether all others of the node had arrived before.
    pub is_last: bool,
}

/// The barrier of processes of a node, all or some. Each has one, all over the same words.
#[derive(Clone, Debug)]
pub struct NodeBarrier {
    words: Words<CollectiveControl>,
    local_size: u32,
}

impl NodeBarrier {
    /// Bytes of its words.
    pub const BYTES: usize = size_of::<CollectiveControl>();

    /// The barrier of `local_size` processes whose words are [`NodeBarrier::BYTES`] at `offset` of the segment of process
    /// `local_index`: zeros, or what a barrier left that all its processes had passed.
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

    /// The whole barrier, if there is nothing to do between: whoever comes last releases all.
    pub fn barrier(&self, poll: impl FnMut() -> Polled) -> Waited {
        let arrival = self.arrive();
        if arrival.is_last {
            self.release();
            return Waited::Done;
        }
        self.wait_in_node(arrival, poll)
    }

    /// Says that this process has come. What it wrote before is visible to whoever sees all arrivals or the release.
    pub fn arrive(&self) -> Arrival {
        // The generation can't change before this process has arrived, and this process has seen the last change.
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

    /// Waits until all processes of the node have come. For one of them, the leader, after its own arrival; it then
    /// calls [`NodeBarrier::release`].
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

    /// Whether all processes of the node have come: [`NodeBarrier::wait_arrivals`] without waiting.
    pub fn have_arrived(&self) -> bool {
        self.words.arrivals.count.load(Ordering::SeqCst) == self.local_size
    }

    /// Lets all go. Only after all have arrived; by one process.
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

    /// The same, if it is a process of this node that releases without waiting for other nodes: then it pays to let the
    /// others have this core until they have come.
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

    /// Whether the release that follows `arrival` has come: [`NodeBarrier::wait`] without waiting.
    pub fn is_released(&self, arrival: Arrival) -> bool {
        self.words.generation.word.load(Ordering::Acquire) != arrival.generation
    }
}
