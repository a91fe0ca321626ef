//! Active sets: sets of processes that nobody makes. The members of one name it, alike, in each collective, together with
//! words of theirs by which those agree that meet for the first time (OpenSHMEM 1.4's `PE_start`, `logPE_stride`,
//! `PE_size` and `pSync`).
//!
//! ```text
//!   up     each member tells its parent in a binomial tree which contexts are free on all below it
//!   down   the first one tells which of them it is to be, if there is one; else all try again
//! ```
//!
//! The first few sets that a process is in keep their contexts for good, and so cost no agreement any more. Further ones
//! get one for a single call.
//!
//! A word of `pSync` is zero but between the put that fills it and the load that takes it:
//!
//! ```text
//!   63      62           16 15              0
//!  ┌───┬───────────────────┬─────────────────┐
//!  │ 1 │ step number       │ free contexts   │
//!  └───┴───────────────────┴─────────────────┘
//! ```

use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock, PoisonError};

use farreach_engine::collectives::{Edge, Place};

use super::layout::{ACTIVE_CONTEXTS, CONTEXTS};
use super::{Collectives, Group, Members};
use crate::{Error, World};

/// How many of the contexts are for sets that keep theirs.
const KEPT: usize = 12;
/// Words that the members of an active set agree by: one for each child in the tree, and one for the parent.
pub const SYNC_WORDS: usize = DOWN + 1;
/// What they are before and after each collective.
pub const SYNC_VALUE: u64 = 0;

const DOWN: usize = u32::BITS as usize;
const WORD: usize = size_of::<u64>();
const IS_THERE: u64 = 1 << 63;
const MASK_BITS: u32 = 16;

const _: () = assert!(ACTIVE_CONTEXTS == MASK_BITS && KEPT < MASK_BITS as usize);

/// Ranks whose distance is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The active sets of a process that have met.
#[derive(Debug)]
pub(crate) struct ActiveSets {
    kept: [OnceLock<(ActiveSet, Group)>; KEPT],
    contexts: Mutex<Contexts>,
}

/// What is left for further ones.
#[derive(Clone, Copy, Debug)]
struct Contexts {
    /// A bit for each that is free.
    free: u64,
    /// How far the steps in any of them were counted.
    number: u64,
}

impl Contexts {
    /// What this process and those below it in the tree have in common.
    fn with(self, other: Contexts) -> Contexts {
        Contexts {
            free: self.free & other.free,
            number: self.number.max(other.number),
        }
    }

    fn encode(self) -> u64 {
        IS_THERE | self.number << MASK_BITS | self.free
    }

    fn decode(word: u64) -> Contexts {
        Contexts {
            free: word & ((1 << MASK_BITS) - 1),
            number: (word & !IS_THERE) >> MASK_BITS,
        }
    }
}

impl ActiveSets {
    pub(crate) fn new() -> ActiveSets {
        ActiveSets {
            kept: [const { OnceLock::new() }; KEPT],
            contexts: Mutex::new(Contexts {
                free: (1 << MASK_BITS) - 1,
                number: 0,
            }),
        }
    }

    fn kept(&self, set: ActiveSet) -> Option<&Group> {
        let mut kept = self.kept.iter().filter_map(OnceLock::get);
        let (_, group) = kept.find(|(kept, _)| *kept == set)?;
        Some(group)
    }
}

impl World {
    /// Does `f` with the collectives of an active set, of which this process is a member. `sync` is where the segments of
    /// all members have [`SYNC_WORDS`] aligned words that are [`SYNC_VALUE`] and that nobody else uses until all have left
    /// this call; they are so again when it ends.
    ///
    /// All members make the same calls in the same order. A set may wait here for its members where `f` alone would not.
    ///
    /// # Errors
    /// If the set can't be or `sync` is not in the segment. If `f` fails, the set can't be used any more unless it fails on all
    /// members before anything is sent.
    pub fn with_active_set<R>(
        &self,
        set: ActiveSet,
        sync: usize,
        f: impl FnOnce(Collectives<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let all = ActiveSet {
            start: 0,
            log_stride: 0,
            size: self.size(),
        };
        if set == all {
            return f(self.collectives());
        }
        if let Some(group) = self.active_sets().kept(set) {
            return f(self.collectives_of(group));
        }
        let members = self.members_of(set)?;
        self.check_sync(sync)?;
        let (place, number) = self.meet_active(set, &members, sync)?;
        let group = Group::new(self, members, CONTEXTS + place, number);
        if let Some(keep) = self.active_sets().kept.get(place as usize) {
            let (_, group) = keep.get_or_init(|| (set, group));
            return f(self.collectives_of(group));
        }
        let collectives = self.collectives_of(&group);
        let result = f(collectives)?;
        let number = collectives.or_abort(collectives.wind_up())?;
        let mut contexts = self.active_contexts();
        contexts.free |= 1 << place;
        contexts.number = contexts.number.max(number);
        Ok(result)
    }

    fn active_contexts(&self) -> std::sync::MutexGuard<'_, Contexts> {
        let contexts = self.active_sets().contexts.lock();
        contexts.unwrap_or_else(PoisonError::into_inner)
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
            format!(
                "an active set of {size} processes from rank {start} on, each 2^{log_stride} after the one before, is not in \
                 the job's {}",
                self.size()
            )
        } else if members.index_of(self.rank()).is_none() {
            format!(
                "this rank is not in the active set of {size} processes from rank {start} on, each 2^{log_stride} after the \
                 one before, whose collective it calls"
            )
        } else {
            return Ok(members);
        };
        Err(Error::Mismatch {
            rank: self.rank(),
            what,
        })
    }

    fn check_sync(&self, sync: usize) -> Result<(), Error> {
        self.check(self.rank(), sync, SYNC_WORDS * WORD)?;
        self.check_aligned(self.rank(), sync, farreach_verbs::AtomicWidth::W64)
    }

    /// Agrees with the other members on a context, which it takes: its place among those for active sets, and the number that
    /// steps are counted from.
    fn meet_active(
        &self,
        set: ActiveSet,
        members: &Members,
        sync: usize,
    ) -> Result<(u32, u64), Error> {
        let index = members.index_of(self.rank()).expect("checked before");
        let place = Place::new(index, set.size, 0);
        loop {
            // Another thread may be agreeing with another set: both must not take the same context.
            let contexts = self.active_sets().contexts.try_lock();
            let mut agreed = match &contexts {
                Ok(contexts) => **contexts,
                Err(_) => Contexts { free: 0, number: 0 },
            };
            for child in place.children() {
                agreed = agreed.with(self.take_sync(sync, child.slot as usize)?);
            }
            if let Some(parent) = place.parent() {
                self.put_sync(members, parent, (sync, parent.slot as usize), agreed)?;
                agreed = self.take_sync(sync, DOWN)?;
            }
            for child in place.children().rev() {
                self.put_sync(members, child, (sync, DOWN), agreed)?;
            }
            if agreed.free != 0 {
                let mut contexts = contexts.expect("offered by all, so also by this process");
                let place = agreed.free.trailing_zeros();
                contexts.free &= !(1 << place);
                return Ok((place, agreed.number));
            }
            drop(contexts);
            std::thread::yield_now();
        }
    }

    fn put_sync(
        &self,
        members: &Members,
        to: Edge,
        (sync, word): (usize, usize),
        contexts: Contexts,
    ) -> Result<(), Error> {
        let rank = members.rank(to.node).expect("a member");
        self.put(rank, sync + word * WORD, &contexts.encode().to_ne_bytes())
    }

    /// Waits for a word, and restores it.
    fn take_sync(&self, sync: usize, word: usize) -> Result<Contexts, Error> {
        let own = self.own_segment();
        let word = own.atomic_u64(sync + word * WORD).expect("checked before");
        self.wait_until("the other members of an active set", || {
            word.load(Ordering::Acquire) != SYNC_VALUE
        });
        let found = word.swap(SYNC_VALUE, Ordering::Relaxed);
        if found & IS_THERE == 0 {
            return Err(Error::Mismatch {
                rank: self.rank(),
                what: format!(
                    "pSync has {found}: its words must be SHMEM_SYNC_VALUE, which is {SYNC_VALUE}, on all members before the \
                     first collective that it is used in"
                ),
            });
        }
        Ok(Contexts::decode(found))
    }
}
