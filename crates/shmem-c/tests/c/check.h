/* What the conformance programs share: the job, values to move, memory to move them to, and checks that say what is
 * wrong. A program that ends well prints "ok" from PE 0, and nothing else.
 */
#ifndef CHECK_H
#define CHECK_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"

static int me, npes;

/* Any change of the seed changes about half of the bits (the finalizer of splitmix64). */
static inline uint64_t mix(uint64_t seed)
{
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
    return seed ^ seed >> 31;
}

/* What one element of one transfer is made from. */
static inline uint64_t seed_of(int round, int from, int to, size_t index)
{
    return (((uint64_t)round * 1009 + (uint64_t)from) * 1009 + (uint64_t)to) * 100003 + index;
}

/* Values that fill the type: every byte matters, and no float is a NaN. */
#define MAKE_INT(TYPE, seed) ((TYPE)mix(seed))
#define MAKE_REAL(TYPE, seed) ((TYPE)((TYPE)(int64_t)mix(seed) / 3))
#define MAKE_COMPLEX(TYPE, seed) ((TYPE)((int64_t)mix(seed) / 3 + I * ((int64_t)mix((seed) + 1) / 5)))
/* What can be said of a value of any kind: a long double has 64 bits for it. */
#define SHOW_INT(value) ((long double)(value))
#define SHOW_REAL(value) ((long double)(value))
#define SHOW_COMPLEX(value) ((long double)creal(value))

/* Ends the program: what was called with which type, where, and what should have come of it. */
static inline void fail(const char *function, const char *type, size_t index, long double expected, long double found)
{
    fprintf(stderr, "PE %d of %d: %s (%s): element %zu: expected %.21Lg, found %.21Lg\n", me, npes, function, type,
            index, expected, found);
    exit(1);
}

#define EXPECT_OF(KIND, function, type, index, expected, found) \
    do { \
        if ((expected) != (found)) \
            fail(function, type, index, SHOW_##KIND(expected), SHOW_##KIND(found)); \
    } while (0)
#define EXPECT(function, type, index, expected, found) EXPECT_OF(REAL, function, type, index, expected, found)
/* For what is true or not. */
#define EXPECT_TRUE(function, condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "PE %d of %d: %s (line %d): expected %s\n", me, npes, function, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

/* The ways to call a typed function; `ctx` is the caller's variable. So each test is written once for all of them. */
#define PLAIN(NAME, op, ...) shmem_##NAME##_##op(__VA_ARGS__)
#define PLAIN_LABEL(NAME, op) "shmem_" #NAME "_" #op
#define ON_CTX(NAME, op, ...) shmem_ctx_##NAME##_##op(ctx, __VA_ARGS__)
#define ON_CTX_LABEL(NAME, op) "shmem_ctx_" #NAME "_" #op
#define GENERIC(NAME, op, ...) shmem_##op(__VA_ARGS__)
#define GENERIC_LABEL(NAME, op) "generic shmem_" #op
#define GENERIC_CTX(NAME, op, ...) shmem_##op(ctx, __VA_ARGS__)
#define GENERIC_CTX_LABEL(NAME, op) "generic shmem_" #op " with a context"
/* Type-generic macros are there since C11. */
#if !defined(__cplusplus) && __STDC_VERSION__ >= 201112L
#define HAVE_GENERIC 1
#else
#define HAVE_GENERIC 0
#endif

/* The byte of memory that nobody may have written to. */
#define UNTOUCHED 0x5a
/* Of each of the two rooms; they take turns so that one barrier a round is enough: whoever writes to a room has passed
 * the barrier of the round between, which its owner entered after its checks. */
#define ROOM_BYTES ((size_t)64 << 10)

static unsigned char *rooms;
static int current_round;

/* The symmetric memory of this round, all bytes UNTOUCHED. */
static inline void *room(void)
{
    return rooms + (size_t)(current_round % 2) * ROOM_BYTES;
}

/* Ends a round, after the checks. */
static inline void next_round(void)
{
    memset(room(), UNTOUCHED, ROOM_BYTES);
    current_round++;
}

/* Ends a round in which others read: they may still do so. */
static inline void read_round(void)
{
    current_round++;
}

/* The number of bytes from one PE's block to the next one's: aligned for all types, and bytes between that stay untouched. */
static inline size_t block_bytes(size_t bytes)
{
    return (bytes + 31) / 16 * 16;
}

static inline void expect_untouched(const char *function, const char *type, const unsigned char *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (from[i] != UNTOUCHED)
            fail(function, type, i, UNTOUCHED, from[i]);
}

/* Symmetric memory for `size` bytes, or the end. */
static inline void *allocate(size_t size)
{
    void *memory = shmem_malloc(size);
    if (memory == NULL) {
        fprintf(stderr, "PE %d of %d: shmem_malloc: no memory for %zu bytes\n", me, npes, size);
        exit(1);
    }
    return memory;
}

/* For programs that start the library themselves. */
static inline void prepare(void)
{
    me = shmem_my_pe();
    npes = shmem_n_pes();
    rooms = (unsigned char *)allocate(2 * ROOM_BYTES);
    memset(rooms, UNTOUCHED, 2 * ROOM_BYTES);
    shmem_barrier_all();
}

static inline void begin(void)
{
    shmem_init();
    prepare();
}

/* Everyone came through. */
static inline int finish(void)
{
    shmem_barrier_all();
    if (me == 0)
        puts("ok");
    shmem_free(rooms);
    shmem_finalize();
    return 0;
}

#endif
