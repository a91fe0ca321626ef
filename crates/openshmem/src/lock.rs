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

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use farreach_runtime::{AtomicOp, AtomicWidth, Error, World};

/// This process holds the lock.
const HELD: u32 = 1 << 31;
/// From the lock's word to its second half.
const PLACE: usize = 4;

/// A lock of all processes.
#[derive(Clone, Copy)]
pub struct Lock<'w> {
    world: &'w World,
    offset: usize,
    /// This process's place in the queue.
    place: &'w AtomicU32,
}

impl fmt::Debug for Lock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lock at offset {}", self.offset)
    }
}

impl<'w> Lock<'w> {
    /// The lock whose word is at `offset` of each segment.
    ///
    /// # Errors
    /// If `offset` is no multiple of 8, or not inside the segment.
    pub fn at(world: &'w World, offset: usize) -> Result<Lock<'w>, Error> {
        let segment = world.own_segment();
        let place = segment
            .atomic_u64(offset)
            .and_then(|_| segment.atomic_u32(offset + PLACE));
        Ok(Lock {
            world,
            offset,
            place: place.map_err(|error| Error::memory(world.rank(), world.rank(), error))?,
        })
    }

    /// Takes the lock behind those who wait for it already. The wait is called `what`.
    ///
    /// # Errors
    /// If this process holds it already, or one of its threads waits for it.
    pub fn set(self, what: &'static str) -> Result<(), Error> {
        if self.place.load(Ordering::Relaxed) != 0 {
            return Err(self.misused("holds or waits for already"));
        }
        let me = self.world.rank() + 1;
        let before = self.swap_tail(|| AtomicOp::Swap(u64::from(me)))?;
        if before == 0 {
            self.place.fetch_or(HELD, Ordering::Acquire);
            return Ok(());
        }
        self.tell(before - 1, me)?;
        self.await_place(what, |place| place & HELD != 0);
        Ok(())
    }

    /// Takes the lock if nobody holds it or waits for it; returns whether it has.
    pub fn test(self) -> Result<bool, Error> {
        let before = self.swap_tail(|| AtomicOp::CompareSwap {
            compare: 0,
            swap: u64::from(self.world.rank() + 1),
        })?;
        if before == 0 {
            self.place.fetch_or(HELD, Ordering::Acquire);
        }
        Ok(before == 0)
    }

    /// Completes this process's operations, and gives back the lock.
    ///
    /// # Errors
    /// If this process does not hold it.
    pub fn clear(self) -> Result<(), Error> {
        if self.place.load(Ordering::Relaxed) & HELD == 0 {
            return Err(self.misused("does not hold"));
        }
        self.world.direct().quiet()?;
        let next = |place: u32| place & !HELD;
        if next(self.place.load(Ordering::Acquire)) == 0 {
            let me = self.world.rank() + 1;
            let tail = self.swap_tail(|| AtomicOp::CompareSwap {
                compare: u64::from(me),
                swap: 0,
            })?;
            if tail == me {
                self.place.store(0, Ordering::Relaxed);
                return Ok(());
            }
            self.await_place("the next in a lock's queue", |place| next(place) != 0);
        }
        let next = next(self.place.load(Ordering::Acquire)) - 1;
        // Before the next one's turn: it may be through, and this process in the queue again, before this call ends.
        self.place.store(0, Ordering::Relaxed);
        self.tell(next, HELD)
    }

    #[cold]
    fn misused(self, how: &str) -> Error {
        let (rank, offset) = (self.world.rank(), self.offset);
        let what = format!(
            "rank {rank} {how} the lock at offset {offset}; a lock is zero on all processes before it is first used"
        );
        Error::Mismatch { rank, what }
    }

    /// Changes the tail, which is on the lock's home; returns the one before. Locks are spread over the processes.
    fn swap_tail(self, op: impl Fn() -> AtomicOp) -> Result<u32, Error> {
        let home = (self.offset / 8 % self.world.size() as usize) as u32;
        let before = self
            .world
            .direct()
            .atomic(home, self.offset, AtomicWidth::W32, op)?;
        Ok(before as u32)
    }

    /// Sets bits in the place of `pe`, at once.
    fn tell(self, pe: u32, bits: u32) -> Result<(), Error> {
        let or = || AtomicOp::Or(u64::from(bits));
        let place = self.offset + PLACE;
        self.world
            .direct()
            .atomic_nbi(pe, place, AtomicWidth::W32, or)?;
        if !self.world.is_near(pe) {
            // It may have been kept for company.
            self.world.progress();
        }
        Ok(())
    }

    fn await_place(self, what: &'static str, is_so: impl Fn(u32) -> bool) {
        let ready = || is_so(self.place.load(Ordering::Acquire));
        if !ready() {
            self.world.wait_until(what, ready);
        }
    }
}
