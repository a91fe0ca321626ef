/* One PE ends the whole job, whatever the others do: global_exit PE STATUS. What it has printed comes out. */
#include "check.h"

int main(int argc, char **argv)
{
    begin();
    if (argc == 3 && me == atoi(argv[1])) {
        printf("the end");
        shmem_global_exit(atoi(argv[2]));
    }
    /* Nobody else comes to this barrier. */
    shmem_barrier_all();
    shmem_barrier_all();
    return 0;
}
