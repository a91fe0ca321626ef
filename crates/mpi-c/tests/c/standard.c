/* What only the standard's ABI has, and what its constants become on their way into the library. */
#include "check.h"

static int combined;

static void take_greater(void *from, void *into, int *count, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    combined++;
    for (int i = 0; i < *count; i++)
        if (((int *)from)[i] > ((int *)into)[i])
            ((int *)into)[i] = ((int *)from)[i];
}

static void versions(void)
{
    int major, minor, version, subversion, length, is_set;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    CHECK(MPI_Abi_get_version(&major, &minor) == MPI_SUCCESS);
    CHECK(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION);
    CHECK(MPI_Get_version(&version, &subversion) == MPI_SUCCESS && version >= 3);
    CHECK(MPI_Get_library_version(text, &length) == MPI_SUCCESS);
    CHECK(strstr(text, "the standard's ABI") && length == (int)strlen(text));
    int yes = 0, no = 7;
    CHECK(MPI_Abi_get_fortran_booleans(4, &yes, &no, &is_set) == MPI_SUCCESS);
    CHECK(is_set && yes == 1 && no == 0);
    MPI_Info info;
    char value[16];
    int room = sizeof value, found;
    CHECK(MPI_Abi_get_info(&info) == MPI_SUCCESS);
    MPI_Info_get_string(info, "mpi_aint_size", &room, value, &found);
    CHECK(found && strcmp(value, "8") == 0);
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
    CHECK(MPI_Abi_set_fortran_info(MPI_INFO_NULL) == MPI_ERR_ABI);
    /* A type is told as supported if and only if it has a size. */
    const struct {
        const char *key;
        MPI_Datatype type;
    } optional[] = {{"mpi_logical16_supported", MPI_LOGICAL16}, {"mpi_integer1_supported", MPI_INTEGER1},
                    {"mpi_real2_supported", MPI_REAL2}, {"mpi_complex32_supported", MPI_COMPLEX32},
                    {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX}};
    CHECK(MPI_Abi_get_fortran_info(&info) == MPI_SUCCESS);
    for (int i = 0; i < (int)(sizeof optional / sizeof *optional); i++) {
        int bytes = 0;
        room = sizeof value;
        MPI_Info_get_string(info, optional[i].key, &room, value, &found);
        MPI_Type_size(optional[i].type, &bytes);
        CHECK(found && strcmp(value, bytes > 0 ? "true" : "false") == 0);
    }
    MPI_Info_free(&info);
}

static void handles(void)
{
    MPI_Comm copy;
    MPI_Datatype type, inner[2] = {MPI_DOUBLE, MPI_INT};
    CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Comm_toint(MPI_COMM_SELF) == 0x102 && MPI_Type_toint(MPI_INT) == 0x209);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    CHECK((long)copy >= 0x1000 && MPI_Comm_fromint(MPI_Comm_toint(copy)) == copy);
    int result;
    MPI_Comm_compare(copy, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_free(&copy);
    CHECK(copy == MPI_COMM_NULL);
    /* What a type was made of has the standard's handles and constants. */
    int lengths[2] = {1, 2}, integers[32], ni, na, nd, combiner;
    MPI_Aint displacements[2] = {0, 8}, addresses[2];
    MPI_Datatype found[2];
    MPI_Type_create_struct(2, lengths, displacements, inner, &type);
    MPI_Type_get_envelope(type, &ni, &na, &nd, &combiner);
    CHECK(combiner == MPI_COMBINER_STRUCT && nd == 2);
    MPI_Type_get_contents(type, ni, na, nd, integers, addresses, found);
    CHECK(found[0] == MPI_DOUBLE && found[1] == MPI_INT);
    MPI_Type_free(&type);
    int sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    MPI_Type_get_contents(type, 8, 0, 1, integers, addresses, found);
    CHECK(integers[7] == MPI_ORDER_FORTRAN && integers[0] == 2 && found[0] == MPI_INT);
    MPI_Type_free(&type);
    int grid[2] = {1, 1}, how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    int with[2] = {MPI_DISTRIBUTE_DFLT_DARG, 3};
    MPI_Type_create_darray(1, 0, 2, sizes, how, with, grid, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_get_contents(type, 12, 0, 1, integers, addresses, found);
    CHECK(integers[5] == MPI_DISTRIBUTE_BLOCK && integers[6] == MPI_DISTRIBUTE_CYCLIC);
    CHECK(integers[7] == MPI_DISTRIBUTE_DFLT_DARG && integers[8] == 3 && integers[11] == MPI_ORDER_C);
    MPI_Type_free(&type);
    MPI_Count large[2] = {4, 4}, few[2] = {2, 2}, from[2] = {1, 1}, counts[8], n[4];
    MPI_Type_create_subarray_c(2, large, few, from, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_get_envelope_c(type, &n[0], &n[1], &n[2], &n[3], &combiner);
    CHECK(combiner == MPI_COMBINER_SUBARRAY && n[2] == 6);
    MPI_Type_get_contents_c(type, n[0], n[1], n[2], n[3], integers, addresses, counts, found);
    CHECK(integers[0] == 2 && integers[1] == MPI_ORDER_C && counts[2] == 2 && found[0] == MPI_INT);
    MPI_Type_free(&type);
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
    CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0 && length == 17);
    MPI_Aint address;
    MPI_Get_address(MPI_IN_PLACE, &address);
    CHECK(address == 1);
    /* Each type of Fortran with a size in its name is found by this size. */
    const struct {
        int class, size;
        MPI_Datatype type;
    } sized_types[] = {{MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1}, {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16},
                       {MPI_TYPECLASS_REAL, 2, MPI_REAL2},       {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
                       {MPI_TYPECLASS_COMPLEX, 4, MPI_COMPLEX4}, {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32}};
    for (int i = 0; i < (int)(sizeof sized_types / sizeof *sized_types); i++) {
        CHECK(MPI_Type_match_size(sized_types[i].class, sized_types[i].size, &type) == MPI_SUCCESS);
        CHECK(type == sized_types[i].type);
    }
    /* All predefined types have their sizes by their handles. */
    for (long number = 0x201; number < 0x260; number++) {
        const int sized[] = {[0x40] = 1, 1, [0x47] = 1, [0x48] = 2, 2, [0x50] = 4, 4, [0x58] = 8, 8};
        const int low = (int)number & 0xff;
        int size;
        if (low < (int)(sizeof sized / sizeof *sized) && sized[low]) {
            CHECK(MPI_Type_size((MPI_Datatype)number, &size) == MPI_SUCCESS && size == sized[low]);
        }
    }
}

static void numbers(int me, int n)
{
    int level, kind, *attribute, found, value = me, greatest = -1;
    MPI_Status status;
    MPI_Query_thread(&level);
    CHECK(level == MPI_THREAD_SINGLE || level >= MPI_THREAD_FUNNELED);
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    CHECK(kind == MPI_UNDEFINED);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &attribute, &found);
    CHECK(found && *attribute == MPI_ANY_SOURCE);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &attribute, &found);
    CHECK(found && *attribute >= 32767);
    status.MPI_TAG = 5;
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % n, 3, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == (me + n - 1) % n && status.MPI_TAG == 3 && value == status.MPI_SOURCE);
    MPI_Op op;
    MPI_Op_create(take_greater, 1, &op);
    MPI_Allreduce(&me, &greatest, 1, MPI_INT, op, MPI_COMM_WORLD);
    CHECK(greatest == n - 1);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    int code, class;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    code = MPI_Send(&me, 1, MPI_INT, 5, 0, MPI_COMM_SELF);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_RANK);
    code = MPI_Send(&me, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_TAG);
    code = MPI_Bcast(&me, 1, (MPI_Datatype)0x2ff, 0, MPI_COMM_SELF);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_TYPE);
    code = MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    CHECK(code == MPI_SUCCESS);
}

/* Buffers of the process, of a communicator and of a session. */
static void buffers(void)
{
    static char room[3][4096];
    const int peer = (rank + 1) % size, source = (rank + size - 1) % size;
    int one = rank, other = -1, length;
    void *was;
    MPI_Request request;
    MPI_Comm copy, made;
    MPI_Group group;
    MPI_Session session;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
    MPI_Group_free(&group);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    /* Without a buffer a message has no room, and with one of its own it has, whatever the process has. */
    CHECK(class_of(MPI_Bsend(&one, 1, MPI_INT, peer, 1, copy)) == MPI_ERR_BUFFER);
    CHECK(MPI_Comm_attach_buffer(copy, room[0], sizeof room[0]) == MPI_SUCCESS);
    CHECK(class_of(MPI_Comm_attach_buffer(copy, room[0], 8)) == MPI_ERR_BUFFER);
    CHECK(MPI_Session_attach_buffer(session, room[1], sizeof room[1]) == MPI_SUCCESS);
    CHECK(MPI_Bsend(&one, 1, MPI_INT, peer, 1, copy) == MPI_SUCCESS);
    CHECK(MPI_Bsend(&one, 1, MPI_INT, peer, 2, made) == MPI_SUCCESS);
    MPI_Recv(&other, 1, MPI_INT, source, 1, copy, MPI_STATUS_IGNORE);
    CHECK(other == source);
    MPI_Recv(&other, 1, MPI_INT, source, 2, made, MPI_STATUS_IGNORE);
    CHECK(other == source);
    CHECK(MPI_Comm_iflush_buffer(copy, &request) == MPI_SUCCESS && MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_Session_flush_buffer(session) == MPI_SUCCESS);
    CHECK(MPI_Comm_detach_buffer(copy, &was, &length) == MPI_SUCCESS && was == room[0] && length == sizeof room[0]);
    CHECK(MPI_Session_detach_buffer(session, &was, &length) == MPI_SUCCESS && was == room[1]);
    /* A buffer that has as much room as is needed. */
    CHECK(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0) == MPI_SUCCESS);
    for (int i = 0; i < 100; i++)
        CHECK(MPI_Bsend(room, sizeof room, MPI_BYTE, peer, 3, copy) == MPI_SUCCESS);
    for (int i = 0; i < 100; i++)
        MPI_Recv(room, sizeof room, MPI_BYTE, source, 3, copy, MPI_STATUS_IGNORE);
    CHECK(MPI_Buffer_flush() == MPI_SUCCESS && MPI_Buffer_iflush(&request) == MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(MPI_Buffer_detach(&was, &length) == MPI_SUCCESS && was == MPI_BUFFER_AUTOMATIC && length == 0);
    MPI_Comm_free(&made);
    MPI_Comm_free(&copy);
    MPI_Session_finalize(&session);
}

/* What else MPI 4.1 has added. */
static void later(void)
{
    int class, code, length, flag, count;
    char text[MPI_MAX_ERROR_STRING], value[16];
    MPI_Datatype pair;
    MPI_Info info;
    MPI_Comm node;
    CHECK(MPI_Add_error_class(&class) == MPI_SUCCESS && MPI_Add_error_code(class, &code) == MPI_SUCCESS);
    CHECK(MPI_Add_error_string(code, "of ours") == MPI_SUCCESS);
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && strcmp(text, "of ours") == 0);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Remove_error_class(class) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_code(code) != MPI_SUCCESS && MPI_Remove_error_string(code) == MPI_SUCCESS);
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && length == 0);
    CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS && MPI_Remove_error_code(code) != MPI_SUCCESS);
    CHECK(MPI_Add_error_string(class, "of a class of ours") == MPI_SUCCESS && MPI_Remove_error_class(class) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_string(class) == MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(class) == MPI_SUCCESS && MPI_Error_class(class, &code) != MPI_SUCCESS);
    CHECK(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair) == MPI_SUCCESS && pair == MPI_DOUBLE_INT);
    MPI_Error_class(MPI_Type_get_value_index(MPI_DATATYPE_NULL, MPI_INT, &pair), &class);
    CHECK(class == MPI_ERR_TYPE);
    MPI_Error_class(MPI_Type_get_value_index(MPI_INT, MPI_DATATYPE_NULL, &pair), &class);
    CHECK(class == MPI_ERR_TYPE);
    CHECK(MPI_Type_get_value_index(MPI_CHAR, MPI_FLOAT, &pair) == MPI_SUCCESS && pair == MPI_DATATYPE_NULL);
    CHECK(MPI_Get_hw_resource_info(&info) == MPI_SUCCESS);
    length = sizeof value;
    MPI_Info_get_string(info, "mpi_shared_memory", &length, value, &flag);
    CHECK(flag && strcmp(value, "true") == 0);
    MPI_Info_free(&info);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "mpi_shared_memory");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &node);
    CHECK(node != MPI_COMM_NULL && MPI_Comm_size(node, &count) == MPI_SUCCESS && count >= 1 && count <= size);
    MPI_Comm_free(&node);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    int me, n, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    versions();
    handles();
    numbers(me, n);
    rank = me, size = n;
    buffers();
    later();
    MPI_Finalize();
    printf("good\n");
    return 0;
}
