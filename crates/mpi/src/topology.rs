//! Topologies: who is whose neighbour. These are tables and arithmetic; making a communicator of them
//! is the caller's part.

mod cartesian;
mod dims;
mod graph;
mod neighbours;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use cartesian::{Cartesian, Part};
pub use dims::balance;
pub use graph::{DistributedGraph, Edge, Graph, Weighted};
pub use neighbours::Neighbours;

/// Why a topology can't be made or asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TopologyError {
    /// A dimension has no processes.
    #[error("dimension {dimension} has 0 processes: each has at least 1")]
    EmptyDimension {
        /// The dimension, from 0.
        dimension: usize,
    },
    /// A grid has too many processes.
    #[error("the grid has more than 63 bits of processes")]
    TooLarge,
    /// The given dimensions do not divide the number of processes.
    #[error(
        "{processes} processes do not make a grid whose given dimensions have {given} processes"
    )]
    Indivisible {
        /// The processes.
        processes: usize,
        /// The product of the given dimensions.
        given: usize,
    },
    /// A list has not one entry for each dimension.
    #[error("{given} entries for {dimensions} dimensions")]
    Dimensions {
        /// The entries.
        given: usize,
        /// The grid's dimensions.
        dimensions: usize,
    },
    /// There is no such dimension.
    #[error("dimension {dimension} of {dimensions}: the first one is 0")]
    NoDimension {
        /// The dimension.
        dimension: usize,
        /// The grid's dimensions.
        dimensions: usize,
    },
    /// A coordinate is outside a dimension that does not wrap around.
    #[error("coordinate {coordinate} of dimension {dimension}, which has {size} and no period")]
    Outside {
        /// The dimension, from 0.
        dimension: usize,
        /// The coordinate.
        coordinate: isize,
        /// Processes of the dimension.
        size: usize,
    },
    /// A rank is not in the topology.
    #[error("rank {rank} of {size} processes")]
    Rank {
        /// The rank.
        rank: usize,
        /// Processes of the topology.
        size: usize,
    },
    /// The ends of a graph's lists of neighbours go down, or the last one is not the end.
    #[error("index {node} of the graph is {index}, after {before}, with {edges} edges")]
    Index {
        /// The node.
        node: usize,
        /// The end of its list.
        index: usize,
        /// The end of the list before it.
        before: usize,
        /// All edges.
        edges: usize,
    },
    /// Lists of a graph have different lengths.
    #[error("{given} {what}, but {needed} are needed")]
    Lengths {
        /// What the list holds.
        what: &'static str,
        /// Its entries.
        given: usize,
        /// How many there must be.
        needed: usize,
    },
}
