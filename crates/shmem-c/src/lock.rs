//! Locks.

use std::ffi::{c_int, c_long};

use crate::fault::Fault;
use crate::state::{self, State};

fn offset(state: &State, lock: *mut c_long) -> Result<usize, Fault> {
    state.check_words(lock, 1, "lock")?;
    state.offset(lock, "lock")
}

/// Takes a lock, after those who wait for it already.
pub(crate) fn set(lock: *mut c_long) -> Result<(), Fault> {
    let state = state::get()?;
    Ok(state
        .world
        .set_lock("shmem_set_lock", offset(state, lock)?)?)
}

/// Gives a lock back.
pub(crate) fn clear(lock: *mut c_long) -> Result<(), Fault> {
    let state = state::get()?;
    Ok(state.world.clear_lock(offset(state, lock)?)?)
}

/// Takes a lock if it is free; 0 if it was.
pub(crate) fn test(lock: *mut c_long) -> Result<c_int, Fault> {
    let state = state::get()?;
    Ok(c_int::from(!state.world.test_lock(offset(state, lock)?)?))
}
