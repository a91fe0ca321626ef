//! A lock between the threads of a process, for moments on hot paths.
//!
//! ```text
//!   lock:    word 0 → 1 by a compare-exchange     unlock: word = 0, a plain store with release
//!            by a load and a store, while the process has one thread
//!   taken?   spin, then yield, then sleep for PAUSE and look again
//! ```
//!
//! A mutex of the standard library executes a second atomic instruction to unlock, because somebody
//! may have to be woken. Such an instruction also waits for all stores before it. This lock wakes
//! nobody: a waiter looks again. So it suits data that is held for less than a microsecond, and
//! that threads rarely want at the same time.
//!
//! The C library says whether the process has one thread (`__libc_single_threaded` of glibc 2.32). A second one comes
//! into being by a call of the first, which no lock's load and store enclose. Threads that this C library has not made do not
//! count: nobody may call the library from them.
//!
//! *Invariant: a panic unlocks. Whoever protects something that a panic may leave half done has to
//! note that in the data.*

#![allow(unsafe_code)]
#![expect(clippy::inline_always, reason = "a lock is taken in a few nanoseconds")]

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};
use std::time::Duration;

/// Looks of a waiter before it yields, and yields before it sleeps.
const SPINS: u32 = 64;
const YIELDS: u32 = 64;
/// A sleep between two looks.
const PAUSE: Duration = Duration::from_micros(50);

/// What [`HAS_ONE_THREAD`] points to where the C library does not say.
static MAY_HAVE_MORE: AtomicU8 = AtomicU8::new(0);
/// A byte that is not 0 if the process certainly has one thread only. It changes when threads begin and end.
static HAS_ONE_THREAD: AtomicPtr<u8> = AtomicPtr::new(MAY_HAVE_MORE.as_ptr());

/// Asks the C library where it says whether the process has one thread only.
pub(crate) fn learn_of_threads() {
    if cfg!(miri) {
        return;
    }
    // SAFETY: a name that ends with a zero byte, looked for in what is loaded.
    let byte = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
    if !byte.is_null() {
        HAS_ONE_THREAD.store(byte.cast(), Ordering::Relaxed);
    }
}

#[inline(always)]
fn has_one_thread() -> bool {
    let byte = HAS_ONE_THREAD.load(Ordering::Relaxed);
    // SAFETY: a static, or a variable of the C library, which is never unloaded.
    unsafe { AtomicU8::from_ptr(byte) }.load(Ordering::Relaxed) != 0
}

/// A value that one thread at a time may use.
#[derive(Default)]
pub struct Lock<T> {
    is_locked: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is accessed by the thread that holds the lock, as in a `Mutex`.
unsafe impl<T: Send> Send for Lock<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Lock<T> {}

/// The right to use a value, until it is dropped.
#[must_use = "the lock is held while this lives"]
pub struct Locked<'a, T> {
    lock: &'a Lock<T>,
    /// As a guard of a mutex, it stays in its thread.
    stays: PhantomData<MutexGuard<'a, T>>,
}

impl<T> Lock<T> {
    /// A lock that nobody holds.
    pub const fn new(value: T) -> Lock<T> {
        Lock {
            is_locked: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    /// Waits until no other thread uses the value.
    #[inline]
    pub fn lock(&self) -> Locked<'_, T> {
        if let Some(locked) = self.try_lock() {
            return locked;
        }
        self.lock_contended()
    }

    /// The value, unless a thread uses it.
    #[inline]
    pub fn try_lock(&self) -> Option<Locked<'_, T>> {
        let locked = if has_one_thread() {
            // Nobody can come between the two.
            let is_free = !self.is_locked.load(Ordering::Relaxed);
            if is_free {
                self.is_locked.store(true, Ordering::Relaxed);
            }
            is_free
        } else {
            let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
            self.is_locked
                .compare_exchange(false, true, taken, failed)
                .is_ok()
        };
        // Made only if the lock was taken: its drop unlocks.
        locked.then(|| Locked {
            lock: self,
            stays: PhantomData,
        })
    }

    #[cold]
    fn lock_contended(&self) -> Locked<'_, T> {
        let mut looks = 0;
        loop {
            if !self.is_locked.load(Ordering::Relaxed)
                && let Some(locked) = self.try_lock()
            {
                return locked;
            }
            looks += 1;
            if looks < SPINS {
                std::hint::spin_loop();
            } else if looks < SPINS + YIELDS {
                std::thread::yield_now();
            } else {
                std::thread::sleep(PAUSE);
            }
        }
    }
}

impl<T> Locked<'_, T> {
    /// Runs `f` without the lock. If it panics, the lock is taken again before the panic goes on.
    pub fn unlocked<R>(&mut self, f: impl FnOnce() -> R) -> R {
        struct Relocks<'l, T>(&'l Lock<T>);

        impl<T> Drop for Relocks<'_, T> {
            fn drop(&mut self) {
                // The guard that is here again unlocks.
                std::mem::forget(self.0.lock());
            }
        }

        let relocks = Relocks(self.lock);
        // The exclusive borrow of the guard keeps the value from being used meanwhile.
        self.lock.is_locked.store(false, Ordering::Release);
        let result = f();
        drop(relocks);
        result
    }
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this thread holds the lock.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for Locked<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this thread holds the lock, and the borrow is exclusive.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Locked<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.is_locked.store(false, Ordering::Release);
    }
}

impl<T: fmt::Debug> fmt::Debug for Locked<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: fmt::Debug> fmt::Debug for Lock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_lock() {
            Some(locked) => f.debug_tuple("Lock").field(&*locked).finish(),
            None => f.write_str("Lock(taken)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_turns() {
        const THREADS: usize = 4;
        const TURNS: usize = 20_000;
        let lock = Lock::new((0, 0));
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for _ in 0..TURNS {
                        let mut both = lock.lock();
                        assert_eq!(both.0, both.1);
                        both.0 += 1;
                        both.1 += 1;
                    }
                });
            }
        });
        assert_eq!(lock.lock().0, THREADS * TURNS);
    }

    #[test]
    fn a_taken_lock_is_not_taken_again() {
        let lock = Lock::new(1);
        let locked = lock.lock();
        for _ in 0..2 {
            assert!(lock.try_lock().is_none());
        }
        drop(locked);
        assert!(lock.try_lock().is_some());
    }

    #[test]
    fn it_can_be_left_for_a_while() {
        let lock = Lock::new(1);
        let mut locked = lock.lock();
        locked.unlocked(|| *lock.lock() += 1);
        assert_eq!(*locked, 2);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            locked.unlocked(|| panic!("on purpose"));
        }));
        assert!(panicked.is_err() && lock.try_lock().is_none());
        drop(locked);
        assert!(lock.try_lock().is_some());
    }

    #[test]
    fn a_panic_unlocks() {
        let lock = Lock::new(1);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _locked = lock.lock();
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        assert_eq!(*lock.lock(), 1);
    }
}
