/* Start and end of the library, thread levels, queries, accessibility, local pointers. */
#include "check.h"

static long a_global = 1;

/* Whether the library says that it is started. */
static int initialized(void)
{
    int answer = 77;
    shmem_query_initialized(&answer);
    return answer != 0;
}

static void levels(void)
{
    int provided = -1;
    EXPECT_TRUE("thread levels", SHMEM_THREAD_SINGLE < SHMEM_THREAD_FUNNELED);
    EXPECT_TRUE("thread levels", SHMEM_THREAD_FUNNELED < SHMEM_THREAD_SERIALIZED);
    EXPECT_TRUE("thread levels", SHMEM_THREAD_SERIALIZED < SHMEM_THREAD_MULTIPLE);
    shmem_query_thread(&provided);
    EXPECT_TRUE("shmem_query_thread", provided >= SHMEM_THREAD_SINGLE && provided <= SHMEM_THREAD_MULTIPLE);
}

static void versions(void)
{
    int major = 0, minor = -1;
    char name[SHMEM_MAX_NAME_LEN];
    memset(name, 'x', sizeof name);
    shmem_info_get_version(&major, &minor);
    EXPECT("shmem_info_get_version", "major", 0, SHMEM_MAJOR_VERSION, major);
    EXPECT("shmem_info_get_version", "minor", 0, SHMEM_MINOR_VERSION, minor);
    EXPECT_TRUE("shmem_info_get_version", major == 1 && minor >= 5);
    shmem_info_get_name(name);
    EXPECT_TRUE("shmem_info_get_name", memchr(name, 0, sizeof name) != NULL);
    EXPECT_TRUE("shmem_info_get_name", strcmp(name, SHMEM_VENDOR_STRING) == 0);
    EXPECT_TRUE("SHMEM_VENDOR_STRING", strlen(SHMEM_VENDOR_STRING) > 0);
}

static void accessibility(void)
{
    int local = 0;
    long *heap = (long *)allocate(2 * sizeof *heap);
    for (int pe = 0; pe < npes; pe++) {
        EXPECT("shmem_pe_accessible", "PE", (size_t)pe, 1, shmem_pe_accessible(pe));
        EXPECT("shmem_addr_accessible", "heap", (size_t)pe, 1, shmem_addr_accessible(heap, pe));
        EXPECT("shmem_addr_accessible", "global", (size_t)pe, 1, shmem_addr_accessible(&a_global, pe));
        EXPECT("shmem_addr_accessible", "stack", (size_t)pe, 0, shmem_addr_accessible(&local, pe));
        EXPECT("shmem_addr_accessible", "null", (size_t)pe, 0, shmem_addr_accessible(NULL, pe));
    }
    EXPECT("shmem_pe_accessible", "-1", 0, 0, shmem_pe_accessible(-1));
    EXPECT("shmem_pe_accessible", "npes", 0, 0, shmem_pe_accessible(npes));
    EXPECT("shmem_addr_accessible", "npes", 0, 0, shmem_addr_accessible(heap, npes));
    shmem_free(heap);
}

/* Where there is a pointer, a store through it is what the PE reads, and the other way round. */
static void pointers(void)
{
    long *heap = (long *)allocate((size_t)npes * sizeof *heap);
    long local = 0;
    int reached = 0;
    for (int pe = 0; pe < npes; pe++)
        heap[pe] = -1;
    shmem_barrier_all();
    EXPECT_TRUE("shmem_ptr", shmem_ptr(heap, me) == heap);
    EXPECT_TRUE("shmem_ptr", shmem_ptr(&local, me) == NULL);
    for (int pe = 0; pe < npes; pe++) {
        long *there = (long *)shmem_ptr(heap, pe);
        /* The same memory domain, the same answer. */
        EXPECT("shmem_ptr", "in the shared team", (size_t)pe,
               shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, SHMEM_TEAM_SHARED) >= 0, there != NULL);
        EXPECT_TRUE("shmem_team_ptr", shmem_team_ptr(SHMEM_TEAM_WORLD, heap, pe) == there);
        EXPECT_TRUE("shmem_team_ptr", shmem_team_ptr(SHMEM_TEAM_INVALID, heap, pe) == NULL);
        if (there != NULL) {
            there[me] = 100 + me;
            reached++;
        } else {
            shmem_long_p(&heap[me], 100 + me, pe);
        }
    }
    EXPECT("shmem_ptr", "members of the shared team", 0, shmem_team_n_pes(SHMEM_TEAM_SHARED), reached);
    for (int i = 0; i < shmem_team_n_pes(SHMEM_TEAM_SHARED); i++) {
        const int pe = shmem_team_translate_pe(SHMEM_TEAM_SHARED, i, SHMEM_TEAM_WORLD);
        EXPECT_TRUE("shmem_team_ptr", shmem_team_ptr(SHMEM_TEAM_SHARED, heap, i) == shmem_ptr(heap, pe));
    }
    shmem_barrier_all();
    for (int pe = 0; pe < npes; pe++)
        EXPECT("shmem_ptr", "long", (size_t)pe, 100 + pe, heap[pe]);
    shmem_barrier_all();
    shmem_free(heap);
}

/* Each PE that is me has been counted once. */
static void numbers(void)
{
    int *seen = (int *)shmem_calloc((size_t)npes, sizeof *seen);
    EXPECT_TRUE("shmem_my_pe", me >= 0 && me < npes);
    EXPECT("shmem_team_my_pe", "world", 0, me, shmem_team_my_pe(SHMEM_TEAM_WORLD));
    EXPECT("shmem_team_n_pes", "world", 0, npes, shmem_team_n_pes(SHMEM_TEAM_WORLD));
    for (int pe = 0; pe < npes; pe++)
        shmem_int_atomic_inc(&seen[me], pe);
    shmem_barrier_all();
    for (int pe = 0; pe < npes; pe++)
        EXPECT("shmem_my_pe", "PE", (size_t)pe, 1, seen[pe]);
    shmem_free(seen);
}

int main(void)
{
    int provided = -1;
    EXPECT_TRUE("shmem_query_initialized", !initialized());
    EXPECT("shmem_init_thread", "result", 0, 0, shmem_init_thread(SHMEM_THREAD_FUNNELED, &provided));
    EXPECT_TRUE("shmem_init_thread", provided >= SHMEM_THREAD_FUNNELED && provided <= SHMEM_THREAD_MULTIPLE);
    EXPECT_TRUE("shmem_query_initialized", initialized());
    prepare();
    int queried = -1;
    shmem_query_thread(&queried);
    EXPECT("shmem_query_thread", "level", 0, provided, queried);
    levels();
    versions();
    numbers();
    accessibility();
    pointers();
    /* Each start wants its end (1.6); only the last one ends the library. */
    shmem_init();
    EXPECT("shmem_init_thread", "result", 0, 0, shmem_init_thread(SHMEM_THREAD_SINGLE, &provided));
    numbers();
    shmem_finalize();
    EXPECT_TRUE("shmem_query_initialized", initialized());
    numbers();
    shmem_finalize();
    EXPECT_TRUE("shmem_query_initialized", initialized());
    shmem_barrier_all();
    if (me == 0)
        puts("ok");
    shmem_free(rooms);
    shmem_finalize();
    EXPECT_TRUE("shmem_query_initialized", !initialized());
    return 0;
}
