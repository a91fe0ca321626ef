//! Locks.

use std::ffi::{c_int, c_long};

use farreach_openshmem::Lock;

use crate::fault::Fault;
use crate::state;

/// The lock at an address.
fn at(lock: *mut c_long) -> Result<Lock<'static>, Fault> {
    let state = state::get()?;
    state.check_words(lock, 1, "lock")?;
    Ok(Lock::at(&state.world, state.offset(lock, "lock")?)?)
}

/// Takes a lock after the PEs that wait for it already.
pub(crate) fn set(lock: *mut c_long) -> Result<(), Fault> {
    Ok(at(lock)?.set("shmem_set_lock")?)
}

/// Gives a lock back.
pub(crate) fn clear(lock: *mut c_long) -> Result<(), Fault> {
    Ok(at(lock)?.clear()?)
}

/// Takes a lock if it is free. Returns 0 if the lock was taken.
pub(crate) fn test(lock: *mut c_long) -> Result<c_int, Fault> {
    Ok(c_int::from(!at(lock)?.test()?))
}
