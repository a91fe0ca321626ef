//! Collectives of large data, which moves directly between the callers' buffers.
//!
//! The owner of a buffer sends its *rendezvous header*. Others write to the buffer, or read from it. A
//! broadcast, reduction or scan is pipelined along a chain of nodes, in pieces with a message
//! behind each: a node passes one piece on while the next arrives. A binomial tree replaces the
//! chain where it is faster. Data below `AT_ONCE` goes directly between the root and a few others.
//! A node without children gets a message for the last piece of a broadcast only.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use farreach_verbs::{Access, Memory};

use super::buffer::{Buffer, BulkTarget, RENDEZVOUS_HEADER, RendezvousHeader};
use super::links::{Link, Links};
use crate::channel::{ChannelId, CollectiveKind};
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::{Far, Process};
use crate::{Collectives, Operator, Scan, Source, Target, layout};

/// Bytes of a piece of the pipeline.
const PIECE: usize = 256 << 10;
/// Up to this many bytes a root exchanges data directly with few others. Forwarding would cost
/// more, because each forwarder waits for its turn on a core.
const AT_ONCE: usize = 128 << 10;
/// Bytes that are combined at a time. They fit into the first-level cache.
pub(super) const BIT: usize = 8 << 10;
/// The most bytes of other nodes' contributions that a node has room for.
pub(super) const WHOLE: usize = 1 << 20;

/// What a node keeps of the combined data.
#[derive(Clone, Copy)]
enum Keep {
    /// All of it, if the node is the root.
    AtRoot,
    /// Its own result of a scan.
    Scan(Scan),
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// A pipelined broadcast of `data`, which is in the segment if there is a `copy`. This node's
    /// copy of the data is made while the network works.
    pub(super) async fn broadcast_bulk(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        copy: &mut Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let len = data.len();
        let mut copy = copy.take();
        let own = match *data {
            Target::Segment { offset, len } => Some(Source::Segment { offset, len }),
            Target::Private(_) => None,
        };
        let links = if len <= AT_ONCE {
            self.links(root)
        } else {
            self.shape(root, len, true)
        };
        let lent = self.lend_target(data)?;
        let buffer = lent.buffer;
        if let Some(parent) = links.parent {
            self.send(
                state,
                CollectiveKind::Bulk,
                parent.up(),
                &buffer.header(len),
            )
            .await?;
            self.flush_posted();
        }
        let children: Vec<Link> = links.outward().collect();
        let known = self.known_target();
        let places = if let Some(place) = known {
            vec![place; children.len()]
        } else {
            self.places(state, &children, len).await?
        };
        for at in (0..len).step_by(PIECE) {
            let part = PIECE.min(len - at);
            let is_last = at + part == len;
            if let Some(parent) = links.parent.filter(|_| is_last || !children.is_empty()) {
                self.receive(state, CollectiveKind::Bulk, parent.down, &mut [])
                    .await?;
            }
            for (child, &place) in children.iter().zip(&places) {
                let rank = self.leader(child.node);
                self.write_to(rank, (place, at), (buffer, at), part)?;
                if is_last || child.below > 1 {
                    self.send(state, CollectiveKind::Bulk, child.down, &[])
                        .await?;
                }
            }
            self.make_progress();
            // The copy is made while the network works.
            if let (Some(copy), Some(own)) = (&mut copy, &own) {
                copy.copy(self.process, at, own, at..at + part)?;
            }
        }
        if let Some(known) = known {
            for (child, told) in children
                .iter()
                .zip(self.places(state, &children, len).await?)
            {
                self.check_place(known, told, child.node)?;
            }
        }
        self.quiet().await
    }

    /// The place of the other node's target, if it is known without a rendezvous header. This requires two
    /// nodes with one member each: nobody else reads from the target, or forwards its former
    /// contents. The rendezvous header is sent all the same. It shows whether the other node runs the same
    /// collective.
    fn known_target(&self) -> Option<BulkTarget> {
        let topology = self.group.topology();
        let is_alone = topology.nodes() == 2 && topology.each_alone();
        self.ready_at.filter(|_| is_alone).map(BulkTarget::Known)
    }

    pub(super) async fn reduce_bulk(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        for whole in wholes(data.len(), operator) {
            let mut data = data.part(whole.start, whole.len());
            let links = if operator.is_ordered(self.of_nodes().1) {
                self.binomial(root)
            } else {
                self.shape(root, data.len(), false)
            };
            self.combine_bulk(state, &links, Keep::AtRoot, &mut data, operator)
                .await?;
        }
        Ok(())
    }

    pub(in super::super) async fn scan_bulk(
        &self,
        state: &mut GroupState<P>,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        // The chain ends at the last node, so the parent is the next node.
        let link = |node: u32, below: u32| Link {
            node,
            down: ChannelId::back(0),
            below,
        };
        let parent = (node + 1 < nodes).then(|| link(node + 1, node + 1));
        let child = (node > 0).then(|| link(node - 1, node));
        let links = Links::chain(parent, child);
        for whole in wholes(data.len(), operator) {
            let mut data = data.part(whole.start, whole.len());
            self.combine_bulk(state, &links, Keep::Scan(scan), &mut data, operator)
                .await?;
        }
        Ok(())
    }

    /// Combines the data of the children with `data`, and sends the result to the parent.
    async fn combine_bulk(
        &self,
        state: &mut GroupState<P>,
        links: &Links,
        keep: Keep,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = data.len();
        if !links.children.is_empty() {
            let room = state.room(len * links.children.len());
            let lent = self.lend_room(&room, Access::REMOTE_WRITE)?;
            let room = (&room, lent.buffer);
            return self
                .combine_below(state, links, keep, room, data, operator)
                .await;
        }
        let parent = links.parent.expect("one neighbour at least");
        let header = self
            .receive_rendezvous_header(state, parent.down, parent.node, len)
            .await?;
        let source = data.as_source();
        let lent = self.lend_source(&source)?;
        for piece in pieces(len, operator) {
            self.send_up(state, parent, (lent.buffer, header), piece)
                .await?;
        }
        self.quiet().await?;
        drop(lent);
        if let Keep::Scan(Scan::Exclusive) = keep {
            let identity = operator.identity.repeat(len / operator.unit);
            data.write(self.process, 0, &identity)?;
        }
        Ok(())
    }

    /// Sends a piece of a buffer to the parent.
    async fn send_up(
        &self,
        state: &mut GroupState<P>,
        parent: Link,
        (buffer, header): (Buffer, RendezvousHeader),
        piece: Range<usize>,
    ) -> Result<(), P::Error> {
        let (rank, at) = (self.leader(parent.node), piece.start);
        self.write_by_header(rank, header.at(at), (buffer, at), piece.len())?;
        self.send(state, CollectiveKind::Bulk, parent.up(), &[])
            .await?;
        self.make_progress();
        Ok(())
    }

    /// Combines the data of the children with `data`, and sends the result to the parent, if there
    /// are children. The contributions arrive in the room, one child's behind another's. They are
    /// combined in the place of the first, and sent from there.
    async fn combine_below(
        &self,
        state: &mut GroupState<P>,
        links: &Links,
        keep: Keep,
        (room, buffer): (&P::Room, Buffer),
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let (process, len) = (self.process, data.len());
        for (number, child) in links.children.iter().enumerate() {
            let header = buffer.header_at(number * len, len);
            self.send(state, CollectiveKind::Bulk, child.down, &header)
                .await?;
        }
        self.flush_posted();
        let mut above = None;
        let bit = ((BIT / operator.unit).max(1) * operator.unit).min(len);
        let (mut theirs, mut other) = (vec![0; bit], vec![0; bit]);
        for piece in pieces(len, operator) {
            for child in &links.children {
                self.receive(state, CollectiveKind::Bulk, child.up(), &mut [])
                    .await?;
            }
            for at in piece.clone().step_by(bit) {
                let bit = bit.min(piece.end - at);
                let (theirs, other) = (&mut theirs[..bit], &mut other[..bit]);
                if operator.is_ordered(1 + links.children.len()) {
                    data.read(process, at, theirs)?;
                    for number in 0..links.children.len() {
                        read_room(room, number * len + at, other);
                        (operator.combine)(theirs, other);
                    }
                    if links.parent.is_none() {
                        data.write(process, at, theirs)?;
                    }
                } else {
                    read_room(room, at, theirs);
                    for number in 1..links.children.len() {
                        read_room(room, number * len + at, other);
                        (operator.combine)(theirs, other);
                    }
                    combine_own(process, keep, links, data, at, (theirs, other), operator)?;
                }
                if links.parent.is_some() {
                    room.write(at, theirs).expect("inside the room");
                }
            }
            if let Some(parent) = links.parent {
                let header = if let Some(header) = above {
                    header
                } else {
                    let way = parent.down;
                    *above.insert(
                        self.receive_rendezvous_header(state, way, parent.node, len)
                            .await?,
                    )
                };
                self.send_up(state, parent, (buffer, header), piece).await?;
            }
        }
        if links.parent.is_some() {
            self.quiet().await?;
        }
        Ok(())
    }

    /// Collects the nodes' equally long shares in the target of node `root`, in the order of the
    /// nodes.
    pub(in super::super) async fn gather_bulk(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        source: &Source<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<(), P::Error> {
        let (len, links) = (source.len(), self.links(root));
        if links.parent.is_some() {
            let lent = self.lend_source(source)?;
            let header = lent.buffer.header(len);
            self.gather_nodes(state, root, &header, &|_| RENDEZVOUS_HEADER)
                .await?;
            return self.fan_out(state, root).await;
        }
        let target = target.expect("the root has one");
        let headers = self
            .gather_nodes(state, root, &[0; RENDEZVOUS_HEADER], &|_| RENDEZVOUS_HEADER)
            .await?;
        let headers = headers.expect("this is the root");
        let nodes = self.group.topology().nodes();
        target.copy(self.process, root as usize * len, source, 0..len)?;
        let lent = self.lend_target(target)?;
        let buffer = lent.buffer;
        for node in (1..nodes).map(|next| (root + next) % nodes) {
            let header = self.header_of(&headers, node, len)?;
            let into = (buffer, node as usize * len);
            self.read_at(self.leader(node), header, into, len)?;
        }
        self.quiet().await?;
        drop(lent);
        self.fan_out(state, root).await
    }

    /// Distributes the equally long shares in the source of node `root` to the nodes.
    pub(in super::super) async fn scatter_bulk(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = target.len();
        if self.links(root).parent.is_some() {
            let lent = self.lend_target(target)?;
            let header = lent.buffer.header(len);
            self.gather_nodes(state, root, &header, &|_| RENDEZVOUS_HEADER)
                .await?;
            return self.await_done(state, 1).await;
        }
        let source = source.expect("the root has one");
        let headers = self
            .gather_nodes(state, root, &[0; RENDEZVOUS_HEADER], &|_| RENDEZVOUS_HEADER)
            .await?;
        let headers = headers.expect("this is the root");
        let (node, nodes) = self.of_nodes();
        let lent = self.lend_source(source)?;
        let buffer = lent.buffer;
        for to in (1..nodes).map(|next| (node + next) % nodes) {
            let rank = self.leader(to as u32);
            let header = self.header_of(&headers, to as u32, len)?;
            self.write_by_header(rank, header, (buffer, to * len), len)?;
            self.tell_done(rank)?;
            self.make_progress();
        }
        target.copy(self.process, 0, source, node * len..(node + 1) * len)?;
        self.quiet().await
    }

    /// Collects the nodes' equally long shares in all targets, in the order of the nodes. The ring
    /// all-gather.
    pub(in super::super) async fn all_gather_bulk(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = source.len();
        let (node, nodes) = self.of_nodes();
        // The own block is copied while the network works, if the block can be sent from its
        // present place.
        let mut late = match (source, &target) {
            (Source::Segment { .. }, Target::Segment { offset, .. }) => Some(Target::Segment {
                offset: offset + node * len,
                len,
            }),
            _ => None,
        };
        if late.is_none() {
            target.copy(self.process, node * len, source, 0..len)?;
        }
        let next = self.leader(((node + 1) % nodes) as u32);
        let (on, back) = (ChannelId::ahead(0), ChannelId::back(0));
        let lent = self.lend_target(target)?;
        let buffer = lent.buffer;
        let all = len * nodes;
        self.send(state, CollectiveKind::Bulk, back, &buffer.header(all))
            .await?;
        let known = self.known_target();
        let place = if let Some(place) = known {
            place
        } else {
            self.header_of_next(state, all).await?
        };
        for step in 0..nodes - 1 {
            // Forwards the block that arrived in the step before.
            let at = (node + nodes - step) % nodes * len;
            let late = late.take();
            if late.is_some() {
                let own = self.lend_source(source)?;
                self.write_to(next, (place, at), (own.buffer, 0), len)?;
            } else {
                self.write_to(next, (place, at), (buffer, at), len)?;
            }
            self.send(state, CollectiveKind::Bulk, on, &[]).await?;
            self.make_progress();
            if let Some(mut own) = late {
                own.copy(self.process, 0, source, 0..len)?;
            }
            self.receive(state, CollectiveKind::Bulk, on, &mut [])
                .await?;
        }
        if let Some(known) = known {
            let told = self.header_of_next(state, all).await?;
            self.check_place(known, told, ((node + 1) % nodes) as u32)?;
        }
        self.quiet().await
    }

    /// The place where the next node wants data, from its rendezvous header.
    async fn header_of_next(
        &self,
        state: &mut GroupState<P>,
        len: usize,
    ) -> Result<BulkTarget, P::Error> {
        let (node, nodes) = self.of_nodes();
        let next = ((node + 1) % nodes) as u32;
        let header = self
            .receive_rendezvous_header(state, ChannelId::back(0), next, len)
            .await?;
        Ok(BulkTarget::Announced(header))
    }

    /// Sends the i-th of the equally long blocks of `source` to node i, for all i. Each block is
    /// written directly to its target.
    pub(in super::super) async fn all_to_all_bulk(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let (node, nodes) = self.of_nodes();
        let len = source.len() / nodes;
        target.copy(
            self.process,
            node * len,
            source,
            node * len..(node + 1) * len,
        )?;
        let lent = self.lend_target(target)?;
        let buffer = lent.buffer;
        let all = len * nodes;
        let own = buffer.header(all).to_vec();
        let headers = self
            .all_gather_nodes(state, own, &|_| RENDEZVOUS_HEADER)
            .await?;
        let lent = self.lend_source(source)?;
        let buffer = lent.buffer;
        for to in (1..nodes).map(|next| (node + next) % nodes) {
            let rank = self.leader(to as u32);
            let header = self.header_of(&headers, to as u32, all)?.at(node * len);
            self.write_by_header(rank, header, (buffer, to * len), len)?;
            self.tell_done(rank)?;
            self.make_progress();
        }
        self.await_done(state, nodes as u64 - 1).await?;
        self.quiet().await
    }

    /// Adds one to the word that `rank` waits for. The addition arrives after all earlier writes.
    pub(in super::super) fn tell_done(&self, rank: u32) -> Result<(), P::Error> {
        let done = self.group.area.base + layout::DONE;
        self.begin(rank, Far::Count { offset: done })
    }

    /// Waits until `others` processes have called [`Collectives::tell_done`] for this one.
    pub(in super::super) async fn await_done(
        &self,
        state: &mut GroupState<P>,
        others: u64,
    ) -> Result<(), P::Error> {
        if others == 0 {
            return Ok(());
        }
        state.done += others;
        let done = self.group.area.base + layout::DONE;
        let beyond = Some((done, state.done - 1));
        self.wait_words([beyond, None]).await
    }

    /// Tells all nodes that the root is done.
    async fn fan_out(&self, state: &mut GroupState<P>, root: u32) -> Result<(), P::Error> {
        let links = self.links(root);
        if let Some(parent) = links.parent {
            self.receive(state, CollectiveKind::Bulk, parent.down, &mut [])
                .await?;
        }
        for child in links.outward() {
            self.send(state, CollectiveKind::Bulk, child.down, &[])
                .await?;
        }
        self.flush_posted();
        Ok(())
    }

    pub(super) fn of_nodes(&self) -> (usize, usize) {
        let topology = self.group.topology();
        (topology.node as usize, topology.nodes() as usize)
    }

    /// The places where some neighbours want the data, from their rendezvous headers.
    async fn places(
        &self,
        state: &mut GroupState<P>,
        of: &[Link],
        len: usize,
    ) -> Result<Vec<BulkTarget>, P::Error> {
        let mut places = Vec::with_capacity(of.len());
        for &link in of {
            let header = self
                .receive_rendezvous_header(state, link.up(), link.node, len)
                .await?;
            places.push(BulkTarget::Announced(header));
        }
        Ok(places)
    }

    pub(super) async fn receive_rendezvous_header(
        &self,
        state: &mut GroupState<P>,
        way: ChannelId,
        from: u32,
        len: usize,
    ) -> Result<RendezvousHeader, P::Error> {
        let mut header = [0; RENDEZVOUS_HEADER];
        self.receive(state, CollectiveKind::Bulk, way, &mut header)
            .await?;
        self.header(&header, from, len)
    }

    /// A chain if a pipeline of `len` bytes is shorter along it than along a binomial tree, where a
    /// node sends to several. The chain begins after the root, or ends before it (`is_up`). If
    /// roots take turns, the node that is done first is then the next root.
    fn shape(&self, root: u32, len: usize, is_up: bool) -> Links {
        let (node, nodes) = (self.group.topology().node, self.group.topology().nodes());
        let pieces = len.div_ceil(PIECE);
        let levels = nodes.next_power_of_two().trailing_zeros() as usize;
        if pieces + nodes as usize - 2 > pieces * levels {
            return self.binomial(root);
        }
        let before = (node + nodes - 1) % nodes;
        let next = (node + 1) % nodes;
        let (parent, child, down) = if is_up {
            (before, next, ChannelId::ahead(0))
        } else {
            (next, before, ChannelId::back(0))
        };
        // The number of nodes behind this one.
        let behind = if is_up {
            root + nodes - next
        } else {
            before + nodes - root
        } % nodes;
        let link =
            |is_there: bool, node: u32, below: u32| is_there.then_some(Link { node, down, below });
        Links::chain(
            link(node != root, parent, behind + 1),
            link(child != root, child, behind),
        )
    }
}

/// Copies from the room for other nodes' contributions.
pub(super) fn read_room(room: &impl Memory, at: usize, into: &mut [u8]) {
    room.read(at, into).expect("inside the room");
}

/// Combines this node's data from `at` on with the others' data, and keeps the part that `keep`
/// says.
fn combine_own<P: Process>(
    process: &P,
    keep: Keep,
    links: &Links,
    data: &mut Target<'_>,
    at: usize,
    (theirs, other): (&mut [u8], &mut [u8]),
    operator: &Operator<'_>,
) -> Result<(), P::Error> {
    let bits = at..at + theirs.len();
    match (keep, data) {
        (Keep::AtRoot, Target::Private(own)) if links.parent.is_none() => {
            (operator.combine)(&mut own[bits], theirs);
            Ok(())
        }
        (Keep::AtRoot, Target::Private(own)) => {
            (operator.combine)(theirs, &own[bits]);
            Ok(())
        }
        (_, data) => {
            data.read(process, at, other)?;
            if let Keep::Scan(Scan::Exclusive) = keep {
                data.write(process, at, theirs)?;
            }
            (operator.combine)(theirs, other);
            match keep {
                Keep::AtRoot if links.parent.is_some() => Ok(()),
                Keep::Scan(Scan::Exclusive) => Ok(()),
                Keep::AtRoot | Keep::Scan(Scan::Inclusive) => data.write(process, at, theirs),
            }
        }
    }
}

/// The pieces of `len` bytes, in whole elements.
fn pieces(len: usize, operator: &Operator<'_>) -> impl Iterator<Item = Range<usize>> + use<> {
    let piece = (PIECE / operator.unit).max(1) * operator.unit;
    (0..len)
        .step_by(piece)
        .map(move |at| at..len.min(at + piece))
}

/// The ranges of `len` bytes that are combined as a unit, of at most `WHOLE` bytes.
fn wholes(len: usize, operator: &Operator<'_>) -> impl Iterator<Item = Range<usize>> + use<> {
    let whole = (WHOLE / operator.unit).max(1) * operator.unit;
    (0..len)
        .step_by(whole)
        .map(move |at| at..len.min(at + whole))
}
