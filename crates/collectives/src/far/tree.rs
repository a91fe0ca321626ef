//! Collectives of small data between one node and all (see `links.rs`), and scans from each node to
//! the next.

use crate::channel::{ChannelId, CollectiveKind};
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Source, Target};
use alloc::vec;
use alloc::vec::Vec;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Copies the data of node `root` to all nodes. If the root takes its `copy`, the data is there
    /// too.
    pub(in super::super) async fn broadcast_nodes(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        copy: &mut Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        if self.is_bulk_one_way(data.len()) {
            return self.broadcast_bulk(state, root, data, copy).await;
        }
        let links = self.links(root);
        let mut copy = Vec::new();
        if let Target::Segment { len, .. } = data {
            copy.resize(*len, 0);
            // The root only reads its data.
            if links.parent.is_none() {
                data.read(self.process, 0, &mut copy)?;
            }
        }
        let bytes = match data {
            Target::Private(bytes) => &mut **bytes,
            Target::Segment { .. } => &mut copy,
        };
        if let Some(parent) = links.parent {
            self.receive(state, CollectiveKind::Broadcast, parent.down, bytes)
                .await?;
        }
        for child in links.outward() {
            self.send(state, CollectiveKind::Broadcast, child.down, bytes)
                .await?;
        }
        self.flush_posted();
        if links.parent.is_some() && !copy.is_empty() {
            data.write(self.process, 0, &copy)?;
        }
        Ok(())
    }

    /// Combines the nodes' data into that of node `root`. The data of other nodes is unchanged.
    pub(in super::super) async fn reduce_nodes(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if self.is_bulk_one_way(data.len()) {
            return self.reduce_bulk(state, root, data, operator).await;
        }
        let links = self.links(root);
        let len = data.len();
        if len > 0 && links.is_direct && operator.is_ordered(1 + links.children.len()) {
            // The root has all contributions, beginning with its own.
            let mut all = vec![0; len * (1 + links.children.len())];
            let (own, theirs) = all.split_at_mut(len);
            data.read(self.process, 0, own)?;
            for (child, into) in links.children.iter().zip(theirs.chunks_exact_mut(len)) {
                self.receive(state, CollectiveKind::Reduce, child.up(), into)
                    .await?;
            }
            operator.combine_blocks(&mut all, len);
            return data.write(self.process, 0, &all[..len]);
        }
        // In a binomial tree this is the operator's order.
        let (mut own, mut theirs) = (vec![0; len], vec![0; len]);
        data.read(self.process, 0, &mut own)?;
        for child in &links.children {
            self.receive(state, CollectiveKind::Reduce, child.up(), &mut theirs)
                .await?;
            (operator.combine)(&mut own, &theirs);
        }
        if let Some(parent) = links.parent {
            self.send(state, CollectiveKind::Reduce, parent.up(), &own)
                .await?;
            self.flush_posted();
            return Ok(());
        }
        data.write(self.process, 0, &own)
    }

    /// Combines the nodes' data, which is in `source`, or in `data` itself if there is no source.
    /// All nodes get the same bits in `data`.
    pub(in super::super) async fn all_reduce_nodes(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let nodes = self.group.topology().nodes();
        let len = data.len();
        if self.is_bulk_one_way(len) && self.has_shares(len, operator) {
            return self.all_reduce_shares(state, source, data, operator).await;
        }
        if let Some(source) = source {
            data.copy(self.process, 0, source, 0..len)?;
        }
        if nodes > self.switches.exchange_max
            || self.is_bulk_one_way(len * nodes as usize)
            || len == 0
        {
            self.reduce_nodes(state, 0, data, operator).await?;
            return self.broadcast_nodes(state, 0, data, &mut None).await;
        }
        let mut own = vec![0; len];
        data.read(self.process, 0, &mut own)?;
        let mut all = self.all_gather_nodes(state, own, &|_| len).await?;
        // All nodes combine in one order, so that all get the same bits.
        operator.combine_blocks(&mut all, len);
        data.write(self.process, 0, &all[..len])
    }

    /// Collects the nodes' shares, of `bytes_of` each, at node `root`, in the order of the nodes.
    pub(in super::super) async fn gather_nodes(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        own: &[u8],
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> Result<Option<Vec<u8>>, P::Error> {
        let links = self.links(root);
        let mut held =
            vec![0; self.bytes_from(self.group.topology().node, links.subtree, bytes_of)];
        held[..own.len()].copy_from_slice(own);
        let mut at = own.len();
        for child in &links.children {
            let len = self.bytes_from(child.node, child.below, bytes_of);
            let into = &mut held[at..at + len];
            self.receive(state, CollectiveKind::Gather, child.up(), into)
                .await?;
            at += len;
        }
        if let Some(parent) = links.parent {
            self.send(state, CollectiveKind::Gather, parent.up(), &held)
                .await?;
            self.flush_posted();
            return Ok(None);
        }
        // The shares begin with the root's and are in cyclic order.
        let behind = self.bytes_from(root, self.group.topology().nodes() - root, bytes_of);
        held.rotate_left(behind);
        Ok(Some(held))
    }

    /// Distributes shares, of `bytes_of` each, which node `root` has in the order of the nodes.
    pub(in super::super) async fn scatter_nodes(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        all: Option<Vec<u8>>,
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> Result<Vec<u8>, P::Error> {
        let links = self.links(root);
        let mut held = all.unwrap_or_default();
        if let Some(parent) = links.parent {
            held = vec![0; self.bytes_from(self.group.topology().node, links.subtree, bytes_of)];
            self.receive(state, CollectiveKind::Scatter, parent.down, &mut held)
                .await?;
        } else {
            held.rotate_left(self.bytes_from(0, root, bytes_of));
        }
        for child in links.children.iter().rev() {
            let len = self.bytes_from(child.node, child.below, bytes_of);
            let part = held.split_off(held.len() - len);
            self.send(state, CollectiveKind::Scatter, child.down, &part)
                .await?;
        }
        self.flush_posted();
        Ok(held)
    }

    /// Combines `own` with the result of the nodes before, and sends the combination to the next
    /// node. Returns the result of the nodes before, if there are any.
    pub(in super::super) async fn scan_nodes(
        &self,
        state: &mut GroupState<P>,
        own: &mut [u8],
        operator: &Operator<'_>,
    ) -> Result<Option<Vec<u8>>, P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        let way = ChannelId::ahead(0);
        let mut before = None;
        if node > 0 {
            let mut bytes = vec![0; own.len()];
            self.receive(state, CollectiveKind::Scan, way, &mut bytes)
                .await?;
            (operator.combine)(own, &bytes);
            before = Some(bytes);
        }
        if node + 1 < nodes {
            self.send(state, CollectiveKind::Scan, way, own).await?;
        }
        self.flush_posted();
        Ok(before)
    }

    /// Bytes of the shares of `count` nodes from `first` on, in cyclic order.
    pub(super) fn bytes_from(
        &self,
        first: u32,
        count: u32,
        bytes_of: &(dyn Fn(u32) -> usize + Sync),
    ) -> usize {
        let nodes = self.group.topology().nodes();
        (0..count)
            .map(|next| bytes_of((first + next) % nodes))
            .sum()
    }
}
