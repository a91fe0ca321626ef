/* What the kernels of the NAS Parallel Benchmarks share: the processes, the generator of random numbers, and the timed section. */
#ifndef FARREACH_NAS_H
#define FARREACH_NAS_H

#include "measure.h"
#include <math.h>
#include <mpi.h>

#define TAG 7
/* 2^46. */
#define MODULUS (UINT64_C(1) << 46)
#define MULTIPLIER UINT64_C(1220703125)
#define SEED UINT64_C(314159265)

static int rank, size;

/* The share `index` of `parts` of `total` things begins here. */
static size_t share(size_t total, int parts, int index)
{
    return total * (size_t)index / (size_t)parts;
}

/* The benchmarks' generator: x' = 5^13 x mod 2^46. */
static double next_random(uint64_t *state)
{
    *state = *state * MULTIPLIER % MODULUS;
    return (double)(int64_t)*state / (double)MODULUS;
}

/* The state after `count` more numbers. */
static uint64_t skip(uint64_t state, uint64_t count)
{
    uint64_t square = MULTIPLIER;
    for (; count > 0; count >>= 1) {
        if (count & 1)
            state = state * square % MODULUS;
        square = square * square % MODULUS;
    }
    return state;
}

/* The seconds since `begun` on the slowest process. */
static double slowest(double begun)
{
    double own = now() - begun, all;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static double begin_together(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return now();
}

#endif
