/* What the standard's ABI calls otherwise. */
#include <mpi.h>

#define MPI_Win_c2f MPI_Win_toint
#define MPI_Win_f2c MPI_Win_fromint
typedef int MPI_Fint;
