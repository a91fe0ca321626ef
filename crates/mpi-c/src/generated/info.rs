//! The family `info`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::info;

/// `int MPI_Info_create(MPI_Info *info)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_create(
    info: *mut Handle,
) -> c_int {
    anytime::<Mpich>("MPI_Info_create", || {
        needed("info", info)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_create::<Mpich>(info) }
    })
}

/// `int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_create_env(
    argc: c_int,
    argv: *mut *mut c_char,
    info: *mut Handle,
) -> c_int {
    anytime::<Mpich>("MPI_Info_create_env", || {
        needed("info", info)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_create_env::<Mpich>(argc, argv, info) }
    })
}

/// `int MPI_Info_set(MPI_Info info, const char *key, const char *value)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_set(
    info: Handle,
    key: *const c_char,
    value: *const c_char,
) -> c_int {
    anytime::<Mpich>("MPI_Info_set", || {
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_set::<Mpich>(info, key, value) }
    })
}

/// `int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_get(
    info: Handle,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Info_get", || {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_get::<Mpich>(info, key, valuelen, value, flag) }
    })
}

/// `int MPI_Info_free(MPI_Info *info)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_free(
    info: *mut Handle,
) -> c_int {
    anytime::<Mpich>("MPI_Info_free", || {
        needed("info", info)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_free::<Mpich>(info) }
    })
}

/// `int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_dup(
    info: Handle,
    newinfo: *mut Handle,
) -> c_int {
    anytime::<Mpich>("MPI_Info_dup", || {
        needed("newinfo", newinfo)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_dup::<Mpich>(info, newinfo) }
    })
}

/// `int MPI_Info_get_nkeys(MPI_Info info, int *nkeys)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_get_nkeys(
    info: Handle,
    nkeys: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Info_get_nkeys", || {
        needed("nkeys", nkeys)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_get_nkeys::<Mpich>(info, nkeys) }
    })
}

/// `int MPI_Info_get_nthkey(MPI_Info info, int n, char *key)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_get_nthkey(
    info: Handle,
    n: c_int,
    key: *mut c_char,
) -> c_int {
    anytime::<Mpich>("MPI_Info_get_nthkey", || {
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_get_nthkey::<Mpich>(info, n, key) }
    })
}

/// `int MPI_Info_delete(MPI_Info info, const char *key)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_delete(
    info: Handle,
    key: *const c_char,
) -> c_int {
    anytime::<Mpich>("MPI_Info_delete", || {
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_delete::<Mpich>(info, key) }
    })
}

/// `int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_get_valuelen(
    info: Handle,
    key: *const c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Info_get_valuelen", || {
        needed("valuelen", valuelen)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_get_valuelen::<Mpich>(info, key, valuelen, flag) }
    })
}

/// `int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Info_get_string(
    info: Handle,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Info_get_string", || {
        needed("buflen", buflen)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { info::info_get_string::<Mpich>(info, key, buflen, value, flag) }
    })
}
