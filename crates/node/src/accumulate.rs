//! Accumulates: additions to numbers in memory that other processes add to as well.
//!
//! The memory of an arena is divided into *stripes*. Whoever adds to numbers holds the lock of the
//! stripe, initiators on the node as well as adapters that execute requests of other nodes. A number
//! belongs to the stripe of its first byte. Neighbouring stripes have different locks.
//!
//! ```text
//!   arena   │ header │ locks: 512 │ … │ 16 KiB │ 16 KiB │ 16 KiB │ …
//!                        └── lock i ──────┘ of stripe i, i + 512, …
//! ```
//!
//! A lock is held for one stripe's additions and for no call. If its holder is killed, the job ends,
//! and nobody waits for the lock any more. Private memory has locks of this process.
//!
//! *Invariants: nobody holds two locks; while a lock is held, nothing waits.*

#![allow(unsafe_code)]

use std::hint;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use farreach_verbs::{MemoryError, Number, Scale};

use crate::layout::HEADER_BYTES;
use crate::memory::{Memory, View};
use crate::order;

/// Bytes of a stripe.
const STRIPE: usize = 16 << 10;
/// The number of locks.
const LOCKS: usize = 512;
/// Bytes of a lock: a cache line.
const LOCK: usize = 64;
/// The offset of the locks in an arena. Behind the header nothing else is on its page.
const LOCKS_AT: usize = HEADER_BYTES;
const _: () = assert!(LOCKS_AT + LOCKS * LOCK <= crate::layout::PAGE as usize);
/// How often a waiter looks before it lets others run.
const LOOKS: u32 = 200;

/// The locks of memory that is not in an arena.
static PRIVATE: [AtomicU32; LOCKS] = [const { AtomicU32::new(0) }; LOCKS];

/// The locks of some memory.
#[derive(Clone, Copy, Debug)]
pub struct Stripes<'a> {
    /// All of the arena. `None`: private memory.
    arena: Option<View<'a>>,
}

/// A lock that is held.
struct Held<'a>(&'a AtomicU32);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Release);
    }
}

impl<'a> Stripes<'a> {
    /// The locks of private memory.
    pub(crate) const PRIVATE: Stripes<'static> = Stripes { arena: None };

    /// The locks of an arena, whose bytes are all of `arena`.
    pub(crate) fn of(arena: View<'a>) -> Stripes<'a> {
        Stripes { arena: Some(arena) }
    }

    /// Adds `scale` times each number of `from` to the one at `offset` of `into`, which is memory of
    /// the arena. Bytes behind the last whole number are ignored.
    pub fn accumulate(
        self,
        into: View<'_>,
        offset: usize,
        scale: Scale,
        from: View<'_>,
    ) -> Result<(), MemoryError> {
        let number = scale.number().bytes();
        let len = from.len() / number * number;
        let (target, source) = (into.at(offset, len)?, from.at(0, len)?);
        let base = self
            .arena
            .map_or(0, |arena| arena.as_non_null().addr().get());
        let mut at = 0;
        while at < len {
            let place = target.addr() - base + at;
            // Up to the first number that begins in the next stripe.
            let left = STRIPE - place % STRIPE;
            let part = left.next_multiple_of(number).min(len - at);
            let _held = self.lock(place / STRIPE)?;
            // SAFETY: `part` bytes at `at` of both ranges, which were checked.
            unsafe { add(target.add(at), source.add(at), part / number, scale) };
            at += part;
        }
        // What a later put or flag tells comes behind.
        order::between_puts();
        Ok(())
    }

    /// Waits for the lock of a stripe. Its holder is adding numbers, or waits for its core.
    fn lock(self, stripe: usize) -> Result<Held<'a>, MemoryError> {
        let index = stripe % LOCKS;
        let lock = match self.arena {
            Some(arena) => arena.atomic_u32(LOCKS_AT + index * LOCK)?,
            None => &PRIVATE[index],
        };
        let take = || {
            lock.compare_exchange_weak(0, 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        };
        let mut looks = 0;
        while !take() {
            looks += 1;
            if looks % LOOKS == 0 {
                thread::yield_now();
            } else {
                hint::spin_loop();
            }
        }
        Ok(Held(lock))
    }
}

/// Adds `numbers` to those at `offset` of `memory`.
pub(crate) fn add_to(
    memory: &Memory,
    offset: usize,
    number: Number,
    numbers: &[u8],
) -> Result<(), MemoryError> {
    // SAFETY: the slice is borrowed until this returns, and only read.
    let from = unsafe { View::from_raw_parts(NonNull::from(numbers).cast(), numbers.len()) };
    memory
        .stripes()
        .accumulate(memory.view(), offset, Scale::one(number), from)
}

/// A type of numbers.
trait Addend: Copy {
    fn plus(self, other: Self) -> Self;
    fn times(self, by: Self) -> Self;
}

macro_rules! integers {
    ($($number:ty)+) => { $(
        impl Addend for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn times(self, by: Self) -> Self {
                self.wrapping_mul(by)
            }
        }
    )+ };
}

macro_rules! floats {
    ($($number:ty)+) => { $(
        impl Addend for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn times(self, by: Self) -> Self {
                self * by
            }
        }

        impl Addend for [$number; 2] {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                [self[0] + other[0], self[1] + other[1]]
            }
            #[inline(always)]
            fn times(self, by: Self) -> Self {
                let ([a, b], [re, im]) = (self, by);
                [a * re - b * im, a * im + b * re]
            }
        }
    )+ };
}

integers!(i32 i64);
floats!(f32 f64);

/// Adds `count` numbers. The ranges may be the same, and need no alignment.
///
/// # Safety
/// `count` numbers of the scale's type must be valid at `to` for reads and writes, and at `from` for
/// reads. Puts of other processes may change them meanwhile, which only changes the sums.
unsafe fn add(to: *mut u8, from: *const u8, count: usize, scale: Scale) {
    let is_one = scale.is_one();
    // SAFETY: the caller's promise.
    unsafe {
        match scale {
            Scale::I32(by) => add_each(to.cast(), from.cast(), count, by, is_one),
            Scale::I64(by) => add_each(to.cast(), from.cast(), count, by, is_one),
            Scale::F32(by) => add_each(to.cast(), from.cast(), count, by, is_one),
            Scale::F64(by) => add_each(to.cast(), from.cast(), count, by, is_one),
            // The sum of complex numbers is the sums of their parts.
            Scale::C32(..) if is_one => {
                add_each::<f32>(to.cast(), from.cast(), 2 * count, 1.0, true);
            }
            Scale::C64(..) if is_one => {
                add_each::<f64>(to.cast(), from.cast(), 2 * count, 1.0, true);
            }
            Scale::C32(re, im) => add_each(to.cast(), from.cast(), count, [re, im], false),
            Scale::C64(re, im) => add_each(to.cast(), from.cast(), count, [re, im], false),
        }
    }
}

/// # Safety
/// As for [`add`].
unsafe fn add_each<T: Addend>(to: *mut T, from: *const T, count: usize, by: T, is_one: bool) {
    #[cfg(target_arch = "x86_64")]
    if count >= 16 && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's promise, and the processor has what the function is compiled for.
        return unsafe { add_wide(to, from, count, by, is_one) };
    }
    // SAFETY: the caller's promise.
    unsafe { add_all(to, from, count, by, is_one) }
}

/// # Safety
/// As for [`add`], on a processor with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn add_wide<T: Addend>(to: *mut T, from: *const T, count: usize, by: T, is_one: bool) {
    // SAFETY: the caller's promise.
    unsafe { add_all(to, from, count, by, is_one) }
}

/// # Safety
/// As for [`add`].
#[inline(always)]
unsafe fn add_all<T: Addend>(to: *mut T, from: *const T, count: usize, by: T, is_one: bool) {
    let add = |at: usize, term: T| {
        // SAFETY: the caller's promise; `at` is less than `count`.
        unsafe {
            let place = to.add(at);
            place.write_unaligned(place.read_unaligned().plus(term));
        }
    };
    // SAFETY: the caller's promise.
    let term = |at: usize| unsafe { from.add(at).read_unaligned() };
    // Two loops, which the compiler makes wide.
    if is_one {
        for at in 0..count {
            add(at, term(at));
        }
    } else {
        for at in 0..count {
            add(at, term(at).times(by));
        }
    }
}

#[cfg(test)]
mod tests;
