//! How the members of an active set agree on a context.
//!
//! ```text
//!   gather   all tell which contexts are free; the choice among those that are free on all is the same everywhere
//!   take     all tell whether they got the chosen one for this set; if all did it is the set's, else all give it back and try again
//! ```
//!
//! Each is a round over a binomial tree: what the members have in common goes up to the first
//! member, and down again.
//!
//! No member keeps a context while it waits for members that have not come. The module `choice` of
//! the crate `farreach-collectives` says why.
//!
//! A member writes to a slot of another member. There is a slot for each child in the tree, and one
//! for the parent. Members of another set use the same slots, if they called the collective before
//! this one was over, or in another thread. So a writer first takes the slot, which is free if its
//! first word is zero. The reader puts aside what is for another set:
//!
//! ```text
//!   63                             32 31                              0
//!  ┌─────────────────────────────────┬─────────────────────────────────┐
//!  │ start                           │ size                            │ taken by an atomic operation
//!  ├───┬────────────┬────────────────┴─────────────────┬───────────────┤
//!  │ 1 │ log stride │ step number                      │ free contexts │ put when it is
//!  └───┴────────────┴──────────────────────────────────┴───────────────┘
//!   63  62        58 57                               16 15             0
//! ```
//!
//! No member waits for ever: a member watches the slot that it needs, and takes out what comes.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use farreach_collectives::choose;
use farreach_collectives::layout::{self, ACTIVE_CONTEXTS, MEETING_SLOTS};
use farreach_collectives::tree::TreePlace;
use farreach_verbs::{AtomicOp, AtomicWidth};

use super::super::Members;
use super::{ActiveSet, KEPT};
use crate::memory::{Signal, SignalOp};
use crate::progress::Waiting;
use crate::{Error, World};

/// The parent's slot, behind those of the children.
const DOWN: u32 = MEETING_SLOTS - 1;
const FREE: u64 = 0;
const IS_THERE: u64 = 1 << 63;
const CONTEXT_BITS: u32 = 16;
const NUMBER_BITS: u32 = 42;
const WHAT: &str = "the other members of an active set";
/// The time between two looks, while this process waits for other members, whether one of them
/// waits for it elsewhere.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The longest sleep between two looks at a slot of another process that is not free.
const LOOK_AT_SLOT_EVERY: Duration = Duration::from_millis(1);

const _: () = assert!(ACTIVE_CONTEXTS == CONTEXT_BITS && KEPT < CONTEXT_BITS as usize);
const _: () = assert!(DOWN == u32::BITS);

/// The contexts that are free for further sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free {
    /// A bit for each context that is free.
    contexts: u64,
    /// The number up to which the steps in these contexts were counted.
    number: u64,
}

impl Free {
    pub(super) fn all() -> Free {
        Free {
            contexts: (1 << CONTEXT_BITS) - 1,
            number: 0,
        }
    }

    /// Takes the contexts of these bits if all of them are free.
    fn take(&mut self, contexts: u64) -> Free {
        let taken = if self.contexts & contexts == contexts {
            contexts
        } else {
            0
        };
        self.contexts &= !taken;
        Free {
            contexts: taken,
            number: self.number,
        }
    }

    /// Frees contexts whose steps were counted up to `number`.
    pub(super) fn give_back(&mut self, contexts: u64, number: u64) {
        self.contexts |= contexts;
        self.number = self.number.max(number);
    }

    /// What this process has in common with the members below it in the tree.
    fn with(self, other: Free) -> Free {
        Free {
            contexts: self.contexts & other.contexts,
            number: self.number.max(other.number),
        }
    }
}

/// What arrived for a set.
#[derive(Debug)]
pub(super) struct Heard {
    set: ActiveSet,
    slot: u32,
    free: Free,
}

/// The words of a slot.
fn encode(set: ActiveSet, free: Free) -> (u64, u64) {
    assert!(
        free.number < 1 << NUMBER_BITS && set.log_stride < u32::BITS,
        "steps below 2^{NUMBER_BITS}"
    );
    let set_words = encode_set(set);
    let told = set_words.1 | free.number << CONTEXT_BITS | free.contexts;
    (set_words.0, told)
}

/// The part of the words that names the set. The first word is not [`FREE`], since a set has
/// members.
pub(super) fn encode_set(set: ActiveSet) -> (u64, u64) {
    let taken = u64::from(set.start) << 32 | u64::from(set.size);
    let log_stride = u64::from(set.log_stride) << (CONTEXT_BITS + NUMBER_BITS);
    (taken, IS_THERE | log_stride)
}

pub(super) fn decode_set((taken, told): (u64, u64)) -> Option<ActiveSet> {
    (told & IS_THERE != 0).then_some(ActiveSet {
        start: (taken >> 32) as u32,
        log_stride: ((told & !IS_THERE) >> (CONTEXT_BITS + NUMBER_BITS)) as u32,
        size: taken as u32,
    })
}

fn decode_free(told: u64) -> Free {
    Free {
        contexts: told & ((1 << CONTEXT_BITS) - 1),
        number: told >> CONTEXT_BITS & ((1 << NUMBER_BITS) - 1),
    }
}

impl World {
    /// Agrees with the other members on a context, and takes it. Returns the context's place among
    /// those for active sets, and the number that steps are counted from. `looks` says whether to
    /// look for members that wait elsewhere.
    pub(super) fn meet(
        &self,
        set: ActiveSet,
        members: &Members,
        looks: bool,
    ) -> Result<(u32, u64), Error> {
        if looks {
            self.show_meeting(set);
        }
        let mut attempt = 0;
        let met = loop {
            let free = *self.collective().active_sets.free();
            let common = self.have_in_common(set, members, free, looks)?;
            // Contexts that sets keep come first.
            let to_keep = common.contexts & ((1 << KEPT) - 1);
            let candidates = if to_keep == 0 {
                common.contexts
            } else {
                to_keep
            };
            let (start, rest) = encode_set(set);
            let chosen = choose(candidates, start ^ rest, attempt);
            if chosen != 0 {
                let own = self.collective().active_sets.free().take(chosen);
                let taken = self.have_in_common(set, members, own, false)?;
                if taken.contexts != 0 {
                    break (chosen.trailing_zeros(), taken.number);
                }
                self.collective()
                    .active_sets
                    .free()
                    .give_back(own.contexts, 0);
            }
            attempt += u64::from(candidates != 0);
            std::thread::yield_now();
        };
        if looks {
            self.hide_meeting(set);
        }
        Ok(met)
    }

    /// What all members have in common, in a round up the tree and down again. `own` is what this
    /// member has. `looks` says whether to look for members that wait elsewhere while members have
    /// not come.
    fn have_in_common(
        &self,
        set: ActiveSet,
        members: &Members,
        own: Free,
        looks: bool,
    ) -> Result<Free, Error> {
        let index = members.index_of(self.rank()).expect("checked before");
        let place = TreePlace::new(index, set.size, 0);
        let rank = |index| members.rank(index).expect("a member");
        let mut common = own;
        for child in place.children() {
            let ahead = looks.then_some(members);
            common = common.with(self.hear(set, child.slot, ahead)?);
        }
        if let Some(parent) = place.parent() {
            self.tell_member(rank(parent.node), parent.slot, set, common)?;
            common = self.hear(set, DOWN, None)?;
        }
        for child in place.children().rev() {
            self.tell_member(rank(child.node), DOWN, set, common)?;
        }
        Ok(common)
    }

    /// Writes to a slot of another process, as soon as the slot is free.
    fn tell_member(&self, rank: u32, slot: u32, set: ActiveSet, free: Free) -> Result<(), Error> {
        let at = layout::meeting(slot);
        let (taken, told) = encode(set, free);
        let take = || AtomicOp::CompareSwap {
            compare: FREE,
            swap: taken,
        };
        let waiting = Waiting {
            // The process that frees its slot tells no other process.
            sleep_max: LOOK_AT_SLOT_EVERY,
            ..Waiting::of(WHAT)
        };
        let mut failed = Ok(());
        self.direct().wait_as(&waiting, |world| {
            let before = world.direct().atomic(rank, at, AtomicWidth::W64, take);
            world.progress();
            match before {
                Ok(before) => before == FREE,
                Err(error) => {
                    failed = Err(error);
                    true
                }
            }
        });
        failed?;
        // A process that sees this word also sees who took the slot.
        let put = Signal {
            offset: at + size_of::<u64>(),
            op: SignalOp::Set,
            value: told,
        };
        self.direct().signal(rank, put)
    }

    /// Waits for what another member writes. While this process waits for the members below it, no
    /// member can have met. If `members` is given, it looks whether one of them waits for this
    /// process elsewhere.
    fn hear(&self, set: ActiveSet, slot: u32, members: Option<&Members>) -> Result<Free, Error> {
        let mut found = None;
        let mut looked = Instant::now();
        loop {
            self.wait_until(WHAT, || {
                found = self.take_heard(set, slot);
                found.is_some() || (members.is_some() && looked.elapsed() > LOOK_EVERY)
            });
            if let Some(free) = found {
                return Ok(free);
            }
            self.look_for(set, members.expect("asked to look"))?;
            looked = Instant::now();
        }
    }

    /// Takes what arrived for this set. What arrived for other sets is kept for the calls of this
    /// process that want it.
    fn take_heard(&self, set: ActiveSet, slot: u32) -> Option<Free> {
        let at = layout::meeting(slot);
        let own = self.own_segment();
        let word = |at: usize| own.atomic_u64(at).expect("inside the internal area");
        let (taken, told) = (word(at), word(at + size_of::<u64>()));
        let ahead = self.collective().active_sets.ahead.lock();
        let mut ahead = ahead.unwrap_or_else(PoisonError::into_inner);
        let is_wanted = |heard: &Heard| heard.set == set && heard.slot == slot;
        if let Some(at) = ahead.iter().position(is_wanted) {
            return Some(ahead.swap_remove(at).free);
        }
        let told_word = told.load(Ordering::Acquire);
        let from = decode_set((taken.load(Ordering::Relaxed), told_word))?;
        told.store(0, Ordering::Relaxed);
        taken.store(FREE, Ordering::Release);
        let free = decode_free(told_word);
        if from == set {
            return Some(free);
        }
        ahead.push(Heard {
            set: from,
            slot,
            free,
        });
        // Another thread may wait for what is kept.
        self.own_near().ring();
        None
    }
}
