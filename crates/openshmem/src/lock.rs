//! Locks of all processes. A lock is a queue in which each process waits for a word of its own
//! memory.
//!
//! A lock is a 64-bit word at one offset of every segment. It is zero everywhere while no process
//! holds the lock or waits for it:
//!
//! ```text
//!   bytes 0–3   tail   on the lock's home alone: the last in the queue, its rank + 1; 0: the lock is free
//!   bytes 4–7   place  of this process in the queue: bits 0–30 who comes next, its rank + 1; bit 31: it holds the lock
//! ```
//!
//! A process that takes the lock swaps itself into the tail. If there was a predecessor, the
//! process tells it and waits for its turn. A process that gives the lock back removes itself from
//! the tail, or tells its successor that its turn has come. The lock is therefore taken in the
//! order of the swaps. An attempt costs at most two operations on other processes' memory. Waiting
//! costs no operation, and ends in sleep.
//!
//! This is the queue lock of Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
//! shared-memory multiprocessors", 1991.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use farreach_runtime::{AtomicOp, AtomicWidth, Error, World};

/// The bit of `place` that this process holds the lock.
const HELD: u32 = 1 << 31;
/// The offset of `place` in the lock's word.
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

    /// Takes the lock after the processes that wait for it already. `what` is the wait's name in
    /// errors.
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

    /// Takes the lock if no process holds it or waits for it. Returns whether the lock was taken.
    pub fn test(self) -> Result<bool, Error> {
        let before = self.swap_tail(|| AtomicOp::CompareSwap {
            compare: 0,
            swap: u64::from(self.world.rank() + 1),
        })?;
        if before == 0 {
            self.place.fetch_or(HELD, Ordering::Acquire);
        } else {
            self.world.polled_in_vain();
        }
        Ok(before == 0)
    }

    /// Completes this process's operations, and gives the lock back.
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
        // Before the successor's turn: it may finish, and this process may be in the queue again,
        // before this call ends.
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

    /// Changes the tail, which is on the lock's home. Returns the former tail. Homes of locks are
    /// spread over the processes.
    fn swap_tail(self, op: impl Fn() -> AtomicOp) -> Result<u32, Error> {
        let home = (self.offset / 8 % self.world.size() as usize) as u32;
        let before = self
            .world
            .direct()
            .atomic(home, self.offset, AtomicWidth::W32, op)?;
        Ok(before as u32)
    }

    /// Sets bits in the `place` of `pe`, and sends the update at once.
    fn tell(self, pe: u32, bits: u32) -> Result<(), Error> {
        let or = || AtomicOp::Or(u64::from(bits));
        let place = self.offset + PLACE;
        self.world
            .direct()
            .atomic_nbi(pe, place, AtomicWidth::W32, or)?;
        if !self.world.is_near(pe) {
            // The update may wait in a list, so it is sent now.
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
