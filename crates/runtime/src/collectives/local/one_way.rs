//! Where data flows one way: to all, to one, or from each to the next.

use super::{BIT, PIECE, in_pieces, whole};
use crate::Error;
use crate::collectives::group::State;
use crate::collectives::{Collectives, Operator, Scan, Source, Target};

impl Collectives<'_> {
    pub(in super::super) fn broadcast_local(
        &self,
        state: &mut State,
        root: usize,
        data: &mut Target<'_>,
    ) -> Result<(), Error> {
        let room = if self.has_core_each() {
            self.room(data.len())
        } else {
            // Many take what one writes, on the same core, before that is far ahead.
            self.room(data.len().min(PIECE))
        };
        in_pieces(data.len(), PIECE, |range| {
            let step = room.next(state);
            if self.index() == root {
                self.make_room(state, step);
                self.put(step, 0, &data.as_source(), range)?;
                self.announce(step);
            } else {
                self.await_member(step, root);
                self.fetch(step, root, 0, data, range)?;
            }
            self.end(step);
            Ok(())
        })
    }

    pub(in super::super) fn gather_local(
        &self,
        state: &mut State,
        root: usize,
        source: &Source<'_>,
        mut target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        let len = source.len();
        let room = self.room(len);
        in_pieces(len, PIECE, |range| {
            let step = room.next(state);
            if let Some(target) = &mut target {
                for member in self.others() {
                    self.await_member(step, member);
                    let to = member * len + range.start..member * len + range.end;
                    self.fetch(step, member, 0, target, to)?;
                }
                target.copy(self.world, root * len + range.start, source, range)?;
            } else {
                self.make_room(state, step);
                self.put(step, 0, source, range)?;
                self.announce(step);
            }
            self.end(step);
            Ok(())
        })
    }

    pub(in super::super) fn scatter_local(
        &self,
        state: &mut State,
        root: usize,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let len = target.len();
        let room = self.room_for_others(len);
        in_pieces(len, self.part(len, 1), |range| {
            let step = room.next(state);
            if let Some(source) = source {
                self.make_room(state, step);
                for member in self.others() {
                    let block = member * len + range.start..member * len + range.end;
                    self.put(step, self.place(root, member) * range.len(), source, block)?;
                }
                self.announce(step);
                let own = root * len + range.start..root * len + range.end;
                target.copy(self.world, range.start, source, own)?;
            } else {
                self.await_member(step, root);
                let at = self.place(root, self.index()) * range.len();
                self.fetch(step, root, at, target, range)?;
            }
            self.end(step);
            Ok(())
        })
    }

    pub(in super::super) fn reduce_local(
        &self,
        state: &mut State,
        root: usize,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let room = self.room(data.len());
        in_pieces(data.len(), whole(operator), |range| {
            let step = room.next(state);
            if self.index() == root {
                // In the order of the members, whoever comes first: the same bits each time.
                let members = &mut (0..self.size()).filter(|&member| member != root);
                self.combine(state, step, (members, &|_| 0), data, range, operator)?;
            } else {
                self.make_room(state, step);
                self.put(step, 0, &data.as_source(), range)?;
                self.announce(step);
            }
            self.end(step);
            Ok(())
        })
    }

    /// Each member adds its own to what those before it have, for the next.
    pub(in super::super) fn scan_local(
        &self,
        state: &mut State,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let bit = (BIT / operator.unit).max(1) * operator.unit;
        let is_last = self.index() + 1 == self.size();
        let room = self.room(data.len());
        in_pieces(data.len(), whole(operator), |range| {
            let step = room.next(state);
            if !is_last {
                self.make_room(state, step);
            }
            if self.index() > 0 {
                self.await_member(step, self.index() - 1);
            }
            in_pieces(range.len(), bit, |bits| {
                let start = range.start + bits.start;
                let (before, own) = state.scratch(bits.len());
                data.read(self.world, start, own)?;
                if self.index() == 0 {
                    self.put(step, bits.start, &Source::Private(own), 0..bits.len())?;
                    if scan == Scan::Exclusive {
                        let identity = operator.identity.repeat(bits.len() / operator.unit);
                        data.write(self.world, start, &identity)?;
                    }
                    return Ok(());
                }
                let mut into = Target::Private(before);
                self.fetch(step, self.index() - 1, bits.start, &mut into, 0..bits.len())?;
                if scan == Scan::Exclusive {
                    data.write(self.world, start, before)?;
                }
                (operator.combine)(before, own);
                if scan == Scan::Inclusive {
                    data.write(self.world, start, before)?;
                }
                if is_last {
                    return Ok(());
                }
                self.put(step, bits.start, &Source::Private(before), 0..bits.len())
            })?;
            if !is_last {
                self.announce(step);
            }
            self.end(step);
            Ok(())
        })
    }
}
