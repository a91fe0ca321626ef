//! Active sets: sets of processes that nobody makes. The members of one name it, alike, in each collective (OpenSHMEM 1.4's
//! `PE_start`, `logPE_stride` and `PE_size`). Those that meet for the first time agree on a context, see `active/meeting.rs`.
//!
//! The first few sets that a process is in keep their contexts for good, and so cost no agreement any more. Further ones
//! get one for a single call.
//!
//! `pSync`, the words that a program gives for such an agreement, are not needed for it: programs use them again for another
//! set when some members of the one before have not left it, and don't always fill them first.

mod meeting;
mod order;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use farreach_collectives::layout::CONTEXTS;
use farreach_collectives::run;

use super::{Collectives, Group, Members};
use crate::{Error, World};
use meeting::{Free, Heard};

/// How many of the contexts are for sets that keep theirs.
const KEPT: usize = 12;

/// Ranks whose distance is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActiveSet {
    /// The first.
    pub start: u32,
    /// The binary logarithm of the distance between one and the next.
    pub log_stride: u32,
    /// How many.
    pub size: u32,
}

impl ActiveSet {
    /// Whether the set has this rank.
    pub fn has(self, rank: u32) -> bool {
        let stride = 1u64.checked_shl(self.log_stride).unwrap_or(0);
        let distance = rank.checked_sub(self.start).map(u64::from);
        distance.is_some_and(|distance| {
            distance.checked_rem(stride) == Some(0) && distance / stride < u64::from(self.size)
        })
    }
}

impl fmt::Display for ActiveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "an active set of {} processes from rank {} on, each 2^{} after the one before",
            self.size, self.start, self.log_stride
        )
    }
}

/// The active sets of a process that have met.
#[derive(Debug)]
pub(crate) struct ActiveSets {
    kept: [OnceLock<(ActiveSet, Group)>; KEPT],
    /// What is left for further ones.
    free: Mutex<Free>,
    /// What came of sets whose collectives this process has not called yet.
    ahead: Mutex<Vec<Heard>>,
    /// How often each has met, if mistakes are looked for.
    met: Mutex<BTreeMap<ActiveSet, u32>>,
}

impl ActiveSets {
    pub(crate) fn new() -> ActiveSets {
        ActiveSets {
            kept: [const { OnceLock::new() }; KEPT],
            free: Mutex::new(Free::all()),
            ahead: Mutex::default(),
            met: Mutex::default(),
        }
    }

    /// What is left for further sets. Nobody waits for anything while it has this.
    fn free(&self) -> MutexGuard<'_, Free> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, set: ActiveSet) -> Option<&Group> {
        let mut kept = self.kept.iter().filter_map(OnceLock::get);
        let (_, group) = kept.find(|(kept, _)| *kept == set)?;
        Some(group)
    }
}

impl World {
    /// Does `f` with the collectives of an active set, of which this process is a member. `is_ordered` says that this process
    /// calls one collective after the other, not several at a time in threads: if mistakes are looked for, members that call
    /// them for other sets, or in another order, are told then.
    ///
    /// All members make the same calls in the same order. A set may wait here for its members where `f` alone would not.
    ///
    /// # Errors
    /// If the set can't be. If `f` fails, the set can't be used any more unless it fails on all members before anything is
    /// sent.
    pub fn with_active_set<R>(
        &self,
        set: ActiveSet,
        is_ordered: bool,
        f: impl FnOnce(Collectives<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let all = ActiveSet {
            start: 0,
            log_stride: 0,
            size: self.size(),
        };
        let looks = is_ordered && self.settings().debug;
        let known = if set == all {
            Some(self.world_group())
        } else {
            self.collective().active_sets.kept(set)
        };
        if let Some(group) = known {
            if looks {
                let (place, _) = self.meet(set, &self.members_of(set)?, true)?;
                self.collective()
                    .active_sets
                    .free()
                    .give_back(1 << place, 0);
            }
            return f(self.collectives_of(group));
        }
        let members = self.members_of(set)?;
        let (place, number) = self.meet(set, &members, looks)?;
        let group = Group::new(self, members, CONTEXTS + place, number);
        if let Some(keep) = self.collective().active_sets.kept.get(place as usize) {
            let (_, group) = keep.get_or_init(|| (set, group));
            return f(self.collectives_of(group));
        }
        let collectives = self.collectives_of(&group);
        let result = f(collectives)?;
        let number = run(|| collectives.run.wind_up())?;
        self.collective()
            .active_sets
            .free()
            .give_back(1 << place, number);
        Ok(result)
    }

    fn members_of(&self, set: ActiveSet) -> Result<Members, Error> {
        let ActiveSet {
            start,
            log_stride,
            size,
        } = set;
        let members = Members::Strided {
            start,
            stride: 1i64.checked_shl(log_stride).unwrap_or(0),
            size,
        };
        let last = size.checked_sub(1).and_then(|last| members.rank(last));
        let what = if log_stride >= u32::BITS || last.is_none_or(|last| last >= self.size()) {
            format!("{set}, is not in the job's {}", self.size())
        } else if members.index_of(self.rank()).is_none() {
            format!("this rank is not in {set}, whose collective it calls")
        } else {
            return Ok(members);
        };
        Err(Error::Mismatch {
            rank: self.rank(),
            what,
        })
    }
}
