! The interfaces of the module mpi_f08.
! Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
  interface MPI_Init
    subroutine MPI_Init_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Init
    subroutine PMPI_Init_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Init_thread
    subroutine MPI_Init_thread_f08(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer, intent(inout) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Init_thread
    subroutine PMPI_Init_thread_f08(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer, intent(inout) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Initialized
    subroutine MPI_Initialized_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Initialized
    subroutine PMPI_Initialized_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Finalize
    subroutine MPI_Finalize_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Finalize
    subroutine PMPI_Finalize_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Finalized
    subroutine MPI_Finalized_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Finalized
    subroutine PMPI_Finalized_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_version
    subroutine MPI_Get_version_f08(version, subversion, ierror)
      import
      integer, intent(inout) :: version, subversion
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_version
    subroutine PMPI_Get_version_f08(version, subversion, ierror)
      import
      integer, intent(inout) :: version, subversion
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_library_version
    subroutine MPI_Get_library_version_f08(version, resultlen, ierror)
      import
      character(len=MPI_MAX_LIBRARY_VERSION_STRING), intent(inout) :: version
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_library_version
    subroutine PMPI_Get_library_version_f08(version, resultlen, ierror)
      import
      character(len=MPI_MAX_LIBRARY_VERSION_STRING), intent(inout) :: version
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Error_string
    subroutine MPI_Error_string_f08(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=MPI_MAX_ERROR_STRING), intent(inout) :: string
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Error_string
    subroutine PMPI_Error_string_f08(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=MPI_MAX_ERROR_STRING), intent(inout) :: string
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Error_class
    subroutine MPI_Error_class_f08(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(inout) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Error_class
    subroutine PMPI_Error_class_f08(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(inout) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Wtime
    function MPI_Wtime_f08()
      import
      double precision :: MPI_Wtime_f08
    end function
  end interface
  interface PMPI_Wtime
    function PMPI_Wtime_f08()
      import
      double precision :: PMPI_Wtime_f08
    end function
  end interface
  interface MPI_Wtick
    function MPI_Wtick_f08()
      import
      double precision :: MPI_Wtick_f08
    end function
  end interface
  interface PMPI_Wtick
    function PMPI_Wtick_f08()
      import
      double precision :: PMPI_Wtick_f08
    end function
  end interface
  interface MPI_Aint_add
    function MPI_Aint_add_f08(base, disp)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: base, disp
      integer(kind=MPI_ADDRESS_KIND) :: MPI_Aint_add_f08
    end function
  end interface
  interface PMPI_Aint_add
    function PMPI_Aint_add_f08(base, disp)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: base, disp
      integer(kind=MPI_ADDRESS_KIND) :: PMPI_Aint_add_f08
    end function
  end interface
  interface MPI_Aint_diff
    function MPI_Aint_diff_f08(addr1, addr2)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: addr1, addr2
      integer(kind=MPI_ADDRESS_KIND) :: MPI_Aint_diff_f08
    end function
  end interface
  interface PMPI_Aint_diff
    function PMPI_Aint_diff_f08(addr1, addr2)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: addr1, addr2
      integer(kind=MPI_ADDRESS_KIND) :: PMPI_Aint_diff_f08
    end function
  end interface
  interface MPI_Query_thread
    subroutine MPI_Query_thread_f08(provided, ierror)
      import
      integer, intent(inout) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Query_thread
    subroutine PMPI_Query_thread_f08(provided, ierror)
      import
      integer, intent(inout) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Is_thread_main
    subroutine MPI_Is_thread_main_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Is_thread_main
    subroutine PMPI_Is_thread_main_f08(flag, ierror)
      import
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Abort
    subroutine MPI_Abort_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Abort
    subroutine PMPI_Abort_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_processor_name
    subroutine MPI_Get_processor_name_f08(name, resultlen, ierror)
      import
      character(len=MPI_MAX_PROCESSOR_NAME), intent(inout) :: name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_processor_name
    subroutine PMPI_Get_processor_name_f08(name, resultlen, ierror)
      import
      character(len=MPI_MAX_PROCESSOR_NAME), intent(inout) :: name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pcontrol
    subroutine MPI_Pcontrol_f08(level, ierror)
      import
      integer, intent(in) :: level
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pcontrol
    subroutine PMPI_Pcontrol_f08(level, ierror)
      import
      integer, intent(in) :: level
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Alloc_mem
    subroutine MPI_Alloc_mem_f08(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Alloc_mem
    subroutine PMPI_Alloc_mem_f08(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Free_mem
    subroutine MPI_Free_mem_f08(base, ierror)
      import
      type(*), dimension(*) :: base
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface PMPI_Free_mem
    subroutine PMPI_Free_mem_f08(base, ierror)
      import
      type(*), dimension(*) :: base
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface MPI_Get_address
    subroutine MPI_Get_address_f08(location, address, ierror)
      import
      type(*), dimension(*), intent(in) :: location
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: address
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: location
    end subroutine
  end interface
  interface PMPI_Get_address
    subroutine PMPI_Get_address_f08(location, address, ierror)
      import
      type(*), dimension(*), intent(in) :: location
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: address
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: location
    end subroutine
  end interface
  interface MPI_Comm_set_errhandler
    subroutine MPI_Comm_set_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_errhandler
    subroutine PMPI_Comm_set_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_errhandler
    subroutine MPI_Comm_get_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_errhandler
    subroutine PMPI_Comm_get_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_call_errhandler
    subroutine MPI_Comm_call_errhandler_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_call_errhandler
    subroutine PMPI_Comm_call_errhandler_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_init
    subroutine MPI_Session_init_f08(info, errhandler, session, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Session), intent(inout) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_init
    subroutine PMPI_Session_init_f08(info, errhandler, session, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Session), intent(inout) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_errhandler
    subroutine MPI_Comm_create_errhandler_f08(comm_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Comm_errhandler_function) :: comm_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_errhandler
    subroutine PMPI_Comm_create_errhandler_f08(comm_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Comm_errhandler_function) :: comm_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_create_errhandler
    subroutine MPI_File_create_errhandler_f08(file_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_File_errhandler_function) :: file_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_create_errhandler
    subroutine PMPI_File_create_errhandler_f08(file_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_File_errhandler_function) :: file_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_create_errhandler
    subroutine MPI_Session_create_errhandler_f08(session_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Session_errhandler_function) :: session_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_create_errhandler
    subroutine PMPI_Session_create_errhandler_f08(session_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Session_errhandler_function) :: session_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_errhandler
    subroutine MPI_Win_create_errhandler_f08(win_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Win_errhandler_function) :: win_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_errhandler
    subroutine PMPI_Win_create_errhandler_f08(win_errhandler_fn, errhandler, ierror)
      import
      procedure(MPI_Win_errhandler_function) :: win_errhandler_fn
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Errhandler_free
    subroutine MPI_Errhandler_free_f08(errhandler, ierror)
      import
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Errhandler_free
    subroutine PMPI_Errhandler_free_f08(errhandler, ierror)
      import
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_class
    subroutine MPI_Add_error_class_f08(errorclass, ierror)
      import
      integer, intent(inout) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_class
    subroutine PMPI_Add_error_class_f08(errorclass, ierror)
      import
      integer, intent(inout) :: errorclass
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_code
    subroutine MPI_Add_error_code_f08(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer, intent(inout) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_code
    subroutine PMPI_Add_error_code_f08(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer, intent(inout) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_string
    subroutine MPI_Add_error_string_f08(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=*), intent(in) :: string
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_string
    subroutine PMPI_Add_error_string_f08(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=*), intent(in) :: string
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_finalize
    subroutine MPI_Session_finalize_f08(session, ierror)
      import
      type(MPI_Session), intent(inout) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_finalize
    subroutine PMPI_Session_finalize_f08(session, ierror)
      import
      type(MPI_Session), intent(inout) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_num_psets
    subroutine MPI_Session_get_num_psets_f08(session, info, npset_names, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(inout) :: npset_names
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_num_psets
    subroutine PMPI_Session_get_num_psets_f08(session, info, npset_names, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(inout) :: npset_names
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_nth_pset
    subroutine MPI_Session_get_nth_pset_f08(session, info, n, pset_len, pset_name, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      integer, intent(inout) :: pset_len
      character(len=*), intent(inout) :: pset_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_nth_pset
    subroutine PMPI_Session_get_nth_pset_f08(session, info, n, pset_len, pset_name, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      integer, intent(inout) :: pset_len
      character(len=*), intent(inout) :: pset_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_info
    subroutine MPI_Session_get_info_f08(session, info_used, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_info
    subroutine PMPI_Session_get_info_f08(session, info_used, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_pset_info
    subroutine MPI_Session_get_pset_info_f08(session, pset_name, info, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(len=*), intent(in) :: pset_name
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_pset_info
    subroutine PMPI_Session_get_pset_info_f08(session, pset_name, info, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(len=*), intent(in) :: pset_name
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_set_errhandler
    subroutine MPI_Session_set_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_set_errhandler
    subroutine PMPI_Session_set_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_errhandler
    subroutine MPI_Session_get_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_errhandler
    subroutine PMPI_Session_get_errhandler_f08(session, errhandler, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_call_errhandler
    subroutine MPI_Session_call_errhandler_f08(session, errorcode, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_call_errhandler
    subroutine PMPI_Session_call_errhandler_f08(session, errorcode, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_from_session_pset
    subroutine MPI_Group_from_session_pset_f08(session, pset_name, newgroup, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(len=*), intent(in) :: pset_name
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_from_session_pset
    subroutine PMPI_Group_from_session_pset_f08(session, pset_name, newgroup, ierror)
      import
      type(MPI_Session), intent(in) :: session
      character(len=*), intent(in) :: pset_name
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_from_group
    subroutine MPI_Comm_create_from_group_f08(group, stringtag, info, errhandler, newcomm, ierror)
      import
      type(MPI_Group), intent(in) :: group
      character(len=*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_from_group
    subroutine PMPI_Comm_create_from_group_f08(group, stringtag, info, errhandler, newcomm, ierror)
      import
      type(MPI_Group), intent(in) :: group
      character(len=*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create_from_groups
    subroutine MPI_Intercomm_create_from_groups_f08(local_group, local_leader, remote_group, remote_leader, stringtag, info, &
        errhandler, newintercomm, ierror)
      import
      type(MPI_Group), intent(in) :: local_group, remote_group
      integer, intent(in) :: local_leader, remote_leader
      character(len=*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm), intent(inout) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create_from_groups
    subroutine PMPI_Intercomm_create_from_groups_f08(local_group, local_leader, remote_group, remote_leader, stringtag, info, &
        errhandler, newintercomm, ierror)
      import
      type(MPI_Group), intent(in) :: local_group, remote_group
      integer, intent(in) :: local_leader, remote_leader
      character(len=*), intent(in) :: stringtag
      type(MPI_Info), intent(in) :: info
      type(MPI_Errhandler), intent(in) :: errhandler
      type(MPI_Comm), intent(inout) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Send
    subroutine MPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Send_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Send
    subroutine PMPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Send_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Ssend
    subroutine MPI_Ssend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ssend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Ssend
    subroutine PMPI_Ssend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Ssend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Rsend
    subroutine MPI_Rsend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Rsend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Rsend
    subroutine PMPI_Rsend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Rsend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Bsend
    subroutine MPI_Bsend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Bsend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Bsend
    subroutine PMPI_Bsend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Bsend_c_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Recv
    subroutine MPI_Recv_f08(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Recv_c_f08(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Recv
    subroutine PMPI_Recv_f08(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Recv_c_f08(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Isend
    subroutine MPI_Isend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Isend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Isend
    subroutine PMPI_Isend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Isend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Issend
    subroutine MPI_Issend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Issend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Issend
    subroutine PMPI_Issend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Issend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Irsend
    subroutine MPI_Irsend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Irsend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Irsend
    subroutine PMPI_Irsend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Irsend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Ibsend
    subroutine MPI_Ibsend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ibsend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Ibsend
    subroutine PMPI_Ibsend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Ibsend_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Irecv
    subroutine MPI_Irecv_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Irecv_c_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Irecv
    subroutine PMPI_Irecv_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Irecv_c_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Probe
    subroutine MPI_Probe_f08(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Probe
    subroutine PMPI_Probe_f08(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Iprobe
    subroutine MPI_Iprobe_f08(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Iprobe
    subroutine PMPI_Iprobe_f08(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Mprobe
    subroutine MPI_Mprobe_f08(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Mprobe
    subroutine PMPI_Mprobe_f08(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Improbe
    subroutine MPI_Improbe_f08(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Improbe
    subroutine PMPI_Improbe_f08(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Mrecv
    subroutine MPI_Mrecv_f08(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Mrecv_c_f08(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Mrecv
    subroutine PMPI_Mrecv_f08(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Mrecv_c_f08(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Imrecv
    subroutine MPI_Imrecv_f08(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Imrecv_c_f08(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Imrecv
    subroutine PMPI_Imrecv_f08(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Imrecv_c_f08(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Message), intent(inout) :: message
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Send_init
    subroutine MPI_Send_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Send_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Send_init
    subroutine PMPI_Send_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Send_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Ssend_init
    subroutine MPI_Ssend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Ssend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Ssend_init
    subroutine PMPI_Ssend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Ssend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Rsend_init
    subroutine MPI_Rsend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Rsend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Rsend_init
    subroutine PMPI_Rsend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Rsend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Bsend_init
    subroutine MPI_Bsend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Bsend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Bsend_init
    subroutine PMPI_Bsend_init_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count, dest, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Bsend_init_c_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Recv_init
    subroutine MPI_Recv_init_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Recv_init_c_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Recv_init
    subroutine PMPI_Recv_init_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, source, tag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Recv_init_c_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source, tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Sendrecv
    subroutine MPI_Sendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, &
        status, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, dest, sendtag, recvcount, source, recvtag
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Sendrecv_c_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, status, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Sendrecv
    subroutine PMPI_Sendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, status, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, dest, sendtag, recvcount, source, recvtag
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Sendrecv_c_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, status, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Sendrecv_replace
    subroutine MPI_Sendrecv_replace_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count, dest, sendtag, source, recvtag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Sendrecv_replace_c_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Sendrecv_replace
    subroutine PMPI_Sendrecv_replace_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer, intent(in) :: count, dest, sendtag, source, recvtag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Sendrecv_replace_c_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Isendrecv
    subroutine MPI_Isendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, dest, sendtag, recvcount, source, recvtag
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Isendrecv_c_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Isendrecv
    subroutine PMPI_Isendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, dest, sendtag, recvcount, source, recvtag
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Isendrecv_c_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Isendrecv_replace
    subroutine MPI_Isendrecv_replace_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, dest, sendtag, source, recvtag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_Isendrecv_replace_c_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Isendrecv_replace
    subroutine PMPI_Isendrecv_replace_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count, dest, sendtag, source, recvtag
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_Isendrecv_replace_c_f08(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest, sendtag, source, recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Buffer_attach
    subroutine MPI_Buffer_attach_f08(buffer, size, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Buffer_attach_c_f08(buffer, size, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Buffer_attach
    subroutine PMPI_Buffer_attach_f08(buffer, size, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Buffer_attach_c_f08(buffer, size, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Buffer_detach
    subroutine MPI_Buffer_detach_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Buffer_detach_c_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_detach
    subroutine PMPI_Buffer_detach_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Buffer_detach_c_f08(buffer_addr, size, ierror)
      import
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_flush
    subroutine MPI_Buffer_flush_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_flush
    subroutine PMPI_Buffer_flush_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_iflush
    subroutine MPI_Buffer_iflush_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_iflush
    subroutine PMPI_Buffer_iflush_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_attach_buffer
    subroutine MPI_Comm_attach_buffer_f08(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Comm_attach_buffer_c_f08(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Comm_attach_buffer
    subroutine PMPI_Comm_attach_buffer_f08(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Comm_attach_buffer_c_f08(comm, buffer, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Comm_detach_buffer
    subroutine MPI_Comm_detach_buffer_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_detach_buffer_c_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_detach_buffer
    subroutine PMPI_Comm_detach_buffer_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Comm_detach_buffer_c_f08(comm, buffer_addr, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_flush_buffer
    subroutine MPI_Comm_flush_buffer_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_flush_buffer
    subroutine PMPI_Comm_flush_buffer_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_iflush_buffer
    subroutine MPI_Comm_iflush_buffer_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_iflush_buffer
    subroutine PMPI_Comm_iflush_buffer_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_attach_buffer
    subroutine MPI_Session_attach_buffer_f08(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Session_attach_buffer_c_f08(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Session_attach_buffer
    subroutine PMPI_Session_attach_buffer_f08(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(*) :: buffer
      integer, intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Session_attach_buffer_c_f08(session, buffer, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Session_detach_buffer
    subroutine MPI_Session_detach_buffer_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Session_detach_buffer_c_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_detach_buffer
    subroutine PMPI_Session_detach_buffer_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Session_detach_buffer_c_f08(session, buffer_addr, size, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(c_ptr), intent(out) :: buffer_addr
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_flush_buffer
    subroutine MPI_Session_flush_buffer_f08(session, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_flush_buffer
    subroutine PMPI_Session_flush_buffer_f08(session, ierror)
      import
      type(MPI_Session), intent(in) :: session
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Session_iflush_buffer
    subroutine MPI_Session_iflush_buffer_f08(session, request, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Session_iflush_buffer
    subroutine PMPI_Session_iflush_buffer_f08(session, request, ierror)
      import
      type(MPI_Session), intent(in) :: session
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Psend_init
    subroutine MPI_Psend_init_f08(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: partitions, dest, tag
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Psend_init
    subroutine PMPI_Psend_init_f08(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: partitions, dest, tag
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Precv_init
    subroutine MPI_Precv_init_f08(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: partitions, dest, tag
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_Precv_init
    subroutine PMPI_Precv_init_f08(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: partitions, dest, tag
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Pready
    subroutine MPI_Pready_f08(partition, request, ierror)
      import
      integer, intent(in) :: partition
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready
    subroutine PMPI_Pready_f08(partition, request, ierror)
      import
      integer, intent(in) :: partition
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pready_range
    subroutine MPI_Pready_range_f08(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low, partition_high
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_range
    subroutine PMPI_Pready_range_f08(partition_low, partition_high, request, ierror)
      import
      integer, intent(in) :: partition_low, partition_high
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pready_list
    subroutine MPI_Pready_list_f08(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length, array_of_partitions(*)
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_list
    subroutine PMPI_Pready_list_f08(length, array_of_partitions, request, ierror)
      import
      integer, intent(in) :: length, array_of_partitions(*)
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Parrived
    subroutine MPI_Parrived_f08(request, partition, flag, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, intent(in) :: partition
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Parrived
    subroutine PMPI_Parrived_f08(request, partition, flag, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, intent(in) :: partition
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Wait
    subroutine MPI_Wait_f08(request, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Wait
    subroutine PMPI_Wait_f08(request, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitall
    subroutine MPI_Waitall_f08(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitall
    subroutine PMPI_Waitall_f08(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitany
    subroutine MPI_Waitany_f08(count, array_of_requests, index, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: index
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitany
    subroutine PMPI_Waitany_f08(count, array_of_requests, index, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: index
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Waitsome
    subroutine MPI_Waitsome_f08(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: outcount, array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Waitsome
    subroutine PMPI_Waitsome_f08(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: outcount, array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Test
    subroutine MPI_Test_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Test
    subroutine PMPI_Test_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testall
    subroutine MPI_Testall_f08(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      logical, intent(inout) :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testall
    subroutine PMPI_Testall_f08(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      logical, intent(inout) :: flag
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testany
    subroutine MPI_Testany_f08(count, array_of_requests, index, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: index
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testany
    subroutine PMPI_Testany_f08(count, array_of_requests, index, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: index
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Testsome
    subroutine MPI_Testsome_f08(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: outcount, array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Testsome
    subroutine PMPI_Testsome_f08(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(inout) :: outcount, array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cancel
    subroutine MPI_Cancel_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cancel
    subroutine PMPI_Cancel_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Test_cancelled
    subroutine MPI_Test_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status), intent(in) :: status
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Test_cancelled
    subroutine PMPI_Test_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status), intent(in) :: status
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_free
    subroutine MPI_Request_free_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_free
    subroutine PMPI_Request_free_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status
    subroutine MPI_Request_get_status_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(in) :: request
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status
    subroutine PMPI_Request_get_status_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(in) :: request
      logical, intent(inout) :: flag
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Start
    subroutine MPI_Start_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Start
    subroutine PMPI_Start_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Startall
    subroutine MPI_Startall_f08(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Startall
    subroutine PMPI_Startall_f08(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_count
    subroutine MPI_Get_count_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_count_c_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_count
    subroutine PMPI_Get_count_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Get_count_c_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements
    subroutine MPI_Get_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Get_elements_c_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements
    subroutine PMPI_Get_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Get_elements_c_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements_x
    subroutine MPI_Get_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements_x
    subroutine PMPI_Get_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status), intent(in) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_cancelled
    subroutine MPI_Status_set_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_cancelled
    subroutine PMPI_Status_set_cancelled_f08(status, flag, ierror)
      import
      type(MPI_Status) :: status
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements
    subroutine MPI_Status_set_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements
    subroutine PMPI_Status_set_elements_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements_x
    subroutine MPI_Status_set_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements_x
    subroutine PMPI_Status_set_elements_x_f08(status, datatype, count, ierror)
      import
      type(MPI_Status) :: status
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_start
    subroutine MPI_Grequest_start_f08(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      procedure(MPI_Grequest_query_function) :: query_fn
      procedure(MPI_Grequest_free_function) :: free_fn
      procedure(MPI_Grequest_cancel_function) :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_start
    subroutine PMPI_Grequest_start_f08(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      procedure(MPI_Grequest_query_function) :: query_fn
      procedure(MPI_Grequest_free_function) :: free_fn
      procedure(MPI_Grequest_cancel_function) :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_complete
    subroutine MPI_Grequest_complete_f08(request, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_complete
    subroutine PMPI_Grequest_complete_f08(request, ierror)
      import
      type(MPI_Request), intent(in) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_f082f
    subroutine MPI_Status_f082f_f08(f08_status, f_status, ierror)
      import
      type(MPI_Status), intent(in) :: f08_status
      integer, intent(inout) :: f_status(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_f082f
    subroutine PMPI_Status_f082f_f08(f08_status, f_status, ierror)
      import
      type(MPI_Status), intent(in) :: f08_status
      integer, intent(inout) :: f_status(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Status_f2f08
    subroutine MPI_Status_f2f08_f08(f_status, f08_status, ierror)
      import
      integer, intent(in) :: f_status(*)
      type(MPI_Status), intent(inout) :: f08_status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Status_f2f08
    subroutine PMPI_Status_f2f08_f08(f_status, f08_status, ierror)
      import
      integer, intent(in) :: f_status(*)
      type(MPI_Status), intent(inout) :: f08_status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_size
    subroutine MPI_Comm_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_size
    subroutine PMPI_Comm_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_rank
    subroutine MPI_Comm_rank_f08(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_rank
    subroutine PMPI_Comm_rank_f08(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup
    subroutine MPI_Comm_dup_f08(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup
    subroutine PMPI_Comm_dup_f08(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup_with_info
    subroutine MPI_Comm_dup_with_info_f08(comm, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup_with_info
    subroutine PMPI_Comm_dup_with_info_f08(comm, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup
    subroutine MPI_Comm_idup_f08(comm, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup
    subroutine PMPI_Comm_idup_f08(comm, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup_with_info
    subroutine MPI_Comm_idup_with_info_f08(comm, info, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup_with_info
    subroutine PMPI_Comm_idup_with_info_f08(comm, info, newcomm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free
    subroutine MPI_Comm_free_f08(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free
    subroutine PMPI_Comm_free_f08(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_disconnect
    subroutine MPI_Comm_disconnect_f08(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_disconnect
    subroutine PMPI_Comm_disconnect_f08(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split
    subroutine MPI_Comm_split_f08(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color, key
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split
    subroutine PMPI_Comm_split_f08(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color, key
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split_type
    subroutine MPI_Comm_split_type_f08(comm, split_type, key, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type, key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split_type
    subroutine PMPI_Comm_split_type_f08(comm, split_type, key, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type, key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create
    subroutine MPI_Comm_create_f08(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create
    subroutine PMPI_Comm_create_f08(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_group
    subroutine MPI_Comm_create_group_f08(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_group
    subroutine PMPI_Comm_create_group_f08(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_group
    subroutine MPI_Comm_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_group
    subroutine PMPI_Comm_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_compare
    subroutine MPI_Comm_compare_f08(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1, comm2
      integer, intent(inout) :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_compare
    subroutine PMPI_Comm_compare_f08(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1, comm2
      integer, intent(inout) :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_name
    subroutine MPI_Comm_get_name_f08(comm, comm_name, resultlen, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: comm_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_name
    subroutine PMPI_Comm_get_name_f08(comm, comm_name, resultlen, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: comm_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_name
    subroutine MPI_Comm_set_name_f08(comm, comm_name, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=*), intent(in) :: comm_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_name
    subroutine PMPI_Comm_set_name_f08(comm, comm_name, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=*), intent(in) :: comm_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_test_inter
    subroutine MPI_Comm_test_inter_f08(comm, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_test_inter
    subroutine PMPI_Comm_test_inter_f08(comm, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_size
    subroutine MPI_Comm_remote_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_size
    subroutine PMPI_Comm_remote_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_group
    subroutine MPI_Comm_remote_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_group
    subroutine PMPI_Comm_remote_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create
    subroutine MPI_Intercomm_create_f08(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror)
      import
      type(MPI_Comm), intent(in) :: local_comm, peer_comm
      integer, intent(in) :: local_leader, remote_leader, tag
      type(MPI_Comm), intent(inout) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create
    subroutine PMPI_Intercomm_create_f08(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror)
      import
      type(MPI_Comm), intent(in) :: local_comm, peer_comm
      integer, intent(in) :: local_leader, remote_leader, tag
      type(MPI_Comm), intent(inout) :: newintercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_merge
    subroutine MPI_Intercomm_merge_f08(intercomm, high, newintracomm, ierror)
      import
      type(MPI_Comm), intent(in) :: intercomm
      logical, intent(in) :: high
      type(MPI_Comm), intent(inout) :: newintracomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_merge
    subroutine PMPI_Intercomm_merge_f08(intercomm, high, newintracomm, ierror)
      import
      type(MPI_Comm), intent(in) :: intercomm
      logical, intent(in) :: high
      type(MPI_Comm), intent(inout) :: newintracomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_info
    subroutine MPI_Comm_get_info_f08(comm, info_used, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_info
    subroutine PMPI_Comm_get_info_f08(comm, info_used, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_info
    subroutine MPI_Comm_set_info_f08(comm, info, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_info
    subroutine PMPI_Comm_set_info_f08(comm, info, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_parent
    subroutine MPI_Comm_get_parent_f08(parent, ierror)
      import
      type(MPI_Comm), intent(inout) :: parent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_parent
    subroutine PMPI_Comm_get_parent_f08(parent, ierror)
      import
      type(MPI_Comm), intent(inout) :: parent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_size
    subroutine MPI_Group_size_f08(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_size
    subroutine PMPI_Group_size_f08(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_rank
    subroutine MPI_Group_rank_f08(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_rank
    subroutine PMPI_Group_rank_f08(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_incl
    subroutine MPI_Group_incl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n, ranks(*)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_incl
    subroutine PMPI_Group_incl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n, ranks(*)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_excl
    subroutine MPI_Group_excl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n, ranks(*)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_excl
    subroutine PMPI_Group_excl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n, ranks(*)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_incl
    subroutine MPI_Group_range_incl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(inout) :: ranges(3, *)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_incl
    subroutine PMPI_Group_range_incl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(inout) :: ranges(3, *)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_excl
    subroutine MPI_Group_range_excl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(inout) :: ranges(3, *)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_excl
    subroutine PMPI_Group_range_excl_f08(group, n, ranges, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(inout) :: ranges(3, *)
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_union
    subroutine MPI_Group_union_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_union
    subroutine PMPI_Group_union_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_intersection
    subroutine MPI_Group_intersection_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_intersection
    subroutine PMPI_Group_intersection_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_difference
    subroutine MPI_Group_difference_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_difference
    subroutine PMPI_Group_difference_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      type(MPI_Group), intent(inout) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_translate_ranks
    subroutine MPI_Group_translate_ranks_f08(group1, n, ranks1, group2, ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      integer, intent(in) :: n, ranks1(*)
      integer, intent(inout) :: ranks2(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_translate_ranks
    subroutine PMPI_Group_translate_ranks_f08(group1, n, ranks1, group2, ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      integer, intent(in) :: n, ranks1(*)
      integer, intent(inout) :: ranks2(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_compare
    subroutine MPI_Group_compare_f08(group1, group2, result, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      integer, intent(inout) :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_compare
    subroutine PMPI_Group_compare_f08(group1, group2, result, ierror)
      import
      type(MPI_Group), intent(in) :: group1, group2
      integer, intent(inout) :: result
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Group_free
    subroutine MPI_Group_free_f08(group, ierror)
      import
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Group_free
    subroutine PMPI_Group_free_f08(group, ierror)
      import
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Barrier
    subroutine MPI_Barrier_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier
    subroutine PMPI_Barrier_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Ibarrier
    subroutine MPI_Ibarrier_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Ibarrier
    subroutine PMPI_Ibarrier_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Barrier_init
    subroutine MPI_Barrier_init_f08(comm, info, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier_init
    subroutine PMPI_Barrier_init_f08(comm, info, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Bcast
    subroutine MPI_Bcast_f08(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Bcast_c_f08(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Bcast
    subroutine PMPI_Bcast_f08(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Bcast_c_f08(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Ibcast
    subroutine MPI_Ibcast_f08(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Ibcast_c_f08(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Ibcast
    subroutine PMPI_Ibcast_f08(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Ibcast_c_f08(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Bcast_init
    subroutine MPI_Bcast_init_f08(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine MPI_Bcast_init_c_f08(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface PMPI_Bcast_init
    subroutine PMPI_Bcast_init_f08(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
    subroutine PMPI_Bcast_init_c_f08(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*), asynchronous :: buffer
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buffer
    end subroutine
  end interface
  interface MPI_Gather
    subroutine MPI_Gather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Gather
    subroutine PMPI_Gather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Gather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Igather
    subroutine MPI_Igather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Igather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Igather
    subroutine PMPI_Igather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Igather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Gather_init
    subroutine MPI_Gather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Gather_init
    subroutine PMPI_Gather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Gather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Gatherv
    subroutine MPI_Gatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Gatherv
    subroutine PMPI_Gatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Gatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Igatherv
    subroutine MPI_Igatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Igatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Igatherv
    subroutine PMPI_Igatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Igatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Gatherv_init
    subroutine MPI_Gatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Gatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Gatherv_init
    subroutine PMPI_Gatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Gatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scatter
    subroutine MPI_Scatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatter_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scatter
    subroutine PMPI_Scatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scatter_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iscatter
    subroutine MPI_Iscatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscatter_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iscatter
    subroutine PMPI_Iscatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iscatter_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scatter_init
    subroutine MPI_Scatter_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatter_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scatter_init
    subroutine PMPI_Scatter_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scatter_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scatterv
    subroutine MPI_Scatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatterv_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scatterv
    subroutine PMPI_Scatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scatterv_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iscatterv
    subroutine MPI_Iscatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscatterv_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iscatterv
    subroutine PMPI_Iscatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iscatterv_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scatterv_init
    subroutine MPI_Scatterv_init_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scatterv_init_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scatterv_init
    subroutine PMPI_Scatterv_init_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scatterv_init_c_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcount
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allgather
    subroutine MPI_Allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allgather
    subroutine PMPI_Allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iallgather
    subroutine MPI_Iallgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iallgather
    subroutine PMPI_Iallgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iallgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allgather_init
    subroutine MPI_Allgather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allgather_init
    subroutine PMPI_Allgather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allgather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allgatherv
    subroutine MPI_Allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allgatherv
    subroutine PMPI_Allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iallgatherv
    subroutine MPI_Iallgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iallgatherv
    subroutine PMPI_Iallgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iallgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allgatherv_init
    subroutine MPI_Allgatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allgatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allgatherv_init
    subroutine PMPI_Allgatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allgatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoall
    subroutine MPI_Alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoall
    subroutine PMPI_Alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ialltoall
    subroutine MPI_Ialltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ialltoall
    subroutine PMPI_Ialltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ialltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoall_init
    subroutine MPI_Alltoall_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoall_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoall_init
    subroutine PMPI_Alltoall_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoall_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoallv
    subroutine MPI_Alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoallv
    subroutine PMPI_Alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ialltoallv
    subroutine MPI_Ialltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ialltoallv
    subroutine PMPI_Ialltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ialltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoallv_init
    subroutine MPI_Alltoallv_init_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallv_init_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoallv_init
    subroutine PMPI_Alltoallv_init_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoallv_init_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoallw
    subroutine MPI_Alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoallw
    subroutine PMPI_Alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ialltoallw
    subroutine MPI_Ialltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ialltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ialltoallw
    subroutine PMPI_Ialltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ialltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Alltoallw_init
    subroutine MPI_Alltoallw_init_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Alltoallw_init_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Alltoallw_init
    subroutine PMPI_Alltoallw_init_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Alltoallw_init_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce
    subroutine MPI_Reduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce
    subroutine PMPI_Reduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ireduce
    subroutine MPI_Ireduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ireduce
    subroutine PMPI_Ireduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ireduce_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce_init
    subroutine MPI_Reduce_init_f08(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_init_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce_init
    subroutine PMPI_Reduce_init_f08(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count, root
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_init_c_f08(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allreduce
    subroutine MPI_Allreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allreduce_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allreduce
    subroutine PMPI_Allreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allreduce_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iallreduce
    subroutine MPI_Iallreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iallreduce_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iallreduce
    subroutine PMPI_Iallreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iallreduce_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Allreduce_init
    subroutine MPI_Allreduce_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Allreduce_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Allreduce_init
    subroutine PMPI_Allreduce_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Allreduce_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce_scatter
    subroutine MPI_Reduce_scatter_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce_scatter
    subroutine PMPI_Reduce_scatter_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_scatter_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ireduce_scatter
    subroutine MPI_Ireduce_scatter_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce_scatter_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter
    subroutine PMPI_Ireduce_scatter_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ireduce_scatter_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce_scatter_init
    subroutine MPI_Reduce_scatter_init_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_init_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_init
    subroutine PMPI_Reduce_scatter_init_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_scatter_init_c_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcounts(*)
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block
    subroutine MPI_Reduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_block_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block
    subroutine PMPI_Reduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_scatter_block_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ireduce_scatter_block
    subroutine MPI_Ireduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ireduce_scatter_block_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter_block
    subroutine PMPI_Ireduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ireduce_scatter_block_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block_init
    subroutine MPI_Reduce_scatter_block_init_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Reduce_scatter_block_init_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block_init
    subroutine PMPI_Reduce_scatter_block_init_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Reduce_scatter_block_init_c_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scan
    subroutine MPI_Scan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scan
    subroutine PMPI_Scan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iscan
    subroutine MPI_Iscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iscan
    subroutine PMPI_Iscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Scan_init
    subroutine MPI_Scan_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Scan_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Scan_init
    subroutine PMPI_Scan_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Scan_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Exscan
    subroutine MPI_Exscan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Exscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Exscan
    subroutine PMPI_Exscan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Exscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Iexscan
    subroutine MPI_Iexscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Iexscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Iexscan
    subroutine PMPI_Iexscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Iexscan_c_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Exscan_init
    subroutine MPI_Exscan_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Exscan_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Exscan_init
    subroutine PMPI_Exscan_init_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Exscan_init_c_f08(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Op_create
    subroutine MPI_Op_create_f08(user_fn, commute, op, ierror)
      import
      procedure(MPI_User_function) :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_create
    subroutine PMPI_Op_create_f08(user_fn, commute, op, ierror)
      import
      procedure(MPI_User_function) :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_create_c
    subroutine MPI_Op_create_c_f08(user_fn, commute, op, ierror)
      import
      procedure(MPI_User_function_c) :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_create_c
    subroutine PMPI_Op_create_c_f08(user_fn, commute, op, ierror)
      import
      procedure(MPI_User_function_c) :: user_fn
      logical, intent(in) :: commute
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_free
    subroutine MPI_Op_free_f08(op, ierror)
      import
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_free
    subroutine PMPI_Op_free_f08(op, ierror)
      import
      type(MPI_Op), intent(inout) :: op
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Op_commutative
    subroutine MPI_Op_commutative_f08(op, commute, ierror)
      import
      type(MPI_Op), intent(in) :: op
      logical, intent(inout) :: commute
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Op_commutative
    subroutine PMPI_Op_commutative_f08(op, commute, ierror)
      import
      type(MPI_Op), intent(in) :: op
      logical, intent(inout) :: commute
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_local
    subroutine MPI_Reduce_local_f08(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
    end subroutine
    subroutine MPI_Reduce_local_c_f08(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
    end subroutine
  end interface
  interface PMPI_Reduce_local
    subroutine PMPI_Reduce_local_f08(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
    end subroutine
    subroutine PMPI_Reduce_local_c_f08(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, inoutbuf
    end subroutine
  end interface
  interface MPI_Type_contiguous
    subroutine MPI_Type_contiguous_f08(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_contiguous_c_f08(count, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_contiguous
    subroutine PMPI_Type_contiguous_f08(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_contiguous_c_f08(count, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_vector
    subroutine MPI_Type_vector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_vector_c_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_vector
    subroutine PMPI_Type_vector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_vector_c_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hvector
    subroutine MPI_Type_create_hvector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hvector_c_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hvector
    subroutine PMPI_Type_create_hvector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_hvector_c_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_indexed
    subroutine MPI_Type_indexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_indexed_c_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_indexed
    subroutine PMPI_Type_indexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_indexed_c_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed
    subroutine MPI_Type_create_hindexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_c_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed
    subroutine PMPI_Type_create_hindexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_hindexed_c_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_indexed_block
    subroutine MPI_Type_create_indexed_block_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_indexed_block_c_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_indexed_block
    subroutine PMPI_Type_create_indexed_block_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_indexed_block_c_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed_block
    subroutine MPI_Type_create_hindexed_block_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block_c_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed_block
    subroutine PMPI_Type_create_hindexed_block_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_hindexed_block_c_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, blocklength, array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_struct
    subroutine MPI_Type_create_struct_f08(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_struct_c_f08(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, &
        ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_struct
    subroutine PMPI_Type_create_struct_f08(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_struct_c_f08(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, &
        ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_subarray
    subroutine MPI_Type_create_subarray_f08(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, &
        ierror)
      import
      integer, intent(in) :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_subarray_c_f08(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, &
        ierror)
      import
      integer, intent(in) :: ndims, order
      integer(kind=MPI_COUNT_KIND), intent(in) :: array_of_sizes(*), array_of_subsizes(*), array_of_starts(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_subarray
    subroutine PMPI_Type_create_subarray_f08(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, &
        ierror)
      import
      integer, intent(in) :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_subarray_c_f08(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, &
        newtype, ierror)
      import
      integer, intent(in) :: ndims, order
      integer(kind=MPI_COUNT_KIND), intent(in) :: array_of_sizes(*), array_of_subsizes(*), array_of_starts(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_darray
    subroutine MPI_Type_create_darray_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, &
        order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size, rank, ndims, array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), &
        order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_darray_c_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, &
        array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size, rank, ndims, array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), order
      integer(kind=MPI_COUNT_KIND), intent(in) :: array_of_gsizes(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_darray
    subroutine PMPI_Type_create_darray_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, &
        array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size, rank, ndims, array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), &
        order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_create_darray_c_f08(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, &
        array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size, rank, ndims, array_of_distribs(*), array_of_dargs(*), array_of_psizes(*), order
      integer(kind=MPI_COUNT_KIND), intent(in) :: array_of_gsizes(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_resized
    subroutine MPI_Type_create_resized_f08(oldtype, lb, extent, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: lb, extent
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_resized
    subroutine PMPI_Type_create_resized_f08(oldtype, lb, extent, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: lb, extent
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_dup
    subroutine MPI_Type_dup_f08(oldtype, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_dup
    subroutine PMPI_Type_dup_f08(oldtype, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_commit
    subroutine MPI_Type_commit_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_commit
    subroutine PMPI_Type_commit_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_free
    subroutine MPI_Type_free_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free
    subroutine PMPI_Type_free_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_size
    subroutine MPI_Type_size_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_size_c_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size
    subroutine PMPI_Type_size_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_size_c_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_size_x
    subroutine MPI_Type_size_x_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size_x
    subroutine PMPI_Type_size_x_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent
    subroutine MPI_Type_get_extent_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: lb, extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent
    subroutine PMPI_Type_get_extent_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: lb, extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent_x
    subroutine MPI_Type_get_extent_x_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: lb, extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent_x
    subroutine PMPI_Type_get_extent_x_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: lb, extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent
    subroutine MPI_Type_get_true_extent_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: true_lb, true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent
    subroutine PMPI_Type_get_true_extent_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: true_lb, true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent_x
    subroutine MPI_Type_get_true_extent_x_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: true_lb, true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent_x
    subroutine PMPI_Type_get_true_extent_x_f08(datatype, true_lb, true_extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: true_lb, true_extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_match_size
    subroutine MPI_Type_match_size_f08(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass, size
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_match_size
    subroutine PMPI_Type_match_size_f08(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass, size
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_envelope
    subroutine MPI_Type_get_envelope_f08(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: num_integers, num_addresses, num_datatypes, combiner
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_get_envelope_c_f08(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner, &
        ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: num_integers, num_addresses, num_large_counts, num_datatypes
      integer, intent(inout) :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_envelope
    subroutine PMPI_Type_get_envelope_f08(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(inout) :: num_integers, num_addresses, num_datatypes, combiner
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_get_envelope_c_f08(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner, &
        ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: num_integers, num_addresses, num_large_counts, num_datatypes
      integer, intent(inout) :: combiner
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_contents
    subroutine MPI_Type_get_contents_f08(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, &
        array_of_addresses, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: max_integers, max_addresses, max_datatypes
      integer, intent(inout) :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: array_of_addresses(*)
      type(MPI_Datatype), intent(inout) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_get_contents_c_f08(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(in) :: max_integers, max_addresses, max_large_counts, max_datatypes
      integer, intent(inout) :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: array_of_addresses(*)
      integer(kind=MPI_COUNT_KIND), intent(inout) :: array_of_large_counts(*)
      type(MPI_Datatype), intent(inout) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_contents
    subroutine PMPI_Type_get_contents_f08(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, &
        array_of_addresses, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: max_integers, max_addresses, max_datatypes
      integer, intent(inout) :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: array_of_addresses(*)
      type(MPI_Datatype), intent(inout) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Type_get_contents_c_f08(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(in) :: max_integers, max_addresses, max_large_counts, max_datatypes
      integer, intent(inout) :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: array_of_addresses(*)
      integer(kind=MPI_COUNT_KIND), intent(inout) :: array_of_large_counts(*)
      type(MPI_Datatype), intent(inout) :: array_of_datatypes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_name
    subroutine MPI_Type_get_name_f08(datatype, type_name, resultlen, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: type_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_name
    subroutine PMPI_Type_get_name_f08(datatype, type_name, resultlen, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: type_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_name
    subroutine MPI_Type_set_name_f08(datatype, type_name, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(len=*), intent(in) :: type_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_name
    subroutine PMPI_Type_set_name_f08(datatype, type_name, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      character(len=*), intent(in) :: type_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack
    subroutine MPI_Pack_f08(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer, intent(inout) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Pack_c_f08(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface PMPI_Pack
    subroutine PMPI_Pack_f08(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer, intent(inout) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine PMPI_Pack_c_f08(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface MPI_Unpack
    subroutine MPI_Unpack_f08(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: insize, outcount
      integer, intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Unpack_c_f08(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: insize, outcount
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface PMPI_Unpack
    subroutine PMPI_Unpack_f08(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: insize, outcount
      integer, intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine PMPI_Unpack_c_f08(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: insize, outcount
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface MPI_Pack_size
    subroutine MPI_Pack_size_f08(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_size_c_f08(incount, datatype, comm, size, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_size
    subroutine PMPI_Pack_size_f08(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Pack_size_c_f08(incount, datatype, comm, size, ierror)
      import
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Comm), intent(in) :: comm
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Pack_external
    subroutine MPI_Pack_external_f08(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: position
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Pack_external_c_f08(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface PMPI_Pack_external
    subroutine PMPI_Pack_external_f08(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: position
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine PMPI_Pack_external_c_f08(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount, outsize
      type(MPI_Datatype), intent(in) :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface MPI_Pack_external_size
    subroutine MPI_Pack_external_size_f08(datarep, incount, datatype, size, ierror)
      import
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_external_size_c_f08(datarep, incount, datatype, size, ierror)
      import
      character(len=*), intent(in) :: datarep
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_external_size
    subroutine PMPI_Pack_external_size_f08(datarep, incount, datatype, size, ierror)
      import
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Pack_external_size_c_f08(datarep, incount, datatype, size, ierror)
      import
      character(len=*), intent(in) :: datarep
      integer(kind=MPI_COUNT_KIND), intent(in) :: incount
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Unpack_external
    subroutine MPI_Unpack_external_f08(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: insize
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine MPI_Unpack_external_c_f08(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: insize, outcount
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface PMPI_Unpack_external
    subroutine PMPI_Unpack_external_f08(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: insize
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      integer, intent(in) :: outcount
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
    subroutine PMPI_Unpack_external_c_f08(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(*), intent(in) :: inbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: insize, outcount
      integer(kind=MPI_COUNT_KIND), intent(inout) :: position
      type(*), dimension(*) :: outbuf
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: inbuf, outbuf
    end subroutine
  end interface
  interface MPI_Type_create_f90_complex
    subroutine MPI_Type_create_f90_complex_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_complex
    subroutine PMPI_Type_create_f90_complex_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_integer
    subroutine MPI_Type_create_f90_integer_f08(r, newtype, ierror)
      import
      integer, intent(in) :: r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_integer
    subroutine PMPI_Type_create_f90_integer_f08(r, newtype, ierror)
      import
      integer, intent(in) :: r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_real
    subroutine MPI_Type_create_f90_real_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_real
    subroutine PMPI_Type_create_f90_real_f08(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      type(MPI_Datatype), intent(inout) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_keyval
    subroutine MPI_Comm_create_keyval_f08(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      import
      procedure(MPI_Comm_copy_attr_function) :: comm_copy_attr_fn
      procedure(MPI_Comm_delete_attr_function) :: comm_delete_attr_fn
      integer, intent(inout) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_keyval
    subroutine PMPI_Comm_create_keyval_f08(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      import
      procedure(MPI_Comm_copy_attr_function) :: comm_copy_attr_fn
      procedure(MPI_Comm_delete_attr_function) :: comm_delete_attr_fn
      integer, intent(inout) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free_keyval
    subroutine MPI_Comm_free_keyval_f08(comm_keyval, ierror)
      import
      integer, intent(inout) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free_keyval
    subroutine PMPI_Comm_free_keyval_f08(comm_keyval, ierror)
      import
      integer, intent(inout) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_attr
    subroutine MPI_Comm_get_attr_f08(comm, comm_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_attr
    subroutine PMPI_Comm_get_attr_f08(comm, comm_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_attr
    subroutine MPI_Comm_set_attr_f08(comm, comm_keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_attr
    subroutine PMPI_Comm_set_attr_f08(comm, comm_keyval, attribute_val, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_delete_attr
    subroutine MPI_Comm_delete_attr_f08(comm, comm_keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_delete_attr
    subroutine PMPI_Comm_delete_attr_f08(comm, comm_keyval, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: comm_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_keyval
    subroutine MPI_Type_create_keyval_f08(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, ierror)
      import
      procedure(MPI_Type_copy_attr_function) :: type_copy_attr_fn
      procedure(MPI_Type_delete_attr_function) :: type_delete_attr_fn
      integer, intent(inout) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_keyval
    subroutine PMPI_Type_create_keyval_f08(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, ierror)
      import
      procedure(MPI_Type_copy_attr_function) :: type_copy_attr_fn
      procedure(MPI_Type_delete_attr_function) :: type_delete_attr_fn
      integer, intent(inout) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_free_keyval
    subroutine MPI_Type_free_keyval_f08(type_keyval, ierror)
      import
      integer, intent(inout) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free_keyval
    subroutine PMPI_Type_free_keyval_f08(type_keyval, ierror)
      import
      integer, intent(inout) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_attr
    subroutine MPI_Type_get_attr_f08(datatype, type_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_attr
    subroutine PMPI_Type_get_attr_f08(datatype, type_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_attr
    subroutine MPI_Type_set_attr_f08(datatype, type_keyval, attribute_val, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_attr
    subroutine PMPI_Type_set_attr_f08(datatype, type_keyval, attribute_val, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Type_delete_attr
    subroutine MPI_Type_delete_attr_f08(datatype, type_keyval, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Type_delete_attr
    subroutine PMPI_Type_delete_attr_f08(datatype, type_keyval, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: type_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_create
    subroutine MPI_Info_create_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create
    subroutine PMPI_Info_create_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_create_env
    subroutine MPI_Info_create_env_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create_env
    subroutine PMPI_Info_create_env_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_set
    subroutine MPI_Info_set_f08(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key, value
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_set
    subroutine PMPI_Info_set_f08(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key, value
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get
    subroutine MPI_Info_get_f08(info, key, valuelen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(len=*), intent(inout) :: value
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get
    subroutine PMPI_Info_get_f08(info, key, valuelen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(in) :: valuelen
      character(len=*), intent(inout) :: value
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_free
    subroutine MPI_Info_free_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_free
    subroutine PMPI_Info_free_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_dup
    subroutine MPI_Info_dup_f08(info, newinfo, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Info), intent(inout) :: newinfo
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_dup
    subroutine PMPI_Info_dup_f08(info, newinfo, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Info), intent(inout) :: newinfo
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nkeys
    subroutine MPI_Info_get_nkeys_f08(info, nkeys, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(inout) :: nkeys
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nkeys
    subroutine PMPI_Info_get_nkeys_f08(info, nkeys, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(inout) :: nkeys
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nthkey
    subroutine MPI_Info_get_nthkey_f08(info, n, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      character(len=*), intent(inout) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nthkey
    subroutine PMPI_Info_get_nthkey_f08(info, n, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: n
      character(len=*), intent(inout) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_delete
    subroutine MPI_Info_delete_f08(info, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_delete
    subroutine PMPI_Info_delete_f08(info, key, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_valuelen
    subroutine MPI_Info_get_valuelen_f08(info, key, valuelen, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(inout) :: valuelen
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_valuelen
    subroutine PMPI_Info_get_valuelen_f08(info, key, valuelen, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(inout) :: valuelen
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_string
    subroutine MPI_Info_get_string_f08(info, key, buflen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(inout) :: buflen
      character(len=*), intent(inout) :: value
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_string
    subroutine PMPI_Info_get_string_f08(info, key, buflen, value, flag, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(inout) :: buflen
      character(len=*), intent(inout) :: value
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_call_errhandler
    subroutine MPI_File_call_errhandler_f08(fh, errorcode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_call_errhandler
    subroutine PMPI_File_call_errhandler_f08(fh, errorcode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_close
    subroutine MPI_File_close_f08(fh, ierror)
      import
      type(MPI_File), intent(inout) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_close
    subroutine PMPI_File_close_f08(fh, ierror)
      import
      type(MPI_File), intent(inout) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_delete
    subroutine MPI_File_delete_f08(filename, info, ierror)
      import
      character(len=*), intent(in) :: filename
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_delete
    subroutine PMPI_File_delete_f08(filename, info, ierror)
      import
      character(len=*), intent(in) :: filename
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_amode
    subroutine MPI_File_get_amode_f08(fh, amode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(inout) :: amode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_amode
    subroutine PMPI_File_get_amode_f08(fh, amode, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, intent(inout) :: amode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_atomicity
    subroutine MPI_File_get_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_atomicity
    subroutine PMPI_File_get_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_byte_offset
    subroutine MPI_File_get_byte_offset_f08(fh, offset, disp, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: disp
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_byte_offset
    subroutine PMPI_File_get_byte_offset_f08(fh, offset, disp, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: disp
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_errhandler
    subroutine MPI_File_get_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_errhandler
    subroutine PMPI_File_get_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_group
    subroutine MPI_File_get_group_f08(fh, group, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_group
    subroutine PMPI_File_get_group_f08(fh, group, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_info
    subroutine MPI_File_get_info_f08(fh, info_used, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_info
    subroutine PMPI_File_get_info_f08(fh, info_used, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position
    subroutine MPI_File_get_position_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position
    subroutine PMPI_File_get_position_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position_shared
    subroutine MPI_File_get_position_shared_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position_shared
    subroutine PMPI_File_get_position_shared_f08(fh, offset, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: offset
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_size
    subroutine MPI_File_get_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_size
    subroutine PMPI_File_get_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_type_extent
    subroutine MPI_File_get_type_extent_f08(fh, datatype, extent, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_type_extent
    subroutine PMPI_File_get_type_extent_f08(fh, datatype, extent, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Datatype), intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_get_view
    subroutine MPI_File_get_view_f08(fh, disp, etype, filetype, datarep, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: disp
      type(MPI_Datatype), intent(inout) :: etype, filetype
      character(len=*), intent(inout) :: datarep
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_view
    subroutine PMPI_File_get_view_f08(fh, disp, etype, filetype, datarep, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(inout) :: disp
      type(MPI_Datatype), intent(inout) :: etype, filetype
      character(len=*), intent(inout) :: datarep
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_iread
    subroutine MPI_File_iread_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iread
    subroutine PMPI_File_iread_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iread_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iread_all
    subroutine MPI_File_iread_all_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_all_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iread_all
    subroutine PMPI_File_iread_all_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iread_all_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iread_at
    subroutine MPI_File_iread_at_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iread_at
    subroutine PMPI_File_iread_at_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iread_at_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iread_at_all
    subroutine MPI_File_iread_at_all_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_at_all_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iread_at_all
    subroutine PMPI_File_iread_at_all_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iread_at_all_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iread_shared
    subroutine MPI_File_iread_shared_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iread_shared_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iread_shared
    subroutine PMPI_File_iread_shared_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iread_shared_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iwrite
    subroutine MPI_File_iwrite_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iwrite
    subroutine PMPI_File_iwrite_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iwrite_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iwrite_all
    subroutine MPI_File_iwrite_all_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_all_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iwrite_all
    subroutine PMPI_File_iwrite_all_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iwrite_all_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iwrite_at
    subroutine MPI_File_iwrite_at_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iwrite_at
    subroutine PMPI_File_iwrite_at_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iwrite_at_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iwrite_at_all
    subroutine MPI_File_iwrite_at_all_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_at_all_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iwrite_at_all
    subroutine PMPI_File_iwrite_at_all_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iwrite_at_all_c_f08(fh, offset, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_iwrite_shared
    subroutine MPI_File_iwrite_shared_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_iwrite_shared_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_iwrite_shared
    subroutine PMPI_File_iwrite_shared_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_iwrite_shared_c_f08(fh, buf, count, datatype, request, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_open
    subroutine MPI_File_open_f08(comm, filename, amode, info, fh, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=*), intent(in) :: filename
      integer, intent(in) :: amode
      type(MPI_Info), intent(in) :: info
      type(MPI_File), intent(inout) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_open
    subroutine PMPI_File_open_f08(comm, filename, amode, info, fh, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      character(len=*), intent(in) :: filename
      integer, intent(in) :: amode
      type(MPI_Info), intent(in) :: info
      type(MPI_File), intent(inout) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_preallocate
    subroutine MPI_File_preallocate_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_preallocate
    subroutine PMPI_File_preallocate_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_read
    subroutine MPI_File_read_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read
    subroutine PMPI_File_read_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_all
    subroutine MPI_File_read_all_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_all
    subroutine PMPI_File_read_all_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_all_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_all_begin
    subroutine MPI_File_read_all_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_all_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_all_begin
    subroutine PMPI_File_read_all_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_all_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_all_end
    subroutine MPI_File_read_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_all_end
    subroutine PMPI_File_read_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_at
    subroutine MPI_File_read_at_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_at
    subroutine PMPI_File_read_at_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_at_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_at_all
    subroutine MPI_File_read_at_all_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_at_all
    subroutine PMPI_File_read_at_all_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_at_all_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_at_all_begin
    subroutine MPI_File_read_at_all_begin_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_at_all_begin_c_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_at_all_begin
    subroutine PMPI_File_read_at_all_begin_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_at_all_begin_c_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_at_all_end
    subroutine MPI_File_read_at_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_at_all_end
    subroutine PMPI_File_read_at_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_ordered
    subroutine MPI_File_read_ordered_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_ordered
    subroutine PMPI_File_read_ordered_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_ordered_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_ordered_begin
    subroutine MPI_File_read_ordered_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_ordered_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_ordered_begin
    subroutine PMPI_File_read_ordered_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_ordered_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_ordered_end
    subroutine MPI_File_read_ordered_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_ordered_end
    subroutine PMPI_File_read_ordered_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_read_shared
    subroutine MPI_File_read_shared_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_read_shared_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_read_shared
    subroutine PMPI_File_read_shared_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_read_shared_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_seek
    subroutine MPI_File_seek_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek
    subroutine PMPI_File_seek_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_seek_shared
    subroutine MPI_File_seek_shared_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek_shared
    subroutine PMPI_File_seek_shared_f08(fh, offset, whence, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(in) :: whence
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_atomicity
    subroutine MPI_File_set_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_atomicity
    subroutine PMPI_File_set_atomicity_f08(fh, flag, ierror)
      import
      type(MPI_File), intent(in) :: fh
      logical, intent(in) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_errhandler
    subroutine MPI_File_set_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_errhandler
    subroutine PMPI_File_set_errhandler_f08(file, errhandler, ierror)
      import
      type(MPI_File), intent(in) :: file
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_info
    subroutine MPI_File_set_info_f08(fh, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_info
    subroutine PMPI_File_set_info_f08(fh, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_size
    subroutine MPI_File_set_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_size
    subroutine PMPI_File_set_size_f08(fh, size, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_set_view
    subroutine MPI_File_set_view_f08(fh, disp, etype, filetype, datarep, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: disp
      type(MPI_Datatype), intent(in) :: etype, filetype
      character(len=*), intent(in) :: datarep
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_view
    subroutine PMPI_File_set_view_f08(fh, disp, etype, filetype, datarep, info, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: disp
      type(MPI_Datatype), intent(in) :: etype, filetype
      character(len=*), intent(in) :: datarep
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_sync
    subroutine MPI_File_sync_f08(fh, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_File_sync
    subroutine PMPI_File_sync_f08(fh, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_File_write
    subroutine MPI_File_write_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write
    subroutine PMPI_File_write_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_all
    subroutine MPI_File_write_all_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_all
    subroutine PMPI_File_write_all_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_all_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_all_begin
    subroutine MPI_File_write_all_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_all_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_all_begin
    subroutine PMPI_File_write_all_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_all_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_all_end
    subroutine MPI_File_write_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_all_end
    subroutine PMPI_File_write_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_at
    subroutine MPI_File_write_at_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_at
    subroutine PMPI_File_write_at_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_at_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_at_all
    subroutine MPI_File_write_at_all_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_at_all
    subroutine PMPI_File_write_at_all_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_at_all_c_f08(fh, offset, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_at_all_begin
    subroutine MPI_File_write_at_all_begin_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_at_all_begin_c_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_at_all_begin
    subroutine PMPI_File_write_at_all_begin_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_at_all_begin_c_f08(fh, offset, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_at_all_end
    subroutine MPI_File_write_at_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_at_all_end
    subroutine PMPI_File_write_at_all_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_ordered
    subroutine MPI_File_write_ordered_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_ordered
    subroutine PMPI_File_write_ordered_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_ordered_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_ordered_begin
    subroutine MPI_File_write_ordered_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_ordered_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_ordered_begin
    subroutine PMPI_File_write_ordered_begin_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_ordered_begin_c_f08(fh, buf, count, datatype, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_ordered_end
    subroutine MPI_File_write_ordered_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_ordered_end
    subroutine PMPI_File_write_ordered_end_f08(fh, buf, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in), asynchronous :: buf
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_File_write_shared
    subroutine MPI_File_write_shared_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine MPI_File_write_shared_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface PMPI_File_write_shared
    subroutine PMPI_File_write_shared_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
    subroutine PMPI_File_write_shared_c_f08(fh, buf, count, datatype, status, ierror)
      import
      type(MPI_File), intent(in) :: fh
      type(*), dimension(*), intent(in) :: buf
      integer(kind=MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Status) :: status
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
  interface MPI_Register_datarep
    subroutine MPI_Register_datarep_f08(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
        ierror)
      import
      character(len=*), intent(in) :: datarep
      procedure(MPI_Datarep_conversion_function) :: read_conversion_fn, write_conversion_fn
      procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Register_datarep
    subroutine PMPI_Register_datarep_f08(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
        ierror)
      import
      character(len=*), intent(in) :: datarep
      procedure(MPI_Datarep_conversion_function) :: read_conversion_fn, write_conversion_fn
      procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Register_datarep_c
    subroutine MPI_Register_datarep_c_f08(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
        ierror)
      import
      character(len=*), intent(in) :: datarep
      procedure(MPI_Datarep_conversion_function_c) :: read_conversion_fn, write_conversion_fn
      procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Register_datarep_c
    subroutine PMPI_Register_datarep_c_f08(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
        ierror)
      import
      character(len=*), intent(in) :: datarep
      procedure(MPI_Datarep_conversion_function_c) :: read_conversion_fn, write_conversion_fn
      procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_create
    subroutine MPI_Cart_create_f08(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims, dims(*)
      logical, intent(in) :: periods(*), reorder
      type(MPI_Comm), intent(inout) :: comm_cart
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_create
    subroutine PMPI_Cart_create_f08(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims, dims(*)
      logical, intent(in) :: periods(*), reorder
      type(MPI_Comm), intent(inout) :: comm_cart
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_get
    subroutine MPI_Cart_get_f08(comm, maxdims, dims, periods, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxdims
      integer, intent(inout) :: dims(*), coords(*)
      logical, intent(inout) :: periods(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_get
    subroutine PMPI_Cart_get_f08(comm, maxdims, dims, periods, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxdims
      integer, intent(inout) :: dims(*), coords(*)
      logical, intent(inout) :: periods(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_rank
    subroutine MPI_Cart_rank_f08(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: coords(*)
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_rank
    subroutine PMPI_Cart_rank_f08(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: coords(*)
      integer, intent(inout) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_coords
    subroutine MPI_Cart_coords_f08(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, maxdims
      integer, intent(inout) :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_coords
    subroutine PMPI_Cart_coords_f08(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, maxdims
      integer, intent(inout) :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_shift
    subroutine MPI_Cart_shift_f08(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction, disp
      integer, intent(inout) :: rank_source, rank_dest
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_shift
    subroutine PMPI_Cart_shift_f08(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction, disp
      integer, intent(inout) :: rank_source, rank_dest
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_sub
    subroutine MPI_Cart_sub_f08(comm, remain_dims, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(in) :: remain_dims(*)
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_sub
    subroutine PMPI_Cart_sub_f08(comm, remain_dims, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      logical, intent(in) :: remain_dims(*)
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cartdim_get
    subroutine MPI_Cartdim_get_f08(comm, ndims, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: ndims
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cartdim_get
    subroutine PMPI_Cartdim_get_f08(comm, ndims, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: ndims
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dims_create
    subroutine MPI_Dims_create_f08(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes, ndims
      integer, intent(inout) :: dims(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dims_create
    subroutine PMPI_Dims_create_f08(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes, ndims
      integer, intent(inout) :: dims(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Topo_test
    subroutine MPI_Topo_test_f08(comm, status, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Topo_test
    subroutine PMPI_Topo_test_f08(comm, status, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: status
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Cart_map
    subroutine MPI_Cart_map_f08(comm, ndims, dims, periods, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: ndims, dims(*)
      logical, intent(in) :: periods(*)
      integer, intent(inout) :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_map
    subroutine PMPI_Cart_map_f08(comm, ndims, dims, periods, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: ndims, dims(*)
      logical, intent(in) :: periods(*)
      integer, intent(inout) :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create
    subroutine MPI_Dist_graph_create_f08(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: n, sources(*), degrees(*), destinations(*), weights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create
    subroutine PMPI_Dist_graph_create_f08(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: n, sources(*), degrees(*), destinations(*), weights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create_adjacent
    subroutine MPI_Dist_graph_create_adjacent_f08(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
        destweights, info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: indegree, sources(*), sourceweights(*), outdegree, destinations(*), destweights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create_adjacent
    subroutine PMPI_Dist_graph_create_adjacent_f08(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
        destweights, info, reorder, comm_dist_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: indegree, sources(*), sourceweights(*), outdegree, destinations(*), destweights(*)
      type(MPI_Info), intent(in) :: info
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_dist_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors
    subroutine MPI_Dist_graph_neighbors_f08(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindegree, maxoutdegree
      integer, intent(inout) :: sources(*), sourceweights(*), destinations(*), destweights(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors
    subroutine PMPI_Dist_graph_neighbors_f08(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights, &
        ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindegree, maxoutdegree
      integer, intent(inout) :: sources(*), sourceweights(*), destinations(*), destweights(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors_count
    subroutine MPI_Dist_graph_neighbors_count_f08(comm, indegree, outdegree, weighted, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: indegree, outdegree
      logical, intent(inout) :: weighted
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors_count
    subroutine PMPI_Dist_graph_neighbors_count_f08(comm, indegree, outdegree, weighted, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: indegree, outdegree
      logical, intent(inout) :: weighted
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_create
    subroutine MPI_Graph_create_f08(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: nnodes, index(*), edges(*)
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_create
    subroutine PMPI_Graph_create_f08(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: nnodes, index(*), edges(*)
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(inout) :: comm_graph
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_get
    subroutine MPI_Graph_get_f08(comm, maxindex, maxedges, index, edges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindex, maxedges
      integer, intent(inout) :: index(*), edges(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_get
    subroutine PMPI_Graph_get_f08(comm, maxindex, maxedges, index, edges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: maxindex, maxedges
      integer, intent(inout) :: index(*), edges(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_map
    subroutine MPI_Graph_map_f08(comm, nnodes, index, edges, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: nnodes, index(*), edges(*)
      integer, intent(inout) :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_map
    subroutine PMPI_Graph_map_f08(comm, nnodes, index, edges, newrank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: nnodes, index(*), edges(*)
      integer, intent(inout) :: newrank
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors
    subroutine MPI_Graph_neighbors_f08(comm, rank, maxneighbors, neighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, maxneighbors
      integer, intent(inout) :: neighbors(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors
    subroutine PMPI_Graph_neighbors_f08(comm, rank, maxneighbors, neighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, maxneighbors
      integer, intent(inout) :: neighbors(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors_count
    subroutine MPI_Graph_neighbors_count_f08(comm, rank, nneighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(inout) :: nneighbors
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors_count
    subroutine PMPI_Graph_neighbors_count_f08(comm, rank, nneighbors, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(inout) :: nneighbors
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Graphdims_get
    subroutine MPI_Graphdims_get_f08(comm, nnodes, nedges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: nnodes, nedges
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Graphdims_get
    subroutine PMPI_Graphdims_get_f08(comm, nnodes, nedges, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(inout) :: nnodes, nedges
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgather
    subroutine MPI_Neighbor_allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather
    subroutine PMPI_Neighbor_allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ineighbor_allgather
    subroutine MPI_Ineighbor_allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgather
    subroutine PMPI_Ineighbor_allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ineighbor_allgather_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_allgather_init
    subroutine MPI_Neighbor_allgather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather_init
    subroutine PMPI_Neighbor_allgather_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_allgather_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv
    subroutine MPI_Neighbor_allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv
    subroutine PMPI_Neighbor_allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ineighbor_allgatherv
    subroutine MPI_Ineighbor_allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgatherv
    subroutine PMPI_Ineighbor_allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ineighbor_allgatherv_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv_init
    subroutine MPI_Neighbor_allgatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_allgatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv_init
    subroutine PMPI_Neighbor_allgatherv_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcounts(*), displs(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_allgatherv_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, &
        info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcounts(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: displs(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall
    subroutine MPI_Neighbor_alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall
    subroutine PMPI_Neighbor_alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoall
    subroutine MPI_Ineighbor_alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoall
    subroutine PMPI_Ineighbor_alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ineighbor_alltoall_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall_init
    subroutine MPI_Neighbor_alltoall_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoall_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall_init
    subroutine PMPI_Neighbor_alltoall_init_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoall_init_c_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, &
        ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcount, recvcount
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv
    subroutine MPI_Neighbor_alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv
    subroutine PMPI_Neighbor_alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallv
    subroutine MPI_Ineighbor_alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallv
    subroutine PMPI_Ineighbor_alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ineighbor_alltoallv_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv_init
    subroutine MPI_Neighbor_alltoallv_init_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallv_init_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv_init
    subroutine PMPI_Neighbor_alltoallv_init_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoallv_init_c_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype, recvtype
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw
    subroutine MPI_Neighbor_alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
        ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw
    subroutine PMPI_Neighbor_alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, ierror)
      import
      type(*), dimension(*), intent(in) :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*) :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallw
    subroutine MPI_Ineighbor_alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Ineighbor_alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallw
    subroutine PMPI_Ineighbor_alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Ineighbor_alltoallw_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw_init
    subroutine MPI_Neighbor_alltoallw_init_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine MPI_Neighbor_alltoallw_init_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
        recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw_init
    subroutine PMPI_Neighbor_alltoallw_init_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
        comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer, intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
    subroutine PMPI_Neighbor_alltoallw_init_c_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
        recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: sendbuf
      integer(kind=MPI_COUNT_KIND), intent(in) :: sendcounts(*), recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(MPI_Datatype), intent(in) :: sendtypes(*), recvtypes(*)
      type(*), dimension(*), asynchronous :: recvbuf
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: sendbuf, recvbuf
    end subroutine
  end interface
  interface MPI_Accumulate
    subroutine MPI_Accumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Accumulate_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Accumulate
    subroutine PMPI_Accumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Accumulate_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Compare_and_swap
    subroutine MPI_Compare_and_swap_f08(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr, compare_addr
      type(*), dimension(*), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, compare_addr, result_addr
    end subroutine
  end interface
  interface PMPI_Compare_and_swap
    subroutine PMPI_Compare_and_swap_f08(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr, compare_addr
      type(*), dimension(*), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, compare_addr, result_addr
    end subroutine
  end interface
  interface MPI_Fetch_and_op
    subroutine MPI_Fetch_and_op_f08(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      type(*), dimension(*), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface PMPI_Fetch_and_op
    subroutine PMPI_Fetch_and_op_f08(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      type(*), dimension(*), asynchronous :: result_addr
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface MPI_Get
    subroutine MPI_Get_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Get_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Get
    subroutine PMPI_Get_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Get_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Get_accumulate
    subroutine MPI_Get_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, result_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine MPI_Get_accumulate_c_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface PMPI_Get_accumulate
    subroutine PMPI_Get_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, result_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine PMPI_Get_accumulate_c_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface MPI_Put
    subroutine MPI_Put_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Put_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Put
    subroutine PMPI_Put_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Put_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Raccumulate
    subroutine MPI_Raccumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Raccumulate_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Raccumulate
    subroutine PMPI_Raccumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Raccumulate_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Rget
    subroutine MPI_Rget_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, request, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Rget_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, request, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Rget
    subroutine PMPI_Rget_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, request, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Rget_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, request, ierror)
      import
      type(*), dimension(*), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Rget_accumulate
    subroutine MPI_Rget_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, result_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine MPI_Rget_accumulate_c_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface PMPI_Rget_accumulate
    subroutine PMPI_Rget_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, result_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
    subroutine PMPI_Rget_accumulate_c_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, result_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, result_datatype, target_datatype
      type(*), dimension(*), asynchronous :: result_addr
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr, result_addr
    end subroutine
  end interface
  interface MPI_Rput
    subroutine MPI_Rput_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine MPI_Rput_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface PMPI_Rput
    subroutine PMPI_Rput_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, &
        win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer, intent(in) :: origin_count, target_rank, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
    subroutine PMPI_Rput_c_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
        target_datatype, win, request, ierror)
      import
      type(*), dimension(*), intent(in), asynchronous :: origin_addr
      integer(kind=MPI_COUNT_KIND), intent(in) :: origin_count, target_count
      type(MPI_Datatype), intent(in) :: origin_datatype, target_datatype
      integer, intent(in) :: target_rank
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: origin_addr
    end subroutine
  end interface
  interface MPI_Win_allocate
    subroutine MPI_Win_allocate_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_allocate_c_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate
    subroutine PMPI_Win_allocate_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Win_allocate_c_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_allocate_shared
    subroutine MPI_Win_allocate_shared_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_allocate_shared_c_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate_shared
    subroutine PMPI_Win_allocate_shared_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Win_allocate_shared_c_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_attach
    subroutine MPI_Win_attach_f08(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface PMPI_Win_attach
    subroutine PMPI_Win_attach_f08(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface MPI_Win_call_errhandler
    subroutine MPI_Win_call_errhandler_f08(win, errorcode, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_call_errhandler
    subroutine PMPI_Win_call_errhandler_f08(win, errorcode, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_complete
    subroutine MPI_Win_complete_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_complete
    subroutine PMPI_Win_complete_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create
    subroutine MPI_Win_create_f08(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine MPI_Win_create_c_f08(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface PMPI_Win_create
    subroutine PMPI_Win_create_f08(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
    subroutine PMPI_Win_create_c_f08(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*), asynchronous :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size, disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface MPI_Win_create_dynamic
    subroutine MPI_Win_create_dynamic_f08(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_dynamic
    subroutine PMPI_Win_create_dynamic_f08(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_keyval
    subroutine MPI_Win_create_keyval_f08(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, ierror)
      import
      procedure(MPI_Win_copy_attr_function) :: win_copy_attr_fn
      procedure(MPI_Win_delete_attr_function) :: win_delete_attr_fn
      integer, intent(inout) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_keyval
    subroutine PMPI_Win_create_keyval_f08(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, ierror)
      import
      procedure(MPI_Win_copy_attr_function) :: win_copy_attr_fn
      procedure(MPI_Win_delete_attr_function) :: win_delete_attr_fn
      integer, intent(inout) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_delete_attr
    subroutine MPI_Win_delete_attr_f08(win, win_keyval, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_delete_attr
    subroutine PMPI_Win_delete_attr_f08(win, win_keyval, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_detach
    subroutine MPI_Win_detach_f08(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(*), intent(in), asynchronous :: base
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface PMPI_Win_detach
    subroutine PMPI_Win_detach_f08(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(*), dimension(*), intent(in), asynchronous :: base
      integer, optional, intent(out) :: ierror
!GCC$ attributes no_arg_check :: base
    end subroutine
  end interface
  interface MPI_Win_fence
    subroutine MPI_Win_fence_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_fence
    subroutine PMPI_Win_fence_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush
    subroutine MPI_Win_flush_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush
    subroutine PMPI_Win_flush_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_all
    subroutine MPI_Win_flush_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_all
    subroutine PMPI_Win_flush_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local
    subroutine MPI_Win_flush_local_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local
    subroutine PMPI_Win_flush_local_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local_all
    subroutine MPI_Win_flush_local_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local_all
    subroutine PMPI_Win_flush_local_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_free
    subroutine MPI_Win_free_f08(win, ierror)
      import
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free
    subroutine PMPI_Win_free_f08(win, ierror)
      import
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_free_keyval
    subroutine MPI_Win_free_keyval_f08(win_keyval, ierror)
      import
      integer, intent(inout) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free_keyval
    subroutine PMPI_Win_free_keyval_f08(win_keyval, ierror)
      import
      integer, intent(inout) :: win_keyval
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_attr
    subroutine MPI_Win_get_attr_f08(win, win_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_attr
    subroutine PMPI_Win_get_attr_f08(win, win_keyval, attribute_val, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: attribute_val
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_errhandler
    subroutine MPI_Win_get_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_errhandler
    subroutine PMPI_Win_get_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(inout) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_group
    subroutine MPI_Win_get_group_f08(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_group
    subroutine PMPI_Win_get_group_f08(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_info
    subroutine MPI_Win_get_info_f08(win, info_used, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_info
    subroutine PMPI_Win_get_info_f08(win, info_used, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(inout) :: info_used
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_name
    subroutine MPI_Win_get_name_f08(win, win_name, resultlen, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: win_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_name
    subroutine PMPI_Win_get_name_f08(win, win_name, resultlen, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(len=MPI_MAX_OBJECT_NAME), intent(inout) :: win_name
      integer, intent(inout) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock
    subroutine MPI_Win_lock_f08(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type, rank, assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock
    subroutine PMPI_Win_lock_f08(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type, rank, assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock_all
    subroutine MPI_Win_lock_all_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock_all
    subroutine PMPI_Win_lock_all_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_post
    subroutine MPI_Win_post_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_post
    subroutine PMPI_Win_post_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_attr
    subroutine MPI_Win_set_attr_f08(win, win_keyval, attribute_val, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_attr
    subroutine PMPI_Win_set_attr_f08(win, win_keyval, attribute_val, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_errhandler
    subroutine MPI_Win_set_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_errhandler
    subroutine PMPI_Win_set_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_info
    subroutine MPI_Win_set_info_f08(win, info, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_info
    subroutine PMPI_Win_set_info_f08(win, info, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_name
    subroutine MPI_Win_set_name_f08(win, win_name, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(len=*), intent(in) :: win_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_name
    subroutine PMPI_Win_set_name_f08(win, win_name, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(len=*), intent(in) :: win_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_shared_query
    subroutine MPI_Win_shared_query_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size
      integer, intent(inout) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_shared_query_c_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size, disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_shared_query
    subroutine PMPI_Win_shared_query_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size
      integer, intent(inout) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Win_shared_query_c_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(kind=MPI_ADDRESS_KIND), intent(inout) :: size, disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_start
    subroutine MPI_Win_start_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_start
    subroutine PMPI_Win_start_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_sync
    subroutine MPI_Win_sync_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_sync
    subroutine PMPI_Win_sync_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_test
    subroutine MPI_Win_test_f08(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_test
    subroutine PMPI_Win_test_f08(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical, intent(inout) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock
    subroutine MPI_Win_unlock_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock
    subroutine PMPI_Win_unlock_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock_all
    subroutine MPI_Win_unlock_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock_all
    subroutine PMPI_Win_unlock_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Win_wait
    subroutine MPI_Win_wait_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Win_wait
    subroutine PMPI_Win_wait_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Close_port
    subroutine MPI_Close_port_f08(port_name, ierror)
      import
      character(len=*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Close_port
    subroutine PMPI_Close_port_f08(port_name, ierror)
      import
      character(len=*), intent(in) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_accept
    subroutine MPI_Comm_accept_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_accept
    subroutine PMPI_Comm_accept_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_connect
    subroutine MPI_Comm_connect_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_connect
    subroutine PMPI_Comm_connect_f08(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_join
    subroutine MPI_Comm_join_f08(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      type(MPI_Comm), intent(inout) :: intercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_join
    subroutine PMPI_Comm_join_f08(fd, intercomm, ierror)
      import
      integer, intent(in) :: fd
      type(MPI_Comm), intent(inout) :: intercomm
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn
    subroutine MPI_Comm_spawn_f08(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      character(len=*), intent(in) :: command, argv(*)
      integer, intent(in) :: maxprocs, root
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: intercomm
      integer, intent(inout) :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn
    subroutine PMPI_Comm_spawn_f08(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      character(len=*), intent(in) :: command, argv(*)
      integer, intent(in) :: maxprocs, root
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: intercomm
      integer, intent(inout) :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn_multiple
    subroutine MPI_Comm_spawn_multiple_f08(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, &
        intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count, array_of_maxprocs(*), root
      character(len=*), intent(in) :: array_of_commands(*), array_of_argv(count, *)
      type(MPI_Info), intent(in) :: array_of_info(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: intercomm
      integer, intent(inout) :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn_multiple
    subroutine PMPI_Comm_spawn_multiple_f08(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, &
        comm, intercomm, array_of_errcodes, ierror)
      import
      integer, intent(in) :: count, array_of_maxprocs(*), root
      character(len=*), intent(in) :: array_of_commands(*), array_of_argv(count, *)
      type(MPI_Info), intent(in) :: array_of_info(*)
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(inout) :: intercomm
      integer, intent(inout) :: array_of_errcodes(*)
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Lookup_name
    subroutine MPI_Lookup_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(len=MPI_MAX_PORT_NAME), intent(inout) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Lookup_name
    subroutine PMPI_Lookup_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name
      type(MPI_Info), intent(in) :: info
      character(len=MPI_MAX_PORT_NAME), intent(inout) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Open_port
    subroutine MPI_Open_port_f08(info, port_name, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=MPI_MAX_PORT_NAME), intent(inout) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Open_port
    subroutine PMPI_Open_port_f08(info, port_name, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=MPI_MAX_PORT_NAME), intent(inout) :: port_name
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Publish_name
    subroutine MPI_Publish_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Publish_name
    subroutine PMPI_Publish_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface MPI_Unpublish_name
    subroutine MPI_Unpublish_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
  interface PMPI_Unpublish_name
    subroutine PMPI_Unpublish_name_f08(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
