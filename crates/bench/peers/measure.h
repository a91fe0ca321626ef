/* What the measuring programs share: arguments, timing, patterns, and the lines that `farreach bench compare` reads.
 *
 *   PROGRAM BUDGET_MS LIFE_S OPERATION:BYTES ...
 *
 *   row OPERATION:BYTES VALUE UNIT    a figure, in s, 1/s or B/s
 *   wrong OPERATION:BYTES             the data that arrived is not what was sent
 *   size N                            how many processes there are
 *   done                              it came to its end
 */
#ifndef FARREACH_MEASURE_H
#define FARREACH_MEASURE_H

#define _GNU_SOURCE
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A batch takes at least this long, so that reading the clock twice doesn't count. */
#define BATCH_SECONDS 20e-6
#define BATCHES_MIN 5
/* So many batches in a row must take that long: one may because its operation is the first, or because the process had to
 * give its core away. */
#define LONG_BATCHES 3
#define BATCHES_MAX 65536
#define OPERATION_MAX 32

/* One operation of the command line. */
struct request {
    char name[OPERATION_MAX];
    size_t bytes;
    /* Differs between requests, so that old data is not taken for new. */
    unsigned seed;
};

static double budget_seconds;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Reads the arguments before the operations. A process that nobody ends ends by itself. */
static void begin(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: %s BUDGET_MS LIFE_S OPERATION:BYTES ...\n", arguments[0]);
        exit(2);
    }
    budget_seconds = atof(arguments[1]) * 1e-3;
    alarm((unsigned)atoi(arguments[2]));
}

/* The operation of an argument; the end of the program if it is none. */
__attribute__((unused)) static struct request request_of(const char *argument, int index)
{
    struct request request = {.seed = (unsigned)index};
    const char *colon = strchr(argument, ':');
    if (!colon || colon == argument || colon - argument >= OPERATION_MAX) {
        fprintf(stderr, "%s is not of the form OPERATION:BYTES\n", argument);
        exit(2);
    }
    memcpy(request.name, argument, (size_t)(colon - argument));
    request.bytes = strtoull(colon + 1, NULL, 10);
    return request;
}

__attribute__((unused)) static int is(const struct request *request, const char *name)
{
    return strcmp(request->name, name) == 0;
}

__attribute__((unused)) static void row(const struct request *request, double value, const char *unit)
{
    printf("row %s:%zu %.9e %s\n", request->name, request->bytes, value, unit);
    fflush(stdout);
}

__attribute__((unused)) static void wrong(const struct request *request)
{
    printf("wrong %s:%zu\n", request->name, request->bytes);
    fflush(stdout);
}

/* The first process's last words. */
static void done(int size)
{
    printf("size %d\ndone\n", size);
    fflush(stdout);
}

/* One core each for two processes; more of them are placed by the scheduler. */
__attribute__((unused)) static void pin(int rank, int size)
{
    cpu_set_t all, one;
    if (size != 2 || sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    int skip = rank;
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &all) && skip-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
    }
}

/* Batches of operations for the time of the budget:
 *
 *   for (meter_begin(&meter); meter_goes_on(&meter);)
 *       for (uint64_t number = meter.first; number < meter.last; number++)
 *           operation();
 */
struct meter {
    uint64_t first, last, count;
    double begun, batch_begun;
    int long_ones, batches;
    double took[BATCHES_MAX];
};

__attribute__((unused)) static void meter_begin(struct meter *meter)
{
    memset(meter, 0, offsetof(struct meter, took));
    meter->count = 1;
    meter->begun = now();
}

__attribute__((unused)) static int meter_goes_on(struct meter *meter)
{
    double time = now();
    double took = time - meter->batch_begun;
    if (meter->last > 0) {
        if (meter->long_ones == LONG_BATCHES) {
            meter->took[meter->batches++] = took / (double)meter->count;
        } else if (took < BATCH_SECONDS && meter->count < 1 << 24) {
            meter->count *= 2;
            meter->long_ones = 0;
        } else {
            meter->long_ones++;
        }
        int in_time = time - meter->begun < budget_seconds;
        if (meter->batches == BATCHES_MAX || (meter->batches >= BATCHES_MIN && !in_time))
            return 0;
    }
    meter->first = meter->last;
    meter->last += meter->count;
    meter->batch_begun = now();
    return 1;
}

static int compare_doubles(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

__attribute__((unused)) static double median(double *figures, int count)
{
    qsort(figures, (size_t)count, sizeof *figures, compare_doubles);
    return count % 2 ? figures[count / 2] : (figures[count / 2 - 1] + figures[count / 2]) / 2;
}

/* Seconds per operation. */
__attribute__((unused)) static double meter_median(struct meter *meter)
{
    return median(meter->took, meter->batches);
}

/* Byte `index` of the data with this seed. */
static unsigned char byte_of(unsigned seed, size_t index)
{
    return (unsigned char)(((uint32_t)index * 0x9E3779B1u + seed * 0x85EBCA6Bu + 0x01000000u) >> 24);
}

__attribute__((unused)) static void fill(void *into, size_t bytes, unsigned seed)
{
    unsigned char *to = into;
    for (size_t index = 0; index < bytes; index++)
        to[index] = byte_of(seed, index);
}

__attribute__((unused)) static int is_filled(const void *data, size_t bytes, unsigned seed)
{
    const unsigned char *from = data;
    for (size_t index = 0; index < bytes; index++)
        if (from[index] != byte_of(seed, index))
            return 0;
    return 1;
}

/* User and system seconds that this process has had. */
__attribute__((unused)) static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

__attribute__((unused)) static void *allocate(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 4096, bytes) != 0) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    memset(memory, 0, bytes);
    return memory;
}

/* Puts before a completion, where many small ones are measured. */
#define RATE_WINDOW 1024
/* Transfers before a completion, where their bandwidth is measured. */
#define STREAM_WINDOW 16
/* Messages before the receiver's answer, and the memory they take at most. */
#define MESSAGES_MAX 64
#define MESSAGES_BYTES (16u << 20)
/* The largest transfer. */
#define TRANSFER_MAX (4u << 20)
/* A strided put moves chunks of so many bytes, at such a stride. */
#define CHUNK ((size_t)1024)
#define STRIDE ((size_t)4096)

__attribute__((unused)) static size_t messages_of(size_t bytes)
{
    size_t count = MESSAGES_BYTES / bytes;
    return count < 1 ? 1 : count > MESSAGES_MAX ? MESSAGES_MAX : count;
}

#endif
