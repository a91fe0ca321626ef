/* Files: each view by each access against a model of the file in memory, pointers, modes and errors. */
#include "check.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define INTS 224 /* of each rank */
#define MOST 9 /* ranks */
#define BLOCK 8

static char name[256];
static int step;

/* The int at place k of a rank's stream. */
static int value(int r, int k)
{
    return (step * 131 + r * 1009 + k * 17) & 0x3fffffff;
}

/* Where in the file it is, in ints. */
static int place(int view, int r, int k)
{
    static const int in_cell[4] = {0, 2, 3, 5};
    switch (view) {
    case 0:
        return r * INTS + k;
    case 1:
        return (k / BLOCK * size + r) * BLOCK + k % BLOCK;
    case 2:
        return k / 4 * size * 4 + r * 4 + k % 4;
    case 3:
        return k / 4 * 7 * size + r * 7 + in_cell[k % 4];
    default: /* Ranks the other way round, single ints */
        return k * size + size - 1 - r;
    }
}
#define VIEWS 5

static MPI_Datatype filetype(int view, MPI_Offset *displacement)
{
    MPI_Datatype made, inner;
    int sizes[2] = {4, 4 * size}, parts[2] = {4, 4}, starts[2] = {0, 4 * rank};
    int lengths[3] = {1, 2, 1}, at[3] = {rank * 7, rank * 7 + 2, rank * 7 + 5};
    *displacement = 0;
    switch (view) {
    case 0:
        MPI_Type_contiguous(INTS, MPI_INT, &made);
        *displacement = rank * INTS * sizeof(int);
        break;
    case 1:
        MPI_Type_contiguous(BLOCK, MPI_INT, &inner);
        MPI_Type_create_resized(inner, 0, BLOCK * size * sizeof(int), &made);
        MPI_Type_free(&inner);
        *displacement = rank * BLOCK * sizeof(int);
        break;
    case 2:
        MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made);
        break;
    case 3:
        MPI_Type_indexed(3, lengths, at, MPI_INT, &inner);
        MPI_Type_create_resized(inner, 0, 7 * size * sizeof(int), &made);
        MPI_Type_free(&inner);
        break;
    default:
        MPI_Type_create_resized(MPI_INT, 0, size * sizeof(int), &made);
        *displacement = (size - 1 - rank) * sizeof(int);
    }
    MPI_Type_commit(&made);
    return made;
}

enum { AT, OWN, AT_ALL, ALL, IAT, I, IAT_ALL, IALL, SPLIT_AT, SPLIT, ACCESSES };

static void access_by(int how, int writes, MPI_File f, MPI_Offset at, void *buf, int n, MPI_Datatype type)
{
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    int count;
#define EITHER(write, read) CHECK((writes ? write : read) == MPI_SUCCESS)
    switch (how) {
    case AT:
        EITHER(MPI_File_write_at(f, at, buf, n, type, &status), MPI_File_read_at(f, at, buf, n, type, &status));
        break;
    case OWN:
        EITHER(MPI_File_write(f, buf, n, type, &status), MPI_File_read(f, buf, n, type, &status));
        break;
    case AT_ALL:
        EITHER(MPI_File_write_at_all(f, at, buf, n, type, &status), MPI_File_read_at_all(f, at, buf, n, type, &status));
        break;
    case ALL:
        EITHER(MPI_File_write_all(f, buf, n, type, &status), MPI_File_read_all(f, buf, n, type, &status));
        break;
    case IAT:
        EITHER(MPI_File_iwrite_at(f, at, buf, n, type, &request), MPI_File_iread_at(f, at, buf, n, type, &request));
        break;
    case I:
        EITHER(MPI_File_iwrite(f, buf, n, type, &request), MPI_File_iread(f, buf, n, type, &request));
        break;
    case IAT_ALL:
        EITHER(MPI_File_iwrite_at_all(f, at, buf, n, type, &request), MPI_File_iread_at_all(f, at, buf, n, type, &request));
        break;
    case IALL:
        EITHER(MPI_File_iwrite_all(f, buf, n, type, &request), MPI_File_iread_all(f, buf, n, type, &request));
        break;
    case SPLIT_AT:
        EITHER(MPI_File_write_at_all_begin(f, at, buf, n, type), MPI_File_read_at_all_begin(f, at, buf, n, type));
        EITHER(MPI_File_write_at_all_end(f, buf, &status), MPI_File_read_at_all_end(f, buf, &status));
        break;
    case SPLIT:
        EITHER(MPI_File_write_all_begin(f, buf, n, type), MPI_File_read_all_begin(f, buf, n, type));
        EITHER(MPI_File_write_all_end(f, buf, &status), MPI_File_read_all_end(f, buf, &status));
        break;
    }
    if (how >= IAT && how <= IALL)
        CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS);
    MPI_Get_count(&status, type, &count);
    CHECK(count == n);
}

/* Writes and reads all ints of this rank in two pieces. */
static void access_twice(int how, int writes, MPI_File f, int *ints, int strided)
{
    const int first = 96;
    MPI_Datatype type = MPI_INT;
    int *from = ints, pieces[2] = {first, INTS - first}, wide[2 * INTS];
    if (strided) {
        /* Every other int of memory */
        MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type);
        MPI_Type_commit(&type);
        memset(wide, 0x55, sizeof wide);
        for (int k = 0; k < INTS; k++)
            wide[2 * k] = ints[k];
        from = wide;
    }
    MPI_File_seek(f, 0, MPI_SEEK_SET);
    access_by(how, writes, f, 0, from, pieces[0], type);
    access_by(how, writes, f, first, from + first * (1 + strided), pieces[1], type);
    if (how == OWN || how == ALL || how == I || how == IALL || how == SPLIT) {
        MPI_Offset pointer;
        MPI_File_get_position(f, &pointer);
        CHECK(pointer == INTS);
    }
    if (strided) {
        for (int k = 0; k < INTS; k++) {
            ints[k] = wide[2 * k];
            CHECK(wide[2 * k + 1] == 0x55555555);
        }
        MPI_Type_free(&type);
    }
}

/* Rank 0 compares the file with the model. */
static void compare(int view)
{
    static int model[2 * INTS * MOST], found[2 * INTS * MOST];
    static char is_data[2 * INTS * MOST];
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int len = 0;
        memset(model, 0, sizeof model);
        memset(is_data, 0, sizeof is_data);
        for (int r = 0; r < size; r++)
            for (int k = 0; k < INTS; k++) {
                const int at = place(view, r, k);
                model[at] = value(r, k);
                is_data[at] = 1;
                if (at >= len)
                    len = at + 1;
            }
        FILE *file = fopen(name, "rb");
        CHECK(file != NULL);
        CHECK(fread(found, sizeof(int), len, file) == (size_t)len && fgetc(file) == EOF);
        fclose(file);
        /* MPICH writes what is in its memory to holes. */
        for (int at = 0; at < len && is_mpich(); at++)
            if (!is_data[at])
                found[at] = 0;
        CHECK(memcmp(model, found, len * sizeof(int)) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void views(const char *way, const char *buffer, const char *nodes)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", way);
    MPI_Info_set(info, "romio_cb_read", way);
    MPI_Info_set(info, "cb_buffer_size", buffer);
    MPI_Info_set(info, "cb_nodes", nodes);
    for (int view = 0; view < VIEWS; view++) {
        for (int how = 0; how < ACCESSES; how++) {
            const int is_collective = how != AT && how != OWN && how != IAT && how != I;
            MPI_File f;
            MPI_Offset displacement;
            MPI_Datatype type = filetype(view, &displacement);
            int ints[INTS], strided = (how + view) % 2;
            if (!is_collective && strcmp(way, "automatic") != 0) {
                MPI_Type_free(&type);
                continue;
            }
            step++;
            CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &f) == MPI_SUCCESS);
            CHECK(MPI_File_set_size(f, 0) == MPI_SUCCESS);
            CHECK(MPI_File_set_view(f, displacement, MPI_INT, type, "native", info) == MPI_SUCCESS);
            for (int k = 0; k < INTS; k++)
                ints[k] = value(rank, k);
            access_twice(how, 1, f, ints, strided);
            CHECK(MPI_File_sync(f) == MPI_SUCCESS);
            compare(view);
            for (int again = 0; again < 2; again++) {
                memset(ints, 0, sizeof ints);
                access_twice(how, 0, f, ints, again);
                for (int k = 0; k < INTS; k++)
                    CHECK(ints[k] == value(rank, k));
            }
            CHECK(MPI_File_close(&f) == MPI_SUCCESS && f == MPI_FILE_NULL);
            MPI_Type_free(&type);
        }
    }
    MPI_Info_free(&info);
}

/* The shared pointer, and accesses in the order of the ranks. */
static void shared(void)
{
    MPI_File f;
    MPI_Status status;
    MPI_Request request;
    MPI_Offset at;
    int ints[4], all[64], seen[64] = {0};
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f) == MPI_SUCCESS);
    MPI_File_set_size(f, 0);
    MPI_File_set_view(f, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int n = 0; n < 2; n++)
        ints[n] = 2 * rank + n;
    CHECK(MPI_File_write_shared(f, &ints[0], 1, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(MPI_File_iwrite_shared(f, &ints[1], 1, MPI_INT, &request) == MPI_SUCCESS);
    MPI_Wait(&request, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(f, &at);
    CHECK(at == 2 * size);
    CHECK(MPI_File_read_at(f, 0, all, 2 * size, MPI_INT, &status) == MPI_SUCCESS);
    for (int n = 0; n < 2 * size; n++) {
        CHECK(all[n] >= 0 && all[n] < 2 * size && !seen[all[n]]);
        seen[all[n]] = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);

    /* Rank r writes r + 1 ints, so the order tells the places. */
    int own[16];
    for (int n = 0; n <= rank; n++)
        own[n] = 100 * rank + n;
    CHECK(MPI_File_seek_shared(f, 1, MPI_SEEK_SET) == MPI_SUCCESS);
    CHECK(MPI_File_write_ordered(f, own, rank + 1, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(MPI_File_write_ordered_begin(f, own, rank + 1, MPI_INT) == MPI_SUCCESS);
    CHECK(MPI_File_write_ordered_end(f, own, &status) == MPI_SUCCESS);
    MPI_File_get_position_shared(f, &at);
    CHECK(at == 1 + size * (size + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_File_seek_shared(f, -size * (size + 1) / 2, MPI_SEEK_CUR) == MPI_SUCCESS);
    memset(own, 0, sizeof own);
    CHECK(MPI_File_read_ordered(f, own, rank + 1, MPI_INT, &status) == MPI_SUCCESS);
    for (int n = 0; n <= rank; n++)
        CHECK(own[n] == 100 * rank + n);
    MPI_File_seek_shared(f, 1, MPI_SEEK_SET);
    memset(own, 0, sizeof own);
    CHECK(MPI_File_read_ordered_begin(f, own, rank + 1, MPI_INT) == MPI_SUCCESS);
    CHECK(MPI_File_read_ordered_end(f, own, &status) == MPI_SUCCESS);
    for (int n = 0; n <= rank; n++)
        CHECK(own[n] == 100 * rank + n);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
    CHECK(MPI_File_read_shared(f, ints, 1, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(MPI_File_iread_shared(f, ints, 1, MPI_INT, &request) == MPI_SUCCESS);
    MPI_Wait(&request, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(f, &at);
    CHECK(at == 2 * size);
    MPI_File_close(&f);
}

/* What a file tells of itself. */
static void facts(void)
{
    MPI_File f;
    MPI_Status status;
    MPI_Offset at, bytes;
    MPI_Datatype type, etype, vector;
    MPI_Group group, world;
    MPI_Info info;
    MPI_Aint extent;
    char text[MPI_MAX_INFO_VAL + 1], datarep[MPI_MAX_DATAREP_STRING];
    int n, flag, count;
    const MPI_Offset far = ((MPI_Offset)3 << 31) + 5;
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f) == MPI_SUCCESS);
    CHECK(MPI_File_set_size(f, 10) == MPI_SUCCESS && MPI_File_get_size(f, &bytes) == MPI_SUCCESS && bytes == 10);
    CHECK(MPI_File_preallocate(f, 4096) == MPI_SUCCESS && MPI_File_get_size(f, &bytes) == MPI_SUCCESS && bytes == 4096);
    CHECK(MPI_File_get_amode(f, &n) == MPI_SUCCESS && n == (MPI_MODE_CREATE | MPI_MODE_RDWR));
    MPI_File_get_group(f, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &n);
    CHECK(n == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_File_get_info(f, &info);
    MPI_Info_get(info, "cb_nodes", MPI_MAX_INFO_VAL, text, &flag);
    CHECK(flag && atoi(text) >= 1 && atoi(text) <= size);
    MPI_Info_get(info, "cb_buffer_size", MPI_MAX_INFO_VAL, text, &flag);
    CHECK(flag && atoi(text) > 0);
    MPI_Info_free(&info);
    CHECK(MPI_File_get_view(f, &at, &etype, &type, datarep) == MPI_SUCCESS);
    CHECK(at == 0 && etype == MPI_BYTE && type == MPI_BYTE && strcmp(datarep, "native") == 0);

    MPI_Type_vector(2, 1, 3, MPI_SHORT, &vector);
    MPI_Type_commit(&vector);
    CHECK(MPI_File_set_view(f, 100, MPI_SHORT, vector, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_File_get_view(f, &at, &etype, &type, datarep);
    MPI_Type_size(type, &n);
    CHECK(at == 100 && etype == MPI_SHORT && n == 4);
    MPI_Type_free(&type);
    /* Shorts are at 100, 106, 108, 114, … */
    CHECK(MPI_File_get_byte_offset(f, 1, &at) == MPI_SUCCESS && at == 106);
    MPI_File_get_byte_offset(f, 2, &at);
    CHECK(at == 108);
    CHECK(MPI_File_get_type_extent(f, vector, &extent) == MPI_SUCCESS && extent == 8);
    CHECK(MPI_File_seek(f, 3, MPI_SEEK_SET) == MPI_SUCCESS && MPI_File_seek(f, 4, MPI_SEEK_CUR) == MPI_SUCCESS);
    MPI_File_get_position(f, &at);
    CHECK(at == 7);
    MPI_Type_free(&vector);

    /* Far behind 2 GiB, with a hole before */
    MPI_File_set_view(f, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    n = 77 + rank;
    CHECK(MPI_File_write_at_all(f, far + 4 * rank, &n, 4, MPI_BYTE, &status) == MPI_SUCCESS);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(f, &bytes);
    CHECK(bytes == far + 4 * size);
    CHECK(MPI_File_read_at(f, far + 4 * (size - 1 - rank), &n, 4, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(n == 77 + size - 1 - rank);
    MPI_File_seek(f, -4, MPI_SEEK_END);
    MPI_File_get_position(f, &at);
    CHECK(at == far + 4 * size - 4);
    /* The end of the file ends reads. */
    char end[16];
    CHECK(MPI_File_read_at(f, far + 4 * size - 3, end, 16, MPI_BYTE, &status) == MPI_SUCCESS);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == 3);
    CHECK(MPI_File_read_at_all(f, far + 4 * size - 5 + rank, end, 16, MPI_BYTE, &status) == MPI_SUCCESS);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == (rank < 5 ? 5 - rank : 0) || is_mpich());

    CHECK(MPI_File_get_atomicity(f, &flag) == MPI_SUCCESS && !flag);
    CHECK(MPI_File_set_atomicity(f, 1) == MPI_SUCCESS && MPI_File_get_atomicity(f, &flag) == MPI_SUCCESS && flag);
    /* Whole writes of all ranks to the same bytes, of which one is last */
    int same[1024], found[1024];
    for (n = 0; n < 1024; n++)
        same[n] = rank;
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(f, 0, same, 1024, MPI_INT, &status);
    MPI_File_read_at(f, 0, found, 1024, MPI_INT, &status);
    for (n = 1; n < 1024; n++)
        CHECK(found[n] == found[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&f);

    /* Big-endian numbers */
    const double x = rank + 0.5;
    unsigned char raw[8], *own = (unsigned char *)&x;
    double back = 0;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, 16 * rank, MPI_DOUBLE, MPI_DOUBLE, "external32", MPI_INFO_NULL);
    CHECK(MPI_File_write_at(f, 1, &x, 1, MPI_DOUBLE, &status) == MPI_SUCCESS);
    MPI_File_get_type_extent(f, MPI_DOUBLE, &extent);
    CHECK(extent == 8);
    CHECK(MPI_File_read_at(f, 1, &back, 1, MPI_DOUBLE, &status) == MPI_SUCCESS && back == x);
    MPI_File_set_view(f, 16 * rank, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(f, 8, raw, 8, MPI_BYTE, &status);
    for (n = 0; n < 8; n++)
        CHECK(raw[n] == own[7 - n]);
    MPI_File_close(&f);
}

static int told, told_class;
static void handler(MPI_File *f, int *code, ...)
{
    (void)f;
    told++;
    MPI_Error_class(*code, &told_class);
}

/* Of a representation that is never used. */
static int extent(MPI_Datatype type, MPI_Aint *bytes, void *state)
{
    (void)type, (void)state;
    *bytes = 1;
    return MPI_SUCCESS;
}

static int failed(int code, int class)
{
    return code != MPI_SUCCESS && class_of(code) == class;
}

static void mistakes(void)
{
    MPI_File f = MPI_FILE_NULL;
    MPI_Status status;
    MPI_Errhandler mine, other;
    MPI_Datatype type;
    int n = 5, lengths[2] = {1, 1}, back[2] = {4, 0}, twice[2] = {0, 0};
    char long_name[300], wrong[300];
    snprintf(long_name, sizeof long_name, "%s.none", name);
    /* The default returns errors. */
    CHECK(failed(MPI_File_open(MPI_COMM_WORLD, long_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f), MPI_ERR_NO_SUCH_FILE));
    CHECK(failed(MPI_File_delete(long_name, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE));
    CHECK(failed(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_RDONLY, MPI_INFO_NULL, &f), MPI_ERR_AMODE));
    CHECK(failed(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDONLY, MPI_INFO_NULL, &f), MPI_ERR_AMODE));
    CHECK(failed(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &f), MPI_ERR_AMODE));
    CHECK(failed(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_EXCL | MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f),
                 MPI_ERR_FILE_EXISTS));
    snprintf(wrong, sizeof wrong, "%s/inside", name);
    n = MPI_File_open(MPI_COMM_WORLD, wrong, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    CHECK(n != MPI_SUCCESS);
    CHECK(MPI_File_close(&f) != MPI_SUCCESS);
    /* The handler of MPI_FILE_NULL is that of files that are opened then. */
    MPI_File_create_errhandler(handler, &mine);
    MPI_File_get_errhandler(MPI_FILE_NULL, &other);
    CHECK(other == MPI_ERRORS_RETURN);
    MPI_File_set_errhandler(MPI_FILE_NULL, mine);
    MPI_File_open(MPI_COMM_WORLD, long_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
    CHECK(told == 1 && told_class == MPI_ERR_NO_SUCH_FILE);
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f) == MPI_SUCCESS);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    n = 5;
    CHECK(MPI_File_write_at(f, 0, &n, 1, MPI_INT, &status) != MPI_SUCCESS && told == 2);
    CHECK(told_class == MPI_ERR_READ_ONLY || is_mpich());
    CHECK(MPI_File_call_errhandler(f, MPI_ERR_IO) == MPI_SUCCESS && told == 3 && told_class == MPI_ERR_IO);
    MPI_File_set_errhandler(f, MPI_ERRORS_RETURN);
    if (!is_mpich())
        MPI_Errhandler_free(&mine);
    CHECK(MPI_Register_datarep("mine", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL) == MPI_SUCCESS);
#if MPI_VERSION >= 4
    CHECK(MPI_Register_datarep_c("other", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, extent, NULL) == MPI_SUCCESS);
#endif
    CHECK(MPI_File_seek(f, -1, MPI_SEEK_SET) != MPI_SUCCESS);
    CHECK(failed(MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "nothing", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP));
    CHECK(MPI_File_set_view(f, -4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) != MPI_SUCCESS);
    CHECK(MPI_File_close(&f) == MPI_SUCCESS);

    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &f) == MPI_SUCCESS);
    CHECK(failed(MPI_File_read_at(f, 0, &n, 1, MPI_INT, &status), MPI_ERR_ACCESS));
    if (!is_mpich()) {
        /* Displacements go back, and blocks overlap. */
        MPI_Type_indexed(2, lengths, back, MPI_INT, &type);
        MPI_Type_commit(&type);
        CHECK(failed(MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL), MPI_ERR_IO));
        MPI_Type_free(&type);
        MPI_Type_indexed(2, lengths, twice, MPI_INT, &type);
        MPI_Type_commit(&type);
        CHECK(failed(MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL), MPI_ERR_IO));
        MPI_Type_free(&type);
        CHECK(failed(MPI_File_set_size(f, rank), size > 1 ? MPI_ERR_NOT_SAME : MPI_SUCCESS) || size == 1);
        CHECK(failed(MPI_File_read_all_end(f, &n, &status), MPI_ERR_OTHER));
        CHECK(failed(MPI_File_set_view(f, 0, MPI_INT, MPI_SHORT, "native", MPI_INFO_NULL), MPI_ERR_IO));
    }
    MPI_File_close(&f);

    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &f) == MPI_SUCCESS);
    CHECK(failed(MPI_File_write_at(f, 0, &n, 1, MPI_INT, &status), MPI_ERR_UNSUPPORTED_OPERATION));
    CHECK(failed(MPI_File_seek(f, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION));
    CHECK(MPI_File_write_shared(f, &n, 1, MPI_INT, &status) == MPI_SUCCESS);
    MPI_File_close(&f);

    /* Behind the end, and gone when closed */
    MPI_Offset before, now;
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f) ==
          MPI_SUCCESS);
    MPI_File_get_size(f, &before);
    MPI_File_get_position(f, &now);
    CHECK(now == before);
    MPI_File_close(&f);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(access(name, F_OK) != 0);
}

/* A file that may not grow: all ranks learn of the failure, and nothing is lost in silence. */
static void full(void)
{
    static char bytes[1 << 16];
    MPI_File f;
    MPI_Status status;
    MPI_Info info;
    MPI_Datatype type;
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", "enable");
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &f) == MPI_SUCCESS);
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t most = limit.rlim_cur;
    limit.rlim_cur = 100000;
    setrlimit(RLIMIT_FSIZE, &limit);
    CHECK(MPI_File_write_at(f, 0, bytes, 1 << 16, MPI_BYTE, &status) == MPI_SUCCESS);
    CHECK(MPI_File_write_at(f, 50000, bytes, 1 << 16, MPI_BYTE, &status) != MPI_SUCCESS);
    if (!is_mpich()) {
        CHECK(failed(MPI_File_write_at(f, 50000, bytes, 1 << 16, MPI_BYTE, &status), MPI_ERR_NO_SPACE));
        CHECK(failed(MPI_File_set_size(f, 200000), MPI_ERR_NO_SPACE));
        CHECK(failed(MPI_File_preallocate(f, 200000), MPI_ERR_NO_SPACE));
        /* One process writes behind the limit, and all fail. */
        MPI_Type_create_resized(MPI_INT, 0, size * sizeof(int), &type);
        MPI_Type_commit(&type);
        MPI_File_set_view(f, rank * sizeof(int), MPI_INT, type, "native", info);
        const int n = 120000 / sizeof(int) / size / 16 * 16;
        int *ints = calloc(n, sizeof(int));
        CHECK(failed(MPI_File_write_at_all(f, 0, ints, n, MPI_INT, &status), MPI_ERR_NO_SPACE));
        MPI_Request request;
        CHECK(MPI_File_iwrite_at_all(f, 0, ints, n, MPI_INT, &request) == MPI_SUCCESS);
        CHECK(failed(MPI_Wait(&request, &status), MPI_ERR_NO_SPACE));
        free(ints);
        MPI_Type_free(&type);
    }
    limit.rlim_cur = most;
    setrlimit(RLIMIT_FSIZE, &limit);
    MPI_File_close(&f);
    MPI_Info_free(&info);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(size <= MOST);
    const char *folder = getenv("TMPDIR");
    if (rank == 0)
        snprintf(name, sizeof name, "%s/farreach-file-%d", folder ? folder : "/tmp", (int)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    views("automatic", "4194304", "4");
    views("enable", "1024", "2");
    views("enable", "100000", "16");
    views("disable", "4194304", "1");
    shared();
    facts();
    mistakes();
    full();
    return end();
}
