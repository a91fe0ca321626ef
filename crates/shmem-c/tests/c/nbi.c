/* Non-blocking puts and gets: typed, sized, of bytes; on the default and on another context; complete after quiet. */
#include "check.h"

#define COUNT 7

static shmem_ctx_t ctx;

/* Every PE sends to every PE by PUT, then fetches from every PE what it got itself, by GET. Both see `dest`, `source`
 * and `pe`; nothing is looked at and no source is reused before quiet. */
#define EXCHANGE(TYPE, KIND, LABEL_PUT, LABEL_GET, ELEMENTS, PUT, GET) \
    do { \
        const size_t block = block_bytes((ELEMENTS) * sizeof(TYPE)); \
        char *sources = (char *)malloc((size_t)npes * block); \
        char *copies = (char *)malloc((size_t)npes * block); \
        memset(copies, UNTOUCHED, (size_t)npes * block); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE *source = (TYPE *)(sources + (size_t)pe * block); \
            TYPE *dest = (TYPE *)((char *)room() + (size_t)me * block); \
            for (size_t i = 0; i < (ELEMENTS); i++) \
                source[i] = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, i)); \
            PUT; \
        } \
        shmem_quiet(); \
        shmem_ctx_quiet(ctx); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE *source = (const TYPE *)((char *)room() + (size_t)me * block); \
            TYPE *dest = (TYPE *)(copies + (size_t)pe * block); \
            GET; \
        } \
        shmem_quiet(); \
        shmem_ctx_quiet(ctx); \
        for (int pe = 0; pe < npes; pe++) { \
            const TYPE *dest = (const TYPE *)(copies + (size_t)pe * block); \
            for (size_t i = 0; i < (ELEMENTS); i++) { \
                const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, i)); \
                EXPECT(LABEL_GET, #TYPE, i, expected, dest[i]); \
            } \
            expect_untouched(LABEL_GET, #TYPE, (const unsigned char *)&dest[ELEMENTS], \
                             block - (ELEMENTS) * sizeof(TYPE)); \
        } \
        shmem_sync_all(); \
        for (int from = 0; from < npes; from++) { \
            const TYPE *dest = (const TYPE *)((char *)room() + (size_t)from * block); \
            for (size_t i = 0; i < (ELEMENTS); i++) { \
                const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, from, me, i)); \
                EXPECT(LABEL_PUT, #TYPE, i, expected, dest[i]); \
            } \
            expect_untouched(LABEL_PUT, #TYPE, (const unsigned char *)&dest[ELEMENTS], \
                             block - (ELEMENTS) * sizeof(TYPE)); \
        } \
        free(copies); \
        free(sources); \
        next_round(); \
    } while (0)

#define TYPED(HOW, NAME, TYPE, KIND) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, put_nbi), HOW##_LABEL(NAME, get_nbi), COUNT, \
             HOW(NAME, put_nbi, dest, source, COUNT, pe), HOW(NAME, get_nbi, dest, source, COUNT, pe));

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define SIZED(SIZE) \
    EXCHANGE(unsigned char, INT, "shmem_put" #SIZE "_nbi", "shmem_get" #SIZE "_nbi", COUNT * SIZE / 8, \
             shmem_put##SIZE##_nbi(dest, source, COUNT, pe), shmem_get##SIZE##_nbi(dest, source, COUNT, pe)); \
    EXCHANGE(unsigned char, INT, "shmem_ctx_put" #SIZE "_nbi", "shmem_ctx_get" #SIZE "_nbi", COUNT * SIZE / 8, \
             shmem_ctx_put##SIZE##_nbi(ctx, dest, source, COUNT, pe), \
             shmem_ctx_get##SIZE##_nbi(ctx, dest, source, COUNT, pe));

/* Many at a time, of all lengths, one behind the other. */
static void many(void)
{
    enum { OPERATIONS = 200, BYTES = OPERATIONS * (OPERATIONS + 1) / 2 };
    const int pe = (me + 1) % npes;
    const int from = (me + npes - 1) % npes;
    unsigned char *target = (unsigned char *)room();
    unsigned char *source = (unsigned char *)malloc(BYTES);
    unsigned char *copy = (unsigned char *)malloc(BYTES);
    for (size_t i = 0; i < BYTES; i++)
        source[i] = MAKE_INT(unsigned char, seed_of(current_round, me, pe, i));
    for (size_t length = 1, at = 0; length <= OPERATIONS; at += length++)
        shmem_putmem_nbi(target + at, source + at, length, pe);
    shmem_barrier_all();
    for (size_t length = 1, at = 0; length <= OPERATIONS; at += length++)
        shmem_getmem_nbi(copy + at, target + at, length, pe);
    shmem_quiet();
    for (size_t i = 0; i < BYTES; i++) {
        const unsigned char expected = MAKE_INT(unsigned char, seed_of(current_round, from, me, i));
        EXPECT("shmem_putmem_nbi", "byte", i, expected, target[i]);
        EXPECT("shmem_getmem_nbi", "byte", i, source[i], copy[i]);
    }
    free(copy);
    free(source);
    shmem_barrier_all();
    next_round();
}

/* More than any buffer on the way, on both contexts at the same time. */
static void large(void)
{
    const size_t count = 50000;
    const int pe = (me + 1) % npes;
    const int from = (me + npes - 1) % npes;
    uint64_t *target = (uint64_t *)allocate(2 * count * sizeof *target);
    uint64_t *source = (uint64_t *)malloc(2 * count * sizeof *source);
    uint64_t *copy = (uint64_t *)malloc(2 * count * sizeof *copy);
    for (size_t i = 0; i < 2 * count; i++)
        source[i] = mix(seed_of(current_round, me, pe, i));
    shmem_putmem_nbi(target, source, count * sizeof *source, pe);
    shmem_ctx_putmem_nbi(ctx, target + count, source + count, count * sizeof *source, pe);
    shmem_ctx_quiet(ctx);
    shmem_barrier_all();
    shmem_getmem_nbi(copy, target, count * sizeof *copy, pe);
    shmem_ctx_getmem_nbi(ctx, copy + count, target + count, count * sizeof *copy, pe);
    shmem_ctx_quiet(ctx);
    shmem_quiet();
    for (size_t i = 0; i < 2 * count; i++) {
        EXPECT("shmem_putmem_nbi of 400 kB", "uint64_t", i, mix(seed_of(current_round, from, me, i)), target[i]);
        EXPECT("shmem_getmem_nbi of 400 kB", "uint64_t", i, source[i], copy[i]);
    }
    free(copy);
    free(source);
    shmem_free(target);
}

int main(void)
{
    begin();
    if (shmem_ctx_create(0, &ctx) != 0)
        ctx = SHMEM_CTX_DEFAULT;
    RMA_TYPES(TYPED_PLAIN)
    RMA_TYPES(TYPED_ON_CTX)
#if HAVE_GENERIC
    DISTINCT_TYPES(TYPED_GENERIC)
    DISTINCT_TYPES(TYPED_GENERIC_CTX)
#endif
    SIZES(SIZED)
    many();
    large();
    shmem_ctx_destroy(ctx);
    return finish();
}
