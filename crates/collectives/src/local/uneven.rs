//! Collectives of data of different lengths, which members learn from each other's first bytes.
//!
//! In a collect each member's stream is its length, then its source.
//!
//! In an exchange a member has a block for each other. Blocks pass in parts of one length. In the
//! first step each part begins with the length of its block. The length of parts, and so the place
//! of each, follows from the length of the member's longest block, which is beside its slot's flag.
//!
//! Large blocks in the member's segment are read in place: the block's offset follows its length,
//! instead of the bytes.
//!
//! The longest block of all members determines the number of steps. All members know it after the
//! first step.

use alloc::vec::Vec;
use core::ops::Range;

use super::{PIECE, Place, Room, Step};
use crate::exchange::WrongCount;
use crate::group::GroupState;
use crate::layout::{LINE_BYTES, PIECE_BYTES, WHOLE_BYTES};
use crate::mode::WaitMode;
use crate::process::{FLAG_BYTES, Process};
use crate::{Collectives, Counts, Source, Target};

/// Bytes of a length.
const WORD: usize = 8;
/// A flag in a block's length: the block's offset in the segment follows, instead of its bytes.
const LIES: usize = 1 << 63;
/// Bytes beside a slot's flag and the length of the longest block.
const BESIDE: usize = LINE_BYTES - FLAG_BYTES - WORD;

const _: () = assert!(super::MEMBERS_MAX * 2 * WORD <= PIECE_BYTES);

/// A part of another member's stream to take.
struct Incoming {
    /// Its destination in the target.
    to: usize,
    len: usize,
}

/// The division of a member's blocks into parts.
struct Parts {
    room: Room,
    /// The distance between parts: a length and bytes.
    stride: usize,
    /// The number of steps.
    steps: u64,
}

impl Parts {
    fn len(&self) -> usize {
        self.stride - WORD
    }

    /// The range of a block that passes in a step.
    fn part(&self, step: u64, block: Range<usize>) -> Range<usize> {
        let start = block.len().min(step as usize * self.len());
        let end = block.len().min(start + self.len());
        block.start + start..block.start + end
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    pub(in super::super) async fn collect_local<'t>(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: impl FnOnce(usize) -> Result<Target<'t>, P::Error>,
    ) -> Result<Vec<usize>, P::Error> {
        let room = self.room(PIECE_BYTES).copied();
        let step = room.next(state);
        if let Some(before) = state.lacks_room(step, source) {
            self.make_room(state, step, before).await;
        }
        let own = (source.len() as u64).to_ne_bytes();
        self.put(step, 0, &Source::Private(&own), 0..WORD)?;
        let first = PIECE - WORD;
        self.put(step, WORD, source, 0..first.min(source.len()))?;
        self.announce(step);
        if let Some(wait) = self.meet() {
            self.wait_near(wait).await;
        }
        let mut incoming = Vec::with_capacity(self.size());
        let mut total = 0;
        for member in 0..self.size() {
            if let Some(wait) = self.lacks(step, member) {
                self.wait_near(wait).await;
            }
            let len = self.word(member, step.data)?;
            incoming.push(Incoming { to: total, len });
            total += len;
        }
        let mut target = target(total)?;
        let parts = (&incoming[..], 0..first);
        self.take_streams(step, WORD, parts, &mut target).await?;
        self.end(step);
        let longest = incoming.iter().map(|incoming| incoming.len).max();
        let rest = longest.unwrap_or(0).saturating_sub(first);
        for batch in self.batches(rest, PIECE) {
            let batch = (batch, PIECE, room);
            let publish = |step, range: Range<usize>| {
                let end = source.len().min(first + range.end);
                let start = end.min(first + range.start);
                self.put(step, 0, source, start..end)
            };
            for (step, range) in self.publish_batch(state, batch, source, publish).await? {
                let parts = (&incoming[..], first + range.start..first + range.end);
                self.take_streams(step, 0, parts, &mut target).await?;
                self.end(step);
            }
        }
        Ok(incoming.iter().map(|incoming| incoming.len).collect())
    }

    /// Takes a range of each member's stream, as far as it is in this step. The step's data holds
    /// it from `at` on.
    async fn take_streams(
        &self,
        step: Step,
        at: usize,
        (incoming, range): (&[Incoming], Range<usize>),
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        for member in self.others_first() {
            let Incoming { to, len } = incoming[member];
            let end = len.min(range.end);
            if range.start >= end {
                continue;
            }
            if let Some(wait) = self.lacks(step, member) {
                self.wait_near(wait).await;
            }
            let place = Place::both(at);
            self.fetch(step, member, place, target, to + range.start..to + end)?;
        }
        Ok(())
    }

    /// The exchange. Returns a send count that differs from this member's receive count, if there
    /// is one.
    pub(in super::super) async fn all_to_all_v_local(
        &self,
        state: &mut GroupState<P>,
        (source, sent): (&Source<'_>, Counts<'_>),
        (target, received): (&mut Target<'_>, Counts<'_>),
    ) -> Result<Option<WrongCount>, P::Error> {
        let longest = sent.others(self.index()).map(|(_, block)| block.len());
        let mut longest = longest.max().unwrap_or(0);
        let lies_at = source.shared_at().filter(|_| longest > WHOLE_BYTES);
        if lies_at.is_some() {
            longest = 0;
        }
        let own_steps = self.parts(longest).steps;
        let mut exchange = Exchange {
            first: state.number + 1,
            steps: own_steps,
            wrong: Vec::new(),
            taken: Vec::new(),
        };
        let (from, into) = (sent.block(self.index()), received.block(self.index()));
        let len = exchange.common(self.index(), from.len(), into.len());
        target.copy(
            self.process,
            into.start,
            source,
            from.start..from.start + len,
        )?;
        let mut begin = 0;
        while begin < exchange.steps {
            let end = begin + self.batch() as u64;
            for number in begin..end.min(own_steps) {
                if let Some(lies_at) = lies_at {
                    self.show_blocks(state, exchange.first, (source, sent, lies_at))
                        .await?;
                } else {
                    self.send_parts(state, exchange.first, number, (source, sent, longest))
                        .await?;
                }
            }
            if let Some(wait) = self.meet() {
                self.wait_near(wait).await;
            }
            for number in begin..end {
                if number < exchange.steps {
                    self.take_parts(&mut exchange, number, target, received)
                        .await?;
                }
            }
            begin = end;
        }
        state.number += exchange.steps;
        if lies_at.is_some() {
            for member in self.others() {
                self.await_end(member, state.number).await;
            }
        }
        Ok(exchange.wrong.pop())
    }

    /// Publishes the places of the blocks, in one step.
    async fn show_blocks(
        &self,
        state: &mut GroupState<P>,
        first: u64,
        (source, sent, lies_at): (&Source<'_>, Counts<'_>, usize),
    ) -> Result<(), P::Error> {
        let parts = self.parts(0);
        let step = parts.room.step(first);
        if let Some(before) = state.lacks_room(step, source) {
            self.make_room(state, step, before).await;
        }
        self.put_word(self.beside(step), 0)?;
        for (member, block) in sent.others(self.index()) {
            let at = step.data + self.place(self.index(), member) * parts.stride;
            self.put_word(at, block.len() | LIES)?;
            self.put_word(at + WORD, lies_at + block.start)?;
        }
        self.announce(step);
        Ok(())
    }

    async fn send_parts(
        &self,
        state: &mut GroupState<P>,
        first: u64,
        number: u64,
        (source, sent, longest): (&Source<'_>, Counts<'_>, usize),
    ) -> Result<(), P::Error> {
        let parts = self.parts(longest);
        let step = parts.room.step(first + number);
        if let Some(before) = state.lacks_room(step, source) {
            self.make_room(state, step, before).await;
        }
        self.put_word(self.beside(step), longest)?;
        for (member, block) in sent.others(self.index()) {
            let at = self.place(self.index(), member) * parts.stride;
            if number == 0 {
                self.put_word(step.data + at, block.len())?;
            }
            let part = parts.part(number, block);
            if !part.is_empty() {
                self.put(step, at + WORD, source, part)?;
            }
        }
        self.announce(step);
        Ok(())
    }

    async fn take_parts(
        &self,
        exchange: &mut Exchange,
        number: u64,
        target: &mut Target<'_>,
        received: Counts<'_>,
    ) -> Result<(), P::Error> {
        // After the first step parts are as long as they can be.
        let mut parts = self.parts(usize::MAX);
        for (member, mut block) in received.others(self.index()) {
            let mut step = parts.room.step(exchange.first + number);
            if number == 0 {
                if let Some(wait) = self.lacks(step, member) {
                    self.wait_near(wait).await;
                }
                parts = self.parts(self.word(member, self.beside(step))?);
                exchange.steps = exchange.steps.max(parts.steps);
                step = parts.room.step(exchange.first);
            }
            let at = self.place(member, self.index()) * parts.stride;
            if number == 0 {
                let sent = self.word(member, step.data + at)?;
                let len = exchange.common(member, sent & !LIES, block.len());
                block.end = block.start + len;
                if sent & LIES != 0 {
                    exchange.taken.push(member);
                    let lies_at = self.word(member, step.data + at + WORD)?;
                    self.take(member, lies_at, target, block)?;
                    continue;
                }
            } else if exchange.taken.contains(&member) {
                continue;
            } else {
                block.end = block.start + exchange.agreed(member, block.len());
            }
            let part = parts.part(number, block);
            if !part.is_empty() {
                if let Some(wait) = self.lacks(step, member) {
                    self.wait_near(wait).await;
                }
                self.fetch(step, member, Place::both(at + WORD), target, part)?;
            }
        }
        self.end(parts.room.step(exchange.first + number));
        Ok(())
    }

    /// The division of blocks of which the longest has `longest` bytes.
    fn parts(&self, longest: usize) -> Parts {
        let others = (self.size() - 1).max(1);
        let most = (PIECE / others / WORD * WORD).max(2 * WORD);
        let bytes = longest.clamp(1, most - WORD);
        let stride = WORD + bytes.next_multiple_of(WORD);
        let steps = longest.div_ceil(stride - WORD).max(1) as u64;
        let room = if steps > 1 {
            self.room(PIECE_BYTES).copied()
        } else if stride * others <= BESIDE {
            let beside = self.room(0);
            Room {
                first: beside.first + WORD,
                ..beside
            }
        } else {
            self.room((stride * others).max(LINE_BYTES)).copied()
        };
        Parts {
            room,
            stride,
            steps,
        }
    }
}

/// An exchange of blocks, as a member sees it.
struct Exchange {
    /// The number of the first step.
    first: u64,
    /// The most steps of any member. Known at the end of the first step.
    steps: u64,
    /// Counts in which members disagree.
    wrong: Vec<WrongCount>,
    /// The members whose blocks arrived completely in the first step.
    taken: Vec<usize>,
}

impl Exchange {
    /// How many bytes are received of a member's block of `sent` bytes, if `received` are expected.
    /// Records a difference.
    fn common(&mut self, from: usize, sent: usize, received: usize) -> usize {
        if sent != received {
            self.wrong.push(WrongCount { from, bytes: sent });
        }
        sent.min(received)
    }

    /// How many bytes are received of a member's block whose length was compared before.
    fn agreed(&self, from: usize, received: usize) -> usize {
        let wrong = self.wrong.iter().find(|wrong| wrong.from == from);
        wrong.map_or(received, |wrong| wrong.bytes.min(received))
    }
}
