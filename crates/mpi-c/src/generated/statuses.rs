//! The family `statuses`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::statuses;

abis! {
    exports {
        call MPI_Status_c2f(c_status: *const Status, f_status: *mut c_int) needs c_status, f_status = statuses::status_c2f(c_status, f_status);
        call MPI_Status_f2c(f_status: *const c_int, c_status: *mut Status) needs f_status, c_status = statuses::status_f2c(f_status, c_status);
        call MPI_Status_c2f08(c_status: *const Status, f08_status: *mut Status) needs c_status, f08_status = statuses::status_c2f08(c_status, f08_status);
        call MPI_Status_f082c(f08_status: *const Status, c_status: *mut Status) needs f08_status, c_status = statuses::status_f082c(f08_status, c_status);
        call MPI_Status_f082f(f08_status: *const Status, f_status: *mut c_int) needs f08_status, f_status = statuses::status_f082f(f08_status, f_status);
        call MPI_Status_f2f08(f_status: *const c_int, f08_status: *mut Status) needs f_status, f08_status = statuses::status_f2f08(f_status, f08_status);
    }
}
