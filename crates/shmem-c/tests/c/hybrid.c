/* OpenSHMEM, MPI, ARMCI and GASNet-EX in one program. The argument is what the program does, letter by letter. With two
 * arguments, odd processes do what the second one says.
 *   s S   initialise and finalise OpenSHMEM     m M   MPI     a A   ARMCI     g   GASNet-EX
 *   w     use what is initialised
 *   e     end here, by exit(0)
 */
#include <armci.h>
#include <gasnetex.h>
#include <mpi.h>
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 1 << 19 };

static int has_shmem, has_mpi, has_armci, has_gasnet;
static int rank = -1, size, left, right;
/* Symmetric variables. */
static long from_left;
static int is_received;

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "rank %d, line %d: %s\n", rank, __LINE__, #condition);                                                \
            exit(3);                                                                                                              \
        }                                                                                                                         \
    } while (0)

/* All models count alike. */
static void numbers(int own, int all)
{
    CHECK(rank < 0 || (own == rank && all == size));
    rank = own;
    size = all;
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
}

static void use_shmem(void)
{
    from_left = -1;
    shmem_barrier_all();
    shmem_long_p(&from_left, rank, right);
    shmem_barrier_all();
    CHECK(from_left == left);
}

static void use_mpi(void)
{
    int from = rank, into = -1, sum = 0;
    MPI_Sendrecv(&from, 1, MPI_INT, right, 5, &into, 1, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(into == left);
    MPI_Allreduce(&from, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
}

/* Memory of the heap in messages, and puts that a barrier of MPI orders. */
static void use_shmem_and_mpi(void)
{
    int *heap = shmem_malloc(2 * LONG * sizeof(int)), *here = heap + LONG;
    MPI_Request request;
    CHECK(heap != NULL);
    for (int i = 0; i < LONG; i++)
        heap[i] = rank + i;
    memset(here, 0xff, LONG * sizeof(int));
    MPI_Irecv(here, LONG, MPI_INT, left, 1, MPI_COMM_WORLD, &request);
    MPI_Send(heap, LONG, MPI_INT, right, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < LONG; i++)
        CHECK(here[i] == left + i);
    MPI_Allreduce(heap, here, 1000, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    CHECK(here[999] == size - 1 + 999);
    shmem_sync_all();
    shmem_int_put(here, heap, LONG, right);
    shmem_quiet();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < LONG; i++)
        CHECK(here[i] == left + i);
    /* A long message proceeds while its sender waits in OpenSHMEM. */
    is_received = 0;
    shmem_barrier_all();
    MPI_Isend(heap, LONG, MPI_INT, right, 2, MPI_COMM_WORLD, &request);
    MPI_Recv(here, LONG, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    shmem_int_p(&is_received, 1, left);
    shmem_int_wait_until(&is_received, SHMEM_CMP_EQ, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(here[LONG - 1] == left + LONG - 1);
    if (rank == 0 && size > 1) {
        is_received = 0;
        MPI_Isend(heap, LONG, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
        while (shmem_int_atomic_fetch(&is_received, 0) != 2)
            ;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(here, LONG, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        shmem_int_atomic_set(&is_received, 2, 0);
    }
    shmem_free(heap);
    CHECK(shmemx_query_interoperability(SHMEMX_MPI_PROCESSES_ARE_PES) == 1);
    CHECK(shmemx_query_interoperability(SHMEMX_PROGRESS_MPI) == 1);
    CHECK(shmemx_query_interoperability(SHMEMX_SHMEM_INITIALIZES_MPI) == 0);
    CHECK(shmemx_query_interoperability(-1) == 0);
}

static void use_armci(void)
{
    void **parts = malloc(size * sizeof(void *));
    CHECK(ARMCI_Malloc(parts, sizeof(long)) == 0);
    long own = rank;
    ARMCI_Barrier();
    CHECK(ARMCI_Put(&own, parts[right], sizeof own, right) == 0);
    ARMCI_Barrier();
    CHECK(*(long *)parts[rank] == left);
    ARMCI_Barrier();
    CHECK(ARMCI_Free(parts[rank]) == 0);
    free(parts);
}

static gex_Client_t client;
static gex_EP_t endpoint;
static gex_TM_t team;
static volatile int requests, wanted;

static void on_request(gex_Token_t token, gex_AM_Arg_t number)
{
    (void)token;
    CHECK(number == left);
    requests++;
}

static gex_AM_Entry_t handlers[] = {{130, (gex_AM_Fn_t)on_request, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "request"}};

static void use_gasnet(void)
{
    wanted++;
    gex_AM_RequestShort1(team, right, 130, 0, rank);
    GASNET_BLOCKUNTIL(requests >= wanted);
}

static void use(void)
{
    shmemx_stats_t stats;
    if (has_shmem)
        use_shmem();
    if (has_shmem)
        shmemx_stats(&stats);
    uint64_t connections = has_shmem ? stats.connections : 0;
    if (has_mpi)
        use_mpi();
    if (has_shmem && has_mpi)
        use_shmem_and_mpi();
    if (has_armci)
        use_armci();
    if (has_gasnet)
        use_gasnet();
    if (has_shmem && size == 2) {
        /* A pair of processes has one connection, whichever models use it. */
        shmemx_stats(&stats);
        CHECK(stats.connections == connections && stats.peers <= 1);
    }
}

static void step(char letter, int *argc, char ***argv)
{
    switch (letter) {
    case 's':
        shmem_init();
        has_shmem++;
        numbers(shmem_my_pe(), shmem_n_pes());
        break;
    case 'S':
        shmem_finalize();
        has_shmem--;
        break;
    case 'm': {
        int flag;
        MPI_Initialized(&flag);
        CHECK(!flag);
        MPI_Init(argc, argv);
        has_mpi = 1;
        int own, all;
        MPI_Comm_rank(MPI_COMM_WORLD, &own);
        MPI_Comm_size(MPI_COMM_WORLD, &all);
        numbers(own, all);
        break;
    }
    case 'M':
        MPI_Finalize();
        has_mpi = 0;
        break;
    case 'a':
        CHECK(ARMCI_Init() == 0);
        has_armci = 1;
        numbers(armci_msg_me(), armci_msg_nproc());
        break;
    case 'A':
        CHECK(ARMCI_Finalize() == 0);
        has_armci = 0;
        break;
    case 'g':
        CHECK(gex_Client_Init(&client, &endpoint, &team, "HYBRID", argc, argv, 0) == GASNET_OK);
        CHECK(gex_EP_RegisterHandlers(endpoint, handlers, 1) == GASNET_OK);
        has_gasnet = 1;
        numbers(gex_TM_QueryRank(team), gex_TM_QuerySize(team));
        gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
        break;
    case 'w':
        use();
        break;
    case 'e':
        exit(0);
    }
}

int main(int argc, char **argv)
{
    /* The first letter initialises something, alike in all processes. */
    const char *steps = argv[1];
    step(*steps, &argc, &argv);
    if (argc > 2 && rank % 2)
        steps = argv[2];
    while (*++steps)
        step(*steps, &argc, &argv);
    puts("good");
    return 0;
}
