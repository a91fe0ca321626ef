//! Reductions: to all, to one, scattered, and scans.

use crate::group::GroupState;
use crate::layout::{PIECE_BYTES, RESULT_BYTES};
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Order, Source, Target};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// Bytes that a scan over mixed nodes collects at a time.
const SCANNED: usize = 256 << 10;

/// An associative and commutative operator. If it is associative only up to rounding, its order decides about the last bits.
#[derive(Clone, Copy)]
pub struct Operator<'a> {
    /// Bytes of an element. No element is split.
    pub unit: usize,
    /// Combines the elements of the second slice into those of the first.
    pub combine: &'a (dyn Fn(&mut [u8], &[u8]) + Sync + 'a),
    /// The operator's identity.
    pub identity: &'a [u8],
    /// The order in which contributions are combined. Scans combine in the order of the members.
    pub order: Order,
}

/// The result of a scan at member i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The members 0 to i combined.
    Inclusive,
    /// The members 0 to i - 1 combined; the operator's identity for the member 0.
    Exclusive,
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Combines the members' data element by element. All members get the same bits in `data`. A
    /// member's contribution is in `source`, which is as long as `data`, or in `data` itself.
    ///
    /// # Panics
    /// If the group can't combine in the operator's order ([`Group::can_combine`](crate::Group::can_combine)).
    pub async fn all_reduce_into(
        &self,
        source: Option<&Source<'_>>,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if self.compares {
            self.compare("all_reduce", &values(data.len(), operator))
                .await?;
        }
        self.check_operand(&data.as_source(), operator)?;
        self.check_order(operator, 0);
        let mut state = self.turn();
        let result = if self.is_local() {
            self.all_reduce_local(&mut state, source, &mut data, operator)
                .await
        } else {
            M::part(self.all_reduce_far(&mut state, source, &mut data, operator)).await
        };
        self.or_abort(result)
    }

    /// Combines the members' `data` element by element into that of the member `root`. The data of
    /// other members is unchanged. All give the same length.
    ///
    /// # Panics
    /// If the group can't combine in the operator's order ([`Group::can_combine`](crate::Group::can_combine)).
    pub async fn reduce(
        &self,
        root: u32,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let [length, unit, identity] = values(data.len(), operator);
        if self.compares {
            self.compare(
                "reduce",
                &[("the root", root.into()), length, unit, identity],
            )
            .await?;
        }
        self.group.check_index(self.process, root)?;
        self.check_operand(&data.as_source(), operator)?;
        self.check_order(operator, root);
        let mut state = self.turn();
        let result = if self.is_local() {
            self.reduce_local(&mut state, root as usize, &mut data, operator)
                .await
        } else {
            M::part(self.reduce_far(&mut state, root, &mut data, operator)).await
        };
        self.or_abort(result)
    }

    /// A reduction over several nodes: the members of each node combine at their leader, then the
    /// leaders combine.
    async fn reduce_far(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let root_node = self.group.node_of_member(self.process, root);
        if topology.each_alone() {
            return self.reduce_nodes(state, root_node, data, operator).await;
        }
        let mut copy = vec![0; data.len()];
        data.read(self.process, 0, &mut copy)?;
        let mut node = Target::Private(&mut copy);
        self.reduce_near(&mut node, operator).await?;
        if topology.is_leader() {
            self.reduce_nodes(state, root_node, &mut node, operator)
                .await?;
        }
        if topology.node == root_node && topology.local[0] != root {
            self.broadcast_near(0, &mut node).await?;
        }
        if self.group.index() == root {
            data.write(self.process, 0, &copy)?;
        }
        Ok(())
    }

    async fn all_reduce_far(
        &self,
        state: &mut GroupState<P>,
        mut source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let is_alone = topology.local.len() == 1;
        if !is_alone {
            if let Some(source) = source.take() {
                data.copy(self.process, 0, source, 0..source.len())?;
            }
            self.reduce_near(data, operator).await?;
        }
        if topology.is_leader() {
            self.all_reduce_nodes(state, source, data, operator).await?;
        }
        if !is_alone {
            self.broadcast_near(0, data).await?;
        }
        Ok(())
    }

    /// Combines the members' equally long `source`s element by element. Each member gets its block
    /// of the result: as many bytes as its `target` has.
    ///
    /// # Panics
    /// If the group can't combine in the operator's order ([`Group::can_combine`](crate::Group::can_combine)).
    pub async fn reduce_scatter(
        &self,
        source: Source<'_>,
        mut target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if self.compares {
            self.compare("reduce_scatter", &values(source.len(), operator))
                .await?;
        }
        self.check_operand(&source, operator)?;
        self.check_operand(&target.as_source(), operator)?;
        self.check_order(operator, 0);
        let block = target.len();
        if source.len() != block * self.size() {
            return Err(self.wrong_length("the source", source.len(), block * self.size()));
        }
        let mut state = self.turn();
        let result = if !self.is_local() {
            M::part(self.reduce_scatter_far(&mut state, &source, &mut target, operator)).await
        } else if operator.unit * self.size() <= PIECE_BYTES {
            self.reduce_scatter_local(&mut state, &source, &mut target, operator)
                .await
        } else {
            self.reduce_all_for_block(&mut state, &source, &mut target, operator)
                .await
        };
        self.or_abort(result)
    }

    /// A reduce-scatter of elements so long that no room has one for each member: all members get
    /// the whole result, and keep their block.
    async fn reduce_all_for_block(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let block = target.len();
        let mut all = vec![0; source.len()];
        source.copy_into(self.process, &mut all)?;
        let data = &mut Target::Private(&mut all);
        self.all_reduce_local(state, None, data, operator).await?;
        target.write(self.process, 0, &all[self.index() * block..][..block])
    }

    async fn reduce_scatter_far(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = target.len();
        let topology = self.group.topology();
        if topology.each_alone() {
            return self
                .reduce_scatter_nodes(state, source, target, operator)
                .await;
        }
        let mut all = vec![0; source.len()];
        source.copy_into(self.process, &mut all)?;
        self.reduce_near(&mut Target::Private(&mut all), operator)
            .await?;
        let mut share = Vec::new();
        if topology.is_leader() {
            // All nodes' shares are padded to the longest.
            let by_node = self.group.members_by_node(self.process);
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
            self.reduce_scatter_nodes(state, &Source::Private(&padded), target, operator)
                .await?;
            share.truncate(topology.local.len() * len);
        }
        self.scatter_near(&share, target).await
    }

    /// Combines, at each member, the `data` of the members up to it, element by element.
    pub async fn scan(
        &self,
        scan: Scan,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let function = match scan {
            Scan::Inclusive => "inclusive scan",
            Scan::Exclusive => "exclusive scan",
        };
        if self.compares {
            self.compare(function, &values(data.len(), operator))
                .await?;
        }
        self.check_operand(&data.as_source(), operator)?;
        let mut state = self.turn();
        let result = if self.is_local() {
            self.scan_local(&mut state, scan, &mut data, operator).await
        } else if !self.group.topology().each_alone() {
            drop(state);
            M::part(self.compared().scan_of_all(scan, &mut data, operator)).await
        } else if self.is_bulk(data.len()) {
            M::part(self.scan_bulk(&mut state, scan, &mut data, operator)).await
        } else {
            M::part(self.scan_far(&mut state, scan, &mut data, operator)).await
        };
        self.or_abort(result)
    }

    async fn scan_far(
        &self,
        state: &mut GroupState<P>,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let mut own = vec![0; data.len()];
        data.read(self.process, 0, &mut own)?;
        let before = self.scan_nodes(state, &mut own, operator).await?;
        let result = match scan {
            Scan::Inclusive => own,
            Scan::Exclusive => {
                before.unwrap_or_else(|| operator.identity.repeat(data.len() / operator.unit))
            }
        };
        data.write(self.process, 0, &result)
    }

    /// The scan of a group whose members are not ordered by nodes. Each member gets all members'
    /// data, `SCANNED` bytes at a time.
    async fn scan_of_all(
        &self,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let members = match scan {
            Scan::Inclusive => self.index() + 1,
            Scan::Exclusive => self.index(),
        };
        let piece = (SCANNED / self.size() / operator.unit).max(1) * operator.unit;
        let total = data.len();
        for at in (0..total).step_by(piece) {
            let len = piece.min(total - at);
            let mut all = vec![0; len * self.size()];
            let part = data.part(at, len);
            self.all_gather(part.as_source(), Target::Private(&mut all))
                .await?;
            let mut combined = operator.identity.repeat(len / operator.unit);
            let mut parts = all.chunks_exact(len).take(members);
            if let Some(first) = parts.next() {
                combined.copy_from_slice(first);
            }
            parts.for_each(|part| (operator.combine)(&mut combined, part));
            data.write(self.process, at, &combined)?;
        }
        Ok(())
    }

    fn check_operand(&self, data: &Source<'_>, operator: &Operator<'_>) -> Result<(), P::Error> {
        let unit = operator.unit;
        if !(1..=RESULT_BYTES).contains(&unit) {
            return Err(self.mismatch(format!(
                "elements of {unit} bytes, but reductions are of 1 to {RESULT_BYTES} bytes each"
            )));
        }
        data.check(self.process)?;
        if !data.len().is_multiple_of(unit) {
            let wanted = data.len().next_multiple_of(unit);
            return Err(self.wrong_length("a reduction of whole elements", data.len(), wanted));
        }
        Ok(())
    }

    #[inline]
    fn check_order(&self, operator: &Operator<'_>, root: u32) {
        assert!(
            operator.order == Order::Any || self.group.can_combine(operator.order, root),
            "the group can't combine in this order: {:?}",
            operator.order
        );
    }

    /// The share of `len` bytes that a member combines: its offset and length.
    pub(super) fn share(&self, member: usize, len: usize, unit: usize) -> (usize, usize) {
        let elements = (len / unit) as u64;
        let start = |member: usize| (elements * member as u64 / self.size() as u64) as usize * unit;
        (start(member), start(member + 1) - start(member))
    }
}

/// The values that all members of a reduction must give alike. Operators are compared by their
/// identities.
fn values(len: usize, operator: &Operator<'_>) -> [(&'static str, u64); 3] {
    let fold = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let identity = operator.identity.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    [
        ("the length", len as u64),
        ("the element size", operator.unit as u64),
        ("the hash of the operator's identity", identity),
    ]
}
