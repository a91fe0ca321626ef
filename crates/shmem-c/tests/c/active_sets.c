/* The deprecated collectives over active sets: barrier, sync, broadcast, collect, fcollect, alltoall, alltoalls of 32 and
 * 64 bits, and all reductions, with work arrays of the standard's sizes.
 *
 * Several sets overlap, with several strides; a PE goes from one to the next without a barrier of all between, also where
 * they share a pSync, which no program may and some do. Work arrays are left as they were.
 */
#include <complex.h>

#include "check.h"

#define COUNT 3
#define REDUCED 7
#define WORK_ITEMS (REDUCED / 2 + 1 > SHMEM_REDUCE_MIN_WRKDATA_SIZE ? REDUCED / 2 + 1 : SHMEM_REDUCE_MIN_WRKDATA_SIZE)

enum { SETS = 7, CALLS = 12 };

struct active_set {
    int start, log_stride, size;
};

static struct active_set sets[SETS];

/* For each set and call: nobody needs to know when the others are done with one. */
static long *psyncs;
static long *barrier_psyncs;
static void *work;

/* A set's memory: all sets may be under way at a time. */
#define SET_BYTES (ROOM_BYTES / SETS / 16 * 16)

static void make_sets(void)
{
    const struct active_set wanted[SETS] = {
        {0, 0, npes},                      /* all */
        {0, 1, (npes + 1) / 2},            /* even ones */
        {1, 1, npes / 2},                  /* odd ones */
        {npes / 2, 0, npes - npes / 2},    /* the upper half */
        {0, 2, (npes + 3) / 4},            /* every fourth */
        {npes - 1, 0, 1},                  /* one */
        {1, 0, npes - 1},                  /* all but the first */
    };
    memcpy(sets, wanted, sizeof sets);
}

/* My place in the set, or -1. */
static int place(const struct active_set *set)
{
    const int stride = 1 << set->log_stride;
    const int distance = me - set->start;
    return distance >= 0 && distance % stride == 0 && distance / stride < set->size ? distance / stride : -1;
}

/* The PE at a place of the set. */
static int member(const struct active_set *set, int at)
{
    return set->start + at * (1 << set->log_stride);
}

static void expect_restored(const char *function, const long *psync, size_t count)
{
    for (size_t i = 0; i < count; i++)
        EXPECT(function, "pSync", i, SHMEM_SYNC_VALUE, psync[i]);
}

#define ARGUMENTS set->start, set->log_stride, set->size, psync
#define SEED(pe, to, i) seed_of(current_round * SETS + s, pe, to, i)

#define MOVES(SIZE) \
    static void moves_##SIZE(int s, int rank) \
    { \
        const struct active_set *set = &sets[s]; \
        uint##SIZE##_t *source = (uint##SIZE##_t *)((char *)room() + (size_t)s * SET_BYTES); \
        uint##SIZE##_t *dest = source + SET_BYTES / 2 / sizeof *source; \
        long *psync = psyncs + (size_t)s * CALLS * SHMEM_SYNC_SIZE; \
        const int root = set->size - 1; \
        size_t at = 0; \
        /* The root's own copy stays as it was. */ \
        for (size_t i = 0; i < COUNT; i++) \
            source[i] = (uint##SIZE##_t)mix(SEED(me, 0, i)); \
        shmem_broadcast##SIZE(dest, source, COUNT, root, ARGUMENTS); \
        for (size_t i = 0; i < COUNT && rank != root; i++) \
            EXPECT("shmem_broadcast" #SIZE, "element", i, (uint##SIZE##_t)mix(SEED(member(set, root), 0, i)), dest[i]); \
        if (rank == root) \
            expect_untouched("shmem_broadcast" #SIZE, "the root", (const unsigned char *)dest, 4 * COUNT); \
        expect_restored("shmem_broadcast" #SIZE, psync, SHMEM_BCAST_SYNC_SIZE); \
        psync += SHMEM_SYNC_SIZE; \
        source += COUNT; \
        dest += COUNT; \
        /* Place r gives r % 3 elements. */ \
        for (int i = 0; i < rank % 3; i++) \
            source[i] = (uint##SIZE##_t)mix(SEED(me, 1, (size_t)i)); \
        shmem_collect##SIZE(dest, source, (size_t)(rank % 3), ARGUMENTS); \
        for (int from = 0; from < set->size; from++) \
            for (size_t i = 0; i < (size_t)(from % 3); i++, at++) \
                EXPECT("shmem_collect" #SIZE, "element", at, (uint##SIZE##_t)mix(SEED(member(set, from), 1, i)), \
                       dest[at]); \
        expect_restored("shmem_collect" #SIZE, psync, SHMEM_COLLECT_SYNC_SIZE); \
        psync += SHMEM_SYNC_SIZE; \
        source += 3; \
        /* All give as much. */ \
        dest = source + SET_BYTES / 2 / sizeof *source + 3 * npes; \
        for (size_t i = 0; i < COUNT; i++) \
            source[i] = (uint##SIZE##_t)mix(SEED(me, 2, i)); \
        shmem_fcollect##SIZE(dest, source, COUNT, ARGUMENTS); \
        for (size_t i = 0; i < COUNT * (size_t)set->size; i++) \
            EXPECT("shmem_fcollect" #SIZE, "element", i, \
                   (uint##SIZE##_t)mix(SEED(member(set, (int)(i / COUNT)), 2, i % COUNT)), dest[i]); \
        expect_restored("shmem_fcollect" #SIZE, psync, SHMEM_COLLECT_SYNC_SIZE); \
        psync += SHMEM_SYNC_SIZE; \
        source += COUNT; \
        dest += COUNT * npes; \
        /* Each has something for each. */ \
        for (size_t i = 0; i < COUNT * (size_t)set->size; i++) \
            source[i] = (uint##SIZE##_t)mix(SEED(me, 3 + (int)(i / COUNT), i % COUNT)); \
        shmem_alltoall##SIZE(dest, source, COUNT, ARGUMENTS); \
        for (size_t i = 0; i < COUNT * (size_t)set->size; i++) \
            EXPECT("shmem_alltoall" #SIZE, "element", i, \
                   (uint##SIZE##_t)mix(SEED(member(set, (int)(i / COUNT)), 3 + rank, i % COUNT)), dest[i]); \
        expect_restored("shmem_alltoall" #SIZE, psync, SHMEM_ALLTOALL_SYNC_SIZE); \
        psync += SHMEM_SYNC_SIZE; \
        dest += COUNT * npes; \
        shmem_alltoalls##SIZE(dest, source, 3, 1, COUNT, ARGUMENTS); \
        for (size_t i = 0; i < COUNT * (size_t)set->size; i++) { \
            EXPECT("shmem_alltoalls" #SIZE, "element", i, \
                   (uint##SIZE##_t)mix(SEED(member(set, (int)(i / COUNT)), 3 + rank, i % COUNT)), dest[3 * i]); \
            expect_untouched("shmem_alltoalls" #SIZE, "gap", (const unsigned char *)&dest[3 * i + 1], 2 * SIZE / 8); \
        } \
        expect_restored("shmem_alltoalls" #SIZE, psync, SHMEM_ALLTOALLS_SYNC_SIZE); \
    }

MOVES(32)
MOVES(64)

#define SMALL_INT(TYPE, seed) ((TYPE)((int)(mix(seed) % 5) - 2))
#define SMALL_REAL(TYPE, seed) ((TYPE)((int)(mix(seed) % 9) - 4) / 2)
#define SMALL_COMPLEX(TYPE, seed) ((TYPE)((int)(mix(seed) % 5) - 2 + I * ((int)(mix((seed) + 7) % 5) - 2)))

#define AND(found, next) ((found) & (next))
#define OR(found, next) ((found) | (next))
#define XOR(found, next) ((found) ^ (next))
#define MAX(found, next) ((found) > (next) ? (found) : (next))
#define MIN(found, next) ((found) < (next) ? (found) : (next))
#define SUM(found, next) ((found) + (next))
#define PROD(found, next) ((found) * (next))

/* The same work arrays serve again once all of the set have come to its barrier. */
#define REDUCE(NAME, TYPE, KIND, op, MADE, STEP) \
    { \
        const struct active_set *set = &sets[s]; \
        TYPE *source = (TYPE *)((char *)room() + (size_t)s * SET_BYTES); \
        TYPE *dest = in_place ? source : source + SET_BYTES / 2 / sizeof *source; \
        long *psync = psyncs + (size_t)s * CALLS * SHMEM_SYNC_SIZE; \
        TYPE *pwrk = (TYPE *)((char *)work + (size_t)s * WORK_ITEMS * 16); \
        for (size_t i = 0; i < REDUCED; i++) \
            source[i] = MADE##_##KIND(TYPE, SEED(me, 5, i)); \
        shmem_##NAME##_##op##_to_all(dest, source, REDUCED, set->start, set->log_stride, set->size, pwrk, psync); \
        for (size_t i = 0; i < REDUCED; i++) { \
            TYPE expected = MADE##_##KIND(TYPE, SEED(member(set, 0), 5, i)); \
            for (int from = 1; from < set->size; from++) { \
                const TYPE next = MADE##_##KIND(TYPE, SEED(member(set, from), 5, i)); \
                expected = (TYPE)STEP(expected, next); \
            } \
            EXPECT_OF(KIND, "shmem_" #NAME "_" #op "_to_all", #TYPE, i, expected, dest[i]); \
        } \
        expect_untouched("shmem_" #NAME "_" #op "_to_all", #TYPE, (const unsigned char *)&dest[REDUCED], sizeof(TYPE)); \
        expect_restored("shmem_" #NAME "_" #op "_to_all", psync, SHMEM_REDUCE_SYNC_SIZE); \
        shmem_barrier(set->start, set->log_stride, set->size, barrier_psyncs + (size_t)s * SHMEM_BARRIER_SYNC_SIZE); \
        memset(source, UNTOUCHED, SET_BYTES); \
        in_place = !in_place; \
    }
#define BITWISE(NAME, TYPE, KIND) \
    REDUCE(NAME, TYPE, KIND, and, MAKE, AND) \
    REDUCE(NAME, TYPE, KIND, or, MAKE, OR) \
    REDUCE(NAME, TYPE, KIND, xor, MAKE, XOR)
#define ORDERED(NAME, TYPE, KIND) \
    REDUCE(NAME, TYPE, KIND, max, MAKE, MAX) \
    REDUCE(NAME, TYPE, KIND, min, MAKE, MIN)
#define ARITHMETIC(NAME, TYPE, KIND) \
    REDUCE(NAME, TYPE, KIND, sum, SMALL, SUM) \
    REDUCE(NAME, TYPE, KIND, prod, SMALL, PROD)

static void reductions(int s)
{
    int in_place = 0;
    ACTIVE_BITWISE_TYPES(BITWISE)
    ACTIVE_BITWISE_TYPES(ORDERED)
    REAL_REDUCE_TYPES(ORDERED)
    ACTIVE_BITWISE_TYPES(ARITHMETIC)
    REAL_REDUCE_TYPES(ARITHMETIC)
    COMPLEX_REDUCE_TYPES(ARITHMETIC)
}

/* A barrier of a set completes the puts of its members; a sync lets nobody through before all have come. */
static void barriers(int s, int rank)
{
    const struct active_set *set = &sets[s];
    long *psync = barrier_psyncs + (size_t)s * SHMEM_BARRIER_SYNC_SIZE;
    long *sync_psync = psyncs + ((size_t)s * CALLS + CALLS - 1) * SHMEM_SYNC_SIZE;
    int *slots = (int *)((char *)room() + (size_t)s * SET_BYTES);
    for (int repeat = 1; repeat <= 3; repeat++) {
        for (int to = 0; to < set->size; to++)
            shmem_int_p(&slots[rank], repeat * 1000 + me, member(set, to));
        shmem_barrier(ARGUMENTS);
        for (int from = 0; from < set->size; from++)
            EXPECT("shmem_barrier", "int", (size_t)from, repeat * 1000 + member(set, from), slots[from]);
        shmem_sync(set->start, set->log_stride, set->size, sync_psync);
    }
    expect_restored("shmem_barrier", psync, SHMEM_BARRIER_SYNC_SIZE);
    expect_restored("shmem_sync", sync_psync, SHMEM_SYNC_SIZE);
}

static long *new_psyncs(size_t count)
{
    long *memory = (long *)allocate(count * sizeof *memory);
    for (size_t i = 0; i < count; i++)
        memory[i] = SHMEM_SYNC_VALUE;
    return memory;
}

/* In every set that I am in, one after the other. */
#define IN_ALL_SETS(CALL) \
    for (int s = 0; s < SETS; s++) { \
        const int rank = place(&sets[s]); \
        (void)rank; \
        if (rank >= 0) { \
            CALL; \
        } \
    } \
    shmem_barrier_all(); \
    next_round()

/* Who is not in a set may call all the same, and it is nothing. */
static void strangers(void)
{
    long *const dest = (long *)room(), source = 1;
    long *const psync = new_psyncs(SHMEM_SYNC_SIZE);
    for (int s = 0; s < SETS; s++) {
        const struct active_set *set = &sets[s];
        if (set->size < 1 || place(set) >= 0)
            continue;
        shmem_barrier(set->start, set->log_stride, set->size, psync);
        shmem_sync(set->start, set->log_stride, set->size, psync);
        shmem_broadcast64(dest, &source, 1, 0, set->start, set->log_stride, set->size, psync);
        shmem_fcollect64(dest, &source, 1, set->start, set->log_stride, set->size, psync);
        shmem_long_sum_to_all(dest, &source, 1, set->start, set->log_stride, set->size, (long *)work, psync);
        expect_untouched("a collective of others", "long", (unsigned char *)dest, ROOM_BYTES);
    }
    shmem_free(psync);
}

/* All sets that there are, more than have a context of their own, in a row with one pSync, of which nobody filled a word. */
static void one_psync(void)
{
    static long psync[SHMEM_REDUCE_SYNC_SIZE], pwrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE], sums[3 * 16 * 16], given;
    long *sum = sums;
    memset(psync, UNTOUCHED, sizeof psync);
    given = me + 1;
    for (int log_stride = 0; log_stride < 3; log_stride++)
        for (int start = 0; start < npes; start++)
            for (int size = (npes - 1 - start) / (1 << log_stride) + 1; size > 0; size--, sum++) {
                const struct active_set set = {start, log_stride, size};
                if (place(&set) < 0)
                    continue;
                shmem_long_sum_to_all(sum, &given, 1, start, log_stride, size, pwrk, psync);
                long expected = 0;
                for (int at = 0; at < size; at++)
                    expected += member(&set, at) + 1;
                EXPECT("shmem_long_sum_to_all", "one pSync", (size_t)start, expected, *sum);
                shmem_barrier(start, log_stride, size, psync);
            }
    shmem_barrier_all();
}

int main(void)
{
    begin();
    make_sets();
    one_psync();
    psyncs = new_psyncs((size_t)SETS * CALLS * SHMEM_SYNC_SIZE);
    barrier_psyncs = new_psyncs((size_t)SETS * SHMEM_BARRIER_SYNC_SIZE);
    work = allocate((size_t)SETS * WORK_ITEMS * 16);
    shmem_barrier_all();
    for (int repeat = 0; repeat < 2; repeat++) {
        IN_ALL_SETS(barriers(s, rank));
        IN_ALL_SETS(moves_32(s, rank));
        IN_ALL_SETS(moves_64(s, rank));
    }
    IN_ALL_SETS(reductions(s));
    strangers();
    shmem_free(work);
    shmem_free(barrier_psyncs);
    shmem_free(psyncs);
    return finish();
}
