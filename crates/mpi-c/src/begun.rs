//! Collectives that are begun, and persistent ones.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use crate::abi::Abi;
use crate::fault::Done;
use crate::numbers::Ints;
use crate::state::State;
use crate::way::requests;

requests! {
    of collective;
    barrier_by: ibarrier, barrier_init(comm: A::Handle);
    bcast_by: ibcast, bcast_init(buf: *mut c_void, count: i64, datatype: A::Handle, root: c_int, comm: A::Handle);
    gather_by: igather, gather_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcount: i64, recvtype: A::Handle, root: c_int, comm: A::Handle);
    gatherv_by: igatherv, gatherv_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: A::Handle, root: c_int, comm: A::Handle);
    scatter_by: iscatter, scatter_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcount: i64, recvtype: A::Handle, root: c_int, comm: A::Handle);
    scatterv_by: iscatterv, scatterv_init(sendbuf: *const c_void, sendcounts: Ints, displs: Ints, sendtype: A::Handle, recvbuf: *mut c_void, recvcount: i64, recvtype: A::Handle, root: c_int, comm: A::Handle);
    allgather_by: iallgather, allgather_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcount: i64, recvtype: A::Handle, comm: A::Handle);
    allgatherv_by: iallgatherv, allgatherv_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: A::Handle, comm: A::Handle);
    alltoall_by: ialltoall, alltoall_init(sendbuf: *const c_void, sendcount: i64, sendtype: A::Handle, recvbuf: *mut c_void, recvcount: i64, recvtype: A::Handle, comm: A::Handle);
    alltoallv_by: ialltoallv, alltoallv_init(sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtype: A::Handle, recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtype: A::Handle, comm: A::Handle);
    alltoallw_by: ialltoallw, alltoallw_init(sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtypes: *const A::Handle, recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtypes: *const A::Handle, comm: A::Handle);
    reduce_by: ireduce, reduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: A::Handle, op: A::Handle, root: c_int, comm: A::Handle);
    allreduce_by: iallreduce, allreduce_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: A::Handle, op: A::Handle, comm: A::Handle);
    reduce_scatter_by: ireduce_scatter, reduce_scatter_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: Ints, datatype: A::Handle, op: A::Handle, comm: A::Handle);
    reduce_scatter_block_by: ireduce_scatter_block, reduce_scatter_block_init(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: A::Handle, op: A::Handle, comm: A::Handle);
    scan_by: iscan, scan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: A::Handle, op: A::Handle, comm: A::Handle);
    exscan_by: iexscan, exscan_init(sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: A::Handle, op: A::Handle, comm: A::Handle);
}
