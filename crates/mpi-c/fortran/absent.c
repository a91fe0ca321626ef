/*
 * Functions that are not there, and whose arguments nobody reads. mpi.h has other prototypes of them.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
 */
#include "support.h"

ABSENT(mpi_comm_spawn, (void *command, void *argv, void *maxprocs, void *info, void *root, void *comm, void *intercomm, void *array_of_errcodes, int *ierr), MPI_Comm_spawn)
ABSENT(mpi_comm_spawn_multiple, (void *count, void *array_of_commands, void *array_of_argv, void *array_of_maxprocs, void *array_of_info, void *root, void *comm, void *intercomm, void *array_of_errcodes, int *ierr), MPI_Comm_spawn_multiple)
