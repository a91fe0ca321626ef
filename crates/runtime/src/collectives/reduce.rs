//! Reductions: to all, to one, scattered, and scans.

use super::group::State;
use super::layout::{HALF, MAIL_BYTES, PIECE_BYTES};
use super::led::Lead;
use super::{Collectives, Piece, Source, Target};
use crate::Error;

/// Up to so many nodes all exchange their parts in the fewest rounds and combine them alike; above, where their processes are
/// likely to share cores, a tree takes the fewest messages.
const EXCHANGE_MAX: u32 = 4;

/// Contributions are combined so many bytes at a time, which stay in the processor's nearest cache.
const BIT: usize = 8 << 10;

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
        self.reduce_to(None, data, operator)
    }

    /// Combines the members' `data` element by element into that of the member `root`; the others' stays as it is. All
    /// give the same length.
    pub fn reduce(
        &self,
        root: u32,
        data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        self.group.check_index(self.world, root)?;
        self.reduce_to(Some(root as usize), data, operator)
    }

    fn reduce_to(
        &self,
        root: Option<usize>,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        self.check_operand(&data.as_source(), operator)?;
        if self.is_local() {
            let mut state = self.group.turn();
            let result = match root {
                Some(root) => self.reduce_local(&mut state, root, &mut data, operator),
                None => self.all_reduce_local(&mut state, &mut data, operator),
            };
            return self.or_abort(result);
        }
        let is_wanted = root.is_none_or(|root| root == self.index());
        // Equal shares, which together fit into half a window.
        let piece = HALF / (operator.unit * self.size()) * operator.unit * self.size();
        let total = data.len();
        let mut state = self.group.turn();
        if total <= self.led_max() || piece == 0 {
            let piece = MAIL_BYTES / operator.unit * operator.unit;
            let result = (0..total).step_by(piece).try_for_each(|at| {
                let mut part = data.part(at, piece.min(total - at));
                self.reduce_led(&mut state, root, &mut part, operator)
            });
            return self.or_abort(result);
        }
        let result = (0..total).step_by(piece).try_for_each(|at| {
            let len = piece.min(total - at);
            let half = self.half(&state);
            self.publish(half, &data.as_source(), at, len)?;
            self.synchronize(&mut state)?;
            state.round += 1;
            let (from, bytes) = self.share(self.index(), len, operator.unit);
            let own_half = self.half(&state);
            self.combine_first(
                self.size(),
                (half + from, own_half),
                bytes,
                operator,
                |at, bytes| self.publish(own_half + at, &Source::Private(bytes), 0, bytes.len()),
            )?;
            let half = own_half;
            self.synchronize(&mut state)?;
            state.round += 1;
            if !is_wanted {
                return Ok(());
            }
            let pieces = self.others_first().map(|member| {
                let (from, bytes) = self.share(member, len, operator.unit);
                Piece {
                    member,
                    offset: half,
                    at: at + from,
                    len: bytes,
                }
            });
            self.pull_pieces(&mut data, pieces)
        });
        self.or_abort(result)
    }

    fn reduce_led(
        &self,
        state: &mut State,
        root: Option<usize>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let len = data.len();
        if len == 0 {
            return Ok(());
        }
        let nodes = self.group.topology().nodes();
        let lead = |lead: &Lead| {
            let mut bytes = self.combine_node(len, operator)?;
            if nodes == 1 {
                return Ok(bytes);
            }
            let by_all = nodes <= EXCHANGE_MAX && len * nodes as usize <= MAIL_BYTES;
            if root.is_none() && by_all {
                let own = self.group.topology().node as usize;
                let mut all = self.collect_nodes(lead, bytes, |_| len)?;
                // In the order of the nodes, so that all get the same bits.
                all.rotate_right(own * len);
                let mut others = all.split_off(len);
                for other in others.chunks_exact_mut(len) {
                    (operator.combine)(&mut all, other);
                }
                return Ok(all);
            }
            let place = self.tree(root.unwrap_or(0));
            self.fan_in(lead, place, &mut bytes, operator)?;
            if root.is_none() {
                self.fan_out(lead, place, &mut bytes)?;
            }
            Ok(bytes)
        };
        let mut copy = vec![0; len];
        let own = data.as_source();
        own.copy_into(self.world, &mut copy)?;
        let own = Source::Private(&copy);
        let is_wanted = root.is_none_or(|root| root == self.index());
        self.led(state, Some(&own), is_wanted.then_some(data), lead)?;
        if root.is_none() {
            self.all_have_ended_before(state);
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
        self.check_operand(&source, operator)?;
        self.check_operand(&target.as_source(), operator)?;
        let block = target.len();
        if source.len() != block * self.size() {
            return Err(self.wrong_length("the source", source.len(), block * self.size()));
        }
        if self.is_local() && operator.unit * self.size() <= PIECE_BYTES {
            let mut state = self.group.turn();
            let result = self.reduce_scatter_local(&mut state, &source, &mut target, operator);
            return self.or_abort(result);
        }
        let mut combined = vec![0; source.len()];
        let as_private = Target::Private(&mut combined);
        let mut whole = as_private;
        if let Target::Private(bytes) = &mut whole {
            let mut copy = Target::Private(bytes);
            match source {
                Source::Private(from) => copy.write(self.world, 0, from)?,
                Source::Segment { offset, len } => {
                    let own = self.world.own_segment().view();
                    copy.copy_from(self.world, 0, own, offset, len)?;
                }
            }
        }
        self.all_reduce(whole, operator)?;
        let own = &combined[self.index() * block..(self.index() + 1) * block];
        target.write(self.world, 0, own)
    }

    /// Combines the `data` of the members up to each, element by element.
    pub fn scan(
        &self,
        scan: Scan,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        self.check_operand(&data.as_source(), operator)?;
        if self.is_local() {
            let mut state = self.group.turn();
            let result = self.scan_local(&mut state, scan, &mut data, operator);
            return self.or_abort(result);
        }
        let piece = if self.group.topology().nodes() == 1 {
            HALF
        } else {
            // What comes from all members is collected in the other half.
            HALF / self.size()
        };
        let piece = (piece / operator.unit).max(1) * operator.unit;
        let total = data.len();
        if total * self.size() <= self.led_max() {
            return self.scan_led(scan, data, operator);
        }
        let mut state = self.group.turn();
        let result = (0..total).step_by(piece).try_for_each(|at| {
            let len = piece.min(total - at);
            let half = self.half(&state);
            self.publish(half, &data.as_source(), at, len)?;
            self.synchronize(&mut state)?;
            state.round += 1;
            let members = match scan {
                Scan::Inclusive => self.index() + 1,
                Scan::Exclusive => self.index(),
            };
            if members == 0 {
                let identity = operator.identity.repeat(len / operator.unit);
                return data.write(self.world, at, &identity);
            }
            // In the other half is room for the bytes of all.
            let staged = self.half(&state);
            self.combine_first(members, (half, staged), len, operator, |bit, bytes| {
                data.write(self.world, at + bit, bytes)
            })
        });
        self.or_abort(result)
    }

    fn scan_led(
        &self,
        scan: Scan,
        mut data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let len = data.len();
        let mut all = vec![0; len * self.size()];
        self.all_gather(data.as_source(), Target::Private(&mut all))?;
        if len == 0 {
            return Ok(());
        }
        let members = match scan {
            Scan::Inclusive => self.index() + 1,
            Scan::Exclusive => self.index(),
        };
        let mut combined = operator.identity.repeat(len / operator.unit);
        let mut parts = all.chunks_exact(len).take(members);
        if let Some(first) = parts.next() {
            combined.copy_from_slice(first);
        }
        parts.for_each(|part| (operator.combine)(&mut combined, part));
        data.write(self.world, 0, &combined)
    }

    fn check_operand(&self, data: &Source<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        let unit = operator.unit;
        if !(1..=MAIL_BYTES).contains(&unit) {
            return Err(Error::Mismatch {
                rank: self.world.rank(),
                what: format!(
                    "elements of {unit} bytes, but reductions are of 1 to {MAIL_BYTES} bytes each"
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

    /// Combines what the first `members` published at the first of the offsets, and gives the result to `take` bit by bit.
    ///
    /// What comes from other nodes is first collected at the second offset of the own segment, from where on nothing else
    /// is until the own result: each bit of that is taken only when those of all members were read.
    fn combine_first(
        &self,
        members: usize,
        (offset, staged): (usize, usize),
        len: usize,
        operator: &Operator<'_>,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let world = self.world;
        // Where each member's bytes are then.
        let mut places = Vec::with_capacity(members);
        let mut next = staged;
        for member in 0..members {
            let rank = self.group.rank(member as u32);
            if world.near(rank).is_some() {
                places.push((rank, offset));
            } else {
                world.get_nbi(rank, offset, next, len)?;
                places.push((world.rank(), next));
                next += len;
            }
        }
        if next > staged {
            world.quiet()?;
        }
        let bit = (BIT / operator.unit).max(1) * operator.unit;
        let mut buffers = vec![0; 2 * bit.min(len)];
        for at in (0..len).step_by(bit) {
            let bit = bit.min(len - at);
            let (combined, other) = buffers.split_at_mut(bit);
            let other = &mut other[..bit];
            for (number, &(rank, offset)) in places.iter().enumerate() {
                let near = world.near(rank).expect("on this node");
                let into = if number == 0 {
                    &mut *combined
                } else {
                    &mut *other
                };
                let copied = near.bytes.copy_out(offset + at, into);
                copied.map_err(|error| Error::memory(world.rank(), rank, error))?;
                if number > 0 {
                    (operator.combine)(combined, other);
                }
            }
            take(at, combined)?;
        }
        Ok(())
    }
}
