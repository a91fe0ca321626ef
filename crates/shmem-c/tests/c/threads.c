/* Threads: all call the library at the same time, each with a context of its own, or all with the default one. */
#include "check.h"

#include <pthread.h>

enum { THREADS = 3, WORDS = 200, REPEATS = 20 };

/* How a thread calls: PRIVATE and SERIALIZED contexts, one that all share, the default one. */
enum way { OWN_PRIVATE, OWN_SERIALIZED, SHARED, DEFAULT, WAYS };

static shmem_ctx_t shared;
static long *data, *counters, *flags;

struct thread {
    pthread_t handle;
    enum way way;
    int number;
};

/* A slot per thread of each PE: `WORDS` words at everyone. */
static long *slot(int pe, int number)
{
    return data + ((size_t)pe * THREADS + (size_t)number) * WORDS;
}

static void *work(void *argument)
{
    const struct thread *const thread = (const struct thread *)argument;
    const int to = (me + 1 + thread->number) % npes;
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
    long source[WORDS], found[WORDS];
    if (thread->way == OWN_PRIVATE)
        EXPECT("shmem_ctx_create", "private", 0, 0, shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx));
    else if (thread->way == OWN_SERIALIZED)
        EXPECT("shmem_ctx_create", "serialized", 0, 0, shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx));
    else if (thread->way == SHARED)
        ctx = shared;
    for (int repeat = 1; repeat <= REPEATS; repeat++) {
        for (size_t i = 0; i < WORDS; i++)
            source[i] = (long)mix(seed_of(repeat, me * THREADS + thread->number, to, i));
        if (repeat % 2)
            shmem_ctx_long_put_nbi(ctx, slot(me, thread->number), source, WORDS, to);
        else
            shmem_ctx_long_put(ctx, slot(me, thread->number), source, WORDS, to);
        shmem_ctx_quiet(ctx);
        shmem_ctx_long_get(ctx, found, slot(me, thread->number), WORDS, to);
        for (size_t i = 0; i < WORDS; i++)
            EXPECT("shmem_ctx_long_put in threads", "long", i, source[i], found[i]);
        for (int pe = 0; pe < npes; pe++) {
            shmem_ctx_long_atomic_add(ctx, &counters[0], 1, pe);
            shmem_ctx_long_atomic_fetch_inc(ctx, &counters[1], pe);
        }
        shmem_ctx_fence(ctx);
    }
    shmem_ctx_quiet(ctx);
    if (thread->way <= OWN_SERIALIZED)
        shmem_ctx_destroy(ctx);
    return NULL;
}

static void all_at_once(enum way way)
{
    struct thread threads[THREADS];
    counters[0] = counters[1] = 0;
    shmem_barrier_all();
    for (int n = 0; n < THREADS; n++) {
        threads[n].way = way;
        threads[n].number = n;
        EXPECT("pthread_create", "result", 0, 0, pthread_create(&threads[n].handle, NULL, work, &threads[n]));
    }
    for (int n = 0; n < THREADS; n++)
        pthread_join(threads[n].handle, NULL);
    shmem_barrier_all();
    EXPECT("shmem_ctx_long_atomic_add in threads", "long", way, (long)REPEATS * THREADS * npes, counters[0]);
    EXPECT("shmem_ctx_long_atomic_fetch_inc in threads", "long", way, (long)REPEATS * THREADS * npes, counters[1]);
    for (int n = 0; n < THREADS; n++) {
        const int from = ((me - 1 - n) % npes + npes) % npes;
        for (size_t i = 0; i < WORDS; i++)
            EXPECT("shmem_ctx_long_put in threads", "long", i,
                   (long)mix(seed_of(REPEATS, from * THREADS + n, me, i)), slot(from, n)[i]);
    }
    shmem_barrier_all();
}

/* A thread that waits holds up nobody: the others go on, one of them ends the wait. */
static void *wait_for_flag(void *argument)
{
    const struct thread *const thread = (const struct thread *)argument;
    shmem_long_wait_until(&flags[thread->number], SHMEM_CMP_EQ, 1);
    return NULL;
}

static void waiting(void)
{
    struct thread threads[THREADS];
    memset(flags, 0, THREADS * sizeof *flags);
    shmem_barrier_all();
    for (int n = 0; n < THREADS; n++) {
        threads[n].number = n;
        EXPECT("pthread_create", "result", 0, 0, pthread_create(&threads[n].handle, NULL, wait_for_flag, &threads[n]));
    }
    for (int n = 0; n < THREADS; n++)
        shmem_long_atomic_set(&flags[n], 1, n % 2 ? me : (me + 1) % npes);
    shmem_quiet();
    for (int n = 0; n < THREADS; n++)
        pthread_join(threads[n].handle, NULL);
    shmem_barrier_all();
}

/* Teams of one's own may be used at the same time. */
static shmem_team_t teams[THREADS];
static long *terms;

static void *reduce(void *argument)
{
    const struct thread *const thread = (const struct thread *)argument;
    long *term = terms + 2 * (size_t)thread->number;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        term[0] = me + thread->number * 10 + repeat;
        EXPECT("shmem_long_sum_reduce in threads", "result", 0, 0,
               shmem_long_sum_reduce(teams[thread->number], &term[1], &term[0], 1));
        EXPECT("shmem_long_sum_reduce in threads", "long", (size_t)repeat,
               npes * (npes - 1) / 2 + (long)npes * (thread->number * 10 + repeat), term[1]);
        EXPECT("shmem_team_sync in threads", "result", 0, 0, shmem_team_sync(teams[thread->number]));
    }
    return NULL;
}

static void on_teams(void)
{
    struct thread threads[THREADS];
    for (int n = 0; n < THREADS; n++)
        EXPECT("shmem_team_split_strided", "result", 0, 0,
               shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, NULL, 0, &teams[n]));
    for (int n = 0; n < THREADS; n++) {
        threads[n].number = n;
        EXPECT("pthread_create", "result", 0, 0, pthread_create(&threads[n].handle, NULL, reduce, &threads[n]));
    }
    for (int n = 0; n < THREADS; n++)
        pthread_join(threads[n].handle, NULL);
    for (int n = 0; n < THREADS; n++)
        shmem_team_destroy(teams[n]);
}

int main(void)
{
    int provided = -1;
    EXPECT("shmem_init_thread", "result", 0, 0, shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided));
    EXPECT("shmem_init_thread", "provided", 0, SHMEM_THREAD_MULTIPLE, provided);
    prepare();
    data = (long *)allocate((size_t)npes * THREADS * WORDS * sizeof *data);
    counters = (long *)allocate(2 * sizeof *counters);
    flags = (long *)allocate(THREADS * sizeof *flags);
    terms = (long *)allocate(2 * THREADS * sizeof *terms);
    EXPECT("shmem_ctx_create", "shared", 0, 0, shmem_ctx_create(0, &shared));
    for (enum way way = OWN_PRIVATE; way < WAYS; way = (enum way)(way + 1))
        all_at_once(way);
    waiting();
    on_teams();
    shmem_ctx_destroy(shared);
    return finish();
}
