/* What the programs of ARMCI's tests share: processes, checks that end the job, numbers. */
#include <armci.h>
#include <armcix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, all, left, right;

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "process %d, line %d: %s\n", me, __LINE__, #condition);                                               \
            ARMCI_Error("a check failed", 3);                                                                                     \
        }                                                                                                                         \
    } while (0)

static inline void begin(void)
{
    CHECK(ARMCI_Init() == 0 && ARMCI_Initialized());
    me = armci_msg_me();
    all = armci_msg_nproc();
    left = (me + all - 1) % all;
    right = (me + 1) % all;
}

static inline int end(void)
{
    ARMCI_Barrier();
    CHECK(ARMCI_Finalize() == 0 && !ARMCI_Initialized());
    puts("good");
    return 0;
}

/* A generator of numbers (xorshift64*), the same everywhere. */
static uint64_t seed;
static inline unsigned random_below(unsigned limit)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (unsigned)((seed * 2685821657736338717ULL) >> 33) % limit;
}
