//! Active sets: sets of processes that are not made before their use. The members name the set in
//! each collective, as OpenSHMEM 1.4 does by `PE_start`, `logPE_stride` and `PE_size`. Members that
//! meet for the first time agree on a context (`active/meeting.rs`).
//!
//! The first few sets of a process keep their contexts and need no further agreement. Any other set
//! gets a context for a single call.
//!
//! The words `pSync`, which a program gives for the agreement, are not used. Programs use them for
//! another set before all members have left the last one, and don't always initialise them.

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

/// The number of contexts for sets that keep theirs.
const KEPT: usize = 12;

/// Ranks at a distance that is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActiveSet {
    /// The first rank.
    pub start: u32,
    /// The binary logarithm of the distance between two neighbours.
    pub log_stride: u32,
    /// The number of ranks.
    pub size: u32,
}

impl ActiveSet {
    /// Whether this rank is a member.
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

/// The active sets of a process, as far as their members have met.
#[derive(Debug)]
pub(crate) struct ActiveSets {
    kept: [OnceLock<(ActiveSet, Group)>; KEPT],
    /// The free contexts.
    free: Mutex<Free>,
    /// What arrived for sets whose collectives this process has not called yet.
    ahead: Mutex<Vec<Heard>>,
    /// How often each set has met. Kept only where mistakes are looked for.
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

    /// Locks the free contexts. A thread that holds the lock waits for nothing.
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
    /// Calls `f` with the collectives of an active set, of which this process is a member.
    /// `is_ordered` says that this process calls one collective after the other, and not several at
    /// a time in threads. Where mistakes are looked for, members that call for other sets or in
    /// another order are then told.
    ///
    /// All members make the same calls in the same order. The set may wait here for members where
    /// `f` alone would not.
    ///
    /// # Errors
    /// If the set is impossible. If `f` fails, the set can't be used any more, unless `f` fails on
    /// all members before anything is sent.
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
