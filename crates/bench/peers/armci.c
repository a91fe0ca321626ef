/* Measures the one-sided operations of ARMCI between two processes: of ARMCI-MPI, and of Farreach. The target waits in
 * the library meanwhile. */
#include "measure.h"
#include <armci.h>
#include <message.h>
#include <mp3.h>

#define TARGET 1
#define WINDOW_BYTES ((size_t)16 << 20)

static struct meter meter;
static void *places[2];
/* The memory of the target, and this process's source and target of transfers. */
static unsigned char *memory, *local;

static void wait_for_all(void)
{
    ARMCI_Barrier();
    armci_msg_barrier();
}

/* Strides of so many bytes in chunks. */
static void strides(size_t bytes, int *count, int *stride)
{
    count[0] = (int)CHUNK;
    count[1] = (int)(bytes / CHUNK);
    stride[0] = (int)STRIDE;
}

#define TIMES(operation)                                                                                                          \
    for (meter_begin(&meter); meter_goes_on(&meter);)                                                                             \
        for (uint64_t number = meter.first; number < meter.last; number++) {                                                      \
            operation;                                                                                                            \
        }

/* What the initiator does. Returns how often it was done, for operations that add. */
static uint64_t initiate(const struct request *request)
{
    size_t bytes = request->bytes;
    int size = (int)bytes, count[2], stride[1];
    double one = 1.0, *numbers = (double *)local;
    unsigned char *there = places[TARGET];
    fill(local, WINDOW_BYTES, request->seed);
    strides(bytes, count, stride);
    if (strstr(request->name, "accumulate"))
        for (size_t at = 0; at < WINDOW_BYTES / sizeof one; at++)
            numbers[at] = 1.0;
    if (is(request, "get") || is(request, "strided_get"))
        memset(local, 0, WINDOW_BYTES);
    if (is(request, "put")) {
        TIMES(ARMCI_Put(local, there, size, TARGET); ARMCI_Fence(TARGET))
        row(request, meter_median(&meter), "s");
    } else if (is(request, "get")) {
        TIMES(ARMCI_Get(there, local, size, TARGET))
        row(request, meter_median(&meter), "s");
    } else if (is(request, "accumulate")) {
        TIMES(ARMCI_Acc(ARMCI_ACC_DBL, &one, local, there, size, TARGET); ARMCI_Fence(TARGET))
        row(request, meter_median(&meter), "s");
    } else if (is(request, "fetch_add")) {
        TIMES(long before; ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, there, 1, TARGET);
              if (before != (long)number) wrong(request))
        row(request, meter_median(&meter), "s");
    } else if (is(request, "put_stream")) {
        TIMES(armci_hdl_t handle; ARMCI_INIT_HANDLE(&handle);
              for (int transfer = 0; transfer < STREAM_WINDOW; transfer++)
                  ARMCI_NbPut(local, there, size, TARGET, NULL);
              ARMCI_WaitAll(); ARMCI_Fence(TARGET))
        row(request, (double)(STREAM_WINDOW * bytes) / meter_median(&meter), "B/s");
    } else if (is(request, "strided_put")) {
        TIMES(ARMCI_PutS(local, stride, there, stride, count, 1, TARGET); ARMCI_Fence(TARGET))
        row(request, (double)bytes / meter_median(&meter), "B/s");
    } else if (is(request, "strided_get")) {
        TIMES(ARMCI_GetS(there, stride, local, stride, count, 1, TARGET))
        row(request, (double)bytes / meter_median(&meter), "B/s");
    } else if (is(request, "strided_accumulate")) {
        TIMES(ARMCI_AccS(ARMCI_ACC_DBL, &one, local, stride, there, stride, count, 1, TARGET); ARMCI_Fence(TARGET))
        row(request, (double)bytes / meter_median(&meter), "B/s");
    } else {
        fprintf(stderr, "there is no operation %s\n", request->name);
        ARMCI_Error("no such operation", 2);
    }
    return meter.last;
}

/* Whether memory has the data, in chunks or contiguous. */
static int has_data(const struct request *request, const unsigned char *data, int is_strided)
{
    size_t bytes = request->bytes;
    if (!is_strided)
        return is_filled(data, bytes, request->seed);
    for (size_t at = 0; at < bytes / CHUNK * STRIDE; at++)
        if (data[at] != (at % STRIDE < CHUNK ? byte_of(request->seed, at) : 0))
            return 0;
    return 1;
}

/* Whether the target's memory is what the operation should have left. */
static int is_right(const struct request *request, uint64_t times)
{
    int is_strided = strncmp(request->name, "strided", 7) == 0;
    if (is(request, "get") || is(request, "strided_get"))
        return 1;
    if (is(request, "fetch_add"))
        return *(long *)memory == (long)times;
    if (!strstr(request->name, "accumulate"))
        return has_data(request, memory, is_strided);
    for (size_t at = 0; at < request->bytes; at += sizeof(double)) {
        size_t place = is_strided ? at / CHUNK * STRIDE + at % CHUNK : at;
        if (*(double *)(memory + place) != (double)times)
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    begin(argc, argv);
    MP_INIT(argc, argv);
    ARMCI_Init();
    int rank = armci_msg_me(), size = armci_msg_nproc();
    if (size != 2)
        ARMCI_Error("2 processes are needed", 2);
    pin(rank, size);
    ARMCI_Malloc(places, (armci_size_t)WINDOW_BYTES);
    memory = places[rank];
    local = (unsigned char *)allocate(WINDOW_BYTES + 4096) + ((size_t)memory + 2048) % 4096 / 64 * 64;
    for (int index = 3; index < argc; index++) {
        struct request request = request_of(argv[index], index);
        int is_strided = strncmp(request.name, "strided", 7) == 0, is_get = strstr(request.name, "get") != NULL;
        ARMCI_Access_begin(memory);
        memset(memory, 0, WINDOW_BYTES);
        if (is_get)
            fill(memory, WINDOW_BYTES, request.seed);
        ARMCI_Access_end(memory);
        wait_for_all();
        uint64_t times = 0;
        int right = 1;
        if (rank == TARGET) {
            armci_msg_rcv(0, &times, sizeof times, NULL, 0);
            ARMCI_Access_begin(memory);
            right = is_right(&request, times);
            ARMCI_Access_end(memory);
            armci_msg_snd(1, &right, sizeof right, 0);
        } else {
            times = initiate(&request);
            armci_msg_snd(0, &times, sizeof times, TARGET);
            armci_msg_rcv(1, &right, sizeof right, NULL, TARGET);
            if (!right || (is_get && !has_data(&request, local, is_strided)))
                wrong(&request);
        }
        wait_for_all();
    }
    if (rank == 0)
        done(size);
    ARMCI_Free(places[rank]);
    ARMCI_Finalize();
    MP_FINALIZE();
    return 0;
}
