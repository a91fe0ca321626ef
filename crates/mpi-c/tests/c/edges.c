/* Mistakes and rare uses, each of which gives the error of the standard, or what MPICH gives. */
#include "check.h"

#include <unistd.h>

static int called;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    called++;
}

static int copy(MPI_Comm comm, int key, void *extra, void *value, void *copied, int *flag)
{
    (void)comm, (void)key, (void)extra;
    *(void **)copied = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static void before_the_beginning(void)
{
    MPI_Info info;
    int len;
    CHECK(MPI_Info_create_env(0, NULL, &info) == MPI_SUCCESS);
    CHECK(MPI_Info_get_nkeys(info, &len) == MPI_SUCCESS && len > 0);
    CHECK(MPI_Info_free(&info) == MPI_SUCCESS);
}

static void absent_functions(void)
{
    char text[MPI_MAX_ERROR_STRING], port[MPI_MAX_PORT_NAME] = "";
    int len, codes[2];
    codes[0] = MPI_Open_port(MPI_INFO_NULL, port);
    codes[1] = MPI_Close_port(port);
    CHECK(codes[0] != codes[1]);
    for (int i = 0; i < 2; i++) {
        CHECK(class_of(codes[i]) == MPI_ERR_UNSUPPORTED_OPERATION);
        CHECK(MPI_Error_string(codes[i], text, &len) == MPI_SUCCESS && len == (int)strlen(text));
        CHECK(strstr(text, i ? "MPI_Close_port:" : "MPI_Open_port:"));
    }
    CHECK(MPI_Close_port(port) == codes[1]);
    CHECK(class_of(MPI_Error_class(codes[1] + (1 << 20), &len)) == MPI_ERR_ARG);
}

static void requests_that_are_none(void)
{
    /* Of another kind, beyond the predefined ones, a null handle with a number, and a number that nothing has. */
    const MPI_Request wrong[] = {42, MPI_COMM_WORLD, 0x6c000123, MPI_REQUEST_NULL + 5, (MPI_Request)0xac0fffff};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        MPI_Request request = wrong[i];
        int flag, count, index, indices[1];
#define REFUSES(call) do { request = wrong[i]; CHECK(class_of(call) == MPI_ERR_REQUEST); } while (0)
        REFUSES(MPI_Wait(&request, MPI_STATUS_IGNORE));
        REFUSES(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
        REFUSES(MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE));
        REFUSES(MPI_Waitsome(1, &request, &count, indices, MPI_STATUSES_IGNORE));
        REFUSES(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
        REFUSES(MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE));
        REFUSES(MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE));
        REFUSES(MPI_Testsome(1, &request, &count, indices, MPI_STATUSES_IGNORE));
        REFUSES(MPI_Cancel(&request));
        REFUSES(MPI_Request_free(&request));
        REFUSES(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
        REFUSES(MPI_Start(&request));
        REFUSES(MPI_Startall(1, &request));
        REFUSES(MPI_Grequest_complete(request));
    }
    int n;
    CHECK(class_of(MPI_Comm_size(MPI_COMM_SELF + 1, &n)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Group_size(MPI_GROUP_EMPTY + 1, &n)) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Info_get_nkeys(MPI_INFO_ENV + 1, &n)) == MPI_ERR_INFO);
}

/* Arrays whose lengths other arguments than a number of this call tell. */
static void nulls(void)
{
    int one[64], zero = 0, wide[64], n;
    MPI_Datatype types[64];
    MPI_Comm comm, made;
    CHECK(size <= 64);
    for (int i = 0; i < size; i++) {
        one[i] = 0;
        types[i] = MPI_INT;
    }
    MPI_Comm self = MPI_COMM_SELF;
#define NULL_IS_WRONG(call) CHECK(class_of(call) == MPI_ERR_ARG)
    NULL_IS_WRONG(MPI_Gatherv(&n, 1, MPI_INT, wide, NULL, one, MPI_INT, 0, self));
    NULL_IS_WRONG(MPI_Scatterv(wide, one, NULL, MPI_INT, &n, 1, MPI_INT, 0, self));
    NULL_IS_WRONG(MPI_Allgatherv(&n, 1, MPI_INT, wide, NULL, one, MPI_INT, self));
    NULL_IS_WRONG(MPI_Alltoallv(wide, one, NULL, MPI_INT, wide, one, one, MPI_INT, self));
    NULL_IS_WRONG(MPI_Alltoallw(wide, one, one, NULL, wide, one, one, types, self));
    NULL_IS_WRONG(MPI_Reduce_scatter(wide, one, NULL, MPI_INT, MPI_SUM, self));
    /* Nothing is written where nothing is asked for. */
    CHECK(MPI_Group_translate_ranks(MPI_GROUP_EMPTY, 0, NULL, MPI_GROUP_EMPTY, NULL) == MPI_SUCCESS);
    CHECK(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &zero, 0, &comm);
    NULL_IS_WRONG(MPI_Cart_rank(comm, NULL, &n));
    NULL_IS_WRONG(MPI_Cart_sub(comm, NULL, &made));
    MPI_Comm_free(&comm);
    NULL_IS_WRONG(MPI_Graph_create(self, 1, (int[]){1}, NULL, 0, &made));
    NULL_IS_WRONG(MPI_Dist_graph_create(self, 1, &zero, (int[]){1}, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
}

/* The data of a process where its result belongs. */
static void aliases(void)
{
    int data[4] = {1, 2, 3, 4}, one = 1, zero = 0;
    MPI_Datatype type = MPI_INT;
    MPI_Comm self = MPI_COMM_SELF, made;
#define IS_ALIASED(call) CHECK(class_of(call) == MPI_ERR_BUFFER)
    IS_ALIASED(MPI_Gather(data, 1, type, data, 1, type, 0, self));
    IS_ALIASED(MPI_Gatherv(data, 1, type, data, &one, &zero, type, 0, self));
    IS_ALIASED(MPI_Scatter(data, 1, type, data, 1, type, 0, self));
    IS_ALIASED(MPI_Scatterv(data, &one, &zero, type, data, 1, type, 0, self));
    IS_ALIASED(MPI_Allgather(data, 1, type, data, 1, type, self));
    IS_ALIASED(MPI_Allgatherv(data + 1, 1, type, data, &one, &one, type, self));
    IS_ALIASED(MPI_Alltoall(data, 1, type, data, 1, type, self));
    IS_ALIASED(MPI_Alltoallv(data, &one, &zero, type, data, &one, &zero, type, self));
    IS_ALIASED(MPI_Alltoallw(data, &one, &zero, &type, data, &one, &zero, &type, self));
    IS_ALIASED(MPI_Reduce(data, data, 1, type, MPI_SUM, 0, self));
    IS_ALIASED(MPI_Allreduce(data, data, 1, type, MPI_SUM, self));
    IS_ALIASED(MPI_Scan(data, data, 1, type, MPI_SUM, self));
    IS_ALIASED(MPI_Exscan(data, data, 1, type, MPI_SUM, self));
    IS_ALIASED(MPI_Reduce_scatter(data, data, &one, type, MPI_SUM, self));
    IS_ALIASED(MPI_Reduce_scatter_block(data, data, 1, type, MPI_SUM, self));
    IS_ALIASED(MPI_Reduce_local(data, data, 1, type, MPI_SUM));
    IS_ALIASED(MPI_Reduce_local(MPI_IN_PLACE, data, 1, type, MPI_SUM));
    CHECK(MPI_Allreduce(data, data, 0, type, MPI_SUM, self) == MPI_SUCCESS);
    CHECK(MPI_Reduce(MPI_IN_PLACE, data, 1, type, MPI_SUM, 0, self) == MPI_SUCCESS && data[0] == 1);
    /* A grid that is too large makes no communicator. */
    made = MPI_COMM_WORLD;
    int dims[1] = {size + 1};
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, &zero, 0, &made) != MPI_SUCCESS && made == MPI_COMM_NULL);
    /* Of the places of files nothing is known. */
    CHECK(MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, MPI_INFO_NULL, &made) == MPI_SUCCESS);
    CHECK(made == MPI_COMM_NULL);
}

static void handlers_that_are_freed(void)
{
    MPI_Comm comm, copied;
    MPI_Errhandler own, found;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(comm, own);
    CHECK(MPI_Errhandler_free(&own) == MPI_SUCCESS && own == MPI_ERRHANDLER_NULL);
    called = 0;
    MPI_Send(NULL, 0, MPI_INT, 99, 0, comm);
    CHECK(called == 1);
    /* The handle is the program's once more, after the communicator too. */
    MPI_Comm_get_errhandler(comm, &found);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_SELF, &copied);
    CHECK(MPI_Comm_set_errhandler(copied, found) == MPI_SUCCESS);
    MPI_Errhandler again = found;
    MPI_Errhandler_free(&found);
    MPI_Send(NULL, 0, MPI_INT, 99, 0, copied);
    CHECK(called == 2);
    CHECK(class_of(MPI_Errhandler_free(&again)) == MPI_ERR_ARG);
    MPI_Comm_free(&copied);
    CHECK(class_of(MPI_Comm_set_errhandler(MPI_COMM_SELF, again)) == MPI_ERR_ARG);
}

static void keys_that_are_freed(void)
{
    int key, again, flag, value;
    void *found;
    MPI_Comm comm, copied;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, &value);
    again = key;
    MPI_Comm_free_keyval(&key);
    CHECK(MPI_Comm_get_attr(comm, again, &found, &flag) == MPI_SUCCESS && flag && found == &value);
    MPI_Comm_dup(comm, &copied);
    MPI_Comm_free(&comm);
    CHECK(MPI_Comm_get_attr(copied, again, &found, &flag) == MPI_SUCCESS && flag && found == &value);
    int third = again;
    CHECK(MPI_Comm_free_keyval(&third) == MPI_SUCCESS);
    MPI_Comm_free(&copied);
    CHECK(class_of(MPI_Comm_free_keyval(&again)) == MPI_ERR_KEYVAL);
    CHECK(class_of(MPI_Comm_get_attr(MPI_COMM_SELF, again, &found, &flag)) == MPI_ERR_KEYVAL);
}

static long kilobytes(void)
{
    long all, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%ld %ld", &all, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* What is freed needs no memory afterwards. */
static void memory(void)
{
    long before = 0;
    for (int i = 0; i < 100000; i++) {
        MPI_Errhandler own;
        int key;
        MPI_Comm_create_errhandler(handler, &own);
        MPI_Errhandler_free(&own);
        MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
        MPI_Comm_free_keyval(&key);
        if (i == 1000)
            before = kilobytes();
    }
    /* 10 bytes of each would be 2 MB. */
    CHECK(kilobytes() - before < 1024);
}

static void types_of_extensions(void)
{
    /* 1, 2 and 3 in binary16. */
    unsigned short one[2] = {0x3c00, 0x4000}, sum[2];
    int n;
    MPI_Aint lb, extent;
    CHECK(MPI_Type_size(MPIX_C_FLOAT16, &n) == MPI_SUCCESS && n == 2);
    MPI_Type_get_extent(MPIX_C_FLOAT16, &lb, &extent);
    CHECK(lb == 0 && extent == 2);
    MPI_Allreduce(one, sum, 2, MPIX_C_FLOAT16, MPI_MAX, MPI_COMM_WORLD);
    CHECK(sum[0] == one[0] && sum[1] == one[1]);
    MPI_Reduce_local(one, sum + 1, 1, MPIX_C_FLOAT16, MPI_SUM);
    CHECK(sum[1] == 0x4200);
}

int main(int argc, char **argv)
{
    before_the_beginning();
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    absent_functions();
    requests_that_are_none();
    nulls();
    aliases();
    handlers_that_are_freed();
    keys_that_are_freed();
    memory();
    types_of_extensions();
    return end();
}
