//! Collectives on one node in which every member needs data of every member.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Contributions, PIECE, Place, Room, Step, pieces, whole};
use crate::group::GroupState;
use crate::layout::{self, RESULT_BYTES};
use crate::mode::WaitMode;
use crate::process::{Barrier, Process};
use crate::{Collectives, Operator, Source, Target};

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Publishes a batch of pieces. Then waits until the others have published theirs, if meeting
    /// at the barrier is faster. Returns the step of each piece.
    pub(super) async fn publish_batch<F>(
        &self,
        state: &mut GroupState<P>,
        (batch, piece_len, room): (Range<usize>, usize, Room),
        source: &Source<'_>,
        mut publish: F,
    ) -> Result<impl Iterator<Item = (Step, Range<usize>)> + use<P, M, F>, P::Error>
    where
        F: FnMut(Step, Range<usize>) -> Result<(), P::Error>,
    {
        let first = state.number + 1;
        for piece in pieces(batch.clone(), piece_len) {
            let step = room.next(state);
            if let Some(before) = state.lacks_room(step, source) {
                self.make_room(state, step, before).await;
            }
            publish(step, piece)?;
            self.announce(step);
        }
        if let Some(wait) = self.meet() {
            self.wait_near(wait).await;
        }
        let steps = (first..).map(move |number| room.step(number));
        Ok(steps.zip(pieces(batch, piece_len)))
    }

    /// The ranges of pieces that are published before others' pieces are read.
    pub(super) fn batches(
        &self,
        len: usize,
        piece_len: usize,
    ) -> impl Iterator<Item = Range<usize>> + use<P, M> {
        pieces(0..len, self.batch() * piece_len)
    }

    pub(in super::super) async fn all_gather_local(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = source.len();
        let own = self.index() * len;
        let room = self.room_with_private(state, len).await?;
        let piece_len = room.piece_len(len, PIECE);
        for batch in self.batches(len, piece_len) {
            let batch = (batch, piece_len, room);
            let publish = |step, range| self.put(step, 0, source, range);
            for (step, range) in self.publish_batch(state, batch, source, publish).await? {
                target.copy(self.process, own + range.start, source, range.clone())?;
                for member in self.others() {
                    if let Some(wait) = self.lacks(step, member) {
                        self.wait_near(wait).await;
                    }
                    let to = member * len + range.start..member * len + range.end;
                    let from = range.start;
                    self.fetch(step, member, Place { at: 0, from }, target, to)?;
                }
                self.end(step);
            }
        }
        self.leave(state, room, source, self.others()).await;
        Ok(())
    }

    pub(in super::super) async fn all_to_all_local(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let (size, index) = (self.size(), self.index());
        let len = source.len() / size;
        let offset = offset_apart(source, target);
        if let Some(offset) = offset
            && self.ready_at == Some(offset)
        {
            return self.all_to_all_ready(state, source, |_| offset).await;
        }
        if self.room(source.len()).reads_segment
            && let Some(offsets) = self.tell_offsets(state, offset).await?
        {
            return self
                .all_to_all_ready(state, source, |member| offsets[member])
                .await;
        }
        let others = self.size() - 1;
        let room = self.room_with_private(state, len * others).await?;
        let block = |member: usize, range: &Range<usize>| {
            member * len + range.start..member * len + range.end
        };
        let part = room.piece_len(len, self.part(len, 1));
        for batch in self.batches(len, part) {
            let batch = (batch, part, room);
            let publish = |step, range: Range<usize>| {
                self.others().try_for_each(|member| {
                    let at = self.place(index, member) * range.len();
                    self.put(step, at, source, block(member, &range))
                })
            };
            for (step, range) in self.publish_batch(state, batch, source, publish).await? {
                let own = block(index, &range);
                target.copy(self.process, own.start, source, own)?;
                for member in self.others() {
                    if let Some(wait) = self.lacks(step, member) {
                        self.wait_near(wait).await;
                    }
                    let place = Place {
                        at: self.place(member, index) * range.len(),
                        from: index * len + range.start,
                    };
                    self.fetch(step, member, place, target, block(member, &range))?;
                }
                self.end(step);
            }
        }
        self.leave(state, room, source, self.others()).await;
        Ok(())
    }

    /// Publishes the offset where others may write this member's target. Returns the offsets of all
    /// members, if all have one.
    async fn tell_offsets(
        &self,
        state: &mut GroupState<P>,
        offset: Option<usize>,
    ) -> Result<Option<Vec<usize>>, P::Error> {
        // Zero stands for none: no caller's data is at the begin of a segment.
        let told = self.tell(state, offset.unwrap_or(0) as u64).await?;
        let offsets: Vec<usize> = told.into_iter().map(|offset| offset as usize).collect();
        Ok((!offsets.contains(&0)).then_some(offsets))
    }

    /// Writes each block to its destination, at an offset of each member's segment.
    async fn all_to_all_ready(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        offset: impl Fn(usize) -> usize,
    ) -> Result<(), P::Error> {
        let (size, index) = (self.size(), self.index());
        let len = source.len() / size;
        // Members begin with different ones.
        for member in (index..size).chain(0..index) {
            let rank = self.group.rank(member as u32);
            let to = (rank, offset(member) + index * len);
            source.copy_to(self.process, member * len, to, len)?;
        }
        self.synchronize_local(state).await;
        Ok(())
    }

    pub(in super::super) async fn reduce_scatter_local(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let index = self.index();
        let len = target.len();
        let room = self.room(len * (self.size() - 1));
        let block = |member: usize, range: &Range<usize>| {
            member * len + range.start..member * len + range.end
        };
        let part = self.part(len, operator.unit);
        for batch in self.batches(len, part) {
            let batch = (batch, part, room);
            let publish = |step, range: Range<usize>| {
                self.others().try_for_each(|member| {
                    let at = self.place(index, member) * range.len();
                    self.put(step, at, source, block(member, &range))
                })
            };
            for (step, range) in self.publish_batch(state, batch, source, publish).await? {
                target.copy(self.process, range.start, source, block(index, &range))?;
                let parts = Contributions {
                    held: index,
                    first: 0,
                    place: |member| Place {
                        at: self.place(member, index) * range.len(),
                        from: index * len + range.start,
                    },
                };
                self.combine(state, step, parts, target, range.clone(), operator)
                    .await?;
                self.end(step);
            }
        }
        self.leave(state, room, source, self.others()).await;
        Ok(())
    }

    pub(in super::super) async fn all_reduce_local(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let all = data.len() * self.size();
        let is_one_step = data.len() <= RESULT_BYTES;
        if self.has_core_each() && all <= self.switches.by_each_max && is_one_step {
            return self.combine_by_each(state, source, data, operator).await;
        }
        if !self.has_core_each() && all <= self.switches.by_last_max && is_one_step {
            return self.combine_by_last(state, source, data, operator).await;
        }
        let mut room = self.room(data.len());
        if self.has_core_each() {
            // Shares that are combined in place would move to and fro between the cores' caches.
            room = room.copied();
        }
        for batch in self.batches(data.len(), whole(operator)) {
            let source = source.map(|source| source.part(batch.start, batch.len()));
            let mut part = data.part(batch.start, batch.len());
            self.combine_by_shares(state, source.as_ref(), &mut part, room, operator)
                .await?;
        }
        for read in [source, Some(&data.as_source())].into_iter().flatten() {
            self.leave(state, room, read, self.others()).await;
        }
        Ok(())
    }

    async fn combine_by_each(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = data.len();
        if len == 0 {
            return Ok(());
        }
        let step = self.room(len).copied().next(state);
        let from = source.copied().unwrap_or_else(|| data.as_source());
        if let Some(before) = state.lacks_room(step, &from) {
            self.make_room(state, step, before).await;
        }
        self.put(step, 0, &from, 0..len)?;
        self.announce(step);
        // All combine in the same order, so that all get the same bits.
        if let Some(wait) = self.lacks(step, 0) {
            self.wait_near(wait).await;
        }
        self.fetch(step, 0, Place::both(0), data, 0..len)?;
        self.combine(state, step, Contributions::whole(), data, 0..len, operator)
            .await?;
        self.end(step);
        Ok(())
    }

    async fn combine_by_last(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let len = data.len();
        if len == 0 {
            return Ok(());
        }
        let step = self.room(len).copied().next(state);
        let from = source.copied().unwrap_or_else(|| data.as_source());
        if let Some(before) = state.lacks_room(step, &from) {
            self.make_room(state, step, before).await;
        }
        self.put(step, 0, &from, 0..len)?;
        self.announce(step);
        let barrier = &self.group.barrier;
        let (arrival, is_last) = barrier.arrive();
        let result = self.group.area.base + layout::RESULT;
        let result = (self.rank_of(0), result);
        if is_last {
            self.fetch(step, 0, Place::both(0), data, 0..len)?;
            self.combine(state, step, Contributions::whole(), data, 0..len, operator)
                .await?;
            // All members have arrived, so all have taken the former result.
            data.as_source().copy_to(self.process, 0, result, len)?;
            barrier.release();
        } else {
            self.wait_near(self.release(arrival)).await;
            data.copy_from(self.process, 0, result, len)?;
        }
        self.end(step);
        Ok(())
    }

    /// A reduce-scatter and an all-gather: each member combines its share and reads the shares of
    /// the others. The results are in the slots after those of the contributions.
    async fn combine_by_shares(
        &self,
        state: &mut GroupState<P>,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        room: Room,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let (piece_len, index) = (whole(operator), self.index());
        let steps = data.len().div_ceil(piece_len) as u64;
        let first = state.number + 1;
        let share = |member: usize, piece: &Range<usize>| {
            let (start, len) = self.share(member, piece.len(), operator.unit);
            start..start + len
        };
        let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        for piece in pieces(0..data.len(), piece_len) {
            let step = room.next(state);
            let source = source.copied().unwrap_or_else(|| data.as_source());
            if let Some(before) = state.lacks_room(step, &source) {
                self.make_room(state, step, before).await;
            }
            let own = share(index, &piece);
            let (before, behind) = (0..own.start, own.end..piece.len());
            for part in [before, behind] {
                let from = shifted(part.clone(), piece.start);
                self.put(step, part.start, &source, from)?;
            }
            self.announce(step);
        }
        if let Some(wait) = self.meet() {
            self.wait_near(wait).await;
        }
        for (number, piece) in (first..).zip(pieces(0..data.len(), piece_len)) {
            let step = room.step(number);
            let own = share(index, &piece);
            let into = shifted(own.clone(), piece.start);
            let parts = Contributions {
                held: index,
                first: 0,
                place: |_| Place {
                    at: own.start,
                    from: into.start,
                },
            };
            if let Some(source) = source {
                data.copy(self.process, into.start, source, into.clone())?;
            }
            self.combine(state, step, parts, data, into.clone(), operator)
                .await?;
            self.end(step);
            state.number = state.number.max(number + steps);
            let step = room.step(number + steps);
            if let Some(before) = state.lacks_room(step, &data.as_source()) {
                self.make_room(state, step, before).await;
            }
            self.put(step, own.start, &data.as_source(), into)?;
            self.announce(step);
        }
        if let Some(wait) = self.meet() {
            self.wait_near(wait).await;
        }
        for (number, piece) in (first + steps..).zip(pieces(0..data.len(), piece_len)) {
            let step = room.step(number);
            for member in self.others() {
                if let Some(wait) = self.lacks(step, member) {
                    self.wait_near(wait).await;
                }
                let theirs = share(member, &piece);
                let into = shifted(theirs.clone(), piece.start);
                let place = Place {
                    at: theirs.start,
                    from: into.start,
                };
                self.fetch(step, member, place, data, into)?;
            }
            self.end(step);
        }
        Ok(())
    }
}

/// The offset of the target in this member's segment. `None` if data that is still to be sent lies
/// there.
fn offset_apart(source: &Source<'_>, target: &Target<'_>) -> Option<usize> {
    let offset = target.as_source().shared_at()?;
    let is_apart = source
        .shared_at()
        .is_none_or(|from| from.abs_diff(offset) >= source.len().max(target.len()));
    is_apart.then_some(offset)
}
