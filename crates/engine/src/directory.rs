//! Where the UD endpoints of ranks are looked up.

use farreach_connect::Rank;
use farreach_verbs::UdDestination;

/// The directory of UD endpoints: the only table with an entry per rank, kept once per node.
pub trait Directory {
    /// The UD endpoint of `rank`, or `None` while the exchange of endpoints has not brought it yet.
    fn endpoint(&self, rank: Rank) -> Option<UdDestination>;
}
