/* Blocking puts: typed, sized, of bytes, of single elements; on the default and on another context.
 *
 * Each PE sends a block to every PE, itself too, which checks each element and the bytes around.
 */
#include "check.h"

#define COUNT 7

static shmem_ctx_t ctx;

/* Every PE sends COUNT elements to every PE by CALL, which sees `dest`, `source`, `pe`. */
#define EXCHANGE(TYPE, KIND, LABEL, ELEMENTS, CALL) \
    do { \
        const size_t block = block_bytes((ELEMENTS) * sizeof(TYPE)); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE source[ELEMENTS]; \
            TYPE *dest = (TYPE *)((char *)room() + (size_t)me * block); \
            for (size_t i = 0; i < (ELEMENTS); i++) \
                source[i] = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, i)); \
            CALL; \
            memset(source, 0, sizeof source); \
        } \
        shmem_ctx_quiet(ctx); \
        shmem_barrier_all(); \
        for (int from = 0; from < npes; from++) { \
            const TYPE *dest = (const TYPE *)((char *)room() + (size_t)from * block); \
            for (size_t i = 0; i < (ELEMENTS); i++) { \
                const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, from, me, i)); \
                EXPECT(LABEL, #TYPE, i, expected, dest[i]); \
            } \
            expect_untouched(LABEL, #TYPE, (const unsigned char *)&dest[ELEMENTS], block - (ELEMENTS) * sizeof(TYPE)); \
        } \
        next_round(); \
    } while (0)

#define TYPED(HOW, NAME, TYPE, KIND) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, put), COUNT, HOW(NAME, put, dest, source, COUNT, pe)); \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, p), 1, HOW(NAME, p, dest, source[0], pe));

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define SIZED(SIZE) \
    EXCHANGE(unsigned char, INT, "shmem_put" #SIZE, COUNT * SIZE / 8, shmem_put##SIZE(dest, source, COUNT, pe)); \
    EXCHANGE(unsigned char, INT, "shmem_ctx_put" #SIZE, COUNT * SIZE / 8, \
             shmem_ctx_put##SIZE(ctx, dest, source, COUNT, pe));

/* Lengths from nothing to several packets, at any place. */
static void bytes_of_all_lengths(void)
{
    static const size_t lengths[] = {0, 1, 3, 8, 15, 64, 255, 1000, 4097};
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        const size_t length = lengths[n];
        const size_t block = block_bytes(length + 3);
        for (int pe = 0; pe < npes; pe++) {
            unsigned char source[4097];
            unsigned char *dest = (unsigned char *)room() + (size_t)me * block + 3;
            for (size_t i = 0; i < length; i++)
                source[i] = MAKE_INT(unsigned char, seed_of(current_round, me, pe, i));
            if (n % 2)
                shmem_putmem(dest, source, length, pe);
            else
                shmem_ctx_putmem(ctx, dest, source, length, pe);
        }
        shmem_ctx_quiet(ctx);
        shmem_barrier_all();
        for (int from = 0; from < npes; from++) {
            const unsigned char *start = (const unsigned char *)room() + (size_t)from * block;
            expect_untouched("shmem_putmem", "before", start, 3);
            for (size_t i = 0; i < length; i++) {
                const unsigned char expected = MAKE_INT(unsigned char, seed_of(current_round, from, me, i));
                EXPECT("shmem_putmem", "byte", i, expected, start[3 + i]);
            }
            expect_untouched("shmem_putmem", "after", start + 3 + length, block - 3 - length);
        }
        next_round();
    }
}

/* More than any buffer on the way. */
static void large(void)
{
    const size_t count = 100000;
    const int pe = (me + 1) % npes;
    const int from = (me + npes - 1) % npes;
    uint64_t *target = (uint64_t *)allocate(count * sizeof *target);
    uint64_t *source = (uint64_t *)malloc(count * sizeof *source);
    for (size_t i = 0; i < count; i++)
        source[i] = mix(seed_of(current_round, me, pe, i));
    shmem_uint64_put(target, source, count, pe);
    memset(source, 0, count * sizeof *source);
    shmem_barrier_all();
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_uint64_put of 800 kB", "uint64_t", i, mix(seed_of(current_round, from, me, i)), target[i]);
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
    bytes_of_all_lengths();
    large();
    /* Null pointers are welcome where nothing is moved. */
    shmem_putmem(NULL, NULL, 0, npes - 1);
    shmem_ctx_destroy(ctx);
    return finish();
}
