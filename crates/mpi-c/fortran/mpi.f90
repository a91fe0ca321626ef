! The module by which programs in Fortran 90 use MPI.
module mpi
  implicit none
  public
  include 'mpif.h'
end module mpi
