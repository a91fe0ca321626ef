//! Collectives of a set whose members share memory.
//!
//! A collective is a sequence of *steps*, numbered alike on all members. Each member has a board of slots; step `s` uses
//! slot `s % 16` of every member's.
//!
//! ```text
//!   writer   make room: all have ended step s - 16 │ data into the own slot │ flag of the slot = s
//!   reader   wait until the flag of the writer's slot is s │ read the data there
//!   each     flag of the ended steps = s
//! ```
//!
//! Whoever only writes may be up to 16 steps ahead, so where data flows one way a process that shares its core does
//! many collectives while it has it. Up to 48 bytes lie in the cache line of their flag.
//!
//! Where all need all, and cores are shared, all first meet in the node's barrier, which wakes all at once.

mod all;
mod one_way;
mod uneven;

use std::ops::Range;

use farreach_node::{Flag, View, Waited};

use super::group::State;
use super::layout::{self, LARGE_BYTES, LINE_BYTES, MIDDLING_BYTES, SLOTS};
use super::{Collectives, Operator, Source, Target};
use crate::Error;

/// Bytes of a piece of large data if each process has a core: what one writes while another reads stays in their caches.
const PIECE: usize = 32 << 10;
/// How many pieces members publish before they read the others' where all need all.
const BATCH: usize = 8;
/// Contributions are combined so many bytes at a time, which stay in the processor's nearest cache.
const BIT: usize = 8 << 10;
/// A set with more members is taken for one of several nodes.
pub(super) const MEMBERS_MAX: usize = 8 << 10;

/// A step of a collective.
#[derive(Clone, Copy)]
struct Step {
    number: u64,
    /// Where its data is in the members' segments.
    data: usize,
}

impl Collectives<'_> {
    /// Whether all members share memory, and this is how they do collectives.
    pub(super) fn is_local(&self) -> bool {
        self.group.is_local()
    }

    /// The most bytes of a piece of large data.
    fn piece(&self) -> usize {
        if self.has_core_each() {
            PIECE
        } else {
            // The fewest changes of the process on a core.
            LARGE_BYTES
        }
    }

    fn has_core_each(&self) -> bool {
        self.world.arena().has_core_each()
    }

    /// The next step, in which members publish up to `len` bytes.
    fn begin(&self, state: &mut State, len: usize) -> Step {
        state.number += 1;
        self.step(state.number, len)
    }

    fn step(&self, number: u64, len: usize) -> Step {
        let slot = (number % SLOTS) as usize;
        let context = layout::context(self.group.context());
        let data = if len <= LINE_BYTES - Flag::BYTES {
            layout::BOARD + slot * LINE_BYTES + Flag::BYTES
        } else if len <= MIDDLING_BYTES {
            layout::PART + slot * MIDDLING_BYTES
        } else {
            assert!(len <= LARGE_BYTES, "{len} bytes");
            layout::WINDOW + slot * LARGE_BYTES
        };
        Step {
            number,
            data: context + data,
        }
    }

    /// Waits until this member's slot of the step is free.
    fn make_room(&self, state: &mut State, step: Step) {
        if step.number - state.ended <= SLOTS {
            return;
        }
        let needed = step.number - SLOTS;
        let mut all = step.number - 1;
        for member in (0..self.size()).filter(|&member| member != self.index()) {
            let ended = self.flag(member, layout::ENDED);
            if ended.get() < needed {
                self.wait_flag(ended, needed);
            }
            all = all.min(ended.get());
        }
        state.ended = all;
    }

    /// Tells that this member's data of the step is there.
    fn announce(&self, step: Step) {
        self.slot(self.index(), step).set(step.number);
    }

    /// Waits for a member's data of the step.
    fn await_member(&self, step: Step, member: usize) {
        let flag = self.slot(member, step);
        if flag.get() < step.number {
            self.wait_flag(flag, step.number);
        }
    }

    /// Tells that this member needs no data of the steps up to this one any more.
    fn end(&self, step: Step) {
        self.flag(self.index(), layout::ENDED).set(step.number);
    }

    /// Waits until all members have announced, if that is quicker together than one by one.
    fn meet(&self) {
        if self.has_core_each() {
            return;
        }
        let barrier = &self.group.barrier;
        let waited = self.world.wait_in_node(|poll| barrier.barrier(poll));
        assert_eq!(waited, Waited::Done, "nothing stops this wait");
    }

    /// The barrier.
    pub(super) fn synchronize_local(&self, state: &mut State) {
        if !self.has_core_each() {
            return self.meet();
        }
        let step = self.begin(state, 0);
        self.make_room(state, step);
        self.announce(step);
        for member in self.others() {
            self.await_member(step, member);
        }
        self.end(step);
    }

    fn slot(&self, member: usize, step: Step) -> Flag<'_> {
        let slot = (step.number % SLOTS) as usize;
        self.flag(member, layout::BOARD + slot * LINE_BYTES)
    }

    fn flag(&self, member: usize, offset: usize) -> Flag<'_> {
        let context = layout::context(self.group.context());
        Flag::at(self.memory(member), context + offset)
    }

    #[cold]
    #[inline(never)]
    fn wait_flag(&self, flag: Flag<'_>, value: u64) {
        let patience = self.world.arena().patience_in_node();
        let waited = self
            .world
            .wait_in_node(|poll| flag.wait(value, patience, poll));
        assert_eq!(waited, Waited::Done, "nothing stops this wait");
    }

    /// A member's segment.
    fn memory(&self, member: usize) -> View<'_> {
        let rank = self.group.rank(member as u32);
        self.world.near(rank).expect("on this node").bytes
    }

    /// The other members, beginning with the next: not all with the same.
    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        self.others_first().take(self.size() - 1)
    }

    /// Copies a range of the source to `at` of this member's data of the step.
    fn put(
        &self,
        step: Step,
        at: usize,
        source: &Source<'_>,
        range: Range<usize>,
    ) -> Result<(), Error> {
        self.publish(step.data + at, source, range.start, range.len())
    }

    /// Copies `len` bytes from `at` on of a member's data of the step to `to` of the target.
    fn fetch(
        &self,
        step: Step,
        member: usize,
        at: usize,
        target: &mut Target<'_>,
        to: Range<usize>,
    ) -> Result<(), Error> {
        let memory = self.memory(member);
        target.copy_from(self.world, to.start, memory, step.data + at, to.len())
    }

    /// Combines what members have from `at` on of their data of the step into a range of the target.
    fn combine(
        &self,
        state: &mut State,
        step: Step,
        (members, at): (&mut dyn Iterator<Item = usize>, usize),
        target: &mut Target<'_>,
        to: Range<usize>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        let bit = (BIT / operator.unit).max(1) * operator.unit;
        for member in members {
            self.await_member(step, member);
            let memory = self.memory(member);
            for start in to.clone().step_by(bit) {
                let len = bit.min(to.end - start);
                let (theirs, own) = state.scratch(len);
                memory
                    .copy_out(step.data + at + start - to.start, theirs)
                    .map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error))?;
                if let Target::Private(bytes) = target {
                    (operator.combine)(&mut bytes[start..start + len], theirs);
                    continue;
                }
                target.read(self.world, start, own)?;
                (operator.combine)(own, theirs);
                target.write(self.world, start, own)?;
            }
        }
        Ok(())
    }
}

/// Calls `piece` for the pieces of up to `piece_len` of `len` bytes.
fn in_pieces(
    len: usize,
    piece_len: usize,
    mut piece: impl FnMut(Range<usize>) -> Result<(), Error>,
) -> Result<(), Error> {
    (0..len)
        .step_by(piece_len)
        .try_for_each(|at| piece(at..len.min(at + piece_len)))
}
