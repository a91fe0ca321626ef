/* Collectives of OpenSHMEM over all processes, as an active set: all libraries have those, and with teams a broadcast's root would
 * get a copy too. The roots take turns, and the slowest process counts. */
#include "measure.h"
#include <shmem.h>

#define VERSION (SHMEM_MAJOR_VERSION * 100 + SHMEM_MINOR_VERSION)
#define HAS_SCANS (VERSION >= 106)

#define TIMED_MIN 3
#define TIMED_MAX 5
#define CALLS_MAX 10000.0

static int rank, size;
static double started;
static uint64_t *from, *into;
/* What the processes tell the first one, and it them. */
static double *seconds_of;
static int *right_of, *plan;

/* A process may be ahead of another by as many calls as there are roots, so each has synchronisation of its own. */
#define SETS (2 * (size_t)size + 2)
#define SYNC 64
static long *sync_words;
static long long *work[2];

static long *sync_of(uint64_t number)
{
    return sync_words + number % SETS * SYNC;
}

static void *symmetric(size_t bytes)
{
    void *memory = shmem_align(4096, bytes);
    if (!memory) {
        fprintf(stderr, "no symmetric memory for %zu bytes\n", bytes);
        shmem_global_exit(2);
    }
    memset(memory, 0, bytes);
    return memory;
}

/* Element `index` of the block that `sender` has for `receiver`. */
static uint64_t element(unsigned seed, int sender, int receiver, size_t index)
{
    return seed + (uint64_t)sender * 1000003 + (uint64_t)receiver * 10007 + index * 31;
}

/* The sum of the elements of all senders up to, and without, `end`. */
static uint64_t sum(unsigned seed, int end, int receiver, size_t index)
{
    uint64_t senders = (uint64_t)end;
    return senders * element(seed, 0, receiver, index) + 1000003 * (senders * (senders - 1) / 2);
}

static void call(const struct request *request, uint64_t number)
{
    size_t count = request->bytes / sizeof *from;
    int root = (int)(number % (uint64_t)size);
    if (is(request, "barrier")) {
        shmem_barrier_all();
    } else if (is(request, "bcast")) {
        shmem_broadcast64(into, from, count, root, 0, 0, size, sync_of(number));
    } else if (is(request, "allreduce")) {
        shmem_longlong_sum_to_all((long long *)into, (long long *)from, (int)count, 0, 0, size,
                                  work[number % 2], sync_of(number));
    } else if (is(request, "allgather")) {
        shmem_fcollect64(into, from, count, 0, 0, size, sync_of(number));
    } else if (is(request, "alltoall")) {
        shmem_alltoall64(into, from, count, 0, 0, size, sync_of(number));
#if HAS_SCANS
    } else if (is(request, "scan")) {
        shmem_uint64_sum_inscan(SHMEM_TEAM_WORLD, into, from, count);
    } else if (is(request, "exscan")) {
        shmem_uint64_sum_exscan(SHMEM_TEAM_WORLD, into, from, count);
#endif
    } else {
        fprintf(stderr, "there is no operation %s\n", request->name);
        shmem_global_exit(2);
    }
}

/* Whether this process has what the call should have brought it. */
static int is_right(const struct request *request, uint64_t number)
{
    size_t count = request->bytes / sizeof *from;
    unsigned seed = request->seed;
    int root = (int)(number % (uint64_t)size), right = 1;
    for (size_t index = 0; index < count; index++) {
        if (is(request, "bcast"))
            right &= rank == root || into[index] == element(seed, root, 0, index);
        else if (is(request, "allreduce"))
            right &= into[index] == sum(seed, size, 0, index);
        else if (is(request, "scan"))
            right &= into[index] == sum(seed, rank + 1, 0, index);
        else if (is(request, "exscan"))
            right &= rank == 0 || into[index] == sum(seed, rank, 0, index);
        for (int other = 0; other < size; other++) {
            size_t place = (size_t)other * count + index;
            if (is(request, "allgather"))
                right &= into[place] == element(seed, other, 0, index);
            else if (is(request, "alltoall"))
                right &= into[place] == element(seed, other, rank, index);
        }
    }
    return right;
}

/* How many calls are timed together, and how often, if one takes `once`: as the first process finds. None if there is no time
 * left. */
static void make_plan(double once, int life_seconds)
{
    if (rank == 0) {
        int made[2] = {0, 0};
        if (now() - started < 0.6 * life_seconds) {
            double calls = budget_seconds / TIMED_MAX / once, times = budget_seconds / once;
            made[0] = calls < 1 ? 1 : (int)(calls > CALLS_MAX ? CALLS_MAX : calls);
            made[1] = times < TIMED_MIN ? TIMED_MIN : (int)(times > TIMED_MAX ? TIMED_MAX : times);
        }
        for (int other = 0; other < size; other++)
            shmem_putmem(plan, made, sizeof made, other);
    }
    shmem_barrier_all();
}

/* The first process's: what the slowest took. */
static double slowest(double seconds)
{
    shmem_double_p(&seconds_of[rank], seconds, 0);
    shmem_barrier_all();
    double most = 0;
    for (int other = 0; other < size; other++)
        most = seconds_of[other] > most ? seconds_of[other] : most;
    return most;
}

/* Measures; 0 if there is no time left. */
static int measure(const struct request *request, int life_seconds)
{
    size_t bytes = (size_t)size * request->bytes + sizeof *from;
    double took[TIMED_MAX];
    uint64_t number = 0;
    from = symmetric(bytes);
    into = symmetric(bytes);
    for (int half = 0; half < 2; half++)
        work[half] = symmetric(request->bytes / 2 + (SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1) * sizeof *work[half]);
    for (size_t at = 0; at < (size_t)size * (request->bytes / sizeof *from); at++) {
        size_t count = request->bytes / sizeof *from;
        from[at] = element(request->seed, rank, (int)(at / count), at % count);
    }
    shmem_barrier_all();
    call(request, number);
    int right = is_right(request, number++);
    shmem_barrier_all();
    /* The first calls take longest, so the plan for what is measured comes from a rehearsal, and its own from one call. */
    plan[0] = 1;
    for (int part = 0; part < 2 && plan[0] > 0; part++) {
        int calls = plan[0];
        shmem_barrier_all();
        double begun = now();
        for (int done = 0; done < calls; done++)
            call(request, number++);
        /* By all: one process's part can be over in no time. */
        shmem_barrier_all();
        make_plan((now() - begun) / calls, life_seconds);
    }
    int calls = plan[0], times = plan[1];
    for (int time = 0; time < times; time++) {
        shmem_barrier_all();
        double begun = now();
        for (int done = 0; done < calls; done++)
            call(request, number++);
        took[time] = slowest((now() - begun) / calls);
    }
    if (times > 0) {
        shmem_barrier_all();
        memset(into, 0, bytes);
        shmem_barrier_all();
        call(request, number);
        right &= is_right(request, number);
        shmem_int_p(&right_of[rank], right, 0);
        shmem_barrier_all();
        if (rank == 0) {
            row(request, median(took, times), "s");
            for (int other = 0; other < size; other++)
                if (!right_of[other])
                    wrong(request);
        }
    }
    shmem_barrier_all();
    for (int half = 0; half < 2; half++)
        shmem_free(work[half]);
    shmem_free(into);
    shmem_free(from);
    return times > 0;
}

int main(int count, char **arguments)
{
    begin(count, arguments);
    started = now();
    shmem_init();
    rank = shmem_my_pe();
    size = shmem_n_pes();
    pin(rank, size);
    seconds_of = symmetric((size_t)size * sizeof *seconds_of);
    right_of = symmetric((size_t)size * sizeof *right_of);
    plan = symmetric(2 * sizeof *plan);
    sync_words = symmetric(SETS * SYNC * sizeof *sync_words);
    for (size_t at = 0; at < SETS * SYNC; at++)
        sync_words[at] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        if (!measure(&request, atoi(arguments[2])))
            break;
    }
    shmem_barrier_all();
    if (rank == 0)
        done(size);
    shmem_finalize();
    return 0;
}
