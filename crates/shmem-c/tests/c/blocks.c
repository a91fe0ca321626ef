/* Strided puts and gets of blocks (1.6): typed, sized; on the default and on another context; blocks that touch each
 * other and blocks with gaps, on either side. What lies between is left alone.
 */
#define _DEFAULT_SOURCE
#include "check.h"

#include <sys/mman.h>

#define BLOCKS 4
#define BSIZE 3
#define MOST (BLOCKS * (BSIZE + 2))

static shmem_ctx_t ctx;

/* Strides of destination and source: from block to block. */
static const ptrdiff_t strides[][2] = {{3, 3}, {4, 3}, {3, 5}, {5, 4}};

/* Whether the element is part of a block at this stride. */
static inline int in_block(size_t i, ptrdiff_t stride)
{
    return i % (size_t)stride < BSIZE && i / (size_t)stride < BLOCKS;
}

/* The element of the source that goes to element `i` of the destination. */
static inline size_t origin(size_t i, ptrdiff_t dst, ptrdiff_t sst)
{
    return i / (size_t)dst * (size_t)sst + i % (size_t)dst;
}

/* Every PE sends blocks of elements of WIDTH TYPEs each to every PE by PUT, and fetches them again by GET. Both see
 * `dest`, `source`, `dst`, `sst`, `pe`. */
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
                for (size_t at = i * (WIDTH); at < (i + 1) * (WIDTH); at++) { \
                    const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, me, pe, at)); \
                    if (in_block(i, sst)) \
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
                    const size_t sent = origin(i, dst, sst) * (WIDTH) + w; \
                    const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, from, me, sent)); \
                    if (in_block(i, dst)) \
                        EXPECT(LABEL_PUT, #TYPE, i, expected, dest[i * (WIDTH) + w]); \
                    else \
                        expect_untouched(LABEL_PUT, #TYPE, (const unsigned char *)&dest[i * (WIDTH) + w], \
                                         sizeof(TYPE)); \
                } \
        } \
        next_round(); \
    } while (0)

#define TYPED(HOW, NAME, TYPE, KIND) \
    EXCHANGE(TYPE, KIND, HOW##_LABEL(NAME, ibput), HOW##_LABEL(NAME, ibget), 1, \
             HOW(NAME, ibput, dest, source, dst, sst, BSIZE, BLOCKS, pe), \
             HOW(NAME, ibget, dest, source, sst, dst, BSIZE, BLOCKS, pe));

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define SIZED(SIZE) \
    EXCHANGE(unsigned char, INT, "shmem_ibput" #SIZE, "shmem_ibget" #SIZE, SIZE / 8, \
             shmem_ibput##SIZE(dest, source, dst, sst, BSIZE, BLOCKS, pe), \
             shmem_ibget##SIZE(dest, source, sst, dst, BSIZE, BLOCKS, pe)); \
    EXCHANGE(unsigned char, INT, "shmem_ctx_ibput" #SIZE, "shmem_ctx_ibget" #SIZE, SIZE / 8, \
             shmem_ctx_ibput##SIZE(ctx, dest, source, dst, sst, BSIZE, BLOCKS, pe), \
             shmem_ctx_ibget##SIZE(ctx, dest, source, sst, dst, BSIZE, BLOCKS, pe));

/* Blocks this long are sent from where they lie. */
#define LONG_BYTES ((size_t)64 << 10)

/* The program may have no memory between two blocks. */
static void blocks_around_a_hole(void)
{
    const size_t bytes = 3 * LONG_BYTES;
    unsigned char *source = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *dest = shmem_malloc(2 * LONG_BYTES);
    if (source == MAP_FAILED || dest == NULL)
        abort();
    for (size_t i = 0; i < bytes; i++)
        source[i] = (unsigned char)seed_of(0, me, 0, i);
    if (munmap(source + LONG_BYTES, LONG_BYTES) != 0)
        abort();
    shmem_ibput8(dest, source, LONG_BYTES, 2 * LONG_BYTES, LONG_BYTES, 2, (me + 1) % npes);
    shmem_barrier_all();
    for (size_t i = 0; i < 2 * LONG_BYTES; i++) {
        const size_t origin = i < LONG_BYTES ? i : i + LONG_BYTES;
        const unsigned char expected = (unsigned char)seed_of(0, (me + npes - 1) % npes, 0, origin);
        EXPECT("shmem_ibput8 around a hole", "unsigned char", i, expected, dest[i]);
    }
    munmap(source, LONG_BYTES);
    munmap(source + 2 * LONG_BYTES, LONG_BYTES);
    shmem_free(dest);
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
    blocks_around_a_hole();
    shmem_ctx_destroy(ctx);
    return finish();
}
