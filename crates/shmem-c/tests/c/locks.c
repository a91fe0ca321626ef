/* Locks: one at a time, nobody passed for ever, completion before the lock is free, test_lock. */
#include "check.h"

enum { REPEATS = 20, LOCKS = 3 };

static long *locks;

/* A counter on PE 0 that is read and written apart: without mutual exclusion counts get lost. */
static void exclusion(void)
{
    long *counters = (long *)room();
    memset(counters, 0, LOCKS * sizeof *counters);
    shmem_barrier_all();
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const int n = (me + repeat) % LOCKS, home = n % npes;
        if (repeat % 4 == 3)
            while (shmem_test_lock(&locks[n]) != 0)
                ;
        else
            shmem_set_lock(&locks[n]);
        const long value = shmem_long_g(&counters[n], home);
        shmem_long_p(&counters[n], value + 1, home);
        shmem_clear_lock(&locks[n]);
    }
    shmem_barrier_all();
    for (int n = 0; n < LOCKS; n++) {
        long expected = 0;
        for (int pe = 0; pe < npes; pe++)
            for (int repeat = 0; repeat < REPEATS; repeat++)
                expected += (pe + repeat) % LOCKS == n;
        EXPECT("shmem_set_lock", "long", (size_t)n, expected, shmem_long_g(&counters[n], n % npes));
    }
    shmem_barrier_all();
    next_round();
}

/* One PE holds the lock: nobody else gets it by asking. */
static void tested(void)
{
    for (int holder = 0; holder < npes; holder++) {
        if (me == holder)
            EXPECT("shmem_test_lock", "free", (size_t)holder, 0, shmem_test_lock(&locks[0]));
        shmem_barrier_all();
        if (me != holder)
            EXPECT("shmem_test_lock", "held", (size_t)holder, 1, shmem_test_lock(&locks[0]));
        shmem_barrier_all();
        if (me == holder)
            shmem_clear_lock(&locks[0]);
        shmem_barrier_all();
    }
}

/* Everyone takes the lock again and again until everyone has had it some times: who waits can't be passed for ever. */
static void fairness(void)
{
    enum { TURNS = 5 };
    int *turns = (int *)room();
    if (me == 0)
        memset(turns, 0, (size_t)npes * sizeof *turns);
    shmem_barrier_all();
    for (int fewest = 0; fewest < TURNS;) {
        shmem_set_lock(&locks[1]);
        shmem_int_p(&turns[me], shmem_int_g(&turns[me], 0) + 1, 0);
        shmem_quiet();
        fewest = TURNS;
        for (int pe = 0; pe < npes; pe++) {
            const int had = shmem_int_g(&turns[pe], 0);
            fewest = had < fewest ? had : fewest;
        }
        shmem_clear_lock(&locks[1]);
    }
    shmem_barrier_all();
    next_round();
}

/* What was put under the lock is complete when the next one has it. */
static void completion(void)
{
    enum { WORDS = 100 };
    long *data = (long *)room();
    const int home = npes - 1;
    long source[WORDS], found[WORDS];
    if (me == home)
        memset(data, 0, WORDS * sizeof *data);
    shmem_barrier_all();
    for (int repeat = 0; repeat < 5; repeat++) {
        shmem_set_lock(&locks[2]);
        shmem_long_get(found, data, WORDS, home);
        for (int i = 1; i < WORDS; i++)
            EXPECT("shmem_clear_lock", "long", (size_t)i, found[0], found[i]);
        for (int i = 0; i < WORDS; i++)
            source[i] = found[0] + 1;
        shmem_long_put_nbi(data, source, WORDS, home);
        shmem_clear_lock(&locks[2]);
    }
    shmem_barrier_all();
    EXPECT("shmem_clear_lock", "long", 0, 5L * npes, shmem_long_g(data, home));
    shmem_barrier_all();
    next_round();
}

int main(void)
{
    begin();
    locks = (long *)shmem_calloc(LOCKS, sizeof *locks);
    tested();
    exclusion();
    fairness();
    completion();
    shmem_barrier_all();
    shmem_free(locks);
    return finish();
}
