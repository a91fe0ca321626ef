//! Ordering and completion.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::slice;

use crate::context::On;
use crate::fault::Fault;
use crate::state;

/// Orders what was begun on the context before what comes after it.
#[inline]
pub(crate) fn fence(ctx: impl On) -> Result<(), Fault> {
    let state = state::get()?;
    if !ctx.is_invalid() {
        ctx.site(state)?.through.fence();
    }
    Ok(())
}

/// Waits until what was begun on the context is complete.
#[inline]
pub(crate) fn quiet(ctx: impl On) -> Result<(), Fault> {
    let state = state::get()?;
    if !ctx.is_invalid() {
        ctx.site(state)?.through.quiet()?;
    }
    Ok(())
}

/// Waits until what was begun on the context toward some PEs is complete.
///
/// # Safety
/// `target_pes` must be so many numbers.
pub(crate) unsafe fn pe_quiet(
    ctx: impl On,
    target_pes: *const c_int,
    npes: usize,
) -> Result<(), Fault> {
    let site = ctx.site(state::get()?)?;
    if npes == 0 {
        return Ok(());
    }
    if target_pes.is_null() {
        return Err(Fault::null("target_pes"));
    }
    // SAFETY: as the caller vouches.
    let pes = unsafe { slice::from_raw_parts(target_pes, npes) };
    let ranks = pes.iter().map(|&pe| {
        site.check(pe).map_err(|fault| fault.of("target_pes"))?;
        site.rank(pe)
    });
    let ranks: Vec<u32> = ranks.collect::<Result<_, Fault>>()?;
    Ok(site.through.quiet_toward(&ranks)?)
}

/// What programs asked of caches that were not coherent.
pub(crate) fn cache() -> Result<(), Fault> {
    state::get().map(drop)
}

/// The same for the line that an object is in.
pub(crate) fn cache_line(_dest: *mut u8) -> Result<(), Fault> {
    state::get().map(drop)
}
