/* Variables of the program and of its library are reached as the heap is. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "globals.h"

enum { LARGE = 256 << 20, MANY = 100000 };

extern char **environ;

long initialised = 7;
static int small[4] = {1, 2, 3, 4};
static double zeroes[MANY];
static char large[LARGE];
static const char *const constant = "unchanged";
static int flag;
static long before;

static int failures;

static void check(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), what);
        failures++;
    }
}

/* One word each way, in a variable that is `initial` everywhere. */
static void exchange(long *word, long initial, const char *what)
{
    int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
    check(shmem_long_g(word, right) == initial, what);
    shmem_barrier_all();
    shmem_long_p(word, 100 + me, right);
    shmem_barrier_all();
    check(*word == 100 + left, what);
    check(shmem_long_g(word, right) == 100 + me, what);
    shmem_barrier_all();
}

int main(int argc, char **argv)
{
    /* What was stored before counts. */
    before = 1000 + argc;
    zeroes[17] = 4.5;
    large[LARGE - 1] = 'z';
    const char *path = getenv("PATH");
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
    check(before == 1000 + argc && zeroes[17] == 4.5 && zeroes[18] == 0, "values change");
    check(initialised == 7 && small[3] == 4 && large[LARGE - 1] == 'z' && large[5] == 0, "values change");
    check(library_counter == 11 && *library_hidden() == 12, "the library's values change");
    check(getenv("PATH") == path && environ != NULL && argv[0] != NULL, "the environment is gone");
    check(strcmp(constant, "unchanged") == 0, "constants change");

    exchange(&initialised, 7, "an initialised variable");
    exchange(&before, 1000 + argc, "a variable stored to before");
    exchange(&library_counter, 11, "the library's variable");
    exchange(library_hidden(), 12, "the library's static variable");
    static long inside = 3;
    exchange(&inside, 3, "a static variable of a function");

    double values[MANY];
    for (int i = 0; i < MANY; i++) {
        values[i] = me + i * 0.5;
    }
    shmem_double_put(zeroes, values, MANY, right);
    shmem_double_put(library_values + 10, values, 990, right);
    shmem_putmem(large + (LARGE / 2 - 7), "crossing", 9, right);
    shmem_fence();
    shmem_int_p(&flag, 1, right);
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    int good = 1;
    for (int i = 0; i < MANY; i++) {
        good &= zeroes[i] == left + i * 0.5;
    }
    check(good, "an array");
    check(library_values[9] == 0 && library_values[10] == left && library_values[999] == left + 989 * 0.5, "the library's array");
    check(strcmp(large + (LARGE / 2 - 7), "crossing") == 0, "a large array");
    shmem_barrier_all();
    /* From variables to variables and the heap. */
    double *heap = shmem_malloc(MANY * sizeof *heap);
    shmem_double_get(heap, zeroes, MANY, right);
    check(heap[MANY - 1] == me + (MANY - 1) * 0.5, "a get into the heap");
    static double copy[MANY];
    shmem_double_get(copy, heap, MANY, left);
    shmem_double_get(copy, zeroes, MANY, left);
    check(copy[MANY - 1] == (left + n - 1) % n + (MANY - 1) * 0.5, "a get between variables");
    shmem_barrier_all();
    shmem_free(heap);
    shmem_finalize();
    /* They stay variables. */
    initialised++;
    check(initialised == 101 + left, "a variable after the end");
    printf("%s\n", failures ? "wrong" : "good");
    return failures != 0;
}
