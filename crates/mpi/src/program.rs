//! MPI for programs in Rust.
//!
//! ```text
//!   init ──▶ Session ──▶ Communicator ──▶ send, receive, probe     point
//!                │            │      └──▶ Scope ──▶ requests       scope: buffers are lent until it ends
//!                │            └─────────▶ collectives             collective: results are vectors
//!                └── finalize
//! ```
//!
//! Data is slices of [`Element`]s. A rank or tag that an operation waits for may be `None`, which means any.
//! All threads may call at any time. Beside OpenSHMEM, ARMCI or active messages in one program, a rank is the same
//! process as everywhere, and each model has an end of its own.
//!
//! ```
//! use farreach::mpi::{self, Op};
//!
//! let mpi = mpi::init()?;
//! let all = mpi.world();
//! let (left, right) = ((all.rank() + all.size() - 1) % all.size(), (all.rank() + 1) % all.size());
//! let mut got = [0; 2];
//! all.scope(|scope| {
//!     scope.receive(&mut got, left, 7)?;
//!     all.send(&[all.rank(), 5], right, 7)
//! })?;
//! assert_eq!(got, [left, 5]);
//! assert_eq!(all.all_reduce(&[1_u64], Op::Sum)?, [u64::from(all.size())]);
//! mpi.finalize()?;
//! # Ok::<(), mpi::Error>(())
//! ```

mod collective;
mod copied;
mod element;
mod point;
mod scope;

use std::fmt;
use std::sync::Arc;

use farreach_runtime::World;
use farreach_runtime::settings::{self, Settings};

use crate::comm::Comm;
use crate::error::{Class, Failure};
use crate::group::Group;
use crate::mpi::Mpi;

pub use crate::error::{Class as ErrorClass, Failure as Error, Result};
pub use crate::op::Op;
pub use copied::SendingCopy;
pub use element::Element;
pub use point::Received;
pub use scope::{Receiving, Scope, Sending};

/// Joins the job with the settings of the environment. Collective.
pub fn init() -> Result<Session> {
    let settings = Settings::from_variables(&settings::environment());
    Session::join(settings.map_err(farreach_runtime::Error::from)?)
}

/// A process's part of MPI, from [`init`] to [`Session::finalize`].
///
/// A process that drops the value without finalizing ends the job with a message, as a process that fails does.
#[derive(Debug)]
pub struct Session {
    mpi: Arc<Mpi>,
}

impl Session {
    /// Joins the job with these settings. Collective.
    pub fn join(settings: Settings) -> Result<Session> {
        let world = World::join(settings)?;
        Ok(Session {
            mpi: Mpi::new(world, true),
        })
    }

    /// Leaves the job. Collective: completes this process's operations, and waits for all others. While another
    /// programming model is in use, the process stays in the job.
    pub fn finalize(self) -> Result<()> {
        self.mpi.finish()?;
        Ok(Arc::clone(self.mpi.world()).finalize()?)
    }

    /// The communicator of all processes.
    pub fn world(&self) -> Communicator<'_> {
        Communicator {
            session: self,
            comm: Arc::clone(self.mpi.all()),
        }
    }

    /// The job, which other programming models share.
    pub fn job(&self) -> &Arc<World> {
        self.mpi.world()
    }
}

/// A group of processes whose messages match none of other communicators.
///
/// A clone is the same communicator. [`Communicator::duplicate`] makes another one.
#[derive(Clone)]
pub struct Communicator<'s> {
    session: &'s Session,
    comm: Arc<Comm>,
}

impl fmt::Debug for Communicator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Communicator")
            .field("rank", &self.rank())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

impl<'s> Communicator<'s> {
    /// This process's rank, from 0.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.comm.rank()
    }

    /// The number of processes.
    #[inline]
    pub fn size(&self) -> u32 {
        self.comm.size()
    }

    /// A communicator of the same processes. Collective.
    pub fn duplicate(&self) -> Result<Communicator<'s>> {
        let comm = self.mpi().duplicate(&self.comm)?;
        Ok(self.of(comm))
    }

    /// Communicators of the processes that give the same color, ordered by key and then by rank. Collective. A
    /// process that gives no color is in none.
    ///
    /// ```
    /// use farreach::mpi;
    ///
    /// let mpi = mpi::init()?;
    /// let all = mpi.world();
    /// let row = all.split(all.rank() / 4, 0)?.expect("a color was given");
    /// assert_eq!(row.rank(), all.rank() % 4);
    /// mpi.finalize()?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    pub fn split(
        &self,
        color: impl Into<Option<u32>>,
        key: i32,
    ) -> Result<Option<Communicator<'s>>> {
        let made = self.mpi().split(&self.comm, color.into(), key)?;
        Ok(made.map(|comm| self.of(comm)))
    }

    /// A communicator of the processes with these ranks, in this order. Collective. Other processes get `None`.
    pub fn create(&self, ranks: &[u32]) -> Result<Option<Communicator<'s>>> {
        let indices: Vec<i64> = ranks.iter().map(|&rank| rank.into()).collect();
        let group: Group = self.comm.group().including(&indices)?;
        let made = self.mpi().create(&self.comm, &group)?;
        Ok(made.map(|comm| self.of(comm)))
    }

    fn mpi(&self) -> &'s Arc<Mpi> {
        &self.session.mpi
    }

    fn of(&self, comm: Arc<Comm>) -> Communicator<'s> {
        Communicator {
            session: self.session,
            comm,
        }
    }

    /// Checks the rank of a process that an operation names.
    fn check_rank(&self, rank: u32, argument: &str) -> Result<()> {
        if rank < self.size() {
            return Ok(());
        }
        let what = format!(
            "argument {argument}: there is no rank {rank}: the communicator has {}, numbered from 0",
            self.size()
        );
        Err(Failure::new(Class::Rank, what))
    }
}
