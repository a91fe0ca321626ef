/* Puts, gets, atomic operations and waiting of OpenSHMEM. */
#include "measure.h"
#include <shmem.h>

#define INITIATOR 0
#define TARGET 1
/* Words that the two tell each other things by, a cache line apart. */
#define STOP 0
#define USED 8
#define THERE 16
#define BACK 24
#define WRONG 32
#define WORDS 40

static unsigned char *memory;
static unsigned char *local;
static uint64_t *words;
static struct meter meter;

static void put_window(size_t bytes)
{
    for (int transfer = 0; transfer < STREAM_WINDOW; transfer++)
        shmem_putmem_nbi(memory, local, bytes, TARGET);
    shmem_quiet();
}

static void initiate(const struct request *request)
{
    size_t bytes = request->bytes;
    uint64_t *word = (uint64_t *)memory;
    if (is(request, "put")) {
        uint64_t value;
        memcpy(&value, local, sizeof value);
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                if (bytes == sizeof value)
                    shmem_uint64_p(word, value, TARGET);
                else
                    shmem_putmem(memory, local, bytes, TARGET);
                shmem_quiet();
            }
        row(request, meter_median(&meter), "s");
    } else if (is(request, "get")) {
        memset(local, 0, bytes);
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                if (bytes == sizeof *word)
                    *(uint64_t *)local = shmem_uint64_g(word, TARGET);
                else
                    shmem_getmem(local, memory, bytes, TARGET);
            }
        row(request, meter_median(&meter), "s");
    } else if (is(request, "fetch_add")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++)
                if (shmem_long_atomic_fetch_add((long *)word, 1, TARGET) != (long)number)
                    wrong(request);
        row(request, meter_median(&meter), "s");
    } else if (is(request, "put_rate")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (size_t at = 0; at < RATE_WINDOW; at++)
                    shmem_putmem_nbi(memory + at * bytes, local + at * bytes, bytes, TARGET);
                shmem_quiet();
            }
        row(request, RATE_WINDOW / meter_median(&meter), "1/s");
    } else if (is(request, "put_stream")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++)
                put_window(bytes);
        row(request, (double)(STREAM_WINDOW * bytes) / meter_median(&meter), "B/s");
    } else if (is(request, "put_cpu")) {
        double before = cpu_seconds(), used, others;
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++)
                put_window(bytes);
        used = cpu_seconds() - before;
        shmem_uint64_p(&words[THERE], 1, TARGET);
        shmem_quiet();
        shmem_uint64_wait_until(&words[USED], SHMEM_CMP_NE, 0);
        memcpy(&others, &words[USED], sizeof others);
        double moved = (double)meter.last * STREAM_WINDOW * (double)bytes / (1 << 20);
        row(request, (used + others) / moved, "s");
    } else if (is(request, "get_stream")) {
        memset(local, 0, bytes);
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (int transfer = 0; transfer < STREAM_WINDOW; transfer++)
                    shmem_getmem_nbi(local, memory, bytes, TARGET);
                shmem_quiet();
            }
        row(request, (double)(STREAM_WINDOW * bytes) / meter_median(&meter), "B/s");
    } else if (is(request, "strided_put")) {
        for (meter_begin(&meter); meter_goes_on(&meter);)
            for (uint64_t number = meter.first; number < meter.last; number++) {
                for (size_t at = 0; at < bytes / CHUNK * STRIDE; at += STRIDE)
                    shmem_putmem_nbi(memory + at, local + at, CHUNK, TARGET);
                shmem_quiet();
            }
        row(request, (double)bytes / meter_median(&meter), "B/s");
    } else {
        fprintf(stderr, "there is no operation %s\n", request->name);
        shmem_global_exit(2);
    }
    int is_get = is(request, "get") || is(request, "get_stream");
    if (is_get && !is_filled(local, bytes, request->seed))
        wrong(request);
}

/* A target that waits inside the library, and what it has used if that is asked for. */
static void serve(const struct request *request)
{
    double before = cpu_seconds();
    if (is(request, "put_cpu")) {
        uint64_t bits;
        shmem_uint64_wait_until(&words[THERE], SHMEM_CMP_EQ, 1);
        double used = cpu_seconds() - before;
        memcpy(&bits, &used, sizeof bits);
        shmem_uint64_p(&words[USED], bits, INITIATOR);
        shmem_quiet();
    }
    shmem_uint64_wait_until(&words[STOP], SHMEM_CMP_EQ, request->seed);
}

/* Puts the data, then the word that the other waits for: in one call where the library has one for that. */
static void send(size_t bytes, uint64_t *word, uint64_t number, int to)
{
    if (bytes <= sizeof number) {
        shmem_uint64_p(word, number, to);
        return;
    }
#if SHMEM_MAJOR_VERSION * 100 + SHMEM_MINOR_VERSION >= 105
    shmem_putmem_signal(memory, local, bytes, word, number, SHMEM_SIGNAL_SET, to);
#else
    shmem_putmem(memory, local, bytes, to);
    shmem_fence();
    shmem_uint64_p(word, number, to);
#endif
}

/* Half of there and back. */
static void ping_pong(const struct request *request, int rank)
{
    size_t bytes = request->bytes;
    uint64_t last = 0;
    if (rank == TARGET) {
        for (uint64_t number = 1; !last; number++) {
            shmem_uint64_wait_until(&words[THERE], SHMEM_CMP_EQ, number);
            last = words[STOP] == request->seed;
            send(bytes, &words[BACK], number, INITIATOR);
        }
        return;
    }
    uint64_t number = 0;
    int over = 0;
    meter_begin(&meter);
    while (!over) {
        over = !meter_goes_on(&meter);
        uint64_t trips = over ? 1 : meter.last - meter.first;
        if (over) {
            shmem_uint64_p(&words[STOP], request->seed, TARGET);
            shmem_fence();
        }
        while (trips--) {
            number++;
            send(bytes, &words[THERE], number, TARGET);
            shmem_uint64_wait_until(&words[BACK], SHMEM_CMP_EQ, number);
        }
    }
    row(request, meter_median(&meter) / 2, "s");
    if (bytes > sizeof number && !is_filled(memory, bytes, request->seed))
        wrong(request);
}

/* Windows of messages into the receiver's memory, each announced by a word and answered by one. */
static void messages(const struct request *request, int rank)
{
    size_t bytes = request->bytes, window = messages_of(bytes);
    if (rank == TARGET) {
        uint64_t last = 0;
        for (uint64_t number = 1; !last; number++) {
            shmem_uint64_wait_until(&words[THERE], SHMEM_CMP_EQ, number);
            last = words[STOP] == request->seed;
            shmem_uint64_p(&words[BACK], number, INITIATOR);
        }
        return;
    }
    uint64_t number = 0;
    int over = 0;
    meter_begin(&meter);
    while (!over) {
        over = !meter_goes_on(&meter);
        uint64_t windows = over ? 1 : meter.last - meter.first;
        if (over) {
            shmem_uint64_p(&words[STOP], request->seed, TARGET);
            shmem_fence();
        }
        while (windows--) {
            number++;
            for (size_t message = 0; message < window; message++)
                shmem_putmem_nbi(memory + message * bytes, local + message * bytes, bytes, TARGET);
            shmem_fence();
            shmem_uint64_p(&words[THERE], number, TARGET);
            shmem_uint64_wait_until(&words[BACK], SHMEM_CMP_EQ, number);
        }
    }
    double seconds = meter_median(&meter);
    if (is(request, "message_rate"))
        row(request, (double)window / seconds, "1/s");
    else
        row(request, (double)window * (double)bytes / seconds, "B/s");
}

/* Whether the target's memory is what the operation should have left. */
static int is_right(const struct request *request)
{
    size_t bytes = request->bytes;
    if (is(request, "get") || is(request, "get_stream") || is(request, "fetch_add"))
        return 1;
    if (is(request, "ping_pong"))
        return bytes <= sizeof(uint64_t) || is_filled(memory, bytes, request->seed);
    if (is(request, "message_rate") || is(request, "message_stream"))
        return is_filled(memory, messages_of(bytes) * bytes, request->seed);
    if (is(request, "put_rate"))
        return is_filled(memory, RATE_WINDOW * bytes, request->seed);
    if (!is(request, "strided_put"))
        return is_filled(memory, bytes, request->seed);
    for (size_t at = 0; at < bytes / CHUNK * STRIDE; at++)
        if (memory[at] != (at % STRIDE < CHUNK ? byte_of(request->seed, at) : 0))
            return 0;
    return 1;
}

int main(int count, char **arguments)
{
    begin(count, arguments);
    shmem_init();
    int rank = shmem_my_pe(), size = shmem_n_pes();
    if (size != 2) {
        fprintf(stderr, "2 processes are needed, not %d\n", size);
        shmem_global_exit(2);
    }
    pin(rank, size);
    memory = shmem_align(4096, MESSAGES_BYTES);
    local = shmem_align(4096, MESSAGES_BYTES);
    words = shmem_align(4096, WORDS * sizeof *words);
    if (!memory || !local || !words) {
        fprintf(stderr, "no symmetric memory\n");
        shmem_global_exit(2);
    }
    memset(words, 0, WORDS * sizeof *words);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        int is_get = is(&request, "get") || is(&request, "get_stream");
        memset(memory, 0, MESSAGES_BYTES);
        if (is_get && rank == TARGET)
            fill(memory, request.bytes, request.seed);
        fill(local, MESSAGES_BYTES, request.seed);
        memset(&words[USED], 0, (WORDS - USED) * sizeof *words);
        shmem_barrier_all();
        if (is(&request, "ping_pong")) {
            ping_pong(&request, rank);
        } else if (is(&request, "message_rate") || is(&request, "message_stream")) {
            messages(&request, rank);
        } else if (rank == INITIATOR) {
            initiate(&request);
            shmem_uint64_p(&words[STOP], request.seed, TARGET);
            shmem_quiet();
        } else {
            serve(&request);
        }
        if (rank == TARGET && !is_right(&request)) {
            shmem_uint64_p(&words[WRONG], 1, INITIATOR);
            shmem_quiet();
        }
        shmem_barrier_all();
        if (rank == INITIATOR && words[WRONG])
            wrong(&request);
        shmem_barrier_all();
    }
    if (rank == 0)
        done(size);
    shmem_finalize();
    return 0;
}
