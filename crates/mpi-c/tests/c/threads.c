/* MPI_THREAD_MULTIPLE: threads send, receive, and wait for requests that other threads have begun. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 60, LONG = 40000 };

static int next, last;

/* Each thread exchanges messages with the same thread of the neighbours, by a tag or a communicator of its own. */
struct part {
    int number;
    MPI_Comm comm;
};

static void *exchange(void *argument)
{
    struct part *part = argument;
    int *from = malloc(LONG * sizeof(int)), *into = malloc(LONG * sizeof(int));
    for (int round = 0; round < ROUNDS; round++) {
        /* Short, too long for one message of the runtime (within a node and between nodes), and long enough to be
           announced. */
        int len = round % 10 == 9 ? LONG : round % 10 == 6 ? 12000 : round % 10 == 3 ? 6000 : round + 1, count;
        MPI_Request request;
        MPI_Status status;
        for (int i = 0; i < len; i++)
            from[i] = rank * 1000 + part->number * 100 + round + i;
        MPI_Isend(from, len, MPI_INT, next, part->number, part->comm, &request);
        MPI_Recv(into, LONG, MPI_INT, round % 2 ? MPI_ANY_SOURCE : last, part->number, part->comm, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == len && status.MPI_SOURCE == last && status.MPI_TAG == part->number);
        for (int i = 0; i < len; i++)
            CHECK(into[i] == last * 1000 + part->number * 100 + round + i);
    }
    free(from);
    free(into);
    return NULL;
}

static void exchanges(int has_own)
{
    pthread_t threads[THREADS];
    struct part parts[THREADS];
    for (int i = 0; i < THREADS; i++) {
        parts[i] = (struct part){i, MPI_COMM_WORLD};
        if (has_own)
            MPI_Comm_dup(MPI_COMM_WORLD, &parts[i].comm);
        CHECK(pthread_create(&threads[i], NULL, exchange, &parts[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        if (has_own)
            MPI_Comm_free(&parts[i].comm);
    }
}

/* Requests that one thread begins and another one waits for. */
static MPI_Request shared[2][ROUNDS];
static int received[ROUNDS], sent[ROUNDS];
static pthread_barrier_t begun;

static void *wait_for_other(void *argument)
{
    int own = *(int *)argument;
    MPI_Request *mine = shared[own], *others = shared[1 - own];
    for (int i = 0; i < ROUNDS; i++) {
        if (own == 0) {
            MPI_Irecv(&received[i], 1, MPI_INT, last, 1000 + i, MPI_COMM_WORLD, &mine[i]);
        } else {
            sent[i] = rank * 100 + i;
            MPI_Issend(&sent[i], 1, MPI_INT, next, 1000 + i, MPI_COMM_WORLD, &mine[i]);
        }
    }
    pthread_barrier_wait(&begun);
    for (int left = ROUNDS; left > 0; left--) {
        int index = ROUNDS - left;
        if (own == 0)
            MPI_Waitany(ROUNDS, others, &index, MPI_STATUS_IGNORE);
        else
            MPI_Wait(&others[index], MPI_STATUS_IGNORE);
        CHECK(others[index] == MPI_REQUEST_NULL);
        if (own == 1)
            CHECK(received[index] == last * 100 + index);
    }
    return NULL;
}

static void others_requests(void)
{
    pthread_t threads[2];
    int numbers[2] = {0, 1};
    CHECK(pthread_barrier_init(&begun, NULL, 2) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, wait_for_other, &numbers[i]) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    pthread_barrier_destroy(&begun);
}

/* Both threads sleep in a wait. Whichever takes a message off the network, the one that waits for it wakes. The second
 * message is sent only when the first one was answered. */
static void *sleeper(void *argument)
{
    int own = *(int *)argument, number;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Recv(&number, 1, MPI_INT, 0, 500 + own, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(number == round);
        MPI_Send(&number, 1, MPI_INT, 0, 600 + own, MPI_COMM_WORLD);
    }
    return NULL;
}

static void wakes(void)
{
    int numbers[2] = {0, 1};
    pthread_t threads[2];
    if (rank == 1) {
        for (int i = 0; i < 2; i++)
            CHECK(pthread_create(&threads[i], NULL, sleeper, &numbers[i]) == 0);
        for (int i = 0; i < 2; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
    } else if (rank == 0 && size > 1) {
        for (int round = 0; round < ROUNDS; round++)
            for (int i = 0; i < 2; i++) {
                int which = (round + i) % 2, number = round;
                MPI_Send(&number, 1, MPI_INT, 1, 500 + which, MPI_COMM_WORLD);
                MPI_Recv(&number, 1, MPI_INT, 1, 600 + which, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
    }
}

/* Each thread has a communicator, in which it does collectives. */
static void *collect(void *argument)
{
    struct part *part = argument;
    for (int round = 0; round < ROUNDS; round++) {
        int from = rank + part->number + round, sum;
        MPI_Allreduce(&from, &sum, 1, MPI_INT, MPI_SUM, part->comm);
        CHECK(sum == size * (part->number + round) + size * (size - 1) / 2);
    }
    return NULL;
}

static void collectives(void)
{
    pthread_t threads[THREADS];
    struct part parts[THREADS];
    for (int i = 0; i < THREADS; i++) {
        parts[i].number = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &parts[i].comm);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, collect, &parts[i]) == 0);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        MPI_Comm_free(&parts[i].comm);
    }
}

/* Messages of several threads in a buffer that has room for just these: it is empty again when all were received. */
enum { BUFFERED = 8, BYTES = 400000 };

static pthread_barrier_t gate;

static void *send_buffered(void *argument)
{
    char *from = calloc(1, BYTES);
    pthread_barrier_wait(&gate);
    for (int i = 0; i < BUFFERED; i++)
        MPI_Bsend(from, BYTES, MPI_BYTE, next, 50, MPI_COMM_WORLD);
    free(from);
    return argument;
}

static void *receive_buffered(void *argument)
{
    char *into = malloc(BYTES);
    pthread_barrier_wait(&gate);
    for (int i = 0; i < BUFFERED; i++)
        MPI_Recv(into, BYTES, MPI_BYTE, last, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(into);
    return argument;
}

static void buffered(void)
{
    pthread_t threads[2 * THREADS];
    int bytes = THREADS * BUFFERED * (BYTES + MPI_BSEND_OVERHEAD);
    void *buffer = malloc(bytes);
    pthread_barrier_init(&gate, NULL, 2 * THREADS);
    MPI_Buffer_attach(buffer, bytes);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 2 * THREADS; i++)
            CHECK(pthread_create(&threads[i], NULL, i % 2 ? send_buffered : receive_buffered, NULL) == 0);
        for (int i = 0; i < 2 * THREADS; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Buffer_detach(&buffer, &bytes);
    pthread_barrier_destroy(&gate);
    free(buffer);
}

/* A thread waits for a receive that another one cancels. Each wait that is not woken lasts a second, so all of them together
   would outlast the alarm. */
static MPI_Request awaited;

static void *cancel_awaited(void *argument)
{
    struct timespec moment = {0, 1000000};
    nanosleep(&moment, NULL);
    MPI_Cancel(&awaited);
    return argument;
}

static void cancelled_waits(void)
{
    enum { WAITS = 250, SECONDS = 200 };
    alarm(SECONDS);
    for (int i = 0; rank == 0 && i < WAITS; i++) {
        pthread_t thread;
        MPI_Status status;
        int flag, value;
        MPI_Irecv(&value, 1, MPI_INT, last, 60, MPI_COMM_WORLD, &awaited);
        CHECK(pthread_create(&thread, NULL, cancel_awaited, NULL) == 0);
        MPI_Wait(&awaited, &status);
        MPI_Test_cancelled(&status, &flag);
        CHECK(flag);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    alarm(0);
}

static void *is_not_main(void *argument)
{
    int flag = 1, level;
    (void)argument;
    MPI_Is_thread_main(&flag);
    MPI_Query_thread(&level);
    CHECK(!flag && level == MPI_THREAD_MULTIPLE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, flag;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    MPI_Is_thread_main(&flag);
    CHECK(provided == MPI_THREAD_MULTIPLE && flag);
    CHECK(pthread_create(&thread, NULL, is_not_main, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    exchanges(0);
    exchanges(1);
    others_requests();
    wakes();
    collectives();
    buffered();
    cancelled_waits();
    return end();
}
