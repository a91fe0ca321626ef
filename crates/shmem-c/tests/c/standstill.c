/* A job of which no PE can go on: standstill NAME. Or one that only seems to be such: standstill NAME FILE. When PEs wait the process
   number of the first is in FILE.pid; what helps them comes when FILE is there. */
#define _GNU_SOURCE
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long word, lock, sum, all[64];
static long *heap;
static int me, npes;
static const char *help;

static void await_help(void)
{
    while (access(help, F_OK) != 0)
        usleep(10000);
}

static void write_pid(void)
{
    char made[4096], name[4096];
    snprintf(made, sizeof made, "%s.made", help);
    snprintf(name, sizeof name, "%s.pid", help);
    FILE *file = fopen(made, "w");
    if (file == NULL || fprintf(file, "%d", getpid()) < 0 || fclose(file) != 0 || rename(made, name) != 0)
        exit(4);
}

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
            await_help();
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
        await_help();
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

/* A signal's handler does: catches_NUMBER. */
static void catches(int number)
{
    const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    if (me > 0)
        return;
    sigaction(number, &action, NULL);
    write_pid();
    shmem_long_wait_until(&word, SHMEM_CMP_EQ, number);
}

/* The handler looks like one of Rust's standard library, in a program that is not in Rust. */
static void handle_fault(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    word = number;
}

static void catches_faults(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (me > 0)
        return;
    action.sa_sigaction = handle_fault;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    write_pid();
    shmem_long_wait_until(&word, SHMEM_CMP_EQ, SIGBUS);
}

/* A process that a child left behind stores what its parent's parent waits for. */
static void has_grandchild(void)
{
    if (me == 0) {
        const pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) {
                setsid();
                await_help();
                *heap = 1;
            }
            _exit(0);
        }
        waitpid(child, NULL, 0);
        shmem_long_wait_until(heap, SHMEM_CMP_EQ, 1);
    }
}

/* A process that a child left behind does nothing of the kind, and ends. */
static void left_alone(void)
{
    if (me == 0) {
        const pid_t child = fork();
        if (child == 0) {
            if (fork() == 0)
                sleep(2);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        shmem_long_wait_until(heap, SHMEM_CMP_EQ, 1);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} CASES[] = {
    {"exits", exits},         {"finalizes", finalizes}, {"leaves_team", leaves_team}, {"waits", waits},
    {"locks", locks},         {"crosses", crosses},     {"early", early},             {"forgets", forgets},
    {"has_child", has_child}, {"child_finalizes", child_finalizes}, {"catches_faults", catches_faults},
    {"has_grandchild", has_grandchild}, {"left_alone", left_alone},
};

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    heap = shmem_calloc(1, sizeof *heap);
    shmem_barrier_all();
    if (argc > 2) {
        help = argv[2];
        if (me == 0 && strncmp(argv[1], "catches_", 8) != 0)
            write_pid();
    }
    for (size_t i = 0; argc > 1 && i < sizeof CASES / sizeof CASES[0]; i++)
        if (strcmp(argv[1], CASES[i].name) == 0)
            CASES[i].run();
    if (argc > 2 && strncmp(argv[1], "catches_", 8) == 0 && atoi(argv[1] + 8) > 0)
        catches(atoi(argv[1] + 8));
    shmem_finalize();
    return 0;
}
