/* Global Arrays, as Debian has it: everything is checked against what one process computes. */
#include <ga.h>
#include <ga-mpi.h>
#include <macdecls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };

static int me, all;

static void check(int holds, const char *what, int line)
{
    if (!holds) {
        fprintf(stderr, "process %d, line %d: %s\n", me, line, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}
#define CHECK(holds) check((holds), #holds, __LINE__)

static double first(int i, int j) { return (double)((i * 7 + j * 3) % 11) - 5; }
static double second(int i, int j) { return (double)((i * 5 + j * 2) % 13) / 4; }

static int matrix(const char *name)
{
    int dims[2] = {N, N}, chunk[2] = {-1, -1};
    int made = NGA_Create(C_DBL, 2, dims, (char *)name, chunk);
    CHECK(made != 0);
    return made;
}

/* Each process puts rows whose number it divides, wherever they lie. */
static void fill(int array, double (*of)(int, int))
{
    for (int i = me; i < N; i += all) {
        double row[N];
        for (int j = 0; j < N; j++)
            row[j] = of(i, j);
        int low[2] = {i, 0}, high[2] = {i, N - 1}, ld[1] = {N};
        NGA_Put(array, low, high, row, ld);
    }
    GA_Sync();
}

static double sum(int array)
{
    static double got[N][N];
    int low[2] = {0, 0}, high[2] = {N - 1, N - 1}, ld[1] = {N};
    NGA_Get(array, low, high, got, ld);
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            total += got[i][j] * (1 + (i * N + j) % 17);
    return total;
}

static void patches(void)
{
    int a = matrix("a");
    fill(a, first);
    double got[10][20];
    int low[2] = {25, 15}, high[2] = {34, 34}, ld[1] = {20};
    NGA_Get(a, low, high, got, ld);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++)
            CHECK(got[i][j] == first(25 + i, 15 + j));
    GA_Sync();

    /* All processes add to the same patch. */
    double scale = 0.5, added[10][20];
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++)
            added[i][j] = (me + 1) * (i + j);
    NGA_Acc(a, low, high, added, ld, &scale);
    GA_Sync();
    NGA_Get(a, low, high, got, ld);
    double times = all * (all + 1) / 2.0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++)
            CHECK(got[i][j] == first(25 + i, 15 + j) + 0.5 * times * (i + j));
    GA_Sync();

    ga_nbhdl_t handle[2];
    int low_other[2] = {me % N, 3}, high_other[2] = {me % N, 50};
    double row[48], back[48];
    for (int j = 0; j < 48; j++)
        row[j] = 100 * me + j;
    int wide[1] = {48};
    NGA_NbPut(a, low_other, high_other, row, wide, &handle[0]);
    NGA_NbWait(&handle[0]);
    GA_Sync();
    NGA_NbGet(a, low_other, high_other, back, wide, &handle[1]);
    NGA_NbWait(&handle[1]);
    CHECK(memcmp(row, back, sizeof row) == 0);
    GA_Sync();
    NGA_NbAcc(a, low_other, high_other, row, wide, &scale, &handle[0]);
    NGA_NbWait(&handle[0]);
    GA_Sync();
    NGA_Get(a, low_other, high_other, back, wide);
    for (int j = 0; j < 48; j++)
        CHECK(back[j] == 1.5 * row[j]);
    GA_Sync();

    /* Elements here and there. */
    int places[N][2], *subscripts[N];
    double values[N], gathered[N];
    for (int i = 0; i < N; i++) {
        places[i][0] = i;
        places[i][1] = (i * 7 + me) % N;
        subscripts[i] = places[i];
        values[i] = i + 1000;
    }
    if (me == 0)
        NGA_Scatter(a, values, subscripts, N);
    GA_Sync();
    for (int i = 0; i < N; i++)
        places[i][1] = i * 7 % N;
    NGA_Gather(a, gathered, subscripts, N);
    CHECK(memcmp(values, gathered, sizeof values) == 0);
    GA_Sync();
    GA_Destroy(a);
}

static void algebra(void)
{
    int a = matrix("a"), b = matrix("b"), c = matrix("c"), t = matrix("t");
    fill(a, first);
    fill(b, second);
    GA_Zero(c);
    GA_Dgemm('N', 'N', N, N, N, 2.0, a, b, 0.0, c);
    double got[N];
    for (int i = me; i < N; i += all) {
        int low[2] = {i, 0}, high[2] = {i, N - 1}, ld[1] = {N};
        NGA_Get(c, low, high, got, ld);
        for (int j = 0; j < N; j++) {
            double expected = 0;
            for (int k = 0; k < N; k++)
                expected += 2 * first(i, k) * second(k, j);
            CHECK(fabs(got[j] - expected) < 1e-9);
        }
    }
    GA_Sync();
    double product = sum(c);
    double dot = GA_Ddot(a, b);
    GA_Transpose(c, t);
    double one = 1, minus = -1;
    GA_Add(&one, c, &minus, t, a);
    double skew = sum(a);
    double norm = 0;
    GA_Norm1(c, &norm);
    /* By ScaLAPACK: the inverse of a symmetric matrix. */
    for (int i = me; i < N; i += all) {
        double row[N], unit[N];
        for (int j = 0; j < N; j++) {
            row[j] = i == j ? 50 : second(i, j) / 10 + second(j, i) / 10;
            unit[j] = i == j;
        }
        int low[2] = {i, 0}, high[2] = {i, N - 1}, ld[1] = {N};
        NGA_Put(a, low, high, row, ld);
        NGA_Put(c, low, high, unit, ld);
    }
    GA_Sync();
    GA_Copy(a, t);
    CHECK(GA_Spd_invert(a) == 0);
    GA_Dgemm('N', 'N', N, N, N, 1.0, t, a, -1.0, c);
    CHECK(sqrt(GA_Ddot(c, c)) < 1e-9);
    if (me == 0)
        printf("product %.6f dot %.6f skew %.6f norm %.6f\n", product, dot, skew, norm);
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(c);
    GA_Destroy(t);
}

static void counters(void)
{
    int dims[1] = {4}, chunk[1] = {-1}, zero[1] = {0};
    int counter = NGA_Create(C_LONG, 1, dims, (char *)"counter", chunk);
    GA_Zero(counter);
    long last = -1;
    for (int i = 0; i < 100; i++) {
        long now = NGA_Read_inc(counter, zero, 1);
        CHECK(now > last && now < 100L * all);
        last = now;
    }
    GA_Sync();
    long total = 0;
    NGA_Get(counter, zero, zero, &total, zero);
    CHECK(total == 100L * all);

    int made = GA_Create_mutexes(2);
    CHECK(made);
    int one[1] = {3};
    for (int i = 0; i < 20; i++) {
        GA_Init_fence();
        GA_Lock(1);
        long value;
        NGA_Get(counter, one, one, &value, zero);
        value += 2;
        NGA_Put(counter, one, one, &value, zero);
        GA_Fence();
        GA_Unlock(1);
    }
    GA_Sync();
    NGA_Get(counter, one, one, &total, zero);
    CHECK(total == 40L * all);
    GA_Destroy_mutexes();
    GA_Destroy(counter);

    double values[3] = {me, 1, me == all - 1};
    GA_Dgop(values, 3, (char *)"+");
    CHECK(values[0] == all * (all - 1) / 2.0 && values[1] == all && values[2] == 1);
    long greatest = me * 3;
    GA_Lgop(&greatest, 1, (char *)"max");
    CHECK(greatest == 3 * (all - 1));
    char told[16] = "";
    if (me == all - 1)
        strcpy(told, "from the last");
    GA_Brdcst(told, sizeof told, all - 1);
    CHECK(strcmp(told, "from the last") == 0);
}

/* The upper half of the processes has an array of its own. */
static void groups(void)
{
    int members[64], count = 0;
    for (int rank = all / 2; rank < all; rank++)
        members[count++] = rank;
    int group = GA_Pgroup_create(members, count);
    if (me >= all / 2) {
        MPI_Comm comm = GA_MPI_Comm_pgroup(group);
        int rank, size, sum_of_ranks;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        CHECK(size == count && rank == me - all / 2 && GA_Pgroup_nodeid(group) == rank);
        MPI_Allreduce(&me, &sum_of_ranks, 1, MPI_INT, MPI_SUM, comm);
        CHECK(sum_of_ranks == (all - 1 + all / 2) * count / 2);

        int dims[2] = {N, N}, chunk[2] = {-1, -1};
        int array = GA_Create_handle();
        GA_Set_data(array, 2, dims, C_INT);
        GA_Set_chunk(array, chunk);
        GA_Set_pgroup(array, group);
        CHECK(GA_Allocate(array));
        int nothing = 0, one = 1;
        GA_Fill(array, &nothing);
        int low[2] = {1, 1}, high[2] = {N - 2, N - 2}, ld[1] = {N - 2};
        static int ones[(N - 2) * (N - 2)];
        for (int i = 0; i < (N - 2) * (N - 2); i++)
            ones[i] = 1;
        NGA_Acc(array, low, high, ones, ld, &one);
        GA_Pgroup_sync(group);
        NGA_Get(array, low, high, ones, ld);
        for (int i = 0; i < (N - 2) * (N - 2); i++)
            CHECK(ones[i] == count);
        GA_Pgroup_sync(group);
        double value = me;
        GA_Pgroup_dgop(group, &value, 1, (char *)"+");
        CHECK(value == sum_of_ranks);
        char told[8] = "";
        if (me == all - 1)
            strcpy(told, "last");
        GA_Pgroup_brdcst(group, told, sizeof told, count - 1);
        CHECK(strcmp(told, "last") == 0);
        GA_Destroy(array);
        GA_Pgroup_destroy(group);
    }
    GA_Sync();
}

static void ghosts(void)
{
    int dims[2] = {N, N}, width[2] = {1, 1}, chunk[2] = {-1, -1};
    int array = NGA_Create_ghosts(C_INT, 2, dims, width, (char *)"ghosts", chunk);
    int low[2], high[2];
    NGA_Distribution(array, me, low, high);
    if (high[0] >= low[0]) {
        int *own, ld[1];
        NGA_Access(array, low, high, &own, ld);
        for (int i = 0; i <= high[0] - low[0]; i++)
            for (int j = 0; j <= high[1] - low[1]; j++)
                own[i * ld[0] + j] = (low[0] + i) * N + low[1] + j;
        NGA_Release_update(array, low, high);
    }
    GA_Sync();
    GA_Update_ghosts(array);
    if (high[0] >= low[0]) {
        int *with, around[2], ld[1];
        NGA_Access_ghosts(array, around, &with, ld);
        for (int i = 0; i < around[0]; i++)
            for (int j = 0; j < around[1]; j++) {
                int row = (low[0] + i - 1 + N) % N, column = (low[1] + j - 1 + N) % N;
                CHECK(with[i * ld[0] + j] == row * N + column);
            }
    }
    GA_Sync();
    GA_Destroy(array);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    CHECK(MA_init(C_DBL, 500000, 500000));
    me = GA_Nodeid();
    all = GA_Nnodes();
    patches();
    algebra();
    counters();
    groups();
    ghosts();
    GA_Terminate();
    MPI_Finalize();
    puts("good");
    return 0;
}
