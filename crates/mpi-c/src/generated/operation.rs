//! The family `operation`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::operation;

/// `int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Op_create(
    user_fn: *const c_void,
    commute: c_int,
    op: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Op_create", None, |state| {
        needed("user_fn", user_fn)?;
        needed("op", op)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::op_create::<Mpich>(state, user_fn.into(), commute, op) }
    })
}

/// `int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Op_create_c(
    user_fn: *const c_void,
    commute: c_int,
    op: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Op_create_c", None, |state| {
        needed("user_fn", user_fn)?;
        needed("op", op)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::op_create_counts::<Mpich>(state, user_fn.into(), commute, op) }
    })
}

/// `int MPI_Op_free(MPI_Op *op)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Op_free(
    op: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Op_free", None, |state| {
        needed("op", op)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::op_free::<Mpich>(state, op) }
    })
}

/// `int MPI_Op_commutative(MPI_Op op, int *commute)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Op_commutative(
    op: Handle,
    commute: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Op_commutative", None, |state| {
        needed("commute", commute)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::op_commutative::<Mpich>(state, op, commute) }
    })
}

/// `int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_local", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::reduce_local::<Mpich>(state, inbuf, inoutbuf, count.into(), datatype, op) }
    })
}

/// `int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_local_c(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_local_c", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { operation::reduce_local::<Mpich>(state, inbuf, inoutbuf, count.into(), datatype, op) }
    })
}
