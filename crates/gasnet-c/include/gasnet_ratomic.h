/* Remote atomics of GASNet-EX. */
#ifndef FARREACH_GASNET_RATOMIC_H
#define FARREACH_GASNET_RATOMIC_H

#include <gasnetex.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct farreach_gex_ad *gex_AD_t;
#define GEX_AD_INVALID ((gex_AD_t)0)
struct farreach_gex_ad {
    struct farreach_gex_object object;
    gex_TM_t tm;
    gex_DT_t dt;
    gex_OP_t ops;
};
FARREACH_GEX_OBJECT(AD)
static inline gex_TM_t gex_AD_QueryTM(gex_AD_t ad) { return ad->tm; }
static inline gex_DT_t gex_AD_QueryDT(gex_AD_t ad) { return ad->dt; }
static inline gex_OP_t gex_AD_QueryOps(gex_AD_t ad) { return ad->ops; }
void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);
void gex_AD_Destroy(gex_AD_t ad);

/* The operands are the bits of the operation's. */
gex_Event_t farreach_gex_atomic(gex_AD_t ad, void *result, gex_Rank_t rank, void *target, gex_OP_t op, uint64_t operand1,
                                uint64_t operand2, gex_Flags_t flags);
#define FARREACH_GEX_ATOMIC(T, TYPE)                                                                                              \
    static inline gex_Event_t gex_AD_OpNB_##T(gex_AD_t ad, TYPE *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,  \
                                              TYPE operand1, TYPE operand2, gex_Flags_t flags)                                    \
    {                                                                                                                             \
        union {                                                                                                                   \
            TYPE value;                                                                                                           \
            uint32_t bits;                                                                                                        \
            uint64_t long_bits;                                                                                                   \
        } first, second;                                                                                                          \
        first.value = operand1;                                                                                                   \
        second.value = operand2;                                                                                                  \
        return farreach_gex_atomic(ad, result_p, tgt_rank, tgt_addr, opcode,                                                      \
                                   sizeof(TYPE) == 4 ? first.bits : first.long_bits,                                              \
                                   sizeof(TYPE) == 4 ? second.bits : second.long_bits, flags);                                    \
    }                                                                                                                             \
    static inline int gex_AD_OpNBI_##T(gex_AD_t ad, TYPE *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,         \
                                       TYPE operand1, TYPE operand2, gex_Flags_t flags)                                           \
    {                                                                                                                             \
        return farreach_gex_implicit(gex_AD_OpNB_##T(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags));       \
    }
FARREACH_GEX_ATOMIC(I32, int32_t)
FARREACH_GEX_ATOMIC(U32, uint32_t)
FARREACH_GEX_ATOMIC(I64, int64_t)
FARREACH_GEX_ATOMIC(U64, uint64_t)
FARREACH_GEX_ATOMIC(FLT, float)
FARREACH_GEX_ATOMIC(DBL, double)

#ifdef __cplusplus
}
#endif

#endif
