//! Which connection leads to a rank: its own, or where a connection leads to all processes of a node, that of its *gateway*, the
//! process there that is at the connection's other end.

use alloc::collections::BTreeMap;
use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::{Device, QpNumber, SrqNumber};

use super::Engine;
use crate::peer::{Connection, Peer};
use crate::segments::SegmentInfo;
use crate::{Directory, Reach, Setup};

/// The queue that stands for a process in requests that no receive is for: every process makes it first.
const FIRST_QUEUE: u32 = 1;

/// The gateways of other nodes, by the first rank of each.
#[derive(Default)]
pub(super) struct Gateways(BTreeMap<Rank, Rank>);

impl<D: Device, L: Directory> Engine<D, L> {
    /// The rank at the other end of the connection that leads to `peer`, or is to.
    #[inline]
    pub(super) fn gateway(&self, peer: Rank) -> Rank {
        if self.is_shared(peer) {
            self.shared_gateway(peer)
        } else {
            peer
        }
    }

    /// Whether connections to `peer` lead to all of its node. Lanes are at the ends of their own.
    #[inline]
    pub(super) fn is_shared(&self, peer: Rank) -> bool {
        self.config.fabric.reach.is_shared() && !self.is_lane(peer)
    }

    /// Whether `peer` is a lane of a process beyond the first, which only it begins connections with.
    #[inline]
    pub(super) fn is_lane(&self, peer: Rank) -> bool {
        peer >= self.config.size
    }

    fn shared_gateway(&self, peer: Rank) -> Rank {
        let ranks = self.directory.node_ranks(peer);
        if self.config.fabric.reach == Reach::Server {
            return ranks.start;
        }
        if self.config.fabric.setup != Setup::OnDemand {
            let own = self.config.rank - self.directory.node_ranks(self.config.rank).start;
            return ranks.start + own % (ranks.end - ranks.start);
        }
        self.gateways.0.get(&ranks.start).copied().unwrap_or(peer)
    }

    /// The ranks that the connection to `gateway` leads to.
    pub(super) fn ranks_behind(&self, gateway: Rank) -> Range<Rank> {
        if self.is_shared(gateway) {
            self.directory.node_ranks(gateway)
        } else {
            gateway..gateway + 1
        }
    }

    /// A connection to `peer` is in the making: it will lead to its node, unless another does.
    pub(super) fn choose_gateway(&mut self, peer: Rank) {
        if self.config.fabric.reach == Reach::Sxrc && !self.is_lane(peer) {
            let first = self.directory.node_ranks(peer).start;
            self.gateways.0.entry(first).or_insert(peer);
        }
    }

    /// The connection to `gateway` is gone: another that is up leads to its node from here on, or the next to be made.
    pub(super) fn leave_gateway(&mut self, gateway: Rank) {
        if self.config.fabric.reach != Reach::Sxrc || self.is_lane(gateway) {
            return;
        }
        let ranks = self.directory.node_ranks(gateway);
        if self.gateways.0.get(&ranks.start) != Some(&gateway) {
            return;
        }
        let others = self.peers.range(ranks.clone());
        let up = others
            .filter(|&(&rank, state)| {
                rank != gateway && matches!(state.connection, Connection::Up(..))
            })
            .map(|(&rank, _)| rank)
            .next();
        match up {
            Some(up) => self.gateways.0.insert(ranks.start, up),
            None => self.gateways.0.remove(&ranks.start),
        };
    }

    /// The connection that leads to `peer`, with the segment of `peer`.
    pub(super) fn connection(&self, peer: Rank) -> Connection {
        let gateway = self.gateway(peer);
        let connection = self
            .peers
            .get(&gateway)
            .map_or(Connection::Down, |state| state.connection);
        match connection {
            Connection::Up(qp, info) if peer != gateway => {
                Connection::Up(qp, beside(&info, gateway, peer))
            }
            connection => connection,
        }
    }

    /// Keeps nothing of a rank behind a gateway that nothing waits for: there are many of them.
    #[inline]
    pub(super) fn forget_blank(&mut self, peer: Rank) {
        if self.config.fabric.reach.is_shared() && self.peers.get(&peer).is_some_and(Peer::is_blank)
        {
            self.peers.remove(&peer);
        }
    }

    /// Whether every request to a peer goes on the one queue pair of its own connection, and names no queue.
    #[inline]
    pub(super) fn has_one_way(&self) -> bool {
        self.config.fabric.reach == Reach::Rc
    }

    /// The queue pair that a request to `peer` goes on, whose connection has `qp` first, and the receive queue that it names;
    /// `message` is a message's length with its header. `None` if what went before on another queue pair has to end first.
    pub(super) fn way(
        &self,
        peer: Rank,
        qp: QpNumber,
        message: Option<usize>,
    ) -> Option<(QpNumber, Option<SrqNumber>)> {
        match self.config.fabric.reach {
            Reach::Rc => Some((qp, None)),
            Reach::RcMsrq => self.way_of_several(peer, qp, message),
            Reach::Exrc | Reach::Sxrc | Reach::Server => {
                let index = peer - self.directory.node_ranks(peer).start;
                let queue = match message {
                    None => SrqNumber::of(index, FIRST_QUEUE),
                    Some(len) => self.inbox.queue_of(peer, index, len),
                };
                Some((qp, Some(queue)))
            }
        }
    }

    /// A message goes on the queue pair for its size, anything else on the first.
    fn way_of_several(
        &self,
        peer: Rank,
        qp: QpNumber,
        message: Option<usize>,
    ) -> Option<(QpNumber, Option<SrqNumber>)> {
        let state = self.peers.get(&peer)?;
        let class = message.map_or(0, |len| self.inbox.base_class(len));
        let qp = match class.checked_sub(1) {
            None => qp,
            Some(other) => state.others.iter().nth(other)?,
        };
        // Queue pairs know of no order between them.
        let follows = state.latest.is_none_or(|latest| latest == qp) || self.is_idle(peer);
        follows.then_some((qp, None))
    }

    /// A request to `peer` was posted on `qp`.
    #[inline]
    pub(super) fn went(&mut self, peer: Rank, qp: QpNumber) {
        if self.config.fabric.reach == Reach::RcMsrq
            && let Some(state) = self.peers.get_mut(&peer)
        {
            state.latest = Some(qp);
        }
    }

    /// Whether everything that was posted to `peer` has ended.
    fn is_idle(&self, peer: Rank) -> bool {
        let is_posted = |entry: &super::Entry| entry.peer == peer && entry.posted.is_some();
        !self.ops.iter().any(|(_, entry)| is_posted(entry)) && !self.lists.is_posted_to(peer)
    }
}

/// The segment of `peer`, on the node of `gateway` whose segment is `info`.
fn beside(info: &SegmentInfo, gateway: Rank, peer: Rank) -> SegmentInfo {
    let distance = i64::from(peer) - i64::from(gateway);
    SegmentInfo {
        base: info
            .base
            .wrapping_add_signed(distance.wrapping_mul(info.stride as i64)),
        ..*info
    }
}
