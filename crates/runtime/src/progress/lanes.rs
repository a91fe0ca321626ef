//! The open lanes of a process: lane 0, the lanes in use, and the lanes that wait for a new owner.
//!
//! How lanes fit under crates that know processes only:
//!
//! - A lane beyond the first has a device, an engine, a lock and connections of its own. A context
//!   for one thread gets its lane with its first operation toward another node.
//! - To lane 0 another process's lane is a peer whose rank exceeds the job's size. Only the lane's
//!   own messages tell its endpoint.
//! - Lanes beyond the first connect process to process, whatever the reach is.
//! - Where queue pairs are limited, or no helper runs, all contexts use lane 0.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_engine::LANES_MAX;
use farreach_node::Arena;

use super::network::Network;

/// The most lanes of a process, lane 0 included. Each lane has at least one socket.
pub(crate) const OPEN_MAX: u32 = 64;

const _: () = assert!(OPEN_MAX <= LANES_MAX);

/// A process's open lanes.
pub(crate) struct Lanes {
    /// The open lanes, by number.
    open: Mutex<Vec<Arc<Network>>>,
    /// The number of open lanes.
    count: AtomicUsize,
    /// The open lanes without an owner.
    free: Mutex<Vec<Arc<Network>>>,
    /// The arena, which is told how many threads communicate: their number decides how threads
    /// wait.
    arena: Arena,
    /// Whether the helper may be asleep on some lanes and not on all.
    is_partial: AtomicBool,
}

impl Lanes {
    pub(crate) fn new(first: Arc<Network>, arena: Arena) -> Lanes {
        Lanes {
            open: Mutex::new(vec![first]),
            count: AtomicUsize::new(1),
            free: Mutex::default(),
            arena,
            is_partial: AtomicBool::new(false),
        }
    }

    /// The number of open lanes.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// All open lanes, by number.
    pub(crate) fn all(&self) -> MutexGuard<'_, Vec<Arc<Network>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens another lane by `open`, which gets the lane's number. Returns `None` if [`OPEN_MAX`]
    /// lanes are open.
    pub(crate) fn open<E>(
        &self,
        open: impl FnOnce(u32) -> Result<Network, E>,
    ) -> Result<Option<Arc<Network>>, E> {
        let mut all = self.all();
        let number = all.len() as u32;
        if number == OPEN_MAX {
            return Ok(None);
        }
        let network = Arc::new(open(number)?);
        all.push(Arc::clone(&network));
        self.count.store(all.len(), Ordering::Release);
        self.count_threads(&self.free());
        Ok(Some(network))
    }

    /// Takes a lane without an owner, if there is one.
    pub(crate) fn take(&self) -> Option<Arc<Network>> {
        let mut free = self.free();
        let taken = free.pop();
        self.count_threads(&free);
        taken
    }

    /// Gives a lane back, which has no owner any more.
    pub(crate) fn give_back(&self, network: Arc<Network>) {
        let mut free = self.free();
        free.push(network);
        self.count_threads(&free);
    }

    /// Whether a thread that is about to sleep has to ring, so that the helper looks after its
    /// lane.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial.load(Ordering::SeqCst)
    }

    /// Says whether the helper chooses its lanes at the moment or sleeps on some of them only.
    /// Otherwise it is awake, or sleeps on all.
    pub(crate) fn set_partial(&self, is_partial: bool) {
        self.is_partial.store(is_partial, Ordering::SeqCst);
    }

    /// Tells the arena how many threads communicate: one for each lane that has an owner, at least
    /// one.
    fn count_threads(&self, free: &[Arc<Network>]) {
        let taken = self.count() - 1 - free.len();
        self.arena.set_threads(taken.max(1));
    }

    fn free(&self) -> MutexGuard<'_, Vec<Arc<Network>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
