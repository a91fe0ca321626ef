! The interfaces of the module mpi.
! Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
  interface
    subroutine MPI_Init(ierror)
      import
      integer :: ierror
    end subroutine
    subroutine MPI_Init_thread(required, provided, ierror)
      import
      integer :: required, provided
      integer :: ierror
    end subroutine
    subroutine MPI_Initialized(flag, ierror)
      import
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Finalize(ierror)
      import
      integer :: ierror
    end subroutine
    subroutine MPI_Finalized(flag, ierror)
      import
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Get_version(version, subversion, ierror)
      import
      integer :: version, subversion
      integer :: ierror
    end subroutine
    subroutine MPI_Get_library_version(version, resultlen, ierror)
      import
      character(len=*) :: version
      integer :: resultlen
      integer :: ierror
    end subroutine
    subroutine MPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer :: errorcode, resultlen
      character(len=*) :: string
      integer :: ierror
    end subroutine
    subroutine MPI_Error_class(errorcode, errorclass, ierror)
      import
      integer :: errorcode, errorclass
      integer :: ierror
    end subroutine
    subroutine MPI_Query_thread(provided, ierror)
      import
      integer :: provided
      integer :: ierror
    end subroutine
    subroutine MPI_Is_thread_main(flag, ierror)
      import
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Abort(comm, errorcode, ierror)
      import
      integer :: comm, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Get_processor_name(name, resultlen, ierror)
      import
      character(len=*) :: name
      integer :: resultlen
      integer :: ierror
    end subroutine
    subroutine MPI_Pcontrol(level, ierror)
      import
      integer :: level
      integer :: ierror
    end subroutine
    subroutine MPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      type(*), dimension(*) :: baseptr
      integer :: ierror
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Free_mem(base, ierror)
      import
      type(*), dimension(*) :: base
      integer :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Get_address(location, address, ierror)
      import
      type(*), dimension(*) :: location
      integer(kind=MPI_ADDRESS_KIND) :: address
      integer :: ierror
!GCC$ attributes no_arg_check :: location
    end subroutine
    subroutine MPI_Address(location, address, ierror)
      import
      type(*), dimension(*) :: location
      integer :: address
      integer :: ierror
!GCC$ attributes no_arg_check :: location
    end subroutine
    subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer :: comm, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer :: comm, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer :: comm, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_create(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_set(comm, errhandler, ierror)
      import
      integer :: comm, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_get(comm, errhandler, ierror)
      import
      integer :: comm, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Session_init(info, errhandler, session, ierror)
      import
      integer :: info, errhandler, session
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer :: errorclass, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Add_error_string(errorcode, string, ierror)
      import
      integer :: errorcode
      character(len=*) :: string
      integer :: ierror
    end subroutine
    subroutine MPI_Session_finalize(session, ierror)
      import
      integer :: session
      integer :: ierror
    end subroutine
    subroutine MPI_Session_get_num_psets(session, info, npset_names, ierror)
      import
      integer :: session, info, npset_names
      integer :: ierror
    end subroutine
    subroutine MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      import
      integer :: session, info, n, pset_len
      character(len=*) :: pset_name
      integer :: ierror
    end subroutine
    subroutine MPI_Session_get_info(session, info_used, ierror)
      import
      integer :: session, info_used
      integer :: ierror
    end subroutine
    subroutine MPI_Session_get_pset_info(session, pset_name, info, ierror)
      import
      integer :: session, info
      character(len=*) :: pset_name
      integer :: ierror
    end subroutine
    subroutine MPI_Session_set_errhandler(session, errhandler, ierror)
      import
      integer :: session, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Session_get_errhandler(session, errhandler, ierror)
      import
      integer :: session, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Session_call_errhandler(session, errorcode, ierror)
      import
      integer :: session, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      import
      integer :: session, newgroup
      character(len=*) :: pset_name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      import
      integer :: group, info, errhandler, newcomm
      character(len=*) :: stringtag
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, &
        errhandler, newintercomm, ierror)
      import
      integer :: local_group, local_leader, remote_group, remote_leader, info, errhandler, newintercomm
      character(len=*) :: stringtag
      integer :: ierror
    end subroutine
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, source, tag, comm, status(MPI_STATUS_SIZE)
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, source, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Probe(source, tag, comm, status, ierror)
      import
      integer :: source, tag, comm, status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer :: source, tag, comm, status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer :: source, tag, comm, message, status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
    subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer :: source, tag, comm, message, status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, message, status(MPI_STATUS_SIZE)
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, message, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, source, tag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        status, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, status(MPI_STATUS_SIZE)
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, sendtag, source, recvtag, comm, status(MPI_STATUS_SIZE)
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count, datatype, dest, sendtag, source, recvtag, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Buffer_attach(buffer, size, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: size
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*), dimension(*) :: buffer_addr
      integer :: size
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer_addr
    end subroutine
    subroutine MPI_Buffer_flush(ierror)
      import
      integer :: ierror
    end subroutine
    subroutine MPI_Buffer_iflush(request, ierror)
      import
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      import
      integer :: comm, size
      type(*), dimension(*) :: buffer
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      import
      integer :: comm, size
      type(*), dimension(*) :: buffer_addr
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer_addr
    end subroutine
    subroutine MPI_Comm_flush_buffer(comm, ierror)
      import
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_iflush_buffer(comm, request, ierror)
      import
      integer :: comm, request
      integer :: ierror
    end subroutine
    subroutine MPI_Session_attach_buffer(session, buffer, size, ierror)
      import
      integer :: session, size
      type(*), dimension(*) :: buffer
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      import
      integer :: session, size
      type(*), dimension(*) :: buffer_addr
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer_addr
    end subroutine
    subroutine MPI_Session_flush_buffer(session, ierror)
      import
      integer :: session
      integer :: ierror
    end subroutine
    subroutine MPI_Session_iflush_buffer(session, request, ierror)
      import
      integer :: session, request
      integer :: ierror
    end subroutine
    subroutine MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions, datatype, dest, tag, comm, info, request
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions, datatype, dest, tag, comm, info, request
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Pready(partition, request, ierror)
      import
      integer :: partition, request
      integer :: ierror
    end subroutine
    subroutine MPI_Pready_range(partition_low, partition_high, request, ierror)
      import
      integer :: partition_low, partition_high, request
      integer :: ierror
    end subroutine
    subroutine MPI_Pready_list(length, array_of_partitions, request, ierror)
      import
      integer :: length, array_of_partitions(*), request
      integer :: ierror
    end subroutine
    subroutine MPI_Parrived(request, partition, flag, ierror)
      import
      integer :: request, partition
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Wait(request, status, ierror)
      import
      integer :: request, status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer :: count, array_of_requests(*), array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitany(count, array_of_requests, index, status, ierror)
      import
      integer :: count, array_of_requests(*), index, status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
    subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer :: incount, array_of_requests(*), outcount, array_of_indices(*), array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
    subroutine MPI_Test(request, flag, status, ierror)
      import
      integer :: request, status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer :: count, array_of_requests(*), array_of_statuses(MPI_STATUS_SIZE, *)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      import
      integer :: count, array_of_requests(*), index, status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer :: incount, array_of_requests(*), outcount, array_of_indices(*), array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
    subroutine MPI_Cancel(request, ierror)
      import
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Test_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Request_free(request, ierror)
      import
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Request_get_status(request, flag, status, ierror)
      import
      integer :: request, status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Start(request, ierror)
      import
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Startall(count, array_of_requests, ierror)
      import
      integer :: count, array_of_requests(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Get_count(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE), datatype, count
      integer :: ierror
    end subroutine
    subroutine MPI_Get_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE), datatype, count
      integer :: ierror
    end subroutine
    subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE), datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_cancelled(status, flag, ierror)
      import
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_elements(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE), datatype, count
      integer :: ierror
    end subroutine
    subroutine MPI_Status_set_elements_x(status, datatype, count, ierror)
      import
      integer :: status(MPI_STATUS_SIZE), datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn, free_fn, cancel_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_complete(request, ierror)
      import
      integer :: request
      integer :: ierror
    end subroutine
    subroutine MPI_Status_f082f(f08_status, f_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
      import
      integer :: f_status(*)
      type(MPI_Status) :: f08_status
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_size(comm, size, ierror)
      import
      integer :: comm, size
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_rank(comm, rank, ierror)
      import
      integer :: comm, rank
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_dup(comm, newcomm, ierror)
      import
      integer :: comm, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer :: comm, info, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer :: comm, newcomm, request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      import
      integer :: comm, info, newcomm, request
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer :: comm, color, key, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer :: comm, split_type, key, info, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer :: comm, group, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer :: comm, group, tag, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_group(comm, group, ierror)
      import
      integer :: comm, group
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer :: comm1, comm2, result
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer :: comm, resultlen
      character(len=*) :: comm_name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer :: comm
      character(len=*) :: comm_name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_test_inter(comm, flag, ierror)
      import
      integer :: comm
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_remote_size(comm, size, ierror)
      import
      integer :: comm, size
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_remote_group(comm, group, ierror)
      import
      integer :: comm, group
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror)
      import
      integer :: local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm
      integer :: ierror
    end subroutine
    subroutine MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer :: intercomm, newintracomm
      logical :: high
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_info(comm, info_used, ierror)
      import
      integer :: comm, info_used
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_info(comm, info, ierror)
      import
      integer :: comm, info
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_parent(parent, ierror)
      import
      integer :: parent
      integer :: ierror
    end subroutine
    subroutine MPI_Group_size(group, size, ierror)
      import
      integer :: group, size
      integer :: ierror
    end subroutine
    subroutine MPI_Group_rank(group, rank, ierror)
      import
      integer :: group, rank
      integer :: ierror
    end subroutine
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer :: group, n, ranks(*), newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer :: group, n, ranks(*), newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer :: group, n, ranges(3, *), newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer :: group, n, ranges(3, *), newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer :: group1, group2, newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer :: group1, group2, newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer :: group1, group2, newgroup
      integer :: ierror
    end subroutine
    subroutine MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer :: group1, n, ranks1(*), group2, ranks2(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Group_compare(group1, group2, result, ierror)
      import
      integer :: group1, group2, result
      integer :: ierror
    end subroutine
    subroutine MPI_Group_free(group, ierror)
      import
      integer :: group
      integer :: ierror
    end subroutine
    subroutine MPI_Barrier(comm, ierror)
      import
      integer :: comm
      integer :: ierror
    end subroutine
    subroutine MPI_Ibarrier(comm, request, ierror)
      import
      integer :: comm, request
      integer :: ierror
    end subroutine
    subroutine MPI_Barrier_init(comm, info, request, ierror)
      import
      integer :: comm, info, request
      integer :: ierror
    end subroutine
    subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count, datatype, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count, datatype, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count, datatype, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, root, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcounts(*), datatype, op, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: recvcount, datatype, op, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: count, datatype, op, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical :: commute
      integer :: op
      integer :: ierror
    end subroutine
    subroutine MPI_Op_free(op, ierror)
      import
      integer :: op
      integer :: ierror
    end subroutine
    subroutine MPI_Op_commutative(op, commute, ierror)
      import
      integer :: op
      logical :: commute
      integer :: ierror
    end subroutine
    subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*) :: inbuf, inoutbuf
      integer :: count, datatype, op
      integer :: ierror
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
    end subroutine
    subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer :: count, oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count, blocklength, stride, oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count, blocklength, stride, oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count, blocklength, oldtype, newtype
      integer(kind=MPI_ADDRESS_KIND) :: stride
      integer :: ierror
    end subroutine
    subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer :: count, array_of_blocklengths(*), array_of_displacements(*), oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer :: count, array_of_blocklengths(*), array_of_displacements(*), oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer :: count, array_of_blocklengths(*), oldtype, newtype
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer :: count, blocklength, array_of_displacements(*), oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer :: count, blocklength, oldtype, newtype
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer :: count, array_of_blocklengths(*), array_of_displacements(*), array_of_types(*), newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer :: count, array_of_blocklengths(*), array_of_types(*), newtype
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, &
        ierror)
      import
      integer :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order, oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, &
        order, oldtype, newtype, ierror)
      import
      integer :: size, rank, ndims, array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), order, &
        oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer :: oldtype, newtype
      integer(kind=MPI_ADDRESS_KIND) :: lb, extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_dup(oldtype, newtype, ierror)
      import
      integer :: oldtype, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_size(datatype, size, ierror)
      import
      integer :: datatype, size
      integer :: ierror
    end subroutine
    subroutine MPI_Type_size_x(datatype, size, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: lb, extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: lb, extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: true_lb, true_extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: true_lb, true_extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_extent(datatype, extent, ierror)
      import
      integer :: datatype, extent
      integer :: ierror
    end subroutine
    subroutine MPI_Type_lb(datatype, displacement, ierror)
      import
      integer :: datatype, displacement
      integer :: ierror
    end subroutine
    subroutine MPI_Type_ub(datatype, displacement, ierror)
      import
      integer :: datatype, displacement
      integer :: ierror
    end subroutine
    subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer :: typeclass, size, datatype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror)
      import
      integer :: datatype, num_integers, num_addresses, num_datatypes, combiner
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, &
        array_of_datatypes, ierror)
      import
      integer :: datatype, max_integers, max_addresses, max_datatypes, array_of_integers(*), array_of_datatypes(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer :: datatype, resultlen
      character(len=*) :: type_name
      integer :: ierror
    end subroutine
    subroutine MPI_Type_set_name(datatype, type_name, ierror)
      import
      integer :: datatype
      character(len=*) :: type_name
      integer :: ierror
    end subroutine
    subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*) :: inbuf, outbuf
      integer :: incount, datatype, outsize, position, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*) :: inbuf, outbuf
      integer :: insize, position, outcount, datatype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer :: incount, datatype, comm, size
      integer :: ierror
    end subroutine
    subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf, outbuf
      integer :: incount, datatype
      integer(kind=MPI_ADDRESS_KIND) :: outsize, position
      integer :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(len=*) :: datarep
      integer :: incount, datatype
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf, outbuf
      integer(kind=MPI_ADDRESS_KIND) :: insize, position
      integer :: outcount, datatype
      integer :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer :: p, r, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer :: r, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer :: p, r, newtype
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      import
      external :: comm_copy_attr_fn, comm_delete_attr_fn
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer :: comm, comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer :: comm, comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer :: comm, comm_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn, delete_fn
      integer :: keyval, extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer :: comm, keyval, attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer :: comm, keyval, attribute_val
      integer :: ierror
    end subroutine
    subroutine MPI_Attr_delete(comm, keyval, ierror)
      import
      integer :: comm, keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, ierror)
      import
      external :: type_copy_attr_fn, type_delete_attr_fn
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer :: datatype, type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer :: datatype, type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
    subroutine MPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer :: datatype, type_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Info_create(info, ierror)
      import
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_create_env(info, ierror)
      import
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_set(info, key, value, ierror)
      import
      integer :: info
      character(len=*) :: key, value
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer :: info, valuelen
      character(len=*) :: key, value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Info_free(info, ierror)
      import
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Info_dup(info, newinfo, ierror)
      import
      integer :: info, newinfo
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer :: info, nkeys
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer :: info, n
      character(len=*) :: key
      integer :: ierror
    end subroutine
    subroutine MPI_Info_delete(info, key, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer :: info, valuelen
      character(len=*) :: key
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      import
      integer :: info, buflen
      character(len=*) :: key, value
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer :: fh, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_File_close(fh, ierror)
      import
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine MPI_File_delete(filename, info, ierror)
      import
      character(len=*) :: filename
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_amode(fh, amode, ierror)
      import
      integer :: fh, amode
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset, disp
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer :: file, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_group(fh, group, ierror)
      import
      integer :: fh, group
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_info(fh, info_used, ierror)
      import
      integer :: fh, info_used
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_position(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_position_shared(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer :: fh, datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: ierror
    end subroutine
    subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer :: fh, etype, filetype
      integer(kind=MPI_OFFSET_KIND) :: disp
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
    subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh, count, datatype, request
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer :: comm, amode, info, fh
      character(len=*) :: filename
      integer :: ierror
    end subroutine
    subroutine MPI_File_preallocate(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_seek(fh, offset, whence, ierror)
      import
      integer :: fh, whence
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer :: fh, whence
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer :: file, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_info(fh, info, ierror)
      import
      integer :: fh, info
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
    subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer :: fh, etype, filetype, info
      integer(kind=MPI_OFFSET_KIND) :: disp
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
    subroutine MPI_File_sync(fh, ierror)
      import
      integer :: fh
      integer :: ierror
    end subroutine
    subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh, count, datatype
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh, count, datatype, status(MPI_STATUS_SIZE)
      type(*), dimension(*) :: buf
      integer :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, ierror)
      import
      character(len=*) :: datarep
      external :: read_conversion_fn, write_conversion_fn, dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer :: comm_old, ndims, dims(*), comm_cart
      logical :: periods(*), reorder
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer :: comm, maxdims, dims(*), coords(*)
      logical :: periods(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer :: comm, coords(*), rank
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer :: comm, rank, maxdims, coords(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer :: comm, direction, disp, rank_source, rank_dest
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer :: comm, newcomm
      logical :: remain_dims(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Cartdim_get(comm, ndims, ierror)
      import
      integer :: comm, ndims
      integer :: ierror
    end subroutine
    subroutine MPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer :: nnodes, ndims, dims(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Topo_test(comm, status, ierror)
      import
      integer :: comm, status
      integer :: ierror
    end subroutine
    subroutine MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer :: comm, ndims, dims(*), newrank
      logical :: periods(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, &
        ierror)
      import
      integer :: comm_old, n, sources(*), degrees(*), destinations(*), info, comm_dist_graph
      type(*), dimension(*) :: weights
      logical :: reorder
      integer :: ierror
!GCC$ attributes no_arg_check :: weights
    end subroutine
    subroutine MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, &
        info, reorder, comm_dist_graph, ierror)
      import
      integer :: comm_old, indegree, sources(*), outdegree, destinations(*), info, comm_dist_graph
      type(*), dimension(*) :: sourceweights, destweights
      logical :: reorder
      integer :: ierror
!GCC$ attributes no_arg_check :: sourceweights, destweights
    end subroutine
    subroutine MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, &
        ierror)
      import
      integer :: comm, maxindegree, sources(*), maxoutdegree, destinations(*)
      type(*), dimension(*) :: sourceweights, destweights
      integer :: ierror
!GCC$ attributes no_arg_check :: sourceweights, destweights
    end subroutine
    subroutine MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer :: comm, indegree, outdegree
      logical :: weighted
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      integer :: comm_old, nnodes, index(*), edges(*), comm_graph
      logical :: reorder
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      import
      integer :: comm, maxindex, maxedges, index(*), edges(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_map(comm, nnodes, index, edges, newrank, ierror)
      import
      integer :: comm, nnodes, index(*), edges(*), newrank
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer :: comm, rank, maxneighbors, neighbors(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer :: comm, rank, nneighbors
      integer :: ierror
    end subroutine
    subroutine MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer :: comm, nnodes, nedges
      integer :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcount, sendtype, recvcount, recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm, info, request
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm, request
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf, recvbuf
      integer :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm, info, request
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
      integer :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      type(*), dimension(*) :: origin_addr, compare_addr, result_addr
      integer :: datatype, target_rank, win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr, compare_addr, result_addr
    end subroutine
    subroutine MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      import
      type(*), dimension(*) :: origin_addr, result_addr
      integer :: datatype, target_rank, op, win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*) :: origin_addr, result_addr
      integer :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, target_datatype, op, &
        win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win, request
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, request
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr, result_addr
      integer :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, target_datatype, op, &
        win, request
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, &
        request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, request
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit, info, comm, win
      type(*), dimension(*) :: baseptr
      integer :: ierror
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit, info, comm, win
      type(*), dimension(*) :: baseptr
      integer :: ierror
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_attach(win, base, size, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer :: win, errorcode
      integer :: ierror
    end subroutine
    subroutine MPI_Win_complete(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit, info, comm, win
      integer :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer :: info, comm, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, ierror)
      import
      external :: win_copy_attr_fn, win_delete_attr_fn
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer :: win, win_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Win_detach(win, base, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      integer :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Win_fence(assert, win, ierror)
      import
      integer :: assert, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush(rank, win, ierror)
      import
      integer :: rank, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_all(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_local(rank, win, ierror)
      import
      integer :: rank, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_flush_local_all(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_free(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_free_keyval(win_keyval, ierror)
      import
      integer :: win_keyval
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer :: win, win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer :: win, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_group(win, group, ierror)
      import
      integer :: win, group
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_info(win, info_used, ierror)
      import
      integer :: win, info_used
      integer :: ierror
    end subroutine
    subroutine MPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer :: win, resultlen
      character(len=*) :: win_name
      integer :: ierror
    end subroutine
    subroutine MPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer :: lock_type, rank, assert, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_lock_all(assert, win, ierror)
      import
      integer :: assert, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_post(group, assert, win, ierror)
      import
      integer :: group, assert, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer :: win, win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer :: win, errhandler
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_info(win, info, ierror)
      import
      integer :: win, info
      integer :: ierror
    end subroutine
    subroutine MPI_Win_set_name(win, win_name, ierror)
      import
      integer :: win
      character(len=*) :: win_name
      integer :: ierror
    end subroutine
    subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer :: win, rank, disp_unit
      integer(kind=MPI_ADDRESS_KIND) :: size
      type(*), dimension(*) :: baseptr
      integer :: ierror
!GCC$ attributes no_arg_check :: baseptr
    end subroutine
    subroutine MPI_Win_start(group, assert, win, ierror)
      import
      integer :: group, assert, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_sync(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_test(win, flag, ierror)
      import
      integer :: win
      logical :: flag
      integer :: ierror
    end subroutine
    subroutine MPI_Win_unlock(rank, win, ierror)
      import
      integer :: rank, win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_unlock_all(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_wait(win, ierror)
      import
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Close_port(port_name, ierror)
      import
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info, root, comm, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info, root, comm, newcomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_join(fd, intercomm, ierror)
      import
      integer :: fd, intercomm
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      character(len=*) :: command, argv(*)
      integer :: maxprocs, info, root, comm, intercomm, array_of_errcodes(*)
      integer :: ierror
    end subroutine
    subroutine MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, &
        intercomm, array_of_errcodes, ierror)
      import
      integer :: count, array_of_maxprocs(*), array_of_info(*), root, comm, intercomm, array_of_errcodes(*)
      character(len=*) :: array_of_commands(*), array_of_argv(count, *)
      integer :: ierror
    end subroutine
    subroutine MPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name, port_name
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Open_port(info, port_name, ierror)
      import
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
    subroutine MPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name, port_name
      integer :: info
      integer :: ierror
    end subroutine
    subroutine MPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name, port_name
      integer :: info
      integer :: ierror
    end subroutine
  end interface
