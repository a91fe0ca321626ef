//! Sleeping until a word that several processes share changes.
//!
//! ```text
//!   sleeper                              whoever ends the wait
//!   announce: sleepers + 1, read word    make what is awaited true
//!   look; true? drop the announcement    sleepers = 0? done
//!   sleep while word is as it was read   else change word, futex wake
//! ```

use std::time::Duration;

use crate::sync::{AtomicU32, Ordering};
use crate::{Doorbell, PreparedSleep, futex};

/// A word of the node's memory that changes, with a wake-up, when what processes wait for becomes
/// true. [`crate::Flag::alarm`], [`crate::NodeBarrier::release_alarm`] and
/// [`crate::NodeBarrier::arrivals_alarm`] give the alarms that exist.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'a> {
    word: &'a AtomicU32,
    sleepers: &'a AtomicU32,
}

impl<'a> Alarm<'a> {
    /// The process that makes the awaited condition true reads `sleepers` afterwards. If the count
    /// is not zero, the process changes `word` and wakes its sleepers.
    pub(crate) fn new(word: &'a AtomicU32, sleepers: &'a AtomicU32) -> Alarm<'a> {
        Alarm { word, sleepers }
    }

    /// Announces a sleep. Look at the condition afterwards: if it is still false, the process that
    /// makes it true will see the announcement and end the sleep.
    pub fn announce(self) -> Announced<'a> {
        // Either that process sees this sleeper counted, or the caller's look sees the condition.
        // All four accesses are sequentially consistent.
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let seen = self.word.load(Ordering::SeqCst);
        Announced { alarm: self, seen }
    }
}

/// An announced sleep on an [`Alarm`]. Dropping it ends the announcement.
#[derive(Debug)]
#[must_use = "look at what you wait for, then sleep"]
pub struct Announced<'a> {
    alarm: Alarm<'a>,
    seen: u32,
}

impl Announced<'_> {
    fn futex(&self) -> (&AtomicU32, u32) {
        (self.alarm.word, self.seen)
    }
}

impl Drop for Announced<'_> {
    fn drop(&mut self) {
        // A count that is one too high causes a needless wake-up at most.
        self.alarm.sleepers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sleeps until the doorbell rings or one of the alarms goes off, at most for `limit` (`None`: no
/// limit). Returns whether the doorbell rang. A sleep may end early, so look again.
pub fn sleep(
    bell: Option<(&Doorbell, PreparedSleep)>,
    alarms: &[Announced<'_>],
    mut limit: Option<Duration>,
) -> bool {
    if let Some((_, prepared)) = &bell {
        limit = prepared.bounded(limit);
    }
    match (&bell, alarms) {
        (None, [alarm]) => {
            let (word, seen) = alarm.futex();
            futex::wait(word, seen, limit);
        }
        (Some((doorbell, prepared)), []) => {
            let (word, seen) = doorbell.futex(prepared);
            futex::wait(word, seen, limit);
        }
        _ => {
            let bell = bell
                .iter()
                .map(|(doorbell, prepared)| doorbell.futex(prepared));
            let words: Vec<_> = bell.chain(alarms.iter().map(Announced::futex)).collect();
            futex::wait_any(&words, limit);
        }
    }
    bell.is_some_and(|(doorbell, prepared)| doorbell.end(prepared))
}
