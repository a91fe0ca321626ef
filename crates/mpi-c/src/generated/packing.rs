//! The family `packing`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::packing;

/// `int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack(
    inbuf: *const c_void,
    incount: c_int,
    datatype: Handle,
    outbuf: *mut c_void,
    outsize: c_int,
    position: *mut c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Pack", Some(comm), |state| {
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::pack::<Mpich>(state, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into(), comm) }
    })
}

/// `int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_c(
    inbuf: *const c_void,
    incount: c_long,
    datatype: Handle,
    outbuf: *mut c_void,
    outsize: c_long,
    position: *mut c_long,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Pack_c", Some(comm), |state| {
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::pack::<Mpich>(state, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into(), comm) }
    })
}

/// `int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Unpack(
    inbuf: *const c_void,
    insize: c_int,
    position: *mut c_int,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Unpack", Some(comm), |state| {
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::unpack::<Mpich>(state, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype, comm) }
    })
}

/// `int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Unpack_c(
    inbuf: *const c_void,
    insize: c_long,
    position: *mut c_long,
    outbuf: *mut c_void,
    outcount: c_long,
    datatype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Unpack_c", Some(comm), |state| {
        needed("position", position)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::unpack::<Mpich>(state, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype, comm) }
    })
}

/// `int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_size(
    incount: c_int,
    datatype: Handle,
    comm: Handle,
    size: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Pack_size", Some(comm), |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::pack_size::<Mpich>(state, incount.into(), datatype, comm, size.into()) }
    })
}

/// `int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pack_size_c(
    incount: c_long,
    datatype: Handle,
    comm: Handle,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Pack_size_c", Some(comm), |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { packing::pack_size::<Mpich>(state, incount.into(), datatype, comm, size.into()) }
    })
}
