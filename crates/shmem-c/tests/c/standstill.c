/* A job of which no PE can go on, or that only seems to be one: standstill NAME. */
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Longer than it takes to find out that a job stands still. */
#define LONG 4

static long word, lock, sum, all[64];
static long *heap;
static int me, npes;

/* The first PE exits, well, while the others wait for it in more than one barrier. */
static void exits(void)
{
    if (me == 0)
        exit(0);
    shmem_barrier_all();
    shmem_barrier_all();
    shmem_barrier_all();
}

/* Finalizes while the others are in a collective. */
static void finalizes(void)
{
    if (me == 0)
        return;
    shmem_long_fcollect(SHMEM_TEAM_WORLD, all, &word, 1);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &word, 1);
    shmem_long_broadcast(SHMEM_TEAM_WORLD, all, &word, 1, 0);
}

/* A team's member finalizes. */
static void leaves_team(void)
{
    shmem_team_t team;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, NULL, 0, &team);
    if (me > 0)
        shmem_team_sync(team);
}

/* Nobody ever stores to the variable. */
static void waits(void)
{
    if (me == npes - 1)
        shmem_long_wait_until(&word, SHMEM_CMP_EQ, 5);
}

/* Nobody gives the lock back. */
static void locks(void)
{
    shmem_set_lock(&lock);
}

/* All wait, each for something else. */
static void crosses(void)
{
    if (me == 0)
        shmem_barrier_all();
    else
        shmem_long_wait_until(&word, SHMEM_CMP_NE, 0);
}

/* The first PE is early: the others go on without it, and use its memory. */
static void early(void)
{
    shmem_team_t others;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 1, npes - 1, NULL, 0, &others);
    if (me == 0)
        return;
    for (int round = 0; round < 2; round++) {
        if (me == 1)
            sleep(LONG / 2);
        shmem_team_sync(others);
        shmem_long_atomic_inc(&word, 0);
    }
    shmem_team_sync(others);
    if (shmem_long_g(&word, 0) != 2 * (npes - 1))
        exit(3);
}

/* The first PE returns from main; the others finalize. */
static void forgets(void)
{
    shmem_long_atomic_inc(&word, 0);
    if (me == 0)
        exit(0);
}

/* A child stores what its parent waits for. */
static void has_child(void)
{
    if (me == 0 && fork() == 0) {
        sleep(LONG);
        *heap = 1;
        _exit(0);
    }
    if (me == 0)
        shmem_long_wait_until(heap, SHMEM_CMP_EQ, 1);
}

/* A child does what its parent will do; it is no PE. */
static void child_finalizes(void)
{
    if (me == 0) {
        const pid_t child = fork();
        if (child == 0) {
            shmem_finalize();
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    for (int round = 0; round < 3; round++)
        shmem_barrier_all();
}

static void handle(int number)
{
    word = number;
}

/* A signal's handler does. */
static void has_handler(void)
{
    if (me == 0) {
        signal(SIGALRM, handle);
        alarm(LONG);
        shmem_long_wait_until(&word, SHMEM_CMP_NE, 0);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} CASES[] = {
    {"exits", exits},         {"finalizes", finalizes}, {"leaves_team", leaves_team}, {"waits", waits},
    {"locks", locks},         {"crosses", crosses},     {"early", early},             {"forgets", forgets},
    {"has_child", has_child}, {"child_finalizes", child_finalizes}, {"has_handler", has_handler},
};

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    heap = shmem_calloc(1, sizeof *heap);
    shmem_barrier_all();
    for (size_t i = 0; argc > 1 && i < sizeof CASES / sizeof CASES[0]; i++)
        if (strcmp(argv[1], CASES[i].name) == 0)
            CASES[i].run();
    shmem_finalize();
    return 0;
}
