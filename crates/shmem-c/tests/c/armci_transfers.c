/* Contiguous, strided and vector transfers, blocking and begun, against a model of the target's memory. */
#include "armci_test.h"
#include <limits.h>

#define SIZE (1 << 20)

static char *source, *model, *back;
static void **memory;

/* Random strides of some levels. Returns the bytes from the first block to the end of the last. */
static int draw(int levels, int count[], int stride[])
{
    int inner = count[0];
    for (int level = 0; level < levels; level++) {
        stride[level] = inner + 8 * (int)random_below(4);
        inner = stride[level] * (count[level + 1] - 1) + inner;
    }
    return inner;
}

/* Copies between strided blocks, one after the other. */
static void copy(char *to, const int to_stride[], const char *from, const int from_stride[], const int count[], int levels)
{
    if (levels == 0) {
        memcpy(to, from, (size_t)count[0]);
        return;
    }
    for (int at = 0; at < count[levels]; at++)
        copy(to + at * to_stride[levels - 1], to_stride, from + at * from_stride[levels - 1], from_stride, count, levels - 1);
}

static void strided(int trial)
{
    int levels = trial % 5, count[9], here[8], there[8];
    int largest = levels < 2 ? 5000 : 200;
    count[0] = 8 * (1 + (int)random_below((unsigned)largest / 8));
    for (int level = 1; level <= levels; level++)
        count[level] = 1 + (int)random_below(levels < 3 ? 12 : 5);
    int span_here = draw(levels, count, here), span_there = draw(levels, count, there);
    CHECK(span_here < SIZE && span_there < SIZE / 2);
    int offset = 8 * (int)random_below((unsigned)(SIZE / 2 - span_there) / 8);
    char *target = (char *)memory[right] + offset;
    for (int at = 0; at < span_here; at++)
        source[at] = (char)random_below(256);
    copy(model + offset, there, source, here, count, levels);
    armci_hdl_t handle;
    ARMCI_INIT_HANDLE(&handle);
    if (trial % 3 == 0) {
        CHECK(ARMCI_PutS(source, here, target, there, count, levels, right) == 0);
    } else if (trial % 3 == 1) {
        CHECK(ARMCI_NbPutS(source, here, target, there, count, levels, right, &handle) == 0);
        ARMCI_Wait(&handle);
    } else {
        CHECK(ARMCI_NbPutS(source, here, target, there, count, levels, right, NULL) == 0);
        ARMCI_WaitProc(right);
    }
    memset(source, 0, (size_t)span_here);
    /* The get comes behind the put. */
    memset(back, 77, SIZE);
    if (trial % 2) {
        CHECK(ARMCI_GetS(target, there, back, here, count, levels, right) == 0);
    } else {
        CHECK(ARMCI_NbGetS(target, there, back, here, count, levels, right, &handle) == 0);
        while (ARMCI_Test(&handle))
            ;
        ARMCI_Wait(&handle);
    }
    copy(source, here, model + offset, there, count, levels);
    for (int at = 0; at < span_here; at++)
        if (back[at] != 77)
            CHECK(back[at] == source[at]);
    char *packed = malloc(SIZE), *unpacked = calloc(SIZE, 1);
    armci_write_strided(back, levels, here, count, packed);
    armci_read_strided(unpacked, levels, here, count, packed);
    copy(source, here, back, here, count, levels);
    armci_write_strided(source, levels, here, count, packed + SIZE / 2);
    free(packed);
    free(unpacked);
}

static void contiguous(void)
{
    static const int sizes[] = {0, 1, 7, 8, 64, 1000, 8192, 65536, 300000};
    for (unsigned at = 0; at < sizeof sizes / sizeof *sizes; at++) {
        int size = sizes[at], offset = (int)random_below(1000);
        for (int byte = 0; byte < size; byte++)
            source[byte] = (char)random_below(256);
        memcpy(model + offset, source, (size_t)size);
        if (at % 2)
            ARMCI_Put(source, (char *)memory[right] + offset, size, right);
        else {
            armci_hdl_t handle;
            ARMCI_INIT_HANDLE(&handle);
            ARMCI_SET_AGGREGATE_HANDLE(&handle);
            /* The last ones may end at once, those before need not. */
            int first = size - size / 8, then = size - first;
            ARMCI_NbPut(source, (char *)memory[right] + offset, first, right, &handle);
            ARMCI_NbPut(source + first, (char *)memory[right] + offset + first, then, right, &handle);
            ARMCI_NbPut(source, (char *)memory[right] + offset, 0, right, &handle);
            ARMCI_Wait(&handle);
            ARMCI_UNSET_AGGREGATE_HANDLE(&handle);
        }
        memset(source, 1, (size_t)size);
        memset(back, 2, (size_t)size);
        if (at % 3)
            ARMCI_Get((char *)memory[right] + offset, back, size, right);
        else {
            ARMCI_NbGet((char *)memory[right] + offset, back, size, right, NULL);
            ARMCI_WaitAll();
        }
        CHECK(!memcmp(back, model + offset, (size_t)size));
    }
}

static void vectors(void)
{
    enum { PIECES = 150 };
    void *here[2][PIECES], *there[2][PIECES];
    armci_giov_t lists[2] = {{here[0], there[0], 24, PIECES}, {here[1], there[1], 3000, 40}};
    for (int list = 0; list < 2; list++)
        for (int piece = 0; piece < lists[list].ptr_array_len; piece++) {
            int bytes = lists[list].bytes;
            int at = list * 300000 + piece * (bytes + 16), from = list * 200000 + piece * bytes;
            here[list][piece] = source + from;
            there[list][piece] = (char *)memory[right] + at;
            for (int byte = 0; byte < bytes; byte++)
                source[from + byte] = (char)random_below(256);
            memcpy(model + at, source + from, (size_t)bytes);
        }
    armci_hdl_t handle;
    ARMCI_INIT_HANDLE(&handle);
    ARMCI_PutV(&lists[0], 1, right);
    ARMCI_NbPutV(&lists[1], 1, right, &handle);
    ARMCI_Wait(&handle);
    memset(back, 0, SIZE);
    void *into[2][PIECES];
    for (int list = 0; list < 2; list++) {
        for (int piece = 0; piece < lists[list].ptr_array_len; piece++)
            into[list][piece] = back + ((char *)here[list][piece] - source);
        lists[list].src_ptr_array = there[list];
        lists[list].dst_ptr_array = into[list];
    }
    ARMCI_GetV(lists, 1, right);
    ARMCI_NbGetV(lists + 1, 1, right, NULL);
    ARMCI_WaitAll();
    for (int list = 0; list < 2; list++)
        for (int piece = 0; piece < lists[list].ptr_array_len; piece++)
            CHECK(!memcmp(into[list][piece], here[list][piece], (size_t)lists[list].bytes));
}

/* Rows that overlap in the caller's memory: a get writes them in their order, a put reads them. */
static void overlapping(void)
{
    enum { ROWS = 40, ROW = 400, SPAN = ROWS * ROW };
    int count[] = {ROW, ROWS}, apart[] = {ROW + 16}, nears[] = {ROW / 2, ROW - 1, 8, 0};
    static char wanted[SPAN];
    void *into[ROWS], *from[ROWS];
    for (int at = 0; at < 4; at++) {
        int near[] = {nears[at]};
        for (int row = 0; row < ROWS; row++) {
            into[row] = back + row * near[0];
            from[row] = (char *)memory[right] + row * apart[0];
        }
        armci_giov_t pieces = {from, into, ROW, ROWS};
        copy(wanted, near, model, apart, count, 1);
        size_t span = (size_t)((ROWS - 1) * near[0] + ROW);
        for (int way = 0; way < 4; way++) {
            memset(back, 0, SPAN);
            if (way == 0)
                ARMCI_GetS(memory[right], apart, back, near, count, 1, right);
            else if (way == 1)
                ARMCI_NbGetS(memory[right], apart, back, near, count, 1, right, NULL);
            else if (way == 2)
                ARMCI_GetV(&pieces, 1, right);
            else
                ARMCI_NbGetV(&pieces, 1, right, NULL);
            ARMCI_WaitAll();
            CHECK(!memcmp(back, wanted, span));
        }
        for (int byte = 0; byte < SPAN; byte++)
            source[byte] = (char)random_below(256);
        copy(model, apart, source, near, count, 1);
        if (at % 2)
            ARMCI_PutS(source, near, memory[right], apart, count, 1, right);
        else {
            for (int row = 0; row < ROWS; row++)
                into[row] = source + row * near[0];
            armci_giov_t back_again = {into, from, ROW, ROWS};
            ARMCI_NbPutV(&back_again, 1, right, NULL);
            ARMCI_WaitAll();
        }
    }
}

static void values_and_flags(void)
{
    struct { int i, flag; long l; double d; float f; } *there = memory[right], *own = memory[me];
    ARMCI_Barrier();
    own->flag = 0;
    ARMCI_Barrier();
    armci_hdl_t handle;
    ARMCI_INIT_HANDLE(&handle);
    ARMCI_PutValueInt(me + 1, &there->i, right);
    ARMCI_NbPutValueLong(-5L * me, &there->l, right, &handle);
    ARMCI_PutValueFloat(0.5f, &there->f, right);
    ARMCI_NbPutValueDouble(2.25, &there->d, right, NULL);
    ARMCI_Wait(&handle);
    CHECK(ARMCI_GetValueInt(&there->i, right) == me + 1);
    CHECK(ARMCI_GetValueLong(&there->l, right) == -5L * me);
    CHECK(ARMCI_GetValueFloat(&there->f, right) == 0.5f && ARMCI_GetValueDouble(&there->d, right) == 2.25);
    for (int at = 0; at < 100; at++)
        source[at] = (char)(me + at);
    ARMCI_Put_flag(source, (char *)memory[right] + 1000, 100, &there->flag, 9, right);
    while (*(volatile int *)&own->flag != 9)
        ARMCIX_Progress();
    ARMCI_Access_begin(memory[me]);
    for (int at = 0; at < 100; at++)
        CHECK(((char *)memory[me])[1000 + at] == (char)(left + at));
    ARMCI_Access_end(memory[me]);
    ARMCI_Barrier();
    int stride[] = {10}, count[] = {5, 4};
    ARMCI_PutS_flag(source, stride, (char *)memory[right] + 2000, stride, count, 1, &there->flag, 10, right);
    while (*(volatile int *)&own->flag != 10)
        ARMCIX_Progress();
    for (int row = 0; row < 4; row++)
        CHECK(((char *)memory[me])[2000 + 10 * row + 4] == (char)(left + 10 * row + 4));
    ARMCI_Barrier();
}

int main(int argc, char **argv)
{
    begin();
    memory = malloc((size_t)all * sizeof *memory);
    if (argc > 1) {
        const char *mistake = argv[1];
        int count[] = {8, 2}, stride[] = {16}, negative[] = {-8};
        CHECK(ARMCI_Malloc(memory, 1000) == 0);
        if (!strcmp(mistake, "rank"))
            ARMCI_Put(count, memory[0], 8, all);
        else if (!strcmp(mistake, "size"))
            ARMCI_Get(memory[0], count, -1, 0);
        else if (!strcmp(mistake, "pointer"))
            ARMCI_Put(stride, &count, 8, 0);
        else if (!strcmp(mistake, "other")) {
            /* Two processes of one node. */
            if (me == 1)
                ARMCI_Put(count, memory[1], 8, 2);
        } else if (!strcmp(mistake, "count"))
            ARMCI_PutS(stride, stride, memory[0], stride, negative, 0, 0);
        else if (!strcmp(mistake, "stride"))
            ARMCI_PutS(stride, negative, memory[0], stride, count, 1, 0);
        else if (!strcmp(mistake, "levels"))
            ARMCI_PutS(stride, stride, memory[0], stride, count, 9, 0);
        else if (!strcmp(mistake, "overflow")) {
            int wide[] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX};
            int many[] = {8, INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX};
            ARMCI_PutS(stride, wide, memory[2], wide, many, 5, 2);
        } else if (!strcmp(mistake, "beyond")) {
            int near[] = {8}, wide[] = {INT_MAX}, many[] = {8, 100};
            ARMCI_PutS(memory[me], near, memory[2], wide, many, 1, 2);
        } else if (!strcmp(mistake, "room"))
            ARMCI_Malloc(memory, 1L << 50);
        else if (!strcmp(mistake, "free"))
            ARMCI_Free((char *)memory[me] + 8);
        else if (!strcmp(mistake, "twice")) {
            ARMCI_Free(memory[me]);
            ARMCI_Free(memory[me]);
        } else if (!strcmp(mistake, "handle"))
            ARMCI_Wait(NULL);
        else if (!strcmp(mistake, "early")) {
            ARMCI_Finalize();
            ARMCI_Fence(0);
        } else if (!strcmp(mistake, "error"))
            ARMCI_Error("the program's text", 17);
        else if (!strcmp(mistake, "abort"))
            armci_msg_abort(18);
        return end();
    }
    source = malloc(SIZE), model = calloc(SIZE, 1), back = malloc(SIZE);
    /* Another size on each process: all have what the tests use. */
    CHECK(ARMCI_Malloc(memory, SIZE + 4096 * me) == 0);
    memset(memory[me], 0, SIZE);
    ARMCI_Barrier();
    seed = 88172645463325252ULL + (uint64_t)me;
    contiguous();
    for (int trial = 0; trial < 60; trial++)
        strided(trial);
    vectors();
    overlapping();
    ARMCI_Fence(right);
    ARMCI_AllFence();
    armci_msg_barrier();
    /* What the left process has put is here: its model says so. */
    char *its = malloc(SIZE);
    if (all > 1) {
        int len;
        /* A long message waits for its receive. */
        if (me == 0)
            armci_msg_snd(5, model, SIZE, right);
        armci_msg_rcv(5, its, SIZE, &len, left);
        if (me > 0)
            armci_msg_snd(5, model, SIZE, right);
        CHECK(len == SIZE);
    } else
        ARMCI_Copy(model, its, SIZE);
    CHECK(!memcmp(its, memory[me], SIZE));
    values_and_flags();
    /* By the pointer of some other process. */
    CHECK(ARMCI_Free(memory[right]) == 0);
    free(its), free(source), free(model), free(back), free(memory);
    return end();
}
