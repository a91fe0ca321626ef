/* Objects and their data, places, access regions, events, immediate operations, and mistakes in these. */
#include "gasnet_test.h"

#if !defined(GASNET_CONDUIT_NAME_STR) || GEX_SPEC_VERSION_MAJOR != 0 || SIZEOF_GEX_RMA_VALUE_T != 8 || GASNET_MAXEPS != 33
#error "what programs ask the preprocessor"
#endif
#define SIZE (1 << 20)
#define MANY 5000

static gex_Segment_t segment;
static volatile int arrived;
static gex_AM_Index_t on_nothing_number;

static void on_nothing(gex_Token_t token) { (void)token; }
static void on_bytes(gex_Token_t token, void *payload, size_t bytes)
{
    (void)token;
    CHECK(bytes == 0 || *(unsigned char *)payload == 9);
    arrived++;
}
static void on_mistake(gex_Token_t token, gex_AM_Arg_t mistake)
{
    if (mistake == 1)
        gex_AM_RequestShort0(team, 0, on_nothing_number, 0);
    if (mistake == 2)
        gasnet_AMPoll();
    if (mistake == 3)
        for (int time = 0; time < 2; time++)
            gex_AM_ReplyShort0(token, on_nothing_number, 0);
}

static void objects(void)
{
    static int own;
    CHECK(!strcmp(gex_Client_QueryName(client), "TEST") && gex_Client_QueryFlags(client) == GEX_FLAG_DEFER_THREADS);
    CHECK(gex_TM_QueryClient(team) == client && gex_TM_QueryEP(team) == ep && gex_EP_QueryClient(ep) == client);
    CHECK(gex_EP_QuerySegment(ep) == segment && gex_Segment_QueryClient(segment) == client && gex_EP_QueryIndex(ep) == 0);
    CHECK(!gex_TM_QueryCData(team) && gex_TM_QueryFlags(team) == 0 && gex_Segment_QueryFlags(segment) == 0);
    gex_Client_SetCData(client, &own);
    gex_EP_SetCData(ep, &own + 1);
    gex_TM_SetCData(team, &me);
    gex_Segment_SetCData(segment, &all);
    CHECK(gex_Client_QueryCData(client) == &own && gex_EP_QueryCData(ep) == &own + 1);
    CHECK(gex_TM_QueryCData(team) == &me && gex_Segment_QueryCData(segment) == &all);
    const gex_ProgressThreadInfo_t *threads;
    unsigned int count = 7;
    CHECK(gex_System_QueryProgressThreads(client, NULL, &threads, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gex_System_QueryProgressThreads(client, &count, &threads, 0) == GASNET_OK && count == 0);
    CHECK(gex_System_QueryProgressThreads(client, &count, &threads, 0) == GASNET_ERR_RESOURCE);
    CHECK(gex_System_GetVerboseErrors() == 1);
    gex_System_SetVerboseErrors(0);
    CHECK(gex_System_GetVerboseErrors() == 0);
    gex_EP_t second;
    CHECK(gex_EP_Create(&second, client, GEX_EP_CAPABILITY_ALL, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gex_Client_Init(&client, &ep, &team, "TEST", NULL, NULL, 0) == GASNET_ERR_RESOURCE);
    gex_Segment_t other;
    CHECK(gex_Segment_Attach(&other, team, SIZE) == GASNET_ERR_RESOURCE);
    CHECK(gasnet_set_waitmode(GASNET_WAIT_BLOCK) == GASNET_OK && gasnet_set_waitmode(3) == GASNET_ERR_BAD_ARG);
    CHECK(!strcmp(gasnet_ErrorName(GASNET_ERR_NOT_READY), "GASNET_ERR_NOT_READY") && gasnet_ErrorDesc(-1));
    CHECK(gasnet_getenv("PATH") && gex_System_QueryMaxThreads() > 1 && gex_System_QueryHiddenAMConcurrencyLevel() == 0);
}

static void places(char *there)
{
    gex_RankInfo_t *near;
    gex_Rank_t count, mine, nodes, node;
    gex_System_QueryNbrhdInfo(&near, &count, &mine);
    CHECK(near[mine].gex_jobrank == me);
    gex_System_QueryMyPosition(&nodes, &node, NULL, NULL);
    CHECK(node < nodes);
    gasnet_seginfo_t segments[64];
    gasnet_nodeinfo_t infos[64];
    CHECK(gasnet_getSegmentInfo(segments, 64) == GASNET_OK && gasnet_getNodeInfo(infos, 64) == GASNET_OK);
    CHECK(segments[right].addr == there && segments[me].addr == gex_Segment_QueryAddr(segment) && segments[me].size == SIZE);
    CHECK(gasnet_getSegmentInfo(NULL, 64) == GASNET_ERR_BAD_ARG && gasnet_getNodeInfo(infos, 0) == GASNET_ERR_BAD_ARG);
    CHECK(infos[me].supernode == node && infos[me].offset == 0);
    for (gex_Rank_t at = 0; at < count; at++) {
        gex_Rank_t rank = near[at].gex_jobrank;
        void *owner, *local;
        gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, rank, &owner, &local, NULL, GEX_FLAG_IMMEDIATE));
        CHECK((char *)owner + infos[rank].offset == (char *)local && infos[rank].host == infos[me].host);
    }
}

/* Puts and gets with all kinds of completion. Some are inside an access region, others around it. */
static void completion(char *there)
{
    static long source[MANY], target[MANY];
    gex_Event_t leaf, events[4];
    for (int at = 0; at < MANY; at++)
        source[at] = me * 1000000L + at;
    gex_RMA_PutNBI(team, right, there, source, sizeof source, GEX_EVENT_DEFER, 0);
    gex_NBI_BeginAccessRegion(0);
    for (int at = 0; at < MANY; at++)
        gex_RMA_PutNBI(team, right, there + sizeof source + 8 * at, source + at, 8, GEX_EVENT_GROUP, 0);
    gex_RMA_PutNBIVal(team, right, there + 2 * sizeof source, 77, 2, 0);
    gex_Event_t region = gex_NBI_EndAccessRegion(0);
    gex_Event_Wait(gex_Event_QueryLeaf(region, GEX_EC_LC));
    gex_Event_Wait(region);
    while (gex_NBI_Test(GEX_EC_PUT, 0) != GASNET_OK)
        gasnet_AMPoll();
    gex_NBI_BeginAccessRegion(0);
    CHECK(gex_NBI_EndAccessRegion(0) == GEX_EVENT_INVALID);
    events[0] = gex_RMA_PutNB(team, right, there + 3 * sizeof source, source, sizeof source, &leaf, 0);
    events[1] = GEX_EVENT_INVALID;
    events[2] = gex_RMA_PutNBVal(team, right, there + 2 * sizeof source + 8, 5, 1, 0);
    events[3] = gex_RMA_PutNB(team, right, there + 2 * sizeof source + 16, source, 0, GEX_EVENT_NOW, 0);
    gex_Event_Wait(leaf);
    do
        gex_Event_WaitSome(events, 4, 0);
    while (gex_Event_TestAll(events, 4, 0) != GASNET_OK);
    for (int at = 0; at < 4; at++)
        CHECK(events[at] == GEX_EVENT_INVALID);
    CHECK(gex_Event_TestSome(events, 4, 0) == GASNET_OK && gex_Event_TestSome(NULL, 0, 0) == GASNET_OK);
    CHECK(gex_Event_Test(GEX_EVENT_INVALID) == GASNET_OK);
    BARRIER();
    char *here = gex_Segment_QueryAddr(segment);
    for (int at = 0; at < MANY; at++) {
        long expected = left * 1000000L + at;
        CHECK(((long *)here)[at] == expected && ((long *)here)[MANY + at] == expected && ((long *)here)[3 * MANY + at] == expected);
    }
    CHECK(here[2 * sizeof source] == 77 && here[2 * sizeof source + 8] == 5);
    gex_NBI_BeginAccessRegion(0);
    for (int at = 0; at < MANY; at += 100)
        gex_RMA_GetNBI(team, target + at, right, there + 8 * at, 800, 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    CHECK(!memcmp(source, target, sizeof source));
    BARRIER();
}

/* Immediate operations may do nothing. A program polls then, and tries again. */
static void immediate(gex_AM_Index_t handler, char *there)
{
    unsigned char bytes[1000];
    memset(bytes, 9, sizeof bytes);
    for (int time = 0; time < MANY; time++) {
        gex_Event_t event;
        while (gex_AM_RequestMedium0(team, right, handler, bytes, time % 1000, &event, GEX_FLAG_IMMEDIATE))
            gasnet_AMPoll();
        gex_Event_Wait(event);
        while (gex_RMA_PutNBI(team, right, there + time, bytes, 1, GEX_EVENT_NOW, GEX_FLAG_IMMEDIATE))
            gasnet_AMPoll();
    }
    while (gex_AM_RequestLong0(team, right, handler, bytes, 1000, there, GEX_EVENT_NOW, GEX_FLAG_IMMEDIATE))
        gasnet_AMPoll();
    gex_Event_t event;
    while ((event = gex_RMA_PutNB(team, right, there, bytes, 1, GEX_EVENT_NOW, GEX_FLAG_IMMEDIATE)) == GEX_EVENT_NO_OP)
        gasnet_AMPoll();
    gex_Event_Wait(event);
    gex_NBI_Wait(GEX_EC_ALL, 0);
    GASNET_BLOCKUNTIL(arrived == MANY + 1);
}

/* Blocking access runs handlers: a program may access memory until one tells it to stop. */
static void until_told(gex_AM_Index_t handler, char *there)
{
    BARRIER();
    int before = arrived;
    BARRIER();
    gex_AM_RequestMedium0(team, right, handler, NULL, 0, GEX_EVENT_NOW, 0);
    while (arrived == before)
        gex_RMA_PutBlocking(team, me, gex_Segment_QueryAddr(segment), &me, sizeof me, 0);
    before = arrived;
    gex_AM_RequestMedium0(team, me, handler, NULL, 0, GEX_EVENT_NOW, 0);
    while (arrived == before)
        gex_RMA_GetBlockingVal(team, right, there, 4, 0);
    BARRIER();
}

static void wrong(const char *mistake, gex_AM_Index_t bytes, gex_AM_Index_t number, char *there)
{
    if (!strcmp(mistake, "nested"))
        for (int time = 0; time < 2; time++)
            gex_NBI_BeginAccessRegion(0);
    if (!strcmp(mistake, "unfinished")) {
        gex_NBI_BeginAccessRegion(0);
        gex_NBI_Wait(GEX_EC_ALL, 0);
    }
    if (!strcmp(mistake, "region"))
        gex_NBI_EndAccessRegion(0);
    if (!strcmp(mistake, "no-op"))
        gex_Event_Wait(GEX_EVENT_NO_OP);
    if (!strcmp(mistake, "leaf"))
        gex_Event_QueryLeaf(GEX_EVENT_INVALID, GEX_EC_ALL);
    if (!strcmp(mistake, "lc"))
        gex_AM_RequestMedium0(team, right, bytes, there, 0, GEX_EVENT_DEFER, 0);
    if (!strcmp(mistake, "lc of a put"))
        gex_RMA_PutNB(team, right, there, &me, 4, GEX_EVENT_GROUP, 0);
    if (!strcmp(mistake, "value"))
        gex_RMA_PutBlockingVal(team, right, there, 0, 9, 0);
    if (!strcmp(mistake, "team"))
        gex_RMA_PutBlocking(GEX_TM_INVALID, right, there, &me, 4, 0);
    if (!strcmp(mistake, "translation"))
        gex_TM_TranslateRankToJobrank(team, all);
    if (!strcmp(mistake, "verbose"))
        gex_System_SetVerboseErrors(2);
    if (!strcmp(mistake, "request in a handler"))
        gex_AM_RequestShort1(team, me, number, 0, 1);
    if (!strcmp(mistake, "poll in a handler"))
        gex_AM_RequestShort1(team, me, number, 0, 2);
    if (!strcmp(mistake, "second reply"))
        gex_AM_RequestShort1(team, me, number, 0, 3);
    if (!strcmp(mistake, "entry")) {
        gex_AM_Entry_t entry = {0, (gex_AM_Fn_t)on_nothing, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 0, NULL, "x"};
        gex_EP_RegisterHandlers(ep, &entry, 1);
    }
    gasnet_AMPoll();
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, GEX_FLAG_DEFER_THREADS);
    gex_AM_Entry_t table[] = {
        {0, (gex_AM_Fn_t)on_bytes, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 0, NULL, "bytes"},
        {0, (gex_AM_Fn_t)on_nothing, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "nothing"},
        {0, (gex_AM_Fn_t)on_mistake, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "mistake"},
    };
    CHECK(gex_EP_RegisterHandlers(ep, table, 3) == GASNET_OK);
    on_nothing_number = table[1].gex_index;
    uintptr_t size = 7;
    void *owner = &size;
    CHECK(gex_Segment_QueryBound(team, right, &owner, NULL, &size) != GASNET_OK && owner == &size && size == 7);
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, right, &owner, NULL, &size, 0));
    CHECK(!owner && size == 0);
    char *there = attach(&segment, SIZE);
    if (argc > 1) {
        if (me == 0)
            wrong(argv[1], table[0].gex_index, table[2].gex_index, there);
        BARRIER();
        return 0;
    }
    objects();
    places(there);
    completion(there);
    immediate(table[0].gex_index, there);
    until_told(table[0].gex_index, there);
    return end();
}
