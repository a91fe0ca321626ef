//! Topologies that are graphs.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::Arc;

use farreach_mpi::collective::share_edges;
use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::topology::{Edge, Weighted};
use farreach_mpi::{Comm, DistributedGraph, Graph, Run, Topology};

use crate::abi::{Abi, Weights};
use crate::fault::Done;
use crate::handles;
use crate::state::State;
use crate::topology::{failure, list};

/// Numbers that are ranks or counts.
///
/// # Safety
/// The array must have `count` entries.
unsafe fn naturals(array: *const c_int, count: usize, argument: &str) -> Result<Vec<usize>> {
    // SAFETY: as the caller vouches.
    let all = unsafe { list(argument, array, count) }?.into_iter();
    all.map(|number| {
        usize::try_from(number).map_err(|_| {
            let what = format!("argument {argument}: {number} is negative");
            Failure::new(Class::Arg, what)
        })
    })
    .collect()
}

/// The graph that a call describes, which has not more nodes than the communicator has processes.
unsafe fn described(
    comm: &Comm,
    nodes: c_int,
    index: *const c_int,
    edges: *const c_int,
) -> Result<Graph> {
    let nodes = handles::count(nodes.into(), "nnodes")?;
    if nodes > comm.size() as usize {
        let what = format!(
            "argument nnodes: a graph of {nodes} processes, but the communicator has {}",
            comm.size()
        );
        return Err(Failure::new(Class::Arg, what));
    }
    // SAFETY: the program passes an array with an entry for each node, and the edges that its last entry
    // counts.
    let (index, edges) = unsafe {
        let index = naturals(index, nodes, "indx")?;
        let edges = naturals(edges, index.last().copied().unwrap_or(0), "edges")?;
        (index, edges)
    };
    Graph::new(index, edges).map_err(|error| failure(Class::Arg, error))
}

pub(crate) unsafe fn graph_create<A: Abi>(
    state: &State,
    comm: A::Handle,
    nodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    _reorder: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    // SAFETY: as the program vouches.
    let graph = unsafe { described(&comm, nodes, index, edges) }?;
    let is_member = (comm.rank() as usize) < graph.size();
    let made = state.mpi.split(&comm, is_member.then_some(0), 0)?;
    if let Some(made) = &made {
        let _ = made.topology.set(Topology::Graph(graph));
    }
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn graph_map<A: Abi>(
    state: &State,
    comm: A::Handle,
    nodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let graph = unsafe { described(&comm, nodes, index, edges) }?;
    let is_member = (comm.rank() as usize) < graph.size();
    // SAFETY: the program passes a place.
    unsafe {
        *newrank = if is_member {
            comm.rank() as c_int
        } else {
            A::UNDEFINED
        }
    };
    Ok(())
}

/// The graph of a communicator.
fn graph(comm: &Arc<Comm>) -> Result<&Graph> {
    if let Some(Topology::Graph(graph)) = comm.topology.get() {
        return Ok(graph);
    }
    let what = "argument comm: it has no graph topology";
    Err(Failure::new(Class::Topology, what))
}

/// Stores the first `most` numbers of a list.
///
/// # Safety
/// The array must have room for them.
unsafe fn store(into: *mut c_int, most: usize, numbers: &[usize]) {
    for (at, number) in numbers.iter().enumerate().take(most) {
        // SAFETY: as the caller vouches.
        unsafe { *into.add(at) = *number as c_int };
    }
}

pub(crate) unsafe fn graphdims_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    nodes: *mut c_int,
    edges: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let graph = graph(&comm)?;
    // SAFETY: the program passes places.
    unsafe {
        *nodes = graph.size() as c_int;
        *edges = graph.edges().len() as c_int;
    }
    Ok(())
}

pub(crate) unsafe fn graph_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    max_index: c_int,
    max_edges: c_int,
    index: *mut c_int,
    edges: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let graph = graph(&comm)?;
    let max_index = handles::count(max_index.into(), "maxindex")?;
    let max_edges = handles::count(max_edges.into(), "maxedges")?;
    // SAFETY: the program passes arrays of these lengths.
    unsafe {
        store(index, max_index, graph.index());
        store(edges, max_edges, graph.edges());
    }
    Ok(())
}

/// The neighbours of a rank that a call names.
fn neighbours(graph: &Graph, rank: c_int) -> Result<&[usize]> {
    let wrong = || {
        let size = graph.size();
        let what = format!("argument rank: there is no rank {rank}: the graph has {size}");
        Failure::new(Class::Rank, what)
    };
    let rank = usize::try_from(rank).map_err(|_| wrong())?;
    graph.neighbours(rank).map_err(|_| wrong())
}

pub(crate) unsafe fn graph_neighbors_count<A: Abi>(
    state: &State,
    comm: A::Handle,
    rank: c_int,
    count: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let found = neighbours(graph(&comm)?, rank)?.len();
    // SAFETY: the program passes a place.
    unsafe { *count = found as c_int };
    Ok(())
}

pub(crate) unsafe fn graph_neighbors<A: Abi>(
    state: &State,
    comm: A::Handle,
    rank: c_int,
    max: c_int,
    into: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let found = neighbours(graph(&comm)?, rank)?;
    let max = handles::count(max.into(), "maxneighbors")?;
    // SAFETY: the program passes an array of this length.
    unsafe { store(into, max, found) };
    Ok(())
}

/// Weights, unless a call gives none.
///
/// # Safety
/// There must be `count` weights, unless the pointer says that there are none.
unsafe fn weights<A: Abi>(array: *const c_int, count: usize) -> Option<Vec<c_int>> {
    match A::weights(array) {
        Weights::None => None,
        Weights::Empty => Some(Vec::new()),
        // SAFETY: as the caller vouches. Null says that there are none.
        Weights::Given => unsafe { list("weights", array, count) }.ok(),
    }
}

fn weighted<A: Abi>(array: *const c_int) -> Weighted {
    match A::weights(array) {
        Weights::None => Weighted::No,
        Weights::Empty | Weights::Given => Weighted::Yes,
    }
}

/// Makes a communicator of the same processes, in which this process has these neighbours.
unsafe fn make<A: Abi>(
    state: &State,
    comm: &Arc<Comm>,
    graph: DistributedGraph,
    newcomm: *mut A::Handle,
) -> Done {
    let made = state.mpi.split(comm, Some(0), 0)?;
    if let Some(made) = &made {
        let _ = made.topology.set(Topology::Distributed(graph));
    }
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn dist_graph_create<A: Abi>(
    state: &State,
    comm: A::Handle,
    sources_count: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    given: *const c_int,
    _info: A::Handle,
    _reorder: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    let count = handles::count(sources_count.into(), "n")?;
    // SAFETY: the program passes arrays of these lengths.
    let declared = unsafe {
        let (sources, degrees) = (
            naturals(sources, count, "sources")?,
            naturals(degrees, count, "degrees")?,
        );
        let total = degrees.iter().sum();
        let destinations = naturals(destinations, total, "destinations")?;
        let weights = weights::<A>(given, total);
        let size = comm.size() as usize;
        Edge::declared(size, &sources, &degrees, &destinations, weights.as_deref())
    };
    let declared = declared.map_err(|error| failure(Class::Arg, error))?;
    let run = Run::new(&state.mpi, &comm);
    let edges = state.mpi.block(&run, share_edges(run.clone(), declared))?;
    let graph = DistributedGraph::of(comm.rank() as usize, &edges, weighted::<A>(given));
    // SAFETY: as the program vouches.
    unsafe { make::<A>(state, &comm, graph, newcomm) }
}

pub(crate) unsafe fn dist_graph_create_adjacent<A: Abi>(
    state: &State,
    comm: A::Handle,
    indegree: c_int,
    sources: *const c_int,
    source_weights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destination_weights: *const c_int,
    _info: A::Handle,
    _reorder: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    let indegree = handles::count(indegree.into(), "indegree")?;
    let outdegree = handles::count(outdegree.into(), "outdegree")?;
    // SAFETY: the program passes arrays of these lengths.
    let (sources, destinations, into, out) = unsafe {
        (
            naturals(sources, indegree, "sources")?,
            naturals(destinations, outdegree, "destinations")?,
            weights::<A>(source_weights, indegree),
            weights::<A>(destination_weights, outdegree),
        )
    };
    let size = comm.size() as usize;
    if let Some(rank) = sources
        .iter()
        .chain(&destinations)
        .find(|&&rank| rank >= size)
    {
        let what = format!("there is no rank {rank}: the communicator has {size}, numbered from 0");
        return Err(Failure::new(Class::Rank, what).into());
    }
    for (given, needed) in [(&into, indegree), (&out, outdegree)] {
        if let Some(given) = given
            && given.len() != needed
        {
            let what = format!("{} weights of {needed} edges", given.len());
            return Err(Failure::new(Class::Arg, what).into());
        }
    }
    let graph = DistributedGraph {
        sources,
        destinations,
        weights: into.zip(out),
    };
    // SAFETY: as the program vouches.
    unsafe { make::<A>(state, &comm, graph, newcomm) }
}

/// The distributed graph of a communicator.
fn distributed(comm: &Arc<Comm>) -> Result<&DistributedGraph> {
    if let Some(Topology::Distributed(graph)) = comm.topology.get() {
        return Ok(graph);
    }
    let what = "argument comm: it has no distributed graph topology";
    Err(Failure::new(Class::Topology, what))
}

pub(crate) unsafe fn dist_graph_neighbors_count<A: Abi>(
    state: &State,
    comm: A::Handle,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let graph = distributed(&comm)?;
    // SAFETY: the program passes places.
    unsafe {
        *indegree = graph.sources.len() as c_int;
        *outdegree = graph.destinations.len() as c_int;
        *weighted = c_int::from(graph.weights.is_some());
    }
    Ok(())
}

pub(crate) unsafe fn dist_graph_neighbors<A: Abi>(
    state: &State,
    comm: A::Handle,
    max_indegree: c_int,
    sources: *mut c_int,
    source_weights: *mut c_int,
    max_outdegree: c_int,
    destinations: *mut c_int,
    destination_weights: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let graph = distributed(&comm)?;
    let max_indegree = handles::count(max_indegree.into(), "maxindegree")?;
    let max_outdegree = handles::count(max_outdegree.into(), "maxoutdegree")?;
    // SAFETY: the program passes arrays of these lengths.
    unsafe {
        store(sources, max_indegree, &graph.sources);
        store(destinations, max_outdegree, &graph.destinations);
        let Some((into, out)) = &graph.weights else {
            return Ok(());
        };
        for (array, most, weights) in [
            (source_weights, max_indegree, into),
            (destination_weights, max_outdegree, out),
        ] {
            if A::weights(array) == Weights::Given {
                for (at, weight) in weights.iter().enumerate().take(most) {
                    *array.add(at) = *weight;
                }
            }
        }
    }
    Ok(())
}
