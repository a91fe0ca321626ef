/* Teams: split, created and destroyed; messages, access and barriers by their ranks; pairs; collectives; the named barrier. */
#include "gasnet_test.h"
#include <gasnet_coll.h>

#define SIZE (1 << 18)
#define COUNT 3000

static gex_Segment_t segment;
static volatile int called;

static void on_call(gex_Token_t token, gex_AM_Arg_t from)
{
    gex_Token_Info_t info;
    gex_Token_Info(token, &info, GEX_TI_SRCRANK);
    CHECK(info.gex_srcrank == (gex_Rank_t)from);
    called++;
}

/* Even and odd ranks, each in reverse order. */
static void halves(gex_AM_Index_t call, char *here)
{
    gex_TM_t half = team;
    CHECK(gex_TM_Split(NULL, team, 0, 0, NULL, 0, GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED) == 0);
    size_t bytes = gex_TM_Split(&half, team, 0, 0, NULL, 0, GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED);
    CHECK(bytes > 0 && half == team);
    gex_TM_Split(&half, team, me % 2, -(int)me, here, bytes, 0);
    gex_Rank_t size = (all + 1 - me % 2) / 2, own = gex_TM_QueryRank(half);
    CHECK(gex_TM_QuerySize(half) == size && own == size - 1 - me / 2 && gex_TM_QueryEP(half) == ep);
    for (gex_Rank_t rank = 0; rank < size; rank++) {
        gex_Rank_t there = gex_TM_TranslateRankToJobrank(half, rank);
        gex_EP_Location_t location = gex_TM_TranslateRankToEP(half, rank, 0);
        CHECK(there == 2 * (size - 1 - rank) + me % 2 && gex_TM_TranslateJobrankToRank(half, there) == rank);
        CHECK(location.gex_rank == there && location.gex_ep_index == 0);
    }
    CHECK(all == 1 || gex_TM_TranslateJobrankToRank(half, me ^ 1) == GEX_RANK_INVALID || (me ^ 1) >= all);
    gex_Rank_t next = (own + 1) % size;
    void *owner;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(half, next, &owner, NULL, NULL, 0));
    gex_RMA_PutBlocking(half, next, (char *)owner + 4096, &me, sizeof me, 0);
    gex_AM_RequestShort1(half, next, call, 0, (gex_AM_Arg_t)me);
    GASNET_BLOCKUNTIL(called == 1);
    called = 0;
    gex_Event_Wait(gex_Coll_BarrierNB(half, 0));
    gex_Rank_t before = gex_TM_TranslateRankToJobrank(half, (own + size - 1) % size);
    CHECK(*(gex_Rank_t *)(here + 4096) == before);
    gex_Event_Wait(gex_Coll_BarrierNB(half, 0));
    int sum = 0, one = 1;
    gex_Event_Wait(gex_Coll_ReduceToAllNB(half, &sum, &one, GEX_DT_I32, 4, 1, GEX_OP_ADD, NULL, NULL, 0));
    CHECK(sum == (int)size);
    gex_Memvec_t scratch;
    CHECK(gex_TM_Destroy(half, &scratch, 0) && scratch.gex_addr == here && scratch.gex_len == bytes);
}

/* All but the last rank, in order, by a list. The last rank takes part only. */
static void listed(void)
{
    gex_EP_Location_t members[64];
    gex_Rank_t count = me == all - 1 && all > 1 ? 0 : all - (all > 1);
    for (gex_Rank_t at = 0; at < count; at++) {
        members[at].gex_rank = at;
        members[at].gex_ep_index = 0;
    }
    gex_TM_t list = GEX_TM_INVALID;
    gex_TM_Create(&list, count > 0, team, members, count, NULL, 0, GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_RANK_IS_JOBRANK);
    CHECK((list == GEX_TM_INVALID) == (count == 0));
    if (count > 0) {
        CHECK(gex_TM_QueryRank(list) == me && gex_TM_QuerySize(list) == count);
        gex_TM_t alone;
        gex_TM_Split(&alone, list, (int)me, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
        CHECK(gex_TM_QuerySize(alone) == 1 && gex_TM_TranslateRankToJobrank(alone, 0) == me);
        gex_Event_Wait(gex_Coll_BarrierNB(alone, 0));
        CHECK(gex_TM_Destroy(alone, NULL, GEX_FLAG_GLOBALLY_QUIESCED) == 0 && gex_TM_Destroy(list, NULL, 0) == 0);
    }
    gex_TM_t pair = gex_TM_Pair(ep, 0);
    CHECK(gex_RMA_GetBlockingVal(pair, me, gex_Segment_QueryAddr(segment), 1, 0) == *(unsigned char *)gex_Segment_QueryAddr(segment));
}

/* Puts two digits of each element behind each other, which does not commute. */
static void append(const void *first, void *second, size_t count, const void *cdata)
{
    CHECK(cdata == &segment);
    for (size_t at = 0; at < count; at++)
        ((uint64_t *)second)[at] += ((const uint64_t *)first)[at] * 100;
}

static void collectives(void)
{
    static int32_t source[COUNT], target[COUNT];
    static double doubles[COUNT], least[COUNT];
    gex_Event_t events[4];
    for (int at = 0; at < COUNT; at++) {
        source[at] = (int)me * 3 - at;
        doubles[at] = at * 0.5 - me;
    }
    gex_Rank_t root = all / 2;
    static char text[COUNT], *given = text;
    if (me == root)
        memset(text, 'x', COUNT);
    uint64_t digit = me + 1, digits = 0, expected = 0;
    events[0] = gex_Coll_BroadcastNB(team, root, text, given, COUNT, 0);
    events[1] = gex_Coll_ReduceToOneNB(team, root, me == root ? target : NULL, source, GEX_DT_I32, 4, COUNT, GEX_OP_MAX, NULL, NULL, 0);
    events[2] = gex_Coll_ReduceToAllNB(team, least, doubles, GEX_DT_DBL, 8, COUNT, GEX_OP_MIN, NULL, NULL, 0);
    events[3] = gex_Coll_ReduceToAllNB(team, &digits, &digit, GEX_DT_USER, 8, 1, GEX_OP_USER_NC, append, &segment, 0);
    gex_Event_WaitAll(events, 4, 0);
    for (gex_Rank_t rank = all; rank-- > 0;)
        expected += (rank + 1) * (rank == all - 1 ? 1 : 100);
    CHECK(digits == expected);
    for (int at = 0; at < COUNT; at++) {
        CHECK(text[at] == 'x' && least[at] == at * 0.5 - (all - 1.0));
        CHECK(me != root || target[at] == (int)(all - 1) * 3 - at);
    }
    float product = me + 1.0f, result = 1;
    gex_Event_Wait(gex_Coll_ReduceToAllNB(team, &product, &product, GEX_DT_FLT, 4, 1, GEX_OP_MULT, NULL, NULL, 0));
    for (gex_Rank_t rank = 0; rank < all; rank++)
        result *= rank + 1.0f;
    CHECK(product == result);
    uint64_t bits = ~(UINT64_C(1) << me), and;
    gex_Event_t event = gex_Coll_ReduceToOneNB(team, 0, &and, &bits, GEX_DT_U64, 8, 1, GEX_OP_AND, NULL, NULL, 0);
    while (gex_Event_Test(event) == GASNET_ERR_NOT_READY)
        gasnet_AMPoll();
    CHECK(me || and == ~((UINT64_C(1) << all) - 1));
}

static void named_barrier(void)
{
    int id = 0;
    CHECK(gasnet_barrier(7, 0) == GASNET_OK && gasnet_barrier_result(&id) == 0 && id == 7);
    CHECK(gasnet_barrier(me, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK && gasnet_barrier_result(&id) != 0);
    CHECK(gasnet_barrier(me, me ? 0 : GASNET_BARRIERFLAG_MISMATCH) == GASNET_ERR_BARRIER_MISMATCH);
    gasnet_barrier_notify(me == 0 ? 5 : 6, me == 0 ? 0 : GASNET_BARRIERFLAG_ANONYMOUS);
    int result;
    while ((result = gasnet_barrier_try(5, 0)) == GASNET_ERR_NOT_READY)
        gasnet_AMPoll();
    CHECK(result == GASNET_OK);
    if (all > 1)
        CHECK(gasnet_barrier(me == 0, 0) == GASNET_ERR_BARRIER_MISMATCH);
}

static void wrong(const char *mistake)
{
    gex_TM_t other = GEX_TM_INVALID;
    gex_TM_Split(&other, team, me == 0, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    if (me != 0)
        GASNET_BLOCKUNTIL(0);
    int one = 1;
    if (!strcmp(mistake, "rank"))
        gex_AM_RequestShort0(other, 1, 255, 0);
    if (!strcmp(mistake, "pair"))
        gex_RMA_PutBlocking(gex_TM_Pair(ep, 3), 0, gex_Segment_QueryAddr(segment), &one, 4, 0);
    if (!strcmp(mistake, "pair as a team"))
        gex_Coll_BarrierNB(gex_TM_Pair(ep, 0), 0);
    if (!strcmp(mistake, "color"))
        gex_TM_Split(&other, team, -1, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    if (!strcmp(mistake, "destroy"))
        gex_TM_Destroy(team, NULL, 0);
    if (!strcmp(mistake, "root"))
        gex_Coll_BroadcastNB(other, 1, &one, &one, 4, 0);
    if (!strcmp(mistake, "size"))
        gex_Coll_ReduceToAllNB(other, &one, &one, GEX_DT_DBL, 4, 1, GEX_OP_ADD, NULL, NULL, 0);
    if (!strcmp(mistake, "operation"))
        gex_Coll_ReduceToAllNB(other, &one, &one, GEX_DT_I32, 4, 1, GEX_OP_FADD, NULL, NULL, 0);
    if (!strcmp(mistake, "function"))
        gex_Coll_ReduceToAllNB(other, &one, &one, GEX_DT_USER, 4, 1, GEX_OP_USER, NULL, NULL, 0);
    if (!strcmp(mistake, "member")) {
        gex_EP_Location_t member = {1, 0};
        gex_TM_Create(&other, 1, other, &member, 1, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    }
    if (!strcmp(mistake, "twice"))
        for (int time = 0; time < 2; time++)
            gasnet_barrier_notify(0, 0);
    if (!strcmp(mistake, "wait"))
        gasnet_barrier_wait(0, 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    gex_AM_Entry_t entry = {0, (gex_AM_Fn_t)on_call, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "call"};
    CHECK(gex_EP_RegisterHandlers(ep, &entry, 1) == GASNET_OK);
    attach(&segment, SIZE);
    if (argc > 1) {
        wrong(argv[1]);
        return 0;
    }
    for (int time = 0; time < 3; time++) {
        halves(entry.gex_index, gex_Segment_QueryAddr(segment));
        BARRIER();
        listed();
        collectives();
        named_barrier();
    }
    return end();
}
