//! The symmetric heap.

#![allow(unsafe_code)]

use std::ffi::c_long;
use std::ptr;

use farreach_runtime::Error;

use crate::fault::Fault;
use crate::state::{self, Block, State};

/// What every allocation is aligned to: any of C's types fits.
const ALIGN: usize = 16;
/// What words that other PEs update often are aligned to: they share their cache lines with nothing else.
const LINE: usize = 64;
/// All of the hints: `SHMEM_MALLOC_ATOMICS_REMOTE`, `SHMEM_MALLOC_SIGNAL_REMOTE`.
const HINTS: c_long = 1 | 2;

/// Allocates on all PEs; null where there is no room, on all of them.
pub(crate) fn malloc(size: usize) -> Result<*mut u8, Fault> {
    allocate(state::get()?, size, ALIGN)
}

/// The same with hints about its use.
pub(crate) fn malloc_with_hints(size: usize, hints: c_long) -> Result<*mut u8, Fault> {
    if hints & HINTS == 0 {
        return malloc(size);
    }
    // Nothing that is used otherwise begins in its last line.
    allocate(
        state::get()?,
        size.checked_next_multiple_of(LINE).unwrap_or(size),
        LINE,
    )
}

/// The same at a multiple of `alignment`; null where that is no power of two, as from C's `aligned_alloc`. The specification leaves
/// it open, and programs try.
pub(crate) fn align(alignment: usize, size: usize) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    if !alignment.is_power_of_two() {
        if !state.world.settings().debug {
            return Ok(ptr::null_mut());
        }
        let what = format!("{alignment} is not a power of two");
        return Err(Fault::argument("alignment", what));
    }
    allocate(state, size, alignment.max(ALIGN))
}

/// The same with all bytes zero.
pub(crate) fn calloc(count: usize, size: usize) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    let Some(bytes) = count.checked_mul(size) else {
        return Ok(ptr::null_mut());
    };
    let allocated = allocate(state, bytes, ALIGN)?;
    if !allocated.is_null() {
        // SAFETY: allocated with so many bytes, and nobody else uses them before the barrier.
        unsafe { ptr::write_bytes(allocated, 0, bytes) };
        state.world.barrier()?;
    }
    Ok(allocated)
}

/// Makes a block larger or smaller, elsewhere if it must be; null where there is no room, and then the block is as it was. Null, too,
/// where there is no such block, which the specification leaves open.
pub(crate) fn realloc(ptr: *mut u8, size: usize) -> Result<*mut u8, Fault> {
    if ptr.is_null() {
        return malloc(size);
    }
    if size == 0 {
        free(ptr)?;
        return Ok(ptr::null_mut());
    }
    let state = state::get()?;
    let (from, old) = match block(state, ptr) {
        Err(_) if !state.world.settings().debug => return Ok(ptr::null_mut()),
        found => found?,
    };
    let Some(to) = had(state.world.reallocate(from, size))? else {
        return Ok(ptr::null_mut());
    };
    let new = state.address(to);
    let (bytes, align) = (size, old.align);
    state.blocks().insert(to, Block { bytes, align });
    if to != from {
        // SAFETY: both blocks have so many bytes, and they are different ones.
        unsafe { ptr::copy_nonoverlapping(ptr, new, old.bytes.min(size)) };
        free(ptr)?;
    }
    Ok(new)
}

fn allocate(state: &State, bytes: usize, align: usize) -> Result<*mut u8, Fault> {
    if bytes == 0 {
        return Ok(ptr::null_mut());
    }
    let Some(offset) = had(state.world.allocate(bytes, align))? else {
        return Ok(ptr::null_mut());
    };
    state.blocks().insert(offset, Block { bytes, align });
    Ok(state.address(offset))
}

/// The offset of memory that there is; none if there is not so much.
fn had(allocated: Result<usize, Error>) -> Result<Option<usize>, Fault> {
    match allocated {
        Ok(offset) => Ok(Some(offset)),
        Err(error) if error.is_lack_of_memory() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The block at an address, and its offset.
fn block(state: &State, ptr: *mut u8) -> Result<(usize, Block), Fault> {
    let offset = state.world.locate(ptr, 1);
    let found = offset.and_then(|offset| Some((offset, *state.blocks().get(&offset)?)));
    found.ok_or_else(|| {
        let what = format!("{ptr:p} was not returned by an allocation, or is freed already");
        Fault::argument("ptr", what)
    })
}

/// Frees what was allocated, on all PEs.
pub(crate) fn free(ptr: *mut u8) -> Result<(), Fault> {
    let state = state::get()?;
    if ptr.is_null() {
        return Ok(());
    }
    let (offset, _) = block(state, ptr)?;
    state.blocks().remove(&offset);
    Ok(state.world.free(offset)?)
}
