//! Waits for variables, and tests of variables.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::convert::Infallible;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use farreach_openshmem::{Compare, Words, wait_for, wait_until};

use crate::bits;
use crate::fault::Fault;
use crate::state::{self, State};

/// The comparison that a number of `SHMEM_CMP_…` asks for.
#[inline]
pub(crate) fn comparison(cmp: c_int) -> Result<Compare, Fault> {
    Ok(match cmp {
        1 => Compare::Eq,
        2 => Compare::Ne,
        3 => Compare::Gt,
        4 => Compare::Ge,
        5 => Compare::Lt,
        6 => Compare::Le,
        _ => return Err(no_comparison(cmp)),
    })
}

#[cold]
fn no_comparison(cmp: c_int) -> Fault {
    let what = format!("{cmp} is none of SHMEM_CMP_EQ, NE, GT, GE, LT, LE");
    Fault::argument("cmp", what)
}

/// Loads the variable. Puts before the variable's update are visible.
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

/// Waits until the comparison of the variable with the value holds.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn until<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp: c_int,
    cmp_value: T,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    unsafe { awaited("shmem_wait_until", (ivar, "ivar"), cmp, cmp_value) }.map(drop)
}

/// Waits until the comparison of the variable with the value holds. Returns the variable. `ivar` is
/// the argument's name, `what` the name of the wait in errors.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn awaited<T: Copy + PartialOrd>(
    what: &'static str,
    (ivar, name): (*const T, &'static str),
    cmp: c_int,
    cmp_value: T,
) -> Result<T, Fault> {
    let state = state::get()?;
    let compare = comparison(cmp)?;
    state.check_words(ivar, 1, name)?;
    // SAFETY: checked to be in the own segment, and aligned.
    let load = move || unsafe { load(ivar) };
    Ok(wait_until(&state.world, what, load, compare, cmp_value))
}

/// Waits until the variable differs from the value.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn while_equal<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp_value: T,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    unsafe { until(ivar, Compare::Ne as c_int, cmp_value) }
}

/// Whether the comparison of the variable with the value holds.
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
    let compare = comparison(cmp)?;
    state.check_words(ivar, 1, "ivar")?;
    // SAFETY: checked to be in the own segment, and aligned.
    let word = unsafe { load(ivar) };
    Ok(c_int::from(tested(state, compare.holds(word, cmp_value))))
}

/// Makes progress if a test has found nothing.
#[inline]
fn tested(state: &State, found: bool) -> bool {
    if !found {
        tested_in_vain(state);
    }
    found
}

#[cold]
fn tested_in_vain(state: &State) {
    state.world.poll();
}

/// Several variables: those of `count` variables at `ivars` whose status is 0, or all if there are
/// no statuses. Each variable is compared with the value of its index.
struct Set<T, V> {
    state: &'static State,
    ivars: *const T,
    count: usize,
    status: *const c_int,
    compare: Compare,
    value: V,
}

impl<T: Copy + PartialOrd, V: Fn(usize) -> T> Set<T, V> {
    /// # Safety
    /// There must be `count` variables, statuses (or none) and values.
    unsafe fn new(
        ivars: *const T,
        count: usize,
        status: *const c_int,
        cmp: c_int,
        value: V,
    ) -> Result<Self, Fault> {
        let state = state::get()?;
        let compare = comparison(cmp)?;
        if count > 0 {
            state.check_words(ivars, count, "ivars")?;
        }
        Ok(Set {
            state,
            ivars,
            count,
            status,
            compare,
            value,
        })
    }

    /// The variables, in some order.
    fn words(
        &self,
        order: impl Iterator<Item = usize> + Clone,
    ) -> Words<impl Iterator<Item = usize> + Clone, impl Fn(usize) -> Result<bool, Infallible>>
    {
        // SAFETY: made with as many statuses as variables, if with any.
        let counts =
            |at: &usize| self.status.is_null() || unsafe { self.status.add(*at).read() } == 0;
        Words::new(order.filter(counts), |at| {
            // SAFETY: checked to be in the own segment, and aligned.
            let word = unsafe { load(self.ivars.add(at)) };
            Ok(self.compare.holds(word, (self.value)(at)))
        })
    }

    fn all_hold(&self) -> bool {
        let Ok(all) = self.words(0..self.count).all();
        all
    }

    /// Finds a variable for which the comparison holds. Each search begins at another place, so
    /// that every such variable is found in the end. The places are the upper bits of Knuth's
    /// linear congruential generator. They depend neither on the number of variables nor on earlier
    /// sets.
    fn find(&self) -> Option<usize> {
        thread_local! {
            static PLACE: Cell<u64> = const { Cell::new(0) };
        }
        let place = PLACE.get();
        let first = ((place >> 32) as usize).checked_rem(self.count)?;
        let Ok(found) = self.words((first..self.count).chain(0..first)).first();
        if found.is_some() {
            PLACE.set(
                place
                    .wrapping_mul(0x5851_f42d_4c95_7f2d)
                    .wrapping_add(0x1405_7b7e_f767_814f),
            );
        }
        found
    }

    /// Lists the variables for which the comparison holds. Returns their number, or `None` if there
    /// are none.
    ///
    /// # Safety
    /// There must be room for as many indices as variables.
    unsafe fn list(&self, indices: *mut usize) -> Option<usize> {
        let mut next = indices;
        let Ok(count) = self.words(0..self.count).each(|at| {
            // SAFETY: as the caller vouches: fewer than the variables so far.
            unsafe {
                next.write(at);
                next = next.add(1);
            }
        });
        (count > 0).then_some(count)
    }

    /// Whether there are no variables to test. If there are, `indices` must not be null.
    fn is_empty(&self, indices: *mut usize) -> Result<bool, Fault> {
        let is_empty = self.words(0..self.count).is_empty();
        if !is_empty && indices.is_null() {
            return Err(Fault::null("indices"));
        }
        Ok(is_empty)
    }

    fn until_all(&self) {
        let all = || self.all_hold().then_some(());
        wait_for(&self.state.world, "shmem_wait_until_all", all);
    }

    fn until_any(&self) -> usize {
        let words = self.words(0..self.count);
        let find = |_: &_| Ok(self.find());
        let Ok(found) = words.wait(&self.state.world, "shmem_wait_until_any", find);
        found.unwrap_or(usize::MAX)
    }

    /// # Safety
    /// As of [`Set::list`].
    unsafe fn until_some(&self, indices: *mut usize) -> Result<usize, Fault> {
        if self.is_empty(indices)? {
            return Ok(0);
        }
        // SAFETY: as the caller vouches.
        let list = || unsafe { self.list(indices) };
        Ok(wait_for(&self.state.world, "shmem_wait_until_some", list))
    }

    fn test_all(&self) -> c_int {
        c_int::from(tested(self.state, self.all_hold()))
    }

    fn test_any(&self) -> usize {
        let found = self.find();
        tested(self.state, found.is_some());
        found.unwrap_or(usize::MAX)
    }

    /// # Safety
    /// As of [`Set::list`].
    unsafe fn test_some(&self, indices: *mut usize) -> Result<usize, Fault> {
        if self.is_empty(indices)? {
            return Ok(0);
        }
        // SAFETY: as the caller vouches.
        let count = unsafe { self.list(indices) };
        tested(self.state, count.is_some());
        Ok(count.unwrap_or(0))
    }
}

/// Defines the functions on several variables, with one value and with a value for each.
macro_rules! several {
    ($($name:ident $vector:ident($($indices:ident)?) -> $result:ty, |$set:ident| $run:expr;)+) => { $(
        /// # Safety
        /// As `Set::new`, with room for as many indices.
        pub(crate) unsafe fn $name<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            $($indices: *mut usize,)?
            status: *const c_int,
            cmp: c_int,
            cmp_value: T,
        ) -> Result<$result, Fault> {
            // SAFETY: as the caller vouches.
            let $set = unsafe { Set::new(ivars, nelems, status, cmp, |_| cmp_value)? };
            $run
        }

        /// # Safety
        /// As `Set::new`, with room for as many indices.
        pub(crate) unsafe fn $vector<T: Copy + PartialOrd>(
            ivars: *mut T,
            nelems: usize,
            $($indices: *mut usize,)?
            status: *const c_int,
            cmp: c_int,
            cmp_values: *const T,
        ) -> Result<$result, Fault> {
            // SAFETY: as the caller vouches: there is a value for each variable.
            let value = |at| unsafe { cmp_values.add(at).read() };
            // SAFETY: as the caller vouches.
            let $set = unsafe { Set::new(ivars, nelems, status, cmp, value)? };
            $run
        }
    )+ };
}

several! {
    until_all until_all_vector() -> (), |set| { set.until_all(); Ok(()) };
    until_any until_any_vector() -> usize, |set| Ok(set.until_any());
    // SAFETY: as the caller vouches.
    until_some until_some_vector(indices) -> usize, |set| unsafe { set.until_some(indices) };
    test_all test_all_vector() -> c_int, |set| Ok(set.test_all());
    test_any test_any_vector() -> usize, |set| Ok(set.test_any());
    // SAFETY: as the caller vouches.
    test_some test_some_vector(indices) -> usize, |set| unsafe { set.test_some(indices) };
}
