/* What the programs of GASNet-EX's tests share: one client, its objects, and checks that end the job. */
#include <gasnetex.h>

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t team;
static gex_Rank_t me, all, left, right;

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "rank %u, line %d: %s\n", me, __LINE__, #condition);                                                  \
            gasnet_exit(3);                                                                                                       \
        }                                                                                                                         \
    } while (0)
#define BARRIER() gex_Event_Wait(gex_Coll_BarrierNB(team, 0))

static void begin(int *argc, char ***argv, gex_Flags_t flags)
{
    CHECK(gex_Client_Init(&client, &ep, &team, "TEST", argc, argv, flags) == GASNET_OK);
    me = gex_TM_QueryRank(team);
    all = gex_TM_QuerySize(team);
    left = (me + all - 1) % all;
    right = (me + 1) % all;
}

/* Attaches segments, and returns where the one of the right rank is. */
static inline char *attach(gex_Segment_t *segment, uintptr_t size)
{
    void *there;
    CHECK(gex_Segment_Attach(segment, team, size) == GASNET_OK);
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, right, &there, NULL, NULL, 0));
    return (char *)there;
}

/* Half of the ranks end by main's return. */
static int end(void)
{
    BARRIER();
    puts("good");
    if (me % 2)
        gasnet_exit(0);
    return 0;
}
