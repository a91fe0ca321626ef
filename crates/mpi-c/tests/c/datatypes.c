/* Derived datatypes in messages, in collectives, in packing, and what they say of themselves. */
#include "check.h"
#include <stddef.h>

struct particle {
    char kind;
    double place[3];
    int charge;
};

static void columns(int rows, int width)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    int *from = malloc(rows * width * sizeof(int)), *into = malloc(rows * width * sizeof(int));
    MPI_Datatype column;
    for (int i = 0; i < rows * width; i++) {
        from[i] = rank * 10000 + i;
        into[i] = -1;
    }
    MPI_Type_vector(rows, 1, width, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(from + 1, 1, column, next, 0, into + 2, 1, column, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < rows * width; i++)
        CHECK(into[i] == (i % width == 2 ? last * 10000 + i - 1 : -1));
    /* From a column to a row. */
    int *row = malloc(rows * sizeof(int)), count;
    MPI_Status status;
    MPI_Request request;
    MPI_Irecv(row, rows, MPI_INT, last, 1, MPI_COMM_WORLD, &request);
    MPI_Send(from, 1, column, next, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, column, &count);
    CHECK(count == 1);
    MPI_Get_elements(&status, column, &count);
    CHECK(count == rows);
    for (int i = 0; i < rows; i++)
        CHECK(row[i] == last * 10000 + i * width);
    MPI_Type_free(&column);
    CHECK(column == MPI_DATATYPE_NULL);
    free(from);
    free(into);
    free(row);
}

/* Blocks that arrive after their receive was posted, and bytes between them that stay. */
static void posted(int count, int bytes, int stride)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size, all = count * stride;
    unsigned char *from = malloc(all), *into = malloc(all);
    MPI_Datatype rows;
    MPI_Request request;
    for (int i = 0; i < all; i++) {
        from[i] = (rank * 37 + i) % 251;
        into[i] = 0xff;
    }
    MPI_Type_vector(count, bytes, stride, MPI_BYTE, &rows);
    MPI_Type_commit(&rows);
    MPI_Irecv(into, 1, rows, last, 2, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(from, 1, rows, next, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < all; i++)
        CHECK(into[i] == (i % stride < bytes ? (last * 37 + i) % 251 : 0xff));
    MPI_Type_free(&rows);
    free(from);
    free(into);
}

static void structures(void)
{
    struct particle own[4], all[4];
    int lengths[3] = {1, 3, 1}, n, places[3], combiner;
    MPI_Aint at[3] = {offsetof(struct particle, kind), offsetof(struct particle, place),
                      offsetof(struct particle, charge)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, plain, type, inner[3];
    MPI_Type_create_struct(3, lengths, at, types, &plain);
    MPI_Type_create_resized(plain, 0, sizeof(struct particle), &type);
    MPI_Type_commit(&type);
    MPI_Type_size(type, &n);
    CHECK(n == 29);
    MPI_Aint lb, extent, got[3];
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == sizeof(struct particle));
    MPI_Type_get_envelope(plain, &n, &places[0], &places[1], &combiner);
    CHECK(n == 4 && places[0] == 3 && places[1] == 3 && combiner == MPI_COMBINER_STRUCT);
    int numbers[4];
    MPI_Type_get_contents(plain, 4, 3, 3, numbers, got, inner);
    CHECK(numbers[0] == 3 && numbers[2] == 3 && got[1] == at[1] && inner[1] == MPI_DOUBLE);
    memset(own, 0, sizeof own);
    for (int i = 0; i < 4; i++) {
        own[i].kind = 'a' + i;
        own[i].place[2] = i + 0.5;
        own[i].charge = rank == 0 ? i : -1;
    }
    memcpy(all, own, sizeof all);
    MPI_Bcast(all, 4, type, 0, MPI_COMM_WORLD);
    CHECK(all[3].charge == 3 && all[3].kind == 'd' && all[2].place[2] == 2.5);
    /* Packed and unpacked again. */
    char packed[200];
    int position = 0, bytes;
    MPI_Pack_size(4, type, MPI_COMM_WORLD, &bytes);
    CHECK(bytes == 4 * 29);
    MPI_Pack(all, 4, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == 4 * 29);
    memset(own, 0, sizeof own);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, own, 4, type, MPI_COMM_WORLD);
    CHECK(own[3].charge == 3 && own[1].kind == 'b' && own[0].place[2] == 0.5);
    MPI_Type_free(&plain);
    MPI_Type_free(&type);
}

static void blocks(void)
{
    int sizes[2] = {6, 8}, part[2] = {2, 3}, starts[2] = {1, 4}, table[48], flat[6];
    MPI_Datatype block;
    for (int i = 0; i < 48; i++)
        table[i] = i;
    MPI_Type_create_subarray(2, sizes, part, starts, MPI_ORDER_C, MPI_INT, &block);
    MPI_Type_commit(&block);
    MPI_Sendrecv(table, 1, block, rank, 0, flat, 6, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(flat[0] == 12 && flat[2] == 14 && flat[3] == 20 && flat[5] == 22);
    MPI_Type_free(&block);
}

enum { LONG = 307200, SPAN = 700000 };

/* A row, blocks at equal distances, blocks of all lengths, and a structure of both: LONG bytes each. */
static MPI_Datatype long_type(int which)
{
    MPI_Datatype type, half;
    int lengths[600], at[600], two[2] = {1, LONG / 2};
    MPI_Aint places[2] = {8, 300000};
    switch (which) {
    case 0:
        MPI_Type_contiguous(LONG, MPI_BYTE, &type);
        break;
    case 1:
        MPI_Type_vector(300, 1024, 1536, MPI_BYTE, &type);
        break;
    case 2:
        for (int i = 0; i < 600; i++) {
            lengths[i] = i % 2 ? 512 + i / 2 : 512 - i / 2;
            at[i] = (i * 7 % 600) * 900 + i % 64;
        }
        MPI_Type_indexed(600, lengths, at, MPI_BYTE, &type);
        break;
    default:
        MPI_Type_vector(150, 1024, 1536, MPI_BYTE, &half);
        MPI_Datatype types[2] = {half, MPI_BYTE};
        MPI_Type_create_struct(2, two, places, types, &type);
        MPI_Type_free(&half);
    }
    MPI_Type_commit(&type);
    return type;
}

static void fill(unsigned char *bytes, int of)
{
    for (int i = 0; i < SPAN; i++)
        bytes[i] = (i * 31 + i / 251 + of * 17) % 256;
}

/* Long messages between memory of all kinds. The bytes between blocks stay as they are. */
static void long_messages(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size, position;
    unsigned char *from = malloc(SPAN), *into = malloc(SPAN), *same = malloc(SPAN), *packed = malloc(LONG);
    MPI_Request request;
    for (int a = 0; a < 4; a++) {
        MPI_Datatype sent = long_type(a);
        for (int b = 0; b < 4; b++) {
            MPI_Datatype received = long_type(b);
            memset(into, 0xee, SPAN);
            MPI_Irecv(into, 1, received, last, 5, MPI_COMM_WORLD, &request);
            fill(from, rank);
            MPI_Send(from, 1, sent, next, 5, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            fill(from, last);
            position = 0;
            MPI_Pack(from, 1, sent, packed, LONG, &position, MPI_COMM_WORLD);
            CHECK(position == LONG);
            memset(same, 0xee, SPAN);
            position = 0;
            MPI_Unpack(packed, LONG, &position, same, 1, received, MPI_COMM_WORLD);
            CHECK(memcmp(into, same, SPAN) == 0);
            MPI_Type_free(&received);
        }
        /* Room for a third of the message. */
        MPI_Datatype third;
        MPI_Type_vector(100, 1024, 1536, MPI_BYTE, &third);
        MPI_Type_commit(&third);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        memset(into, 0xee, SPAN);
        MPI_Irecv(into, 1, third, last, 6, MPI_COMM_WORLD, &request);
        fill(from, rank);
        MPI_Request send;
        MPI_Isend(from, 1, sent, next, 6, MPI_COMM_WORLD, &send);
        CHECK(class_of(MPI_Wait(&request, MPI_STATUS_IGNORE)) == MPI_ERR_TRUNCATE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
        for (int i = 0; i < SPAN; i++)
            CHECK(into[i] == 0xee || (i < 100 * 1536 && i % 1536 < 1024));
        MPI_Type_free(&third);
        MPI_Type_free(&sent);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(from);
    free(into);
    free(same);
    free(packed);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    columns(5, 4);
    columns(400, 50);
    columns(40000, 4);
    for (int bytes = 4; bytes <= 4096; bytes *= 2)
        posted(6000 / bytes + 1, bytes, bytes + 52);
    structures();
    blocks();
    long_messages();
    return end();
}
