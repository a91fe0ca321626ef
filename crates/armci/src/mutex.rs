//! Mutexes at a chosen process, taken in the order of asking.
//!
//! ```text
//!   at the mutex's process   tail   the last in the queue; 0: the mutex is free
//!   at each that waits       slot   next: who comes next          turn: it has the mutex
//! ```
//!
//! A process that takes a mutex takes a *slot* of its own, and swaps the slot's name into the tail.
//! If there was a predecessor, the process writes its name to the predecessor's slot, and waits for
//! its turn at its own slot. A process that gives the mutex back removes itself from the tail, or
//! tells its successor. A process needs a slot for each mutex that it holds or waits for. Waiting
//! costs no operation, and ends in sleep.
//!
//! This is the queue lock of Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
//! shared-memory multiprocessors", 1991.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use farreach_runtime::collectives::{Source, Target};
use farreach_runtime::{AtomicOp, AtomicWidth, World};
use zerocopy::IntoBytes;

use crate::{Error, Group};

/// Bytes of a mutex.
const TAIL: usize = 8;
/// Bytes of a slot: `next` and `turn`.
const SLOT: usize = 16;
/// The offset of `turn` in a slot.
const TURN: usize = 8;
/// Slots that are made at a time.
const CHUNK: usize = 64;
/// A slot's name has its process's rank + 1 in the upper bits, and its offset / 16 in these.
const PLACE_BITS: u32 = 40;

/// Mutexes of all processes, or of a group, made together. Each process has as many as it asked for.
pub struct Mutexes<'w> {
    world: &'w World,
    homes: Homes,
    slots: Mutex<Slots>,
}

/// Where the mutexes are.
#[derive(Debug)]
enum Homes {
    /// On all processes.
    All {
        /// The offset of the tails, the same in all segments.
        tails: usize,
        /// The greatest number of mutexes that a process has.
        most: u32,
    },
    /// On the members of a group, by rank there.
    Group(Vec<Home>),
}

#[derive(Debug)]
struct Home {
    /// The rank in the job.
    rank: u32,
    tails: usize,
    count: u32,
}

#[derive(Default)]
struct Slots {
    /// The slots of the mutexes that this process holds or waits for, by process and mutex.
    used: BTreeMap<(u32, u32), Used>,
    free: Vec<usize>,
    /// What was allocated for slots.
    chunks: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Used {
    slot: usize,
    is_held: bool,
}

impl fmt::Debug for Mutexes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mutexes")
            .field("homes", &self.homes)
            .finish_non_exhaustive()
    }
}

impl<'w> Mutexes<'w> {
    /// Makes mutexes. Collective over all processes. Each says how many it wants to have, and may
    /// want none.
    pub fn create(world: &'w World, count: u32) -> Result<Mutexes<'w>, Error> {
        let allocated = world.allocate_of_own_size(count as usize * TAIL, SLOT)?;
        let tails = allocated.offset;
        let mutexes = Mutexes {
            world,
            homes: Homes::All {
                tails,
                most: (allocated.greatest / TAIL) as u32,
            },
            slots: Mutex::default(),
        };
        mutexes.open(tails, count)?;
        world.barrier()?;
        Ok(mutexes)
    }

    /// Makes mutexes of a group's members, which are named by their ranks in the group. Collective
    /// over the group.
    pub fn create_in(
        world: &'w World,
        group: &Group<'_>,
        count: u32,
    ) -> Result<Mutexes<'w>, Error> {
        let tails = world.allocate_alone(count as usize * TAIL, SLOT)?;
        let mut mutexes = Mutexes {
            world,
            homes: Homes::Group(Vec::new()),
            slots: Mutex::default(),
        };
        mutexes.open(tails, count)?;
        let own = [tails as u64, u64::from(count)];
        let mut all = vec![[0; 2]; group.size() as usize];
        // Who has the others' places knows that they are open.
        let (source, target) = (own.as_bytes(), all.as_mut_slice().as_mut_bytes());
        group
            .collectives()
            .all_gather(Source::Private(source), Target::Private(target))?;
        let homes = all
            .iter()
            .zip(0..)
            .map(|(&[tails, count], rank): (&[u64; 2], _)| Home {
                rank: group.job_rank(rank).expect("a member"),
                tails: tails as usize,
                count: count as u32,
            });
        mutexes.homes = Homes::Group(homes.collect());
        Ok(mutexes)
    }

    /// Makes this process's mutexes free. Their memory may have been used before.
    fn open(&self, tails: usize, count: u32) -> Result<(), Error> {
        for mutex in 0..count as usize {
            self.word(tails + mutex * TAIL)?.store(0, Ordering::Release);
        }
        Ok(())
    }

    /// Ends the mutexes of all processes. Collective. No process may hold one.
    ///
    /// # Errors
    /// If this process holds one. Then nothing has ended, and the other processes wait.
    pub fn destroy(self) -> Result<(), Error> {
        self.check_unheld()?;
        if let Homes::All { tails, .. } = self.homes {
            self.world.free(tails)?;
        }
        self.free_slots()
    }

    /// Ends the mutexes that [`Mutexes::create_in`] made for `group`. Collective over it. No process
    /// may hold one.
    ///
    /// # Errors
    /// As for [`Mutexes::destroy`].
    pub fn destroy_in(self, group: &Group<'_>) -> Result<(), Error> {
        self.check_unheld()?;
        group.barrier()?;
        if let Homes::Group(homes) = &self.homes {
            self.world.free_alone(homes[group.rank() as usize].tails)?;
        }
        self.free_slots()
    }

    fn check_unheld(&self) -> Result<(), Error> {
        let slots = self.slots();
        let Some((&(home, mutex), _)) = slots.used.first_key_value() else {
            return Ok(());
        };
        Err(self.misused(
            mutex,
            home,
            "it is held: unlock it before the mutexes are destroyed",
        ))
    }

    fn free_slots(&self) -> Result<(), Error> {
        let chunks = std::mem::take(&mut *self.slots()).chunks;
        for chunk in chunks {
            self.world.free_alone(chunk)?;
        }
        Ok(())
    }

    /// The rank and the offset of a mutex.
    fn place(&self, mutex: u32, home: u32) -> Result<(u32, usize), Error> {
        let (size, found) = match &self.homes {
            &Homes::All { tails, most } => {
                let size = self.world.size();
                (size, (home < size).then_some((home, tails, most)))
            }
            Homes::Group(homes) => {
                let found = homes.get(home as usize);
                let found = found.map(|home| (home.rank, home.tails, home.count));
                (homes.len() as u32, found)
            }
        };
        let Some((rank, tails, count)) = found else {
            let what = format!("there is no process {home}: there are {size}, numbered from 0");
            return Err(Error::argument(self.world.rank(), "proc", what));
        };
        if mutex >= count {
            let what =
                format!("there is no mutex {mutex}: there are at most {count}, numbered from 0");
            return Err(Error::argument(self.world.rank(), "mutex", what));
        }
        Ok((rank, tails + mutex as usize * TAIL))
    }

    /// Takes a mutex of process `home`, after the processes that wait for it already.
    ///
    /// # Errors
    /// If this process holds it already.
    pub fn lock(&self, mutex: u32, home: u32) -> Result<(), Error> {
        let slot = self.take_slot(mutex, home)?;
        let own = self.name(slot);
        let before = self.swap_tail(mutex, home, || AtomicOp::Swap(own));
        let before = before.inspect_err(|_| self.give_back(mutex, home))?;
        if before != 0 {
            self.tell(before, 0, own)?;
            let turn = self.word(slot + TURN)?;
            if turn.load(Ordering::Acquire) == 0 {
                self.world
                    .wait_until("a mutex", || turn.load(Ordering::Acquire) != 0);
            }
        }
        self.hold(mutex, home);
        Ok(())
    }

    /// Takes a mutex if it is free. Returns whether it was taken.
    ///
    /// # Errors
    /// If this process holds it already.
    pub fn try_lock(&self, mutex: u32, home: u32) -> Result<bool, Error> {
        let slot = self.take_slot(mutex, home)?;
        let swap = self.name(slot);
        let before = self.swap_tail(mutex, home, || AtomicOp::CompareSwap { compare: 0, swap });
        match before {
            Ok(0) => {
                self.hold(mutex, home);
                Ok(true)
            }
            other => {
                self.give_back(mutex, home);
                other.map(|_| false)
            }
        }
    }

    /// Completes this process's operations, and gives a mutex back.
    ///
    /// # Errors
    /// If this process does not hold it.
    pub fn unlock(&self, mutex: u32, home: u32) -> Result<(), Error> {
        let held = self.slots().used.get(&(home, mutex)).copied();
        let Some(Used {
            slot,
            is_held: true,
        }) = held
        else {
            return Err(self.misused(mutex, home, "it is not held by this process: lock it first"));
        };
        self.world.direct().quiet()?;
        let next = self.word(slot)?;
        if next.load(Ordering::Acquire) == 0 {
            let compare = self.name(slot);
            let tail =
                self.swap_tail(mutex, home, || AtomicOp::CompareSwap { compare, swap: 0 })?;
            if tail == compare {
                self.give_back(mutex, home);
                return Ok(());
            }
            self.world.wait_until("the next in a mutex's queue", || {
                next.load(Ordering::Acquire) != 0
            });
        }
        let next = next.load(Ordering::Acquire);
        // Before the successor's turn: it may give the mutex back before this call ends.
        self.give_back(mutex, home);
        self.tell(next, TURN, 1)
    }

    /// Takes a slot for a mutex.
    fn take_slot(&self, mutex: u32, home: u32) -> Result<usize, Error> {
        self.place(mutex, home)?;
        let mut slots = self.slots();
        if slots.used.contains_key(&(home, mutex)) {
            drop(slots);
            return Err(self.misused(mutex, home, "this process holds it or waits for it already"));
        }
        if slots.free.is_empty() {
            let chunk = self.world.allocate_alone(CHUNK * SLOT, SLOT)?;
            slots.chunks.push(chunk);
            slots.free.extend((0..CHUNK).map(|at| chunk + at * SLOT));
        }
        let slot = slots.free.pop().expect("some were made");
        for word in [slot, slot + TURN] {
            self.word(word)?.store(0, Ordering::Relaxed);
        }
        slots.used.insert(
            (home, mutex),
            Used {
                slot,
                is_held: false,
            },
        );
        Ok(slot)
    }

    fn hold(&self, mutex: u32, home: u32) {
        if let Some(used) = self.slots().used.get_mut(&(home, mutex)) {
            used.is_held = true;
        }
    }

    fn give_back(&self, mutex: u32, home: u32) {
        let mut slots = self.slots();
        if let Some(used) = slots.used.remove(&(home, mutex)) {
            slots.free.push(used.slot);
        }
    }

    /// The name of a slot of this process.
    fn name(&self, slot: usize) -> u64 {
        (u64::from(self.world.rank()) + 1) << PLACE_BITS | (slot / SLOT) as u64
    }

    /// Changes a mutex's tail. Returns what it was.
    fn swap_tail(&self, mutex: u32, home: u32, op: impl Fn() -> AtomicOp) -> Result<u64, Error> {
        let (pe, offset) = self.place(mutex, home)?;
        let through = self.world.direct();
        Ok(through.atomic(pe, offset, AtomicWidth::W64, op)?)
    }

    /// Sets bits in a word of a slot, and sends the update at once.
    fn tell(&self, name: u64, word: usize, bits: u64) -> Result<(), Error> {
        let pe = ((name >> PLACE_BITS) - 1) as u32;
        let slot = (name & ((1 << PLACE_BITS) - 1)) as usize * SLOT;
        let through = self.world.direct();
        through.atomic_nbi(pe, slot + word, AtomicWidth::W64, || AtomicOp::Or(bits))?;
        if !self.world.is_near(pe) {
            // The update may wait in a list, so it is sent now.
            self.world.progress();
        }
        Ok(())
    }

    /// A word of this process's segment.
    fn word(&self, offset: usize) -> Result<&'w std::sync::atomic::AtomicU64, Error> {
        let rank = self.world.rank();
        let word = self.world.own_segment().atomic_u64(offset);
        Ok(word.map_err(|error| farreach_runtime::Error::memory(rank, rank, error))?)
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cold]
    fn misused(&self, mutex: u32, home: u32, what: &str) -> Error {
        Error::Mutex {
            rank: self.world.rank(),
            mutex,
            home,
            what: what.to_owned(),
        }
    }
}
