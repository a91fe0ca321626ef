/* Rank 1 dies inside of a collective or of accesses, at a moment that nobody has chosen: dies WHAT [FILE]. */
#define _GNU_SOURCE
#include "check.h"

#include <signal.h>
#include <unistd.h>

enum { COUNT = 20000 };

/* Accesses under locks, which the dead process may hold. */
static void access_window(void)
{
    static double one[64];
    double *memory;
    MPI_Win win;
    MPI_Win_allocate(sizeof one, sizeof *one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0;; i++) {
        const int target = (rank + i) % size;
        MPI_Win_lock(i % 3 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Accumulate(one, 64, MPI_DOUBLE, target, 0, 64, MPI_DOUBLE, MPI_SUM, win);
        MPI_Accumulate(one, 64, MPI_LONG, target, 0, 64, MPI_LONG, MPI_BXOR, win);
        MPI_Win_unlock(target, win);
    }
}

/* Writes of all and of each, at the shared pointer too. */
static void write_file(const char *name, const double *from)
{
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_atomicity(file, 1);
    for (;;) {
        MPI_File_write_at_all(file, rank * 800, from, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
        MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
        MPI_File_write_shared(file, from, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
    }
}

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
    if (strcmp(what, "window") == 0)
        access_window();
    if (strcmp(what, "file") == 0)
        write_file(argv[2], in);
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
