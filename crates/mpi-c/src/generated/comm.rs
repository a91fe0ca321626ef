//! The family `comm`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::comm;
use crate::export::*;

abis! {
    exports {
        brief MPI_Comm_size(comm: Handle, size: *mut c_int) on Comm comm needs size = comm::comm_size(comm, size);
        brief MPI_Comm_rank(comm: Handle, rank: *mut c_int) on Comm comm needs rank = comm::comm_rank(comm, rank);
        call MPI_Comm_dup(comm: Handle, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_dup(comm, newcomm);
        call MPI_Comm_dup_with_info(comm: Handle, info: Handle, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_dup_with_info(comm, info, newcomm);
        call MPI_Comm_idup(comm: Handle, newcomm: *mut Handle, request: *mut Handle) on Comm comm needs newcomm, request = comm::comm_idup(comm, newcomm, request);
        call MPI_Comm_idup_with_info(comm: Handle, info: Handle, newcomm: *mut Handle, request: *mut Handle) on Comm comm needs newcomm, request = comm::comm_idup_with_info(comm, info, newcomm, request);
        call MPI_Comm_free(comm: *mut Handle) needs comm = comm::comm_free(comm);
        call MPI_Comm_disconnect(comm: *mut Handle) needs comm = comm::comm_disconnect(comm);
        call MPI_Comm_split(comm: Handle, color: c_int, key: c_int, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_split(comm, color, key, newcomm);
        call MPI_Comm_split_type(comm: Handle, split_type: c_int, key: c_int, info: Handle, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_split_type(comm, split_type, key, info, newcomm);
        call MPI_Comm_create(comm: Handle, group: Handle, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_create(comm, group, newcomm);
        call MPI_Comm_create_group(comm: Handle, group: Handle, tag: c_int, newcomm: *mut Handle) on Comm comm needs newcomm = comm::comm_create_group(comm, group, tag, newcomm);
        call MPI_Comm_group(comm: Handle, group: *mut Handle) on Comm comm needs group = comm::comm_group(comm, group);
        call MPI_Comm_compare(comm1: Handle, comm2: Handle, result: *mut c_int) on Comm comm1 needs result = comm::comm_compare(comm1, comm2, result);
        call MPI_Comm_get_name(comm: Handle, comm_name: *mut c_char, resultlen: *mut c_int) on Comm comm needs comm_name, resultlen = comm::comm_get_name(comm, comm_name, resultlen);
        call MPI_Comm_set_name(comm: Handle, comm_name: *const c_char) on Comm comm needs comm_name = comm::comm_set_name(comm, comm_name);
        call MPI_Comm_test_inter(comm: Handle, flag: *mut c_int) on Comm comm needs flag = comm::comm_test_inter(comm, flag);
        call MPI_Comm_remote_size(comm: Handle, size: *mut c_int) on Comm comm needs size = comm::comm_remote_size(comm, size);
        call MPI_Comm_remote_group(comm: Handle, group: *mut Handle) on Comm comm needs group = comm::comm_remote_group(comm, group);
        call MPI_Intercomm_create(local_comm: Handle, local_leader: c_int, peer_comm: Handle, remote_leader: c_int, tag: c_int, newintercomm: *mut Handle) on Comm local_comm needs newintercomm = comm::intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
        call MPI_Intercomm_merge(intercomm: Handle, high: c_int, newintracomm: *mut Handle) on Comm intercomm needs newintracomm = comm::intercomm_merge(intercomm, high, newintracomm);
        call MPI_Comm_get_info(comm: Handle, info_used: *mut Handle) on Comm comm needs info_used = comm::comm_get_info(comm, info_used);
        call MPI_Comm_set_info(comm: Handle, info: Handle) on Comm comm = comm::comm_set_info(comm, info);
        call MPI_Comm_get_parent(parent: *mut Handle) needs parent = comm::comm_get_parent(parent);
    }
}
