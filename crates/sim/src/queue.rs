//! What is to come, by time. Of equal times the first one added is the first one taken.
//!
//! ```text
//!   add(at, what) ──▶ bucket of the highest bit in which `at` and `base` differ ──▶ .. ──▶ present ──▶ take(limit)
//! ```
//!
//! This is a radix heap (R. Ahuja and others, "Faster algorithms for the shortest path problem", 1990): nothing is added before the time of the
//! last entry taken, so that entries only ever move to lower buckets. Entries lie in rows, which are read and written in order. A binary heap
//! of a million entries would be read at random.
//!
//! Invariants:
//! - `base` is the time of the last entry taken, or the time zero, and no entry is earlier;
//! - the entries of a time are all in one bucket, in the order of adding.

use std::collections::VecDeque;
use std::mem;

use farreach_verbs::Time;

/// Entries of type `T` with their times.
pub(crate) struct Queue<T> {
    base: Time,
    /// Entries at `base`.
    present: VecDeque<T>,
    /// By the highest bit in which their times differ from `base`.
    later: [Bucket<T>; 64],
}

struct Bucket<T> {
    /// The least time of an entry.
    first: Time,
    entries: Vec<(Time, T)>,
}

impl<T> Default for Bucket<T> {
    fn default() -> Self {
        Bucket {
            first: Time(u64::MAX),
            entries: Vec::new(),
        }
    }
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Queue<T> {
        Queue {
            base: Time::ZERO,
            present: VecDeque::new(),
            later: std::array::from_fn(|_| Bucket::default()),
        }
    }

    /// Adds an entry, which is not earlier than the last one taken.
    pub(crate) fn add(&mut self, at: Time, what: T) {
        debug_assert!(at >= self.base, "an entry for a time that has passed");
        match (at.0 ^ self.base.0).checked_ilog2() {
            None => self.present.push_back(what),
            Some(bit) => {
                let bucket = &mut self.later[bit as usize];
                bucket.first = bucket.first.min(at);
                bucket.entries.push((at, what));
            }
        }
    }

    /// Takes the first entry, unless it is later than `limit`.
    pub(crate) fn take(&mut self, limit: Time) -> Option<(Time, T)> {
        if self.present.is_empty() {
            let mut buckets = self.later.iter_mut();
            let bucket = buckets.find(|bucket| !bucket.entries.is_empty())?;
            if bucket.first > limit {
                return None;
            }
            let Bucket { first, entries } = mem::take(bucket);
            self.base = first;
            for (at, what) in entries {
                self.add(at, what);
            }
        }
        if self.base > limit {
            return None;
        }
        let what = self.present.pop_front()?;
        Some((self.base, what))
    }
}

#[cfg(test)]
mod tests;
