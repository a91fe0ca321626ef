/* For the programs about team-based collectives: the teams that each is tried on, in order.
 *
 * All PEs; all PEs in reverse; every other PE, of which the odd ones make one too; a row of a 2D split. Each is a member of
 * some of them.
 */
#ifndef TEAMWORK_H
#define TEAMWORK_H

#include "check.h"

enum { TEAMS = 4 };

static shmem_team_t teams[TEAMS];

static inline void make_teams(void)
{
    shmem_team_t evens, odds, column;
    teams[0] = SHMEM_TEAM_WORLD;
    EXPECT_TRUE("shmem_team_split_strided",
                shmem_team_split_strided(SHMEM_TEAM_WORLD, npes - 1, -1, npes, NULL, 0, &teams[1]) == 0);
    EXPECT_TRUE("shmem_team_split_strided",
                shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (npes + 1) / 2, NULL, 0, &evens) == 0);
    teams[2] = evens;
    if (npes > 1) {
        EXPECT_TRUE("shmem_team_split_strided",
                    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, npes / 2, NULL, 0, &odds) == 0);
        if (me % 2)
            teams[2] = odds;
    }
    EXPECT_TRUE("shmem_team_split_2d",
                shmem_team_split_2d(SHMEM_TEAM_WORLD, 3, NULL, 0, &teams[3], NULL, 0, &column) == 0);
    shmem_team_destroy(column);
}

static inline void destroy_teams(void)
{
    for (int t = 1; t < TEAMS; t++)
        shmem_team_destroy(teams[t]);
}

/* The team of this round, my number in it, its size. */
#define ON_A_TEAM \
    const shmem_team_t team = teams[current_round % TEAMS]; \
    const int rank = shmem_team_my_pe(team), size = shmem_team_n_pes(team); \
    (void)rank, (void)size

/* The seed of what a member, by its number in `team`, has for another one: no two teams have the same. */
static inline uint64_t member_seed(shmem_team_t team, int from, int to, size_t index)
{
    return seed_of(current_round, shmem_team_translate_pe(team, from, SHMEM_TEAM_WORLD), to, index);
}
#define MEMBER_VALUE(TYPE, KIND, from, to, index) MAKE_##KIND(TYPE, member_seed(team, from, to, index))

/* Calls a collective and wants 0 from it. */
#define SUCCEEDS(LABEL, CALL) \
    do { \
        const int result = (CALL); \
        EXPECT(LABEL, "result", 0, 0, result); \
    } while (0)

#endif
