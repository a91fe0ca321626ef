! The module by which programs in Fortran 90 use MPI.
module mpi
  use mpi_f08_types
  implicit none
  public
  include 'mpif.h'
  include 'interfaces.f90'

  interface
    ! The descriptor of an array of any type has the bytes of an element.
    subroutine MPI_Sizeof(x, size, ierror) bind(C, name='farreach_mpi_sizeof')
      type(*), dimension(..) :: x
      integer :: size, ierror
    end subroutine
    subroutine MPI_F_sync_reg(buf)
      type(*), dimension(*) :: buf
!GCC$ attributes no_arg_check :: buf
    end subroutine
  end interface
end module mpi
