/* Collectives with and without places, blocking and begun ones, on communicators of all kinds. */
#include "check.h"

/* Does not commute: a pair (a, b) stands for x -> a * x + b. */
static void compose(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    long *lower = in, *higher = inout;
    (void)datatype;
    for (int i = 0; i < *len; i++) {
        long a = lower[2 * i] * higher[2 * i] % 1009;
        long b = (lower[2 * i] * higher[2 * i + 1] + lower[2 * i + 1]) % 1009;
        higher[2 * i] = a;
        higher[2 * i + 1] = b;
    }
}

static void on(MPI_Comm comm)
{
    int r, n, *all;
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    all = malloc(n * n * sizeof(int));
    for (int root = 0; root < n; root++) {
        int value[300];
        for (int i = 0; i < 300; i++)
            value[i] = r == root ? root + i : -1;
        MPI_Bcast(value, 300, MPI_INT, root, comm);
        CHECK(value[0] == root && value[299] == root + 299);
        int sum = -1, own = r + 1;
        MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, root, comm);
        CHECK(sum == (r == root ? n * (n + 1) / 2 : -1));
        MPI_Gather(&r, 1, MPI_INT, all, 1, MPI_INT, root, comm);
        for (int i = 0; i < n && r == root; i++)
            CHECK(all[i] == i);
        own = -1;
        MPI_Scatter(all, 1, MPI_INT, &own, 1, MPI_INT, root, comm);
        CHECK(own == r);
        if (r == root)
            MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, root, comm);
        else
            MPI_Gather(&r, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root, comm);
    }
    double least[3] = {r, -r, 7};
    MPI_Allreduce(MPI_IN_PLACE, least, 3, MPI_DOUBLE, MPI_MIN, comm);
    CHECK(least[0] == 0 && least[1] == 1 - n && least[2] == 7);
    struct {
        double value;
        int index;
    } pair = {n - r, r}, best;
    MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
    CHECK(best.value == 1 && best.index == n - 1);
    for (int i = 0; i < n; i++)
        all[i] = i == r ? r * r : -1;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, comm);
    for (int i = 0; i < n; i++)
        CHECK(all[i] == i * i);
    int *sent = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        sent[i] = r * n + i;
    MPI_Alltoall(sent, 1, MPI_INT, all, 1, MPI_INT, comm);
    for (int i = 0; i < n; i++)
        CHECK(all[i] == i * n + r);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, comm);
    for (int i = 0; i < n; i++)
        CHECK(all[i] == r * n + i);

    /* Lengths that differ: member i gives i + 1 elements. */
    int *counts = malloc(n * sizeof(int)), *places = malloc(n * sizeof(int)), total = 0;
    for (int i = 0; i < n; i++) {
        counts[i] = i + 1;
        places[i] = total;
        total += i + 1;
    }
    int *listed = malloc(total * sizeof(int)), *own = malloc((r + 1) * sizeof(int));
    for (int i = 0; i <= r; i++)
        own[i] = 100 * r + i;
    MPI_Allgatherv(own, r + 1, MPI_INT, listed, counts, places, MPI_INT, comm);
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            CHECK(listed[places[i] + k] == 100 * i + k);
    memset(own, 0, (r + 1) * sizeof(int));
    MPI_Scatterv(listed, counts, places, MPI_INT, own, r + 1, MPI_INT, n - 1, comm);
    CHECK(own[0] == 100 * r && own[r] == 100 * r + r);
    for (int i = 0; i < total; i++)
        listed[i] = i;
    MPI_Reduce_scatter(listed, own, counts, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i <= r; i++)
        CHECK(own[i] == n * (places[r] + i));
    int block;
    for (int i = 0; i < n; i++)
        sent[i] = i + r;
    MPI_Reduce_scatter_block(sent, &block, 1, MPI_INT, MPI_SUM, comm);
    CHECK(block == n * r + n * (n - 1) / 2);

    int prefix = r + 1;
    MPI_Scan(MPI_IN_PLACE, &prefix, 1, MPI_INT, MPI_SUM, comm);
    CHECK(prefix == (r + 1) * (r + 2) / 2);
    int below = -5, one = r + 1;
    MPI_Exscan(&one, &below, 1, MPI_INT, MPI_SUM, comm);
    CHECK(below == (r ? r * (r + 1) / 2 : -5));

    /* In the order of the ranks, whatever the root. */
    MPI_Datatype map;
    MPI_Op op;
    int commutes;
    MPI_Type_contiguous(2, MPI_LONG, &map);
    MPI_Type_commit(&map);
    MPI_Op_create(compose, 0, &op);
    MPI_Op_commutative(op, &commutes);
    CHECK(!commutes);
    long mine[2] = {r + 2, 3 * r + 1}, wanted[2] = {1, 0}, result[2];
    for (int i = 0; i < n; i++) {
        wanted[1] = (wanted[0] * (3 * i + 1) + wanted[1]) % 1009;
        wanted[0] = wanted[0] * (i + 2) % 1009;
    }
    for (int root = 0; root < n; root++) {
        MPI_Reduce(mine, result, 1, map, op, root, comm);
        CHECK(r != root || (result[0] == wanted[0] && result[1] == wanted[1]));
    }
    MPI_Allreduce(mine, result, 1, map, op, comm);
    CHECK(result[0] == wanted[0] && result[1] == wanted[1]);
    MPI_Op_free(&op);
    MPI_Type_free(&map);

    /* Several that were begun, which end in any order. */
    MPI_Request requests[4];
    int told = r == 0 ? 17 : 0, sum, up = r;
    MPI_Ibcast(&told, 1, MPI_INT, 0, comm, &requests[0]);
    MPI_Iallreduce(&up, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
    MPI_Iallgather(&up, 1, MPI_INT, all, 1, MPI_INT, comm, &requests[2]);
    MPI_Ibarrier(comm, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(told == 17 && sum == n * (n - 1) / 2 && all[n - 1] == n - 1);
    MPI_Barrier(comm);
    free(all);
    free(sent);
    free(counts);
    free(places);
    free(listed);
    free(own);
}

int main(int argc, char **argv)
{
    MPI_Comm half, mirrored;
    begin(&argc, &argv);
    on(MPI_COMM_WORLD);
    on(MPI_COMM_SELF);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    on(half);
    MPI_Comm_free(&half);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &mirrored);
    on(mirrored);
    MPI_Comm_free(&mirrored);
    return end();
}
