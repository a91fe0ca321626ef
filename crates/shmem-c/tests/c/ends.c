/* How threads and processes end while the library is in use: ends NAME. */
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LARGEST = 64 << 10 };

static unsigned char target[LARGEST + 16], source[LARGEST + 16];
static long word, never;

/* Puts of all ways that lengths take, and looks what arrived. */
static void put_and_check(const char *when)
{
    static const size_t lengths[] = {1, 8, 16, 17, 100, 1024, 1025, 4096, LARGEST - 1, LARGEST};
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        const size_t length = lengths[n];
        for (size_t i = 0; i < length; i++)
            source[i] = (unsigned char)mix(seed_of((int)n, me, to, i));
        if (n % 2)
            shmem_putmem(target, source, length, to);
        else
            shmem_putmem_nbi(target, source, length, to);
        shmem_barrier_all();
        for (size_t i = 0; i < length; i++)
            EXPECT(when, "bytes", i, (unsigned char)mix(seed_of((int)n, from, me, i)), target[i]);
        shmem_barrier_all();
    }
    shmem_char_iput((char *)target, (const char *)source, 2, 2, LARGEST / 4, to);
    shmem_barrier_all();
}

/* The last of all: PE 0 says that the program came to its end. */
static void end(void)
{
    shmem_barrier_all();
    if (me == 0)
        puts("ok");
    shmem_finalize();
}

static void put_at_exit(void)
{
    put_and_check("put at exit");
    end();
}

static void at_exit(void)
{
    put_and_check("put before exit");
    atexit(put_at_exit);
    exit(0);
}

static pthread_key_t key;

static void put_by_destructor(void *unused)
{
    (void)unused;
    put_and_check("put by the destructor of a thread's variable");
}

static void *put_in_thread(void *is_first)
{
    if (is_first)
        put_and_check("put in a thread");
    pthread_setspecific(key, &key);
    return NULL;
}

/* Of a thread that has put before and of one that has not. */
static void thread_key(void)
{
    pthread_key_create(&key, put_by_destructor);
    for (int is_first = 0; is_first < 2; is_first++) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_in_thread, is_first ? &key : NULL);
        pthread_join(thread, NULL);
    }
    end();
    exit(0);
}

static pthread_t thread;

static void start(void *(*body)(void *))
{
    EXPECT("pthread_create", "result", 0, 0, pthread_create(&thread, NULL, body, NULL));
}

/* Called at exit after the library has left the job. */
static void (*late)(void);

static void at_late_exit(void)
{
    if (late != NULL)
        late();
}

static void join_late(void)
{
    pthread_join(thread, NULL);
}

/* Longer than a wait sleeps. */
static void sleep_late(void)
{
    sleep(2);
}

/* How far another thread is. */
static volatile int is_there;

static void wait_for_thread(void)
{
    while (!is_there)
        sched_yield();
}

static void *wait_in_thread(void *unused)
{
    is_there = 1;
    shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
    return unused;
}

static void *poll_in_thread(void *unused)
{
    for (;;) {
        shmem_long_test(&never, SHMEM_CMP_EQ, 1);
        is_there = 1;
    }
    return unused;
}

static void *put_for_ever(void *unused)
{
    for (;;) {
        shmem_putmem(target, source, 1000, (me + 1) % npes);
        shmem_long_atomic_fetch_inc(&word, (me + 1) % npes);
        is_there = 1;
    }
    return unused;
}

/* main returns while another thread is in the library. */
static void thread_waits(void)
{
    late = sleep_late;
    start(wait_in_thread);
    wait_for_thread();
}

static void thread_polls(void)
{
    late = join_late;
    start(poll_in_thread);
    wait_for_thread();
}

static void thread_puts(void)
{
    late = join_late;
    start(put_for_ever);
    wait_for_thread();
}

/* The same after the end. */
static void finalized_thread_polls(void)
{
    start(poll_in_thread);
    wait_for_thread();
    shmem_finalize();
}

/* Whether the library was finalised, and which thread calls it nevertheless. */
static volatile int is_over;
static volatile long caller;

static void *call_when_over(void *unused)
{
    while (!is_over)
        sched_yield();
    caller = syscall(SYS_gettid);
    shmem_long_test(&never, SHMEM_CMP_EQ, 1);
    return unused;
}

/* Whether a thread of this process sleeps. */
static int sleeps(long number)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", number);
    const int file = open(path, O_RDONLY);
    if (file < 0)
        return 0;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    /* NUMBER (NAME) STATE */
    const char *const name_end = length > 0 ? strrchr(text, ')') : NULL;
    return name_end != NULL && name_end[2] == 'S';
}

/* The same of a call that begins between the end and the exit. */
static void finalized_thread_calls(void)
{
    start(call_when_over);
    shmem_finalize();
    is_over = 1;
    while (caller == 0 || !sleeps(caller))
        sched_yield();
}

/* A thread is waited for that is cancelled. */
static void cancel_late(void)
{
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

static void thread_cancelled_late(void)
{
    late = cancel_late;
    start(put_for_ever);
    wait_for_thread();
}

/* Another thread ends the job while this one waits for the others in its exit. */
static void *global_exit_in_thread(void *unused)
{
    (void)unused;
    sleep_late();
    shmem_global_exit(5);
}

static void global_exit_while_leaving(void)
{
    if (me == 0)
        start(global_exit_in_thread);
    else
        shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
}

static volatile long entering;
static volatile int has_left;

static void *barrier_in_thread(void *unused)
{
    entering = syscall(SYS_gettid);
    shmem_barrier_all();
    has_left = 1;
    return unused;
}

/* The thread is in the barrier or through it: before, its PE would leave the barrier to the others. */
static void thread_in_barrier(void)
{
    start(barrier_in_thread);
    while (!has_left && (entering == 0 || !sleeps(entering)))
        sched_yield();
}

/* Another thread exits while main waits. */
static void *exit_in_thread(void *unused)
{
    (void)unused;
    exit(0);
}

static void thread_exits(void)
{
    start(exit_in_thread);
    shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
}

/* main is left by pthread_exit; another thread goes on. */
static void *finalize_in_thread(void *unused)
{
    put_and_check("put after main");
    shmem_finalize();
    return unused;
}

static void main_left(void)
{
    start(finalize_in_thread);
    pthread_exit(NULL);
}

static void main_left_finalized(void)
{
    shmem_finalize();
    pthread_exit(NULL);
}

static void *put_only(void *unused)
{
    put_and_check("put after main");
    return unused;
}

static void main_left_without_finalize(void)
{
    start(put_only);
    pthread_exit(NULL);
}

/* A thread that never calls the library is the last one; the library was started once more before. */
static void *compute(void *unused)
{
    usleep(300000);
    return unused;
}

static void main_left_restarted(void)
{
    shmem_finalize();
    shmem_init();
    put_and_check("put after a restart");
    start(compute);
    shmem_finalize();
    pthread_exit(NULL);
}

/* Another thread holds the standard input. */
static void *read_input(void *unused)
{
    is_there = 1;
    getchar();
    return unused;
}

static void input_and_fault(void)
{
    FILE *const file = fopen(getenv("OUTPUT"), "w");
    fputs("to the file\n", file);
    printf("to the output\n");
    shmem_barrier_all();
    if (me == 0) {
        start(read_input);
        wait_for_thread();
        /* Until it has the lock. */
        while (ftrylockfile(stdin) == 0) {
            funlockfile(stdin);
            sched_yield();
        }
        shmem_long_p(&word, 1, npes + 7);
    }
    shmem_barrier_all();
}

static void input_and_global_exit(void)
{
    if (me == 0) {
        start(read_input);
        wait_for_thread();
        while (ftrylockfile(stdin) == 0) {
            funlockfile(stdin);
            sched_yield();
        }
        printf("to the output\n");
    }
    shmem_barrier_all();
    if (me == npes - 1)
        shmem_global_exit(7);
    shmem_barrier_all();
}

/* Says which process it is, and waits for ever without a call. */
static void pauses(void)
{
    char name[4096];
    snprintf(name, sizeof name, "%s-%d", getenv("OUTPUT"), me);
    shmem_barrier_all();
    FILE *const file = fopen(name, "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    for (;;)
        pause();
}

static const struct {
    const char *name;
    void (*run)(void);
} CASES[] = {
    {"at_exit", at_exit},
    {"thread_key", thread_key},
    {"thread_waits", thread_waits},
    {"thread_polls", thread_polls},
    {"thread_puts", thread_puts},
    {"finalized_thread_polls", finalized_thread_polls},
    {"finalized_thread_calls", finalized_thread_calls},
    {"thread_in_barrier", thread_in_barrier},
    {"thread_cancelled_late", thread_cancelled_late},
    {"global_exit_while_leaving", global_exit_while_leaving},
    {"thread_exits", thread_exits},
    {"main_left", main_left},
    {"main_left_finalized", main_left_finalized},
    {"main_left_without_finalize", main_left_without_finalize},
    {"main_left_restarted", main_left_restarted},
    {"input_and_fault", input_and_fault},
    {"input_and_global_exit", input_and_global_exit},
    {"pauses", pauses},
};

int main(int argc, char **argv)
{
    int provided;
    atexit(at_late_exit);
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    me = shmem_my_pe();
    npes = shmem_n_pes();
    for (size_t i = 0; argc > 1 && i < sizeof CASES / sizeof CASES[0]; i++)
        if (strcmp(argv[1], CASES[i].name) == 0) {
            CASES[i].run();
            return 0;
        }
    return 3;
}
