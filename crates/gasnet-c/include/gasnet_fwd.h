/*
 * What a program may know of GASNet-EX before it chooses a threading mode: versions, types, constants. gasnetex.h includes this
 * header. It declares no function.
 */
#ifndef FARREACH_GASNET_FWD_H
#define FARREACH_GASNET_FWD_H

#include <stddef.h>
#include <stdint.h>

#include "farreach_gex_annotations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a program may ask the preprocessor. */
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
#define GASNET_NDEBUG 1
#define GASNET_SEGMENT_FAST 1
#define GASNET_PSHM 1
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PAGESIZE 4096
#define GASNET_MAXNODES 0x7FFFFFFF
#define GASNET_MAXEPS 33
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

#ifdef __cplusplus
}
#endif

#endif
