/* A program of MPI that does nothing. */
#include "measure.h"
#include <mpi.h>

int main(int count, char **arguments)
{
    begin(count, arguments);
    MPI_Init(&count, &arguments);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
