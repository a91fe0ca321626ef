/* What a forked child of the last PE does, or tries to: forked NAME. PE 0 is perhaps on another node. */
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

static long there, mine, touched;
static shmem_ctx_t own;

static void put(void)
{
    shmem_long_p(&touched, 1, 0);
}

static void put_nbi(void)
{
    static char large[1 << 20];
    shmem_putmem_nbi(&touched, large, 8, 0);
}

static void get(void)
{
    (void)shmem_long_g(&touched, 0);
}

static void add(void)
{
    shmem_long_atomic_add(&touched, 1, 0);
}

static void put_by_context(void)
{
    shmem_ctx_long_p(own, &touched, 1, 0);
}

static void barrier(void)
{
    shmem_barrier_all();
}

static void call_malloc(void)
{
    (void)shmem_malloc(64);
}

/* All that is on its own node, and is its parent's as well. */
static void use_the_node(void)
{
    long *heap = shmem_ptr(&mine, me);
    if (heap == NULL) {
        exit(3);
    }
    shmem_quiet();
    shmem_fence();
    shmem_ctx_quiet(own);
}

static const struct {
    const char *name;
    void (*action)(void);
} actions[] = {
    {"put", put},         {"put_nbi", put_nbi},  {"get", get},           {"add", add}, {"put_by_context", put_by_context},
    {"barrier", barrier}, {"allocate", call_malloc}, {"use_the_node", use_the_node},
};

int main(int argc, char **argv)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    me = shmem_my_pe();
    npes = shmem_n_pes();
    if (argc != 2 || shmem_ctx_create(SHMEM_CTX_PRIVATE, &own)) {
        return 2;
    }
    /* Connections, which the child has copies of. */
    shmem_ctx_long_p(own, &there, 5, 0);
    shmem_ctx_quiet(own);
    shmem_long_p(&mine, 6, (me + 1) % npes);
    shmem_barrier_all();
    for (int round = 0; round < 10; round++) {
        pid_t child = me == npes - 1 ? fork() : -1;
        if (child == 0) {
            for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
                if (strcmp(actions[i].name, argv[1]) == 0) {
                    actions[i].action();
                    exit(0);
                }
            }
            exit(4);
        }
        int status = 0;
        if (child > 0 && (waitpid(child, &status, 0) != child || status != 0)) {
            /* A child that is refused something ends with 1. What becomes of the job is its parent's to say. */
            return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
        }
        /* The parent's connections are as they were. */
        for (int i = 0; i < 100; i++) {
            shmem_ctx_long_atomic_add(own, &there, 1, 0);
            shmem_long_put(&mine, &there, 1, (me + 1) % npes);
        }
        shmem_ctx_quiet(own);
        shmem_barrier_all();
    }
    int good = me != 0 || there == 5 + 1000 * npes;
    shmem_finalize();
    return good ? 0 : 6;
}
