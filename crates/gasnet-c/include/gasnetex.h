/*
 * GASNet-EX's core for C, on Farreach: clients, handlers, active messages with a fixed payload, segments, one-sided access, events
 * and the barrier. Names, types and rules are those of GASNet-EX 0.19. Not here: negotiated payload, vector-indexed-strided
 * access, remote atomics, teams beside the one of all ranks, collectives beside the barrier, memory kinds.
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
#include <unistd.h>

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) != 1
#error "define exactly one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0
#define GEX_SPEC_VERSION_MAJOR 0
#define GEX_SPEC_VERSION_MINOR 19
#define GASNET_CONDUIT_FARREACH 1
#define GASNET_CONDUIT_NAME FARREACH
#define GASNET_CONDUIT_NAME_STR "FARREACH"
#define GASNET_NDEBUG 1
#define GASNET_SEGMENT_FAST 1
#define GASNET_PSHM 1
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PAGESIZE 4096
#define GASNET_MAXEPS 1
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0
#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_IS_LONG 1
#define SIZEOF_GEX_RMA_VALUE_T 8

typedef uint32_t gex_Rank_t;
typedef uint16_t gex_EP_Index_t;
typedef uint32_t gex_Flags_t, gex_EP_Capabilities_t;
typedef unsigned int gex_EC_t, gex_TI_t;
typedef struct farreach_gex_client *gex_Client_t;
typedef struct farreach_gex_ep *gex_EP_t;
typedef struct farreach_gex_tm *gex_TM_t;
typedef struct farreach_gex_segment *gex_Segment_t;
typedef struct farreach_gex_token *gex_Token_t;
typedef struct farreach_gex_event *gex_Event_t;
typedef void *gex_Addr_t;
typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef void (*gex_AM_Fn_t)();
typedef uint64_t gex_RMA_Value_t;
typedef struct {
    gex_AM_Index_t gex_index;
    gex_AM_Fn_t gex_fnptr;
    gex_Flags_t gex_flags;
    unsigned int gex_nargs;
    const void *gex_cdata;
    const char *gex_name;
} gex_AM_Entry_t;
typedef struct {
    gex_Rank_t gex_srcrank;
    gex_EP_t gex_ep;
    const gex_AM_Entry_t *gex_entry;
    int gex_is_req;
    int gex_is_long;
} gex_Token_Info_t;
typedef const struct {
    gex_Rank_t gex_jobrank;
} gex_RankInfo_t;

#define GEX_RANK_INVALID (~(gex_Rank_t)0)
#define GEX_CLIENT_INVALID ((gex_Client_t)0)
#define GEX_EP_INVALID ((gex_EP_t)0)
#define GEX_TM_INVALID ((gex_TM_t)0)
#define GEX_SEGMENT_INVALID ((gex_Segment_t)0)
#define GEX_EVENT_INVALID ((gex_Event_t)0)
#define GEX_EVENT_NO_OP ((gex_Event_t)1)
#define GEX_EVENT_NOW ((gex_Event_t *)1)
#define GEX_EVENT_DEFER ((gex_Event_t *)2)
#define GEX_EVENT_GROUP ((gex_Event_t *)3)
#define GEX_EC_LC 2u
#define GEX_EC_AM 2u
#define GEX_EC_PUT 3u
#define GEX_EC_GET 4u
#define GEX_EC_RMW 8u
#define GEX_EC_ALL (~0u)
#define GEX_TI_SRCRANK 1u
#define GEX_TI_ENTRY 2u
#define GEX_TI_IS_REQ 4u
#define GEX_TI_IS_LONG 8u
#define GEX_TI_EP 16u
#define GEX_TI_ALL 31u
#define GEX_FLAG_IMMEDIATE 1u
#define GEX_FLAG_AM_SHORT 1u
#define GEX_FLAG_AM_MEDIUM 2u
#define GEX_FLAG_AM_LONG 4u
#define GEX_FLAG_AM_MEDLONG (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_LONG)
#define GEX_FLAG_AM_REQUEST 8u
#define GEX_FLAG_AM_REPLY 16u
#define GEX_FLAG_AM_REQREP (GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_REPLY)
#define GEX_AM_INDEX_BASE 128

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_RESOURCE 10002
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_BARRIER_MISMATCH 10005

const char *gasnet_ErrorName(int code);
const char *gasnet_ErrorDesc(int code);

int gex_Client_Init(gex_Client_t *client, gex_EP_t *ep, gex_TM_t *tm, const char *name, int *argc, char ***argv, gex_Flags_t flags);
void gasnet_exit(int code) __attribute__((noreturn));
gex_Rank_t gex_System_QueryJobRank(void);
gex_Rank_t gex_System_QueryJobSize(void);
void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info, gex_Rank_t *count, gex_Rank_t *mine);
void gex_System_QueryHostInfo(gex_RankInfo_t **info, gex_Rank_t *count, gex_Rank_t *mine);
void gex_System_QueryMyPosition(gex_Rank_t *nbrhds, gex_Rank_t *nbrhd, gex_Rank_t *hosts, gex_Rank_t *host);

gex_Rank_t gex_TM_QueryRank(gex_TM_t tm);
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm);
gex_Client_t gex_TM_QueryClient(gex_TM_t tm);
gex_EP_t gex_TM_QueryEP(gex_TM_t tm);
gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank);
gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t rank);
gex_Client_t gex_EP_QueryClient(gex_EP_t ep);
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep);

int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t count);

uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
int gex_Segment_Attach(gex_Segment_t *segment, gex_TM_t tm, uintptr_t size);
void *gex_Segment_QueryAddr(gex_Segment_t segment);
uintptr_t gex_Segment_QuerySize(gex_Segment_t segment);
gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owner, void **local, uintptr_t *size, gex_Flags_t flags);
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owner, void **local, uintptr_t *size);

unsigned int gex_AM_MaxArgs(void);
size_t gex_AM_LUBRequestMedium(void);
size_t gex_AM_LUBReplyMedium(void);
size_t gex_AM_LUBRequestLong(void);
size_t gex_AM_LUBReplyLong(void);
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc, gex_Flags_t flags, unsigned int count);
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);
int gasnet_AMPoll(void);
void farreach_gex_pause(void);
#define GASNET_BLOCKUNTIL(condition)                                                                                              \
    do {                                                                                                                          \
        while (!(condition))                                                                                                      \
            farreach_gex_pause();                                                                                                 \
    } while (0)

/* The words of a message: its flags, then its arguments. */
int farreach_gex_request_short(gex_TM_t, gex_Rank_t, gex_AM_Index_t, size_t count, const gex_AM_Arg_t *words);
int farreach_gex_request_medium(gex_TM_t, gex_Rank_t, gex_AM_Index_t, const void *, size_t, gex_Event_t *, size_t count,
                                const gex_AM_Arg_t *words);
int farreach_gex_request_long(gex_TM_t, gex_Rank_t, gex_AM_Index_t, const void *, size_t, void *, gex_Event_t *, size_t count,
                              const gex_AM_Arg_t *words);
int farreach_gex_reply_short(gex_Token_t, gex_AM_Index_t, size_t count, const gex_AM_Arg_t *words);
int farreach_gex_reply_medium(gex_Token_t, gex_AM_Index_t, const void *, size_t, gex_Event_t *, size_t count,
                              const gex_AM_Arg_t *words);
int farreach_gex_reply_long(gex_Token_t, gex_AM_Index_t, const void *, size_t, void *, gex_Event_t *, size_t count,
                            const gex_AM_Arg_t *words);
#define FARREACH_GEX_WORDS(...)                                                                                                   \
    sizeof((const gex_AM_Arg_t[]){__VA_ARGS__}) / sizeof(gex_AM_Arg_t), (const gex_AM_Arg_t[]) { __VA_ARGS__ }
#define gex_AM_RequestShort(tm, rank, handler, ...) farreach_gex_request_short(tm, rank, handler, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_RequestMedium(tm, rank, handler, source, bytes, lc, ...)                                                           \
    farreach_gex_request_medium(tm, rank, handler, source, bytes, lc, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_RequestLong(tm, rank, handler, source, bytes, dest, lc, ...)                                                       \
    farreach_gex_request_long(tm, rank, handler, source, bytes, dest, lc, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_ReplyShort(token, handler, ...) farreach_gex_reply_short(token, handler, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_ReplyMedium(token, handler, source, bytes, lc, ...)                                                                \
    farreach_gex_reply_medium(token, handler, source, bytes, lc, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_ReplyLong(token, handler, source, bytes, dest, lc, ...)                                                            \
    farreach_gex_reply_long(token, handler, source, bytes, dest, lc, FARREACH_GEX_WORDS(__VA_ARGS__))
#define gex_AM_RequestShort0 gex_AM_RequestShort
#define gex_AM_RequestShort1 gex_AM_RequestShort
#define gex_AM_RequestShort2 gex_AM_RequestShort
#define gex_AM_RequestShort3 gex_AM_RequestShort
#define gex_AM_RequestShort4 gex_AM_RequestShort
#define gex_AM_RequestShort5 gex_AM_RequestShort
#define gex_AM_RequestShort6 gex_AM_RequestShort
#define gex_AM_RequestShort7 gex_AM_RequestShort
#define gex_AM_RequestShort8 gex_AM_RequestShort
#define gex_AM_RequestShort9 gex_AM_RequestShort
#define gex_AM_RequestShort10 gex_AM_RequestShort
#define gex_AM_RequestShort11 gex_AM_RequestShort
#define gex_AM_RequestShort12 gex_AM_RequestShort
#define gex_AM_RequestShort13 gex_AM_RequestShort
#define gex_AM_RequestShort14 gex_AM_RequestShort
#define gex_AM_RequestShort15 gex_AM_RequestShort
#define gex_AM_RequestShort16 gex_AM_RequestShort
#define gex_AM_RequestMedium0 gex_AM_RequestMedium
#define gex_AM_RequestMedium1 gex_AM_RequestMedium
#define gex_AM_RequestMedium2 gex_AM_RequestMedium
#define gex_AM_RequestMedium3 gex_AM_RequestMedium
#define gex_AM_RequestMedium4 gex_AM_RequestMedium
#define gex_AM_RequestMedium5 gex_AM_RequestMedium
#define gex_AM_RequestMedium6 gex_AM_RequestMedium
#define gex_AM_RequestMedium7 gex_AM_RequestMedium
#define gex_AM_RequestMedium8 gex_AM_RequestMedium
#define gex_AM_RequestMedium9 gex_AM_RequestMedium
#define gex_AM_RequestMedium10 gex_AM_RequestMedium
#define gex_AM_RequestMedium11 gex_AM_RequestMedium
#define gex_AM_RequestMedium12 gex_AM_RequestMedium
#define gex_AM_RequestMedium13 gex_AM_RequestMedium
#define gex_AM_RequestMedium14 gex_AM_RequestMedium
#define gex_AM_RequestMedium15 gex_AM_RequestMedium
#define gex_AM_RequestMedium16 gex_AM_RequestMedium
#define gex_AM_RequestLong0 gex_AM_RequestLong
#define gex_AM_RequestLong1 gex_AM_RequestLong
#define gex_AM_RequestLong2 gex_AM_RequestLong
#define gex_AM_RequestLong3 gex_AM_RequestLong
#define gex_AM_RequestLong4 gex_AM_RequestLong
#define gex_AM_RequestLong5 gex_AM_RequestLong
#define gex_AM_RequestLong6 gex_AM_RequestLong
#define gex_AM_RequestLong7 gex_AM_RequestLong
#define gex_AM_RequestLong8 gex_AM_RequestLong
#define gex_AM_RequestLong9 gex_AM_RequestLong
#define gex_AM_RequestLong10 gex_AM_RequestLong
#define gex_AM_RequestLong11 gex_AM_RequestLong
#define gex_AM_RequestLong12 gex_AM_RequestLong
#define gex_AM_RequestLong13 gex_AM_RequestLong
#define gex_AM_RequestLong14 gex_AM_RequestLong
#define gex_AM_RequestLong15 gex_AM_RequestLong
#define gex_AM_RequestLong16 gex_AM_RequestLong
#define gex_AM_ReplyShort0 gex_AM_ReplyShort
#define gex_AM_ReplyShort1 gex_AM_ReplyShort
#define gex_AM_ReplyShort2 gex_AM_ReplyShort
#define gex_AM_ReplyShort3 gex_AM_ReplyShort
#define gex_AM_ReplyShort4 gex_AM_ReplyShort
#define gex_AM_ReplyShort5 gex_AM_ReplyShort
#define gex_AM_ReplyShort6 gex_AM_ReplyShort
#define gex_AM_ReplyShort7 gex_AM_ReplyShort
#define gex_AM_ReplyShort8 gex_AM_ReplyShort
#define gex_AM_ReplyShort9 gex_AM_ReplyShort
#define gex_AM_ReplyShort10 gex_AM_ReplyShort
#define gex_AM_ReplyShort11 gex_AM_ReplyShort
#define gex_AM_ReplyShort12 gex_AM_ReplyShort
#define gex_AM_ReplyShort13 gex_AM_ReplyShort
#define gex_AM_ReplyShort14 gex_AM_ReplyShort
#define gex_AM_ReplyShort15 gex_AM_ReplyShort
#define gex_AM_ReplyShort16 gex_AM_ReplyShort
#define gex_AM_ReplyMedium0 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium1 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium2 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium3 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium4 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium5 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium6 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium7 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium8 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium9 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium10 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium11 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium12 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium13 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium14 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium15 gex_AM_ReplyMedium
#define gex_AM_ReplyMedium16 gex_AM_ReplyMedium
#define gex_AM_ReplyLong0 gex_AM_ReplyLong
#define gex_AM_ReplyLong1 gex_AM_ReplyLong
#define gex_AM_ReplyLong2 gex_AM_ReplyLong
#define gex_AM_ReplyLong3 gex_AM_ReplyLong
#define gex_AM_ReplyLong4 gex_AM_ReplyLong
#define gex_AM_ReplyLong5 gex_AM_ReplyLong
#define gex_AM_ReplyLong6 gex_AM_ReplyLong
#define gex_AM_ReplyLong7 gex_AM_ReplyLong
#define gex_AM_ReplyLong8 gex_AM_ReplyLong
#define gex_AM_ReplyLong9 gex_AM_ReplyLong
#define gex_AM_ReplyLong10 gex_AM_ReplyLong
#define gex_AM_ReplyLong11 gex_AM_ReplyLong
#define gex_AM_ReplyLong12 gex_AM_ReplyLong
#define gex_AM_ReplyLong13 gex_AM_ReplyLong
#define gex_AM_ReplyLong14 gex_AM_ReplyLong
#define gex_AM_ReplyLong15 gex_AM_ReplyLong
#define gex_AM_ReplyLong16 gex_AM_ReplyLong

int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *source, size_t bytes, gex_Flags_t flags);
int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, void *source, size_t bytes, gex_Flags_t flags);
gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *source, size_t bytes, gex_Event_t *lc, gex_Flags_t flags);
gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, void *source, size_t bytes, gex_Flags_t flags);
int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *source, size_t bytes, gex_Event_t *lc, gex_Flags_t flags);
int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, void *source, size_t bytes, gex_Flags_t flags);
int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t bytes, gex_Flags_t flags);
int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t bytes, gex_Flags_t flags);
gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t bytes, gex_Flags_t flags);
gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *source, size_t bytes, gex_Flags_t flags);

int gex_Event_Test(gex_Event_t event);
void gex_Event_Wait(gex_Event_t event);
int gex_Event_TestAll(gex_Event_t *events, size_t count, gex_Flags_t flags);
void gex_Event_WaitAll(gex_Event_t *events, size_t count, gex_Flags_t flags);
int gex_Event_TestSome(gex_Event_t *events, size_t count, gex_Flags_t flags);
void gex_Event_WaitSome(gex_Event_t *events, size_t count, gex_Flags_t flags);
int gex_NBI_Test(gex_EC_t mask, gex_Flags_t flags);
void gex_NBI_Wait(gex_EC_t mask, gex_Flags_t flags);

gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags);

/* Locks that handlers may hold. Handlers run inside calls of the library, which holders must not make. */
typedef struct {
    pthread_mutex_t farreach_mutex;
} gex_HSL_t;
#define GEX_HSL_INITIALIZER { PTHREAD_MUTEX_INITIALIZER }
static inline void gex_HSL_Init(gex_HSL_t *lock) { pthread_mutex_init(&lock->farreach_mutex, NULL); }
static inline void gex_HSL_Destroy(gex_HSL_t *lock) { pthread_mutex_destroy(&lock->farreach_mutex); }
static inline void gex_HSL_Lock(gex_HSL_t *lock) { pthread_mutex_lock(&lock->farreach_mutex); }
static inline void gex_HSL_Unlock(gex_HSL_t *lock) { pthread_mutex_unlock(&lock->farreach_mutex); }
static inline int gex_HSL_Trylock(gex_HSL_t *lock)
{
    return pthread_mutex_trylock(&lock->farreach_mutex) == 0 ? GASNET_OK : GASNET_ERR_NOT_READY;
}

#ifdef __cplusplus
}
#endif

#endif
