//! The family `graph`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::graph;

/// `int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Dist_graph_create(
    comm_old: Handle,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weights: *const c_int,
    info: Handle,
    reorder: c_int,
    comm_dist_graph: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Dist_graph_create", Some(comm_old), |state| {
        needed_for("sources", sources, n)?;
        needed_for("degrees", degrees, n)?;
        needed("comm_dist_graph", comm_dist_graph)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::dist_graph_create::<Mpich>(state, comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph) }
    })
}

/// `int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Dist_graph_create_adjacent(
    comm_old: Handle,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    info: Handle,
    reorder: c_int,
    comm_dist_graph: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Dist_graph_create_adjacent", Some(comm_old), |state| {
        needed_for("sources", sources, indegree)?;
        needed_for("destinations", destinations, outdegree)?;
        needed("comm_dist_graph", comm_dist_graph)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::dist_graph_create_adjacent::<Mpich>(state, comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph) }
    })
}

/// `int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Dist_graph_neighbors(
    comm: Handle,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Dist_graph_neighbors", Some(comm), |state| {
        needed_for("sources", sources, maxindegree)?;
        needed_for("destinations", destinations, maxoutdegree)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::dist_graph_neighbors::<Mpich>(state, comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights) }
    })
}

/// `int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Dist_graph_neighbors_count(
    comm: Handle,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Dist_graph_neighbors_count", Some(comm), |state| {
        needed("indegree", indegree)?;
        needed("outdegree", outdegree)?;
        needed("weighted", weighted)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::dist_graph_neighbors_count::<Mpich>(state, comm, indegree, outdegree, weighted) }
    })
}

/// `int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder, MPI_Comm *comm_graph)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graph_create(
    comm_old: Handle,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    reorder: c_int,
    comm_graph: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Graph_create", Some(comm_old), |state| {
        needed_for("indx", indx, nnodes)?;
        needed("comm_graph", comm_graph)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graph_create::<Mpich>(state, comm_old, nnodes, indx, edges, reorder, comm_graph) }
    })
}

/// `int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graph_get(
    comm: Handle,
    maxindex: c_int,
    maxedges: c_int,
    indx: *mut c_int,
    edges: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Graph_get", Some(comm), |state| {
        needed_for("indx", indx, maxindex)?;
        needed_for("edges", edges, maxedges)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graph_get::<Mpich>(state, comm, maxindex, maxedges, indx, edges) }
    })
}

/// `int MPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graph_map(
    comm: Handle,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Graph_map", Some(comm), |state| {
        needed_for("indx", indx, nnodes)?;
        needed("newrank", newrank)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graph_map::<Mpich>(state, comm, nnodes, indx, edges, newrank) }
    })
}

/// `int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graph_neighbors(
    comm: Handle,
    rank: c_int,
    maxneighbors: c_int,
    neighbors: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Graph_neighbors", Some(comm), |state| {
        needed_for("neighbors", neighbors, maxneighbors)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graph_neighbors::<Mpich>(state, comm, rank, maxneighbors, neighbors) }
    })
}

/// `int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graph_neighbors_count(
    comm: Handle,
    rank: c_int,
    nneighbors: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Graph_neighbors_count", Some(comm), |state| {
        needed("nneighbors", nneighbors)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graph_neighbors_count::<Mpich>(state, comm, rank, nneighbors) }
    })
}

/// `int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Graphdims_get(
    comm: Handle,
    nnodes: *mut c_int,
    nedges: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Graphdims_get", Some(comm), |state| {
        needed("nnodes", nnodes)?;
        needed("nedges", nedges)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { graph::graphdims_get::<Mpich>(state, comm, nnodes, nedges) }
    })
}
