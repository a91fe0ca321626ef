//! The family `neighbours`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::neighbours;

abis! {
    collectives {
        MPI_Neighbor_allgather MPI_Ineighbor_allgather MPI_Neighbor_allgather_init(sendbuf: *const c_void, sendcount: c_int, sendtype: Handle, recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_allgather(sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm);
        MPI_Neighbor_allgather_c MPI_Ineighbor_allgather_c MPI_Neighbor_allgather_init_c(sendbuf: *const c_void, sendcount: c_long, sendtype: Handle, recvbuf: *mut c_void, recvcount: c_long, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_allgather(sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm);
        MPI_Neighbor_allgatherv MPI_Ineighbor_allgatherv MPI_Neighbor_allgatherv_init(sendbuf: *const c_void, sendcount: c_int, sendtype: Handle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_allgatherv(sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm);
        MPI_Neighbor_allgatherv_c MPI_Ineighbor_allgatherv_c MPI_Neighbor_allgatherv_init_c(sendbuf: *const c_void, sendcount: c_long, sendtype: Handle, recvbuf: *mut c_void, recvcounts: *const c_long, displs: *const c_long, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_allgatherv(sendbuf, sendcount.into(), sendtype, recvbuf, recvcounts.into(), displs.into(), recvtype, comm);
        MPI_Neighbor_alltoall MPI_Ineighbor_alltoall MPI_Neighbor_alltoall_init(sendbuf: *const c_void, sendcount: c_int, sendtype: Handle, recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoall(sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm);
        MPI_Neighbor_alltoall_c MPI_Ineighbor_alltoall_c MPI_Neighbor_alltoall_init_c(sendbuf: *const c_void, sendcount: c_long, sendtype: Handle, recvbuf: *mut c_void, recvcount: c_long, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoall(sendbuf, sendcount.into(), sendtype, recvbuf, recvcount.into(), recvtype, comm);
        MPI_Neighbor_alltoallv MPI_Ineighbor_alltoallv MPI_Neighbor_alltoallv_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Handle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoallv(sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm);
        MPI_Neighbor_alltoallv_c MPI_Ineighbor_alltoallv_c MPI_Neighbor_alltoallv_init_c(sendbuf: *const c_void, sendcounts: *const c_long, sdispls: *const c_long, sendtype: Handle, recvbuf: *mut c_void, recvcounts: *const c_long, rdispls: *const c_long, recvtype: Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoallv(sendbuf, sendcounts.into(), sdispls.into(), sendtype, recvbuf, recvcounts.into(), rdispls.into(), recvtype, comm);
        MPI_Neighbor_alltoallw MPI_Ineighbor_alltoallw MPI_Neighbor_alltoallw_init(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_long, sendtypes: *const Handle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_long, recvtypes: *const Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoallw(sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm);
        MPI_Neighbor_alltoallw_c MPI_Ineighbor_alltoallw_c MPI_Neighbor_alltoallw_init_c(sendbuf: *const c_void, sendcounts: *const c_long, sdispls: *const c_long, sendtypes: *const Handle, recvbuf: *mut c_void, recvcounts: *const c_long, rdispls: *const c_long, recvtypes: *const Handle, comm: Handle) on Comm comm = neighbours::neighbor_alltoallw(sendbuf, sendcounts.into(), sdispls, sendtypes, recvbuf, recvcounts.into(), rdispls, recvtypes, comm);
    }
}
