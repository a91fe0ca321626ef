//! The symmetric heap.

use farreach_runtime::Error;

use crate::fault::Fault;
use crate::state;

/// What every allocation is aligned to: any of C's types fits.
const ALIGN: usize = 16;

/// Allocates on all PEs; null where there is no room, on all of them.
pub(crate) fn malloc(size: usize) -> Result<*mut u8, Fault> {
    allocate(size, ALIGN)
}

fn allocate(size: usize, align: usize) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    if size == 0 {
        return Ok(std::ptr::null_mut());
    }
    match state.world.allocate(size, align) {
        Ok(offset) => {
            state.blocks().insert(offset, size);
            Ok(state.address(offset))
        }
        Err(Error::Heap { .. } | Error::Reserve { .. } | Error::FailedElsewhere { .. }) => {
            Ok(std::ptr::null_mut())
        }
        Err(error) => Err(error.into()),
    }
}

/// Frees what was allocated, on all PEs.
pub(crate) fn free(ptr: *mut u8) -> Result<(), Fault> {
    let state = state::get()?;
    if ptr.is_null() {
        return Ok(());
    }
    let offset = state.offset(ptr, "ptr")?;
    if state.blocks().remove(&offset).is_none() {
        let what = format!("{ptr:p} was not returned by an allocation, or is freed already");
        return Err(Fault::argument("ptr", what));
    }
    Ok(state.world.free(offset)?)
}
