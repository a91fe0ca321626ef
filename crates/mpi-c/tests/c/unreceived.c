/* Messages that lie unreceived hold up nothing: receives, probes and collectives match what was sent behind them. Sends that
   have not matched can be taken back. */
#include "check.h"

static int next, last;

/* Sends `count` messages of `len` bytes, tagged by their numbers. */
static MPI_Request *send_all(char *from, int count, int len)
{
    MPI_Request *requests = malloc(count * sizeof(MPI_Request));
    for (int i = 0; i < count; i++)
        MPI_Isend(from, len, MPI_CHAR, next, i, MPI_COMM_WORLD, &requests[i]);
    return requests;
}

static void in_any_order(int count, int len)
{
    char *from = malloc(len), *into = malloc(len);
    memset(from, rank + 1, len);
    for (int order = 0; order < 4; order++) {
        MPI_Request *requests = send_all(from, count, len);
        if (order == 0)
            MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < count; i++) {
            /* The oldest first, the newest first, or any. */
            int tag = order < 2 ? i : order == 2 ? count - 1 - i : MPI_ANY_TAG, got;
            MPI_Status status;
            memset(into, 0, len);
            if (order == 2 && i == 0) {
                MPI_Probe(last, tag, MPI_COMM_WORLD, &status);
                CHECK(status.MPI_TAG == tag);
            }
            MPI_Recv(into, len, MPI_CHAR, order == 3 ? MPI_ANY_SOURCE : last, tag, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_CHAR, &got);
            CHECK(got == len && status.MPI_SOURCE == last && status.MPI_TAG == (tag == MPI_ANY_TAG ? i : tag));
            CHECK(into[0] == last + 1 && into[len - 1] == last + 1);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        free(requests);
    }
    free(from);
    free(into);
}

/* Receives that were posted before all messages, and one that nobody sends anything for. */
static void posted_before(int count, int len)
{
    char *from = calloc(1, len), *into = malloc(len);
    int value, never;
    MPI_Request first, other;
    MPI_Irecv(&value, 1, MPI_INT, last, count + 1, MPI_COMM_WORLD, &first);
    MPI_Irecv(&never, 1, MPI_INT, MPI_ANY_SOURCE, count + 2, MPI_COMM_WORLD, &other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Request *requests = send_all(from, count, len);
    MPI_Send(&rank, 1, MPI_INT, next, count + 1, MPI_COMM_WORLD);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    CHECK(value == last);
    for (int i = 0; i < count; i++)
        MPI_Recv(into, len, MPI_CHAR, last, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Cancel(&other);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    free(requests);
    free(from);
    free(into);
}

/* Whether a send that was cancelled was taken back. */
static int is_cancelled(MPI_Request *request)
{
    MPI_Status status;
    int flag;
    MPI_Cancel(request);
    MPI_Wait(request, &status);
    MPI_Test_cancelled(&status, &flag);
    return flag;
}

static void cancelled(void)
{
    enum { COUNT = 400, LONG = 300000 };
    static const int LENGTHS[] = {0, 100, 10000, LONG};
    char *from = calloc(1, LONG), *into = malloc(LONG);
    MPI_Request request;
    int flag;
    for (int i = 0; i < 4; i++) {
        /* Nobody receives it, not even later. */
        MPI_Issend(from, LENGTHS[i], MPI_CHAR, next, i, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag && is_cancelled(&request));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* What was cancelled is not found, and what was sent behind it is. */
    MPI_Send(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD);
    MPI_Recv(into, LONG, MPI_CHAR, last, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(*(int *)into == last);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Barrier(MPI_COMM_WORLD);
    /* One that has matched ends as if it had not been cancelled. */
    MPI_Request receive;
    MPI_Irecv(into, LONG, MPI_CHAR, last, 9, MPI_COMM_WORLD, &receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Issend(from, LONG, MPI_CHAR, next, 9, MPI_COMM_WORLD, &request);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!is_cancelled(&request));
    /* Some of many. The receiver gets the others, in their order. */
    MPI_Request *requests = send_all(from, COUNT, 70000);
    for (int i = 0; i < COUNT; i += 3)
        CHECK(is_cancelled(&requests[i]));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++) {
        MPI_Status status;
        if (i % 3 == 0)
            continue;
        MPI_Recv(into, LONG, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == i);
    }
    MPI_Waitall(COUNT, requests, MPI_STATUSES_IGNORE);
    free(requests);
    free(from);
    free(into);
}

/* A cancelled send to the process itself has ended when the call returns, unless the message has matched. */
static void cancelled_to_itself(void)
{
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    int value = 5, into = 0, has_ended, flag = 0;
    for (int i = 0; i < 1000; i++) {
        MPI_Issend(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Request_get_status(request, &has_ended, &status);
        CHECK(has_ended);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        CHECK(flag);
    }
    MPI_Issend(&value, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &request);
    MPI_Mprobe(rank, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Cancel(&request);
    MPI_Mrecv(&into, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && into == value);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    in_any_order(70, 65536);
    in_any_order(300, 100000);
    in_any_order(500, 4000);
    in_any_order(10000, 4);
    posted_before(300, 100000);
    posted_before(10000, 4);
    /* MPICH 4.0 does not take sends back. */
    if (!is_mpich()) {
        cancelled();
        cancelled_to_itself();
    }
    return end();
}
