//! From one node to all and back, along binomial trees; and from each to the next.

use farreach_engine::collectives::Place;

use super::super::channel::{Kind, Way};
use super::super::group::State;
use super::super::{Collectives, Operator, Target};
use crate::Error;

impl Collectives<'_> {
    /// Copies the data of the node `root` to all others'.
    pub(in super::super) fn broadcast_nodes(
        &self,
        state: &mut State,
        root: u32,
        data: &mut Target<'_>,
    ) -> Result<(), Error> {
        if self.is_bulk_one_way(data.len()) {
            return self.broadcast_bulk(state, root, data);
        }
        let place = self.place_of(root);
        let mut copy = Vec::new();
        if let Target::Segment { len, .. } = data {
            copy.resize(*len, 0);
            // The root's is only read.
            if place.parent().is_none() {
                data.read(self.world, 0, &mut copy)?;
            }
        }
        let bytes = match data {
            Target::Private(bytes) => &mut **bytes,
            Target::Segment { .. } => &mut copy,
        };
        if let Some(parent) = place.parent() {
            self.receive(state, Kind::Broadcast, Way::ahead(parent.slot), bytes)?;
        }
        for child in place.children().rev() {
            self.send(state, Kind::Broadcast, Way::ahead(child.slot), bytes)?;
        }
        self.world.depart();
        if place.parent().is_some() && !copy.is_empty() {
            data.write(self.world, 0, &copy)?;
        }
        Ok(())
    }

    /// Combines the nodes' data into that of the node `root`; the others' stays as it is.
    pub(in super::super) fn reduce_nodes(
        &self,
        state: &mut State,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        if self.is_bulk_one_way(data.len()) {
            return self.reduce_bulk(state, root, data, operator);
        }
        let place = self.place_of(root);
        let (mut own, mut theirs) = (vec![0; data.len()], vec![0; data.len()]);
        data.read(self.world, 0, &mut own)?;
        for child in place.children() {
            self.receive(state, Kind::Reduce, Way::back(child.slot), &mut theirs)?;
            (operator.combine)(&mut own, &theirs);
        }
        if let Some(parent) = place.parent() {
            self.send(state, Kind::Reduce, Way::back(parent.slot), &own)?;
            self.world.depart();
            return Ok(());
        }
        data.write(self.world, 0, &own)
    }

    /// Combines the nodes' data; all get the same result, bit for bit.
    pub(in super::super) fn all_reduce_nodes(
        &self,
        state: &mut State,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let nodes = self.group.topology().nodes();
        let len = data.len();
        if self.is_bulk_one_way(len)
            && nodes <= self.switches.shares_max
            && self.has_shares(operator)
        {
            return self.all_reduce_shares(state, data, operator);
        }
        if nodes > self.switches.exchange_max
            || self.is_bulk_one_way(len * nodes as usize)
            || len == 0
        {
            self.reduce_nodes(state, 0, data, operator)?;
            return self.broadcast_nodes(state, 0, data);
        }
        let mut own = vec![0; len];
        data.read(self.world, 0, &mut own)?;
        let mut all = self.all_gather_nodes(state, own, &|_| len)?;
        // In the order of the nodes, so that all get the same bits.
        let (first, others) = all.split_at_mut(len);
        for other in others.chunks_exact(len) {
            (operator.combine)(first, other);
        }
        data.write(self.world, 0, first)
    }

    /// Collects the nodes' shares, of `bytes_of` each, at the node `root`, which gets them in the order of the nodes.
    pub(in super::super) fn gather_nodes(
        &self,
        state: &mut State,
        root: u32,
        own: &[u8],
        bytes_of: &dyn Fn(u32) -> usize,
    ) -> Result<Option<Vec<u8>>, Error> {
        let place = self.place_of(root);
        let mut held =
            vec![0; self.bytes_from(self.group.topology().node, place.subtree(), bytes_of)];
        held[..own.len()].copy_from_slice(own);
        let mut at = own.len();
        for child in place.children() {
            let len = self.bytes_from(child.node, place.below(child.slot), bytes_of);
            let into = &mut held[at..at + len];
            self.receive(state, Kind::Gather, Way::back(child.slot), into)?;
            at += len;
        }
        if let Some(parent) = place.parent() {
            self.send(state, Kind::Gather, Way::back(parent.slot), &held)?;
            self.world.depart();
            return Ok(None);
        }
        // From the root on; the others' follow, round to the one before.
        let behind = self.bytes_from(root, self.group.topology().nodes() - root, bytes_of);
        held.rotate_left(behind);
        Ok(Some(held))
    }

    /// Gives the nodes their shares, of `bytes_of` each, of what the node `root` has for them in their order.
    pub(in super::super) fn scatter_nodes(
        &self,
        state: &mut State,
        root: u32,
        all: Option<Vec<u8>>,
        bytes_of: &dyn Fn(u32) -> usize,
    ) -> Result<Vec<u8>, Error> {
        let place = self.place_of(root);
        let mut held = all.unwrap_or_default();
        if let Some(parent) = place.parent() {
            held = vec![0; self.bytes_from(self.group.topology().node, place.subtree(), bytes_of)];
            self.receive(state, Kind::Scatter, Way::ahead(parent.slot), &mut held)?;
        } else {
            held.rotate_left(self.bytes_from(0, root, bytes_of));
        }
        for child in place.children().rev() {
            let len = self.bytes_from(child.node, place.below(child.slot), bytes_of);
            let part = held.split_off(held.len() - len);
            self.send(state, Kind::Scatter, Way::ahead(child.slot), &part)?;
        }
        self.world.depart();
        Ok(held)
    }

    /// Combines `own` into what the nodes before have, and tells the next. Returns what those before have, if there are any.
    pub(in super::super) fn scan_nodes(
        &self,
        state: &mut State,
        own: &mut [u8],
        operator: &Operator<'_>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        let way = Way::ahead(0);
        let mut before = None;
        if node > 0 {
            let mut bytes = vec![0; own.len()];
            self.receive(state, Kind::Scan, way, &mut bytes)?;
            (operator.combine)(own, &bytes);
            before = Some(bytes);
        }
        if node + 1 < nodes {
            self.send(state, Kind::Scan, way, own)?;
        }
        self.world.depart();
        Ok(before)
    }

    /// This node's place in the binomial tree from `root` on.
    pub(super) fn place_of(&self, root: u32) -> Place {
        let topology = self.group.topology();
        Place::new(topology.node, topology.nodes(), root)
    }

    /// Bytes of `count` nodes' shares from that of the node `first` on, round.
    pub(super) fn bytes_from(
        &self,
        first: u32,
        count: u32,
        bytes_of: &dyn Fn(u32) -> usize,
    ) -> usize {
        let nodes = self.group.topology().nodes();
        (0..count)
            .map(|next| bytes_of((first + next) % nodes))
            .sum()
    }
}
