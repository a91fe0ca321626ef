/*
 * GASNet-EX for C and C++, on Farreach. Names, types and rules are those of GASNet-EX 0.19. This header has the core: clients,
 * endpoints, segments, teams, active messages, one-sided access, events, barriers, locks. Beside it are gasnet_vis.h,
 * gasnet_ratomic.h, gasnet_coll.h, gasnet_mk.h, gasnet_tools.h, and gasnet.h with the names of GASNet-1.
 */
#ifndef FARREACH_GASNETEX_H
#define FARREACH_GASNETEX_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "farreach_gex_annotations.h"
#include "gasnet_fwd.h"

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) != 1
#error "define exactly one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef GASNET_SEQ
#define FARREACH_GEX_THREADS "SEQ"
#elif defined(GASNET_PAR)
#define FARREACH_GEX_THREADS "PAR"
#else
#define FARREACH_GEX_THREADS "PARSYNC"
#endif
#define GASNET_CONFIG_STRING                                                                                                      \
    "RELEASE=2025.8.0,SPEC=0.19,CONDUIT=FARREACH(FARREACH-0.1/FARREACH-0.1),THREADMODEL=" FARREACH_GEX_THREADS ",SEGMENT=FAST"

/* Hints of where a function begins and which thread runs it, which this library has no use for. */
typedef void *gasnet_threadinfo_t;
#define GASNET_BEGIN_FUNCTION() ((void)0)
#define GASNET_POST_THREADINFO(info) ((void)(info))
#define GASNET_GET_THREADINFO() ((gasnet_threadinfo_t)0)

/* The beginning of the library's objects. A program reads them by the functions below. */
struct farreach_gex_object {
    const void *cdata;
    gex_Flags_t flags;
};
struct farreach_gex_client {
    struct farreach_gex_object object;
    const char *name;
};
struct farreach_gex_segment {
    struct farreach_gex_object object;
    gex_Client_t client;
    void *addr;
    uintptr_t size;
};
struct farreach_gex_ep {
    struct farreach_gex_object object;
    gex_Client_t client;
    gex_Segment_t segment;
    gex_EP_Index_t index;
};
struct farreach_gex_tm {
    struct farreach_gex_object object;
    gex_Rank_t rank, size;
    gex_EP_t ep;
};
#define FARREACH_GEX_OBJECT(Kind)                                                                                                 \
    static inline gex_Flags_t gex_##Kind##_QueryFlags(gex_##Kind##_t object) { return object->object.flags; }                            \
    static inline void gex_##Kind##_SetCData(gex_##Kind##_t object, const void *value) { object->object.cdata = value; }                 \
    static inline void *gex_##Kind##_QueryCData(gex_##Kind##_t object) { return (void *)object->object.cdata; }
FARREACH_GEX_OBJECT(Client)
FARREACH_GEX_OBJECT(EP)
FARREACH_GEX_OBJECT(Segment)
FARREACH_GEX_OBJECT(TM)

/* The process, its client and its endpoint. */
const char *gasnet_ErrorName(int code);
const char *gasnet_ErrorDesc(int code);
int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc, char ***argv,
                    gex_Flags_t flags);
void gasnet_exit(int exitcode) __attribute__((noreturn));
gex_Rank_t gex_System_QueryJobRank(void);
gex_Rank_t gex_System_QueryJobSize(void);
int gex_System_GetVerboseErrors(void);
void gex_System_SetVerboseErrors(int enable);
int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p, const gex_ProgressThreadInfo_t **info_p,
                                    gex_Flags_t flags);
void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size_p, gex_Rank_t *nbrhd_set_rank_p, gex_Rank_t *host_set_size_p,
                                gex_Rank_t *host_set_rank_p);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries);
int gasnet_set_waitmode(int wait_mode);
static inline char *gasnet_getenv(const char *name) { return getenv(name); }
static inline int gex_System_QueryHiddenAMConcurrencyLevel(void) { return GASNET_HIDDEN_AM_CONCURRENCY_LEVEL; }
#ifdef GASNET_SEQ
static inline uint64_t gex_System_QueryMaxThreads(void) { return 1; }
#else
/* The library has no limit. Programs size arrays by this number. */
static inline uint64_t gex_System_QueryMaxThreads(void) { return 256; }
#endif
static inline const char *gex_Client_QueryName(gex_Client_t client) { return client->name; }
static inline gex_Client_t gex_EP_QueryClient(gex_EP_t ep) { return ep->client; }
static inline gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep) { return ep->segment; }
static inline gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep) { return ep->index; }
int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);
int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities, gex_Flags_t flags);
void gex_EP_Destroy(gex_EP_t ep, gex_Flags_t flags);
int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags);
int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags);

/* Segments. */
uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries);
int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t size);
int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address, uintptr_t length, gex_MK_t kind,
                       gex_Flags_t flags);
void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags);
static inline gex_Client_t gex_Segment_QueryClient(gex_Segment_t segment) { return segment->client; }
static inline void *gex_Segment_QueryAddr(gex_Segment_t segment) { return segment->addr; }
static inline uintptr_t gex_Segment_QuerySize(gex_Segment_t segment) { return segment->size; }
gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p,
                                       gex_Flags_t flags);
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p);

/* Teams. */
static inline gex_Rank_t gex_TM_QueryRank(gex_TM_t tm) { return tm->rank; }
static inline gex_Rank_t gex_TM_QuerySize(gex_TM_t tm) { return tm->size; }
static inline gex_EP_t gex_TM_QueryEP(gex_TM_t tm) { return tm->ep; }
static inline gex_Client_t gex_TM_QueryClient(gex_TM_t tm) { return tm->ep->client; }
gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank);
gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank);
static inline gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags)
{
    gex_EP_Location_t location = {gex_TM_TranslateRankToJobrank(tm, rank), 0};
    return (void)flags, location;
}
size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent_tm, int color, int key, void *scratch_addr, size_t scratch_size,
                    gex_Flags_t flags);
size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent_tm, gex_EP_Location_t *args, size_t numargs,
                     gex_Addr_t *scratch_addrs, size_t scratch_size, gex_Flags_t flags);
int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags);
/* A pair is an odd number, which is the address of no team. */
static inline gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index)
{
    return (void)local_ep, (gex_TM_t)((uintptr_t)remote_ep_index << 8 | 1);
}

/* The objects of the client, as those who use GASNet-1 beside GASNet-EX ask for them. Any place may be NULL. */
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p, gex_Segment_t *segment_p);
static inline gex_TM_t farreach_gex_all(void)
{
    gex_TM_t tm;
    gasnet_QueryGexObjects(NULL, NULL, &tm, NULL);
    return tm;
}

/* Active messages: the limits, the token, and progress. farreach_gex_messages.h has the messages. */
#define FARREACH_GEX_MEDIUM_MAX ((size_t)16384)
#define FARREACH_GEX_LONG_MAX ((size_t)0x7fffffff)
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);
int gasnet_AMPoll(void);
void farreach_gex_pause(void);
static inline unsigned int gex_AM_MaxArgs(void) { return 16; }
static inline size_t gex_AM_LUBRequestMedium(void) { return FARREACH_GEX_MEDIUM_MAX; }
static inline size_t gex_AM_LUBReplyMedium(void) { return FARREACH_GEX_MEDIUM_MAX; }
static inline size_t gex_AM_LUBRequestLong(void) { return FARREACH_GEX_LONG_MAX; }
static inline size_t gex_AM_LUBReplyLong(void) { return FARREACH_GEX_LONG_MAX; }
/* The library's buffer of a prepared long message is as long as that of a medium one. */
#define FARREACH_GEX_LONG_LIMIT(flags) ((flags) & GEX_FLAG_AM_PREPARE_LEAST_ALLOC ? FARREACH_GEX_MEDIUM_MAX : FARREACH_GEX_LONG_MAX)
#define FARREACH_GEX_LIMIT(Name, limit)                                                                                           \
    static inline size_t gex_AM_##Name(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags,          \
                                       unsigned int numargs)                                                                      \
    {                                                                                                                             \
        return (void)tm, (void)other_rank, (void)lc_opt, (void)flags, (void)numargs, limit;                                       \
    }
FARREACH_GEX_LIMIT(MaxRequestMedium, FARREACH_GEX_MEDIUM_MAX)
FARREACH_GEX_LIMIT(MaxReplyMedium, FARREACH_GEX_MEDIUM_MAX)
FARREACH_GEX_LIMIT(MaxRequestLong, FARREACH_GEX_LONG_LIMIT(flags))
FARREACH_GEX_LIMIT(MaxReplyLong, FARREACH_GEX_LONG_LIMIT(flags))
static inline size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
    return (void)token, gex_AM_MaxReplyMedium(GEX_TM_INVALID, 0, lc_opt, flags, numargs);
}
static inline size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs)
{
    return (void)token, gex_AM_MaxReplyLong(GEX_TM_INVALID, 0, lc_opt, flags, numargs);
}
#define GASNET_BLOCKUNTIL(condition)                                                                                              \
    do {                                                                                                                          \
        while (!(condition))                                                                                                      \
            farreach_gex_pause();                                                                                                 \
        __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                                                  \
    } while (0)

/* One-sided access. */
int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);
gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt,
                          gex_Flags_t flags);
gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt,
                   gex_Flags_t flags);
int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags);
gex_Event_t farreach_gex_fill(gex_TM_t tm, gex_Rank_t rank, void *dest, int value, size_t nbytes);
gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags);

/* Events. */
int gex_Event_Test(gex_Event_t event);
void gex_Event_Wait(gex_Event_t event);
int gex_Event_TestAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
int gex_Event_TestSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t event_category);
int gex_NBI_Test(gex_EC_t event_mask, gex_Flags_t flags);
void gex_NBI_Wait(gex_EC_t event_mask, gex_Flags_t flags);
void gex_NBI_BeginAccessRegion(gex_Flags_t flags);
gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags);
int farreach_gex_implicit(gex_Event_t event);

/* Barriers. That of GASNet-1 is over all ranks, which give an identifier. */
#define GASNET_BARRIERFLAG_ANONYMOUS 1
#define GASNET_BARRIERFLAG_MISMATCH 2
#define GASNET_BARRIERFLAG_UNNAMED 9
void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);
int gasnet_barrier_result(int *id);
static inline int gasnet_barrier(int id, int flags)
{
    gasnet_barrier_notify(id, flags);
    return gasnet_barrier_wait(id, flags);
}
gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags);
static inline void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags) { gex_Event_Wait(gex_Coll_BarrierNB(tm, flags)); }

/* Locks that handlers may hold. Handlers run inside calls of the library, which holders must not make. */
typedef struct {
    pthread_mutex_t farreach_mutex;
} gex_HSL_t;
#define GEX_HSL_INITIALIZER { PTHREAD_MUTEX_INITIALIZER }
static inline void gex_HSL_Init(gex_HSL_t *hsl) { pthread_mutex_init(&hsl->farreach_mutex, NULL); }
static inline void gex_HSL_Destroy(gex_HSL_t *hsl) { pthread_mutex_destroy(&hsl->farreach_mutex); }
static inline void gex_HSL_Lock(gex_HSL_t *hsl) { pthread_mutex_lock(&hsl->farreach_mutex); }
static inline void gex_HSL_Unlock(gex_HSL_t *hsl) { pthread_mutex_unlock(&hsl->farreach_mutex); }
static inline int gex_HSL_Trylock(gex_HSL_t *hsl)
{
    return pthread_mutex_trylock(&hsl->farreach_mutex) == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

#ifdef __cplusplus
}
#endif

#include "farreach_gex_messages.h"

/* gasnet_tools.h may have come first. */
#ifdef FARREACH_GASNET_TOOLS_H
#include "farreach_gex_formats.h"
#endif

#endif
