//! The family `collective`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::collective;

/// `int MPI_Barrier(MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Barrier(
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Barrier", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::barrier::<Mpich>(state, comm) }
    })
}

/// `int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Bcast", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::bcast::<Mpich>(state, buffer, count.into(), datatype, root, comm) }
    })
}

/// `int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bcast_c(
    buffer: *mut c_void,
    count: c_long,
    datatype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Bcast_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::bcast::<Mpich>(state, buffer, count.into(), datatype, root, comm) }
    })
}

/// `int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Gather", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::gather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Gather_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::gather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Gatherv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::gatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Gatherv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Gatherv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::gatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatter", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scatter::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatter_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatter_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scatter::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatterv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scatterv::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    displs: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scatterv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scatterv::<Mpich>(state, sendbuf, sendcounts.into(), displs.into(), sendtype, recvbuf, recvcount.into(), recvtype, root, comm) }
    })
}

/// `int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgather", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgather_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgatherv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm) }
    })
}

/// `int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allgatherv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allgatherv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm) }
    })
}

/// `int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoall", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoall_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoall_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm) }
    })
}

/// `int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm) }
    })
}

/// `int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallw", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm) }
    })
}

/// `int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const c_long,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Alltoallw_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtypes, recvbuf, recvcounts.into(), rdispls.into(), recvtypes, comm) }
    })
}

/// `int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm) }
    })
}

/// `int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, root, comm) }
    })
}

/// `int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allreduce", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allreduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}

/// `int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Allreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Allreduce_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::allreduce::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}

/// `int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce_scatter::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm) }
    })
}

/// `int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce_scatter::<Mpich>(state, sendbuf, recvbuf, recvcounts.into(), datatype, op, comm) }
    })
}

/// `int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_block", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce_scatter_block::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm) }
    })
}

/// `int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Reduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Reduce_scatter_block_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::reduce_scatter_block::<Mpich>(state, sendbuf, recvbuf, recvcount.into(), datatype, op, comm) }
    })
}

/// `int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scan", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}

/// `int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Scan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Scan_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::scan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}

/// `int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Exscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Exscan", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::exscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}

/// `int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Exscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_long,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Exscan_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { collective::exscan::<Mpich>(state, sendbuf, recvbuf, count.into(), datatype, op, comm) }
    })
}
