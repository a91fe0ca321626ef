/* Global and static variables as targets and sources, with initial values and without. */
#include "check.h"

enum { COUNT = 100 };

static long zeroed[COUNT];
static long initialised[3] = {11, 22, 33};
int visible = 5;
double visible_zero;
static uint64_t signal_word;
static long lock_word;

int main(void)
{
    static int in_a_function[8] = {1, 2, 3};
    begin();
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    long source[COUNT];
    EXPECT("a global", "int", 0, 5, visible);
    EXPECT("a global", "long", 1, 22, initialised[1]);
    EXPECT("a global", "long", 0, 22, shmem_long_g(&initialised[1], to));
    EXPECT("a static of a function", "int", 2, 3, shmem_int_g(&in_a_function[2], to));
    shmem_barrier_all();
    for (size_t i = 0; i < COUNT; i++)
        source[i] = (long)mix(seed_of(1, me, to, i));
    shmem_long_put(zeroed, source, COUNT, to);
    shmem_long_p(&initialised[2], 1000 + me, to);
    shmem_int_atomic_add(&visible, 10 + me, to);
    shmem_double_p(&visible_zero, 0.5 + me, to);
    shmem_int_p(&in_a_function[7], 2000 + me, to);
    shmem_barrier_all();
    for (size_t i = 0; i < COUNT; i++)
        EXPECT("shmem_long_put to a static", "long", i, (long)mix(seed_of(1, from, me, i)), zeroed[i]);
    EXPECT("shmem_long_p to a static", "long", 2, 1000 + from, initialised[2]);
    EXPECT("shmem_long_p to a static", "long beside", 1, 22, initialised[1]);
    EXPECT("shmem_int_atomic_add to a global", "int", 0, 15 + from, visible);
    EXPECT("shmem_double_p to a global", "double", 0, 0.5 + from, visible_zero);
    EXPECT("shmem_int_p to a static of a function", "int", 7, 2000 + from, in_a_function[7]);
    /* From global to global. */
    shmem_barrier_all();
    shmem_long_get(zeroed, initialised, 3, to);
    EXPECT("shmem_long_get of a static", "long", 2, 1000 + me, zeroed[2]);
    shmem_long_put_signal(zeroed + 50, zeroed, 3, &signal_word, 9, SHMEM_SIGNAL_SET, to);
    shmem_signal_wait_until(&signal_word, SHMEM_CMP_EQ, 9);
    EXPECT("shmem_long_put_signal to a static", "long", 52, 1000 + from, zeroed[52]);
    EXPECT("shmem_addr_accessible", "global", 0, 1, shmem_addr_accessible(&visible, to));
    EXPECT_TRUE("shmem_ptr", shmem_ptr(&visible, me) == &visible);
    /* A lock and a collective. */
    shmem_barrier_all();
    zeroed[0] = 0;
    shmem_barrier_all();
    shmem_set_lock(&lock_word);
    shmem_long_p(&zeroed[0], shmem_long_g(&zeroed[0], 0) + 1, 0);
    shmem_clear_lock(&lock_word);
    shmem_barrier_all();
    EXPECT("shmem_set_lock of a static", "long", 0, npes, shmem_long_g(&zeroed[0], 0));
    shmem_barrier_all();
    zeroed[1] = me + 1;
    EXPECT("shmem_long_sum_reduce", "result", 0, 0, shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &zeroed[2], &zeroed[1], 1));
    EXPECT("shmem_long_sum_reduce of statics", "long", 2, npes * (npes + 1) / 2, zeroed[2]);
    return finish();
}
