//! Much data of which each node combines a share.

use farreach_verbs::Access;

use super::super::channel::{Kind, Way};
use super::super::group::State;
use super::super::layout::{self, SHARES, SHARES_BYTES};
use super::super::{Collectives, Operator, Source, Target};
use super::buffer::{Buffer, TICKET};
use super::bulk::{BIT, WHOLE};
use crate::Error;

impl Collectives<'_> {
    /// Combines the i-th of the equally long blocks of all nodes' sources for the node i, for all i.
    pub(in super::super) fn reduce_scatter_bulk(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (node, nodes) = self.of_nodes();
        let world = self.world;
        let len = target.len();
        let others = nodes - 1;
        let piece = (WHOLE / others / operator.unit).max(1) * operator.unit;
        let piece = piece.min(len);
        let bit = ((BIT / operator.unit).max(1) * operator.unit).min(piece);
        let memory = |error| Error::memory(world.rank(), world.rank(), error);
        let incoming = state.room(piece * others);
        let (mut own, mut theirs) = (vec![0; bit], vec![0; bit]);
        self.with_source_buffer(source, |buffer| {
            let all = len * nodes;
            let ticket = buffer.ticket(all).to_vec();
            let tickets = self.all_gather_nodes(state, ticket, &|_| TICKET)?;
            world.with_registered(incoming.clone(), Access::LOCAL_WRITE, |region| {
                let into = Buffer::new(region);
                for at in (0..len).step_by(piece) {
                    let part = piece.min(len - at);
                    for next in 1..nodes {
                        let from = ((node + next) % nodes) as u32;
                        let ticket = self.ticket_of(&tickets, from, all)?.at(node * len + at);
                        let into = (into, (next - 1) * piece);
                        self.read_at(self.leader(from), ticket, into, part)?;
                    }
                    world.quiet()?;
                    for start in (0..part).step_by(bit) {
                        let bit = bit.min(part - start);
                        let (own, theirs) = (&mut own[..bit], &mut theirs[..bit]);
                        let begin = node * len + at + start;
                        Target::Private(own).copy(world, 0, source, begin..begin + bit)?;
                        for next in 0..others {
                            let from = next * piece + start;
                            incoming.copy_out(from, theirs).map_err(memory)?;
                            (operator.combine)(own, theirs);
                        }
                        target.write(world, at + start, own)?;
                    }
                }
                Ok(())
            })?;
            self.synchronize_nodes(state)
        })
    }

    /// Whether the nodes' data can be combined in shares: there is room for an element of every other node, and a channel to each.
    pub(super) fn has_shares(&self, operator: &Operator<'_>) -> bool {
        let nodes = self.group.topology().nodes();
        (nodes as usize - 1) * operator.unit <= SHARES_BYTES
            && (1..nodes).all(|distance| Way::over(distance, nodes).is_some())
    }

    /// Combines the nodes' data: each a share of it, which it then gives to all, so that all get the same bits.
    pub(super) fn all_reduce_shares(
        &self,
        state: &mut State,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (_, nodes) = self.of_nodes();
        let (total, unit) = (data.len(), operator.unit);
        let whole = SHARES_BYTES / (nodes - 1) / unit * unit * nodes;
        (0..total).step_by(whole).try_for_each(|at| {
            let part = data.part(at, whole.min(total - at));
            self.combine_shares(state, part, operator)
        })
    }

    /// The same of as much as there is room for.
    ///
    /// What this node has of another's share goes there without being asked for: whoever is here got the other's share of the
    /// time before, for which the other has read all that it had room for. The message behind it tells where the result is to
    /// come.
    fn combine_shares(
        &self,
        state: &mut State,
        data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (node, nodes) = self.of_nodes();
        let (len, unit) = (data.len(), operator.unit);
        let start = |node: usize| len / unit * node / nodes * unit;
        let share = |node: usize| start(node)..start(node + 1);
        let own = share(node);
        let others = || (1..nodes).map(|distance| (node + distance) % nodes);
        let way = |from: usize, to: usize| {
            let distance = (to + nodes - from) % nodes;
            Way::over(distance as u32, nodes as u32).expect("has_shares")
        };
        // What others combine comes into the parts around the own share.
        let [mut before, mut data, mut behind] = data.split(own.clone());
        self.with_target_buffer(&mut before, |before| {
            self.with_target_buffer(&mut behind, |behind| {
                for to in others() {
                    let theirs = share(to);
                    let (buffer, first) = if to < node {
                        (before, 0)
                    } else {
                        (behind, own.end)
                    };
                    // The contributions to a share are one behind another.
                    let place = (node + nodes - to) % nodes - 1;
                    let room = self.shares_at() + place * theirs.len();
                    if !theirs.is_empty() {
                        let from = buffer.part(theirs.start - first, theirs.len());
                        self.world
                            .put_registered(self.leader(to as u32), room, from)?;
                    }
                    let ticket = buffer.ticket(len);
                    self.send(state, Kind::Bulk, way(node, to), &ticket)?;
                    self.world.progress();
                }
                let mut tickets = Vec::with_capacity(nodes - 1);
                for from in others() {
                    let way = way(from, node);
                    tickets.push(self.take_ticket(state, way, from as u32, len)?);
                }
                self.combine_own_share(&mut data, operator)?;
                self.with_source_buffer(&data.as_source(), |buffer| {
                    for (to, ticket) in others().zip(&tickets) {
                        // The own share is in what the other has before its own, or behind it.
                        let first = if node < to { 0 } else { share(to).end };
                        let ticket = ticket.at(own.start - first);
                        let rank = self.leader(to as u32);
                        self.write_by_ticket(rank, ticket, (buffer, 0), own.len())?;
                        self.send(state, Kind::Bulk, way(node, to), &[])?;
                        self.world.progress();
                    }
                    for from in others() {
                        self.receive(state, Kind::Bulk, way(from, node), &mut [])?;
                    }
                    self.world.quiet()
                })
            })
        })
    }

    /// Combines what all others have sent of this node's share with its own.
    fn combine_own_share(
        &self,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (_, nodes) = self.of_nodes();
        let (world, len) = (self.world, data.len());
        let memory = |error| Error::memory(world.rank(), world.rank(), error);
        let bit = ((BIT / operator.unit).max(1) * operator.unit).min(len);
        let (mut own, mut theirs) = (vec![0; bit], vec![0; bit]);
        for at in (0..len).step_by(bit.max(1)) {
            let bit = bit.min(len - at);
            let (own, theirs) = (&mut own[..bit], &mut theirs[..bit]);
            data.read(world, at, own)?;
            for place in 0..nodes - 1 {
                let from = self.shares_at() + place * len + at;
                let copied = world.own_segment().copy_out(from, theirs);
                copied.map_err(memory)?;
                (operator.combine)(own, theirs);
            }
            data.write(world, at, own)?;
        }
        Ok(())
    }

    fn shares_at(&self) -> usize {
        layout::context(self.group.context()) + SHARES
    }
}
