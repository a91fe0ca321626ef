//! Members that wait for each other in different sets. Where mistakes are looked for
//! (`FARREACH_DEBUG`), each process shows the active set whose other members it waits for, and how
//! often that set has met before. A process that waits in vain looks at what the members of its set
//! show.
//!
//! If it waits for members below it in the set's tree, no member has met in this collective. If a
//! member waits for another set, of which this process is a member and which this process has met
//! as often, then that member has called the other set's collective first, and this process this
//! set's. Neither call ever ends.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use farreach_collectives::layout;

use super::meeting::{decode_set, encode_set};
use super::{ActiveSet, Members};
use crate::{Error, World};

impl World {
    /// Shows that this process waits for the other members of a set.
    pub(super) fn show_meeting(&self, set: ActiveSet) {
        let (first, second) = encode_set(set);
        self.show(first, second | u64::from(self.times_met(set)));
    }

    /// Shows that this process has met them.
    pub(super) fn hide_meeting(&self, set: ActiveSet) {
        self.show(0, 0);
        let met = self.collective().active_sets.met.lock();
        let mut met = met.unwrap_or_else(PoisonError::into_inner);
        *met.entry(set).or_default() += 1;
    }

    fn show(&self, first: u64, second: u64) {
        let own = self.own_segment();
        let word = |at: usize| own.atomic_u64(at).expect("inside the internal area");
        let (at, behind) = (layout::MEETING, layout::MEETING + size_of::<u64>());
        // The first word is only valid with the second.
        word(behind).store(0, Ordering::Relaxed);
        word(at).store(first, Ordering::Release);
        word(behind).store(second, Ordering::Release);
    }

    fn times_met(&self, set: ActiveSet) -> u32 {
        let met = self.collective().active_sets.met.lock();
        let met = met.unwrap_or_else(PoisonError::into_inner);
        met.get(&set).copied().unwrap_or(0)
    }

    /// Looks at the waits of the members of a set that this process waits for.
    ///
    /// # Errors
    /// If one of them will never come, because it waits for this process in another set.
    pub(super) fn look_for(&self, set: ActiveSet, members: &Members) -> Result<(), Error> {
        for index in 0..members.len() {
            let rank = members.rank(index).expect("a member");
            if rank == self.rank() {
                continue;
            }
            let [first, second] = self.shown(rank)?;
            let Some(other) = decode_set((first, second)) else {
                continue;
            };
            let is_own_turn = second as u32 == self.times_met(other);
            if other != set && other.has(self.rank()) && is_own_turn && other.has(rank) {
                let what = format!(
                    "the members of active sets differ in their calls: rank {} calls for {set}; rank {rank} calls for {other}; \
                     members of both call the same with the same arguments in the same order (FARREACH_DEBUG)",
                    self.rank()
                );
                return Err(Error::Mismatch {
                    rank: self.rank(),
                    what,
                });
            }
        }
        Ok(())
    }

    /// What a process shows. `None` if it changes during the look.
    fn shown(&self, rank: u32) -> Result<[u64; 2], Error> {
        let behind = layout::MEETING + size_of::<u64>();
        let second: u64 = self.direct().get_word(rank, behind)?;
        let first = self.direct().get_word(rank, layout::MEETING)?;
        let again: u64 = self.direct().get_word(rank, behind)?;
        Ok(if again == second {
            [first, second]
        } else {
            [0, 0]
        })
    }
}
