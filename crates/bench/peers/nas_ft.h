/* FT, Fourier transforms: diffusion in a periodic box, cut into slabs. */
#include "nas.h"

/* Lines that are transformed together. */
#define LINES 16
#define FT_TIMES 6
#define FT_POINTS 1024
#define FT_ALPHA 1e-6

typedef double complex_number[2];
typedef complex_number line_of_lines[LINES];

struct ft_problem {
    int axes[3];
    complex_number sums[FT_TIMES];
};

static const struct ft_problem ft_problems[] = {
    {{64, 64, 64},
     {{554.6087004964, 484.5363331978},
      {554.6385409189, 486.5304269511},
      {554.6148406171, 488.3910722336},
      {554.5423607415, 490.1273169046},
      {554.4255039624, 491.7475857993},
      {554.2683411902, 493.2597244941}}},
    {{128, 128, 32},
     {{567.3612178944, 529.3246849175},
      {563.1436885271, 528.2149986629},
      {559.402408997, 527.0996558037},
      {556.069804702, 526.0027904925},
      {553.089899125, 524.9400845633},
      {550.4159734538, 523.9212247086}}},
    {{256, 256, 128},
     {{504.6735008193, 511.404790551},
      {505.9412319734, 509.8809666433},
      {506.9376896287, 509.8144042213},
      {507.7892868474, 510.1336130759},
      {508.5233095391, 510.4914655194},
      {509.1487099959, 510.7917842803}}},
};

/* space is [z of this process][y][x], spectrum is [y of this process][z][x]. What travels is in blocks, one a process, of
 * [z][y][x] both ways. */
static struct {
    int x, y, z, own_y, own_z;
    complex_number *space, *spectrum, *departing, *arriving;
    double *decay[3];
    /* Roots of unity for each axis, of the transform into the spectrum. */
    complex_number *roots[3];
    line_of_lines *lines, *scratch;
} ft;

/* Stockham's transform of `LINES` lines of `len` values. `sign` is 1 into the spectrum, -1 back. */
static line_of_lines *ft_transform(int len, const complex_number *roots, double sign)
{
    line_of_lines *from = ft.lines, *to = ft.scratch;
    for (int half = len / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
        for (int group = 0; group < half; group++) {
            double real = roots[group * stride][0], imaginary = sign * roots[group * stride][1];
            for (int at = 0; at < stride; at++) {
                complex_number *a = from[at + stride * group], *b = from[at + stride * (group + half)];
                complex_number *sum = to[at + stride * 2 * group], *rest = to[at + stride * (2 * group + 1)];
                for (int line = 0; line < LINES; line++) {
                    double re = a[line][0] - b[line][0], im = a[line][1] - b[line][1];
                    sum[line][0] = a[line][0] + b[line][0];
                    sum[line][1] = a[line][1] + b[line][1];
                    rest[line][0] = re * real - im * imaginary;
                    rest[line][1] = re * imaginary + im * real;
                }
            }
        }
        line_of_lines *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* Transforms `LINES` lines at once. Value `at` of line `line` is at `values[at * step + line * beside]`. */
static void ft_lines(complex_number *values, int len, size_t step, size_t beside, const complex_number *roots, double sign)
{
    for (int at = 0; at < len; at++)
        for (int line = 0; line < LINES; line++) {
            ft.lines[at][line][0] = values[(size_t)at * step + (size_t)line * beside][0];
            ft.lines[at][line][1] = values[(size_t)at * step + (size_t)line * beside][1];
        }
    line_of_lines *done = ft_transform(len, roots, sign);
    for (int at = 0; at < len; at++)
        for (int line = 0; line < LINES; line++) {
            values[(size_t)at * step + (size_t)line * beside][0] = done[at][line][0];
            values[(size_t)at * step + (size_t)line * beside][1] = done[at][line][1];
        }
}

static void ft_along_x(complex_number *plane, double sign)
{
    for (int y = 0; y < ft.y; y += LINES)
        ft_lines(plane + (size_t)y * (size_t)ft.x, ft.x, 1, (size_t)ft.x, ft.roots[0], sign);
}

static void ft_along_y(complex_number *plane, double sign)
{
    for (int x = 0; x < ft.x; x += LINES)
        ft_lines(plane + x, ft.y, (size_t)ft.x, 1, ft.roots[1], sign);
}

static void ft_exchange(void)
{
    int count = 2 * ft.own_y * ft.own_z * ft.x;
    MPI_Alltoall(ft.departing, count, MPI_DOUBLE, ft.arriving, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* A row of x in the block of a process that holds `own_y` x `own_z` rows. */
static complex_number *ft_row(complex_number *blocks, int process, int z, int y)
{
    return blocks + (((size_t)process * (size_t)ft.own_z + (size_t)z) * (size_t)ft.own_y + (size_t)y) * (size_t)ft.x;
}

static void ft_forward(void)
{
    size_t plane = (size_t)ft.x * (size_t)ft.y, row = (size_t)ft.x * sizeof(complex_number);
    for (int z = 0; z < ft.own_z; z++) {
        ft_along_x(ft.space + (size_t)z * plane, 1);
        ft_along_y(ft.space + (size_t)z * plane, 1);
        for (int y = 0; y < ft.y; y++)
            memcpy(ft_row(ft.departing, y / ft.own_y, z, y % ft.own_y),
                   ft.space + ((size_t)z * (size_t)ft.y + (size_t)y) * (size_t)ft.x, row);
    }
    ft_exchange();
    for (int y = 0; y < ft.own_y; y++) {
        complex_number *spectrum = ft.spectrum + (size_t)y * (size_t)ft.z * (size_t)ft.x;
        for (int z = 0; z < ft.z; z++)
            memcpy(spectrum + (size_t)z * (size_t)ft.x, ft_row(ft.arriving, z / ft.own_z, z % ft.own_z, y), row);
        for (int x = 0; x < ft.x; x += LINES)
            ft_lines(spectrum + x, ft.z, (size_t)ft.x, 1, ft.roots[2], 1);
    }
}

/* Advances the spectrum by a unit of time, and transforms a copy back. */
static void ft_evolve(void)
{
    size_t plane = (size_t)ft.x * (size_t)ft.y, row = (size_t)ft.x * sizeof(complex_number);
    int first_y = rank * ft.own_y;
    for (int y = 0; y < ft.own_y; y++) {
        complex_number *spectrum = ft.spectrum + (size_t)y * (size_t)ft.z * (size_t)ft.x;
        for (int z = 0; z < ft.z; z++) {
            double decay = ft.decay[1][first_y + y] * ft.decay[2][z];
            complex_number *line = spectrum + (size_t)z * (size_t)ft.x;
            for (int x = 0; x < ft.x; x++) {
                line[x][0] *= decay * ft.decay[0][x];
                line[x][1] *= decay * ft.decay[0][x];
            }
        }
        for (int x = 0; x < ft.x; x += LINES) {
            for (int z = 0; z < ft.z; z++)
                memcpy(ft.lines[z], spectrum + (size_t)z * (size_t)ft.x + x, sizeof ft.lines[z]);
            line_of_lines *done = ft_transform(ft.z, ft.roots[2], -1);
            for (int z = 0; z < ft.z; z++)
                memcpy(ft_row(ft.departing, z / ft.own_z, z % ft.own_z, y) + x, done[z], sizeof done[z]);
        }
    }
    ft_exchange();
    for (int z = 0; z < ft.own_z; z++) {
        complex_number *space = ft.space + (size_t)z * plane;
        for (int y = 0; y < ft.y; y++)
            memcpy(space + (size_t)y * (size_t)ft.x, ft_row(ft.arriving, y / ft.own_y, z, y % ft.own_y), row);
        ft_along_y(space, -1);
        ft_along_x(space, -1);
    }
}

/* Random values in space. */
static void ft_restart(void)
{
    size_t values = 2 * (size_t)ft.own_z * (size_t)ft.y * (size_t)ft.x;
    uint64_t state = skip(SEED, (uint64_t)rank * values);
    for (size_t at = 0; at < values; at++)
        ft.space[at / 2][at % 2] = next_random(&state);
}

/* The mean of some values. */
static void ft_checksum(complex_number sum)
{
    sum[0] = sum[1] = 0;
    for (int number = 1; number <= FT_POINTS; number++) {
        int x = number % ft.x, y = 3 * number % ft.y, z = 5 * number % ft.z - rank * ft.own_z;
        if (z < 0 || z >= ft.own_z)
            continue;
        complex_number *value = ft.space + ((size_t)z * (size_t)ft.y + (size_t)y) * (size_t)ft.x + x;
        sum[0] += (*value)[0];
        sum[1] += (*value)[1];
    }
    MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum[0] /= (double)ft.x * ft.y * ft.z;
    sum[1] /= (double)ft.x * ft.y * ft.z;
}

static void ft_begin(const struct ft_problem *problem)
{
    int len_max = 0;
    ft.x = problem->axes[0], ft.y = problem->axes[1], ft.z = problem->axes[2];
    ft.own_y = ft.y / size, ft.own_z = ft.z / size;
    size_t bytes = (size_t)ft.x * (size_t)ft.y * (size_t)ft.own_z * sizeof(complex_number);
    ft.space = allocate(bytes), ft.spectrum = allocate(bytes);
    ft.departing = allocate(bytes), ft.arriving = allocate(bytes);
    for (int axis = 0; axis < 3; axis++) {
        int len = problem->axes[axis];
        ft.decay[axis] = allocate((size_t)len * sizeof(double));
        ft.roots[axis] = allocate((size_t)len * sizeof(complex_number));
        for (int at = 0; at < len; at++) {
            double frequency = at < len - at ? at : len - at;
            ft.decay[axis][at] = exp(-4 * FT_ALPHA * M_PI * M_PI * frequency * frequency);
            ft.roots[axis][at][0] = cos(2 * M_PI * at / len);
            ft.roots[axis][at][1] = -sin(2 * M_PI * at / len);
        }
        len_max = len > len_max ? len : len_max;
    }
    ft.lines = allocate((size_t)len_max * sizeof *ft.lines);
    ft.scratch = allocate((size_t)len_max * sizeof *ft.scratch);
}

static void ft_end(void)
{
    free(ft.space), free(ft.spectrum), free(ft.departing), free(ft.arriving), free(ft.lines), free(ft.scratch);
    for (int axis = 0; axis < 3; axis++)
        free(ft.decay[axis]), free(ft.roots[axis]);
}

static int run_ft(const struct request *request)
{
    const struct ft_problem *problem = ft_problems, *end = problem + sizeof ft_problems / sizeof *ft_problems;
    while (problem < end && (size_t)problem->axes[0] * (size_t)problem->axes[1] * (size_t)problem->axes[2] != request->bytes)
        problem++;
    if (problem == end || problem->axes[1] % size != 0 || problem->axes[2] % size != 0)
        return 0;
    ft_begin(problem);
    ft_restart();
    ft_forward();
    double begun = begin_together();
    complex_number sums[FT_TIMES];
    ft_restart();
    ft_forward();
    for (int time = 0; time < FT_TIMES; time++) {
        ft_evolve();
        ft_checksum(sums[time]);
    }
    double seconds = slowest(begun);
    int is_right = 1;
    for (int time = 0; time < FT_TIMES; time++) {
        const double *known = problem->sums[time];
        double error = hypot(sums[time][0] - known[0], sums[time][1] - known[1]);
        is_right = is_right && error <= 1e-12 * hypot(known[0], known[1]);
    }
    if (rank == 0) {
        row(request, seconds, "s");
        if (!is_right)
            wrong(request);
    }
    ft_end();
    return 1;
}
