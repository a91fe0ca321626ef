/*
 * Accumulates: every operation on every type of number that processors have, in a row and with gaps, with and without the old
 * elements, by all processes to all others. Then all processes change the same elements at once by all calls.
 *
 *   memory of a process   one region for each process, which alone changes it     size * REGION bytes
 *                         what all processes change                                SHARED bytes
 */
#include "check.h"

#include <stdint.h>

/* Elements of a long access, which take several messages and several locks. */
enum { LONG = 5000, REGION = LONG * 8 + 64, SHARED = LONG * 8 + 64, EACH = 8 };

static const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_REPLACE, MPI_NO_OP,
                             MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
/* Those of floating-point numbers. */
enum { OPS = sizeof ops / sizeof *ops, REAL_OPS = 6 };

static uint64_t state;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Elements whose results are exact: of integers all bits, and zero now and then. */
static void fill(MPI_Datatype type, void *into, int count)
{
    for (int i = 0; i < count; i++) {
        const uint64_t word = draw() % 4 == 0 ? 0 : draw() ^ draw() << 40;
        if (type == MPI_FLOAT)
            ((float *)into)[i] = (float)(word % 32) - 16;
        else if (type == MPI_DOUBLE)
            ((double *)into)[i] = (double)(word % 32) - 16;
        else if (type == MPI_SHORT)
            ((int16_t *)into)[i] = (int16_t)word;
        else if (type == MPI_INT || type == MPI_UNSIGNED)
            ((uint32_t *)into)[i] = (uint32_t)word;
        else
            ((uint64_t *)into)[i] = word;
    }
}

/* What the elements become. */
static void model(const void *from, void *into, int count, MPI_Datatype type, int bytes, MPI_Op op)
{
    if (op == MPI_REPLACE)
        memcpy(into, from, (size_t)(count * bytes));
    else if (op != MPI_NO_OP)
        MPI_Reduce_local(from, into, count, type, op);
}

/* Each process changes its region of each process, and then finds there what it has to. */
static void each_alone(MPI_Win win)
{
    const MPI_Datatype types[] = {MPI_INT, MPI_UNSIGNED, MPI_INT64_T, MPI_UINT64_T, MPI_SHORT, MPI_FLOAT, MPI_DOUBLE};
    /* The longest takes two messages where elements have 8 bytes. */
    const int counts[] = {1, 2, 9, 2500};
    static char from[LONG * 8], wanted[LONG * 8], old[LONG * 8], found[REGION];
    state = 88172645463325252u + (uint64_t)rank;
    for (int t = 0; t < 7; t++) {
        int bytes;
        MPI_Type_size(types[t], &bytes);
        for (int o = 0; o < (t < 5 ? OPS : REAL_OPS); o++) {
            for (int c = 0; c < 4; c++) {
                const int count = counts[c], target = (rank + o + c) % size;
                const MPI_Aint at = (MPI_Aint)rank * REGION + (draw() % 3 == 0 ? 3 : 8);
                fill(types[t], wanted, count);
                MPI_Put(wanted, count * bytes, MPI_BYTE, target, at, count * bytes, MPI_BYTE, win);
                MPI_Win_flush(target, win);
                for (int again = 0; again < 2; again++) {
                    fill(types[t], from, count);
                    MPI_Accumulate(from, count, types[t], target, at, count, types[t], ops[o], win);
                    model(from, wanted, count, types[t], bytes, ops[o]);
                }
                fill(types[t], from, count);
                MPI_Get_accumulate(from, count, types[t], old, count, types[t], target, at, count, types[t], ops[o], win);
                MPI_Win_flush(target, win);
                CHECK(memcmp(old, wanted, (size_t)(count * bytes)) == 0);
                model(from, wanted, count, types[t], bytes, ops[o]);
                MPI_Get_accumulate(NULL, 0, types[t], old, count, types[t], target, at, count, types[t], MPI_NO_OP, win);
                MPI_Get(found, count * bytes, MPI_BYTE, target, at, count * bytes, MPI_BYTE, win);
                MPI_Win_flush(target, win);
                CHECK(memcmp(old, wanted, (size_t)(count * bytes)) == 0);
                CHECK(memcmp(found, wanted, (size_t)(count * bytes)) == 0);
            }
        }
    }
}

/* Every second element, in the order of calls, of which some return the old elements. */
static void with_gaps(MPI_Win win)
{
    enum { COUNT = 300 };
    int64_t from[COUNT], old[COUNT], wanted[COUNT];
    const MPI_Aint at = (MPI_Aint)rank * REGION;
    MPI_Datatype second;
    MPI_Type_vector(COUNT, 1, 2, MPI_INT64_T, &second);
    MPI_Type_commit(&second);
    for (int target = 0; target < size; target++) {
        memset(wanted, 0, sizeof wanted);
        MPI_Put(wanted, COUNT, MPI_INT64_T, target, at, 1, second, win);
        for (int round = 0; round < 6; round++) {
            const MPI_Op op = round % 2 ? MPI_BXOR : MPI_MAX;
            MPI_Request request;
            fill(MPI_INT64_T, from, COUNT);
            if (round % 3) {
                MPI_Accumulate(from, COUNT, MPI_INT64_T, target, at, 1, second, op, win);
            } else {
                MPI_Rget_accumulate(from, COUNT, MPI_INT64_T, old, COUNT, MPI_INT64_T, target, at, 1, second, op, win, &request);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
                CHECK(memcmp(old, wanted, sizeof old) == 0);
            }
            model(from, wanted, COUNT, MPI_INT64_T, 8, op);
        }
        MPI_Get(old, COUNT, MPI_INT64_T, target, at, 1, second, win);
        MPI_Win_flush(target, win);
        CHECK(memcmp(old, wanted, sizeof old) == 0);
    }
    MPI_Type_free(&second);
}

/* All add to the same elements by all calls. An element's old values are all different. */
static void sums_of_all(MPI_Win win, MPI_Datatype type, int bytes)
{
    enum { FEW = 3, CALLS = 3 };
    static char ones[LONG * 8], old[LONG * 8];
    const MPI_Aint at = (MPI_Aint)size * REGION;
    const int all = EACH * size;
    int *marks = calloc((size_t)(all * CALLS), sizeof(int)), *sums = calloc((size_t)(all * CALLS), sizeof(int));
    for (int i = 0; i < LONG; i++) {
        if (type == MPI_DOUBLE)
            ((double *)ones)[i] = 1;
        else if (type == MPI_INT)
            ((int32_t *)ones)[i] = 1;
        else
            ((int64_t *)ones)[i] = 1;
    }
    for (int target = 0; target < size; target += size > 1 ? size - 1 : 1) {
        memset(marks, 0, (size_t)(all * CALLS) * sizeof(int));
        for (int i = 0; i < EACH; i++) {
            /* The first element: one addition that returns it in each of CALLS calls. */
            const int counts[CALLS] = {LONG, FEW, 1};
            for (int c = 0; c < CALLS; c++) {
                double number;
                if (counts[c] == 1)
                    MPI_Fetch_and_op(ones, old, type, target, at, MPI_SUM, win);
                else
                    MPI_Get_accumulate(ones, counts[c], type, old, counts[c], type, target, at, counts[c], type, MPI_SUM, win);
                MPI_Win_flush(target, win);
                number = type == MPI_DOUBLE ? *(double *)old : type == MPI_INT ? *(int32_t *)old : (double)*(int64_t *)old;
                CHECK(number >= 0 && number < all * CALLS && number == (int)number);
                marks[(int)number]++;
            }
            /* The others are added to by calls that return nothing, too. */
            MPI_Accumulate(ones, LONG - 1, type, target, at + bytes, LONG - 1, type, MPI_SUM, win);
            MPI_Accumulate(ones, 1, type, target, at + bytes, 1, type, MPI_SUM, win);
        }
        MPI_Win_flush(target, win);
        MPI_Allreduce(marks, sums, all * CALLS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < all * CALLS; i++)
            CHECK(sums[i] == 1);
        MPI_Get(old, LONG, type, target, at, LONG, type, win);
        MPI_Win_flush(target, win);
        for (int i = 0; i < LONG; i++) {
            const int wanted = all * (i == 0 ? 3 : i == 1 ? 4 : i < FEW ? 3 : 2);
            CHECK(type == MPI_DOUBLE  ? ((double *)old)[i] == wanted
                  : type == MPI_INT ? ((int32_t *)old)[i] == wanted
                                    : ((int64_t *)old)[i] == wanted);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            memset(old, 0, sizeof old);
            MPI_Put(old, LONG * bytes, MPI_BYTE, target, at, LONG * bytes, MPI_BYTE, win);
            MPI_Win_flush(target, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(marks);
    free(sums);
}

/* The largest of all, and bits of all. */
static void others_of_all(MPI_Win win)
{
    enum { COUNT = 2000 };
    static uint32_t from[COUNT], old[COUNT];
    static double reals[COUNT], were[COUNT];
    const MPI_Aint at = (MPI_Aint)size * REGION;
    for (int i = 0; i < EACH; i++) {
        for (int k = 0; k < COUNT; k++) {
            from[k] = 1u << (rank + i) % 32;
            reals[k] = rank + i * k % 7;
        }
        MPI_Accumulate(from, COUNT, MPI_UNSIGNED, 0, at, COUNT, MPI_UNSIGNED, MPI_BOR, win);
        MPI_Get_accumulate(from, COUNT, MPI_UNSIGNED, old, COUNT, MPI_UNSIGNED, 0, at, COUNT, MPI_UNSIGNED, MPI_BOR, win);
        MPI_Accumulate(reals, COUNT, MPI_DOUBLE, 0, at + 4 * COUNT, COUNT, MPI_DOUBLE, MPI_MAX, win);
        MPI_Get_accumulate(reals, COUNT, MPI_DOUBLE, were, COUNT, MPI_DOUBLE, 0, at + 4 * COUNT, COUNT, MPI_DOUBLE, MPI_MAX, win);
        MPI_Win_flush(0, win);
        for (int k = 0; k < COUNT; k++)
            CHECK(old[k] & from[k] && were[k] >= reals[k]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(old, COUNT, MPI_UNSIGNED, 0, at, COUNT, MPI_UNSIGNED, win);
    MPI_Get(were, COUNT, MPI_DOUBLE, 0, at + 4 * COUNT, COUNT, MPI_DOUBLE, win);
    MPI_Win_flush(0, win);
    uint32_t bits = 0;
    for (int i = 0; i < EACH + size - 1; i++)
        bits |= 1u << i % 32;
    for (int k = 0; k < COUNT; k++) {
        double most = 0;
        for (int i = 0; i < EACH; i++)
            most = i * k % 7 > most ? i * k % 7 : most;
        CHECK(old[k] == bits && were[k] == most + size - 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Different operations change an element at once, of which each leaves the bits of the others. The standard leaves it open. */
static void mixed(MPI_Win win)
{
    const MPI_Aint at = (MPI_Aint)size * REGION + LONG * 8;
    int64_t flip[2] = {1, 1}, two = 2, old[2], was = 0, next;
    for (int i = 0; i < EACH * 2; i++) {
        MPI_Accumulate(flip, 2, MPI_INT64_T, 0, at, 2, MPI_INT64_T, MPI_BXOR, win);
        MPI_Get_accumulate(flip, 2, MPI_INT64_T, old, 2, MPI_INT64_T, 0, at, 2, MPI_INT64_T, MPI_BXOR, win);
        MPI_Fetch_and_op(&two, old, MPI_INT64_T, 0, at, MPI_SUM, win);
        MPI_Accumulate(&two, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, MPI_SUM, win);
        for (;;) {
            int64_t found;
            next = was + 2;
            MPI_Compare_and_swap(&next, &was, &found, MPI_INT64_T, 0, at, win);
            MPI_Win_flush(0, win);
            if (found == was)
                break;
            was = found;
        }
    }
    MPI_Win_flush(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&was, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
    MPI_Win_flush(0, win);
    CHECK(was == 6 * EACH * 2 * size);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The target calls nothing meanwhile. */
static void target_computes(MPI_Win win, const char *base)
{
    enum { COUNT = 5000 };
    static int from[COUNT], old[COUNT];
    const MPI_Aint at = (MPI_Aint)size * REGION;
    const volatile int *done = (const volatile int *)(base + at + LONG * 8 + 32);
    if (rank == 0) {
        while (*done < size - 1)
            ;
        MPI_Win_sync(win);
        return;
    }
    for (int k = 0; k < COUNT; k++)
        from[k] = k + rank;
    const int one = 1;
    MPI_Accumulate(from, COUNT, MPI_INT, 0, at, COUNT, MPI_INT, MPI_MIN, win);
    MPI_Get_accumulate(from, COUNT, MPI_INT, old, COUNT, MPI_INT, 0, at, COUNT, MPI_INT, MPI_MIN, win);
    MPI_Win_flush(0, win);
    for (int k = 0; k < COUNT; k++)
        CHECK(old[k] <= from[k]);
    MPI_Accumulate(&one, 1, MPI_INT, 0, at + LONG * 8 + 32, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
}

/* A window with memory of a process that does not have the window: process 1 brings that of process 0 if they share a node. */
static void memory_of_a_neighbour(void)
{
    enum { COUNT = 50 };
    int64_t *own, *brought, ones[COUNT], old[COUNT];
    MPI_Comm node, others;
    MPI_Win shared, win;
    int at_node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &at_node);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &others);
    MPI_Win_allocate_shared(sizeof ones, 8, MPI_INFO_NULL, node, &own, &shared);
    memset(own, 0, sizeof ones);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0) {
        brought = own;
        if (rank == 1 && at_node == 1) {
            MPI_Aint bytes;
            int unit;
            MPI_Win_shared_query(shared, 0, &bytes, &unit, &brought);
        }
        MPI_Win_create(brought, sizeof ones, 8, MPI_INFO_NULL, others, &win);
        MPI_Win_lock_all(0, win);
        for (int k = 0; k < COUNT; k++)
            ones[k] = 1;
        for (int i = 0; i < EACH; i++) {
            MPI_Get_accumulate(ones, COUNT, MPI_INT64_T, old, COUNT, MPI_INT64_T, 0, 0, COUNT, MPI_INT64_T, MPI_SUM, win);
            MPI_Win_flush(0, win);
            for (int k = 0; k < COUNT; k++)
                CHECK(old[k] >= i && old[k] < EACH * (size - 1));
        }
        MPI_Barrier(others);
        MPI_Get(old, COUNT, MPI_INT64_T, 0, 0, COUNT, MPI_INT64_T, win);
        MPI_Win_flush(0, win);
        for (int k = 0; k < COUNT; k++)
            CHECK(old[k] == EACH * (size - 1));
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&shared);
    MPI_Comm_free(&others);
    MPI_Comm_free(&node);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int created = 0; created < 2; created++) {
        char *base;
        MPI_Win win;
        const MPI_Aint bytes = (MPI_Aint)size * REGION + SHARED;
        if (created) {
            base = calloc(1, (size_t)bytes);
            MPI_Win_create(base, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        } else {
            MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
            memset(base, 0, (size_t)bytes);
        }
        MPI_Win_lock_all(0, win);
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        each_alone(win);
        with_gaps(win);
        sums_of_all(win, MPI_INT, 4);
        sums_of_all(win, MPI_INT64_T, 8);
        sums_of_all(win, MPI_DOUBLE, 8);
        others_of_all(win);
        if (!is_mpich())
            mixed(win);
        if (!is_mpich() && !created)
            target_computes(win, base);
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_free(&win);
        if (created)
            free(base);
    }
    memory_of_a_neighbour();
    return end();
}
