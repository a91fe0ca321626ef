/* Blocking gets: typed, sized, of bytes, of single elements; on the default and on another context.
 *
 * Each PE fetches a block from every PE, itself too, and checks each element and the bytes around.
 */
#include "check.h"

#define COUNT 7

static shmem_ctx_t ctx;

/* Every PE fetches ELEMENTS elements from every PE by CALL, which sees `dest`, `source`, `pe`. */
#define FETCH(TYPE, KIND, LABEL, ELEMENTS, CALL) \
    do { \
        const TYPE *source = (const TYPE *)room(); \
        for (size_t i = 0; i < (ELEMENTS); i++) \
            ((TYPE *)room())[i] = MAKE_##KIND(TYPE, seed_of(current_round, me, 0, i)); \
        shmem_barrier_all(); \
        for (int pe = 0; pe < npes; pe++) { \
            struct { \
                TYPE elements[ELEMENTS]; \
                unsigned char guard[16]; \
            } into; \
            TYPE *dest = into.elements; \
            memset(&into, UNTOUCHED, sizeof into); \
            CALL; \
            for (size_t i = 0; i < (ELEMENTS); i++) { \
                const TYPE expected = MAKE_##KIND(TYPE, seed_of(current_round, pe, 0, i)); \
                EXPECT(LABEL, #TYPE, i, expected, into.elements[i]); \
            } \
            expect_untouched(LABEL, #TYPE, into.guard, sizeof into.guard); \
        } \
        read_round(); \
    } while (0)

#define TYPED(HOW, NAME, TYPE, KIND) \
    FETCH(TYPE, KIND, HOW##_LABEL(NAME, get), COUNT, HOW(NAME, get, dest, source, COUNT, pe)); \
    FETCH(TYPE, KIND, HOW##_LABEL(NAME, g), 1, *dest = HOW(NAME, g, source, pe));

#define TYPED_PLAIN(NAME, TYPE, KIND) TYPED(PLAIN, NAME, TYPE, KIND)
#define TYPED_ON_CTX(NAME, TYPE, KIND) TYPED(ON_CTX, NAME, TYPE, KIND)
#define TYPED_GENERIC(NAME, TYPE, KIND) TYPED(GENERIC, NAME, TYPE, KIND)
#define TYPED_GENERIC_CTX(NAME, TYPE, KIND) TYPED(GENERIC_CTX, NAME, TYPE, KIND)

#define SIZED(SIZE) \
    FETCH(unsigned char, INT, "shmem_get" #SIZE, COUNT * SIZE / 8, shmem_get##SIZE(dest, source, COUNT, pe)); \
    FETCH(unsigned char, INT, "shmem_ctx_get" #SIZE, COUNT * SIZE / 8, \
          shmem_ctx_get##SIZE(ctx, dest, source, COUNT, pe));

/* Lengths from nothing to several packets, at any place. */
static void bytes_of_all_lengths(void)
{
    static const size_t lengths[] = {0, 1, 3, 8, 15, 64, 255, 1000, 4097};
    unsigned char *own = (unsigned char *)room();
    for (size_t i = 0; i < 4100; i++)
        own[i] = MAKE_INT(unsigned char, seed_of(current_round, me, 0, i));
    shmem_barrier_all();
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        const size_t length = lengths[n];
        for (int pe = 0; pe < npes; pe++) {
            unsigned char dest[4104];
            memset(dest, UNTOUCHED, sizeof dest);
            if (n % 2)
                shmem_getmem(dest + 5, own + 3, length, pe);
            else
                shmem_ctx_getmem(ctx, dest + 5, own + 3, length, pe);
            expect_untouched("shmem_getmem", "before", dest, 5);
            for (size_t i = 0; i < length; i++) {
                const unsigned char expected = MAKE_INT(unsigned char, seed_of(current_round, pe, 0, 3 + i));
                EXPECT("shmem_getmem", "byte", i, expected, dest[5 + i]);
            }
            expect_untouched("shmem_getmem", "after", dest + 5 + length, sizeof dest - 5 - length);
        }
    }
    read_round();
}

/* More than any buffer on the way. */
static void large(void)
{
    const size_t count = 100000;
    const int pe = (me + 1) % npes;
    uint64_t *source = (uint64_t *)allocate(count * sizeof *source);
    uint64_t *dest = (uint64_t *)malloc(count * sizeof *dest);
    for (size_t i = 0; i < count; i++)
        source[i] = mix(seed_of(current_round, me, 0, i));
    shmem_barrier_all();
    shmem_uint64_get(dest, source, count, pe);
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_uint64_get of 800 kB", "uint64_t", i, mix(seed_of(current_round, pe, 0, i)), dest[i]);
    free(dest);
    shmem_free(source);
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
    shmem_getmem(NULL, NULL, 0, npes - 1);
    shmem_ctx_destroy(ctx);
    return finish();
}
