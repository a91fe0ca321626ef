/* Each PE puts into its right neighbour's memory, which waits for it and looks. */
#include <shmem.h>
#include <stdio.h>

enum { ELEMENTS = 16 };

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int right = (me + 1) % n, left = (me + n - 1) % n;
    double *data = shmem_malloc(ELEMENTS * sizeof *data);
    long *word = shmem_malloc(sizeof *word);
    long double *wide = shmem_malloc(sizeof *wide);
    int *flag = shmem_malloc(sizeof *flag);
    *flag = 0;
    shmem_barrier_all();

    double source[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
        source[i] = me + i;
    }
    shmem_double_put(data, source, ELEMENTS, right);
    shmem_long_p(word, me, right);
    shmem_longdouble_p(wide, me + 0.25L, right);
    shmem_fence();
    shmem_int_p(flag, 1, right);
    shmem_int_wait_until(flag, SHMEM_CMP_EQ, 1);

    int good = *word == left && *wide == left + 0.25L;
    for (int i = 0; i < ELEMENTS; i++) {
        good &= data[i] == left + i;
    }
    shmem_barrier_all();
    good &= shmem_long_g(word, right) == me && shmem_longdouble_g(wide, right) == me + 0.25L;
    shmem_double_get(source, data, ELEMENTS, right);
    good &= source[3] == me + 3;
#if __STDC_VERSION__ >= 201112L
    shmem_barrier_all();
    shmem_put(SHMEM_CTX_DEFAULT, data, source, 1, right);
    shmem_p(word, 5L, right);
    shmem_barrier_all();
    good &= shmem_g(word, right) == 5 && *data == left;
#endif
    printf("%d of %d: %s\n", me, n, good ? "good" : "wrong");
    shmem_free(word);
    shmem_finalize();
    return good ? 0 : 1;
}
