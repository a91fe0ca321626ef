//! The family `handlers`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::handlers;

abis! {
    exports {
        anytime MPI_Session_init(info: Handle, errhandler: Handle, session: *mut Handle) needs session = handlers::session_init(info, errhandler, session);
        anytime MPI_Comm_create_errhandler(comm_errhandler_fn: *const c_void, errhandler: *mut Handle) needs comm_errhandler_fn, errhandler = handlers::comm_create_errhandler(comm_errhandler_fn, errhandler);
        anytime MPI_File_create_errhandler(file_errhandler_fn: *const c_void, errhandler: *mut Handle) needs file_errhandler_fn, errhandler = handlers::file_create_errhandler(file_errhandler_fn, errhandler);
        anytime MPI_Session_create_errhandler(session_errhandler_fn: *const c_void, errhandler: *mut Handle) needs session_errhandler_fn, errhandler = handlers::session_create_errhandler(session_errhandler_fn, errhandler);
        anytime MPI_Win_create_errhandler(win_errhandler_fn: *const c_void, errhandler: *mut Handle) needs win_errhandler_fn, errhandler = handlers::win_create_errhandler(win_errhandler_fn, errhandler);
        anytime MPI_Errhandler_free(errhandler: *mut Handle) needs errhandler = handlers::errhandler_free(errhandler);
        anytime MPI_Add_error_class(errorclass: *mut c_int) needs errorclass = handlers::add_error_class(errorclass);
        anytime MPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) needs errorcode = handlers::add_error_code(errorclass, errorcode);
        anytime MPI_Add_error_string(errorcode: c_int, string: *const c_char) needs string = handlers::add_error_string(errorcode, string);
        anytime MPIX_Delete_error_class(errorclass: c_int) = handlers::mpix_delete_error_class(errorclass);
        anytime MPIX_Delete_error_code(errorcode: c_int) = handlers::mpix_delete_error_code(errorcode);
        anytime MPIX_Delete_error_string(errorcode: c_int) = handlers::mpix_delete_error_string(errorcode);
    }
}
