//! Much data: it stays where it is, and whoever needs it reads it from there.
//!
//! The owner of a buffer tells where it is (its *ticket*), and later how much of it is ready; readers tell when they are
//! done. A broadcast or reduction goes along a chain of nodes, or along a binomial tree where those are many, in pieces: while
//! a node reads one, the next node reads the one before from it.

use farreach_engine::collectives::Edge;
use farreach_node::Memory;
use farreach_verbs::{Access, Memory as _};

use super::super::channel::{Kind, Way};
use super::super::group::State;
use super::super::{Collectives, Operator, Scan, Source, Target};
use super::buffer::{Buffer, TICKET, Ticket};
use crate::Error;

/// Bytes that are read at a time.
const PIECE: usize = 256 << 10;
/// The most bytes that a reduction keeps of its own at a time.
const WHOLE: usize = 1 << 20;

/// The neighbours of a node in a tree or chain.
struct Shape {
    parent: Option<Edge>,
    children: Vec<Edge>,
    /// Whether the parents are before their children in the order of the nodes.
    is_up: bool,
}

impl Shape {
    /// From a child to its parent.
    fn up(&self, edge: Edge) -> Way {
        if self.is_up {
            Way::back(edge.slot)
        } else {
            Way::ahead(edge.slot)
        }
    }

    /// From a parent to its child.
    fn down(&self, edge: Edge) -> Way {
        if self.is_up {
            Way::ahead(edge.slot)
        } else {
            Way::back(edge.slot)
        }
    }
}

/// What a node keeps of what is combined.
#[derive(Clone, Copy)]
enum Keep {
    /// All of it, if there is nobody above.
    AtRoot,
    /// What is combined up to it.
    Scan(Scan),
}

/// A reduction on its way through a node.
struct Combining<'a> {
    collectives: &'a Collectives<'a>,
    shape: &'a Shape,
    keep: Keep,
    operator: &'a Operator<'a>,
    piece: usize,
    /// Room for a piece of another node's.
    incoming: &'a Memory,
    into: Buffer,
}

impl Combining<'_> {
    fn run(
        &mut self,
        state: &mut State,
        data: &mut Target<'_>,
        outgoing: Option<(Edge, &Memory)>,
    ) -> Result<(), Error> {
        let (all, shape) = (self.collectives, self.shape);
        let world = all.world;
        let memory = |error| Error::memory(world.rank(), world.rank(), error);
        let mut own = vec![0; self.piece];
        let mut theirs = vec![0; self.piece];
        let mut tickets = Vec::with_capacity(shape.children.len());
        let len = data.len();
        for at in (0..len).step_by(self.piece) {
            let part = self.piece.min(len - at);
            let (own, theirs) = (&mut own[..part], &mut theirs[..part]);
            data.read(world, at, own)?;
            for (number, &child) in shape.children.iter().enumerate() {
                let way = shape.up(child);
                if at == 0 {
                    tickets.push(all.take_ticket(state, way)?);
                }
                all.receive(state, Kind::Bulk, way, &mut [])?;
                let into = self.into.part(0, part);
                world.get_exposed(all.leader(child.node), tickets[number].part(at), into)?;
                world.quiet()?;
                self.incoming.copy_out(0, theirs).map_err(memory)?;
                (self.operator.combine)(own, theirs);
            }
            if let Some((parent, outgoing)) = outgoing {
                outgoing.copy_in(at, own).map_err(memory)?;
                all.send(state, Kind::Bulk, shape.up(parent), &[])?;
                world.depart();
            }
            match self.keep {
                Keep::AtRoot if outgoing.is_some() => {}
                Keep::AtRoot | Keep::Scan(Scan::Inclusive) => data.write(world, at, own)?,
                Keep::Scan(Scan::Exclusive) if shape.children.is_empty() => {
                    let identity = self.operator.identity.repeat(part / self.operator.unit);
                    data.write(world, at, &identity)?;
                }
                Keep::Scan(Scan::Exclusive) => data.write(world, at, theirs)?,
            }
        }
        for &child in &shape.children {
            all.send(state, Kind::Bulk, shape.down(child), &[])?;
        }
        world.depart();
        Ok(())
    }
}

impl Collectives<'_> {
    pub(super) fn broadcast_bulk(
        &self,
        state: &mut State,
        root: u32,
        data: &mut Target<'_>,
    ) -> Result<(), Error> {
        let len = data.len();
        let shape = self.shape(root, len);
        self.with_target_buffer(data, |buffer| {
            let mut above = None;
            if let Some(parent) = shape.parent {
                above = Some((parent, self.take_ticket(state, Way::ahead(parent.slot))?));
            }
            for child in &shape.children {
                self.send(state, Kind::Bulk, Way::ahead(child.slot), &buffer.ticket())?;
            }
            for at in (0..len).step_by(PIECE) {
                let part = PIECE.min(len - at);
                if let Some((parent, ticket)) = above {
                    self.receive(state, Kind::Bulk, Way::ahead(parent.slot), &mut [])?;
                    let rank = self.leader(parent.node);
                    let into = buffer.part(at, part);
                    self.world.get_exposed(rank, ticket.part(at), into)?;
                    self.world.quiet()?;
                }
                for child in &shape.children {
                    self.send(state, Kind::Bulk, Way::ahead(child.slot), &[])?;
                }
                self.world.depart();
            }
            if let Some((parent, _)) = above {
                self.send(state, Kind::Bulk, Way::back(parent.slot), &[])?;
                self.world.depart();
            }
            for child in &shape.children {
                self.receive(state, Kind::Bulk, Way::back(child.slot), &mut [])?;
            }
            Ok(())
        })
    }

    pub(super) fn reduce_bulk(
        &self,
        state: &mut State,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        in_wholes(data, operator, |data| {
            let shape = self.shape(root, data.len());
            self.combine_bulk(state, &shape, Keep::AtRoot, data, operator)
        })
    }

    pub(in super::super) fn scan_bulk(
        &self,
        state: &mut State,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let topology = self.group.topology();
        let (node, nodes) = (topology.node, topology.nodes());
        // Toward the last node: who is next is above.
        let shape = Shape {
            parent: (node + 1 < nodes).then_some(Edge {
                node: node + 1,
                slot: 0,
            }),
            children: (node > 0)
                .then(|| Edge {
                    node: node - 1,
                    slot: 0,
                })
                .into_iter()
                .collect(),
            is_up: false,
        };
        in_wholes(data, operator, |data| {
            self.combine_bulk(state, &shape, Keep::Scan(scan), data, operator)
        })
    }

    /// Combines what those below have with `data`, and lets the one above read the result.
    fn combine_bulk(
        &self,
        state: &mut State,
        shape: &Shape,
        keep: Keep,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (world, len) = (self.world, data.len());
        let piece = ((PIECE / operator.unit).max(1) * operator.unit).min(len);
        let incoming = Memory::allocate(piece);
        let into = incoming.clone();
        world.with_registered(into, Access::LOCAL_WRITE, |into| {
            let mut work = Combining {
                collectives: self,
                shape,
                keep,
                operator,
                piece,
                incoming: &incoming,
                into: Buffer::new(into),
            };
            let Some(parent) = shape.parent else {
                return work.run(state, data, None);
            };
            let outgoing = Memory::allocate(len);
            world.with_registered(outgoing.clone(), Access::REMOTE_READ, |region| {
                let ticket = Buffer::new(region).ticket();
                self.send(state, Kind::Bulk, shape.up(parent), &ticket)?;
                work.run(state, data, Some((parent, &outgoing)))?;
                self.receive(state, Kind::Bulk, shape.down(parent), &mut [])
            })
        })
    }

    /// Collects the nodes' equally long shares in the target of the node `root`, in the order of the nodes.
    pub(in super::super) fn gather_bulk(
        &self,
        state: &mut State,
        root: u32,
        source: &Source<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<(), Error> {
        let (len, place) = (source.len(), self.place_of(root));
        if place.parent().is_some() {
            return self.with_source_buffer(source, |buffer| {
                self.gather_nodes(state, root, &buffer.ticket(), &|_| TICKET)?;
                self.fan_out(state, root)
            });
        }
        let target = target.expect("the root has one");
        let tickets = self.gather_nodes(state, root, &[0; TICKET], &|_| TICKET)?;
        let tickets = tickets.expect("this is the root");
        let nodes = self.group.topology().nodes();
        target.copy(self.world, root as usize * len, source, 0..len)?;
        self.with_target_buffer(target, |buffer| {
            for node in (1..nodes).map(|next| (root + next) % nodes) {
                let into = buffer.part(node as usize * len, len);
                let ticket = Ticket::among(&tickets, node);
                self.world
                    .get_exposed(self.leader(node), ticket.part(0), into)?;
            }
            self.world.quiet()
        })?;
        self.fan_out(state, root)
    }

    /// Gives the nodes their equally long shares of the source of the node `root`.
    pub(in super::super) fn scatter_bulk(
        &self,
        state: &mut State,
        root: u32,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let len = target.len();
        let node = self.group.topology().node;
        if self.place_of(root).parent().is_none() {
            let source = source.expect("the root has one");
            self.with_source_buffer(source, |buffer| {
                let mut ticket = buffer.ticket();
                self.broadcast_nodes(state, root, &mut Target::Private(&mut ticket))?;
                self.fan_in(state, root)
            })?;
            let at = node as usize * len;
            return target.copy(self.world, 0, source, at..at + len);
        }
        let mut ticket = [0; TICKET];
        self.broadcast_nodes(state, root, &mut Target::Private(&mut ticket))?;
        self.with_target_buffer(target, |buffer| {
            let from = Ticket::decode(ticket).part(node as usize * len);
            let rank = self.leader(root);
            self.world.get_exposed(rank, from, buffer.part(0, len))?;
            self.world.quiet()
        })?;
        self.fan_in(state, root)
    }

    /// Collects the nodes' equally long shares in all targets, in the order of the nodes: round a ring.
    pub(in super::super) fn all_gather_bulk(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let len = source.len();
        let (node, nodes) = self.of_nodes();
        target.copy(self.world, node * len, source, 0..len)?;
        let before = self.leader(((node + nodes - 1) % nodes) as u32);
        let (on, back) = (Way::ahead(0), Way::back(0));
        self.with_target_buffer(target, |buffer| {
            self.send(state, Kind::Bulk, on, &buffer.ticket())?;
            let ticket = self.take_ticket(state, on)?;
            for step in 0..nodes - 1 {
                // What came in the step before is there for the next.
                self.send(state, Kind::Bulk, on, &[])?;
                self.receive(state, Kind::Bulk, on, &mut [])?;
                let at = (node + nodes - 1 - step) % nodes * len;
                let into = buffer.part(at, len);
                self.world.get_exposed(before, ticket.part(at), into)?;
                self.world.quiet()?;
            }
            self.send(state, Kind::Bulk, back, &[])?;
            self.receive(state, Kind::Bulk, back, &mut [])
        })
    }

    /// Sends the i-th of the equally long blocks of `source` to the node i, for all i.
    pub(in super::super) fn all_to_all_bulk(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let (node, nodes) = self.of_nodes();
        let len = source.len() / nodes;
        target.copy(self.world, node * len, source, node * len..(node + 1) * len)?;
        self.with_source_buffer(source, |buffer| {
            let tickets = self.all_gather_nodes(state, buffer.ticket().to_vec(), &|_| TICKET)?;
            self.with_target_buffer(target, |buffer| {
                for from in (1..nodes).map(|next| (node + next) % nodes) {
                    let ticket = Ticket::among(&tickets, from as u32).part(node * len);
                    let into = buffer.part(from * len, len);
                    self.world
                        .get_exposed(self.leader(from as u32), ticket, into)?;
                }
                self.world.quiet()
            })?;
            self.synchronize_nodes(state)
        })
    }

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
        let memory = |error| Error::memory(world.rank(), world.rank(), error);
        target.copy(world, 0, source, node * len..(node + 1) * len)?;
        let incoming = Memory::allocate(piece * others);
        let mut own = vec![0; piece];
        let mut theirs = vec![0; piece];
        self.with_source_buffer(source, |buffer| {
            let tickets = self.all_gather_nodes(state, buffer.ticket().to_vec(), &|_| TICKET)?;
            world.with_registered(incoming.clone(), Access::LOCAL_WRITE, |region| {
                let into = Buffer::new(region);
                for at in (0..len).step_by(piece) {
                    let part = piece.min(len - at);
                    for next in 1..nodes {
                        let from = ((node + next) % nodes) as u32;
                        let ticket = Ticket::among(&tickets, from).part(node * len + at);
                        let into = into.part((next - 1) * piece, part);
                        world.get_exposed(self.leader(from), ticket, into)?;
                    }
                    world.quiet()?;
                    let (own, theirs) = (&mut own[..part], &mut theirs[..part]);
                    target.read(world, at, own)?;
                    for next in 0..others {
                        incoming.copy_out(next * piece, theirs).map_err(memory)?;
                        (operator.combine)(own, theirs);
                    }
                    target.write(world, at, own)?;
                }
                Ok(())
            })?;
            self.synchronize_nodes(state)
        })
    }

    /// Tells all nodes that the root is done.
    fn fan_out(&self, state: &mut State, root: u32) -> Result<(), Error> {
        let place = self.place_of(root);
        if let Some(parent) = place.parent() {
            self.receive(state, Kind::Bulk, Way::ahead(parent.slot), &mut [])?;
        }
        for child in place.children().rev() {
            self.send(state, Kind::Bulk, Way::ahead(child.slot), &[])?;
        }
        self.world.depart();
        Ok(())
    }

    /// Tells the root when all nodes are done.
    fn fan_in(&self, state: &mut State, root: u32) -> Result<(), Error> {
        let place = self.place_of(root);
        for child in place.children() {
            self.receive(state, Kind::Bulk, Way::back(child.slot), &mut [])?;
        }
        if let Some(parent) = place.parent() {
            self.send(state, Kind::Bulk, Way::back(parent.slot), &[])?;
        }
        self.world.depart();
        Ok(())
    }

    fn of_nodes(&self) -> (usize, usize) {
        let topology = self.group.topology();
        (topology.node as usize, topology.nodes() as usize)
    }

    fn take_ticket(&self, state: &mut State, way: Way) -> Result<Ticket, Error> {
        let mut ticket = [0; TICKET];
        self.receive(state, Kind::Bulk, way, &mut ticket)?;
        Ok(Ticket::decode(ticket))
    }

    /// A chain, if `len` bytes are through it sooner than through a binomial tree, where each node sends to several.
    fn shape(&self, root: u32, len: usize) -> Shape {
        let tree = self.place_of(root);
        let nodes = self.group.topology().nodes();
        let pieces = len.div_ceil(PIECE);
        let levels = nodes.next_power_of_two().trailing_zeros() as usize;
        if pieces + nodes as usize - 2 > pieces * levels {
            return Shape {
                parent: tree.parent(),
                children: tree.children().rev().collect(),
                is_up: true,
            };
        }
        let (node, position) = (self.group.topology().node, tree.position());
        let edge = |node| Edge { node, slot: 0 };
        let next = (position + 1 < nodes).then(|| edge((node + 1) % nodes));
        Shape {
            parent: (position > 0).then(|| edge((node + nodes - 1) % nodes)),
            children: next.into_iter().collect(),
            is_up: true,
        }
    }
}

/// Goes through data whole by whole.
fn in_wholes(
    data: &mut Target<'_>,
    operator: &Operator<'_>,
    mut f: impl FnMut(&mut Target<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let whole = (WHOLE / operator.unit).max(1) * operator.unit;
    let total = data.len();
    (0..total)
        .step_by(whole)
        .try_for_each(|at| f(&mut data.part(at, whole.min(total - at))))
}
