//! Data from one to all and from all to one: broadcast, gather, all-gather, collect, scatter.

use super::group::State;
use super::layout::{HALF, MAIL_BYTES};
use super::led::Lead;
use super::{Collectives, Piece, Source, Target};
use crate::Error;

/// On one node, the most bytes that whoever comes last collects for all.
const LED_MAX_IN_NODE: usize = 2048;

impl Collectives<'_> {
    /// Copies the `data` of the member `root` to all others'. All give the same length.
    pub fn broadcast(&self, root: u32, mut data: Target<'_>) -> Result<(), Error> {
        self.group.check_index(self.world, root)?;
        data.as_source().check(self.world)?;
        let root = root as usize;
        let mut state = self.group.turn();
        if self.is_local() {
            let result = self.broadcast_local(&mut state, root, &mut data);
            return self.or_abort(result);
        }
        if data.len() <= self.led_max() {
            let result = self.broadcast_led(&mut state, root, &mut data);
            return self.or_abort(result);
        }
        let result = in_pieces(&mut state, data.len(), |state, at, len| {
            let half = self.half(state);
            if self.index() == root {
                self.publish(half, &data.as_source(), at, len)?;
            }
            self.synchronize(state)?;
            if self.index() != root {
                self.pull(root, half, &mut data, at, len)?;
            }
            Ok(())
        });
        self.or_abort(result)
    }

    fn broadcast_led(
        &self,
        state: &mut State,
        root: usize,
        data: &mut Target<'_>,
    ) -> Result<(), Error> {
        let is_root = self.index() == root;
        (0..data.len()).step_by(MAIL_BYTES).try_for_each(|at| {
            let len = MAIL_BYTES.min(data.len() - at);
            let mut part = data.part(at, len);
            let copy = part.reborrow();
            let own = match &copy {
                Target::Private(bytes) => Source::Private(bytes),
                &Target::Segment { offset, len } => Source::Segment { offset, len },
            };
            let place = self.tree(root);
            let lead = |lead: &Lead| {
                let mut bytes = vec![0; len];
                if place.parent().is_none() {
                    self.part_of(root as u32, &mut bytes)?;
                }
                self.fan_out(lead, place, &mut bytes)?;
                Ok(bytes)
            };
            if is_root {
                return self.led(state, Some(&own), None, lead);
            }
            self.led(state, None, Some(&mut part), lead)
        })
    }

    /// Collects equally long `source`s in the `target` of the member `root`, in the order of the members. Others' `target`
    /// is not looked at.
    pub fn gather(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        self.group.check_index(self.world, root)?;
        let is_root = root as usize == self.index();
        let target = target.filter(|_| is_root);
        if is_root && target.is_none() {
            return Err(self.wrong_length("no target of a gather's root", 0, source.len()));
        }
        if self.is_local() {
            self.check_gather(&source, target.as_ref())?;
            let mut state = self.group.turn();
            let result = self.gather_local(&mut state, root as usize, &source, target);
            return self.or_abort(result);
        }
        self.gather_to(source, target)
    }

    /// Collects all members' equally long `source`s in all `target`s, in the order of the members.
    pub fn all_gather(&self, source: Source<'_>, mut target: Target<'_>) -> Result<(), Error> {
        if self.is_local() {
            self.check_gather(&source, Some(&target))?;
            let mut state = self.group.turn();
            let result = self.all_gather_local(&mut state, &source, &mut target);
            return self.or_abort(result);
        }
        self.gather_to(source, Some(target))
    }

    fn check_gather(&self, source: &Source<'_>, target: Option<&Target<'_>>) -> Result<(), Error> {
        source.check(self.world)?;
        let Some(target) = target else {
            return Ok(());
        };
        target.as_source().check(self.world)?;
        let wanted = source.len() * self.size();
        if target.len() != wanted {
            return Err(self.wrong_length("the target", target.len(), wanted));
        }
        Ok(())
    }

    fn gather_to(&self, source: Source<'_>, mut target: Option<Target<'_>>) -> Result<(), Error> {
        self.check_gather(&source, target.as_ref())?;
        let mut state = self.group.turn();
        if source.len() * self.size() <= self.led_max() {
            let result = self.gather_led(&mut state, &source, target.as_mut());
            return self.or_abort(result);
        }
        let result = in_pieces(&mut state, source.len(), |state, at, len| {
            let half = self.half(state);
            self.publish(half, &source, at, len)?;
            self.synchronize(state)?;
            let Some(target) = &mut target else {
                return Ok(());
            };
            let pieces = self.others_first().map(|member| Piece {
                member,
                offset: half,
                at: member * source.len() + at,
                len,
            });
            self.pull_pieces(target, pieces)
        });
        self.or_abort(result)
    }

    fn gather_led(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<(), Error> {
        if source.is_empty() {
            return Ok(());
        }
        self.led(state, Some(source), target, |lead| {
            self.all_parts(lead, source.len())
        })?;
        self.all_have_ended_before(state);
        Ok(())
    }

    /// The parts of all members, of `len` bytes each, in their order.
    pub(super) fn all_parts(&self, lead: &Lead, len: usize) -> Result<Vec<u8>, Error> {
        let topology = self.group.topology();
        let mut own = vec![0; len * topology.local.len()];
        for (&member, part) in topology.local.iter().zip(own.chunks_exact_mut(len)) {
            self.part_of(member, part)?;
        }
        if topology.nodes() == 1 {
            return Ok(own);
        }
        let by_node = self.group.members_by_node(self.world);
        let held = self.collect_nodes(lead, own, |node| len * by_node[node as usize].len())?;
        let (behind, before) = by_node.split_at(topology.node as usize);
        let members = before.iter().chain(behind).flatten();
        let mut all = vec![0; held.len()];
        for (&member, part) in members.zip(held.chunks_exact(len)) {
            all[member as usize * len..][..len].copy_from_slice(part);
        }
        Ok(all)
    }

    /// Up to so many bytes it pays to let leaders do the work: if none but they are in the set, their mail is quicker than
    /// waiting for all; members of one node copy from each other at the same time.
    pub(super) fn led_max(&self) -> usize {
        if self.group.topology().nodes() > 1 {
            MAIL_BYTES
        } else {
            LED_MAX_IN_NODE
        }
    }

    /// Collects all members' `source`s, which may be of different lengths, in the order of the members. Returns them and
    /// the length of each.
    pub fn collect(&self, source: Source<'_>) -> Result<(Vec<u8>, Vec<usize>), Error> {
        source.check(self.world)?;
        if self.is_local() {
            let mut state = self.group.turn();
            let result = self.collect_local(&mut state, &source);
            return self.or_abort(result);
        }
        let lengths = self.all_lengths(source.len())?;
        let mut starts = Vec::with_capacity(lengths.len());
        let mut total = 0;
        for len in &lengths {
            starts.push(total);
            total += len;
        }
        let mut all = vec![0; total];
        let mut target = Target::Private(&mut all);
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut state = self.group.turn();
        let result = in_pieces(&mut state, longest, |state, at, len| {
            let half = self.half(state);
            let part = |member: usize| lengths[member].saturating_sub(at).min(len);
            self.publish(half, &source, at.min(source.len()), part(self.index()))?;
            self.synchronize(state)?;
            let pieces = self.others_first().map(|member| Piece {
                member,
                offset: half,
                at: starts[member] + at,
                len: part(member),
            });
            self.pull_pieces(&mut target, pieces)
        });
        self.or_abort(result)?;
        Ok((all, lengths))
    }

    /// The lengths that all members give.
    pub(super) fn all_lengths(&self, own: usize) -> Result<Vec<usize>, Error> {
        let mut lengths = vec![0; 8 * self.size()];
        let own = (own as u64).to_ne_bytes();
        self.all_gather(Source::Private(&own), Target::Private(&mut lengths))?;
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes")) as usize;
        Ok(lengths.chunks_exact(8).map(word).collect())
    }

    /// Gives each member its part of the `source` of the member `root`: as many bytes as its `target` has. All give the
    /// same length. Others' `source` is not looked at.
    pub fn scatter(
        &self,
        root: u32,
        source: Option<Source<'_>>,
        mut target: Target<'_>,
    ) -> Result<(), Error> {
        self.group.check_index(self.world, root)?;
        target.as_source().check(self.world)?;
        let root = root as usize;
        let block = target.len();
        let all = block * self.size();
        let source = source.filter(|_| self.index() == root);
        if self.index() == root {
            let given = source.as_ref().map_or(0, Source::len);
            if given != all {
                return Err(self.wrong_length("the root's source", given, all));
            }
        }
        if let Some(source) = &source {
            source.check(self.world)?;
        }
        let own = self.index() * block..(self.index() + 1) * block;
        let mut state = self.group.turn();
        if self.is_local() {
            let result = self.scatter_local(&mut state, root, source.as_ref(), &mut target);
            return self.or_abort(result);
        }
        let result = in_pieces(&mut state, all, |state, at, len| {
            let half = self.half(state);
            if let Some(source) = &source {
                self.publish(half, source, at, len)?;
            }
            self.synchronize(state)?;
            let (start, end) = (own.start.max(at), own.end.min(at + len));
            if start < end {
                let offset = half + start - at;
                self.pull(root, offset, &mut target, start - own.start, end - start)?;
            }
            Ok(())
        });
        self.or_abort(result)
    }

    /// All members, beginning with the next: not all with the same.
    pub(super) fn others_first(&self) -> impl Iterator<Item = usize> + use<> {
        let (index, size) = (self.index(), self.size());
        (1..=size).map(move |distance| (index + distance) % size)
    }
}

/// Calls `piece` for each part of `len` bytes that fits into half a window.
pub(super) fn in_pieces(
    state: &mut State,
    len: usize,
    mut piece: impl FnMut(&mut State, usize, usize) -> Result<(), Error>,
) -> Result<(), Error> {
    for at in (0..len).step_by(HALF) {
        piece(state, at, HALF.min(len - at))?;
        state.round += 1;
    }
    Ok(())
}
