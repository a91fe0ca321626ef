//! Sleeping until another process of the node has done something. A putter that finds no sleeper
//! pays one load.
//!
//! ```text
//!   sleeper                                 putter
//!   prepare: set bit 0 of its doorbell      store the data
//!            membarrier: all processors     (compiler fence)
//!   look at the data; there? cancel         load the doorbell: bit 0 clear? done
//!   sleep:   futex wait on the doorbell     else add 1 (clears bit 0, counts on), futex wake
//! ```
//!
//! Either the putter's load follows the sleeper's barrier and sees bit 0, or the putter's store
//! precedes that barrier and the sleeper sees the data. The putter needs no fence instruction: the
//! sleeper's `membarrier` executes a barrier on the processor that runs the putter. If a process
//! may not use `membarrier`, sleeps last at most [`BOUNDED_SLEEP`].
//!
//! Only the first putter after a `prepare` makes a system call, however long the sleeper takes to
//! run again.

use std::time::Duration;

use crate::arena::Words;
use crate::shared::ProcessControl;
use crate::sync::{AtomicU32, Ordering};
use crate::{Arena, fence, futex};

/// The longest sleep where a wake-up could be missed.
pub const BOUNDED_SLEEP: Duration = Duration::from_millis(1);

const ASLEEP: u32 = 1;

/// A process's own doorbell, on which its threads sleep.
#[derive(Debug)]
pub struct Doorbell {
    words: Words<ProcessControl>,
    /// Threads of this process between `prepare` and the end of `sleep` or `cancel`.
    sleepers: AtomicU32,
}

/// A prepared sleep. End it with [`crate::sleep`] or [`Doorbell::cancel`]. A dropped `PreparedSleep`
/// costs the next putter a system call.
#[derive(Debug)]
#[must_use = "look at what you wait for, then sleep or `cancel`"]
pub struct PreparedSleep {
    word: u32,
    is_bounded: bool,
}

impl PreparedSleep {
    /// How long the sleep may last, if the sleeper wants to sleep for at most `limit`.
    pub(crate) fn bounded(&self, limit: Option<Duration>) -> Option<Duration> {
        if self.is_bounded {
            Some(limit.map_or(BOUNDED_SLEEP, |limit| limit.min(BOUNDED_SLEEP)))
        } else {
            limit
        }
    }
}

impl Doorbell {
    /// The doorbell of the calling process `local_index`. Create one per process and share it
    /// between threads.
    pub fn new(arena: &Arena, local_index: u32) -> Doorbell {
        Doorbell {
            words: arena.process_words(local_index),
            sleepers: AtomicU32::new(0),
        }
    }

    /// Announces a sleep. What happened before this call returns is visible to the caller's next
    /// look. What happens afterwards ends the sleep ([`crate::sleep`]). The call runs `membarrier`,
    /// which costs about 1 µs: spin first.
    pub fn prepare(&self) -> PreparedSleep {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let word = self.word().fetch_or(ASLEEP, Ordering::SeqCst) | ASLEEP;
        let is_fenced = self.words.arena().has_expedited_fence() && fence::heavy().is_ok();
        PreparedSleep {
            word,
            is_bounded: !is_fenced,
        }
    }

    /// Ends a prepared sleep without sleeping, because the awaited event has happened.
    pub fn cancel(&self, prepared: PreparedSleep) {
        self.end(prepared);
    }

    /// The word of a prepared sleep, and its value while the doorbell has not rung.
    pub(crate) fn futex(&self, prepared: &PreparedSleep) -> (&AtomicU32, u32) {
        (self.word(), prepared.word)
    }

    /// Ends a prepared sleep. Returns whether the doorbell rang since.
    #[expect(clippy::needless_pass_by_value, reason = "a sleep ends once")]
    pub(crate) fn end(&self, prepared: PreparedSleep) -> bool {
        let announced = prepared.word;
        // Remove the announcement if no putter has answered it. Another thread of this process may
        // sleep on the same announcement. That thread was counted before it read the word. So
        // either it is seen here as counted, or it read the word that is left here. Wake it, so
        // that it announces its sleep anew.
        let (order, relaxed) = (Ordering::SeqCst, Ordering::Relaxed);
        let withdrawn = announced.wrapping_add(1);
        let taken_back = self
            .word()
            .compare_exchange(announced, withdrawn, order, relaxed)
            .is_ok();
        let others = self.sleepers.fetch_sub(1, order) - 1;
        if taken_back && others != 0 {
            futex::wake_all(self.word());
        }
        !taken_back
    }

    /// Wakes this process's own threads that sleep on the doorbell.
    pub fn ring(&self) {
        self.words.wake_if_sleeping();
    }

    fn word(&self) -> &AtomicU32 {
        &self.words.doorbell.word
    }
}

/// Rings another process's doorbell. Keep one per peer.
#[derive(Clone, Debug)]
pub struct Bell {
    words: Words<ProcessControl>,
}

impl Bell {
    /// The bell of process `local_index`.
    pub fn new(arena: &Arena, local_index: u32) -> Bell {
        Bell {
            words: arena.process_words(local_index),
        }
    }

    /// Wakes the process if it sleeps. Call this after the store that the process may wait for.
    /// Costs one relaxed load if the process does not sleep.
    #[inline]
    pub fn ring(&self) {
        self.words.wake_if_sleeping();
    }
}

impl ProcessControl {
    /// Wakes the process if it sleeps, as [`Bell::ring`] does, without the need of a [`Bell`].
    #[inline]
    pub fn wake_if_sleeping(&self) {
        fence::light();
        let word = self.doorbell.word.load(Ordering::Relaxed);
        if word & ASLEEP != 0 {
            self.wake(word);
        }
    }

    #[cold]
    fn wake(&self, mut word: u32) {
        while word & ASLEEP != 0 {
            let awake = word.wrapping_add(1);
            let (order, relaxed) = (Ordering::SeqCst, Ordering::Relaxed);
            match self
                .doorbell
                .word
                .compare_exchange(word, awake, order, relaxed)
            {
                Ok(_) => return futex::wake_all(&self.doorbell.word),
                // Another putter wakes the sleeper, or the sleeper withdrew and announced anew: in
                // that case it looks again.
                Err(now) => word = now,
            }
        }
    }
}
