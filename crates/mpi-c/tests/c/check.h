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

/* Whether MPICH's library runs the program, which differs from the standard in few places. */
static inline int is_mpich(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int len;
    MPI_Get_library_version(text, &len);
    return strncmp(text, "MPICH Version", 13) == 0;
}

/* The error class of a code. */
static inline int class_of(int code)
{
    int class;
    CHECK(MPI_Error_class(code, &class) == MPI_SUCCESS);
    return class;
}

static inline int end(void)
{
    MPI_Finalize();
    puts("good");
    return 0;
}
