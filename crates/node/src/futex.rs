//! Sleeping on a word that several processes share.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

use rustix::thread::futex::{Flags, Timespec, wait as futex_wait, wake};

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
