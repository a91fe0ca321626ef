//! Flags and their waiters.

use std::sync::Arc;

use loom::thread;

use super::Scenario;
use crate::Suite;
use crate::flag::Flag;
use crate::shared::data;
use crate::sync::{AtomicU64, Ordering};
use crate::{Memory, explore};

/// A waiter is woken, and sees what was written before the flag was set.
pub(crate) const FLAG: Suite = Suite {
    files: &["flag.rs", "waiting.rs"],
    scenarios: &[
        Scenario {
            name: "raised for one who waits",
            preemptions: 3,
            run: || raised(1, 1),
        },
        Scenario {
            name: "raised twice",
            preemptions: 3,
            run: || raised(2, 1),
        },
        Scenario {
            name: "raised for two who wait",
            preemptions: 2,
            run: || raised(1, 2),
        },
        Scenario {
            name: "raised for one who looks",
            preemptions: 3,
            run: looked_at,
        },
    ],
};

struct Words {
    memory: Memory,
    data: AtomicU64,
}

impl Words {
    fn new() -> Arc<Words> {
        let memory = Memory::zeroed(Flag::BYTES, &[1]);
        Arc::new(Words {
            memory,
            data: data(),
        })
    }

    fn flag(&self) -> Flag<'_> {
        Flag::at(self.memory.view(), 0)
    }

    fn raise(&self, to: u64) {
        for value in 1..=to {
            self.data.store(value, Ordering::Relaxed);
            self.flag().set(value);
        }
    }

    fn wait(&self, value: u64) {
        let is_done = || self.flag().get() >= value;
        if !explore::wait(self.flag().alarm(), is_done) {
            return;
        }
        assert!(
            self.data.load(Ordering::Relaxed) >= value,
            "the flag overtook the data"
        );
    }
}

fn raised(to: u64, waiters: usize) {
    let words = Words::new();
    for _ in 1..waiters {
        let words = Arc::clone(&words);
        thread::spawn(move || words.wait(to));
    }
    let theirs = Arc::clone(&words);
    thread::spawn(move || theirs.raise(to));
    words.wait(to);
}

fn looked_at() {
    let words = Words::new();
    let theirs = Arc::clone(&words);
    thread::spawn(move || theirs.raise(1));
    if words.flag().get() == 1 {
        assert_eq!(
            words.data.load(Ordering::Relaxed),
            1,
            "the flag overtook the data"
        );
    }
}
