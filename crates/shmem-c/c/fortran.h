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

/* A lock is one of Fortran's integers: who holds it has put its number there, counted from one. */
static int try_lock(int *lock)
{
    return shmem_int_atomic_compare_swap(lock, 0, shmem_my_pe() + 1, LOCK_HOME) != 0;
}

static void unlock(int *lock)
{
    shmem_quiet();
    shmem_int_atomic_swap(lock, 0, LOCK_HOME);
}
