/* Point-to-point: all modes, waits and tests, probes, wildcards, persistent requests. */
#include "check.h"

static void ring(int len)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    int *from = malloc(len * sizeof(int) + 1), *into = malloc(len * sizeof(int) + 1);
    for (int i = 0; i < len; i++) {
        from[i] = rank * 1000 + i;
        into[i] = -1;
    }
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int count;
    MPI_Irecv(into, len, MPI_INT, last, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(from, len, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_Get_count(&statuses[0], MPI_INT, &count);
    CHECK(count == len && statuses[0].MPI_SOURCE == last && statuses[0].MPI_TAG == 7);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    for (int i = 0; i < len; i++)
        CHECK(into[i] == last * 1000 + i);
    memset(into, 0, len * sizeof(int));
    MPI_Sendrecv(from, len, MPI_INT, next, 8, into, len, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 &statuses[0]);
    CHECK(statuses[0].MPI_SOURCE == last && statuses[0].MPI_TAG == 8);
    for (int i = 0; i < len; i++)
        CHECK(into[i] == last * 1000 + i);
    MPI_Sendrecv_replace(from, len, MPI_INT, next, 9, last, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < len; i++)
        CHECK(from[i] == last * 1000 + i);
    free(from);
    free(into);
}

static void persistent(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    int from, into;
    MPI_Request requests[2];
    MPI_Recv_init(&into, 1, MPI_INT, last, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&from, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 5; round++) {
        from = rank + round * 100;
        into = -1;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(into == last + round * 100 && requests[0] != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK(requests[0] == MPI_REQUEST_NULL);
}

static void probes(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    double from[3] = {rank, rank + 0.5, rank + 0.25}, into[3] = {0, 0, 0};
    MPI_Request request;
    MPI_Status status;
    MPI_Message message;
    int count, flag = 0;
    MPI_Isend(from, 3, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, &request);
    MPI_Probe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == 3 && status.MPI_SOURCE == last);
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(count == 24);
    while (!flag)
        MPI_Improbe(last, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK(status.MPI_TAG == 4);
    /* The message was taken: nobody else finds it. */
    MPI_Iprobe(last, 4, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Mrecv(into, 3, MPI_DOUBLE, &message, &status);
    CHECK(into[1] == last + 0.5 && message == MPI_MESSAGE_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void nobody(void)
{
    MPI_Status status;
    MPI_Request request;
    int value = 5, count, flag;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(value == 5 && count == 0 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    /* MPICH 4.0 forgets the source of such a request. */
    CHECK(flag && (status.MPI_SOURCE == MPI_PROC_NULL || is_mpich()));
    MPI_Irecv(&value, 1, MPI_INT, rank, 77, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
}

/* Each process gets a number of each other one, and of itself. */
static void some(void)
{
    int *from = malloc(size * sizeof(int)), *into = malloc(size * sizeof(int));
    int *indices = malloc(size * sizeof(int)), left = size, sum = 0;
    MPI_Request *sends = malloc(size * sizeof(MPI_Request)), *receives = malloc(size * sizeof(MPI_Request));
    for (int i = 0; i < size; i++)
        MPI_Irecv(&into[i], 1, MPI_INT, i, 3, MPI_COMM_WORLD, &receives[i]);
    for (int i = 0; i < size; i++) {
        from[i] = rank * size + i;
        MPI_Isend(&from[i], 1, MPI_INT, i, 3, MPI_COMM_WORLD, &sends[i]);
    }
    while (left > 0) {
        int done;
        MPI_Waitsome(size, receives, &done, indices, MPI_STATUSES_IGNORE);
        CHECK(done > 0);
        for (int i = 0; i < done; i++)
            sum += into[indices[i]] == indices[i] * size + rank;
        left -= done;
    }
    CHECK(sum == size);
    int done;
    MPI_Waitsome(size, receives, &done, indices, MPI_STATUSES_IGNORE);
    CHECK(done == MPI_UNDEFINED);
    for (int i = 0; i < size; i++) {
        int index;
        MPI_Waitany(size, sends, &index, MPI_STATUS_IGNORE);
        CHECK(index >= 0 && index < size && sends[index] == MPI_REQUEST_NULL);
    }
    free(from);
    free(into);
    free(indices);
    free(sends);
    free(receives);
}

static void buffered(void)
{
    static char room[4 * (1000 + MPI_BSEND_OVERHEAD)];
    char from[1000], into[1000];
    void *address;
    int bytes;
    MPI_Buffer_attach(room, sizeof room);
    for (int i = 0; i < 3; i++) {
        memset(from, i + 1, sizeof from);
        MPI_Bsend(from, sizeof from, MPI_CHAR, rank, i, MPI_COMM_WORLD);
    }
    for (int i = 2; i >= 0; i--) {
        MPI_Recv(into, sizeof into, MPI_CHAR, rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(into[0] == i + 1 && into[999] == i + 1);
    }
    MPI_Buffer_detach(&address, &bytes);
    CHECK(address == room && bytes == sizeof room);
}

/* Long messages between blocks of MPI_Alloc_mem, and blocks that are allocated again. */
static void allocated(void)
{
    enum { LEN = 1 << 20 };
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int round = 0; round < 3; round++) {
        char *from, *into;
        MPI_Alloc_mem(LEN, MPI_INFO_NULL, &from);
        MPI_Alloc_mem(LEN, MPI_INFO_NULL, &into);
        memset(from, rank + round, LEN);
        memset(into, -1, LEN);
        MPI_Sendrecv(from, LEN, MPI_CHAR, right, round, into, LEN, MPI_CHAR, left, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int is_right = 1;
        for (int i = 0; i < LEN; i++)
            is_right &= into[i] == (char)(left + round);
        CHECK(is_right);
        MPI_Free_mem(from);
        MPI_Free_mem(into);
    }
}

/* Of several operations one fails: all statuses say how theirs ended. */
static void failed(void)
{
    MPI_Comm comm;
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int from = 7, into[3] = {0};
    char small = 0;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Irecv(&into[0], 1, MPI_INT, 0, 0, comm, &requests[0]);
    MPI_Irecv(&small, 1, MPI_CHAR, 0, 1, comm, &requests[1]);
    MPI_Irecv(&into[2], 1, MPI_INT, 0, 2, comm, &requests[2]);
    for (int tag = 0; tag < 3; tag++)
        MPI_Send(&from, 1, MPI_INT, 0, tag, comm);
    CHECK(MPI_Waitall(3, requests, statuses) == MPI_ERR_IN_STATUS);
    for (int at = 0; at < 3; at++) {
        CHECK(requests[at] == MPI_REQUEST_NULL && statuses[at].MPI_TAG == at);
        CHECK(statuses[at].MPI_ERROR == (at == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    }
    CHECK(into[0] == 7 && into[2] == 7);
    MPI_Comm_free(&comm);
}

/* Lengths at which the way of a message changes, each with one byte less and one more. All messages are under way at
   once, so budgets do not suffice for all. */
static void limits(int is_expected, int is_synchronous)
{
    static const int LIMITS[] = {64, 8192, 16384, 32768, 65536, 131072};
    enum { COUNT = 3 * sizeof LIMITS / sizeof *LIMITS };
    MPI_Request requests[2 * COUNT];
    char *from[COUNT], *into[COUNT];
    int length[COUNT], next = (rank + 1) % size, last = (rank + size - 1) % size;
    for (int i = 0; i < COUNT; i++) {
        length[i] = LIMITS[i / 3] + i % 3 - 1;
        from[i] = malloc(length[i]);
        into[i] = calloc(1, length[i] + 1);
        for (int k = 0; k < length[i]; k++)
            from[i][k] = (char)(k * 31 + k / 251 + i + rank);
    }
    for (int part = 0; part < 2; part++) {
        MPI_Request *receives = requests, *sends = requests + COUNT;
        if (part == !is_expected) {
            for (int i = 0; i < COUNT; i++) {
                /* In the other order than they were sent. */
                int which = COUNT - 1 - i;
                if (which % 4 == 1 && !is_expected) {
                    MPI_Message message;
                    MPI_Status status;
                    int count;
                    MPI_Mprobe(last, which, MPI_COMM_WORLD, &message, &status);
                    MPI_Get_count(&status, MPI_CHAR, &count);
                    CHECK(count == length[which]);
                    MPI_Imrecv(into[which], count, MPI_CHAR, &message, &receives[i]);
                } else {
                    MPI_Irecv(into[which], length[which], MPI_CHAR, last, which, MPI_COMM_WORLD, &receives[i]);
                }
            }
        } else {
            if (is_expected)
                MPI_Barrier(MPI_COMM_WORLD);
            for (int i = 0; i < COUNT; i++) {
                if (is_synchronous && i % 2)
                    MPI_Issend(from[i], length[i], MPI_CHAR, next, i, MPI_COMM_WORLD, &sends[i]);
                else
                    MPI_Isend(from[i], length[i], MPI_CHAR, next, i, MPI_COMM_WORLD, &sends[i]);
            }
            if (!is_expected)
                MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Waitall(2 * COUNT, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < length[i]; k++)
            CHECK(into[i][k] == (char)(k * 31 + k / 251 + i + last));
        CHECK(into[i][length[i]] == 0);
        free(from[i]);
        free(into[i]);
    }
}

/* Messages that are longer than the room for them. */
static void cut(void)
{
    static const int LENGTHS[] = {100, 8192, 20000, 40000, 65536, 200000};
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    char *from = malloc(200000), *into = malloc(200000);
    for (int k = 0; k < 200000; k++)
        from[k] = (char)(k * 7 + k / 256);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < 6; i++) {
        for (int room = 0; room < LENGTHS[i]; room = room ? room * 9 : 1) {
            MPI_Request request;
            MPI_Status status;
            int class;
            memset(into, 0x55, 200000);
            MPI_Isend(from, LENGTHS[i], MPI_CHAR, next, room, MPI_COMM_WORLD, &request);
            int code = MPI_Recv(into, room, MPI_CHAR, last, room, MPI_COMM_WORLD, &status);
            MPI_Error_class(code, &class);
            CHECK(class == MPI_ERR_TRUNCATE);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            for (int k = room; k < 200000; k++)
                CHECK(into[k] == 0x55);
        }
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    free(from);
    free(into);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int len = 0; len <= 300000; len = len ? len * 7 : 1)
        ring(len);
    for (int is_expected = 0; is_expected < 2; is_expected++)
        for (int is_synchronous = 0; is_synchronous < 2; is_synchronous++)
            limits(is_expected, is_synchronous);
    cut();
    persistent();
    probes();
    nobody();
    some();
    buffered();
    allocated();
    /* MPICH calls the error handler of another communicator. */
    if (!is_mpich())
        failed();
    return end();
}
