//! Where all need something of all.

use std::ops::Range;

use farreach_node::Waited;

use super::{PIECE, Place, Room, Step, in_pieces, whole};
use crate::Error;
use crate::collectives::group::State;
use crate::collectives::layout::{self, RESULT_BYTES};
use crate::collectives::{Collectives, Operator, Source, Target};

impl Collectives<'_> {
    /// Goes through `len` bytes in batches of pieces: publishes all of a batch, then, when others have too, takes all.
    pub(super) fn in_batches(
        &self,
        state: &mut State,
        (len, piece_len, room): (usize, usize, Room),
        source: &Source<'_>,
        mut publish: impl FnMut(Step, Range<usize>) -> Result<(), Error>,
        mut take: impl FnMut(&mut State, Step, Range<usize>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        in_pieces(len, self.batch() * piece_len, |batch| {
            let first = state.number + 1;
            in_pieces(batch.len(), piece_len, |piece| {
                let step = room.next(state);
                self.make_room(state, step, source);
                publish(step, batch.start + piece.start..batch.start + piece.end)?;
                self.announce(step);
                Ok(())
            })?;
            self.meet();
            let mut number = first;
            in_pieces(batch.len(), piece_len, |piece| {
                let step = room.step(number);
                number += 1;
                take(
                    state,
                    step,
                    batch.start + piece.start..batch.start + piece.end,
                )?;
                self.end(step);
                Ok(())
            })
        })
    }

    pub(in super::super) fn all_gather_local(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let len = source.len();
        let own = self.index() * len;
        let room = self.room(len);
        self.in_batches(
            state,
            (len, PIECE, room),
            source,
            |step, range| self.put(step, 0, source, range),
            |_, step, range| {
                target.copy(self.world, own + range.start, source, range.clone())?;
                self.others().try_for_each(|member| {
                    self.await_member(step, member);
                    let to = member * len + range.start..member * len + range.end;
                    let from = range.start;
                    self.fetch(step, member, Place { at: 0, from }, target, to)
                })
            },
        )?;
        self.leave(state, room, source, self.others());
        Ok(())
    }

    pub(in super::super) fn all_to_all_local(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), Error> {
        let (size, index) = (self.size(), self.index());
        let len = source.len() / size;
        let offset = offset_apart(source, target);
        if let Some(offset) = offset
            && self.ready_at == Some(offset)
        {
            return self.all_to_all_ready(state, source, |_| offset);
        }
        let room = self.room_for_others(len);
        if self.room(source.len()).in_place
            && let Some(offsets) = self.tell_offsets(state, offset)?
        {
            return self.all_to_all_ready(state, source, |member| offsets[member]);
        }
        let block = |member: usize, range: &Range<usize>| {
            member * len + range.start..member * len + range.end
        };
        self.in_batches(
            state,
            (len, self.part(len, 1), room),
            source,
            |step, range| {
                self.others().try_for_each(|member| {
                    let at = self.place(index, member) * range.len();
                    self.put(step, at, source, block(member, &range))
                })
            },
            |_, step, range| {
                let own = block(index, &range);
                target.copy(self.world, own.start, source, own)?;
                self.others().try_for_each(|member| {
                    self.await_member(step, member);
                    let place = Place {
                        at: self.place(member, index) * range.len(),
                        from: index * len + range.start,
                    };
                    self.fetch(step, member, place, target, block(member, &range))
                })
            },
        )?;
        self.leave(state, room, source, self.others());
        Ok(())
    }

    /// Tells the others where they may write, and gets where they let this one, of all members, if all do.
    fn tell_offsets(
        &self,
        state: &mut State,
        offset: Option<usize>,
    ) -> Result<Option<Vec<usize>>, Error> {
        let step = self.room(0).next(state);
        self.make_room(state, step, &Source::Private(&[]));
        // Zero stands for none: where a segment begins are no data of callers'.
        self.put_word(step.data, offset.unwrap_or(0))?;
        self.announce(step);
        self.meet();
        let offset_of = |member| {
            self.await_member(step, member);
            self.word(member, step.data)
        };
        let offsets: Vec<usize> = (0..self.size()).map(offset_of).collect::<Result<_, _>>()?;
        self.end(step);
        Ok((!offsets.contains(&0)).then_some(offsets))
    }

    /// Puts each block where it is to be: at an offset of each member's segment.
    fn all_to_all_ready(
        &self,
        state: &mut State,
        source: &Source<'_>,
        offset: impl Fn(usize) -> usize,
    ) -> Result<(), Error> {
        let (size, index) = (self.size(), self.index());
        let len = source.len() / size;
        // Not all begin with the same one.
        for member in (index..size).chain(0..index) {
            let rank = self.group.rank(member as u32);
            let segment = self.world.near(rank).expect("all members are on this node");
            source.copy_to(
                self.world,
                member * len,
                segment.bytes,
                offset(member) + index * len,
                len,
            )?;
        }
        self.synchronize_local(state);
        Ok(())
    }

    pub(in super::super) fn reduce_scatter_local(
        &self,
        state: &mut State,
        source: &Source<'_>,
        target: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let index = self.index();
        let len = target.len();
        let room = self.room_for_others(len);
        let block = |member: usize, range: &Range<usize>| {
            member * len + range.start..member * len + range.end
        };
        self.in_batches(
            state,
            (len, self.part(len, operator.unit), room),
            source,
            |step, range| {
                self.others().try_for_each(|member| {
                    let at = self.place(index, member) * range.len();
                    self.put(step, at, source, block(member, &range))
                })
            },
            |state, step, range| {
                target.copy(self.world, range.start, source, block(index, &range))?;
                let members = (0..self.size()).filter(|&member| member != index);
                let place = |member| Place {
                    at: self.place(member, index) * range.len(),
                    from: index * len + range.start,
                };
                self.combine(
                    state,
                    step,
                    (members, place),
                    target,
                    range.clone(),
                    operator,
                )
            },
        )?;
        self.leave(state, room, source, self.others());
        Ok(())
    }

    pub(in super::super) fn all_reduce_local(
        &self,
        state: &mut State,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let all = data.len() * self.size();
        let is_one_step = data.len() <= RESULT_BYTES;
        if self.has_core_each() && all <= self.switches.by_each_max && is_one_step {
            return self.combine_by_each(state, source, data, operator);
        }
        if !self.has_core_each() && all <= self.switches.by_last_max && is_one_step {
            return self.combine_by_last(state, source, data, operator);
        }
        let mut room = self.room(data.len());
        if self.has_core_each() {
            // Shares that are combined in place go to and fro between the cores.
            room = room.copied();
        }
        in_pieces(data.len(), self.batch() * whole(operator), |batch| {
            let source = source.map(|source| source.part(batch.start, batch.len()));
            let mut part = data.part(batch.start, batch.len());
            self.combine_by_shares(state, source.as_ref(), &mut part, room, operator)
        })?;
        for read in [source, Some(&data.as_source())].into_iter().flatten() {
            self.leave(state, room, read, self.others());
        }
        Ok(())
    }

    /// Puts this member's whole data of a step: what is in `source`, if there is one.
    fn put_all(
        &self,
        state: &mut State,
        step: Step,
        source: Option<&Source<'_>>,
        data: &Target<'_>,
    ) -> Result<(), Error> {
        let from = source.copied().unwrap_or_else(|| data.as_source());
        self.make_room(state, step, &from);
        self.put(step, 0, &from, 0..from.len())
    }

    fn combine_by_each(
        &self,
        state: &mut State,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let len = data.len();
        if len == 0 {
            return Ok(());
        }
        let step = self.room(len).copied().next(state);
        self.put_all(state, step, source, data)?;
        self.announce(step);
        // All in the same order, so that all get the same bits.
        self.await_member(step, 0);
        self.fetch(step, 0, Place::both(0), data, 0..len)?;
        let members = 1..self.size();
        let place = |_| Place::both(0);
        self.combine(state, step, (members, place), data, 0..len, operator)?;
        self.end(step);
        Ok(())
    }

    fn combine_by_last(
        &self,
        state: &mut State,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let len = data.len();
        if len == 0 {
            return Ok(());
        }
        let step = self.room(len).copied().next(state);
        self.put_all(state, step, source, data)?;
        self.announce(step);
        let barrier = &self.group.barrier;
        let arrival = barrier.arrive();
        let result = layout::context(self.group.context()) + layout::RESULT;
        let first = self.memory(0);
        if arrival.is_last {
            self.fetch(step, 0, Place::both(0), data, 0..len)?;
            let members = 1..self.size();
            let place = |_| Place::both(0);
            self.combine(state, step, (members, place), data, 0..len, operator)?;
            // All have arrived, so all have taken the result before.
            data.as_source()
                .copy_to(self.world, 0, first, result, len)?;
            barrier.release();
        } else {
            let wait = |poll: &mut dyn FnMut() -> _| barrier.wait_in_node(arrival, poll);
            let waited = self.world.wait_in_node(self.waits_in(), wait);
            assert_eq!(waited, Waited::Done, "nothing stops this wait");
            data.copy_from(self.world, 0, first, result, len)?;
        }
        self.end(step);
        Ok(())
    }

    /// Each combines its share, and takes the others'. The results are in the slots behind the parts'.
    fn combine_by_shares(
        &self,
        state: &mut State,
        source: Option<&Source<'_>>,
        data: &mut Target<'_>,
        room: Room,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let (piece_len, index) = (whole(operator), self.index());
        let steps = data.len().div_ceil(piece_len) as u64;
        let first = state.number + 1;
        let share = |member: usize, piece: &Range<usize>| {
            let (start, len) = self.share(member, piece.len(), operator.unit);
            start..start + len
        };
        let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        in_pieces(data.len(), piece_len, |piece| {
            let step = room.next(state);
            let source = source.copied().unwrap_or_else(|| data.as_source());
            self.make_room(state, step, &source);
            let own = share(index, &piece);
            let (before, behind) = (0..own.start, own.end..piece.len());
            for part in [before, behind] {
                let from = shifted(part.clone(), piece.start);
                self.put(step, part.start, &source, from)?;
            }
            self.announce(step);
            Ok(())
        })?;
        self.meet();
        let mut number = first;
        in_pieces(data.len(), piece_len, |piece| {
            let step = room.step(number);
            number += 1;
            let own = share(index, &piece);
            let into = shifted(own.clone(), piece.start);
            let place = |_| Place {
                at: own.start,
                from: into.start,
            };
            let members = (0..self.size()).filter(|&member| member != index);
            if let Some(source) = source {
                data.copy(self.world, into.start, source, into.clone())?;
            }
            self.combine(state, step, (members, place), data, into.clone(), operator)?;
            self.end(step);
            state.number = state.number.max(step.number + steps);
            let step = room.step(step.number + steps);
            self.make_room(state, step, &data.as_source());
            self.put(step, own.start, &data.as_source(), into)?;
            self.announce(step);
            Ok(())
        })?;
        self.meet();
        in_pieces(data.len(), piece_len, |piece| {
            let step = room.step(number);
            number += 1;
            self.others().try_for_each(|member| {
                self.await_member(step, member);
                let theirs = share(member, &piece);
                let into = shifted(theirs.clone(), piece.start);
                let place = Place {
                    at: theirs.start,
                    from: into.start,
                };
                self.fetch(step, member, place, data, into)
            })?;
            self.end(step);
            Ok(())
        })
    }
}

/// Where the target is in this member's segment, unless something that is still to be sent lies there.
fn offset_apart(source: &Source<'_>, target: &Target<'_>) -> Option<usize> {
    let offset = target.as_source().shared_at()?;
    let is_apart = source
        .shared_at()
        .is_none_or(|from| from.abs_diff(offset) >= source.len().max(target.len()));
    is_apart.then_some(offset)
}
