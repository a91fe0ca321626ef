/* A program of OpenSHMEM that does nothing. */
#include "measure.h"
#include <shmem.h>

int main(int count, char **arguments)
{
    begin(count, arguments);
    shmem_init();
    if (shmem_my_pe() == 0)
        done(shmem_n_pes());
    shmem_finalize();
    return 0;
}
