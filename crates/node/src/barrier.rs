//! The barrier of a node's processes, in two halves so that a network phase fits between.
//!
//! ```text
//!   each process   arrive ──▶ arrivals + 1 ─────────────────────▶ is_released: the generation has changed
//!   the leader     arrive, have_arrived ──▶ [network] ──▶ release: arrivals = 0, generation + 1, wake all
//! ```
//!
//! Members that wait sleep on the generation word, and the leader on the count of arrivals. One
//! futex call wakes all sleepers.

use crate::arena::Words;
use crate::shared::CollectiveControl;
use crate::sync::Ordering;
use crate::{Alarm, Arena, futex};

/// This process's arrival at the barrier, to be passed to [`NodeBarrier::is_released`].
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

    /// Goes off when the last member arrives. For the leader, which calls [`NodeBarrier::release`]
    /// when [`NodeBarrier::have_arrived`].
    pub fn arrivals_alarm(&self) -> Alarm<'_> {
        let arrivals = &self.words.arrivals;
        Alarm::new(&arrivals.count, &arrivals.leader_sleeps)
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

    /// Goes off when the members are released.
    pub fn release_alarm(&self) -> Alarm<'_> {
        Alarm::new(&self.words.generation.word, &self.words.sleepers.word)
    }

    /// Whether the release that follows `arrival` has happened. Does not wait.
    pub fn is_released(&self, arrival: Arrival) -> bool {
        // Sequentially consistent, for the look that follows `Alarm::announce`.
        self.words.generation.word.load(Ordering::SeqCst) != arrival.generation
    }
}
