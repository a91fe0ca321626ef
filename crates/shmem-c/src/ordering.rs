//! Ordering and completion.
//!
//! A sync completes what its PEs began, as a barrier does: programs rely on it.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::slice;

use farreach_c::needed;

use crate::context::On;
use crate::fault::Fault;
use crate::state;

/// Orders earlier operations on the context before later ones.
#[inline]
pub(crate) fn fence(ctx: impl On) -> Result<(), Fault> {
    let state = state::get()?;
    if !ctx.is_invalid() {
        ctx.site(state)?.through.fence();
    }
    Ok(())
}

/// Waits until all operations on the context are complete.
#[inline]
pub(crate) fn quiet(ctx: impl On) -> Result<(), Fault> {
    let state = state::get()?;
    if !ctx.is_invalid() {
        ctx.site(state)?.through.quiet()?;
    }
    Ok(())
}

/// Waits until the context's operations toward some PEs are complete.
///
/// # Safety
/// `target_pes` must point to `npes` numbers.
pub(crate) unsafe fn pe_quiet(
    ctx: impl On,
    target_pes: *const c_int,
    npes: usize,
) -> Result<(), Fault> {
    let site = ctx.site(state::get()?)?;
    if npes == 0 {
        return Ok(());
    }
    needed(target_pes, "target_pes")?;
    // SAFETY: as the caller vouches.
    let pes = unsafe { slice::from_raw_parts(target_pes, npes) };
    let ranks = pes.iter().map(|&pe| {
        site.check(pe).map_err(|fault| fault.of("target_pes"))?;
        site.rank(pe)
    });
    let ranks: Vec<u32> = ranks.collect::<Result<_, Fault>>()?;
    Ok(site.through.quiet_toward(&ranks)?)
}

/// The functions for caches that are not coherent, which have nothing to do here.
pub(crate) fn cache() -> Result<(), Fault> {
    state::get().map(drop)
}

/// The function for the cache line of an object, which has nothing to do here.
pub(crate) fn cache_line(_dest: *mut u8) -> Result<(), Fault> {
    state::get().map(drop)
}
