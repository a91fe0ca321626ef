/* Each process writes and reads its columns of an array in a file of HDF5, all together. */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 60
#define COLUMNS 7

int main(int argc, char **argv)
{
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    hsize_t all[2] = {ROWS, COLUMNS * size}, own[2] = {ROWS, COLUMNS}, at[2] = {0, COLUMNS * rank};
    int data[ROWS][COLUMNS], back[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            data[i][j] = 1000 * i + COLUMNS * rank + j;
    hid_t together = H5Pcreate(H5P_FILE_ACCESS), transfer = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_fapl_mpio(together, MPI_COMM_WORLD, MPI_INFO_NULL);
    H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
    hid_t file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, together);
    hid_t space = H5Screate_simple(2, all, NULL), memory = H5Screate_simple(2, own, NULL);
    hid_t set = H5Dcreate2(file, "numbers", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, own, NULL);
    wrong += H5Dwrite(set, H5T_NATIVE_INT, memory, space, transfer, data) < 0;
    H5Dclose(set);
    H5Fclose(file);
    file = H5Fopen(argv[1], H5F_ACC_RDONLY, together);
    set = H5Dopen2(file, "numbers", H5P_DEFAULT);
    wrong += H5Dread(set, H5T_NATIVE_INT, memory, space, transfer, back) < 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            wrong += back[i][j] != data[i][j];
    H5Dclose(set);
    H5Fclose(file);
    if (rank == 0) {
        /* What a process alone reads */
        int *whole = malloc(ROWS * COLUMNS * size * sizeof(int));
        file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
        set = H5Dopen2(file, "numbers", H5P_DEFAULT);
        wrong += H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, whole) < 0;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS * size; j++)
                wrong += whole[i * COLUMNS * size + j] != 1000 * i + j;
        H5Dclose(set);
        H5Fclose(file);
        free(whole);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d numbers are wrong\n", wrong);
    MPI_Finalize();
    return wrong != 0;
}
