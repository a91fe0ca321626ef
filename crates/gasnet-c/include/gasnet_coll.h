/* Collectives of GASNet-EX, beside the barrier of gasnetex.h, and those of GASNet-1. */
#ifndef FARREACH_GASNET_COLL_H
#define FARREACH_GASNET_COLL_H

#include <gasnetex.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*gex_Coll_ReduceFn_t)(const void *arg1, void *arg2_and_out, size_t count, const void *cdata);
gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, size_t nbytes, gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, gex_DT_t dt, size_t dt_sz,
                                   size_t dt_cnt, gex_OP_t op, gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);

/*
 * Collectives of GASNet-1. A process's buffers are read and written between its call and the end of its event, which is what
 * NOSYNC and MYSYNC ask for. With ALLSYNC the call waits for all processes.
 */
typedef gex_TM_t gasnet_team_handle_t;
typedef gex_Event_t gasnet_coll_handle_t;
typedef gex_Rank_t gasnet_image_t;
#define GASNET_TEAM_ALL farreach_gex_all()
#define GASNET_COLL_INVALID_HANDLE GEX_EVENT_INVALID
#define GASNET_COLL_IN_NOSYNC (1 << 0)
#define GASNET_COLL_IN_MYSYNC (1 << 1)
#define GASNET_COLL_IN_ALLSYNC (1 << 2)
#define GASNET_COLL_OUT_NOSYNC (1 << 3)
#define GASNET_COLL_OUT_MYSYNC (1 << 4)
#define GASNET_COLL_OUT_ALLSYNC (1 << 5)
/* Hints, which the library has no use for. */
#define GASNET_COLL_LOCAL (1 << 7)
#define GASNET_COLL_FIXED_THREADS_PER_NODE (1 << 9)
#define GASNET_COLL_DST_IN_SEGMENT (1 << 10)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 11)
#define GASNET_COLL_DISABLE_AUTOTUNE (1 << 18)
#define GASNET_COLL_NO_IMAGES (1 << 19)
#define FARREACH_GEX_BROADCAST 0
#define FARREACH_GEX_SCATTER 1
#define FARREACH_GEX_GATHER 2
#define FARREACH_GEX_GATHER_ALL 3
#define FARREACH_GEX_EXCHANGE 4
gex_Event_t farreach_gex_collective(int kind, gex_TM_t team, gasnet_image_t root, void *dst, const void *src, size_t nbytes, int flags);
/* Each name twice: with an event, and blocking. */
#define FARREACH_GEX_TWO(name, parameters, arguments)                                                                             \
    static inline gasnet_coll_handle_t name##_nb parameters { return farreach_gex_collective arguments; }                         \
    static inline void name parameters { gex_Event_Wait(farreach_gex_collective arguments); }
FARREACH_GEX_TWO(gasnet_coll_broadcast,
                 (gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t nbytes, int flags),
                 (FARREACH_GEX_BROADCAST, team, root, dst, src, nbytes, flags))
FARREACH_GEX_TWO(gasnet_coll_scatter,
                 (gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t nbytes, int flags),
                 (FARREACH_GEX_SCATTER, team, root, dst, src, nbytes, flags))
FARREACH_GEX_TWO(gasnet_coll_gather,
                 (gasnet_team_handle_t team, gasnet_image_t root, void *dst, void *src, size_t nbytes, int flags),
                 (FARREACH_GEX_GATHER, team, root, dst, src, nbytes, flags))
FARREACH_GEX_TWO(gasnet_coll_gather_all, (gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
                 (FARREACH_GEX_GATHER_ALL, team, 0, dst, src, nbytes, flags))
FARREACH_GEX_TWO(gasnet_coll_exchange, (gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
                 (FARREACH_GEX_EXCHANGE, team, 0, dst, src, nbytes, flags))
#define gasnet_coll_wait_sync(handle) gex_Event_Wait(handle)
#define gasnet_coll_wait_sync_some(handles, n) gex_Event_WaitSome(handles, n, 0)
#define gasnet_coll_wait_sync_all(handles, n) gex_Event_WaitAll(handles, n, 0)
#define gasnet_coll_try_sync(handle) (gasnet_AMPoll(), gex_Event_Test(handle))
#define gasnet_coll_try_sync_some(handles, n) (gasnet_AMPoll(), gex_Event_TestSome(handles, n, 0))
#define gasnet_coll_try_sync_all(handles, n) (gasnet_AMPoll(), gex_Event_TestAll(handles, n, 0))

/* The barrier that compares identifiers is over all processes. */
static inline void farreach_gex_check_all(gasnet_team_handle_t team, const char *name)
{
    if (team != GASNET_TEAM_ALL) {
        fprintf(stderr, "farreach: rank %u: %s: argument team: it is GASNET_TEAM_ALL: use gex_Coll_BarrierNB for other teams\n",
                gex_System_QueryJobRank(), name);
        gasnet_exit(1);
    }
}
static inline void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags)
{
    farreach_gex_check_all(team, "gasnet_coll_barrier_notify");
    gasnet_barrier_notify(id, flags);
}
static inline int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags)
{
    farreach_gex_check_all(team, "gasnet_coll_barrier_wait");
    return gasnet_barrier_wait(id, flags);
}
static inline int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags)
{
    farreach_gex_check_all(team, "gasnet_coll_barrier_try");
    return gasnet_barrier_try(id, flags);
}
static inline int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags)
{
    farreach_gex_check_all(team, "gasnet_coll_barrier");
    return gasnet_barrier(id, flags);
}
static inline int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id)
{
    farreach_gex_check_all(team, "gasnet_coll_barrier_result");
    return gasnet_barrier_result(id);
}

/* The runtime chooses its algorithms itself (FARREACH_COLLECTIVES), so that there is no state to load or to write. */
static inline void gasnet_coll_loadTuningState(const char *file, gasnet_team_handle_t team) { (void)file, (void)team; }
static inline void gasnet_coll_dumpTuningState(const char *file, gasnet_team_handle_t team) { (void)file, (void)team; }
static inline void gasnet_coll_dumpProfile(const char *file, gasnet_team_handle_t team) { (void)file, (void)team; }

#ifdef __cplusplus
}
#endif

#endif
