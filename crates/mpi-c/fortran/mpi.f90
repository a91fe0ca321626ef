! The module by which programs in Fortran 90 use MPI.
module mpi
  implicit none
  public
  include 'mpif.h'
  include 'interfaces.f90'

  ! The functions of special.c whose arguments have one type each.
  interface
    subroutine MPI_Init(ierror)
      integer :: ierror
    end subroutine
    subroutine MPI_Init_thread(required, provided, ierror)
      integer :: required, provided, ierror
    end subroutine
    subroutine MPI_Waitany(count, array_of_requests, index, status, ierror)
      integer :: count, array_of_requests(*), index, status(5), ierror
    end subroutine
    subroutine MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      integer :: count, array_of_requests(*), index, status(5), ierror
      logical :: flag
    end subroutine
    subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      integer :: incount, array_of_requests(*), outcount, array_of_indices(*), array_of_statuses(5, *), ierror
    end subroutine
    subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      integer :: incount, array_of_requests(*), outcount, array_of_indices(*), array_of_statuses(5, *), ierror
    end subroutine
    subroutine MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      external :: comm_copy_attr_fn, comm_delete_attr_fn
      integer :: comm_keyval, ierror
      integer(kind=8) :: extra_state
    end subroutine
    subroutine MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      integer :: comm, comm_keyval, ierror
      integer(kind=8) :: attribute_val
      logical :: flag
    end subroutine
    subroutine MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      integer :: comm, comm_keyval, ierror
      integer(kind=8) :: attribute_val
    end subroutine
    subroutine MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, ierror)
      external :: type_copy_attr_fn, type_delete_attr_fn
      integer :: type_keyval, ierror
      integer(kind=8) :: extra_state
    end subroutine
    subroutine MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      integer :: datatype, type_keyval, ierror
      integer(kind=8) :: attribute_val
      logical :: flag
    end subroutine
    subroutine MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      integer :: datatype, type_keyval, ierror
      integer(kind=8) :: attribute_val
    end subroutine
    subroutine MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      external :: query_fn, free_fn, cancel_fn
      integer(kind=8) :: extra_state
      integer :: request, ierror
    end subroutine
    subroutine MPI_Info_create_env(info, ierror)
      integer :: info, ierror
    end subroutine
    subroutine MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      integer :: info, buflen, ierror
      character(len=*) :: key, value
      logical :: flag
    end subroutine
    ! The descriptor of an array of any type has the bytes of an element.
    subroutine MPI_Sizeof(x, size, ierror) bind(C, name='farreach_mpi_sizeof')
      type(*), dimension(..) :: x
      integer :: size, ierror
    end subroutine
  end interface
end module mpi
