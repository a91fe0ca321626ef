//! The distribution of ranks over nodes.

use farreach_node::{JOB_SIZE_MAX, LOCAL_SIZE_MAX, block_of_node};
use serde::{Deserialize, Serialize};

/// Ranks in consecutive blocks, one block per node. Block sizes differ by at most one
/// ([`farreach_node::block_of_node`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    size: u32,
    nodes: u32,
}

/// Why a placement is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The job has no ranks.
    #[error("a job needs at least one rank (-n 0 was asked for)")]
    NoRanks,
    /// The job has no nodes.
    #[error("a job needs at least one node (--nodes 0 was asked for)")]
    NoNodes,
    /// There are more nodes than ranks.
    #[error("{nodes} nodes for {size} ranks would leave nodes empty; ask for at most {size} nodes")]
    MoreNodesThanRanks {
        /// The requested number of ranks.
        size: u32,
        /// The requested number of nodes.
        nodes: u32,
    },
    /// The numbers exceed the limits of the node's arena.
    #[error(
        "{size} ranks on {nodes} nodes are too many: at most {JOB_SIZE_MAX} a job and {LOCAL_SIZE_MAX} a node"
    )]
    TooManyRanks {
        /// The requested number of ranks.
        size: u32,
        /// The requested number of nodes.
        nodes: u32,
    },
}

impl Placement {
    /// `size` ranks on `nodes` nodes.
    pub fn new(size: u32, nodes: u32) -> Result<Self, PlacementError> {
        match (size, nodes) {
            (0, _) => Err(PlacementError::NoRanks),
            (_, 0) => Err(PlacementError::NoNodes),
            _ if nodes > size => Err(PlacementError::MoreNodesThanRanks { size, nodes }),
            _ if size > JOB_SIZE_MAX || size.div_ceil(nodes) > LOCAL_SIZE_MAX => {
                Err(PlacementError::TooManyRanks { size, nodes })
            }
            _ => Ok(Placement { size, nodes }),
        }
    }

    /// The number of ranks in the job.
    pub fn size(self) -> u32 {
        self.size
    }

    /// The number of nodes in the job.
    pub fn nodes(self) -> u32 {
        self.nodes
    }

    /// The lowest rank on `node`.
    pub fn first_rank(self, node: u32) -> u32 {
        block_of_node(self.size, self.nodes, node).start
    }

    /// The number of ranks on `node`.
    pub fn local_size(self, node: u32) -> u32 {
        block_of_node(self.size, self.nodes, node).len() as u32
    }

    /// The node of `rank`: the last one whose block begins at `rank` or below.
    pub fn node_of(self, rank: u32) -> u32 {
        assert!(rank < self.size, "rank {rank} of {}", self.size);
        ((u64::from(rank + 1) * u64::from(self.nodes) - 1) / u64::from(self.size)) as u32
    }

    /// The index of `rank` among the ranks of its node, from 0.
    pub fn local_index(self, rank: u32) -> u32 {
        rank - self.first_rank(self.node_of(rank))
    }
}

#[cfg(test)]
mod tests;
