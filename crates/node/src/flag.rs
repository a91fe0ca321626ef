//! A number in shared memory that only grows, and that processes can wait for.
//!
//! ```text
//!   0 value u64 │ 8 bell u32 (futex word) │ 12 sleepers u32
//! ```
//!
//! One process raises the number. A process that sees a value also sees what was written before the
//! value was set.

use crate::sync::{AtomicU32, AtomicU64, Ordering};
use crate::{Alarm, View, futex};

/// A number that one process raises and others wait for. Zeroed words are the number zero.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    value: &'a AtomicU64,
    bell: &'a AtomicU32,
    sleepers: &'a AtomicU32,
}

impl<'a> Flag<'a> {
    /// Bytes of a flag's words.
    pub const BYTES: usize = 16;

    /// The flag whose words are at `offset` of `memory`.
    ///
    /// # Panics
    /// If the words are not inside `memory`, or `offset` is not a multiple of 8.
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

    /// The current number.
    #[inline]
    pub fn get(self) -> u64 {
        // Sequentially consistent, for the look that follows `Alarm::announce`.
        self.value.load(Ordering::SeqCst)
    }

    /// Raises the number to `value`, and wakes all sleepers.
    #[inline]
    pub fn set(self, value: u64) {
        // The store precedes the look at `sleepers`. A waiter counts itself in `sleepers` before it
        // looks at the number.
        self.value.store(value, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) != 0 {
            self.wake();
        }
    }

    #[cold]
    fn wake(self) {
        // A waiter that sees the new bell sees the number, and does not sleep.
        self.bell.fetch_add(1, Ordering::Release);
        futex::wake_all(self.bell);
    }

    /// Goes off when the number changes.
    pub fn alarm(self) -> Alarm<'a> {
        Alarm::new(self.bell, self.sleepers)
    }
}
