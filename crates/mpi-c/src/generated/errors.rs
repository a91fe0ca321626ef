//! The family `errors`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::errors;

/// `int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_create_errhandler(
    comm_errhandler_fn: *const c_void,
    errhandler: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_create_errhandler", None, |state| {
        needed("comm_errhandler_fn", comm_errhandler_fn)?;
        needed("errhandler", errhandler)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::comm_create_errhandler::<Mpich>(state, comm_errhandler_fn, errhandler) }
    })
}

/// `int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_set_errhandler(
    comm: Handle,
    errhandler: Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_set_errhandler", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::comm_set_errhandler::<Mpich>(state, comm, errhandler) }
    })
}

/// `int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_get_errhandler(
    comm: Handle,
    errhandler: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_get_errhandler", Some(comm), |state| {
        needed("errhandler", errhandler)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::comm_get_errhandler::<Mpich>(state, comm, errhandler) }
    })
}

/// `int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_call_errhandler(
    comm: Handle,
    errorcode: c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_call_errhandler", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::comm_call_errhandler::<Mpich>(state, comm, errorcode) }
    })
}

/// `int MPI_Errhandler_free(MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Errhandler_free(
    errhandler: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Errhandler_free", None, |state| {
        needed("errhandler", errhandler)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::errhandler_free::<Mpich>(state, errhandler) }
    })
}

/// `int MPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Errhandler_create(
    comm_errhandler_fn: *const c_void,
    errhandler: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Errhandler_create", None, |state| {
        needed("comm_errhandler_fn", comm_errhandler_fn)?;
        needed("errhandler", errhandler)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::errhandler_create::<Mpich>(state, comm_errhandler_fn, errhandler) }
    })
}

/// `int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Errhandler_set(
    comm: Handle,
    errhandler: Handle,
) -> c_int {
    call::<Mpich>("MPI_Errhandler_set", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::errhandler_set::<Mpich>(state, comm, errhandler) }
    })
}

/// `int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Errhandler_get(
    comm: Handle,
    errhandler: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Errhandler_get", Some(comm), |state| {
        needed("errhandler", errhandler)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::errhandler_get::<Mpich>(state, comm, errhandler) }
    })
}

/// `int MPI_Add_error_class(int *errorclass)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Add_error_class(
    errorclass: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Add_error_class", None, |state| {
        needed("errorclass", errorclass)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::add_error_class::<Mpich>(state, errorclass) }
    })
}

/// `int MPI_Add_error_code(int errorclass, int *errorcode)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Add_error_code(
    errorclass: c_int,
    errorcode: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Add_error_code", None, |state| {
        needed("errorcode", errorcode)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::add_error_code::<Mpich>(state, errorclass, errorcode) }
    })
}

/// `int MPI_Add_error_string(int errorcode, const char *string)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Add_error_string(
    errorcode: c_int,
    string: *const c_char,
) -> c_int {
    call::<Mpich>("MPI_Add_error_string", None, |state| {
        needed("string", string)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { errors::add_error_string::<Mpich>(state, errorcode, string) }
    })
}
