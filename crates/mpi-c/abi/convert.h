/*
 * Numbers of the standard's ABI and those of MPICH's. A handle that was made is the same number in both.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A function is known by two names. A profiler's may stand in front of the first one. */
#define WEAK(name) extern __typeof__(P##name) name __attribute__((weak, alias("P" #name)));

/* What no number of the standard becomes: a value that MPICH's ABI does not know. */
#define UNKNOWN (-4242)

/* Pairs of numbers: first the standard's. */
struct pair {
    int own, mpich;
};

static inline int find_in(const struct pair *pairs, int count, int own, int otherwise)
{
    for (int i = 0; i < count; i++)
        if (pairs[i].own == own)
            return pairs[i].mpich;
    return otherwise;
}

static inline int find_out(const struct pair *pairs, int count, int mpich)
{
    for (int i = 0; i < count; i++)
        if (pairs[i].mpich == mpich)
            return pairs[i].own;
    return mpich;
}

#define COUNT(pairs) ((int)(sizeof(pairs) / sizeof *(pairs)))

/* Numbers of which all are listed. */
#define LISTED(name, ...)                                                                    \
    static const struct pair name##_pairs[] = {__VA_ARGS__};                                 \
    static inline int name##_in(int own)                                                     \
    {                                                                                        \
        return find_in(name##_pairs, COUNT(name##_pairs), own, UNKNOWN);                     \
    }                                                                                        \
    static inline int name##_out(int mpich)                                                  \
    {                                                                                        \
        return find_out(name##_pairs, COUNT(name##_pairs), mpich);                           \
    }

/* Masks of bits. */
#define BITS(name, ...)                                                                      \
    static const struct pair name##_pairs[] = {__VA_ARGS__};                                 \
    static inline int name##_in(int own)                                                     \
    {                                                                                        \
        int mpich = 0;                                                                       \
        for (int i = 0; i < COUNT(name##_pairs); i++) {                                      \
            mpich |= own & name##_pairs[i].own ? name##_pairs[i].mpich : 0;                  \
            own &= ~name##_pairs[i].own;                                                     \
        }                                                                                    \
        return own ? mpich | 1 << 24 : mpich;                                                \
    }                                                                                        \
    static inline int name##_out(int mpich)                                                  \
    {                                                                                        \
        int own = 0;                                                                         \
        for (int i = 0; i < COUNT(name##_pairs); i++)                                        \
            own |= mpich & name##_pairs[i].mpich ? name##_pairs[i].own : 0;                  \
        return own;                                                                          \
    }

LISTED(level, {MPI_THREAD_SINGLE, 0}, {MPI_THREAD_FUNNELED, 1}, {MPI_THREAD_SERIALIZED, 2}, {MPI_THREAD_MULTIPLE, 3})
LISTED(comparison, {MPI_IDENT, 0}, {MPI_CONGRUENT, 1}, {MPI_SIMILAR, 2}, {MPI_UNEQUAL, 3})
LISTED(topology, {MPI_GRAPH, 1}, {MPI_CART, 2}, {MPI_DIST_GRAPH, 3}, {MPI_UNDEFINED, MPI_UNDEFINED})
LISTED(order, {MPI_ORDER_C, 56}, {MPI_ORDER_FORTRAN, 57})
LISTED(distribution, {MPI_DISTRIBUTE_BLOCK, 121}, {MPI_DISTRIBUTE_CYCLIC, 122}, {MPI_DISTRIBUTE_NONE, 123})
LISTED(class, {MPI_TYPECLASS_REAL, 1}, {MPI_TYPECLASS_INTEGER, 2}, {MPI_TYPECLASS_COMPLEX, 3})
LISTED(split, {MPI_COMM_TYPE_SHARED, 1}, {MPI_COMM_TYPE_HW_GUIDED, 2}, {MPI_COMM_TYPE_HW_UNGUIDED, 3},
       {MPI_COMM_TYPE_RESOURCE_GUIDED, 4}, {MPI_UNDEFINED, MPI_UNDEFINED})
LISTED(lock, {MPI_LOCK_EXCLUSIVE, 234}, {MPI_LOCK_SHARED, 235})
LISTED(whence, {MPI_SEEK_SET, 600}, {MPI_SEEK_CUR, 602}, {MPI_SEEK_END, 604})
LISTED(combiner, {MPI_COMBINER_NAMED, 1}, {MPI_COMBINER_DUP, 2}, {MPI_COMBINER_CONTIGUOUS, 3}, {MPI_COMBINER_VECTOR, 4},
       {MPI_COMBINER_HVECTOR, 6}, {MPI_COMBINER_INDEXED, 7}, {MPI_COMBINER_HINDEXED, 9}, {MPI_COMBINER_INDEXED_BLOCK, 10},
       {MPI_COMBINER_STRUCT, 12}, {MPI_COMBINER_SUBARRAY, 13}, {MPI_COMBINER_DARRAY, 14}, {MPI_COMBINER_F90_REAL, 15},
       {MPI_COMBINER_F90_COMPLEX, 16}, {MPI_COMBINER_F90_INTEGER, 17}, {MPI_COMBINER_RESIZED, 18},
       {MPI_COMBINER_HINDEXED_BLOCK, 19})
LISTED(verbosity, {MPI_T_VERBOSITY_USER_BASIC, 221}, {MPI_T_VERBOSITY_USER_DETAIL, 222}, {MPI_T_VERBOSITY_USER_ALL, 223},
       {MPI_T_VERBOSITY_TUNER_BASIC, 224}, {MPI_T_VERBOSITY_TUNER_DETAIL, 225}, {MPI_T_VERBOSITY_TUNER_ALL, 226},
       {MPI_T_VERBOSITY_MPIDEV_BASIC, 227}, {MPI_T_VERBOSITY_MPIDEV_DETAIL, 228}, {MPI_T_VERBOSITY_MPIDEV_ALL, 229})
LISTED(bind, {MPI_T_BIND_NO_OBJECT, 9700})
LISTED(scope, {MPI_T_SCOPE_CONSTANT, 60438}, {MPI_T_SCOPE_READONLY, 60439}, {MPI_T_SCOPE_LOCAL, 60440},
       {MPI_T_SCOPE_GROUP, 60441}, {MPI_T_SCOPE_GROUP_EQ, 60442}, {MPI_T_SCOPE_ALL, 60443}, {MPI_T_SCOPE_ALL_EQ, 60444})
LISTED(figure, {MPI_T_PVAR_CLASS_STATE, 240}, {MPI_T_PVAR_CLASS_LEVEL, 241}, {MPI_T_PVAR_CLASS_SIZE, 242},
       {MPI_T_PVAR_CLASS_PERCENTAGE, 243}, {MPI_T_PVAR_CLASS_HIGHWATERMARK, 244}, {MPI_T_PVAR_CLASS_LOWWATERMARK, 245},
       {MPI_T_PVAR_CLASS_COUNTER, 246}, {MPI_T_PVAR_CLASS_AGGREGATE, 247}, {MPI_T_PVAR_CLASS_TIMER, 248},
       {MPI_T_PVAR_CLASS_GENERIC, 249})
BITS(assert, {MPI_MODE_NOCHECK, 1024}, {MPI_MODE_NOSTORE, 2048}, {MPI_MODE_NOPUT, 4096}, {MPI_MODE_NOPRECEDE, 8192},
     {MPI_MODE_NOSUCCEED, 16384})
BITS(amode, {MPI_MODE_CREATE, 1}, {MPI_MODE_RDONLY, 2}, {MPI_MODE_WRONLY, 4}, {MPI_MODE_RDWR, 8},
     {MPI_MODE_DELETE_ON_CLOSE, 16}, {MPI_MODE_UNIQUE_OPEN, 32}, {MPI_MODE_EXCL, 64}, {MPI_MODE_APPEND, 128},
     {MPI_MODE_SEQUENTIAL, 256})

/* The argument of a distribution is a number, or this one. */
static inline int darg_in(int own)
{
    return own == MPI_DISTRIBUTE_DFLT_DARG ? -49767 : own;
}

static inline int darg_out(int mpich)
{
    return mpich == -49767 ? MPI_DISTRIBUTE_DFLT_DARG : mpich;
}

/* Ranks and tags. Negative ones have a meaning, and most programs pass others. */
static inline int rank_in(int own)
{
    if (own >= 0)
        return own;
    switch (own) {
    case MPI_ANY_SOURCE: return -2;
    case MPI_PROC_NULL: return -1;
    case MPI_ROOT: return -3;
    case MPI_UNDEFINED: return own;
    default: return UNKNOWN;
    }
}

static inline int rank_out(int mpich)
{
    if (mpich >= 0)
        return mpich;
    switch (mpich) {
    case -2: return MPI_ANY_SOURCE;
    case -1: return MPI_PROC_NULL;
    case -3: return MPI_ROOT;
    default: return mpich;
    }
}

static inline int tag_in(int own)
{
    return own >= 0 ? own : own == MPI_ANY_TAG ? -1 : UNKNOWN;
}

static inline int tag_out(int mpich)
{
    return mpich == -1 ? MPI_ANY_TAG : mpich;
}

/* Classes of errors. Codes above all classes are the same. */
extern const struct pair farreach_classes[];
extern const int farreach_classes_count;

/* The greatest number of a class in either ABI. Those of tools are above 1000 in the standard's. */
#define LAST_CLASS 79
#define LAST_OF_TOOLS 1018
#define LAST_CODE_MPICH 0x3fffffff

static inline int code_in(int own)
{
    if (own == MPI_ERR_LASTCODE)
        return LAST_CODE_MPICH;
    const int is_code = own > LAST_CLASS && !(own > 1000 && own <= LAST_OF_TOOLS);
    return own == 0 || is_code ? own : find_in(farreach_classes, farreach_classes_count, own, UNKNOWN);
}

static inline int code_out(int mpich)
{
    if (mpich == LAST_CODE_MPICH)
        return MPI_ERR_LASTCODE;
    return mpich == 0 ? 0 : find_out(farreach_classes, farreach_classes_count, mpich);
}

/* Keys of attributes. */
static const struct pair key_pairs[] = {
    {MPI_KEYVAL_INVALID, 0x24000000}, {MPI_TAG_UB, 0x64400001},       {MPI_HOST, 0x64400003},
    {MPI_IO, 0x64400005},             {MPI_WTIME_IS_GLOBAL, 0x64400007}, {MPI_UNIVERSE_SIZE, 0x64400009},
    {MPI_LASTUSEDCODE, 0x6440000b},   {MPI_APPNUM, 0x6440000d},       {MPI_WIN_BASE, 0x66000001},
    {MPI_WIN_SIZE, 0x66000003},       {MPI_WIN_DISP_UNIT, 0x66000005}, {MPI_WIN_CREATE_FLAVOR, 0x66000007},
    {MPI_WIN_MODEL, 0x66000009},
};

static inline int key_in(int own)
{
    return own < 0 ? own : find_in(key_pairs, COUNT(key_pairs), own, UNKNOWN);
}

static inline int key_out(int mpich)
{
    return find_out(key_pairs, COUNT(key_pairs), mpich);
}

/* Handles: those that the standard defines are below HANDLES. */
#define HANDLES 0x1000

#define HANDLE(name, Type, ...)                                                              \
    static const struct pair name##_pairs[] = {__VA_ARGS__};                                 \
    static inline int name##_in(Type own)                                                    \
    {                                                                                        \
        const uintptr_t number = (uintptr_t)own;                                             \
        if (number >= HANDLES)                                                               \
            return (int)number;                                                              \
        return find_in(name##_pairs, COUNT(name##_pairs), (int)number, 0);                   \
    }                                                                                        \
    static inline Type name##_out(int mpich)                                                 \
    {                                                                                        \
        return (Type)(uintptr_t)(unsigned)find_out(name##_pairs, COUNT(name##_pairs), mpich); \
    }

HANDLE(comm, MPI_Comm, {0x100, 0x04000000}, {0x101, 0x44000000}, {0x102, 0x44000001})
HANDLE(group, MPI_Group, {0x108, 0x08000000}, {0x109, 0x48000000})
HANDLE(win, MPI_Win, {0x110, 0x20000000})
HANDLE(session, MPI_Session, {0x120, 0x38000000})
HANDLE(message, MPI_Message, {0x128, 0x2c000000}, {0x129, 0x6c000000})
HANDLE(info, MPI_Info, {0x130, 0x1c000000}, {0x131, 0x5c000001})
HANDLE(errhandler, MPI_Errhandler, {0x140, 0x14000000}, {0x141, 0x54000000}, {0x142, 0x54000003}, {0x143, 0x54000001})
HANDLE(request, MPI_Request, {0x180, 0x2c000000})
HANDLE(op, MPI_Op, {0x20, 0x18000000}, {0x21, 0x58000003}, {0x22, 0x58000002}, {0x23, 0x58000001}, {0x24, 0x58000004},
       {0x28, 0x58000006}, {0x29, 0x58000008}, {0x2a, 0x5800000a}, {0x30, 0x58000005}, {0x31, 0x58000007},
       {0x32, 0x58000009}, {0x38, 0x5800000b}, {0x39, 0x5800000c}, {0x3c, 0x5800000d}, {0x3d, 0x5800000e})

/* Files have small numbers in MPICH's ABI, of the size of a pointer. */
#define FILES 0x10000

static inline long file_in(MPI_File own)
{
    const long number = (long)(intptr_t)own;
    if (own == MPI_FILE_NULL)
        return 0;
    return number > FILES ? number - FILES : 1;
}

static inline MPI_File file_out(long mpich)
{
    return mpich == 0 ? MPI_FILE_NULL : (MPI_File)(intptr_t)(mpich + FILES);
}

/* Datatypes are looked up by the low bytes of their handles. */
extern const int farreach_types[256];
extern unsigned short farreach_types_of_mpich[256];

static inline int type_in(MPI_Datatype own)
{
    const uintptr_t number = (uintptr_t)own;
    if (number >= HANDLES)
        return (int)number;
    return number >> 8 == 2 ? farreach_types[number & 0xff] : 0;
}

/* The low byte of MPICH's handle, or of a pair's. */
static inline int type_index(int mpich)
{
    return (unsigned)mpich >> 4 == 0x8c00000 ? 0xf0 | (mpich & 0xf) : mpich & 0xff;
}

static inline MPI_Datatype type_out(int mpich)
{
    const int found = farreach_types_of_mpich[type_index(mpich)];
    if (found != 0 && farreach_types[found & 0xff] == mpich)
        return (MPI_Datatype)(uintptr_t)found;
    return (MPI_Datatype)(uintptr_t)(unsigned)mpich;
}

/* Addresses with a meaning. */
static inline void *buffer_in(const void *own)
{
    if (own == MPI_BUFFER_AUTOMATIC)
        return (void *)-2;
    return own == MPI_IN_PLACE ? (void *)-1 : (void *)own;
}

/* The library knows these by their names. */
extern int MPIR_C_MPI_UNWEIGHTED[2], MPIR_C_MPI_WEIGHTS_EMPTY[2];

static inline int *weights_in(const int *own)
{
    if (own == MPI_UNWEIGHTED)
        return MPIR_C_MPI_UNWEIGHTED;
    return own == MPI_WEIGHTS_EMPTY ? MPIR_C_MPI_WEIGHTS_EMPTY : (int *)own;
}

static inline long displacement_in(MPI_Offset own)
{
    return own == MPI_DISPLACEMENT_CURRENT ? -54278278 : own;
}

/* A status of MPICH's ABI. */
struct status {
    int count_low, count_high, source, tag, error;
};

#define IGNORED ((struct status *)1)

static inline void status_in(struct status *mpich, const MPI_Status *own)
{
    *mpich = (struct status){own->MPI_internal[0], own->MPI_internal[1], rank_in(own->MPI_SOURCE),
                             tag_in(own->MPI_TAG), code_in(own->MPI_ERROR)};
}

static inline void status_out(MPI_Status *own, const struct status *mpich)
{
    own->MPI_SOURCE = rank_out(mpich->source);
    own->MPI_TAG = tag_out(mpich->tag);
    own->MPI_ERROR = code_out(mpich->error);
    own->MPI_internal[0] = mpich->count_low;
    own->MPI_internal[1] = mpich->count_high;
}

/* The array of MPICH's numbers beside one of the program: on the stack if it is short. */
#define SHORT 32
#define ARRAY(type, name, length)                                                            \
    const long name##_count = name ? (long)(length) : 0;                                     \
    type name##_short[SHORT];                                                                \
    type *name##_own = name##_count <= SHORT ? name##_short : malloc((size_t)name##_count * sizeof(type)); \
    if (name##_own == NULL)                                                                  \
        abort();
#define RELEASE(name)                                                                        \
    if (name##_own != name##_short)                                                          \
        free(name##_own);

/* The processes that a collective sends to, and the neighbours that one receives from or sends to. */
long farreach_members(MPI_Comm comm);
long farreach_neighbors(MPI_Comm comm, int are_targets);
#define members(comm) farreach_members(comm)
#define neighbors(comm, are_targets) farreach_neighbors(comm, are_targets)
