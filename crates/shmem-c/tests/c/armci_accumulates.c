/* Accumulates of all types, contiguous, strided and as vectors, from all processes at once; read-modify-write; mutexes. */
#include "armci_test.h"
#include <complex.h>
#include <signal.h>

#define COUNT 3000

static void **memory;

/* All add to all, so that each element gets what all have added. */
#define ACCUMULATES(NAME, TYPE, CODE, SCALE, TERM, SUM)                                                                           \
    static void NAME(void)                                                                                                        \
    {                                                                                                                             \
        TYPE *own = memory[me], *source = malloc(COUNT * sizeof *source), scale = SCALE;                                          \
        ARMCI_Barrier();                                                                                                          \
        for (int at = 0; at < COUNT; at++) {                                                                                      \
            own[at] = (TYPE)at;                                                                                                   \
            source[at] = TERM;                                                                                                    \
        }                                                                                                                         \
        ARMCI_Barrier();                                                                                                          \
        armci_hdl_t handle;                                                                                                       \
        ARMCI_INIT_HANDLE(&handle);                                                                                               \
        for (int distance = 0; distance < all; distance++) {                                                                      \
            int target = (me + distance) % all, width = (int)sizeof(TYPE);                                                        \
            TYPE *there = memory[target];                                                                                         \
            /* once by all ways together: 1000 contiguous, 1000 strided, 1000 in pieces */                                        \
            if (distance % 2)                                                                                                     \
                ARMCI_Acc(CODE, &scale, source, there, 1000 * width, target);                                                     \
            else {                                                                                                                \
                ARMCI_NbAcc(CODE, &scale, source, there, 1000 * width, target, &handle);                                          \
                ARMCI_Wait(&handle);                                                                                              \
            }                                                                                                                     \
            int stride[] = {50 * width}, count[] = {25 * width, 20};                                                              \
            for (int half = 0; half < 2; half++)                                                                                  \
                if (half)                                                                                                         \
                    ARMCI_AccS(CODE, &scale, source + 1025, stride, there + 1025, stride, count, 1, target);                      \
                else                                                                                                              \
                    ARMCI_NbAccS(CODE, &scale, source + 1000, stride, there + 1000, stride, count, 1, target, NULL);              \
            void *from[100], *to[100];                                                                                            \
            for (int piece = 0; piece < 100; piece++) {                                                                           \
                from[piece] = source + 2000 + 10 * piece;                                                                         \
                to[piece] = there + 2000 + 10 * piece;                                                                            \
            }                                                                                                                     \
            armci_giov_t lists[] = {{from, to, 10 * width, 60}, {from + 60, to + 60, 10 * width, 40}};                            \
            ARMCI_AccV(CODE, &scale, lists, 1, target);                                                                           \
            ARMCI_NbAccV(CODE, &scale, lists + 1, 1, target, &handle);                                                            \
            ARMCI_Wait(&handle);                                                                                                  \
        }                                                                                                                         \
        ARMCI_WaitAll();                                                                                                          \
        memset(source, 0, COUNT * sizeof *source);                                                                                \
        ARMCI_Barrier();                                                                                                          \
        for (int at = 0; at < COUNT; at++)                                                                                        \
            CHECK(own[at] == SUM);                                                                                                \
        ARMCI_Barrier();                                                                                                          \
        free(source);                                                                                                             \
    }

/* The sum of 1 to `all`, which the processes' terms add up to. */
#define TOGETHER (all * (all + 1) / 2)

ACCUMULATES(ints, int, ARMCI_ACC_INT, -3, me + 1, at - 3 * TOGETHER)
ACCUMULATES(longs, long, ARMCI_ACC_LNG, 1, (me + 1) * 10000000000L, at + TOGETHER * 10000000000L)
ACCUMULATES(floats, float, ARMCI_ACC_FLT, 0.5f, (float)(me + 1), (float)at + 0.5f * (float)TOGETHER)
ACCUMULATES(doubles, double, ARMCI_ACC_DBL, 1.0, me + 1.0, at + (double)TOGETHER)
ACCUMULATES(scaled_doubles, double, ARMCI_ACC_DBL, 0.25, me + 1.0, at + 0.25 * TOGETHER)
ACCUMULATES(complexes, float complex, ARMCI_ACC_CPL, 2.0f * I, (float)(me + 1) * (1.0f + I), (float)at + TOGETHER * (-2.0f + 2.0f * I))
ACCUMULATES(double_complexes, double complex, ARMCI_ACC_DCP, 1.0 - I, (me + 1.0) * (3.0 + I), at + TOGETHER * (4.0 - 2.0 * I))

/* Everybody adds to one element of process 0, while process 0 computes. */
static void one_element(void)
{
    enum { TIMES = 400 };
    double one = 1.0, term = 1.0, *own = memory[me];
    ARMCI_Barrier();
    own[0] = 0.0;
    ARMCI_Barrier();
    for (int time = 0; time < TIMES; time++)
        ARMCI_Acc(ARMCI_ACC_DBL, &one, &term, memory[0], sizeof term, 0);
    ARMCI_Barrier();
    if (me == 0)
        CHECK(own[0] == (double)TIMES * all);
    ARMCI_Barrier();
}

static void words(void)
{
    struct { int i; int pad; long l; } *first = memory[0], *own = memory[me];
    ARMCI_Barrier();
    own->i = 0, own->l = 0;
    ARMCI_Barrier();
    long sum = 0;
    for (int time = 0; time < 50; time++) {
        int was_int;
        long was_long;
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &was_int, &first->i, 2, 0);
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &was_long, &first->l, -1, 0);
        CHECK(was_int % 2 == 0 && was_int >= 0 && was_long <= 0);
        sum += was_long;
    }
    ARMCI_Barrier();
    CHECK(ARMCI_GetValueInt(&first->i, 0) == 100 * all && ARMCI_GetValueLong(&first->l, 0) == -50L * all);
    armci_msg_lgop(&sum, 1, "+");
    CHECK(sum == -(50L * all) * (50L * all - 1) / 2);
    /* A token goes from hand to hand. */
    ARMCI_Barrier();
    long token = me + 1;
    int small = me + 1;
    ARMCI_Rmw(ARMCI_SWAP_LONG, &token, &first->l, 0, 0);
    ARMCI_Rmw(ARMCI_SWAP, &small, &first->i, 0, 0);
    ARMCI_Barrier();
    token += ARMCI_GetValueLong(&first->l, 0) * (me == 0);
    armci_msg_lgop(&token, 1, "+");
    CHECK(token == -50L * all + TOGETHER);
    ARMCI_Barrier();
}

static void mutexes(void)
{
    ARMCI_Barrier();
    long *own = memory[me];
    own[0] = own[1] = 0;
    CHECK(ARMCI_Create_mutexes(me == all - 1 ? 2 : me % 2) == 0);
    for (int time = 0; time < 30; time++)
        for (int mutex = 0; mutex < 2; mutex++) {
            long *counter = (long *)memory[0] + mutex, value;
            ARMCI_Lock(mutex, all - 1);
            ARMCI_Get(counter, &value, sizeof value, 0);
            value++;
            ARMCI_Put(&value, counter, sizeof value, 0);
            ARMCI_Fence(0);
            ARMCI_Unlock(mutex, all - 1);
        }
    ARMCI_Barrier();
    if (me == 0)
        CHECK(own[0] == 30 * all && own[1] == 30 * all);
    CHECK(ARMCI_Destroy_mutexes() == 0);
    ARMCI_Group world;
    ARMCI_Group_get_world(&world);
    armcix_mutex_hdl_t set = ARMCIX_Create_mutexes_hdl(1, &world);
    if (me == 0)
        own[0] = 0;
    ARMCI_Barrier();
    for (int time = 0; time < 10; time++) {
        if (time % 2)
            ARMCIX_Lock_hdl(set, 0, right);
        else
            while (ARMCIX_Trylock_hdl(set, 0, right))
                ARMCIX_Progress();
        ARMCIX_Unlock_hdl(set, 0, right);
    }
    CHECK(ARMCIX_Destroy_mutexes_hdl(set) == 0);
}

int main(int argc, char **argv)
{
    begin();
    memory = malloc((size_t)all * sizeof *memory);
    CHECK(ARMCI_Malloc(memory, COUNT * 16) == 0);
    if (argc > 1) {
        double one = 1.0;
        if (!strcmp(argv[1], "type"))
            ARMCI_Acc(6, &one, &one, memory[0], 8, 0);
        else if (!strcmp(argv[1], "elements"))
            ARMCI_Acc(ARMCI_ACC_DBL, &one, &one, memory[0], 7, 0);
        else if (!strcmp(argv[1], "operation"))
            ARMCI_Rmw(4, &one, memory[0], 1, 0);
        else if (!strcmp(argv[1], "unlock")) {
            ARMCI_Create_mutexes(1);
            ARMCI_Unlock(0, 0);
        } else if (!strcmp(argv[1], "mutex")) {
            ARMCI_Create_mutexes(3);
            ARMCI_Lock(3, 0);
        } else if (!strcmp(argv[1], "killed")) {
            ARMCI_Create_mutexes(1);
            if (me == 1)
                ARMCI_Lock(0, 2);
            ARMCI_Barrier();
            if (me == 1)
                raise(SIGKILL);
            ARMCI_Lock(0, 2);
        } else if (!strcmp(argv[1], "none"))
            ARMCI_Lock(0, 0);
        else if (!strcmp(argv[1], "again")) {
            ARMCI_Create_mutexes(1);
            ARMCI_Lock(0, me);
            ARMCI_Lock(0, me);
        }
        return end();
    }
    ints();
    longs();
    floats();
    doubles();
    scaled_doubles();
    complexes();
    double_complexes();
    one_element();
    words();
    mutexes();
    ARMCI_Barrier();
    CHECK(ARMCI_Free(memory[me]) == 0);
    free(memory);
    return end();
}
