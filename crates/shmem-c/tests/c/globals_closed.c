/* A library that is loaded before the initialisation and closed after it: globals_closed LIBRARY. */
#define _GNU_SOURCE
#include "check.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    long *theirs = library ? dlsym(library, "library_counter") : NULL;
    if (theirs == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    shmem_barrier_all();
    dlclose(library);
    shmem_barrier_all();
    /* Where its variables were, if the place is free. */
    char *page = (char *)((uintptr_t)theirs & ~(uintptr_t)4095);
    long *place = mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    long elsewhere[4];
    long *source = place == MAP_FAILED ? elsewhere : place;
    static long sum[4];
    for (int i = 0; i < 4; i++) {
        source[i] = me + i;
    }
    EXPECT_TRUE("shmem_long_sum_reduce", shmem_long_sum_reduce(SHMEM_TEAM_WORLD, sum, source, 4) == 0);
    for (int i = 0; i < 4; i++) {
        EXPECT("shmem_long_sum_reduce", "long", (size_t)i, npes * (npes - 1) / 2 + npes * i, sum[i]);
    }
    pid_t child = fork();
    if (child == 0) {
        _exit(!(source[0] == me && source[3] == me + 3));
    }
    int status = -1;
    EXPECT_TRUE("a child's memory", waitpid(child, &status, 0) == child && status == 0);
    shmem_barrier_all();
    if (me == 0) {
        puts("ok");
    }
    shmem_finalize();
    return 0;
}
