/* A ring of processes that poll for messages, all on one core: a poll in vain soon gives the core to the process that is
 * awaited. A process that keeps the core polls until its time slice is over. */
#define _GNU_SOURCE
#include <sched.h>

#include "gasnet_test.h"

enum { STEPS = 100, POLLS_MAX = 400, NUMBER = 201 };

static volatile long got;

static void on_turn(gex_Token_t token)
{
    (void)token;
    got++;
}

int main(int argc, char **argv)
{
    cpu_set_t cores, one;
    int core = 0;
    long polls = 0;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof cores, &cores))
        return 1;
    while (!CPU_ISSET(core, &cores))
        core++;
    CPU_SET(core, &one);
    if (sched_setaffinity(0, sizeof one, &one))
        return 1;
    begin(&argc, &argv, 0);
    gex_AM_Entry_t table[] = {{NUMBER, (gex_AM_Fn_t)on_turn, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, "turn"}};
    CHECK(gex_EP_RegisterHandlers(ep, table, 1) == GASNET_OK);
    BARRIER();
    for (long step = 1; step <= STEPS; step++) {
        gex_AM_RequestShort0(team, right, NUMBER, 0);
        for (; got < step; polls++)
            gasnet_AMPoll();
    }
    if (polls > (long)STEPS * POLLS_MAX)
        fprintf(stderr, "rank %u: %ld polls in vain for a message\n", me, polls / STEPS);
    CHECK(polls <= (long)STEPS * POLLS_MAX);
    polls = 0;
    BARRIER();
    for (long step = 0; step < STEPS; step++) {
        gex_Event_t barrier = gex_Coll_BarrierNB(team, 0);
        for (; gex_Event_Test(barrier); polls++)
            ;
    }
    CHECK(polls <= (long)STEPS * POLLS_MAX);
    return end();
}
