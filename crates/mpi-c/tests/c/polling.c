/* A ring of processes that poll, all on one core: a poll in vain soon gives the core to the process that is awaited. How often
 * a process polls for a message is therefore bounded. A process that keeps the core polls until its time slice is over. */
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

enum { STEPS = 100, POLLS_MAX = 400 };

static int left, right;

/* The number of polls in vain for the message of the left neighbour. */
typedef long poll_for(int *into);

#define POLL(name, CALL)                                                                             \
    static long name(int *into)                                                                      \
    {                                                                                                \
        int flag = 0, index;                                                                         \
        long polls = -1;                                                                             \
        MPI_Request request;                                                                         \
        MPI_Irecv(into, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &request);                              \
        for (; !flag; polls++)                                                                       \
            CALL;                                                                                    \
        (void)index;                                                                                 \
        return polls;                                                                                \
    }

POLL(test, MPI_Test(&request, &flag, MPI_STATUS_IGNORE))
POLL(testall, MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE))
POLL(testany, MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE))
POLL(testsome, MPI_Testsome(1, &request, &flag, &index, MPI_STATUSES_IGNORE))

static long get_status(int *into)
{
    int flag = 0;
    long polls = -1;
    MPI_Request request;
    MPI_Irecv(into, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &request);
    for (; !flag; polls++)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return polls;
}

static long iprobe(int *into)
{
    int flag = 0;
    long polls = -1;
    for (; !flag; polls++)
        MPI_Iprobe(left, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(into, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return polls;
}

static long improbe(int *into)
{
    int flag = 0;
    long polls = -1;
    MPI_Message message;
    for (; !flag; polls++)
        MPI_Improbe(left, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(into, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return polls;
}

/* A collective in the place of the message. */
static long barrier(int *into)
{
    int flag = 0;
    long polls = -1;
    MPI_Request request;
    MPI_Recv(into, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (; !flag; polls++)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return polls;
}

int main(int argc, char **argv)
{
    static poll_for *const ways[] = {test, testall, testany, testsome, get_status, iprobe, improbe, barrier};
    static const char *const names[] = {"test", "testall", "testany", "testsome", "get_status", "iprobe", "improbe", "barrier"};
    cpu_set_t cores, one;
    int core = 0;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof cores, &cores))
        return 1;
    while (!CPU_ISSET(core, &cores))
        core++;
    CPU_SET(core, &one);
    if (sched_setaffinity(0, sizeof one, &one))
        return 1;
    begin(&argc, &argv);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int way = 0; way < 8; way++) {
        long polls = 0, all;
        MPI_Barrier(MPI_COMM_WORLD);
        for (int step = 0; step < STEPS; step++) {
            int got, mine = rank + step;
            MPI_Send(&mine, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
            polls += ways[way](&got);
            CHECK(got == left + step);
        }
        MPI_Allreduce(&polls, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        all /= (long)STEPS * size;
        if (all > POLLS_MAX)
            printf("%s: %ld polls in vain for a message\n", names[way], all);
        CHECK(all <= POLLS_MAX);
    }
    return end();
}
