/*
 * What the functions for Fortran need beside those of libmpi.so.12.
 *
 * MPI_BOTTOM and the like are variables of COMMON blocks. A program's executable has these blocks,
 * and so has this library. The dynamic linker makes them one, so an address tells which constant an
 * argument is.
 */
#include <stddef.h>
#include <string.h>

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

extern int *const MPI_UNWEIGHTED;
extern int *const MPI_WEIGHTS_EMPTY;

/* MPI_IN_PLACE, MPI_STATUS_IGNORE and MPI_UNDEFINED in C. */
#define IN_PLACE ((void *)-1)
#define STATUS_IGNORE ((void *)1)
#define UNDEFINED (-32766)

/* The longest string of MPI, and its end: MPI_MAX_LIBRARY_VERSION_STRING. */
#define TEXT_MAX (8192 + 1)

/* A function is known by two names. A profiler's may stand in front of the first one. */
#define WEAK(name) extern __typeof__(p##name) name __attribute__((weak, alias("p" #name)));

/* A function of functions.c, with its statements. */
#define FUNCTION(name, parameters, ...) \
    void p##name parameters { __VA_ARGS__ } \
    WEAK(name)
/* The string of C that a string of Fortran becomes, the room for one that becomes a string of Fortran, and that. */
#define TAKE(text, trim) \
    char text##_text[text##_len + 1]; \
    take(text##_text, text, text##_len, trim);
#define ROOM(text) char text##_text[TEXT_MAX];
#define GIVE(text) give(text, text##_len, text##_text);

static inline void *data_of(void *data)
{
    if (data == &mpipriv1_.bottom)
        return NULL;
    return data == &mpipriv1_.in_place ? IN_PLACE : data;
}

static inline void *status_of(int *status)
{
    return status == mpipriv1_.status_ignore ? STATUS_IGNORE : status;
}

static inline void *statuses_of(int *statuses)
{
    return statuses == mpipriv2_.statuses_ignore ? STATUS_IGNORE : statuses;
}

static inline int *weights_of(int *weights)
{
    if (weights == &mpifcmb5_)
        return MPI_UNWEIGHTED;
    return weights == &mpifcmb9_ ? MPI_WEIGHTS_EMPTY : weights;
}

/* Which blanks are no part of a string. */
enum trim { TRAILING, BOTH };

/* Makes a string of C of one of Fortran, which is filled with blanks. */
static inline void take(char *into, const char *from, size_t length, enum trim trim)
{
    while (length > 0 && from[length - 1] == ' ')
        length--;
    while (trim == BOTH && length > 0 && *from == ' ') {
        from++;
        length--;
    }
    memcpy(into, from, length);
    into[length] = '\0';
}

/* Stores a string of C in one of Fortran, and fills that with blanks. */
static inline void give(char *into, size_t length, const char *from)
{
    const size_t given = strlen(from), kept = given < length ? given : length;
    memcpy(into, from, kept);
    memset(into + kept, ' ', length - kept);
}
