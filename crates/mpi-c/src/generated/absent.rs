//! The family `absent`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;

/// `int MPIX_Comm_agree(MPI_Comm comm, int *flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Comm_agree() -> c_int {
    absent("MPIX_Comm_agree")
}

/// `int MPIX_Comm_failure_ack(MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Comm_failure_ack() -> c_int {
    absent("MPIX_Comm_failure_ack")
}

/// `int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgrp)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Comm_failure_get_acked() -> c_int {
    absent("MPIX_Comm_failure_get_acked")
}

/// `int MPIX_Comm_revoke(MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Comm_revoke() -> c_int {
    absent("MPIX_Comm_revoke")
}

/// `int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Comm_shrink() -> c_int {
    absent("MPIX_Comm_shrink")
}

/// `int MPIX_Delete_error_class(int errorclass)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Delete_error_class() -> c_int {
    absent("MPIX_Delete_error_class")
}

/// `int MPIX_Delete_error_code(int errorcode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Delete_error_code() -> c_int {
    absent("MPIX_Delete_error_code")
}

/// `int MPIX_Delete_error_string(int errorcode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Delete_error_string() -> c_int {
    absent("MPIX_Delete_error_string")
}

/// `int MPIX_GPU_query_support(int gpu_type, int *is_supported)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_GPU_query_support() -> c_int {
    absent("MPIX_GPU_query_support")
}

/// `int MPIX_Grequest_class_allocate(MPIX_Grequest_class greq_class, void *extra_state, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Grequest_class_allocate() -> c_int {
    absent("MPIX_Grequest_class_allocate")
}

/// `int MPIX_Grequest_class_create(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, MPIX_Grequest_poll_function *poll_fn, MPIX_Grequest_wait_function *wait_fn, MPIX_Grequest_class *greq_class)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Grequest_class_create() -> c_int {
    absent("MPIX_Grequest_class_create")
}

/// `int MPIX_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, MPIX_Grequest_poll_function *poll_fn, MPIX_Grequest_wait_function *wait_fn, void *extra_state, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Grequest_start() -> c_int {
    absent("MPIX_Grequest_start")
}

/// `int MPIX_Query_cuda_support(void)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Query_cuda_support() -> c_int {
    absent("MPIX_Query_cuda_support")
}

/// `int MPIX_Query_hip_support(void)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Query_hip_support() -> c_int {
    absent("MPIX_Query_hip_support")
}

/// `int MPIX_Query_ze_support(void)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPIX_Query_ze_support() -> c_int {
    absent("MPIX_Query_ze_support")
}

/// `int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Accumulate() -> c_int {
    absent("MPI_Accumulate")
}

/// `int MPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Accumulate_c() -> c_int {
    absent("MPI_Accumulate_c")
}

/// `int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allgather_init() -> c_int {
    absent("MPI_Allgather_init")
}

/// `int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allgather_init_c() -> c_int {
    absent("MPI_Allgather_init_c")
}

/// `int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allgatherv_init() -> c_int {
    absent("MPI_Allgatherv_init")
}

/// `int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allgatherv_init_c() -> c_int {
    absent("MPI_Allgatherv_init_c")
}

/// `int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allreduce_init() -> c_int {
    absent("MPI_Allreduce_init")
}

/// `int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Allreduce_init_c() -> c_int {
    absent("MPI_Allreduce_init_c")
}

/// `int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoall_init() -> c_int {
    absent("MPI_Alltoall_init")
}

/// `int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoall_init_c() -> c_int {
    absent("MPI_Alltoall_init_c")
}

/// `int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoallv_init() -> c_int {
    absent("MPI_Alltoallv_init")
}

/// `int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoallv_init_c() -> c_int {
    absent("MPI_Alltoallv_init_c")
}

/// `int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoallw_init() -> c_int {
    absent("MPI_Alltoallw_init")
}

/// `int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Alltoallw_init_c() -> c_int {
    absent("MPI_Alltoallw_init_c")
}

/// `int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Barrier_init() -> c_int {
    absent("MPI_Barrier_init")
}

/// `int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Bcast_init() -> c_int {
    absent("MPI_Bcast_init")
}

/// `int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Bcast_init_c() -> c_int {
    absent("MPI_Bcast_init_c")
}

/// `int MPI_Close_port(const char *port_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Close_port() -> c_int {
    absent("MPI_Close_port")
}

/// `int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_accept() -> c_int {
    absent("MPI_Comm_accept")
}

/// `int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_connect() -> c_int {
    absent("MPI_Comm_connect")
}

/// `int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_create_from_group() -> c_int {
    absent("MPI_Comm_create_from_group")
}

/// `int MPI_Comm_join(int fd, MPI_Comm *intercomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_join() -> c_int {
    absent("MPI_Comm_join")
}

/// `int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_spawn() -> c_int {
    absent("MPI_Comm_spawn")
}

/// `int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Comm_spawn_multiple() -> c_int {
    absent("MPI_Comm_spawn_multiple")
}

/// `int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Compare_and_swap() -> c_int {
    absent("MPI_Compare_and_swap")
}

/// `int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Dist_graph_create() -> c_int {
    absent("MPI_Dist_graph_create")
}

/// `int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Dist_graph_create_adjacent() -> c_int {
    absent("MPI_Dist_graph_create_adjacent")
}

/// `int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Dist_graph_neighbors() -> c_int {
    absent("MPI_Dist_graph_neighbors")
}

/// `int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Dist_graph_neighbors_count() -> c_int {
    absent("MPI_Dist_graph_neighbors_count")
}

/// `int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Exscan_init() -> c_int {
    absent("MPI_Exscan_init")
}

/// `int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Exscan_init_c() -> c_int {
    absent("MPI_Exscan_init_c")
}

/// `int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Fetch_and_op() -> c_int {
    absent("MPI_Fetch_and_op")
}

/// `MPI_Fint MPI_File_c2f(MPI_File file)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_c2f() -> c_int {
    absent("MPI_File_c2f")
}

/// `int MPI_File_call_errhandler(MPI_File fh, int errorcode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_call_errhandler() -> c_int {
    absent("MPI_File_call_errhandler")
}

/// `int MPI_File_close(MPI_File *fh)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_close() -> c_int {
    absent("MPI_File_close")
}

/// `int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_create_errhandler() -> c_int {
    absent("MPI_File_create_errhandler")
}

/// `int MPI_File_delete(const char *filename, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_delete() -> c_int {
    absent("MPI_File_delete")
}

/// `MPI_File MPI_File_f2c(MPI_Fint file)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_f2c() -> c_int {
    absent("MPI_File_f2c")
}

/// `int MPI_File_get_amode(MPI_File fh, int *amode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_amode() -> c_int {
    absent("MPI_File_get_amode")
}

/// `int MPI_File_get_atomicity(MPI_File fh, int *flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_atomicity() -> c_int {
    absent("MPI_File_get_atomicity")
}

/// `int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_byte_offset() -> c_int {
    absent("MPI_File_get_byte_offset")
}

/// `int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_errhandler() -> c_int {
    absent("MPI_File_get_errhandler")
}

/// `int MPI_File_get_group(MPI_File fh, MPI_Group *group)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_group() -> c_int {
    absent("MPI_File_get_group")
}

/// `int MPI_File_get_info(MPI_File fh, MPI_Info *info_used)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_info() -> c_int {
    absent("MPI_File_get_info")
}

/// `int MPI_File_get_position(MPI_File fh, MPI_Offset *offset)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_position() -> c_int {
    absent("MPI_File_get_position")
}

/// `int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_position_shared() -> c_int {
    absent("MPI_File_get_position_shared")
}

/// `int MPI_File_get_size(MPI_File fh, MPI_Offset *size)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_size() -> c_int {
    absent("MPI_File_get_size")
}

/// `int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_type_extent() -> c_int {
    absent("MPI_File_get_type_extent")
}

/// `int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_type_extent_c() -> c_int {
    absent("MPI_File_get_type_extent_c")
}

/// `int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_get_view() -> c_int {
    absent("MPI_File_get_view")
}

/// `int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread() -> c_int {
    absent("MPI_File_iread")
}

/// `int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_all() -> c_int {
    absent("MPI_File_iread_all")
}

/// `int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_all_c() -> c_int {
    absent("MPI_File_iread_all_c")
}

/// `int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_at() -> c_int {
    absent("MPI_File_iread_at")
}

/// `int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_at_all() -> c_int {
    absent("MPI_File_iread_at_all")
}

/// `int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_at_all_c() -> c_int {
    absent("MPI_File_iread_at_all_c")
}

/// `int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_at_c() -> c_int {
    absent("MPI_File_iread_at_c")
}

/// `int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_c() -> c_int {
    absent("MPI_File_iread_c")
}

/// `int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_shared() -> c_int {
    absent("MPI_File_iread_shared")
}

/// `int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iread_shared_c() -> c_int {
    absent("MPI_File_iread_shared_c")
}

/// `int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite() -> c_int {
    absent("MPI_File_iwrite")
}

/// `int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_all() -> c_int {
    absent("MPI_File_iwrite_all")
}

/// `int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_all_c() -> c_int {
    absent("MPI_File_iwrite_all_c")
}

/// `int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_at() -> c_int {
    absent("MPI_File_iwrite_at")
}

/// `int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_at_all() -> c_int {
    absent("MPI_File_iwrite_at_all")
}

/// `int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_at_all_c() -> c_int {
    absent("MPI_File_iwrite_at_all_c")
}

/// `int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_at_c() -> c_int {
    absent("MPI_File_iwrite_at_c")
}

/// `int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_c() -> c_int {
    absent("MPI_File_iwrite_c")
}

/// `int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_shared() -> c_int {
    absent("MPI_File_iwrite_shared")
}

/// `int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_iwrite_shared_c() -> c_int {
    absent("MPI_File_iwrite_shared_c")
}

/// `int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_open() -> c_int {
    absent("MPI_File_open")
}

/// `int MPI_File_preallocate(MPI_File fh, MPI_Offset size)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_preallocate() -> c_int {
    absent("MPI_File_preallocate")
}

/// `int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read() -> c_int {
    absent("MPI_File_read")
}

/// `int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_all() -> c_int {
    absent("MPI_File_read_all")
}

/// `int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_all_begin() -> c_int {
    absent("MPI_File_read_all_begin")
}

/// `int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_all_begin_c() -> c_int {
    absent("MPI_File_read_all_begin_c")
}

/// `int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_all_c() -> c_int {
    absent("MPI_File_read_all_c")
}

/// `int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_all_end() -> c_int {
    absent("MPI_File_read_all_end")
}

/// `int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at() -> c_int {
    absent("MPI_File_read_at")
}

/// `int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void * buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_all() -> c_int {
    absent("MPI_File_read_at_all")
}

/// `int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_all_begin() -> c_int {
    absent("MPI_File_read_at_all_begin")
}

/// `int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_all_begin_c() -> c_int {
    absent("MPI_File_read_at_all_begin_c")
}

/// `int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void * buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_all_c() -> c_int {
    absent("MPI_File_read_at_all_c")
}

/// `int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_all_end() -> c_int {
    absent("MPI_File_read_at_all_end")
}

/// `int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_at_c() -> c_int {
    absent("MPI_File_read_at_c")
}

/// `int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_c() -> c_int {
    absent("MPI_File_read_c")
}

/// `int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_ordered() -> c_int {
    absent("MPI_File_read_ordered")
}

/// `int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_ordered_begin() -> c_int {
    absent("MPI_File_read_ordered_begin")
}

/// `int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_ordered_begin_c() -> c_int {
    absent("MPI_File_read_ordered_begin_c")
}

/// `int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_ordered_c() -> c_int {
    absent("MPI_File_read_ordered_c")
}

/// `int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_ordered_end() -> c_int {
    absent("MPI_File_read_ordered_end")
}

/// `int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_shared() -> c_int {
    absent("MPI_File_read_shared")
}

/// `int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_read_shared_c() -> c_int {
    absent("MPI_File_read_shared_c")
}

/// `int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_seek() -> c_int {
    absent("MPI_File_seek")
}

/// `int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_seek_shared() -> c_int {
    absent("MPI_File_seek_shared")
}

/// `int MPI_File_set_atomicity(MPI_File fh, int flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_set_atomicity() -> c_int {
    absent("MPI_File_set_atomicity")
}

/// `int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_set_errhandler() -> c_int {
    absent("MPI_File_set_errhandler")
}

/// `int MPI_File_set_info(MPI_File fh, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_set_info() -> c_int {
    absent("MPI_File_set_info")
}

/// `int MPI_File_set_size(MPI_File fh, MPI_Offset size)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_set_size() -> c_int {
    absent("MPI_File_set_size")
}

/// `int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_set_view() -> c_int {
    absent("MPI_File_set_view")
}

/// `int MPI_File_sync(MPI_File fh)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_sync() -> c_int {
    absent("MPI_File_sync")
}

/// `int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write() -> c_int {
    absent("MPI_File_write")
}

/// `int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_all() -> c_int {
    absent("MPI_File_write_all")
}

/// `int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_all_begin() -> c_int {
    absent("MPI_File_write_all_begin")
}

/// `int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_all_begin_c() -> c_int {
    absent("MPI_File_write_all_begin_c")
}

/// `int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_all_c() -> c_int {
    absent("MPI_File_write_all_c")
}

/// `int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_all_end() -> c_int {
    absent("MPI_File_write_all_end")
}

/// `int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void * buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at() -> c_int {
    absent("MPI_File_write_at")
}

/// `int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_all() -> c_int {
    absent("MPI_File_write_at_all")
}

/// `int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_all_begin() -> c_int {
    absent("MPI_File_write_at_all_begin")
}

/// `int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_all_begin_c() -> c_int {
    absent("MPI_File_write_at_all_begin_c")
}

/// `int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_all_c() -> c_int {
    absent("MPI_File_write_at_all_c")
}

/// `int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_all_end() -> c_int {
    absent("MPI_File_write_at_all_end")
}

/// `int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void * buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_at_c() -> c_int {
    absent("MPI_File_write_at_c")
}

/// `int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_c() -> c_int {
    absent("MPI_File_write_c")
}

/// `int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_ordered() -> c_int {
    absent("MPI_File_write_ordered")
}

/// `int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_ordered_begin() -> c_int {
    absent("MPI_File_write_ordered_begin")
}

/// `int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_ordered_begin_c() -> c_int {
    absent("MPI_File_write_ordered_begin_c")
}

/// `int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_ordered_c() -> c_int {
    absent("MPI_File_write_ordered_c")
}

/// `int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_ordered_end() -> c_int {
    absent("MPI_File_write_ordered_end")
}

/// `int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_shared() -> c_int {
    absent("MPI_File_write_shared")
}

/// `int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_File_write_shared_c() -> c_int {
    absent("MPI_File_write_shared_c")
}

/// `int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Gather_init() -> c_int {
    absent("MPI_Gather_init")
}

/// `int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Gather_init_c() -> c_int {
    absent("MPI_Gather_init_c")
}

/// `int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Gatherv_init() -> c_int {
    absent("MPI_Gatherv_init")
}

/// `int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Gatherv_init_c() -> c_int {
    absent("MPI_Gatherv_init_c")
}

/// `int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Get() -> c_int {
    absent("MPI_Get")
}

/// `int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Get_accumulate() -> c_int {
    absent("MPI_Get_accumulate")
}

/// `int MPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Get_accumulate_c() -> c_int {
    absent("MPI_Get_accumulate_c")
}

/// `int MPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Get_c() -> c_int {
    absent("MPI_Get_c")
}

/// `int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder, MPI_Comm *comm_graph)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graph_create() -> c_int {
    absent("MPI_Graph_create")
}

/// `int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graph_get() -> c_int {
    absent("MPI_Graph_get")
}

/// `int MPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graph_map() -> c_int {
    absent("MPI_Graph_map")
}

/// `int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graph_neighbors() -> c_int {
    absent("MPI_Graph_neighbors")
}

/// `int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graph_neighbors_count() -> c_int {
    absent("MPI_Graph_neighbors_count")
}

/// `int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Graphdims_get() -> c_int {
    absent("MPI_Graphdims_get")
}

/// `int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Group_from_session_pset() -> c_int {
    absent("MPI_Group_from_session_pset")
}

/// `int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_allgather() -> c_int {
    absent("MPI_Ineighbor_allgather")
}

/// `int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_allgather_c() -> c_int {
    absent("MPI_Ineighbor_allgather_c")
}

/// `int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_allgatherv() -> c_int {
    absent("MPI_Ineighbor_allgatherv")
}

/// `int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_allgatherv_c() -> c_int {
    absent("MPI_Ineighbor_allgatherv_c")
}

/// `int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoall() -> c_int {
    absent("MPI_Ineighbor_alltoall")
}

/// `int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoall_c() -> c_int {
    absent("MPI_Ineighbor_alltoall_c")
}

/// `int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallv() -> c_int {
    absent("MPI_Ineighbor_alltoallv")
}

/// `int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallv_c() -> c_int {
    absent("MPI_Ineighbor_alltoallv_c")
}

/// `int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallw() -> c_int {
    absent("MPI_Ineighbor_alltoallw")
}

/// `int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Ineighbor_alltoallw_c() -> c_int {
    absent("MPI_Ineighbor_alltoallw_c")
}

/// `int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Info_create_env() -> c_int {
    absent("MPI_Info_create_env")
}

/// `int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Intercomm_create_from_groups() -> c_int {
    absent("MPI_Intercomm_create_from_groups")
}

/// `int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Lookup_name() -> c_int {
    absent("MPI_Lookup_name")
}

/// `int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgather() -> c_int {
    absent("MPI_Neighbor_allgather")
}

/// `int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgather_c() -> c_int {
    absent("MPI_Neighbor_allgather_c")
}

/// `int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgather_init() -> c_int {
    absent("MPI_Neighbor_allgather_init")
}

/// `int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgather_init_c() -> c_int {
    absent("MPI_Neighbor_allgather_init_c")
}

/// `int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv() -> c_int {
    absent("MPI_Neighbor_allgatherv")
}

/// `int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_c() -> c_int {
    absent("MPI_Neighbor_allgatherv_c")
}

/// `int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_init() -> c_int {
    absent("MPI_Neighbor_allgatherv_init")
}

/// `int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_allgatherv_init_c() -> c_int {
    absent("MPI_Neighbor_allgatherv_init_c")
}

/// `int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoall() -> c_int {
    absent("MPI_Neighbor_alltoall")
}

/// `int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_c() -> c_int {
    absent("MPI_Neighbor_alltoall_c")
}

/// `int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_init() -> c_int {
    absent("MPI_Neighbor_alltoall_init")
}

/// `int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoall_init_c() -> c_int {
    absent("MPI_Neighbor_alltoall_init_c")
}

/// `int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv() -> c_int {
    absent("MPI_Neighbor_alltoallv")
}

/// `int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_c() -> c_int {
    absent("MPI_Neighbor_alltoallv_c")
}

/// `int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_init() -> c_int {
    absent("MPI_Neighbor_alltoallv_init")
}

/// `int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallv_init_c() -> c_int {
    absent("MPI_Neighbor_alltoallv_init_c")
}

/// `int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw() -> c_int {
    absent("MPI_Neighbor_alltoallw")
}

/// `int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_c() -> c_int {
    absent("MPI_Neighbor_alltoallw_c")
}

/// `int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_init() -> c_int {
    absent("MPI_Neighbor_alltoallw_init")
}

/// `int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Neighbor_alltoallw_init_c() -> c_int {
    absent("MPI_Neighbor_alltoallw_init_c")
}

/// `int MPI_Open_port(MPI_Info info, char *port_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Open_port() -> c_int {
    absent("MPI_Open_port")
}

/// `int MPI_Parrived(MPI_Request request, int partition, int *flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Parrived() -> c_int {
    absent("MPI_Parrived")
}

/// `int MPI_Pready(int partition, MPI_Request request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Pready() -> c_int {
    absent("MPI_Pready")
}

/// `int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Pready_list() -> c_int {
    absent("MPI_Pready_list")
}

/// `int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Pready_range() -> c_int {
    absent("MPI_Pready_range")
}

/// `int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Precv_init() -> c_int {
    absent("MPI_Precv_init")
}

/// `int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Psend_init() -> c_int {
    absent("MPI_Psend_init")
}

/// `int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Publish_name() -> c_int {
    absent("MPI_Publish_name")
}

/// `int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Put() -> c_int {
    absent("MPI_Put")
}

/// `int MPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Put_c() -> c_int {
    absent("MPI_Put_c")
}

/// `int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Raccumulate() -> c_int {
    absent("MPI_Raccumulate")
}

/// `int MPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Raccumulate_c() -> c_int {
    absent("MPI_Raccumulate_c")
}

/// `int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_init() -> c_int {
    absent("MPI_Reduce_init")
}

/// `int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_init_c() -> c_int {
    absent("MPI_Reduce_init_c")
}

/// `int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_scatter_block_init() -> c_int {
    absent("MPI_Reduce_scatter_block_init")
}

/// `int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_scatter_block_init_c() -> c_int {
    absent("MPI_Reduce_scatter_block_init_c")
}

/// `int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_scatter_init() -> c_int {
    absent("MPI_Reduce_scatter_init")
}

/// `int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Reduce_scatter_init_c() -> c_int {
    absent("MPI_Reduce_scatter_init_c")
}

/// `int MPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn, MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Register_datarep() -> c_int {
    absent("MPI_Register_datarep")
}

/// `int MPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn, MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Register_datarep_c() -> c_int {
    absent("MPI_Register_datarep_c")
}

/// `int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rget() -> c_int {
    absent("MPI_Rget")
}

/// `int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rget_accumulate() -> c_int {
    absent("MPI_Rget_accumulate")
}

/// `int MPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rget_accumulate_c() -> c_int {
    absent("MPI_Rget_accumulate_c")
}

/// `int MPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rget_c() -> c_int {
    absent("MPI_Rget_c")
}

/// `int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rput() -> c_int {
    absent("MPI_Rput")
}

/// `int MPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Rput_c() -> c_int {
    absent("MPI_Rput_c")
}

/// `int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scan_init() -> c_int {
    absent("MPI_Scan_init")
}

/// `int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scan_init_c() -> c_int {
    absent("MPI_Scan_init_c")
}

/// `int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scatter_init() -> c_int {
    absent("MPI_Scatter_init")
}

/// `int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scatter_init_c() -> c_int {
    absent("MPI_Scatter_init_c")
}

/// `int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scatterv_init() -> c_int {
    absent("MPI_Scatterv_init")
}

/// `int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Scatterv_init_c() -> c_int {
    absent("MPI_Scatterv_init_c")
}

/// `int MPI_Session_call_errhandler(MPI_Session session, int errorcode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_call_errhandler() -> c_int {
    absent("MPI_Session_call_errhandler")
}

/// `int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_create_errhandler() -> c_int {
    absent("MPI_Session_create_errhandler")
}

/// `int MPI_Session_finalize(MPI_Session *session)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_finalize() -> c_int {
    absent("MPI_Session_finalize")
}

/// `int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_get_errhandler() -> c_int {
    absent("MPI_Session_get_errhandler")
}

/// `int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_get_info() -> c_int {
    absent("MPI_Session_get_info")
}

/// `int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_get_nth_pset() -> c_int {
    absent("MPI_Session_get_nth_pset")
}

/// `int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_get_num_psets() -> c_int {
    absent("MPI_Session_get_num_psets")
}

/// `int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_get_pset_info() -> c_int {
    absent("MPI_Session_get_pset_info")
}

/// `int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_init() -> c_int {
    absent("MPI_Session_init")
}

/// `int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Session_set_errhandler() -> c_int {
    absent("MPI_Session_set_errhandler")
}

/// `int MPI_T_category_changed(int *update_number)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_changed() -> c_int {
    absent("MPI_T_category_changed")
}

/// `int MPI_T_category_get_categories(int cat_index, int len, int indices[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_categories() -> c_int {
    absent("MPI_T_category_get_categories")
}

/// `int MPI_T_category_get_cvars(int cat_index, int len, int indices[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_cvars() -> c_int {
    absent("MPI_T_category_get_cvars")
}

/// `int MPI_T_category_get_events(int cat_index, int len, int indices[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_events() -> c_int {
    absent("MPI_T_category_get_events")
}

/// `int MPI_T_category_get_index(const char *name, int *cat_index)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_index() -> c_int {
    absent("MPI_T_category_get_index")
}

/// `int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_info() -> c_int {
    absent("MPI_T_category_get_info")
}

/// `int MPI_T_category_get_num(int *num_cat)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_num() -> c_int {
    absent("MPI_T_category_get_num")
}

/// `int MPI_T_category_get_num_events(int cat_index, int *num_events)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_num_events() -> c_int {
    absent("MPI_T_category_get_num_events")
}

/// `int MPI_T_category_get_pvars(int cat_index, int len, int indices[])`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_category_get_pvars() -> c_int {
    absent("MPI_T_category_get_pvars")
}

/// `int MPI_T_cvar_get_index(const char *name, int *cvar_index)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_get_index() -> c_int {
    absent("MPI_T_cvar_get_index")
}

/// `int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_get_info() -> c_int {
    absent("MPI_T_cvar_get_info")
}

/// `int MPI_T_cvar_get_num(int *num_cvar)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_get_num() -> c_int {
    absent("MPI_T_cvar_get_num")
}

/// `int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_handle_alloc() -> c_int {
    absent("MPI_T_cvar_handle_alloc")
}

/// `int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_handle_free() -> c_int {
    absent("MPI_T_cvar_handle_free")
}

/// `int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_read() -> c_int {
    absent("MPI_T_cvar_read")
}

/// `int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_cvar_write() -> c_int {
    absent("MPI_T_cvar_write")
}

/// `int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_enum_get_info() -> c_int {
    absent("MPI_T_enum_get_info")
}

/// `int MPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_enum_get_item() -> c_int {
    absent("MPI_T_enum_get_item")
}

/// `int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info *info_used)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_callback_get_info() -> c_int {
    absent("MPI_T_event_callback_get_info")
}

/// `int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_callback_set_info() -> c_int {
    absent("MPI_T_event_callback_set_info")
}

/// `int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_copy() -> c_int {
    absent("MPI_T_event_copy")
}

/// `int MPI_T_event_get_index(const char *name, int *event_index)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_get_index() -> c_int {
    absent("MPI_T_event_get_index")
}

/// `int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_get_info() -> c_int {
    absent("MPI_T_event_get_info")
}

/// `int MPI_T_event_get_num(int *num_events)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_get_num() -> c_int {
    absent("MPI_T_event_get_num")
}

/// `int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_get_source() -> c_int {
    absent("MPI_T_event_get_source")
}

/// `int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_get_timestamp() -> c_int {
    absent("MPI_T_event_get_timestamp")
}

/// `int MPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info, MPI_T_event_registration *event_registration)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_handle_alloc() -> c_int {
    absent("MPI_T_event_handle_alloc")
}

/// `int MPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data, MPI_T_event_free_cb_function free_cb_function)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_handle_free() -> c_int {
    absent("MPI_T_event_handle_free")
}

/// `int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_handle_get_info() -> c_int {
    absent("MPI_T_event_handle_get_info")
}

/// `int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_handle_set_info() -> c_int {
    absent("MPI_T_event_handle_set_info")
}

/// `int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_read() -> c_int {
    absent("MPI_T_event_read")
}

/// `int MPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_register_callback() -> c_int {
    absent("MPI_T_event_register_callback")
}

/// `int MPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration, MPI_T_event_dropped_cb_function dropped_cb_function)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_event_set_dropped_handler() -> c_int {
    absent("MPI_T_event_set_dropped_handler")
}

/// `int MPI_T_finalize(void)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_finalize() -> c_int {
    absent("MPI_T_finalize")
}

/// `int MPI_T_init_thread(int required, int *provided)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_init_thread() -> c_int {
    absent("MPI_T_init_thread")
}

/// `int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_get_index() -> c_int {
    absent("MPI_T_pvar_get_index")
}

/// `int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_get_info() -> c_int {
    absent("MPI_T_pvar_get_info")
}

/// `int MPI_T_pvar_get_num(int *num_pvar)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_get_num() -> c_int {
    absent("MPI_T_pvar_get_num")
}

/// `int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle, int *count)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_handle_alloc() -> c_int {
    absent("MPI_T_pvar_handle_alloc")
}

/// `int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_handle_free() -> c_int {
    absent("MPI_T_pvar_handle_free")
}

/// `int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_read() -> c_int {
    absent("MPI_T_pvar_read")
}

/// `int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_readreset() -> c_int {
    absent("MPI_T_pvar_readreset")
}

/// `int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_reset() -> c_int {
    absent("MPI_T_pvar_reset")
}

/// `int MPI_T_pvar_session_create(MPI_T_pvar_session *session)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_session_create() -> c_int {
    absent("MPI_T_pvar_session_create")
}

/// `int MPI_T_pvar_session_free(MPI_T_pvar_session *session)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_session_free() -> c_int {
    absent("MPI_T_pvar_session_free")
}

/// `int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_start() -> c_int {
    absent("MPI_T_pvar_start")
}

/// `int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_stop() -> c_int {
    absent("MPI_T_pvar_stop")
}

/// `int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_pvar_write() -> c_int {
    absent("MPI_T_pvar_write")
}

/// `int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_source_get_info() -> c_int {
    absent("MPI_T_source_get_info")
}

/// `int MPI_T_source_get_num(int *num_sources)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_source_get_num() -> c_int {
    absent("MPI_T_source_get_num")
}

/// `int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_T_source_get_timestamp() -> c_int {
    absent("MPI_T_source_get_timestamp")
}

/// `int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Unpublish_name() -> c_int {
    absent("MPI_Unpublish_name")
}

/// `int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_allocate() -> c_int {
    absent("MPI_Win_allocate")
}

/// `int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_allocate_c() -> c_int {
    absent("MPI_Win_allocate_c")
}

/// `int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_allocate_shared() -> c_int {
    absent("MPI_Win_allocate_shared")
}

/// `int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_allocate_shared_c() -> c_int {
    absent("MPI_Win_allocate_shared_c")
}

/// `int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_attach() -> c_int {
    absent("MPI_Win_attach")
}

/// `int MPI_Win_call_errhandler(MPI_Win win, int errorcode)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_call_errhandler() -> c_int {
    absent("MPI_Win_call_errhandler")
}

/// `int MPI_Win_complete(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_complete() -> c_int {
    absent("MPI_Win_complete")
}

/// `int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_create() -> c_int {
    absent("MPI_Win_create")
}

/// `int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_create_c() -> c_int {
    absent("MPI_Win_create_c")
}

/// `int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_create_dynamic() -> c_int {
    absent("MPI_Win_create_dynamic")
}

/// `int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_create_errhandler() -> c_int {
    absent("MPI_Win_create_errhandler")
}

/// `int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_create_keyval() -> c_int {
    absent("MPI_Win_create_keyval")
}

/// `int MPI_Win_delete_attr(MPI_Win win, int win_keyval)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_delete_attr() -> c_int {
    absent("MPI_Win_delete_attr")
}

/// `int MPI_Win_detach(MPI_Win win, const void *base)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_detach() -> c_int {
    absent("MPI_Win_detach")
}

/// `int MPI_Win_fence(int assert, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_fence() -> c_int {
    absent("MPI_Win_fence")
}

/// `int MPI_Win_flush(int rank, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_flush() -> c_int {
    absent("MPI_Win_flush")
}

/// `int MPI_Win_flush_all(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_flush_all() -> c_int {
    absent("MPI_Win_flush_all")
}

/// `int MPI_Win_flush_local(int rank, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_flush_local() -> c_int {
    absent("MPI_Win_flush_local")
}

/// `int MPI_Win_flush_local_all(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_flush_local_all() -> c_int {
    absent("MPI_Win_flush_local_all")
}

/// `int MPI_Win_free(MPI_Win *win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_free() -> c_int {
    absent("MPI_Win_free")
}

/// `int MPI_Win_free_keyval(int *win_keyval)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_free_keyval() -> c_int {
    absent("MPI_Win_free_keyval")
}

/// `int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_get_attr() -> c_int {
    absent("MPI_Win_get_attr")
}

/// `int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_get_errhandler() -> c_int {
    absent("MPI_Win_get_errhandler")
}

/// `int MPI_Win_get_group(MPI_Win win, MPI_Group *group)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_get_group() -> c_int {
    absent("MPI_Win_get_group")
}

/// `int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_get_info() -> c_int {
    absent("MPI_Win_get_info")
}

/// `int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_get_name() -> c_int {
    absent("MPI_Win_get_name")
}

/// `int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_lock() -> c_int {
    absent("MPI_Win_lock")
}

/// `int MPI_Win_lock_all(int assert, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_lock_all() -> c_int {
    absent("MPI_Win_lock_all")
}

/// `int MPI_Win_post(MPI_Group group, int assert, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_post() -> c_int {
    absent("MPI_Win_post")
}

/// `int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_set_attr() -> c_int {
    absent("MPI_Win_set_attr")
}

/// `int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_set_errhandler() -> c_int {
    absent("MPI_Win_set_errhandler")
}

/// `int MPI_Win_set_info(MPI_Win win, MPI_Info info)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_set_info() -> c_int {
    absent("MPI_Win_set_info")
}

/// `int MPI_Win_set_name(MPI_Win win, const char *win_name)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_set_name() -> c_int {
    absent("MPI_Win_set_name")
}

/// `int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_shared_query() -> c_int {
    absent("MPI_Win_shared_query")
}

/// `int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_shared_query_c() -> c_int {
    absent("MPI_Win_shared_query_c")
}

/// `int MPI_Win_start(MPI_Group group, int assert, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_start() -> c_int {
    absent("MPI_Win_start")
}

/// `int MPI_Win_sync(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_sync() -> c_int {
    absent("MPI_Win_sync")
}

/// `int MPI_Win_test(MPI_Win win, int *flag)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_test() -> c_int {
    absent("MPI_Win_test")
}

/// `int MPI_Win_unlock(int rank, MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_unlock() -> c_int {
    absent("MPI_Win_unlock")
}

/// `int MPI_Win_unlock_all(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_unlock_all() -> c_int {
    absent("MPI_Win_unlock_all")
}

/// `int MPI_Win_wait(MPI_Win win)`
#[unsafe(no_mangle)]
extern "C" fn farreach_mpich_MPI_Win_wait() -> c_int {
    absent("MPI_Win_wait")
}
