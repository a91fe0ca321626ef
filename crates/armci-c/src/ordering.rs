//! Order and completion.

use std::ffi::c_int;
use std::sync::atomic::{Ordering, fence as fence_stores};

use farreach_c::Fault;

use crate::state;

/// Completes the operations of all processes, and waits for all.
pub(crate) fn barrier() -> Result<(), Fault> {
    let state = state::get()?;
    Ok(state.world.collectives().named("ARMCI_Barrier").barrier()?)
}

/// Completes this process's operations toward a process.
pub(crate) fn fence(proc: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    Ok(state.world.direct().quiet_toward(&[pe])?)
}

/// Completes this process's operations.
pub(crate) fn all_fence() -> Result<(), Fault> {
    Ok(state::get()?.world.direct().quiet()?)
}

/// The program is about to load and store its own part of an allocation.
pub(crate) fn access_begin(_: *mut u8) -> Result<(), Fault> {
    state::get()?;
    fence_stores(Ordering::SeqCst);
    Ok(())
}

/// The program has loaded and stored.
pub(crate) fn access_end(pointer: *mut u8) -> Result<(), Fault> {
    access_begin(pointer)
}

/// Makes progress.
pub(crate) fn progress() -> Result<(), Fault> {
    state::get()?.world.poll();
    Ok(())
}
