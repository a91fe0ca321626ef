//! The family `statuses`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::statuses;

/// `int MPI_Status_c2f(const MPI_Status *c_status, MPI_Fint *f_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_c2f(
    c_status: *const Status,
    f_status: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Status_c2f", None, |state| {
        needed("c_status", c_status)?;
        needed("f_status", f_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_c2f::<Mpich>(state, c_status, f_status) }
    })
}

/// `int MPI_Status_f2c(const MPI_Fint *f_status, MPI_Status *c_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_f2c(
    f_status: *const c_int,
    c_status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Status_f2c", None, |state| {
        needed("f_status", f_status)?;
        needed("c_status", c_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_f2c::<Mpich>(state, f_status, c_status) }
    })
}

/// `int MPI_Status_c2f08(const MPI_Status *c_status, MPI_F08_status *f08_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_c2f08(
    c_status: *const Status,
    f08_status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Status_c2f08", None, |state| {
        needed("c_status", c_status)?;
        needed("f08_status", f08_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_c2f08::<Mpich>(state, c_status, f08_status) }
    })
}

/// `int MPI_Status_f082c(const MPI_F08_status *f08_status, MPI_Status *c_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_f082c(
    f08_status: *const Status,
    c_status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Status_f082c", None, |state| {
        needed("f08_status", f08_status)?;
        needed("c_status", c_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_f082c::<Mpich>(state, f08_status, c_status) }
    })
}

/// `int MPI_Status_f082f(const MPI_F08_status *f08_status, MPI_Fint *f_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_f082f(
    f08_status: *const Status,
    f_status: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Status_f082f", None, |state| {
        needed("f08_status", f08_status)?;
        needed("f_status", f_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_f082f::<Mpich>(state, f08_status, f_status) }
    })
}

/// `int MPI_Status_f2f08(const MPI_Fint *f_status, MPI_F08_status *f08_status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_f2f08(
    f_status: *const c_int,
    f08_status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Status_f2f08", None, |state| {
        needed("f_status", f_status)?;
        needed("f08_status", f08_status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { statuses::status_f2f08::<Mpich>(state, f_status, f08_status) }
    })
}
