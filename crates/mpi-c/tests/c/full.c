/* Writes to a file system that has no room for all of it: full FOLDER. Some processes fail, each by the class, and no bytes
 * that were counted are lost. */
#include "check.h"

enum { PIECE = 16 << 10, MOST = 64 };

int main(int argc, char **argv)
{
    static char bytes[PIECE], back[PIECE];
    char name[4096];
    MPI_File file;
    MPI_Status status;
    int failures = 0, all = 0, count;
    begin(&argc, &argv);
    CHECK(argc > 1);
    snprintf(name, sizeof name, "%s/file", argv[1]);
    memset(bytes, 'a' + rank, sizeof bytes);
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) == MPI_SUCCESS);
    for (int i = 0; i < MOST; i++) {
        const MPI_Offset at = (MPI_Offset)(i * size + rank) * PIECE;
        const int code = MPI_File_write_at(file, at, bytes, PIECE, MPI_BYTE, &status);
        if (code != MPI_SUCCESS) {
            CHECK(class_of(code) == MPI_ERR_NO_SPACE);
            failures++;
            continue;
        }
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK(count == PIECE);
        CHECK(MPI_File_read_at(file, at, back, PIECE, MPI_BYTE, &status) == MPI_SUCCESS);
        CHECK(memcmp(bytes, back, PIECE) == 0);
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all > 0);
    /* Of a collective write all learn, whoever wrote. */
    const int code = MPI_File_write_at_all(file, (MPI_Offset)(MOST * size + rank) * PIECE, bytes, PIECE, MPI_BYTE, &status);
    failures = code != MPI_SUCCESS;
    CHECK(code == MPI_SUCCESS || class_of(code) == MPI_ERR_NO_SPACE);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all > 0);
    MPI_File_close(&file);
    return end();
}
