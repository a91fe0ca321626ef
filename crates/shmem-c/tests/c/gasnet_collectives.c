/* Names of GASNet-1 beyond gasnet_one.c: collectives, memset, values that are fetched, and memory in many pieces. */
#include <gasnet.h>
#include <gasnet_coll.h>

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "rank %u, line %d: %s\n", gasnet_mynode(), __LINE__, #condition);                                     \
            gasnet_exit(3);                                                                                                       \
        }                                                                                                                         \
    } while (0)
enum { BLOCK = 3, RANKS = 64 };

static int me, all, root;

static void collectives(int flags)
{
    int one[BLOCK], from[BLOCK * RANKS], to[BLOCK * RANKS], part[BLOCK];
    size_t bytes = sizeof one;
    flags |= GASNET_COLL_LOCAL | GASNET_COLL_SRC_IN_SEGMENT | GASNET_COLL_DST_IN_SEGMENT;
    for (int at = 0; at < BLOCK; at++)
        one[at] = 10 * me + at;
    for (int at = 0; at < BLOCK * all; at++)
        from[at] = 1000 * me + at;
    gasnet_coll_broadcast(GASNET_TEAM_ALL, part, root, one, bytes, flags);
    CHECK(part[0] == 10 * root && part[2] == 10 * root + 2);
    gasnet_coll_scatter(GASNET_TEAM_ALL, part, root, me == root ? from : NULL, bytes, flags);
    CHECK(part[0] == 1000 * root + BLOCK * me && part[2] == 1000 * root + BLOCK * me + 2);
    gasnet_coll_gather(GASNET_TEAM_ALL, root, me == root ? to : NULL, one, bytes, flags);
    for (int rank = 0; me == root && rank < all; rank++)
        CHECK(to[BLOCK * rank + 1] == 10 * rank + 1);
    memset(to, 0, sizeof to);
    gasnet_coll_gather_all(GASNET_TEAM_ALL, to, one, bytes, flags);
    for (int rank = 0; rank < all; rank++)
        CHECK(to[BLOCK * rank + 2] == 10 * rank + 2);
    gasnet_coll_exchange(GASNET_TEAM_ALL, to, from, bytes, flags);
    for (int rank = 0; rank < all; rank++)
        CHECK(to[BLOCK * rank] == 1000 * rank + BLOCK * me);
    root = (root + 1) % all;
}

/* Two of each are under way at a time. */
static void begun(void)
{
    int one[BLOCK] = {me, me + 1, me + 2}, from[BLOCK * RANKS], to[2][BLOCK * RANKS], exchanged[BLOCK * RANKS], parts[2][BLOCK];
    int flags = GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC;
    size_t bytes = sizeof one;
    for (int at = 0; at < BLOCK * all; at++)
        from[at] = 100 * me + at;
    gasnet_coll_handle_t handles[5];
    handles[0] = gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, parts[0], 0, one, bytes, flags);
    handles[1] = gasnet_coll_scatter_nb(GASNET_TEAM_ALL, parts[1], 0, from, bytes, flags);
    handles[2] = gasnet_coll_gather_nb(GASNET_TEAM_ALL, 0, to[0], one, bytes, flags);
    handles[3] = gasnet_coll_gather_all_nb(GASNET_TEAM_ALL, to[1], one, bytes, flags);
    handles[4] = gasnet_coll_exchange_nb(GASNET_TEAM_ALL, exchanged, from, bytes, flags);
    while (gasnet_coll_try_sync(handles[4]) == GASNET_ERR_NOT_READY) {
    }
    gasnet_coll_wait_sync(handles[3]);
    gasnet_coll_wait_sync_all(handles, 3);
    CHECK(handles[0] == GASNET_COLL_INVALID_HANDLE && parts[0][1] == 1 && parts[1][0] == BLOCK * me);
    for (int rank = 0; rank < all; rank++) {
        CHECK(to[1][BLOCK * rank] == rank && exchanged[BLOCK * rank] == 100 * rank + BLOCK * me);
        CHECK(me != 0 || to[0][BLOCK * rank] == rank);
    }
}

/* With IN_ALLSYNC a source is read only when all ranks have begun: the left rank has stored into it before. */
static void waits_for_all(int *own, int *right, int right_rank)
{
    own[0] = -1;
    int to[RANKS], value = 7 + me;
    CHECK(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    if (me % 2)
        gasnett_nsleep(20000000);
    gasnet_put(right_rank, right, &value, sizeof value);
    gasnet_coll_gather_all(GASNET_TEAM_ALL, to, own, sizeof *own, GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
    for (int rank = 0; rank < all; rank++)
        CHECK(to[rank] == 7 + (rank + all - 1) % all);
}

int main(int argc, char **argv)
{
    CHECK(gasnet_init(&argc, &argv) == GASNET_OK && gasnet_attach(NULL, 0, 65536 * 4, 0) == GASNET_OK);
    me = (int)gasnet_mynode(), all = (int)gasnet_nodes();
    CHECK((int)gasneti_mynode == me && sizeof(gasnet_image_t) == 4);
    gasnet_seginfo_t segments[RANKS];
    CHECK(gasnet_getSegmentInfo(segments, RANKS) == GASNET_OK);
    gasnet_node_t right = (gasnet_node_t)((me + 1) % all);
    int left = (me + all - 1) % all;
    unsigned char *own = (unsigned char *)segments[me].addr, *there = (unsigned char *)segments[right].addr;

    collectives(GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC);
    collectives(GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_ALLSYNC);
    collectives(GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_MYSYNC);
    begun();
    waits_for_all((int *)own, (int *)there, (int)right);
    gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 5, 0);
    CHECK(gasnet_coll_barrier_wait(GASNET_TEAM_ALL, 5, 0) == GASNET_OK);
    int id = 0;
    CHECK(gasnet_coll_barrier_result(GASNET_TEAM_ALL, &id) == 0 && id == 5);
    CHECK(gasnet_coll_barrier(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    gasnet_coll_dumpTuningState(NULL, GASNET_TEAM_ALL);
    gasnet_coll_dumpProfile(NULL, GASNET_TEAM_ALL);

    /* Equal bytes, also more than one message carries. */
    gasnet_memset(right, there, 0x55, 100);
    gasnet_wait_syncnb(gasnet_memset_nb(right, there + 100, me + 1, 200001));
    gasnet_memset_nbi(right, there + 200101, 0x77, 8);
    gasnet_wait_syncnbi_puts();
    CHECK(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    CHECK(own[0] == 0x55 && own[99] == 0x55 && own[100] == left + 1 && own[200100] == left + 1 && own[200101] == 0x77 &&
          own[200109] == 0);

    /* Values that are fetched. */
    gasnet_valget_handle_t gets[3] = {gasnet_get_nb_val(right, there, 1), gasnet_get_nb_val(right, there, 4),
                                      gasnet_get_nb_val(right, there, 8)};
    CHECK(gasnet_wait_syncnb_valget(gets[2]) == 0x5555555555555555u && gasnet_wait_syncnb_valget(gets[0]) == 0x55 &&
          gasnet_wait_syncnb_valget(gets[1]) == 0x55555555u);
    CHECK(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);

    /* Pieces. */
    char source[] = "abcdefgh", back[9] = {0};
    gasnet_memvec_t to[] = {{there, 2}, {there + 8, 2}}, from[] = {{source, 4}}, into[] = {{back, 4}};
    gasnet_putv_bulk(right, 2, to, 1, from);
    gasnet_getv_bulk(1, into, right, 2, to);
    CHECK(!memcmp(back, "abcd", 4));
    void *blocks[] = {there + 16, there + 20}, *sources[] = {source + 4}, *backs[] = {back};
    gasnet_wait_syncnb(gasnet_puti_nb_bulk(right, 2, blocks, 2, 1, sources, 4));
    gasnet_geti_nbi_bulk(1, backs, 4, right, 2, blocks, 2);
    gasnet_wait_syncnbi_gets();
    CHECK(!memcmp(back, "efgh", 4));
    size_t far_apart[] = {16}, packed[] = {2}, count[] = {2, 4};
    gasnet_puts_nbi_bulk(right, there + 32, far_apart, source, packed, count, 1);
    gasnet_wait_syncnbi_puts();
    memset(back, 0, sizeof back);
    gasnet_gets_bulk(back, packed, right, there + 32, far_apart, count, 1);
    CHECK(!memcmp(back, source, 8));
    CHECK(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    CHECK(own[8] == 'c' && own[21] == 'h' && own[48] == 'c');
    puts("good");
    gasnet_exit(0);
}
