//! The family `errors`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::errors;
use crate::export::*;

abis! {
    exports {
        call MPI_Comm_set_errhandler(comm: Handle, errhandler: Handle) on Comm comm = errors::comm_set_errhandler(comm, errhandler);
        call MPI_Comm_get_errhandler(comm: Handle, errhandler: *mut Handle) on Comm comm needs errhandler = errors::comm_get_errhandler(comm, errhandler);
        call MPI_Comm_call_errhandler(comm: Handle, errorcode: c_int) on Comm comm = errors::comm_call_errhandler(comm, errorcode);
        call MPI_Errhandler_create(comm_errhandler_fn: *const c_void, errhandler: *mut Handle) needs comm_errhandler_fn, errhandler = errors::errhandler_create(comm_errhandler_fn, errhandler);
        call MPI_Errhandler_set(comm: Handle, errhandler: Handle) on Comm comm = errors::errhandler_set(comm, errhandler);
        call MPI_Errhandler_get(comm: Handle, errhandler: *mut Handle) on Comm comm needs errhandler = errors::errhandler_get(comm, errhandler);
    }
}
