//! The cores of a host, which the job's processes on it share, and how waiters therefore wait.
//!
//! Launchers may bind each process to cores of its own. So each process says once in the node's memory on which
//! cores it may run.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use super::Arena;
use crate::own_core::OwnCore;
use crate::topology::OwnCores;
use crate::{ArenaLayout, Lock, Patience};

/// Up to this many communicating threads on a core are few.
const FEW: usize = 4;
/// Yields of a waiter that shares its core with many, before the waiter sleeps.
const YIELDS: u32 = 2;
/// Yields of a waiter that shares its core with many and waits for a process of this node. A yield costs less
/// than a microsecond; a sleep and its wake-up cost several.
const YIELDS_IN_NODE: u32 = 200;

/// The number of a thread's polls in vain after which the thread yields a core that it shares.
const POLLS_PER_YIELD: u32 = 8;

/// What this process knows of the host's cores and of whoever shares them.
#[derive(Debug)]
pub(super) struct Cores {
    /// The cores of this host that this process might run on when it attached.
    own: OwnCores,
    /// Processes of the job on this host, as far as known.
    host_size: AtomicU32,
    /// Communicating threads of this process, or of the process with the most such threads as far
    /// as known.
    threads: AtomicUsize,
    threads_elsewhere: AtomicUsize,
    /// Whether the host has a core for each communicating thread.
    has_core_each: AtomicBool,
    /// Communicating threads on a core, at most.
    threads_per_core: AtomicUsize,
    /// Whether a process of the node has not said yet on which cores it runs.
    is_open: AtomicBool,
    /// Held by the thread that counts.
    counting: Lock<()>,
    /// The index of this process among those of the node, once it has called [`Arena::take_core`].
    own_index: OnceLock<u32>,
    /// The core that this process prefers.
    own_core: OnceLock<OwnCore>,
}

impl Cores {
    pub(super) fn new(layout: &ArenaLayout) -> Cores {
        Cores {
            own: OwnCores::find(),
            host_size: AtomicU32::new(layout.host_size),
            threads: AtomicUsize::new(1),
            threads_elsewhere: AtomicUsize::new(1),
            has_core_each: AtomicBool::new(true),
            threads_per_core: AtomicUsize::new(1),
            is_open: AtomicBool::new(true),
            counting: Lock::new(()),
            own_index: OnceLock::new(),
            own_core: OnceLock::new(),
        }
    }
}

impl Arena {
    /// Sets the number of this process's communicating threads. The default is 1.
    pub fn set_threads(&self, threads: usize) {
        self.inner.cores.threads.store(threads, Ordering::Relaxed);
        self.count_threads();
    }

    /// Reports that another process has at least `threads` communicating threads.
    pub fn add_threads_elsewhere(&self, threads: usize) {
        let most = &self.inner.cores.threads_elsewhere;
        most.fetch_max(threads, Ordering::Relaxed);
        self.count_threads();
    }

    /// Processes of the job on this host, as far as known: those of the layout, or more
    /// ([`Arena::learn_host_size`]).
    pub fn host_size(&self) -> u32 {
        self.inner.cores.host_size.load(Ordering::Relaxed)
    }

    /// Reports that at least `size` processes of the job are on this host. Waiters of this process
    /// behave accordingly from now on.
    pub fn learn_host_size(&self, size: u32) {
        self.inner
            .cores
            .host_size
            .fetch_max(size, Ordering::Relaxed);
        self.count_threads();
        // The waits of the thread that communicates take it there.
        if let Some(&local_index) = self.inner.cores.own_index.get() {
            self.choose_core(local_index);
        }
    }

    /// Every process is assumed to have as many threads as the process with the most.
    pub(super) fn count_threads(&self) {
        let cores = &self.inner.cores;
        // What was counted earlier must not be stored later.
        let _counting = cores.counting.lock();
        let elsewhere = cores.threads_elsewhere.load(Ordering::Relaxed);
        let each = cores.threads.load(Ordering::Relaxed).max(elsewhere);
        let (sharers, is_open) = self.sharers();
        let threads = (sharers as usize).saturating_mul(each);
        let has_core_each = threads <= cores.own.count;
        cores.is_open.store(is_open, Ordering::Relaxed);
        cores.has_core_each.store(has_core_each, Ordering::Relaxed);
        let threads_per_core = threads.div_ceil(cores.own.count.max(1));
        cores
            .threads_per_core
            .store(threads_per_core, Ordering::Relaxed);
    }

    /// The processes of the job, as far as known, that may run where this process may, and whether some of this
    /// node have not said yet where that is. These count, and so do those of other nodes on this host.
    fn sharers(&self) -> (u32, bool) {
        let own = &self.inner.cores.own;
        let (mut sharers, mut is_open) = (0, false);
        for local_index in 0..self.layout().local_size {
            let process = self.process(local_index);
            let has_said = process.once.has_cores.load(Ordering::Acquire) != 0;
            let bits = own.bits.iter().zip(&process.cores.bits);
            let mut shared = bits.map(|(own, other)| own & other.load(Ordering::Relaxed));
            is_open |= !has_said;
            sharers += u32::from(!has_said || shared.any(|bits| bits != 0));
        }
        let elsewhere = self.host_size().saturating_sub(self.layout().local_size);
        (sharers.max(1) + elsewhere, is_open)
    }

    /// Whether this process might run on a core for each communicating thread of the job's processes that share
    /// its cores, when it attached. A process counts one thread unless [`Arena::set_threads`] or
    /// [`Arena::add_threads_elsewhere`] report more. [`Arena::learn_host_size`] reports more processes.
    #[inline]
    pub fn has_core_each(&self) -> bool {
        let cores = &self.inner.cores;
        if !cores.has_core_each.load(Ordering::Relaxed) && cores.is_open.load(Ordering::Relaxed) {
            self.count_threads();
        }
        cores.has_core_each.load(Ordering::Relaxed)
    }

    /// The largest number of the job's processes that share a core with this one.
    pub fn processes_per_core(&self) -> u32 {
        let cores = u32::try_from(self.inner.cores.own.count).unwrap_or(u32::MAX);
        self.sharers().0.div_ceil(cores).max(1)
    }

    /// Says on which cores process `local_index`, this one, may run.
    pub fn say_cores(&self, local_index: u32) {
        let process = self.process(local_index);
        for (said, bits) in process.cores.bits.iter().zip(self.inner.cores.own.bits) {
            said.store(bits, Ordering::Relaxed);
        }
        process.once.has_cores.store(1, Ordering::Release);
        self.count_threads();
    }

    /// Moves the calling thread to a core chosen for process `local_index`, if the job's processes
    /// take all cores or share them. The thread returns to this core when it waits. Call this from the thread that
    /// communicates.
    pub fn take_core(&self, local_index: u32) {
        let _ = self.inner.cores.own_index.set(local_index);
        if let Some(core) = self.choose_core(local_index) {
            core.take();
        }
    }

    /// The core of process `local_index`, if the processes take all cores or share them.
    fn choose_core(&self, local_index: u32) -> Option<&OwnCore> {
        let core = OwnCore::of(self.layout(), self.sharers().0, local_index)?;
        Some(self.inner.cores.own_core.get_or_init(|| core))
    }

    /// Call this when a wait begins, or before it sleeps. Where processes take all cores or share
    /// them, the thread returns to the process's core if the kernel has moved the thread. A process with several communicating
    /// threads stays where it is.
    #[inline]
    pub fn return_to_core(&self) {
        if let Some(core) = self.inner.cores.own_core.get()
            && self.inner.cores.threads.load(Ordering::Relaxed) == 1
        {
            core.retake();
        }
    }

    /// How a waiter of this node should wait before it sleeps.
    pub fn patience(&self) -> Patience {
        self.patience_with(YIELDS)
    }

    /// How a waiter of this node should wait before it sleeps if only processes of this node can end
    /// the wait. Where many processes share cores, this waiter yields more often: the awaited process
    /// may need this core, and a yield is cheaper than a sleep and a wake-up.
    pub fn patience_in_node(&self) -> Patience {
        self.patience_with(YIELDS_IN_NODE)
    }

    /// The patience of a waiter that yields so often among many.
    fn patience_with(&self, yields: u32) -> Patience {
        if self.has_core_each() {
            return Patience::with_core();
        }
        self.return_to_core();
        match self.inner.cores.threads_per_core.load(Ordering::Relaxed) {
            few @ ..=FEW => Patience::among_few(few as u32),
            _ => Patience::without_core(yields),
        }
    }

    /// Call this after a poll in vain: a call that looks whether something has happened, and
    /// returns though nothing has. A program that polls again and again waits in truth. Where
    /// processes share cores, the thread therefore yields its core after every
    /// `POLLS_PER_YIELD` (8) such polls. Returns whether the thread has yielded.
    #[inline]
    pub fn polled_in_vain(&self) -> bool {
        !self.has_core_each() && self.yield_after_polls()
    }

    /// Call this after a step that many processes repeat and that takes from what all of them share, such as a draw from a
    /// counter. Where processes share cores, the thread yields its core, so that the others have their turn: else it would go
    /// on for the whole of its time slice.
    #[inline]
    pub fn give_turn(&self) {
        if !self.has_core_each() {
            self.yield_core();
        }
    }

    #[cold]
    fn yield_core(&self) {
        self.return_to_core();
        std::thread::yield_now();
    }

    #[cold]
    fn yield_after_polls(&self) -> bool {
        thread_local! {
            static POLLS: Cell<u32> = const { Cell::new(0) };
        }
        let polls = POLLS.get() + 1;
        POLLS.set(polls % POLLS_PER_YIELD);
        if polls < POLLS_PER_YIELD {
            return false;
        }
        self.yield_core();
        true
    }
}
