/* Collectives of MPI over all processes, and exchanges of messages: the roots take turns, and the slowest process counts. */
#include "measure.h"
#include <mpi.h>

#define TIMED_MIN 3
#define TIMED_MAX 5
#define CALLS_MAX 10000.0

static int rank, size;
static double started;
static uint64_t *from, *into;
/* The distances to the partners of an exchange, equal in all processes. */
#define PARTNERS 8
static int distances[PARTNERS], partners;
static MPI_Request requests[2 * PARTNERS];
static int *counts_out, *places_out, *counts_in, *places_in;

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

/* How much `sender` has for `receiver` where that differs. */
static int uneven(int elements, int sender, int receiver)
{
    return (sender + receiver) % 2 ? elements : elements - elements / 2;
}

static void draw_distances(void)
{
    uint64_t state = 1;
    while (partners < PARTNERS && partners < size - 1) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int distance = 1 + (int)((state >> 33) % (uint64_t)(size - 1)), is_new = 1;
        for (int at = 0; at < partners; at++)
            is_new &= distances[at] != distance;
        if (is_new)
            distances[partners++] = distance;
    }
}

/* Whether `other` sends to this process in an exchange. */
static int is_partner(int other)
{
    for (int at = 0; at < partners; at++)
        if ((other + distances[at]) % size == rank)
            return 1;
    return 0;
}

static void exchange(int count)
{
    for (int at = 0; at < partners; at++) {
        int other = (rank + size - distances[at]) % size;
        MPI_Irecv(into + (size_t)other * (size_t)count, count, MPI_UINT64_T, other, 0, MPI_COMM_WORLD, &requests[at]);
    }
    for (int at = 0; at < partners; at++) {
        int other = (rank + distances[at]) % size;
        MPI_Isend(from + (size_t)other * (size_t)count, count, MPI_UINT64_T, other, 0, MPI_COMM_WORLD,
                  &requests[partners + at]);
    }
    MPI_Waitall(2 * partners, requests, MPI_STATUSES_IGNORE);
}

static void prepare(const struct request *request)
{
    int elements = (int)(request->bytes / sizeof *from), at_out = 0, at_in = 0;
    for (int other = 0; other < size; other++) {
        counts_out[other] = uneven(elements, rank, other);
        counts_in[other] = uneven(elements, other, rank);
        places_out[other] = at_out;
        places_in[other] = at_in;
        at_out += counts_out[other];
        at_in += counts_in[other];
        size_t place = is(request, "alltoallv") ? (size_t)places_out[other] : (size_t)other * (size_t)elements;
        for (int index = 0; index < elements; index++)
            from[place + (size_t)index] = element(request->seed, rank, other, (size_t)index);
    }
}

static void call(const struct request *request, uint64_t number)
{
    int count = (int)(request->bytes / sizeof *from), root = (int)(number % (uint64_t)size);
    MPI_Datatype type = MPI_UINT64_T;
    MPI_Comm all = MPI_COMM_WORLD;
    if (is(request, "barrier"))
        MPI_Barrier(all);
    else if (is(request, "bcast"))
        MPI_Bcast(rank == root ? from : into, count, type, root, all);
    else if (is(request, "reduce"))
        MPI_Reduce(from, into, count, type, MPI_SUM, root, all);
    else if (is(request, "allreduce"))
        MPI_Allreduce(from, into, count, type, MPI_SUM, all);
    else if (is(request, "gather"))
        MPI_Gather(from, count, type, into, count, type, root, all);
    else if (is(request, "allgather"))
        MPI_Allgather(from, count, type, into, count, type, all);
    else if (is(request, "scatter"))
        MPI_Scatter(from, count, type, into, count, type, root, all);
    else if (is(request, "alltoall"))
        MPI_Alltoall(from, count, type, into, count, type, all);
    else if (is(request, "alltoallv"))
        MPI_Alltoallv(from, counts_out, places_out, type, into, counts_in, places_in, type, all);
    else if (is(request, "scan"))
        MPI_Scan(from, into, count, type, MPI_SUM, all);
    else if (is(request, "exscan"))
        MPI_Exscan(from, into, count, type, MPI_SUM, all);
    else if (is(request, "reduce_scatter"))
        MPI_Reduce_scatter_block(from, into, count, type, MPI_SUM, all);
    else if (is(request, "exchange"))
        exchange(count);
    else
        MPI_Abort(all, 2);
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
        else if (is(request, "reduce"))
            right &= rank != root || into[index] == sum(seed, size, 0, index);
        else if (is(request, "allreduce"))
            right &= into[index] == sum(seed, size, 0, index);
        else if (is(request, "scatter"))
            right &= into[index] == element(seed, root, rank, index);
        else if (is(request, "scan"))
            right &= into[index] == sum(seed, rank + 1, 0, index);
        else if (is(request, "exscan"))
            right &= rank == 0 || into[index] == sum(seed, rank, 0, index);
        else if (is(request, "reduce_scatter"))
            right &= into[index] == sum(seed, size, rank, index);
        for (int other = 0; other < size; other++) {
            size_t place = (size_t)other * count + index;
            if (is(request, "gather"))
                right &= rank != root || into[place] == element(seed, other, 0, index);
            else if (is(request, "allgather"))
                right &= into[place] == element(seed, other, 0, index);
            else if (is(request, "exchange") && is_partner(other))
                right &= into[place] == element(seed, other, rank, index);
            else if (is(request, "alltoall"))
                right &= into[place] == element(seed, other, rank, index);
            else if (is(request, "alltoallv") && (int)index < counts_in[other])
                right &= into[(size_t)places_in[other] + index] == element(seed, other, rank, index);
        }
    }
    return right;
}

/* How many calls are timed together, and how often, if one takes `once`; none if there is no time left. */
static void make_plan(int plan[2], double once, int life_seconds)
{
    plan[0] = plan[1] = 0;
    if (now() - started < 0.6 * life_seconds) {
        double calls = budget_seconds / TIMED_MAX / once, times = budget_seconds / once;
        plan[0] = calls < 1 ? 1 : (int)(calls > CALLS_MAX ? CALLS_MAX : calls);
        plan[1] = times < TIMED_MIN ? TIMED_MIN : (int)(times > TIMED_MAX ? TIMED_MAX : times);
    }
}

/* Measures; 0 if there is no time left. */
static int measure(const struct request *request, int life_seconds)
{
    size_t bytes = (size_t)size * request->bytes + sizeof *from;
    double took[TIMED_MAX];
    int plan[2] = {0, 0}, right, all_right;
    uint64_t number = 0;
    from = allocate(bytes);
    into = allocate(bytes);
    prepare(request);
    call(request, number);
    right = is_right(request, number++);
    /* The first calls take longest, so the plan for what is measured comes from a rehearsal, and its own from one call. */
    for (int part = 0; part < 2; part++) {
        int calls = part == 0 ? 1 : plan[0];
        MPI_Barrier(MPI_COMM_WORLD);
        double begun = now();
        for (int done = 0; done < calls; done++)
            call(request, number++);
        /* By all: one process's part can be over in no time. */
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            make_plan(plan, (now() - begun) / calls, life_seconds);
        MPI_Bcast(plan, 2, MPI_INT, 0, MPI_COMM_WORLD);
        if (plan[1] == 0)
            break;
    }
    for (int time = 0; time < plan[1]; time++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begun = now();
        for (int done = 0; done < plan[0]; done++)
            call(request, number++);
        double seconds = (now() - begun) / plan[0];
        MPI_Reduce(&seconds, &took[time], 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    }
    if (plan[1] > 0) {
        memset(into, 0, bytes);
        call(request, number);
        right &= is_right(request, number);
        MPI_Reduce(&right, &all_right, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            row(request, median(took, plan[1]), "s");
            if (!all_right)
                wrong(request);
        }
    }
    free(from);
    free(into);
    return plan[1] > 0;
}

/* The mean of the processes' proportional set sizes. Pages that several processes share count in parts. */
static void measure_pss(const struct request *request)
{
    char line[256];
    unsigned long own = 0, all;
    MPI_Barrier(MPI_COMM_WORLD);
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %lu", &own) == 1)
            break;
    if (file)
        fclose(file);
    /* A process's end gives its part of the shared pages to the others. */
    MPI_Reduce(&own, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        row(request, (double)all / size * 1024, "B");
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int count, char **arguments)
{
    begin(count, arguments);
    started = now();
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pin(rank, size);
    size_t table = (size_t)size * sizeof(int);
    counts_out = allocate(table);
    places_out = allocate(table);
    counts_in = allocate(table);
    draw_distances();
    places_in = allocate(table);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        if (is(&request, "pss"))
            measure_pss(&request);
        else if (!measure(&request, atoi(arguments[2])))
            break;
    }
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
