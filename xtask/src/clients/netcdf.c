/* Each process writes and reads its rows of a variable in a file of netCDF-4, all together and each alone. */
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 11
#define COLUMNS 37

static int rank, wrong;

static void sure(int status)
{
    if (status != NC_NOERR) {
        fprintf(stderr, "rank %d: %s\n", rank, nc_strerror(status));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static double value(size_t row, size_t column)
{
    return (double)row + (double)column / 1024;
}

static void compare(const double *data, size_t first, size_t rows)
{
    for (size_t at = 0; at < rows * COLUMNS; at++)
        wrong += data[at] != value(first + at / COLUMNS, at % COLUMNS);
}

int main(int argc, char **argv)
{
    int size, file, dimensions[2], variable, all_wrong;
    double data[ROWS * COLUMNS], back[ROWS * COLUMNS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t start[2] = {(size_t)rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    for (size_t at = 0; at < ROWS * COLUMNS; at++)
        data[at] = value(start[0] + at / COLUMNS, at % COLUMNS);
    for (int access = NC_INDEPENDENT; access <= NC_COLLECTIVE; access++) {
        sure(nc_create_par(argv[1], NC_NETCDF4 | NC_CLOBBER, MPI_COMM_WORLD, MPI_INFO_NULL, &file));
        sure(nc_def_dim(file, "rows", ROWS * (size_t)size, &dimensions[0]));
        sure(nc_def_dim(file, "columns", COLUMNS, &dimensions[1]));
        sure(nc_def_var(file, "numbers", NC_DOUBLE, 2, dimensions, &variable));
        sure(nc_put_att_text(file, variable, "unit", 1, "m"));
        sure(nc_enddef(file));
        sure(nc_var_par_access(file, variable, access));
        sure(nc_put_vara_double(file, variable, start, count, data));
        sure(nc_close(file));
        sure(nc_open_par(argv[1], NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &file));
        sure(nc_inq_varid(file, "numbers", &variable));
        sure(nc_var_par_access(file, variable, access));
        sure(nc_get_vara_double(file, variable, start, count, back));
        compare(back, start[0], ROWS);
        sure(nc_close(file));
        if (rank == 0) {
            /* What a process alone reads */
            size_t rows = ROWS * (size_t)size;
            double *whole = malloc(rows * COLUMNS * sizeof *whole);
            sure(nc_open(argv[1], NC_NOWRITE, &file));
            sure(nc_get_var_double(file, variable, whole));
            compare(whole, 0, rows);
            sure(nc_close(file));
            free(whole);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d numbers are wrong\n", all_wrong);
    MPI_Finalize();
    return 0;
}
