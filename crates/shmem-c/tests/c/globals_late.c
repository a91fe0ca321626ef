/* The processes of the first node are through with initialisation, and put, before those of the second begin with it. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long values[64];

int main(int argc, char **argv)
{
    const char *rank = getenv("FARREACH_RANK"), *node = getenv("FARREACH_NODE");
    if (argc != 2 || !rank || !node) {
        return 2;
    }
    for (int is_late = atoi(node) > 0; is_late && access(argv[1], F_OK) != 0;) {
        usleep(1000);
    }
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), good = me == atoi(rank);
    if (me == 0) {
        for (int pe = 0; pe < n; pe++) {
            shmem_long_p(&values[pe], 100 + pe, pe);
        }
        FILE *sign = fopen(argv[1], "w");
        good &= sign && fclose(sign) == 0;
    }
    shmem_barrier_all();
    for (int pe = 0; pe < n; pe++) {
        good &= values[pe] == (pe == me ? 100 + pe : 0);
    }
    shmem_finalize();
    printf("%s\n", good ? "good" : "wrong");
    return !good;
}
