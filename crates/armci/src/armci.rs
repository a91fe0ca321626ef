//! A process's part in the job: beginning and end, memory, completion.

use std::fmt;
use std::sync::Arc;

use farreach_runtime::World;
use farreach_runtime::settings::{Settings, environment};

use crate::{Block, Error, Group, Messages, Mutexes, Scope, Value, scope};

/// Joins the job, with the settings of the environment. Collective.
///
/// Programming models share one job: a process may have joined by another one already.
pub fn init() -> Result<Armci, Error> {
    let settings =
        Settings::from_variables(&environment()).map_err(farreach_runtime::Error::from)?;
    Armci::join(settings)
}

/// A process's part in a job.
///
/// ```
/// use farreach::armci;
///
/// let armci = armci::init()?;
/// let counts = armci.allocate::<f64>(100)?;
/// counts.fill(0.0)?;
/// armci.barrier()?;
/// let next = (armci.rank() + 1) % armci.size();
/// counts.accumulate(next, 10, 0.5, &[1.0, 2.0, 3.0])?;
/// armci.barrier()?;
/// let mut got = [0.0; 3];
/// counts.get(armci.rank(), 10, &mut got)?;
/// assert_eq!(got, [0.5, 1.0, 1.5]);
/// counts.free()?;
/// armci.finalize()?;
/// # Ok::<(), armci::Error>(())
/// ```
pub struct Armci {
    world: Arc<World>,
}

impl fmt::Debug for Armci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Armci")
            .field("rank", &self.rank())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

impl Armci {
    /// Joins the job with these settings. Collective.
    pub fn join(settings: Settings) -> Result<Armci, Error> {
        let world = World::join(settings)?;
        Ok(Armci { world })
    }

    /// Leaves the job. Collective: completes this process's operations, and waits for all others.
    pub fn finalize(self) -> Result<(), Error> {
        Ok(self.world.finalize()?)
    }

    /// This process's rank, from 0.
    pub fn rank(&self) -> u32 {
        self.world.rank()
    }

    /// The number of processes.
    pub fn size(&self) -> u32 {
        self.world.size()
    }

    /// The job's world, which other programming models share.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Allocates memory for `len` elements here. Collective over all processes. Each may want
    /// another length, and may want none. The memory is zero when it is first allocated.
    pub fn allocate<T: Value>(&self, len: usize) -> Result<Block<'_, T>, Error> {
        Block::allocate(&self.world, len)
    }

    /// Waits until all processes have called, and the operations of all are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        Ok(self.world.collectives().named("ARMCI_Barrier").barrier()?)
    }

    /// Waits until this process's operations toward process `pe` are complete there. Looks at no
    /// other process.
    pub fn fence(&self, pe: u32) -> Result<(), Error> {
        self.world.check_rank(pe)?;
        Ok(self.world.direct().quiet_toward(&[pe])?)
    }

    /// Waits until this process's operations are complete everywhere.
    pub fn all_fence(&self) -> Result<(), Error> {
        Ok(self.world.direct().quiet()?)
    }

    /// Makes mutexes. Collective over all processes. Each says how many it wants to have, and may
    /// want none.
    ///
    /// ```
    /// use farreach::armci;
    ///
    /// let armci = armci::init()?;
    /// let mutexes = armci.create_mutexes(u32::from(armci.rank() == 0))?;
    /// mutexes.lock(0, 0)?;
    /// // one process at a time is here
    /// mutexes.unlock(0, 0)?;
    /// mutexes.destroy()?;
    /// armci.finalize()?;
    /// # Ok::<(), armci::Error>(())
    /// ```
    pub fn create_mutexes(&self, count: u32) -> Result<Mutexes<'_>, Error> {
        Mutexes::create(&self.world, count)
    }

    /// The group of all processes.
    pub fn all(&self) -> Group<'_> {
        Group::all(&self.world)
    }

    /// Messages between two processes.
    pub fn messages(&self) -> Messages<'_> {
        Messages::new(&self.world)
    }

    /// Runs `f`, which begins transfers from and to its own memory, and waits for none of them.
    /// Then waits until the bytes of its gets are there, and the sources of its puts and
    /// accumulates may be changed. `f` may fail with any error type that converts from [`Error`].
    ///
    /// ```
    /// use farreach::armci;
    ///
    /// let armci = armci::init()?;
    /// let block = armci.allocate::<i64>(1000)?;
    /// block.fill(3)?;
    /// armci.barrier()?;
    /// let mut got = [[0; 10]; 5];
    /// armci.scope(|scope| {
    ///     for (at, ten) in got.iter_mut().enumerate() {
    ///         scope.get(&block, 0, 100 * at, ten)?;
    ///     }
    ///     Ok::<_, armci::Error>(())
    /// })?;
    /// assert_eq!(got, [[3; 10]; 5]);
    /// block.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), armci::Error>(())
    /// ```
    pub fn scope<'env, R, E: From<Error>>(
        &self,
        f: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> Result<R, E>,
    ) -> Result<R, E> {
        scope::run(&self.world, f)
    }
}
