/* Atomic operations: each one's result and what it leaves at the target, for every type, on the default and on another
 * context; then all PEs at once on the same variables.
 */
#include "check.h"

static shmem_ctx_t ctx;

/* Arithmetic wraps as the processor's does. */
#define PLUS_INT(TYPE, a, b) ((TYPE)((uint64_t)(a) + (uint64_t)(b)))

/* Fills my cells, one for each PE that may come: what it finds there is index 0. */
#define FILL(TYPE, KIND) \
    TYPE *cells = (TYPE *)room(); \
    do { \
        for (int from = 0; from < npes; from++) \
            cells[from] = MAKE_##KIND(TYPE, seed_of(current_round, from, me, 0)); \
        shmem_barrier_all(); \
    } while (0)

/* Everyone has finished: my cells hold LEFT, of which `from` is the PE that came. */
#define CHECK_LEFT(TYPE, LABEL, LEFT) \
    do { \
        shmem_ctx_quiet(ctx); \
        shmem_barrier_all(); \
        for (int from = 0; from < npes; from++) { \
            const TYPE expected = (LEFT); \
            EXPECT(LABEL, #TYPE, (size_t)from, expected, cells[from]); \
        } \
        next_round(); \
    } while (0)

/* The n-th value of this round between `from` and `to`. */
#define DRAWN(TYPE, KIND, from, to, n) MAKE_##KIND(TYPE, seed_of(current_round, from, to, n))

/* What comes after an operation without a result is ordered behind it by a fence alone. */
static void order(void)
{
    shmem_fence();
    shmem_ctx_fence(ctx);
}

/* Calls and compares the result. */
#define RESULT(HOW, NAME, TYPE, expected, op, ...) \
    do { \
        const TYPE found = HOW(NAME, op, __VA_ARGS__); \
        EXPECT(HOW##_LABEL(NAME, op), #TYPE, (size_t)pe, expected, found); \
    } while (0)

#define EXTENDED(HOW, NAME, TYPE, KIND) \
    { \
        FILL(TYPE, KIND); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE old = DRAWN(TYPE, KIND, me, pe, 0), a = DRAWN(TYPE, KIND, me, pe, 1); \
            const TYPE b = DRAWN(TYPE, KIND, me, pe, 2); \
            RESULT(HOW, NAME, TYPE, old, atomic_fetch, &cells[me], pe); \
            RESULT(HOW, NAME, TYPE, old, atomic_swap, &cells[me], a, pe); \
            RESULT(HOW, NAME, TYPE, a, atomic_fetch, &cells[me], pe); \
            HOW(NAME, atomic_set, &cells[me], b, pe); \
        } \
        CHECK_LEFT(TYPE, HOW##_LABEL(NAME, atomic_set), DRAWN(TYPE, KIND, from, me, 2)); \
    }

#define STANDARD(HOW, NAME, TYPE, KIND) \
    { \
        FILL(TYPE, KIND); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE old = DRAWN(TYPE, KIND, me, pe, 0), a = DRAWN(TYPE, KIND, me, pe, 1); \
            const TYPE b = DRAWN(TYPE, KIND, me, pe, 2), c = DRAWN(TYPE, KIND, me, pe, 3); \
            RESULT(HOW, NAME, TYPE, old, atomic_compare_swap, &cells[me], b, c, pe); \
            RESULT(HOW, NAME, TYPE, old, atomic_compare_swap, &cells[me], old, a, pe); \
            RESULT(HOW, NAME, TYPE, a, atomic_fetch_inc, &cells[me], pe); \
            RESULT(HOW, NAME, TYPE, PLUS_INT(TYPE, a, 1), atomic_fetch_add, &cells[me], b, pe); \
            HOW(NAME, atomic_inc, &cells[me], pe); \
            order(); \
            RESULT(HOW, NAME, TYPE, PLUS_INT(TYPE, PLUS_INT(TYPE, a, 2), b), atomic_fetch, &cells[me], pe); \
            HOW(NAME, atomic_add, &cells[me], c, pe); \
        } \
        CHECK_LEFT(TYPE, HOW##_LABEL(NAME, atomic_add), \
                   PLUS_INT(TYPE, PLUS_INT(TYPE, DRAWN(TYPE, KIND, from, me, 1), 2), \
                            PLUS_INT(TYPE, DRAWN(TYPE, KIND, from, me, 2), DRAWN(TYPE, KIND, from, me, 3)))); \
    }

#define BITWISE_LEFT(TYPE, KIND) \
    (((((((DRAWN(TYPE, KIND, from, me, 0) & DRAWN(TYPE, KIND, from, me, 1)) | DRAWN(TYPE, KIND, from, me, 2)) ^ \
         DRAWN(TYPE, KIND, from, me, 3)) & DRAWN(TYPE, KIND, from, me, 4)) | DRAWN(TYPE, KIND, from, me, 5)) ^ \
       DRAWN(TYPE, KIND, from, me, 6)))
#define BITWISE(HOW, NAME, TYPE, KIND) \
    { \
        FILL(TYPE, KIND); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE now = DRAWN(TYPE, KIND, me, pe, 0); \
            RESULT(HOW, NAME, TYPE, now, atomic_fetch_and, &cells[me], DRAWN(TYPE, KIND, me, pe, 1), pe); \
            now &= DRAWN(TYPE, KIND, me, pe, 1); \
            RESULT(HOW, NAME, TYPE, now, atomic_fetch_or, &cells[me], DRAWN(TYPE, KIND, me, pe, 2), pe); \
            now |= DRAWN(TYPE, KIND, me, pe, 2); \
            RESULT(HOW, NAME, TYPE, now, atomic_fetch_xor, &cells[me], DRAWN(TYPE, KIND, me, pe, 3), pe); \
            now ^= DRAWN(TYPE, KIND, me, pe, 3); \
            HOW(NAME, atomic_and, &cells[me], DRAWN(TYPE, KIND, me, pe, 4), pe); \
            order(); \
            now &= DRAWN(TYPE, KIND, me, pe, 4); \
            RESULT(HOW, NAME, TYPE, now, atomic_fetch, &cells[me], pe); \
            HOW(NAME, atomic_or, &cells[me], DRAWN(TYPE, KIND, me, pe, 5), pe); \
            order(); \
            now |= DRAWN(TYPE, KIND, me, pe, 5); \
            RESULT(HOW, NAME, TYPE, now, atomic_fetch, &cells[me], pe); \
            HOW(NAME, atomic_xor, &cells[me], DRAWN(TYPE, KIND, me, pe, 6), pe); \
        } \
        CHECK_LEFT(TYPE, HOW##_LABEL(NAME, atomic_xor), BITWISE_LEFT(TYPE, KIND)); \
    }

/* All PEs change the same variables of PE 0: nothing is lost or done twice. Variable 0 is counted, 1 added to, 2 counted
 * by compare-and-swap, 3 set by whoever comes and swapped; all begin at 0. */
#define REPEATS 5
#define CONTENDED(NAME, TYPE, KIND) \
    { \
        TYPE *shared = (TYPE *)room(); \
        TYPE last = 0; \
        if (me == 0) \
            memset(shared, 0, 4 * sizeof *shared); \
        shmem_barrier_all(); \
        for (int repeat = 0; repeat < REPEATS; repeat++) { \
            const TYPE count = shmem_##NAME##_atomic_fetch_inc(&shared[0], 0); \
            if (repeat > 0) \
                EXPECT_TRUE(PLAIN_LABEL(NAME, atomic_fetch_inc), count > last); \
            last = count; \
            shmem_##NAME##_atomic_add(&shared[1], (TYPE)(me + 1), 0); \
            for (TYPE seen = 0, next;; seen = next) { \
                next = shmem_##NAME##_atomic_compare_swap(&shared[2], seen, (TYPE)(seen + 1), 0); \
                if (next == seen) \
                    break; \
            } \
            shmem_##NAME##_atomic_swap(&shared[3], (TYPE)(me + 1), 0); \
        } \
        shmem_barrier_all(); \
        if (me == 0) { \
            const int sum = REPEATS * npes * (npes + 1) / 2; \
            EXPECT(PLAIN_LABEL(NAME, atomic_fetch_inc), #TYPE, 0, (TYPE)(REPEATS * npes), shared[0]); \
            EXPECT(PLAIN_LABEL(NAME, atomic_add), #TYPE, 1, (TYPE)sum, shared[1]); \
            EXPECT(PLAIN_LABEL(NAME, atomic_compare_swap), #TYPE, 2, (TYPE)(REPEATS * npes), shared[2]); \
            EXPECT_TRUE(PLAIN_LABEL(NAME, atomic_swap), shared[3] >= 1 && shared[3] <= (TYPE)npes); \
        } \
        next_round(); \
    }

/* Each PE sets, clears and toggles bits of its own in the same word of the last PE. */
#define CONTENDED_BITS(NAME, TYPE, KIND) \
    { \
        TYPE *word = (TYPE *)room(); \
        const TYPE mine = (TYPE)3 << (2 * (me % 15)); \
        const TYPE one = (TYPE)1 << (2 * (me % 15)); \
        TYPE expected = 0; \
        *word = 0; \
        shmem_barrier_all(); \
        for (int repeat = 0; repeat < REPEATS; repeat++) { \
            TYPE found = shmem_##NAME##_atomic_fetch_or(word, mine, npes - 1); \
            EXPECT(PLAIN_LABEL(NAME, atomic_fetch_or), #TYPE, 0, repeat == 0 ? (TYPE)0 : one, (TYPE)(found & mine)); \
            found = shmem_##NAME##_atomic_fetch_xor(word, one, npes - 1); \
            EXPECT(PLAIN_LABEL(NAME, atomic_fetch_xor), #TYPE, 0, mine, (TYPE)(found & mine)); \
            found = shmem_##NAME##_atomic_fetch_and(word, (TYPE)~mine, npes - 1); \
            EXPECT(PLAIN_LABEL(NAME, atomic_fetch_and), #TYPE, 0, (TYPE)(mine ^ one), (TYPE)(found & mine)); \
            shmem_##NAME##_atomic_or(word, one, npes - 1); \
            order(); \
        } \
        shmem_barrier_all(); \
        for (int pe = 0; pe < npes; pe++) \
            expected |= (TYPE)1 << (2 * (pe % 15)); \
        if (me == npes - 1) \
            EXPECT(PLAIN_LABEL(NAME, atomic_or), #TYPE, 0, expected, *word); \
        next_round(); \
    }

#define EXTENDED_PLAIN(NAME, TYPE, KIND) EXTENDED(PLAIN, NAME, TYPE, KIND)
#define EXTENDED_ON_CTX(NAME, TYPE, KIND) EXTENDED(ON_CTX, NAME, TYPE, KIND)
#define EXTENDED_GENERIC(NAME, TYPE, KIND) EXTENDED(GENERIC, NAME, TYPE, KIND)
#define EXTENDED_GENERIC_CTX(NAME, TYPE, KIND) EXTENDED(GENERIC_CTX, NAME, TYPE, KIND)
#define STANDARD_PLAIN(NAME, TYPE, KIND) STANDARD(PLAIN, NAME, TYPE, KIND)
#define STANDARD_ON_CTX(NAME, TYPE, KIND) STANDARD(ON_CTX, NAME, TYPE, KIND)
#define STANDARD_GENERIC(NAME, TYPE, KIND) STANDARD(GENERIC, NAME, TYPE, KIND)
#define STANDARD_GENERIC_CTX(NAME, TYPE, KIND) STANDARD(GENERIC_CTX, NAME, TYPE, KIND)
#define BITWISE_PLAIN(NAME, TYPE, KIND) BITWISE(PLAIN, NAME, TYPE, KIND)
#define BITWISE_ON_CTX(NAME, TYPE, KIND) BITWISE(ON_CTX, NAME, TYPE, KIND)
#define BITWISE_GENERIC(NAME, TYPE, KIND) BITWISE(GENERIC, NAME, TYPE, KIND)
#define BITWISE_GENERIC_CTX(NAME, TYPE, KIND) BITWISE(GENERIC_CTX, NAME, TYPE, KIND)

int main(void)
{
    begin();
    if (shmem_ctx_create(0, &ctx) != 0)
        ctx = SHMEM_CTX_DEFAULT;
    EXTENDED_AMO_TYPES(EXTENDED_PLAIN)
    EXTENDED_AMO_TYPES(EXTENDED_ON_CTX)
    STANDARD_AMO_TYPES(STANDARD_PLAIN)
    STANDARD_AMO_TYPES(STANDARD_ON_CTX)
    BITWISE_AMO_TYPES(BITWISE_PLAIN)
    BITWISE_AMO_TYPES(BITWISE_ON_CTX)
#if HAVE_GENERIC
    DISTINCT_EXTENDED_AMO_TYPES(EXTENDED_GENERIC)
    DISTINCT_EXTENDED_AMO_TYPES(EXTENDED_GENERIC_CTX)
    DISTINCT_STANDARD_AMO_TYPES(STANDARD_GENERIC)
    DISTINCT_STANDARD_AMO_TYPES(STANDARD_GENERIC_CTX)
    DISTINCT_BITWISE_AMO_TYPES(BITWISE_GENERIC)
    DISTINCT_BITWISE_AMO_TYPES(BITWISE_GENERIC_CTX)
#endif
    STANDARD_AMO_TYPES(CONTENDED)
    BITWISE_AMO_TYPES(CONTENDED_BITS)
    shmem_ctx_destroy(ctx);
    return finish();
}
