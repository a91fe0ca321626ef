//! `node`'s module `futex`. A thread that is not woken sleeps for ever, which loom reports as a
//! deadlock.

use std::panic::Location;
use std::time::Duration;

use crate::explore::{self, Mode};
use crate::sync::{AtomicU32, Ordering};

pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    assert_eq!(timeout, None, "time does not pass in a model");
    assert_ne!(explore::mode(), Mode::NoSleep, "nobody sleeps");
    word.sleep_while(expected);
}

pub(crate) fn wait_any(_: &[(&AtomicU32, u32)], _: Option<Duration>) {
    unreachable!("scenarios sleep on one word at a time");
}

#[track_caller]
pub(crate) fn wake_all(word: &AtomicU32) {
    let is_forgotten = explore::order_at(Location::caller(), Ordering::SeqCst) == Ordering::Relaxed;
    if !is_forgotten && explore::mode() != Mode::NoSleep {
        word.wake_all();
    }
}
