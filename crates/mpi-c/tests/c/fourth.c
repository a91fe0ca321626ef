/* What MPI 4.0 has added beside large counts: sessions, partitioned messages, and the interface for tools of MPI 3. */
#include "check.h"

static int told;

static void session_failed(MPI_Session *session, int *code, ...)
{
    CHECK(*session != MPI_SESSION_NULL && *code != MPI_SUCCESS);
    told++;
}

/* A communicator of a set of processes of a session. */
static MPI_Comm comm_of(MPI_Session session, const char *set, const char *tag)
{
    MPI_Group group;
    MPI_Comm comm;
    CHECK(MPI_Group_from_session_pset(session, set, &group) == MPI_SUCCESS && group != MPI_GROUP_NULL);
    CHECK(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm) == MPI_SUCCESS);
    MPI_Group_free(&group);
    return comm;
}

static int sum_of(MPI_Comm comm, int one)
{
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

/* What a session tells, and the communicators that come of it. */
static void use_session(int round)
{
    MPI_Session session;
    MPI_Errhandler own, got;
    MPI_Info info;
    MPI_Group group;
    char name[64], value[64];
    int count, length, flag;
    /* MPICH 4.0 makes no error handler before it is initialised. */
    if (!is_mpich())
        CHECK(MPI_Session_create_errhandler(session_failed, &own) == MPI_SUCCESS);
    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS && session != MPI_SESSION_NULL);
    if (is_mpich())
        MPI_Session_create_errhandler(session_failed, &own);
    CHECK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count) == MPI_SUCCESS && count >= 2);
    int found = 0;
    for (int i = 0; i < count; i++) {
        length = 0;
        CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL) == MPI_SUCCESS);
        CHECK(length > 1 && length <= (int)sizeof name);
        CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name) == MPI_SUCCESS);
        CHECK((int)strlen(name) == length - 1);
        found += strcmp(name, "mpi://WORLD") == 0 || strcmp(name, "mpi://SELF") == 0;
        CHECK(MPI_Session_get_pset_info(session, name, &info) == MPI_SUCCESS);
        MPI_Info_get(info, "mpi_size", sizeof value - 1, value, &flag);
        CHECK(flag && atoi(value) >= 1);
        MPI_Info_free(&info);
    }
    CHECK(found == 2);
    CHECK(MPI_Session_get_info(session, &info) == MPI_SUCCESS);
    MPI_Info_get(info, "thread_level", sizeof value - 1, value, &flag);
    CHECK(flag && strncmp(value, "MPI_THREAD_", 11) == 0);
    MPI_Info_free(&info);
    /* Mistakes go to the session's error handler. */
    if (!is_mpich())
        CHECK(MPI_Session_get_pset_info(session, "mpi://NONE", &info) != MPI_SUCCESS);
    const int before = told;
    CHECK(MPI_Session_set_errhandler(session, own) == MPI_SUCCESS);
    CHECK(MPI_Session_get_errhandler(session, &got) == MPI_SUCCESS && got == own);
    MPI_Errhandler_free(&got);
    CHECK(MPI_Session_call_errhandler(session, MPI_ERR_OTHER) == MPI_SUCCESS && told == before + 1);
    MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
    /* The world, itself, and two halves of it with what is between. */
    MPI_Comm all = comm_of(session, "mpi://WORLD", "all"), self = comm_of(session, "mpi://SELF", "self");
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    CHECK(sum_of(all, rank + round) == size * (size - 1) / 2 + size * round && sum_of(self, 7) == 7);
    MPI_Comm_group(all, &group);
    if (size > 1) {
        const int low = size / 2, is_low = rank < low;
        int mine[1][3] = {{is_low ? 0 : low, is_low ? low - 1 : size - 1, 1}};
        int others[1][3] = {{is_low ? low : 0, is_low ? size - 1 : low - 1, 1}};
        MPI_Group own_half, other_half;
        MPI_Comm half, between;
        MPI_Group_range_incl(group, 1, mine, &own_half);
        MPI_Group_range_incl(group, 1, others, &other_half);
        CHECK(MPI_Comm_create_from_group(own_half, "halves", MPI_INFO_NULL, MPI_ERRORS_RETURN, &half) == MPI_SUCCESS);
        CHECK(sum_of(half, 1) == (is_low ? low : size - low));
        CHECK(MPI_Intercomm_create_from_groups(own_half, 0, other_half, 0, "between", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                               &between) == MPI_SUCCESS);
        int remote;
        MPI_Comm_remote_size(between, &remote);
        CHECK(remote == (is_low ? size - low : low) && sum_of(between, 1) == remote);
        MPI_Comm_free(&between);
        MPI_Comm_free(&half);
        MPI_Group_free(&own_half);
        MPI_Group_free(&other_half);
    }
    MPI_Group_free(&group);
    MPI_Comm_free(&self);
    MPI_Comm_free(&all);
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS && session == MPI_SESSION_NULL);
}

enum { PARTS = 6, EACH = 40, ALL = PARTS * EACH };

static void send_parts(MPI_Request *request, int round)
{
    int list[2] = {5, 3};
    MPI_Start(request);
    if (round == 1) {
        MPI_Pready_range(0, PARTS - 1, *request);
    } else {
        MPI_Pready(4, *request);
        MPI_Pready_list(2, list, *request);
        MPI_Pready_range(0, 2, *request);
    }
}

/* Each process sends to the next one. The receiver has `parts` parts, and its elements lie `stride` apart. */
static void exchange(int parts, int stride)
{
    static double from[ALL], into[3 * ALL];
    const int to = (rank + 1) % size, source = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_DOUBLE, 0, stride * (MPI_Aint)sizeof(double), &type);
    MPI_Type_commit(&type);
    CHECK(MPI_Precv_init(into, parts, ALL / parts, type, source, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0])
          == MPI_SUCCESS);
    CHECK(MPI_Psend_init(from, PARTS, EACH, MPI_DOUBLE, to, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]) == MPI_SUCCESS);
    for (int round = 0; round < 3; round++) {
        int flag = 0, count = 0;
        for (int i = 0; i < ALL; i++)
            from[i] = 1000 * rank + i + 0.25 * round;
        for (int i = 0; i < 3 * ALL; i++)
            into[i] = -1;
        MPI_Start(&requests[0]);
        send_parts(&requests[1], round);
        for (int part = parts - 1; part >= 0; part--) {
            while (!flag)
                CHECK(MPI_Parrived(requests[0], part, &flag) == MPI_SUCCESS);
            for (int i = part * (ALL / parts); i < (part + 1) * (ALL / parts); i++)
                CHECK(into[i * stride] == 1000 * source + i + 0.25 * round);
            flag = 0;
        }
        MPI_Waitall(2, requests, statuses);
        MPI_Get_count(&statuses[0], MPI_DOUBLE, &count);
        if (!is_mpich())
            CHECK(statuses[0].MPI_SOURCE == source && statuses[0].MPI_TAG == 9 && count == ALL);
        CHECK(MPI_Parrived(requests[0], 0, &flag) == MPI_SUCCESS && flag);
        for (int i = 0; i < ALL * stride; i++)
            CHECK(i % stride == 0 || into[i] == -1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Type_free(&type);
}

static void partitioned(void)
{
    exchange(PARTS, 1);
    /* MPICH 4.0 wants as many parts on both sides. */
    exchange(is_mpich() ? PARTS : 4, 1);
    exchange(is_mpich() ? PARTS : 1, 3);
    exchange(is_mpich() ? PARTS : 12, 2);
    if (is_mpich())
        return;
    /* Two messages with one tag match in order. */
    int from[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, into[2][4] = {{0}}, flag;
    MPI_Request requests[4];
    for (int i = 0; i < 2; i++) {
        MPI_Psend_init(from[i], 2, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
        MPI_Precv_init(into[i], 2, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2 + i]);
    }
    MPI_Startall(4, requests);
    MPI_Pready_range(0, 1, requests[1]);
    MPI_Pready_range(0, 1, requests[0]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(memcmp(from, into, sizeof from) == 0);
    /* Mistakes. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Pready(0, requests[0])) == MPI_ERR_REQUEST);
    MPI_Start(&requests[0]);
    CHECK(class_of(MPI_Pready(2, requests[0])) == MPI_ERR_ARG && class_of(MPI_Pready(-1, requests[0])) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Parrived(requests[0], 0, &flag)) == MPI_ERR_REQUEST);
    CHECK(MPI_Pready(1, requests[0]) == MPI_SUCCESS && class_of(MPI_Pready(1, requests[0])) == MPI_ERR_ARG);
    MPI_Pready(0, requests[0]);
    MPI_Start(&requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
    /* No process. */
    MPI_Psend_init(from, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(into, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 1, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void settings(int is_before)
{
    int count, number, length, verbosity, bind, scope, room;
    char name[128], text[2048];
    MPI_Datatype type;
    MPI_T_enum choices;
    MPI_T_cvar_handle handle;
    CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS && count > 10);
    for (int i = 0; i < count; i++) {
        int again = -1;
        length = sizeof name;
        CHECK(MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &choices, NULL, NULL, &bind, &scope) == MPI_SUCCESS);
        CHECK(length == (int)strlen(name) + 1 && bind == MPI_T_BIND_NO_OBJECT);
        CHECK(MPI_T_cvar_get_index(name, &again) == MPI_SUCCESS && again == i);
        CHECK(MPI_T_cvar_handle_alloc(i, NULL, &handle, &room) == MPI_SUCCESS && room <= (int)sizeof text);
        CHECK(MPI_T_cvar_read(handle, text) == MPI_SUCCESS);
        CHECK((type == MPI_INT) == (choices != MPI_T_ENUM_NULL));
        CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL);
    }
    CHECK(MPI_T_cvar_get_info(count, name, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_cvar_get_index("NONE", &number) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_read(handle, text) == MPI_T_ERR_INVALID_HANDLE);
    /* A choice of the program's, which only counts before the library begins. */
    int chosen = -1, flat = -1, items;
    CHECK(MPI_T_cvar_get_index("FARREACH_COLLECTIVES", &number) == MPI_SUCCESS);
    MPI_T_cvar_get_info(number, NULL, NULL, NULL, NULL, &choices, NULL, NULL, NULL, &scope);
    CHECK(scope == MPI_T_SCOPE_ALL_EQ);
    length = sizeof name;
    CHECK(MPI_T_enum_get_info(choices, &items, name, &length) == MPI_SUCCESS && items == 2);
    length = sizeof name;
    CHECK(MPI_T_enum_get_item(choices, 1, &flat, name, &length) == MPI_SUCCESS && strcmp(name, "flat") == 0);
    MPI_T_cvar_handle_alloc(number, NULL, &handle, &room);
    CHECK(room == 1);
    CHECK(MPI_T_cvar_write(handle, &flat) == (is_before ? MPI_SUCCESS : MPI_T_ERR_CVAR_SET_NOT_NOW));
    CHECK(MPI_T_cvar_read(handle, &chosen) == MPI_SUCCESS && chosen == flat);
    MPI_T_cvar_handle_free(&handle);
    CHECK(MPI_T_cvar_get_index("FARREACH_HEAP", &number) == MPI_SUCCESS);
    MPI_T_cvar_handle_alloc(number, NULL, &handle, &room);
    CHECK(MPI_T_cvar_write(handle, "2G") == MPI_T_ERR_CVAR_SET_NEVER);
    MPI_T_cvar_handle_free(&handle);
}

static unsigned long figure(MPI_T_pvar_session session, const char *wanted, int class)
{
    int number, room;
    unsigned long value = 0;
    MPI_T_pvar_handle handle;
    CHECK(MPI_T_pvar_get_index(wanted, class, &number) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_alloc(session, number, NULL, &handle, &room) == MPI_SUCCESS && room == 1);
    CHECK(MPI_T_pvar_start(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK(MPI_T_pvar_reset(session, handle) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS && handle == MPI_T_PVAR_HANDLE_NULL);
    return value;
}

/* Messages that have ended leave connections as they were. */
static void messages_take_no_memory_of_connections(MPI_T_pvar_session session)
{
    enum { ROUNDS = 400, MESSAGES = 50 };
    unsigned long before = 0;
    MPI_Request requests[2 * MESSAGES];
    long got[MESSAGES], sent[MESSAGES];
    for (int round = 0; round < ROUNDS; round++) {
        if (round == ROUNDS / 4)
            before = figure(session, "connection_bytes", MPI_T_PVAR_CLASS_LEVEL);
        for (int i = 0; i < MESSAGES; i++) {
            sent[i] = round + i;
            MPI_Irecv(&got[i], 1, MPI_LONG, (rank + size - 1) % size, 4, MPI_COMM_WORLD, &requests[i]);
            MPI_Isend(&sent[i], 1, MPI_LONG, (rank + 1) % size, 4, MPI_COMM_WORLD, &requests[MESSAGES + i]);
        }
        MPI_Waitall(2 * MESSAGES, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < MESSAGES; i++)
            CHECK(got[i] == round + i);
    }
    CHECK(figure(session, "connection_bytes", MPI_T_PVAR_CLASS_LEVEL) < before + 100000);
}

static void figures(void)
{
    int count, class, is_readonly, is_continuous, is_atomic, categories, cvars, pvars, inner, length, indices[64];
    char name[128];
    MPI_Datatype type;
    MPI_T_pvar_session session, none;
    CHECK(MPI_T_pvar_get_num(&count) == MPI_SUCCESS && count > 5 && count <= 64);
    for (int i = 0; i < count; i++) {
        int again = -1;
        length = sizeof name;
        CHECK(MPI_T_pvar_get_info(i, name, &length, NULL, &class, &type, NULL, NULL, NULL, NULL, &is_readonly,
                                  &is_continuous, &is_atomic) == MPI_SUCCESS);
        CHECK(type == (class == MPI_T_PVAR_CLASS_TIMER ? MPI_DOUBLE : MPI_UNSIGNED_LONG) && is_readonly && is_continuous);
        CHECK(MPI_T_pvar_get_index(name, class, &again) == MPI_SUCCESS && again == i);
    }
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    CHECK(figure(session, "peers", MPI_T_PVAR_CLASS_LEVEL) < (unsigned long)size);
    CHECK(figure(session, "queue_pairs_most", MPI_T_PVAR_CLASS_HIGHWATERMARK)
          <= figure(session, "connections", MPI_T_PVAR_CLASS_COUNTER));
    messages_take_no_memory_of_connections(session);
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
    none = session;
    CHECK(MPI_T_pvar_session_free(&none) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_category_get_num(&categories) == MPI_SUCCESS && categories == 2);
    for (int i = 0, sum = 0; i < categories; i++) {
        length = sizeof name;
        CHECK(MPI_T_category_get_info(i, name, &length, NULL, NULL, &cvars, &pvars, &inner) == MPI_SUCCESS && inner == 0);
        CHECK(MPI_T_category_get_pvars(i, 64, indices) == MPI_SUCCESS);
        for (int j = 0; j < pvars; j++)
            sum += indices[j] == j;
        CHECK(i == 0 ? sum == 0 : sum == count);
    }
    CHECK(MPI_T_event_get_num(&count) == MPI_SUCCESS && count == 0);
    CHECK(MPI_T_source_get_num(&count) == MPI_SUCCESS && count == 0);
}

static void tools(int is_before)
{
    int provided, count;
    CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS && provided == MPI_THREAD_MULTIPLE);
    settings(is_before);
    if (!is_before)
        figures();
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
}

int main(int argc, char **argv)
{
    int flag, version, subversion;
    MPI_Session session;
    if (!is_mpich())
        tools(1);
    use_session(0);
    use_session(1);
    CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && !flag);
    begin(&argc, &argv);
    CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && flag);
    MPI_Get_version(&version, &subversion);
    CHECK(version >= 4);
    use_session(2);
    partitioned();
    if (!is_mpich())
        tools(0);
    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    /* Errors that belong to no object go to this process's own communicator. */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Group_size(MPI_GROUP_NULL, &flag) != MPI_SUCCESS);
    MPI_Finalize();
    CHECK(MPI_Finalized(&flag) == MPI_SUCCESS && flag);
    MPI_Comm all = comm_of(session, "mpi://WORLD", "late");
    CHECK(sum_of(all, 1) == size);
    MPI_Comm_free(&all);
    MPI_Session_finalize(&session);
    use_session(3);
    puts("good");
    return 0;
}
