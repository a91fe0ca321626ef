/* Non-blocking fetching atomics: after quiet the old value has come and the target has the new one; for every type, on
 * the default and on another context.
 */
#include "check.h"

static shmem_ctx_t ctx;

/* The n-th value of this round between `from` and `to`. */
#define DRAWN(TYPE, KIND, from, to, n) MAKE_##KIND(TYPE, seed_of(current_round, from, to, n))

/* Every PE starts the operation by CALL on its own cell of each PE at the same time. The call sees `fetch`, `cell`,
 * `old`, `value`, `pe`; LEFT, which sees `old` and `value`, is what has to be there afterwards. */
#define ROUND(HOW, NAME, TYPE, KIND, op, LEFT, ...) \
    do { \
        TYPE *cells = (TYPE *)room(); \
        TYPE *fetched = (TYPE *)malloc((size_t)npes * sizeof *fetched); \
        for (int from = 0; from < npes; from++) \
            cells[from] = DRAWN(TYPE, KIND, from, me, 0); \
        shmem_barrier_all(); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE old = DRAWN(TYPE, KIND, me, pe, 0), value = DRAWN(TYPE, KIND, me, pe, 1); \
            TYPE *fetch = &fetched[pe], *cell = &cells[me]; \
            (void)old, (void)value; \
            HOW(NAME, op, __VA_ARGS__); \
        } \
        shmem_quiet(); \
        shmem_ctx_quiet(ctx); \
        for (int pe = 0; pe < npes; pe++) \
            EXPECT(HOW##_LABEL(NAME, op), #TYPE, (size_t)pe, DRAWN(TYPE, KIND, me, pe, 0), fetched[pe]); \
        shmem_sync_all(); \
        for (int from = 0; from < npes; from++) { \
            const TYPE old = DRAWN(TYPE, KIND, from, me, 0), value = DRAWN(TYPE, KIND, from, me, 1); \
            const TYPE expected = (TYPE)(LEFT); \
            (void)old, (void)value; \
            EXPECT(HOW##_LABEL(NAME, op), #TYPE, (size_t)from, expected, cells[from]); \
        } \
        free(fetched); \
        next_round(); \
    } while (0)

#define EXTENDED(HOW, NAME, TYPE, KIND) \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_nbi, old, fetch, cell, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_swap_nbi, value, fetch, cell, value, pe);
#define STANDARD(HOW, NAME, TYPE, KIND) \
    ROUND(HOW, NAME, TYPE, KIND, atomic_compare_swap_nbi, value, fetch, cell, old, value, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_compare_swap_nbi, old, fetch, cell, (TYPE)~old, value, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_inc_nbi, (uint64_t)old + 1, fetch, cell, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_add_nbi, (uint64_t)old + (uint64_t)value, fetch, cell, value, pe);
#define BITWISE(HOW, NAME, TYPE, KIND) \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_and_nbi, old & value, fetch, cell, value, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_or_nbi, old | value, fetch, cell, value, pe); \
    ROUND(HOW, NAME, TYPE, KIND, atomic_fetch_xor_nbi, old ^ value, fetch, cell, value, pe);

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

/* Many on the way at a time: all PEs count on PE 0, and everyone's tickets are different. */
static void tickets(void)
{
    enum { EACH = 50 };
    uint64_t *counter = (uint64_t *)room();
    unsigned char *taken = (unsigned char *)room() + 64;
    uint64_t mine[EACH];
    if (me == 0)
        *counter = 0;
    shmem_barrier_all();
    for (int i = 0; i < EACH; i++)
        shmem_uint64_atomic_fetch_inc_nbi(&mine[i], counter, 0);
    shmem_quiet();
    for (int i = 0; i < EACH; i++) {
        EXPECT_TRUE("shmem_uint64_atomic_fetch_inc_nbi", mine[i] < (uint64_t)(EACH * npes));
        shmem_uchar_p(&taken[mine[i]], (unsigned char)(me + 1), 0);
    }
    shmem_barrier_all();
    if (me == 0) {
        int *seen = (int *)calloc((size_t)npes, sizeof *seen);
        EXPECT("shmem_uint64_atomic_fetch_inc_nbi", "uint64_t", 0, (uint64_t)(EACH * npes), *counter);
        for (int i = 0; i < EACH * npes; i++) {
            EXPECT_TRUE("shmem_uint64_atomic_fetch_inc_nbi", taken[i] >= 1 && taken[i] <= npes);
            seen[taken[i] - 1]++;
        }
        for (int pe = 0; pe < npes; pe++)
            EXPECT("shmem_uint64_atomic_fetch_inc_nbi", "tickets", (size_t)pe, EACH, seen[pe]);
        free(seen);
    }
    next_round();
}

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
    tickets();
    shmem_ctx_destroy(ctx);
    return finish();
}
