//! A processing element: this process's membership in the job.

use farreach_runtime::World;

use crate::Error;

/// This process as a processing element (PE) of its job. All methods can be called from any thread.
///
/// Dropping it leaves the job like [`Pe::finalize`].
pub struct Pe {
    world: World,
}

/// Joins the job that this process was started in (by `farreach run`), or begins a job of one PE.
pub fn init() -> Result<Pe, Error> {
    Ok(Pe {
        world: World::join()?,
    })
}

impl Pe {
    /// This PE's number, from 0.
    #[inline]
    pub fn my_pe(&self) -> u32 {
        self.world.rank()
    }

    /// How many PEs there are.
    #[inline]
    pub fn n_pes(&self) -> u32 {
        self.world.size()
    }

    /// The runtime below, for what this interface does not offer.
    #[inline]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Orders this PE's operations toward each other PE: later ones are not seen before earlier ones.
    #[inline]
    pub fn fence(&self) {
        self.world.fence();
    }

    /// Waits until all operations of this PE are complete at their targets.
    pub fn quiet(&self) -> Result<(), Error> {
        self.world.quiet()
    }

    /// Waits until all PEs have called it and all operations before it are complete everywhere.
    pub fn barrier_all(&self) -> Result<(), Error> {
        self.world.barrier()
    }

    /// Leaves the job: completes this PE's operations and waits until all PEs want to leave.
    pub fn finalize(self) -> Result<(), Error> {
        self.world.finalize()
    }
}
