/* What shmemx.h adds: a clock, and the figures of a PE. */
#include "check.h"

#include <shmemx.h>

int main(void)
{
    shmemx_stats_t before, after;
    begin();
    const double start = shmemx_wtime();
    shmemx_stats(&before);
    void *block = allocate(1 << 20);
    for (int pe = 0; pe < npes; pe++)
        shmem_int_p((int *)room() + me, me, pe);
    shmem_barrier_all();
    shmemx_stats(&after);
    EXPECT_TRUE("shmemx_stats", after.heap_bytes >= before.heap_bytes + (1 << 20));
    EXPECT_TRUE("shmemx_stats", after.init_seconds > 0 && after.init_seconds < 100);
    EXPECT_TRUE("shmemx_stats", after.connect_seconds >= 0);
    EXPECT_TRUE("shmemx_stats", after.connections >= before.connections);
    if (shmem_team_n_pes(SHMEM_TEAM_SHARED) == npes)
        EXPECT("shmemx_stats", "peers over the network", 0, 0u, after.peers);
    else
        EXPECT_TRUE("shmemx_stats", after.peers >= 1 && after.peers < (uint64_t)npes && after.network_bytes > 0);
    EXPECT("shmemx_query_interoperability", "numbers of PEs and ranks", 0, 1, shmemx_query_interoperability(SHMEMX_MPI_PROCESSES_ARE_PES));
    EXPECT("shmemx_query_interoperability", "what is not known", 0, 0, shmemx_query_interoperability(-1));
    const double end = shmemx_wtime();
    EXPECT_TRUE("shmemx_wtime", end >= start);
    shmem_free(block);
    return finish();
}
