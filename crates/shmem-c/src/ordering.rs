//! Ordering and completion.

use crate::context::On;
use crate::fault::Fault;
use crate::state;

/// Orders what was begun on the context before what comes after it.
#[inline]
pub(crate) fn fence(_ctx: impl On) -> Result<(), Fault> {
    state::get()?.world.fence();
    Ok(())
}

/// Waits until what was begun on the context is complete.
#[inline]
pub(crate) fn quiet(_ctx: impl On) -> Result<(), Fault> {
    Ok(state::get()?.world.quiet()?)
}

/// Waits until all PEs are here and what they began is complete.
#[inline]
pub(crate) fn barrier_all() -> Result<(), Fault> {
    Ok(state::get()?.world.barrier()?)
}

/// Waits until all PEs are here.
#[inline]
pub(crate) fn sync_all() -> Result<(), Fault> {
    Ok(state::get()?.world.collectives().sync()?)
}
