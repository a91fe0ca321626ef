//! Sleeping on a word that several processes share, by the kernel's futex.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

use rustix::thread::futex::{Flags, Timespec, wait as futex_wait, wake};

/// Sleeps until woken. Returns at once if `word` is not `expected`. May also return without a
/// reason: look again.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // Interrupted, timed out, changed or woken: the caller looks again in each case.
    let _ = futex_wait(word, Flags::empty(), expected, timeout.as_ref());
}

/// Wakes all sleepers on `word`.
pub(crate) fn wake_all(word: &AtomicU32) {
    // The call fails only for a misaligned or unmapped word, which a reference excludes.
    let _ = wake(word, Flags::empty(), i32::MAX as u32);
}
