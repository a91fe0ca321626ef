//! The family `partitioned`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::partitioned;

abis! {
    exports {
        call MPI_Psend_init(buf: *const c_void, partitions: c_int, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, info: Handle, request: *mut Handle) on Comm comm needs request = partitioned::psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
        call MPI_Precv_init(buf: *mut c_void, partitions: c_int, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, info: Handle, request: *mut Handle) on Comm comm needs request = partitioned::precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
        call MPI_Pready(partition: c_int, request: Handle) = partitioned::pready(partition, request);
        call MPI_Pready_range(partition_low: c_int, partition_high: c_int, request: Handle) = partitioned::pready_range(partition_low, partition_high, request);
        call MPI_Pready_list(length: c_int, array_of_partitions: *mut c_int, request: Handle) needs array_of_partitions[length] = partitioned::pready_list(length, array_of_partitions, request);
        call MPI_Parrived(request: Handle, partition: c_int, flag: *mut c_int) needs flag = partitioned::parrived(request, partition, flag);
    }
}
