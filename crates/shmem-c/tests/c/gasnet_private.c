/* Segments of private memory: of malloc and mmap, whole pages or not, beside memory that another thread writes to. */
#include "gasnet_test.h"
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 600 };

/* Counts in memory beside that of a segment, in the same page. */
static volatile long *beside;
static volatile int goes_on = 1;
static long counted;
static void *count(void *unused)
{
    (void)unused;
    while (goes_on) {
        ++*beside;
        counted++;
    }
    return NULL;
}

static gex_Segment_t create(void *memory, uintptr_t size)
{
    gex_Segment_t segment = GEX_SEGMENT_INVALID;
    CHECK(gex_Segment_Create(&segment, client, memory, size, GEX_MK_HOST, 0) == GASNET_OK);
    CHECK(gex_Segment_QueryAddr(segment) == memory && gex_Segment_QuerySize(segment) == size);
    return segment;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    long *memory = malloc((WORDS + 16) * sizeof(long));
    beside = memory;
    *beside = 0;
    long *own = memory + 7;
    for (int at = 0; at < WORDS; at++)
        own[at] = at;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, count, NULL) == 0);

    /* Many times, so that the thread writes meanwhile. */
    for (int round = 0; round < 200; round++) {
        gex_Segment_t segment = create(own, WORDS * sizeof(long));
        own[WORDS - 1] = round;
        gex_Segment_Destroy(segment, 0);
        CHECK(own[WORDS - 1] == round && own[1] == 1);
    }
    gex_Segment_t segment = create(own, WORDS * sizeof(long));
    goes_on = 0;
    CHECK(pthread_join(thread, NULL) == 0 && *beside == counted);
    CHECK(gex_EP_BindSegment(ep, segment, 0) == GASNET_OK);
    CHECK(gex_EP_PublishBoundSegment(team, &ep, 1, 0) == GASNET_OK);

    long *there = NULL;
    CHECK(gex_Segment_QueryBound(team, right, (void **)&there, NULL, NULL) == 0 && there);
    BARRIER();
    gex_RMA_PutBlockingVal(team, right, there, 1000 + me, sizeof(long), 0);
    long got[2] = {0, 0};
    gex_RMA_GetBlocking(team, got, right, there + 1, sizeof got, 0);
    CHECK(got[0] == 1 && got[1] == 2);
    BARRIER();
    CHECK(own[0] == 1000 + (long)left);

    /* A child has copies. */
    pid_t child = fork();
    if (child == 0) {
        int good = own[0] == 1000 + (long)left && own[2] == 2;
        own[2] = -1;
        *beside = -1;
        _exit(good ? 0 : 1);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(own[2] == 2 && *beside == counted);

    /* Whole pages, most of which were never touched. */
    uintptr_t size = 1 << 20;
    char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    pages[5] = 5;
    gex_Segment_t other = create(pages, size);
    pages[size - 1] = 7;
    gex_Segment_Destroy(other, 0);
    CHECK(pages[5] == 5 && pages[size - 1] == 7 && pages[size / 2] == 0 && munmap(pages, size) == 0);

    /* Refused: what can't be private memory of the program. */
    CHECK(gex_Segment_Create(&other, client, pages, size, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gex_Segment_Create(&other, client, got, sizeof got, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG);
    static const char text[] = "constant";
    CHECK(gex_Segment_Create(&other, client, (void *)(uintptr_t)text, sizeof text, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG);
    return end();
}
