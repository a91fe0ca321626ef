//! Locks of all processes: queues, in which each process waits for its own memory.
//!
//! A lock is a 64-bit word at one offset of every segment, zero everywhere while nobody holds it or waits:
//!
//! ```text
//!   bytes 0–3   tail   on the lock's home alone: the last in the queue, its rank + 1; 0: the lock is free
//!   bytes 4–7   place  of this process in the queue: bits 0–30 who comes next, its rank + 1; bit 31: it holds the lock
//! ```
//!
//! Who comes swaps itself into the tail; if somebody was there, it tells that one and waits for its turn. Who leaves takes
//! itself out of the tail, or tells the next that it is its turn. So each lock is taken in the order of the swaps, an attempt
//! costs two operations on another process's memory at most, and waiting costs nobody anything: it ends in sleep. (The queue
//! lock of Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", 1991.)

use std::sync::atomic::{AtomicU32, Ordering};

use farreach_engine::{Op, Tracking};
use farreach_verbs::{AtomicOp, AtomicWidth};

use crate::{Error, World};

/// This process holds the lock.
const HELD: u32 = 1 << 31;
/// From the lock's word to its second half.
const PLACE: usize = 4;

impl World {
    /// Takes the lock at `offset`, a multiple of 8, behind those who wait for it already. The wait is called `what`.
    ///
    /// # Errors
    /// If this process holds it already, or one of its threads waits for it.
    pub fn set_lock(&self, what: &'static str, offset: usize) -> Result<(), Error> {
        let place = self.place(offset)?;
        if place.load(Ordering::Relaxed) != 0 {
            return Err(self.misused(offset, "holds or waits for already"));
        }
        let me = self.rank() + 1;
        let swap = || AtomicOp::Swap(u64::from(me));
        let before = self.atomic(self.home(offset), offset, AtomicWidth::W32, swap)? as u32;
        if before == 0 {
            place.fetch_or(HELD, Ordering::Acquire);
            return Ok(());
        }
        self.tell(before - 1, offset, me)?;
        self.await_place(place, what, |place| place & HELD != 0);
        Ok(())
    }

    /// Takes the lock at `offset` if nobody holds it or waits for it; returns whether it has.
    pub fn test_lock(&self, offset: usize) -> Result<bool, Error> {
        let place = self.place(offset)?;
        let take = || AtomicOp::CompareSwap {
            compare: 0,
            swap: u64::from(self.rank() + 1),
        };
        let before = self.atomic(self.home(offset), offset, AtomicWidth::W32, take)?;
        if before == 0 {
            place.fetch_or(HELD, Ordering::Acquire);
        }
        Ok(before == 0)
    }

    /// Completes this process's operations, and gives back the lock at `offset`.
    ///
    /// # Errors
    /// If this process does not hold it.
    pub fn clear_lock(&self, offset: usize) -> Result<(), Error> {
        let place = self.place(offset)?;
        if place.load(Ordering::Relaxed) & HELD == 0 {
            return Err(self.misused(offset, "does not hold"));
        }
        self.quiet()?;
        let next = |place: u32| place & !HELD;
        if next(place.load(Ordering::Acquire)) == 0 {
            let me = u64::from(self.rank() + 1);
            let leave = || AtomicOp::CompareSwap {
                compare: me,
                swap: 0,
            };
            let tail = self.atomic(self.home(offset), offset, AtomicWidth::W32, leave)?;
            if tail == me {
                place.store(0, Ordering::Relaxed);
                return Ok(());
            }
            self.await_place(place, "the next in a lock's queue", |place| {
                next(place) != 0
            });
        }
        let next = next(place.load(Ordering::Acquire)) - 1;
        // Before the next one's turn: it may be through, and this process in the queue again, before this call ends.
        place.store(0, Ordering::Relaxed);
        self.tell(next, offset, HELD)
    }

    #[cold]
    fn misused(&self, offset: usize, how: &str) -> Error {
        let rank = self.rank();
        let what = format!(
            "rank {rank} {how} the lock at offset {offset}; a lock is zero on all processes before it is first used"
        );
        Error::Mismatch { rank, what }
    }

    /// This process's place in the queue.
    fn place(&self, offset: usize) -> Result<&AtomicU32, Error> {
        self.check_aligned(self.rank(), offset, AtomicWidth::W64)?;
        self.check(self.rank(), offset, 8)?;
        let place = self.own_segment().atomic_u32(offset + PLACE);
        place.map_err(|error| Error::memory(self.rank(), self.rank(), error))
    }

    /// Whose word has the lock's tail: locks are spread over the processes.
    fn home(&self, offset: usize) -> u32 {
        (offset / 8 % self.size() as usize) as u32
    }

    /// Sets bits in the place of `pe`, at once.
    fn tell(&self, pe: u32, offset: usize, bits: u32) -> Result<(), Error> {
        let (width, offset) = (AtomicWidth::W32, offset + PLACE);
        let op = || AtomicOp::Or(u64::from(bits));
        if self.near(pe).is_some() {
            return self.atomic(pe, offset, width, op).map(drop);
        }
        self.direct().at_once(pe, |core, now| {
            let op = Op::Atomic {
                width,
                op: op(),
                offset: offset as u64,
            };
            core.engine.submit(now, pe, op, Tracking::Implicit);
        })
    }

    fn await_place(&self, place: &AtomicU32, what: &'static str, is_so: impl Fn(u32) -> bool) {
        let ready = || is_so(place.load(Ordering::Acquire));
        if !ready() {
            self.wait_until(what, ready);
        }
    }
}
