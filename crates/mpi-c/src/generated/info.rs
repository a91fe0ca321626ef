//! The family `info`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::info;

abis! {
    exports {
        anytime MPI_Info_create(info: *mut Handle) needs info = info::info_create(info);
        anytime MPI_Info_create_env(argc: c_int, argv: *mut *mut c_char, info: *mut Handle) needs info = info::info_create_env(argc, argv, info);
        anytime MPI_Info_set(info: Handle, key: *const c_char, value: *const c_char) = info::info_set(info, key, value);
        anytime MPI_Info_get(info: Handle, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) needs flag = info::info_get(info, key, valuelen, value, flag);
        anytime MPI_Info_free(info: *mut Handle) needs info = info::info_free(info);
        anytime MPI_Info_dup(info: Handle, newinfo: *mut Handle) needs newinfo = info::info_dup(info, newinfo);
        anytime MPI_Info_get_nkeys(info: Handle, nkeys: *mut c_int) needs nkeys = info::info_get_nkeys(info, nkeys);
        anytime MPI_Info_get_nthkey(info: Handle, n: c_int, key: *mut c_char) = info::info_get_nthkey(info, n, key);
        anytime MPI_Info_delete(info: Handle, key: *const c_char) = info::info_delete(info, key);
        anytime MPI_Info_get_valuelen(info: Handle, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) needs valuelen, flag = info::info_get_valuelen(info, key, valuelen, flag);
        anytime MPI_Info_get_string(info: Handle, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) needs buflen, flag = info::info_get_string(info, key, buflen, value, flag);
    }
}
