/*
 * What the functions for Fortran need beside those of C.
 *
 * MPI_BOTTOM and the like are variables of COMMON blocks. A program's executable has these blocks,
 * and so has this library. The dynamic linker makes them one, so an address tells which constant an
 * argument is. Each ABI has other blocks: see abi.h.
 */
#include <stddef.h>
#include <string.h>

#include "abi.h"

#define UNDEFINED (-32766)

/* The longest string of MPI, and its end: MPI_MAX_LIBRARY_VERSION_STRING. */
#define TEXT_MAX (8192 + 1)

/* Another name of a function. */
#define ALIAS(name, function) extern __typeof__(function) name __attribute__((weak, alias(#function)));

/* A function is known by several names. A profiler's may stand in front of the first one. */
#define WEAK(name)    \
    WEAK_OLD(name)    \
    F08_NAMES(name)
/* The same for a function that the module mpi_f08 does not have. */
#define WEAK_OLD(name)          \
    ALIAS(name##_, p##name##_)  \
    OTHER_NAMES(name)

/* Programs that use mpi_f08 may leave the last argument away. */
#define OPTIONAL_IERROR    \
    int unwanted;          \
    if (ierr == NULL)      \
        ierr = &unwanted;

/* A function of functions.c, with its statements. */
#define FUNCTION(name, parameters, ...) \
    void p##name##_ parameters { OPTIONAL_IERROR __VA_ARGS__ } \
    WEAK(name)
/* A function of absent.c. */
#define ABSENT(name, parameters, function) \
    int function(void);                    \
    FUNCTION(name, parameters, *ierr = function();)
/* The string of C that a string of Fortran becomes, the room for one that becomes a string of Fortran, and that. */
#define TAKE(text, trim) \
    char text##_text[text##_len + 1]; \
    take(text##_text, text, text##_len, trim);
#define ROOM(text) char text##_text[TEXT_MAX];
#define GIVE(text) give(text, text##_len, text##_text);

static inline void *data_of(void *data)
{
    if (data == F_BOTTOM)
        return NULL;
    return data == F_IN_PLACE ? IN_PLACE : data;
}

/* The handle of a file in C has the size of a pointer, and the value of Fortran's. */
#define file_of(number) ((MPI_File)(long)(number))
#define number_of(file) ((int)(long)(file))

static inline void *status_of(int *status)
{
    return status == F_STATUS_IGNORE ? STATUS_IGNORE : status;
}

static inline void *statuses_of(int *statuses)
{
    return statuses == F_STATUSES_IGNORE ? STATUS_IGNORE : statuses;
}

static inline int *weights_of(int *weights)
{
    if (weights == F_UNWEIGHTED)
        return UNWEIGHTED;
    return weights == F_WEIGHTS_EMPTY ? WEIGHTS_EMPTY : weights;
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
