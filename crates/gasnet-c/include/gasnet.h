/* The names of GASNet-1: messages, memory and locks over the objects of GASNet-EX, which gasnet_init makes. */
#ifndef FARREACH_GASNET_H
#define FARREACH_GASNET_H

#include <gasnetex.h>
#include <gasnet_tools.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* The objects of GASNet-EX. Any place may be NULL. */
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p, gex_Segment_t *segment_p);
static inline int gasnet_init(int *argc, char ***argv)
{
    return gex_Client_Init(NULL, NULL, NULL, "LEGACY", argc, argv, GEX_FLAG_USES_GASNET1);
}
static inline gex_TM_t farreach_gex_all(void)
{
    gex_TM_t tm;
    gasnet_QueryGexObjects(NULL, NULL, &tm, NULL);
    return tm;
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
