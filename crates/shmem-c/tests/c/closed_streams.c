/* A program that has closed its standard streams, with a file for what it says: closed_streams FILE.
   Afterwards the numbers are still free: none is a descriptor of the library. */
#include <fcntl.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long there;
static char block[1 << 20], from[1 << 20];

int main(int argc, char **argv)
{
    int said = open(argc > 1 ? argv[1] : "/dev/null", O_CREAT | O_APPEND | O_WRONLY, 0644);
    int wrong = 0;
    close(0);
    close(1);
    close(2);
    shmem_init();
    int me = shmem_my_pe(), npes = shmem_n_pes();
    printf("This text is lost.\n");
    fflush(stdout);
    /* Connects, and sends what is long enough for every way that the device has. */
    for (int pe = 0; pe < npes; pe++) {
        shmem_putmem(block, from, sizeof from, pe);
        shmem_long_atomic_add(&there, 1, pe);
    }
    shmem_barrier_all();
    /* The kernel's time for connected sockets and the like. */
    for (int turn = 0; turn < 2000; turn++)
        shmem_long_atomic_fetch(&there, (me + 1) % npes);
    shmem_barrier_all();
    for (int number = 0; number < 3; number++) {
        char link[64], name[256];
        snprintf(link, sizeof link, "/proc/self/fd/%d", number);
        ssize_t length = readlink(link, name, sizeof name - 1);
        if (length < 0)
            continue;
        name[length] = 0;
        dprintf(said, "PE %d: %d is %s\n", me, number, name);
        wrong = 1;
    }
    if (!wrong && there == npes)
        dprintf(said, "PE %d is right\n", me);
    shmem_barrier_all();
    shmem_finalize();
    return wrong;
}
