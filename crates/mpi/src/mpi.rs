//! A process's part of MPI: its world, its predefined communicators, and what it has begun.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_runtime::World;

use crate::buffered::Buffered;
use crate::collective::{Flight, Leaving, Run, agreed};
use crate::comm::Comm;
use crate::error::{Class, Failure, Result};
use crate::group::Group;
use crate::handler::Handler;

/// Contexts of messages are below this. Those above are other programming models'.
const CONTEXTS_MAX: u32 = 0x8000_0000;

/// Marks the number of a process whose threads may make communicators at the same time.
const THREADED: u32 = CONTEXTS_MAX;

/// A process's part of MPI.
pub struct Mpi {
    world: Arc<World>,
    contexts: Mutex<Contexts>,
    /// Whether threads may make communicators at the same time.
    is_threaded: bool,
    /// The collectives that were begun and have not ended.
    pub(crate) begun: Mutex<Vec<Arc<Flight>>>,
    /// Their number.
    pub(crate) begun_count: AtomicUsize,
    pub(crate) buffered: Mutex<Buffered>,
    pub(crate) leaving: Mutex<Leaving>,
    all: Arc<Comm>,
    own: Arc<Comm>,
}

impl fmt::Debug for Mpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mpi").field(&self.all).finish()
    }
}

/// The contexts of this process.
#[derive(Debug, Default)]
struct Contexts {
    /// Greater than each context that was claimed or proposed.
    next: u32,
    /// Agreements that have not ended.
    open: usize,
    /// The contexts that were claimed since there was no open agreement.
    claimed: BTreeSet<u32>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Mpi {
    /// The part of a process in its job.
    ///
    /// `is_threaded` says whether its threads may make communicators at the same time.
    pub fn new(world: Arc<World>, is_threaded: bool) -> Arc<Mpi> {
        let (rank, size) = (world.rank(), world.size());
        let all = Comm::new(0, Group::row(0, size), rank, Handler::EndsJob);
        all.set_name("MPI_COMM_WORLD");
        let own = Comm::new(2, Group::row(rank, 1), rank, Handler::EndsJob);
        own.set_name("MPI_COMM_SELF");
        Arc::new(Mpi {
            world,
            contexts: Mutex::new(Contexts {
                next: 4,
                ..Contexts::default()
            }),
            is_threaded,
            begun: Mutex::default(),
            begun_count: AtomicUsize::new(0),
            buffered: Mutex::default(),
            leaving: Mutex::default(),
            all: Arc::new(all),
            own: Arc::new(own),
        })
    }

    /// The job.
    #[inline]
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// This process's rank in the job.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.world.rank()
    }

    /// The communicator of all processes.
    #[inline]
    pub fn all(&self) -> &Arc<Comm> {
        &self.all
    }

    /// The communicator of this process alone.
    #[inline]
    pub fn own(&self) -> &Arc<Comm> {
        &self.own
    }

    /// Ends this process's part: completes what was begun, and waits for all processes.
    pub fn finish(self: &Arc<Self>) -> Result<()> {
        self.wait("collectives that were begun", || !self.has_begun());
        self.wait("receives of buffered messages", || self.has_no_buffered());
        self.world().barrier()?;
        Ok(())
    }

    /// A context for a new communicator of all processes of `comm`, of both sides of an
    /// intercommunicator. Collective.
    pub(crate) fn agree(self: &Arc<Self>, comm: &Arc<Comm>) -> Result<u32> {
        let run = Run::new(self, comm);
        self.block(&run, agreed(&run))
    }

    /// A context for a new communicator of those that call `greatest` together, which returns the
    /// greatest number that any of them gives ([`joined`]).
    pub(crate) fn agree_by(
        self: &Arc<Self>,
        mut greatest: impl FnMut(u32) -> Result<u32>,
    ) -> Result<u32> {
        let mut agreement = self.begin_agreement();
        loop {
            let agreed = greatest(agreement.propose())?;
            let is_refused = match agreement.claim(agreed) {
                Some(refusal) => greatest(refusal)? != 0,
                None => false,
            };
            if let Some(context) = agreement.decide(is_refused)? {
                return Ok(context);
            }
        }
    }

    /// Begins to agree on a context.
    pub(crate) fn begin_agreement(self: &Arc<Self>) -> Agreement {
        lock(&self.contexts).open += 1;
        Agreement {
            mpi: Arc::clone(self),
            context: 0,
            is_claimed: false,
        }
    }
}

/// An agreement on a context, as this process sees it.
///
/// Threads may agree at the same time, and in different orders in different processes. So a member may
/// have claimed the greatest proposal for another communicator. The members then propose again.
pub(crate) struct Agreement {
    mpi: Arc<Mpi>,
    context: u32,
    is_claimed: bool,
}

impl Agreement {
    /// What this process proposes. The members learn the greatest of their proposals ([`joined`]).
    pub(crate) fn propose(&self) -> u32 {
        let mark = if self.mpi.is_threaded { THREADED } else { 0 };
        lock(&self.mpi.contexts).propose() | mark
    }

    /// Claims the greatest proposal. Returns what the members have to learn the greatest of: 0 if the
    /// claim succeeded. `None` if it succeeded everywhere, since no process has threads.
    pub(crate) fn claim(&mut self, agreed: u32) -> Option<u32> {
        self.context = agreed & !THREADED;
        self.is_claimed = lock(&self.mpi.contexts).claim(self.context);
        (agreed & THREADED != 0).then_some(u32::from(!self.is_claimed))
    }

    /// The context, unless a member has refused it.
    pub(crate) fn decide(&mut self, is_refused: bool) -> Result<Option<u32>> {
        if is_refused {
            if self.is_claimed {
                lock(&self.mpi.contexts).claimed.remove(&self.context);
            }
            return Ok(None);
        }
        if self.context < CONTEXTS_MAX - 1 {
            return Ok(Some(self.context));
        }
        let what = "all numbers of communicators have been used";
        Err(Failure::new(Class::Other, what))
    }
}

impl Drop for Agreement {
    fn drop(&mut self) {
        let mut contexts = lock(&self.mpi.contexts);
        contexts.open -= 1;
        if contexts.open == 0 {
            contexts.claimed.clear();
        }
    }
}

impl Contexts {
    fn propose(&mut self) -> u32 {
        let own = self.next;
        self.next = self.next.saturating_add(2);
        own
    }

    fn claim(&mut self, context: u32) -> bool {
        self.next = self.next.max(context.saturating_add(2));
        self.claimed.insert(context)
    }
}

/// The greater of two numbers, with the mark that one of them has.
pub(crate) fn joined(one: u32, other: u32) -> u32 {
    (one & !THREADED).max(other & !THREADED) | (one | other) & THREADED
}

/// A number of 4 bytes.
pub(crate) fn number_of(bytes: &[u8]) -> u32 {
    u32::from_ne_bytes(bytes[..4].try_into().expect("4 bytes"))
}
