/* Kernels of the NAS Parallel Benchmarks by messages of MPI: CG, FT and IS, as `farreach run nas --model mpi` computes them.
 * The number behind the colon is the size of the problem: rows of CG's matrix, points of FT, keys of IS. A kernel whose result
 * is not the known one is reported as wrong. */
#include "nas_cg.h"
#include "nas_ft.h"
#include "nas_is.h"

int main(int count, char **arguments)
{
    begin(count, arguments);
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pin(rank, size);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        int known = is(&request, "cg") ? run_cg(&request)
            : is(&request, "ft")       ? run_ft(&request)
            : is(&request, "is")       ? run_is(&request)
                                       : 0;
        if (!known) {
            if (rank == 0)
                fprintf(stderr, "%s is no kernel of a known size for %d processes\n", arguments[index], size);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
