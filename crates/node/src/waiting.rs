//! Waiting for a word that several processes share.

use std::time::Duration;

use crate::sync::{AtomicU32, Ordering};
use crate::{Patience, Polled, Waited, futex};

/// Waits until `is_done`: first with patience, then asleep on `word`, counted in `sleepers`.
///
/// The process that makes `is_done` true reads `sleepers` afterwards. If there are any, it changes
/// `word` and wakes them. Either that process sees this waiter counted, or this waiter sees
/// `is_done`. Both sides' accesses are sequentially consistent.
pub(crate) fn until(
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
            futex::wait(word, seen, limit);
        }
        // A count that is one too high causes a needless wake-up at most.
        sleepers.fetch_sub(1, Ordering::Relaxed);
    }
}
