/* Team-based reductions and scans: each operation with each type, in place too, on several teams. */
#include <complex.h>

#include "teamwork.h"

#define COUNT 5

/* Small, so that sums and products of all members are exact in floating point; integers wrap. */
#define SMALL_INT(TYPE, seed) ((TYPE)((int)(mix(seed) % 5) - 2))
#define SMALL_REAL(TYPE, seed) ((TYPE)((int)(mix(seed) % 9) - 4) / 2)
#define SMALL_COMPLEX(TYPE, seed) ((TYPE)((int)(mix(seed) % 5) - 2 + I * ((int)(mix((seed) + 7) % 5) - 2)))
#define CONTRIBUTION(TYPE, KIND, from, i) SMALL_##KIND(TYPE, member_seed(team, from, 0, i))
/* For operations that are exact whatever the values. */
#define WIDE(TYPE, KIND, from, i) MEMBER_VALUE(TYPE, KIND, from, 0, i)

/* `found` is what there is so far, `next` the next member's. Arithmetic on narrow types is done in int, and stored. */
#define AND(found, next) ((found) & (next))
#define OR(found, next) ((found) | (next))
#define XOR(found, next) ((found) ^ (next))
#define MAX(found, next) ((found) > (next) ? (found) : (next))
#define MIN(found, next) ((found) < (next) ? (found) : (next))
#define SUM(found, next) ((found) + (next))
#define PROD(found, next) ((found) * (next))

/* COUNT elements, reduced over the members in order. */
#define REDUCE(HOW, NAME, TYPE, KIND, op, VALUE, STEP) \
    { \
        ON_A_TEAM; \
        TYPE *source = (TYPE *)room(); \
        TYPE *dest = current_round % 3 == 0 ? source : (TYPE *)((char *)room() + ROOM_BYTES / 2); \
        for (size_t i = 0; i < COUNT; i++) \
            source[i] = VALUE(TYPE, KIND, rank, i); \
        SUCCEEDS(HOW##_LABEL(NAME, op), HOW(NAME, op, team, dest, source, COUNT)); \
        for (size_t i = 0; i < COUNT; i++) { \
            TYPE expected = VALUE(TYPE, KIND, 0, i); \
            for (int from = 1; from < size; from++) { \
                const TYPE next = VALUE(TYPE, KIND, from, i); \
                expected = (TYPE)STEP(expected, next); \
            } \
            EXPECT_OF(KIND, HOW##_LABEL(NAME, op), #TYPE, i, expected, dest[i]); \
        } \
        expect_untouched(HOW##_LABEL(NAME, op), #TYPE, (const unsigned char *)&dest[COUNT], 4 * sizeof(TYPE)); \
        shmem_sync_all(); \
        next_round(); \
    }

/* The sum of members 0 to before `BEFORE`. */
#define SCAN(HOW, NAME, TYPE, KIND, op, BEFORE) \
    { \
        ON_A_TEAM; \
        TYPE *source = (TYPE *)room(); \
        TYPE *dest = current_round % 3 == 0 ? source : (TYPE *)((char *)room() + ROOM_BYTES / 2); \
        for (size_t i = 0; i < COUNT; i++) \
            source[i] = CONTRIBUTION(TYPE, KIND, rank, i); \
        SUCCEEDS(HOW##_LABEL(NAME, op), HOW(NAME, op, team, dest, source, COUNT)); \
        for (size_t i = 0; i < COUNT; i++) { \
            TYPE expected = 0; \
            for (int from = 0; from < (BEFORE); from++) { \
                const TYPE next = CONTRIBUTION(TYPE, KIND, from, i); \
                expected = (TYPE)SUM(expected, next); \
            } \
            EXPECT_OF(KIND, HOW##_LABEL(NAME, op), #TYPE, i, expected, dest[i]); \
        } \
        expect_untouched(HOW##_LABEL(NAME, op), #TYPE, (const unsigned char *)&dest[COUNT], 4 * sizeof(TYPE)); \
        shmem_sync_all(); \
        next_round(); \
    }

#define BITWISE(HOW, NAME, TYPE, KIND) \
    REDUCE(HOW, NAME, TYPE, KIND, and_reduce, WIDE, AND) \
    REDUCE(HOW, NAME, TYPE, KIND, or_reduce, WIDE, OR) \
    REDUCE(HOW, NAME, TYPE, KIND, xor_reduce, WIDE, XOR)
#define ORDERED(HOW, NAME, TYPE, KIND) \
    REDUCE(HOW, NAME, TYPE, KIND, max_reduce, WIDE, MAX) \
    REDUCE(HOW, NAME, TYPE, KIND, min_reduce, WIDE, MIN)
#define ARITHMETIC(HOW, NAME, TYPE, KIND) \
    REDUCE(HOW, NAME, TYPE, KIND, sum_reduce, CONTRIBUTION, SUM) \
    REDUCE(HOW, NAME, TYPE, KIND, prod_reduce, CONTRIBUTION, PROD) \
    SCAN(HOW, NAME, TYPE, KIND, sum_inscan, rank + 1) \
    SCAN(HOW, NAME, TYPE, KIND, sum_exscan, rank)

/* A function for each family of each type, to keep them small for the compiler. */
#define DEFINE(HOW, how, FAMILY, NAME, TYPE, KIND) \
    static void how##_##FAMILY##_##NAME(void) \
    { \
        FAMILY(HOW, NAME, TYPE, KIND) \
    }
#define BITWISE_PLAIN(NAME, TYPE, KIND) DEFINE(PLAIN, plain, BITWISE, NAME, TYPE, KIND)
#define ORDERED_PLAIN(NAME, TYPE, KIND) DEFINE(PLAIN, plain, ORDERED, NAME, TYPE, KIND)
#define ARITHMETIC_PLAIN(NAME, TYPE, KIND) DEFINE(PLAIN, plain, ARITHMETIC, NAME, TYPE, KIND)
#define BITWISE_GENERIC(NAME, TYPE, KIND) DEFINE(GENERIC, generic, BITWISE, NAME, TYPE, KIND)
#define ORDERED_GENERIC(NAME, TYPE, KIND) DEFINE(GENERIC, generic, ORDERED, NAME, TYPE, KIND)
#define ARITHMETIC_GENERIC(NAME, TYPE, KIND) DEFINE(GENERIC, generic, ARITHMETIC, NAME, TYPE, KIND)
#define RUN_BITWISE_PLAIN(NAME, TYPE, KIND) plain_BITWISE_##NAME();
#define RUN_ORDERED_PLAIN(NAME, TYPE, KIND) plain_ORDERED_##NAME();
#define RUN_ARITHMETIC_PLAIN(NAME, TYPE, KIND) plain_ARITHMETIC_##NAME();
#define RUN_BITWISE_GENERIC(NAME, TYPE, KIND) generic_BITWISE_##NAME();
#define RUN_ORDERED_GENERIC(NAME, TYPE, KIND) generic_ORDERED_##NAME();
#define RUN_ARITHMETIC_GENERIC(NAME, TYPE, KIND) generic_ARITHMETIC_##NAME();

BITWISE_REDUCE_TYPES(BITWISE_PLAIN)
ORDERED_REDUCE_TYPES(ORDERED_PLAIN)
ORDERED_REDUCE_TYPES(ARITHMETIC_PLAIN)
COMPLEX_REDUCE_TYPES(ARITHMETIC_PLAIN)
#if HAVE_GENERIC
BITWISE_REDUCE_TYPES(BITWISE_GENERIC)
DISTINCT_TYPES(ORDERED_GENERIC)
DISTINCT_TYPES(ARITHMETIC_GENERIC)
COMPLEX_REDUCE_TYPES(ARITHMETIC_GENERIC)
#endif

/* More than any buffer on the way. */
static void large(void)
{
    const size_t count = 40000;
    double *source = (double *)allocate(count * sizeof *source);
    double *dest = (double *)allocate(count * sizeof *dest);
    for (size_t i = 0; i < count; i++)
        source[i] = (double)(i % 1000) + me;
    SUCCEEDS("shmem_double_sum_reduce", shmem_double_sum_reduce(SHMEM_TEAM_WORLD, dest, source, count));
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_double_sum_reduce of 320 kB", "double", i,
               (double)(i % 1000) * npes + npes * (npes - 1) / 2, dest[i]);
    SUCCEEDS("shmem_double_max_reduce", shmem_double_max_reduce(SHMEM_TEAM_WORLD, dest, dest, count));
    SUCCEEDS("shmem_double_sum_exscan", shmem_double_sum_exscan(SHMEM_TEAM_WORLD, dest, source, count));
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_double_sum_exscan of 320 kB", "double", i, (double)(i % 1000) * me + me * (me - 1) / 2, dest[i]);
    shmem_free(dest);
    shmem_free(source);
}

/* A sum of long doubles has their precision, not that of doubles. */
static void precise(void)
{
    long double *sum = (long double *)room();
    const long double expected = npes + 0x1p-58L * npes;
    sum[0] = 1 + 0x1p-58L;
    SUCCEEDS("shmem_longdouble_sum_reduce", shmem_longdouble_sum_reduce(SHMEM_TEAM_WORLD, sum, sum, 1));
    EXPECT("shmem_longdouble_sum_reduce", "long double", 0, expected, sum[0]);
    shmem_sync_all();
    next_round();
}

/* Nothing to reduce is nothing to do, but still together. */
static void nothing(void)
{
    int *memory = (int *)room();
    SUCCEEDS("shmem_int_sum_reduce", shmem_int_sum_reduce(SHMEM_TEAM_WORLD, memory, memory, 0));
    SUCCEEDS("shmem_int_sum_inscan", shmem_int_sum_inscan(SHMEM_TEAM_WORLD, memory, memory, 0));
    expect_untouched("shmem_int_sum_reduce", "int", (const unsigned char *)memory, 64);
}

int main(void)
{
    begin();
    make_teams();
    BITWISE_REDUCE_TYPES(RUN_BITWISE_PLAIN)
    ORDERED_REDUCE_TYPES(RUN_ORDERED_PLAIN)
    ORDERED_REDUCE_TYPES(RUN_ARITHMETIC_PLAIN)
    COMPLEX_REDUCE_TYPES(RUN_ARITHMETIC_PLAIN)
#if HAVE_GENERIC
    BITWISE_REDUCE_TYPES(RUN_BITWISE_GENERIC)
    DISTINCT_TYPES(RUN_ORDERED_GENERIC)
    DISTINCT_TYPES(RUN_ARITHMETIC_GENERIC)
    COMPLEX_REDUCE_TYPES(RUN_ARITHMETIC_GENERIC)
#endif
    precise();
    nothing();
    large();
    destroy_teams();
    return finish();
}
