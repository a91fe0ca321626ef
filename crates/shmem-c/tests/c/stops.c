/* A PE that is stopped for a while, or cut off: stops WHEN FILE. Before the last PE stops itself, its process number is in FILE. */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BIG (1 << 20)

static long word, count;
static char source[BIG], *target;
static const char *file_of_pid;

static void write_pid(void)
{
    char made[4096];
    snprintf(made, sizeof made, "%s.made", file_of_pid);
    FILE *file = fopen(made, "w");
    if (file == NULL || fprintf(file, "%d", getpid()) < 0 || fclose(file) != 0 || rename(made, file_of_pid) != 0)
        exit(4);
}

static void stop(int signal)
{
    (void)signal;
    write_pid();
    raise(SIGSTOP);
}

/* Nothing that is sent to this process arrives from here on. */
static void cut_off(void)
{
    struct sock_filter none = BPF_STMT(BPF_RET | BPF_K, 0);
    const struct sock_fprog program = {.len = 1, .filter = &none};
    for (int fd = 3; fd < 1024; fd++) {
        int type;
        socklen_t size = sizeof type;
        if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_DGRAM &&
            setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0)
            exit(5);
    }
}

/* What others may want of a PE that is stopped. */
static void use(int pe)
{
    if (shmem_long_g(&word, pe) != 7)
        exit(3);
    memset(source, 5, BIG);
    shmem_putmem(target, source, BIG, pe);
    shmem_quiet();
    shmem_long_atomic_inc(&count, pe);
}

/* A debugger stops here. */
__attribute__((noinline)) void breakpoint_here(void)
{
    __asm__ volatile("");
}

int main(int argc, char **argv)
{
    const char *when = argc > 2 ? argv[1] : "";
    const char *rank = getenv("FARREACH_RANK"), *size = getenv("FARREACH_SIZE");
    const int is_last = rank != NULL && size != NULL && atoi(rank) == atoi(size) - 1;
    file_of_pid = argc > 2 ? argv[2] : "";
    if (strcmp(when, "before") == 0 && is_last)
        stop(0);
    shmem_init();
    const int last = shmem_n_pes() - 1, me = shmem_my_pe();
    target = shmem_malloc(BIG);
    word = 7;
    shmem_barrier_all();
    if (strcmp(when, "connected") == 0 || strcmp(when, "cut") == 0) {
        if (me != last)
            use(last);
        shmem_barrier_all();
    }
    if (me == last) {
        if (strcmp(when, "connected") == 0 || strcmp(when, "idle") == 0)
            stop(0);
        if (strcmp(when, "cut") == 0) {
            cut_off();
            write_pid();
            /* It wants nothing of others, or it would give them up. */
            for (;;)
                pause();
        }
        if (strcmp(when, "debugger") == 0)
            breakpoint_here();
        if (strcmp(when, "finalizing") == 0) {
            signal(SIGALRM, stop);
            alarm(1);
        }
    } else {
        /* Before the other PE is cut off, all would go well, and this one would wait for it for ever. */
        const int waits = strcmp(when, "finalizing") == 0 || strcmp(when, "cut") == 0;
        while (waits && access(file_of_pid, F_OK) != 0)
            usleep(10000);
        use(last);
    }
    if (strcmp(when, "finalizing") != 0) {
        shmem_barrier_all();
        if (me == last && (count % last != 0 || count == 0 || target[BIG - 1] != 5))
            exit(6);
    }
    shmem_finalize();
    return 0;
}
