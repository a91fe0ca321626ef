//! Accumulates: changes of numbers in memory that other processes change by accumulates as well.
//!
//! A segment is divided into *stripes*. Whoever changes numbers by an accumulate holds the lock of the stripe:
//! initiators on the node, adapters that execute requests of other nodes, and initiators on other
//! nodes that fetch numbers and put the sums. A number belongs to the stripe of its first byte.
//! Neighbouring stripes have different locks. An adapter holds the lock for an atomic that returns the
//! old word, too, so that initiators on other nodes can change a number by it, and get what it was.
//!
//! ```text
//!   segment │ internal area …│ locks: 512 │ symmetric heap │ globals │
//!           ├────────┬────────┬────────┬────────┬───
//!           │ 16 KiB │ 16 KiB │ 16 KiB │ 16 KiB │ …      lock i: of the stripes i, i + 512, …
//! ```
//!
//! The locks are in the segment, so that remote atomics reach them. A lock is a word of 64 bits, the
//! width of every device's atomics. The word is 0 if nobody holds the lock. If a holder is killed, the
//! job ends, and nobody waits for the lock any more. Private memory has locks of this process.
//!
//! *Invariants: whoever adds on the node holds one lock, and waits for nothing meanwhile; whoever
//! holds locks of another node's segment waits only for locks with higher numbers.*

#![allow(unsafe_code)]

use std::hint;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering};
use std::thread;

use farreach_verbs::{
    Accumulation, AtomicOp, AtomicWidth, Combine, Combined, Combining, MemoryError, Number, Scale,
};

use crate::memory::{Memory, View};
use crate::order;

/// Bytes of a stripe.
const STRIPE: usize = 16 << 10;
/// The number of locks.
const LOCKS: usize = 512;
/// Bytes of a lock: a cache line.
const LOCK: usize = 64;
/// How often a waiter looks before it lets others run.
const LOOKS: u32 = 200;

/// What a holder on the node makes of a lock.
const HELD: u64 = 1;
/// What a holder on another node makes of a lock.
pub const HELD_FAR: u64 = 2;

/// Bytes of the locks at the end of each segment's internal area.
pub const LOCKS_BYTES: usize = LOCKS * LOCK;
const _: () = assert!(LOCKS_BYTES as u64 <= crate::layout::PAGE);

/// The locks of memory that is not in an arena.
static PRIVATE: [AtomicU64; LOCKS] = [const { AtomicU64::new(0) }; LOCKS];

/// Where the segments of an arena and their locks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Striped {
    /// The offset of the first segment in the arena.
    pub(crate) first: usize,
    /// The distance between the segments.
    pub(crate) stride: usize,
    /// The offset of the locks in each segment.
    pub(crate) locks: usize,
}

/// The locks of some memory.
#[derive(Clone, Copy, Debug)]
pub struct Stripes<'a> {
    /// All of the arena, and where its locks are. `None`: private memory.
    arena: Option<(View<'a>, Striped)>,
}

/// A lock that is held.
struct Held<'a>(&'a AtomicU64);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Release);
    }
}

/// A stripe of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripe(usize);

impl Stripe {
    /// The stripe of the number whose first byte is at `offset` of a segment.
    #[inline]
    pub fn of(offset: usize) -> Stripe {
        Stripe(offset / STRIPE)
    }

    /// The number of the stripe's lock.
    #[inline]
    pub fn lock(self) -> usize {
        self.0 % LOCKS
    }

    /// The offset of the stripe's lock in a segment with an internal area of `internal` bytes.
    pub fn lock_offset(self, internal: usize) -> usize {
        internal - LOCKS_BYTES + self.lock() * LOCK
    }

    /// Bytes from `offset`, at which a number of `number` bytes begins, to the first number that
    /// begins in the next stripe.
    #[inline]
    pub fn left(offset: usize, number: usize) -> usize {
        (STRIPE - offset % STRIPE).next_multiple_of(number)
    }
}

impl<'a> Stripes<'a> {
    /// The locks of private memory.
    pub(crate) const PRIVATE: Stripes<'static> = Stripes { arena: None };

    /// The locks of an arena, whose bytes are all of `arena`.
    pub(crate) fn of(arena: View<'a>, striped: Striped) -> Stripes<'a> {
        Stripes {
            arena: Some((arena, striped)),
        }
    }

    /// Does with each number of `from` what `how` says to the one at `offset` of `into`, which is memory of
    /// the arena. Bytes behind the last whole number are ignored. Waits for locks that adders of the
    /// node hold.
    ///
    /// # Panics
    /// If the operation does not suit the type of the numbers.
    pub fn accumulate(
        self,
        into: View<'_>,
        offset: usize,
        how: impl Into<Accumulation>,
        from: View<'_>,
    ) -> Result<(), MemoryError> {
        let (mut at, len, how) = (0, from.len(), how.into());
        loop {
            at += self.try_accumulate(into, offset + at, how, from.part(at, len - at)?)?;
            if len - at < how.number().bytes() {
                return Ok(());
            }
            thread::yield_now();
        }
    }

    /// Does what [`Stripes::accumulate`] does, up to the first stripe whose lock is held for longer
    /// than a few looks. Returns the number of bytes that were combined.
    ///
    /// # Panics
    /// If the operation does not suit the type of the numbers.
    pub fn try_accumulate(
        self,
        into: View<'_>,
        offset: usize,
        how: impl Into<Accumulation>,
        from: View<'_>,
    ) -> Result<usize, MemoryError> {
        let how = how.into();
        let number = how.number().bytes();
        let len = from.len() / number * number;
        let (target, source) = (into.at(offset, len)?, from.at(0, len)?);
        self.try_each(target.addr(), len, number, |at, part| {
            // SAFETY: `part` bytes at `at` of both ranges, which were checked.
            unsafe {
                let (target, source, count) = (target.add(at), source.add(at), part / number);
                match how {
                    Accumulation::Add(scale) => {
                        change(target, source, count, scale, Change::Add);
                    }
                    Accumulation::Combine(number, op) => {
                        combine(target, source, count, (number, op), Old::Dropped);
                    }
                }
            }
        })
    }

    /// Does what [`Stripes::try_accumulate`] does with terms as they are. Stores what the numbers were in the place of the terms.
    ///
    /// # Panics
    /// If the operation does not suit the type of the numbers.
    pub fn try_exchange(
        self,
        into: View<'_>,
        offset: usize,
        (number, op): (Number, Combine),
        terms: &mut [u8],
    ) -> Result<usize, MemoryError> {
        let bytes = number.bytes();
        let len = terms.len() / bytes * bytes;
        let (target, terms) = (into.at(offset, len)?, terms.as_mut_ptr());
        self.try_each(target.addr(), len, bytes, |at, part| {
            // SAFETY: `part` bytes at `at` of both ranges. The terms are borrowed until this returns.
            unsafe {
                let (target, terms) = (target.add(at), terms.add(at));
                combine(target, terms, part / bytes, (number, op), Old::InPlace);
            }
        })
    }

    /// Calls `f` with the place and the bytes of each part of numbers, while the lock of the part's stripe is held, up to the
    /// first stripe whose lock is held for longer than a few looks. Returns the number of bytes of all parts.
    #[inline]
    fn try_each(
        self,
        address: usize,
        len: usize,
        number: usize,
        mut f: impl FnMut(usize, usize),
    ) -> Result<usize, MemoryError> {
        let (start, lock_of) = self.locks(address)?;
        let mut at = 0;
        while at < len {
            let place = start + at;
            let part = Stripe::left(place, number).min(len - at);
            let Some(_held) = take(lock_of(Stripe::of(place))?) else {
                break;
            };
            f(at, part);
            at += part;
        }
        // What a later put or flag tells comes behind.
        order::between_puts();
        Ok(at)
    }

    /// Calls `f` with the place and the bytes of parts of `len` bytes at `offset` of a segment, each while its stripe's lock is
    /// held, up to the first stripe whose lock is held for longer than a few looks. The bytes are numbers of `number` bytes.
    /// Returns the number of bytes that `f` has got.
    #[inline]
    pub fn try_alter(
        self,
        segment: View<'_>,
        (offset, len): (usize, usize),
        number: usize,
        mut f: impl FnMut(usize, View<'_>),
    ) -> Result<usize, MemoryError> {
        let mut at = 0;
        while at < len {
            let place = offset + at;
            let part = Stripe::left(place, number).min(len - at);
            let bytes = segment.part(place, part)?;
            let stripe = Stripe::of(place).lock();
            let lock = match self.arena {
                Some((_, striped)) => segment.atomic_u64(striped.locks + stripe * LOCK)?,
                None => &PRIVATE[stripe],
            };
            let Some(_held) = take(lock) else {
                break;
            };
            f(at, bytes);
            at += part;
        }
        order::between_puts();
        Ok(at)
    }

    /// Whether an offset of a segment is in its internal area, which has the locks.
    fn is_internal(self, offset: usize) -> bool {
        let internal = |(_, striped): (View<'_>, Striped)| striped.locks + LOCKS_BYTES;
        self.arena.is_some_and(|arena| offset < internal(arena))
    }

    /// The offset of an address in its segment, and a function that returns the lock of a stripe of
    /// that segment.
    #[expect(clippy::type_complexity, reason = "used once")]
    fn locks(
        self,
        address: usize,
    ) -> Result<(usize, impl Fn(Stripe) -> Result<&'a AtomicU64, MemoryError>), MemoryError> {
        let (start, segment) = match self.arena {
            None => (address, None),
            Some((arena, striped)) => {
                let in_arena = address - arena.as_non_null().addr().get();
                let Some(behind) = in_arena.checked_sub(striped.first) else {
                    return Err(MemoryError::OutOfBounds {
                        offset: in_arena,
                        len: 0,
                        limit: striped.first,
                    });
                };
                let start = behind.checked_rem(striped.stride).unwrap_or(behind);
                let locks = in_arena - start + striped.locks;
                (start, Some((arena, locks)))
            }
        };
        let lock_of = move |stripe: Stripe| match segment {
            Some((arena, locks)) => arena.atomic_u64(locks + stripe.lock() * LOCK),
            None => Ok(&PRIVATE[stripe.lock()]),
        };
        Ok((start, lock_of))
    }
}

/// Takes a lock, unless another holds it for longer than a few looks. An adder of the node holds a
/// lock for the additions to one stripe.
fn take(lock: &AtomicU64) -> Option<Held<'_>> {
    for _ in 0..LOOKS {
        let (order, failed) = (Ordering::Acquire, Ordering::Relaxed);
        let is_free = lock.load(failed) == 0;
        if is_free && lock.compare_exchange_weak(0, HELD, order, failed).is_ok() {
            return Some(Held(lock));
        }
        hint::spin_loop();
    }
    None
}

/// Adds `scale` times each number of `from` to the one at `offset` of `into`, which nobody else
/// accesses. Bytes behind the last whole number are ignored.
pub fn add_alone(
    into: View<'_>,
    offset: usize,
    scale: Scale,
    from: View<'_>,
) -> Result<(), MemoryError> {
    let number = scale.number().bytes();
    let count = from.len() / number;
    let (target, source) = (
        into.at(offset, count * number)?,
        from.at(0, count * number)?,
    );
    // SAFETY: both ranges were checked.
    unsafe { change(target, source, count, scale, Change::Add) };
    Ok(())
}

/// Stores `scale` times each number of `from` from `offset` of `into` on, which nobody else
/// accesses. Bytes behind the last whole number are ignored.
pub(crate) fn store_scaled(
    into: View<'_>,
    offset: usize,
    scale: Scale,
    from: &[u8],
) -> Result<(), MemoryError> {
    let count = from.len() / scale.number().bytes();
    let target = into.at(offset, from.len())?;
    // SAFETY: the range was checked, and `from` is borrowed until this returns.
    unsafe { change(target, from.as_ptr(), count, scale, Change::Store) };
    Ok(())
}

/// Combines `numbers` with those at `offset` of `memory`.
pub(crate) fn accumulate_in(
    memory: &Memory,
    offset: usize,
    (number, op): (Number, Combine),
    numbers: &[u8],
) -> Result<(), MemoryError> {
    // SAFETY: the slice is borrowed until this returns, and only read.
    let from = unsafe { View::from_raw_parts(NonNull::from(numbers).cast(), numbers.len()) };
    let how = Accumulation::of(number, op);
    memory
        .stripes()
        .accumulate(memory.view(), offset, how, from)
}

/// Carries out an atomic while no accumulate of the node or of its adapters changes the word, which may be a number that
/// accumulates change. Words of the internal area are no numbers: the locks themselves are taken by atomics.
pub(crate) fn atomic_alone(
    memory: &Memory,
    offset: usize,
    width: AtomicWidth,
    op: AtomicOp,
) -> Result<u64, MemoryError> {
    let place = memory.at(offset, width.bytes())?;
    let stripes = memory.stripes();
    let (start, lock_of) = stripes.locks(place.addr())?;
    if stripes.is_internal(start) {
        return memory.view().atomic(offset, width, op);
    }
    let lock = lock_of(Stripe::of(start))?;
    loop {
        let held = take(lock);
        // This adapter executes the release of a holder on another node, so it must not wait for it. Where there are such holders,
        // numbers are not changed by atomics.
        if held.is_some() || lock.load(Ordering::Relaxed) == HELD_FAR {
            return memory.view().atomic(offset, width, op);
        }
        thread::yield_now();
    }
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

/// What becomes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// A factor times the term is added.
    Add,
    /// A factor times the term replaces the number.
    Store,
}

/// Changes `count` numbers. The ranges may be the same, and need no alignment.
///
/// # Safety
/// `count` numbers of the scale's type must be valid at `to` for reads and writes, and at `from` for
/// reads. Puts of other processes may change them meanwhile, which only changes the results.
unsafe fn change(to: *mut u8, from: *const u8, count: usize, scale: Scale, change: Change) {
    let adds = change == Change::Add && scale.is_one();
    // SAFETY: the caller's promise.
    unsafe {
        match scale {
            Scale::W32(by) if change == Change::Add => {
                add_words(to.cast(), from.cast(), count, by, |place, term| {
                    AtomicI32::from_ptr(place).fetch_add(term, Ordering::Relaxed);
                });
            }
            Scale::W64(by) if change == Change::Add => {
                add_words(to.cast(), from.cast(), count, by, |place, term| {
                    AtomicI64::from_ptr(place).fetch_add(term, Ordering::Relaxed);
                });
            }
            Scale::I32(by) | Scale::W32(by) => {
                change_by(to.cast(), from.cast(), count, by, (change, adds));
            }
            Scale::I64(by) | Scale::W64(by) => {
                change_by(to.cast(), from.cast(), count, by, (change, adds));
            }
            Scale::F32(by) => change_by(to.cast(), from.cast(), count, by, (change, adds)),
            Scale::F64(by) => change_by(to.cast(), from.cast(), count, by, (change, adds)),
            // The sum of complex numbers is the sums of their parts.
            Scale::C32(..) if adds => {
                change_by::<f32>(to.cast(), from.cast(), 2 * count, 1.0, (change, adds));
            }
            Scale::C64(..) if adds => {
                change_by::<f64>(to.cast(), from.cast(), 2 * count, 1.0, (change, adds));
            }
            Scale::C32(re, im) => {
                change_by(to.cast(), from.cast(), count, [re, im], (change, adds));
            }
            Scale::C64(re, im) => {
                change_by(to.cast(), from.cast(), count, [re, im], (change, adds));
            }
        }
    }
}

/// Adds terms to words by atomics. Words that are not aligned have none, and are only added to by accumulates.
///
/// # Safety
/// As for [`change`]. `add` gets places of aligned words.
unsafe fn add_words<T: Addend>(
    to: *mut T,
    from: *const T,
    count: usize,
    by: T,
    add: impl Fn(*mut T, T),
) {
    if !to.is_aligned() {
        // SAFETY: the caller's promise.
        return unsafe { change_all(to, from, count, |old, term| old.plus(term.times(by))) };
    }
    for at in 0..count {
        // SAFETY: the caller's promise; `at` is less than `count`.
        unsafe { add(to.add(at), from.add(at).read_unaligned().times(by)) };
    }
}

/// Where numbers go as they were before a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Old {
    /// Nowhere.
    Dropped,
    /// In the place of the terms.
    InPlace,
}

/// Numbers in memory, and the terms that they are combined with.
struct Numbers<T> {
    to: *mut T,
    /// Written to only if the old numbers go there.
    terms: *mut T,
    count: usize,
    old: Old,
}

/// Words that atomics change, and the terms that they are combined with.
struct Words<T>(Numbers<T>);

impl<T: Copy> Combining<T> for Numbers<T> {
    #[inline]
    fn by(self, function: impl Fn(T, T) -> T) {
        // SAFETY: whoever made this promised what `change` asks for, and that terms in whose place the old numbers go can be
        // written to.
        unsafe {
            if self.old == Old::Dropped {
                return change_each(self.to, self.terms, self.count, function);
            }
            for at in 0..self.count {
                let (place, term) = (self.to.add(at), self.terms.add(at));
                let old = place.read_unaligned();
                place.write_unaligned(function(old, term.read_unaligned()));
                term.write_unaligned(old);
            }
        }
    }
}

macro_rules! words {
    ($($number:ty, $atomic:ty;)+) => { $(
        impl Combining<$number> for Words<$number> {
            #[inline]
            fn by(self, function: impl Fn($number, $number) -> $number) {
                let (relaxed, Words(Numbers { to, terms, count, old: wanted })) = (Ordering::Relaxed, self);
                for at in 0..count {
                    // SAFETY: as for other terms. The words are aligned, and only atomics and holders of the lock change them.
                    let (place, at) = unsafe { (<$atomic>::from_ptr(to.add(at)), terms.add(at)) };
                    // SAFETY: as above.
                    let term = unsafe { at.read_unaligned() };
                    let mut old = place.load(relaxed);
                    loop {
                        let new = function(old, term);
                        if new == old {
                            break;
                        }
                        match place.compare_exchange_weak(old, new, relaxed, relaxed) {
                            Ok(_) => break,
                            Err(now) => old = now,
                        }
                    }
                    if wanted == Old::InPlace {
                        // SAFETY: as above.
                        unsafe { at.write_unaligned(old) };
                    }
                }
            }
        }
    )+ };
}

words! { i32, AtomicI32; i64, AtomicI64; }

/// Combines `count` numbers with terms, as they are.
///
/// # Safety
/// As for [`change`]. If the old numbers go in the place of the terms, these must be valid for writes too.
unsafe fn combine(
    to: *mut u8,
    terms: *const u8,
    count: usize,
    (number, op): (Number, Combine),
    old: Old,
) {
    fn numbers_of<T>(to: *mut u8, terms: *const u8, count: usize, old: Old) -> Numbers<T> {
        let (to, terms) = (to.cast(), terms.cast_mut().cast());
        Numbers {
            to,
            terms,
            count,
            old,
        }
    }
    assert!(op.suits(number), "{op:?} of {number:?}");
    // Words that are not aligned have no atomics, and are only changed by accumulates.
    let is_word = number.is_word() && to.addr().is_multiple_of(number.bytes());
    let numbers = count * number.bytes() / number.part().bytes();
    match number.part() {
        Number::W32 if is_word => i32::combine(op, Words(numbers_of(to, terms, count, old))),
        Number::W64 if is_word => i64::combine(op, Words(numbers_of(to, terms, count, old))),
        Number::I32 | Number::W32 => i32::combine(op, numbers_of(to, terms, count, old)),
        Number::I64 | Number::W64 => i64::combine(op, numbers_of(to, terms, count, old)),
        Number::F32 => f32::combine(op, numbers_of(to, terms, numbers, old)),
        _ => f64::combine(op, numbers_of(to, terms, numbers, old)),
    }
}

/// Changes numbers by a factor. `adds` says that the terms are added as they are.
///
/// # Safety
/// As for [`change`].
unsafe fn change_by<T: Addend>(
    to: *mut T,
    from: *const T,
    count: usize,
    by: T,
    (change, adds): (Change, bool),
) {
    // SAFETY: the caller's promise.
    unsafe {
        match change {
            _ if adds => change_each(to, from, count, T::plus),
            Change::Add => change_each(to, from, count, |old, term| old.plus(term.times(by))),
            Change::Store => change_each(to, from, count, |_, term| term.times(by)),
        }
    }
}

/// # Safety
/// As for [`change`].
unsafe fn change_each<T: Copy>(
    to: *mut T,
    from: *const T,
    count: usize,
    changed: impl Fn(T, T) -> T,
) {
    #[cfg(target_arch = "x86_64")]
    if count >= 16 && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the caller's promise, and the processor has what the function is compiled for.
        return unsafe { change_wide(to, from, count, changed) };
    }
    // SAFETY: the caller's promise.
    unsafe { change_all(to, from, count, changed) }
}

/// # Safety
/// As for [`change`], on a processor with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn change_wide<T: Copy>(
    to: *mut T,
    from: *const T,
    count: usize,
    changed: impl Fn(T, T) -> T,
) {
    // SAFETY: the caller's promise.
    unsafe { change_all(to, from, count, changed) }
}

/// # Safety
/// As for [`change`].
#[expect(
    clippy::inline_always,
    reason = "compiled for AVX2 inside of a function that is"
)]
#[inline(always)]
unsafe fn change_all<T: Copy>(
    to: *mut T,
    from: *const T,
    count: usize,
    changed: impl Fn(T, T) -> T,
) {
    // The compiler makes the loop wide.
    for at in 0..count {
        // SAFETY: the caller's promise; `at` is less than `count`.
        unsafe {
            let place = to.add(at);
            let term = from.add(at).read_unaligned();
            place.write_unaligned(changed(place.read_unaligned(), term));
        }
    }
}

#[cfg(test)]
mod tests;
