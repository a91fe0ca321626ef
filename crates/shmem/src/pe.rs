//! A processing element: this process's membership in the job.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use farreach_openshmem::settings;
use farreach_runtime::World;

use crate::{Error, Initiator};

/// This process as a processing element (PE) of its job. All methods can be called from any thread.
///
/// A program ends with [`Pe::finalize`] on every PE. Dropping a `Pe` instead waits for nobody,
/// since other PEs may be waiting for this one. The PE reports that it left without finalizing. The
/// job ends when the process exits: with the process's exit code, or with 1 if that code is 0. An
/// error that `main` returns is therefore printed, as is a panic's message:
///
/// ```no_run
/// use farreach::shmem;
///
/// fn main() -> Result<(), shmem::Error> {
///     let pe = shmem::init()?;
///     let data = pe.alloc::<f64>(8)?;
///     pe.put_slice(data.range(6..).on(0), &[0.5; 4])?; // fails, drops `pe` and ends the job
///     pe.finalize()
/// }
/// ```
///
/// ```text
/// farreach: rank 1 on node 0 leaves without having finalized, which ends the job
/// Error: rank 1: put_slice: elements 6..10 on PE 0 are not inside of the symmetric object, which has 8 f64, numbered from 0
/// farreach: rank 1 on host (node 0, pid 77) exited with code 1; ending the job
/// ```
///
/// A process that runs for 5 seconds after the drop is ended, and the job with it.
/// `std::process::exit` drops nothing and reports nothing, but ends the job as well. In a job of
/// one PE without a launcher, the drop only reports.
pub struct Pe {
    initiator: Initiator<Arc<World>>,
}

impl Deref for Pe {
    type Target = Initiator<Arc<World>>;

    #[inline]
    fn deref(&self) -> &Initiator<Arc<World>> {
        &self.initiator
    }
}

impl fmt::Debug for Pe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.initiator.fmt(f)
    }
}

/// Joins the job of `farreach run`, or begins a job of one PE if the process was not started by a
/// launcher.
pub fn init() -> Result<Pe, Error> {
    let base = World::join(settings::from_environment()?)?;
    Ok(Pe {
        initiator: Initiator { base },
    })
}

impl Pe {
    /// This PE's number, from 0.
    ///
    /// Example: [`Pe::barrier_all`].
    #[inline]
    pub fn my_pe(&self) -> u32 {
        self.world().rank()
    }

    /// The number of PEs.
    ///
    /// Example: [`Pe::barrier_all`].
    #[inline]
    pub fn n_pes(&self) -> u32 {
        self.world().size()
    }

    /// Waits until all PEs have called, and all their earlier operations are complete.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<u32>(1)?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put(data.at(0).on(right), pe.my_pe())?;
    /// pe.barrier_all()?;
    /// let from = pe.get(data.at(0).on(pe.my_pe()))?;
    /// assert_eq!((from + 1) % pe.n_pes(), pe.my_pe());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn barrier_all(&self) -> Result<(), Error> {
        self.world()
            .collectives()
            .named("Pe::barrier_all")
            .barrier()
    }

    /// Waits until all PEs have called. The PEs' earlier stores to memory of their own nodes are
    /// visible afterwards. Other operations are complete only if their PE called
    /// [`Pe::quiet`](Initiator::quiet) before, as [`Pe::barrier_all`] does.
    pub fn sync_all(&self) -> Result<(), Error> {
        self.world().collectives().named("Pe::sync_all").sync()
    }

    /// Leaves the job: completes this PE's operations and waits until all PEs want to leave. Every
    /// PE calls this after success. A PE that can't continue does not call it, since the other PEs
    /// may be waiting elsewhere.
    ///
    /// Example: [`Pe`].
    pub fn finalize(self) -> Result<(), Error> {
        self.initiator.base.finalize()
    }

    /// Ends the job with this exit code on all PEs, whatever they do. This process ends at once: no
    /// operation is completed, and no destructor runs.
    ///
    /// ```no_run
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// if pe.n_pes() < 4 {
    ///     pe.global_exit(2);
    /// }
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn global_exit(&self, code: i32) -> ! {
        let text = format!("PE {} ends the job with code {code}", self.my_pe());
        self.world().end_job(code, &text);
        std::process::exit(code)
    }
}
