/* IS, integer sort: ranks of keys, divided by buckets. */
#include "nas.h"

#define IS_ITERATIONS 10
#define IS_TESTS 5

struct is_problem {
    int log_keys, log_limit;
    /* Where keys are whose rank is known, the rank in iteration 0, and how it changes. */
    struct {
        size_t index;
        int64_t rank, step;
    } tests[IS_TESTS];
};

static const struct is_problem is_problems[] = {
    {16, 11, {{48427, 0, 1}, {17148, 18, 1}, {23627, 346, 1}, {62548, 64917, -1}, {4431, 65463, -1}}},
    {20, 16, {{357773, 1247, 1}, {934767, 11696, 1}, {875723, 1039987, -1}, {898999, 1043896, -1}, {404505, 1048018, -1}}},
    {23, 19, {{2112377, 103, 1}, {662041, 17522, 1}, {5336171, 123927, 1}, {3642833, 8288933, -1}, {4250760, 8388265, -1}}},
};

static struct {
    int bits, buckets;
    size_t first, count;
    uint32_t *keys;
    /* Low bits of keys, by bucket. */
    uint16_t *sorted, *received;
    /* Of the buckets: this process's keys, all keys, where each begins, and those of this process's buckets by sender. */
    uint32_t *counts, *totals, *starts, *theirs;
    uint32_t *ranks;
    size_t room;
    int *firsts;
    int *send_counts, *send_places, *receive_counts, *receive_places;
} is_;

static size_t is_key_count(const struct is_problem *problem)
{
    return (size_t)1 << problem->log_keys;
}

static void is_begin(const struct is_problem *problem)
{
    int log = 0;
    size_t all = is_key_count(problem);
    while (1 << log < size)
        log++;
    int log_buckets = log + 5 < 8 ? 8 : log + 5 > 10 ? 10 : log + 5;
    is_.bits = problem->log_limit - log_buckets, is_.buckets = 1 << log_buckets;
    is_.first = share(all, size, rank), is_.count = share(all, size, rank + 1) - is_.first;
    /* A process's share, and the last bucket that is not wholly part of it. */
    is_.room = all / (size_t)size + 3 * (all / (size_t)is_.buckets + 1);
    size_t words = (size_t)is_.buckets * sizeof(uint32_t);
    is_.keys = allocate(is_.count * sizeof *is_.keys);
    is_.sorted = allocate(is_.count * sizeof *is_.sorted), is_.received = allocate(is_.room * sizeof *is_.received);
    is_.counts = allocate(words), is_.totals = allocate(words), is_.starts = allocate(words + sizeof(uint32_t));
    is_.theirs = allocate(words * (size_t)size);
    is_.ranks = allocate((size_t)1 << problem->log_limit << 2);
    is_.firsts = allocate((size_t)(size + 1) * sizeof(int));
    is_.send_counts = allocate((size_t)size * sizeof(int)), is_.send_places = allocate((size_t)size * sizeof(int));
    is_.receive_counts = allocate((size_t)size * sizeof(int)), is_.receive_places = allocate((size_t)size * sizeof(int));
    uint64_t state = skip(SEED, 4 * (uint64_t)is_.first);
    double quarter = (double)((1 << problem->log_limit) / 4);
    for (size_t at = 0; at < is_.count; at++) {
        double sum = next_random(&state);
        for (int number = 1; number < 4; number++)
            sum += next_random(&state);
        is_.keys[at] = (uint32_t)(quarter * sum);
    }
}

static void is_end(void)
{
    free(is_.keys), free(is_.sorted), free(is_.received), free(is_.counts), free(is_.totals), free(is_.starts);
    free(is_.theirs), free(is_.ranks), free(is_.firsts), free(is_.send_counts), free(is_.send_places);
    free(is_.receive_counts), free(is_.receive_places);
}

/* Divides the buckets: each process gets the next ones until it and those before have their share of all keys. Returns how many
 * keys are less than those of this process's buckets. */
static uint32_t is_divide(size_t all)
{
    int bucket = 0;
    size_t before = 0;
    uint32_t lesser = 0;
    for (int process = 0; process < size; process++) {
        is_.firsts[process] = bucket;
        if (process == rank)
            lesser = (uint32_t)before;
        while (bucket < is_.buckets && (before < share(all, size, process + 1) || process + 1 == size))
            before += is_.totals[bucket++];
    }
    is_.firsts[size] = bucket;
    return lesser;
}

/* Sorts this process's keys by bucket. */
static void is_sort(void)
{
    uint32_t *ends = is_.starts, low = ((uint32_t)1 << is_.bits) - 1, total = 0;
    for (int bucket = 0; bucket < is_.buckets; bucket++) {
        ends[bucket] = total;
        total += is_.counts[bucket];
    }
    for (size_t at = 0; at < is_.count; at++)
        is_.sorted[ends[is_.keys[at] >> is_.bits]++] = (uint16_t)(is_.keys[at] & low);
    for (int bucket = is_.buckets; bucket > 0; bucket--)
        ends[bucket] = ends[bucket - 1];
    ends[0] = 0;
}

/* Sends each process the counts of its buckets, then their keys. Returns how many came. */
static size_t is_exchange(void)
{
    int own = is_.firsts[rank + 1] - is_.firsts[rank], came = 0;
    for (int process = 0; process < size; process++) {
        is_.send_places[process] = is_.firsts[process];
        is_.send_counts[process] = is_.firsts[process + 1] - is_.firsts[process];
        is_.receive_counts[process] = own;
        is_.receive_places[process] = process * own;
    }
    MPI_Alltoallv(is_.counts, is_.send_counts, is_.send_places, MPI_UINT32_T, is_.theirs, is_.receive_counts,
                  is_.receive_places, MPI_UINT32_T, MPI_COMM_WORLD);
    for (int process = 0; process < size; process++) {
        uint32_t start = is_.starts[is_.firsts[process]];
        is_.send_places[process] = (int)start;
        is_.send_counts[process] = (int)(is_.starts[is_.firsts[process + 1]] - start);
        int count = 0;
        for (int bucket = 0; bucket < own; bucket++)
            count += (int)is_.theirs[process * own + bucket];
        is_.receive_places[process] = came;
        is_.receive_counts[process] = count;
        came += count;
    }
    if ((size_t)came > is_.room) {
        fprintf(stderr, "rank %d gets %d keys and has room for %zu\n", rank, came, is_.room);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Alltoallv(is_.sorted, is_.send_counts, is_.send_places, MPI_UINT16_T, is_.received, is_.receive_counts,
                  is_.receive_places, MPI_UINT16_T, MPI_COMM_WORLD);
    return (size_t)came;
}

/* An iteration. Returns how many test keys have the rank that they must have. */
static int is_rank(const struct is_problem *problem, int iteration)
{
    uint32_t changed[2] = {(uint32_t)iteration, (1u << problem->log_limit) - (uint32_t)iteration};
    size_t places[2] = {(size_t)iteration, (size_t)(iteration + IS_ITERATIONS)};
    for (int key = 0; key < 2; key++)
        if (places[key] - is_.first < is_.count)
            is_.keys[places[key] - is_.first] = changed[key];
    memset(is_.counts, 0, (size_t)is_.buckets * sizeof *is_.counts);
    for (size_t at = 0; at < is_.count; at++)
        is_.counts[is_.keys[at] >> is_.bits]++;
    uint32_t tests[IS_TESTS];
    for (int test = 0; test < IS_TESTS; test++) {
        size_t place = problem->tests[test].index - is_.first;
        tests[test] = place < is_.count ? is_.keys[place] : 0;
    }
    MPI_Allreduce(is_.counts, is_.totals, is_.buckets, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, tests, IS_TESTS, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    uint32_t total = is_divide(is_key_count(problem));
    is_sort();
    is_exchange();
    int first = is_.firsts[rank], own = is_.firsts[rank + 1] - first, right = 0;
    size_t own_limit = (size_t)own << is_.bits;
    memset(is_.ranks, 0, own_limit * sizeof *is_.ranks);
    const uint16_t *key = is_.received;
    for (int process = 0; process < size; process++)
        for (int bucket = 0; bucket < own; bucket++) {
            uint32_t *ranks = is_.ranks + ((size_t)bucket << is_.bits);
            for (uint32_t left = is_.theirs[process * own + bucket]; left > 0; left--)
                ranks[*key++]++;
        }
    for (size_t at = 0; at < own_limit; at++) {
        uint32_t count = is_.ranks[at];
        is_.ranks[at] = total;
        total += count;
    }
    for (int test = 0; test < IS_TESTS; test++) {
        size_t at = tests[test] - ((size_t)first << is_.bits);
        int64_t wanted = problem->tests[test].rank + problem->tests[test].step * iteration;
        right += at < own_limit && is_.ranks[at] == wanted;
    }
    return right;
}

static int run_is(const struct request *request)
{
    const struct is_problem *problem = is_problems, *end = problem + sizeof is_problems / sizeof *is_problems;
    while (problem < end && is_key_count(problem) != request->bytes)
        problem++;
    if (problem == end)
        return 0;
    is_begin(problem);
    is_rank(problem, 1);
    double begun = begin_together();
    int right = 0, all;
    for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++)
        right += is_rank(problem, iteration);
    double seconds = slowest(begun);
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        row(request, seconds, "s");
        if (all != IS_TESTS * IS_ITERATIONS)
            wrong(request);
    }
    is_end();
    return 1;
}
