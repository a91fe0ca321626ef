/* A program of OpenSHMEM that does nothing. */
#include "measure.h"
#include <shmem.h>

int main(int count, char **arguments)
{
    begin(count, arguments);
    shmem_init();
    if (shmem_my_pe() == 0) {
        printf("size %d\n", shmem_n_pes());
        done();
    }
    shmem_finalize();
    return 0;
}
