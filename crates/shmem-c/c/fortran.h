/*
 * What the Fortran interface needs beside calls of shmem.h.
 */
#include <sched.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

/* Fortran 1.4 has words of 32 bits in the symmetric heap, and errors of these numbers. */
#define HEAP_WORD 4
#define NO_LENGTH (-1)
#define NO_MEMORY (-2)
/* The process whose word is the lock. */
#define LOCK_HOME 0

/* What is negative becomes more than there can be, which is an error with the function's name. */
static inline size_t elements(int count)
{
    return (size_t)count;
}

static inline size_t bytes(int count, size_t each)
{
    return count < 0 ? SIZE_MAX : (size_t)count * each;
}

/* The aligned words of an array of Fortran's integers, which has room for one more than they need. */
static inline long *words(void *sync)
{
    const uintptr_t last = sizeof(long) - 1;
    return (long *)(((uintptr_t)sync + last) & ~last);
}

static void name_of_library(char *name, size_t len)
{
    char all[SHMEM_MAX_NAME_LEN + 1] = "";
    shmem_info_get_name(all);
    for (size_t i = 0, end = strlen(all); i < len; i++)
        name[i] = i < end ? all[i] : ' ';
}

/* Says how it went: to the program, or by ending the job if the program wants that. */
static void report(const char *function, int error, int *code, int aborts)
{
    *code = error;
    if (error < 0 && aborts) {
        fprintf(stderr, "farreach: PE %d: %s: %s; ending the job\n", shmem_my_pe(), function,
                error == NO_LENGTH ? "the length must be at least one word"
                                   : "the symmetric heap has no room for it: make it larger by SHMEM_SYMMETRIC_SIZE");
        shmem_global_exit(1);
    }
}

static void allocate(void **addr, int length, int *code, int aborts)
{
    int error = NO_LENGTH;
    if (length > 0) {
        *addr = shmem_malloc((size_t)length * HEAP_WORD);
        error = *addr ? 0 : NO_MEMORY;
    }
    report("shpalloc", error, code, aborts);
}

static void resize(void **addr, int length, int *code, int aborts)
{
    int error = NO_LENGTH;
    if (length > 0) {
        void *moved = shmem_realloc(*addr, (size_t)length * HEAP_WORD);
        error = moved ? moved != *addr : NO_MEMORY;
        if (moved)
            *addr = moved;
    }
    report("shpclmove", error, code, aborts);
}

static void release(void **addr, int *code, int aborts)
{
    shmem_free(*addr);
    report("shpdeallc", 0, code, aborts);
}

/* Reductions of Fortran's real(16), which C does not have everywhere; they are in Rust, with their arithmetic in native.c. */
#define REAL16_REDUCTION(operator)                                             \
    void farreach_real16_##operator##_to_all(void *dest, const void *source, int nreduce, int start, int log_stride, int size, \
                                             void *work, long *sync);
REAL16_REDUCTION(max)
REAL16_REDUCTION(min)
REAL16_REDUCTION(sum)
REAL16_REDUCTION(prod)

/*
 * A lock is one of Fortran's integers, of 32 bits, which has no room for the queue of C's locks: the place of a PE in it is a second word
 * beside the queue's end. So it is one with tickets, on one PE: the upper half is the next ticket, the lower half that whose turn it is.
 * Who comes takes a ticket, and looks until it is its turn: first come, first served. (Mellor-Crummey and Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", 1991.)
 */
#define TICKET 0x10000u
#define TURN 0xffffu

static unsigned fetch_lock(const int *lock)
{
    return shmem_uint_atomic_fetch((const unsigned *)lock, LOCK_HOME);
}

static void take_lock(int *lock)
{
    unsigned word = shmem_uint_atomic_fetch_add((unsigned *)lock, TICKET, LOCK_HOME);
    const unsigned ticket = word / TICKET;
    while ((word & TURN) != ticket) {
        sched_yield();
        word = fetch_lock(lock);
    }
}

static int try_lock(int *lock)
{
    const unsigned word = fetch_lock(lock);
    return (word & TURN) != word / TICKET
        || shmem_uint_atomic_compare_swap((unsigned *)lock, word, word + TICKET, LOCK_HOME) != word;
}

static void unlock(int *lock)
{
    shmem_quiet();
    /* After the last number comes the first, and nothing is carried into the upper half. */
    const int is_last = (fetch_lock(lock) & TURN) == TURN;
    shmem_uint_atomic_fetch_add((unsigned *)lock, is_last ? 1 - TICKET : 1, LOCK_HOME);
}
