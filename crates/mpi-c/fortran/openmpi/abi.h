/*
 * What Fortran programs for Open MPI have. The COMMON blocks have the names of the constants.
 */
extern int mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_errcodes_ignore_;
extern int mpi_fortran_unweighted_, mpi_fortran_weights_empty_;
extern int mpi_fortran_status_ignore_[6], mpi_fortran_statuses_ignore_[6];
extern char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;

#define COMMONS                                                               \
    int mpi_fortran_bottom_, mpi_fortran_in_place_;                           \
    int mpi_fortran_errcodes_ignore_;                                         \
    int mpi_fortran_unweighted_, mpi_fortran_weights_empty_;                  \
    int mpi_fortran_status_ignore_[6], mpi_fortran_statuses_ignore_[6];       \
    char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;

#define F_BOTTOM (void *)&mpi_fortran_bottom_
#define F_IN_PLACE (void *)&mpi_fortran_in_place_
#define F_STATUS_IGNORE mpi_fortran_status_ignore_
#define F_STATUSES_IGNORE mpi_fortran_statuses_ignore_
#define F_UNWEIGHTED &mpi_fortran_unweighted_
#define F_WEIGHTS_EMPTY &mpi_fortran_weights_empty_

/* The same in C. */
#define IN_PLACE ((void *)1)
#define STATUS_IGNORE ((void *)0)
#define UNWEIGHTED ((int *)2)
#define WEIGHTS_EMPTY ((int *)3)

/* MPI_ERR_NO_MEM */
#define NO_MEMORY 39

/* The keys of predefined attributes, of which C gets the address of an int. Programs' keys are greater. */
static inline int is_predefined(int keyval)
{
    return keyval < 100;
}

/* The value of a predefined attribute. Of windows, Fortran gets the base as a number, and the size is wider than an int. */
static inline long value_in_fortran(int keyval, void *found)
{
    if (keyval == 7)
        return (long)found;
    return keyval == 8 ? *(long *)found : *(int *)found;
}

static inline int key_in_c(int keyval)
{
    return keyval;
}

/* Names beside those with one underscore: of compilers that add two or none, and those by which the module mpi_f08 of
 * Open MPI calls. */
#define OTHER_NAMES(name)          \
    ALIAS(name##__, p##name##_)    \
    ALIAS(name, p##name##_)        \
    ALIAS(p##name##__, p##name##_) \
    ALIAS(p##name, p##name##_)     \
    ALIAS(o##name##_f, p##name##_)

/* Open MPI has a library of its own for its module. */
#define F08_NAMES(name)
