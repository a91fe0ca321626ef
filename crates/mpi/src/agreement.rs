//! Agreements of processes on contexts for new communicators.
//!
//! ```text
//!   propose   each member proposes a context that is free here; the members learn the greatest proposal
//!   claim     each member claims it; where agreements may overlap, the members learn whether one could not,
//!             and then all begin again
//! ```
//!
//! A process may take part in several agreements at once: its threads make communicators, or
//! communicators are made by collectives that were begun. The agreements may come in different orders in
//! different processes, so two of them may have the same greatest proposal. The first claim of it in a
//! process wins, and the other one is refused.
//!
//! The second round is left out where no agreement of any member overlaps another one. A proposal
//! therefore carries a mark ([`MARK`]) if the agreement may overlap, and the members learn whether one of
//! the proposals has it. Of two agreements that overlap in a process both are marked there: one that was
//! begun always is, and one that its caller waits for is, if another one is open when it begins.
//!
//! Two agreements may refuse each other the same context, each in another process. After a refusal a
//! member therefore skips contexts. How many depends on the agreement and on the attempt.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Class, Failure, Result};

/// Contexts of messages are below this. Those above are other programming models'.
const CONTEXTS_MAX: u32 = 0x8000_0000;

/// Marks a proposal of an agreement that may overlap another one.
const MARK: u32 = CONTEXTS_MAX;

/// The number of contexts of a communicator: of its messages, of its collectives, and two of its partitioned messages.
const OF_COMM: u32 = 4;

/// After more refusals than this the range of skipped contexts grows no more.
const GROWING_MAX: u32 = 12;

/// The contexts of a process.
#[derive(Debug)]
pub(crate) struct Contexts {
    /// Whether threads may make communicators at the same time.
    is_threaded: AtomicBool,
    used: Mutex<Used>,
}

#[derive(Debug)]
struct Used {
    /// Greater than each context that was claimed.
    next: u32,
    /// Agreements that have not ended.
    open: usize,
    /// The contexts that were claimed since there was no open agreement.
    claimed: BTreeSet<u32>,
}

impl Contexts {
    /// The contexts from `first` on are free.
    pub(crate) fn new(first: u32, is_threaded: bool) -> Arc<Contexts> {
        Arc::new(Contexts {
            is_threaded: AtomicBool::new(is_threaded),
            used: Mutex::new(Used {
                next: first,
                open: 0,
                claimed: BTreeSet::new(),
            }),
        })
    }

    /// Threads may make communicators at the same time from now on.
    pub(crate) fn set_threaded(&self) {
        self.is_threaded.store(true, Ordering::Relaxed);
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to agree on a context. `key` tells the agreement from others that may overlap it.
    /// `goes_on` says whether the program goes on before the agreement has ended.
    pub(crate) fn begin_agreement(self: &Arc<Self>, key: u64, goes_on: bool) -> Agreement {
        let mut used = self.used();
        used.open += 1;
        Agreement {
            contexts: Arc::clone(self),
            key,
            refusals: 0,
            mark: if self.is_threaded.load(Ordering::Relaxed) || goes_on || used.open > 1 {
                MARK
            } else {
                0
            },
            context: 0,
            is_claimed: false,
        }
    }
}

/// An agreement on a context, as this process sees it.
#[derive(Debug)]
pub(crate) struct Agreement {
    contexts: Arc<Contexts>,
    key: u64,
    refusals: u32,
    mark: u32,
    context: u32,
    is_claimed: bool,
}

impl Agreement {
    /// What this process proposes. The members learn the greatest of their proposals ([`joined`]).
    pub(crate) fn propose(&self) -> u32 {
        let mut used = self.contexts.used();
        let own = used.next.saturating_add(OF_COMM * self.skipped());
        // What is skipped counts for this agreement alone: else two that refuse each other would skip the same in sum.
        used.next = used.next.saturating_add(OF_COMM);
        own.min(CONTEXTS_MAX - 1) | self.mark
    }

    /// The number of communicators whose contexts are skipped.
    fn skipped(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        (self.key, self.refusals).hash(&mut hasher);
        let range = 1 << self.refusals.min(GROWING_MAX);
        (hasher.finish() % range) as u32
    }

    /// Claims the greatest proposal. Returns what the members have to learn the greatest of: 0 if the
    /// claim succeeded. `None` if it succeeded everywhere, since no agreement overlaps.
    pub(crate) fn claim(&mut self, agreed: u32) -> Option<u32> {
        self.context = agreed & !MARK;
        let mut used = self.contexts.used();
        used.next = used.next.max(self.context.saturating_add(OF_COMM));
        self.is_claimed = used.claimed.insert(self.context);
        (agreed & MARK != 0).then_some(u32::from(!self.is_claimed))
    }

    /// The context, unless a member has refused it.
    pub(crate) fn decide(&mut self, is_refused: bool) -> Result<Option<u32>> {
        if is_refused {
            self.refusals += 1;
            if self.is_claimed {
                self.contexts.used().claimed.remove(&self.context);
            }
            return Ok(None);
        }
        if self.context < CONTEXTS_MAX - OF_COMM {
            return Ok(Some(self.context));
        }
        let what = "all numbers of communicators have been used";
        Err(Failure::new(Class::Other, what))
    }
}

impl Drop for Agreement {
    fn drop(&mut self) {
        let mut used = self.contexts.used();
        used.open -= 1;
        if used.open == 0 {
            used.claimed.clear();
        }
    }
}

/// The greater of two proposals, with the mark that one of them has.
pub(crate) fn joined(one: u32, other: u32) -> u32 {
    (one & !MARK).max(other & !MARK) | (one | other) & MARK
}

#[cfg(test)]
mod tests;
