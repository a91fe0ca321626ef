//! The family `setup`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::setup;

abis! {
    exports {
        anytime MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) = setup::init(argc, argv);
        anytime MPI_Init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int, provided: *mut c_int) needs provided = setup::init_thread(argc, argv, required, provided);
        anytime MPI_Initialized(flag: *mut c_int) needs flag = setup::initialized(flag);
        anytime MPI_Finalize() = setup::finalize();
        anytime MPI_Finalized(flag: *mut c_int) needs flag = setup::finalized(flag);
        anytime MPI_Get_version(version: *mut c_int, subversion: *mut c_int) needs version, subversion = setup::get_version(version, subversion);
        anytime MPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) needs version, resultlen = setup::get_library_version(version, resultlen);
        anytime MPI_Error_string(errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) needs string, resultlen = setup::error_string(errorcode, string, resultlen);
        anytime MPI_Error_class(errorcode: c_int, errorclass: *mut c_int) needs errorclass = setup::error_class(errorcode, errorclass);
    }
    values {
        MPI_Wtime() -> c_double = setup::wtime();
        MPI_Wtick() -> c_double = setup::wtick();
        MPI_Aint_add(base: c_long, disp: c_long) -> c_long = setup::aint_add(base, disp);
        MPI_Aint_diff(addr1: c_long, addr2: c_long) -> c_long = setup::aint_diff(addr1, addr2);
    }
}
