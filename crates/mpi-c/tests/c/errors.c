/* With MPI_ERRORS_RETURN each mistake gives the error class of the standard, and the program goes on. */
#include "check.h"

#define GIVES(class, call) CHECK(class_of(call) == (class))

static void arguments(void)
{
    int value = 0, into = 0;
    MPI_Comm all = MPI_COMM_WORLD;
    GIVES(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, all));
    GIVES(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, -7, 0, all));
    GIVES(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, size, 0, all, MPI_STATUS_IGNORE));
    GIVES(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, rank, -5, all));
    GIVES(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, rank, MPI_ANY_TAG, all));
    GIVES(MPI_ERR_TAG, MPI_Recv(&value, 1, MPI_INT, rank, -5, all, MPI_STATUS_IGNORE));
    GIVES(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, rank, 0, all));
    GIVES(MPI_ERR_COUNT, MPI_Bcast(&value, -1, MPI_INT, 0, all));
    GIVES(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, rank, 0, all));
    GIVES(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, rank, 0, MPI_COMM_NULL));
    GIVES(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, size, all));
    GIVES(MPI_ERR_ROOT, MPI_Reduce(&value, &into, 1, MPI_INT, MPI_SUM, -1, all));
    GIVES(MPI_ERR_OP, MPI_Allreduce(&value, &into, 1, MPI_INT, MPI_OP_NULL, all));
    GIVES(MPI_ERR_OP, MPI_Allreduce(&value, &into, 1, MPI_FLOAT, MPI_BAND, all));
}

static void handles(void)
{
    int value[2] = {0, 0}, rank_of_group, flag;
    MPI_Datatype type, freed;
    MPI_Group group, freed_group;
    MPI_Comm twin, freed_comm;
    MPI_Type_contiguous(2, MPI_INT, &type);
    GIVES(MPI_ERR_TYPE, MPI_Send(value, 1, type, rank, 0, MPI_COMM_WORLD));
    MPI_Type_commit(&type);
    freed = type;
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
    GIVES(MPI_ERR_TYPE, MPI_Send(value, 1, freed, rank, 0, MPI_COMM_WORLD));
    GIVES(MPI_ERR_TYPE, MPI_Type_free(&type));
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    freed_group = group;
    MPI_Group_free(&group);
    GIVES(MPI_ERR_GROUP, MPI_Group_rank(freed_group, &rank_of_group));
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    freed_comm = twin;
    MPI_Comm_free(&twin);
    GIVES(MPI_ERR_COMM, MPI_Comm_test_inter(freed_comm, &flag));
    MPI_Op op = MPI_SUM;
    GIVES(MPI_ERR_OP, MPI_Op_free(&op));
}

static void requests(void)
{
    int from = 3, into = 0;
    MPI_Request request, twin;
    MPI_Status status;
    MPI_Irecv(&into, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    twin = request;
    MPI_Send(&from, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS && into == 3);
    /* Completed already. MPICH may have used the handle again. */
    if (!is_mpich())
        GIVES(MPI_ERR_REQUEST, MPI_Wait(&twin, &status));
    /* A request that is null has ended. */
    CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS && status.MPI_SOURCE == MPI_ANY_SOURCE);
    GIVES(MPI_ERR_REQUEST, MPI_Start(&request));
    MPI_Recv_init(&into, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    GIVES(MPI_ERR_REQUEST, MPI_Start(&request));
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Request_free(&request);
}

/* The message is lost, but the rest of the program is not. */
static void truncation(void)
{
    int two[2] = {1, 2}, into[2] = {0, 0};
    long three[60000 / 8] = {5};
    static long one;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Isend(two, 2, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[0]);
    GIVES(MPI_ERR_TRUNCATE, MPI_Recv(into, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(into[1] == 0);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Irecv(&one, 1, MPI_LONG, rank, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(three, sizeof three / sizeof *three, MPI_LONG, rank, 6, MPI_COMM_WORLD, &requests[1]);
    GIVES(MPI_ERR_IN_STATUS, MPI_Waitall(2, requests, statuses));
    CHECK(is_mpich() || (class_of(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS));
    MPI_Sendrecv(two, 2, MPI_INT, rank, 7, into, 2, MPI_INT, rank, 7, MPI_COMM_WORLD, &statuses[0]);
    CHECK(into[0] == 1 && into[1] == 2);
}

/* What a member gives itself is a message, too. */
static void own_parts(void)
{
    int from[4] = {1, 2, 3, 4}, into[4] = {0, 0, 0, 0}, counts[1] = {2}, zero[1] = {0}, keyval;
    MPI_Comm self;
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
    GIVES(MPI_ERR_TRUNCATE, MPI_Gather(from, 4, MPI_INT, into, 2, MPI_INT, 0, self));
    GIVES(MPI_ERR_TRUNCATE, MPI_Gatherv(from, 4, MPI_INT, into, counts, zero, MPI_INT, 0, self));
    GIVES(MPI_ERR_TRUNCATE, MPI_Allgather(from, 4, MPI_INT, into, 2, MPI_INT, self));
    GIVES(MPI_ERR_TRUNCATE, MPI_Scatter(from, 4, MPI_INT, into, 2, MPI_INT, 0, self));
    GIVES(MPI_ERR_TRUNCATE, MPI_Alltoall(from, 4, MPI_INT, into, 2, MPI_INT, self));
    CHECK(into[2] == 0 && into[3] == 0);
    GIVES(MPI_ERR_BUFFER, MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, self));
    GIVES(MPI_ERR_COUNT, MPI_Send_c(from, (MPI_Count)1 << 62, MPI_INT, 0, 0, self));
    GIVES(MPI_SUCCESS, MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL));
    GIVES(MPI_SUCCESS, MPI_Comm_free_keyval(&keyval));
    GIVES(MPI_SUCCESS, MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keyval, NULL));
    GIVES(MPI_SUCCESS, MPI_Type_free_keyval(&keyval));
    GIVES(MPI_SUCCESS, MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &keyval, NULL));
    GIVES(MPI_SUCCESS, MPI_Keyval_free(&keyval));
    GIVES(MPI_ERR_ARG, MPI_Comm_rank(self, NULL));
    GIVES(MPI_ERR_ARG, MPI_Comm_dup(self, NULL));
    GIVES(MPI_ERR_ARG, MPI_Irecv(into, 1, MPI_INT, 0, 0, self, NULL));
    GIVES(MPI_ERR_ARG, MPI_Iprobe(0, 0, self, NULL, MPI_STATUS_IGNORE));
    MPI_Comm_free(&self);
}

/* Data at one address, of types that lie apart. */
static void one_address(void)
{
    int from = rank + 1, into[64];
    int one = 1;
    MPI_Aint at;
    MPI_Datatype basic = MPI_INT, absolute, absolutes, gaps;
    MPI_Get_address(&from, &at);
    MPI_Type_create_struct(1, &one, &at, &basic, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Get_address(into, &at);
    MPI_Type_create_struct(1, &one, &at, &basic, &gaps);
    MPI_Type_create_resized(gaps, 0, sizeof(int), &absolutes);
    MPI_Type_commit(&absolutes);
    MPI_Allgather(MPI_BOTTOM, 1, absolute, MPI_BOTTOM, 1, absolutes, MPI_COMM_WORLD);
    for (int member = 0; member < size; member++)
        CHECK(into[member] == member + 1);
    MPI_Type_free(&absolute);
    MPI_Type_free(&absolutes);
    MPI_Type_free(&gaps);
}

/* Operations of the program. */
static int queried, freed, cancelled;

static int query(void *extra, MPI_Status *status)
{
    queried++;
    MPI_Status_set_elements(status, MPI_INT, *(int *)extra);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 5;
    status->MPI_TAG = 6;
    return MPI_SUCCESS;
}

static int release(void *extra)
{
    CHECK(*(int *)extra == 3);
    freed++;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    CHECK(*(int *)extra == 3 && !complete);
    cancelled++;
    return MPI_SUCCESS;
}

static void generalised(void)
{
    int three = 3, count = 0, flag = 1;
    MPI_Request request, twin;
    MPI_Status status;
    MPI_Grequest_start(query, release, cancel, &three, &request);
    MPI_Test(&request, &flag, &status);
    CHECK(!flag && freed == 0);
    MPI_Cancel(&request);
    CHECK(cancelled == 1);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(request == MPI_REQUEST_NULL && queried == 1 && freed == 1);
    CHECK(count == 3 && status.MPI_SOURCE == 5 && status.MPI_TAG == 6);
    /* Freed before it has ended: the program is told when it has. MPICH tells it at once. */
    if (is_mpich())
        return;
    MPI_Grequest_start(query, release, cancel, &three, &request);
    twin = request;
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL && freed == 1);
    MPI_Grequest_complete(twin);
    CHECK(freed == 2);
}

static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == MPI_COMM_SELF && class_of(*code) == MPI_ERR_TAG);
    handled++;
}

static void handlers(void)
{
    MPI_Errhandler made, found;
    char text[MPI_MAX_ERROR_STRING];
    int value = 0, len = 0;
    MPI_Comm_create_errhandler(handler, &made);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, made);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &found);
    CHECK(found == made);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&made);
    GIVES(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -9, MPI_COMM_SELF));
    CHECK(handled == 1);
    CHECK(MPI_Error_string(MPI_ERR_TAG, text, &len) == MPI_SUCCESS && len > 0 && len == (int)strlen(text));
#ifndef OPEN_MPI
    /* MPI_ERR_ERRHANDLER of MPICH 5, which programs of today are built with. */
    CHECK(is_mpich() || (MPI_Error_string(80, text, &len) == MPI_SUCCESS && len > 0));
    /* MPICH's MPIX_ERR_PROC_FAILED. */
    CHECK(MPI_Error_string(101, text, &len) == MPI_SUCCESS && len > 0);
#endif
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    arguments();
    /* MPICH does not look for these. */
    if (!is_mpich()) {
        handles();
        own_parts();
    }
    one_address();
    generalised();
    requests();
    truncation();
    handlers();
    return end();
}
