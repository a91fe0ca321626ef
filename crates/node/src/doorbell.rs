//! Sleeping until another process of the node has done something, at no cost to those who find nobody asleep.
//!
//! ```text
//!   sleeper                                 putter
//!   prepare: set bit 0 of its doorbell      store the data
//!            membarrier: all processors     (compiler fence)
//!   look at the data; there? cancel         load the doorbell: bit 0 clear? done
//!   sleep:   futex wait on the doorbell     else add 1 (clears bit 0, counts on), futex wake
//! ```
//!
//! Either the putter's load comes after the sleeper's barrier and sees bit 0, or its store comes before and the sleeper
//! sees the data. The putter needs no fence instruction for this: the sleeper's membarrier puts one on whatever
//! processor the putter runs on. If some process may not use membarrier, sleeps last at most [`BOUNDED_SLEEP`] instead.
//!
//! Only the first putter after a `prepare` makes a system call, however long the sleeper takes to run again.

use std::time::Duration;

use crate::arena::Words;
use crate::shared::ProcessControl;
use crate::sync::{AtomicU32, Ordering};
use crate::{Arena, fence, futex};

/// The longest sleep if a wake could be missed.
pub const BOUNDED_SLEEP: Duration = Duration::from_millis(1);

const ASLEEP: u32 = 1;

/// A process's own doorbell: its threads sleep on it.
#[derive(Debug)]
pub struct Doorbell {
    words: Words<ProcessControl>,
    /// Threads of this process between `prepare` and the end of `sleep` or `cancel`.
    sleepers: AtomicU32,
}

/// A sleep that was prepared. End it with [`Doorbell::sleep`] or [`Doorbell::cancel`]; a forgotten one costs the next
/// putter a system call.
#[derive(Debug)]
#[must_use = "look at what you wait for, then `sleep` or `cancel`"]
pub struct Ticket {
    word: u32,
    is_bounded: bool,
}

impl Doorbell {
    /// The doorbell of the calling process, which is `local_index`. One per process: its threads share it.
    pub fn new(arena: &Arena, local_index: u32) -> Doorbell {
        Doorbell {
            words: arena.process_words(local_index),
            sleepers: AtomicU32::new(0),
        }
    }

    /// Announces a sleep. Whatever happens before this returns is visible to the caller's next look; whatever happens
    /// after makes [`Doorbell::sleep`] return. Costs a membarrier, 1 µs or so: spin first.
    pub fn prepare(&self) -> Ticket {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let word = self.word().fetch_or(ASLEEP, Ordering::SeqCst) | ASLEEP;
        let is_fenced = self.words.arena().has_expedited_fence() && fence::heavy().is_ok();
        Ticket {
            word,
            is_bounded: !is_fenced,
        }
    }

    /// Sleeps until somebody rings, at most for `timeout` (`None`: no limit). May return early: look again. Returns
    /// whether somebody rang.
    #[expect(clippy::needless_pass_by_value, reason = "a sleep ends once")]
    pub fn sleep(&self, ticket: Ticket, timeout: Option<Duration>) -> bool {
        let Ticket { word, is_bounded } = ticket;
        let timeout = if is_bounded {
            Some(timeout.map_or(BOUNDED_SLEEP, |timeout| timeout.min(BOUNDED_SLEEP)))
        } else {
            timeout
        };
        futex::wait(self.word(), word, timeout);
        !self.end(word)
    }

    /// Gives up the sleep: what was waited for is there.
    #[expect(clippy::needless_pass_by_value, reason = "a sleep ends once")]
    pub fn cancel(&self, ticket: Ticket) {
        let Ticket { word, .. } = ticket;
        self.end(word);
    }

    /// Returns whether the announcement was still there.
    fn end(&self, announced: u32) -> bool {
        // Take the announcement back, if nobody has answered it. Another thread of ours may sleep on the same one (it
        // was counted before it read the word, so either we see it counted or it saw the word that we leave): wake it,
        // to announce anew.
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
        taken_back
    }

    fn word(&self) -> &AtomicU32 {
        &self.words.doorbell.word
    }
}

/// Rings another process's doorbell; keep one per peer.
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

    /// Wakes the process if it sleeps: call it after storing what it may be waiting for.
    /// One relaxed load if it does not.
    #[inline]
    pub fn ring(&self) {
        self.words.wake_if_sleeping();
    }
}

impl ProcessControl {
    /// [`Bell::ring`] without a [`Bell`].
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
                // Another putter wakes it, or it withdrew and announced anew: then it will look again.
                Err(now) => word = now,
            }
        }
    }
}
