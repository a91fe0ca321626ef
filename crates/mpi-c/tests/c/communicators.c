/* Communicators, groups, attributes, names, error handlers, intercommunicators, topologies, info. */
#include "check.h"

static int deleted, copied, handled;

static int copy(MPI_Comm comm, int key, void *extra, void *value, void *into, int *flag)
{
    (void)comm, (void)key;
    copied++;
    *(void **)into = (char *)value + *(int *)extra;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

static void handler(MPI_Comm *comm, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    CHECK(*comm != MPI_COMM_NULL && class == MPI_ERR_RANK);
    handled++;
}

static void attributes(void)
{
    static char values[10];
    int key, flag, step = 2, *bound;
    MPI_Comm twin;
    void *value;
    MPI_Comm_create_keyval(copy, delete, &key, &step);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &values[3]);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_get_attr(twin, key, &value, &flag);
    CHECK(flag && value == &values[5] && copied == 1);
    MPI_Comm_free(&twin);
    CHECK(deleted == 1 && twin == MPI_COMM_NULL);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    CHECK(deleted == 2);
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag);
    CHECK(!flag);
    MPI_Comm_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
    CHECK(flag && *bound >= 32767);
}

static void groups(void)
{
    MPI_Group all, odd, even, both;
    MPI_Comm comm;
    int range[1][3] = {{0, size - 1, 2}}, compared, first = 0, translated;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, range, &even);
    MPI_Group_difference(all, even, &odd);
    MPI_Group_union(odd, even, &both);
    MPI_Group_compare(all, both, &compared);
    CHECK(compared == (size == 1 ? MPI_IDENT : MPI_SIMILAR));
    MPI_Group_translate_ranks(even, 1, &first, both, &translated);
    CHECK(translated == size / 2);
    MPI_Comm_create(MPI_COMM_WORLD, even, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank % 2));
    if (rank % 2 == 0) {
        int r, n;
        MPI_Comm_rank(comm, &r);
        MPI_Comm_size(comm, &n);
        CHECK(r == rank / 2 && n == (size + 1) / 2);
        MPI_Comm_free(&comm);
        /* Only the members call. */
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &comm);
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&odd);
    MPI_Group_free(&even);
    MPI_Group_free(&both);
    CHECK(all == MPI_GROUP_NULL);
}

static void between(void)
{
    MPI_Comm half, inter, merged;
    int is_inter, others, value, sum;
    if (size < 2)
        return;
    int side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 9, &inter);
    MPI_Comm_test_inter(inter, &is_inter);
    MPI_Comm_remote_size(inter, &others);
    CHECK(is_inter && others == (size + side) / 2);
    int r;
    MPI_Comm_rank(inter, &r);
    if (r < others && r < size - others) {
        MPI_Sendrecv(&rank, 1, MPI_INT, r, 1, &value, 1, MPI_INT, r, 1, inter, MPI_STATUS_IGNORE);
        CHECK(value == (side ? rank - 1 : rank + 1));
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    int wanted = 0;
    for (int i = 1 - side; i < size; i += 2)
        wanted += i;
    CHECK(sum == wanted);
    value = rank == 0 ? 33 : -1;
    MPI_Bcast(&value, 1, MPI_INT, side ? 0 : r == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    CHECK(value == (side || rank == 0 ? 33 : -1));
    MPI_Barrier(inter);
    MPI_Intercomm_merge(inter, side, &merged);
    int m, n;
    MPI_Comm_rank(merged, &m);
    MPI_Comm_size(merged, &n);
    CHECK(n == size && m == (side ? (size + 1) / 2 + rank / 2 : rank / 2));
    MPI_Comm_free(&merged);
    /* On one node both groups are there. Without members of the other group there is none. */
    MPI_Comm node;
    MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    if (node != MPI_COMM_NULL) {
        MPI_Comm_test_inter(node, &is_inter);
        MPI_Comm_remote_size(node, &n);
        CHECK(is_inter && n >= 1 && n <= others);
        MPI_Comm_free(&node);
    }
    MPI_Comm_split_type(inter, MPI_UNDEFINED, 0, MPI_INFO_NULL, &node);
    CHECK(node == MPI_COMM_NULL);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void handlers(void)
{
    MPI_Errhandler own, got;
    MPI_Comm twin;
    int value = 0, len;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, twin)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Send(&value, -1, MPI_INT, 0, 0, twin)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, twin)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, 0, -7, twin)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Bcast(&value, 1, MPI_INT, size, twin)) == MPI_ERR_ROOT);
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(twin, own);
    MPI_Errhandler_free(&own);
    CHECK(own == MPI_ERRHANDLER_NULL);
    CHECK(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, twin)) == MPI_ERR_RANK && handled == 1);
    MPI_Comm_get_errhandler(twin, &got);
    CHECK(got != MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&twin);
    MPI_Error_string(MPI_ERR_TRUNCATE, text, &len);
    CHECK(len > 0 && (int)strlen(text) == len);
    /* A message that is too long, to this process itself. */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int two[2] = {1, 2};
    MPI_Request request;
    MPI_Isend(two, 2, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    CHECK(class_of(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE)) == MPI_ERR_TRUNCATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void grids(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], remain[2] = {0, 1}, below, above, kind, n;
    MPI_Comm grid, row;
    MPI_Dims_create(size, 2, dims);
    CHECK(dims[0] * dims[1] == size && dims[0] >= dims[1]);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Topo_test(grid, &kind);
    CHECK(kind == MPI_CART);
    MPI_Cart_coords(grid, rank, 2, coords);
    CHECK(coords[0] == rank / dims[1] && coords[1] == rank % dims[1]);
    MPI_Cart_shift(grid, 0, 1, &below, &above);
    CHECK(above == (rank + dims[1]) % size);
    MPI_Cart_shift(grid, 1, 1, &below, &above);
    CHECK(below == (coords[1] ? rank - 1 : MPI_PROC_NULL));
    MPI_Cart_sub(grid, remain, &row);
    MPI_Comm_size(row, &n);
    CHECK(n == dims[1]);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
}

static void hints(void)
{
    MPI_Info info, twin;
    char value[10];
    int flag, n;
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    MPI_Info_set(info, "two", "22");
    MPI_Info_dup(info, &twin);
    MPI_Info_delete(info, "one");
    MPI_Info_get_nkeys(info, &n);
    CHECK(n == 1);
    MPI_Info_get(twin, "two", 9, value, &flag);
    CHECK(flag && strcmp(value, "22") == 0);
    MPI_Info_get(info, "one", 9, value, &flag);
    CHECK(!flag);
    MPI_Info_free(&info);
    MPI_Info_free(&twin);
    CHECK(info == MPI_INFO_NULL);
}

/* Duplicates that neighbours begin in different orders. Messages of one must not match receives of another. */
static void duplicates(void)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Comm from[2], made[2];
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &from[i]);
    for (int i = 0; i < 100; i++) {
        MPI_Request requests[2], sends[2];
        int first = (rank + i) % 2, given[2] = {10, 11}, got[2] = {-1, -1};
        MPI_Comm_idup(from[first], &made[first], &requests[0]);
        MPI_Comm_idup(from[1 - first], &made[1 - first], &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int n = 0; n < 2; n++)
            MPI_Isend(&given[n], 1, MPI_INT, right, 0, made[n], &sends[n]);
        for (int n = 1; n >= 0; n--)
            MPI_Recv(&got[n], 1, MPI_INT, left, 0, made[n], MPI_STATUS_IGNORE);
        CHECK(got[0] == 10 && got[1] == 11);
        MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
        for (int n = 0; n < 2; n++)
            MPI_Comm_free(&made[n]);
    }
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&from[i]);
}

int main(int argc, char **argv)
{
    MPI_Comm twin, node;
    char name[MPI_MAX_OBJECT_NAME];
    int len, compared, n;
    MPI_Request request;
    begin(&argc, &argv);
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &len);
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
    MPI_Errhandler handler;
    MPI_Comm_idup(MPI_COMM_WORLD, &twin, &request);
    /* Bindings of other languages do this before the communicator is there. */
    CHECK(MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN) == MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_get_errhandler(twin, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    if (!is_mpich()) {
        MPI_Comm_set_errhandler(twin, MPI_ERRORS_ABORT);
        MPI_Comm_get_errhandler(twin, &handler);
        CHECK(handler == MPI_ERRORS_ABORT);
    }
    MPI_Comm_compare(MPI_COMM_WORLD, twin, &compared);
    CHECK(compared == MPI_CONGRUENT);
    MPI_Barrier(twin);
    MPI_Comm_free(&twin);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &n);
    CHECK(n >= 1 && n <= size);
    MPI_Comm_free(&node);
    /* Many communicators, of which none has a message for another one. */
    for (int i = 0; i < 100; i++) {
        int sum;
        MPI_Comm_dup(MPI_COMM_WORLD, &twin);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, twin);
        CHECK(sum == i * size);
        MPI_Comm_free(&twin);
    }
    duplicates();
    attributes();
    groups();
    between();
    handlers();
    grids();
    hints();
    return end();
}
