/* A program whose allocator keeps its state and its memory in variables: none of what it writes while these are being shared is lost. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

/* Blocks are taken from the front and never given back: {bytes u64, mark u64, bytes ...}. */
#define POOL (192u << 20)
#define MARK 0x5eed5eed5eed5eedu

static char pool[POOL] __attribute__((aligned(4096)));
static uint64_t taken, allocations, frees;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The same where nobody shares anything. */
static struct {
    uint64_t taken, allocations, frees;
} *truth;

void *memalign(size_t align, size_t bytes)
{
    pthread_mutex_lock(&lock);
    if (truth == NULL) {
        truth = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    align = align < 16 ? 16 : align;
    uint64_t at = (taken + 16 + align - 1) / align * align;
    if (at + bytes > POOL) {
        pthread_mutex_unlock(&lock);
        errno = ENOMEM;
        return NULL;
    }
    taken = truth->taken = at + bytes;
    allocations++;
    truth->allocations++;
    memcpy(pool + at - 16, &(uint64_t[2]){bytes, MARK}, 16);
    pthread_mutex_unlock(&lock);
    return pool + at;
}

static void check_block(const char *block)
{
    uint64_t head[2];
    memcpy(head, block - 16, sizeof head);
    if (head[1] != MARK) {
        static const char text[] = "a block of the allocator's was lost\n";
        if (write(2, text, sizeof text - 1)) {
        }
        _exit(3);
    }
}

void free(void *block)
{
    if (block != NULL) {
        check_block(block);
        pthread_mutex_lock(&lock);
        frees++;
        truth->frees++;
        pthread_mutex_unlock(&lock);
    }
}

void *malloc(size_t bytes)
{
    return memalign(16, bytes);
}

void *calloc(size_t count, size_t bytes)
{
    /* The pool begins as zeroes, and nothing is used twice. */
    return memalign(16, count * bytes);
}

void *realloc(void *block, size_t bytes)
{
    void *moved = memalign(16, bytes);
    if (block != NULL && moved != NULL) {
        check_block(block);
        uint64_t old;
        memcpy(&old, (char *)block - 16, sizeof old);
        memcpy(moved, block, old < bytes ? old : bytes);
        free(block);
    }
    return moved;
}

void *aligned_alloc(size_t align, size_t bytes)
{
    return memalign(align, bytes);
}

int posix_memalign(void **block, size_t align, size_t bytes)
{
    *block = memalign(align, bytes);
    return *block == NULL ? ENOMEM : 0;
}

int main(void)
{
    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    /* The library's thread allocates, too. */
    pthread_mutex_lock(&lock);
    uint64_t expected[] = {truth->taken, truth->allocations, truth->frees};
    uint64_t found[] = {taken, allocations, frees};
    pthread_mutex_unlock(&lock);
    EXPECT("taken", "uint64_t", 0, expected[0], found[0]);
    EXPECT("allocations", "uint64_t", 0, expected[1], found[1]);
    EXPECT("frees", "uint64_t", 0, expected[2], found[2]);
    EXPECT_TRUE("allocations", found[1] > 10);
    static long value;
    shmem_long_p(&value, me + 1, (me + 1) % npes);
    shmem_barrier_all();
    EXPECT("shmem_long_p", "long", 0, (me + npes - 1) % npes + 1, value);
    if (me == 0) {
        puts("ok");
    }
    shmem_finalize();
    return 0;
}
