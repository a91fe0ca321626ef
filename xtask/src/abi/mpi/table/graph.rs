//! The functions of the family `graph`.

use super::{Family, Kind};

pub(super) const GRAPH: Family = Family {
    name: "graph",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)",
        "int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)",
        "int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[])",
        "int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)",
        "int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder, MPI_Comm *comm_graph)",
        "int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])",
        "int MPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)",
        "int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])",
        "int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)",
        "int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)",
    ],
};
