/* Groups, memory of groups, messages, notifications, collectives, global operations, domains. */
#include "armci_test.h"

static void domains(void)
{
    int seen = 0;
    CHECK(armci_domain_my_id(ARMCI_DOMAIN_SMP) == armci_domain_id(ARMCI_DOMAIN_SMP, me));
    for (int domain = 0; domain < armci_domain_count(ARMCI_DOMAIN_SMP); domain++)
        for (int at = 0; at < armci_domain_nprocs(ARMCI_DOMAIN_SMP, domain); at++, seen++) {
            int rank = armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, domain, at);
            CHECK(armci_domain_id(ARMCI_DOMAIN_SMP, rank) == domain);
            CHECK(armci_domain_same_id(ARMCI_DOMAIN_SMP, rank) == (domain == armci_domain_my_id(ARMCI_DOMAIN_SMP)));
            CHECK(ARMCI_Same_node(rank) == armci_domain_same_id(ARMCI_DOMAIN_SMP, rank));
        }
    CHECK(seen == all);
}

static void messages(void)
{
    char word[16] = "";
    int len = 0;
    armci_msg_snd(-4, "ring", 5, right);
    armci_msg_rcv(-4, word, sizeof word, &len, left);
    CHECK(len == 5 && !strcmp(word, "ring"));
    if (me == 0) {
        long sum = 0;
        for (int from = 1; from < all; from++) {
            int value, sender = armci_msg_rcvany(77, &value, sizeof value, NULL);
            CHECK(value == sender * sender);
            sum += sender;
        }
        CHECK(sum == all * (all - 1) / 2);
    } else {
        int square = me * me;
        armci_msg_snd(77, &square, sizeof square, 0);
    }
    static char large[1 << 20];
    memset(large, me, sizeof large);
    char *into = malloc(sizeof large);
    if (me % 2 || all == 1 || me == all - 1) {
        if (all > 1) {
            armci_msg_rcv(1, into, sizeof large, &len, left);
            armci_msg_snd(1, large, sizeof large, right);
        }
    } else {
        armci_msg_snd(1, large, sizeof large, right);
        armci_msg_rcv(1, into, sizeof large, &len, left);
    }
    if (all > 1)
        CHECK(len == sizeof large && into[0] == left && into[sizeof large - 1] == left);
    free(into);
    void **memory = malloc((size_t)all * sizeof *memory);
    CHECK(ARMCI_Malloc(memory, 1 << 16) == 0);
    for (int round = 1; round <= 5; round++) {
        ARMCI_Put(large, memory[right], 1 << 16, right);
        CHECK(armci_notify(right) == round);
        int value = 0;
        armci_notify_wait(left, &value);
        CHECK(value == round);
        for (int at = 0; at < 1 << 16; at++)
            CHECK(((char *)memory[me])[at] == (char)(left + round - 1));
        ARMCI_Barrier();
        memset(large, me + round, sizeof large);
    }
    ARMCI_Free(memory[me]);
    free(memory);
    CHECK(armci_timer() >= 0);
}

static void operations(void)
{
    int i[3] = {me, -me, 1};
    armci_msg_igop(i, 3, "+");
    CHECK(i[0] == all * (all - 1) / 2 && i[1] == -i[0] && i[2] == all);
    long l[2] = {me - 3, 3 - me};
    armci_msg_lgop(l, 2, "absmax");
    long most = 3 > all - 4 ? 3 : all - 4;
    CHECK(l[0] == most && l[1] == most);
    long long ll = 1LL << me;
    armci_msg_llgop(&ll, 1, "or");
    CHECK(ll == (1LL << all) - 1);
    float f = (float)me;
    armci_msg_fgop(&f, 1, "max");
    CHECK(f == (float)(all - 1));
    double d[1000];
    for (int at = 0; at < 1000; at++)
        d[at] = at + me;
    armci_msg_dgop(d, 1000, "min");
    for (int at = 0; at < 1000; at++)
        CHECK(d[at] == at);
    int product = 2;
    armci_msg_gop_scope(SCOPE_ALL, &product, 1, "*", ARMCI_INT);
    CHECK(product == 1 << all);
    int on_node = 1;
    armci_msg_gop_scope(SCOPE_NODE, &on_node, 1, "+", ARMCI_INT);
    CHECK(on_node == armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1));
    armci_msg_clus_igop(&on_node, 1, "max");
    if (armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, -1, 0) == me) {
        double masters = 1.0;
        armci_msg_gop_scope(SCOPE_MASTERS, &masters, 1, "+", ARMCI_DOUBLE);
        CHECK(masters == armci_domain_count(ARMCI_DOMAIN_SMP));
        int word = me == armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, 0, 0) ? 41 : 0;
        armci_msg_bcast_scope(SCOPE_MASTERS, &word, sizeof word, armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, 0, 0));
        CHECK(word == 41);
    }
    char text[8] = "";
    if (me == all - 1)
        strcpy(text, "last");
    armci_msg_brdcst(text, sizeof text, all - 1);
    CHECK(!strcmp(text, "last"));
    int first = me;
    armci_msg_clus_brdcst(&first, sizeof first);
    CHECK(first == armci_domain_glob_proc_id(ARMCI_DOMAIN_SMP, -1, 0));
    struct { double value; int rank, pad; } record = {(double)((me * 7 + 3) % all), me, 0};
    int likes = me != 0 || all == 1;
    armci_msg_sel(&record, sizeof record, "max", ARMCI_DOUBLE, likes);
    for (int rank = 1; rank < all; rank++)
        CHECK((rank * 7 + 3) % all <= record.value);
    CHECK(record.rank > 0 || all == 1);
    int root, up, below_left, below_right;
    armci_msg_bintree(SCOPE_ALL, &root, &up, &below_left, &below_right);
    CHECK(root == 0 && up == (me ? (me - 1) / 2 : -1) && below_left == (2 * me + 1 < all ? 2 * me + 1 : -1));
    armci_msg_bintree(SCOPE_NODE, &root, &up, &below_left, &below_right);
    CHECK(root == first);
}

static void groups(void)
{
    ARMCI_Group world, even, reversed, half, kept;
    int rank, size, *list = malloc((size_t)all * sizeof *list);
    ARMCI_Group_get_world(&world);
    ARMCI_Group_size(&world, &size);
    CHECK(ARMCI_Group_rank(&world, &rank) == 0 && rank == me && size == all);
    for (int at = 0; 2 * at < all; at++)
        list[at] = 2 * at;
    ARMCI_Group_create((all + 1) / 2, list, &even);
    ARMCI_Group_size(&even, &size);
    if (me % 2) {
        CHECK(ARMCI_Group_rank(&even, &rank) != 0 && rank == -1 && size == 0);
    } else {
        CHECK(ARMCI_Group_rank(&even, &rank) == 0 && rank == me / 2 && size == (all + 1) / 2);
        int sum = 1;
        armci_msg_group_igop(&sum, 1, "+", &even);
        CHECK(sum == size && ARMCI_Absolute_id(&even, rank) == me);
        /* Memory of the group, of another size in each process. */
        void **memory = malloc((size_t)size * sizeof *memory);
        for (int round = 0; round < 3; round++) {
            CHECK(ARMCI_Malloc_group(memory, 100 + 1000 * me, &even) == 0);
            int next = (rank + 1) % size, target = ARMCI_Absolute_id(&even, next);
            long value = me + round;
            ARMCI_Put(&value, memory[next], sizeof value, target);
            ARMCI_Fence(target);
            armci_msg_group_barrier(&even);
            CHECK(*(long *)memory[rank] == ARMCI_Absolute_id(&even, (rank + size - 1) % size) + round);
            CHECK(ARMCI_Free_group(memory[rank], &even) == 0);
        }
        free(memory);
        /* A child group, of which the default group is the parent. */
        ARMCI_Group_set_default(&even);
        ARMCI_Group_get_default(&kept);
        ARMCI_Group_rank(&kept, &sum);
        CHECK(sum == rank);
        for (int at = 0; at < size; at++)
            list[at] = size - 1 - at;
        ARMCI_Group_create(size, list, &reversed);
        CHECK(ARMCI_Group_rank(&reversed, &rank) == 0 && rank == size - 1 - me / 2);
        int word = rank == 0 ? 5 : 0;
        armci_msg_group_bcast_scope(SCOPE_ALL, &word, sizeof word, ARMCI_Absolute_id(&reversed, 0), &reversed);
        CHECK(word == 5);
        ARMCI_Group_free(&reversed);
        ARMCI_Group_free(&even);
    }
    ARMCI_Barrier();
    CHECK(ARMCIX_Group_split(&world, me / 2, -me, &half) == 0);
    ARMCI_Group_size(&half, &size);
    ARMCI_Group_rank(&half, &rank);
    CHECK(ARMCI_Absolute_id(&half, rank) == me && size <= 2 && (size < 2 || rank == 1 - me % 2));
    armcix_mutex_hdl_t set = ARMCIX_Create_mutexes_hdl(rank == 0, &half);
    ARMCIX_Lock_hdl(set, 0, ARMCI_Absolute_id(&half, 0));
    ARMCIX_Unlock_hdl(set, 0, ARMCI_Absolute_id(&half, 0));
    ARMCIX_Destroy_mutexes_hdl(set);
    ARMCIX_Group_dup(&half, &kept);
    ARMCI_Group_free(&half);
    armci_msg_group_barrier(&kept);
    ARMCI_Group_free(&kept);
    free(list);
}

static void memory(void)
{
    /* Some processes want nothing. */
    void **pointers = malloc((size_t)all * sizeof *pointers);
    for (int owner = 0; owner < all; owner++) {
        CHECK(ARMCI_Malloc(pointers, owner == me ? 5000 : 0) == 0);
        if (owner == me)
            memset(pointers[me], owner, 5000);
        ARMCI_Barrier();
        char *into = ARMCI_Malloc_local(5000);
        CHECK(into);
        ARMCI_Get(pointers[owner], into, 5000, owner);
        CHECK(into[0] == owner && into[4999] == owner);
        ARMCI_Free_local(into);
        CHECK(ARMCI_Free(owner == me ? pointers[me] : NULL) == 0);
    }
    free(pointers);
    CHECK(ARMCI_Uses_shm() == (armci_domain_nprocs(ARMCI_DOMAIN_SMP, -1) > 1));
}

int main(int argc, char **argv)
{
    begin();
    if (argc > 1) {
        ARMCI_Group group;
        int list[] = {0, all}, twice[] = {0, 0}, value = 0;
        if (!strcmp(argv[1], "list"))
            ARMCI_Group_create(2, list, &group);
        else if (!strcmp(argv[1], "twice"))
            ARMCI_Group_create(2, twice, &group);
        else if (!strcmp(argv[1], "operation"))
            armci_msg_igop(&value, 1, "xor");
        else if (!strcmp(argv[1], "floats")) {
            float f = 1;
            armci_msg_fgop(&f, 1, "band");
        } else if (!strcmp(argv[1], "truncated")) {
            long large = 1;
            armci_msg_snd(3, &large, sizeof large, right);
            armci_msg_rcv(3, &value, sizeof value, NULL, left);
        } else if (!strcmp(argv[1], "freed")) {
            ARMCI_Group_create(1, twice, &group);
            if (me == 0) {
                ARMCI_Group kept = group;
                ARMCI_Group_free(&group);
                armci_msg_group_barrier(&kept);
            } else
                armci_msg_group_barrier(&group);
        } else if (!strcmp(argv[1], "groups"))
            for (;;)
                ARMCI_Group_create(1, twice, &group);
        return end();
    }
    domains();
    messages();
    operations();
    groups();
    memory();
    return end();
}
