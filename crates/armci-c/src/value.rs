//! Transfers of one value.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::Fault;
use farreach_runtime::{Plain, Transfer};

use crate::handle::{Handle, give};
use crate::state;

/// Puts a value.
#[inline]
pub(crate) fn put<T: Plain>(value: T, dst: *mut u8, proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, dst, "dst")?;
    state.world.direct().put_word(to.pe, to.offset, value)?;
    Ok(0)
}

/// Puts a value. The value is copied, so nothing is left to wait for.
///
/// # Safety
/// `handle` must be valid for writes, or null.
pub(crate) unsafe fn nb_put<T: Plain>(
    value: T,
    dst: *mut u8,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    put(value, dst, proc)?;
    // SAFETY: the caller's promise.
    unsafe { give(handle, Ok(Transfer::ENDED)) }
}

/// Gets a value.
#[inline]
pub(crate) fn get<T: Plain>(src: *mut u8, proc: c_int) -> Result<T, Fault> {
    let state = state::get()?;
    let from = state.place(proc, src, "src")?;
    Ok(state.world.direct().get_word(from.pe, from.offset)?)
}
