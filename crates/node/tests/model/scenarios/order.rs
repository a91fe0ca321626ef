//! Puts, flags and gets.

use std::sync::Arc;

use loom::thread;

use super::Scenario;
use crate::Suite;
use crate::order;
use crate::shared::data;
use crate::sync::{AtomicU64, Ordering};

/// A process that sees the flag sees the data.
pub(crate) const ORDER: Suite = Suite {
    files: &["order.rs"],
    scenarios: &[
        Scenario {
            name: "put, fence, put; get, get",
            preemptions: 3,
            run: || passes(fenced, got),
        },
        Scenario {
            name: "put, fence, put; wait",
            preemptions: 3,
            run: || passes(fenced, heeded),
        },
        Scenario {
            name: "put, signal; get, get",
            preemptions: 3,
            run: || passes(announced, got),
        },
        Scenario {
            name: "put, signal; wait",
            preemptions: 3,
            run: || passes(announced, heeded),
        },
        Scenario {
            name: "put, add to a signal; wait",
            preemptions: 3,
            run: || passes(added, heeded),
        },
        Scenario {
            name: "two add to a signal",
            preemptions: 3,
            run: two_add,
        },
        Scenario {
            name: "both put, quiet, get",
            preemptions: 3,
            run: both_look,
        },
    ],
};

fn put(word: &AtomicU64) {
    word.store(1, Ordering::Relaxed);
}

fn get(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

fn fenced(data: &AtomicU64, flag: &AtomicU64) {
    put(data);
    order::between_puts();
    put(flag);
}

fn announced(data: &AtomicU64, flag: &AtomicU64) {
    put(data);
    order::announce(flag, 1);
}

fn added(data: &AtomicU64, flag: &AtomicU64) {
    put(data);
    order::announce_more(flag, 1);
}

fn got(flag: &AtomicU64) -> u64 {
    let got = get(flag);
    order::after_get();
    got
}

fn heeded(flag: &AtomicU64) -> u64 {
    order::heed(flag)
}

fn passes(write: fn(&AtomicU64, &AtomicU64), read: fn(&AtomicU64) -> u64) {
    let words = Arc::new([data(), data()]);
    let theirs = Arc::clone(&words);
    thread::spawn(move || write(&theirs[0], &theirs[1]));
    if read(&words[1]) == 1 {
        assert_eq!(get(&words[0]), 1, "the flag overtook the data");
    }
}

fn two_add() {
    let words = Arc::new([data(), data(), data()]);
    for at in 0..2 {
        let theirs = Arc::clone(&words);
        thread::spawn(move || added(&theirs[at], &theirs[2]));
    }
    if order::heed(&words[2]) == 2 {
        assert_eq!(
            [0, 1].map(|at| get(&words[at])),
            [1, 1],
            "the sum overtook data"
        );
    }
}

fn both_look() {
    let words = Arc::new([data(), data()]);
    let theirs = Arc::clone(&words);
    let look = |words: &[AtomicU64; 2], own: usize| {
        put(&words[own]);
        order::everything();
        get(&words[1 - own])
    };
    let other = thread::spawn(move || look(&theirs, 1));
    let seen = look(&words, 0) + other.join().expect("it ends");
    assert!(seen > 0, "neither saw the other's");
}
