//! Handles of transfers that were begun.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_runtime::Transfer;

use crate::fault::Fault;
use crate::state;

/// `armci_hdl_t`: the bits of a [`Transfer`]. A handle that stands for several transfers has the
/// last one, with which all before have ended.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    low: u32,
    high: u32,
}

impl Handle {
    fn of(transfer: Transfer) -> Handle {
        let bits = transfer.to_bits();
        Handle {
            low: bits as u32,
            high: (bits >> 32) as u32,
        }
    }

    fn transfer(self) -> Transfer {
        Transfer::from_bits(u64::from(self.high) << 32 | u64::from(self.low))
    }
}

/// Gives the program the handle of a transfer, if it wants one.
///
/// # Safety
/// `handle` must be valid for writes, or null.
#[inline]
pub(crate) unsafe fn give(handle: *mut Handle, transfer: Transfer) {
    // SAFETY: the caller's promise.
    if let Some(handle) = unsafe { handle.as_mut() } {
        *handle = Handle::of(transfer);
    }
}

/// # Safety
/// `handle` must be valid for writes, or null.
pub(crate) unsafe fn init(handle: *mut Handle) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let handle = unsafe { handle.as_mut() };
    *handle.ok_or_else(|| Fault::null("hdl"))? = Handle::of(Transfer::ENDED);
    Ok(())
}

/// A handle may stand for any number of transfers, without being told so.
///
/// # Safety
/// `handle` must be valid for writes, or null.
pub(crate) unsafe fn set_aggregate(handle: *mut Handle) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { init(handle) }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "all exported functions return this"
)]
pub(crate) fn unset_aggregate(_: *mut Handle) -> Result<(), Fault> {
    Ok(())
}

/// # Safety
/// `handle` must be valid for reads and writes, or null.
pub(crate) unsafe fn wait(handle: *mut Handle) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let handle = unsafe { handle.as_mut() }.ok_or_else(|| Fault::null("hdl"))?;
    state.world.direct().wait_transfer(&handle.transfer())?;
    *handle = Handle::of(Transfer::ENDED);
    Ok(0)
}

/// Returns 0 if the transfers of the handle have ended.
///
/// # Safety
/// `handle` must be valid for reads, or null.
pub(crate) unsafe fn test(handle: *mut Handle) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let handle = unsafe { handle.as_ref() }.ok_or_else(|| Fault::null("hdl"))?;
    let has_ended = state.world.direct().test_transfer(&handle.transfer())?;
    Ok(c_int::from(!has_ended))
}

pub(crate) fn wait_proc(proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    state.world.direct().wait_local(Some(pe))?;
    Ok(0)
}

pub(crate) fn wait_all() -> Result<c_int, Fault> {
    state::get()?.world.direct().wait_local(None)?;
    Ok(0)
}
