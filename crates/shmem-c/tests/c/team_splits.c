/* Teams: the predefined ones, splits by stride and in two dimensions, splits of splits, translation, configuration,
 * synchronisation, pointers, ends.
 */
#include "check.h"

/* Translates everything both ways, and says hello by numbers of the team. */
static void expect_members(const char *function, shmem_team_t team, const int *members, int size)
{
    int rank = -1;
    for (int i = 0; i < size; i++)
        if (members[i] == me)
            rank = i;
    EXPECT(function, "shmem_team_my_pe", 0, rank, shmem_team_my_pe(team));
    if (rank < 0) {
        EXPECT_TRUE(function, team == SHMEM_TEAM_INVALID);
        EXPECT(function, "shmem_team_n_pes", 0, -1, shmem_team_n_pes(team));
        EXPECT(function, "shmem_team_translate_pe", 0, -1, shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD));
        EXPECT(function, "shmem_team_translate_pe", 0, -1, shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, team));
        return;
    }
    EXPECT(function, "shmem_team_n_pes", 0, size, shmem_team_n_pes(team));
    for (int i = 0; i < size; i++) {
        EXPECT(function, "to the world", (size_t)i, members[i], shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD));
        EXPECT(function, "from the world", (size_t)i, i, shmem_team_translate_pe(SHMEM_TEAM_WORLD, members[i], team));
        EXPECT(function, "to itself", (size_t)i, i, shmem_team_translate_pe(team, i, team));
    }
    for (int pe = 0; pe < npes; pe++) {
        int expected = -1;
        for (int i = 0; i < size; i++)
            if (members[i] == pe)
                expected = i;
        EXPECT(function, "of all PEs", (size_t)pe, expected, shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, team));
    }
    EXPECT(function, "beyond", 0, -1, shmem_team_translate_pe(team, size, SHMEM_TEAM_WORLD));
    EXPECT(function, "below", 0, -1, shmem_team_translate_pe(team, -1, SHMEM_TEAM_WORLD));
    /* A collective finds the same members in the same order. */
    int *source = (int *)room(), *dest = source + 1;
    *source = me;
    shmem_team_sync(team);
    EXPECT(function, "shmem_int_fcollect", 0, 0, shmem_int_fcollect(team, dest, source, 1));
    for (int i = 0; i < size; i++)
        EXPECT(function, "member", (size_t)i, members[i], dest[i]);
}

static void split_strided(shmem_team_t parent, const int *members, int size, int start, int stride, int count)
{
    int expected[64];
    shmem_team_t team = SHMEM_TEAM_WORLD;
    for (int i = 0; i < count; i++)
        expected[i] = members[start + i * stride];
    EXPECT("shmem_team_split_strided", "result", 0, 0,
           shmem_team_split_strided(parent, start, stride, count, NULL, 0, &team));
    expect_members("shmem_team_split_strided", team, expected, count);
    /* The parent is still of use, a child too. */
    expect_members("shmem_team_split_strided", parent, members, size);
    if (team != SHMEM_TEAM_INVALID && count > 1) {
        int last[64];
        shmem_team_t child = SHMEM_TEAM_INVALID;
        for (int i = 1; i < count; i++)
            last[i - 1] = expected[i];
        EXPECT("shmem_team_split_strided", "result", 0, 0,
               shmem_team_split_strided(team, 1, 1, count - 1, NULL, 0, &child));
        expect_members("shmem_team_split_strided of a split", child, last, count - 1);
        shmem_team_destroy(child);
    }
    shmem_team_destroy(team);
    shmem_sync_all();
}

static void splits(void)
{
    int world[64];
    for (int pe = 0; pe < npes; pe++)
        world[pe] = pe;
    expect_members("SHMEM_TEAM_WORLD", SHMEM_TEAM_WORLD, world, npes);
    split_strided(SHMEM_TEAM_WORLD, world, npes, 0, 1, npes);
    split_strided(SHMEM_TEAM_WORLD, world, npes, npes - 1, 0, 1);
    split_strided(SHMEM_TEAM_WORLD, world, npes, 0, 2, (npes + 1) / 2);
    split_strided(SHMEM_TEAM_WORLD, world, npes, npes - 1, -1, npes);
    split_strided(SHMEM_TEAM_WORLD, world, npes, npes - 1, -2, (npes + 1) / 2);
    if (npes > 1) {
        split_strided(SHMEM_TEAM_WORLD, world, npes, 1, 1, npes - 1);
        split_strided(SHMEM_TEAM_WORLD, world, npes, 0, npes - 1, 2);
    }
    if (npes > 4)
        split_strided(SHMEM_TEAM_WORLD, world, npes, 1, 3, 2);
}

/* Rows of `xrange`, columns across them; the last row may be shorter. */
static void split_2d(int xrange)
{
    const int width = xrange < npes ? xrange : npes;
    const int x = me % width, y = me / width;
    int row[64], column[64], in_row = 0, in_column = 0;
    shmem_team_t xteam = SHMEM_TEAM_WORLD, yteam = SHMEM_TEAM_WORLD;
    for (int pe = 0; pe < npes; pe++) {
        if (pe / width == y)
            row[in_row++] = pe;
        if (pe % width == x)
            column[in_column++] = pe;
    }
    EXPECT("shmem_team_split_2d", "result", (size_t)xrange, 0,
           shmem_team_split_2d(SHMEM_TEAM_WORLD, xrange, NULL, 0, &xteam, NULL, 0, &yteam));
    EXPECT("shmem_team_split_2d", "x", (size_t)xrange, x, shmem_team_my_pe(xteam));
    EXPECT("shmem_team_split_2d", "y", (size_t)xrange, y, shmem_team_my_pe(yteam));
    expect_members("shmem_team_split_2d: the x axis", xteam, row, in_row);
    expect_members("shmem_team_split_2d: the y axis", yteam, column, in_column);
    /* From one to the other there is but one. */
    for (int i = 0; i < in_row; i++)
        EXPECT("shmem_team_translate_pe", "between axes", (size_t)i, i == x ? y : -1,
               shmem_team_translate_pe(xteam, i, yteam));
    shmem_team_destroy(xteam);
    shmem_team_destroy(yteam);
    shmem_sync_all();
}

static void shared(void)
{
    const int size = shmem_team_n_pes(SHMEM_TEAM_SHARED);
    int members[64];
    EXPECT_TRUE("SHMEM_TEAM_SHARED", size >= 1 && size <= npes);
    for (int i = 0; i < size; i++) {
        members[i] = shmem_team_translate_pe(SHMEM_TEAM_SHARED, i, SHMEM_TEAM_WORLD);
        EXPECT_TRUE("SHMEM_TEAM_SHARED", shmem_ptr(room(), members[i]) != NULL);
        EXPECT_TRUE("shmem_team_ptr", shmem_team_ptr(SHMEM_TEAM_SHARED, room(), i) == shmem_ptr(room(), members[i]));
    }
    expect_members("SHMEM_TEAM_SHARED", SHMEM_TEAM_SHARED, members, size);
    shmem_sync_all();
}

static void configuration(void)
{
    const shmem_team_config_t wanted = {.num_contexts = 3};
    shmem_team_config_t found = {.num_contexts = -1};
    shmem_team_t team;
    EXPECT("shmem_team_split_strided", "result", 0, 0,
           shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, &wanted, SHMEM_TEAM_NUM_CONTEXTS, &team));
    EXPECT("shmem_team_get_config", "result", 0, 0, shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &found));
    EXPECT("shmem_team_get_config", "num_contexts", 0, 3, found.num_contexts);
    EXPECT("shmem_team_get_config", "nothing asked for", 0, 0, shmem_team_get_config(team, 0, NULL));
    EXPECT_TRUE("shmem_team_get_config",
                shmem_team_get_config(SHMEM_TEAM_INVALID, SHMEM_TEAM_NUM_CONTEXTS, &found) != 0);
    shmem_team_destroy(team);
    /* What the mask doesn't name is as if it weren't there. */
    EXPECT("shmem_team_split_strided", "result", 0, 0,
           shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, &wanted, 0, &team));
    EXPECT("shmem_team_get_config", "result", 0, 0, shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &found));
    EXPECT("shmem_team_get_config", "num_contexts by default", 0, 0, found.num_contexts);
    shmem_team_destroy(team);
}

static void refused(void)
{
    shmem_team_t team = SHMEM_TEAM_WORLD, other = SHMEM_TEAM_WORLD;
    EXPECT("shmem_team_my_pe", "invalid", 0, -1, shmem_team_my_pe(SHMEM_TEAM_INVALID));
    EXPECT("shmem_team_n_pes", "invalid", 0, -1, shmem_team_n_pes(SHMEM_TEAM_INVALID));
    EXPECT_TRUE("shmem_team_ptr", shmem_team_ptr(SHMEM_TEAM_INVALID, room(), 0) == NULL);
    EXPECT_TRUE("shmem_team_split_strided",
                shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &team) != 0);
    EXPECT_TRUE("shmem_team_split_strided", team == SHMEM_TEAM_INVALID);
    team = SHMEM_TEAM_WORLD;
    EXPECT_TRUE("shmem_team_split_2d",
                shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &team, NULL, 0, &other) != 0);
    EXPECT_TRUE("shmem_team_split_2d", team == SHMEM_TEAM_INVALID && other == SHMEM_TEAM_INVALID);
    /* Beyond the parent: refused on all PEs, and nothing is broken. */
    team = SHMEM_TEAM_WORLD;
    EXPECT_TRUE("shmem_team_split_strided",
                shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes + 1, NULL, 0, &team) != 0);
    EXPECT_TRUE("shmem_team_split_strided", team == SHMEM_TEAM_INVALID);
    team = SHMEM_TEAM_WORLD;
    EXPECT_TRUE("shmem_team_split_strided",
                shmem_team_split_strided(SHMEM_TEAM_WORLD, npes, 1, 1, NULL, 0, &team) != 0);
    EXPECT_TRUE("shmem_team_split_strided", team == SHMEM_TEAM_INVALID);
    shmem_team_destroy(SHMEM_TEAM_INVALID);
    shmem_sync_all();
}

/* Nobody is through before all have come; many times, and on two teams that overlap. */
static void synchronised(void)
{
    shmem_team_t team;
    int *arrived = (int *)room();
    EXPECT("shmem_team_split_strided", "result", 0, 0,
           shmem_team_split_strided(SHMEM_TEAM_WORLD, npes - 1, -1, npes, NULL, 0, &team));
    *arrived = 0;
    shmem_barrier_all();
    for (int repeat = 1; repeat <= 20; repeat++) {
        shmem_int_atomic_inc(arrived, 0);
        shmem_quiet();
        if (repeat % 3 == 0)
            shmem_sync_all();
        else
            EXPECT("shmem_team_sync", "result", 0, 0,
                   shmem_team_sync(repeat % 3 == 1 ? team : SHMEM_TEAM_WORLD));
        EXPECT_TRUE("shmem_team_sync", shmem_int_atomic_fetch(arrived, 0) >= repeat * npes);
    }
#if HAVE_GENERIC
    EXPECT("generic shmem_sync", "result", 0, 0, shmem_sync(team));
#endif
    shmem_team_destroy(team);
    shmem_barrier_all();
    next_round();
}

/* Teams come and go: nothing is used up. */
static void again(void)
{
    for (int n = 0; n < 60; n++) {
        shmem_team_t team;
        EXPECT("shmem_team_split_strided", "again", (size_t)n, 0,
               shmem_team_split_strided(SHMEM_TEAM_WORLD, n % npes, 1, npes - n % npes, NULL, 0, &team));
        if (team != SHMEM_TEAM_INVALID)
            shmem_team_sync(team);
        shmem_team_destroy(team);
    }
}

int main(void)
{
    begin();
    splits();
    for (int xrange = 1; xrange <= npes + 1; xrange++)
        split_2d(xrange);
    shared();
    configuration();
    refused();
    synchronised();
    again();
    return finish();
}
