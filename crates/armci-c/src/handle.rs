//! Handles of transfers that were begun.
//!
//! A handle has 8 bytes and is a mark, as an event of GASNet-EX is: a number of operations, which
//! the network reaches.

#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use farreach_c::{Fault, lock, object, place};
use farreach_runtime::{Error, Transfer};

use crate::state;

/// `armci_hdl_t`: the bits of a [`Transfer`]. A handle that stands for several transfers has the
/// last one that did not end at once: all before end with it.
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

/// The addresses of handles that stand for several transfers. Handles themselves can't say it, since
/// programs may begin a transfer with a handle that has no value yet.
static AGGREGATES: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());
/// The number of [`AGGREGATES`], so that programs without any take no lock.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn aggregates() -> MutexGuard<'static, BTreeSet<usize>> {
    lock(&AGGREGATES)
}

fn note_aggregate(handle: *const Handle, is_aggregate: bool) {
    if !is_aggregate && COUNT.load(Ordering::Relaxed) == 0 {
        return;
    }
    let mut known = aggregates();
    if is_aggregate {
        known.insert(handle.addr());
    } else {
        known.remove(&handle.addr());
    }
    COUNT.store(known.len(), Ordering::Relaxed);
}

/// Gives the program the handle of a transfer that has begun, if it wants one.
///
/// # Safety
/// `handle` must be valid for writes, or null.
#[inline]
pub(crate) unsafe fn give(
    handle: *mut Handle,
    begun: Result<Transfer, Error>,
) -> Result<c_int, Fault> {
    let transfer = begun?;
    // SAFETY: the caller's promise.
    if let Some(handle) = unsafe { handle.as_mut() } {
        // With the transfer, those that the handle stands for already have not ended.
        let keeps = COUNT.load(Ordering::Relaxed) > 0
            && transfer.has_ended_at_once()
            && aggregates().contains(&ptr::from_ref(handle).addr());
        if !keeps {
            *handle = Handle::of(transfer);
        }
    }
    Ok(0)
}

/// # Safety
/// `handle` must be valid for writes, or null.
pub(crate) unsafe fn init(handle: *mut Handle) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let handle = unsafe { place(handle, "hdl") }?;
    note_aggregate(handle, false);
    *handle = Handle::of(Transfer::ENDED);
    Ok(())
}

/// From now on the handle stands for all transfers that begin with it.
///
/// # Safety
/// `handle` must be valid for writes, or null.
pub(crate) unsafe fn set_aggregate(handle: *mut Handle) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { init(handle) }?;
    note_aggregate(handle, true);
    Ok(())
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "all exported functions return this"
)]
pub(crate) fn unset_aggregate(handle: *mut Handle) -> Result<(), Fault> {
    note_aggregate(handle, false);
    Ok(())
}

/// # Safety
/// `handle` must be valid for reads and writes, or null.
pub(crate) unsafe fn wait(handle: *mut Handle) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let handle = unsafe { place(handle, "hdl") }?;
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
    let handle = unsafe { object(handle, "hdl") }?;
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
