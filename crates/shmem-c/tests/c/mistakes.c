/* One mistake, made by the last PE while the others wait for it: mistakes NAME. The library has to end the job. */
#define _GNU_SOURCE
#include "check.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static long *heap;
static uint64_t *words;
static char *wide;

#define HEAP_WORDS 16

static void put_stack(void)
{
    long dest = 0, source = 1;
    shmem_long_put(&dest, &source, 1, 0);
}

static void put_null(void)
{
    long source = 1;
    shmem_long_put(NULL, &source, 1, 0);
}

static void put_null_source(void)
{
    int *const none = NULL;
    shmem_int_put((int *)heap, none, 1, 0);
}

/* Larger than what is copied before it leaves. */
#define LONG_BYTES ((size_t)1 << 20)

/* Addresses of LONG_BYTES bytes, of which the last page is not mapped any more. */
static char *half_mapped(void)
{
    char *bytes = mmap(NULL, LONG_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED || munmap(bytes + LONG_BYTES - 4096, 4096) != 0)
        abort();
    return bytes;
}

static void put_unmapped(void)
{
    shmem_putmem(wide, half_mapped(), LONG_BYTES, 0);
}

static void get_unmapped(void)
{
    shmem_getmem(half_mapped(), wide, LONG_BYTES, 0);
}

static void put_signal_unmapped(void)
{
    shmem_putmem_signal(wide, half_mapped(), LONG_BYTES, words, 1, SHMEM_SIGNAL_SET, 0);
}

static void put_from_nowhere(void)
{
    shmem_putmem(wide, (void *)0x1000, LONG_BYTES, 0);
}

/* The same, of which the last page can't be read. */
static char *half_readable(void)
{
    char *bytes = mmap(NULL, LONG_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED || mprotect(bytes + LONG_BYTES - 4096, 4096, PROT_NONE) != 0)
        abort();
    return bytes;
}

static void put_unreadable(void)
{
    shmem_putmem(wide, half_readable(), LONG_BYTES, 0);
    shmem_quiet();
}

/* A file that has become shorter than its mapping. */
static void put_cut_file(void)
{
    FILE *file = tmpfile();
    if (file == NULL || ftruncate(fileno(file), LONG_BYTES) != 0)
        abort();
    char *bytes = mmap(NULL, LONG_BYTES, PROT_READ, MAP_SHARED, fileno(file), 0);
    if (bytes == MAP_FAILED || ftruncate(fileno(file), LONG_BYTES / 2) != 0)
        abort();
    shmem_putmem(wide, bytes, LONG_BYTES, 0);
    shmem_quiet();
}

/* Short enough for nobody to look at the addresses beforehand, long enough not to be copied. */
#define MIDDLE_BYTES ((size_t)8 << 10)

static void put_nbi_unmapped(void)
{
    shmem_putmem_nbi(wide, half_mapped() + LONG_BYTES - MIDDLE_BYTES, MIDDLE_BYTES, 0);
    shmem_quiet();
}

static void puts_nbi_unreadable(void)
{
    /* Several packets in one message for the kernel, of which one is bad. */
    static char good[MIDDLE_BYTES];
    char *bad = half_readable() + LONG_BYTES - MIDDLE_BYTES;
    for (int i = 0; i < 8; i++)
        shmem_putmem_nbi(wide + i * MIDDLE_BYTES, i == 5 ? bad : good, MIDDLE_BYTES, 0);
    shmem_quiet();
}

static void put_unmapped_before_it_left(void)
{
    char *bytes = mmap(NULL, LONG_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED)
        abort();
    for (int i = 0; i < 64; i++)
        shmem_putmem_nbi(wide, bytes, LONG_BYTES, 0);
    munmap(bytes, LONG_BYTES);
    shmem_quiet();
}

static void put_too_long(void)
{
    /* Far beyond the heap; nothing of the source may be read before that is found out. */
    shmem_putmem(heap, heap, (size_t)1 << 46, 0);
}

static void put_pe_too_high(void)
{
    shmem_long_put(heap, heap, 1, npes);
}

static void put_pe_negative(void)
{
    shmem_long_put(heap, heap, 1, -3);
}

static void put_nbi_pe_too_high(void)
{
    shmem_putmem_nbi(heap, heap, 8, npes + 5);
}

static void p_pe_too_high(void)
{
    shmem_long_p(heap, 1, npes);
}

static void p_stack(void)
{
    long dest = 0;
    shmem_long_p(&dest, 1, 0);
}

static void get_pe_too_high(void)
{
    long dest;
    shmem_long_get(&dest, heap, 1, npes);
}

static void get_stack(void)
{
    long dest, source = 1;
    shmem_long_get(&dest, &source, 1, 0);
}

static void g_stack(void)
{
    long source = 1;
    shmem_long_g(&source, 0);
}

static void g_pe_negative(void)
{
    shmem_long_g(heap, -1);
}

static void iput_stride_zero(void)
{
    shmem_long_iput(heap, heap + 8, 0, 1, 3, 0);
}

static void iput_too_long(void)
{
    shmem_long_iput(heap, heap, 1L << 40, 1, 3, 0);
}

static void put_ctx_invalid(void)
{
    shmem_ctx_long_put(SHMEM_CTX_INVALID, heap, heap, 1, 0);
}

static void put_ctx_destroyed(void)
{
    shmem_ctx_t ctx;
    shmem_ctx_create(0, &ctx);
    shmem_ctx_destroy(ctx);
    shmem_ctx_long_put(ctx, heap, heap, 1, 0);
}

static void atomic_misaligned(void)
{
    shmem_long_atomic_add((long *)((char *)heap + 3), 1, 0);
}

static void atomic_stack(void)
{
    long dest = 0;
    shmem_long_atomic_fetch_inc(&dest, 0);
}

static void atomic_pe_too_high(void)
{
    shmem_long_atomic_fetch_add(heap, 1, npes);
}

static void signal_operation(void)
{
    shmem_long_put_signal(heap, heap + 8, 1, words, 1, 77, 0);
}

static void signal_stack(void)
{
    uint64_t signal = 0;
    shmem_long_put_signal(heap, heap + 8, 1, &signal, 1, SHMEM_SIGNAL_SET, 0);
}

static void signal_misaligned(void)
{
    shmem_long_put_signal(heap, heap + 8, 1, (uint64_t *)((char *)words + 4), 1, SHMEM_SIGNAL_SET, 0);
}

static void wait_comparison(void)
{
    shmem_long_wait_until(heap, 99, 1);
}

static void test_comparison(void)
{
    shmem_long_test(heap, -5, 1);
}

static void lock_stack(void)
{
    long lock = 0;
    shmem_set_lock(&lock);
}

static void free_stack(void)
{
    long block;
    shmem_free(&block);
}

static void free_inside(void)
{
    shmem_free(heap + 1);
}

static void free_twice(void)
{
    long *block = heap;
    shmem_free(block);
    shmem_free(block);
}

static void align_three(void)
{
    shmem_align(24, 100);
}

static void team_invalid(void)
{
    shmem_long_broadcast(SHMEM_TEAM_INVALID, heap, heap + 8, 1, 0);
}

static void team_no_handle(void)
{
    shmem_team_my_pe((shmem_team_t)0x1230);
}

static void team_destroyed(void)
{
    shmem_team_t team;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, NULL, 0, &team);
    shmem_team_destroy(team);
    shmem_long_broadcast(team, heap, heap + 8, 1, 0);
}

static void team_predefined(void)
{
    shmem_team_destroy(SHMEM_TEAM_WORLD);
}

static void broadcast_root(void)
{
    shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, heap + 8, 1, npes);
}

static void broadcast_stack(void)
{
    long dest;
    shmem_long_broadcast(SHMEM_TEAM_WORLD, &dest, heap, 1, 0);
}

static void reduce_stack(void)
{
    long source = 1;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, &source, 1);
}

static void reduce_null(void)
{
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, NULL, 1);
}

static void reduce_into_stack(void)
{
    long dest;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &dest, heap, 1);
}

static void reduce_too_long(void)
{
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, heap, heap, (size_t)1 << 43);
}

static void active_set_size(void)
{
    for (int i = 0; i < HEAP_WORDS; i++)
        heap[i] = SHMEM_SYNC_VALUE;
    shmem_barrier(0, 0, npes + 1, heap);
}

static void active_set_stranger(void)
{
    for (int i = 0; i < HEAP_WORDS; i++)
        heap[i] = SHMEM_SYNC_VALUE;
    shmem_barrier(0, 0, npes - 1, heap);
}

static void active_set_stride(void)
{
    for (int i = 0; i < HEAP_WORDS; i++)
        heap[i] = SHMEM_SYNC_VALUE;
    shmem_barrier(0, -1, 1, heap);
}

static void quiet_pe_too_high(void)
{
    const int pe = npes;
    shmem_pe_quiet(&pe, 1);
}

static void ctx_team_pe_too_high(void)
{
    shmem_ctx_t ctx;
    shmem_team_create_ctx(SHMEM_TEAM_WORLD, 0, &ctx);
    shmem_ctx_long_p(ctx, heap, 1, npes);
}

/* All PEs make the next two, each in its own way. */
static void different_sizes(void)
{
    shmem_long_fcollect(SHMEM_TEAM_WORLD, heap, heap + 8, me == npes - 1 ? 2 : 1);
}

/* Of three PEs, one calls for the first two, when the sets have met in order before. */
static void different_active_sets(void)
{
    static long psync[SHMEM_BARRIER_SYNC_SIZE], other_psync[SHMEM_BARRIER_SYNC_SIZE];
    shmem_barrier(0, 0, 3, psync);
    if (me < 2)
        shmem_barrier(0, 0, 2, other_psync);
    shmem_barrier(0, 0, me == 1 ? 2 : 3, psync);
}

static void active_set_psync(void)
{
    static long psync[SHMEM_BARRIER_SYNC_SIZE];
    psync[2] = 4711;
    shmem_barrier(0, 0, 2, psync);
}

static void different_roots(void)
{
    shmem_long_broadcast(SHMEM_TEAM_WORLD, heap, heap + 8, 1, me == npes - 1 ? 1 : 0);
}

static void after_the_end(void)
{
    shmem_finalize();
    shmem_long_put(heap, heap, 1, 0);
}

static void before_the_start(void)
{
    static long target;
    shmem_long_p(&target, 1, 0);
}

#define MISTAKE(name) {#name, name}

static const struct {
    const char *name;
    void (*make)(void);
} mistakes[] = {
    MISTAKE(put_stack), MISTAKE(put_null), MISTAKE(put_null_source), MISTAKE(put_too_long), MISTAKE(put_pe_too_high), MISTAKE(put_pe_negative),
    MISTAKE(put_nbi_pe_too_high), MISTAKE(p_pe_too_high), MISTAKE(p_stack), MISTAKE(get_pe_too_high),
    MISTAKE(get_stack), MISTAKE(g_stack), MISTAKE(g_pe_negative), MISTAKE(iput_stride_zero), MISTAKE(iput_too_long),
    MISTAKE(put_ctx_invalid), MISTAKE(put_ctx_destroyed), MISTAKE(atomic_misaligned), MISTAKE(atomic_stack),
    MISTAKE(atomic_pe_too_high), MISTAKE(signal_operation), MISTAKE(signal_stack), MISTAKE(signal_misaligned),
    MISTAKE(wait_comparison), MISTAKE(test_comparison), MISTAKE(lock_stack), MISTAKE(free_stack),
    MISTAKE(free_inside), MISTAKE(align_three), MISTAKE(team_invalid), MISTAKE(team_no_handle), MISTAKE(team_predefined),
    MISTAKE(broadcast_root), MISTAKE(broadcast_stack), MISTAKE(reduce_stack), MISTAKE(reduce_null),
    MISTAKE(reduce_into_stack), MISTAKE(reduce_too_long),
    MISTAKE(active_set_size), MISTAKE(active_set_stranger), MISTAKE(active_set_stride), MISTAKE(quiet_pe_too_high),
    MISTAKE(ctx_team_pe_too_high), MISTAKE(put_unmapped), MISTAKE(get_unmapped), MISTAKE(put_signal_unmapped),
    MISTAKE(put_from_nowhere), MISTAKE(put_unreadable), MISTAKE(put_cut_file), MISTAKE(put_nbi_unmapped),
    MISTAKE(puts_nbi_unreadable), MISTAKE(put_unmapped_before_it_left),
};

/* Those that all PEs make. */
static const struct {
    const char *name;
    void (*make)(void);
} common[] = {
    MISTAKE(free_twice), MISTAKE(team_destroyed), MISTAKE(different_sizes), MISTAKE(different_active_sets), MISTAKE(active_set_psync), MISTAKE(different_roots),
    MISTAKE(after_the_end),
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "none";
    if (strcmp(name, "before_the_start") == 0)
        before_the_start();
    if (strcmp(name, "number_before_the_start") == 0)
        shmem_my_pe();
    begin();
    heap = (long *)allocate(HEAP_WORDS * sizeof *heap);
    words = (uint64_t *)allocate(HEAP_WORDS * sizeof *words);
    wide = (char *)allocate(LONG_BYTES);
    shmem_barrier_all();
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        if (me == npes - 1 && strcmp(name, mistakes[i].name) == 0)
            mistakes[i].make();
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strcmp(name, common[i].name) == 0)
            common[i].make();
    /* The others wait for the one that made the mistake. */
    if (me != npes - 1)
        shmem_barrier_all();
    printf("PE %d went on after %s\n", me, name);
    fflush(stdout);
    /* Whoever comes here shows that the mistake was not noticed. */
    _Exit(42);
}
