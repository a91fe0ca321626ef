//! The family `errors`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::errors;
use crate::export::*;

abis! {
    exports {
        call MPI_Comm_create_errhandler(comm_errhandler_fn: *const c_void, errhandler: *mut Handle) needs comm_errhandler_fn, errhandler = errors::comm_create_errhandler(comm_errhandler_fn, errhandler);
        call MPI_Comm_set_errhandler(comm: Handle, errhandler: Handle) on comm = errors::comm_set_errhandler(comm, errhandler);
        call MPI_Comm_get_errhandler(comm: Handle, errhandler: *mut Handle) on comm needs errhandler = errors::comm_get_errhandler(comm, errhandler);
        call MPI_Comm_call_errhandler(comm: Handle, errorcode: c_int) on comm = errors::comm_call_errhandler(comm, errorcode);
        call MPI_Errhandler_free(errhandler: *mut Handle) needs errhandler = errors::errhandler_free(errhandler);
        call MPI_Errhandler_create(comm_errhandler_fn: *const c_void, errhandler: *mut Handle) needs comm_errhandler_fn, errhandler = errors::errhandler_create(comm_errhandler_fn, errhandler);
        call MPI_Errhandler_set(comm: Handle, errhandler: Handle) on comm = errors::errhandler_set(comm, errhandler);
        call MPI_Errhandler_get(comm: Handle, errhandler: *mut Handle) on comm needs errhandler = errors::errhandler_get(comm, errhandler);
        call MPI_Add_error_class(errorclass: *mut c_int) needs errorclass = errors::add_error_class(errorclass);
        call MPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) needs errorcode = errors::add_error_code(errorclass, errorcode);
        call MPI_Add_error_string(errorcode: c_int, string: *const c_char) needs string = errors::add_error_string(errorcode, string);
    }
}
