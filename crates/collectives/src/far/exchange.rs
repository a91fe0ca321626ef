//! Collectives in which every node needs data of every node.

use crate::channel::{ChannelId, CollectiveKind, Expected, Incoming, Outgoing, ahead_max};
use crate::group::GroupState;
use crate::layout::DIRECT_MAX;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Source, Target};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Gathers the nodes' shares, of `bytes_of` each, on all nodes, in the order of the nodes.
    pub(in super::super) async fn all_gather_nodes(
        &self,
        state: &mut GroupState<P>,
        own: Vec<u8>,
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> Result<Vec<u8>, P::Error> {
        let nodes = self.group.topology().nodes();
        let bytes = self.bytes_from(0, nodes, bytes_of);
        let is_little = bytes <= self.switches.tree_gather_max;
        if nodes > self.switches.exchange_max && !is_little && self.sends_ahead(bytes_of) {
            return self.exchange_shares(state, &own, bytes_of).await;
        }
        if nodes <= self.switches.exchange_max || !is_little {
            return self.concatenate(state, own, bytes_of).await;
        }
        let gathered = self.gather_nodes(state, 0, &own, bytes_of).await?;
        let mut all = gathered.unwrap_or_else(|| vec![0; bytes]);
        self.inside()
            .broadcast_nodes(state, 0, &mut Target::Private(&mut all), &mut None)
            .await?;
        Ok(all)
    }

    /// Whether each node can send its share to each other before it receives anything.
    fn sends_ahead(&self, bytes_of: &(dyn Fn(u32) -> usize + Sync)) -> bool {
        let nodes = self.group.topology().nodes();
        nodes <= self.switches.direct_max.min(DIRECT_MAX)
            && (0..nodes).all(|node| bytes_of(node) <= ahead_max(self.group.area.ring_bytes))
    }

    /// An all-gather by direct exchange: each node sends its share to all others, then receives
    /// theirs. A node waits once, and not once a round.
    async fn exchange_shares(
        &self,
        state: &mut GroupState<P>,
        own: &[u8],
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> Result<Vec<u8>, P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        let way = |distance| ChannelId::over(distance, nodes).expect("nodes are few");
        for distance in 1..nodes {
            self.send(state, CollectiveKind::AllGather, way(distance), own)
                .await?;
        }
        self.flush_posted();
        let mut all = vec![0; self.bytes_from(0, nodes, bytes_of)];
        let at = |of: u32| {
            let start = self.bytes_from(0, of, bytes_of);
            start..start + bytes_of(of)
        };
        all[at(node)].copy_from_slice(own);
        for distance in 1..nodes {
            let from = (node + nodes - distance) % nodes;
            self.receive(
                state,
                CollectiveKind::AllGather,
                way(distance),
                &mut all[at(from)],
            )
            .await?;
        }
        Ok(all)
    }

    /// An all-gather in log2 rounds: the concatenation algorithm of J. Bruck, C.-T. Ho, S. Kipnis,
    /// E. Upfal, D. Weathersby (1997).
    async fn concatenate(
        &self,
        state: &mut GroupState<P>,
        own: Vec<u8>,
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> Result<Vec<u8>, P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        let mut held = own;
        let mut count = 1;
        for round in 0.. {
            if count >= nodes {
                break;
            }
            let more = count.min(nodes - count);
            let mut theirs = vec![0; self.bytes_from((node + count) % nodes, more, bytes_of)];
            let way = ChannelId::back(round);
            let outgoing = Outgoing {
                way,
                bytes: &held[..self.bytes_from(node, more, bytes_of)],
            };
            let incoming = Incoming {
                way,
                bytes: Expected::Exactly(&mut theirs),
            };
            self.transfer(
                state,
                CollectiveKind::AllGather,
                Some(outgoing),
                Some(incoming),
            )
            .await?;
            held.append(&mut theirs);
            count += more;
        }
        self.flush_posted();
        // The shares begin with this node's and are in cyclic order.
        held.rotate_left(self.bytes_from(node, nodes - node, bytes_of));
        Ok(held)
    }

    /// Sends the i-th of the equally long blocks of `source` to node i, for all i. Returns the
    /// blocks for this node, in the order of their senders. This is the index algorithm of Bruck
    /// and others: log2 rounds, in each of which every node forwards half of its blocks.
    pub(in super::super) async fn all_to_all_nodes(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
    ) -> Result<Vec<u8>, P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node as usize, topology.nodes() as usize);
        let len = source.len() / nodes;
        // The block at `distance` is for the node that far ahead. At the end the block from the
        // node that far behind is there.
        let mut held = vec![0; source.len()];
        source.copy_into(self.process, &mut held)?;
        held.rotate_left(node * len);
        let block = |distance: usize| distance * len..(distance + 1) * len;
        for round in 0..nodes.next_power_of_two().trailing_zeros() {
            let moving = || (0..nodes).filter(|distance| distance >> round & 1 == 1);
            let mut out = Vec::with_capacity(source.len());
            moving().for_each(|at| out.extend_from_slice(&held[block(at)]));
            let mut theirs = vec![0; out.len()];
            let way = ChannelId::ahead(round);
            let outgoing = Outgoing { way, bytes: &out };
            let incoming = Incoming {
                way,
                bytes: Expected::Exactly(&mut theirs),
            };
            self.transfer(
                state,
                CollectiveKind::AllToAll,
                Some(outgoing),
                Some(incoming),
            )
            .await?;
            if len > 0 {
                for (at, theirs) in moving().zip(theirs.chunks_exact(len)) {
                    held[block(at)].copy_from_slice(theirs);
                }
            }
        }
        self.flush_posted();
        // The block of the preceding node is at 1, of the one before that at 2.
        let mut by_node = vec![0; held.len()];
        for distance in 0..nodes {
            let from = (node + nodes - distance) % nodes;
            by_node[block(from)].copy_from_slice(&held[block(distance)]);
        }
        Ok(by_node)
    }

    /// Sends the i-th of `blocks`, which may have any lengths, to node i. Returns the blocks for
    /// this node. The index algorithm of Bruck and others.
    pub(in super::super) async fn all_to_all_v_nodes(
        &self,
        state: &mut GroupState<P>,
        mut blocks: Vec<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node as usize, topology.nodes() as usize);
        blocks.rotate_left(node);
        for round in 0..nodes.next_power_of_two().trailing_zeros() {
            let moving = || (0..nodes).filter(|distance| distance >> round & 1 == 1);
            let mut out = Vec::new();
            for at in moving() {
                out.extend_from_slice(&(blocks[at].len() as u64).to_ne_bytes());
                out.extend_from_slice(&blocks[at]);
            }
            let mut theirs = Vec::new();
            let way = ChannelId::ahead(round);
            let outgoing = Outgoing { way, bytes: &out };
            let incoming = Incoming {
                way,
                bytes: Expected::Any(&mut theirs),
            };
            self.transfer(
                state,
                CollectiveKind::AllToAll,
                Some(outgoing),
                Some(incoming),
            )
            .await?;
            let mut rest = &theirs[..];
            for at in moving() {
                let Some((block, behind)) = split_block(rest) else {
                    return Err(self.torn_block(theirs.len()));
                };
                blocks[at].clear();
                blocks[at].extend_from_slice(block);
                rest = behind;
            }
        }
        self.flush_posted();
        // The block at a distance came from the node that far behind.
        blocks[1..].reverse();
        blocks.rotate_right(node);
        Ok(blocks)
    }

    #[cold]
    fn torn_block(&self, len: usize) -> P::Error {
        self.mismatch(format!(
                "an all-to-all's message of {len} bytes is not made of blocks: all members of a set call the same collectives \
                 in the same order"
            ))
    }

    /// Combines the i-th of the equally long blocks of all nodes' sources for node i, for all i.
    pub(in super::super) async fn reduce_scatter_nodes(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = target.len();
        if self.is_bulk_of_each(len) {
            return self
                .reduce_scatter_bulk(state, source, target, operator)
                .await;
        }
        if len == 0 {
            return Ok(());
        }
        let mut all = self.all_to_all_nodes(state, source).await?;
        operator.combine_blocks(&mut all, len);
        target.write(self.process, 0, &all[..len])
    }
}

/// Splits the first block of a message, which follows its length, from the rest.
fn split_block(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u64::from_ne_bytes(*len)).ok()?)
}
