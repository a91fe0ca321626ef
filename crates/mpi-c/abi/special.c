/*
 * The standard's ABI: tables, and functions whose arguments are functions of the program or whose results have numbers inside.
 */
#include "convert.h"

#include <pthread.h>
#include <stdio.h>

int MPIR_C_MPI_UNWEIGHTED[2], MPIR_C_MPI_WEIGHTS_EMPTY[2];

/* Classes of errors. */

const struct pair farreach_classes[] = {
    {MPI_ERR_BUFFER, 1},         {MPI_ERR_COUNT, 2},         {MPI_ERR_TYPE, 3},          {MPI_ERR_TAG, 4},
    {MPI_ERR_COMM, 5},           {MPI_ERR_RANK, 6},          {MPI_ERR_ROOT, 7},          {MPI_ERR_GROUP, 8},
    {MPI_ERR_OP, 9},             {MPI_ERR_TOPOLOGY, 10},     {MPI_ERR_DIMS, 11},         {MPI_ERR_ARG, 12},
    {MPI_ERR_UNKNOWN, 13},       {MPI_ERR_TRUNCATE, 14},     {MPI_ERR_OTHER, 15},        {MPI_ERR_INTERN, 16},
    {MPI_ERR_IN_STATUS, 17},     {MPI_ERR_PENDING, 18},      {MPI_ERR_REQUEST, 19},      {MPI_ERR_ACCESS, 20},
    {MPI_ERR_AMODE, 21},         {MPI_ERR_BAD_FILE, 22},     {MPI_ERR_CONVERSION, 23},   {MPI_ERR_DUP_DATAREP, 24},
    {MPI_ERR_FILE_EXISTS, 25},   {MPI_ERR_FILE_IN_USE, 26},  {MPI_ERR_FILE, 27},         {MPI_ERR_INFO, 28},
    {MPI_ERR_INFO_KEY, 29},      {MPI_ERR_INFO_VALUE, 30},   {MPI_ERR_INFO_NOKEY, 31},   {MPI_ERR_IO, 32},
    {MPI_ERR_NAME, 33},          {MPI_ERR_NO_MEM, 34},       {MPI_ERR_NOT_SAME, 35},     {MPI_ERR_NO_SPACE, 36},
    {MPI_ERR_NO_SUCH_FILE, 37},  {MPI_ERR_PORT, 38},         {MPI_ERR_QUOTA, 39},        {MPI_ERR_READ_ONLY, 40},
    {MPI_ERR_SERVICE, 41},       {MPI_ERR_SPAWN, 42},        {MPI_ERR_UNSUPPORTED_DATAREP, 43},
    {MPI_ERR_UNSUPPORTED_OPERATION, 44},                     {MPI_ERR_WIN, 45},          {MPI_ERR_BASE, 46},
    {MPI_ERR_LOCKTYPE, 47},      {MPI_ERR_KEYVAL, 48},       {MPI_ERR_RMA_CONFLICT, 49}, {MPI_ERR_RMA_SYNC, 50},
    {MPI_ERR_SIZE, 51},          {MPI_ERR_DISP, 52},         {MPI_ERR_ASSERT, 53},       {MPI_ERR_RMA_RANGE, 55},
    {MPI_ERR_RMA_ATTACH, 56},    {MPI_ERR_RMA_SHARED, 57},   {MPI_ERR_RMA_FLAVOR, 58},   {MPI_ERR_SESSION, 75},
    {MPI_ERR_PROC_ABORTED, 76},  {MPI_ERR_VALUE_TOO_LARGE, 77}, {MPI_ERR_ERRHANDLER, 78},
    {MPI_ERR_ABI, 79},
    {MPI_T_ERR_MEMORY, 59},      {MPI_T_ERR_NOT_INITIALIZED, 60}, {MPI_T_ERR_CANNOT_INIT, 61},
    {MPI_T_ERR_INVALID_INDEX, 62}, {MPI_T_ERR_INVALID_ITEM, 63}, {MPI_T_ERR_INVALID_HANDLE, 64},
    {MPI_T_ERR_OUT_OF_HANDLES, 65}, {MPI_T_ERR_OUT_OF_SESSIONS, 66}, {MPI_T_ERR_INVALID_SESSION, 67},
    {MPI_T_ERR_CVAR_SET_NOT_NOW, 68}, {MPI_T_ERR_CVAR_SET_NEVER, 69}, {MPI_T_ERR_PVAR_NO_STARTSTOP, 70},
    {MPI_T_ERR_PVAR_NO_WRITE, 71}, {MPI_T_ERR_PVAR_NO_ATOMIC, 72}, {MPI_T_ERR_INVALID_NAME, 73},
    {MPI_T_ERR_INVALID, 74},     {MPI_T_ERR_NOT_SUPPORTED, 80},
};
const int farreach_classes_count = COUNT(farreach_classes);

/* Datatypes by the low byte of the standard's handle. */

const int farreach_types[256] = {
    [0x00] = 0x0c000000, /* MPI_DATATYPE_NULL */
    [0x01] = 0x4c000843, [0x02] = 0x4c000845, [0x03] = 0x4c000844, [0x07] = 0x4c00010f, [0x08] = 0x4c000203,
    [0x09] = 0x4c000405, [0x0a] = 0x4c000807, [0x0b] = 0x4c000809, [0x0c] = 0x4c000204, [0x0d] = 0x4c000406,
    [0x0e] = 0x4c000808, [0x0f] = 0x4c000819, [0x10] = 0x4c00040a, [0x12] = 0x4c000840, [0x13] = 0x4c000834,
    [0x14] = 0x4c00080b, [0x16] = 0x4c001041, [0x17] = 0x4c001035, [0x18] = 0x4c00041d, [0x19] = 0x4c00041b,
    [0x1a] = 0x4c00041c, [0x1b] = 0x4c00081e, [0x1c] = 0x4c00081f, [0x1d] = 0x4c001022, [0x1e] = 0x4c00011a,
    [0x20] = 0x4c00100c, [0x24] = 0x4c002042, [0x25] = 0x4c002036,
    /* Pairs. */
    [0x28] = (int)0x8c000000, [0x29] = (int)0x8c000001, [0x2a] = (int)0x8c000002, [0x2b] = 0x4c000816,
    [0x2c] = (int)0x8c000003, [0x2d] = (int)0x8c000004, [0x30] = 0x4c000821, [0x31] = 0x4c001023, [0x32] = 0x4c000820,
    [0x38] = 0x4c00013f, [0x39] = 0x4c000133, [0x3c] = 0x4c00040e,
    /* Types with sizes in their names. */
    [0x40] = 0x4c000137, [0x41] = 0x4c00013b, [0x43] = 0x4c000101, [0x44] = 0x4c000118, [0x45] = 0x4c000102,
    [0x47] = 0x4c00010d, [0x48] = 0x4c000238, [0x49] = 0x4c00023c, [0x50] = 0x4c000439, [0x51] = 0x4c00043d,
    [0x58] = 0x4c00083a, [0x59] = 0x4c00083e, [0xc0] = 0x4c000147, [0xc1] = 0x4c00012d, [0xc8] = 0x4c000248,
    [0xc9] = 0x4c00022f, [0xca] = 0x4c000226, [0xd0] = 0x4c000449, [0xd1] = 0x4c000430, [0xd2] = 0x4c000427,
    [0xd3] = 0x4c00042e, [0xd8] = 0x4c00084a, [0xd9] = 0x4c000831, [0xda] = 0x4c000829, [0xdb] = 0x4c000828,
    [0xe0] = 0x4c00104b, [0xe1] = 0x4c001032, [0xe2] = 0x4c00102b, [0xe3] = 0x4c00102a, [0xeb] = 0x4c00202c,
};
unsigned short farreach_types_of_mpich[256];

__attribute__((constructor)) static void turn_types_round(void)
{
    for (int i = 0; i < 256; i++)
        if (farreach_types[i] != 0)
            farreach_types_of_mpich[type_index(farreach_types[i])] = (unsigned short)(0x200 | i);
}

/* Numbers of processes. A failure is told by the function that asks. */

int farreach_mpich_MPI_Comm_test_inter(int, int *);
int farreach_mpich_MPI_Comm_size(int, int *);
int farreach_mpich_MPI_Comm_remote_size(int, int *);
int farreach_mpich_MPI_Topo_test(int, int *);
int farreach_mpich_MPI_Cartdim_get(int, int *);
int farreach_mpich_MPI_Comm_rank(int, int *);
int farreach_mpich_MPI_Graph_neighbors_count(int, int, int *);
int farreach_mpich_MPI_Dist_graph_neighbors_count(int, int *, int *, int *);

long farreach_members(MPI_Comm comm)
{
    const int own = comm_in(comm);
    int is_inter = 0, size = 0;
    if (own == 0 || comm == MPI_COMM_NULL || farreach_mpich_MPI_Comm_test_inter(own, &is_inter) != 0)
        return 0;
    if (is_inter ? farreach_mpich_MPI_Comm_remote_size(own, &size) : farreach_mpich_MPI_Comm_size(own, &size))
        return 0;
    return size;
}

long farreach_neighbors(MPI_Comm comm, int are_targets)
{
    const int own = comm_in(comm);
    int kind = MPI_UNDEFINED, sources = 0, targets = 0, weighted = 0, rank = 0;
    if (own == 0 || comm == MPI_COMM_NULL || farreach_mpich_MPI_Topo_test(own, &kind) != 0)
        return 0;
    switch (topology_out(kind)) {
    case MPI_CART:
        farreach_mpich_MPI_Cartdim_get(own, &sources);
        return 2L * sources;
    case MPI_GRAPH:
        farreach_mpich_MPI_Comm_rank(own, &rank);
        farreach_mpich_MPI_Graph_neighbors_count(own, rank, &sources);
        return sources;
    case MPI_DIST_GRAPH:
        farreach_mpich_MPI_Dist_graph_neighbors_count(own, &sources, &targets, &weighted);
        return are_targets ? targets : sources;
    default: return 0;
    }
}

/*
 * Functions of the program that get handles and nothing that says which function is meant. Each has a function of this
 * library, which has a number. A program that makes an operation of a function many times uses one number.
 */
#define FUNCTIONS 256

static pthread_mutex_t numbers = PTHREAD_MUTEX_INITIALIZER;

/* The number of a function, or -1. */
static int number_of(void *function, void **functions)
{
    int found = -1;
    pthread_mutex_lock(&numbers);
    for (int i = 0; i < FUNCTIONS && found < 0; i++)
        if (functions[i] == function || functions[i] == NULL) {
            functions[i] = function;
            found = i;
        }
    pthread_mutex_unlock(&numbers);
    if (found < 0)
        fprintf(stderr, "farreach: a program may give MPI %d different functions of a kind, and has given more\n", FUNCTIONS);
    return found;
}

/* Writes `made(number)` for each number of two hexadecimal digits. */
#define SIXTEEN(made, high)                                                                  \
    made(high##0) made(high##1) made(high##2) made(high##3) made(high##4) made(high##5)      \
    made(high##6) made(high##7) made(high##8) made(high##9) made(high##a) made(high##b)      \
    made(high##c) made(high##d) made(high##e) made(high##f)
#define EACH(made)                                                                           \
    SIXTEEN(made, 0x0) SIXTEEN(made, 0x1) SIXTEEN(made, 0x2) SIXTEEN(made, 0x3)              \
    SIXTEEN(made, 0x4) SIXTEEN(made, 0x5) SIXTEEN(made, 0x6) SIXTEEN(made, 0x7)              \
    SIXTEEN(made, 0x8) SIXTEEN(made, 0x9) SIXTEEN(made, 0xa) SIXTEEN(made, 0xb)              \
    SIXTEEN(made, 0xc) SIXTEEN(made, 0xd) SIXTEEN(made, 0xe) SIXTEEN(made, 0xf)

/* Operations. */

#define OPERATION(kind, count_type, function_type)                                           \
    static void *kind##_functions[FUNCTIONS];                                                \
    static void kind##_call(int number, void *from, void *into, count_type *count, int *type) \
    {                                                                                        \
        MPI_Datatype own = type_out(*type);                                                  \
        ((function_type *)kind##_functions[number])(from, into, count, &own);                \
    }

OPERATION(op, int, MPI_User_function)
OPERATION(large_op, MPI_Count, MPI_User_function_c)

#define OP(number)                                                                           \
    static void op_##number(void *from, void *into, int *count, int *type)                   \
    {                                                                                        \
        op_call(number, from, into, count, type);                                            \
    }
#define LARGE_OP(number)                                                                     \
    static void large_op_##number(void *from, void *into, MPI_Count *count, int *type)       \
    {                                                                                        \
        large_op_call(number, from, into, count, type);                                      \
    }
#define NAME_OP(number) op_##number,
#define NAME_LARGE_OP(number) large_op_##number,

EACH(OP)
EACH(LARGE_OP)
static void (*const ops[FUNCTIONS])(void *, void *, int *, int *) = {EACH(NAME_OP)};
static void (*const large_ops[FUNCTIONS])(void *, void *, MPI_Count *, int *) = {EACH(NAME_LARGE_OP)};

/* Makes an object of the program's function, by a function of MPICH's ABI. */
#define MAKE(mpich, functions, table, out, ...)                                              \
    int made = 0;                                                                            \
    const int number = function ? number_of((void *)function, functions) : 0;                \
    if (number < 0)                                                                          \
        return MPI_ERR_NO_MEM;                                                               \
    const int code = mpich(function ? (void *)table[number] : NULL, __VA_ARGS__ place ? &made : NULL); \
    if (code == 0)                                                                           \
        *place = out(made);                                                                  \
    return code_out(code);

int farreach_mpich_MPI_Op_create(void *, int, int *);
int PMPI_Op_create(MPI_User_function *function, int commute, MPI_Op *place)
{
    MAKE(farreach_mpich_MPI_Op_create, op_functions, ops, op_out, commute, )
}
WEAK(MPI_Op_create)

int farreach_mpich_MPI_Op_create_c(void *, int, int *);
int PMPI_Op_create_c(MPI_User_function_c *function, int commute, MPI_Op *place)
{
    MAKE(farreach_mpich_MPI_Op_create_c, large_op_functions, large_ops, op_out, commute, )
}
WEAK(MPI_Op_create_c)

/* Error handlers of communicators, windows and files. */

#define HANDLER(kind, number_type, Type)                                                     \
    static void *kind##_handlers[FUNCTIONS];                                                 \
    static void kind##_handle(int number, number_type *object, int *code)                    \
    {                                                                                        \
        Type own = kind##_out(*object);                                                      \
        int own_code = code_out(*code);                                                      \
        ((void (*)(Type *, int *, ...))kind##_handlers[number])(&own, &own_code);            \
    }

HANDLER(comm, int, MPI_Comm)
HANDLER(win, int, MPI_Win)
HANDLER(file, long, MPI_File)
HANDLER(session, int, MPI_Session)

#define HANDLE_COMM(number)                                                                  \
    static void handle_comm_##number(int *object, int *code, ...)                            \
    {                                                                                        \
        comm_handle(number, object, code);                                                   \
    }
#define HANDLE_WIN(number)                                                                   \
    static void handle_win_##number(int *object, int *code, ...)                             \
    {                                                                                        \
        win_handle(number, object, code);                                                    \
    }
#define HANDLE_FILE(number)                                                                  \
    static void handle_file_##number(long *object, int *code, ...)                           \
    {                                                                                        \
        file_handle(number, object, code);                                                   \
    }
#define HANDLE_SESSION(number)                                                               \
    static void handle_session_##number(int *object, int *code, ...)                         \
    {                                                                                        \
        session_handle(number, object, code);                                                \
    }
#define NAME_SESSION(number) handle_session_##number,
#define NAME_COMM(number) handle_comm_##number,
#define NAME_WIN(number) handle_win_##number,
#define NAME_FILE(number) handle_file_##number,

EACH(HANDLE_COMM)
EACH(HANDLE_WIN)
EACH(HANDLE_FILE)
EACH(HANDLE_SESSION)
static void (*const for_comms[FUNCTIONS])(int *, int *, ...) = {EACH(NAME_COMM)};
static void (*const for_wins[FUNCTIONS])(int *, int *, ...) = {EACH(NAME_WIN)};
static void (*const for_sessions[FUNCTIONS])(int *, int *, ...) = {EACH(NAME_SESSION)};
static void (*const for_files[FUNCTIONS])(long *, int *, ...) = {EACH(NAME_FILE)};

int farreach_mpich_MPI_Comm_create_errhandler(void *, int *);
int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *place)
{
    MAKE(farreach_mpich_MPI_Comm_create_errhandler, comm_handlers, for_comms, errhandler_out, )
}
WEAK(MPI_Comm_create_errhandler)

int farreach_mpich_MPI_Win_create_errhandler(void *, int *);
int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *place)
{
    MAKE(farreach_mpich_MPI_Win_create_errhandler, win_handlers, for_wins, errhandler_out, )
}
WEAK(MPI_Win_create_errhandler)

int farreach_mpich_MPI_File_create_errhandler(void *, int *);
int PMPI_File_create_errhandler(MPI_File_errhandler_function *function, MPI_Errhandler *place)
{
    MAKE(farreach_mpich_MPI_File_create_errhandler, file_handlers, for_files, errhandler_out, )
}
WEAK(MPI_File_create_errhandler)

int farreach_mpich_MPI_Session_create_errhandler(void *, int *);
int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *function, MPI_Errhandler *place)
{
    MAKE(farreach_mpich_MPI_Session_create_errhandler, session_handlers, for_sessions, errhandler_out, )
}
WEAK(MPI_Session_create_errhandler)

/* Keys of attributes. Keys are few, and objects may have values of freed keys: what the functions need stays. */

#define KEYS(kind, Name, Type)                                                               \
    struct kind##_key {                                                                      \
        MPI_##Name##_copy_attr_function *copy;                                               \
        MPI_##Name##_delete_attr_function *delete;                                           \
        void *extra;                                                                         \
    };                                                                                       \
    static int kind##_copy(int object, int key, void *extra, void *value, void *copied, int *flag) \
    {                                                                                        \
        struct kind##_key *of = extra;                                                       \
        if (of->copy != MPI_##Name##_DUP_FN)                                                 \
            return code_in(of->copy(kind##_out(object), key_out(key), of->extra, value, copied, flag)); \
        memcpy(copied, &value, sizeof value);                                                \
        *flag = 1;                                                                           \
        return 0;                                                                            \
    }                                                                                        \
    static int kind##_delete(int object, int key, void *value, void *extra)                  \
    {                                                                                        \
        struct kind##_key *of = extra;                                                       \
        return code_in(of->delete (kind##_out(object), key_out(key), value, of->extra));     \
    }                                                                                        \
    int farreach_mpich_MPI_##Name##_create_keyval(void *, void *, int *, void *);            \
    int PMPI_##Name##_create_keyval(MPI_##Name##_copy_attr_function *copy,                   \
                                    MPI_##Name##_delete_attr_function *delete, int *keyval, void *extra) \
    {                                                                                        \
        struct kind##_key *of = malloc(sizeof *of);                                          \
        int made = 0;                                                                        \
        if (of == NULL)                                                                      \
            return MPI_ERR_NO_MEM;                                                           \
        *of = (struct kind##_key){copy, delete, extra};                                      \
        const int code = farreach_mpich_MPI_##Name##_create_keyval(copy ? (void *)kind##_copy : NULL, \
                                                                   delete ? (void *)kind##_delete : NULL, \
                                                                   keyval ? &made : NULL, of); \
        if (code == 0)                                                                       \
            *keyval = key_out(made);                                                         \
        return code_out(code);                                                               \
    }                                                                                        \
    WEAK(MPI_##Name##_create_keyval)                                                         \
    int farreach_mpich_MPI_##Name##_get_attr(int, int, void *, int *);

#define MPI_Comm_DUP_FN MPI_COMM_DUP_FN
#define MPI_Type_DUP_FN MPI_TYPE_DUP_FN
#define MPI_Win_DUP_FN MPI_WIN_DUP_FN

KEYS(comm, Comm, MPI_Comm)
KEYS(type, Type, MPI_Datatype)
KEYS(win, Win, MPI_Win)

int PMPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *delete, int *keyval, void *extra)
{
    return PMPI_Comm_create_keyval(copy, delete, keyval, extra);
}
WEAK(MPI_Keyval_create)

/* Predefined attributes whose values have other numbers. */
static int *number_for_program(int which, int value)
{
    static int values[8];
    values[which] = value;
    return &values[which];
}

int PMPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag)
{
    const int code = farreach_mpich_MPI_Comm_get_attr(comm_in(comm), key_in(keyval), value, flag);
    int **found = value;
    if (code == 0 && *flag && (keyval == MPI_HOST || keyval == MPI_IO))
        *found = number_for_program(keyval - MPI_TAG_UB, rank_out(**found));
    if (code == 0 && *flag && keyval == MPI_LASTUSEDCODE)
        *found = number_for_program(keyval - MPI_TAG_UB, code_out(**found));
    return code_out(code);
}
WEAK(MPI_Comm_get_attr)

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
    return PMPI_Comm_get_attr(comm, keyval, value, flag);
}
WEAK(MPI_Attr_get)

int PMPI_Type_get_attr(MPI_Datatype type, int keyval, void *value, int *flag)
{
    return code_out(farreach_mpich_MPI_Type_get_attr(type_in(type), key_in(keyval), value, flag));
}
WEAK(MPI_Type_get_attr)

int PMPI_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag)
{
    static const int flavors[] = {0, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC,
                                  MPI_WIN_FLAVOR_SHARED};
    static const int models[] = {0, MPI_WIN_SEPARATE, MPI_WIN_UNIFIED};
    const int code = farreach_mpich_MPI_Win_get_attr(win_in(win), key_in(keyval), value, flag);
    const int **found = value;
    if (code == 0 && *flag && keyval == MPI_WIN_CREATE_FLAVOR)
        *found = &flavors[**found];
    if (code == 0 && *flag && keyval == MPI_WIN_MODEL)
        *found = &models[**found];
    return code_out(code);
}
WEAK(MPI_Win_get_attr)

/* Generalised requests. */

struct operation {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
};

static int query_operation(void *extra, struct status *status)
{
    struct operation *operation = extra;
    MPI_Status own = {0};
    status_out(&own, status);
    const int code = operation->query(operation->extra, &own);
    status_in(status, &own);
    return code_in(code);
}

static int free_operation(void *extra)
{
    struct operation *operation = extra;
    const int code = operation->free(operation->extra);
    free(operation);
    return code_in(code);
}

static int cancel_operation(void *extra, int is_complete)
{
    struct operation *operation = extra;
    return code_in(operation->cancel(operation->extra, is_complete));
}

int farreach_mpich_MPI_Grequest_start(void *, void *, void *, void *, int *);
int PMPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free_it,
                        MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *request)
{
    struct operation *operation = malloc(sizeof *operation);
    int made = 0;
    if (operation == NULL)
        return MPI_ERR_NO_MEM;
    *operation = (struct operation){query, free_it, cancel, extra};
    const int code = farreach_mpich_MPI_Grequest_start(query ? (void *)query_operation : NULL,
                                                       free_it ? (void *)free_operation : NULL,
                                                       cancel ? (void *)cancel_operation : NULL, operation,
                                                       request ? &made : NULL);
    if (code == 0)
        *request = request_out(made);
    else
        free(operation);
    return code_out(code);
}
WEAK(MPI_Grequest_start)

/* What a datatype was made of: the numbers of some constructors are constants. */

int farreach_mpich_MPI_Type_get_envelope_c(int, MPI_Count *, MPI_Count *, MPI_Count *, MPI_Count *, int *);
int farreach_mpich_MPI_Type_get_contents(int, int, int, int, int *, MPI_Aint *, int *);
int farreach_mpich_MPI_Type_get_contents_c(int, MPI_Count, MPI_Count, MPI_Count, MPI_Count, int *, MPI_Aint *, MPI_Count *,
                                           int *);

/* Turns the constants among the integers of a type. Sizes stand among the integers, or among the large counts. */
static void constants_out(int type, int *integers, int has_sizes)
{
    MPI_Count few = 0, addresses = 0, large = 0, types = 0;
    int combiner = 0;
    if (farreach_mpich_MPI_Type_get_envelope_c(type, &few, &addresses, &large, &types, &combiner) != 0)
        return;
    combiner = combiner_out(combiner);
    if (combiner == MPI_COMBINER_SUBARRAY) {
        int *order = &integers[has_sizes ? 3 * integers[0] + 1 : 1];
        *order = order_out(*order);
    }
    if (combiner == MPI_COMBINER_DARRAY) {
        const int dims = integers[2];
        int *next = &integers[has_sizes ? 3 + dims : 3];
        for (int i = 0; i < dims; i++) {
            next[i] = distribution_out(next[i]);
            next[dims + i] = darg_out(next[dims + i]);
        }
        next[3 * dims] = order_out(next[3 * dims]);
    }
}

/* Calls a function that gives what a type was made of. A named type has no contents, and the call fails. */
#define CONTENTS(has_sizes, call)                                                                       \
    ARRAY(int, types, max_types)                                                             \
    for (long i = 0; i < types_count; i++)                                                   \
        types_own[i] = 0;                                                                    \
    const int code = call;                                                                   \
    if (code == 0) {                                                                         \
        for (long i = 0; i < types_count && types_own[i] != 0; i++)                          \
            types[i] = type_out(types_own[i]);                                               \
        constants_out(type_in(type), integers, has_sizes);                                   \
    }                                                                                        \
    RELEASE(types)                                                                           \
    return code_out(code);

int PMPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types, int integers[],
                           MPI_Aint addresses[], MPI_Datatype types[])
{
    CONTENTS(1, farreach_mpich_MPI_Type_get_contents(type_in(type), max_integers, max_addresses, max_types, integers,
                                                     addresses, types ? types_own : NULL))
}
WEAK(MPI_Type_get_contents)

int PMPI_Type_get_contents_c(MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_counts,
                             MPI_Count max_types, int integers[], MPI_Aint addresses[], MPI_Count counts[],
                             MPI_Datatype types[])
{
    CONTENTS(0, farreach_mpich_MPI_Type_get_contents_c(type_in(type), max_integers, max_addresses, max_counts, max_types,
                                                    integers, addresses, counts, types ? types_own : NULL))
}
WEAK(MPI_Type_get_contents_c)

/* Names, which null handles have too since MPI 4.1. */

#define NAMED(kind, Name, Type, null)                                                        \
    int farreach_mpich_MPI_##Name##_get_name(int, char *, int *);                            \
    int PMPI_##Name##_get_name(Type handle, char *name, int *length)                         \
    {                                                                                        \
        if (handle == null && name != NULL && length != NULL) {                              \
            strcpy(name, #null);                                                             \
            *length = (int)strlen(name);                                                     \
            return MPI_SUCCESS;                                                              \
        }                                                                                    \
        return code_out(farreach_mpich_MPI_##Name##_get_name(kind##_in(handle), name, length)); \
    }                                                                                        \
    WEAK(MPI_##Name##_get_name)

NAMED(comm, Comm, MPI_Comm, MPI_COMM_NULL)
NAMED(type, Type, MPI_Datatype, MPI_DATATYPE_NULL)
NAMED(win, Win, MPI_Win, MPI_WIN_NULL)

/* Others. */

int farreach_mpich_MPI_Pcontrol(const int, ...);
int PMPI_Pcontrol(const int level, ...)
{
    return code_out(farreach_mpich_MPI_Pcontrol(level));
}
WEAK(MPI_Pcontrol)

double farreach_mpich_MPI_Wtime(void);
double PMPI_Wtime(void)
{
    return farreach_mpich_MPI_Wtime();
}
WEAK(MPI_Wtime)

double farreach_mpich_MPI_Wtick(void);
double PMPI_Wtick(void)
{
    return farreach_mpich_MPI_Wtick();
}
WEAK(MPI_Wtick)

int farreach_mpich_MPI_Register_datarep(const char *, void *, void *, void *, void *);
int PMPI_Register_datarep(const char *name, MPI_Datarep_conversion_function *read, MPI_Datarep_conversion_function *write,
                          MPI_Datarep_extent_function *extent, void *extra)
{
    return code_out(farreach_mpich_MPI_Register_datarep(name, (void *)read, (void *)write, (void *)extent, extra));
}
WEAK(MPI_Register_datarep)

int farreach_mpich_MPI_Register_datarep_c(const char *, void *, void *, void *, void *);
int PMPI_Register_datarep_c(const char *name, MPI_Datarep_conversion_function_c *read,
                            MPI_Datarep_conversion_function_c *write, MPI_Datarep_extent_function *extent, void *extra)
{
    return code_out(farreach_mpich_MPI_Register_datarep_c(name, (void *)read, (void *)write, (void *)extent, extra));
}
WEAK(MPI_Register_datarep_c)

int farreach_mpich_MPI_T_finalize(void);
int PMPI_T_finalize(void)
{
    return code_out(farreach_mpich_MPI_T_finalize());
}
WEAK(MPI_T_finalize)

/* The version whose functions this library has. MPI 5.0 has added what is about ABIs. */
#define VERSION 4
#define SUBVERSION 1

int PMPI_Get_version(int *version, int *subversion)
{
    if (version == NULL || subversion == NULL)
        return MPI_ERR_ARG;
    *version = VERSION;
    *subversion = SUBVERSION;
    return MPI_SUCCESS;
}
WEAK(MPI_Get_version)

/* The versions and the name of the ABI end the library's version. */
int farreach_mpich_MPI_Get_library_version(char *, int *);
int PMPI_Get_library_version(char *version, int *length)
{
    const int code = farreach_mpich_MPI_Get_library_version(version, length);
    char *name = code == 0 ? strstr(version, "MPI 4.0 by") : NULL;
    if (name != NULL) {
        strcpy(name, "MPI 4.1 by the standard's ABI");
        *length = (int)strlen(version);
    }
    return code_out(code);
}
WEAK(MPI_Get_library_version)

/* What MPI 5.0 has about the ABI itself. */

int PMPI_Abi_get_version(int *major, int *minor)
{
    *major = MPI_ABI_VERSION;
    *minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}
WEAK(MPI_Abi_get_version)

static int set(MPI_Info info, const char *key, size_t bytes)
{
    char text[16];
    snprintf(text, sizeof text, "%zu", bytes);
    return MPI_Info_set(info, key, text);
}

int PMPI_Abi_get_info(MPI_Info *info)
{
    int code = MPI_Info_create(info);
    code = code ? code : set(*info, "mpi_aint_size", sizeof(MPI_Aint));
    code = code ? code : set(*info, "mpi_count_size", sizeof(MPI_Count));
    return code ? code : set(*info, "mpi_offset_size", sizeof(MPI_Offset));
}
WEAK(MPI_Abi_get_info)

int PMPI_Abi_get_fortran_info(MPI_Info *info)
{
    static const struct {
        const char *key;
        size_t bytes;
    } sizes[] = {{"mpi_logical_size", 4}, {"mpi_integer_size", 4}, {"mpi_real_size", 4}, {"mpi_double_precision_size", 8}};
    static const struct {
        const char *key;
        MPI_Datatype type;
    } optional[] = {
        {"mpi_logical1_supported", MPI_LOGICAL1},   {"mpi_logical2_supported", MPI_LOGICAL2},
        {"mpi_logical4_supported", MPI_LOGICAL4},   {"mpi_logical8_supported", MPI_LOGICAL8},
        {"mpi_logical16_supported", MPI_LOGICAL16}, {"mpi_integer1_supported", MPI_INTEGER1},
        {"mpi_integer2_supported", MPI_INTEGER2},   {"mpi_integer4_supported", MPI_INTEGER4},
        {"mpi_integer8_supported", MPI_INTEGER8},   {"mpi_integer16_supported", MPI_INTEGER16},
        {"mpi_real2_supported", MPI_REAL2},         {"mpi_real4_supported", MPI_REAL4},
        {"mpi_real8_supported", MPI_REAL8},         {"mpi_real16_supported", MPI_REAL16},
        {"mpi_complex4_supported", MPI_COMPLEX4},   {"mpi_complex8_supported", MPI_COMPLEX8},
        {"mpi_complex16_supported", MPI_COMPLEX16}, {"mpi_complex32_supported", MPI_COMPLEX32},
        {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX},
    };
    int code = MPI_Info_create(info);
    for (int i = 0; i < COUNT(sizes) && code == 0; i++)
        code = set(*info, sizes[i].key, sizes[i].bytes);
    for (int i = 0; i < COUNT(optional) && code == 0; i++) {
        const int is_there = farreach_types[(uintptr_t)optional[i].type & 0xff] != 0;
        code = MPI_Info_set(*info, optional[i].key, is_there ? "true" : "false");
    }
    return code;
}
WEAK(MPI_Abi_get_fortran_info)

/* Fortran's types have the sizes above, and can't get others. */
int PMPI_Abi_set_fortran_info(MPI_Info info)
{
    (void)info;
    return MPI_ERR_ABI;
}
WEAK(MPI_Abi_set_fortran_info)

int PMPI_Abi_get_fortran_booleans(int size, void *is_true, void *is_false, int *is_set)
{
    const long values[] = {1, 0};
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return MPI_ERR_ARG;
    memcpy(is_true, &values[0], (size_t)size);
    memcpy(is_false, &values[1], (size_t)size);
    *is_set = 1;
    return MPI_SUCCESS;
}
WEAK(MPI_Abi_get_fortran_booleans)

int PMPI_Abi_set_fortran_booleans(int size, void *is_true, void *is_false)
{
    (void)size, (void)is_true, (void)is_false;
    return MPI_ERR_ABI;
}
WEAK(MPI_Abi_set_fortran_booleans)

/* A handle's number is an integer already. */
#define INTEGERS(Name, Type)                                                                 \
    int PMPI_##Name##_toint(Type handle)                                                     \
    {                                                                                        \
        return (int)(uintptr_t)handle;                                                       \
    }                                                                                        \
    WEAK(MPI_##Name##_toint)                                                                 \
    Type PMPI_##Name##_fromint(int number)                                                   \
    {                                                                                        \
        return (Type)(uintptr_t)(unsigned)number;                                            \
    }                                                                                        \
    WEAK(MPI_##Name##_fromint)

INTEGERS(Comm, MPI_Comm)
INTEGERS(Errhandler, MPI_Errhandler)
INTEGERS(File, MPI_File)
INTEGERS(Group, MPI_Group)
INTEGERS(Info, MPI_Info)
INTEGERS(Message, MPI_Message)
INTEGERS(Op, MPI_Op)
INTEGERS(Request, MPI_Request)
INTEGERS(Session, MPI_Session)
INTEGERS(Type, MPI_Datatype)
INTEGERS(Win, MPI_Win)

/* The parts of a status by functions, which MPI 4.1 has. */
#define PART(name, Field)                                                                    \
    int PMPI_Status_get_##name(const MPI_Status *status, int *value)                         \
    {                                                                                        \
        *value = status->MPI_##Field;                                                        \
        return MPI_SUCCESS;                                                                  \
    }                                                                                        \
    WEAK(MPI_Status_get_##name)                                                              \
    int PMPI_Status_set_##name(MPI_Status *status, int value)                                \
    {                                                                                        \
        status->MPI_##Field = value;                                                         \
        return MPI_SUCCESS;                                                                  \
    }                                                                                        \
    WEAK(MPI_Status_set_##name)

PART(error, ERROR)
PART(source, SOURCE)
PART(tag, TAG)

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype type, MPI_Count count)
{
    return MPI_Status_set_elements_x(status, type, count);
}
WEAK(MPI_Status_set_elements_c)

/* The states of several requests, which MPI 4.1 has. A persistent request that is not active is complete here. */

static void empty(MPI_Status *status)
{
    if (status != MPI_STATUS_IGNORE)
        *status = (MPI_Status){.MPI_SOURCE = MPI_ANY_SOURCE, .MPI_TAG = MPI_ANY_TAG, .MPI_ERROR = MPI_SUCCESS};
}

int PMPI_Request_get_status_all(int count, const MPI_Request requests[], int *flag, MPI_Status *statuses)
{
    *flag = 1;
    for (int i = 0; i < count && *flag; i++) {
        const int code = PMPI_Request_get_status(requests[i], flag, statuses ? &statuses[i] : MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}
WEAK(MPI_Request_get_status_all)

int PMPI_Request_get_status_any(int count, const MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    int active = 0;
    *index = MPI_UNDEFINED;
    *flag = 0;
    for (int i = 0; i < count; i++) {
        if (requests[i] == MPI_REQUEST_NULL)
            continue;
        active++;
        const int code = PMPI_Request_get_status(requests[i], flag, status);
        if (code != MPI_SUCCESS || *flag) {
            *index = i;
            return code;
        }
    }
    if (active == 0) {
        *flag = 1;
        empty(status);
    }
    return MPI_SUCCESS;
}
WEAK(MPI_Request_get_status_any)

int PMPI_Request_get_status_some(int count, const MPI_Request requests[], int *done, int indices[], MPI_Status *statuses)
{
    int active = 0, complete = 0;
    for (int i = 0; i < count; i++) {
        int flag = 0;
        if (requests[i] == MPI_REQUEST_NULL)
            continue;
        active++;
        const int code = PMPI_Request_get_status(requests[i], &flag, statuses ? &statuses[complete] : MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS)
            return code;
        if (flag)
            indices[complete++] = i;
    }
    *done = active == 0 ? MPI_UNDEFINED : complete;
    return MPI_SUCCESS;
}
WEAK(MPI_Request_get_status_some)

/* What MPI 4.1 and 5.0 have beside that. */

#define OTHER_NAME(name, other)                                                              \
    int farreach_mpich_##other(int);                                                         \
    int P##name(int number)                                                                  \
    {                                                                                        \
        return code_out(farreach_mpich_##other(code_in(number)));                            \
    }                                                                                        \
    WEAK(name)

OTHER_NAME(MPI_Remove_error_class, MPIX_Delete_error_class)
OTHER_NAME(MPI_Remove_error_code, MPIX_Delete_error_code)
OTHER_NAME(MPI_Remove_error_string, MPIX_Delete_error_string)

int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request)
{
    return MPI_Psend_init(buf, partitions, count, type, dest, tag, comm, info, request);
}
WEAK(MPI_Psend_init_c)

int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request)
{
    return MPI_Precv_init(buf, partitions, count, type, dest, tag, comm, info, request);
}
WEAK(MPI_Precv_init_c)

/* A process does not leave its node. */
int PMPI_Get_hw_resource_info(MPI_Info *info)
{
    const int code = MPI_Info_create(info);
    return code ? code : MPI_Info_set(*info, "mpi_shared_memory", "true");
}
WEAK(MPI_Get_hw_resource_info)

/* The datatype of a value and an index, or none. */
int PMPI_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype *pair)
{
    static const struct {
        MPI_Datatype value, index, pair;
    } pairs[] = {
        {MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
        {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
        {MPI_LONG, MPI_INT, MPI_LONG_INT},
        {MPI_INT, MPI_INT, MPI_2INT},
        {MPI_SHORT, MPI_INT, MPI_SHORT_INT},
        {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
        {MPI_REAL, MPI_REAL, MPI_2REAL},
        {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
        {MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER},
    };
    int size;
    if (pair == NULL)
        return MPI_ERR_ARG;
    /* Null and other wrong handles are errors. */
    const int code = MPI_Type_size(value, &size);
    if (code != MPI_SUCCESS)
        return code;
    const int other = MPI_Type_size(index, &size);
    if (other != MPI_SUCCESS)
        return other;
    *pair = MPI_DATATYPE_NULL;
    for (int i = 0; i < COUNT(pairs); i++)
        if (pairs[i].value == value && pairs[i].index == index)
            *pair = pairs[i].pair;
    return MPI_SUCCESS;
}
WEAK(MPI_Type_get_value_index)

/* Buffers for buffered sends, one of which is no address. */

#define AUTOMATIC ((void *)-2)

#define DETACH(name, declared, own, argument)                                          \
    int farreach_mpich_##name own;                                                           \
    int P##name declared                                                                     \
    {                                                                                        \
        const int code = farreach_mpich_##name argument;                                     \
        if (code == 0 && *(void **)place == AUTOMATIC)                                       \
            *(void **)place = MPI_BUFFER_AUTOMATIC;                                          \
        return code_out(code);                                                               \
    }                                                                                        \
    WEAK(name)

DETACH(MPI_Buffer_detach, (void *place, int *size), (void *, int *), (place, size))
DETACH(MPI_Buffer_detach_c, (void *place, MPI_Count *size), (void *, MPI_Count *), (place, size))
DETACH(MPI_Comm_detach_buffer, (MPI_Comm comm, void *place, int *size), (int, void *, int *),
       (comm_in(comm), place, size))
DETACH(MPI_Comm_detach_buffer_c, (MPI_Comm comm, void *place, MPI_Count *size), (int, void *, MPI_Count *),
       (comm_in(comm), place, size))
DETACH(MPI_Session_detach_buffer, (MPI_Session session, void *place, int *size), (int, void *, int *),
       (session_in(session), place, size))
DETACH(MPI_Session_detach_buffer_c, (MPI_Session session, void *place, MPI_Count *size),
       (int, void *, MPI_Count *), (session_in(session), place, size))
