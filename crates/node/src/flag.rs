//! A number in shared memory that only grows, and that others wait for.
//!
//! ```text
//!   0 value u64 │ 8 bell u32 (futex word) │ 12 sleepers u32
//! ```
//!
//! One process sets it. Whoever sees a value also sees what was written before it was set.

use crate::sync::{AtomicU32, AtomicU64, Ordering};
use crate::{Patience, Polled, View, Waited, futex, waiting};

/// A number that one process raises and others wait for. Zeros are the number zero.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    value: &'a AtomicU64,
    bell: &'a AtomicU32,
    sleepers: &'a AtomicU32,
}

impl<'a> Flag<'a> {
    /// Bytes of its words.
    pub const BYTES: usize = 16;

    /// The flag whose words are at `offset` of `memory`.
    ///
    /// # Panics
    /// If they are not inside, or `offset` is not a multiple of 8.
    #[inline]
    pub fn at(memory: View<'a>, offset: usize) -> Flag<'a> {
        let words = memory.flag_words(offset);
        let (value, bell, sleepers) = words.expect("a flag inside the memory, aligned");
        Flag {
            value,
            bell,
            sleepers,
        }
    }

    /// The number now.
    #[inline]
    pub fn get(self) -> u64 {
        self.value.load(Ordering::Acquire)
    }

    /// Raises the number, and wakes all who sleep until it is.
    #[inline]
    pub fn set(self, value: u64) {
        // Before the look at the sleepers, who look at the number after they count themselves.
        self.value.store(value, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) != 0 {
            self.wake();
        }
    }

    #[cold]
    fn wake(self) {
        // Whoever sees the bell rung sees the number, and does not sleep.
        self.bell.fetch_add(1, Ordering::Release);
        futex::wake_all(self.bell);
    }

    /// Waits until the number is at least `value`.
    pub fn wait(self, value: u64, patience: Patience, poll: impl FnMut() -> Polled) -> Waited {
        let is_done = || self.value.load(Ordering::SeqCst) >= value;
        waiting::until(self.bell, self.sleepers, is_done, patience, poll)
    }
}
