/* Transfers of GASNet-EX in many pieces: vectors, lists of equal blocks, strided blocks. */
#ifndef FARREACH_GASNET_VIS_H
#define FARREACH_GASNET_VIS_H

#include <gasnetex.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GEX_VIS_MAX_PEERCOMPLETION 127
void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Flags_t flags);
gex_Event_t farreach_gex_vector(int is_put, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, const gex_Memvec_t *dst, size_t srccount,
                                const gex_Memvec_t *src, gex_Flags_t flags);
gex_Event_t farreach_gex_indexed(int is_put, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, void *const *dst, size_t dstlen,
                                 size_t srccount, void *const *src, size_t srclen, gex_Flags_t flags);
gex_Event_t farreach_gex_strided(int is_put, gex_TM_t tm, gex_Rank_t rank, void *dst, const ptrdiff_t *dststrides, void *src,
                                 const ptrdiff_t *srcstrides, size_t elemsz, const size_t *count, size_t levels, gex_Flags_t flags);
static inline int farreach_gex_end(gex_Event_t event)
{
    if (event == GEX_EVENT_NO_OP)
        return 1;
    gex_Event_Wait(event);
    return 0;
}

/* Each name three times: with an event, without one, and blocking. */
#define FARREACH_GEX_THREE(name, parameters, begun)                                                                               \
    static inline gex_Event_t name##NB parameters { return begun; }                                                               \
    static inline int name##NBI parameters { return farreach_gex_implicit(begun); }                                               \
    static inline int name##Blocking parameters { return farreach_gex_end(begun); }
FARREACH_GEX_THREE(gex_VIS_VectorGet,
                   (gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank, size_t srccount,
                    gex_Memvec_t const srclist[], gex_Flags_t flags),
                   farreach_gex_vector(0, tm, srcrank, dstcount, dstlist, srccount, srclist, flags))
FARREACH_GEX_THREE(gex_VIS_VectorPut,
                   (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[], size_t srccount,
                    gex_Memvec_t const srclist[], gex_Flags_t flags),
                   farreach_gex_vector(1, tm, dstrank, dstcount, dstlist, srccount, srclist, flags))
FARREACH_GEX_THREE(gex_VIS_IndexedGet,
                   (gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen, gex_Rank_t srcrank, size_t srccount,
                    void *const srclist[], size_t srclen, gex_Flags_t flags),
                   farreach_gex_indexed(0, tm, srcrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags))
FARREACH_GEX_THREE(gex_VIS_IndexedPut,
                   (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                    void *const srclist[], size_t srclen, gex_Flags_t flags),
                   farreach_gex_indexed(1, tm, dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags))
FARREACH_GEX_THREE(gex_VIS_StridedGet,
                   (gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank, void *srcaddr,
                    const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels, gex_Flags_t flags),
                   farreach_gex_strided(0, tm, srcrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, stridelevels, flags))
FARREACH_GEX_THREE(gex_VIS_StridedPut,
                   (gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[], void *srcaddr,
                    const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels, gex_Flags_t flags),
                   farreach_gex_strided(1, tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, stridelevels, flags))

#ifdef __cplusplus
}
#endif

#endif
