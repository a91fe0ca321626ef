//! Numbers of PEs, and accessible memory.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;

use farreach_c::{needed, place};
use farreach_openshmem::VERSION;

use crate::fault::Fault;
use crate::state::{self, State};
use crate::team::{self, TeamHandle};

/// `SHMEM_VENDOR_STRING`.
const VENDOR: &[u8] = b"Farreach\0";

/// This PE's number.
#[inline]
pub(crate) fn my_pe() -> Result<c_int, Fault> {
    Ok(state::get()?.world.rank() as c_int)
}

/// The number of PEs.
#[inline]
pub(crate) fn n_pes() -> Result<c_int, Fault> {
    Ok(state::get()?.world.size() as c_int)
}

/// The rank of a PE. `None` if there is no such PE.
fn rank(state: &State, pe: c_int) -> Option<u32> {
    let rank = u32::try_from(pe).ok()?;
    (rank < state.world.size()).then_some(rank)
}

/// Whether there is this PE. All PEs are accessible.
pub(crate) fn pe_accessible(pe: c_int) -> Result<c_int, Fault> {
    Ok(c_int::from(rank(state::get()?, pe).is_some()))
}

/// Whether an address is that of a symmetric object.
pub(crate) fn addr_accessible(addr: *const u8, pe: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let is_symmetric = state.world.locate(addr, 1).is_some();
    Ok(c_int::from(is_symmetric && rank(state, pe).is_some()))
}

/// The address at which this PE can load and store another PE's object. Null if it can't.
pub(crate) fn ptr(dest: *const u8, pe: c_int) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    Ok(match rank(state, pe) {
        Some(rank) => address(state, dest, rank),
        None => ptr::null_mut(),
    })
}

/// The address at which this PE can load and store an object of a team's PE. Null if it can't.
pub(crate) fn team_ptr(team: TeamHandle, dest: *const u8, pe: c_int) -> Result<*mut u8, Fault> {
    let world = team::translate_pe(team, pe, TeamHandle::WORLD)?;
    ptr(dest, world)
}

fn address(state: &State, dest: *const u8, rank: u32) -> *mut u8 {
    let Some(offset) = state.world.locate(dest, 1) else {
        return ptr::null_mut();
    };
    if rank == state.world.rank() {
        return dest.cast_mut();
    }
    let address = state.world.pointer(rank, offset);
    address.map_or(ptr::null_mut(), ptr::NonNull::as_ptr)
}

/// The version of the specification.
///
/// # Safety
/// There must be room for both numbers.
pub(crate) unsafe fn info_get_version(major: *mut c_int, minor: *mut c_int) -> Result<(), Fault> {
    state::get()?;
    for (room, name, number) in [(major, "major", VERSION.0), (minor, "minor", VERSION.1)] {
        // SAFETY: as the caller vouches.
        *unsafe { place(room, name) }? = number as c_int;
    }
    Ok(())
}

/// The name of the library.
///
/// # Safety
/// There must be room for `SHMEM_MAX_NAME_LEN` characters.
pub(crate) unsafe fn info_get_name(name: *mut u8) -> Result<(), Fault> {
    state::get()?;
    needed(name, "name")?;
    // SAFETY: as the caller vouches; the name is shorter.
    unsafe { ptr::copy_nonoverlapping(VENDOR.as_ptr(), name, VENDOR.len()) };
    Ok(())
}
