/* MPI and OpenSHMEM in one program: OpenSHMEM puts the borders of a rod to the neighbours, MPI sums and collects.
 *
 *   mpicc hybrid.c -lshmem -o hybrid && mpiexec -n 4 --nodes 2 ./hybrid
 */
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

enum { CELLS = 64, STEPS = 200 };

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    shmem_init();
    int me = shmem_my_pe(), all = shmem_n_pes(); /* as MPI_Comm_rank and MPI_Comm_size */

    /* Each process has a part of the rod, and a cell of each neighbour beside it. */
    double *rod = shmem_calloc(CELLS + 2, sizeof(double)), next[CELLS + 2];
    if (me == 0)
        rod[1] = 1000;
    for (int step = 0; step < STEPS; step++) {
        if (me > 0)
            shmem_double_p(&rod[CELLS + 1], rod[1], me - 1);
        if (me + 1 < all)
            shmem_double_p(&rod[0], rod[CELLS], me + 1);
        shmem_barrier_all();
        double left = me > 0 ? rod[0] : rod[1], right = me + 1 < all ? rod[CELLS + 1] : rod[CELLS];
        rod[0] = left;
        rod[CELLS + 1] = right;
        for (int i = 1; i <= CELLS; i++)
            next[i] = rod[i] + (rod[i - 1] - 2 * rod[i] + rod[i + 1]) / 4;
        shmem_barrier_all();
        for (int i = 1; i <= CELLS; i++)
            rod[i] = next[i];
    }

    /* Memory of the symmetric heap is a buffer of MPI as it lies. */
    double heat = 0, sum = 0;
    for (int i = 1; i <= CELLS; i++)
        heat += rod[i];
    MPI_Reduce(&heat, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (me == 0)
        printf("after %d steps: heat %.3f on %d processes\n", STEPS, sum, all);
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
