! The types of handles and of a status, for the modules mpi and mpi_f08.
! Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
module mpi_f08_types
  implicit none
  public

  type, bind(C) :: MPI_Status
    integer, private :: count_low, count_high
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
  end type

  type, bind(C) :: MPI_Comm
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Datatype
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Errhandler
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_File
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Group
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Info
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Message
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Op
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Request
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Session
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Win
    integer :: MPI_VAL
  end type

  interface operator(==)
    elemental function farreach_mpi_comm_eq(a, b)
      import
      type(MPI_Comm), intent(in) :: a, b
      logical :: farreach_mpi_comm_eq
    end function
    elemental function farreach_mpi_datatype_eq(a, b)
      import
      type(MPI_Datatype), intent(in) :: a, b
      logical :: farreach_mpi_datatype_eq
    end function
    elemental function farreach_mpi_errhandler_eq(a, b)
      import
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: farreach_mpi_errhandler_eq
    end function
    elemental function farreach_mpi_file_eq(a, b)
      import
      type(MPI_File), intent(in) :: a, b
      logical :: farreach_mpi_file_eq
    end function
    elemental function farreach_mpi_group_eq(a, b)
      import
      type(MPI_Group), intent(in) :: a, b
      logical :: farreach_mpi_group_eq
    end function
    elemental function farreach_mpi_info_eq(a, b)
      import
      type(MPI_Info), intent(in) :: a, b
      logical :: farreach_mpi_info_eq
    end function
    elemental function farreach_mpi_message_eq(a, b)
      import
      type(MPI_Message), intent(in) :: a, b
      logical :: farreach_mpi_message_eq
    end function
    elemental function farreach_mpi_op_eq(a, b)
      import
      type(MPI_Op), intent(in) :: a, b
      logical :: farreach_mpi_op_eq
    end function
    elemental function farreach_mpi_request_eq(a, b)
      import
      type(MPI_Request), intent(in) :: a, b
      logical :: farreach_mpi_request_eq
    end function
    elemental function farreach_mpi_session_eq(a, b)
      import
      type(MPI_Session), intent(in) :: a, b
      logical :: farreach_mpi_session_eq
    end function
    elemental function farreach_mpi_win_eq(a, b)
      import
      type(MPI_Win), intent(in) :: a, b
      logical :: farreach_mpi_win_eq
    end function
  end interface

  interface operator(/=)
    elemental function farreach_mpi_comm_ne(a, b)
      import
      type(MPI_Comm), intent(in) :: a, b
      logical :: farreach_mpi_comm_ne
    end function
    elemental function farreach_mpi_datatype_ne(a, b)
      import
      type(MPI_Datatype), intent(in) :: a, b
      logical :: farreach_mpi_datatype_ne
    end function
    elemental function farreach_mpi_errhandler_ne(a, b)
      import
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: farreach_mpi_errhandler_ne
    end function
    elemental function farreach_mpi_file_ne(a, b)
      import
      type(MPI_File), intent(in) :: a, b
      logical :: farreach_mpi_file_ne
    end function
    elemental function farreach_mpi_group_ne(a, b)
      import
      type(MPI_Group), intent(in) :: a, b
      logical :: farreach_mpi_group_ne
    end function
    elemental function farreach_mpi_info_ne(a, b)
      import
      type(MPI_Info), intent(in) :: a, b
      logical :: farreach_mpi_info_ne
    end function
    elemental function farreach_mpi_message_ne(a, b)
      import
      type(MPI_Message), intent(in) :: a, b
      logical :: farreach_mpi_message_ne
    end function
    elemental function farreach_mpi_op_ne(a, b)
      import
      type(MPI_Op), intent(in) :: a, b
      logical :: farreach_mpi_op_ne
    end function
    elemental function farreach_mpi_request_ne(a, b)
      import
      type(MPI_Request), intent(in) :: a, b
      logical :: farreach_mpi_request_ne
    end function
    elemental function farreach_mpi_session_ne(a, b)
      import
      type(MPI_Session), intent(in) :: a, b
      logical :: farreach_mpi_session_ne
    end function
    elemental function farreach_mpi_win_ne(a, b)
      import
      type(MPI_Win), intent(in) :: a, b
      logical :: farreach_mpi_win_ne
    end function
  end interface
end module mpi_f08_types
