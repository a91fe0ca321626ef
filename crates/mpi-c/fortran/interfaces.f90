! The interfaces of functions that need nothing special, for the module mpi.
! Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
  interface
    subroutine MPI_Initialized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Finalize(ierror)
      integer :: ierror
    end subroutine
    subroutine MPI_Finalized(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Get_version(version, subversion, ierror)
      integer :: version, subversion, ierror
    end subroutine
    subroutine MPI_Get_library_version(version, resultlen, ierror)
      character(len=*) :: version
      integer :: resultlen, ierror
    end subroutine
    subroutine MPI_Error_string(errorcode, string, resultlen, ierror)
      integer :: errorcode, resultlen, ierror
      character(len=*) :: string
    end subroutine
    subroutine MPI_Error_class(errorcode, errorclass, ierror)
      integer :: errorcode, errorclass, ierror
    end subroutine
    subroutine MPI_Query_thread(provided, ierror)
      integer :: provided, ierror
    end subroutine
    subroutine MPI_Is_thread_main(flag, ierror)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Abort(comm, errorcode, ierror)
      integer :: comm, errorcode, ierror
    end subroutine
    subroutine MPI_Get_processor_name(name, resultlen, ierror)
      character(len=*) :: name
      integer :: resultlen, ierror
    end subroutine
    subroutine MPI_Buffer_attach(buffer, size, ierror)
      type(*), dimension(*) :: buffer
!GCC$ attributes no_arg_check :: buffer
      integer :: size, ierror
    end subroutine
    subroutine MPI_Alloc_mem(size, info, baseptr, ierror)
      integer(kind=8) :: size
      integer :: info, ierror
      type(*), dimension(*) :: baseptr
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Free_mem(base, ierror)
      type(*), dimension(*) :: base
!GCC$ attributes no_arg_check :: base
      integer :: ierror
    end subroutine
    subroutine MPI_Get_address(location, address, ierror)
      type(*), dimension(*) :: location
!GCC$ attributes no_arg_check :: location
      integer(kind=8) :: address
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      external :: comm_errhandler_fn
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror)
      integer :: comm, errhandler, ierror
    end subroutine
    subroutine MPI_Comm_get_errhandler(comm, errhandler, ierror)
      integer :: comm, errhandler, ierror
    end subroutine
    subroutine MPI_Comm_call_errhandler(comm, errorcode, ierror)
      integer :: comm, errorcode, ierror
    end subroutine
    subroutine MPI_Errhandler_free(errhandler, ierror)
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_Errhandler_create(comm_errhandler_fn, errhandler, ierror)
      external :: comm_errhandler_fn
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_Errhandler_set(comm, errhandler, ierror)
      integer :: comm, errhandler, ierror
    end subroutine
    subroutine MPI_Errhandler_get(comm, errhandler, ierror)
      integer :: comm, errhandler, ierror
    end subroutine
    subroutine MPI_Add_error_class(errorclass, ierror)
      integer :: errorclass, ierror
    end subroutine
    subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      integer :: errorclass, errorcode, ierror
    end subroutine
    subroutine MPI_Add_error_string(errorcode, string, ierror)
      integer :: errorcode, ierror
      character(len=*) :: string
    end subroutine
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, ierror
    end subroutine
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, source, tag, comm, status(5), ierror
    end subroutine
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, source, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Probe(source, tag, comm, status, ierror)
      integer :: source, tag, comm, status(5), ierror
    end subroutine
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      integer :: source, tag, comm, status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      integer :: source, tag, comm, message, status(5), ierror
    end subroutine
    subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      integer :: source, tag, comm, message, status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, message, status(5), ierror
    end subroutine
    subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, message, request, ierror
    end subroutine
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, source, tag, comm, request, ierror
    end subroutine
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        status, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, status(5), ierror
    end subroutine
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, sendtag, source, recvtag, comm, status(5), ierror
    end subroutine
    subroutine MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, request, ierror
    end subroutine
    subroutine MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: count, datatype, dest, sendtag, source, recvtag, comm, request, ierror
    end subroutine
    subroutine MPI_Wait(request, status, ierror)
      integer :: request, status(5), ierror
    end subroutine
    subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      integer :: count, array_of_requests(*), array_of_statuses(5, *), ierror
    end subroutine
    subroutine MPI_Test(request, flag, status, ierror)
      integer :: request, status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      integer :: count, array_of_requests(*), array_of_statuses(5, *), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Cancel(request, ierror)
      integer :: request, ierror
    end subroutine
    subroutine MPI_Test_cancelled(status, flag, ierror)
      integer :: status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Request_free(request, ierror)
      integer :: request, ierror
    end subroutine
    subroutine MPI_Request_get_status(request, flag, status, ierror)
      integer :: request, status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Start(request, ierror)
      integer :: request, ierror
    end subroutine
    subroutine MPI_Startall(count, array_of_requests, ierror)
      integer :: count, array_of_requests(*), ierror
    end subroutine
    subroutine MPI_Get_count(status, datatype, count, ierror)
      integer :: status(5), datatype, count, ierror
    end subroutine
    subroutine MPI_Get_elements(status, datatype, count, ierror)
      integer :: status(5), datatype, count, ierror
    end subroutine
    subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      integer :: status(5), datatype, ierror
      integer(kind=8) :: count
    end subroutine
    subroutine MPI_Status_set_cancelled(status, flag, ierror)
      integer :: status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Status_set_elements(status, datatype, count, ierror)
      integer :: status(5), datatype, count, ierror
    end subroutine
    subroutine MPI_Status_set_elements_x(status, datatype, count, ierror)
      integer :: status(5), datatype, ierror
      integer(kind=8) :: count
    end subroutine
    subroutine MPI_Grequest_complete(request, ierror)
      integer :: request, ierror
    end subroutine
    subroutine MPI_Comm_size(comm, size, ierror)
      integer :: comm, size, ierror
    end subroutine
    subroutine MPI_Comm_rank(comm, rank, ierror)
      integer :: comm, rank, ierror
    end subroutine
    subroutine MPI_Comm_dup(comm, newcomm, ierror)
      integer :: comm, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      integer :: comm, info, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      integer :: comm, newcomm, request, ierror
    end subroutine
    subroutine MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      integer :: comm, info, newcomm, request, ierror
    end subroutine
    subroutine MPI_Comm_free(comm, ierror)
      integer :: comm, ierror
    end subroutine
    subroutine MPI_Comm_disconnect(comm, ierror)
      integer :: comm, ierror
    end subroutine
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      integer :: comm, color, key, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      integer :: comm, split_type, key, info, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      integer :: comm, group, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      integer :: comm, group, tag, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_group(comm, group, ierror)
      integer :: comm, group, ierror
    end subroutine
    subroutine MPI_Comm_compare(comm1, comm2, result, ierror)
      integer :: comm1, comm2, result, ierror
    end subroutine
    subroutine MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      integer :: comm, resultlen, ierror
      character(len=*) :: comm_name
    end subroutine
    subroutine MPI_Comm_set_name(comm, comm_name, ierror)
      integer :: comm, ierror
      character(len=*) :: comm_name
    end subroutine
    subroutine MPI_Comm_test_inter(comm, flag, ierror)
      integer :: comm, ierror
      logical :: flag
    end subroutine
    subroutine MPI_Comm_remote_size(comm, size, ierror)
      integer :: comm, size, ierror
    end subroutine
    subroutine MPI_Comm_remote_group(comm, group, ierror)
      integer :: comm, group, ierror
    end subroutine
    subroutine MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror)
      integer :: local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror
    end subroutine
    subroutine MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      integer :: intercomm, newintracomm, ierror
      logical :: high
    end subroutine
    subroutine MPI_Comm_get_info(comm, info_used, ierror)
      integer :: comm, info_used, ierror
    end subroutine
    subroutine MPI_Comm_set_info(comm, info, ierror)
      integer :: comm, info, ierror
    end subroutine
    subroutine MPI_Comm_get_parent(parent, ierror)
      integer :: parent, ierror
    end subroutine
    subroutine MPI_Group_size(group, size, ierror)
      integer :: group, size, ierror
    end subroutine
    subroutine MPI_Group_rank(group, rank, ierror)
      integer :: group, rank, ierror
    end subroutine
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      integer :: group, n, ranks(*), newgroup, ierror
    end subroutine
    subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      integer :: group, n, ranks(*), newgroup, ierror
    end subroutine
    subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      integer :: group, n, ranges(3, *), newgroup, ierror
    end subroutine
    subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      integer :: group, n, ranges(3, *), newgroup, ierror
    end subroutine
    subroutine MPI_Group_union(group1, group2, newgroup, ierror)
      integer :: group1, group2, newgroup, ierror
    end subroutine
    subroutine MPI_Group_intersection(group1, group2, newgroup, ierror)
      integer :: group1, group2, newgroup, ierror
    end subroutine
    subroutine MPI_Group_difference(group1, group2, newgroup, ierror)
      integer :: group1, group2, newgroup, ierror
    end subroutine
    subroutine MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      integer :: group1, n, ranks1(*), group2, ranks2(*), ierror
    end subroutine
    subroutine MPI_Group_compare(group1, group2, result, ierror)
      integer :: group1, group2, result, ierror
    end subroutine
    subroutine MPI_Group_free(group, ierror)
      integer :: group, ierror
    end subroutine
    subroutine MPI_Barrier(comm, ierror)
      integer :: comm, ierror
    end subroutine
    subroutine MPI_Ibarrier(comm, request, ierror)
      integer :: comm, request, ierror
    end subroutine
    subroutine MPI_Barrier_init(comm, info, request, ierror)
      integer :: comm, info, request, ierror
    end subroutine
    subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      type(*), dimension(*) :: buffer
!GCC$ attributes no_arg_check :: buffer
      integer :: count, datatype, root, comm, ierror
    end subroutine
    subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      type(*), dimension(*) :: buffer
!GCC$ attributes no_arg_check :: buffer
      integer :: count, datatype, root, comm, request, ierror
    end subroutine
    subroutine MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      type(*), dimension(*) :: buffer
!GCC$ attributes no_arg_check :: buffer
      integer :: count, datatype, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
    end subroutine
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, request, ierror
    end subroutine
    subroutine MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm, ierror
    end subroutine
    subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm, request, ierror
    end subroutine
    subroutine MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
    end subroutine
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, request, ierror
    end subroutine
    subroutine MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm, ierror
    end subroutine
    subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm, request, ierror
    end subroutine
    subroutine MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, ierror
    end subroutine
    subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm, ierror
    end subroutine
    subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm, request, ierror
    end subroutine
    subroutine MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm, info, request, ierror
    end subroutine
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, ierror
    end subroutine
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, request, ierror
    end subroutine
    subroutine MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, info, request, ierror
    end subroutine
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request, ierror
    end subroutine
    subroutine MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request, ierror
    end subroutine
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, ierror
    end subroutine
    subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, request, ierror
    end subroutine
    subroutine MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, info, request, ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, ierror
    end subroutine
    subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, request, ierror
    end subroutine
    subroutine MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, info, request, ierror
    end subroutine
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request, ierror
    end subroutine
    subroutine MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request, ierror
    end subroutine
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, ierror
    end subroutine
    subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request, ierror
    end subroutine
    subroutine MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request, ierror
    end subroutine
    subroutine MPI_Op_create(user_fn, commute, op, ierror)
      external :: user_fn
      logical :: commute
      integer :: op, ierror
    end subroutine
    subroutine MPI_Op_free(op, ierror)
      integer :: op, ierror
    end subroutine
    subroutine MPI_Op_commutative(op, commute, ierror)
      integer :: op, ierror
      logical :: commute
    end subroutine
    subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      type(*), dimension(*) :: inbuf, inoutbuf
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
      integer :: count, datatype, op, ierror
    end subroutine
    subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror)
      integer :: count, oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      integer :: count, blocklength, stride, oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      integer :: count, blocklength, oldtype, newtype, ierror
      integer(kind=8) :: stride
    end subroutine
    subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      integer :: count, array_of_blocklengths(*), array_of_displacements(*), oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      integer :: count, array_of_blocklengths(*), oldtype, newtype, ierror
      integer(kind=8) :: array_of_displacements(*)
    end subroutine
    subroutine MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      integer :: count, blocklength, array_of_displacements(*), oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      integer :: count, blocklength, oldtype, newtype, ierror
      integer(kind=8) :: array_of_displacements(*)
    end subroutine
    subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      integer :: count, array_of_blocklengths(*), array_of_types(*), newtype, ierror
      integer(kind=8) :: array_of_displacements(*)
    end subroutine
    subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, &
        ierror)
      integer :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order, oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, &
        order, oldtype, newtype, ierror)
      integer :: size, rank, ndims, array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), order, &
        oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      integer :: oldtype, newtype, ierror
      integer(kind=8) :: lb, extent
    end subroutine
    subroutine MPI_Type_dup(oldtype, newtype, ierror)
      integer :: oldtype, newtype, ierror
    end subroutine
    subroutine MPI_Type_commit(datatype, ierror)
      integer :: datatype, ierror
    end subroutine
    subroutine MPI_Type_free(datatype, ierror)
      integer :: datatype, ierror
    end subroutine
    subroutine MPI_Type_size(datatype, size, ierror)
      integer :: datatype, size, ierror
    end subroutine
    subroutine MPI_Type_size_x(datatype, size, ierror)
      integer :: datatype, ierror
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_Type_get_extent(datatype, lb, extent, ierror)
      integer :: datatype, ierror
      integer(kind=8) :: lb, extent
    end subroutine
    subroutine MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      integer :: datatype, ierror
      integer(kind=8) :: lb, extent
    end subroutine
    subroutine MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      integer :: datatype, ierror
      integer(kind=8) :: true_lb, true_extent
    end subroutine
    subroutine MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      integer :: datatype, ierror
      integer(kind=8) :: true_lb, true_extent
    end subroutine
    subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      integer :: typeclass, size, datatype, ierror
    end subroutine
    subroutine MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror)
      integer :: datatype, num_integers, num_addresses, num_datatypes, combiner, ierror
    end subroutine
    subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, &
        array_of_datatypes, ierror)
      integer :: datatype, max_integers, max_addresses, max_datatypes, array_of_integers(*), array_of_datatypes(*), ierror
      integer(kind=8) :: array_of_addresses(*)
    end subroutine
    subroutine MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      integer :: datatype, resultlen, ierror
      character(len=*) :: type_name
    end subroutine
    subroutine MPI_Type_set_name(datatype, type_name, ierror)
      integer :: datatype, ierror
      character(len=*) :: type_name
    end subroutine
    subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      type(*), dimension(*) :: inbuf, outbuf
!GCC$ attributes no_arg_check :: inbuf, outbuf
      integer :: incount, datatype, outsize, position, comm, ierror
    end subroutine
    subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      type(*), dimension(*) :: inbuf, outbuf
!GCC$ attributes no_arg_check :: inbuf, outbuf
      integer :: insize, position, outcount, datatype, comm, ierror
    end subroutine
    subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      integer :: incount, datatype, comm, size, ierror
    end subroutine
    subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf, outbuf
!GCC$ attributes no_arg_check :: inbuf, outbuf
      integer :: incount, datatype, ierror
      integer(kind=8) :: outsize, position
    end subroutine
    subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      character(len=*) :: datarep
      integer :: incount, datatype, ierror
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf, outbuf
!GCC$ attributes no_arg_check :: inbuf, outbuf
      integer(kind=8) :: insize, position
      integer :: outcount, datatype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_complex(p, r, newtype, ierror)
      integer :: p, r, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_integer(r, newtype, ierror)
      integer :: r, newtype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_real(p, r, newtype, ierror)
      integer :: p, r, newtype, ierror
    end subroutine
    subroutine MPI_Comm_free_keyval(comm_keyval, ierror)
      integer :: comm_keyval, ierror
    end subroutine
    subroutine MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      integer :: comm, comm_keyval, ierror
    end subroutine
    subroutine MPI_Keyval_free(keyval, ierror)
      integer :: keyval, ierror
    end subroutine
    subroutine MPI_Attr_delete(comm, keyval, ierror)
      integer :: comm, keyval, ierror
    end subroutine
    subroutine MPI_Type_free_keyval(type_keyval, ierror)
      integer :: type_keyval, ierror
    end subroutine
    subroutine MPI_Type_delete_attr(datatype, type_keyval, ierror)
      integer :: datatype, type_keyval, ierror
    end subroutine
    subroutine MPI_Info_create(info, ierror)
      integer :: info, ierror
    end subroutine
    subroutine MPI_Info_set(info, key, value, ierror)
      integer :: info, ierror
      character(len=*) :: key, value
    end subroutine
    subroutine MPI_Info_get(info, key, valuelen, value, flag, ierror)
      integer :: info, valuelen, ierror
      character(len=*) :: key, value
      logical :: flag
    end subroutine
    subroutine MPI_Info_free(info, ierror)
      integer :: info, ierror
    end subroutine
    subroutine MPI_Info_dup(info, newinfo, ierror)
      integer :: info, newinfo, ierror
    end subroutine
    subroutine MPI_Info_get_nkeys(info, nkeys, ierror)
      integer :: info, nkeys, ierror
    end subroutine
    subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      integer :: info, n, ierror
      character(len=*) :: key
    end subroutine
    subroutine MPI_Info_delete(info, key, ierror)
      integer :: info, ierror
      character(len=*) :: key
    end subroutine
    subroutine MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      integer :: info, valuelen, ierror
      character(len=*) :: key
      logical :: flag
    end subroutine
    subroutine MPI_File_call_errhandler(fh, errorcode, ierror)
      integer :: fh, errorcode, ierror
    end subroutine
    subroutine MPI_File_close(fh, ierror)
      integer :: fh, ierror
    end subroutine
    subroutine MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      external :: file_errhandler_fn
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_File_delete(filename, info, ierror)
      character(len=*) :: filename
      integer :: info, ierror
    end subroutine
    subroutine MPI_File_get_amode(fh, amode, ierror)
      integer :: fh, amode, ierror
    end subroutine
    subroutine MPI_File_get_atomicity(fh, flag, ierror)
      integer :: fh, ierror
      logical :: flag
    end subroutine
    subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      integer :: fh, ierror
      integer(kind=8) :: offset, disp
    end subroutine
    subroutine MPI_File_get_errhandler(file, errhandler, ierror)
      integer :: file, errhandler, ierror
    end subroutine
    subroutine MPI_File_get_group(fh, group, ierror)
      integer :: fh, group, ierror
    end subroutine
    subroutine MPI_File_get_info(fh, info_used, ierror)
      integer :: fh, info_used, ierror
    end subroutine
    subroutine MPI_File_get_position(fh, offset, ierror)
      integer :: fh, ierror
      integer(kind=8) :: offset
    end subroutine
    subroutine MPI_File_get_position_shared(fh, offset, ierror)
      integer :: fh, ierror
      integer(kind=8) :: offset
    end subroutine
    subroutine MPI_File_get_size(fh, size, ierror)
      integer :: fh, ierror
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      integer :: fh, datatype, ierror
      integer(kind=8) :: extent
    end subroutine
    subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      integer :: fh, etype, filetype, ierror
      integer(kind=8) :: disp
      character(len=*) :: datarep
    end subroutine
    subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      integer :: fh, count, datatype, request, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      integer :: comm, amode, info, fh, ierror
      character(len=*) :: filename
    end subroutine
    subroutine MPI_File_preallocate(fh, size, ierror)
      integer :: fh, ierror
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_seek(fh, offset, whence, ierror)
      integer :: fh, whence, ierror
      integer(kind=8) :: offset
    end subroutine
    subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      integer :: fh, whence, ierror
      integer(kind=8) :: offset
    end subroutine
    subroutine MPI_File_set_atomicity(fh, flag, ierror)
      integer :: fh, ierror
      logical :: flag
    end subroutine
    subroutine MPI_File_set_errhandler(file, errhandler, ierror)
      integer :: file, errhandler, ierror
    end subroutine
    subroutine MPI_File_set_info(fh, info, ierror)
      integer :: fh, info, ierror
    end subroutine
    subroutine MPI_File_set_size(fh, size, ierror)
      integer :: fh, ierror
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      integer :: fh, etype, filetype, info, ierror
      integer(kind=8) :: disp
      character(len=*) :: datarep
    end subroutine
    subroutine MPI_File_sync(fh, ierror)
      integer :: fh, ierror
    end subroutine
    subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      integer(kind=8) :: offset
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      integer :: fh, count, datatype, ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      integer :: fh, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      integer :: fh, count, datatype, status(5), ierror
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      integer :: comm_old, ndims, dims(*), comm_cart, ierror
      logical :: periods(*), reorder
    end subroutine
    subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      integer :: comm, maxdims, dims(*), coords(*), ierror
      logical :: periods(*)
    end subroutine
    subroutine MPI_Cart_rank(comm, coords, rank, ierror)
      integer :: comm, coords(*), rank, ierror
    end subroutine
    subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      integer :: comm, rank, maxdims, coords(*), ierror
    end subroutine
    subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      integer :: comm, direction, disp, rank_source, rank_dest, ierror
    end subroutine
    subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      integer :: comm, newcomm, ierror
      logical :: remain_dims(*)
    end subroutine
    subroutine MPI_Cartdim_get(comm, ndims, ierror)
      integer :: comm, ndims, ierror
    end subroutine
    subroutine MPI_Dims_create(nnodes, ndims, dims, ierror)
      integer :: nnodes, ndims, dims(*), ierror
    end subroutine
    subroutine MPI_Topo_test(comm, status, ierror)
      integer :: comm, status, ierror
    end subroutine
    subroutine MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      integer :: comm, ndims, dims(*), newrank, ierror
      logical :: periods(*)
    end subroutine
    subroutine MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, &
        ierror)
      integer :: comm_old, n, sources(*), degrees(*), destinations(*), info, comm_dist_graph, ierror
      type(*), dimension(*) :: weights
!GCC$ attributes no_arg_check :: weights
      logical :: reorder
    end subroutine
    subroutine MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, &
        info, reorder, comm_dist_graph, ierror)
      integer :: comm_old, indegree, sources(*), outdegree, destinations(*), info, comm_dist_graph, ierror
      type(*), dimension(*) :: sourceweights, destweights
!GCC$ attributes no_arg_check :: sourceweights, destweights
      logical :: reorder
    end subroutine
    subroutine MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, &
        ierror)
      integer :: comm, maxindegree, sources(*), maxoutdegree, destinations(*), ierror
      type(*), dimension(*) :: sourceweights, destweights
!GCC$ attributes no_arg_check :: sourceweights, destweights
    end subroutine
    subroutine MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      integer :: comm, indegree, outdegree, ierror
      logical :: weighted
    end subroutine
    subroutine MPI_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph, ierror)
      integer :: comm_old, nnodes, indx(*), edges(*), comm_graph, ierror
      logical :: reorder
    end subroutine
    subroutine MPI_Graph_get(comm, maxindex, maxedges, indx, edges, ierror)
      integer :: comm, maxindex, maxedges, indx(*), edges(*), ierror
    end subroutine
    subroutine MPI_Graph_map(comm, nnodes, indx, edges, newrank, ierror)
      integer :: comm, nnodes, indx(*), edges(*), newrank, ierror
    end subroutine
    subroutine MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      integer :: comm, rank, maxneighbors, neighbors(*), ierror
    end subroutine
    subroutine MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      integer :: comm, rank, nneighbors, ierror
    end subroutine
    subroutine MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      integer :: comm, nnodes, nedges, ierror
    end subroutine
    subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, ierror
    end subroutine
    subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, request, ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, info, request, ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm, ierror
      integer(kind=8) :: sdispls(*), rdispls(*)
    end subroutine
    subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm, request, ierror
      integer(kind=8) :: sdispls(*), rdispls(*)
    end subroutine
    subroutine MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, info, request, ierror)
      type(*), dimension(*) :: sendbuf, recvbuf
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm, info, request, ierror
      integer(kind=8) :: sdispls(*), rdispls(*)
    end subroutine
    subroutine MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      type(*), dimension(*) :: origin_addr, compare_addr, result_addr
!GCC$ attributes no_arg_check :: origin_addr, compare_addr, result_addr
      integer :: datatype, target_rank, win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      type(*), dimension(*) :: origin_addr, result_addr
!GCC$ attributes no_arg_check :: origin_addr, result_addr
      integer :: datatype, target_rank, op, win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      type(*), dimension(*) :: origin_addr, result_addr
!GCC$ attributes no_arg_check :: origin_addr, result_addr
      integer :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, target_datatype, op, &
        win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win, request, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, request, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      type(*), dimension(*) :: origin_addr, result_addr
!GCC$ attributes no_arg_check :: origin_addr, result_addr
      integer :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, target_datatype, op, &
        win, request, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      type(*), dimension(*) :: origin_addr
!GCC$ attributes no_arg_check :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, request, ierror
      integer(kind=8) :: target_disp
    end subroutine
    subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(kind=8) :: size
      integer :: disp_unit, info, comm, win, ierror
      type(*), dimension(*) :: baseptr
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      integer(kind=8) :: size
      integer :: disp_unit, info, comm, win, ierror
      type(*), dimension(*) :: baseptr
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_attach(win, base, size, ierror)
      integer :: win, ierror
      type(*), dimension(*) :: base
!GCC$ attributes no_arg_check :: base
      integer(kind=8) :: size
    end subroutine
    subroutine MPI_Win_call_errhandler(win, errorcode, ierror)
      integer :: win, errorcode, ierror
    end subroutine
    subroutine MPI_Win_complete(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      type(*), dimension(*) :: base
!GCC$ attributes no_arg_check :: base
      integer(kind=8) :: size
      integer :: disp_unit, info, comm, win, ierror
    end subroutine
    subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      integer :: info, comm, win, ierror
    end subroutine
    subroutine MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      external :: win_errhandler_fn
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_Win_delete_attr(win, win_keyval, ierror)
      integer :: win, win_keyval, ierror
    end subroutine
    subroutine MPI_Win_detach(win, base, ierror)
      integer :: win, ierror
      type(*), dimension(*) :: base
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Win_fence(assert, win, ierror)
      integer :: assert, win, ierror
    end subroutine
    subroutine MPI_Win_flush(rank, win, ierror)
      integer :: rank, win, ierror
    end subroutine
    subroutine MPI_Win_flush_all(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_flush_local(rank, win, ierror)
      integer :: rank, win, ierror
    end subroutine
    subroutine MPI_Win_flush_local_all(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_free(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_free_keyval(win_keyval, ierror)
      integer :: win_keyval, ierror
    end subroutine
    subroutine MPI_Win_get_errhandler(win, errhandler, ierror)
      integer :: win, errhandler, ierror
    end subroutine
    subroutine MPI_Win_get_group(win, group, ierror)
      integer :: win, group, ierror
    end subroutine
    subroutine MPI_Win_get_info(win, info_used, ierror)
      integer :: win, info_used, ierror
    end subroutine
    subroutine MPI_Win_get_name(win, win_name, resultlen, ierror)
      integer :: win, resultlen, ierror
      character(len=*) :: win_name
    end subroutine
    subroutine MPI_Win_lock(lock_type, rank, assert, win, ierror)
      integer :: lock_type, rank, assert, win, ierror
    end subroutine
    subroutine MPI_Win_lock_all(assert, win, ierror)
      integer :: assert, win, ierror
    end subroutine
    subroutine MPI_Win_post(group, assert, win, ierror)
      integer :: group, assert, win, ierror
    end subroutine
    subroutine MPI_Win_set_errhandler(win, errhandler, ierror)
      integer :: win, errhandler, ierror
    end subroutine
    subroutine MPI_Win_set_info(win, info, ierror)
      integer :: win, info, ierror
    end subroutine
    subroutine MPI_Win_set_name(win, win_name, ierror)
      integer :: win, ierror
      character(len=*) :: win_name
    end subroutine
    subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      integer :: win, rank, disp_unit, ierror
      integer(kind=8) :: size
      type(*), dimension(*) :: baseptr
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_start(group, assert, win, ierror)
      integer :: group, assert, win, ierror
    end subroutine
    subroutine MPI_Win_sync(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_test(win, flag, ierror)
      integer :: win, ierror
      logical :: flag
    end subroutine
    subroutine MPI_Win_unlock(rank, win, ierror)
      integer :: rank, win, ierror
    end subroutine
    subroutine MPI_Win_unlock_all(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Win_wait(win, ierror)
      integer :: win, ierror
    end subroutine
    subroutine MPI_Close_port(port_name, ierror)
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      character(len=*) :: port_name
      integer :: info, root, comm, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      character(len=*) :: port_name
      integer :: info, root, comm, newcomm, ierror
    end subroutine
    subroutine MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      integer :: group, info, errhandler, newcomm, ierror
      character(len=*) :: stringtag
    end subroutine
    subroutine MPI_Comm_join(fd, intercomm, ierror)
      integer :: fd, intercomm, ierror
    end subroutine
    subroutine MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      integer :: session, newgroup, ierror
      character(len=*) :: pset_name
    end subroutine
    subroutine MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, &
        errhandler, newintercomm, ierror)
      integer :: local_group, local_leader, remote_group, remote_leader, info, errhandler, newintercomm, ierror
      character(len=*) :: stringtag
    end subroutine
    subroutine MPI_Lookup_name(service_name, info, port_name, ierror)
      character(len=*) :: service_name, port_name
      integer :: info, ierror
    end subroutine
    subroutine MPI_Open_port(info, port_name, ierror)
      integer :: info, ierror
      character(len=*) :: port_name
    end subroutine
    subroutine MPI_Parrived(request, partition, flag, ierror)
      integer :: request, partition, ierror
      logical :: flag
    end subroutine
    subroutine MPI_Pready(partition, request, ierror)
      integer :: partition, request, ierror
    end subroutine
    subroutine MPI_Pready_list(length, array_of_partitions, request, ierror)
      integer :: length, array_of_partitions(*), request, ierror
    end subroutine
    subroutine MPI_Pready_range(partition_low, partition_high, request, ierror)
      integer :: partition_low, partition_high, request, ierror
    end subroutine
    subroutine MPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: partitions, datatype, dest, tag, comm, info, request, ierror
      integer(kind=8) :: count
    end subroutine
    subroutine MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
      integer :: partitions, datatype, dest, tag, comm, info, request, ierror
      integer(kind=8) :: count
    end subroutine
    subroutine MPI_Publish_name(service_name, info, port_name, ierror)
      character(len=*) :: service_name, port_name
      integer :: info, ierror
    end subroutine
    subroutine MPI_Session_call_errhandler(session, errorcode, ierror)
      integer :: session, errorcode, ierror
    end subroutine
    subroutine MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      external :: session_errhandler_fn
      integer :: errhandler, ierror
    end subroutine
    subroutine MPI_Session_finalize(session, ierror)
      integer :: session, ierror
    end subroutine
    subroutine MPI_Session_get_errhandler(session, errhandler, ierror)
      integer :: session, errhandler, ierror
    end subroutine
    subroutine MPI_Session_get_info(session, info_used, ierror)
      integer :: session, info_used, ierror
    end subroutine
    subroutine MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      integer :: session, info, n, pset_len, ierror
      character(len=*) :: pset_name
    end subroutine
    subroutine MPI_Session_get_num_psets(session, info, npset_names, ierror)
      integer :: session, info, npset_names, ierror
    end subroutine
    subroutine MPI_Session_get_pset_info(session, pset_name, info, ierror)
      integer :: session, info, ierror
      character(len=*) :: pset_name
    end subroutine
    subroutine MPI_Session_init(info, errhandler, session, ierror)
      integer :: info, errhandler, session, ierror
    end subroutine
    subroutine MPI_Session_set_errhandler(session, errhandler, ierror)
      integer :: session, errhandler, ierror
    end subroutine
    subroutine MPI_Unpublish_name(service_name, info, port_name, ierror)
      character(len=*) :: service_name, port_name
      integer :: info, ierror
    end subroutine
  end interface
