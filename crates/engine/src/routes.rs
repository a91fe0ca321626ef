//! Which connection leads to a rank: its own, or where a connection leads to all processes of a node, that of its *gateway*, the
//! process there that is at the connection's other end.

use alloc::collections::BTreeMap;
use core::ops::Range;

use farreach_connect::Rank;

use crate::{Config, Directory, Reach, Setup};

/// The ways to all ranks.
pub(crate) struct Routes {
    rank: Rank,
    size: u32,
    reach: Reach,
    setup: Setup,
    /// The gateways of other nodes, by the first rank of each.
    gateways: BTreeMap<Rank, Rank>,
}

impl Routes {
    pub(crate) fn new(config: &Config) -> Self {
        Routes {
            rank: config.rank,
            size: config.size,
            reach: config.fabric.reach,
            setup: config.fabric.setup,
            gateways: BTreeMap::new(),
        }
    }

    #[inline]
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// Whether `peer` is a lane of a process beyond the first, which only it begins connections with.
    #[inline]
    pub(crate) fn is_lane(&self, peer: Rank) -> bool {
        peer >= self.size
    }

    /// Whether connections to `peer` lead to all of its node. Lanes are at the ends of their own.
    #[inline]
    fn is_shared(&self, peer: Rank) -> bool {
        self.reach.is_shared() && !self.is_lane(peer)
    }

    /// The rank at the other end of the connection that leads to `peer`, or is to.
    #[inline]
    pub(crate) fn gateway(&self, peer: Rank, directory: &impl Directory) -> Rank {
        if self.is_shared(peer) {
            self.shared_gateway(peer, directory)
        } else {
            peer
        }
    }

    fn shared_gateway(&self, peer: Rank, directory: &impl Directory) -> Rank {
        let ranks = directory.node_ranks(peer);
        if self.reach == Reach::Server {
            return ranks.start;
        }
        if self.setup != Setup::OnDemand {
            let own = self.rank - directory.node_ranks(self.rank).start;
            return ranks.start + own % (ranks.end - ranks.start);
        }
        self.gateways.get(&ranks.start).copied().unwrap_or(peer)
    }

    /// The rank at the other end of a connection that is wanted before anything needs it: where the first to be connected becomes the
    /// gateway, `peer` itself.
    pub(crate) fn end_of_new(&self, peer: Rank, directory: &impl Directory) -> Rank {
        if self.reach == Reach::Sxrc && self.setup == Setup::OnDemand {
            peer
        } else {
            self.gateway(peer, directory)
        }
    }

    /// The ranks that the connection to `gateway` leads to.
    pub(crate) fn ranks_behind(&self, gateway: Rank, directory: &impl Directory) -> Range<Rank> {
        if self.is_shared(gateway) {
            directory.node_ranks(gateway)
        } else {
            gateway..gateway + 1
        }
    }

    /// A connection to `peer` is in the making: it will lead to its node, unless another does.
    pub(crate) fn choose(&mut self, peer: Rank, directory: &impl Directory) {
        if self.reach == Reach::Sxrc && !self.is_lane(peer) {
            let first = directory.node_ranks(peer).start;
            self.gateways.entry(first).or_insert(peer);
        }
    }

    /// The connection to `gateway` is gone: another to its node for which `is_up` holds leads there from here on, or the next to be
    /// made.
    pub(crate) fn leave(
        &mut self,
        gateway: Rank,
        directory: &impl Directory,
        is_up: impl Fn(Rank) -> bool,
    ) {
        if self.reach != Reach::Sxrc || self.is_lane(gateway) {
            return;
        }
        let mut ranks = directory.node_ranks(gateway);
        let first = ranks.start;
        if self.gateways.get(&first) != Some(&gateway) {
            return;
        }
        match ranks.find(|&rank| rank != gateway && is_up(rank)) {
            Some(up) => self.gateways.insert(first, up),
            None => self.gateways.remove(&first),
        };
    }
}

#[cfg(test)]
mod tests;
