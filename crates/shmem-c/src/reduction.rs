//! Reductions and scans.

#![allow(unsafe_code)]

mod number;

use std::ffi::c_int;
use std::slice;

use farreach_runtime::collectives::{Collectives, Operator, Scan};

pub(crate) use number::{Arithmetic, Bitwise, Ordered};

use crate::collective::{of_team, source, target};
use crate::fault::Fault;
use crate::state::State;
use crate::team::TeamHandle;

/// How elements are combined: the element that changes nothing, and the loop that combines those of two slices.
#[derive(Clone, Copy)]
pub(crate) struct By<T> {
    pub(crate) identity: T,
    pub(crate) combine: fn(&mut [u8], &[u8]),
}

impl<T: Copy> By<T> {
    /// Runs a collective with this operator.
    pub(crate) fn run<R>(self, run: impl FnOnce(&Operator<'_>) -> R) -> R {
        // SAFETY: the bytes of one of C's numbers, for as long as this function runs.
        let identity = unsafe {
            slice::from_raw_parts((&raw const self.identity).cast::<u8>(), size_of::<T>())
        };
        run(&Operator {
            unit: size_of::<T>(),
            combine: &self.combine,
            identity,
        })
    }
}

/// Combines elements of all members.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn reduce_by<T: Copy>(
    state: &State,
    members: &Collectives<'_>,
    dest: *mut T,
    from: *const T,
    nreduce: usize,
    by: By<T>,
) -> Result<(), Fault> {
    if nreduce == 0 {
        return Ok(());
    }
    // SAFETY: as the caller vouches.
    let from = unsafe { source(state, from, nreduce)? };
    let into = target(state, dest, nreduce)?;
    Ok(by.run(|operator| members.all_reduce_from(from, into, operator))?)
}

macro_rules! reductions {
    ($($name:ident: $bound:ident, $by:ident;)+) => { $(
        /// Combines elements of all PEs of a team.
        ///
        /// # Safety
        /// As of [`source`].
        pub(crate) unsafe fn $name<T: $bound>(
            team: TeamHandle,
            dest: *mut T,
            source: *const T,
            nreduce: usize,
        ) -> Result<c_int, Fault> {
            of_team(team, |state, team, _| {
                // SAFETY: as the caller vouches.
                unsafe { reduce_by(state, team, dest, source, nreduce, T::$by()) }
            })
        }
    )+ };
}

reductions! {
    and: Bitwise, by_and;
    or: Bitwise, by_or;
    xor: Bitwise, by_xor;
    max: Ordered, by_max;
    min: Ordered, by_min;
    sum: Arithmetic, by_sum;
    prod: Arithmetic, by_product;
}

/// Sums of elements, up to each PE of a team.
///
/// # Safety
/// As of [`source`].
unsafe fn scan<T: Arithmetic>(
    team: TeamHandle,
    dest: *mut T,
    from: *const T,
    nelems: usize,
    scan: Scan,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, _| {
        if nelems == 0 {
            return Ok(());
        }
        // SAFETY: as the caller vouches.
        let from = unsafe { source(state, from, nelems)? };
        let into = target(state, dest, nelems)?;
        // The first PE's exclusive sum is zero, not its negative.
        let by = By {
            identity: T::ZERO,
            ..T::by_sum()
        };
        Ok(by.run(|operator| team.scan_from(scan, from, into, operator))?)
    })
}

/// The sums up to each PE's own element.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn inscan<T: Arithmetic>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { scan(team, dest, source, nelems, Scan::Inclusive) }
}

/// The sums before each PE's own element.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn exscan<T: Arithmetic>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { scan(team, dest, source, nelems, Scan::Exclusive) }
}
