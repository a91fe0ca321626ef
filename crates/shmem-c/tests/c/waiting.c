/* Waiting for and testing variables: one, all, any, some of an array, each with one limit or a vector of them, with and
 * without a mask; every comparison; every type.
 *
 * A round has blocks of variables in each PE's room, one variable per PE that writes. They begin as UNTOUCHED bytes, the
 * START of their type.
 */
#include "check.h"

enum { COMPARISONS = 6, KINDS = 14, FAIR = 4 };

static const int comparisons[COMPARISONS] = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT,
                                             SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};

static int *mask;
static size_t *indices;

/* What a comparison says in C, by its place in the table. */
#define HOLDS(c, a, b) \
    ((c) == 0 ? (a) == (b) : (c) == 1 ? (a) != (b) : (c) == 2 ? (a) > (b) : (c) == 3 ? (a) >= (b) \
     : (c) == 4 ? (a) < (b) : (a) <= (b))
/* The value that PE `from` writes for comparison `c`: in vectors each writes its own. */
#define VALUE(TYPE, c, from, vector) ((TYPE)((c) < 4 ? start + (1 + (vector) * (from)) : start - (1 + (vector) * (from))))
/* The limit that START doesn't satisfy, and the value does. */
#define LIMIT(TYPE, c, from, vector) \
    ((TYPE)((c) == 1 ? start : (c) == 2 ? VALUE(TYPE, c, from, vector) - 1 \
            : (c) == 4 ? VALUE(TYPE, c, from, vector) + 1 : VALUE(TYPE, c, from, vector)))

#define START(TYPE) \
    TYPE start; \
    memset(&start, UNTOUCHED, sizeof start)

/* The indices that any and some report are new ones; all of the mask is set at the end. */
static void report(const char *function, size_t index, size_t n)
{
    EXPECT_TRUE(function, index < n);
    EXPECT(function, "reported twice", index, 0, mask[index]);
    mask[index] = 1;
}

#define COLLECT_ANY(LABEL, CALL) \
    do { \
        memset(mask, 0, n * sizeof *mask); \
        for (size_t seen = 0; seen < n; ) { \
            const size_t index = (CALL); \
            if (index == SIZE_MAX) \
                continue; \
            report(LABEL, index, n); \
            seen++; \
        } \
        EXPECT(LABEL, "nothing left", 0, SIZE_MAX, (CALL)); \
    } while (0)
#define COLLECT_SOME(LABEL, CALL) \
    do { \
        memset(mask, 0, n * sizeof *mask); \
        for (size_t seen = 0; seen < n; ) { \
            const size_t count = (CALL); \
            EXPECT_TRUE(LABEL, count <= n - seen); \
            for (size_t k = 0; k < count; k++) \
                report(LABEL, indices[k], n); \
            seen += count; \
        } \
        EXPECT(LABEL, "nothing left", 0, 0, (CALL)); \
    } while (0)

/* One way of waiting until all PEs have written their variables. The calls see `ivars`, `limits`, `limit`, `n`, `cmp`. */
#define WAIT_BY(HOW, NAME, kind) \
    switch (kind) { \
    case 0: \
        for (size_t i = 0; i < n; i++) \
            HOW(NAME, wait_until, &ivars[i], cmp, limit); \
        break; \
    case 1: \
        for (size_t i = 0; i < n; i++) \
            while (!HOW(NAME, test, &ivars[i], cmp, limit)) \
                ; \
        break; \
    case 2: \
        HOW(NAME, wait_until_all, ivars, n, NULL, cmp, limit); \
        break; \
    case 3: \
        COLLECT_ANY(HOW##_LABEL(NAME, wait_until_any), HOW(NAME, wait_until_any, ivars, n, mask, cmp, limit)); \
        break; \
    case 4: \
        COLLECT_SOME(HOW##_LABEL(NAME, wait_until_some), \
                     HOW(NAME, wait_until_some, ivars, n, indices, mask, cmp, limit)); \
        break; \
    case 5: \
        while (!HOW(NAME, test_all, ivars, n, NULL, cmp, limit)) \
            ; \
        break; \
    case 6: \
        COLLECT_ANY(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, n, mask, cmp, limit)); \
        break; \
    case 7: \
        COLLECT_SOME(HOW##_LABEL(NAME, test_some), HOW(NAME, test_some, ivars, n, indices, mask, cmp, limit)); \
        break; \
    default: \
        break; \
    }
#define WAIT_BY_VECTOR(HOW, NAME, kind) \
    switch (kind) { \
    case 8: \
        HOW(NAME, wait_until_all_vector, ivars, n, NULL, cmp, limits); \
        break; \
    case 9: \
        COLLECT_ANY(HOW##_LABEL(NAME, wait_until_any_vector), \
                    HOW(NAME, wait_until_any_vector, ivars, n, mask, cmp, limits)); \
        break; \
    case 10: \
        COLLECT_SOME(HOW##_LABEL(NAME, wait_until_some_vector), \
                     HOW(NAME, wait_until_some_vector, ivars, n, indices, mask, cmp, limits)); \
        break; \
    case 11: \
        while (!HOW(NAME, test_all_vector, ivars, n, NULL, cmp, limits)) \
            ; \
        break; \
    case 12: \
        COLLECT_ANY(HOW##_LABEL(NAME, test_any_vector), HOW(NAME, test_any_vector, ivars, n, mask, cmp, limits)); \
        break; \
    case 13: \
        COLLECT_SOME(HOW##_LABEL(NAME, test_some_vector), \
                     HOW(NAME, test_some_vector, ivars, n, indices, mask, cmp, limits)); \
        break; \
    default: \
        break; \
    }

/* How variables are written: by atomics where there are some for the type. */
#define BY_ATOMIC(NAME, ...) shmem_##NAME##_atomic_set(__VA_ARGS__)
#define BY_PUT(NAME, ...) shmem_##NAME##_p(__VA_ARGS__)

/* Everyone writes to everyone, and waits for everyone, in all ways: another one of them first in each block. */
#define WAITS(HOW, NAME, TYPE, WRITE) \
    { \
        START(TYPE); \
        const size_t n = (size_t)npes; \
        TYPE *limits = (TYPE *)malloc(n * sizeof *limits); \
        for (int block = 0; block < 2 * COMPARISONS; block++) \
            for (int pe = 0; pe < npes; pe++) \
                WRITE(NAME, (TYPE *)room() + (size_t)block * n + (size_t)me, VALUE(TYPE, block / 2, me, block % 2), \
                      pe); \
        for (int block = 0; block < 2 * COMPARISONS; block++) { \
            const int c = block / 2, cmp = comparisons[c]; \
            TYPE *ivars = (TYPE *)room() + (size_t)block * n; \
            const TYPE limit = LIMIT(TYPE, c, 0, 0); \
            for (int from = 0; from < npes; from++) \
                limits[from] = LIMIT(TYPE, c, from, 1); \
            for (int step = 0; step < KINDS; step++) { \
                const int kind = (current_round + block + step) % KINDS; \
                if (block % 2 == 0) { \
                    WAIT_BY(HOW, NAME, kind) \
                } else { \
                    WAIT_BY_VECTOR(HOW, NAME, kind) \
                } \
            } \
            for (int from = 0; from < npes; from++) \
                EXPECT(HOW##_LABEL(NAME, wait_until), #TYPE, (size_t)from, VALUE(TYPE, c, from, block % 2), \
                       ivars[from]); \
        } \
        free(limits); \
        shmem_barrier_all(); \
        next_round(); \
    }

/* Four variables, of which the second and the fourth satisfy the comparison; nobody else writes to them. */
#define LOCAL(HOW, NAME, TYPE) \
    for (int c = 0; c < COMPARISONS; c++) { \
        START(TYPE); \
        const int cmp = comparisons[c]; \
        const TYPE limit = LIMIT(TYPE, c, 0, 0), value = VALUE(TYPE, c, 0, 0); \
        TYPE *ivars = (TYPE *)room(); \
        const TYPE limits[4] = {limit, limit, limit, limit}; \
        const int first[4] = {1, 0, 1, 0}, last[4] = {1, 1, 1, 0}, none[4] = {1, 1, 1, 1}, bad[4] = {0, 1, 0, 1}; \
        size_t found[4]; \
        ivars[0] = ivars[2] = start; \
        ivars[1] = ivars[3] = value; \
        EXPECT_TRUE(HOW##_LABEL(NAME, test), !HOW(NAME, test, &ivars[0], cmp, limit)); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test), HOW(NAME, test, &ivars[1], cmp, limit) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all), HOW(NAME, test_all, ivars, 4, NULL, cmp, limit) == 0); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all), HOW(NAME, test_all, ivars, 4, first, cmp, limit) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all), HOW(NAME, test_all, ivars, 4, none, cmp, limit) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all), HOW(NAME, test_all, ivars, 0, NULL, cmp, limit) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all_vector), !HOW(NAME, test_all_vector, ivars, 4, NULL, cmp, limits)); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all_vector), HOW(NAME, test_all_vector, ivars, 4, first, cmp, limits)); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_all_vector), HOW(NAME, test_all_vector, ivars, 4, none, cmp, limits)); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, 4, NULL, cmp, limit) % 2 == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, 4, last, cmp, limit) == 3); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, 4, bad, cmp, limit) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, 4, none, cmp, limit) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any), HOW(NAME, test_any, ivars, 0, NULL, cmp, limit) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any_vector), \
                    HOW(NAME, test_any_vector, ivars, 4, last, cmp, limits) == 3); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_any_vector), \
                    HOW(NAME, test_any_vector, ivars, 4, bad, cmp, limits) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), HOW(NAME, test_some, ivars, 4, found, NULL, cmp, limit) == 2); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), found[0] + found[1] == 4 && found[0] % 2 == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), HOW(NAME, test_some, ivars, 4, found, last, cmp, limit) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), found[0] == 3); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), HOW(NAME, test_some, ivars, 4, found, bad, cmp, limit) == 0); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some), HOW(NAME, test_some, ivars, 0, found, NULL, cmp, limit) == 0); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some_vector), \
                    HOW(NAME, test_some_vector, ivars, 4, found, NULL, cmp, limits) == 2); \
        EXPECT_TRUE(HOW##_LABEL(NAME, test_some_vector), \
                    HOW(NAME, test_some_vector, ivars, 4, found, bad, cmp, limits) == 0); \
        HOW(NAME, wait_until_all, ivars, 4, first, cmp, limit); \
        HOW(NAME, wait_until_all, ivars, 4, none, cmp, limit); \
        HOW(NAME, wait_until_all, ivars, 0, NULL, cmp, limit); \
        HOW(NAME, wait_until_all_vector, ivars, 4, first, cmp, limits); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_any), HOW(NAME, wait_until_any, ivars, 4, last, cmp, limit) == 3); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_any), \
                    HOW(NAME, wait_until_any, ivars, 4, none, cmp, limit) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_any), \
                    HOW(NAME, wait_until_any, ivars, 0, NULL, cmp, limit) == SIZE_MAX); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_any_vector), \
                    HOW(NAME, wait_until_any_vector, ivars, 4, last, cmp, limits) == 3); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_some), \
                    HOW(NAME, wait_until_some, ivars, 4, found, NULL, cmp, limit) == 2); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_some), \
                    HOW(NAME, wait_until_some, ivars, 4, found, none, cmp, limit) == 0); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_some_vector), \
                    HOW(NAME, wait_until_some_vector, ivars, 4, found, last, cmp, limits) == 1); \
        EXPECT_TRUE(HOW##_LABEL(NAME, wait_until_some_vector), found[0] == 3); \
        memset(ivars, UNTOUCHED, 4 * sizeof *ivars); \
    }

/* Comparisons are those of the type: a negative number is less than nought if the type has signs. */
#define SIGNS(HOW, NAME, TYPE) \
    { \
        const TYPE values[4] = {(TYPE)-1, 0, 1, (TYPE)((TYPE)1 << (8 * sizeof(TYPE) - 1))}; \
        TYPE *ivar = (TYPE *)room(); \
        for (int c = 0; c < COMPARISONS; c++) \
            for (int i = 0; i < 16; i++) { \
                const TYPE limit = values[i % 4]; \
                const int holds = HOLDS(c, values[i / 4], limit); \
                *ivar = values[i / 4]; \
                EXPECT(HOW##_LABEL(NAME, test), #TYPE, (size_t)(c * 16 + i), holds, \
                       HOW(NAME, test, ivar, comparisons[c], limit)); \
                if (holds) \
                    HOW(NAME, wait_until, ivar, comparisons[c], limit); \
            } \
        memset(ivar, UNTOUCHED, sizeof *ivar); \
    }

#define ALL(HOW, NAME, TYPE, WRITE) \
    LOCAL(HOW, NAME, TYPE) \
    SIGNS(HOW, NAME, TYPE) \
    shmem_sync_all(); \
    WAITS(HOW, NAME, TYPE, WRITE)
/* A function for each, to keep them small for the compiler. */
#define DEFINE(HOW, how, NAME, TYPE, WRITE) \
    static void how##_##NAME(void) \
    { \
        ALL(HOW, NAME, TYPE, WRITE) \
    }
#define WAIT_PLAIN(NAME, TYPE, KIND) DEFINE(PLAIN, plain, NAME, TYPE, BY_ATOMIC)
#define WAIT_GENERIC(NAME, TYPE, KIND) DEFINE(GENERIC, generic, NAME, TYPE, BY_ATOMIC)
#define SHORT_PLAIN(NAME, TYPE, KIND) DEFINE(PLAIN, plain, NAME, TYPE, BY_PUT)
#define SHORT_GENERIC(NAME, TYPE, KIND) DEFINE(GENERIC, generic, NAME, TYPE, BY_PUT)
#define RUN_PLAIN(NAME, TYPE, KIND) plain_##NAME();
#define RUN_GENERIC(NAME, TYPE, KIND) generic_##NAME();

STANDARD_AMO_TYPES(WAIT_PLAIN)
SHORT_WAIT_TYPES(SHORT_PLAIN)
#if HAVE_GENERIC
DISTINCT_STANDARD_AMO_TYPES(WAIT_GENERIC)
SHORT_WAIT_TYPES(SHORT_GENERIC)
#endif

/* A series of calls finds each variable that holds, however many looks at other variables are between them. */
static void fair(size_t n, size_t others, size_t looks)
{
    static long ivars[2 * FAIR];
    memset(mask, 0, n * sizeof *mask);
    for (size_t i = 0; i < n + others; i++)
        ivars[i] = 1;
    for (size_t seen = 0, call = 0; seen < n; call++) {
        EXPECT_TRUE("shmem_long_test_any", call < 1000);
        const size_t index = shmem_long_test_any(ivars, n, NULL, SHMEM_CMP_EQ, 1);
        EXPECT_TRUE("shmem_long_test_any", index < n);
        seen += !mask[index];
        mask[index] = 1;
        for (size_t look = 0; look < looks; look++)
            EXPECT_TRUE("shmem_long_wait_until_any",
                        shmem_long_wait_until_any(ivars + n, others, NULL, SHMEM_CMP_EQ, 1) < others);
    }
}

int main(void)
{
    begin();
    mask = (int *)malloc(((size_t)npes + FAIR) * sizeof *mask);
    indices = (size_t *)malloc((size_t)npes * sizeof *indices);
    STANDARD_AMO_TYPES(RUN_PLAIN)
    SHORT_WAIT_TYPES(RUN_PLAIN)
#if HAVE_GENERIC
    DISTINCT_STANDARD_AMO_TYPES(RUN_GENERIC)
    SHORT_WAIT_TYPES(RUN_GENERIC)
#endif
    for (size_t n = 1; n <= FAIR; n++)
        for (size_t others = 1; others <= FAIR; others++)
            for (size_t looks = 0; looks < FAIR; looks++)
                fair(n, others, looks);
    free(indices);
    free(mask);
    return finish();
}
