//! A process's part of MPI: its world, its predefined communicators, and what it has begun.

use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_runtime::World;

use crate::agreement::Contexts;
use crate::buffered::Buffer;
use crate::collective::{Flight, Leaving, Run, agreed};
use crate::comm::Comm;
use crate::data::Data;
use crate::error::Result;
use crate::group::Group;
use crate::handler::Handler;
use crate::window::Exposures;

/// The first contexts of the predefined communicators, and of the one by which groups of sessions make theirs.
const OF_ALL: u32 = 0;
const OF_OWN: u32 = 4;
const OF_SESSIONS: u32 = 8;
/// The least context for others.
const FIRST: u32 = 12;

/// A process's part of MPI.
pub struct Mpi {
    world: Arc<World>,
    pub(crate) contexts: Arc<Contexts>,
    /// The collectives that were begun and have not ended.
    pub(crate) begun: Mutex<Vec<Arc<Flight>>>,
    /// Their number.
    pub(crate) begun_count: AtomicUsize,
    pub(crate) buffered: Arc<Buffer>,
    pub(crate) leaving: Mutex<Leaving>,
    /// The memory of the program that is exposed for windows.
    pub(crate) exposures: Mutex<Exposures>,
    /// The window of the last file access for other processes.
    pub(crate) file_window: Mutex<Option<Data>>,
    all: Arc<Comm>,
    own: Arc<Comm>,
    of_files: Arc<Comm>,
    of_sessions: Arc<Comm>,
    /// The tag of the next part of a partitioned message that this process prepares.
    pub(crate) next_part: Mutex<u32>,
}

impl fmt::Debug for Mpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mpi").field(&self.all).finish()
    }
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
        let all = Comm::new(OF_ALL, Group::row(0, size), rank, Handler::EndsJob);
        all.set_name("MPI_COMM_WORLD");
        let own = Comm::new(OF_OWN, Group::row(rank, 1), rank, Handler::EndsJob);
        own.set_name("MPI_COMM_SELF");
        let of_files = Comm::new(OF_OWN, Group::row(rank, 1), rank, Handler::Returns);
        of_files.set_name("MPI_FILE_NULL");
        let of_sessions = Comm::new(OF_SESSIONS, Group::row(0, size), rank, Handler::Returns);
        of_sessions.set_name("the processes of sessions");
        Arc::new(Mpi {
            world,
            contexts: Contexts::new(FIRST, is_threaded),
            begun: Mutex::default(),
            begun_count: AtomicUsize::new(0),
            buffered: Arc::default(),
            leaving: Mutex::default(),
            exposures: Mutex::default(),
            file_window: Mutex::default(),
            all: Arc::new(all),
            own: Arc::new(own),
            of_files: Arc::new(of_files),
            of_sessions: Arc::new(of_sessions),
            next_part: Mutex::new(0),
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

    /// What has the error handler of `MPI_FILE_NULL`. Nothing is sent by it.
    #[inline]
    pub fn of_files(&self) -> &Arc<Comm> {
        &self.of_files
    }

    /// The communicator of all processes by which groups make communicators. The program has no handle of it.
    #[inline]
    pub fn of_sessions(&self) -> &Arc<Comm> {
        &self.of_sessions
    }

    /// What has an error handler of something that is no communicator, such as a session. Nothing is sent by it.
    pub fn of_errors(&self, name: &str, handler: Handler) -> Comm {
        let comm = Comm::new(OF_OWN, Group::row(self.rank(), 1), self.rank(), handler);
        comm.set_name(name);
        comm
    }

    /// Threads of the process may make communicators at the same time from now on.
    pub fn set_threaded(&self) {
        self.contexts.set_threaded();
    }

    /// Completes what this process has begun.
    pub fn complete(self: &Arc<Self>) {
        self.wait("collectives that were begun", || !self.has_begun());
        self.wait("receives of buffered messages", || self.has_no_buffered());
    }

    /// Ends this process's part: completes what was begun, and waits for all processes.
    pub fn finish(self: &Arc<Self>) -> Result<()> {
        self.complete();
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
    /// greatest number that any of them gives ([`joined`](crate::agreement::joined)). `key` tells the agreement from others.
    pub(crate) fn agree_by(
        self: &Arc<Self>,
        key: u64,
        mut greatest: impl FnMut(u32) -> Result<u32>,
    ) -> Result<u32> {
        let mut agreement = self.contexts.begin_agreement(key, false);
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
}

/// A number of 4 bytes.
pub(crate) fn number_of(bytes: &[u8]) -> u32 {
    u32::from_ne_bytes(bytes[..4].try_into().expect("4 bytes"))
}
