//! The family `neighbours`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::neighbours;

/// `int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ineighbor_allgather", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ineighbor_allgather_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_allgatherv(
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
    call::<Mpich>("MPI_Ineighbor_allgatherv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_allgatherv_c(
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
    call::<Mpich>("MPI_Ineighbor_allgatherv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ineighbor_alltoall", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ineighbor_alltoall_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallv(
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
    call::<Mpich>("MPI_Ineighbor_alltoallv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallv_c(
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
    call::<Mpich>("MPI_Ineighbor_alltoallv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ineighbor_alltoallw", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm, request) }
    })
}

/// `int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallw_c(
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
    call::<Mpich>("MPI_Ineighbor_alltoallw_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::ineighbor_alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm, request) }
    })
}

/// `int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_allgather", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_allgather_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgather::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_allgatherv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_long,
    displs: *const c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_allgatherv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgatherv::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_alltoall", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: c_long,
    sendtype: Handle,
    recvbuf: *mut c_void,
    recvcount: c_long,
    recvtype: Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_alltoall_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoall::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv(
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
    call::<Mpich>("MPI_Neighbor_alltoallv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_c(
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
    call::<Mpich>("MPI_Neighbor_alltoallv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallv::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm) }
    })
}

/// `int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_alltoallw", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm) }
    })
}

/// `int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_c(
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
    call::<Mpich>("MPI_Neighbor_alltoallw_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallw::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm) }
    })
}

/// `int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgather_init(
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
    call::<Mpich>("MPI_Neighbor_allgather_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgather_init_c(
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
    call::<Mpich>("MPI_Neighbor_allgather_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgather_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_init(
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
    call::<Mpich>("MPI_Neighbor_allgatherv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_init_c(
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
    call::<Mpich>("MPI_Neighbor_allgatherv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_allgatherv_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_init(
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
    call::<Mpich>("MPI_Neighbor_alltoall_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoall_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_init_c(
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
    call::<Mpich>("MPI_Neighbor_alltoall_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoall_init::<Mpich>(state, sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_init(
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
    call::<Mpich>("MPI_Neighbor_alltoallv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallv_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_init_c(
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
    call::<Mpich>("MPI_Neighbor_alltoallv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallv_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_long,
    sendtypes: *const Handle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_long,
    recvtypes: *const Handle,
    comm: Handle,
    info: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Neighbor_alltoallw_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallw_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm, info, request) }
    })
}

/// `int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_init_c(
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
    call::<Mpich>("MPI_Neighbor_alltoallw_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { neighbours::neighbor_alltoallw_init::<Mpich>(state, sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm, info, request) }
    })
}
