/* What a forked child has of its parent, and its parent of it: forks NAME. */
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child's end, which is to be good. */
static void expect_good(pid_t child)
{
    int status = -1;
    EXPECT_TRUE("waitpid", waitpid(child, &status, 0) == child);
    EXPECT_TRUE("the child", WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Which descriptors are open, but for the one that tells. */
#define NUMBERS 256
static void list(char is_open[NUMBERS])
{
    memset(is_open, 0, NUMBERS);
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; (entry = readdir(folder));) {
        int number = atoi(entry->d_name);
        if (entry->d_name[0] != '.' && number != dirfd(folder) && number < NUMBERS) {
            is_open[number] = 1;
        }
    }
    closedir(folder);
}

static char before[NUMBERS];

/* The library's descriptors are the parent's alone; numbers that the child opens are its own, also when it exits. */
static void descriptors(void)
{
    static long there[4];
    shmem_ctx_t contexts[4];
    for (int i = 0; i < 4; i++) {
        EXPECT_TRUE("shmem_ctx_create", shmem_ctx_create(SHMEM_CTX_PRIVATE, &contexts[i]) == 0);
        for (int round = 0; round < 1000; round++) {
            shmem_ctx_long_atomic_fetch_inc(contexts[i], &there[i], (me + 1) % npes);
        }
    }
    shmem_barrier_all();
    pid_t child = fork();
    if (child == 0) {
        char now[NUMBERS];
        list(now);
        for (int number = 0; number < NUMBERS; number++) {
            char path[64], name[256] = "";
            snprintf(path, sizeof path, "/proc/self/fd/%d", number);
            if (!now[number] || readlink(path, name, sizeof name - 1) < 0) {
                continue;
            }
            /* The launcher's were there before: the way to it, and the node's memory. */
            if (!before[number] || strncmp(name, "socket:", 7) == 0 || strncmp(name, "/memfd:", 7) == 0) {
                fprintf(stderr, "PE %d: a child has descriptor %d, %s\n", me, number, name);
                _exit(1);
            }
        }
        int ends[2];
        if (pipe(ends)) {
            _exit(2);
        }
        exit(0);
    }
    expect_good(child);
    for (int i = 0; i < 4; i++) {
        shmem_ctx_long_atomic_inc(contexts[i], &there[i], (me + 1) % npes);
        shmem_ctx_destroy(contexts[i]);
    }
    shmem_barrier_all();
    for (int i = 0; i < 4; i++) {
        EXPECT("shmem_long_atomic_inc", "long", (size_t)i, 1001, there[i]);
    }
}

/* A child that lives on hears nothing that is for its parent, also when the parent gives up a socket and takes another. */
static void lives_on(void)
{
    enum { CONTEXTS = 9, HOT = 4, ROUNDS = 400 };
    static long there = 5;
    shmem_ctx_t contexts[CONTEXTS];
    for (int i = 0; i < CONTEXTS; i++) {
        EXPECT_TRUE("shmem_ctx_create", shmem_ctx_create(SHMEM_CTX_PRIVATE, &contexts[i]) == 0);
    }
    int other = (me + 1) % npes;
    int stays[2];
    EXPECT_TRUE("pipe", pipe(stays) == 0);
    pid_t child = -1;
    /* The second time the first ones' sockets have gone to others. */
    for (int i = 0; i < 2 * CONTEXTS; i++) {
        if (i == HOT && me == npes - 1) {
            child = fork();
            if (child == 0) {
                char byte;
                close(stays[1]);
                _exit(read(stays[0], &byte, 1) != 0);
            }
        }
        shmem_barrier_all();
        if (me == 0) {
            for (int round = 0; round < ROUNDS; round++) {
                EXPECT("shmem_ctx_long_g", "long", (size_t)round, 5, shmem_ctx_long_g(contexts[i % CONTEXTS], &there, other));
            }
            /* Longer than a socket must be idle to be given up. */
            usleep(20000);
        }
    }
    shmem_barrier_all();
    close(stays[1]);
    if (child > 0) {
        expect_good(child);
    }
    for (int i = 0; i < CONTEXTS; i++) {
        shmem_ctx_destroy(contexts[i]);
    }
}

/* What a child does at its end changes nothing of its parent's: its connections, its receive queues, what its node may have. */
static void exits(void)
{
    static long there;
    static char large[1 << 20];
    for (int round = 0; round < 3; round++) {
        pid_t child = fork();
        if (child == 0) {
            exit(0);
        }
        expect_good(child);
        shmem_long_p(&there, round, (me + 1) % npes);
        shmem_putmem(large, large, sizeof large, (me + 1) % npes);
        shmem_barrier_all();
        EXPECT("shmem_long_p", "long", 0, round, there);
        shmem_barrier_all();
    }
}

/* What the program's handlers do, which were registered before the library was initialised. */
static int prepared, in_parents, in_children;
static pthread_mutex_t locked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int unlocked_badly;

static void before_fork(void)
{
    prepared++;
    pthread_mutex_lock(&locked);
}

static void in_parent(void)
{
    in_parents++;
    unlocked_badly |= pthread_mutex_unlock(&locked) != 0;
}

static void in_child(void)
{
    in_children++;
    /* The thread that locked it has another number here. */
    memset(&locked, 0, sizeof locked);
}

__attribute__((constructor)) static void register_handlers(void)
{
    pthread_atfork(before_fork, in_parent, in_child);
}

static void handlers(void)
{
    for (int round = 1; round <= 20; round++) {
        pid_t child = fork();
        if (child == 0) {
            _exit(!(prepared == round && in_children == 1 && in_parents == round - 1));
        }
        expect_good(child);
        EXPECT("prepare", "int", 0, round, prepared);
        EXPECT("in_parent", "int", 0, round, in_parents);
        EXPECT("in_child", "int", 0, 0, in_children);
        EXPECT("pthread_mutex_unlock", "int", 0, 0, unlocked_badly);
    }
}

/* Many variables, most of them touched. */
#define WORDS (8 << 20)
static long many[WORDS + WORDS];

static void fill(long value)
{
    for (long i = 0; i < WORDS; i += 64) {
        many[i] = value + i;
    }
}

static int is_filled(long value)
{
    for (long i = 0; i < WORDS; i += 64) {
        if (many[i] != value + i) {
            return 0;
        }
    }
    return many[WORDS + 512] == 0;
}

/* Kilobytes of the own memory that no other process has. */
static long own_kilobytes(void)
{
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long sum = 0, part;
    while (rollup && fgets(line, sizeof line, rollup)) {
        if (sscanf(line, "Private_Dirty: %ld", &part) == 1) {
            sum += part;
        }
    }
    if (rollup) {
        fclose(rollup);
    }
    return sum;
}

/* A child that runs another program takes no copies. FARREACH_FORK_COPY is longer than any test. */
static void runs_a_program(void)
{
    fill(7);
    for (int round = 0; round < 3; round++) {
        pid_t child = fork();
        if (child == 0) {
            long own = own_kilobytes();
            if (!is_filled(7) || own <= 0 || own > 16 << 10) {
                fprintf(stderr, "PE %d: a child has %ld KiB of its own\n", me, own);
                _exit(1);
            }
            many[3] = 4;
            for (int number = 3; number < NUMBERS; number++) {
                close(number);
            }
            execlp("true", "true", (char *)NULL);
            _exit(1);
        }
        many[0] = 7;
        expect_good(child);
        EXPECT("many", "long", 3, 0, many[3]);
    }
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    expect_good(child);
}

/* A child that lives on has what was there at the fork, whatever its parent stores afterwards; its own children have what it has. */
static void has_copies(void)
{
    for (long value = 1; value < 4; value++) {
        fill(value);
        many[WORDS + 512] = 0;
        int stored[2];
        EXPECT_TRUE("pipe", pipe(stored) == 0);
        pid_t child = fork();
        if (child == 0) {
            char byte;
            /* A daemon closes what it has not opened, but for the pipe. */
            for (int number = 3; number < NUMBERS; number++) {
                if (number != stored[0]) {
                    close(number);
                }
            }
            if (read(stored[0], &byte, 1) != 1 || !is_filled(value)) {
                _exit(1);
            }
            fill(-1);
            many[WORDS + 2048] = 9;
            pid_t grandchild = fork();
            if (grandchild == 0) {
                int good = is_filled(-1) && many[WORDS + 2048] == 9;
                fill(-2);
                _exit(!good);
            }
            int status = -1;
            int good = waitpid(grandchild, &status, 0) == grandchild && status == 0;
            _exit(!(good && is_filled(-1) && many[WORDS + 2048] == 9));
        }
        fill(100);
        many[WORDS + 512] = 8;
        EXPECT_TRUE("write", write(stored[1], "x", 1) == 1);
        expect_good(child);
        close(stored[0]);
        close(stored[1]);
        EXPECT("many", "long", 2048, 0, many[WORDS + 2048]);
        EXPECT("many", "long", 64, 164, many[64]);
        EXPECT("many", "long", 512, 8, many[WORDS + 512]);
    }
}

/* A child that is forked before the initialisation may be the one that joins. */
static void joins_in_a_child(void)
{
    pid_t child = fork();
    if (child) {
        int status = -1;
        waitpid(child, &status, 0);
        exit(status != 0);
    }
}

static const struct {
    const char *name;
    void (*action)(void);
} actions[] = {
    {"descriptors", descriptors}, {"lives_on", lives_on},       {"exits", exits}, {"handlers", handlers},
    {"runs_a_program", runs_a_program}, {"has_copies", has_copies}, {"joins_in_a_child", shmem_barrier_all},
};

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    list(before);
    if (strcmp(name, "joins_in_a_child") == 0) {
        joins_in_a_child();
    }
    /* With threads each private context has sockets of its own. */
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    me = shmem_my_pe();
    npes = shmem_n_pes();
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, name) == 0) {
            actions[i].action();
            shmem_barrier_all();
            if (me == npes - 1) {
                puts("ok");
            }
            shmem_finalize();
            return 0;
        }
    }
    return 2;
}
