/*
 * The functions for Fortran that only Open MPI has.
 */
#include "support.h"

/* Memory, whose address goes to a variable of the type C_PTR. */
int MPI_Alloc_mem(long, int, void *);
FUNCTION(mpi_alloc_mem_cptr, (const long *size, const int *info, void *base, int *ierr),
         *ierr = MPI_Alloc_mem(*size, *info, base);)

ABSENT(mpi_win_allocate_cptr, (void *size, void *unit, void *info, void *comm, void *base, void *win, int *ierr),
       MPI_Win_allocate)
ABSENT(mpi_win_allocate_shared_cptr,
       (void *size, void *unit, void *info, void *comm, void *base, void *win, int *ierr),
       MPI_Win_allocate_shared)
ABSENT(mpi_win_shared_query_cptr, (void *win, void *rank, void *size, void *unit, void *base, int *ierr),
       MPI_Win_shared_query)

/* MPI_SIZEOF has a function for each type and each number of dimensions. */
#define SIZEOF_ONE(type, shape, bytes)                                  \
    void mpi_sizeof_##type##_##shape##_(void *x, int *size, int *ierr)  \
    {                                                                   \
        (void)x;                                                        \
        *size = bytes;                                                  \
        *ierr = 0;                                                      \
    }
#define SIZEOF(type, bytes)                                             \
    SIZEOF_ONE(type, scalar, bytes) SIZEOF_ONE(type, r1, bytes)         \
    SIZEOF_ONE(type, r2, bytes) SIZEOF_ONE(type, r3, bytes)             \
    SIZEOF_ONE(type, r4, bytes) SIZEOF_ONE(type, r5, bytes)             \
    SIZEOF_ONE(type, r6, bytes) SIZEOF_ONE(type, r7, bytes)             \
    SIZEOF_ONE(type, r8, bytes) SIZEOF_ONE(type, r9, bytes)             \
    SIZEOF_ONE(type, r10, bytes) SIZEOF_ONE(type, r11, bytes)           \
    SIZEOF_ONE(type, r12, bytes) SIZEOF_ONE(type, r13, bytes)           \
    SIZEOF_ONE(type, r14, bytes) SIZEOF_ONE(type, r15, bytes)

SIZEOF(character, 1)
SIZEOF(logical, 4)
SIZEOF(int8, 1)
SIZEOF(int16, 2)
SIZEOF(int32, 4)
SIZEOF(int64, 8)
SIZEOF(real32, 4)
SIZEOF(real64, 8)
SIZEOF(real128, 16)
SIZEOF(complex32, 8)
SIZEOF(complex64, 16)
SIZEOF(complex128, 32)
