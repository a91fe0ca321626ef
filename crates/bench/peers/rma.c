/* One-sided communication of MPI: a passive-target epoch over the whole run, completed by flush. */
#include "measure.h"
#include <mpi.h>

#define TARGET 1
#define WINDOW_BYTES (2 * (size_t)TRANSFER_MAX)

static MPI_Win window;
static unsigned char *memory;
static unsigned char *local;
static MPI_Datatype strided;
static struct meter meter;

static void put(const void *from, size_t bytes, size_t at)
{
    MPI_Put(from, (int)bytes, MPI_BYTE, TARGET, (MPI_Aint)at, (int)bytes, MPI_BYTE, window);
}

static void get(void *into, size_t bytes, size_t at)
{
    MPI_Get(into, (int)bytes, MPI_BYTE, TARGET, (MPI_Aint)at, (int)bytes, MPI_BYTE, window);
}

static void flush(void)
{
    MPI_Win_flush(TARGET, window);
}

static void accumulate(const void *numbers, size_t bytes)
{
    int count = (int)(bytes / sizeof(double));
    MPI_Accumulate(numbers, count, MPI_DOUBLE, TARGET, 0, count, MPI_DOUBLE, MPI_SUM, window);
}

/* A get is complete where it is used, which is here. */
static void flush_local(void)
{
    MPI_Win_flush_local(TARGET, window);
}

/* What the initiator does; returns the operations that a counter or sums at the target must show. */
static uint64_t initiate(const struct request *request)
{
    size_t bytes = request->bytes;
    uint64_t total = 0;
    fill(local, WINDOW_BYTES, request->seed);
    if (is(request, "get") || is(request, "get_stream"))
        memset(local, 0, bytes);
    if (is(request, "put")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                put(local, bytes, 0);
                flush();
            }
        row(request, meter_median(&meter), "s");
    } else if (is(request, "get")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                get(local, bytes, 0);
                flush_local();
            }
        row(request, meter_median(&meter), "s");
    } else if (is(request, "fetch_add")) {
        uint64_t one = 1, before;
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                MPI_Fetch_and_op(&one, &before, MPI_UINT64_T, TARGET, 0, MPI_SUM, window);
                flush_local();
                if (before != number)
                    wrong(request);
            }
        row(request, meter_median(&meter), "s");
        total = meter.last;
        flush();
    } else if (is(request, "put_rate")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (size_t at = 0; at < RATE_WINDOW; at++)
                    put(local + at * bytes, bytes, at * bytes);
                flush();
            }
        row(request, RATE_WINDOW / meter_median(&meter), "1/s");
    } else if (is(request, "put_stream") || is(request, "put_cpu")) {
        double before = cpu_seconds();
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (int transfer = 0; transfer < STREAM_WINDOW; transfer++)
                    put(local, bytes, 0);
                flush();
            }
        if (is(request, "put_stream")) {
            row(request, (double)(STREAM_WINDOW * bytes) / meter_median(&meter), "B/s");
        } else {
            double used = cpu_seconds() - before, others;
            uint64_t stop = 0;
            MPI_Send(&stop, 1, MPI_UINT64_T, TARGET, 1, MPI_COMM_WORLD);
            MPI_Recv(&others, 1, MPI_DOUBLE, TARGET, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            double moved = (double)meter.last * STREAM_WINDOW * (double)bytes / (1 << 20);
            row(request, (used + others) / moved, "s");
        }
    } else if (is(request, "get_stream")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (int transfer = 0; transfer < STREAM_WINDOW; transfer++)
                    get(local, bytes, 0);
                flush_local();
            }
        row(request, (double)(STREAM_WINDOW * bytes) / meter_median(&meter), "B/s");
    } else if (is(request, "strided_put")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                MPI_Put(local, 1, strided, TARGET, 0, 1, strided, window);
                flush();
            }
        row(request, (double)bytes / meter_median(&meter), "B/s");
    } else if (is(request, "accumulate")) {
        for (size_t at = 0; at < bytes / sizeof(double); at++)
            ((double *)local)[at] = 1.0;
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                accumulate(local, bytes);
                flush();
            }
        row(request, meter_median(&meter), "s");
        total = meter.last;
    } else {
        fprintf(stderr, "there is no operation %s\n", request->name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return total;
}

/* Whether the target's memory is what the operation should have left. */
static int is_right(const struct request *request, uint64_t total)
{
    size_t bytes = request->bytes;
    if (is(request, "get") || is(request, "get_stream"))
        return 1;
    if (is(request, "fetch_add"))
        return memcmp(memory, &total, sizeof total) == 0;
    if (is(request, "accumulate")) {
        for (size_t at = 0; at < bytes / sizeof(double); at++)
            if (((double *)memory)[at] != (double)total)
                return 0;
        return 1;
    }
    if (is(request, "put_rate"))
        return is_filled(memory, RATE_WINDOW * bytes, request->seed);
    if (!is(request, "strided_put"))
        return is_filled(memory, bytes, request->seed);
    for (size_t at = 0; at < bytes / CHUNK * STRIDE; at++)
        if (memory[at] != (at % STRIDE < CHUNK ? byte_of(request->seed, at) : 0))
            return 0;
    return 1;
}

static void serve(const struct request *request)
{
    uint64_t total;
    if (is(request, "put_cpu")) {
        double before = cpu_seconds(), used;
        MPI_Recv(&total, 1, MPI_UINT64_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        used = cpu_seconds() - before;
        MPI_Send(&used, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
    /* Inside the library until the initiator is done. */
    MPI_Recv(&total, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(window);
    int right = is_right(request, total);
    MPI_Send(&right, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

int main(int count, char **arguments)
{
    begin(count, arguments);
    MPI_Init(&count, &arguments);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "2 processes are needed, not %d\n", size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    pin(rank, size);
    MPI_Win_allocate((MPI_Aint)WINDOW_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    /* Half a page from where the window begins in its page, wherever that is: some processors copy very slowly between
     * places that are nearly equal in theirs. */
    size_t apart = ((size_t)memory + 2048) % 4096;
    local = (unsigned char *)allocate(WINDOW_BYTES + 4096) + apart / 64 * 64;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        if (is(&request, "strided_put")) {
            MPI_Type_vector((int)(request.bytes / CHUNK), (int)CHUNK, (int)STRIDE, MPI_BYTE, &strided);
            MPI_Type_commit(&strided);
        }
        memset(memory, 0, WINDOW_BYTES);
        if (is(&request, "get") || is(&request, "get_stream"))
            fill(memory, request.bytes, request.seed);
        MPI_Win_sync(window);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == TARGET) {
            serve(&request);
        } else {
            int right;
            uint64_t total = initiate(&request);
            MPI_Send(&total, 1, MPI_UINT64_T, TARGET, 0, MPI_COMM_WORLD);
            MPI_Recv(&right, 1, MPI_INT, TARGET, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            int is_get = is(&request, "get") || is(&request, "get_stream");
            if (!right || (is_get && !is_filled(local, request.bytes, request.seed)))
                wrong(&request);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (is(&request, "strided_put"))
            MPI_Type_free(&strided);
    }
    if (rank == 0)
        done(size);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
