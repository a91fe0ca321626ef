//! The symmetric heap.

#![allow(unsafe_code)]

use std::ffi::c_long;
use std::ptr;

use farreach_runtime::Error;

use crate::fault::Fault;
use crate::state::{self, Block, State};

/// The alignment of every allocation, which fits all of C's types.
const ALIGN: usize = 16;
/// The alignment of words that other PEs update often. They share their cache lines with nothing
/// else.
const LINE: usize = 64;
/// All of the hints: `SHMEM_MALLOC_ATOMICS_REMOTE`, `SHMEM_MALLOC_SIGNAL_REMOTE`.
const HINTS: c_long = 1 | 2;

/// Allocates on all PEs. Returns null on all of them if there is no room.
pub(crate) fn malloc(size: usize) -> Result<*mut u8, Fault> {
    allocate(state::get()?, size, ALIGN)
}

/// Allocates with hints about the use. Returns null if there is no room.
pub(crate) fn malloc_with_hints(size: usize, hints: c_long) -> Result<*mut u8, Fault> {
    if hints & HINTS == 0 {
        return malloc(size);
    }
    // The size is rounded up, so that no other allocation begins in the last line.
    allocate(
        state::get()?,
        size.checked_next_multiple_of(LINE).unwrap_or(size),
        LINE,
    )
}

/// Allocates at a multiple of `alignment`. Returns null if that is not a power of two, as C's
/// `aligned_alloc` does. The specification leaves this open, and programs try it.
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

/// Allocates with all bytes zero.
pub(crate) fn calloc(count: usize, size: usize) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    let Some(bytes) = count.checked_mul(size) else {
        return Ok(ptr::null_mut());
    };
    let allocated = allocate(state, bytes, ALIGN)?;
    if !allocated.is_null() {
        // SAFETY: the allocation has `bytes` bytes, and nobody else uses them before the barrier.
        unsafe { ptr::write_bytes(allocated, 0, bytes) };
        state.world.barrier()?;
    }
    Ok(allocated)
}

/// Changes the size of a block, and moves it if necessary. Returns null if there is no room, and
/// then the block is unchanged. Returns null, too, if there is no such block, which the
/// specification leaves open.
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
        // SAFETY: both blocks have at least as many bytes, and they do not overlap.
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

/// The offset of an allocation. `None` if there is no room.
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

/// Frees an allocation on all PEs.
pub(crate) fn free(ptr: *mut u8) -> Result<(), Fault> {
    let state = state::get()?;
    if ptr.is_null() {
        return Ok(());
    }
    let (offset, _) = block(state, ptr)?;
    state.blocks().remove(&offset);
    Ok(state.world.free(offset)?)
}
