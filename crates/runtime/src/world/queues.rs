//! Queues of processes: who enters first is first.
//!
//! ```text
//!   at the queue's process   tail    the last in the queue; 0: nobody is in it
//!   at each that is in it    place   next: who comes next │ turn: all that came before have left
//! ```
//!
//! A process that enters takes a *place* of its own, and swaps the place's name into the tail. If there was a predecessor, the
//! process writes its name to the predecessor's place, and waits for its turn at its own place. A process that leaves removes
//! itself from the tail, or tells its successor. Waiting costs no operation, and ends in sleep.
//!
//! This is the queue lock of Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
//! multiprocessors", 1991.

use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use farreach_verbs::{AtomicOp, AtomicWidth};

use super::World;
use crate::Error;

/// The bytes of a place: `next` and `turn`.
const PLACE: usize = 16;
/// The offset of `turn` in a place.
const TURN: usize = 8;
/// Places that are made at a time.
const CHUNK: usize = 64;
/// A place's name has its process's rank + 1 in the upper bits, and its offset / 16 in these.
const OFFSET_BITS: u32 = 40;

/// A queue: the process and the offset of its tail, a word at a multiple of 8 which is zero at first.
pub type Queue = (u32, usize);

/// A place of this process in a queue, which must be left.
#[derive(Debug)]
#[must_use = "who doesn't leave lets nobody else in"]
pub struct QueuePlace {
    offset: usize,
}

impl World {
    /// Enters a queue, and waits until all that entered before have left. `wait` waits until what it is passed is true, which
    /// atomics of other processes make true.
    pub fn enter_queue(
        &self,
        queue: Queue,
        wait: impl FnOnce(&mut dyn FnMut() -> bool),
    ) -> Result<QueuePlace, Error> {
        let place = self.take_place()?;
        let own = self.name(place);
        let before = self.change_tail(queue, || AtomicOp::Swap(own));
        let before = before.inspect_err(|_| self.give_place_back(place))?;
        if before != 0 {
            self.tell_place(before, 0, own)?;
            let turn = self.own_word(place + TURN)?;
            let mut has_come = || turn.load(Ordering::Acquire) != 0;
            if !has_come() {
                wait(&mut has_come);
            }
        }
        Ok(QueuePlace { offset: place })
    }

    /// Enters a queue if nobody is in it.
    pub fn try_enter_queue(&self, queue: Queue) -> Result<Option<QueuePlace>, Error> {
        let place = self.take_place()?;
        let swap = self.name(place);
        let before = self.change_tail(queue, || AtomicOp::CompareSwap { compare: 0, swap });
        if let Ok(0) = before {
            return Ok(Some(QueuePlace { offset: place }));
        }
        self.give_place_back(place);
        before.map(|_| None)
    }

    /// Leaves a queue. Its next process comes to its turn.
    #[expect(clippy::needless_pass_by_value, reason = "the place is gone")]
    pub fn leave_queue(
        &self,
        queue: Queue,
        place: QueuePlace,
        wait: impl FnOnce(&mut dyn FnMut() -> bool),
    ) -> Result<(), Error> {
        let offset = place.offset;
        let next = self.own_word(offset)?;
        if next.load(Ordering::Acquire) == 0 {
            let compare = self.name(offset);
            let tail = self.change_tail(queue, || AtomicOp::CompareSwap { compare, swap: 0 })?;
            if tail == compare {
                self.give_place_back(offset);
                return Ok(());
            }
            wait(&mut || next.load(Ordering::Acquire) != 0);
        }
        let next = next.load(Ordering::Acquire);
        self.give_place_back(offset);
        self.tell_place(next, TURN, 1)
    }

    /// Takes a place, which says that there is no next and that it is not its turn.
    fn take_place(&self) -> Result<usize, Error> {
        let mut free = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if free.is_empty() {
            let chunk = self.allocate_alone(CHUNK * PLACE, PLACE)?;
            free.extend((0..CHUNK).map(|at| chunk + at * PLACE));
        }
        let place = free.pop().expect("some were made");
        for word in [place, place + TURN] {
            self.own_word(word)?.store(0, Ordering::Relaxed);
        }
        Ok(place)
    }

    fn give_place_back(&self, place: usize) {
        let mut free = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(place);
    }

    fn name(&self, place: usize) -> u64 {
        (u64::from(self.rank) + 1) << OFFSET_BITS | (place / PLACE) as u64
    }

    /// Changes a queue's tail. Returns what it was.
    fn change_tail(&self, (home, tail): Queue, op: impl Fn() -> AtomicOp) -> Result<u64, Error> {
        self.direct().atomic(home, tail, AtomicWidth::W64, op)
    }

    /// Sets bits in a word of a place.
    fn tell_place(&self, name: u64, word: usize, bits: u64) -> Result<(), Error> {
        let pe = ((name >> OFFSET_BITS) - 1) as u32;
        let place = (name & ((1 << OFFSET_BITS) - 1)) as usize * PLACE;
        self.tell_word(pe, place + word, || AtomicOp::Or(bits))
    }

    /// Changes a word for which another process waits, and sends the change at once.
    pub fn tell_word(&self, pe: u32, word: usize, op: impl Fn() -> AtomicOp) -> Result<(), Error> {
        self.direct().atomic_nbi(pe, word, AtomicWidth::W64, op)?;
        if !self.is_near(pe) {
            // The change may wait in a list.
            self.progress();
        }
        Ok(())
    }

    /// A word of this process's segment, which is at a multiple of 8.
    pub fn own_word(&self, offset: usize) -> Result<&AtomicU64, Error> {
        let word = self.own_segment().atomic_u64(offset);
        word.map_err(|error| Error::memory(self.rank, self.rank, error))
    }
}
