# The system's compiler with what programs that use MPI need. MPICH_CC or OMPI_CC, for C++ MPICH_CXX or OMPI_CXX, for Fortran
# MPICH_FC or OMPI_FC, in the environment names another one; CC does not, since builds set it to this very program.
include=$prefix/include also= options= libraries=-lmpi names=mpi
refused="-static -static-pie" why="programs for MPI are linked with libmpi.so.12: leave this option away"
case $name in
*c++ | *cxx | *CXX) compiler=${MPICH_CXX:-${OMPI_CXX:-@COMPILER@}} ;;
*fort | *f77 | *f90)
    compiler=${MPICH_FC:-${OMPI_FC:-@COMPILER@}}
    # Calls of one function have buffers of different types.
    options=-fallow-argument-mismatch libraries="-lmpifort -lmpi" names="mpifort mpi"
    ;;
*) compiler=${MPICH_CC:-${OMPI_CC:-@COMPILER@}} ;;
esac
