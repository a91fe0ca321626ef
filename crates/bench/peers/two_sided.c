/* Messages of MPI between two processes. */
#include "measure.h"
#include <mpi.h>

#define SENDER 0
#define RECEIVER 1
/* The first byte of a message that is not the last. */
#define MORE 0
/* The first byte of the last window's messages. */
#define LAST 1

static unsigned char *memory;
static MPI_Request requests[MESSAGES_MAX];
static MPI_Status statuses[MESSAGES_MAX];
static struct meter meter;

/* Half of there and back. The trips go on until the first byte says that they end. */
static void ping_pong(const struct request *request, int rank)
{
    int bytes = (int)request->bytes, right = 1;
    if (rank == RECEIVER) {
        do {
            MPI_Recv(memory, bytes, MPI_BYTE, SENDER, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(memory, bytes, MPI_BYTE, SENDER, 0, MPI_COMM_WORLD);
        } while (memory[0] == MORE);
        return;
    }
    fill(memory, request->bytes, request->seed);
    memory[0] = MORE;
    for (meter_begin(&meter); meter_goes_on(&meter);)
        for (uint64_t number = meter.first; number < meter.last; number++) {
            MPI_Send(memory, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD);
            MPI_Recv(memory, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    memory[0] = LAST;
    unsigned char *back = memory + TRANSFER_MAX;
    memset(back, 0, request->bytes);
    MPI_Send(memory, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD);
    MPI_Recv(back, bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    right = memcmp(memory, back, request->bytes) == 0;
    row(request, meter_median(&meter) / 2, "s");
    if (!right)
        wrong(request);
}

static void send_window(size_t bytes, int messages)
{
    char answer;
    for (int message = 0; message < messages; message++)
        MPI_Isend(memory + (size_t)message * bytes, (int)bytes, MPI_BYTE, RECEIVER, 0, MPI_COMM_WORLD,
                  &requests[message]);
    MPI_Waitall(messages, requests, statuses);
    MPI_Recv(&answer, 1, MPI_CHAR, RECEIVER, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Windows of messages, each answered when all of it has come. */
static void messages(const struct request *request, int rank)
{
    size_t bytes = request->bytes;
    int window = (int)messages_of(bytes), right = 1;
    if (rank == RECEIVER) {
        char answer = 0;
        do {
            for (int message = 0; message < window; message++)
                MPI_Irecv(memory + (size_t)message * bytes, (int)bytes, MPI_BYTE, SENDER, 0, MPI_COMM_WORLD,
                          &requests[message]);
            MPI_Waitall(window, requests, statuses);
            MPI_Send(&answer, 1, MPI_CHAR, SENDER, 1, MPI_COMM_WORLD);
        } while (memory[0] == MORE);
        memory[0] = byte_of(request->seed, 0);
        right = is_filled(memory, (size_t)window * bytes, request->seed);
        MPI_Send(&right, 1, MPI_INT, SENDER, 1, MPI_COMM_WORLD);
        return;
    }
    fill(memory, (size_t)window * bytes, request->seed);
    memory[0] = MORE;
    for (meter_begin(&meter); meter_goes_on(&meter);)
        for (uint64_t number = meter.first; number < meter.last; number++)
            send_window(bytes, window);
    memory[0] = LAST;
    send_window(bytes, window);
    MPI_Recv(&right, 1, MPI_INT, RECEIVER, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = meter_median(&meter);
    if (is(request, "message_rate"))
        row(request, window / seconds, "1/s");
    else
        row(request, (double)window * (double)bytes / seconds, "B/s");
    if (!right)
        wrong(request);
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
    memory = allocate(MESSAGES_BYTES);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        memset(memory, 0, MESSAGES_BYTES);
        MPI_Barrier(MPI_COMM_WORLD);
        if (is(&request, "ping_pong"))
            ping_pong(&request, rank);
        else
            messages(&request, rank);
    }
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
