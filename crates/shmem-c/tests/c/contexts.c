/* Contexts: options, completion, those of teams, their team, sessions (1.6). */
#include "check.h"

static const long options[] = {0, SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE,
                               SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE, SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* Every PE writes to the member `to` of the context's team, which is `world` in the world; quiet completes it. */
static void exchange(shmem_ctx_t ctx, int rank, int size, const char *function)
{
    long *slots = (long *)room();
    for (int to = 0; to < size; to++) {
        const long value = (long)mix(seed_of(current_round, rank, to, 0));
        shmem_ctx_long_put_nbi(ctx, &slots[rank], &value, 1, to);
        shmem_ctx_quiet(ctx);
        /* Complete: also for what another context reads. */
        EXPECT(function, "long", (size_t)to, value, shmem_ctx_long_g(ctx, &slots[rank], to));
        shmem_ctx_long_atomic_add(ctx, &slots[size + rank], to, to);
    }
    shmem_ctx_fence(ctx);
    shmem_ctx_quiet(ctx);
}

static void created(void)
{
    shmem_ctx_t contexts[OPTIONS];
    for (int o = 0; o < OPTIONS; o++) {
        shmem_team_t team = SHMEM_TEAM_INVALID;
        EXPECT("shmem_ctx_create", "options", (size_t)options[o], 0, shmem_ctx_create(options[o], &contexts[o]));
        EXPECT_TRUE("shmem_ctx_create", contexts[o] != SHMEM_CTX_INVALID && contexts[o] != SHMEM_CTX_DEFAULT);
        for (int other = 0; other < o; other++)
            EXPECT_TRUE("shmem_ctx_create", contexts[o] != contexts[other]);
        EXPECT("shmem_ctx_get_team", "result", 0, 0, shmem_ctx_get_team(contexts[o], &team));
        EXPECT_TRUE("shmem_ctx_get_team", team == SHMEM_TEAM_WORLD);
    }
    for (int o = 0; o < OPTIONS; o++) {
        memset(room(), 0, 2 * (size_t)npes * sizeof(long));
        shmem_barrier_all();
        exchange(contexts[o], me, npes, "shmem_ctx_create");
        shmem_barrier_all();
        const long *slots = (const long *)room();
        for (int from = 0; from < npes; from++) {
            EXPECT("shmem_ctx_long_put_nbi", "long", (size_t)from, (long)mix(seed_of(current_round, from, me, 0)),
                   slots[from]);
            EXPECT("shmem_ctx_long_atomic_add", "long", (size_t)from, me, slots[npes + from]);
        }
        next_round();
    }
    for (int o = OPTIONS; o > 0; o--)
        shmem_ctx_destroy(contexts[o - 1]);
}

/* Many, again and again: nothing is used up. */
static void again(void)
{
    for (int n = 0; n < 200; n++) {
        shmem_ctx_t ctx;
        EXPECT("shmem_ctx_create", "again", (size_t)n, 0, shmem_ctx_create(options[n % OPTIONS], &ctx));
        if (n % 20 == 0)
            shmem_ctx_int_atomic_inc(ctx, (int *)room(), (me + 1) % npes);
        shmem_ctx_destroy(ctx);
    }
    shmem_barrier_all();
    next_round();
}

/* To destroy a context completes what it has begun. */
static void destroyed(void)
{
    const size_t count = 1000;
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    long *source = (long *)malloc(count * sizeof *source);
    const long *dest = (const long *)room();
    shmem_ctx_t ctx;
    EXPECT("shmem_ctx_create", "result", 0, 0, shmem_ctx_create(0, &ctx));
    for (size_t i = 0; i < count; i++)
        source[i] = (long)mix(seed_of(current_round, me, to, i));
    shmem_ctx_long_put_nbi(ctx, (long *)room(), source, count, to);
    shmem_ctx_destroy(ctx);
    free(source);
    shmem_sync_all();
    for (size_t i = 0; i < count; i++)
        EXPECT("shmem_ctx_destroy", "long", i, (long)mix(seed_of(current_round, from, me, i)), dest[i]);
    shmem_sync_all();
    next_round();
}

static void invalid(void)
{
    shmem_team_t team = SHMEM_TEAM_WORLD;
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
    EXPECT_TRUE("SHMEM_CTX_INVALID", SHMEM_CTX_INVALID != SHMEM_CTX_DEFAULT);
    EXPECT_TRUE("shmem_ctx_get_team", shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0);
    EXPECT_TRUE("shmem_ctx_get_team", team == SHMEM_TEAM_INVALID);
    EXPECT("shmem_ctx_get_team", "default", 0, 0, shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team));
    EXPECT_TRUE("shmem_ctx_get_team", team == SHMEM_TEAM_WORLD);
    EXPECT_TRUE("shmem_team_create_ctx", shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &ctx) != 0);
    EXPECT_TRUE("shmem_team_create_ctx", ctx == SHMEM_CTX_INVALID);
    shmem_ctx_destroy(SHMEM_CTX_INVALID);
    shmem_ctx_fence(SHMEM_CTX_INVALID);
    shmem_ctx_quiet(SHMEM_CTX_INVALID);
    shmem_ctx_session_start(SHMEM_CTX_INVALID, 0, NULL, 0);
}

/* Numbers of PEs are the team's: here the other way round. */
static void of_teams(void)
{
    const shmem_team_config_t config = {.num_contexts = OPTIONS};
    shmem_team_t reversed, found = SHMEM_TEAM_INVALID;
    EXPECT("shmem_team_split_strided", "result", 0, 0,
           shmem_team_split_strided(SHMEM_TEAM_WORLD, npes - 1, -1, npes, &config, SHMEM_TEAM_NUM_CONTEXTS,
                                    &reversed));
    const int rank = shmem_team_my_pe(reversed);
    for (int o = 0; o < OPTIONS; o++) {
        shmem_ctx_t ctx = SHMEM_CTX_INVALID;
        memset(room(), 0, 2 * (size_t)npes * sizeof(long));
        shmem_barrier_all();
        EXPECT("shmem_team_create_ctx", "options", (size_t)options[o], 0,
               shmem_team_create_ctx(reversed, options[o], &ctx));
        EXPECT_TRUE("shmem_team_create_ctx", ctx != SHMEM_CTX_INVALID);
        EXPECT("shmem_ctx_get_team", "result", 0, 0, shmem_ctx_get_team(ctx, &found));
        EXPECT_TRUE("shmem_ctx_get_team", found == reversed);
        exchange(ctx, rank, npes, "shmem_team_create_ctx");
        shmem_barrier_all();
        const long *slots = (const long *)room();
        for (int from = 0; from < npes; from++) {
            EXPECT("shmem_team_create_ctx", "put", (size_t)from, (long)mix(seed_of(current_round, from, rank, 0)),
                   slots[from]);
            EXPECT("shmem_team_create_ctx", "add", (size_t)from, rank, slots[npes + from]);
        }
        next_round();
        /* Those that may be shared can be left to the end of the team. */
        if (options[o] & SHMEM_CTX_PRIVATE || o == 0)
            shmem_ctx_destroy(ctx);
    }
    shmem_team_destroy(reversed);
}

/* A session changes nothing that can be seen. */
static void sessions(void)
{
    const shmem_ctx_session_config_t config = {.total_ops = 300};
    shmem_ctx_t contexts[2] = {SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID};
    EXPECT("shmem_ctx_create", "result", 0, 0, shmem_ctx_create(0, &contexts[1]));
    for (int n = 0; n < 2; n++) {
        const shmem_ctx_t ctx = contexts[n];
        long *words = (long *)room();
        memset(words, 0, 100 * sizeof *words);
        shmem_barrier_all();
        shmem_ctx_session_start(ctx, 0, NULL, 0);
        shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, &config, SHMEM_CTX_SESSION_TOTAL_OPS);
        for (int i = 0; i < 300; i++)
            shmem_ctx_long_atomic_add(ctx, &words[i % 100], i, (me + i) % npes);
        shmem_ctx_session_stop(ctx);
        shmem_ctx_session_stop(ctx);
        shmem_ctx_quiet(ctx);
        shmem_barrier_all();
        for (int i = 0; i < 100; i++) {
            long expected = 0;
            for (int pe = 0; pe < npes; pe++)
                for (int k = i; k < 300; k += 100)
                    if ((pe + k) % npes == me)
                        expected += k;
            EXPECT("shmem_ctx_session_start", "long", (size_t)i, expected, words[i]);
        }
        next_round();
    }
    shmem_ctx_destroy(contexts[1]);
}

int main(void)
{
    begin();
    created();
    again();
    destroyed();
    invalid();
    of_teams();
    sessions();
    return finish();
}
