/* The second PE makes the mistake that is asked for; the first one waits for ever. */
#include <shmem.h>
#include <string.h>

static int word;

static void err(const char *mistake)
{
    int own = 1;
    shmem_ctx_t ctx;
    char *block = shmem_ptr(&word, 1);
    if (!strcmp(mistake, "pe")) {
        shmem_int_put(&word, &own, 1, 2);
    } else if (!strcmp(mistake, "negative")) {
        shmem_int_p(&word, 1, -1);
    } else if (!strcmp(mistake, "private")) {
        shmem_int_put(&own, &word, 1, 0);
    } else if (!strcmp(mistake, "source")) {
        shmem_long_g((long *)&own, 0);
    } else if (!strcmp(mistake, "beyond")) {
        shmem_putmem(&word, &own, (size_t)1 << 40, 0);
    } else if (!strcmp(mistake, "null")) {
        shmem_int_put(&word, NULL, 1, 0);
    } else if (!strcmp(mistake, "team")) {
        shmem_team_my_pe((shmem_team_t)0x1230);
    } else if (!strcmp(mistake, "destroyed")) {
        shmem_ctx_create(0, &ctx);
        shmem_ctx_destroy(ctx);
        shmem_ctx_int_p(ctx, &word, 1, 0);
    } else if (!strcmp(mistake, "misaligned")) {
        static long words[2];
        shmem_long_atomic_inc((long *)((char *)words + 4), 0);
    } else if (!strcmp(mistake, "cmp")) {
        shmem_int_wait_until(&word, 77, 1);
    } else if (!strcmp(mistake, "free")) {
        shmem_free(block);
    } else if (!strcmp(mistake, "root")) {
        shmem_int_broadcast(SHMEM_TEAM_WORLD, &word, &word, 1, 5);
    } else if (!strcmp(mistake, "stride")) {
        shmem_int_iput(&word, &own, 1, 0, 2, 0);
    } else if (!strcmp(mistake, "signal")) {
        static uint64_t signal;
        shmem_putmem_signal(&word, &own, 4, &signal, 1, 9, 0);
    }
}

int main(int argc, char **argv)
{
    const char *mistake = argc > 1 ? argv[1] : "";
    if (!strcmp(mistake, "before")) {
        return shmem_my_pe();
    }
    shmem_init();
    if (!strcmp(mistake, "after")) {
        shmem_finalize();
        shmem_quiet();
    }
    if (shmem_my_pe() == 1) {
        err(mistake);
    }
    shmem_int_wait_until(&word, SHMEM_CMP_EQ, 1000);
    return 0;
}
