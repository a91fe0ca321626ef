//! Reductions and scans.

#![allow(unsafe_code)]

mod number;

use std::ffi::c_int;

use farreach_openshmem::{By, Reduction};
use farreach_runtime::collectives::{Collectives, Scan};

pub(crate) use number::Number;

use crate::collective::{of_team, source, target};
use crate::fault::Fault;
use crate::state::State;
use crate::team::TeamHandle;

/// Combines elements of all members.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn reduce_by<T: Number>(
    state: &State,
    members: &Collectives<'_>,
    dest: *mut T,
    from: *const T,
    nreduce: usize,
    reduction: Reduction,
) -> Result<(), Fault> {
    if nreduce == 0 {
        return Ok(());
    }
    // SAFETY: as the caller vouches.
    let from = unsafe { source(state, from, nreduce)? };
    let into = target(state, dest, nreduce)?;
    let by = by::<T>(reduction)?;
    Ok(members.all_reduce_from(from, into, &by.operator())?)
}

fn by<T: Number>(reduction: Reduction) -> Result<By<T::Element>, Fault> {
    T::by(reduction).ok_or_else(|| {
        let what = format!(
            "{reduction:?} is not defined for {}",
            std::any::type_name::<T>()
        );
        Fault::argument("source", what)
    })
}

macro_rules! reductions {
    ($($name:ident: $reduction:ident;)+) => { $(
        /// Combines elements of all PEs of a team.
        ///
        /// # Safety
        /// As of [`source`].
        pub(crate) unsafe fn $name<T: Number>(
            team: TeamHandle,
            dest: *mut T,
            source: *const T,
            nreduce: usize,
        ) -> Result<c_int, Fault> {
            of_team(team, |state, team, _| {
                // SAFETY: as the caller vouches.
                unsafe { reduce_by(state, team, dest, source, nreduce, Reduction::$reduction) }
            })
        }
    )+ };
}

reductions! {
    and: And;
    or: Or;
    xor: Xor;
    max: Max;
    min: Min;
    sum: Sum;
    prod: Product;
}

/// Sums of the elements of a team's PEs, up to each PE.
///
/// # Safety
/// As of [`source`].
unsafe fn scan<T: Number>(
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
        // The identity is 0.0 and not -0.0, because the first PE's exclusive sum is zero.
        let by = By {
            identity: T::ZERO,
            ..by::<T>(Reduction::Sum)?
        };
        Ok(team.scan_from(scan, from, into, &by.operator())?)
    })
}

/// Inclusive sums: up to each PE's own element.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn inscan<T: Number>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { scan(team, dest, source, nelems, Scan::Inclusive) }
}

/// Exclusive sums: before each PE's own element.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn exscan<T: Number>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { scan(team, dest, source, nelems, Scan::Exclusive) }
}
