//! The family `kinds`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::kinds;

abis! {
    exports {
        call MPI_Type_create_f90_complex(p: c_int, r: c_int, newtype: *mut Handle) needs newtype = kinds::type_create_f90_complex(p, r, newtype);
        call MPI_Type_create_f90_integer(r: c_int, newtype: *mut Handle) needs newtype = kinds::type_create_f90_integer(r, newtype);
        call MPI_Type_create_f90_real(p: c_int, r: c_int, newtype: *mut Handle) needs newtype = kinds::type_create_f90_real(p, r, newtype);
    }
}
