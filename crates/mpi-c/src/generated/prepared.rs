//! The family `prepared`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::prepared;

/// `int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgather_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allgather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgather_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgather_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allgather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgatherv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allgatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgatherv_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgatherv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allgatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allreduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allreduce_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allreduce_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allreduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Allreduce_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::allreduce_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoall_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoall_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoall_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoall_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoall_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoall_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoallv_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtype: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoallv_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallw_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoallw_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm, info, request) }
    })
}

/// `int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallw_init_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallw_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::alltoallw_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm, info, request) }
    })
}

/// `int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Barrier_init(
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Barrier_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::barrier_init::<Mpich>(state, comm, info, request) }
    })
}

/// `int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bcast_init(
    buffer: *mut c_void,
    count: c_int,
    datatype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Bcast_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::bcast_init::<Mpich>(state, buffer, count.into(), datatype, root, comm, info, request) }
    })
}

/// `int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bcast_init_c(
    buffer: *mut c_void,
    count: c_long,
    datatype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Bcast_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::bcast_init::<Mpich>(state, buffer, count.into(), datatype, root, comm, info, request) }
    })
}

/// `int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Exscan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Exscan_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::exscan_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Exscan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Exscan_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::exscan_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Gather_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::gather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gather_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Gather_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::gather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Gatherv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::gatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gatherv_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Gatherv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::gatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm, info, request) }
    })
}

/// `int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm, info, request) }
    })
}

/// `int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_block_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_block_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_scatter_block_init::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_block_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_block_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_scatter_block_init::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_scatter_init::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::reduce_scatter_init::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scan_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scan_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scan_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scan_init::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm, info, request) }
    })
}

/// `int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatter_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatter_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scatter_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatter_init_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatter_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scatter_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatterv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatterv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scatterv_init::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}

/// `int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatterv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    displs: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatterv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { prepared::scatterv_init::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm, info, request) }
    })
}
