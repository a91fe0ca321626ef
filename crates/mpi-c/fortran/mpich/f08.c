/*
 * What only the module mpi_f08 has: comparisons of handles, addresses as type(c_ptr), and conversions of a status.
 */
#include "../support.h"

/* Its MPI_STATUS_IGNORE lies where that of mpif.h does. C's variables have the address. */
extern int *MPI_F08_STATUS_IGNORE;
extern int *MPI_F08_STATUSES_IGNORE;

__attribute__((constructor)) static void tell_c(void)
{
    MPI_F08_STATUS_IGNORE = F_STATUS_IGNORE;
    MPI_F08_STATUSES_IGNORE = F_STATUSES_IGNORE;
}

#define COMPARED(handle)                                               \
    int farreach_mpi_##handle##_eq_(const int *a, const int *b)        \
    {                                                                  \
        return *a == *b;                                               \
    }                                                                  \
    int farreach_mpi_##handle##_ne_(const int *a, const int *b)        \
    {                                                                  \
        return *a != *b;                                               \
    }

COMPARED(comm)
COMPARED(datatype)
COMPARED(errhandler)
COMPARED(file)
COMPARED(group)
COMPARED(info)
COMPARED(message)
COMPARED(op)
COMPARED(request)
COMPARED(session)
COMPARED(win)

/* A function by the names of mpi_f08 alone. */
#define F08(name) ALIAS(name##_f08_, p##name##_f08_)

int MPI_Buffer_detach(void *, int *);
void pmpi_buffer_detach_f08_(void **buffer, int *size, int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Buffer_detach(buffer, size);
}
F08(mpi_buffer_detach)

int MPI_Buffer_detach_c(void *, long *);
void pmpi_buffer_detach_c_f08_(void **buffer, long *size, int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Buffer_detach_c(buffer, size);
}
F08(mpi_buffer_detach_c)

#define DETACHES(of, name, number)                                                           \
    int name(int, void *, number *);                                                         \
    void p##of##_f08_(const int *object, void **buffer, number *size, int *ierr)             \
    {                                                                                        \
        OPTIONAL_IERROR                                                                      \
        *ierr = name(*object, buffer, size);                                                 \
    }                                                                                        \
    F08(of)

DETACHES(mpi_comm_detach_buffer, MPI_Comm_detach_buffer, int)
DETACHES(mpi_comm_detach_buffer_c, MPI_Comm_detach_buffer_c, long)
DETACHES(mpi_session_detach_buffer, MPI_Session_detach_buffer, int)
DETACHES(mpi_session_detach_buffer_c, MPI_Session_detach_buffer_c, long)

/* The function of special.c with an argument that may be absent. gfortran wants one interface for each name. */
struct described;
void farreach_mpi_sizeof(const struct described *, int *, int *);
void farreach_mpi_sizeof_f08(const struct described *x, int *size, int *ierr)
{
    OPTIONAL_IERROR
    farreach_mpi_sizeof(x, size, ierr);
}

/* Both kinds of a status have the same bytes. */
void pmpi_status_f2f08_(const int *from, int *to, int *ierr)
{
    OPTIONAL_IERROR
    memcpy(to, from, sizeof mpipriv1_.status_ignore);
    *ierr = 0;
}
WEAK(mpi_status_f2f08)

void pmpi_status_f082f_(const int *from, int *to, int *ierr)
{
    OPTIONAL_IERROR
    memcpy(to, from, sizeof mpipriv1_.status_ignore);
    *ierr = 0;
}
WEAK(mpi_status_f082f)

/* Not a conversion, by which programs say that they have none. */
void mpi_conversion_fn_null_c_(void)
{
}

int MPI_Register_datarep_c(const char *, void *, void *, void *, void *);
void pmpi_register_datarep_c_(const char *name, void *read, void *write, void *extent, void *extra, int *ierr,
                              size_t name_len)
{
    OPTIONAL_IERROR
    TAKE(name, TRAILING)
    *ierr = MPI_Register_datarep_c(name_text, read, write, extent, extra);
}
WEAK(mpi_register_datarep_c)
