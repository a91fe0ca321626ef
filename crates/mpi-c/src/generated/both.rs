//! The family `both`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::both;

/// `int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Sendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Sendrecv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::sendrecv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, status) }
    })
}

/// `int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Sendrecv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Sendrecv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::sendrecv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, status) }
    })
}

/// `int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Sendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Sendrecv_replace", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::sendrecv_replace::<Mpich>(state, buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, status) }
    })
}

/// `int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Sendrecv_replace_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Sendrecv_replace_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::sendrecv_replace::<Mpich>(state, buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, status) }
    })
}

/// `int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isendrecv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::isendrecv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, request) }
    })
}

/// `int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isendrecv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isendrecv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::isendrecv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, request) }
    })
}

/// `int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isendrecv_replace", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::isendrecv_replace::<Mpich>(state, buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, request) }
    })
}

/// `int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isendrecv_replace_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isendrecv_replace_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { both::isendrecv_replace::<Mpich>(state, buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, request) }
    })
}
