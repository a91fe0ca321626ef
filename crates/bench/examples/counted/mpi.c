/* Calls MPI between two processes of a node. `cargo xtask counts` counts the instructions of the library's functions.
 *
 *     mpi                         what is counted, a line each: a name, a function of this program, the operations of each call
 *                                 that the function makes, and the thread level of the job
 *     mpi FOLDER LEVEL ROUNDS     a process of a job of two, with the thread level `single` or `multiple`
 *
 * The functions count_.. call MPI and do nothing else. Callgrind collects while they run. The cost of an operation is what
 * the calls that such a function makes cost, divided by their operations. The function's own instructions are not counted.
 *
 * Nothing waits in a counted call: it is this process's turn, and all it needs has come. The turn goes from process to process
 * through pipes in FOLDER, since a wait inside the library would take in the messages that the counted calls are to find.
 * Only the collective calls have a peer that waits: the counted call is that of the process which comes last.
 *
 * One round of all phases precedes the function begin_counting. It makes connections and binds symbols. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Messages that are sent in a row. The box between two processes of a node has room for 64. Other libraries have room for these, too. */
#define BURST 24
/* Collective calls of each kind in a round. */
#define COLLECTIVES 4

#define NODE "two processes of a node: "

/* What is counted. */
static const struct line {
    const char *name, *function;
    int operations;
    const char *level;
} lines[] = {
    {NODE "MPI_Send 8 B", "count_send", 1, "single"},
    {NODE "MPI_Recv 8 B, message has come", "count_recv", 1, "single"},
    {NODE "MPI_Recv 8 B by wildcards, message has come", "count_recv_any", 1, "single"},
    {NODE "MPI_Isend 8 B", "count_isend", 1, "single"},
    {NODE "MPI_Waitall of 24 sends, each", "count_waitall_sends", BURST, "single"},
    {NODE "MPI_Irecv 8 B, before the message", "count_irecv", 1, "single"},
    {NODE "MPI_Waitall of 24 receives, each", "count_waitall_receives", BURST, "single"},
    {NODE "MPI_Irecv 8 B by wildcards, before the message", "count_irecv_any", 1, "single"},
    {NODE "MPI_Waitall of 24 receives by wildcards, each", "count_waitall_any", BURST, "single"},
    {NODE "unexpected message of 8 B, taken in", "count_take_in", BURST + 1, "single"},
    {NODE "MPI_Recv 8 B, unexpected message", "count_recv_unexpected", 1, "single"},
    {NODE "MPI_Test of an open receive", "count_test", 1, "single"},
    {NODE "MPI_Barrier, the last to come", "count_barrier", 1, "single"},
    {NODE "MPI_Allreduce 8 B, the last to come", "count_allreduce", 1, "single"},
    {NODE "MPI_Send 8 B, MPI_THREAD_MULTIPLE", "count_send", 1, "multiple"},
    {NODE "MPI_Recv 8 B, message has come, MPI_THREAD_MULTIPLE", "count_recv", 1, "multiple"},
};

enum { DATA = 1, OTHER = 2 };

static int me, other;
static long pid_of_other;
/* The ends of the two pipes. */
static int to_other, from_other;
/* Whether a call has failed. */
static int failed;
static long sent[BURST], received[BURST], sum;
static MPI_Request requests[BURST];

/* Ends the job. */
static void fail(const char *what)
{
    fprintf(stderr, "mpi: process %d: %s\n", me, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

/* Ends the job after a call of the system that failed. */
static void fail_by_system(const char *what)
{
    perror(what);
    fail("a call of the system failed");
}

/* Opens the pipe that leads to a process, and makes it if it is not there. */
static int pipe_to(const char *folder, int process)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/to-%d", folder, process);
    if (mkfifo(path, 0600) != 0 && errno != EEXIST)
        fail_by_system(path);
    /* With both directions, opening a pipe waits for nobody. */
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        fail_by_system(path);
    return file;
}

/* Gives the turn to the other process. */
static void pass_turn(void)
{
    if (write(to_other, "", 1) != 1)
        fail_by_system("write");
}

/* Waits for the turn, outside the library. */
static void await_turn(void)
{
    char byte;
    while (read(from_other, &byte, 1) != 1)
        if (errno != EINTR)
            fail_by_system("read");
}

/* Waits until the other process sleeps in its collective call, to which it has then contributed all. The waits of some
 * libraries never sleep: a second is enough for what those contribute. */
static void await_sleep(void)
{
    char path[64], text[512];
    struct timespec begun, now, pause = {0, 1000000};
    snprintf(path, sizeof path, "/proc/%ld/stat", pid_of_other);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (;;) {
        FILE *file = fopen(path, "r");
        size_t len = file ? fread(text, 1, sizeof text - 1, file) : 0;
        if (file)
            fclose(file);
        text[len] = 0;
        /* PID (NAME) STATE .. */
        const char *name_end = strrchr(text, ')');
        if (!name_end)
            fail("the state of the other process can't be read");
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (name_end[2] == 'S' || now.tv_sec > begun.tv_sec + 1)
            return;
        nanosleep(&pause, NULL);
    }
}

/* Notes whether a call has failed. */
static inline void ok(int code) { failed |= code; }

/* Fills the buffer of the sends, by a number that differs in each phase. */
static void fill(void)
{
    static long next;
    for (int i = 0; i < BURST; i++)
        sent[i] = next++;
}

/* Checks the received data, which `fill` of the other process made: each process counts the same phases. */
static void check(void)
{
    if (memcmp(sent, received, sizeof sent) != 0 || failed)
        fail("the data is wrong");
    memset(received, 0xff, sizeof received);
}

#define COUNTED static __attribute__((noinline, noclone, used)) void
#define EACH for (int i = 0; i < BURST; i++)
#define WORLD MPI_COMM_WORLD

COUNTED count_send(void) { EACH ok(MPI_Send(sent + i, 8, MPI_BYTE, 1, DATA, WORLD)); }
COUNTED count_recv(void) { EACH ok(MPI_Recv(received + i, 8, MPI_BYTE, 0, DATA, WORLD, MPI_STATUS_IGNORE)); }
COUNTED count_recv_any(void)
{
    EACH ok(MPI_Recv(received + i, 8, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE));
}
COUNTED count_recv_unexpected(void) { EACH ok(MPI_Recv(received + i, 8, MPI_BYTE, 0, DATA, WORLD, MPI_STATUS_IGNORE)); }
/* Takes in the messages of the tag DATA before the message that the call receives. */
COUNTED count_take_in(void) { ok(MPI_Recv(&sum, 8, MPI_BYTE, 0, OTHER, WORLD, MPI_STATUS_IGNORE)); }
COUNTED count_isend(void) { EACH ok(MPI_Isend(sent + i, 8, MPI_BYTE, 1, DATA, WORLD, requests + i)); }
COUNTED count_irecv(void) { EACH ok(MPI_Irecv(received + i, 8, MPI_BYTE, 0, DATA, WORLD, requests + i)); }
COUNTED count_irecv_any(void)
{
    EACH ok(MPI_Irecv(received + i, 8, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, requests + i));
}
COUNTED count_waitall_sends(void) { ok(MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE)); }
COUNTED count_waitall_receives(void) { ok(MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE)); }
COUNTED count_waitall_any(void) { ok(MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE)); }
COUNTED count_test(void)
{
    int has_ended;
    EACH
    {
        ok(MPI_Test(requests, &has_ended, MPI_STATUS_IGNORE));
        failed |= has_ended;
    }
}
COUNTED count_barrier(void) { ok(MPI_Barrier(WORLD)); }
COUNTED count_allreduce(void) { ok(MPI_Allreduce(sent, &sum, 1, MPI_LONG, MPI_SUM, WORLD)); }

/* Callgrind drops at this function what it has collected. */
static __attribute__((noinline, noclone, used)) void begin_counting(void) { __asm__ volatile(""); }

/* The messages are there when they are received. */
static void receive_late(void receive(void))
{
    fill();
    if (me == 0) {
        count_send();
        pass_turn();
        await_turn();
    } else {
        await_turn();
        receive();
        check();
        pass_turn();
    }
}

/* The receives are there when the messages come. */
static void receive_early(void post(void), void wait(void))
{
    fill();
    if (me == 0) {
        await_turn();
        count_isend();
        count_waitall_sends();
        pass_turn();
        await_turn();
    } else {
        post();
        pass_turn();
        await_turn();
        wait();
        check();
        pass_turn();
    }
}

/* A receive of another tag takes the messages in before they are received. */
static void receive_unexpected(void)
{
    fill();
    if (me == 0) {
        EACH ok(MPI_Send(sent + i, 8, MPI_BYTE, 1, DATA, WORLD));
        ok(MPI_Send(sent, 8, MPI_BYTE, 1, OTHER, WORLD));
        pass_turn();
        await_turn();
    } else {
        await_turn();
        count_take_in();
        count_recv_unexpected();
        check();
        pass_turn();
    }
}

/* The message is sent when the tests have ended. */
static void test_open(void)
{
    fill();
    if (me == 0) {
        await_turn();
        EACH ok(MPI_Send(sent + i, 8, MPI_BYTE, 1, DATA, WORLD));
        pass_turn();
        await_turn();
    } else {
        EACH ok(MPI_Irecv(received + i, 8, MPI_BYTE, 0, DATA, WORLD, requests + i));
        count_test();
        pass_turn();
        await_turn();
        ok(MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE));
        check();
        pass_turn();
    }
}

static void first_barrier(void) { ok(MPI_Barrier(WORLD)); }
static void first_allreduce(void) { ok(MPI_Allreduce(sent, &sum, 1, MPI_LONG, MPI_SUM, WORLD)); }

/* Process 0 sleeps in the collective call when process 1 comes. */
static void collective(void first(void), void last(void))
{
    for (int i = 0; i < COLLECTIVES; i++) {
        if (me == 0) {
            pass_turn();
            first();
            await_turn();
        } else {
            await_turn();
            await_sleep();
            last();
            pass_turn();
        }
    }
}

/* Exchanges messages until both directions have what libraries make for a peer that is often met. Learns the peer's PID. */
static void meet(void)
{
    long pid = getpid();
    for (int i = 0; i < 64; i++)
        ok(MPI_Sendrecv(&pid, 1, MPI_LONG, other, 0, &pid_of_other, 1, MPI_LONG, other, 0, WORLD, MPI_STATUS_IGNORE));
}

static void one_round(int has_collectives)
{
    receive_late(count_recv);
    receive_late(count_recv_any);
    receive_early(count_irecv, count_waitall_receives);
    receive_early(count_irecv_any, count_waitall_any);
    receive_unexpected();
    test_open();
    if (!has_collectives)
        return;
    collective(first_barrier, count_barrier);
    collective(first_allreduce, count_allreduce);
    if (sum != 2 * sent[0])
        fail("the sum is wrong");
}

int main(int count, char **arguments)
{
    if (count != 4) {
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            printf("%s\t%s\t%d\t%s\n", lines[i].name, lines[i].function, lines[i].operations, lines[i].level);
        return 0;
    }
    int is_multiple = strcmp(arguments[2], "multiple") == 0, level, size;
    int wanted = is_multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    MPI_Init_thread(&count, &arguments, wanted, &level);
    MPI_Comm_rank(WORLD, &me);
    MPI_Comm_size(WORLD, &size);
    if (size != 2 || level < wanted)
        fail("not two processes, or not the thread level");
    other = 1 - me;
    to_other = pipe_to(arguments[1], other);
    from_other = pipe_to(arguments[1], me);
    meet();
    one_round(!is_multiple);
    begin_counting();
    for (int round = 0; round < atoi(arguments[3]); round++)
        one_round(!is_multiple);
    MPI_Finalize();
    return 0;
}
