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

/* Elements that a message carries, and the memory from one message's to the next one's. */
struct shape {
    MPI_Datatype type;
    int count, messages;
    size_t step;
};

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

/* Contiguous bytes, or chunks. */
static struct shape shape_of(const struct request *request)
{
    struct shape shape = {MPI_BYTE, (int)request->bytes, (int)messages_of(request->bytes), request->bytes};
    if (is(request, "typed_stream")) {
        MPI_Type_vector((int)(request->bytes / CHUNK), (int)CHUNK, (int)STRIDE, MPI_BYTE, &shape.type);
        MPI_Type_commit(&shape.type);
        shape.count = 1;
        shape.step = request->bytes / CHUNK * STRIDE;
        shape.messages = (int)messages_of(shape.step);
    }
    return shape;
}

static void free_type(struct shape *shape)
{
    if (shape->type != MPI_BYTE)
        MPI_Type_free(&shape->type);
}

/* Whether the window has come, and nothing between its chunks. */
static int has_come(const struct request *request, const struct shape *shape)
{
    size_t bytes = (size_t)shape->messages * shape->step;
    if (shape->type == MPI_BYTE)
        return is_filled(memory, bytes, request->seed);
    for (size_t at = 0; at < bytes; at++)
        if (memory[at] != (at % STRIDE < CHUNK ? byte_of(request->seed, at) : 0))
            return 0;
    return 1;
}

static void send_window(const struct shape *shape)
{
    char answer;
    for (int message = 0; message < shape->messages; message++)
        MPI_Isend(memory + (size_t)message * shape->step, shape->count, shape->type, RECEIVER, 0, MPI_COMM_WORLD,
                  &requests[message]);
    MPI_Waitall(shape->messages, requests, statuses);
    MPI_Recv(&answer, 1, MPI_CHAR, RECEIVER, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Windows of messages, each answered when all of it has come. */
static void messages(const struct request *request, int rank)
{
    struct shape shape = shape_of(request);
    int window = shape.messages, right = 1;
    if (rank == RECEIVER) {
        char answer = 0;
        do {
            for (int message = 0; message < window; message++)
                MPI_Irecv(memory + (size_t)message * shape.step, shape.count, shape.type, SENDER, 0, MPI_COMM_WORLD,
                          &requests[message]);
            MPI_Waitall(window, requests, statuses);
            MPI_Send(&answer, 1, MPI_CHAR, SENDER, 1, MPI_COMM_WORLD);
        } while (memory[0] == MORE);
        memory[0] = byte_of(request->seed, 0);
        right = has_come(request, &shape);
        MPI_Send(&right, 1, MPI_INT, SENDER, 1, MPI_COMM_WORLD);
        free_type(&shape);
        return;
    }
    fill(memory, (size_t)window * shape.step, request->seed);
    memory[0] = MORE;
    for (meter_begin(&meter); meter_goes_on(&meter);)
        for (uint64_t number = meter.first; number < meter.last; number++)
            send_window(&shape);
    memory[0] = LAST;
    send_window(&shape);
    MPI_Recv(&right, 1, MPI_INT, RECEIVER, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = meter_median(&meter);
    if (is(request, "message_rate"))
        row(request, window / seconds, "1/s");
    else
        row(request, (double)window * (double)request->bytes / seconds, "B/s");
    if (!right)
        wrong(request);
    free_type(&shape);
}

/* A call that does nearly nothing. */
static void comm_rank(const struct request *request, int rank)
{
    int found, wrong_ones = 0;
    if (rank != SENDER)
        return;
    for (meter_begin(&meter); meter_goes_on(&meter);)
        for (uint64_t number = meter.first; number < meter.last; number++) {
            MPI_Comm_rank(MPI_COMM_WORLD, &found);
            wrong_ones += found != rank;
        }
    row(request, meter_median(&meter), "s");
    if (wrong_ones)
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
        else if (is(&request, "comm_rank"))
            comm_rank(&request, rank);
        else
            messages(&request, rank);
    }
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
