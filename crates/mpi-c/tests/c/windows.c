/* Windows: each way to make one, each access, each way to synchronise. */
#include "check.h"

#include <sched.h>

#define INTS 3000

static MPI_Comm node; /* the processes that share memory with this one */
static int of_static[INTS];

struct made {
    MPI_Win win;
    int *base;
    MPI_Aint first; /* the displacement of the first int at a target, by rank */
    MPI_Aint *firsts;
    MPI_Comm comm;
    int rank, size;
    int kind;
};

enum { STATIC, HEAP, STACK, ALLOCATED, MPI_MEMORY, SHARED, DYNAMIC, KINDS };

/* Makes a window of INTS ints of each process. */
static void make(struct made *made, int kind, int *stack)
{
    MPI_Aint bytes = INTS * sizeof(int), own = 0;
    made->kind = kind;
    made->comm = kind == SHARED ? node : MPI_COMM_WORLD;
    MPI_Comm_rank(made->comm, &made->rank);
    MPI_Comm_size(made->comm, &made->size);
    made->firsts = calloc(made->size, sizeof *made->firsts);
    switch (kind) {
    case STATIC:
        made->base = of_static;
        break;
    case HEAP:
    case DYNAMIC:
        made->base = malloc(bytes);
        break;
    case STACK:
        made->base = stack;
        break;
    case MPI_MEMORY:
        MPI_Alloc_mem(bytes, MPI_INFO_NULL, &made->base);
        break;
    }
    if (kind != ALLOCATED && kind != SHARED)
        memset(made->base, 0, bytes);
    if (kind == ALLOCATED) {
        MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, made->comm, &made->base, &made->win);
    } else if (kind == SHARED) {
        MPI_Win_allocate_shared(bytes, sizeof(int), MPI_INFO_NULL, made->comm, &made->base, &made->win);
    } else if (kind == DYNAMIC) {
        MPI_Win_create_dynamic(MPI_INFO_NULL, made->comm, &made->win);
        CHECK(MPI_Win_attach(made->win, made->base, bytes) == MPI_SUCCESS);
        MPI_Get_address(made->base, &own);
    } else {
        MPI_Win_create(made->base, bytes, sizeof(int), MPI_INFO_NULL, made->comm, &made->win);
    }
    if (kind == ALLOCATED || kind == SHARED)
        memset(made->base, 0, bytes);
    MPI_Allgather(&own, 1, MPI_AINT, made->firsts, 1, MPI_AINT, made->comm);
    MPI_Barrier(made->comm);
}

static void unmake(struct made *made)
{
    if (made->kind == DYNAMIC)
        MPI_Win_detach(made->win, made->base);
    MPI_Win_free(&made->win);
    CHECK(made->win == MPI_WIN_NULL);
    if (made->kind == HEAP || made->kind == DYNAMIC)
        free(made->base);
    if (made->kind == MPI_MEMORY)
        MPI_Free_mem(made->base);
    free(made->firsts);
}

/* The displacement of an int of a target. */
static MPI_Aint at(const struct made *made, int target, int index)
{
    return made->kind == DYNAMIC ? made->firsts[target] + index * (MPI_Aint)sizeof(int) : index;
}

static void fences(struct made *made)
{
    MPI_Win win = made->win;
    int right = (made->rank + 1) % made->size, left = (made->rank + made->size - 1) % made->size;
    int from[INTS], into[INTS];
    for (int i = 0; i < INTS; i++)
        from[i] = made->rank * INTS + i;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(from, 1000, MPI_INT, right, at(made, right, 0), 1000, MPI_INT, win);
    MPI_Put(from + 1000, 1, MPI_INT, right, at(made, right, 1000), 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 1001; i++)
        CHECK(made->base[i] == left * INTS + i);
    MPI_Get(into, 1001, MPI_INT, right, at(made, right, 0), 1001, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 1001; i++)
        CHECK(into[i] == made->rank * INTS + i);
    /* Every second int there, every third int here. */
    MPI_Datatype second, third;
    MPI_Type_vector(100, 1, 2, MPI_INT, &second);
    MPI_Type_vector(100, 1, 3, MPI_INT, &third);
    MPI_Type_commit(&second);
    MPI_Type_commit(&third);
    MPI_Put(from, 1, third, right, at(made, right, 2000), 1, second, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 100; i++) {
        CHECK(made->base[2000 + 2 * i] == left * INTS + 3 * i);
        CHECK(i == 99 || made->base[2001 + 2 * i] == 0);
    }
    memset(into, 0, sizeof into);
    MPI_Get(into, 1, third, right, at(made, right, 2000), 1, second, win);
    MPI_Win_fence(0, win);
    MPI_Type_free(&second);
    MPI_Type_free(&third);
}

/* Sums of all processes at one. */
static void accumulates(struct made *made)
{
    MPI_Win win = made->win;
    int own[50], all = made->size * (made->size + 1) / 2, old[50];
    double reals[20];
    memset(made->base, 0, INTS * sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < 50; i++)
        own[i] = (made->rank + 1) * (i + 1);
    for (int i = 0; i < 20; i++)
        reals[i] = (made->rank + 1) * 0.5;
    MPI_Accumulate(own, 50, MPI_INT, 0, at(made, 0, 0), 50, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(own, 50, MPI_INT, 0, at(made, 0, 50), 50, MPI_INT, MPI_MAX, win);
    MPI_Accumulate(reals, 20, MPI_DOUBLE, 0, at(made, 0, 200), 20, MPI_DOUBLE, MPI_SUM, win);
    short halves[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    MPI_Accumulate(halves, 8, MPI_SHORT, 0, at(made, 0, 300), 8, MPI_SHORT, MPI_SUM, win);
    struct {
        double value;
        int index;
    } pair = {made->rank == made->size / 2 ? 100 : made->rank, made->rank};
    MPI_Accumulate(&pair, 1, MPI_DOUBLE_INT, 0, at(made, 0, 400), 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (made->rank == 0) {
        for (int i = 0; i < 50; i++) {
            CHECK(made->base[i] == all * (i + 1));
            CHECK(made->base[50 + i] == made->size * (i + 1));
        }
        for (int i = 0; i < 20; i++)
            CHECK(((double *)(made->base + 200))[i] == all * 0.5);
        for (int i = 0; i < 8; i++)
            CHECK(((short *)(made->base + 300))[i] == made->size * (i + 1));
        CHECK(*(double *)(made->base + 400) == 100);
        CHECK(made->base[402] == made->size / 2);
    }
    MPI_Win_fence(0, win);
    if (made->rank == made->size - 1) {
        MPI_Get_accumulate(own, 50, MPI_INT, old, 50, MPI_INT, 0, at(made, 0, 0), 50, MPI_INT, MPI_REPLACE, win);
    }
    MPI_Win_fence(0, win);
    if (made->rank == made->size - 1)
        for (int i = 0; i < 50; i++)
            CHECK(old[i] == all * (i + 1));
    if (made->rank == 0)
        for (int i = 0; i < 50; i++)
            CHECK(made->base[i] == made->size * (i + 1));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* Numbers that each process draws from a counter at process 0, and what all add to an element there. */
static void counters(struct made *made)
{
    enum { EACH = 40 };
    MPI_Win win = made->win;
    int one = 1, drawn[EACH], marks[64 * EACH] = {0}, sum[64 * EACH];
    double half = 0.5, real, halves[3] = {0.5, 0.5, 0.5}, before[3], last = -1;
    float quarter = 0.25f, small;
    MPI_Barrier(made->comm);
    memset(made->base, 0, INTS * sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < EACH; i++) {
        MPI_Fetch_and_op(&one, drawn + i, MPI_INT, 0, at(made, 0, 0), MPI_SUM, win);
        MPI_Win_flush(0, win);
        MPI_Fetch_and_op(&half, &real, MPI_DOUBLE, 0, at(made, 0, 2), MPI_SUM, win);
        MPI_Win_flush_local(0, win);
        CHECK(real * 2 == (int)(real * 2));
        /* Sums by all ways exclude each other. */
        MPI_Accumulate(&half, 1, MPI_DOUBLE, 0, at(made, 0, 2), 1, MPI_DOUBLE, MPI_SUM, win);
        MPI_Accumulate(halves, 3, MPI_DOUBLE, 0, at(made, 0, 4), 3, MPI_DOUBLE, MPI_SUM, win);
        MPI_Get_accumulate(halves, 3, MPI_DOUBLE, before, 3, MPI_DOUBLE, 0, at(made, 0, 4), 3, MPI_DOUBLE, MPI_SUM, win);
        MPI_Fetch_and_op(&quarter, &small, MPI_FLOAT, 0, at(made, 0, 12), MPI_SUM, win);
        MPI_Accumulate(&quarter, 1, MPI_FLOAT, 0, at(made, 0, 12), 1, MPI_FLOAT, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(before[1] > last && before[1] * 2 == (int)(before[1] * 2));
        CHECK(small * 4 == (int)(small * 4));
        last = before[1];
        CHECK(drawn[i] >= 0 && drawn[i] < EACH * made->size);
        marks[drawn[i]]++;
        int expected = i, next, was;
        do { /* as a lock-free list would */
            next = expected + 1;
            MPI_Compare_and_swap(&next, &expected, &was, MPI_INT, 0, at(made, 0, 10), win);
            MPI_Win_flush(0, win);
        } while (was != expected && ((expected = was) || 1));
    }
    MPI_Win_unlock_all(win);
    MPI_Allreduce(marks, sum, EACH * made->size, MPI_INT, MPI_SUM, made->comm);
    for (int i = 0; i < EACH * made->size; i++)
        CHECK(sum[i] == 1);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    int counted, swapped;
    MPI_Get(&counted, 1, MPI_INT, 0, at(made, 0, 0), 1, MPI_INT, win);
    MPI_Fetch_and_op(NULL, &real, MPI_DOUBLE, 0, at(made, 0, 2), MPI_NO_OP, win);
    MPI_Get_accumulate(NULL, 0, MPI_DOUBLE, before, 3, MPI_DOUBLE, 0, at(made, 0, 4), 3, MPI_DOUBLE, MPI_NO_OP, win);
    MPI_Get(&small, 1, MPI_FLOAT, 0, at(made, 0, 12), 1, MPI_FLOAT, win);
    MPI_Get(&swapped, 1, MPI_INT, 0, at(made, 0, 10), 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(counted == EACH * made->size);
    CHECK(real == EACH * made->size);
    for (int i = 0; i < 3; i++)
        CHECK(before[i] == EACH * made->size);
    CHECK(small == 0.5f * EACH * made->size);
    CHECK(swapped == EACH * made->size);
    /* Read, add, write: right only if the lock excludes. */
    for (int i = 0; i < 10; i++) {
        int value;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, at(made, 0, 20), 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value += 3;
        MPI_Put(&value, 1, MPI_INT, 0, at(made, 0, 20), 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(made->comm);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&counted, 1, MPI_INT, 0, at(made, 0, 20), 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(counted == 30 * made->size);
    MPI_Barrier(made->comm);
}

/* Who asks for a lock gets it, though the others take it again and again: they stop when the last process has had it often enough.
   Shared locks, every third time, see both words of an exclusive one. */
static void orders(struct made *made)
{
    enum { TURNS = 20 };
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(library, &length);
    if (!strstr(library, "Farreach"))
        return; /* the standard promises no order */
    MPI_Win win = made->win;
    int words[2] = {0, 0}, is_last = made->rank == made->size - 1;
    for (int turn = 0; words[0] < TURNS; turn++) {
        int is_shared = turn % 3 == 2;
        MPI_Win_lock(is_shared ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(words, 1, MPI_INT, 0, at(made, 0, 30), 1, MPI_INT, win);
        MPI_Get(words + 1, 1, MPI_INT, 0, at(made, 0, 31), 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        CHECK(words[0] == words[1]);
        if (is_last && !is_shared) {
            words[0]++;
            MPI_Put(words, 1, MPI_INT, 0, at(made, 0, 31), 1, MPI_INT, win);
            MPI_Put(words, 1, MPI_INT, 0, at(made, 0, 30), 1, MPI_INT, win);
        }
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(made->comm);
}

static void posts(struct made *made)
{
    MPI_Win win = made->win;
    MPI_Group all, others;
    int right = (made->rank + 1) % made->size, left = (made->rank + made->size - 1) % made->size;
    MPI_Win_get_group(win, &all);
    for (int round = 1; round < 4; round++) {
        int value = round * 100 + made->rank;
        MPI_Group_incl(all, 1, &left, &others);
        MPI_Win_post(others, 0, win);
        MPI_Group_free(&others);
        MPI_Group_incl(all, 1, &right, &others);
        MPI_Win_start(others, 0, win);
        MPI_Group_free(&others);
        MPI_Put(&value, 1, MPI_INT, right, at(made, right, 7), 1, MPI_INT, win);
        MPI_Win_complete(win);
        if (round % 2) {
            MPI_Win_wait(win);
        } else {
            int flag = 0;
            while (!flag)
                MPI_Win_test(win, &flag);
        }
        CHECK(made->base[7] == round * 100 + left);
    }
    MPI_Group_free(&all);
}

static void requests(struct made *made)
{
    MPI_Win win = made->win;
    MPI_Request all[2];
    int own[10], back[10], old[10];
    MPI_Barrier(made->comm);
    for (int i = 0; i < 10; i++)
        own[i] = i + made->rank;
    MPI_Win_lock_all(0, win);
    int mine = 1000 + 10 * made->rank;
    MPI_Rput(own, 10, MPI_INT, 0, at(made, 0, mine), 10, MPI_INT, win, all);
    MPI_Wait(all, MPI_STATUS_IGNORE);
    MPI_Win_flush(0, win);
    MPI_Raccumulate(own, 10, MPI_INT, 0, at(made, 0, mine), 10, MPI_INT, MPI_SUM, win, all);
    MPI_Wait(all, MPI_STATUS_IGNORE);
    MPI_Win_flush(0, win);
    MPI_Rget(back, 10, MPI_INT, 0, at(made, 0, mine), 10, MPI_INT, win, all);
    MPI_Rget_accumulate(NULL, 0, MPI_INT, old, 10, MPI_INT, 0, at(made, 0, mine), 10, MPI_INT, MPI_NO_OP, win,
                        all + 1);
    MPI_Wait(all, MPI_STATUS_IGNORE);
    MPI_Wait(all + 1, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    for (int i = 0; i < 10; i++)
        CHECK(back[i] == 2 * (i + made->rank) && old[i] == back[i]);
    MPI_Barrier(made->comm);
}

/* The target computes, and calls nothing until it sees what the others have done. With MPICH it would never. */
static void computes(struct made *made)
{
    MPI_Win win = made->win;
    int *model, flag, one = 1;
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    if (*model != MPI_WIN_UNIFIED || is_mpich())
        return;
    made->base[30] = 0;
    MPI_Barrier(made->comm);
    if (made->rank == 0) {
        while (*(volatile int *)(made->base + 30) != made->size - 1)
            sched_yield();
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, at(made, 0, 30), 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(made->comm);
}

static int handled;

static void handler(MPI_Win *win, int *code, ...)
{
    CHECK(*win != MPI_WIN_NULL);
    handled = class_of(*code);
}

static void attributes(struct made *made)
{
    MPI_Win win = made->win;
    void *found;
    int flag, len, key;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Errhandler on_error, got;
    CHECK(MPI_Win_get_attr(win, MPI_WIN_BASE, &found, &flag) == MPI_SUCCESS && flag);
    CHECK(made->kind == DYNAMIC || found == (void *)made->base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &found, &flag);
    CHECK(made->kind == DYNAMIC || *(MPI_Aint *)found == INTS * sizeof(int));
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &found, &flag);
    CHECK(made->kind == DYNAMIC || *(int *)found == sizeof(int));
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &found, &flag);
    CHECK(*(int *)found == (made->kind == ALLOCATED ? MPI_WIN_FLAVOR_ALLOCATE
                            : made->kind == SHARED  ? MPI_WIN_FLAVOR_SHARED
                            : made->kind == DYNAMIC ? MPI_WIN_FLAVOR_DYNAMIC
                                                    : MPI_WIN_FLAVOR_CREATE));
    MPI_Win_set_name(win, "a window");
    MPI_Win_get_name(win, name, &len);
    CHECK(len == 8 && strcmp(name, "a window") == 0);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    MPI_Win_set_attr(win, key, name);
    MPI_Win_get_attr(win, key, &found, &flag);
    CHECK(flag && found == name);
    MPI_Win_delete_attr(win, key);
    MPI_Win_free_keyval(&key);
    CHECK(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
    MPI_Win_create_errhandler(handler, &on_error);
    MPI_Win_set_errhandler(win, on_error);
    MPI_Win_get_errhandler(win, &got);
    CHECK(got == on_error);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&on_error);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    CHECK(handled == MPI_ERR_OTHER);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

static void mistakes(struct made *made)
{
    MPI_Win win = made->win;
    int one = 1, target = made->size - 1;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(class_of(MPI_Put(&one, 1, MPI_INT, target, at(made, target, 0), 1, MPI_INT, win)) == MPI_ERR_RMA_SYNC);
    CHECK(class_of(MPI_Win_unlock(target, win)) == MPI_ERR_RMA_SYNC);
    CHECK(class_of(MPI_Win_complete(win)) == MPI_ERR_RMA_SYNC);
    CHECK(class_of(MPI_Win_lock(MPI_LOCK_SHARED, made->size, 0, win)) == MPI_ERR_RANK);
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    CHECK(MPI_Put(&one, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win) == MPI_SUCCESS);
    CHECK(class_of(MPI_Put(&one, -1, MPI_INT, target, at(made, target, 0), 1, MPI_INT, win)) == MPI_ERR_COUNT);
    if (!is_mpich()) { /* which looks at none of these, or gives another class */
        MPI_Aint end = at(made, target, INTS);
        if (made->kind != DYNAMIC)
            CHECK(class_of(MPI_Put(&one, 1, MPI_INT, target, end, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
        CHECK(class_of(MPI_Put(&one, 1, MPI_INT, target, -1, 1, MPI_INT, win)) == MPI_ERR_DISP);
        MPI_Aint wraps = (MPI_Aint)1 << 62;
        CHECK(class_of(MPI_Put(&one, 1, MPI_INT, target, wraps, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
    }
    MPI_Win_unlock(target, win);
    if (!is_mpich())
        CHECK(class_of(MPI_Win_lock(12345, target, 0, win)) == MPI_ERR_LOCKTYPE);
    MPI_Barrier(made->comm);
}

static void shared(struct made *made)
{
    MPI_Aint bytes;
    int unit, *first, *other;
    MPI_Win_shared_query(made->win, MPI_PROC_NULL, &bytes, &unit, &first);
    CHECK(bytes == INTS * sizeof(int) && unit == sizeof(int));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, made->win);
    made->base[3] = made->rank + 1;
    MPI_Win_sync(made->win);
    MPI_Barrier(made->comm);
    MPI_Win_sync(made->win);
    for (int r = 0; r < made->size; r++) {
        MPI_Win_shared_query(made->win, r, &bytes, &unit, &other);
        CHECK(other == first + r * INTS && other[3] == r + 1);
    }
    MPI_Win_unlock_all(made->win);
    MPI_Barrier(made->comm);
}

/* Memory of other kinds of windows can be loaded and stored as far as it is on this node. */
static void queries(struct made *made)
{
    MPI_Aint bytes;
    int unit, *place;
    if (is_mpich()) /* of version 4.0, which has this for MPI_Win_allocate_shared alone */
        return;
    if (made->kind == DYNAMIC) {
        CHECK(class_of(MPI_Win_shared_query(made->win, 0, &bytes, &unit, &place)) == MPI_ERR_RMA_FLAVOR);
        return;
    }
    MPI_Group near, all;
    int members = 0;
    MPI_Comm_group(node, &near);
    MPI_Comm_group(made->comm, &all);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, made->win);
    made->base[5] = made->rank + 100;
    MPI_Win_sync(made->win);
    MPI_Barrier(made->comm);
    MPI_Win_sync(made->win);
    for (int r = 0; r < made->size; r++) {
        int there;
        MPI_Group_translate_ranks(all, 1, &r, near, &there);
        CHECK(MPI_Win_shared_query(made->win, r, &bytes, &unit, &place) == MPI_SUCCESS);
        if (r == made->rank)
            CHECK(place == made->base);
        if (there == MPI_UNDEFINED)
            CHECK(bytes == 0 && place == NULL);
        if (there != MPI_UNDEFINED && (made->kind == ALLOCATED || made->kind == MPI_MEMORY))
            CHECK(place != NULL);
        if (place != NULL) {
            CHECK(bytes == INTS * sizeof(int) && unit == sizeof(int) && place[5] == r + 100);
            members++;
        }
    }
    CHECK(members >= 1);
    CHECK(MPI_Win_shared_query(made->win, MPI_PROC_NULL, &bytes, &unit, &place) == MPI_SUCCESS);
    CHECK(place != NULL && bytes == INTS * sizeof(int));
    MPI_Win_unlock_all(made->win);
    MPI_Group_free(&near);
    MPI_Group_free(&all);
    MPI_Barrier(made->comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int stack[INTS];
    for (int kind = 0; kind < KINDS; kind++) {
        struct made made;
        make(&made, kind, stack);
        attributes(&made);
        fences(&made);
        accumulates(&made);
        counters(&made);
        orders(&made);
        posts(&made);
        requests(&made);
        computes(&made);
        mistakes(&made);
        if (kind == SHARED)
            shared(&made);
        queries(&made);
        unmake(&made);
    }
    MPI_Comm_free(&node);
    return end();
}
