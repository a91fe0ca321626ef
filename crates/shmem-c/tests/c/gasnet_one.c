/* GASNet-1's names: handlers with and without numbers, messages, memory and the barrier. */
#include <gasnet.h>

#define CHECK(condition)                                                                                                          \
    do {                                                                                                                          \
        if (!(condition)) {                                                                                                       \
            fprintf(stderr, "rank %u, line %d: %s\n", gasnet_mynode(), __LINE__, #condition);                                     \
            gasnet_exit(3);                                                                                                       \
        }                                                                                                                         \
    } while (0)

static volatile int replies;

static void on_ask(gasnet_token_t token, gasnet_handlerarg_t number)
{
    gasnet_node_t source;
    gasnet_AMGetMsgSource(token, &source);
    CHECK(number == (gasnet_handlerarg_t)source);
    gasnet_AMReplyMedium2(token, 201, "bytes", 5, number, 7);
}

static void on_answer(gasnet_token_t token, void *payload, size_t bytes, gasnet_handlerarg_t number, gasnet_handlerarg_t seven)
{
    (void)token;
    CHECK(bytes == 5 && !memcmp(payload, "bytes", 5) && number == (gasnet_handlerarg_t)gasnet_mynode() && seven == 7);
    replies++;
}

int main(int argc, char **argv)
{
    CHECK(gasnet_init(&argc, &argv) == GASNET_OK);
    gasnet_handlerentry_t table[] = {{0, (void (*)())on_ask}, {201, (void (*)())on_answer}};
    CHECK(gasnet_attach(table, 2, 0, 0) == GASNET_OK && table[0].index == 255);
    gasnet_node_t right = (gasnet_mynode() + 1) % gasnet_nodes(), left = (gasnet_mynode() + gasnet_nodes() - 1) % gasnet_nodes();
    gasnet_seginfo_t segments[64];
    CHECK(gasnet_getSegmentInfo(segments, 64) == GASNET_OK);
    CHECK(gasnet_AMRequestShort1(right, table[0].index, (gasnet_handlerarg_t)gasnet_mynode()) == GASNET_OK);
    GASNET_BLOCKUNTIL(replies == 1);
    gasnet_put_val(right, segments[right].addr, gasnet_mynode(), 4);
    gasnet_node_t word = gasnet_mynode();
    gasnet_wait_syncnb(gasnet_put_nb(right, (char *)segments[right].addr + 8, &word, 4));
    CHECK(gasnet_barrier(1, 0) == GASNET_OK);
    CHECK(*(gasnet_node_t *)segments[gasnet_mynode()].addr == left && ((gasnet_node_t *)segments[gasnet_mynode()].addr)[2] == left);
    gasnet_get(&word, left, segments[left].addr, 4);
    CHECK(word == (left + gasnet_nodes() - 1) % gasnet_nodes());
    CHECK(gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    puts("good");
    gasnet_exit(0);
}
