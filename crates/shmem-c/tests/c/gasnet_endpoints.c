/* Segments that are created, bound and published, endpoints beside the client's, and kinds of memory. */
#include "gasnet_test.h"
#include <gasnet_mk.h>
#include <gasnet_vis.h>

enum { WORDS = 512 };
static long statics[WORDS];
static volatile int arrived;
static long landing_at;

static void on_long(gex_Token_t token, void *payload, size_t bytes)
{
    CHECK(bytes == 8 && (long)payload == landing_at);
    gex_AM_ReplyShort0(token, 201, 0);
}
static void on_answer(gex_Token_t token)
{
    (void)token;
    arrived++;
}

static void kinds(void)
{
    gex_MK_t kind = GEX_MK_INVALID;
    gex_MK_Create_args_t arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.gex_class = GEX_MK_CLASS_HOST;
    CHECK(gex_MK_Create(&kind, client, &arguments, 0) == GASNET_OK && kind == GEX_MK_HOST);
    gex_MK_Destroy(kind, 0);
    arguments.gex_class = GEX_MK_CLASS_CUDA_UVA;
    arguments.gex_args.gex_class_cuda_uva.gex_CUdevice = 0;
    CHECK(gex_MK_Create(&kind, client, &arguments, 0) == GASNET_ERR_BAD_ARG);
}

/* Puts, gets and strided puts to the segment of the right rank's endpoint. */
static void exchange(gex_EP_t local, gex_Segment_t segment)
{
    gex_TM_t pair = gex_TM_Pair(local, gex_EP_QueryIndex(local));
    long *own = (long *)gex_Segment_QueryAddr(segment), *there = NULL, *here = NULL;
    uintptr_t size = 0;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, right, (void **)&there, (void **)&here, &size, 0));
    CHECK(there && size == gex_Segment_QuerySize(segment));
    for (int at = 0; at < WORDS; at++)
        own[at] = -1;
    BARRIER();
    long value = 1000 + (long)me, got = 0;
    gex_RMA_PutBlocking(pair, right, there, &value, sizeof value, 0);
    gex_Event_Wait(gex_RMA_PutNBVal(pair, right, there + WORDS - 1, (gex_RMA_Value_t)me, sizeof value, 0));
    ptrdiff_t strides[] = {2 * sizeof(long)};
    size_t count[] = {3};
    long values[] = {1, 0, 2, 0, 3};
    gex_VIS_StridedPutBlocking(pair, right, there + 8, strides, values, strides, sizeof(long), count, 1, 0);
    BARRIER();
    CHECK(own[0] == 1000 + (long)left && own[WORDS - 1] == (long)left && own[8] == 1 && own[9] == -1 && own[12] == 3);
    gex_RMA_GetBlocking(pair, &got, right, there, sizeof got, 0);
    CHECK(got == value && gex_RMA_GetBlockingVal(pair, right, there, sizeof got, 0) == (gex_RMA_Value_t)value);
    if (here)
        CHECK(here[0] == value);
    BARRIER();
    /* A long message lands in the segment of the pair's endpoint. */
    arrived = 0;
    landing_at = (long)(own + 100);
    BARRIER();
    CHECK(gex_AM_RequestLong0(pair, right, 200, &value, 8, there + 100, GEX_EVENT_NOW, 0) == GASNET_OK);
    GASNET_BLOCKUNTIL(arrived == 1);
    BARRIER();
    CHECK(own[100] == 1000 + (long)left);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    const char *mistake = argc > 1 ? argv[1] : "";
    gex_AM_Entry_t handlers[] = {{200, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 0, NULL, NULL},
                                 {201, (gex_AM_Fn_t)on_answer, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, NULL}};
    CHECK(gex_EP_RegisterHandlers(ep, handlers, 2) == GASNET_OK && gex_EP_QuerySegment(ep) == GEX_SEGMENT_INVALID);

    /* Refused, with a reason on standard error: what no other process reaches, and what has no length. */
    long private_word = 0;
    gex_Segment_t segment = GEX_SEGMENT_INVALID, other = GEX_SEGMENT_INVALID, of_statics = GEX_SEGMENT_INVALID;
    CHECK(gex_Segment_Create(&segment, client, &private_word, 8, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gex_Segment_Create(&segment, client, NULL, 0, GEX_MK_HOST, 0) == GASNET_ERR_BAD_ARG && segment == GEX_SEGMENT_INVALID);
    CHECK(gex_Segment_Create(&segment, client, NULL, (uintptr_t)1 << 60, GEX_MK_HOST, 0) == GASNET_ERR_RESOURCE);

    CHECK(gex_Segment_Create(&segment, client, NULL, WORDS * sizeof(long), GEX_MK_HOST, 0) == GASNET_OK);
    CHECK(gex_Segment_QueryAddr(segment) && gex_Segment_QuerySize(segment) == WORDS * sizeof(long) &&
          gex_Segment_QueryClient(segment) == client);
    CHECK(gex_Segment_Create(&other, client, NULL, 100, GEX_MK_HOST, 0) == GASNET_OK);
    CHECK(gex_Segment_Create(&of_statics, client, statics, sizeof statics, GEX_MK_HOST, 0) == GASNET_OK);
    CHECK(gex_Segment_QueryAddr(of_statics) == statics);

    /* The client's endpoint may have a created segment, once. */
    CHECK(gex_EP_PublishBoundSegment(team, &ep, 1, 0) == GASNET_OK);
    uintptr_t size = 1;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, right, NULL, NULL, &size, 0));
    CHECK(size == 0);
    gex_System_SetVerboseErrors(0);
    CHECK(gex_EP_BindSegment(GEX_EP_INVALID, segment, 0) == GASNET_ERR_BAD_ARG &&
          gex_EP_BindSegment(ep, GEX_SEGMENT_INVALID, 0) == GASNET_ERR_BAD_ARG &&
          gex_EP_BindSegment(ep, segment, 1) == GASNET_ERR_BAD_ARG);
    CHECK(gex_EP_BindSegment(ep, segment, 0) == GASNET_OK && gex_EP_QuerySegment(ep) == segment);
    CHECK(gex_EP_BindSegment(ep, other, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gex_Segment_Attach(NULL, team, GASNET_PAGESIZE) == GASNET_ERR_RESOURCE);
    gex_System_SetVerboseErrors(1);
    gex_Segment_Destroy(other, 0);
    if (!strcmp(mistake, "bound"))
        gex_Segment_Destroy(segment, 0);
    if (!strcmp(mistake, "unpublished") && all > 1)
        gex_RMA_PutBlockingVal(team, right, &statics, 1, 8, 0);

    /* Published in a team in another order, by two calls of which each process gives its endpoint to one. */
    gex_TM_t reversed;
    gex_TM_Split(&reversed, team, 0, (int)(all - me), NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    CHECK(gex_EP_PublishBoundSegment(reversed, &ep, me % 2, 0) == GASNET_OK &&
          gex_EP_PublishBoundSegment(reversed, &ep, !(me % 2), 0) == GASNET_OK);
    gex_TM_Destroy(reversed, NULL, 0);
    exchange(ep, segment);

    /* Two endpoints more: one with static variables, one with the segment that the first has. */
    gex_EP_t more[2];
    gex_EP_Capabilities_t capabilities = GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM | GEX_EP_CAPABILITY_VIS;
    CHECK(gex_EP_Create(&more[0], client, capabilities, 0) == GASNET_OK && gex_EP_QueryIndex(more[0]) == 1);
    CHECK(gex_EP_Create(&more[1], client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK && gex_EP_QueryIndex(more[1]) == 2);
    CHECK(gex_EP_QueryClient(more[1]) == client && gex_EP_QueryIndex(ep) == 0);
    CHECK(gex_EP_BindSegment(more[0], of_statics, 0) == GASNET_OK && gex_EP_BindSegment(more[1], segment, 0) == GASNET_OK);
    CHECK(gex_EP_PublishBoundSegment(team, more, 2, 0) == GASNET_OK);
    exchange(more[0], of_statics);
    exchange(more[1], segment);
    if (!strcmp(mistake, "endpoint"))
        gex_RMA_PutBlockingVal(gex_TM_Pair(ep, 5), right, statics, 1, 8, 0);
    if (!strcmp(mistake, "index"))
        gex_RMA_PutBlockingVal(gex_TM_Pair(ep, 33), right, statics, 1, 8, 0);
    CHECK(gex_EP_Create(&more[0], client, GEX_EP_CAPABILITY_COLL, 0) == GASNET_ERR_BAD_ARG);
    gex_System_SetVerboseErrors(0);
    int made = 3;
    for (gex_EP_t next; gex_EP_Create(&next, client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK; made++)
        gex_EP_Destroy(next, 0);
    CHECK(made == GASNET_MAXEPS && gex_EP_Create(&more[0], client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_ERR_RESOURCE);
    gex_System_SetVerboseErrors(1);
    kinds();
    return end();
}
