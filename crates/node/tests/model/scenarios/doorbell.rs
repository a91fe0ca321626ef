//! Sleepers, and putters that store what the sleepers wait for.

use std::sync::Arc;

use loom::thread;

use super::Scenario;
use crate::Suite;
use crate::doorbell::{Bell, Doorbell};
use crate::explore::{self, Mode};
use crate::shared::data;
use crate::sync::{AtomicU64, Ordering};
use crate::{Arena, sleep};

/// A sleeper is woken by the store that it waits for.
pub(crate) const DOORBELL: Suite = Suite {
    files: &["doorbell.rs"],
    scenarios: &[
        Scenario {
            name: "a put ends a sleep",
            preemptions: 3,
            run: || put_and_sleep(1, 1),
        },
        Scenario {
            name: "two processes put",
            preemptions: 2,
            run: || put_and_sleep(2, 1),
        },
        Scenario {
            name: "two threads sleep",
            preemptions: 2,
            run: || put_and_sleep(1, 2),
        },
    ],
};

/// `putters` threads store a word each, and `sleepers` threads sleep until all words are stored.
fn put_and_sleep(putters: usize, sleepers: usize) {
    let arena = Arena::new(1);
    let doorbell = Arc::new(Doorbell::new(&arena, 0));
    let words: Arc<Vec<AtomicU64>> = Arc::new((0..putters).map(|_| data()).collect());
    for at in 0..putters {
        let (words, bell) = (Arc::clone(&words), Bell::new(&arena, 0));
        thread::spawn(move || {
            words[at].store(1, Ordering::Relaxed);
            bell.ring();
        });
    }
    for _ in 1..sleepers {
        let (words, doorbell) = (Arc::clone(&words), Arc::clone(&doorbell));
        thread::spawn(move || wait(&doorbell, &words));
    }
    wait(&doorbell, &words);
}

fn wait(doorbell: &Doorbell, words: &[AtomicU64]) {
    let all_are_there = || words.iter().all(|word| word.load(Ordering::Relaxed) == 1);
    loop {
        let prepared = doorbell.prepare();
        if all_are_there() {
            return doorbell.cancel(prepared);
        }
        if explore::mode() == Mode::NoSleep {
            return doorbell.cancel(prepared);
        }
        sleep(Some((doorbell, prepared)), &[], None);
    }
}
