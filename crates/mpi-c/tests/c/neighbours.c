/* Topologies that are graphs, and the collectives among neighbours of all topologies. */
#include "check.h"

enum { MOST = 64 };

/* What member `from` sends to place `at` of its destinations, in round `round`. */
static int word(int from, int at, int round)
{
    return 1000 * round + 50 * from + at;
}

/* Each process learns what it should get from its sources: which place of the sender's destinations it is. */
struct expectation {
    int sources, destinations;
    int source[MOST], place[MOST];
};

static void fill(int *from, int count, int round)
{
    for (int at = 0; at < count; at++)
        from[at] = word(rank, at, round);
}

/* All collectives. A source of MPI_PROC_NULL leaves its part of the buffer as it is. */
static void exchange(MPI_Comm comm, const struct expectation *expected)
{
    int from[2 * MOST], into[2 * MOST], counts[MOST], places[MOST], sources = expected->sources, own;
    int out_counts[MOST], out_places[MOST];
    MPI_Aint bytes[MOST], out_bytes[MOST];
    MPI_Datatype types[MOST];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    MPI_Comm_rank(comm, &own);
    CHECK(own == rank);
    int is_unordered = 0;
    for (int at = 0; at < sources; at++)
        for (int other = 0; other < at; other++)
            is_unordered |= expected->source[at] == expected->source[other];
    /* This version exchanges the messages of a process that is several neighbours. */
    is_unordered &= is_mpich();
    for (int round = 1; round <= 2; round++) {
        /* Parts of one length. */
        fill(from, expected->destinations, round);
        for (int at = 0; at < sources; at++)
            into[at] = -1;
        if (round == 1) {
            MPI_Neighbor_alltoall(from, 1, MPI_INT, into, 1, MPI_INT, comm);
        } else {
            MPI_Ineighbor_alltoall(from, 1, MPI_INT, into, 1, MPI_INT, comm, &requests[0]);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        }
        for (int at = 0; at < sources; at++) {
            int source = expected->source[at];
            int wanted = source == MPI_PROC_NULL ? -1 : word(source, expected->place[at], round);
            CHECK(is_unordered || into[at] == wanted);
        }
        /* The same for all, in reverse order. */
        for (int at = 0; at < sources; at++) {
            into[at] = -1;
            counts[at] = 1;
            places[at] = sources - 1 - at;
        }
        own = 7 * rank + round;
        if (round == 1) {
            MPI_Neighbor_allgatherv(&own, 1, MPI_INT, into, counts, places, MPI_INT, comm);
        } else {
            MPI_Ineighbor_allgatherv(&own, 1, MPI_INT, into, counts, places, MPI_INT, comm, &requests[0]);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        }
        for (int at = 0; at < sources; at++) {
            int source = expected->source[at];
            CHECK(into[sources - 1 - at] == (source == MPI_PROC_NULL ? -1 : 7 * source + round));
        }
    }
    MPI_Neighbor_allgather(&own, 1, MPI_INT, into, 1, MPI_INT, comm);
    for (int at = 0; at < sources; at++)
        CHECK(expected->source[at] == MPI_PROC_NULL || into[at] == 7 * expected->source[at] + 2);
    if (is_unordered)
        return;
    /* Two words each, by a type for each part, three collectives at a time. */
    for (int at = 0; at < MOST; at++) {
        counts[at] = out_counts[at] = 2;
        places[at] = out_places[at] = 2 * at;
        bytes[at] = out_bytes[at] = 2 * at * (MPI_Aint)sizeof(int);
        types[at] = MPI_INT;
    }
    int twice[2 * MOST], third[2 * MOST];
    for (int at = 0; at < expected->destinations; at++)
        from[2 * at] = from[2 * at + 1] = word(rank, at, 3);
    MPI_Ineighbor_alltoallv(from, out_counts, out_places, MPI_INT, into, counts, places, MPI_INT, comm, &requests[0]);
    MPI_Ineighbor_alltoallw(from, out_counts, out_bytes, types, twice, counts, bytes, types, comm, &requests[1]);
    MPI_Ineighbor_allgather(&own, 1, MPI_INT, third, 1, MPI_INT, comm, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    for (int at = 0; at < sources; at++) {
        int source = expected->source[at];
        if (source == MPI_PROC_NULL)
            continue;
        CHECK(into[2 * at] == word(source, expected->place[at], 3) && into[2 * at + 1] == into[2 * at]);
        CHECK(twice[2 * at] == into[2 * at] && twice[2 * at + 1] == into[2 * at]);
        CHECK(third[at] == 7 * source + 2);
    }
    MPI_Neighbor_alltoallv(from, out_counts, out_places, MPI_INT, third, counts, places, MPI_INT, comm);
    MPI_Neighbor_alltoallw(from, out_counts, out_bytes, types, twice, counts, bytes, types, comm);
    for (int at = 0; at < 2 * sources; at++)
        CHECK(expected->source[at / 2] == MPI_PROC_NULL || (third[at] == into[at] && twice[at] == into[at]));
}

/* Grids, of which some dimensions have the same process on both sides. */
static void grid(int dimensions, const int *sizes, const int *periods)
{
    MPI_Comm comm;
    struct expectation expected = {0};
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, sizes, periods, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    for (int dimension = 0; dimension < dimensions; dimension++) {
        int below, above;
        MPI_Cart_shift(comm, dimension, 1, &below, &above);
        expected.source[2 * dimension] = below;
        expected.place[2 * dimension] = 2 * dimension + 1;
        expected.source[2 * dimension + 1] = above;
        expected.place[2 * dimension + 1] = 2 * dimension;
    }
    expected.sources = expected.destinations = 2 * dimensions;
    exchange(comm, &expected);
    MPI_Comm_free(&comm);
}

/* A ring in which each process knows all, and has its right neighbour first. */
static void graph(void)
{
    MPI_Comm comm, twin;
    int index[MOST], edges[2 * MOST], nodes, count, status, found[MOST], mapped;
    for (int node = 0; node < size; node++) {
        index[node] = 2 * (node + 1);
        edges[2 * node] = (node + 1) % size;
        edges[2 * node + 1] = (node + size - 1) % size;
    }
    MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &mapped);
    CHECK(mapped == rank || is_mpich());
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
    MPI_Topo_test(comm, &status);
    CHECK(status == MPI_GRAPH);
    MPI_Graphdims_get(comm, &nodes, &count);
    CHECK(nodes == size && count == 2 * size);
    int index_found[MOST], edges_found[2 * MOST];
    MPI_Graph_get(comm, size, 2 * size, index_found, edges_found);
    CHECK(memcmp(index, index_found, size * sizeof *index) == 0);
    CHECK(memcmp(edges, edges_found, 2 * size * sizeof *edges) == 0);
    MPI_Graph_neighbors_count(comm, rank, &count);
    MPI_Graph_neighbors(comm, rank, MOST, found);
    CHECK(count == 2 && found[0] == (rank + 1) % size && found[1] == (rank + size - 1) % size);
    /* A duplicate has the topology. */
    MPI_Comm_dup(comm, &twin);
    MPI_Comm_free(&comm);
    if (size > 2) {
        struct expectation expected = {2, 2, {found[0], found[1]}, {1, 0}};
        exchange(twin, &expected);
    }
    MPI_Comm_free(&twin);
    /* A smaller graph leaves the others out. */
    int none[1] = {0};
    MPI_Graph_create(MPI_COMM_WORLD, 1, none, none, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank != 0));
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

/* Rank r sends to all with a greater rank, and twice to itself. */
static void distributed(int declares_all, int has_weights)
{
    MPI_Comm comm;
    struct expectation expected = {0};
    int sources[MOST], degrees[MOST], destinations[MOST * 4], weights[MOST * 4];
    int in, out, weighted, count = 0, total = 0, status;
    int *given = has_weights ? weights : MPI_UNWEIGHTED;
    if (!declares_all) {
        sources[0] = rank;
        degrees[0] = size - rank + 1;
        count = 1;
        destinations[total++] = rank;
        for (int to = rank; to < size; to++)
            destinations[total++] = to;
    } else if (rank == size - 1) {
        /* One process declares the edges of all. */
        for (int from = 0; from < size; from++, count++) {
            sources[count] = from;
            degrees[count] = size - from + 1;
            destinations[total++] = from;
            for (int to = from; to < size; to++)
                destinations[total++] = to;
        }
    }
    for (int at = 0; at < total; at++)
        weights[at] = 10 + destinations[at];
    if (has_weights && count == 0)
        given = MPI_WEIGHTS_EMPTY;
    MPI_Dist_graph_create(MPI_COMM_WORLD, count, sources, degrees, destinations, given, MPI_INFO_NULL, 0, &comm);
    MPI_Topo_test(comm, &status);
    CHECK(status == MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK(in == rank + 2 && out == size - rank + 1 && weighted == has_weights);
    int found_in[MOST], in_weights[MOST], found_out[MOST], out_weights[MOST];
    MPI_Dist_graph_neighbors(comm, in, found_in, has_weights ? in_weights : MPI_UNWEIGHTED, out, found_out,
                             has_weights ? out_weights : MPI_UNWEIGHTED);
    int sum = 0, wanted = rank;
    for (int at = 0; at < in; at++)
        sum += found_in[at];
    for (int from = 0; from <= rank; from++)
        wanted += from;
    CHECK(sum == wanted);
    if (has_weights) {
        for (int at = 0; at < in; at++)
            CHECK(in_weights[at] == 10 + rank);
        for (int at = 0; at < out; at++)
            CHECK(out_weights[at] == 10 + found_out[at]);
    }
    MPI_Comm_free(&comm);
    /* The same graph, of which each process declares its own edges, in an order that all know. */
    for (in = 0; in <= rank; in++) {
        expected.source[in] = sources[in] = in;
        /* The sender's places: itself, itself, then the others. */
        expected.place[in] = rank - in + (in < rank);
        in_weights[in] = 5;
    }
    /* The first of the two messages to itself. */
    expected.place[rank] = 0;
    expected.source[in] = sources[in] = rank;
    expected.place[in] = 1;
    in_weights[in++] = 6;
    destinations[0] = destinations[1] = rank;
    for (out = 2; out < size - rank + 1; out++)
        destinations[out] = rank + out - 1;
    for (int at = 0; at < out; at++)
        out_weights[at] = at;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, has_weights ? in_weights : MPI_UNWEIGHTED, out,
                                   destinations, has_weights ? out_weights : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    expected.sources = in;
    expected.destinations = out;
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK(in == expected.sources && out == expected.destinations && weighted == has_weights);
    exchange(comm, &expected);
    MPI_Comm_free(&comm);
}

/* Mistakes. */
static void mistakes(void)
{
    MPI_Comm comm;
    int in, out, weighted, one[1] = {1}, wrong[1] = {size};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Neighbor_allgather(one, 1, MPI_INT, one, 1, MPI_INT, MPI_COMM_WORLD)) == MPI_ERR_TOPOLOGY);
    CHECK(class_of(MPI_Graph_neighbors_count(MPI_COMM_WORLD, 0, &in)) == MPI_ERR_TOPOLOGY);
    CHECK(class_of(MPI_Dist_graph_neighbors_count(MPI_COMM_WORLD, &in, &out, &weighted)) == MPI_ERR_TOPOLOGY);
    if (!is_mpich()) {
        CHECK(class_of(MPI_Graph_create(MPI_COMM_WORLD, size + 1, one, one, 0, &comm)) == MPI_ERR_ARG);
        CHECK(class_of(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, wrong, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED,
                                                      MPI_INFO_NULL, 0, &comm)) == MPI_ERR_RANK);
    }
}

int main(int argc, char **argv)
{
    int line[1], periods[2] = {1, 0}, wraps[2] = {1, 1}, open[1] = {0}, sizes[2];
    begin(&argc, &argv);
    line[0] = size;
    grid(1, line, wraps);
    grid(1, line, open);
    sizes[0] = 1;
    sizes[1] = size;
    grid(2, sizes, periods);
    grid(2, sizes, wraps);
    if (size >= 4) {
        sizes[0] = 2;
        sizes[1] = size / 2;
        grid(2, sizes, wraps);
    }
    graph();
    distributed(0, 0);
    distributed(0, 1);
    distributed(1, 1);
    distributed(1, 0);
    mistakes();
    return end();
}
