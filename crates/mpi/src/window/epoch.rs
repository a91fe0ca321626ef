//! Synchronisation: who may access what, from when to when.
//!
//! | calls | what they are here |
//! |---|---|
//! | fence | own operations complete, then a barrier |
//! | post, start, complete, wait | messages without bytes on the window's communicator |
//! | lock, unlock | a word of the target, which the caller changes by atomics: the number of shared locks, or the exclusive one |
//! | lock of all | a shared lock of each target, taken at the first access |
//!
//! A word is free for whoever comes first. A caller that finds it locked looks again, less and less often.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use farreach_runtime::{AtomicOp, AtomicWidth, SendMode};

use super::{LOCK, Window};
use crate::data::Data;
use crate::error::{Class, Failure, Result};
use crate::group::Group;
use crate::mpi::lock;
use crate::point::Envelope;
use crate::request::Begun;
use crate::status::Peer;

/// The exclusive lock. Below are the shared ones.
const EXCLUSIVE: u64 = 1 << 63;
/// Looks at a lock without a pause.
const EAGER_LOOKS: u32 = 256;
/// The shortest and the longest pause between looks.
const PAUSES: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// The tags of messages.
const POSTED: u32 = 1;
const COMPLETED: u32 = 2;

/// How a target is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// Others may lock it in the same way.
    Shared,
    /// Nobody else has it.
    Exclusive,
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
        if self.is_open.load(Ordering::Relaxed)
            || self.member(target).is_open.load(Ordering::Relaxed)
        {
            return Ok(());
        }
        self.open(target)
    }

    /// Locks a target if the program has locked all. Only targets that are accessed are locked, so that no process needs
    /// connections to all others.
    #[cold]
    fn open(&self, target: u32) -> Result<()> {
        if lock(&self.epochs).all == Some(true) {
            let acquired = self.acquire(target, LockKind::Shared);
            self.member(target)
                .is_open
                .store(acquired.is_ok(), Ordering::Relaxed);
            return acquired;
        }
        Err(wrong(format!(
            "no epoch in which rank {target} may be accessed: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock before"
        )))
    }

    /// Notes whether all targets may be accessed.
    fn note_open(&self, epochs: &Epochs) {
        let is_open = epochs.is_fenced || epochs.all == Some(false);
        self.is_open.store(is_open, Ordering::Relaxed);
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
        self.barrier()?;
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
            self.member(rank).is_open.store(true, Ordering::Relaxed);
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
            self.member(rank).is_open.store(false, Ordering::Relaxed);
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
            self.acquire(target, kind)?;
        }
        if target == self.comm.rank() {
            self.synchronise()?;
        }
        let mut epochs = lock(&self.epochs);
        epochs.is_fenced = false;
        epochs.locks.insert(target, is_needed.then_some(kind));
        self.member(target).is_open.store(true, Ordering::Relaxed);
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
        self.member(target).is_open.store(false, Ordering::Relaxed);
        self.complete_all()?;
        if target == self.comm.rank() {
            self.synchronise()?;
        }
        match kind {
            Some(kind) => self.release(target, kind),
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
            if self.member(target).is_open.swap(false, Ordering::Relaxed) {
                self.release(target, LockKind::Shared)?;
            }
        }
        Ok(())
    }

    /// Completes the accesses of a target, or of all, that this process has begun. The target stays locked.
    pub fn flush(&self, target: Option<u32>) -> Result<()> {
        self.check_locked(target)?;
        match target {
            Some(target) => {
                let owner = self.member(target).owner;
                Ok(self.world().direct().quiet_toward(&[owner])?)
            }
            None => self.complete_all(),
        }
    }

    fn acquire(&self, target: u32, kind: LockKind) -> Result<()> {
        let word = |op: AtomicOp| self.control(target, LOCK, op);
        let mut pauses = Pauses::default();
        loop {
            match kind {
                LockKind::Exclusive => {
                    let swap = AtomicOp::CompareSwap {
                        compare: 0,
                        swap: EXCLUSIVE,
                    };
                    if word(swap)? == 0 {
                        return Ok(());
                    }
                }
                LockKind::Shared => {
                    if word(AtomicOp::Add(1))? & EXCLUSIVE == 0 {
                        return Ok(());
                    }
                    word(AtomicOp::Add(1u64.wrapping_neg()))?;
                }
            }
            pauses.pause(self);
        }
    }

    fn release(&self, target: u32, kind: LockKind) -> Result<()> {
        let taken = match kind {
            LockKind::Exclusive => EXCLUSIVE,
            LockKind::Shared => 1,
        };
        self.control(target, LOCK, AtomicOp::Add(taken.wrapping_neg()))?;
        Ok(())
    }

    /// Changes a control word of a member. Returns what it was.
    pub(super) fn control(&self, target: u32, word: usize, op: AtomicOp) -> Result<u64> {
        let member = self.member(target);
        let at = member.control + word;
        let direct = self.world().direct();
        Ok(direct.atomic(member.rank, at, AtomicWidth::W64, || op)?)
    }
}

/// The pauses of whoever waits for a word.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    looks: u32,
}

impl Pauses {
    pub(super) fn pause(&mut self, window: &Window) {
        window.world().polled_in_vain();
        window.mpi.go_on();
        window.world().progress();
        self.looks += 1;
        if self.looks > EAGER_LOOKS {
            let doublings = (self.looks / EAGER_LOOKS).min(6);
            std::thread::sleep((PAUSES[0] * (1 << doublings)).min(PAUSES[1]));
        }
    }
}
