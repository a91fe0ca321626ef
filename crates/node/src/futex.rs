//! Sleeping on a word that several processes share.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::thread::futex::{Flags, Timespec, wait as futex_wait, wake};

use crate::{Patience, Polled, Waited};

/// Sleeps until woken, at once back if `word` is not `expected`. May also return for no reason: look and sleep again.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // Interrupted, timed out, word changed or woken: the caller looks in any case.
    let _ = futex_wait(word, Flags::empty(), expected, timeout.as_ref());
}

/// Wakes all who sleep on `word`.
pub(crate) fn wake_all(word: &AtomicU32) {
    // Fails only for a misaligned or unmapped word, which a reference excludes.
    let _ = wake(word, Flags::empty(), i32::MAX as u32);
}

/// Waits until `is_done`: patiently at first, then asleep on `word`, counted among its `sleepers`.
///
/// Whoever makes it done looks at the sleepers afterwards, and if there are any changes the word and wakes them: either
/// it sees us, or we see what it did. Both sides' accesses are sequentially consistent.
pub(crate) fn wait_until(
    word: &AtomicU32,
    sleepers: &AtomicU32,
    is_done: impl Fn() -> bool,
    mut patience: Patience,
    mut poll: impl FnMut() -> Polled,
) -> Waited {
    loop {
        if is_done() {
            return Waited::Done;
        }
        let sleep_at_most = match poll() {
            Polled::Progress => continue,
            Polled::Stop => return Waited::Stopped,
            Polled::Idle { sleep_at_most } => sleep_at_most,
        };
        if patience.pause() {
            continue;
        }
        sleepers.fetch_add(1, Ordering::SeqCst);
        let seen = word.load(Ordering::SeqCst);
        if !is_done() {
            let limit = (sleep_at_most != Duration::MAX).then_some(sleep_at_most);
            wait(word, seen, limit);
        }
        sleepers.fetch_sub(1, Ordering::SeqCst);
    }
}
