//! The family `setup`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::setup;

/// `int MPI_Init(int *argc, char ***argv)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Init(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
) -> c_int {
    anytime::<Mpich>("MPI_Init", || {
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::init::<Mpich>(argc, argv) }
    })
}

/// `int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Init_thread(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Init_thread", || {
        needed("provided", provided)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::init_thread::<Mpich>(argc, argv, required, provided) }
    })
}

/// `int MPI_Initialized(int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Initialized(
    flag: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Initialized", || {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::initialized::<Mpich>(flag) }
    })
}

/// `int MPI_Finalize(void)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Finalize() -> c_int {
    anytime::<Mpich>("MPI_Finalize", || {
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::finalize::<Mpich>() }
    })
}

/// `int MPI_Finalized(int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Finalized(
    flag: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Finalized", || {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::finalized::<Mpich>(flag) }
    })
}

/// `int MPI_Get_version(int *version, int *subversion)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_version(
    version: *mut c_int,
    subversion: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Get_version", || {
        needed("version", version)?;
        needed("subversion", subversion)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::get_version::<Mpich>(version, subversion) }
    })
}

/// `int MPI_Get_library_version(char *version, int *resultlen)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_library_version(
    version: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Get_library_version", || {
        needed("version", version)?;
        needed("resultlen", resultlen)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::get_library_version::<Mpich>(version, resultlen) }
    })
}

/// `int MPI_Error_string(int errorcode, char *string, int *resultlen)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Error_string(
    errorcode: c_int,
    string: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Error_string", || {
        needed("string", string)?;
        needed("resultlen", resultlen)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::error_string::<Mpich>(errorcode, string, resultlen) }
    })
}

/// `int MPI_Error_class(int errorcode, int *errorclass)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Error_class(
    errorcode: c_int,
    errorclass: *mut c_int,
) -> c_int {
    anytime::<Mpich>("MPI_Error_class", || {
        needed("errorclass", errorclass)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { setup::error_class::<Mpich>(errorcode, errorclass) }
    })
}

/// `double MPI_Wtime(void)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Wtime() -> c_double {
    setup::wtime()
}

/// `double MPI_Wtick(void)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Wtick() -> c_double {
    setup::wtick()
}

/// `MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Aint_add(
    base: c_long,
    disp: c_long,
) -> c_long {
    setup::aint_add(base, disp)
}

/// `MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Aint_diff(
    addr1: c_long,
    addr2: c_long,
) -> c_long {
    setup::aint_diff(addr1, addr2)
}
