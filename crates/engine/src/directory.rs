//! The look-up of each rank's UD endpoint and node.

use farreach_connect::{JobKey, Rank};
use farreach_verbs::UdDestination;

/// The directory of UD endpoints. It is the only table with an entry per rank, and exists once per
/// node.
pub trait Directory {
    /// The UD endpoint of `rank`. `None` until the exchange of endpoints has delivered it.
    fn endpoint(&self, rank: Rank) -> Option<UdDestination>;

    /// The job's key, for an engine that was made without it. It is known before any endpoint is.
    fn job_key(&self) -> Option<JobKey> {
        None
    }

    /// Claims `count` queue pairs. The processes of this node may together claim at most `limit`.
    /// Returns `false` if fewer than `count` are left. The engine calls this only if the node has
    /// such a limit.
    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let _ = (count, limit);
        true
    }

    /// Returns queue pairs that [`Directory::claim_queue_pairs`] claimed.
    fn return_queue_pairs(&self, count: u32) {
        let _ = count;
    }

    /// The index of `rank` among the ranks of its node, from 0. A directory that does not know nodes
    /// places each rank on a node of its own.
    fn local_index(&self, rank: Rank) -> u32 {
        let _ = rank;
        0
    }

    /// The number of ranks on the node of `rank`.
    fn local_size(&self, rank: Rank) -> u32 {
        let _ = rank;
        1
    }

    /// The rank with this index on the node of `rank`.
    fn node_member(&self, rank: Rank, index: u32) -> Rank {
        debug_assert_eq!(index, 0, "rank {rank} is alone on its node");
        rank
    }
}
