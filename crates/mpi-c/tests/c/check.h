/* What all test programs need. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                             \
    do {                                                                                             \
        if (!(condition)) {                                                                          \
            printf("%s, line %d: %s\n", __FILE__, __LINE__, #condition);                             \
            fflush(stdout);                                                                          \
            MPI_Abort(MPI_COMM_WORLD, 3);                                                            \
        }                                                                                            \
    } while (0)

static int rank, size;

static inline void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline int end(void)
{
    MPI_Finalize();
    puts("good");
    return 0;
}
