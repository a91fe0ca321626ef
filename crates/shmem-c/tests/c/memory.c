/* The symmetric heap: allocation, alignment, zeroing, resizing, hints, and that freed memory comes again. Blocks are
 * apart, symmetric, and remotely accessible as soon as the call returns.
 */
#include "check.h"

enum { BLOCKS = 40 };

/* Fills a block with what only this PE and block have. */
static void fill(unsigned char *block, size_t size, int number)
{
    for (size_t i = 0; i < size; i++)
        block[i] = MAKE_INT(unsigned char, seed_of(number, me, 0, i));
}

static void check(const char *function, const unsigned char *block, size_t size, int number)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char expected = MAKE_INT(unsigned char, seed_of(number, me, 0, i));
        EXPECT(function, "byte", i, expected, block[i]);
    }
}

/* The same offset everywhere: what the next PE's block holds comes from the next PE. */
static void expect_symmetric(const char *function, unsigned char *block, size_t size)
{
    const int next = (me + 1) % npes;
    shmem_barrier_all();
    block[0] = (unsigned char)(me + 1);
    block[size - 1] = (unsigned char)(me + 1);
    shmem_barrier_all();
    EXPECT(function, "first byte of the next PE", size, next + 1, shmem_uchar_g(&block[0], next));
    EXPECT(function, "last byte of the next PE", size, next + 1, shmem_uchar_g(&block[size - 1], next));
    shmem_barrier_all();
}

static void blocks(void)
{
    unsigned char *block[BLOCKS];
    size_t size[BLOCKS];
    for (int n = 0; n < BLOCKS; n++) {
        size[n] = (size_t)1 << n % 14 | (size_t)n;
        block[n] = (unsigned char *)shmem_malloc(size[n]);
        EXPECT_TRUE("shmem_malloc", block[n] != NULL);
        EXPECT("shmem_malloc", "alignment", size[n], 0u, (uintptr_t)block[n] % 16);
        expect_symmetric("shmem_malloc", block[n], size[n]);
        fill(block[n], size[n], n);
    }
    /* Holes, filled again. */
    for (int n = 0; n < BLOCKS; n += 3) {
        check("shmem_malloc", block[n], size[n], n);
        shmem_free(block[n]);
        size[n] = size[n] / 2 + 3;
        block[n] = (unsigned char *)allocate(size[n]);
        fill(block[n], size[n], n);
    }
    for (int n = 0; n < BLOCKS; n++) {
        check("shmem_malloc", block[n], size[n], n);
        shmem_free(block[n]);
    }
}

static void aligned(void)
{
    /* No power of two: undefined, and what programs expect of it is a null pointer. */
    const size_t none[] = {0, 3, 24, 63};
    for (size_t n = 0; n < sizeof none / sizeof none[0]; n++)
        EXPECT_TRUE("shmem_align", shmem_align(none[n], 100) == NULL);
    for (size_t alignment = sizeof(void *); alignment <= 65536; alignment *= 2) {
        unsigned char *block = (unsigned char *)shmem_align(alignment, 100);
        EXPECT_TRUE("shmem_align", block != NULL);
        EXPECT("shmem_align", "alignment", alignment, 0u, (uintptr_t)block % alignment);
        expect_symmetric("shmem_align", block, 100);
        shmem_free(block);
    }
}

/* Also where memory was used before. */
static void zeroed(void)
{
    for (size_t count = 1; count < 3000; count = count * 3 + 1) {
        unsigned char *block = (unsigned char *)allocate(count * 7);
        memset(block, 0xff, count * 7);
        shmem_free(block);
        block = (unsigned char *)shmem_calloc(count, 7);
        EXPECT_TRUE("shmem_calloc", block != NULL);
        for (size_t i = 0; i < count * 7; i++)
            EXPECT("shmem_calloc", "byte", i, 0, block[i]);
        expect_symmetric("shmem_calloc", block, count * 7);
        shmem_free(block);
    }
}

static void resized(void)
{
    unsigned char *block = (unsigned char *)shmem_realloc(NULL, 10);
    unsigned char *behind = (unsigned char *)allocate(50);
    EXPECT_TRUE("shmem_realloc", block != NULL && behind != NULL);
    fill(behind, 50, 1);
    fill(block, 10, 2);
    block = (unsigned char *)shmem_realloc(block, 5000);
    EXPECT_TRUE("shmem_realloc", block != NULL);
    check("shmem_realloc larger", block, 10, 2);
    fill(block, 5000, 3);
    check("shmem_realloc", behind, 50, 1);
    block = (unsigned char *)shmem_realloc(block, 100);
    EXPECT_TRUE("shmem_realloc", block != NULL);
    check("shmem_realloc smaller", block, 100, 3);
    expect_symmetric("shmem_realloc", block, 100);
    EXPECT_TRUE("shmem_realloc", shmem_realloc(block, 0) == NULL);
    EXPECT_TRUE("shmem_realloc of what was freed", shmem_realloc(block, 10) == NULL);
    shmem_free(behind);
}

/* A block that takes more than half of the heap has no place elsewhere. */
static void resized_in_place(void)
{
    size_t half = 1 << 20, rest;
    unsigned char *block = (unsigned char *)allocate(half), *larger;
    fill(block, 1000, 5);
    while ((larger = (unsigned char *)shmem_realloc(block, 2 * half)) != NULL) {
        block = larger;
        half *= 2;
    }
    for (rest = half / 2; rest >= 4096; rest /= 2)
        if ((larger = (unsigned char *)shmem_realloc(block, half + rest)) != NULL) {
            block = larger;
            half += rest;
        }
    check("shmem_realloc of the largest block", block, 1000, 5);
    expect_symmetric("shmem_realloc", block, half);
    EXPECT_TRUE("shmem_realloc", half > (size_t)40 << 20);
    shmem_free(block);
}

static void hinted(void)
{
    const long hints[] = {0, SHMEM_MALLOC_ATOMICS_REMOTE, SHMEM_MALLOC_SIGNAL_REMOTE,
                          SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE};
    for (size_t n = 0; n < 4; n++) {
        uint64_t *counter = (uint64_t *)shmem_malloc_with_hints(2 * sizeof *counter, hints[n]);
        EXPECT_TRUE("shmem_malloc_with_hints", counter != NULL);
        counter[0] = 0;
        shmem_barrier_all();
        for (int pe = 0; pe < npes; pe++)
            shmem_uint64_atomic_inc(counter, pe);
        shmem_barrier_all();
        EXPECT("shmem_malloc_with_hints", "uint64_t", n, (uint64_t)npes, counter[0]);
        shmem_free(counter);
    }
}

/* Nothing is nothing: no memory, and no barrier, so one PE alone may ask. */
static void nothing(void)
{
    if (me == npes - 1) {
        EXPECT_TRUE("shmem_malloc of 0 bytes", shmem_malloc(0) == NULL);
        EXPECT_TRUE("shmem_calloc of 0 elements", shmem_calloc(0, 8) == NULL);
        EXPECT_TRUE("shmem_calloc of 0 bytes", shmem_calloc(8, 0) == NULL);
        EXPECT_TRUE("shmem_align of 0 bytes", shmem_align(64, 0) == NULL);
        EXPECT_TRUE("shmem_malloc_with_hints of 0 bytes", shmem_malloc_with_hints(0, 0) == NULL);
        shmem_free(NULL);
    }
}

/* What can't be had is refused everywhere, and nothing is lost by it. */
static void too_much(void)
{
    unsigned char *block = (unsigned char *)allocate(100);
    fill(block, 100, 4);
    EXPECT_TRUE("shmem_malloc", shmem_malloc(SIZE_MAX / 2) == NULL);
    EXPECT_TRUE("shmem_calloc", shmem_calloc(SIZE_MAX / 2, 3) == NULL);
    EXPECT_TRUE("shmem_align", shmem_align(4096, SIZE_MAX - 8192) == NULL);
    EXPECT_TRUE("shmem_realloc", shmem_realloc(block, SIZE_MAX / 2) == NULL);
    check("shmem_realloc", block, 100, 4);
    shmem_free(block);
}

/* More than there is, one after the other. */
static void reused(void)
{
    for (int n = 0; n < 30; n++)
        shmem_free(allocate((size_t)8 << 20));
}

int main(void)
{
    begin();
    blocks();
    aligned();
    zeroed();
    resized();
    resized_in_place();
    hinted();
    nothing();
    too_much();
    reused();
    return finish();
}
