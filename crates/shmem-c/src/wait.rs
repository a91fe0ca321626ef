//! Waiting for variables, and looking at them.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::bits;
use crate::fault::Fault;
use crate::state::{self, State};

/// `SHMEM_CMP_NE`.
const NE: c_int = 2;
/// How many looks that found nothing come to one at which the core is given away.
const LOOKS_PER_YIELD: u32 = 64;

/// How a variable (left) is compared with a value (right): `SHMEM_CMP_…`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compare(c_int);

impl Compare {
    #[inline]
    pub(crate) fn new(cmp: c_int) -> Result<Compare, Fault> {
        if (1..=6).contains(&cmp) {
            Ok(Compare(cmp))
        } else {
            Err(no_comparison(cmp))
        }
    }

    #[inline]
    pub(crate) fn holds<T: PartialOrd + Copy>(self, word: T, value: T) -> bool {
        match self.0 {
            1 => word == value,
            2 => word != value,
            3 => word > value,
            4 => word >= value,
            5 => word < value,
            _ => word <= value,
        }
    }
}

#[cold]
fn no_comparison(cmp: c_int) -> Fault {
    Fault::argument(
        "cmp",
        format!("{cmp} is none of SHMEM_CMP_EQ, NE, GT, GE, LT, LE"),
    )
}

/// The variable now; what was put before it is visible.
///
/// # Safety
/// It must be there, and aligned.
#[inline]
pub(crate) unsafe fn load<T: Copy>(ivar: *const T) -> T {
    // SAFETY: the caller vouches for the variable; as wide as the word.
    bits::to(unsafe {
        match size_of::<T>() {
            1 => u64::from(AtomicU8::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            2 => u64::from(AtomicU16::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            4 => u64::from(AtomicU32::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            _ => AtomicU64::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire),
        }
    })
}

/// Waits until the variable compares with the value.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn until<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp: c_int,
    cmp_value: T,
) -> Result<(), Fault> {
    let state = state::get()?;
    let compare = Compare::new(cmp)?;
    state.check_words(ivar, 1, "ivar")?;
    // SAFETY: checked to be in the own segment, and aligned.
    let holds = || compare.holds(unsafe { load(ivar) }, cmp_value);
    if !holds() {
        state.world.wait_until("shmem_wait_until", holds);
    }
    Ok(())
}

/// Waits until the variable is not the value any more.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn while_equal<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp_value: T,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    unsafe { until(ivar, NE, cmp_value) }
}

/// Whether the variable compares with the value.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn test<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp: c_int,
    cmp_value: T,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let compare = Compare::new(cmp)?;
    state.check_words(ivar, 1, "ivar")?;
    // SAFETY: checked to be in the own segment, and aligned.
    let holds = || compare.holds(unsafe { load(ivar) }, cmp_value);
    Ok(c_int::from(tested(state, holds())))
}

/// Counts a look that found nothing: a program that looks on and on gives its core away meanwhile, and the network is
/// looked after.
#[inline]
fn tested(state: &State, found: bool) -> bool {
    if !found {
        tested_in_vain(state);
    }
    found
}

#[cold]
fn tested_in_vain(state: &State) {
    thread_local! {
        static LOOKS: Cell<u32> = const { Cell::new(0) };
    }
    state.world.progress();
    LOOKS.set(LOOKS.get().wrapping_add(1));
    if LOOKS.get().is_multiple_of(LOOKS_PER_YIELD) {
        std::thread::yield_now();
    }
}

/// Variables that are looked at together.
struct Set<T, V> {
    ivars: *const T,
    count: usize,
    status: *const c_int,
    compare: Compare,
    values: V,
}

/// What the variables are compared with.
trait Values<T>: Copy {
    /// The value for the variable `at`.
    fn get(self, at: usize) -> T;
}

/// One value for all.
#[derive(Clone, Copy)]
struct Same<T>(T);

/// A value for each.
#[derive(Clone, Copy)]
struct Each<T>(*const T);

impl<T: Copy> Values<T> for Same<T> {
    fn get(self, _: usize) -> T {
        self.0
    }
}

impl<T: Copy> Values<T> for Each<T> {
    fn get(self, at: usize) -> T {
        // SAFETY: made with a value for each variable.
        unsafe { self.0.add(at).read() }
    }
}

impl<T: Copy + PartialOrd, V: Values<T>> Set<T, V> {
    /// # Safety
    /// There must be so many variables, statuses (or none) and values.
    unsafe fn new(
        state: &State,
        ivars: *const T,
        count: usize,
        status: *const c_int,
        cmp: c_int,
        values: V,
    ) -> Result<Self, Fault> {
        let compare = Compare::new(cmp)?;
        if count > 0 {
            state.check_words(ivars, count, "ivars")?;
        }
        Ok(Set {
            ivars,
            count,
            status,
            compare,
            values,
        })
    }

    /// Whether a variable is looked at.
    fn counts(&self, at: usize) -> bool {
        // SAFETY: made with as many statuses as variables, if with any.
        self.status.is_null() || unsafe { self.status.add(at).read() } == 0
    }

    fn is_empty(&self) -> bool {
        !(0..self.count).any(|at| self.counts(at))
    }

    fn holds(&self, at: usize) -> bool {
        // SAFETY: checked to be in the own segment, and aligned.
        let word = unsafe { load(self.ivars.add(at)) };
        self.compare.holds(word, self.values.get(at))
    }

    fn all_hold(&self) -> bool {
        (0..self.count).all(|at| !self.counts(at) || self.holds(at))
    }

    /// One that holds. The search begins at another place each time, by numbers that have nothing to do with how many variables there
    /// are or with which sets were looked at before: each that holds is found in the end (Knuth's linear congruence, of its upper bits).
    fn find(&self) -> Option<usize> {
        thread_local! {
            static PLACE: Cell<u64> = const { Cell::new(0) };
        }
        let place = PLACE.get();
        let first = ((place >> 32) as usize).checked_rem(self.count)?;
        let mut from_first = (first..self.count).chain(0..first);
        let found = from_first.find(|&at| self.counts(at) && self.holds(at))?;
        PLACE.set(
            place
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f),
        );
        Some(found)
    }

    /// Lists those that hold; returns how many.
    ///
    /// # Safety
    /// There must be room for as many indices as variables.
    unsafe fn list(&self, indices: *mut usize) -> usize {
        let mut count = 0;
        for at in (0..self.count).filter(|&at| self.counts(at) && self.holds(at)) {
            // SAFETY: as the caller vouches: fewer than the variables so far.
            unsafe { indices.add(count).write(at) };
            count += 1;
        }
        count
    }
}

/// The functions about several variables, for one value and for one each.
macro_rules! several {
    ($parameter:ident: $type:ty as $wrap:ident; $until_all:ident $until_any:ident $until_some:ident $test_all:ident $test_any:ident $test_some:ident) => {
        /// # Safety
        /// As `Set::new`.
        pub(crate) unsafe fn $until_all<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<(), Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            if !set.all_hold() {
                state
                    .world
                    .wait_until("shmem_wait_until_all", || set.all_hold());
            }
            Ok(())
        }

        /// # Safety
        /// As `Set::new`.
        pub(crate) unsafe fn $until_any<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<usize, Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            if set.is_empty() {
                return Ok(usize::MAX);
            }
            let mut found = set.find();
            if found.is_none() {
                state.world.wait_until("shmem_wait_until_any", || {
                    found = set.find();
                    found.is_some()
                });
            }
            Ok(found.unwrap_or(usize::MAX))
        }

        /// # Safety
        /// As `Set::new`, with room for as many indices.
        pub(crate) unsafe fn $until_some<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            indices: *mut usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<usize, Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            if set.is_empty() {
                return Ok(0);
            }
            if indices.is_null() {
                return Err(Fault::null("indices"));
            }
            // SAFETY: as the caller vouches.
            let mut count = unsafe { set.list(indices) };
            if count == 0 {
                state.world.wait_until("shmem_wait_until_some", || {
                    // SAFETY: as the caller vouches.
                    count = unsafe { set.list(indices) };
                    count > 0
                });
            }
            Ok(count)
        }

        /// # Safety
        /// As `Set::new`.
        pub(crate) unsafe fn $test_all<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<c_int, Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            Ok(c_int::from(tested(state, set.all_hold())))
        }

        /// # Safety
        /// As `Set::new`.
        pub(crate) unsafe fn $test_any<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<usize, Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            let found = set.find();
            tested(state, found.is_some());
            Ok(found.unwrap_or(usize::MAX))
        }

        /// # Safety
        /// As `Set::new`, with room for as many indices.
        pub(crate) unsafe fn $test_some<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            indices: *mut usize,
            status: *const c_int,
            cmp: c_int,
            $parameter: $type,
        ) -> Result<usize, Fault> {
            let state = state::get()?;
            // SAFETY: as the caller vouches.
            let set = unsafe { Set::new(state, ivars, nelems, status, cmp, $wrap($parameter))? };
            if set.is_empty() {
                return Ok(0);
            }
            if indices.is_null() {
                return Err(Fault::null("indices"));
            }
            // SAFETY: as the caller vouches.
            let count = unsafe { set.list(indices) };
            tested(state, count > 0);
            Ok(count)
        }
    };
}

several! {
    cmp_value: T as Same;
    until_all until_any until_some test_all test_any test_some
}
several! {
    cmp_values: *const T as Each;
    until_all_vector until_any_vector until_some_vector test_all_vector test_any_vector test_some_vector
}
