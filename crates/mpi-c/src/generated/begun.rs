//! The family `begun`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::begun;

/// `int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ibarrier(
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ibarrier", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ibarrier::<Mpich>(state, comm, request) }
    })
}

/// `int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ibcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ibcast", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ibcast::<Mpich>(state, buffer, count.into(), datatype, root, comm, request) }
    })
}

/// `int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ibcast_c(
    buffer: *mut c_void,
    count: c_long,
    datatype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ibcast_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ibcast::<Mpich>(state, buffer, count.into(), datatype, root, comm, request) }
    })
}

/// `int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Igather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Igather", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::igather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Igather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Igather_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::igather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Igatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Igatherv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::igatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Igatherv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Igatherv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::igatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscatter", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscatter::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscatter_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscatter_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscatter::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscatterv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscatterv::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    displs: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscatterv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscatterv::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, request) }
    })
}

/// `int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallgather", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallgather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallgather_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallgatherv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallgatherv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallgatherv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoall", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoall_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoall_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoallv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoallv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoallw", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm, request) }
    })
}

/// `int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ialltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ialltoallw_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ialltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm, request) }
    })
}

/// `int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm, request) }
    })
}

/// `int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm, request) }
    })
}

/// `int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallreduce", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallreduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iallreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iallreduce_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iallreduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce_scatter", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce_scatter::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce_scatter_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce_scatter::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce_scatter_block", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce_scatter_block::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ireduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ireduce_scatter_block_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::ireduce_scatter_block::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscan", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iscan_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iexscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iexscan", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iexscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}

/// `int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iexscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Iexscan_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { begun::iexscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, request) }
    })
}
