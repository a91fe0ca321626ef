/* Collectives whose sources are not symmetric, on all PEs or on every other one: programs pass such. Of one element, of some
 * that pass through buffers, and of as many as are otherwise read where they lie.
 */
#include "teamwork.h"

static uint64_t *symmetric, *dest;
static long psync[SHMEM_COLLECT_SYNC_SIZE > SHMEM_REDUCE_SYNC_SIZE ? SHMEM_COLLECT_SYNC_SIZE : SHMEM_REDUCE_SYNC_SIZE];
static long long work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];

static uint64_t value(int from, size_t index)
{
    return mix(seed_of(current_round, from, 0, index));
}

static void expect(const char *function, int from, size_t first, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        EXPECT(function, "uint64_t", at + i, value(from, first + i), dest[at + i]);
}

static void expect_sum(const char *function, int first, int last, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t sum = 0;
        for (int from = first; from < last; from++)
            sum += value(from, i);
        EXPECT(function, "uint64_t", i, sum, dest[i]);
    }
    shmem_sync_all();
}

static void teams_of(const uint64_t *source, size_t count)
{
    const size_t block = count / (size_t)npes;
    for (int root = 0; root < npes; root++) {
        SUCCEEDS("shmem_uint64_broadcast", shmem_uint64_broadcast(SHMEM_TEAM_WORLD, dest, source, count, root));
        expect("shmem_uint64_broadcast", root, 0, 0, count);
        shmem_sync_all();
    }
    SUCCEEDS("shmem_uint64_fcollect", shmem_uint64_fcollect(SHMEM_TEAM_WORLD, dest, source, count));
    for (int from = 0; from < npes; from++)
        expect("shmem_uint64_fcollect", from, 0, (size_t)from * count, count);
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_collect", shmem_uint64_collect(SHMEM_TEAM_WORLD, dest, source, count - (size_t)me % 2));
    size_t at = 0;
    for (int from = 0; from < npes; from++) {
        expect("shmem_uint64_collect", from, 0, at, count - (size_t)from % 2);
        at += count - (size_t)from % 2;
    }
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_alltoall", shmem_uint64_alltoall(SHMEM_TEAM_WORLD, dest, source, block));
    for (int from = 0; from < npes; from++)
        expect("shmem_uint64_alltoall", from, (size_t)me * block, (size_t)from * block, block);
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_alltoalls", shmem_uint64_alltoalls(SHMEM_TEAM_WORLD, dest, source, 1, 2, block / 2));
    for (int from = 0; from < npes; from++)
        for (size_t i = 0; i < block / 2; i++)
            expect("shmem_uint64_alltoalls", from, 2 * ((size_t)me * (block / 2) + i), (size_t)from * (block / 2) + i, 1);
    shmem_sync_all();
    SUCCEEDS("shmem_uint64_sum_reduce", shmem_uint64_sum_reduce(SHMEM_TEAM_WORLD, dest, source, count));
    expect_sum("shmem_uint64_sum_reduce", 0, npes, count);
    SUCCEEDS("shmem_uint64_sum_inscan", shmem_uint64_sum_inscan(SHMEM_TEAM_WORLD, dest, source, count));
    expect_sum("shmem_uint64_sum_inscan", 0, me + 1, count);
    SUCCEEDS("shmem_uint64_sum_exscan", shmem_uint64_sum_exscan(SHMEM_TEAM_WORLD, dest, source, count));
    expect_sum("shmem_uint64_sum_exscan", 0, me, count);
}

static void active_sets_of(const uint64_t *source, size_t count)
{
    const int root = npes / 2;
    shmem_broadcast64(dest, source, count, root, 0, 0, npes, psync);
    if (me != root)
        expect("shmem_broadcast64", root, 0, 0, count);
    shmem_barrier_all();
    shmem_fcollect64(dest, source, count, 0, 0, npes, psync);
    for (int from = 0; from < npes; from++)
        expect("shmem_fcollect64", from, 0, (size_t)from * count, count);
    shmem_barrier_all();
    shmem_alltoall64(dest, source, count / (size_t)npes, 0, 0, npes, psync);
    for (int from = 0; from < npes; from++)
        expect("shmem_alltoall64", from, (size_t)me * (count / (size_t)npes), (size_t)from * (count / (size_t)npes),
               count / (size_t)npes);
    shmem_barrier_all();
    if (count / 2 + 1 <= sizeof work / sizeof work[0]) {
        shmem_longlong_sum_to_all((long long *)dest, (const long long *)source, (int)count, 0, 0, npes, work, psync);
        expect_sum("shmem_longlong_sum_to_all", 0, npes, count);
    }
    shmem_barrier_all();
}

int main(void)
{
    begin();
    const size_t counts[] = {2, 300, 40000};
    const size_t most = counts[2] * (size_t)npes;
    uint64_t *own = (uint64_t *)malloc(most * sizeof *own);
    EXPECT_TRUE("malloc", own != NULL);
    symmetric = (uint64_t *)allocate(most * sizeof *symmetric);
    dest = (uint64_t *)allocate(most * sizeof *dest);
    for (int only_odd = 0; only_odd < 2; only_odd++)
        for (size_t c = 0; c < 3; c++) {
            /* Of so many for each PE. */
            const size_t count = counts[c] * (c < 2 ? (size_t)npes : 1);
            uint64_t *source = only_odd && me % 2 == 0 ? symmetric : own;
            for (size_t i = 0; i < count; i++)
                source[i] = value(me, i);
            shmem_sync_all();
            teams_of(source, count);
            active_sets_of(source, count);
            current_round++;
        }
    free(own);
    return finish();
}
