//! Where the UD endpoints of ranks are looked up, and who is on a node together.

use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::UdDestination;

/// The directory of UD endpoints: the only table with an entry per rank, kept once per node.
pub trait Directory {
    /// The UD endpoint of `rank`, or `None` while the exchange of endpoints has not brought it yet.
    fn endpoint(&self, rank: Rank) -> Option<UdDestination>;

    /// Takes `count` of the at most `limit` queue pairs that the processes of this node may have together; `false` if so many
    /// are not left. Asked only where there is such a limit.
    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let _ = (count, limit);
        true
    }

    /// Gives back what was taken with [`Directory::claim_queue_pairs`].
    fn return_queue_pairs(&self, count: u32) {
        let _ = count;
    }

    /// The ranks of the node that `rank` is on. Without knowledge of nodes each rank is on one of its own.
    fn node_ranks(&self, rank: Rank) -> Range<Rank> {
        rank..rank + 1
    }
}
