/* What a program has printed when its job ends by the mistake that the argument names. */
#include "check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    printf("unflushed of %d", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && strcmp(argv[1], "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank == 0 && strcmp(argv[1], "rank") == 0)
        MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    if (rank == 0 && strcmp(argv[1], "exit") == 0)
        exit(5);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
