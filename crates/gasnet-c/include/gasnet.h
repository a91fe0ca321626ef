/* The names of GASNet-1: messages, memory and locks over the objects of GASNet-EX, which gasnet_init makes. */
#ifndef FARREACH_GASNET_H
#define FARREACH_GASNET_H

#include <gasnetex.h>
#include <gasnet_tools.h>
#include <gasnet_vis.h>

#ifdef __cplusplus
extern "C" {
#endif

#define _INCLUDED_GASNET_H 1
#define GASNET_VERSION GASNET_SPEC_VERSION_MAJOR
#define GASNET_INVALID_HANDLE GEX_EVENT_INVALID
#define SIZEOF_GASNET_REGISTER_VALUE_T SIZEOF_GEX_RMA_VALUE_T
#define GASNET_HSL_INITIALIZER GEX_HSL_INITIALIZER
typedef gex_Rank_t gasnet_node_t;
typedef gex_Token_t gasnet_token_t;
typedef gex_AM_Index_t gasnet_handler_t;
typedef gex_AM_Arg_t gasnet_handlerarg_t;
typedef gex_RMA_Value_t gasnet_register_value_t;
typedef gex_Event_t gasnet_handle_t;
typedef gex_HSL_t gasnet_hsl_t;
typedef struct {
    gasnet_handler_t index;
    void (*fnptr)();
} gasnet_handlerentry_t;

static inline int gasnet_init(int *argc, char ***argv)
{
    return gex_Client_Init(NULL, NULL, NULL, "LEGACY", argc, argv, GEX_FLAG_USES_GASNET1);
}
/* A handler takes messages with any number of arguments, of any kind. */
#define FARREACH_GEX_TAKES_ANY (1u << 31)
static inline int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset)
{
    gex_EP_t ep;
    gasnet_QueryGexObjects(NULL, &ep, NULL, NULL);
    for (int fixed = 1; fixed >= 0; fixed--)
        for (int at = 0; at < numentries; at++) {
            gex_AM_Entry_t entry = {table[at].index, table[at].fnptr, FARREACH_GEX_TAKES_ANY, 0, NULL, NULL};
            if ((entry.gex_index != 0) == fixed) {
                int result = gex_EP_RegisterHandlers(ep, &entry, 1);
                if (result != GASNET_OK)
                    return result;
            }
            if (!fixed && table[at].index == 0)
                table[at].index = entry.gex_index;
        }
    (void)minheapoffset;
    return gex_Segment_Attach(NULL, farreach_gex_all(), segsize ? segsize : GASNET_PAGESIZE);
}
static inline gasnet_node_t gasnet_mynode(void) { return gex_System_QueryJobRank(); }
/* GASNet's own name for the rank, which programs have come to use. */
#define gasneti_mynode gasnet_mynode()
static inline gasnet_node_t gasnet_nodes(void) { return gex_System_QueryJobSize(); }
static inline size_t gasnet_AMMaxArgs(void) { return gex_AM_MaxArgs(); }
static inline size_t gasnet_AMMaxMedium(void) { return gex_AM_LUBRequestMedium(); }
static inline size_t gasnet_AMMaxLongRequest(void) { return gex_AM_LUBRequestLong(); }
static inline size_t gasnet_AMMaxLongReply(void) { return gex_AM_LUBReplyLong(); }
static inline int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcrank)
{
    gex_Token_Info_t info;
    gex_Token_Info(token, &info, GEX_TI_SRCRANK);
    *srcrank = info.gex_srcrank;
    return GASNET_OK;
}

/* Messages, each with 0 to 16 arguments. */
#define FARREACH_GASNET_MAKE(n)                                                                                                   \
    static inline int gasnet_AMRequestShort##n(gasnet_node_t dest, gasnet_handler_t handler FARREACH_GEX_P##n)                    \
    {                                                                                                                             \
        return gex_AM_RequestShort##n(farreach_gex_all(), dest, handler, 0 FARREACH_GEX_A##n);                                    \
    }                                                                                                                             \
    static inline int gasnet_AMRequestMedium##n(gasnet_node_t dest, gasnet_handler_t handler, const void *source, size_t nbytes   \
                                                FARREACH_GEX_P##n)                                                                \
    {                                                                                                                             \
        return gex_AM_RequestMedium##n(farreach_gex_all(), dest, handler, source, nbytes, GEX_EVENT_NOW, 0 FARREACH_GEX_A##n);    \
    }                                                                                                                             \
    static inline int gasnet_AMRequestLong##n(gasnet_node_t dest, gasnet_handler_t handler, const void *source, size_t nbytes,    \
                                              void *dest_addr FARREACH_GEX_P##n)                                                  \
    {                                                                                                                             \
        return gex_AM_RequestLong##n(farreach_gex_all(), dest, handler, source, nbytes, dest_addr, GEX_EVENT_NOW,                 \
                                     0 FARREACH_GEX_A##n);                                                                        \
    }                                                                                                                             \
    static inline int gasnet_AMRequestLongAsync##n(gasnet_node_t dest, gasnet_handler_t handler, const void *source,              \
                                                   size_t nbytes, void *dest_addr FARREACH_GEX_P##n)                              \
    {                                                                                                                             \
        return gasnet_AMRequestLong##n(dest, handler, source, nbytes, dest_addr FARREACH_GEX_A##n);                               \
    }                                                                                                                             \
    static inline int gasnet_AMReplyShort##n(gasnet_token_t token, gasnet_handler_t handler FARREACH_GEX_P##n)                    \
    {                                                                                                                             \
        return gex_AM_ReplyShort##n(token, handler, 0 FARREACH_GEX_A##n);                                                         \
    }                                                                                                                             \
    static inline int gasnet_AMReplyMedium##n(gasnet_token_t token, gasnet_handler_t handler, const void *source, size_t nbytes   \
                                              FARREACH_GEX_P##n)                                                                  \
    {                                                                                                                             \
        return gex_AM_ReplyMedium##n(token, handler, source, nbytes, GEX_EVENT_NOW, 0 FARREACH_GEX_A##n);                         \
    }                                                                                                                             \
    static inline int gasnet_AMReplyLong##n(gasnet_token_t token, gasnet_handler_t handler, const void *source, size_t nbytes,    \
                                            void *dest_addr FARREACH_GEX_P##n)                                                    \
    {                                                                                                                             \
        return gex_AM_ReplyLong##n(token, handler, source, nbytes, dest_addr, GEX_EVENT_NOW, 0 FARREACH_GEX_A##n);                \
    }
FARREACH_GEX_EACH(FARREACH_GASNET_MAKE)

/* A value that is being fetched. The wait for it frees it. */
typedef struct farreach_gasnet_valget {
    gex_Event_t event;
    gex_RMA_Value_t value;
    unsigned int unused_bits;
} *gasnet_valget_handle_t;
static inline gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void *src, size_t nbytes)
{
    gasnet_valget_handle_t get = (gasnet_valget_handle_t)malloc(sizeof *get);
    if (!get || nbytes < 1 || nbytes > sizeof get->value) {
        fprintf(stderr, "farreach: rank %u: gasnet_get_nb_val: argument nbytes: a value has 1 to 8 bytes, not %lu%s\n",
                gasnet_mynode(), (unsigned long)nbytes, get ? "" : ", and there is no memory");
        gasnet_exit(1);
    }
    get->value = 0;
    get->unused_bits = (unsigned int)(8 * (sizeof get->value - nbytes));
    get->event = gex_RMA_GetNB(farreach_gex_all(), &get->value, node, src, nbytes, 0);
    return get;
}
static inline gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t get)
{
    gex_Event_Wait(get->event);
#ifdef PLATFORM_ARCH_BIG_ENDIAN
    gex_RMA_Value_t value = get->value >> get->unused_bits;
#else
    gex_RMA_Value_t value = get->value;
#endif
    free(get);
    return value;
}

/* Memory. The source of a put that is not of bulk can be reused when the call returns. */
#define gasnet_put(node, dest, src, n) ((void)gex_RMA_PutBlocking(farreach_gex_all(), node, dest, src, n, 0))
#define gasnet_put_bulk(node, dest, src, n) gasnet_put(node, dest, src, n)
#define gasnet_get(dest, node, src, n) ((void)gex_RMA_GetBlocking(farreach_gex_all(), dest, node, src, n, 0))
#define gasnet_get_bulk(dest, node, src, n) gasnet_get(dest, node, src, n)
#define gasnet_put_nb(node, dest, src, n) gex_RMA_PutNB(farreach_gex_all(), node, dest, src, n, GEX_EVENT_NOW, 0)
#define gasnet_put_nb_bulk(node, dest, src, n) gex_RMA_PutNB(farreach_gex_all(), node, dest, src, n, GEX_EVENT_DEFER, 0)
#define gasnet_get_nb(dest, node, src, n) gex_RMA_GetNB(farreach_gex_all(), dest, node, src, n, 0)
#define gasnet_get_nb_bulk(dest, node, src, n) gasnet_get_nb(dest, node, src, n)
#define gasnet_put_nbi(node, dest, src, n) ((void)gex_RMA_PutNBI(farreach_gex_all(), node, dest, src, n, GEX_EVENT_NOW, 0))
#define gasnet_put_nbi_bulk(node, dest, src, n) ((void)gex_RMA_PutNBI(farreach_gex_all(), node, dest, src, n, GEX_EVENT_DEFER, 0))
#define gasnet_get_nbi(dest, node, src, n) ((void)gex_RMA_GetNBI(farreach_gex_all(), dest, node, src, n, 0))
#define gasnet_get_nbi_bulk(dest, node, src, n) gasnet_get_nbi(dest, node, src, n)
#define gasnet_put_val(node, dest, value, n) ((void)gex_RMA_PutBlockingVal(farreach_gex_all(), node, dest, value, n, 0))
#define gasnet_put_nb_val(node, dest, value, n) gex_RMA_PutNBVal(farreach_gex_all(), node, dest, value, n, 0)
#define gasnet_put_nbi_val(node, dest, value, n) ((void)gex_RMA_PutNBIVal(farreach_gex_all(), node, dest, value, n, 0))
#define gasnet_get_val(node, src, n) gex_RMA_GetBlockingVal(farreach_gex_all(), node, src, n, 0)
#define gasnet_memset(node, dest, value, n) gex_Event_Wait(farreach_gex_fill(farreach_gex_all(), node, dest, value, n))
#define gasnet_memset_nb(node, dest, value, n) farreach_gex_fill(farreach_gex_all(), node, dest, value, n)
#define gasnet_memset_nbi(node, dest, value, n)                                                                                   \
    ((void)farreach_gex_implicit(farreach_gex_fill(farreach_gex_all(), node, dest, value, n)))

/* Memory in many pieces: vectors, lists of equal blocks, and strides, whose first count is the bytes of a block. */
typedef struct {
    void *addr;
    size_t len;
} gasnet_memvec_t;
#define gasnet_putv_bulk(node, dstcount, dst, srccount, src)                                                                      \
    ((void)gex_VIS_VectorPutBlocking(farreach_gex_all(), node, dstcount, (const gex_Memvec_t *)(dst), srccount, (const gex_Memvec_t *)(src), 0))
#define gasnet_putv_nb_bulk(node, dstcount, dst, srccount, src)                                                                   \
    gex_VIS_VectorPutNB(farreach_gex_all(), node, dstcount, (const gex_Memvec_t *)(dst), srccount, (const gex_Memvec_t *)(src), 0)
#define gasnet_putv_nbi_bulk(node, dstcount, dst, srccount, src)                                                                  \
    ((void)gex_VIS_VectorPutNBI(farreach_gex_all(), node, dstcount, (const gex_Memvec_t *)(dst), srccount, (const gex_Memvec_t *)(src), 0))
#define gasnet_getv_bulk(dstcount, dst, node, srccount, src)                                                                      \
    ((void)gex_VIS_VectorGetBlocking(farreach_gex_all(), dstcount, (const gex_Memvec_t *)(dst), node, srccount, (const gex_Memvec_t *)(src), 0))
#define gasnet_getv_nb_bulk(dstcount, dst, node, srccount, src)                                                                   \
    gex_VIS_VectorGetNB(farreach_gex_all(), dstcount, (const gex_Memvec_t *)(dst), node, srccount, (const gex_Memvec_t *)(src), 0)
#define gasnet_getv_nbi_bulk(dstcount, dst, node, srccount, src)                                                                  \
    ((void)gex_VIS_VectorGetNBI(farreach_gex_all(), dstcount, (const gex_Memvec_t *)(dst), node, srccount, (const gex_Memvec_t *)(src), 0))
#define gasnet_puti_bulk(node, dstcount, dst, dstlen, srccount, src, srclen)                                                      \
    ((void)gex_VIS_IndexedPutBlocking(farreach_gex_all(), node, dstcount, dst, dstlen, srccount, src, srclen, 0))
#define gasnet_puti_nb_bulk(node, dstcount, dst, dstlen, srccount, src, srclen)                                                   \
    gex_VIS_IndexedPutNB(farreach_gex_all(), node, dstcount, dst, dstlen, srccount, src, srclen, 0)
#define gasnet_puti_nbi_bulk(node, dstcount, dst, dstlen, srccount, src, srclen)                                                  \
    ((void)gex_VIS_IndexedPutNBI(farreach_gex_all(), node, dstcount, dst, dstlen, srccount, src, srclen, 0))
#define gasnet_geti_bulk(dstcount, dst, dstlen, node, srccount, src, srclen)                                                      \
    ((void)gex_VIS_IndexedGetBlocking(farreach_gex_all(), dstcount, dst, dstlen, node, srccount, src, srclen, 0))
#define gasnet_geti_nb_bulk(dstcount, dst, dstlen, node, srccount, src, srclen)                                                   \
    gex_VIS_IndexedGetNB(farreach_gex_all(), dstcount, dst, dstlen, node, srccount, src, srclen, 0)
#define gasnet_geti_nbi_bulk(dstcount, dst, dstlen, node, srccount, src, srclen)                                                  \
    ((void)gex_VIS_IndexedGetNBI(farreach_gex_all(), dstcount, dst, dstlen, node, srccount, src, srclen, 0))
#define gasnet_puts_bulk(node, dst, dststrides, src, srcstrides, count, levels)                                                   \
    ((void)gex_VIS_StridedPutBlocking(farreach_gex_all(), node, dst, (const ptrdiff_t *)(dststrides), src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0))
#define gasnet_puts_nb_bulk(node, dst, dststrides, src, srcstrides, count, levels)                                                \
    gex_VIS_StridedPutNB(farreach_gex_all(), node, dst, (const ptrdiff_t *)(dststrides), src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0)
#define gasnet_puts_nbi_bulk(node, dst, dststrides, src, srcstrides, count, levels)                                               \
    ((void)gex_VIS_StridedPutNBI(farreach_gex_all(), node, dst, (const ptrdiff_t *)(dststrides), src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0))
#define gasnet_gets_bulk(dst, dststrides, node, src, srcstrides, count, levels)                                                   \
    ((void)gex_VIS_StridedGetBlocking(farreach_gex_all(), dst, (const ptrdiff_t *)(dststrides), node, src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0))
#define gasnet_gets_nb_bulk(dst, dststrides, node, src, srcstrides, count, levels)                                                \
    gex_VIS_StridedGetNB(farreach_gex_all(), dst, (const ptrdiff_t *)(dststrides), node, src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0)
#define gasnet_gets_nbi_bulk(dst, dststrides, node, src, srcstrides, count, levels)                                               \
    ((void)gex_VIS_StridedGetNBI(farreach_gex_all(), dst, (const ptrdiff_t *)(dststrides), node, src, (const ptrdiff_t *)(srcstrides), (count)[0], (count) + 1, levels, 0))

/* The ends of operations. */
#define gasnet_wait_syncnb(handle) gex_Event_Wait(handle)
#define gasnet_wait_syncnb_all(handles, n) gex_Event_WaitAll(handles, n, 0)
#define gasnet_wait_syncnb_some(handles, n) gex_Event_WaitSome(handles, n, 0)
#define gasnet_try_syncnb(handle) (gasnet_AMPoll(), gex_Event_Test(handle))
#define gasnet_try_syncnb_all(handles, n) (gasnet_AMPoll(), gex_Event_TestAll(handles, n, 0))
#define gasnet_try_syncnb_some(handles, n) (gasnet_AMPoll(), gex_Event_TestSome(handles, n, 0))
#define gasnet_wait_syncnbi_gets() gex_NBI_Wait(GEX_EC_GET, 0)
#define gasnet_wait_syncnbi_puts() gex_NBI_Wait(GEX_EC_PUT, 0)
#define gasnet_wait_syncnbi_all() gex_NBI_Wait(GEX_EC_ALL, 0)
#define gasnet_try_syncnbi_gets() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_GET, 0))
#define gasnet_try_syncnbi_puts() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_PUT, 0))
#define gasnet_try_syncnbi_all() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_ALL, 0))
#define gasnet_begin_nbi_accessregion() gex_NBI_BeginAccessRegion(0)
#define gasnet_end_nbi_accessregion() gex_NBI_EndAccessRegion(0)
#define gasnet_hold_interrupts() ((void)0)
#define gasnet_resume_interrupts() ((void)0)
#define gasnet_hsl_init(hsl) gex_HSL_Init(hsl)
#define gasnet_hsl_destroy(hsl) gex_HSL_Destroy(hsl)
#define gasnet_hsl_lock(hsl) gex_HSL_Lock(hsl)
#define gasnet_hsl_unlock(hsl) gex_HSL_Unlock(hsl)
#define gasnet_hsl_trylock(hsl) gex_HSL_Trylock(hsl)

#ifdef __cplusplus
}
#endif

#endif
