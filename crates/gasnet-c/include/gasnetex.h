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
#include <unistd.h>

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) != 1
#error "define exactly one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a program may ask the preprocessor. */
#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0
#define GEX_SPEC_VERSION_MAJOR 0
#define GEX_SPEC_VERSION_MINOR 19
#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8
#define GASNET_CONDUIT_FARREACH 1
#define GASNET_CONDUIT_NAME FARREACH
#define GASNET_CONDUIT_NAME_STR "FARREACH"
#define GASNET_CORE_NAME FARREACH
#define GASNET_CORE_NAME_STR "FARREACH"
#define GASNET_CORE_VERSION 0.1
#define GASNET_CORE_VERSION_STR "0.1"
#define GASNET_EXTENDED_NAME FARREACH
#define GASNET_EXTENDED_NAME_STR "FARREACH"
#define GASNET_EXTENDED_VERSION 0.1
#define GASNET_EXTENDED_VERSION_STR "0.1"
#ifdef GASNET_SEQ
#define FARREACH_GEX_THREADS "SEQ"
#elif defined(GASNET_PAR)
#define FARREACH_GEX_THREADS "PAR"
#else
#define FARREACH_GEX_THREADS "PARSYNC"
#endif
#define GASNET_CONFIG_STRING                                                                                                      \
    "RELEASE=2025.8.0,SPEC=0.19,CONDUIT=FARREACH(FARREACH-0.1/FARREACH-0.1),THREADMODEL=" FARREACH_GEX_THREADS ",SEGMENT=FAST"
#define GASNET_NDEBUG 1
#define GASNET_SEGMENT_FAST 1
#define GASNET_PSHM 1
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PAGESIZE 4096
#define GASNET_MAXNODES 0x7FFFFFFF
#define GASNET_MAXEPS 1
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0
#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_IS_LONG 1
#define GASNET_SUPPORTS_AM_CANCEL 20240418L
#define GASNET_SUPPORTS_AM_COMMIT_V2 20240906L
#define GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM 1
#define GASNET_NATIVE_NP_ALLOC_REP_MEDIUM 1
#define SIZEOF_GEX_RMA_VALUE_T 8

typedef uint32_t gex_Rank_t;
typedef uint16_t gex_EP_Index_t;
typedef struct {
    gex_Rank_t gex_rank;
    gex_EP_Index_t gex_ep_index;
} gex_EP_Location_t;
typedef uint32_t gex_Flags_t, gex_DT_t, gex_OP_t, gex_EP_Capabilities_t;
typedef unsigned int gex_EC_t, gex_TI_t;
typedef struct farreach_gex_client *gex_Client_t;
typedef struct farreach_gex_ep *gex_EP_t;
typedef struct farreach_gex_tm *gex_TM_t;
typedef struct farreach_gex_segment *gex_Segment_t;
typedef struct farreach_gex_mk *gex_MK_t;
typedef struct farreach_gex_token *gex_Token_t;
typedef struct farreach_gex_event *gex_Event_t;
typedef struct farreach_gex_srcdesc *gex_AM_SrcDesc_t;
typedef void *gex_Addr_t;
typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef void (*gex_AM_Fn_t)();
typedef uint64_t gex_RMA_Value_t;
typedef struct {
    void *gex_addr;
    size_t gex_len;
} gex_Memvec_t;
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
typedef struct {
    const char *gex_device_list;
    unsigned int gex_thread_roles;
    void *(*gex_progress_fn)(void *);
    void *gex_progress_arg;
} gex_ProgressThreadInfo_t;
typedef struct {
    void *addr;
    uintptr_t size;
} gasnet_seginfo_t;
typedef struct {
    gex_Rank_t host, supernode;
    uintptr_t offset;
} gasnet_nodeinfo_t;

/* Hints of where a function begins and which thread runs it, which this library has no use for. */
typedef void *gasnet_threadinfo_t;
#define GASNET_BEGIN_FUNCTION() ((void)0)
#define GASNET_POST_THREADINFO(info) ((void)(info))
#define GASNET_GET_THREADINFO() ((gasnet_threadinfo_t)0)

#define GEX_RANK_INVALID (~(gex_Rank_t)0)
#define GEX_CLIENT_INVALID ((gex_Client_t)0)
#define GEX_EP_INVALID ((gex_EP_t)0)
#define GEX_TM_INVALID ((gex_TM_t)0)
#define GEX_SEGMENT_INVALID ((gex_Segment_t)0)
#define GEX_MK_INVALID ((gex_MK_t)0)
#define GEX_MK_HOST ((gex_MK_t)1)
#define GEX_AM_SRCDESC_NO_OP ((gex_AM_SrcDesc_t)0)
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

/* Flags. Those of different functions share bits. */
#define GEX_FLAG_IMMEDIATE (1u << 0)
#define GEX_FLAG_SELF_SEG_UNKNOWN (1u << 3)
#define GEX_FLAG_SELF_SEG_SOME (1u << 4)
#define GEX_FLAG_SELF_SEG_BOUND (1u << 5)
#define GEX_FLAG_SELF_SEG_OFFSET (1u << 6)
#define GEX_FLAG_PEER_SEG_UNKNOWN (1u << 7)
#define GEX_FLAG_PEER_SEG_SOME (1u << 8)
#define GEX_FLAG_PEER_SEG_BOUND (1u << 9)
#define GEX_FLAG_PEER_SEG_OFFSET (1u << 10)
#define GEX_FLAG_AM_PREPARE_LEAST_CLIENT (1u << 11)
#define GEX_FLAG_AM_PREPARE_LEAST_ALLOC (1u << 12)
#define GEX_FLAG_AD_FAVOR_MY_RANK (1u << 0)
#define GEX_FLAG_AD_FAVOR_MY_NBRHD (1u << 1)
#define GEX_FLAG_AD_FAVOR_REMOTE (1u << 2)
#define GEX_FLAG_AD_REL (1u << 1)
#define GEX_FLAG_AD_ACQ (1u << 2)
#define GEX_FLAG_AD_MY_RANK (1u << 11)
#define GEX_FLAG_AD_MY_NBRHD (1u << 12)
#define GEX_FLAG_RANK_IS_JOBRANK (1u << 13)
#define GEX_FLAG_GLOBALLY_QUIESCED (1u << 13)
#define GEX_FLAG_PEER_NEVER_NBRHD (1u << 14)
#define GEX_FLAG_PEER_NEVER_SELF (1u << 15)
#define GEX_FLAG_ENABLE_LEAF_LC (1u << 11)
#define GEX_FLAG_AM_SHORT (1u << 0)
#define GEX_FLAG_AM_MEDIUM (1u << 1)
#define GEX_FLAG_AM_LONG (1u << 2)
#define GEX_FLAG_AM_MEDLONG (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_LONG)
#define GEX_FLAG_AM_REQUEST (1u << 3)
#define GEX_FLAG_AM_REPLY (1u << 4)
#define GEX_FLAG_AM_REQREP (GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_REPLY)
#define GEX_FLAG_USES_GASNET1 (1u << 0)
#define GEX_FLAG_DEFER_THREADS (1u << 1)
#define GEX_FLAG_TM_SCRATCH_SIZE_MIN (1u << 0)
#define GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED (1u << 1)
#define GEX_FLAG_TM_GLOBAL_SCRATCH (1u << 2)
#define GEX_FLAG_TM_LOCAL_SCRATCH (1u << 3)
#define GEX_FLAG_TM_SYMMETRIC_SCRATCH (1u << 4)
#define GEX_FLAG_TM_NO_SCRATCH (1u << 5)
#define GEX_FLAG_SCRATCH_SEG_OFFSET (1u << 6)
#define GEX_FLAG_HINT_ACCEL_AD (1u << 0)
#define GEX_FLAG_HINT_ACCEL_COLL (1u << 1)
#define GEX_FLAG_HINT_ACCEL_ALL ((1u << 2) - 1)
#define GEX_EP_CAPABILITY_RMA (1u << 0)
#define GEX_EP_CAPABILITY_AM (1u << 1)
#define GEX_EP_CAPABILITY_VIS (1u << 2)
#define GEX_EP_CAPABILITY_COLL (1u << 3)
#define GEX_EP_CAPABILITY_AD (1u << 4)
#define GEX_EP_CAPABILITY_ALL ((1u << 5) - 1)
#define GEX_THREAD_ROLE_RCV (1u << 0)
#define GEX_THREAD_ROLE_SND (1u << 1)
#define GEX_AM_INDEX_BASE 128

/* Types of elements, and operations on them. */
#define GEX_DT_I32 (1u << 0)
#define GEX_DT_U32 (1u << 1)
#define GEX_DT_I64 (1u << 2)
#define GEX_DT_U64 (1u << 3)
#define GEX_DT_FLT (1u << 4)
#define GEX_DT_DBL (1u << 5)
#define GEX_DT_USER (1u << 6)
#define GEX_OP_AND (1u << 0)
#define GEX_OP_OR (1u << 1)
#define GEX_OP_XOR (1u << 2)
#define GEX_OP_ADD (1u << 3)
#define GEX_OP_SUB (1u << 4)
#define GEX_OP_MULT (1u << 5)
#define GEX_OP_MIN (1u << 6)
#define GEX_OP_MAX (1u << 7)
#define GEX_OP_INC (1u << 8)
#define GEX_OP_DEC (1u << 9)
#define GEX_OP_SET (1u << 10)
#define GEX_OP_CAS (1u << 11)
#define GEX_OP_FAND (1u << 15)
#define GEX_OP_FOR (1u << 16)
#define GEX_OP_FXOR (1u << 17)
#define GEX_OP_FADD (1u << 18)
#define GEX_OP_FSUB (1u << 19)
#define GEX_OP_FMULT (1u << 20)
#define GEX_OP_FMIN (1u << 21)
#define GEX_OP_FMAX (1u << 22)
#define GEX_OP_FINC (1u << 23)
#define GEX_OP_FDEC (1u << 24)
#define GEX_OP_SWAP (1u << 25)
#define GEX_OP_FCAS (1u << 26)
#define GEX_OP_CSWAP GEX_OP_FCAS
#define GEX_OP_GET (1u << 27)
#define GEX_OP_USER (1u << 30)
#define GEX_OP_USER_NC (1u << 31)
#define GEX_OP_TO_FETCHING(op) ((op) << 15)
#define GEX_OP_TO_NONFETCHING(op) ((op) >> 15)

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_RESOURCE 10002
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_BARRIER_MISMATCH 10005
#define GASNET_WAIT_SPIN 0
#define GASNET_WAIT_BLOCK 1
#define GASNET_WAIT_SPINBLOCK 2

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
static inline gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep) { return (void)ep, 0; }
int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);
int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities, gex_Flags_t flags);

/* Segments. */
uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries);
int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t size);
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

/* Active messages: the limits, the token, and progress. farreach_gex_messages.h has the messages. */
#define FARREACH_GEX_MEDIUM_MAX ((size_t)16392)
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
/* All ranks know all segments since gex_Segment_Attach, so that this only synchronises. */
static inline int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags)
{
    (void)eps;
    (void)num_eps;
    gex_Event_Wait(gex_Coll_BarrierNB(tm, flags));
    return GASNET_OK;
}
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

#endif
