/* Sums of floating-point numbers have the digits that MPICH gives, wherever the members are. */
#include "check.h"

#define MANY 40000

static float value(int member, int at)
{
    return 1.0f / (float)(3 * member + at % 11 + 1);
}

/* The sum of `n` neighbours in a binomial tree. */
static float tree(const float *all, int n)
{
    int low = 1;
    if (n == 1)
        return all[0];
    while (2 * low < n)
        low *= 2;
    return tree(all, low) + tree(all + low, n - low);
}

/* The same after the members beyond a power of two were combined with others. */
static float folded(float *all, int n)
{
    int left = 1;
    while (2 * left <= n)
        left *= 2;
    int pairs = n - left;
    for (int i = 0; i < left; i++)
        all[i] = i < pairs ? all[2 * i] + all[2 * i + 1] : all[i + pairs];
    return tree(all, left);
}

static float expected(int n, int at, int is_folded, int first)
{
    float all[64];
    for (int i = 0; i < n; i++)
        all[i] = value((first + i) % n, at);
    return is_folded ? folded(all, n) : tree(all, n);
}

static void sums(MPI_Comm comm, int count)
{
    int r, n;
    MPI_Comm_rank(comm, &r);
    MPI_Comm_size(comm, &n);
    float *own = malloc(count * sizeof(float)), *sum = malloc(count * sizeof(float));
    for (int i = 0; i < count; i++)
        own[i] = value(r, i);
    MPI_Allreduce(own, sum, count, MPI_FLOAT, MPI_SUM, comm);
    for (int i = 0; i < count; i++)
        CHECK(sum[i] == expected(n, i, 1, 0));
    for (int root = 0; root < n; root++) {
        int is_folded = count * sizeof(float) > 2048;
        memset(sum, 0, count * sizeof(float));
        MPI_Reduce(own, sum, count, MPI_FLOAT, MPI_SUM, root, comm);
        for (int i = 0; i < count && r == root; i++)
            CHECK(sum[i] == expected(n, i, is_folded, is_folded ? 0 : root));
    }
    memcpy(sum, own, count * sizeof(float));
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, sum, count, MPI_FLOAT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* MPICH has another order for this. */
    for (int i = 0; i < count && !is_mpich(); i++)
        CHECK(sum[i] == expected(n, i, 1, 0));
    free(own);
    free(sum);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm turned;
    /* Members in another order than their places. */
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 5 % 7, &turned);
    int counts[] = {1, 5, 400, 600, 9000, MANY};
    for (int i = 0; i < 6; i++) {
        sums(MPI_COMM_WORLD, counts[i]);
        sums(turned, counts[i]);
    }
    MPI_Comm_free(&turned);
    return end();
}
