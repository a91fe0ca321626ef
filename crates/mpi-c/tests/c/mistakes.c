/* The mistake that the argument names. The job ends with a line that says what is wrong. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <time.h>

int main(int argc, char **argv)
{
    int value = 0, two[2] = {0, 0};
    const char *mistake = argc > 1 ? argv[1] : "";
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm twin;
    MPI_Datatype type;
    if (strcmp(mistake, "early") == 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &value);
    if (strcmp(mistake, "mismatched") == 0)
        setenv("FARREACH_DEBUG", "on", 1);
    begin(&argc, &argv);
    if (strcmp(mistake, "rank") == 0)
        MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "count") == 0)
        MPI_Recv(&value, -3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(mistake, "uncommitted") == 0) {
        MPI_Type_contiguous(2, MPI_INT, &type);
        MPI_Send(two, 1, type, 0, 0, MPI_COMM_WORLD);
    }
    if (strcmp(mistake, "freed") == 0) {
        MPI_Comm freed;
        MPI_Comm_dup(MPI_COMM_WORLD, &twin);
        freed = twin;
        MPI_Comm_free(&twin);
        MPI_Barrier(freed);
    }
    if (strcmp(mistake, "truncated") == 0) {
        MPI_Isend(two, 2, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
        MPI_Recv(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(mistake, "operation") == 0)
        MPI_Allreduce(&value, two, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
    if (strcmp(mistake, "mismatched") == 0 && rank == 0)
        MPI_Bcast(two, 2, MPI_INT, 0, MPI_COMM_WORLD);
    else if (strcmp(mistake, "mismatched") == 0)
        MPI_Allreduce(&value, two, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(mistake, "absent") == 0) {
        char port[MPI_MAX_PORT_NAME];
        MPI_Open_port(MPI_INFO_NULL, port);
    }
    if (strcmp(mistake, "abort") == 0 && rank == size - 1)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (strcmp(mistake, "standstill") == 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(mistake, "standoff") == 0)
        MPI_Ssend(&value, 1, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD);
    /* Each waits for the next one. */
    if (strcmp(mistake, "circle") == 0)
        MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 40 + rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    /* Each waits for a message that nobody sends, behind many that nobody receives. */
    if (strcmp(mistake, "probe") == 0 && rank == 0) {
        MPI_Message found;
        MPI_Mprobe(1, 42, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    if (strcmp(mistake, "behind") == 0) {
        static char bytes[100000];
        for (int i = 0; i < 300; i++) {
            MPI_Isend(bytes, sizeof bytes, MPI_CHAR, (rank + 1) % size, 1, MPI_COMM_WORLD, &request);
            MPI_Request_free(&request);
        }
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* Each waits for the lock that the other one has. */
    if (strcmp(mistake, "locks") == 0) {
        MPI_Win win;
        int *memory;
        MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    }
    if (strcmp(mistake, "twice") == 0) {
        MPI_Request twin;
        MPI_Irecv(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
        MPI_Cancel(&request);
        twin = request;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Wait(&twin, MPI_STATUS_IGNORE);
    }
    /* No mistake: the end completes the sends, and the receivers come later. */
    if (strcmp(mistake, "under way") == 0) {
        static int numbers[500000];
        for (int i = 0; i < 500000; i++)
            numbers[i] = i + rank;
        MPI_Request requests[2];
        if (rank == 0) {
            MPI_Isend(numbers, 500000, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(numbers, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
            MPI_Request_free(&requests[0]);
            MPI_Request_free(&requests[1]);
        } else if (rank == 1) {
            struct timespec moment = {0, 200000000};
            nanosleep(&moment, NULL);
            MPI_Recv(two, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(numbers, 500000, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(two[0] == 0 && numbers[499999] == 499999);
        }
    }
    if (strcmp(mistake, "unfinished") == 0)
        return 0;
    MPI_Finalize();
    if (strcmp(mistake, "late") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    return strcmp(mistake, "code") == 0 ? 7 : 0;
}
