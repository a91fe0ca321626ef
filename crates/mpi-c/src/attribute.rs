//! Attributes.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use farreach_mpi::{Comm, Keyval};

use crate::abi::Abi;
use crate::fault::Done;
use crate::state::State;

/// `MPI_COMM_DUP_FN` and `MPI_TYPE_DUP_FN` of MPICH: copies a value as it is.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPIR_Dup_fn(
    _object: c_int,
    _key: c_int,
    _extra: *mut c_void,
    value: *mut c_void,
    copy: *mut *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: places for the copy and for the answer.
    unsafe {
        *copy = value;
        *flag = 1;
    }
    0
}

/// A key that a handle names.
#[derive(Debug)]
pub(crate) struct Key(pub(crate) Arc<Keyval>);

/// Copies the attributes of a communicator to its duplicate.
pub(crate) fn copy<A: Abi>(_: A::Handle, _: &Arc<Comm>, _: &Arc<Comm>) -> Done {
    Ok(())
}

/// Deletes the attributes of a communicator that is freed.
pub(crate) fn delete_all<A: Abi>(_: A::Handle, _: &Arc<Comm>) -> Done {
    Ok(())
}

/// Deletes the attributes of `MPI_COMM_SELF`, before anything else of the finalisation.
pub(crate) fn end<A: Abi>(_: &'static State) -> Done {
    Ok(())
}
