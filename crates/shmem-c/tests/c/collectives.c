/* Team-based collectives that move data: broadcast, collect, fcollect, alltoall, alltoalls; typed and of bytes; on
 * several teams, with all roots, different contributions, and strides. Nothing beyond is touched.
 */
#include "teamwork.h"

#define COUNT 3

/* A round has one half of the room for sources, one for destinations. */
#define ROOMS(TYPE) \
    TYPE *source = (TYPE *)room(); \
    TYPE *dest = (TYPE *)((char *)room() + ROOM_BYTES / 2)

/* What comes after `count` elements of the destination. */
#define NOTHING_BEHIND(LABEL, TYPE, count) \
    expect_untouched(LABEL, #TYPE, (const unsigned char *)&dest[count], 4 * sizeof(TYPE))

/* The PEs of a team may read the sources until they come to the next round. */
#define DONE \
    shmem_sync_all(); \
    next_round()

#define BROADCAST(LABEL, TYPE, KIND, CALL) \
    { \
        ON_A_TEAM; \
        ROOMS(TYPE); \
        for (int root = 0; root < size; root++) { \
            const size_t at = (size_t)root * COUNT; \
            for (size_t i = 0; i < COUNT; i++) \
                source[at + i] = MEMBER_VALUE(TYPE, KIND, rank, root, i); \
            SUCCEEDS(LABEL, CALL); \
            for (size_t i = 0; i < COUNT; i++) { \
                const TYPE expected = MEMBER_VALUE(TYPE, KIND, root, root, i); \
                EXPECT(LABEL, #TYPE, at + i, expected, dest[at + i]); \
            } \
            NOTHING_BEHIND(LABEL, TYPE, at + COUNT); \
        } \
        DONE; \
    }

/* Member r gives `GIVEN(r)` elements. */
#define COLLECT(LABEL, TYPE, KIND, GIVEN, CALL) \
    { \
        ON_A_TEAM; \
        ROOMS(TYPE); \
        const size_t given = (size_t)(GIVEN(rank)); \
        size_t at = 0; \
        for (size_t i = 0; i < given; i++) \
            source[i] = MEMBER_VALUE(TYPE, KIND, rank, 0, i); \
        SUCCEEDS(LABEL, CALL); \
        for (int from = 0; from < size; from++) \
            for (size_t i = 0; i < (size_t)(GIVEN(from)); i++, at++) { \
                const TYPE expected = MEMBER_VALUE(TYPE, KIND, from, 0, i); \
                EXPECT(LABEL, #TYPE, at, expected, dest[at]); \
            } \
        NOTHING_BEHIND(LABEL, TYPE, at); \
        DONE; \
    }
#define EQUAL(r) ((void)(r), COUNT)
/* Some give nothing. */
#define DIFFERENT(r) (((r) + current_round) % 4)

#define ALLTOALL(LABEL, TYPE, KIND, CALL) \
    { \
        ON_A_TEAM; \
        ROOMS(TYPE); \
        for (int to = 0; to < size; to++) \
            for (size_t i = 0; i < COUNT; i++) \
                source[(size_t)to * COUNT + i] = MEMBER_VALUE(TYPE, KIND, rank, to, i); \
        SUCCEEDS(LABEL, CALL); \
        for (int from = 0; from < size; from++) \
            for (size_t i = 0; i < COUNT; i++) { \
                const TYPE expected = MEMBER_VALUE(TYPE, KIND, from, rank, i); \
                EXPECT(LABEL, #TYPE, (size_t)from * COUNT + i, expected, dest[(size_t)from * COUNT + i]); \
            } \
        NOTHING_BEHIND(LABEL, TYPE, (size_t)size * COUNT); \
        DONE; \
    }

/* Strides alternate between 1, 2 and 3; the elements between are left alone. */
#define ALLTOALLS(LABEL, TYPE, KIND, CALL) \
    { \
        ON_A_TEAM; \
        ROOMS(TYPE); \
        const ptrdiff_t dst = 1 + current_round % 3, sst = 1 + current_round / 3 % 3; \
        for (size_t i = 0; i < (size_t)size * COUNT; i++) \
            source[i * (size_t)sst] = MEMBER_VALUE(TYPE, KIND, rank, i / COUNT, i % COUNT); \
        SUCCEEDS(LABEL, CALL); \
        for (size_t i = 0; i < (size_t)size * COUNT; i++) { \
            const size_t at = i * (size_t)dst; \
            const TYPE expected = MEMBER_VALUE(TYPE, KIND, (int)(i / COUNT), rank, i % COUNT); \
            EXPECT(LABEL, #TYPE, at, expected, dest[at]); \
            expect_untouched(LABEL, #TYPE, (const unsigned char *)&dest[at + 1], (size_t)(dst - 1) * sizeof(TYPE)); \
        } \
        NOTHING_BEHIND(LABEL, TYPE, (size_t)size * COUNT * (size_t)dst); \
        DONE; \
    }

#define TYPED(HOW, NAME, TYPE, KIND) \
    BROADCAST(HOW##_LABEL(NAME, broadcast), TYPE, KIND, \
              HOW(NAME, broadcast, team, dest + at, source + at, COUNT, root)) \
    COLLECT(HOW##_LABEL(NAME, collect), TYPE, KIND, DIFFERENT, HOW(NAME, collect, team, dest, source, given)) \
    COLLECT(HOW##_LABEL(NAME, fcollect), TYPE, KIND, EQUAL, HOW(NAME, fcollect, team, dest, source, given)) \
    ALLTOALL(HOW##_LABEL(NAME, alltoall), TYPE, KIND, HOW(NAME, alltoall, team, dest, source, COUNT)) \
    ALLTOALLS(HOW##_LABEL(NAME, alltoalls), TYPE, KIND, HOW(NAME, alltoalls, team, dest, source, dst, sst, COUNT))

/* A function for each, to keep them small for the compiler. */
#define TYPED_PLAIN(NAME, TYPE, KIND) \
    static void collectives_##NAME(void) \
    { \
        TYPED(PLAIN, NAME, TYPE, KIND) \
    }
#define TYPED_GENERIC(NAME, TYPE, KIND) \
    static void generic_##NAME(void) \
    { \
        TYPED(GENERIC, NAME, TYPE, KIND) \
    }
#define RUN_PLAIN(NAME, TYPE, KIND) collectives_##NAME();
#define RUN_GENERIC(NAME, TYPE, KIND) generic_##NAME();

RMA_TYPES(TYPED_PLAIN)
#if HAVE_GENERIC
DISTINCT_TYPES(TYPED_GENERIC)
#endif

static void bytes(void)
{
    for (int t = 0; t < TEAMS; t++) {
        BROADCAST("shmem_broadcastmem", unsigned char, INT,
                  shmem_broadcastmem(team, dest + at, source + at, COUNT, root))
        COLLECT("shmem_collectmem", unsigned char, INT, DIFFERENT, shmem_collectmem(team, dest, source, given))
        COLLECT("shmem_fcollectmem", unsigned char, INT, EQUAL, shmem_fcollectmem(team, dest, source, given))
        ALLTOALL("shmem_alltoallmem", unsigned char, INT, shmem_alltoallmem(team, dest, source, COUNT))
        ALLTOALLS("shmem_alltoallsmem", unsigned char, INT,
                  shmem_alltoallsmem(team, dest, source, dst, sst, COUNT))
    }
}

/* More than any buffer on the way; the root's own copy too. */
static void large(void)
{
    const size_t count = 40000;
    const size_t all = count * (size_t)npes;
    uint64_t *source = (uint64_t *)allocate(all * sizeof *source);
    uint64_t *dest = (uint64_t *)allocate(all * sizeof *dest);
    const int root = npes / 2;
    for (size_t i = 0; i < all; i++)
        source[i] = mix(seed_of(1, me, 0, i));
    SUCCEEDS("shmem_uint64_broadcast", shmem_uint64_broadcast(SHMEM_TEAM_WORLD, dest, source, count, root));
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_uint64_broadcast of 320 kB", "uint64_t", i, mix(seed_of(1, root, 0, i)), dest[i]);
    /* The next one may be written there as soon as one PE calls it. */
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_fcollect", shmem_uint64_fcollect(SHMEM_TEAM_WORLD, dest, source, count));
    for (size_t i = 0; i < all; i++)
        EXPECT("shmem_uint64_fcollect of 320 kB", "uint64_t", i, mix(seed_of(1, (int)(i / count), 0, i % count)),
               dest[i]);
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_alltoall", shmem_uint64_alltoall(SHMEM_TEAM_WORLD, dest, source, count));
    for (size_t i = 0; i < all; i++)
        EXPECT("shmem_uint64_alltoall of 320 kB", "uint64_t", i,
               mix(seed_of(1, (int)(i / count), 0, (size_t)me * count + i % count)), dest[i]);
    shmem_free(dest);
    shmem_free(source);
}

/* One after the other, without anything between; sources may be changed as soon as a call returns. */
static void in_a_row(void)
{
    enum { REPEATS = 60 };
    long *memory = (long *)room();
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const int root = repeat % npes;
        long *source = memory + 2 * (size_t)npes, *dest = memory;
        *source = repeat * 1000 + me;
        SUCCEEDS("shmem_long_fcollect", shmem_long_fcollect(SHMEM_TEAM_WORLD, dest, source, 1));
        *source = -1;
        for (int from = 0; from < npes; from++)
            EXPECT("shmem_long_fcollect in a row", "long", (size_t)from, repeat * 1000 + from, dest[from]);
        *source = repeat * 7 + me;
        SUCCEEDS("shmem_long_broadcast", shmem_long_broadcast(SHMEM_TEAM_WORLD, dest + npes, source, 1, root));
        *source = -1;
        EXPECT("shmem_long_broadcast in a row", "long", (size_t)repeat, repeat * 7 + root, dest[npes]);
        /* The next collect writes to the destination from elsewhere. */
        shmem_sync_all();
    }
    DONE;
}

int main(void)
{
    begin();
    make_teams();
    RMA_TYPES(RUN_PLAIN)
#if HAVE_GENERIC
    DISTINCT_TYPES(RUN_GENERIC)
#endif
    bytes();
    in_a_row();
    large();
    destroy_teams();
    return finish();
}
