//! Who is there.

use std::ffi::c_int;

use crate::fault::Fault;
use crate::state;

/// This PE's number.
#[inline]
pub(crate) fn my_pe() -> Result<c_int, Fault> {
    Ok(state::get()?.world.rank() as c_int)
}

/// How many PEs there are.
#[inline]
pub(crate) fn n_pes() -> Result<c_int, Fault> {
    Ok(state::get()?.world.size() as c_int)
}
