/* Collectives on the runtime's groups, beside those over messages. */
#include "check.h"

#define LARGE (300 * 1024)
#define MANY 70

/* An operation of the program, so its collectives use messages. */
static void add(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *len; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* Members whose data has gaps, and members whose data has none. */
static void gaps(MPI_Comm comm)
{
    int r, n, own[6], flat[2];
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    MPI_Datatype pair, spread;
    MPI_Type_vector(2, 1, 3, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, 6 * sizeof(int), &spread);
    MPI_Type_commit(&spread);
    int *all = malloc(6 * n * sizeof(int)), *to = malloc(6 * n * sizeof(int));
    int odd = r % 2;
    for (int root = 0; root < n; root++) {
        for (int i = 0; i < 6; i++)
            own[i] = -1;
        if (r == root)
            own[0] = root, own[odd ? 3 : 1] = root + 1;
        MPI_Bcast(own, odd ? 1 : 2, odd ? spread : MPI_INT, root, comm);
        CHECK(own[0] == root && own[odd ? 3 : 1] == root + 1 && own[2] == -1 && own[4] == -1);
        memset(all, -1, 6 * n * sizeof(int));
        flat[0] = r, flat[1] = 2 * r;
        MPI_Gather(flat, 2, MPI_INT, all, 1, spread, root, comm);
        for (int i = 0; i < n && r == root; i++)
            CHECK(all[6 * i] == i && all[6 * i + 3] == 2 * i && all[6 * i + 1] == -1);
        flat[0] = flat[1] = -7;
        if (r == root)
            MPI_Scatter(all, 1, spread, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, comm);
        else
            MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, flat, 2, MPI_INT, root, comm);
        CHECK(r == root ? flat[0] == -7 : flat[0] == r && flat[1] == 2 * r);
    }
    memset(all, -1, 6 * n * sizeof(int));
    flat[0] = r, flat[1] = r + 5;
    MPI_Allgather(flat, 2, MPI_INT, all, odd ? 1 : 2, odd ? spread : MPI_INT, comm);
    for (int i = 0; i < n; i++)
        CHECK(odd ? all[6 * i] == i && all[6 * i + 3] == i + 5 && all[6 * i + 2] == -1
                  : all[2 * i] == i && all[2 * i + 1] == i + 5);
    memset(to, -1, 6 * n * sizeof(int));
    for (int i = 0; i < 6 * n; i++)
        all[i] = odd ? 100 * r + 2 * (i / 6) + i % 6 / 3 : 100 * r + i;
    MPI_Alltoall(all, odd ? 1 : 2, odd ? spread : MPI_INT, to, 1, spread, comm);
    for (int i = 0; i < n; i++)
        CHECK(to[6 * i] == 100 * i + 2 * r && to[6 * i + 3] == 100 * i + 2 * r + 1 && to[6 * i + 1] == -1);
    MPI_Type_free(&pair);
    MPI_Type_free(&spread);
    free(all);
    free(to);
}

/* More than fits into one step, and several types. */
static void large(MPI_Comm comm)
{
    int r, n;
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    int *own = malloc(LARGE * sizeof(int)), *sum = malloc(LARGE * sizeof(int));
    for (int i = 0; i < LARGE; i++)
        own[i] = r + i % 1000;
    MPI_Request request;
    MPI_Iallreduce(own, sum, LARGE, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < LARGE; i += 977)
        CHECK(sum[i] == n * (i % 1000) + n * (n - 1) / 2);
    MPI_Reduce(own, sum, LARGE, MPI_INT, MPI_MAX, n - 1, comm);
    CHECK(r != n - 1 || sum[LARGE - 1] == n - 1 + (LARGE - 1) % 1000);
    MPI_Bcast(sum, LARGE, MPI_INT, n - 1, comm);
    CHECK(sum[0] == n - 1 && sum[LARGE - 1] == n - 1 + (LARGE - 1) % 1000);
    int part = r + 1;
    MPI_Reduce(r == 0 ? MPI_IN_PLACE : &part, r == 0 ? &part : NULL, 1, MPI_INT, MPI_SUM, 0, comm);
    CHECK(part == (r == 0 ? n * (n + 1) / 2 : r + 1));
    double _Complex factor = 1 + r % 2, product;
    MPI_Allreduce(&factor, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, comm);
    CHECK(product == (double)(1 << n / 2));
    signed char least = (signed char)(-100 + r), found;
    MPI_Allreduce(&least, &found, 1, MPI_SIGNED_CHAR, MPI_MIN, comm);
    CHECK(found == -100);
    long double value = r, greatest;
    MPI_Allreduce(&value, &greatest, 1, MPI_LONG_DOUBLE, MPI_MAX, comm);
    CHECK(greatest == n - 1);
    struct {
        short value;
        int index;
    } pairs[3], best[3];
    for (int i = 0; i < 3; i++)
        pairs[i].value = (short)(i == 1 ? 4 : -r), pairs[i].index = r + i;
    MPI_Reduce(pairs, best, 3, MPI_SHORT_INT, MPI_MAXLOC, 0, comm);
    for (int i = 0; i < 3 && r == 0; i++)
        CHECK(best[i].value == (i == 1 ? 4 : 0) && best[i].index == i);
    free(own);
    free(sum);
}

/* Data that members read where it lies. It changes as soon as its member may change it. */
static void moved(MPI_Comm comm, int count)
{
    int r, n;
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    int *own = malloc(n * count * sizeof(int)), *all = malloc(n * count * sizeof(int));
    for (int round = 0; round < 3; round++) {
        int root = round % n;
        for (int i = 0; i < count; i++)
            own[i] = r * 7 + i + round;
        MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, comm);
        memset(own, -1, n * count * sizeof(int));
        for (int i = 0; i < n * count; i += 13)
            CHECK(all[i] == i / count * 7 + i % count + round);
        MPI_Scatter(all, count, MPI_INT, own, count, MPI_INT, root, comm);
        memset(all, -1, n * count * sizeof(int));
        for (int i = 0; i < count; i += 13)
            CHECK(own[i] == r * 7 + i + round);
        MPI_Gather(own, count, MPI_INT, all, count, MPI_INT, root, comm);
        memset(own, -1, count * sizeof(int));
        for (int i = 0; i < n * count && r == root; i += 13)
            CHECK(all[i] == i / count * 7 + i % count + round);
        MPI_Bcast(all, n * count, MPI_INT, root, comm);
        for (int i = 0; i < n * count; i += 13)
            CHECK(all[i] == i / count * 7 + i % count + round);
        for (int i = 0; i < n * count; i++)
            own[i] = r * 1000 + i / count + i % count;
        MPI_Alltoall(own, count, MPI_INT, all, count, MPI_INT, comm);
        memset(own, -1, n * count * sizeof(int));
        for (int i = 0; i < n * count; i += 13)
            CHECK(all[i] == i / count * 1000 + r + i % count);
        for (int i = 0; i < count; i++)
            own[i] = r + i;
        MPI_Reduce(own, all, count, MPI_INT, MPI_SUM, root, comm);
        memset(own, -1, count * sizeof(int));
        for (int i = 0; i < count && r == root; i += 13)
            CHECK(all[i] == n * i + n * (n - 1) / 2);
    }
    free(own);
    free(all);
}

/* A member waits in a collective of the group while another one needs its part of one over messages. */
static void beside(MPI_Comm parent)
{
    MPI_Comm comm;
    MPI_Op op;
    MPI_Request requests[2];
    int r, n, sum = -1, told = -1;
    MPI_Comm_dup(parent, &comm);
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    MPI_Op_create(add, 1, &op);
    /* Begun before there is a group, which is made meanwhile. */
    MPI_Iallreduce(&r, &sum, 1, MPI_INT, op, comm, &requests[0]);
    if (r == 0)
        told = 3;
    MPI_Ibcast(&told, 1, MPI_INT, 0, comm, &requests[1]);
    MPI_Barrier(comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == n * (n - 1) / 2 && told == 3);
    for (int late = 0; late < n; late++) {
        sum = -1;
        MPI_Iallreduce(&r, &sum, 1, MPI_INT, op, comm, &requests[0]);
        if (r != late)
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Barrier(comm);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        CHECK(sum == n * (n - 1) / 2);
    }
    /* Freed while one is under way. */
    MPI_Ibarrier(comm, &requests[0]);
    MPI_Comm_free(&comm);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
}

/* More communicators than have large contexts. Each member frees them in an order of its own, and one keeps some. */
static void many(void)
{
    MPI_Comm comms[MANY];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MANY; i++) {
            int sum, own = rank + i;
            MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
            MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comms[i]);
            CHECK(sum == size * i + size * (size - 1) / 2);
        }
        for (int i = 0; i < MANY; i++) {
            int which = (i * 3 + rank) % MANY;
            if (rank != 0 || which != 5)
                MPI_Comm_free(&comms[which]);
        }
    }
}

/* Collectives between two sides, several at a time. */
static void between(void)
{
    if (size < 3)
        return;
    MPI_Comm half, inter, twins[2];
    MPI_Request requests[6];
    int is_high = rank >= size / 2, told[2] = {-1, -1}, sum = -1, own = rank;
    MPI_Comm_split(MPI_COMM_WORLD, is_high, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_high ? 0 : size / 2, 9, &inter);
    int r;
    MPI_Comm_rank(inter, &r);
    int root = is_high ? 0 : r == 0 ? MPI_ROOT : MPI_PROC_NULL;
    if (root == MPI_ROOT)
        told[0] = 11, told[1] = 12;
    MPI_Ibarrier(inter, &requests[0]);
    MPI_Ibcast(&told[0], 1, MPI_INT, root, inter, &requests[1]);
    MPI_Comm_idup(inter, &twins[0], &requests[2]);
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, inter, &requests[3]);
    MPI_Ibcast(&told[1], 1, MPI_INT, root, inter, &requests[4]);
    MPI_Comm_idup(inter, &twins[1], &requests[5]);
    for (int i = 0; i < 6; i++)
        MPI_Wait(&requests[(i * 5 + rank) % 6], MPI_STATUS_IGNORE);
    if (is_high || r == 0)
        CHECK(told[0] == 11 && told[1] == 12);
    int low = size / 2 * (size / 2 - 1) / 2;
    CHECK(sum == (is_high ? low : size * (size - 1) / 2 - low));
    for (int i = 0; i < 2; i++) {
        MPI_Barrier(twins[i]);
        MPI_Comm_free(&twins[i]);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    gaps(MPI_COMM_WORLD);
    large(MPI_COMM_WORLD);
    moved(MPI_COMM_WORLD, 1000);
    moved(MPI_COMM_WORLD, 5000);
    moved(MPI_COMM_WORLD, 40000);
    beside(MPI_COMM_WORLD);
    many();
    between();
    return end();
}
