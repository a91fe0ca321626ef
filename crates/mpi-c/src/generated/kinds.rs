//! The family `kinds`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::kinds;

/// `int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_f90_complex(
    p: c_int,
    r: c_int,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_f90_complex", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { kinds::type_create_f90_complex::<Mpich>(state, p, r, newtype) }
    })
}

/// `int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_f90_integer(
    r: c_int,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_f90_integer", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { kinds::type_create_f90_integer::<Mpich>(state, r, newtype) }
    })
}

/// `int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_f90_real(
    p: c_int,
    r: c_int,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_f90_real", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { kinds::type_create_f90_real::<Mpich>(state, p, r, newtype) }
    })
}
