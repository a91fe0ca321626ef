/* GASNet-EX's core: handlers with and without numbers, all kinds of messages, segments, one-sided access, events, the barrier. */
#include "gasnet_test.h"

#define MEDIUM 5000
#define LONG 300000

static gex_Segment_t segment;
static gex_HSL_t lock = GEX_HSL_INITIALIZER;
static volatile int shorts, sixteen, mediums, longs, replies;
static gex_AM_Index_t short_back, medium_back;

static unsigned char byte_of(gex_Rank_t from, size_t at) { return (unsigned char)(from * 31 + at * 7); }

static void count(volatile int *counter)
{
    gex_HSL_Lock(&lock);
    ++*counter;
    gex_HSL_Unlock(&lock);
}

static void on_short_back(gex_Token_t token)
{
    gex_Token_Info_t info;
    gex_Token_Info(token, &info, GEX_TI_ALL);
    CHECK(!info.gex_is_req && info.gex_entry->gex_index == short_back);
    count(&replies);
}

static void on_medium_back(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t number)
{
    (void)token;
    CHECK(bytes == MEDIUM && number == -7);
    for (size_t at = 0; at < bytes; at++)
        CHECK(((unsigned char *)payload)[at] == byte_of(me, at));
    count(&replies);
}

static void on_short(gex_Token_t token, gex_AM_Arg_t number)
{
    gex_Token_Info_t info;
    CHECK(gex_Token_Info(token, &info, GEX_TI_SRCRANK | GEX_TI_IS_REQ) == (GEX_TI_SRCRANK | GEX_TI_IS_REQ));
    CHECK(info.gex_srcrank == left && info.gex_is_req && !info.gex_is_long && number == -1);
    count(&shorts);
    gex_AM_ReplyShort0(token, short_back, 0);
}

static void on_sixteen(gex_Token_t token, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
                       gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
                       gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15)
{
    (void)token;
    CHECK(a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + a13 + a14 == 105 && a15 == INT32_MIN);
    count(&sixteen);
}

static void on_medium(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t number)
{
    CHECK(bytes == MEDIUM && number == 7);
    count(&mediums);
    gex_AM_ReplyMedium(token, medium_back, payload, bytes, GEX_EVENT_NOW, 0, -number);
}

static void on_long(gex_Token_t token, void *payload, size_t bytes)
{
    gex_Token_Info_t info;
    gex_Token_Info(token, &info, GEX_TI_ALL);
    CHECK(info.gex_is_long && info.gex_is_req && bytes == LONG);
    CHECK(payload == (char *)gex_Segment_QueryAddr(segment) + 4096);
    for (size_t at = 0; at < bytes; at++)
        CHECK(((unsigned char *)payload)[at] == byte_of(left, at));
    count(&longs);
}

static void messages(gex_AM_Entry_t *table, char *there)
{
    static unsigned char bytes[LONG];
    for (size_t at = 0; at < LONG; at++)
        bytes[at] = byte_of(me, at);
    for (int round = 0; round < 50; round++) {
        gex_Event_t event;
        gex_AM_RequestShort1(team, right, table[0].gex_index, 0, -1);
        gex_AM_RequestShort(team, right, table[1].gex_index, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, INT32_MIN);
        gex_AM_RequestMedium1(team, right, table[2].gex_index, bytes, MEDIUM, &event, 0, 7);
        gex_Event_Wait(event);
    }
    gex_AM_RequestLong0(team, right, table[3].gex_index, bytes, LONG, there + 4096, GEX_EVENT_NOW, 0);
    GASNET_BLOCKUNTIL(shorts == 50 && sixteen == 50 && mediums == 50 && longs == 1 && replies == 100);
}

static void one_sided(char *there)
{
    static long source[1000], target[1000];
    gex_Event_t events[3];
    for (int at = 0; at < 1000; at++)
        source[at] = me * 1000 + at;
    events[0] = gex_RMA_PutNB(team, right, there + 400000, source, sizeof source, GEX_EVENT_DEFER, 0);
    events[1] = gex_RMA_PutNBVal(team, right, there + 8, me + 1, 4, 0);
    events[2] = GEX_EVENT_INVALID;
    gex_RMA_PutNBI(team, right, there + 500000, source, sizeof source, GEX_EVENT_NOW, 0);
    gex_RMA_PutBlockingVal(team, right, there, 0x0102030405060708, 8, 0);
    gex_Event_WaitAll(events, 3, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    BARRIER();
    char *here = gex_Segment_QueryAddr(segment);
    CHECK(*(uint64_t *)here == 0x0102030405060708 && *(uint32_t *)(here + 8) == left + 1);
    CHECK(((long *)(here + 400000))[999] == (long)left * 1000 + 999 && ((long *)(here + 500000))[1] == (long)left * 1000 + 1);
    gex_Event_t event = gex_RMA_GetNB(team, target, right, there + 400000, sizeof target, 0);
    while (gex_Event_Test(event) == GASNET_ERR_NOT_READY)
        gasnet_AMPoll();
    CHECK(memcmp(source, target, sizeof source) == 0);
    memset(target, 0, sizeof target);
    gex_RMA_GetNBI(team, target, right, there + 500000, sizeof target, 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
    CHECK(memcmp(source, target, sizeof source) == 0);
    CHECK(gex_RMA_GetBlockingVal(team, right, there, 2, 0) == 0x0708);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    gex_AM_Entry_t table[] = {
        {200, (gex_AM_Fn_t)on_short, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "short"},
        {0, (gex_AM_Fn_t)on_sixteen, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 16, NULL, "sixteen"},
        {0, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 1, NULL, "medium"},
        {0, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 0, NULL, "long"},
        {0, (gex_AM_Fn_t)on_short_back, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "short back"},
        {0, (gex_AM_Fn_t)on_medium_back, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 1, NULL, "medium back"},
    };
    CHECK(gex_EP_RegisterHandlers(ep, table, 6) == GASNET_OK);
    CHECK(table[0].gex_index == 200 && table[1].gex_index == 255 && table[2].gex_index == 254);
    CHECK(gex_EP_RegisterHandlers(ep, table, 1) == GASNET_ERR_RESOURCE);
    short_back = table[4].gex_index;
    medium_back = table[5].gex_index;
    char *there = attach(&segment, 1 << 20);
    CHECK(gex_Segment_QuerySize(segment) == 1 << 20 && (uintptr_t)gex_Segment_QueryAddr(segment) % GASNET_PAGESIZE == 0);
    messages(table, there);
    BARRIER();
    one_sided(there);
    if (argc > 1) {
        const char *mistake = argv[1];
        if (me == 0 && !strcmp(mistake, "medium"))
            gex_AM_RequestMedium1(team, right, 254, there, gex_AM_LUBRequestMedium() + 1, GEX_EVENT_NOW, 0, 1);
        if (me == 0 && !strcmp(mistake, "handler"))
            gex_AM_RequestShort0(team, right, 130, 0);
        if (me == 0 && !strcmp(mistake, "rank"))
            gex_AM_RequestShort1(team, all, 200, 0, 1);
        if (me == 0 && !strcmp(mistake, "segment"))
            gex_RMA_PutBlocking(team, right, there + (1 << 20), there, 8, 0);
        if (!strcmp(mistake, "exit"))
            gasnet_exit(me == 0 ? 7 : 0);
        BARRIER();
    }
    return end();
}
