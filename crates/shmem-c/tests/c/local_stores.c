/* A thread waits for a variable that another thread of the PE stores to: by an assignment, by a put to its own PE, and by an
 * atomic. The store comes when the waiting thread sleeps, so nobody but the waiting thread itself can notice an assignment. */
#define _GNU_SOURCE
#include <pthread.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TURNS = 240 };

static volatile long word;
static atomic_int waiter;
static atomic_long seen;

static void *waits(void *argument)
{
    (void)argument;
    atomic_store(&waiter, (int)syscall(SYS_gettid));
    for (long turn = 1; turn <= TURNS; turn++) {
        shmem_long_wait_until((long *)&word, SHMEM_CMP_EQ, turn);
        atomic_store(&seen, turn);
    }
    return NULL;
}

/* Whether the waiting thread sleeps, by the letter behind its name in parentheses. */
static int sleeps(void)
{
    char name[64], text[256];
    snprintf(name, sizeof name, "/proc/self/task/%d/stat", atomic_load(&waiter));
    FILE *file = fopen(name, "r");
    const size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    for (size_t at = len; at > 1; at--)
        if (text[at - 1] == ')')
            return at + 1 < len && text[at + 1] == 'S';
    return 0;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    shmem_barrier_all();
    pthread_create(&thread, NULL, waits, NULL);
    while (!atomic_load(&waiter))
        usleep(200);
    for (long turn = 1; turn <= TURNS; turn++) {
        while (!sleeps())
            usleep(200);
        if (turn % 6 == 0)
            shmem_long_p((long *)&word, turn, shmem_my_pe());
        else if (turn % 6 == 3)
            shmem_long_atomic_set((long *)&word, turn, shmem_my_pe());
        else
            word = turn;
        while (atomic_load(&seen) < turn)
            usleep(200);
    }
    pthread_join(thread, NULL);
    shmem_barrier_all();
    if (shmem_my_pe() == 0)
        puts("ok");
    shmem_finalize();
}
