//! The connection that leads to a rank. Without sharing this is the rank's own connection. Where a
//! connection leads to all processes of a node, it is the connection to the node's *gateway*, the
//! process at the connection's other end.
//!
//! The gateway is the process of the node that was connected first, that a map names, or that
//! serves the node. Pending operations belong to the rank, connections to the gateway. When a
//! gateway is gone, its ranks get another.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use farreach_connect::Rank;

use crate::{Directory, Reach, Setup};

/// The routes of one process to all ranks. The engine and the simulator (`farreach sim`) choose the
/// ends of connections by the same routes.
#[derive(Clone, Debug)]
pub struct Routes {
    rank: Rank,
    size: u32,
    reach: Reach,
    setup: Setup,
    /// The gateways of other nodes, by each node's first rank.
    gateways: BTreeMap<Rank, Rank>,
}

impl Routes {
    /// The routes of `rank` in a job of `size` ranks, without any connection.
    pub fn new(rank: Rank, size: u32, reach: Reach, setup: Setup) -> Self {
        Routes {
            rank,
            size,
            reach,
            setup,
            gateways: BTreeMap::new(),
        }
    }

    #[inline]
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// Whether `peer` is a lane beyond the first of a process. Only such a lane itself begins
    /// connections to others.
    #[inline]
    pub(crate) fn is_lane(&self, peer: Rank) -> bool {
        peer >= self.size
    }

    /// Whether connections to `peer` lead to all of its node. A connection of a lane leads to the
    /// lane alone.
    #[inline]
    fn is_shared(&self, peer: Rank) -> bool {
        self.reach.is_shared() && !self.is_lane(peer)
    }

    /// The rank at the other end of the connection that leads to `peer`, or that will lead there.
    #[inline]
    pub fn gateway(&self, peer: Rank, directory: &impl Directory) -> Rank {
        if self.is_shared(peer) {
            self.shared_gateway(peer, directory)
        } else {
            peer
        }
    }

    fn shared_gateway(&self, peer: Rank, directory: &impl Directory) -> Rank {
        let first = directory.node_member(peer, 0);
        if self.reach == Reach::Server {
            return first;
        }
        if self.setup != Setup::OnDemand {
            let own = directory.local_index(self.rank);
            return directory.node_member(peer, own % directory.local_size(peer));
        }
        self.gateways.get(&first).copied().unwrap_or(peer)
    }

    /// The rank at the other end of a connection that is made before an operation needs it. Where
    /// the first connected process becomes the gateway, this is `peer` itself.
    pub fn end_of_new(&self, peer: Rank, directory: &impl Directory) -> Rank {
        if self.reach == Reach::Sxrc && self.setup == Setup::OnDemand {
            peer
        } else {
            self.gateway(peer, directory)
        }
    }

    /// The ranks that the connection to `gateway` leads to.
    pub(crate) fn ranks_behind(&self, gateway: Rank, directory: &impl Directory) -> Vec<Rank> {
        if self.is_shared(gateway) {
            ranks_on_node_of(gateway, directory).collect()
        } else {
            vec![gateway]
        }
    }

    /// Makes `peer`, whose set-up begins, the gateway of its node, unless the node has one.
    pub fn choose(&mut self, peer: Rank, directory: &impl Directory) {
        if self.reach == Reach::Sxrc && !self.is_lane(peer) {
            let first = directory.node_member(peer, 0);
            self.gateways.entry(first).or_insert(peer);
        }
    }

    /// Handles the loss of the connection to `gateway`: another connection to the node for which
    /// `is_up` holds takes over. Without one the next connection does.
    pub(crate) fn leave(
        &mut self,
        gateway: Rank,
        directory: &impl Directory,
        is_up: impl Fn(Rank) -> bool,
    ) {
        if self.reach != Reach::Sxrc || self.is_lane(gateway) {
            return;
        }
        let first = directory.node_member(gateway, 0);
        if self.gateways.get(&first) != Some(&gateway) {
            return;
        }
        match ranks_on_node_of(gateway, directory).find(|&rank| rank != gateway && is_up(rank)) {
            Some(up) => self.gateways.insert(first, up),
            None => self.gateways.remove(&first),
        };
    }
}

/// The ranks of the node that `rank` is on, in ascending order.
fn ranks_on_node_of(rank: Rank, directory: &impl Directory) -> impl Iterator<Item = Rank> {
    (0..directory.local_size(rank)).map(move |index| directory.node_member(rank, index))
}

#[cfg(test)]
mod tests;
