/*
 * What Fortran programs for MPICH have.
 */

/* COMMON /MPIPRIV1/ MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE */
extern struct { int bottom, in_place, status_ignore[5]; } mpipriv1_;
/* COMMON /MPIPRIV2/ MPI_STATUSES_IGNORE, MPI_ERRCODES_IGNORE */
extern struct { int statuses_ignore[5], errcodes_ignore; } mpipriv2_;
/* COMMON /MPIPRIVC/ MPI_ARGVS_NULL, MPI_ARGV_NULL */
extern struct { char argvs_null, argv_null; } mpiprivc_;
/* COMMON /MPIFCMB5/ MPI_UNWEIGHTED */
extern int mpifcmb5_;
/* COMMON /MPIFCMB9/ MPI_WEIGHTS_EMPTY */
extern int mpifcmb9_;

#define COMMONS                          \
    __typeof__(mpipriv1_) mpipriv1_;     \
    __typeof__(mpipriv2_) mpipriv2_;     \
    __typeof__(mpiprivc_) mpiprivc_;     \
    int mpifcmb5_;                       \
    int mpifcmb9_;

#define F_BOTTOM (void *)&mpipriv1_.bottom
#define F_IN_PLACE (void *)&mpipriv1_.in_place
#define F_STATUS_IGNORE mpipriv1_.status_ignore
#define F_STATUSES_IGNORE mpipriv2_.statuses_ignore
#define F_UNWEIGHTED &mpifcmb5_
#define F_WEIGHTS_EMPTY &mpifcmb9_

extern int *const MPI_UNWEIGHTED;
extern int *const MPI_WEIGHTS_EMPTY;

/* The same in C. */
#define IN_PLACE ((void *)-1)
#define STATUS_IGNORE ((void *)1)
#define UNWEIGHTED MPI_UNWEIGHTED
#define WEIGHTS_EMPTY MPI_WEIGHTS_EMPTY

/* MPI_ERR_NO_MEM */
#define NO_MEMORY 34

/* The keys of predefined attributes, of which C gets the address of an int. C's are odd. */
#define PREDEFINED 0x64400000
#define OF_WINDOWS 0x66000000

static inline int is_predefined(int keyval)
{
    return ((keyval & ~0xf) == PREDEFINED || (keyval & ~0xf) == OF_WINDOWS) && (keyval & 1) == 0;
}

/* The value of a predefined attribute. Of windows, Fortran gets the base as a number, and the size is wider than an int. */
static inline long value_in_fortran(int keyval, void *found)
{
    if (keyval == OF_WINDOWS + 2)
        return (long)found;
    return keyval == OF_WINDOWS + 4 ? *(long *)found : *(int *)found;
}

static inline int key_in_c(int keyval)
{
    return is_predefined(keyval) ? keyval - 1 : keyval;
}

/* Names beside those with one underscore. */
#define OTHER_NAMES(name)

/* The names by which the module mpi_f08 calls. */
#define F08_NAMES(name)               \
    ALIAS(name##_f08_, p##name##_)    \
    ALIAS(p##name##_f08_, p##name##_)
