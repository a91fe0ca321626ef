/* A bare client of a launcher's PMI: it initialises, puts a value, joins a fence, and finalizes. It speaks PMIx if the
 * launcher does, else PMI-2 under Slurm, else PMI-1, as Farreach does.
 *
 * Exits with 3 if no launcher is there, and with 1 if the launcher's answers make no sense.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 4096, LENGTH_DIGITS = 6, PMIX_STRING = 3, PMIX_GLOBAL = 3 };

static int fd;
static char answer[ROOM];

static void fail(const char *what)
{
    fprintf(stderr, "pmi_client: %s: %s\n", what, answer);
    exit(1);
}

static void send_all(const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t sent = write(fd, bytes, count);
        if (sent <= 0)
            fail("the launcher's connection is closed");
        bytes += sent;
        count -= (size_t)sent;
    }
}

/* Reads `count` bytes, or a line if `count` is 0. */
static void receive(size_t count)
{
    if (count >= ROOM)
        fail("too long");
    size_t have = 0;
    const int is_line = count == 0;
    for (;;) {
        if (is_line ? have > 0 && answer[have - 1] == '\n' : have == count)
            break;
        const ssize_t got = have == ROOM - 1 ? 0 : read(fd, answer + have, is_line ? 1 : count - have);
        if (got <= 0)
            fail("no answer");
        have += (size_t)got;
    }
    answer[have] = 0;
}

static void expect(const char *part)
{
    if (!strstr(answer, part))
        fail(part);
}

static void ask_1(const char *question, const char *expected)
{
    send_all(question, strlen(question));
    receive(0);
    expect(expected);
}

static void ask_2(const char *question, const char *expected)
{
    char framed[ROOM];
    const int count = snprintf(framed, sizeof framed, "%06zu%s", strlen(question), question);
    send_all(framed, (size_t)count);
    receive(LENGTH_DIGITS);
    receive((size_t)atoi(answer));
    expect(expected);
}

static void speak_1(const char *rank)
{
    char name[ROOM], put[2 * ROOM];
    ask_1("cmd=init pmi_version=1 pmi_subversion=1\n", "rc=0");
    ask_1("cmd=get_maxes\n", "vallen_max=");
    ask_1("cmd=get_my_kvsname\n", "kvsname=");
    if (sscanf(strstr(answer, "kvsname="), "kvsname=%4000s", name) != 1)
        fail("the job's name");
    snprintf(put, sizeof put, "cmd=put kvsname=%s key=bare-%s value=v\n", name, rank);
    ask_1(put, "rc=0");
    ask_1("cmd=barrier_in\n", "cmd=barrier_out");
    ask_1("cmd=finalize\n", "cmd=finalize_ack");
}

static void speak_2(const char *rank, const char *job)
{
    char text[ROOM];
    ask_1("cmd=init pmi_version=2 pmi_subversion=0\n", "rc=0");
    snprintf(text, sizeof text, "cmd=fullinit;pmijobid=%s;pmirank=%s;threaded=FALSE;", job, rank);
    ask_2(text, "rc=0");
    snprintf(text, sizeof text, "cmd=kvs-put;key=bare-%s;value=v;", rank);
    ask_2(text, "rc=0");
    ask_2("cmd=kvs-fence;", "rc=0");
    ask_2("cmd=finalize;", "rc=0");
}

/* The types of the PMIx standard, as far as they are needed. */
struct process {
    char name[256];
    uint32_t rank;
};
struct value {
    uint16_t type;
    union {
        const char *string;
        char room[24];
    } data;
};

static void *function(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found)
        fail(name);
    return found;
}

static void speak_x(void)
{
    const char *path = getenv("FARREACH_LIBPMIX");
    void *library = dlopen(path ? path : "libpmix.so.2", RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        fail("libpmix.so.2 is not found; FARREACH_LIBPMIX names it");
    int (*init)(struct process *, void *, size_t) = (int (*)(struct process *, void *, size_t))function(library, "PMIx_Init");
    int (*put)(uint8_t, const char *, struct value *) =
        (int (*)(uint8_t, const char *, struct value *))function(library, "PMIx_Put");
    int (*commit)(void) = (int (*)(void))function(library, "PMIx_Commit");
    int (*fence)(void *, size_t, void *, size_t) = (int (*)(void *, size_t, void *, size_t))function(library, "PMIx_Fence");
    int (*finalize)(void *, size_t) = (int (*)(void *, size_t))function(library, "PMIx_Finalize");
    struct process me;
    struct value value = {.type = PMIX_STRING, .data.string = "v"};
    if (init(&me, NULL, 0) || put(PMIX_GLOBAL, "bare", &value) || commit() || fence(NULL, 0, NULL, 0) || finalize(NULL, 0))
        fail("PMIx");
}

int main(void)
{
    const char *descriptor = getenv("PMI_FD"), *rank = getenv("PMI_RANK"), *job = getenv("PMI_JOBID");
    if (getenv("PMIX_NAMESPACE") && getenv("PMIX_RANK")) {
        speak_x();
        return 0;
    }
    if (!descriptor || !rank)
        return 3;
    fd = atoi(descriptor);
    if (job)
        speak_2(rank, job);
    else
        speak_1(rank);
    return 0;
}
