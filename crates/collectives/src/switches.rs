//! Where one algorithm of collectives gives way to another.

/// Where one algorithm gives way to another: all members of a set must have the same. `farreach bench collectives` measures each
/// algorithm beside the one that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// From so many bytes on, 64 at least, what a member has in its segment is read there by those of its node, if each process has
    /// a core: then it does not wait long for those who read it. Less is copied to where they find it.
    pub in_place_min: usize,
    /// [`Switches::in_place_min`] where processes share cores.
    pub in_place_min_sharing: usize,
    /// Up to so many bytes of a node's members together each of them combines by itself, if it has a core.
    pub by_each_max: usize,
    /// Up to so many bytes of a node's members together whoever comes last combines, if they share cores, unless one's don't fit
    /// where the result goes. Where there is more each combines a share.
    pub by_last_max: usize,
    /// From so many bytes on a message between nodes goes straight to where it is needed. Less passes through channels.
    pub straight_min: usize,
    /// [`Switches::straight_min`] where each node has so much for each other.
    pub straight_min_of_each: usize,
    /// [`Switches::straight_min`] from one or to one where members are more than [`Switches::few_max`]: who shares a core waits long for the
    /// answer that tells where it is to go.
    pub straight_min_of_many: usize,
    /// Up to so many members are likely to have a core each.
    pub few_max: u32,
    /// Up to so many nodes a barrier takes the fewest rounds; above, where their processes are likely to share cores, the fewest
    /// messages.
    pub dissemination_max: u32,
    /// Up to so many nodes all exchange what they have in the fewest rounds and combine it alike; above, a tree takes the fewest
    /// messages.
    pub exchange_max: u32,
    /// Up to so many nodes, and never more than 8, one sends right to all others, and gets from them; above they do along a
    /// binomial tree.
    pub direct_max: u32,
    /// Above [`Switches::exchange_max`], up to so many bytes of all together are gathered at one node and given to all from
    /// there. Of more, up to [`Switches::direct_max`] nodes send each other their shares if those fit into the channels; else it is
    /// collected in the fewest rounds.
    pub tree_gather_max: usize,
    /// Up to so many nodes each combines a share of what goes straight, and gives it to all; above it goes along a chain to one
    /// and back, in fewer messages.
    pub shares_max: u32,
    /// [`Switches::shares_max`] of less, if they are more than [`Switches::few_max`].
    pub shares_min_of_many: usize,
}

impl Switches {
    /// Those that were measured to be best.
    pub const CHOSEN: Switches = Switches {
        in_place_min: 4 << 10,
        in_place_min_sharing: 32 << 10,
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
