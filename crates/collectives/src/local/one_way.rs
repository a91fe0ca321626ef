//! Collectives on one node in which data flows one way: to all, to one, or from each member to the
//! next.

use core::ops::Range;

use super::{BIT, Contributions, PIECE, Place, Room, Step, pieces, whole};
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Scan, Source, Target};

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    pub(in super::super) async fn broadcast_local(
        &self,
        state: &mut GroupState<P>,
        root: usize,
        data: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let mut room = self.room_with_private(state, data.len()).await?;
        if !self.has_core_each() {
            // On shared cores a writer's data is read on the same core before the writer is far
            // ahead.
            room = Room {
                reads_segment: room.reads_segment,
                reads_private: room.reads_private,
                ..self.room(data.len().min(PIECE))
            };
        }
        for range in pieces(0..data.len(), room.piece_len(data.len(), PIECE)) {
            let step = room.next(state);
            if self.index() == root {
                if let Some(before) = state.lacks_room(step, &data.as_source()) {
                    self.make_room(state, step, before).await;
                }
                self.put(step, 0, &data.as_source(), range)?;
                self.announce(step);
            } else {
                if let Some(wait) = self.lacks(step, root) {
                    self.wait_near(wait).await;
                }
                let from = range.start;
                self.fetch(step, root, Place { at: 0, from }, data, range)?;
            }
            self.end(step);
        }
        if self.index() == root {
            self.leave(state, room, &data.as_source(), self.others())
                .await;
        }
        Ok(())
    }

    pub(in super::super) async fn gather_local(
        &self,
        state: &mut GroupState<P>,
        root: usize,
        source: &Source<'_>,
        mut target: Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let len = source.len();
        let room = self.room_with_private(state, len).await?;
        for range in pieces(0..len, room.piece_len(len, PIECE)) {
            let step = room.next(state);
            if let Some(target) = &mut target {
                for member in self.others() {
                    if let Some(wait) = self.lacks(step, member) {
                        self.wait_near(wait).await;
                    }
                    let to = member * len + range.start..member * len + range.end;
                    let from = range.start;
                    self.fetch(step, member, Place { at: 0, from }, target, to)?;
                }
                target.copy(self.process, root * len + range.start, source, range)?;
            } else {
                if let Some(before) = state.lacks_room(step, source) {
                    self.make_room(state, step, before).await;
                }
                self.put(step, 0, source, range)?;
                self.announce(step);
            }
            self.end(step);
        }
        if target.is_none() {
            self.leave(state, room, source, [root]).await;
        }
        Ok(())
    }

    pub(in super::super) async fn scatter_local(
        &self,
        state: &mut GroupState<P>,
        root: usize,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = target.len();
        let others = self.size() - 1;
        let room = self.room_with_private(state, len * others).await?;
        for range in pieces(0..len, room.piece_len(len, self.part(len, 1))) {
            let step = room.next(state);
            if let Some(source) = source {
                if let Some(before) = state.lacks_room(step, source) {
                    self.make_room(state, step, before).await;
                }
                for member in self.others() {
                    let block = member * len + range.start..member * len + range.end;
                    self.put(step, self.place(root, member) * range.len(), source, block)?;
                }
                self.announce(step);
                let own = root * len + range.start..root * len + range.end;
                target.copy(self.process, range.start, source, own)?;
            } else {
                if let Some(wait) = self.lacks(step, root) {
                    self.wait_near(wait).await;
                }
                let place = Place {
                    at: self.place(root, self.index()) * range.len(),
                    from: self.index() * len + range.start,
                };
                self.fetch(step, root, place, target, range)?;
            }
            self.end(step);
        }
        if let Some(source) = source {
            self.leave(state, room, source, self.others()).await;
        }
        Ok(())
    }

    pub(in super::super) async fn reduce_local(
        &self,
        state: &mut GroupState<P>,
        root: usize,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = data.len();
        let room = self.room_with_private(state, len).await?;
        for range in pieces(0..len, room.piece_len(len, whole(operator))) {
            let step = room.next(state);
            if self.index() == root {
                let from = range.start;
                let parts = Contributions {
                    held: root,
                    first: operator.order.first(root as u32) as usize,
                    place: |_| Place { at: 0, from },
                };
                self.combine(state, step, parts, data, range, operator)
                    .await?;
            } else {
                if let Some(before) = state.lacks_room(step, &data.as_source()) {
                    self.make_room(state, step, before).await;
                }
                self.put(step, 0, &data.as_source(), range)?;
                self.announce(step);
            }
            self.end(step);
        }
        if self.index() != root {
            self.leave(state, room, &data.as_source(), [root]).await;
        }
        Ok(())
    }

    /// A scan: each member combines its data with the result of those before it, for the next.
    pub(in super::super) async fn scan_local(
        &self,
        state: &mut GroupState<P>,
        scan: Scan,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let bit = (BIT / operator.unit).max(1) * operator.unit;
        let is_last = self.index() + 1 == self.size();
        let room = self.room(data.len());
        for range in pieces(0..data.len(), whole(operator)) {
            let step = room.next(state);
            if !is_last && let Some(before) = state.lacks_room(step, &self.scanned(scan, data)) {
                self.make_room(state, step, before).await;
            }
            if self.index() > 0
                && let Some(wait) = self.lacks(step, self.index() - 1)
            {
                self.wait_near(wait).await;
            }
            for bits in pieces(0..range.len(), bit) {
                let part = range.start + bits.start..range.start + bits.end;
                let at = bits.start;
                match scan {
                    Scan::Inclusive => self.scan_bit(state, step, at, data, part, operator)?,
                    Scan::Exclusive => {
                        self.scan_bit_before(state, step, at, data, part, operator)?;
                    }
                }
            }
            if !is_last {
                self.announce(step);
            }
            self.end(step);
        }
        if !is_last {
            let next = self.index() + 1;
            self.leave(state, room, &self.scanned(scan, data), [next])
                .await;
        }
        if scan == Scan::Exclusive && self.index() == 0 {
            // After the publication, so that the next member does not wait longer.
            self.fill(state, data, operator)?;
        }
        Ok(())
    }

    /// The source of the next member's data, if that needs no combination of what this member gets.
    fn scanned<'a>(&self, scan: Scan, data: &'a Target<'_>) -> Source<'a> {
        if scan == Scan::Inclusive || self.index() == 0 {
            data.as_source()
        } else {
            Source::Private(&[])
        }
    }

    /// Fills the target with the identity.
    fn fill(
        &self,
        state: &mut GroupState<P>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let bit = data.len().min((BIT / operator.unit).max(1) * operator.unit);
        let (identity, _) = state.scratch(bit);
        repeat(operator.identity, identity);
        for range in pieces(0..data.len(), bit.max(1)) {
            data.write(self.process, range.start, &identity[..range.len()])?;
        }
        Ok(())
    }

    /// A part of an inclusive scan, at `at` of the step's data. The next member gets this member's
    /// result.
    fn scan_bit(
        &self,
        state: &mut GroupState<P>,
        step: Step,
        at: usize,
        data: &mut Target<'_>,
        part: Range<usize>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if self.index() > 0 {
            let (before, own) = state.scratch(part.len());
            let mut into = Target::Private(before);
            let from = part.start;
            let place = Place { at, from };
            self.fetch(step, self.index() - 1, place, &mut into, 0..part.len())?;
            if let Target::Private(bytes) = data {
                (operator.combine)(&mut bytes[part.clone()], before);
            } else {
                data.read(self.process, part.start, own)?;
                (operator.combine)(own, before);
                data.write(self.process, part.start, own)?;
            }
        }
        if self.index() + 1 < self.size() {
            self.put(step, at, &data.as_source(), part)?;
        }
        Ok(())
    }

    /// A part of an exclusive scan, at `at` of the step's data. This member's result is what it
    /// gets.
    fn scan_bit_before(
        &self,
        state: &mut GroupState<P>,
        step: Step,
        at: usize,
        data: &mut Target<'_>,
        part: Range<usize>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let is_last = self.index() + 1 == self.size();
        if self.index() == 0 {
            if !is_last {
                self.put(step, at, &data.as_source(), part)?;
            }
            return Ok(());
        }
        let from = part.start;
        let place = Place { at, from };
        if is_last {
            return self.fetch(step, self.index() - 1, place, data, part);
        }
        let (before, own) = state.scratch(part.len());
        let mut into = Target::Private(before);
        self.fetch(step, self.index() - 1, place, &mut into, 0..part.len())?;
        data.read(self.process, part.start, own)?;
        data.write(self.process, part.start, before)?;
        (operator.combine)(own, before);
        self.put(step, at, &Source::Private(own), 0..part.len())
    }
}

/// Fills `into` with an element.
fn repeat(element: &[u8], into: &mut [u8]) {
    let mut done = element.len().min(into.len());
    into[..done].copy_from_slice(&element[..done]);
    while done < into.len() {
        let more = done.min(into.len() - done);
        into.copy_within(..more, done);
        done += more;
    }
}
