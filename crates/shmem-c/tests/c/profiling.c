/* The profiling interface: a tool defines some of the functions itself and calls their twins; programs steer it by
 * pcontrol, which does nothing without a tool.
 */
#include "check.h"

#include <pshmem.h>

static int puts_seen, barriers_seen, generic_seen;

void shmem_putmem(void *dest, const void *source, size_t nelems, int pe)
{
    puts_seen++;
    pshmem_putmem(dest, source, nelems, pe);
}

void shmem_barrier_all(void)
{
    barriers_seen++;
    pshmem_barrier_all();
}

void shmem_int_put(int *dest, const int *source, size_t nelems, int pe)
{
    generic_seen++;
    pshmem_int_put(dest, source, nelems, pe);
}

int main(void)
{
    begin();
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    const int value = 1000 + me, other = 2000 + me;
    int *dest = (int *)room();
    EXPECT("shmem_barrier_all", "calls seen by the tool", 0, 1, barriers_seen);
    shmem_pcontrol(0);
    shmem_pcontrol(1);
    shmem_pcontrol(2);
    shmem_pcontrol(3, "more", 4.5, dest);
    shmem_putmem(dest, &value, sizeof value, to);
#if HAVE_GENERIC
    shmem_put(dest + 1, &other, 1, to);
#else
    shmem_int_put(dest + 1, &other, 1, to);
#endif
    pshmem_int_put(dest + 2, &value, 1, to);
    shmem_barrier_all();
    EXPECT("shmem_putmem", "int", 0, 1000 + from, dest[0]);
    EXPECT("shmem_int_put", "int", 1, 2000 + from, dest[1]);
    EXPECT("pshmem_int_put", "int", 2, 1000 + from, dest[2]);
    EXPECT("shmem_putmem", "calls seen by the tool", 0, 1, puts_seen);
    EXPECT("shmem_int_put", "calls seen by the tool", 0, 1, generic_seen);
    EXPECT("shmem_barrier_all", "calls seen by the tool", 0, 2, barriers_seen);
    return finish();
}
