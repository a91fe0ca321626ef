//! Atomic operations.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::needed;
use farreach_runtime::{AtomicOp, AtomicWidth};

use crate::bits;
use crate::context::{DEFAULT, On};
use crate::fault::{self, Fault};
use crate::state;

/// The width of a word of type `T`.
#[inline]
const fn width<T>() -> AtomicWidth {
    if size_of::<T>() == 4 {
        AtomicWidth::W32
    } else {
        AtomicWidth::W64
    }
}

#[expect(
    clippy::inline_always,
    reason = "the operation is known here: one instruction is left of it"
)]
#[inline(always)]
fn fetching<T: Copy>(
    ctx: impl On,
    dest: *const T,
    pe: c_int,
    op: impl Fn() -> AtomicOp,
) -> Result<T, Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let offset = state.offset(dest, "dest")?;
    match site.through.atomic(rank, offset, width::<T>(), op) {
        Ok(old) => Ok(bits::to(old)),
        Err(error) => Err(fault::of_word(error, pe, dest, "dest")),
    }
}

#[expect(clippy::inline_always, reason = "as `fetching`")]
#[inline(always)]
fn updating<T: Copy>(
    ctx: impl On,
    dest: *mut T,
    pe: c_int,
    op: impl Fn() -> AtomicOp,
) -> Result<(), Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let offset = state.offset(dest, "dest")?;
    let done = site.through.atomic_nbi(rank, offset, width::<T>(), op);
    done.map_err(|error| fault::of_word(error, pe, dest, "dest"))
}

/// Begins an operation. The old word is at `fetch` when the context's operations are complete.
///
/// # Safety
/// There must be room for a word at `fetch` until then.
#[expect(clippy::inline_always, reason = "as `fetching`")]
#[inline(always)]
unsafe fn fetching_nbi<T: Copy>(
    ctx: impl On,
    fetch: *mut T,
    dest: *const T,
    pe: c_int,
    op: impl Fn() -> AtomicOp,
) -> Result<(), Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let offset = state.offset(dest, "dest")?;
    needed(fetch, "fetch")?;
    // SAFETY: as the caller vouches.
    let done = unsafe {
        let fetch = fetch.cast();
        site.through
            .atomic_raw_nbi(rank, offset, width::<T>(), op, fetch)
    };
    done.map_err(|error| fault::of_word(error, pe, dest, "dest"))
}

/// One, in the width of the word.
const ONE: u64 = 1;

/// Defines an operation: the functions that fetch, that only update, and that fetch without
/// blocking, and their deprecated names.
macro_rules! operation {
    ($fetching:ident, $updating:ident, $nbi:ident, $value:ident => $op:expr) => {
        #[inline]
        pub(crate) fn $fetching<T: Copy>(
            ctx: impl On,
            dest: *mut T,
            $value: T,
            pe: c_int,
        ) -> Result<T, Fault> {
            fetching(ctx, dest, pe, || $op)
        }

        #[inline]
        pub(crate) fn $updating<T: Copy>(
            ctx: impl On,
            dest: *mut T,
            $value: T,
            pe: c_int,
        ) -> Result<(), Fault> {
            updating(ctx, dest, pe, || $op)
        }

        /// # Safety
        /// There must be room for a word at `fetch` until the operation is complete.
        #[inline]
        pub(crate) unsafe fn $nbi<T: Copy>(
            ctx: impl On,
            fetch: *mut T,
            dest: *mut T,
            $value: T,
            pe: c_int,
        ) -> Result<(), Fault> {
            // SAFETY: as the caller vouches.
            unsafe { fetching_nbi(ctx, fetch, dest, pe, || $op) }
        }
    };
}

operation!(swap, set, swap_nbi, value => AtomicOp::Swap(bits::of(value)));
operation!(fetch_add, add, fetch_add_nbi, value => AtomicOp::Add(bits::of(value)));
operation!(fetch_and, and, fetch_and_nbi, value => AtomicOp::And(bits::of(value)));
operation!(fetch_or, or, fetch_or_nbi, value => AtomicOp::Or(bits::of(value)));
operation!(fetch_xor, xor, fetch_xor_nbi, value => AtomicOp::Xor(bits::of(value)));

#[inline]
pub(crate) fn fetch<T: Copy>(ctx: impl On, source: *const T, pe: c_int) -> Result<T, Fault> {
    fetching(ctx, source, pe, || AtomicOp::Add(0))
}

/// # Safety
/// There must be room for a word at `fetch` until the operation is complete.
#[inline]
pub(crate) unsafe fn fetch_nbi<T: Copy>(
    ctx: impl On,
    fetch: *mut T,
    source: *const T,
    pe: c_int,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    unsafe { fetching_nbi(ctx, fetch, source, pe, || AtomicOp::Add(0)) }
}

#[inline]
pub(crate) fn compare_swap<T: Copy>(
    ctx: impl On,
    dest: *mut T,
    cond: T,
    value: T,
    pe: c_int,
) -> Result<T, Fault> {
    fetching(ctx, dest, pe, || AtomicOp::CompareSwap {
        compare: bits::of(cond),
        swap: bits::of(value),
    })
}

/// # Safety
/// There must be room for a word at `fetch` until the operation is complete.
#[inline]
pub(crate) unsafe fn compare_swap_nbi<T: Copy>(
    ctx: impl On,
    fetch: *mut T,
    dest: *mut T,
    cond: T,
    value: T,
    pe: c_int,
) -> Result<(), Fault> {
    let op = || AtomicOp::CompareSwap {
        compare: bits::of(cond),
        swap: bits::of(value),
    };
    // SAFETY: as the caller vouches.
    unsafe { fetching_nbi(ctx, fetch, dest, pe, op) }
}

#[inline]
pub(crate) fn fetch_inc<T: Copy>(ctx: impl On, dest: *mut T, pe: c_int) -> Result<T, Fault> {
    fetching(ctx, dest, pe, || AtomicOp::Add(ONE))
}

#[inline]
pub(crate) fn inc<T: Copy>(ctx: impl On, dest: *mut T, pe: c_int) -> Result<(), Fault> {
    updating(ctx, dest, pe, || AtomicOp::Add(ONE))
}

/// # Safety
/// There must be room for a word at `fetch` until the operation is complete.
#[inline]
pub(crate) unsafe fn fetch_inc_nbi<T: Copy>(
    ctx: impl On,
    fetch: *mut T,
    dest: *mut T,
    pe: c_int,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    unsafe { fetching_nbi(ctx, fetch, dest, pe, || AtomicOp::Add(ONE)) }
}

/// Defines the names that functions had before there were contexts.
macro_rules! before_contexts {
    ($($old:ident = $new:ident ($($parameter:ident: $type:ty),*) -> $result:ty;)+) => { $(
        #[inline]
        pub(crate) fn $old<T: Copy>($($parameter: $type),*) -> Result<$result, Fault> {
            $new(DEFAULT, $($parameter),*)
        }
    )+ };
}

before_contexts! {
    old_fetch = fetch(source: *const T, pe: c_int) -> T;
    old_set = set(dest: *mut T, value: T, pe: c_int) -> ();
    old_swap = swap(dest: *mut T, value: T, pe: c_int) -> T;
    old_compare_swap = compare_swap(dest: *mut T, cond: T, value: T, pe: c_int) -> T;
    old_fetch_inc = fetch_inc(dest: *mut T, pe: c_int) -> T;
    old_inc = inc(dest: *mut T, pe: c_int) -> ();
    old_fetch_add = fetch_add(dest: *mut T, value: T, pe: c_int) -> T;
    old_add = add(dest: *mut T, value: T, pe: c_int) -> ();
}
