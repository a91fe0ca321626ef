//! A processing element: this process's membership in the job.

use farreach_runtime::World;

use crate::{Error, Initiator};

/// This process as a processing element (PE) of its job. All methods can be called from any thread.
///
/// Dropping it leaves the job like [`Pe::finalize`].
pub type Pe = Initiator<World>;

/// Joins the job that this process was started in (by `farreach run`), or begins a job of one PE.
pub fn init() -> Result<Pe, Error> {
    Ok(Initiator {
        base: World::join()?,
    })
}

impl Pe {
    /// This PE's number, from 0.
    #[inline]
    pub fn my_pe(&self) -> u32 {
        self.base.rank()
    }

    /// How many PEs there are.
    #[inline]
    pub fn n_pes(&self) -> u32 {
        self.base.size()
    }

    /// Waits until all PEs have called it and all operations before it are complete everywhere.
    pub fn barrier_all(&self) -> Result<(), Error> {
        self.base.barrier()
    }

    /// Waits until all PEs have called it. What they stored in the memory of their own nodes before is visible after; other
    /// operations are complete only if they called [`Pe::quiet`](Initiator::quiet) first, which [`Pe::barrier_all`] does.
    pub fn sync_all(&self) -> Result<(), Error> {
        self.base.collectives().sync()
    }

    /// Leaves the job: completes this PE's operations and waits until all PEs want to leave.
    pub fn finalize(self) -> Result<(), Error> {
        self.base.finalize()
    }

    /// Ends the job with this exit code on all PEs, wherever they are, and this process at once: nothing is completed, no
    /// destructor runs.
    ///
    /// ```no_run
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// if pe.n_pes() < 4 {
    ///     pe.global_exit(2);
    /// }
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn global_exit(&self, code: i32) -> ! {
        let text = format!("PE {} ends the job with code {code}", self.my_pe());
        self.base.end_job(code, &text);
        std::process::exit(code)
    }
}
