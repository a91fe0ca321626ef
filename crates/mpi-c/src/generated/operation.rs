//! The family `operation`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::operation;

abis! {
    exports {
        call MPI_Op_create(user_fn: *const c_void, commute: c_int, op: *mut Handle) needs user_fn, op = operation::op_create(user_fn.into(), commute, op);
        call MPI_Op_create_c(user_fn: *const c_void, commute: c_int, op: *mut Handle) needs user_fn, op = operation::op_create_counts(user_fn.into(), commute, op);
        call MPI_Op_free(op: *mut Handle) needs op = operation::op_free(op);
        call MPI_Op_commutative(op: Handle, commute: *mut c_int) needs commute = operation::op_commutative(op, commute);
        call MPI_Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: Handle, op: Handle) = operation::reduce_local(inbuf, inoutbuf, count.into(), datatype, op);
        call MPI_Reduce_local_c(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_long, datatype: Handle, op: Handle) = operation::reduce_local(inbuf, inoutbuf, count.into(), datatype, op);
    }
}
