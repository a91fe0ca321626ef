//! Persistent collectives.

pub(crate) use crate::begun::{
    allgather_init, allgatherv_init, allreduce_init, alltoall_init, alltoallv_init, alltoallw_init,
    barrier_init, bcast_init, exscan_init, gather_init, gatherv_init, reduce_init,
    reduce_scatter_block_init, reduce_scatter_init, scan_init, scatter_init, scatterv_init,
};
