//! The lanes of a process that are open: lane 0, those in use, and those that wait for the next who needs one.
//!
//! How a lane fits under what is there for processes, all in the crates below:
//! - Lane `k` of rank `r` is rank `k * size + r` to connection managers. Only it begins connections, only with ranks below
//!   `size`. Their lane 0 treats it like any peer and answers it at the endpoint that its messages tell, under the MAC.
//! - It connects with each process that it reaches by itself, when it first does, whatever reach and set-up the job has:
//!   nothing of a node's domain, its gateways and receive queues has to be shared among the lanes of a process. It takes no
//!   messages and sends no datagrams but those of set-ups.
//! - A lane cannot make room for another one's connections. Where queue pairs are limited, everything goes through lane 0; so it
//!   does where no helper looks after what a lane leaves behind, and beyond [`OPEN_MAX`].
//! - Connections of a lane stay when it is given back: the next who takes it has the same rank and goes on with them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_engine::LANES_MAX;
use farreach_node::Arena;

use super::network::Network;

/// The most lanes of a process, lane 0 included: each has a socket or a few.
pub(crate) const OPEN_MAX: u32 = 64;

const _: () = assert!(OPEN_MAX <= LANES_MAX);

/// A process's open lanes.
pub(crate) struct Lanes {
    /// By their numbers.
    open: Mutex<Vec<Arc<Network>>>,
    /// How many of them there are.
    count: AtomicUsize,
    /// Those that nobody has.
    free: Mutex<Vec<Arc<Network>>>,
    /// The waits of each who has a lane beyond the first count for how many there are.
    arena: Arena,
    /// The helper may be asleep on some lanes without the others.
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

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// All that are open, by their numbers.
    pub(crate) fn all(&self) -> MutexGuard<'_, Vec<Arc<Network>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens another lane by `open`, which is given its number, unless there are as many as may be.
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

    /// A lane that nobody has, if there is one.
    pub(crate) fn take(&self) -> Option<Arc<Network>> {
        let mut free = self.free();
        let taken = free.pop();
        self.count_threads(&free);
        taken
    }

    /// Nobody has that lane any more.
    pub(crate) fn give_back(&self, network: Arc<Network>) {
        let mut free = self.free();
        free.push(network);
        self.count_threads(&free);
    }

    /// Whether a sleeper has to ring to have the helper look after its lane.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial.load(Ordering::SeqCst)
    }

    /// The helper begins to look which lanes it is to sleep on, or is awake or on all of them.
    pub(crate) fn set_partial(&self, is_partial: bool) {
        self.is_partial.store(is_partial, Ordering::SeqCst);
    }

    /// As many threads communicate as have lanes of their own, or one by way of lane 0.
    fn count_threads(&self, free: &[Arc<Network>]) {
        let taken = self.count() - 1 - free.len();
        self.arena.set_threads(taken.max(1));
    }

    fn free(&self) -> MutexGuard<'_, Vec<Arc<Network>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
