/* A ring of PEs that poll, all on one core: a poll in vain soon gives the core to the PE that is awaited. How often a PE polls
 * for a store is therefore bounded. A PE that keeps the core polls until its time slice is over. */
#define _GNU_SOURCE
#include <sched.h>
#include <shmem.h>
#include <stdio.h>

enum { STEPS = 100, POLLS_MAX = 400 };

static long word, lock, polls, all;
static uint64_t signal_word;
static int me, npes;

static int by_test(long step) { return shmem_test(&word, SHMEM_CMP_GE, step); }
static int by_test_all(long step) { return shmem_test_all(&word, 1, NULL, SHMEM_CMP_GE, step); }
static int by_test_any(long step) { return shmem_test_any(&word, 1, NULL, SHMEM_CMP_GE, step) == 0; }
static int by_test_some(long step)
{
    size_t index;
    return shmem_test_some(&word, 1, &index, NULL, SHMEM_CMP_GE, step) == 1;
}
static int by_signal(long step) { return shmem_signal_fetch(&signal_word) >= (uint64_t)step; }

int main(void)
{
    static int (*const ways[])(long) = {by_test, by_test_all, by_test_any, by_test_some, by_signal};
    cpu_set_t cores, one;
    int core = 0;
    long turn = 0;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof cores, &cores))
        return 1;
    while (!CPU_ISSET(core, &cores))
        core++;
    CPU_SET(core, &one);
    if (sched_setaffinity(0, sizeof one, &one))
        return 1;
    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    for (int way = 0; way < 6; way++) {
        polls = 0;
        shmem_barrier_all();
        for (int step = 0; step < STEPS; step++) {
            if (way == 5) {
                for (; shmem_test_lock(&lock); polls++)
                    ;
                shmem_clear_lock(&lock);
                continue;
            }
            turn++;
            shmem_long_p(&word, turn, (me + 1) % npes);
            shmem_uint64_atomic_set(&signal_word, (uint64_t)turn, (me + 1) % npes);
            for (; !ways[way](turn); polls++)
                ;
        }
        shmem_barrier_all();
        shmem_sum_reduce(SHMEM_TEAM_WORLD, &all, &polls, 1);
        all /= (long)STEPS * npes;
        if (all > POLLS_MAX) {
            fprintf(stderr, "way %d: %ld polls in vain for a store\n", way, all);
            shmem_global_exit(1);
        }
    }
    shmem_barrier_all();
    if (me == 0)
        puts("ok");
    shmem_finalize();
}
