/* Rank 1 dies inside of a collective, at a moment that nobody has chosen: dies COLLECTIVE. */
#define _GNU_SOURCE
#include "check.h"

#include <signal.h>
#include <unistd.h>

enum { COUNT = 20000 };

int main(int argc, char **argv)
{
    static double in[COUNT], out[COUNT];
    const char *what = argc > 1 ? argv[1] : "";
    begin(&argc, &argv);
    CHECK(COUNT % size == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    signal(SIGALRM, SIG_DFL);
    if (rank == 1)
        ualarm(100000, 0);
    for (;;) {
        if (strcmp(what, "barrier") == 0)
            MPI_Barrier(MPI_COMM_WORLD);
        else if (strcmp(what, "reduction") == 0)
            MPI_Allreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else if (strcmp(what, "word") == 0)
            MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else if (strcmp(what, "all to all") == 0)
            MPI_Alltoall(in, COUNT / size, MPI_DOUBLE, out, COUNT / size, MPI_DOUBLE, MPI_COMM_WORLD);
        else
            MPI_Bcast(in, COUNT, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
}
