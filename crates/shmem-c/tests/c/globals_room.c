/* A program with ROOM bytes of variables, one of which its neighbour changes. */
#include <shmem.h>
#include <stdio.h>

static char room[ROOM];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_char_p(room + ROOM - 1, 'x', (me + 1) % n);
    shmem_barrier_all();
    int good = room[ROOM - 1] == 'x';
    shmem_finalize();
    printf("%s\n", good ? "good" : "wrong");
    return !good;
}
