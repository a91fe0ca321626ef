//! The thresholds between the algorithms of collectives.

/// The thresholds between algorithms. All members of a set must have the same. `farreach bench
/// collectives` measures each algorithm beside the one that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// The least bytes of a member's data in its segment that the members of its node read in
    /// place, if each process has a core. At least 64. Smaller data is copied to a slot, because a
    /// member would wait too long for its readers.
    pub in_place_min: usize,
    /// [`Switches::in_place_min`] where processes share cores.
    pub in_place_min_sharing: usize,
    /// The least bytes of a member's private data that the members of its node read in place. At least 64. Each read is a system
    /// call.
    pub private_min: usize,
    /// Up to this many bytes of a node's members together, each member combines all of them, if
    /// each process has a core.
    pub by_each_max: usize,
    /// If processes share cores and the contributions of a node sum to at most `by_last_max` bytes,
    /// the last member to arrive combines all of them. Exception: the result buffer is smaller than
    /// a contribution. Above the limit each member combines a share.
    pub by_last_max: usize,
    /// The least bytes of a message between nodes that moves directly between buffers. Smaller
    /// messages pass through channels.
    pub straight_min: usize,
    /// [`Switches::straight_min`] where each node has as many bytes for each other, and for a block of an
    /// all-to-all of nodes with several members.
    pub straight_min_of_each: usize,
    /// [`Switches::straight_min`] from one or to one in groups of more than [`Switches::few_max`]
    /// members. A process that shares its core waits long for a rendezvous header.
    pub straight_min_of_many: usize,
    /// Up to this many members each is likely to have a core.
    pub few_max: u32,
    /// Up to this many nodes a barrier is a dissemination, which takes the fewest rounds. Above,
    /// processes are likely to share cores, and a tree is used, which takes the fewest messages.
    pub dissemination_max: u32,
    /// Up to this many nodes all exchange their data in the fewest rounds, and each combines all of
    /// it. Above, a tree is used, which takes the fewest messages.
    pub exchange_max: u32,
    /// Up to this many nodes, and never more than 8, a root sends directly to all others, and
    /// receives from them. Above, the tree is binomial.
    pub direct_max: u32,
    /// Above [`Switches::exchange_max`] nodes, up to this many bytes of all nodes together are
    /// gathered at one node and broadcast from there. More bytes are exchanged directly among up to
    /// [`Switches::direct_max`] nodes, if each share fits into a channel. Otherwise the all-gather
    /// takes the fewest rounds.
    pub tree_gather_max: usize,
    /// Up to this many nodes each combines a share of large data, and sends it to all. Above, the
    /// data moves along a chain to one node and back, in fewer messages.
    pub shares_max: u32,
    /// The least bytes for [`Switches::shares_max`] in groups of more than [`Switches::few_max`]
    /// members.
    pub shares_min_of_many: usize,
}

impl Switches {
    /// The thresholds that measured best.
    pub const CHOSEN: Switches = Switches {
        in_place_min: 4 << 10,
        in_place_min_sharing: 32 << 10,
        private_min: 64 << 10,
        by_each_max: 2 << 10,
        by_last_max: 1 << 20,
        straight_min: 32 << 10,
        straight_min_of_each: 8 << 10,
        straight_min_of_many: 64 << 10,
        few_max: 4,
        dissemination_max: 4,
        exchange_max: 4,
        direct_max: 8,
        tree_gather_max: 48 << 10,
        shares_max: 8,
        shares_min_of_many: 256 << 10,
    };
}
