/*
 * The functions for Fortran that do more than read their arguments: initialisation, indices,
 * attributes, times, and what MPI-1 had with other types.
 */
#include "support.h"

#include <pthread.h>
#include <stdlib.h>

COMMONS

/* By these a program in C names a Fortran program's MPI_STATUS_IGNORE. */
extern int *MPI_F_STATUS_IGNORE;
extern int *MPI_F_STATUSES_IGNORE;

__attribute__((constructor)) static void tell_c(void)
{
    MPI_F_STATUS_IGNORE = F_STATUS_IGNORE;
    MPI_F_STATUSES_IGNORE = F_STATUSES_IGNORE;
}

/* Setup. Fortran's programs have no arguments to pass on. */

int MPI_Init(int *, char ***);
void pmpi_init_(int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Init(NULL, NULL);
}
WEAK(mpi_init)

int MPI_Init_thread(int *, char ***, int, int *);
void pmpi_init_thread_(const int *required, int *provided, int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Init_thread(NULL, NULL, *required, provided);
}
WEAK(mpi_init_thread)

int MPI_Pcontrol(const int, ...);
void pmpi_pcontrol_(const int *level, int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Pcontrol(*level);
}
WEAK(mpi_pcontrol)

/* Functions with results. */

double MPI_Wtime(void);
double pmpi_wtime_(void)
{
    return MPI_Wtime();
}
WEAK(mpi_wtime)

double MPI_Wtick(void);
double pmpi_wtick_(void)
{
    return MPI_Wtick();
}
WEAK(mpi_wtick)

long pmpi_aint_add_(const long *base, const long *displacement)
{
    return (long)((unsigned long)*base + (unsigned long)*displacement);
}
WEAK(mpi_aint_add)

long pmpi_aint_diff_(const long *address, const long *other)
{
    return (long)((unsigned long)*address - (unsigned long)*other);
}
WEAK(mpi_aint_diff)

/* Indices of requests, which begin with 1. A function that fails stores some of its results, or none. */

int MPI_Waitany(int, int *, int *, void *);
void pmpi_waitany_(const int *count, int *requests, int *index, int *status, int *ierr)
{
    OPTIONAL_IERROR
    int found = UNDEFINED;
    *ierr = MPI_Waitany(*count, requests, &found, status_of(status));
    *index = found == UNDEFINED ? found : found + 1;
}
WEAK(mpi_waitany)

int MPI_Testany(int, int *, int *, int *, void *);
void pmpi_testany_(const int *count, int *requests, int *index, int *flag, int *status, int *ierr)
{
    OPTIONAL_IERROR
    int found = UNDEFINED;
    *ierr = MPI_Testany(*count, requests, &found, flag, status_of(status));
    *index = found == UNDEFINED ? found : found + 1;
}
WEAK(mpi_testany)

static void count_from_one(int count, int *indices)
{
    /* MPI_UNDEFINED is negative. */
    for (int i = 0; i < count; i++)
        ++indices[i];
}

int MPI_Waitsome(int, int *, int *, int *, void *);
void pmpi_waitsome_(const int *count, int *requests, int *done, int *indices, int *statuses, int *ierr)
{
    OPTIONAL_IERROR
    *done = UNDEFINED;
    *ierr = MPI_Waitsome(*count, requests, done, indices, statuses_of(statuses));
    count_from_one(*done, indices);
}
WEAK(mpi_waitsome)

int MPI_Testsome(int, int *, int *, int *, void *);
void pmpi_testsome_(const int *count, int *requests, int *done, int *indices, int *statuses, int *ierr)
{
    OPTIONAL_IERROR
    *done = UNDEFINED;
    *ierr = MPI_Testsome(*count, requests, done, indices, statuses_of(statuses));
    count_from_one(*done, indices);
}
WEAK(mpi_testsome)

/* Attributes. A value is an address in C and a number in Fortran. */

/*
 * A value that Fortran has set is the address of a number in C, and the number in Fortran. An address that C has set is a number in
 * Fortran. So each number that Fortran sets has a cell, whose address is the attribute. Cells stay, since objects of C may have
 * copies of the address. Equal numbers among the last ones have one cell.
 */
#define CELLS 1000

struct cells {
    struct cells *next;
    int used;
    long values[CELLS];
};

static struct cells *all_cells;
static pthread_mutex_t cells_lock = PTHREAD_MUTEX_INITIALIZER;

/* The cell of a number, or NULL if there is no memory. */
static void *cell_of(long value)
{
    void *found = NULL;
    pthread_mutex_lock(&cells_lock);
    for (int i = 0; all_cells != NULL && i < all_cells->used && found == NULL; i++)
        if (all_cells->values[i] == value)
            found = &all_cells->values[i];
    if (found == NULL && (all_cells == NULL || all_cells->used == CELLS)) {
        struct cells *more = malloc(sizeof *more);
        if (more != NULL) {
            more->next = all_cells;
            more->used = 0;
            all_cells = more;
        }
    }
    if (found == NULL && all_cells != NULL && all_cells->used < CELLS) {
        found = &all_cells->values[all_cells->used++];
        *(long *)found = value;
    }
    pthread_mutex_unlock(&cells_lock);
    return found;
}

/* What an attribute is in Fortran. */
static long number_of_attribute(void *attribute)
{
    long number = (long)attribute;
    pthread_mutex_lock(&cells_lock);
    for (const struct cells *some = all_cells; some != NULL; some = some->next)
        if (attribute >= (void *)some->values && attribute < (void *)(some->values + CELLS))
            number = *(const long *)attribute;
    pthread_mutex_unlock(&cells_lock);
    return number;
}

typedef void copy_function(int *, int *, long *, long *, long *, int *, int *);
typedef void delete_function(int *, int *, long *, long *, int *);
typedef void old_copy_function(int *, int *, int *, int *, int *, int *, int *);
typedef void old_delete_function(int *, int *, int *, int *, int *);

/* A program's functions for a key. Keys are few, and objects may have values of freed keys: the
 * functions stay. */
struct key {
    copy_function *copy;
    delete_function *delete;
    long extra;
};

struct old_key {
    old_copy_function *copy;
    old_delete_function *delete;
    int extra;
};

static int copy_value(int object, int keyval, void *extra, void *value, void *copied, int *flag)
{
    struct key *key = extra;
    long from = number_of_attribute(value), to = 0;
    int ierr = 0;
    key->copy(&object, &keyval, &key->extra, &from, &to, flag, &ierr);
    void *cell = *flag ? cell_of(to) : NULL;
    if (*flag && cell == NULL)
        return NO_MEMORY;
    if (*flag)
        memcpy(copied, &cell, sizeof cell);
    return ierr;
}

static int delete_value(int object, int keyval, void *value, void *extra)
{
    struct key *key = extra;
    long of = number_of_attribute(value);
    int ierr = 0;
    key->delete (&object, &keyval, &of, &key->extra, &ierr);
    return ierr;
}

static int copy_old_value(int object, int keyval, void *extra, void *value, void *copied, int *flag)
{
    struct old_key *key = extra;
    int from = (int)number_of_attribute(value), to = 0, ierr = 0;
    key->copy(&object, &keyval, &key->extra, &from, &to, flag, &ierr);
    void *cell = *flag ? cell_of(to) : NULL;
    if (*flag && cell == NULL)
        return NO_MEMORY;
    if (*flag)
        memcpy(copied, &cell, sizeof cell);
    return ierr;
}

static int delete_old_value(int object, int keyval, void *value, void *extra)
{
    struct old_key *key = extra;
    int of = (int)number_of_attribute(value), ierr = 0;
    key->delete (&object, &keyval, &of, &key->extra, &ierr);
    return ierr;
}

#define KEYS(lower, Name)                                                                             \
    int MPI_##Name##_create_keyval(int (*)(int, int, void *, void *, void *, int *),                  \
                                   int (*)(int, int, void *, void *), int *, void *);                 \
    void pmpi_##lower##_create_keyval_(copy_function *copy, delete_function *delete, int *keyval,     \
                                       const long *extra, int *ierr)                                  \
    {                                                                                                 \
        OPTIONAL_IERROR                                                                               \
        struct key *key = malloc(sizeof *key);                                                        \
        *ierr = NO_MEMORY;                                                                            \
        if (key == NULL)                                                                              \
            return;                                                                                   \
        *key = (struct key){copy, delete, *extra};                                                    \
        *ierr = MPI_##Name##_create_keyval(copy_value, delete_value, keyval, key);                    \
    }                                                                                                 \
    WEAK(mpi_##lower##_create_keyval)                                                                \
    int MPI_##Name##_set_attr(int, int, void *);                                                      \
    void pmpi_##lower##_set_attr_(const int *object, const int *keyval, const long *value, int *ierr) \
    {                                                                                                 \
        OPTIONAL_IERROR                                                                               \
        void *cell = cell_of(*value);                                                                 \
        *ierr = cell == NULL ? NO_MEMORY : MPI_##Name##_set_attr(*object, *keyval, cell);             \
    }                                                                                                 \
    WEAK(mpi_##lower##_set_attr)                                                                     \
    int MPI_##Name##_get_attr(int, int, void *, int *);                                               \
    void pmpi_##lower##_get_attr_(const int *object, const int *keyval, long *value, int *flag,       \
                                  int *ierr)                                                          \
    {                                                                                                 \
        OPTIONAL_IERROR                                                                               \
        void *found = NULL;                                                                           \
        *ierr = MPI_##Name##_get_attr(*object, key_in_c(*keyval), &found, flag);                      \
        if (*ierr == 0 && *flag)                                                                      \
            *value = is_predefined(*keyval) ? value_in_fortran(*keyval, found) : number_of_attribute(found); \
    }                                                                                                 \
    WEAK(mpi_##lower##_get_attr)

KEYS(comm, Comm)
KEYS(type, Type)
KEYS(win, Win)

void pmpi_keyval_create_(old_copy_function *copy, old_delete_function *delete, int *keyval,
                         const int *extra, int *ierr)
{
    OPTIONAL_IERROR
    struct old_key *key = malloc(sizeof *key);
    *ierr = NO_MEMORY;
    if (key == NULL)
        return;
    *key = (struct old_key){copy, delete, *extra};
    *ierr = MPI_Comm_create_keyval(copy_old_value, delete_old_value, keyval, key);
}
WEAK_OLD(mpi_keyval_create)

void pmpi_attr_put_(const int *comm, const int *keyval, const int *value, int *ierr)
{
    OPTIONAL_IERROR
    void *cell = cell_of(*value);
    *ierr = cell == NULL ? NO_MEMORY : MPI_Comm_set_attr(*comm, *keyval, cell);
}
WEAK_OLD(mpi_attr_put)

void pmpi_attr_get_(const int *comm, const int *keyval, int *value, int *flag, int *ierr)
{
    OPTIONAL_IERROR
    long wide = 0;
    pmpi_comm_get_attr_(comm, keyval, &wide, flag, ierr);
    if (*ierr == 0 && *flag)
        *value = (int)wide;
}
WEAK_OLD(mpi_attr_get)

/* The functions of the standard that copy values, delete them, or do nothing. */

#define FUNCTIONS(prefix, number)                                                                    \
    void prefix##dup_fn_(int *object, int *keyval, number *extra, number *value, number *copied,     \
                         int *flag, int *ierr)                                                       \
    {                                                                                                \
        (void)object, (void)keyval, (void)extra;                                                     \
        *copied = *value;                                                                            \
        *flag = 1;                                                                                   \
        *ierr = 0;                                                                                   \
    }                                                                                                \
    void prefix##null_copy_fn_(int *object, int *keyval, number *extra, number *value,               \
                               number *copied, int *flag, int *ierr)                                 \
    {                                                                                                \
        (void)object, (void)keyval, (void)extra, (void)value, (void)copied;                          \
        *flag = 0;                                                                                   \
        *ierr = 0;                                                                                   \
    }                                                                                                \
    void prefix##null_delete_fn_(int *object, int *keyval, number *value, number *extra, int *ierr)  \
    {                                                                                                \
        (void)object, (void)keyval, (void)value, (void)extra;                                        \
        *ierr = 0;                                                                                   \
    }

FUNCTIONS(mpi_, int)
FUNCTIONS(mpi_comm_, long)
FUNCTIONS(mpi_type_, long)
FUNCTIONS(mpi_win_, long)

/* Displacements and addresses of MPI-1, which have 4 bytes. */

int MPI_Get_address(void *, long *);
int MPI_Type_get_extent(int, long *, long *);
int MPI_Type_create_hvector(int, int, long, int, int *);
int MPI_Type_create_hindexed(int, int *, long *, int, int *);
int MPI_Type_create_struct(int, int *, long *, int *, int *);

void pmpi_address_(void *location, int *stored, int *ierr)
{
    OPTIONAL_IERROR
    long wide = 0;
    *ierr = MPI_Get_address(data_of(location), &wide);
    *stored = (int)wide;
}
WEAK_OLD(mpi_address)

void pmpi_type_extent_(const int *datatype, int *extent, int *ierr)
{
    OPTIONAL_IERROR
    long lower = 0, wide = 0;
    *ierr = MPI_Type_get_extent(*datatype, &lower, &wide);
    *extent = (int)wide;
}
WEAK_OLD(mpi_type_extent)

void pmpi_type_lb_(const int *datatype, int *displacement, int *ierr)
{
    OPTIONAL_IERROR
    long lower = 0, extent = 0;
    *ierr = MPI_Type_get_extent(*datatype, &lower, &extent);
    *displacement = (int)lower;
}
WEAK_OLD(mpi_type_lb)

void pmpi_type_ub_(const int *datatype, int *displacement, int *ierr)
{
    OPTIONAL_IERROR
    long lower = 0, extent = 0;
    *ierr = MPI_Type_get_extent(*datatype, &lower, &extent);
    *displacement = (int)(lower + extent);
}
WEAK_OLD(mpi_type_ub)

void pmpi_type_hvector_(const int *count, const int *length, const int *stride, const int *old, int *new,
                        int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Type_create_hvector(*count, *length, *stride, *old, new);
}
WEAK_OLD(mpi_type_hvector)

/* Displacements with 8 bytes, or NULL. */
static long *widened(int count, const int *displacements)
{
    const size_t entries = count > 0 ? (size_t)count : 0;
    long *wide = malloc((entries + 1) * sizeof *wide);
    for (size_t i = 0; wide != NULL && i < entries; i++)
        wide[i] = displacements[i];
    return wide;
}

void pmpi_type_hindexed_(const int *count, int *lengths, const int *displacements, const int *old,
                         int *new, int *ierr)
{
    OPTIONAL_IERROR
    long *wide = widened(*count, displacements);
    *ierr = wide == NULL ? NO_MEMORY : MPI_Type_create_hindexed(*count, lengths, wide, *old, new);
    free(wide);
}
WEAK_OLD(mpi_type_hindexed)

void pmpi_type_struct_(const int *count, int *lengths, const int *displacements, int *types, int *new,
                       int *ierr)
{
    OPTIONAL_IERROR
    long *wide = widened(*count, displacements);
    *ierr = wide == NULL ? NO_MEMORY : MPI_Type_create_struct(*count, lengths, wide, types, new);
    free(wide);
}
WEAK_OLD(mpi_type_struct)

/* Fortran can't be told an address, but in f08.c. */
int MPI_Buffer_detach(void *, int *);
void pmpi_buffer_detach_(void *buffer, int *size, int *ierr)
{
    OPTIONAL_IERROR
    void *was = NULL;
    (void)buffer;
    *ierr = MPI_Buffer_detach(&was, size);
}
WEAK_OLD(mpi_buffer_detach)

int MPI_Comm_detach_buffer(int, void *, int *);
void pmpi_comm_detach_buffer_(const int *comm, void *buffer, int *size, int *ierr)
{
    OPTIONAL_IERROR
    void *was = NULL;
    (void)buffer;
    *ierr = MPI_Comm_detach_buffer(*comm, &was, size);
}
WEAK_OLD(mpi_comm_detach_buffer)

int MPI_Session_detach_buffer(int, void *, int *);
void pmpi_session_detach_buffer_(const int *session, void *buffer, int *size, int *ierr)
{
    OPTIONAL_IERROR
    void *was = NULL;
    (void)buffer;
    *ierr = MPI_Session_detach_buffer(*session, &was, size);
}
WEAK_OLD(mpi_session_detach_buffer)

/* Nothing: a call keeps the compiler from holding a variable in a register. */
void pmpi_f_sync_reg_(void *variable)
{
    (void)variable;
}
WEAK(mpi_f_sync_reg)

/* Not a conversion, by which programs say that they have none. */
void mpi_conversion_fn_null_(void)
{
}

/* Generalised requests. The program's functions have further arguments in Fortran. */

struct operation {
    void (*query)(long *, int *, int *);
    void (*free)(long *, int *);
    void (*cancel)(long *, int *, int *);
    long extra;
};

static int query_operation(void *extra, int *status)
{
    struct operation *operation = extra;
    int ierr = 0;
    operation->query(&operation->extra, status, &ierr);
    return ierr;
}

static int free_operation(void *extra)
{
    struct operation *operation = extra;
    int ierr = 0;
    operation->free(&operation->extra, &ierr);
    free(operation);
    return ierr;
}

static int cancel_operation(void *extra, int complete)
{
    struct operation *operation = extra;
    int ierr = 0;
    operation->cancel(&operation->extra, &complete, &ierr);
    return ierr;
}

int MPI_Grequest_start(int (*)(void *, int *), int (*)(void *), int (*)(void *, int), void *, int *);
void pmpi_grequest_start_(void (*query)(long *, int *, int *), void (*free_it)(long *, int *),
                          void (*cancel)(long *, int *, int *), const long *extra, int *request, int *ierr)
{
    OPTIONAL_IERROR
    struct operation *operation = malloc(sizeof *operation);
    if (operation == NULL) {
        *ierr = NO_MEMORY;
        return;
    }
    *operation = (struct operation){query, free_it, cancel, *extra};
    *ierr = MPI_Grequest_start(query_operation, free_operation, cancel_operation, operation, request);
    if (*ierr)
        free(operation);
}
WEAK(mpi_grequest_start)

/* Infos. */

int MPI_Info_create_env(int, char **, int *);
void pmpi_info_create_env_(int *info, int *ierr)
{
    OPTIONAL_IERROR
    *ierr = MPI_Info_create_env(0, NULL, info);
}
WEAK(mpi_info_create_env)

/* Lengths do not count the 0 at the end, which Fortran does not have. */
int MPI_Info_get_string(int, const char *, int *, char *, int *);
void pmpi_info_get_string_(const int *info, const char *key, int *length, char *value, int *flag, int *ierr,
                           size_t key_len, size_t value_len)
{
    OPTIONAL_IERROR
    char key_text[key_len + 1], text[TEXT_MAX];
    const int given = *length;
    int needed = given > 0 ? (given < TEXT_MAX ? given + 1 : TEXT_MAX) : given;
    take(key_text, key, key_len, BOTH);
    *ierr = MPI_Info_get_string(*info, key_text, &needed, text, flag);
    if (*ierr || !*flag)
        return;
    if (given > 0)
        give(value, value_len, text);
    *length = needed - 1;
}
WEAK(mpi_info_get_string)

/* The length of a name does not count the 0 at its end. */

int MPI_Session_get_nth_pset(int, int, int, int *, char *);
void pmpi_session_get_nth_pset_(const int *session, const int *info, const int *n, int *length, char *name, int *ierr,
                                size_t name_len)
{
    OPTIONAL_IERROR
    char text[TEXT_MAX];
    const int given = *length;
    int needed = given > 0 ? (given < TEXT_MAX ? given + 1 : TEXT_MAX) : given;
    *ierr = MPI_Session_get_nth_pset(*session, *info, *n, &needed, text);
    if (*ierr)
        return;
    if (given > 0)
        give(name, name_len, text);
    *length = needed - 1;
}
WEAK(mpi_session_get_nth_pset)

/* The beginning of a descriptor of an array, as ISO_Fortran_binding.h has it. */
struct described {
    void *address;
    size_t element;
};

void farreach_mpi_sizeof(const struct described *x, int *size, int *ierr)
{
    *size = (int)x->element;
    *ierr = 0;
}

/* A representation of data, whose name only Fortran spells otherwise. */

int MPI_Register_datarep(const char *, void *, void *, void *, void *);
void pmpi_register_datarep_(const char *name, void *read, void *write, void *extent, void *extra, int *ierr, size_t name_len)
{
    OPTIONAL_IERROR
    TAKE(name, TRAILING)
    *ierr = MPI_Register_datarep(name_text, read, write, extent, extra);
}
WEAK(mpi_register_datarep)
