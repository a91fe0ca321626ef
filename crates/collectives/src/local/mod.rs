//! Collectives of members that share memory.
//!
//! A collective is a sequence of *steps*, numbered alike on all members. Each member has a board of
//! slots. Step `s` uses slot `s % 128` of every member. Small data is in the slot itself, in the
//! cache line of its flag. Larger data is in one of fewer rooms. The larger the rooms, the fewer
//! there are, so that they stay in the caches.
//!
//! ```text
//!   writer   make room: all have ended step s - rooms │ data into the own slot or room │ flag of the slot = s
//!   reader   wait until the flag of the writer's slot is s │ read the data
//!   each     flag of the ended steps = s
//! ```
//!
//! Large data in a member's segment does not pass through a room. The others read it in place, and
//! the member leaves the collective when they have read it. So they read private data, if the kernel
//! lets them (`private.rs`).
//!
//! A member that only writes may be many steps ahead. So where data flows one way, a process that
//! shares its core runs many collectives while it has the core.
//!
//! Where every member needs data of every member, and cores are shared, all first meet in the
//! node's barrier, which wakes all at once.

mod all;
mod one_way;
mod private;
mod uneven;

use core::ops::Range;

use crate::group::GroupState;
use crate::layout::{
    self, LINE_BYTES, LITTLE_BYTES, LITTLE_SLOTS, PIECE_BYTES, SLOTS, WHOLE_BYTES,
};
use crate::mode::{Wait, WaitMode};
use crate::process::{Barrier, FLAG_BYTES, Process};
use crate::{Collectives, Operator, Source, Target};

/// Bytes of a piece.
const PIECE: usize = 64 << 10;
/// The most rooms for pieces that are used, if each process has a core. Members publish half of
/// them before they read the others' pieces. With a core each, one member writes while another
/// reads. With shared cores fewer rooms stay in the caches.
const PIECES_WITH_CORE: u64 = 16;
const PIECES_OF_SHARED_CORE: u64 = 8;
/// Bytes that are combined at a time. They fit into the first-level cache.
const BIT: usize = 8 << 10;
/// The same where each read of private memory is a system call. They fit into the second-level cache.
const PRIVATE_BIT: usize = 64 << 10;
/// The most processes of a node. Each publishes data for each other in its rooms.
pub const MEMBERS_MAX: usize = 8 << 10;
/// Targets of all members above this sum are written past the caches, which are left for data that
/// passes between members. Few hosts have larger caches.
const CACHED_MAX: usize = 32 << 20;

/// The place of the data of a collective's steps. It depends on the length of all data that passes
/// through the slots, which all members know.
#[derive(Clone, Copy)]
struct Room {
    first: usize,
    stride: usize,
    /// The number of slots with data of their own.
    slots: u64,
    /// Whether data in members' segments is read in place.
    reads_segment: bool,
    /// Whether data in members' private memory is, too.
    reads_private: bool,
}

const _: () = assert!(PIECE <= WHOLE_BYTES && WHOLE_BYTES < PIECE_BYTES);

/// A step of a collective.
#[derive(Clone, Copy)]
struct Step {
    number: u64,
    /// The offset of the step's data in the members' segments.
    data: usize,
    /// The step whose data was there before, if there was one.
    before: u64,
    reads_segment: bool,
    reads_private: bool,
}

/// Where a member's data of a step is.
#[derive(Clone, Copy)]
enum Found {
    /// At an offset of the member's segment.
    Segment(usize),
    /// At an address of its private memory.
    Private(u64),
}

/// A flag in the word beside a step's flag: an address follows, and no offset.
const PRIVATE: u64 = 1 << 63;

/// The begin of a member's data for another.
#[derive(Clone, Copy)]
struct Place {
    /// The offset in the member's data of the step.
    at: usize,
    /// The offset in the member's source, if that is read in place.
    from: usize,
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Whether all members share memory, so that this module runs their collectives.
    pub(super) fn is_local(&self) -> bool {
        self.group.is_local()
    }

    /// The number of rooms for pieces that are used.
    fn piece_slots(&self) -> u64 {
        let most = if self.has_core_each() {
            PIECES_WITH_CORE
        } else {
            PIECES_OF_SHARED_CORE
        };
        most.min(self.group.area.piece_slots)
    }

    /// The number of pieces that members publish before they read the others'.
    fn batch(&self) -> usize {
        self.piece_slots() as usize / 2
    }

    /// How many of `len` bytes, in whole units, pass in a step if each member has `len` bytes for
    /// each other.
    fn part(&self, len: usize, unit: usize) -> usize {
        let others = (self.size() - 1).max(1);
        if len * others <= PIECE {
            return len.max(1);
        }
        // Whole cache lines are faster to copy than split words.
        let lines = unit.next_multiple_of(LINE_BYTES);
        let unit = if lines.is_multiple_of(unit) && PIECE / others >= lines {
            lines
        } else {
            unit
        };
        (PIECE / others / unit).max(1) * unit
    }

    /// The index of the data from one member to another, among the data for all others.
    fn place(&self, from: usize, to: usize) -> usize {
        (to + self.size() - from - 1) % self.size()
    }

    fn has_core_each(&self) -> bool {
        self.group.has_core_each
    }

    /// The room for a collective in which `len` bytes pass through each member's slots, possibly in
    /// pieces.
    fn room(&self, len: usize) -> Room {
        let area = &self.group.area;
        let (first, stride, slots) = if len <= LINE_BYTES - FLAG_BYTES {
            (layout::BOARD + FLAG_BYTES, LINE_BYTES, SLOTS)
        } else if len <= LITTLE_BYTES {
            (layout::LITTLE, LITTLE_BYTES, LITTLE_SLOTS)
        } else if len <= WHOLE_BYTES && area.whole_slots > 0 {
            (layout::WHOLES, WHOLE_BYTES, area.whole_slots)
        } else {
            (area.pieces(), PIECE_BYTES, self.piece_slots())
        };
        let in_place_min = if self.has_core_each() {
            self.switches.in_place_min
        } else {
            self.switches.in_place_min_sharing
        };
        Room {
            first: area.base + first,
            stride,
            slots,
            reads_segment: len >= in_place_min,
            reads_private: false,
        }
    }

    /// Waits until all members have ended step `before`, which precedes `step`.
    async fn make_room(&self, state: &mut GroupState<P>, step: Step, before: u64) {
        let mut all = step.number - 1;
        for member in self.others() {
            all = all.min(self.await_end(member, before).await);
        }
        state.ended = all;
    }

    /// Waits until a member has ended the steps up to `number`. Returns the last step that it has
    /// ended.
    async fn await_end(&self, member: usize, number: u64) -> u64 {
        let offset = self.in_context(layout::ENDED);
        if let Some(wait) = self.lacks_flag(member, offset, number) {
            self.wait_near(wait).await;
        }
        self.process.flag(self.rank_of(member), offset)
    }

    /// Ends a collective. If `readers` read `source` in place, waits until they have.
    async fn leave(
        &self,
        state: &GroupState<P>,
        room: Room,
        source: &Source<'_>,
        readers: impl IntoIterator<Item = usize>,
    ) {
        if room.lies_at(source).is_some() {
            for member in readers {
                self.await_end(member, state.number).await;
            }
        }
    }

    /// Publishes this member's data of the step.
    #[inline]
    fn announce(&self, step: Step) {
        self.process.raise(self.slot(step), step.number);
    }

    /// The wait for a member's data of the step. `None` if the data is there.
    #[inline]
    fn lacks(&self, step: Step, member: usize) -> Option<Wait<&P::Barrier>> {
        self.lacks_flag(member, self.slot(step), step.number)
    }

    /// Declares that this member needs no data of the steps up to this one.
    #[inline]
    fn end(&self, step: Step) {
        self.process
            .raise(self.in_context(layout::ENDED), step.number);
    }

    /// Arrives at the node's barrier, if members meet there faster than by waiting for each other's
    /// data. Returns the wait that remains.
    fn meet(&self) -> Option<Wait<&P::Barrier>> {
        if self.has_core_each() {
            return None;
        }
        let barrier = &self.group.barrier;
        let (arrival, is_last) = barrier.arrive();
        if is_last {
            barrier.release();
            return None;
        }
        Some(self.release(arrival))
    }

    /// Releases the barrier, as the member that arrived last.
    fn release(&self, arrival: <P::Barrier as Barrier>::Arrival) -> Wait<&P::Barrier> {
        Wait::Release {
            barrier: &self.group.barrier,
            arrival,
            in_node: true,
        }
    }

    /// The barrier of members that share memory.
    pub(super) async fn synchronize_local(&self, state: &mut GroupState<P>) {
        if !self.has_core_each() {
            if let Some(wait) = self.meet() {
                self.wait_near(wait).await;
            }
            return;
        }
        let step = self.room(0).next(state);
        if let Some(before) = state.lacks_room(step, &Source::Private(&[])) {
            self.make_room(state, step, before).await;
        }
        self.announce(step);
        for member in self.others() {
            if let Some(wait) = self.lacks(step, member) {
                self.wait_near(wait).await;
            }
        }
        self.end(step);
    }

    /// The offset of the flag of a step's slot.
    fn slot(&self, step: Step) -> usize {
        let slot = (step.number % SLOTS) as usize;
        self.in_context(layout::BOARD + slot * LINE_BYTES)
    }

    fn in_context(&self, offset: usize) -> usize {
        self.group.area.base + offset
    }

    /// The wait for a flag in a member's segment to reach a value. `None` if it has.
    #[inline]
    fn lacks_flag(&self, member: usize, offset: usize, value: u64) -> Option<Wait<&P::Barrier>> {
        let rank = self.rank_of(member);
        let is_there = self.process.flag(rank, offset) >= value;
        (!is_there).then_some(Wait::Flag {
            rank,
            offset,
            value,
        })
    }

    fn rank_of(&self, member: usize) -> u32 {
        self.group.rank(member as u32)
    }

    /// The other members, beginning with the next, so that members begin at different ones.
    fn others(&self) -> impl Iterator<Item = usize> + use<P, M> {
        self.others_first().take(self.size() - 1)
    }

    /// Copies a range of the source to `at` of this member's data of the step. Does nothing if the
    /// source is read in place.
    #[inline]
    fn put(
        &self,
        step: Step,
        at: usize,
        source: &Source<'_>,
        range: Range<usize>,
    ) -> Result<(), P::Error> {
        if step.reads_in_place() {
            let lies_at = step.lies_at(source);
            // Zero stands for none: no caller's data is at the begin of a segment.
            self.process
                .store_word(self.beside(step), lies_at.unwrap_or(0))?;
            if lies_at.is_some() {
                return Ok(());
            }
        }
        self.publish(step.data + at, source, range.start, range.len())
    }

    /// Where a member's data for the step is.
    #[inline]
    fn found(&self, step: Step, member: usize, place: Place) -> Result<Found, P::Error> {
        if step.reads_in_place() {
            let lies_at = self
                .process
                .load_word(self.rank_of(member), self.beside(step))?;
            if lies_at & PRIVATE != 0 {
                return Ok(Found::Private((lies_at ^ PRIVATE) + place.from as u64));
            }
            if lies_at != 0 {
                return Ok(Found::Segment(lies_at as usize + place.from));
            }
        }
        Ok(Found::Segment(step.data + place.at))
    }

    /// Copies bytes from a distance on behind a member's data.
    #[inline]
    fn load_found(
        &self,
        member: usize,
        found: Found,
        from: usize,
        into: &mut [u8],
    ) -> Result<(), P::Error> {
        match found {
            Found::Segment(offset) => self.process.load(self.rank_of(member), offset + from, into),
            Found::Private(address) => {
                let into = Target::Private(into);
                self.load_private(member, address + from as u64, into)
            }
        }
    }

    #[cold]
    fn load_private(&self, member: usize, address: u64, into: Target<'_>) -> Result<(), P::Error> {
        let identities = self.group.identities().expect("learned before");
        let from = (self.rank_of(member), identities[member]);
        self.process.load_private(from, address, into)
    }

    /// The offset of the word beside a step's flag.
    fn beside(&self, step: Step) -> usize {
        self.room(0).step(step.number).data
    }

    fn word(&self, member: usize, offset: usize) -> Result<usize, P::Error> {
        let word = self.process.load_word(self.rank_of(member), offset)?;
        Ok(word as usize)
    }

    fn put_word(&self, offset: usize, word: usize) -> Result<(), P::Error> {
        self.process.store_word(offset, word as u64)
    }

    /// Copies a member's data for the step to `to` of the target.
    #[inline]
    fn fetch(
        &self,
        step: Step,
        member: usize,
        place: Place,
        target: &mut Target<'_>,
        to: Range<usize>,
    ) -> Result<(), P::Error> {
        match self.found(step, member, place)? {
            Found::Segment(offset) => self.take(member, offset, target, to),
            Found::Private(address) => {
                self.load_private(member, address, target.part(to.start, to.len()))
            }
        }
    }

    /// Copies the bytes at offset `found` of a member's segment to `to` of the target.
    #[inline]
    fn take(
        &self,
        member: usize,
        found: usize,
        target: &mut Target<'_>,
        to: Range<usize>,
    ) -> Result<(), P::Error> {
        let from = (self.rank_of(member), found);
        if target.len() * self.size() >= CACHED_MAX {
            return target.stream_from(self.process, to.start, from, to.len());
        }
        target.copy_from(self.process, to.start, from, to.len())
    }

    /// Combines the members' data for the step into a range of the target. In any order: of the
    /// members, not of their arrival, so that the same bits come each time.
    async fn combine(
        &self,
        state: &mut GroupState<P>,
        step: Step,
        parts: Contributions<impl Fn(usize) -> Place>,
        target: &mut Target<'_>,
        to: Range<usize>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if operator.is_ordered(self.size()) {
            for member in self.others() {
                if let Some(wait) = self.lacks(step, member) {
                    self.wait_near(wait).await;
                }
            }
            return self.combine_in_order(state, step, parts, target, to, operator);
        }
        let Contributions { held, place, .. } = parts;
        let bit = step.bit(operator);
        for start in to.clone().step_by(bit) {
            let len = bit.min(to.end - start);
            let (theirs, own) = state.scratch(len);
            // A shared target is written once, after all data was combined.
            let sum = match target {
                Target::Private(bytes) => &mut bytes[start..start + len],
                Target::Segment { .. } => {
                    target.read(self.process, start, own)?;
                    &mut *own
                }
            };
            for member in (0..self.size()).filter(|&member| member != held) {
                if let Some(wait) = self.lacks(step, member) {
                    self.wait_near(wait).await;
                }
                let found = self.found(step, member, place(member))?;
                self.load_found(member, found, start - to.start, theirs)?;
                (operator.combine)(sum, theirs);
            }
            if let Target::Segment { .. } = target {
                target.write(self.process, start, own)?;
            }
        }
        Ok(())
    }

    /// Combines the members' data, which is there, in the operator's order.
    #[inline(never)]
    fn combine_in_order(
        &self,
        state: &mut GroupState<P>,
        step: Step,
        parts: Contributions<impl Fn(usize) -> Place>,
        target: &mut Target<'_>,
        to: Range<usize>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let Contributions { held, first, place } = parts;
        let bit = step.bit(operator);
        for start in to.clone().step_by(bit) {
            let len = bit.min(to.end - start);
            let load = |at: usize, into: &mut [u8]| {
                let member = (first + at) % self.size();
                if member == held {
                    return target.read(self.process, start, into);
                }
                let found = self.found(step, member, place(member))?;
                self.load_found(member, found, start - to.start, into)
            };
            let combined = operator.combine_in_order(self.size(), &mut state.stack, len, load)?;
            target.write(self.process, start, combined)?;
        }
        Ok(())
    }
}

/// The members' contributions to a reduction.
struct Contributions<F> {
    /// The member whose contribution the target has.
    held: usize,
    /// The member that is first in the operator's order.
    first: usize,
    /// Where the other members' contributions are.
    place: F,
}

impl Contributions<fn(usize) -> Place> {
    /// The target has the first member's contribution, and the others' are at the begin of their
    /// data.
    fn whole() -> Self {
        Contributions {
            held: 0,
            first: 0,
            place: |_| Place::both(0),
        }
    }
}

impl Place {
    /// One offset for both, for data that is not read in place, or that is one piece.
    fn both(at: usize) -> Place {
        Place { at, from: at }
    }
}

impl Room {
    /// This room, without reading from segments in place.
    fn copied(self) -> Room {
        Room {
            reads_segment: false,
            ..self
        }
    }

    /// Begins the next step.
    fn next<P: Process>(self, state: &mut GroupState<P>) -> Step {
        state.number += 1;
        self.step(state.number)
    }

    fn step(self, number: u64) -> Step {
        Step {
            number,
            data: self.first + (number % self.slots) as usize * self.stride,
            before: number.saturating_sub(self.slots),
            reads_segment: self.reads_segment,
            reads_private: self.reads_private,
        }
    }

    /// How many of `len` bytes pass in a step, if no more than `most` do through a slot. All data passes at once if
    /// none passes through slots.
    fn piece_len(self, len: usize, most: usize) -> usize {
        if self.reads_segment && self.reads_private {
            len
        } else {
            most
        }
    }

    fn lies_at(self, source: &Source<'_>) -> Option<u64> {
        self.step(0).lies_at(source)
    }
}

impl Step {
    /// How many bytes are combined at a time.
    fn bit(self, operator: &Operator<'_>) -> usize {
        let bit = if self.reads_private { PRIVATE_BIT } else { BIT };
        (bit / operator.unit).max(1) * operator.unit
    }

    /// Whether some data may be read in place.
    #[inline]
    fn reads_in_place(self) -> bool {
        self.reads_segment || self.reads_private
    }

    /// The word that tells where the source lies, if it is read in place.
    #[inline]
    fn lies_at(self, source: &Source<'_>) -> Option<u64> {
        match *source {
            Source::Segment { offset, .. } => self.reads_segment.then_some(offset as u64),
            Source::Private(bytes) => {
                let is_read = self.reads_private && !bytes.is_empty();
                is_read.then(|| PRIVATE | bytes.as_ptr().addr() as u64)
            }
        }
    }
}

impl<P: Process> GroupState<P> {
    /// The step that all members must have ended before this member's slot has room for `source`.
    /// `None` if there is room.
    #[inline]
    fn lacks_room(&self, step: Step, source: &Source<'_>) -> Option<u64> {
        let before = if step.lies_at(source).is_some() {
            step.number.saturating_sub(SLOTS)
        } else {
            step.before
        };
        (self.ended < before).then_some(before)
    }
}

/// The most bytes of a piece, in whole elements.
fn whole(operator: &Operator<'_>) -> usize {
    (PIECE / operator.unit).max(1) * operator.unit
}

/// The pieces of a range, of up to `piece_len` bytes each.
fn pieces(range: Range<usize>, piece_len: usize) -> impl Iterator<Item = Range<usize>> + use<> {
    let end = range.end;
    range
        .step_by(piece_len)
        .map(move |at| at..end.min(at + piece_len))
}
