//! The family `external`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::external;

/// `int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: c_int,
    datatype: Handle,
    outbuf: *mut c_void,
    outsize: c_long,
    position: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Pack_external", None, |state| {
        needed("datarep", datarep)?;
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::pack_external::<Mpich>(state, datarep, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into()) }
    })
}

/// `int MPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: c_long,
    datatype: Handle,
    outbuf: *mut c_void,
    outsize: c_long,
    position: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Pack_external_c", None, |state| {
        needed("datarep", datarep)?;
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::pack_external::<Mpich>(state, datarep, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into()) }
    })
}

/// `int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_external_size(
    datarep: *const c_char,
    incount: c_int,
    datatype: Handle,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Pack_external_size", None, |state| {
        needed("datarep", datarep)?;
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::pack_external_size::<Mpich>(state, datarep, incount.into(), datatype, size.into()) }
    })
}

/// `int MPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_external_size_c(
    datarep: *const c_char,
    incount: c_long,
    datatype: Handle,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Pack_external_size_c", None, |state| {
        needed("datarep", datarep)?;
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::pack_external_size::<Mpich>(state, datarep, incount.into(), datatype, size.into()) }
    })
}

/// `int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Unpack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: c_long,
    position: *mut c_long,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: Handle,
) -> c_int {
    call::<Mpich>("MPI_Unpack_external", None, |state| {
        needed("datarep", datarep)?;
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::unpack_external::<Mpich>(state, datarep, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype) }
    })
}

/// `int MPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Unpack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: c_long,
    position: *mut c_long,
    outbuf: *mut c_void,
    outcount: c_long,
    datatype: Handle,
) -> c_int {
    call::<Mpich>("MPI_Unpack_external_c", None, |state| {
        needed("datarep", datarep)?;
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { external::unpack_external::<Mpich>(state, datarep, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype) }
    })
}
