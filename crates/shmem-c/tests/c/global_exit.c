/* One PE ends the whole job, whatever the others do: global_exit PE STATUS. What all have printed comes out, and what that PE has
 * registered to be called at its exit is called.
 */
#include "check.h"

static void at_exit(void)
{
    /* Nobody else comes to this. */
    shmem_finalize();
    printf("the end\n");
}

int main(int argc, char **argv)
{
    begin();
    printf("%d was here\n", me);
    shmem_barrier_all();
    if (argc == 3 && me == atoi(argv[1])) {
        atexit(at_exit);
        shmem_global_exit(atoi(argv[2]));
    }
    /* Nor to this barrier. */
    shmem_barrier_all();
    shmem_barrier_all();
    return 0;
}
