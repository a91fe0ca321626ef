//! `node`'s module `sync` over loom's atomics, with the place of each call.

use std::panic::Location;

pub(crate) use std::sync::atomic::Ordering;

use loom::sync::{Condvar, Mutex, atomic};

use crate::explore::{self, Mode};

/// An atomic 32-bit word, and the threads that sleep on it.
#[derive(Debug)]
pub(crate) struct AtomicU32 {
    word: atomic::AtomicU32,
    bucket: Mutex<()>,
    woken: Condvar,
}

/// An atomic word of 64 bits.
#[derive(Debug)]
pub(crate) struct AtomicU64 {
    word: atomic::AtomicU64,
}

/// A fence, unless it is removed in this exploration.
#[track_caller]
pub(crate) fn fence(order: Ordering) {
    let order = explore::order_at(Location::caller(), order);
    if order != Ordering::Relaxed {
        atomic::fence(order);
    }
}

impl AtomicU32 {
    pub(crate) fn new(word: u32) -> AtomicU32 {
        AtomicU32 {
            word: atomic::AtomicU32::new(word),
            bucket: Mutex::new(()),
            woken: Condvar::new(),
        }
    }

    /// The kernel's part of a futex wait: compares and falls asleep in one step.
    pub(crate) fn sleep_while(&self, expected: u32) {
        let guard = self.bucket.lock().expect("nobody panics in it");
        if self.word.load(Ordering::Acquire) == expected {
            drop(self.woken.wait(guard));
        }
    }

    /// The kernel's part of a futex wake.
    pub(crate) fn wake_all(&self) {
        drop(self.bucket.lock());
        self.woken.notify_all();
    }
}

impl AtomicU64 {
    pub(crate) fn new(word: u64) -> AtomicU64 {
        AtomicU64 {
            word: atomic::AtomicU64::new(word),
        }
    }
}

macro_rules! accesses {
    ($atomic:ty, $word:ty: $($change:ident),*) => {
        #[allow(dead_code, reason = "the algorithms need some in one width only")]
        impl $atomic {
            #[track_caller]
            pub(crate) fn load(&self, order: Ordering) -> $word {
                access(Location::caller(), order, Kind::Load, |order| self.word.load(order))
            }

            #[track_caller]
            pub(crate) fn store(&self, value: $word, order: Ordering) {
                let store = |order| self.word.store(value, order);
                access(Location::caller(), order, Kind::Store, store);
            }

            $(
                #[track_caller]
                pub(crate) fn $change(&self, operand: $word, order: Ordering) -> $word {
                    if std::thread::panicking() {
                        // A destructor, behind the end of the execution.
                        return 0;
                    }
                    let change = |order| self.word.$change(operand, order);
                    access(Location::caller(), order, Kind::Change, change)
                }
            )*

            /// Fails only if the value differs. A weak exchange of a processor may fail without
            /// reason, but its caller repeats it.
            #[track_caller]
            pub(crate) fn compare_exchange(
                &self,
                expected: $word,
                value: $word,
                order: Ordering,
                failure: Ordering,
            ) -> Result<$word, $word> {
                let exchange = |order| self.word.compare_exchange(expected, value, order, failure);
                access(Location::caller(), order, Kind::Change, exchange)
            }

            #[track_caller]
            pub(crate) fn compare_exchange_weak(
                &self,
                expected: $word,
                value: $word,
                order: Ordering,
                failure: Ordering,
            ) -> Result<$word, $word> {
                let exchange = |order| self.word.compare_exchange(expected, value, order, failure);
                access(Location::caller(), order, Kind::Change, exchange)
            }
        }
    };
}

accesses!(AtomicU32, u32: swap, fetch_add, fetch_sub, fetch_or);
accesses!(AtomicU64, u64: swap, fetch_add, fetch_sub, fetch_or);

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    /// A read-modify-write.
    Change,
}

/// Performs an access with the ordering that the exploration leaves of `order`.
fn access<R>(
    at: &'static Location<'static>,
    order: Ordering,
    kind: Kind,
    access: impl FnOnce(Ordering) -> R,
) -> R {
    let order = explore::order_at(at, order);
    if order != Ordering::SeqCst {
        return access(order);
    }
    let mode = explore::mode();
    if mode == Mode::FenceBefore && kind != Kind::Store {
        atomic::fence(Ordering::SeqCst);
    }
    let result = access(match kind {
        Kind::Load => Ordering::Acquire,
        Kind::Store => Ordering::Release,
        Kind::Change => Ordering::AcqRel,
    });
    if mode == Mode::FenceAfter && kind != Kind::Load {
        atomic::fence(Ordering::SeqCst);
    }
    result
}
