/* Negotiated payload: requests and replies in the library's buffer and in the program's, sent, cancelled and sent at once. */
#include "gasnet_test.h"

#define SIZE (1 << 18)
#define ROUNDS 40

static gex_Segment_t segment;
static volatile int mediums, longs, answers;
static gex_AM_Index_t medium, lengthy, medium_back, short_back, wrong_reply;

static void fill(void *buffer, size_t bytes, int seed)
{
    for (size_t at = 0; at < bytes; at++)
        ((unsigned char *)buffer)[at] = (unsigned char)(seed + at * 13);
}

static void check(const void *buffer, size_t bytes, int seed)
{
    for (size_t at = 0; at < bytes; at++)
        CHECK(((const unsigned char *)buffer)[at] == (unsigned char)(seed + at * 13));
}

static void on_medium_back(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t round)
{
    (void)token;
    CHECK(bytes == 100 + (size_t)round);
    check(payload, bytes, round + 1);
    answers++;
}

/* The second attempt replies, the first one is cancelled. */
static void on_medium(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t round, gex_AM_Arg_t len)
{
    CHECK(bytes == (size_t)len);
    check(payload, bytes, round);
    gex_AM_SrcDesc_t sd = gex_AM_PrepareReplyLong(token, NULL, 1, 10, NULL, NULL, 0, 3);
    gex_AM_CancelReplyLong(sd, 0);
    sd = gex_AM_PrepareReplyMedium(token, NULL, 100 + round, 1 << 20, NULL, 0, 1);
    CHECK(gex_AM_SrcDescSize(sd) == gex_Token_MaxReplyMedium(token, NULL, 0, 1));
    fill(gex_AM_SrcDescAddr(sd), 100 + round, round + 1);
    while (gex_AM_CommitReplyMedium1_v2(sd, medium_back, 100 + round, GEX_FLAG_IMMEDIATE, round))
        if (!gex_AM_CommitReplyMedium_v2(sd, medium_back, 100 + round, 0, round))
            break;
    mediums++;
}

static void on_long(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t round)
{
    check(payload, bytes, round);
    gex_AM_ReplyShort0(token, short_back, 0);
    longs++;
}

static void on_wrong_reply(gex_Token_t token, gex_AM_Arg_t mistake)
{
    gex_AM_SrcDesc_t sd = gex_AM_PrepareReplyMedium(token, NULL, 1, 10, NULL, 0, 1);
    if (mistake == 1)
        gex_AM_CommitRequestMedium1(sd, medium_back, 1, 0);
    gex_AM_CommitReplyMedium1(sd, medium_back, 0, 0);
    gex_AM_PrepareReplyMedium(token, NULL, 1, 10, NULL, 0, 1);
}

static void on_short_back(gex_Token_t token)
{
    (void)token;
    answers++;
}

static void requests(char *there)
{
    static unsigned char own[100000];
    for (int round = 0; round < ROUNDS; round++) {
        size_t len = (size_t)round * 200;
        gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(team, right, NULL, len, len + 7, NULL, 0, 2);
        CHECK(gex_AM_SrcDescSize(sd) >= len && gex_AM_SrcDescSize(sd) <= len + 7 && (uintptr_t)gex_AM_SrcDescAddr(sd) % 16 == 0);
        fill(gex_AM_SrcDescAddr(sd), len, round);
        if (round % 2)
            gex_AM_CommitRequestMedium(sd, medium, len, round, (gex_AM_Arg_t)len);
        else
            gex_AM_CommitRequestMedium2(sd, medium, len, round, (gex_AM_Arg_t)len);
        /* The program's buffer, to a place that is chosen before or after. */
        gex_Event_t event;
        while (!(sd = gex_AM_PrepareRequestLong(team, right, own, 1000, sizeof own, round % 2 ? there : NULL, &event,
                                                GEX_FLAG_IMMEDIATE, 1)))
            gasnet_AMPoll();
        CHECK(gex_AM_SrcDescAddr(sd) == own && gex_AM_SrcDescSize(sd) == sizeof own);
        fill(own, sizeof own, round);
        while (gex_AM_CommitRequestLong_v2(sd, lengthy, sizeof own, there, GEX_FLAG_IMMEDIATE, round))
            CHECK(gex_AM_SrcDescAddr(sd) == own);
        gex_Event_Wait(event);
        sd = gex_AM_PrepareRequestLong(team, right, NULL, 10, 20, there, NULL, 0, 0);
        CHECK(gex_AM_CancelRequestLong(sd, 0) == GASNET_OK);
        GASNET_BLOCKUNTIL(answers == 2 * (round + 1));
    }
    size_t most = gex_AM_MaxRequestLong(team, right, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0);
    gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestLong(team, right, NULL, most, most, there + 100000, NULL, 0, 1);
    fill(gex_AM_SrcDescAddr(sd), most, 3);
    gex_AM_CommitRequestLong1(sd, lengthy, most, there + 100000, 3);
    GASNET_BLOCKUNTIL(answers == 2 * ROUNDS + 1 && mediums == ROUNDS && longs == ROUNDS + 1);
}

static void wrong(const char *mistake, char *there)
{
    size_t most = gex_AM_MaxRequestMedium(team, right, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0);
    if (!strcmp(mistake, "least"))
        gex_AM_PrepareRequestMedium(team, right, NULL, most + 1, most + 1, NULL, 0, 0);
    if (!strcmp(mistake, "lc"))
        gex_AM_PrepareRequestMedium(team, right, NULL, 1, 1, GEX_EVENT_NOW, 0, 0);
    if (!strcmp(mistake, "arguments"))
        gex_AM_PrepareRequestMedium(team, right, NULL, 1, 1, NULL, 0, 17);
    if (!strcmp(mistake, "reply as request"))
        gex_AM_RequestShort1(team, me, wrong_reply, 0, 1);
    if (!strcmp(mistake, "second reply"))
        gex_AM_RequestShort1(team, me, wrong_reply, 0, 0);
    if (strstr(mistake, "reply"))
        GASNET_BLOCKUNTIL(0);
    gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestLong(team, right, NULL, 1, 100, there, NULL, 0, 1);
    if (!strcmp(mistake, "second"))
        gex_AM_PrepareRequestMedium(team, right, NULL, 1, 1, NULL, 0, 0);
    if (!strcmp(mistake, "large"))
        gex_AM_CommitRequestLong1(sd, lengthy, 101, there, 0);
    if (!strcmp(mistake, "count"))
        gex_AM_CommitRequestLong2(sd, lengthy, 100, there, 0, 0);
    if (!strcmp(mistake, "dest"))
        gex_AM_CommitRequestLong1(sd, lengthy, 100, there + 8, 0);
    if (!strcmp(mistake, "twice"))
        for (int time = 0; time < 2; time++)
            gex_AM_CancelRequestLong(sd, 0);
    gasnet_AMPoll();
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    gex_AM_Entry_t table[] = {
        {0, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 2, NULL, "medium"},
        {0, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 1, NULL, "long"},
        {0, (gex_AM_Fn_t)on_medium_back, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 1, NULL, "medium back"},
        {0, (gex_AM_Fn_t)on_short_back, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "short back"},
        {0, (gex_AM_Fn_t)on_wrong_reply, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "wrong"},
    };
    CHECK(gex_EP_RegisterHandlers(ep, table, 5) == GASNET_OK);
    medium = table[0].gex_index;
    lengthy = table[1].gex_index;
    medium_back = table[2].gex_index;
    short_back = table[3].gex_index;
    wrong_reply = table[4].gex_index;
    char *there = attach(&segment, SIZE);
    if (argc > 1) {
        if (me == 0)
            wrong(argv[1], there);
        BARRIER();
        return 0;
    }
    requests(there);
    return end();
}
