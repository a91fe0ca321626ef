//! Which ranks are on which node: even blocks of consecutive ranks.

use std::ops::Range;

use thiserror::Error;

/// Processes in even blocks of consecutive ranks. Block sizes differ by at most 1. The launcher
/// places processes by the same formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    size: u32,
    nodes: u32,
}

/// Why a placement is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacesError {
    /// The job has no processes.
    #[error("a job of 0 processes has nobody to simulate: choose --processes of 1 or more")]
    NoProcesses,
    /// No process fits on a node.
    #[error("0 processes a node: choose --ppn of 1 or more")]
    NoneOnANode,
    /// Some nodes would be empty.
    #[error("{nodes} nodes for {size} processes: choose --nodes from 1 to {size}")]
    Nodes {
        /// Nodes.
        nodes: u32,
        /// Processes.
        size: u32,
    },
}

impl Places {
    /// Places `size` processes on `nodes` nodes.
    pub fn new(size: u32, nodes: u32) -> Result<Places, PlacesError> {
        if size == 0 {
            return Err(PlacesError::NoProcesses);
        }
        if nodes == 0 || nodes > size {
            return Err(PlacesError::Nodes { nodes, size });
        }
        Ok(Places { size, nodes })
    }

    /// Places `size` processes on the fewest nodes that have at most `ppn` each.
    pub fn by_node(size: u32, ppn: u32) -> Result<Places, PlacesError> {
        if ppn == 0 {
            return Err(PlacesError::NoneOnANode);
        }
        Places::new(size, size.div_ceil(ppn))
    }

    /// Processes.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Nodes.
    pub fn nodes(self) -> u32 {
        self.nodes
    }

    /// The node of `rank`.
    pub fn node_of(self, rank: u32) -> u32 {
        let (size, nodes) = (u64::from(self.size), u64::from(self.nodes));
        let after = (u64::from(rank) + 1) * nodes;
        (after.div_ceil(size) - 1) as u32
    }

    /// The ranks of `node`.
    pub fn ranks(self, node: u32) -> Range<u32> {
        let begin = |node: u64| (u64::from(self.size) * node / u64::from(self.nodes)) as u32;
        begin(node.into())..begin(u64::from(node) + 1)
    }

    /// Whether two ranks are on one node.
    pub fn are_together(self, one: u32, other: u32) -> bool {
        self.node_of(one) == self.node_of(other)
    }
}
