/* MPI's files: the bytes of all processes together, in a new file of the folder of temporary files. The slowest process counts.
 * In blocks, process p has the blocks p, p + N, p + 2 N .. of BLOCK bytes, and all processes access the file in one collective.
 * In a row, each process has one part of the file, which it accesses alone: by MPI, or by pwrite and pread. */
#include "measure.h"
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>

#define TIMED_MIN 3
#define TIMED_MAX 9
#define BLOCK ((size_t)4096)

static int rank, size;
static char name[PATH_MAX];
static size_t own;
static unsigned char *data;

/* Ends the job if a call failed. */
static void sure(int is_good, const char *what)
{
    if (!is_good) {
        fprintf(stderr, "rank %d: %s failed in %s\n", rank, what, name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* How the file is accessed. */
struct way {
    int is_write, is_blocks, is_plain, is_synced;
};

static int way_of(const struct request *request, struct way *way)
{
    static const struct {
        const char *name;
        struct way way;
    } ways[] = {
        {"blocks_write", {1, 1, 0, 0}}, {"blocks_read", {0, 1, 0, 0}}, {"blocks_sync", {1, 1, 0, 1}},
        {"row_write", {1, 0, 0, 0}},    {"row_read", {0, 0, 0, 0}},    {"row_sync", {1, 0, 0, 1}},
        {"plain_write", {1, 0, 1, 0}},  {"plain_read", {0, 0, 1, 0}},  {"plain_sync", {1, 0, 1, 1}},
    };
    for (size_t at = 0; at < sizeof ways / sizeof *ways; at++)
        if (is(request, ways[at].name)) {
            *way = ways[at].way;
            return 1;
        }
    return 0;
}

/* Where in the file byte `at` of a process lies. */
static off_t place(const struct way *way, int of, size_t at)
{
    if (!way->is_blocks)
        return (off_t)((size_t)of * own + at);
    return (off_t)((at / BLOCK * (size_t)size + (size_t)of) * BLOCK + at % BLOCK);
}

static unsigned seed_of(const struct request *request, int of)
{
    return request->seed + 16u * (unsigned)of;
}

static void plain(int file, int is_write)
{
    for (size_t at = 0; at < own;) {
        off_t offset = (off_t)((size_t)rank * own + at);
        ssize_t done = is_write ? pwrite(file, data + at, own - at, offset) : pread(file, data + at, own - at, offset);
        sure(done > 0, is_write ? "pwrite" : "pread");
        at += (size_t)done;
    }
}

static void by_mpi(MPI_File file, const struct way *way)
{
    MPI_Status status;
    int count = (int)own, moved, error;
    MPI_Offset offset = way->is_blocks ? 0 : (MPI_Offset)((size_t)rank * own);
    if (way->is_blocks)
        error = way->is_write ? MPI_File_write_at_all(file, offset, data, count, MPI_BYTE, &status)
                              : MPI_File_read_at_all(file, offset, data, count, MPI_BYTE, &status);
    else
        error = way->is_write ? MPI_File_write_at(file, offset, data, count, MPI_BYTE, &status)
                              : MPI_File_read_at(file, offset, data, count, MPI_BYTE, &status);
    sure(error == MPI_SUCCESS, "an access");
    MPI_Get_count(&status, MPI_BYTE, &moved);
    sure(moved == count, "a whole access");
    if (way->is_synced)
        sure(MPI_File_sync(file) == MPI_SUCCESS, "MPI_File_sync");
}

/* Whether the file has what the next process wrote. */
static int is_written(const struct request *request, const struct way *way)
{
    int file = open(name, O_RDONLY), other = (rank + 1) % size, right = file >= 0;
    unsigned char block[BLOCK];
    for (size_t at = 0; at < own && right; at += BLOCK) {
        right = pread(file, block, BLOCK, place(way, other, at)) == (ssize_t)BLOCK;
        for (size_t byte = 0; byte < BLOCK && right; byte++)
            right = block[byte] == byte_of(seed_of(request, other), at + byte);
    }
    close(file);
    return right;
}

/* Writes this process's part by plain calls. */
static void prepare(const struct way *way)
{
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    sure(file >= 0, "open");
    for (size_t at = 0; at < own; at += BLOCK)
        sure(pwrite(file, data + at, BLOCK, place(way, rank, at)) == (ssize_t)BLOCK, "pwrite");
    close(file);
}

/* Seconds of one access by all processes, without opening and closing. Each write is to a new file. */
static double once(const struct way *way)
{
    MPI_File file = MPI_FILE_NULL;
    int plain_file = -1;
    double took, worst;
    if (way->is_write) {
        if (rank == 0)
            unlink(name);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (way->is_plain) {
        plain_file = open(name, O_RDWR | O_CREAT, 0600);
        sure(plain_file >= 0, "open");
    } else {
        int error = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
        sure(error == MPI_SUCCESS, "MPI_File_open");
    }
    if (way->is_blocks) {
        MPI_Datatype blocks;
        MPI_Type_vector((int)(own / BLOCK), (int)BLOCK, (int)BLOCK * size, MPI_BYTE, &blocks);
        MPI_Type_commit(&blocks);
        MPI_File_set_view(file, (MPI_Offset)rank * (MPI_Offset)BLOCK, MPI_BYTE, blocks, "native", MPI_INFO_NULL);
        MPI_Type_free(&blocks);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    if (way->is_plain) {
        plain(plain_file, way->is_write);
        if (way->is_synced)
            sure(fsync(plain_file) == 0, "fsync");
    } else {
        by_mpi(file, way);
    }
    took = now() - begun;
    MPI_Allreduce(&took, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (way->is_plain)
        close(plain_file);
    else
        MPI_File_close(&file);
    return worst;
}

/* Measures; 0 if there is no such operation. */
static int measure(const struct request *request)
{
    struct way way;
    double took[TIMED_MAX], sum = 0;
    int times = 0, right = 1, all_right;
    if (!way_of(request, &way))
        return 0;
    own = request->bytes / (size_t)size / BLOCK * BLOCK;
    data = allocate(own);
    fill(data, own, seed_of(request, rank));
    if (!way.is_write)
        prepare(&way);
    /* Once without the clock: the first access allocates memory. */
    once(&way);
    while (times < TIMED_MIN || (times < TIMED_MAX && sum < budget_seconds)) {
        if (!way.is_write)
            memset(data, 0, own);
        took[times] = once(&way);
        sum += took[times++];
        right &= way.is_write ? 1 : is_filled(data, own, seed_of(request, rank));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (way.is_write)
        right &= is_written(request, &way);
    MPI_Reduce(&right, &all_right, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        row(request, (double)(own * (size_t)size) / median(took, times), "B/s");
        if (!all_right)
            wrong(request);
        unlink(name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    free(data);
    return 1;
}

int main(int count, char **arguments)
{
    const char *folder = getenv("TMPDIR");
    begin(count, arguments);
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pin(rank, size);
    int process = (int)getpid();
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(name, sizeof name, "%s/files.%d", folder ? folder : "/tmp", process);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        if (!measure(&request)) {
            if (rank == 0)
                fprintf(stderr, "there is no operation %s\n", arguments[index]);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (rank == 0)
        done(size);
    MPI_Finalize();
    return 0;
}
