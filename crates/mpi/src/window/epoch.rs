//! Synchronisation: who may access what, from when to when.
//!
//! | calls | what they are here |
//! |---|---|
//! | fence | own operations complete, then a barrier |
//! | post, start, complete, wait | messages without bytes on the window's communicator |
//! | lock, unlock | a lock at the target (`locks`) |
//! | lock of all | a shared lock of each target, taken at the first access |

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};

use farreach_runtime::SendMode;

use super::locks::LockKind;
use super::{LOCK, Window};
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::group::Group;
use crate::mpi::lock;
use crate::point::Envelope;
use crate::request::Begun;
use crate::status::Peer;

/// The tags of messages.
const POSTED: u32 = 1;
const COMPLETED: u32 = 2;

/// Whether members may be accessed, so that an access need not look at the epochs.
#[derive(Debug, Default)]
pub(super) struct Access(AtomicU8);

impl Access {
    const NONE: u8 = 0;
    /// By a fence or by `MPI_Win_start`.
    pub(super) const OPEN: u8 = 1;
    /// By a lock.
    const LOCKED: u8 = 2;

    fn set(&self, to: u8) {
        self.0.store(to, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is(&self, access: u8) -> bool {
        self.0.load(Ordering::Relaxed) >= access
    }
}

/// What is open.
#[derive(Debug, Default)]
pub(super) struct Epochs {
    /// A fence has opened an epoch.
    is_fenced: bool,
    /// The targets of an access epoch.
    started: Option<Vec<u32>>,
    /// The messages that will end an exposure epoch.
    posted: Option<Vec<Begun>>,
    /// The locks of targets. `None`: the program says that it needs none.
    locks: BTreeMap<u32, Option<LockKind>>,
    /// All targets are locked; `true` if the words of those that were accessed say so.
    all: Option<bool>,
}

fn wrong(what: impl Into<String>) -> Failure {
    Failure::new(Class::RmaSync, what)
}

impl Window {
    /// Fails unless a target may be accessed now.
    #[inline]
    pub(super) fn enter(&self, target: u32) -> Result<()> {
        if self.is(target, Access::OPEN) {
            return Ok(());
        }
        self.open(target)
    }

    /// Whether a target may be accessed so.
    #[inline]
    fn is(&self, target: u32, access: u8) -> bool {
        self.access.is(access) || self.member(target).access.is(access)
    }

    /// Locks a target if the program has locked all. Only targets that are accessed are locked, so that no process needs
    /// connections to all others.
    #[cold]
    fn open(&self, target: u32) -> Result<()> {
        if lock(&self.epochs).all == Some(true) {
            let acquired = self.acquire(target, LOCK, LockKind::Shared);
            if acquired.is_ok() {
                self.member(target).access.set(Access::LOCKED);
            }
            return acquired;
        }
        Err(wrong(format!(
            "no epoch in which rank {target} may be accessed: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock before"
        )))
    }

    /// Notes whether all targets may be accessed.
    fn note_open(&self, epochs: &Epochs) {
        self.access.set(match epochs {
            Epochs {
                all: Some(false), ..
            } => Access::LOCKED,
            Epochs {
                is_fenced: true, ..
            } => Access::OPEN,
            _ => Access::NONE,
        });
    }

    /// Fails if the program is in an epoch that it has to end.
    pub(super) fn check_closed(&self) -> Result<()> {
        let epochs = lock(&self.epochs);
        let open = if epochs.started.is_some() {
            "MPI_Win_start, without MPI_Win_complete"
        } else if epochs.posted.is_some() {
            "MPI_Win_post, without MPI_Win_wait"
        } else if !epochs.locks.is_empty() || epochs.all.is_some() {
            "a lock, without MPI_Win_unlock"
        } else {
            return Ok(());
        };
        Err(wrong(format!(
            "the window is in an epoch: there was {open}"
        )))
    }

    /// Completes all operations of this process, here and at their targets.
    pub fn complete_all(&self) -> Result<()> {
        Ok(self.world().direct().quiet()?)
    }

    /// Fails unless the program has locked a target, or all.
    fn check_locked(&self, target: Option<u32>) -> Result<()> {
        let epochs = lock(&self.epochs);
        let has_it = match target {
            Some(target) => epochs.locks.contains_key(&target),
            None => !epochs.locks.is_empty(),
        };
        if has_it || epochs.all.is_some() {
            return Ok(());
        }
        Err(wrong(
            "no lock: call MPI_Win_lock or MPI_Win_lock_all before",
        ))
    }

    /// Ends an epoch of all members, and opens another one unless the program says that none follows. Collective.
    pub fn fence(&self, ends: bool) -> Result<()> {
        self.check_closed()?;
        self.complete_all()?;
        self.synchronise()?;
        self.barrier("MPI_Win_fence")?;
        self.synchronise()?;
        let mut epochs = lock(&self.epochs);
        epochs.is_fenced = !ends;
        self.note_open(&epochs);
        Ok(())
    }

    /// The ranks in the window of a group's members.
    fn ranks(&self, group: &Group) -> Result<Vec<u32>> {
        let members = self.comm.group();
        let ranks = group.ranks().map(|rank| {
            members.index_of(rank).ok_or_else(|| {
                let what =
                    format!("argument group: process {rank} of the job has no part in the window");
                Failure::new(Class::Group, what)
            })
        });
        ranks.collect()
    }

    fn tell(&self, to: u32, tag: u32) -> Result<()> {
        let nothing = Data::none();
        self.mpi
            .send(&self.comm, &nothing, Some(to), tag, SendMode::Standard)
    }

    fn expect(&self, from: u32, tag: u32) -> Result<Begun> {
        let envelope = Envelope {
            source: Peer::Rank(from),
            tag: Some(tag),
        };
        self.mpi.begin_receive(&self.comm, &Data::none(), envelope)
    }

    fn wait_for(&self, all: &[Begun], what: &'static str) -> Result<()> {
        self.mpi.wait(what, || all.iter().all(Begun::has_ended));
        for begun in all {
            begun.end(&self.mpi, Some(&self.comm)).1?;
        }
        Ok(())
    }

    /// Lets a group access this process's memory. `is_announced` is false if the program says that the members know.
    pub fn post(&self, group: &Group, is_announced: bool) -> Result<()> {
        let ranks = self.ranks(group)?;
        if lock(&self.epochs).posted.is_some() {
            return Err(wrong(
                "MPI_Win_post was called before: call MPI_Win_wait first",
            ));
        }
        self.synchronise()?;
        let ends = ranks.iter().map(|&rank| self.expect(rank, COMPLETED));
        let ends = ends.collect::<Result<Vec<Begun>>>()?;
        if is_announced {
            for &rank in &ranks {
                self.tell(rank, POSTED)?;
            }
        }
        lock(&self.epochs).posted = Some(ends);
        Ok(())
    }

    /// Waits until a group lets this process access its memory.
    pub fn start(&self, group: &Group, is_announced: bool) -> Result<()> {
        let ranks = self.ranks(group)?;
        let is_busy = {
            let epochs = lock(&self.epochs);
            epochs.started.is_some() || !epochs.locks.is_empty() || epochs.all.is_some()
        };
        if is_busy {
            return Err(wrong("an access epoch is open: end it first"));
        }
        if is_announced {
            let posts = ranks.iter().map(|&rank| self.expect(rank, POSTED));
            let posts = posts.collect::<Result<Vec<Begun>>>()?;
            self.wait_for(&posts, "MPI_Win_post of targets")?;
        }
        let mut epochs = lock(&self.epochs);
        epochs.is_fenced = false;
        for &rank in &ranks {
            self.member(rank).access.set(Access::OPEN);
        }
        epochs.started = Some(ranks);
        self.note_open(&epochs);
        Ok(())
    }

    /// Ends the accesses that [`Window::start`] began.
    pub fn complete(&self) -> Result<()> {
        let Some(ranks) = lock(&self.epochs).started.take() else {
            return Err(wrong("MPI_Win_start was not called before"));
        };
        self.complete_all()?;
        for rank in ranks {
            self.member(rank).access.set(Access::NONE);
            self.tell(rank, COMPLETED)?;
        }
        Ok(())
    }

    /// Waits until the group that was let in has completed its accesses. With `blocks` false only looks, and says whether.
    pub fn wait(&self, blocks: bool) -> Result<bool> {
        let Some(posted) = lock(&self.epochs).posted.take() else {
            return Err(wrong("MPI_Win_post was not called before"));
        };
        if !blocks {
            self.world().poll();
            self.mpi.go_on();
            if !posted.iter().all(Begun::has_ended) {
                lock(&self.epochs).posted = Some(posted);
                return Ok(false);
            }
        }
        self.wait_for(&posted, "MPI_Win_complete of origins")?;
        self.synchronise()?;
        Ok(true)
    }

    /// Locks a target. `is_needed` is false if the program says that nobody else locks it.
    pub fn lock(&self, target: u32, kind: LockKind, is_needed: bool) -> Result<()> {
        {
            let epochs = lock(&self.epochs);
            if epochs.locks.contains_key(&target) || epochs.all.is_some() {
                return Err(wrong(format!(
                    "argument rank: rank {target} is locked by this process already"
                )));
            }
            if epochs.started.is_some() {
                return Err(wrong(
                    "an access epoch is open: call MPI_Win_complete first",
                ));
            }
        }
        if is_needed {
            self.acquire(target, LOCK, kind)?;
        }
        if target == self.comm.rank() {
            self.synchronise()?;
        }
        let mut epochs = lock(&self.epochs);
        epochs.is_fenced = false;
        epochs.locks.insert(target, is_needed.then_some(kind));
        self.member(target).access.set(Access::LOCKED);
        self.note_open(&epochs);
        Ok(())
    }

    /// Completes the accesses of a target, and unlocks it.
    pub fn unlock(&self, target: u32) -> Result<()> {
        let Some(kind) = lock(&self.epochs).locks.remove(&target) else {
            return Err(wrong(format!(
                "argument rank: rank {target} is not locked by MPI_Win_lock"
            )));
        };
        self.member(target).access.set(Access::NONE);
        self.complete_all()?;
        if target == self.comm.rank() {
            self.synchronise()?;
        }
        match kind {
            Some(kind) => self.release(target, LOCK, kind),
            None => Ok(()),
        }
    }

    /// Locks all targets, shared.
    pub fn lock_all(&self, is_needed: bool) -> Result<()> {
        {
            let epochs = lock(&self.epochs);
            if epochs.all.is_some() || !epochs.locks.is_empty() || epochs.started.is_some() {
                return Err(wrong("an access epoch is open: end it first"));
            }
        }
        self.synchronise()?;
        let mut epochs = lock(&self.epochs);
        epochs.is_fenced = false;
        epochs.all = Some(is_needed);
        self.note_open(&epochs);
        Ok(())
    }

    /// Completes all accesses, and unlocks all targets.
    pub fn unlock_all(&self) -> Result<()> {
        let is_needed = {
            let mut epochs = lock(&self.epochs);
            let Some(is_needed) = epochs.all.take() else {
                return Err(wrong("MPI_Win_lock_all was not called before"));
            };
            self.note_open(&epochs);
            is_needed
        };
        self.complete_all()?;
        self.synchronise()?;
        for target in (0..self.comm.size()).filter(|_| is_needed) {
            let member = self.member(target);
            if member.access.is(Access::LOCKED) {
                member.access.set(Access::NONE);
                self.release(target, LOCK, LockKind::Shared)?;
            }
        }
        Ok(())
    }

    /// Completes the accesses of a target, or of all, that this process has begun. The target stays locked.
    pub fn flush(&self, target: Option<u32>) -> Result<()> {
        if !target.is_some_and(|target| self.is(target, Access::LOCKED)) {
            self.check_locked(target)?;
        }
        match target {
            Some(target) => {
                let owner = self.member(target).owner;
                Ok(self.world().direct().quiet_toward(&[owner])?)
            }
            None => self.complete_all(),
        }
    }
}
