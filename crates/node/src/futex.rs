//! Sleeping on words that several processes share, by the kernel's futex.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use rustix::io::Errno;
use rustix::thread::futex::{
    Flags, Timespec, Wait, WaitFlags, WaitPtr, WaitvFlags, wait as futex_wait, waitv, wake,
};
use rustix::time::{ClockId, clock_gettime};

use crate::BOUNDED_SLEEP;

/// The most words that the kernel lets a thread sleep on at once.
const WORDS_MAX: usize = 128;

/// Whether the kernel lets a thread sleep on several words at once, as far as it is known.
pub(crate) static HAS_WAITV: AtomicBool = AtomicBool::new(true);

/// Sleeps until woken. Returns at once if `word` is not `expected`. May also return without a
/// reason: look again.
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let timeout = timeout.map(of_duration);
    // Interrupted, timed out, changed or woken: the caller looks again in each case.
    let _ = futex_wait(word, Flags::empty(), expected, timeout.as_ref());
}

/// Sleeps until woken on any of the words. Returns at once if one of them is not as expected. May
/// also return without a reason: look again.
///
/// Kernels before 5.16, and some sandboxes, have no call for several words. The sleep is then on
/// the first word, and short. So is a sleep on more words than the kernel takes.
pub(crate) fn wait_any(words: &[(&AtomicU32, u32)], timeout: Option<Duration>) {
    let is_whole = words.len() <= WORDS_MAX;
    let timeout = if is_whole && HAS_WAITV.load(Ordering::Relaxed) {
        timeout
    } else {
        Some(timeout.map_or(BOUNDED_SLEEP, |timeout| timeout.min(BOUNDED_SLEEP)))
    };
    if HAS_WAITV.load(Ordering::Relaxed) {
        let waits: Vec<Wait> = words.iter().take(WORDS_MAX).map(of_word).collect();
        let end = timeout.map(|timeout| clock_gettime(ClockId::Monotonic) + of_duration(timeout));
        let waited = waitv(
            &waits,
            WaitvFlags::empty(),
            end.as_ref(),
            ClockId::Monotonic,
        );
        // `EPERM` is what sandboxes answer.
        if let Err(Errno::NOSYS | Errno::PERM) = waited {
            HAS_WAITV.store(false, Ordering::Relaxed);
        }
    } else if let Some((word, expected)) = words.first() {
        wait(word, *expected, timeout);
    }
}

fn of_word(&(word, expected): &(&AtomicU32, u32)) -> Wait {
    let mut wait = Wait::new();
    wait.val = u64::from(expected);
    wait.uaddr = WaitPtr::new(word.as_ptr().cast());
    wait.flags = WaitFlags::SIZE_U32;
    wait
}

fn of_duration(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}

/// Wakes all sleepers on `word`.
pub(crate) fn wake_all(word: &AtomicU32) {
    // The call fails only for a misaligned or unmapped word, which a reference excludes.
    let _ = wake(word, Flags::empty(), i32::MAX as u32);
}
