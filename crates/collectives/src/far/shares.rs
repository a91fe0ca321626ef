//! Reductions of large data in which each node combines a share.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use farreach_verbs::Access;

use super::buffer::{LentTarget, RENDEZVOUS_HEADER};
use super::bulk::{BIT, WHOLE, read_room};
use crate::channel::{ChannelId, CollectiveKind};
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::order::Stack;
use crate::process::Process;
use crate::{Collectives, Operator, Source, Target};

/// Bytes of a share that are sent, combined and returned at a time.
const PIECE: usize = 512 << 10;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Combines the i-th of the equally long blocks of all nodes' sources for node i, for all i.
    pub(in super::super) async fn reduce_scatter_bulk(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let (node, nodes) = self.of_nodes();
        let process = self.process;
        let len = target.len();
        let others = nodes - 1;
        let piece = (WHOLE / others / operator.unit).max(1) * operator.unit;
        let piece = piece.min(len);
        let bit = ((BIT / operator.unit).max(1) * operator.unit).min(piece);
        let incoming = state.room(piece * others);
        let (mut own, mut theirs) = (vec![0; bit], vec![0; bit]);
        let lent = self.lend_source(source)?;
        let all = len * nodes;
        let header = lent.buffer.header(all).to_vec();
        let headers = self
            .all_gather_nodes(state, header, &|_| RENDEZVOUS_HEADER)
            .await?;
        let room = self.lend_room(&incoming, Access::NONE)?;
        for at in (0..len).step_by(piece) {
            let part = piece.min(len - at);
            for next in 1..nodes {
                let from = ((node + next) % nodes) as u32;
                let header = self.header_of(&headers, from, all)?.at(node * len + at);
                let into = (room.buffer, (next - 1) * piece);
                self.read_at(self.leader(from), header, into, part)?;
            }
            self.quiet().await?;
            for start in (0..part).step_by(bit) {
                let bit = bit.min(part - start);
                let (own, theirs) = (&mut own[..bit], &mut theirs[..bit]);
                let begin = node * len + at + start;
                let read_own = |into: &mut [u8]| {
                    Target::Private(into).copy(process, 0, source, begin..begin + bit)
                };
                let read = |next: usize, into: &mut [u8]| {
                    read_room(&incoming, (next - 1) * piece + start, into);
                    Ok(())
                };
                let stack = &mut state.stack;
                let combined =
                    self.combine_share(operator, (own, theirs), stack, read_own, read)?;
                target.write(process, at + start, combined)?;
            }
        }
        self.synchronize_nodes(state).await
    }

    /// Whether the nodes' data of `len` bytes is combined in shares. This needs few nodes, room for
    /// an element of every other node, and a channel to each.
    pub(super) fn has_shares(&self, len: usize, operator: &Operator<'_>) -> bool {
        let nodes = self.group.topology().nodes();
        let is_enough = nodes <= self.switches.few_max || len >= self.switches.shares_min_of_many;
        nodes <= self.switches.shares_max
            && is_enough
            && (nodes as usize - 1) * operator.unit <= self.group.area.shares_bytes
            && (1..nodes).all(|distance| ChannelId::over(distance, nodes).is_some())
    }

    /// Combines the nodes' data: a reduce-scatter followed by an all-gather, both by direct
    /// exchange. Each node combines one share and sends the result to all, so all nodes get the
    /// same bits. The data is in `source`, or in `target` itself.
    pub(super) async fn all_reduce_shares(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let (_, nodes) = self.of_nodes();
        let (total, unit) = (target.len(), operator.unit);
        let whole = self.group.area.shares_bytes / (nodes - 1) / unit * unit * nodes;
        for at in (0..total).step_by(whole) {
            let len = whole.min(total - at);
            let mut target = target.part(at, len);
            let into = self.lend_target(&mut target)?;
            let source = source.map(|source| source.part(at, len));
            self.combine_shares(state, source.as_ref(), &into, operator)
                .await?;
        }
        Ok(())
    }

    /// Combines as much data as there is room for, into a target that peers write. The data is the
    /// source, or the target's contents.
    ///
    /// A node writes its contribution to another's share without asking. The room there is free:
    /// this node has received the share that the other combined last, and the other had read the
    /// room by then. Contributions travel in pieces, each with a message behind it. The first
    /// message has the rendezvous header for the result. While a piece is combined and returned, the next
    /// arrives.
    async fn combine_shares(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        lent: &LentTarget<'_, P>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let (node, nodes) = self.of_nodes();
        let into = lent.buffer;
        let lent_source = source.map(|source| self.lend_source(source)).transpose()?;
        let from = lent_source.as_ref().map_or(into, |lent| lent.buffer);
        let (len, unit) = (lent.len(), operator.unit);
        let start = |node: usize| len / unit * node / nodes * unit;
        let share = |node: usize| start(node)..start(node + 1);
        let others = || (1..nodes).map(|distance| (node + distance) % nodes);
        let way = |from: usize, to: usize| {
            let distance = (to + nodes - from) % nodes;
            ChannelId::over(distance as u32, nodes as u32).expect("has_shares")
        };
        let most = others().map(|to| pieces(share(to), unit).len()).max();
        for number in 0..most.unwrap_or(0) {
            for to in others() {
                let theirs = share(to);
                let Some(piece) = pieces(theirs.clone(), unit).nth(number) else {
                    continue;
                };
                // The contributions to a share lie one behind another.
                let place = (node + nodes - to) % nodes - 1;
                let room = self.shares_at() + place * theirs.len() + piece.start - theirs.start;
                if !piece.is_empty() {
                    let from = from.part(piece.start, piece.len());
                    self.write_segment(self.leader(to as u32), room, from)?;
                }
                let header = into.header(len);
                let message = if number == 0 { &header[..] } else { &[] };
                self.send(state, CollectiveKind::Bulk, way(node, to), message)
                    .await?;
            }
            self.make_progress();
        }
        let own = share(node);
        let mut headers = Vec::with_capacity(nodes - 1);
        for piece in pieces(own.clone(), unit) {
            for from in others() {
                let way = way(from, node);
                if headers.len() < nodes - 1 {
                    headers.push(
                        self.receive_rendezvous_header(state, way, from as u32, len)
                            .await?,
                    );
                } else {
                    self.receive(state, CollectiveKind::Bulk, way, &mut [])
                        .await?;
                }
            }
            self.combine_piece(state, &own, piece.clone(), (source, lent), operator)?;
            for (to, header) in others().zip(&headers) {
                let rank = self.leader(to as u32);
                let (header, part) = (header.at(piece.start), (into, piece.start));
                self.write_by_header(rank, header, part, piece.len())?;
                self.send(state, CollectiveKind::Bulk, way(node, to), &[])
                    .await?;
            }
            self.make_progress();
        }
        for from in others() {
            for _ in pieces(share(from), unit) {
                self.receive(state, CollectiveKind::Bulk, way(from, node), &mut [])
                    .await?;
            }
        }
        self.quiet().await
    }

    /// Combines all contributions to a piece of this node's share.
    fn combine_piece(
        &self,
        state: &mut GroupState<P>,
        share: &Range<usize>,
        piece: Range<usize>,
        (source, lent): (Option<&Source<'_>>, &LentTarget<'_, P>),
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let bit = ((BIT / operator.unit).max(1) * operator.unit).min(piece.len());
        let (mut own, mut theirs) = (vec![0; bit], vec![0; bit]);
        for at in piece.clone().step_by(bit.max(1)) {
            let bit = bit.min(piece.end - at);
            let (own, theirs) = (&mut own[..bit], &mut theirs[..bit]);
            let read_own = |into: &mut [u8]| match source {
                Some(source) => source.part(at, bit).copy_into(self.process, into),
                None => lent.read(self.process, at, into),
            };
            let read = |next: usize, into: &mut [u8]| {
                let from = self.shares_at() + (next - 1) * share.len() + at - share.start;
                self.process.load(self.process.rank(), from, into)
            };
            let stack = &mut state.stack;
            let combined = self.combine_share(operator, (own, theirs), stack, read_own, read)?;
            lent.write(self.process, at, combined)?;
        }
        Ok(())
    }

    /// Combines this node's bytes with those of all other nodes. `read` copies those of the node at
    /// a distance ahead.
    fn combine_share<'b>(
        &self,
        operator: &Operator<'_>,
        (own, theirs): (&'b mut [u8], &mut [u8]),
        stack: &'b mut Stack,
        read_own: impl Fn(&mut [u8]) -> Result<(), P::Error>,
        read: impl Fn(usize, &mut [u8]) -> Result<(), P::Error>,
    ) -> Result<&'b [u8], P::Error> {
        let (node, nodes) = self.of_nodes();
        if operator.is_ordered(nodes) {
            return operator.combine_in_order(nodes, stack, own.len(), |at, into| {
                match (at + nodes - node) % nodes {
                    0 => read_own(into),
                    distance => read(distance, into),
                }
            });
        }
        read_own(own)?;
        for distance in 1..nodes {
            read(distance, theirs)?;
            (operator.combine)(own, theirs);
        }
        Ok(own)
    }

    fn shares_at(&self) -> usize {
        self.group.area.shares()
    }
}

/// The pieces of a share, in whole elements. There is at least one.
fn pieces(share: Range<usize>, unit: usize) -> impl ExactSizeIterator<Item = Range<usize>> + use<> {
    let piece = (PIECE / unit).max(1) * unit;
    let count = share.len().div_ceil(piece).max(1);
    (0..count).map(move |number| {
        let at = share.start + number * piece;
        at..share.end.min(at + piece)
    })
}
