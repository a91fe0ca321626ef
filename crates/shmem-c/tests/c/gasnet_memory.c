/* Transfers in many pieces, and remote atomics. */
#include "gasnet_test.h"
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

#define SIZE (1 << 20)
#define PIECES 200
#define PIECE 48

static gex_Segment_t segment;
static volatile int behind;
static gex_AM_Index_t behind_number;
static char *here;

static void on_behind(gex_Token_t token, void *payload, size_t bytes)
{
    (void)token;
    CHECK(bytes == 5 && !memcmp(payload, "after", 5));
    for (int at = 0; at < PIECES * PIECE; at++)
        CHECK(here[at] == (char)(left + at));
    behind++;
}

static void lists(char *there)
{
    static char source[PIECES * PIECE], back[PIECES * PIECE];
    gex_Memvec_t far[PIECES], near[3], whole = {there, sizeof source};
    void *places[PIECES], *own[2 * PIECES];
    for (int at = 0; at < PIECES * PIECE; at++)
        source[at] = (char)(me + at);
    for (int at = 0; at < PIECES; at++) {
        far[at].gex_addr = there + at * PIECE;
        far[at].gex_len = PIECE;
        places[at] = there + 100000 + at * 2 * PIECE;
        own[2 * at] = source + at * PIECE;
        own[2 * at + 1] = source + at * PIECE + PIECE / 2;
    }
    size_t lens[] = {1000, 0, sizeof source - 1000}, at = 0;
    for (int part = 0; part < 3; at += lens[part++]) {
        near[part].gex_addr = source + at;
        near[part].gex_len = lens[part];
    }
    gex_VIS_SetPeerCompletionHandler(behind_number, "after", 5, 0);
    gex_Event_t event = gex_VIS_VectorPutNB(team, right, PIECES, far, 3, near, GEX_FLAG_ENABLE_LEAF_LC);
    gex_Event_Wait(gex_Event_QueryLeaf(event, GEX_EC_LC));
    gex_Event_Wait(event);
    GASNET_BLOCKUNTIL(behind == 1);
    gex_Memvec_t into = {back, sizeof back};
    gex_VIS_VectorGetBlocking(team, 1, &into, right, 1, &whole, 0);
    CHECK(!memcmp(source, back, sizeof source));
    memset(back, 0, sizeof back);
    gex_VIS_IndexedPutNBI(team, right, PIECES, places, PIECE, 2 * PIECES, own, PIECE / 2, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    void *all_back = back;
    while (gex_VIS_IndexedGetNBI(team, 1, &all_back, sizeof back, right, PIECES, places, PIECE, GEX_FLAG_IMMEDIATE))
        gasnet_AMPoll();
    gex_NBI_Wait(GEX_EC_GET, 0);
    CHECK(!memcmp(source, back, sizeof source));
    BARRIER();
}

/* A block of 4 by 5 by 6 elements of 8 bytes, mirrored in one direction on its way there, and back into its own order. */
static void strided(char *there)
{
    static long source[6][5][4], back[6][5][4];
    for (int at = 0; at < 120; at++)
        ((long *)source)[at] = me * 1000 + at;
    const size_t counts[] = {4, 5, 6};
    const ptrdiff_t packed[] = {8, 32, 160}, mirrored[] = {-8, 64, 640};
    gex_VIS_StridedPutBlocking(team, right, there + 24, mirrored, source, packed, 8, counts, 3, 0);
    BARRIER();
    for (int z = 0; z < 6; z++)
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 4; x++)
                CHECK(*(long *)(here + 24 - 8 * x + 64 * y + 640 * z) == (long)left * 1000 + z * 20 + y * 4 + x);
    gex_Event_Wait(gex_VIS_StridedGetNB(team, back, packed, right, there + 24, mirrored, 8, counts, 3, 0));
    CHECK(!memcmp(source, back, sizeof source));
    gex_VIS_StridedPutNBI(team, right, there + 8192, packed, source, packed, 8, counts, 3, 0);
    gex_VIS_StridedGetBlocking(team, back, NULL, right, there + 24, NULL, 8, NULL, 0, 0);
    CHECK(back[0][0][0] == source[0][0][0]);
    gex_NBI_Wait(GEX_EC_ALL, 0);
    memset(back, 0, sizeof back);
    gex_RMA_GetBlocking(team, back, right, there + 8192, sizeof back, 0);
    CHECK(!memcmp(source, back, sizeof source));
    BARRIER();
}

/* Each operation of a type, alone on a word of the right rank: what it fetches and what it leaves. */
#define OPERATIONS(T, TYPE, DT, is_integer)                                                                                       \
    static void operations_##T(char *word)                                                                                        \
    {                                                                                                                             \
        gex_AD_t ad;                                                                                                              \
        gex_OP_t plain = GEX_OP_ADD | GEX_OP_SUB | GEX_OP_MULT | GEX_OP_MIN | GEX_OP_MAX | GEX_OP_INC | GEX_OP_DEC | GEX_OP_SET | \
                         GEX_OP_CAS | (is_integer ? GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR : 0);                                     \
        gex_AD_Create(&ad, team, DT, plain | GEX_OP_TO_FETCHING(plain) | GEX_OP_GET, 0);                                          \
        CHECK(gex_AD_QueryDT(ad) == DT && gex_AD_QueryTM(ad) == team && gex_AD_QueryOps(ad) & GEX_OP_GET);                        \
        const struct {                                                                                                            \
            gex_OP_t op;                                                                                                          \
            TYPE one, two, expected;                                                                                              \
        } steps[] = {{GEX_OP_SET, 12, 0, 12}, {GEX_OP_ADD, 5, 0, 17},  {GEX_OP_SUB, 7, 0, 10}, {GEX_OP_MULT, 3, 0, 30},           \
                     {GEX_OP_MIN, 20, 0, 20}, {GEX_OP_MAX, 24, 0, 24}, {GEX_OP_INC, 0, 0, 25}, {GEX_OP_DEC, 0, 0, 24},            \
                     {GEX_OP_CAS, 9, 1, 24},  {GEX_OP_CAS, 24, 7, 7},  {GEX_OP_AND, 6, 0, 6},  {GEX_OP_OR, 9, 0, 15},             \
                     {GEX_OP_XOR, 5, 0, 10}};                                                                                     \
        TYPE value, result = 99;                                                                                                  \
        for (int fetching = 0; fetching < 2; fetching++) {                                                                        \
            gex_Event_Wait(gex_AD_OpNB_##T(ad, &value, right, word, GEX_OP_SET, 3, 0, 0));                                        \
            TYPE before = 3;                                                                                                      \
            for (size_t at = 0; at < (is_integer ? 13 : 10); at++) {                                                              \
                gex_OP_t op = fetching ? GEX_OP_TO_FETCHING(steps[at].op) : steps[at].op;                                         \
                if (at % 2)                                                                                                       \
                    gex_Event_Wait(gex_AD_OpNB_##T(ad, &result, right, word, op, steps[at].one, steps[at].two, 0));               \
                else {                                                                                                            \
                    CHECK(gex_AD_OpNBI_##T(ad, &result, right, word, op, steps[at].one, steps[at].two, 0) == 0);                  \
                    gex_NBI_Wait(GEX_EC_RMW | GEX_EC_PUT, 0);                                                                     \
                }                                                                                                                 \
                CHECK(!fetching || result == before);                                                                             \
                gex_AD_OpNBI_##T(ad, &value, right, word, GEX_OP_GET, 0, 0, 0);                                                   \
                gex_NBI_Wait(GEX_EC_GET, 0);                                                                                      \
                before = value;                                                                                                   \
                CHECK(value == steps[at].expected);                                                                               \
            }                                                                                                                     \
        }                                                                                                                         \
        gex_AD_Destroy(ad);                                                                                                       \
    }
OPERATIONS(I32, int32_t, GEX_DT_I32, 1)
OPERATIONS(U32, uint32_t, GEX_DT_U32, 1)
OPERATIONS(I64, int64_t, GEX_DT_I64, 1)
OPERATIONS(U64, uint64_t, GEX_DT_U64, 1)
OPERATIONS(FLT, float, GEX_DT_FLT, 0)
OPERATIONS(DBL, double, GEX_DT_DBL, 0)

/* All ranks update words of rank 0 at the same time, none is lost. */
static void together(void)
{
    void *there;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, 0, &there, NULL, NULL, 0));
    gex_AD_t sums, least;
    gex_AD_Create(&sums, team, GEX_DT_DBL, GEX_OP_FADD | GEX_OP_ADD, GEX_FLAG_AD_FAVOR_REMOTE);
    gex_AD_Create(&least, team, GEX_DT_I32, GEX_OP_MIN | GEX_OP_FINC, 0);
    if (me == 0)
        memset(there, 0, 24);
    BARRIER();
    int32_t before;
    for (int time = 0; time < 100; time++) {
        double old;
        gex_Event_Wait(gex_AD_OpNB_DBL(sums, &old, 0, there, GEX_OP_FADD, 0.5, 0, GEX_FLAG_RANK_IS_JOBRANK));
        gex_AD_OpNBI_I32(least, NULL, 0, (char *)there + 8, GEX_OP_MIN, -(int)me * 100 - time, 0, 0);
        gex_Event_Wait(gex_AD_OpNB_I32(least, &before, 0, (char *)there + 12, GEX_OP_FINC, 0, 0, GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
    }
    gex_NBI_Wait(GEX_EC_RMW, 0);
    BARRIER();
    CHECK(before >= 99 && before < (int)all * 100);
    if (me == 0) {
        CHECK(*(double *)there == all * 50.0 && ((int32_t *)there)[2] == -(int)(all - 1) * 100 - 99);
        CHECK(((int32_t *)there)[3] == (int)all * 100);
    }
    BARRIER();
    gex_AD_Destroy(sums);
    gex_AD_Destroy(least);
}

static void wrong(const char *mistake, char *there)
{
    gex_AD_t ad;
    gex_AD_Create(&ad, team, GEX_DT_FLT, GEX_OP_ADD, 0);
    if (!strcmp(mistake, "operations"))
        gex_AD_Create(&ad, team, GEX_DT_FLT, GEX_OP_ADD | GEX_OP_XOR, 0);
    if (!strcmp(mistake, "type"))
        gex_AD_Create(&ad, team, GEX_DT_USER, GEX_OP_ADD, 0);
    if (!strcmp(mistake, "operation"))
        gex_AD_OpNBI_FLT(ad, NULL, right, there, GEX_OP_SUB, 1, 0, 0);
    if (!strcmp(mistake, "rank"))
        gex_AD_OpNBI_FLT(ad, NULL, all, there, GEX_OP_ADD, 1, 0, 0);
    if (!strcmp(mistake, "alignment"))
        gex_AD_OpNBI_FLT(ad, NULL, me, here + 1, GEX_OP_ADD, 1, 0, 0);
    gex_Memvec_t one = {there, 8}, other = {here, 9};
    if (!strcmp(mistake, "lengths"))
        gex_VIS_VectorPutBlocking(team, right, 1, &one, 1, &other, 0);
    one.gex_addr = there + SIZE;
    if (!strcmp(mistake, "place"))
        gex_VIS_VectorGetBlocking(team, 1, &other, right, 1, &one, 0);
    if (!strcmp(mistake, "message"))
        gex_VIS_SetPeerCompletionHandler(behind_number, here, 128, 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    gex_AM_Entry_t entry = {0, (gex_AM_Fn_t)on_behind, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 0, NULL, "behind"};
    CHECK(gex_EP_RegisterHandlers(ep, &entry, 1) == GASNET_OK);
    behind_number = entry.gex_index;
    char *there = attach(&segment, SIZE);
    here = gex_Segment_QueryAddr(segment);
    BARRIER();
    if (argc > 1) {
        if (me == 0)
            wrong(argv[1], there);
        BARRIER();
        return 0;
    }
    lists(there);
    strided(there);
    operations_I32(there);
    operations_U32(there);
    operations_I64(there);
    operations_U64(there);
    operations_FLT(there);
    operations_DBL(there);
    BARRIER();
    together();
    return end();
}
