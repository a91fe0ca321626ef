/* CG, conjugate gradient: the smallest eigenvalue of a sparse matrix that is divided in two dimensions. */
#include "nas.h"

#define CG_ITERATIONS 15
#define CG_STEPS 25
#define CG_CONDITION 0.1

struct cg_problem {
    size_t order;
    int nonzeros;
    double shift, zeta;
};

static const struct cg_problem cg_problems[] = {
    {1400, 7, 10, 8.5971775078648},
    {7000, 8, 12, 10.362595087124},
    {14000, 11, 20, 17.130235054029},
    {75000, 13, 60, 22.712745482631},
};

struct entry {
    uint32_t column;
    double value;
};

/* Processes stand in `rows` x `columns`. A vector has as many blocks as there are columns. A row of processes has the matrix
 * rows of one block or of two. */
static struct {
    size_t order;
    int rows, columns, row, column, blocks;
    size_t first_row, row_count, first_column, column_count;
    size_t *starts;
    uint32_t *places;
    double *values;
    /* A product of the matrix rows, and what another process has of it. */
    double *product, *other;
} cg;

static size_t cg_block(int index)
{
    return share(cg.order, cg.columns, index);
}

/* The entries of all random vectors, and where each ends. */
static struct entry *cg_vectors(const struct cg_problem *problem, size_t *ends)
{
    struct entry *all = allocate(problem->order * (size_t)(problem->nonzeros + 1) * sizeof *all);
    uint64_t state = SEED;
    size_t limit = 1, count = 0;
    while (limit < problem->order)
        limit *= 2;
    next_random(&state);
    for (size_t vector = 0; vector < problem->order; vector++) {
        size_t begun = count;
        while (count < begun + (size_t)problem->nonzeros) {
            double value = next_random(&state);
            uint32_t place = (uint32_t)((double)limit * next_random(&state));
            int is_new = place < problem->order;
            for (size_t at = begun; at < count; at++)
                is_new = is_new && all[at].column != place;
            if (is_new)
                all[count++] = (struct entry){place, value};
        }
        size_t own = begun;
        while (own < count && all[own].column != vector)
            own++;
        all[own] = (struct entry){(uint32_t)vector, 0.5};
        count += own == count;
        ends[vector] = count;
    }
    return all;
}

/* Adds up the outer products' entries of this process. With `entries`, writes them where `at` says; else counts them there. */
static void cg_products(const struct cg_problem *problem, const struct entry *all, const size_t *ends, size_t *at,
                        struct entry *entries)
{
    double falling = pow(CG_CONDITION, 1.0 / (double)problem->order), weight = 1;
    size_t start = 0;
    for (size_t vector = 0; vector < problem->order; start = ends[vector++], weight *= falling)
        for (size_t left = start; left < ends[vector]; left++) {
            size_t row = all[left].column - cg.first_row;
            for (size_t right = start; row < cg.row_count && right < ends[vector]; right++) {
                size_t column = all[right].column - cg.first_column;
                if (column >= cg.column_count)
                    continue;
                double value = all[right].value * (weight * all[left].value);
                if (all[left].column == vector && all[right].column == vector)
                    value = value + CG_CONDITION - problem->shift;
                if (entries)
                    entries[at[row]] = (struct entry){(uint32_t)column, value};
                at[row]++;
            }
        }
}

/* The process's part of the matrix: rows sorted by column, each place once. */
static void cg_matrix(const struct cg_problem *problem)
{
    size_t *ends = allocate(problem->order * sizeof *ends);
    struct entry *all = cg_vectors(problem, ends);
    size_t *counts = allocate((cg.row_count + 1) * sizeof *counts), *at = allocate((cg.row_count + 1) * sizeof *at);
    cg_products(problem, all, ends, counts, NULL);
    size_t total = 0;
    for (size_t row = 0; row <= cg.row_count; row++) {
        size_t count = counts[row];
        counts[row] = at[row] = total;
        total += count;
    }
    struct entry *entries = allocate((total + 1) * sizeof *entries);
    cg_products(problem, all, ends, at, entries);
    cg.starts = allocate((cg.row_count + 1) * sizeof *cg.starts);
    cg.places = allocate((total + 1) * sizeof *cg.places);
    cg.values = allocate((total + 1) * sizeof *cg.values);
    size_t filled = 0;
    for (size_t row = 0; row < cg.row_count; row++) {
        struct entry *first = entries + counts[row], *end = entries + counts[row + 1];
        /* Stable: values of one place are added in the order of the vectors. */
        for (struct entry *one = first; one < end; one++) {
            struct entry moved = *one, *to = one;
            for (; to > first && to[-1].column > moved.column; to--)
                *to = to[-1];
            *to = moved;
        }
        cg.starts[row] = filled;
        for (struct entry *one = first; one < end; one++) {
            if (one > first && one->column == one[-1].column) {
                cg.values[filled - 1] += one->value;
                continue;
            }
            cg.places[filled] = one->column;
            cg.values[filled++] = one->value;
        }
    }
    cg.starts[cg.row_count] = filled;
    free(entries), free(counts), free(at), free(all), free(ends);
}

static void cg_begin(const struct cg_problem *problem)
{
    int log = 0;
    while (1 << log < size)
        log++;
    cg.order = problem->order;
    cg.columns = 1 << (log + 1) / 2;
    cg.rows = size / cg.columns;
    cg.blocks = cg.columns / cg.rows;
    cg.row = rank / cg.columns, cg.column = rank % cg.columns;
    cg.first_row = cg_block(cg.row * cg.blocks);
    cg.row_count = cg_block((cg.row + 1) * cg.blocks) - cg.first_row;
    cg.first_column = cg_block(cg.column);
    cg.column_count = cg_block(cg.column + 1) - cg.first_column;
    cg.product = allocate((cg.row_count + 1) * sizeof(double));
    cg.other = allocate((cg.row_count + 1) * sizeof(double));
    cg_matrix(problem);
}

static void cg_end(void)
{
    free(cg.starts), free(cg.places), free(cg.values), free(cg.product), free(cg.other);
}

/* The process of the same row whose column differs in a bit. */
static int cg_across(int bit)
{
    return cg.row * cg.columns + (cg.column ^ bit);
}

/* The same sum on all processes of a row. */
static void cg_sum(double *values, int count)
{
    double others[2];
    for (int bit = 1; bit < cg.columns; bit *= 2) {
        MPI_Sendrecv(values, count, MPI_DOUBLE, cg_across(bit), TAG, others, count, MPI_DOUBLE, cg_across(bit), TAG,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int at = 0; at < count; at++)
            values[at] += others[at];
    }
}

static double cg_dot(const double *a, const double *b)
{
    double sums[8] = {0}, sum = 0;
    size_t at = 0;
    for (; at + 8 <= cg.column_count; at += 8)
        for (size_t lane = 0; lane < 8; lane++)
            sums[lane] += a[at + lane] * b[at + lane];
    for (; at < cg.column_count; at++)
        sum += a[at] * b[at];
    for (int lane = 0; lane < 8; lane++)
        sum += sums[lane];
    return sum;
}

/* The product of some matrix rows with a vector. */
static void cg_rows(size_t first, size_t end, const double *vector)
{
    for (size_t row = first; row < end; row++) {
        size_t at = cg.starts[row], stop = cg.starts[row + 1];
        double sums[4] = {0}, sum = 0;
        for (; at + 4 <= stop; at += 4)
            for (size_t lane = 0; lane < 4; lane++)
                sums[lane] += cg.values[at + lane] * vector[cg.places[at + lane]];
        for (; at < stop; at++)
            sum += cg.values[at] * vector[cg.places[at]];
        cg.product[row] = (sums[0] + sums[1]) + (sums[2] + sums[3]) + sum;
    }
}

/* The product of the matrix with a vector. */
static void cg_multiply(const double *vector, double *result)
{
    int own = cg.column % cg.blocks, bit = 1;
    size_t ends[3] = {0};
    for (int block = 0; block <= cg.blocks; block++)
        ends[block] = cg_block(cg.row * cg.blocks + block) - cg.first_row;
    size_t first = ends[own], count = ends[own + 1] - first;
    double *product = cg.product + first;
    if (cg.blocks == 2) {
        /* The first exchange leaves each of two with one of the two blocks, while the own one is computed. */
        MPI_Request requests[2];
        int theirs = 1 - own;
        MPI_Irecv(cg.other, (int)count, MPI_DOUBLE, cg_across(1), TAG, MPI_COMM_WORLD, &requests[0]);
        cg_rows(ends[theirs], ends[theirs + 1], vector);
        MPI_Isend(cg.product + ends[theirs], (int)(ends[theirs + 1] - ends[theirs]), MPI_DOUBLE, cg_across(1), TAG,
                  MPI_COMM_WORLD, &requests[1]);
        cg_rows(first, first + count, vector);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (size_t at = 0; at < count; at++)
            product[at] += cg.other[at];
        bit = 2;
    } else {
        cg_rows(first, first + count, vector);
    }
    for (; bit < cg.columns; bit *= 2) {
        MPI_Sendrecv(product, (int)count, MPI_DOUBLE, cg_across(bit), TAG, cg.other, (int)count, MPI_DOUBLE,
                     cg_across(bit), TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (size_t at = 0; at < count; at++)
            product[at] += cg.other[at];
    }
    /* The process that has this column's block, and needs the block that this process has. */
    int partner = cg.column / cg.blocks * cg.columns + cg.row * cg.blocks + own;
    MPI_Sendrecv(product, (int)count, MPI_DOUBLE, partner, TAG, result, (int)cg.column_count, MPI_DOUBLE, partner, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* An inverse iteration: solves A z = x, and makes z, normalised, the next x. Returns x z. */
static double cg_iterate(double *x, double *z, double *r, double *p, double *q)
{
    size_t count = cg.column_count;
    memset(z, 0, count * sizeof *z);
    memcpy(r, x, count * sizeof *r);
    memcpy(p, x, count * sizeof *p);
    double rho = cg_dot(r, r);
    cg_sum(&rho, 1);
    for (int step = 0; step < CG_STEPS; step++) {
        cg_multiply(p, q);
        double curvature = cg_dot(p, q);
        cg_sum(&curvature, 1);
        double alpha = rho / curvature, before = rho;
        for (size_t at = 0; at < count; at++) {
            z[at] += alpha * p[at];
            r[at] -= alpha * q[at];
        }
        rho = cg_dot(r, r);
        cg_sum(&rho, 1);
        double beta = rho / before;
        for (size_t at = 0; at < count; at++)
            p[at] = r[at] + beta * p[at];
    }
    /* The residual's norm is part of the timed section. */
    cg_multiply(z, r);
    for (size_t at = 0; at < count; at++)
        r[at] = x[at] - r[at];
    double residual = cg_dot(r, r);
    cg_sum(&residual, 1);
    double sums[2] = {cg_dot(x, z), cg_dot(z, z)};
    cg_sum(sums, 2);
    double scale = 1 / sqrt(sums[1]);
    for (size_t at = 0; at < count; at++)
        x[at] = scale * z[at];
    return sums[0];
}

static void cg_restart(double *x)
{
    for (size_t at = 0; at < cg.column_count; at++)
        x[at] = 1;
}

/* Returns whether the size is known. */
static int run_cg(const struct request *request)
{
    const struct cg_problem *problem = cg_problems, *end = problem + sizeof cg_problems / sizeof *cg_problems;
    while (problem < end && problem->order != request->bytes)
        problem++;
    if (problem == end || (size & (size - 1)) != 0)
        return 0;
    cg_begin(problem);
    double *vectors[5];
    for (int vector = 0; vector < 5; vector++)
        vectors[vector] = allocate((cg.column_count + 1) * sizeof(double));
    cg_restart(vectors[0]);
    cg_iterate(vectors[0], vectors[1], vectors[2], vectors[3], vectors[4]);
    cg_restart(vectors[0]);
    double begun = begin_together(), zeta = 0;
    for (int iteration = 0; iteration < CG_ITERATIONS; iteration++)
        zeta = problem->shift + 1 / cg_iterate(vectors[0], vectors[1], vectors[2], vectors[3], vectors[4]);
    double seconds = slowest(begun);
    if (rank == 0) {
        row(request, seconds, "s");
        if (!(fabs((zeta - problem->zeta) / problem->zeta) <= 1e-10))
            wrong(request);
    }
    for (int vector = 0; vector < 5; vector++)
        free(vectors[vector]);
    cg_end();
    return 1;
}
