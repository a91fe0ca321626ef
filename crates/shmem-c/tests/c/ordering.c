/* Fence, quiet and sync: what is put behind a fence is seen after what was put before it; what quiet has completed, everybody
 * sees.
 */
#include "check.h"

enum { WORDS = 64, REPEATS = 30 };

static shmem_ctx_t ctx;

/* Each PE floods the next one with data, then a flag behind a fence. The receiver waits for the flag alone. `way` says
 * which operations: data by put, put_nbi, p, or atomics; the flag by p, put_nbi or atomic. */
static void fence(int way, int on_ctx)
{
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    long *data = (long *)room(), *flag = data + WORDS;
    static long source[WORDS];
    *flag = 0;
    memset(data, 0, WORDS * sizeof *data);
    shmem_barrier_all();
    for (long repeat = 1; repeat <= REPEATS; repeat++) {
        for (int i = 0; i < WORDS; i++)
            source[i] = (long)mix(seed_of((int)repeat, me, to, (size_t)i));
        if (way == 0)
            shmem_ctx_long_put(on_ctx ? ctx : SHMEM_CTX_DEFAULT, data, source, WORDS, to);
        else if (way == 1)
            shmem_ctx_long_put_nbi(on_ctx ? ctx : SHMEM_CTX_DEFAULT, data, source, WORDS, to);
        else
            for (int i = 0; i < WORDS; i++)
                if (way == 2)
                    shmem_ctx_long_p(on_ctx ? ctx : SHMEM_CTX_DEFAULT, &data[i], source[i], to);
                else
                    shmem_ctx_long_atomic_set(on_ctx ? ctx : SHMEM_CTX_DEFAULT, &data[i], source[i], to);
        if (on_ctx)
            shmem_ctx_fence(ctx);
        else
            shmem_fence();
        if (way % 2 == 0)
            shmem_ctx_long_atomic_set(on_ctx ? ctx : SHMEM_CTX_DEFAULT, flag, repeat, to);
        else
            shmem_ctx_long_p(on_ctx ? ctx : SHMEM_CTX_DEFAULT, flag, repeat, to);
        shmem_long_wait_until(flag, SHMEM_CMP_EQ, repeat);
        for (int i = 0; i < WORDS; i++)
            EXPECT(on_ctx ? "shmem_ctx_fence" : "shmem_fence", "long", (size_t)i,
                   (long)mix(seed_of((int)repeat, from, me, (size_t)i)), data[i]);
        /* Sources may be reused, and the next PE has looked at what it got. */
        shmem_quiet();
        shmem_ctx_quiet(ctx);
        shmem_sync_all();
    }
    next_round();
}

/* After quiet a third PE, told so by the target's neighbour, finds the data at the target. */
static void quiet(int way)
{
    const int target = (me + 1) % npes, reader = (me + 2) % npes;
    const int writer = (me + 2 * npes - 2) % npes, its_target = (me + npes - 1) % npes;
    long *data = (long *)room(), *flag = data + WORDS;
    static long source[WORDS];
    *flag = 0;
    shmem_barrier_all();
    for (long repeat = 1; repeat <= REPEATS; repeat++) {
        for (int i = 0; i < WORDS; i++)
            source[i] = (long)mix(seed_of((int)repeat, me, target, (size_t)i));
        switch (way) {
        case 0:
            shmem_long_put_nbi(data, source, WORDS, target);
            shmem_quiet();
            break;
        case 1:
            shmem_ctx_long_put_nbi(ctx, data, source, WORDS, target);
            shmem_ctx_quiet(ctx);
            break;
        case 2:
            shmem_long_put_nbi(data, source, WORDS, target);
            shmem_pe_quiet(&target, 1);
            break;
        default: {
            const int targets[2] = {target, me};
            shmem_ctx_long_put(ctx, data, source, WORDS, target);
            shmem_ctx_pe_quiet(ctx, targets, 2);
            break;
        }
        }
        /* The sources are free again. */
        memset(source, 0, sizeof source);
        shmem_long_atomic_set(flag, repeat, reader);
        shmem_long_wait_until(flag, SHMEM_CMP_EQ, repeat);
        long found[WORDS];
        shmem_long_get(found, data, WORDS, its_target);
        for (int i = 0; i < WORDS; i++)
            EXPECT(way < 2 ? "shmem_quiet" : "shmem_pe_quiet", "long", (size_t)i,
                   (long)mix(seed_of((int)repeat, writer, its_target, (size_t)i)), found[i]);
        shmem_sync_all();
    }
    next_round();
}

/* No program may take what all have begun for done when they have synchronised, and some do. The first time, a PE has no
 * connection to the target yet. */
static void syncs(void)
{
    static long psync[SHMEM_SYNC_SIZE];
    long *counts = (long *)room();
    memset(counts, 0, 3 * sizeof *counts);
    shmem_barrier_all();
    for (int way = 0; way < 3; way++) {
        const int to = (way + 1) % npes;
        shmem_long_atomic_inc(&counts[way], to);
        if (way == 0)
            shmem_sync_all();
        else if (way == 1)
            shmem_team_sync(SHMEM_TEAM_WORLD);
        else
            shmem_sync(0, 0, npes, psync);
        EXPECT("synchronised", "long", (size_t)way, npes, shmem_long_g(&counts[way], to));
    }
    shmem_barrier_all();
    next_round();
}

/* Quiet completes stores through a local pointer, too. */
static void stores(void)
{
    long *data = (long *)room();
    for (int pe = 0; pe < npes; pe++) {
        long *there = (long *)shmem_ptr(data, pe);
        if (there != NULL)
            there[me] = (long)mix((uint64_t)me);
        else
            shmem_long_p(&data[me], (long)mix((uint64_t)me), pe);
    }
    shmem_quiet();
    shmem_sync_all();
    for (int pe = 0; pe < npes; pe++)
        EXPECT("shmem_quiet of stores", "long", (size_t)pe, (long)mix((uint64_t)pe), data[pe]);
    shmem_sync_all();
    next_round();
}

/* Barriers complete what was begun on the default context. */
static void barrier(void)
{
    long *data = (long *)room();
    long source = me;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const int to = (me + repeat) % npes, from = (me + npes * REPEATS - repeat) % npes;
        source = repeat * 1000 + me;
        shmem_long_put_nbi(&data[repeat % 2], &source, 1, to);
        shmem_barrier_all();
        EXPECT("shmem_barrier_all", "long", (size_t)repeat, repeat * 1000 + from, data[repeat % 2]);
    }
    shmem_barrier_all();
    next_round();
}

int main(void)
{
    begin();
    syncs();
    EXPECT("shmem_ctx_create", "result", 0, 0, shmem_ctx_create(0, &ctx));
    for (int way = 0; way < 4; way++) {
        fence(way, 0);
        fence(way, 1);
        quiet(way);
    }
    /* Nothing to wait for. */
    shmem_pe_quiet(NULL, 0);
    shmem_ctx_pe_quiet(ctx, NULL, 0);
    stores();
    barrier();
    shmem_ctx_destroy(ctx);
    return finish();
}
