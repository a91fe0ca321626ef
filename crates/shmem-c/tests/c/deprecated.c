/* The names of versions 1.0 to 1.4: start_pes without an end, the old heap, atomics and waiting, the old constants. */
#include <mpp/shmem.h>

#include "check.h"

static long psync[_SHMEM_REDUCE_SYNC_SIZE];
static int pwrk[_SHMEM_REDUCE_MIN_WRKDATA_SIZE];

static void constants(void)
{
    EXPECT("_SHMEM_SYNC_VALUE", "constant", 0, SHMEM_SYNC_VALUE, _SHMEM_SYNC_VALUE);
    EXPECT("_SHMEM_BARRIER_SYNC_SIZE", "constant", 0, SHMEM_BARRIER_SYNC_SIZE, _SHMEM_BARRIER_SYNC_SIZE);
    EXPECT("_SHMEM_BCAST_SYNC_SIZE", "constant", 0, SHMEM_BCAST_SYNC_SIZE, _SHMEM_BCAST_SYNC_SIZE);
    EXPECT("_SHMEM_COLLECT_SYNC_SIZE", "constant", 0, SHMEM_COLLECT_SYNC_SIZE, _SHMEM_COLLECT_SYNC_SIZE);
    EXPECT("_SHMEM_REDUCE_SYNC_SIZE", "constant", 0, SHMEM_REDUCE_SYNC_SIZE, _SHMEM_REDUCE_SYNC_SIZE);
    EXPECT("_SHMEM_REDUCE_MIN_WRKDATA_SIZE", "constant", 0, SHMEM_REDUCE_MIN_WRKDATA_SIZE,
           _SHMEM_REDUCE_MIN_WRKDATA_SIZE);
    EXPECT("_SHMEM_MAJOR_VERSION", "constant", 0, SHMEM_MAJOR_VERSION, _SHMEM_MAJOR_VERSION);
    EXPECT("_SHMEM_MINOR_VERSION", "constant", 0, SHMEM_MINOR_VERSION, _SHMEM_MINOR_VERSION);
    EXPECT("_SHMEM_MAX_NAME_LEN", "constant", 0, SHMEM_MAX_NAME_LEN, _SHMEM_MAX_NAME_LEN);
    EXPECT_TRUE("_SHMEM_VENDOR_STRING", strcmp(SHMEM_VENDOR_STRING, _SHMEM_VENDOR_STRING) == 0);
    EXPECT("_SHMEM_CMP_EQ", "constant", 0, SHMEM_CMP_EQ, _SHMEM_CMP_EQ);
    EXPECT("_SHMEM_CMP_NE", "constant", 0, SHMEM_CMP_NE, _SHMEM_CMP_NE);
    EXPECT("_SHMEM_CMP_LT", "constant", 0, SHMEM_CMP_LT, _SHMEM_CMP_LT);
    EXPECT("_SHMEM_CMP_LE", "constant", 0, SHMEM_CMP_LE, _SHMEM_CMP_LE);
    EXPECT("_SHMEM_CMP_GT", "constant", 0, SHMEM_CMP_GT, _SHMEM_CMP_GT);
    EXPECT("_SHMEM_CMP_GE", "constant", 0, SHMEM_CMP_GE, _SHMEM_CMP_GE);
}

static void heap(void)
{
    int *block = (int *)shmalloc(10 * sizeof *block);
    int *aligned = (int *)shmemalign(4096, 10 * sizeof *aligned);
    EXPECT_TRUE("shmalloc", block != NULL);
    EXPECT_TRUE("shmemalign", aligned != NULL && (uintptr_t)aligned % 4096 == 0);
    shmem_int_p(&block[3], 100 + me, (me + 1) % npes);
    shmem_barrier_all();
    block = (int *)shrealloc(block, 100 * sizeof *block);
    EXPECT_TRUE("shrealloc", block != NULL);
    EXPECT("shrealloc", "int", 3, 100 + (me + npes - 1) % npes, block[3]);
    shfree(aligned);
    shfree(block);
}

/* Each PE has a cell at each other one. */
#define DRAWN(TYPE, KIND, from, to, n) MAKE_##KIND(TYPE, seed_of(current_round, from, to, n))
#define PLUS(TYPE, a, b) ((TYPE)((uint64_t)(a) + (uint64_t)(b)))
#define EXTENDED(CALL, NAME, TYPE, KIND) \
    { \
        TYPE *cells = (TYPE *)room(); \
        for (int from = 0; from < npes; from++) \
            cells[from] = DRAWN(TYPE, KIND, from, me, 0); \
        shmem_barrier_all(); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE old = DRAWN(TYPE, KIND, me, pe, 0), a = DRAWN(TYPE, KIND, me, pe, 1); \
            EXPECT(CALL##_LABEL(NAME, fetch), #TYPE, 0, old, CALL(NAME, fetch, &cells[me], pe)); \
            EXPECT(CALL##_LABEL(NAME, swap), #TYPE, 0, old, CALL(NAME, swap, &cells[me], a, pe)); \
            EXPECT(CALL##_LABEL(NAME, fetch), #TYPE, 1, a, CALL(NAME, fetch, &cells[me], pe)); \
            CALL(NAME, set, &cells[me], DRAWN(TYPE, KIND, me, pe, 2), pe); \
        } \
        shmem_barrier_all(); \
        for (int from = 0; from < npes; from++) \
            EXPECT(CALL##_LABEL(NAME, set), #TYPE, 2, DRAWN(TYPE, KIND, from, me, 2), cells[from]); \
        next_round(); \
    }
#define STANDARD(CALL, NAME, TYPE, KIND) \
    { \
        TYPE *cells = (TYPE *)room(); \
        for (int from = 0; from < npes; from++) \
            cells[from] = DRAWN(TYPE, KIND, from, me, 0); \
        shmem_barrier_all(); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE old = DRAWN(TYPE, KIND, me, pe, 0), a = DRAWN(TYPE, KIND, me, pe, 1); \
            const TYPE b = DRAWN(TYPE, KIND, me, pe, 2); \
            EXPECT(CALL##_LABEL(NAME, cswap), #TYPE, 0, old, CALL(NAME, cswap, &cells[me], (TYPE)~old, b, pe)); \
            EXPECT(CALL##_LABEL(NAME, cswap), #TYPE, 1, old, CALL(NAME, cswap, &cells[me], old, a, pe)); \
            EXPECT(CALL##_LABEL(NAME, finc), #TYPE, 0, a, CALL(NAME, finc, &cells[me], pe)); \
            EXPECT(CALL##_LABEL(NAME, fadd), #TYPE, 0, PLUS(TYPE, a, 1), CALL(NAME, fadd, &cells[me], b, pe)); \
            CALL(NAME, inc, &cells[me], pe); \
            CALL(NAME, add, &cells[me], b, pe); \
        } \
        shmem_barrier_all(); \
        for (int from = 0; from < npes; from++) \
            EXPECT(CALL##_LABEL(NAME, add), #TYPE, 1, \
                   PLUS(TYPE, PLUS(TYPE, DRAWN(TYPE, KIND, from, me, 1), 2), \
                        PLUS(TYPE, DRAWN(TYPE, KIND, from, me, 2), DRAWN(TYPE, KIND, from, me, 2))), \
                   cells[from]); \
        next_round(); \
    }
#define WAIT(NAME, TYPE, KIND) \
    { \
        TYPE *words = (TYPE *)room(); \
        TYPE start; \
        memset(&start, UNTOUCHED, sizeof start); \
        shmem_##NAME##_p(&words[0], (TYPE)(start + 1), (me + 1) % npes); \
        shmem_##NAME##_p(&words[1], (TYPE)(start - 1), (me + 1) % npes); \
        shmem_##NAME##_wait(&words[0], start); \
        shmem_##NAME##_wait_until(&words[1], _SHMEM_CMP_LT, start); \
        EXPECT(PLAIN_LABEL(NAME, wait), #TYPE, 0, (TYPE)(start + 1), words[0]); \
        EXPECT(PLAIN_LABEL(NAME, wait_until), #TYPE, 1, (TYPE)(start - 1), words[1]); \
        shmem_barrier_all(); \
        next_round(); \
    }
#define EXTENDED_PLAIN(NAME, TYPE, KIND) EXTENDED(PLAIN, NAME, TYPE, KIND)
#define STANDARD_PLAIN(NAME, TYPE, KIND) STANDARD(PLAIN, NAME, TYPE, KIND)
#define EXTENDED_GENERIC(NAME, TYPE, KIND) EXTENDED(GENERIC, NAME, TYPE, KIND)
#define STANDARD_GENERIC(NAME, TYPE, KIND) STANDARD(GENERIC, NAME, TYPE, KIND)

/* The names without a type mean long. */
static void long_waits(void)
{
    long *words = (long *)room();
    words[0] = words[1] = 0;
    shmem_barrier_all();
    shmem_long_p(&words[0], 7, (me + 1) % npes);
    shmem_long_p(&words[1], 8, (me + 1) % npes);
    shmem_wait(&words[0], 0);
    shmem_wait_until(&words[1], SHMEM_CMP_GT, 7);
    EXPECT("shmem_wait", "long", 0, 7, words[0]);
    EXPECT("shmem_wait_until", "long", 1, 8, words[1]);
    shmem_barrier_all();
    next_round();
}

/* Work arrays in static memory, as programs of that time have them. */
static void reduction(void)
{
    static int source[2], dest[2];
    source[0] = me;
    source[1] = -me;
    for (size_t i = 0; i < sizeof psync / sizeof psync[0]; i++)
        psync[i] = _SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    shmem_int_sum_to_all(dest, source, 2, 0, 0, npes, pwrk, psync);
    EXPECT("shmem_int_sum_to_all", "int", 0, npes * (npes - 1) / 2, dest[0]);
    EXPECT("shmem_int_sum_to_all", "int", 1, -npes * (npes - 1) / 2, dest[1]);
}

/* Without a type in its name, it is of long. */
static void swap(void)
{
    long *word = (long *)room();
    *word = 7 + me;
    shmem_barrier_all();
    const int next = (me + 1) % npes;
    EXPECT("shmem_swap", "long", 0, 7 + next, (shmem_swap)(word, -me, next));
    shmem_barrier_all();
    EXPECT("shmem_swap", "long", 1, -((me + npes - 1) % npes), *word);
    shmem_barrier_all();
    next_round();
}

/* No header declares these. */
int my_pe(void);
int num_pes(void);

/* Caches are coherent: these have nothing to do. They left the standard with 1.5. */
static void caches(void)
{
    long word = 1;
    shmem_set_cache_inv();
    shmem_set_cache_line_inv(&word);
    shmem_clear_cache_inv();
    shmem_clear_cache_line_inv(&word);
    shmem_udcflush();
    shmem_udcflush_line(&word);
    EXPECT("shmem_udcflush_line", "long", 0, 1, word);
}

int main(void)
{
    start_pes(0);
    /* Once is enough, more does no harm. */
    start_pes(77);
    prepare();
    EXPECT("_my_pe", "int", 0, me, _my_pe());
    EXPECT("_num_pes", "int", 0, npes, _num_pes());
    EXPECT("my_pe", "int", 0, me, my_pe());
    EXPECT("num_pes", "int", 0, npes, num_pes());
    constants();
    heap();
    OLD_EXTENDED_AMO_TYPES(EXTENDED_PLAIN)
    OLD_AMO_TYPES(STANDARD_PLAIN)
#if HAVE_GENERIC
    OLD_EXTENDED_AMO_TYPES(EXTENDED_GENERIC)
    OLD_AMO_TYPES(STANDARD_GENERIC)
#endif
    OLD_WAIT_TYPES(WAIT)
    long_waits();
    swap();
    reduction();
    caches();
    shmem_barrier_all();
    if (me == 0)
        puts("ok");
    /* The end comes with the end of the program. */
    return 0;
}
