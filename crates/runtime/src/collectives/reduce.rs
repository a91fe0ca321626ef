//! Reductions: to all, to one, scattered, and scans.

use super::group::State;
use super::layout::{PIECE_BYTES, RESULT_BYTES};
use super::{Collectives, Source, Target};
use crate::Error;

/// Where a scan collects all members' data, so many bytes at a time.
const SCANNED: usize = 256 << 10;

/// How elements are combined: associative and commutative.
#[derive(Clone, Copy)]
pub struct Operator<'a> {
    /// Bytes of an element: no element is split.
    pub unit: usize,
    /// Combines the elements of the second slice into those of the first.
    pub combine: &'a (dyn Fn(&mut [u8], &[u8]) + 'a),
    /// The element that changes nothing.
    pub identity: &'a [u8],
}

/// What a scan gives the member i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The members 0 to i combined.
    Inclusive,
    /// The members 0 to i - 1 combined; the operator's identity for the member 0.
    Exclusive,
}

impl Collectives<'_> {
    /// Combines the members' `data` element by element; all get the same result, bit for bit. All give the same length.
    pub fn all_reduce(&self, data: Target<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        self.all_reduce_into(None, data, operator)
    }

    /// The same of data that is in `source`, if there is one: it is as long.
    pub(super) fn all_reduce_into(
        &self,
        source: Option<&Source<'_>>,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        self.compare("all_reduce", &values(data.len(), operator))?;
        self.check_operand(&data.as_source(), operator)?;
        let mut state = self.group.turn();
        let result = if self.is_local() {
            self.all_reduce_local(&mut state, source, &mut data, operator)
        } else {
            self.all_reduce_far(&mut state, source, &mut data, operator)
        };
        self.or_abort(result)
    }

    /// Combines the members' `data` element by element into that of the member `root`; the others' stays as it is. All
    /// give the same length.
    pub fn reduce(
        &self,
        root: u32,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let [length, unit, identity] = values(data.len(), operator);
        self.compare(
            "reduce",
            &[("the root", root.into()), length, unit, identity],
        )?;
        self.group.check_index(self.world, root)?;
        self.check_operand(&data.as_source(), operator)?;
        let mut state = self.group.turn();
        let result = if self.is_local() {
            self.reduce_local(&mut state, root as usize, &mut data, operator)
        } else {
            self.reduce_far(&mut state, root, &mut data, operator)
        };
        self.or_abort(result)
    }

    /// The same of nodes: each member's goes to the first of its node, and from there on.
    fn reduce_far(
        &self,
        state: &mut State,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let topology = self.group.topology();
        let root_node = self.group.node_of_member(self.world, root);
        if topology.each_alone() {
            return self.reduce_nodes(state, root_node, data, operator);
        }
        let mut copy = vec![0; data.len()];
        data.read(self.world, 0, &mut copy)?;
        let mut node = Target::Private(&mut copy);
        self.on_node().reduce(0, node.reborrow(), operator)?;
        if topology.is_leader() {
            self.reduce_nodes(state, root_node, &mut node, operator)?;
        }
        if topology.node == root_node && topology.local[0] != root {
            self.on_node().broadcast(0, node)?;
        }
        if self.group.index() == root {
            data.write(self.world, 0, &copy)?;
        }
        Ok(())
    }

    fn all_reduce_far(
        &self,
        state: &mut State,
        mut source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let topology = self.group.topology();
        let is_alone = topology.local.len() == 1;
        if !is_alone {
            if let Some(source) = source.take() {
                data.copy(self.world, 0, source, 0..source.len())?;
            }
            self.on_node().reduce(0, data.reborrow(), operator)?;
        }
        if topology.is_leader() {
            self.all_reduce_nodes(state, source, data, operator)?;
        }
        if !is_alone {
            self.on_node().broadcast(0, data.reborrow())?;
        }
        Ok(())
    }

    /// Combines the members' equally long `source`s element by element and gives each member its block of the result:
    /// as many bytes as its `target` has.
    pub fn reduce_scatter(
        &self,
        source: Source<'_>,
        mut target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        self.compare("reduce_scatter", &values(source.len(), operator))?;
        self.check_operand(&source, operator)?;
        self.check_operand(&target.as_source(), operator)?;
        let block = target.len();
        if source.len() != block * self.size() {
            return Err(self.wrong_length("the source", source.len(), block * self.size()));
        }
        let mut state = self.group.turn();
        let result = if !self.is_local() {
            self.reduce_scatter_far(&mut state, &source, &mut target, operator)
        } else if operator.unit * self.size() <= PIECE_BYTES {
            self.reduce_scatter_local(&mut state, &source, &mut target, operator)
        } else {
            let mut all = vec![0; source.len()];
            let own = self.index() * block..(self.index() + 1) * block;
            source
                .copy_into(self.world, &mut all)
                .and_then(|()| {
                    let all = &mut Target::Private(&mut all);
                    self.all_reduce_local(&mut state, None, all, operator)
                })
                .and_then(|()| target.write(self.world, 0, &all[own]))
        };
        self.or_abort(result)
    }

    fn reduce_scatter_far(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let len = target.len();
        let topology = self.group.topology();
        if topology.each_alone() {
            return self.reduce_scatter_nodes(state, source, target, operator);
        }
        let mut all = vec![0; source.len()];
        source.copy_into(self.world, &mut all)?;
        self.on_node()
            .reduce(0, Target::Private(&mut all), operator)?;
        let mut share = Vec::new();
        if topology.is_leader() {
            // All nodes' shares as long as the longest.
            let by_node = self.group.members_by_node(self.world);
            let most = by_node.iter().map(Vec::len).max().unwrap_or(0);
            let mut padded = Vec::with_capacity(most * len * by_node.len());
            for members in by_node {
                for &member in members {
                    padded.extend_from_slice(&all[member as usize * len..][..len]);
                }
                let missing = (most - members.len()) * len / operator.unit;
                padded.extend(operator.identity.repeat(missing));
            }
            share = vec![0; most * len];
            let target = &mut Target::Private(&mut share);
            self.reduce_scatter_nodes(state, &Source::Private(&padded), target, operator)?;
            share.truncate(topology.local.len() * len);
        }
        self.scatter_on_node(&share, target)
    }

    /// Combines the `data` of the members up to each, element by element.
    pub fn scan(
        &self,
        scan: Scan,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let function = match scan {
            Scan::Inclusive => "inclusive scan",
            Scan::Exclusive => "exclusive scan",
        };
        self.compare(function, &values(data.len(), operator))?;
        self.check_operand(&data.as_source(), operator)?;
        let mut state = self.group.turn();
        let result = if self.is_local() {
            self.scan_local(&mut state, scan, &mut data, operator)
        } else if !self.group.topology().each_alone() {
            drop(state);
            self.compared().scan_of_all(scan, &mut data, operator)
        } else if self.is_bulk(data.len()) {
            self.scan_bulk(&mut state, scan, &mut data, operator)
        } else {
            self.scan_far(&mut state, scan, &mut data, operator)
        };
        self.or_abort(result)
    }

    fn scan_far(
        &self,
        state: &mut State,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let mut own = vec![0; data.len()];
        data.read(self.world, 0, &mut own)?;
        let before = self.scan_nodes(state, &mut own, operator)?;
        let result = match scan {
            Scan::Inclusive => own,
            Scan::Exclusive => {
                before.unwrap_or_else(|| operator.identity.repeat(data.len() / operator.unit))
            }
        };
        data.write(self.world, 0, &result)
    }

    /// The scan of members that are mixed over the nodes: each gets all that there is, some at a time.
    fn scan_of_all(
        &self,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let members = match scan {
            Scan::Inclusive => self.index() + 1,
            Scan::Exclusive => self.index(),
        };
        let piece = (SCANNED / self.size() / operator.unit).max(1) * operator.unit;
        let total = data.len();
        (0..total).step_by(piece).try_for_each(|at| {
            let len = piece.min(total - at);
            let mut all = vec![0; len * self.size()];
            let part = data.part(at, len);
            self.all_gather(part.as_source(), Target::Private(&mut all))?;
            let mut combined = operator.identity.repeat(len / operator.unit);
            let mut parts = all.chunks_exact(len).take(members);
            if let Some(first) = parts.next() {
                combined.copy_from_slice(first);
            }
            parts.for_each(|part| (operator.combine)(&mut combined, part));
            data.write(self.world, at, &combined)
        })
    }

    fn check_operand(&self, data: &Source<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        let unit = operator.unit;
        if !(1..=RESULT_BYTES).contains(&unit) {
            return Err(Error::Mismatch {
                rank: self.world.rank(),
                what: format!(
                    "elements of {unit} bytes, but reductions are of 1 to {RESULT_BYTES} bytes each"
                ),
            });
        }
        data.check(self.world)?;
        if !data.len().is_multiple_of(unit) {
            let wanted = data.len().next_multiple_of(unit);
            return Err(self.wrong_length("a reduction of whole elements", data.len(), wanted));
        }
        Ok(())
    }

    /// The share of `len` bytes that a member combines: where it begins, and its bytes.
    pub(super) fn share(&self, member: usize, len: usize, unit: usize) -> (usize, usize) {
        let elements = (len / unit) as u64;
        let start = |member: usize| (elements * member as u64 / self.size() as u64) as usize * unit;
        (start(member), start(member + 1) - start(member))
    }
}

/// What a reduction's members give alike. Operators are told apart by their identities as well as they can.
fn values(len: usize, operator: &Operator<'_>) -> [(&'static str, u64); 3] {
    let fold = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let identity = operator.identity.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    [
        ("the length", len as u64),
        ("the element size", operator.unit as u64),
        ("the hash of the operator's identity", identity),
    ]
}
