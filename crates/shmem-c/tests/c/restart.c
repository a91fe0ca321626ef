/* The library may be started again after its end (1.6). */
#include "check.h"

int main(void)
{
    for (int life = 0; life < 3; life++) {
        int initialized = 1;
        begin();
        const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
        int *value = (int *)room();
        shmem_int_p(value, life * 1000 + me, to);
        shmem_barrier_all();
        EXPECT("shmem_int_p", "after a restart", (size_t)life, life * 1000 + from, *value);
        shmem_free(rooms);
        shmem_finalize();
        shmem_query_initialized(&initialized);
        EXPECT("shmem_query_initialized", "after the end", (size_t)life, 0, initialized);
    }
    begin();
    return finish();
}
