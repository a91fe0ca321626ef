//! Much data of which each node combines a share: it reads the others' there, some at a time.

use farreach_verbs::Access;

use super::super::group::State;
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

    /// Combines the nodes' data: each a share of it, which it then gives to all, so that all get the same bits.
    pub(super) fn all_reduce_shares(
        &self,
        state: &mut State,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (_, nodes) = self.of_nodes();
        let len = data.len() / operator.unit / nodes * operator.unit;
        let shared = len * nodes;
        if len > 0 {
            let mut share = vec![0; len];
            let source = data.as_source().part(0, shared);
            let combined = &mut Target::Private(&mut share);
            self.reduce_scatter_bulk(state, &source, combined, operator)?;
            let target = &mut data.part(0, shared);
            self.all_gather_bulk(state, &Source::Private(&share), target)?;
        }
        let rest = data.len() - shared;
        if rest > 0 {
            let rest = &mut data.part(shared, rest);
            self.reduce_nodes(state, 0, rest, operator)?;
            self.broadcast_nodes(state, 0, rest)?;
        }
        Ok(())
    }
}
