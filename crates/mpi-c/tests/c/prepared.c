/* Persistent collectives: each gives what the blocking one gives, every time it is started. Members start them in any order. */
#include "check.h"

enum { MOST = 64, ALL = 22 };

/* The buffers of a collective, and of the blocking one that it is compared with. */
struct buffers {
    int from[4 * MOST], into[4 * MOST], wanted[4 * MOST];
};

static struct buffers all[ALL];
static int counts[MOST], places[MOST], ones[MOST], rising[MOST], offsets[MOST];
static MPI_Aint bytes[MOST];
static MPI_Datatype types[MOST];

/* Prepares collective `which`, or runs it if there is no request. Returns 0 if there is none of this number. */
static int collective(int which, int *from, int *into, MPI_Comm comm, MPI_Comm grid, MPI_Request *request)
{
    int root = which % size;
    MPI_Info info = MPI_INFO_NULL;
#define EITHER(name, ...)                                                                            \
    (request ? MPI_##name##_init(__VA_ARGS__, info, request) : MPI_##name(__VA_ARGS__))
    switch (which) {
    case 0: return !EITHER(Barrier, comm);
    case 1:
        if (rank == root)
            memcpy(into, from, 8 * sizeof *into);
        return !EITHER(Bcast, into, 8, MPI_INT, root, comm);
    case 2: return !EITHER(Gather, from, 2, MPI_INT, into, 2, MPI_INT, root, comm);
    case 3: return !EITHER(Gatherv, from, counts[rank], MPI_INT, into, counts, places, MPI_INT, root, comm);
    case 4: return !EITHER(Scatter, from, 2, MPI_INT, into, 2, MPI_INT, root, comm);
    case 5: return !EITHER(Scatterv, from, counts, places, MPI_INT, into, counts[rank], MPI_INT, root, comm);
    case 6: return !EITHER(Allgather, from, 2, MPI_INT, into, 2, MPI_INT, comm);
    case 7: return !EITHER(Allgatherv, from, counts[rank], MPI_INT, into, counts, places, MPI_INT, comm);
    case 8: return !EITHER(Alltoall, from, 2, MPI_INT, into, 2, MPI_INT, comm);
    case 9: return !EITHER(Alltoallv, from, ones, rising, MPI_INT, into, ones, rising, MPI_INT, comm);
    case 10: return !EITHER(Alltoallw, from, ones, offsets, types, into, ones, offsets, types, comm);
    case 11: return !EITHER(Reduce, from, into, 5, MPI_INT, MPI_SUM, root, comm);
    case 12: return !EITHER(Allreduce, from, into, 5, MPI_INT, MPI_MAX, comm);
    case 13: return !EITHER(Reduce_scatter, from, into, counts, MPI_INT, MPI_SUM, comm);
    case 14: return !EITHER(Reduce_scatter_block, from, into, 2, MPI_INT, MPI_SUM, comm);
    case 15: return !EITHER(Scan, from, into, 3, MPI_INT, MPI_SUM, comm);
    case 16: return !EITHER(Exscan, from, into, 3, MPI_INT, MPI_SUM, comm);
    case 17: return !EITHER(Neighbor_allgather, from, 2, MPI_INT, into, 2, MPI_INT, grid);
    case 18: return !EITHER(Neighbor_allgatherv, from, 1, MPI_INT, into, ones, rising, MPI_INT, grid);
    case 19: return !EITHER(Neighbor_alltoall, from, 2, MPI_INT, into, 2, MPI_INT, grid);
    case 20: return !EITHER(Neighbor_alltoallv, from, ones, rising, MPI_INT, into, ones, rising, MPI_INT, grid);
    case 21: return !EITHER(Neighbor_alltoallw, from, ones, bytes, types, into, ones, bytes, types, grid);
    }
    return 0;
}

/* What a member gives in a round. The root of a broadcast gives it in the buffer that all receive to. */
static void fill(int which, int round)
{
    struct buffers *own = &all[which];
    for (int at = 0; at < 4 * MOST; at++) {
        own->from[at] = 10000 * round + 100 * rank + 7 * which + at;
        own->into[at] = own->wanted[at] = -1;
    }
    if (which == 1 && rank == which % size)
        memcpy(own->into, own->from, 8 * sizeof(int));
}

int main(int argc, char **argv)
{
    MPI_Request requests[ALL];
    MPI_Status statuses[ALL];
    MPI_Comm comm, grid;
    begin(&argc, &argv);
    for (int at = 0; at < MOST; at++) {
        counts[at] = 1 + at % 3;
        places[at] = at ? places[at - 1] + counts[at - 1] : 0;
        ones[at] = 1;
        rising[at] = at;
        offsets[at] = at * (int)sizeof(int);
        bytes[at] = at * (MPI_Aint)sizeof(int);
        types[at] = MPI_INT;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int open = 0;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &grid);
    for (int which = 0; which < ALL; which++)
        CHECK(collective(which, all[which].from, all[which].into, comm, grid, &requests[which]));
    /* An inactive request has ended, and receives nothing. */
    int flag = 0;
    MPI_Test(&requests[0], &flag, &statuses[0]);
    CHECK((flag || is_mpich()) && requests[0] != MPI_REQUEST_NULL);
    for (int round = 1; round <= 4; round++) {
        for (int which = 0; which < ALL; which++)
            fill(which, round);
        if (round == 1) {
            MPI_Startall(ALL, requests);
        } else {
            /* Each member in an order of its own. */
            for (int at = 0; at < ALL; at++) {
                int step = rank % 2 ? ALL - 1 - at : (at + rank * round) % ALL;
                CHECK(MPI_Start(&requests[step]) == MPI_SUCCESS);
            }
        }
        /* Others go on beside them. */
        int sum;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK(sum == size * (size - 1) / 2);
        MPI_Waitall(ALL, requests, statuses);
        for (int which = 0; which < ALL; which++) {
            CHECK(requests[which] != MPI_REQUEST_NULL);
            CHECK(collective(which, all[which].from, all[which].wanted, comm, grid, NULL));
            CHECK(memcmp(all[which].into, all[which].wanted, sizeof all[which].into) == 0);
        }
    }
    for (int which = 0; which < ALL; which++) {
        MPI_Request_free(&requests[which]);
        CHECK(requests[which] == MPI_REQUEST_NULL);
    }
    MPI_Comm_free(&grid);
    MPI_Comm_free(&comm);
    return end();
}
