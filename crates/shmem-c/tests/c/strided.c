/* Strided puts and gets of single elements: typed, sized; on the default and on another context; strides of 1 and more
 * on either side. What lies between is left alone.
 */
#include "check.h"

#define COUNT 6
#define MOST (COUNT * 3)

static shmem_ctx_t ctx;

/* Strides of destination and source. */
static const ptrdiff_t strides[][2] = {{1, 1}, {2, 1}, {1, 3}, {3, 2}};

/* Every PE sends COUNT elements of WIDTH TYPEs each to every PE by PUT, and fetches them again by GET. Both see `dest`, `source`,
 * `dst`, `sst`, `pe`. */
#define EXCHANGE(TYPE, KIND, LABEL_PUT, LABEL_GET, WIDTH, PUT, GET) \
    do { \
        const ptrdiff_t dst = strides[current_round % 4][0]; \
        const ptrdiff_t sst = strides[current_round % 4][1]; \
        const size_t block = block_bytes(MOST * (WIDTH) * sizeof(TYPE)); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE source[MOST * (WIDTH)]; \
            TYPE *dest = (TYPE *)((char *)room() + (size_t)me * block); \
            for (size_t i = 0; i < MOST * (WIDTH); i++) \
                source[i] = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, i)); \
            PUT; \
            memset(source, 0, sizeof source); \
        } \
        shmem_ctx_quiet(ctx); \
        shmem_quiet(); \
        for (int pe = 0; pe < npes; pe++) { \
            TYPE fetched[MOST * (WIDTH)]; \
            /* Back: the strides change sides. */ \
            TYPE *dest = fetched; \
            const TYPE *source = (const TYPE *)((char *)room() + (size_t)me * block); \
            memset(fetched, UNTOUCHED, sizeof fetched); \
            GET; \
            for (size_t i = 0; i < MOST; i++) \
                for (size_t w = 0; w < (WIDTH); w++) { \
                    const size_t at = i * (WIDTH) + w; \
                    const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, at)); \
                    if (i % (size_t)sst == 0 && i / (size_t)sst < COUNT) \
                        EXPECT(LABEL_GET, #TYPE, i, expected, fetched[at]); \
                    else \
                        expect_untouched(LABEL_GET, #TYPE, (const unsigned char *)&fetched[at], sizeof(TYPE)); \
                } \
        } \
        shmem_sync_all(); \
        for (int from = 0; from < npes; from++) { \
            const TYPE *dest = (const TYPE *)((char *)room() + (size_t)from * block); \
            for (size_t i = 0; i < MOST; i++) \
                for (size_t w = 0; w < (WIDTH); w++) { \
                    const size_t index = i / (size_t)dst; \
                    const size_t sent = index * (size_t)sst * (WIDTH) + w; \
                    const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, from, me, sent)); \
                    if (i % (size_t)dst == 0 && index < COUNT) \
                        EXPECT(LABEL_PUT, #TYPE, i, expected, dest[i * (WIDTH) + w]); \
                    else \
                        expect_untouched(LABEL_PUT, #TYPE, (const unsigned char *)&dest[i * (WIDTH) + w], \
                                         sizeof(TYPE)); \
                } \
        } \
        next_round(); \
    } while (0)

#define TYPED(HOW, NAME, TYPE, KIND) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, iput), HOW##_LABEL(NAME, iget), 1, \
             HOW(NAME, iput, dest, source, dst, sst, COUNT, pe), HOW(NAME, iget, dest, source, sst, dst, COUNT, pe));

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define SIZED(SIZE) \
    EXCHANGE(unsigned char, INT, "shmem_iput" #SIZE, "shmem_iget" #SIZE, SIZE / 8, \
             shmem_iput##SIZE(dest, source, dst, sst, COUNT, pe), shmem_iget##SIZE(dest, source, sst, dst, COUNT, pe)); \
    EXCHANGE(unsigned char, INT, "shmem_ctx_iput" #SIZE, "shmem_ctx_iget" #SIZE, SIZE / 8, \
             shmem_ctx_iput##SIZE(ctx, dest, source, dst, sst, COUNT, pe), \
             shmem_ctx_iget##SIZE(ctx, dest, source, sst, dst, COUNT, pe));

/* So many elements that they don't fit into one packet. */
static void large(void)
{
    enum { ELEMENTS = 2000 };
    const int pe = (me + 1) % npes;
    const int from = (me + npes - 1) % npes;
    int *target = (int *)room();
    int *source = (int *)malloc(2 * ELEMENTS * sizeof *source);
    int *copy = (int *)malloc(ELEMENTS * sizeof *copy);
    for (size_t i = 0; i < 2 * ELEMENTS; i++)
        source[i] = MAKE_INT(int, seed_of(current_round, me, pe, i));
    shmem_int_iput(target, source, 3, 2, ELEMENTS, pe);
    shmem_barrier_all();
    shmem_int_iget(copy, target, 1, 3, ELEMENTS, pe);
    for (size_t i = 0; i < ELEMENTS; i++) {
        EXPECT("shmem_int_iput", "int", i, MAKE_INT(int, seed_of(current_round, from, me, 2 * i)), target[3 * i]);
        expect_untouched("shmem_int_iput", "int", (const unsigned char *)&target[3 * i + 1], 2 * sizeof(int));
        EXPECT("shmem_int_iget", "int", i, source[2 * i], copy[i]);
    }
    free(copy);
    free(source);
    shmem_barrier_all();
    next_round();
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
    large();
    shmem_ctx_destroy(ctx);
    return finish();
}
