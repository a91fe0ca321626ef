//! Where the data of the steps arrives.
//!
//! ```text
//!   ┌ turn 0 ─────────────────────────┬ turn 1 ┬ figures of all ranks ┬ flags ──────────┬ counter ┬ drawn ┐
//!   │ step 0 data │ step 1 data │ ..  │  ..    │ rank 0 │ rank 1 │ .. │ a word for each │ a word  │ word  │
//!   └─────────────────────────────────┴────────┴──────────────────────┴─────────────────┴─────────┴───────┘
//! ```
//!
//! Iterations take turns at two sets of slots: whoever sends in one has seen that its receiver is done with the one before.

use anyhow::Result;
use farreach::shmem::Pe;

use crate::figures::FIGURES_BYTES;

/// Offsets in the segment, the same for all ranks.
pub(crate) struct Slots {
    base: usize,
    steps: usize,
    bytes: usize,
    size: usize,
}

impl Slots {
    /// Makes room; nobody is asked, as that would make connections.
    pub(crate) fn new(pe: &Pe, steps: usize, bytes: usize) -> Result<Slots> {
        let size = pe.n_pes() as usize;
        let mut slots = Slots {
            base: 0,
            steps,
            bytes: bytes.next_multiple_of(8),
            size,
        };
        let len = slots.drawn() + 8;
        slots.base = pe.world().allocate_unagreed(len, 64)?;
        Ok(slots)
    }

    /// The data of a step.
    pub(crate) fn data(&self, iteration: u32, step: usize) -> usize {
        self.base + ((iteration % 2) as usize * self.steps + step) * self.bytes
    }

    /// The figures of a rank.
    pub(crate) fn figures(&self, rank: u32) -> usize {
        self.base + 2 * self.steps * self.bytes + rank as usize * FIGURES_BYTES
    }

    /// The word that counts the iterations in which a step's data has come.
    pub(crate) fn flag(&self, step: usize) -> usize {
        self.figures(self.size as u32) + 8 * step
    }

    /// The word that says that the figures of a rank have come.
    pub(crate) fn flag_of_figures(&self, rank: u32) -> usize {
        self.flag(self.steps + rank as usize)
    }

    /// The counter from which others draw numbers.
    pub(crate) fn counter(&self) -> usize {
        self.flag_of_figures(self.size as u32)
    }

    /// The least number that the process may draw next.
    pub(crate) fn drawn(&self) -> usize {
        self.counter() + 8
    }

    /// The steps of an iteration.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }
}
