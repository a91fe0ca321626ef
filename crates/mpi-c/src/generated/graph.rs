//! The family `graph`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::graph;

abis! {
    exports {
        call MPI_Dist_graph_create(comm_old: Handle, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: Handle, reorder: c_int, comm_dist_graph: *mut Handle) on Comm comm_old needs sources[n], degrees[n], comm_dist_graph = graph::dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
        call MPI_Dist_graph_create_adjacent(comm_old: Handle, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: Handle, reorder: c_int, comm_dist_graph: *mut Handle) on Comm comm_old needs sources[indegree], destinations[outdegree], comm_dist_graph = graph::dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
        call MPI_Dist_graph_neighbors(comm: Handle, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) on Comm comm needs sources[maxindegree], destinations[maxoutdegree] = graph::dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
        call MPI_Dist_graph_neighbors_count(comm: Handle, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) on Comm comm needs indegree, outdegree, weighted = graph::dist_graph_neighbors_count(comm, indegree, outdegree, weighted);
        call MPI_Graph_create(comm_old: Handle, nnodes: c_int, indx: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut Handle) on Comm comm_old needs indx[nnodes], comm_graph = graph::graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph);
        call MPI_Graph_get(comm: Handle, maxindex: c_int, maxedges: c_int, indx: *mut c_int, edges: *mut c_int) on Comm comm needs indx[maxindex], edges[maxedges] = graph::graph_get(comm, maxindex, maxedges, indx, edges);
        call MPI_Graph_map(comm: Handle, nnodes: c_int, indx: *const c_int, edges: *const c_int, newrank: *mut c_int) on Comm comm needs indx[nnodes], newrank = graph::graph_map(comm, nnodes, indx, edges, newrank);
        call MPI_Graph_neighbors(comm: Handle, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) on Comm comm needs neighbors[maxneighbors] = graph::graph_neighbors(comm, rank, maxneighbors, neighbors);
        call MPI_Graph_neighbors_count(comm: Handle, rank: c_int, nneighbors: *mut c_int) on Comm comm needs nneighbors = graph::graph_neighbors_count(comm, rank, nneighbors);
        call MPI_Graphdims_get(comm: Handle, nnodes: *mut c_int, nedges: *mut c_int) on Comm comm needs nnodes, nedges = graph::graphdims_get(comm, nnodes, nedges);
    }
}
