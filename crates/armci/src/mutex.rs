//! Mutexes at a chosen process, taken in the order of asking: each is a queue of the runtime ([`World::enter_queue`]), whose
//! first process has the mutex.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use farreach_runtime::collectives::{Source, Target};
use farreach_runtime::{Queue, QueuePlace, World};
use zerocopy::IntoBytes;

use crate::{Error, Group};

/// Bytes of a mutex.
const TAIL: usize = 8;
/// Mutexes of all processes, or of a group, made together. Each process has as many as it asked for.
pub struct Mutexes<'w> {
    world: &'w World,
    homes: Homes,
    /// The mutexes that this process holds or waits for, by process and mutex, with its places in the queues of those that it
    /// holds.
    used: Mutex<Used>,
}

type Used = BTreeMap<(u32, u32), Option<QueuePlace>>;

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
        let allocated = world.allocate_of_own_size(count as usize * TAIL, TAIL)?;
        let tails = allocated.offset;
        let mutexes = Mutexes {
            world,
            homes: Homes::All {
                tails,
                most: (allocated.greatest / TAIL) as u32,
            },
            used: Mutex::default(),
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
        let tails = world.allocate_alone(count as usize * TAIL, TAIL)?;
        let mut mutexes = Mutexes {
            world,
            homes: Homes::Group(Vec::new()),
            used: Mutex::default(),
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
            (self.world.own_word(tails + mutex * TAIL)?).store(0, Ordering::Release);
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
        Ok(())
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
        Ok(())
    }

    fn check_unheld(&self) -> Result<(), Error> {
        let Some((&(home, mutex), _)) = self.used().first_key_value() else {
            return Ok(());
        };
        Err(self.misused(
            mutex,
            home,
            "it is held: unlock it before the mutexes are destroyed",
        ))
    }

    /// The queue of a mutex.
    fn queue(&self, mutex: u32, home: u32) -> Result<Queue, Error> {
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
        let queue = self.begin(mutex, home)?;
        let wait = |ready: &mut dyn FnMut() -> bool| self.world.wait_until("a mutex", ready);
        let entered = self.world.enter_queue(queue, wait);
        self.end((home, mutex), entered.map(Some)).map(drop)
    }

    /// Takes a mutex if it is free. Returns whether it was taken.
    ///
    /// # Errors
    /// If this process holds it already.
    pub fn try_lock(&self, mutex: u32, home: u32) -> Result<bool, Error> {
        let queue = self.begin(mutex, home)?;
        self.end((home, mutex), self.world.try_enter_queue(queue))
    }

    /// Completes this process's operations, and gives a mutex back.
    ///
    /// # Errors
    /// If this process does not hold it.
    pub fn unlock(&self, mutex: u32, home: u32) -> Result<(), Error> {
        let held = self.used().get_mut(&(home, mutex)).and_then(Option::take);
        let Some(place) = held else {
            return Err(self.misused(mutex, home, "it is not held by this process: lock it first"));
        };
        self.world.direct().quiet()?;
        // Before the successor's turn: it may give the mutex back before this call ends.
        self.used().remove(&(home, mutex));
        let wait = |ready: &mut dyn FnMut() -> bool| {
            self.world.wait_until("the next in a mutex's queue", ready);
        };
        Ok(self
            .world
            .leave_queue(self.queue(mutex, home)?, place, wait)?)
    }

    /// Notes that this process wants a mutex. Returns the mutex's queue.
    fn begin(&self, mutex: u32, home: u32) -> Result<Queue, Error> {
        let queue = self.queue(mutex, home)?;
        let mut used = self.used();
        if used.contains_key(&(home, mutex)) {
            drop(used);
            return Err(self.misused(mutex, home, "this process holds it or waits for it already"));
        }
        used.insert((home, mutex), None);
        Ok(queue)
    }

    /// Notes what came of it. Returns whether this process has the mutex.
    fn end(
        &self,
        mutex: (u32, u32),
        entered: Result<Option<QueuePlace>, farreach_runtime::Error>,
    ) -> Result<bool, Error> {
        if let Ok(Some(place)) = entered {
            self.used().insert(mutex, Some(place));
            return Ok(true);
        }
        self.used().remove(&mutex);
        Ok(entered?.is_some())
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
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
