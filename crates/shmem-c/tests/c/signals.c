/* Puts with a signal: typed, sized, of bytes; blocking and not; set and add; on the default and on another context.
 * Whoever sees the signal finds the data. Signal operations alone.
 */
#include "check.h"

#define COUNT 5

static shmem_ctx_t ctx;
/* One signal per sender and room. */
static uint64_t *signals;

/* Every PE sends to every PE by CALL, which sees `dest`, `source`, `sig`, `signal`, `op`, `pe`. No barrier: the receivers
 * wait for the signals. With add, the signal comes on top of what is there. */
#define EXCHANGE(TYPE, KIND, LABEL, ELEMENTS, CALL) \
    for (int adding = 0; adding < 2; adding++) { \
        const int op = adding ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET; \
        const size_t block = block_bytes((ELEMENTS) * sizeof(TYPE)); \
        uint64_t *here = signals + current_round % 2 * npes; \
        char *sources = (char *)malloc((size_t)npes * block); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE *source = (TYPE *)(sources + (size_t)pe * block); \
            TYPE *dest = (TYPE *)((char *)room() + (size_t)me * block); \
            uint64_t *sig = &here[me]; \
            const uint64_t signal = mix((uint64_t)current_round); \
            for (size_t i = 0; i < (ELEMENTS); i++) \
                source[i] = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, i)); \
            CALL; \
        } \
        for (int from = 0; from < npes; from++) { \
            const TYPE *dest = (const TYPE *)((char *)room() + (size_t)from * block); \
            const uint64_t signal = mix((uint64_t)current_round) + (adding ? UINT64_MAX / 2 : 0); \
            const uint64_t found = shmem_signal_wait_until(&here[from], SHMEM_CMP_EQ, signal); \
            EXPECT("shmem_signal_wait_until", "uint64_t", (size_t)from, signal, found); \
            EXPECT("shmem_signal_fetch", "uint64_t", (size_t)from, signal, shmem_signal_fetch(&here[from])); \
            for (size_t i = 0; i < (ELEMENTS); i++) { \
                const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, from, me, i)); \
                EXPECT(LABEL, #TYPE, i, expected, dest[i]); \
            } \
            expect_untouched(LABEL, #TYPE, (const unsigned char *)&dest[ELEMENTS], block - (ELEMENTS) * sizeof(TYPE)); \
            /* The next round but one in this room adds to this, or sets it. */ \
            here[from] = UINT64_MAX / 2; \
        } \
        shmem_quiet(); \
        shmem_ctx_quiet(ctx); \
        free(sources); \
        next_round(); \
        shmem_sync_all(); \
    }

#define TYPED(HOW, NAME, TYPE, KIND) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, put_signal), COUNT, \
             HOW(NAME, put_signal, dest, source, COUNT, sig, signal, op, pe)) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, put_signal_nbi), COUNT, \
             HOW(NAME, put_signal_nbi, dest, source, COUNT, sig, signal, op, pe))

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define BYTES(LABEL, SIZE, CALL) EXCHANGE(unsigned char, INT, LABEL, COUNT * SIZE / 8, CALL)
#define SIZED(SIZE) \
    BYTES("shmem_put" #SIZE "_signal", SIZE, shmem_put##SIZE##_signal(dest, source, COUNT, sig, signal, op, pe)) \
    BYTES("shmem_ctx_put" #SIZE "_signal", SIZE, \
          shmem_ctx_put##SIZE##_signal(ctx, dest, source, COUNT, sig, signal, op, pe)) \
    BYTES("shmem_put" #SIZE "_signal_nbi", SIZE, \
          shmem_put##SIZE##_signal_nbi(dest, source, COUNT, sig, signal, op, pe)) \
    BYTES("shmem_ctx_put" #SIZE "_signal_nbi", SIZE, \
          shmem_ctx_put##SIZE##_signal_nbi(ctx, dest, source, COUNT, sig, signal, op, pe))

static void bytes(void)
{
    BYTES("shmem_putmem_signal", 8, shmem_putmem_signal(dest, source, COUNT, sig, signal, op, pe))
    BYTES("shmem_ctx_putmem_signal", 8, shmem_ctx_putmem_signal(ctx, dest, source, COUNT, sig, signal, op, pe))
    BYTES("shmem_putmem_signal_nbi", 8, shmem_putmem_signal_nbi(dest, source, COUNT, sig, signal, op, pe))
    BYTES("shmem_ctx_putmem_signal_nbi", 8, shmem_ctx_putmem_signal_nbi(ctx, dest, source, COUNT, sig, signal, op, pe))
}

/* Nothing but the signal. */
static void without_data(void)
{
    const int next = (me + 1) % npes;
    signals[0] = 7;
    shmem_barrier_all();
    shmem_putmem_signal(NULL, NULL, 0, &signals[0], 35, SHMEM_SIGNAL_ADD, next);
    EXPECT("shmem_putmem_signal without data", "uint64_t", 0, 42u,
           shmem_signal_wait_until(&signals[0], SHMEM_CMP_GE, 42));
    shmem_barrier_all();
}

/* More than any buffer on the way. */
static void large(void)
{
    const size_t count = 50000;
    const int next = (me + 1) % npes;
    const int from = (me + npes - 1) % npes;
    uint64_t *target = (uint64_t *)allocate(2 * count * sizeof *target);
    uint64_t *source = (uint64_t *)malloc(2 * count * sizeof *source);
    signals[0] = 0;
    shmem_barrier_all();
    for (size_t i = 0; i < 2 * count; i++)
        source[i] = mix(seed_of(current_round, me, next, i));
    shmem_uint64_put_signal(target, source, count, &signals[0], 1, SHMEM_SIGNAL_ADD, next);
    shmem_uint64_put_signal_nbi(target + count, source + count, count, &signals[0], 1, SHMEM_SIGNAL_ADD, next);
    shmem_signal_wait_until(&signals[0], SHMEM_CMP_EQ, 2);
    for (size_t i = 0; i < 2 * count; i++)
        EXPECT("shmem_uint64_put_signal of 400 kB", "uint64_t", i, mix(seed_of(current_round, from, me, i)), target[i]);
    shmem_quiet();
    free(source);
    shmem_free(target);
}

/* Signals alone (1.6): each PE adds and sets at every PE. */
static void alone(void)
{
    for (int from = 0; from < npes; from++)
        signals[from] = 5;
    shmem_barrier_all();
    for (int pe = 0; pe < npes; pe++) {
        shmem_signal_add(&signals[me], (uint64_t)me + 1, pe);
        shmem_ctx_signal_add(ctx, &signals[me], UINT64_MAX, pe);
    }
    shmem_ctx_quiet(ctx);
    shmem_barrier_all();
    for (int from = 0; from < npes; from++)
        EXPECT("shmem_signal_add", "uint64_t", (size_t)from, (uint64_t)from + 5, shmem_signal_fetch(&signals[from]));
    shmem_sync_all();
    for (int pe = 0; pe < npes; pe++)
        if (pe % 2)
            shmem_signal_set(&signals[me], mix((uint64_t)me), pe);
        else
            shmem_ctx_signal_set(ctx, &signals[me], mix((uint64_t)me), pe);
    for (int from = 0; from < npes; from++)
        EXPECT("shmem_signal_set", "uint64_t", (size_t)from, mix((uint64_t)from),
               shmem_signal_wait_until(&signals[from], SHMEM_CMP_NE, (uint64_t)from + 5));
    shmem_barrier_all();
#if HAVE_GENERIC
    for (int pe = 0; pe < npes; pe++) {
        shmem_signal_set(ctx, &signals[me], 1000, pe);
        shmem_ctx_fence(ctx);
        shmem_signal_add(ctx, &signals[me], 1, pe);
    }
    for (int from = 0; from < npes; from++)
        shmem_signal_wait_until(&signals[from], SHMEM_CMP_EQ, 1001);
    shmem_ctx_quiet(ctx);
    shmem_barrier_all();
#endif
}

/* All PEs add to one signal of PE 0. */
static void contended(void)
{
    const uint64_t all = 10 * (uint64_t)npes;
    unsigned char *dest = (unsigned char *)room();
    const unsigned char one = (unsigned char)(me + 1);
    signals[0] = 0;
    shmem_barrier_all();
    for (int i = 0; i < 10; i++)
        shmem_uchar_put_signal(dest + me, &one, 1, &signals[0], 1, SHMEM_SIGNAL_ADD, 0);
    if (me == 0) {
        EXPECT("shmem_uchar_put_signal", "uint64_t", 0, all, shmem_signal_wait_until(&signals[0], SHMEM_CMP_GE, all));
        for (int pe = 0; pe < npes; pe++)
            EXPECT("shmem_uchar_put_signal", "unsigned char", (size_t)pe, pe + 1, dest[pe]);
    }
    shmem_barrier_all();
}

int main(void)
{
    begin();
    if (shmem_ctx_create(0, &ctx) != 0)
        ctx = SHMEM_CTX_DEFAULT;
    signals = (uint64_t *)allocate(2 * (size_t)npes * sizeof *signals);
    for (int i = 0; i < 2 * npes; i++)
        signals[i] = UINT64_MAX / 2;
    shmem_barrier_all();
    RMA_TYPES(TYPED_PLAIN)
    RMA_TYPES(TYPED_ON_CTX)
#if HAVE_GENERIC
    DISTINCT_TYPES(TYPED_GENERIC)
    DISTINCT_TYPES(TYPED_GENERIC_CTX)
#endif
    SIZES(SIZED)
    bytes();
    without_data();
    large();
    alone();
    contended();
    shmem_ctx_destroy(ctx);
    shmem_free(signals);
    return finish();
}
