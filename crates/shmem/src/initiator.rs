//! Initiators of operations: a PE, or one of its contexts.

use std::fmt;
use std::sync::Arc;

use farreach_runtime::{LaneContext, NoSuchPe, World};

use crate::Error;

/// The operations of a [`Pe`](crate::Pe) and of a [`Context`](crate::Context): puts, gets, atomics
/// and waits. All threads share the operations of a `Pe`. Those of a context are ordered and
/// completed separately. Both types dereference to `Initiator`.
///
/// `W` determines the lane of the operations, and the meaning of PE numbers.
pub struct Initiator<W> {
    pub(crate) base: W,
}

/// The lane and the PE numbers of an [`Initiator`].
pub trait Base: sealed::Sealed {
    /// The runtime's operations on the initiator's lane.
    fn through(&self) -> LaneContext<'_>;

    /// This process's world in the runtime.
    fn world(&self) -> &World;

    /// Whether PE `pe` is known to be on this node, and its rank in the job. May be false for a PE
    /// on this node.
    fn is_near_by_arithmetic(&self, pe: u32) -> bool;

    /// The rank in the job of PE `pe`, an argument of `function`.
    ///
    /// # Errors
    /// If there is no such PE.
    fn rank(&self, function: &'static str, pe: u32) -> Result<u32, Error>;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Arc<World> {}

impl Base for Arc<World> {
    #[inline]
    fn through(&self) -> LaneContext<'_> {
        self.direct()
    }

    #[inline]
    fn world(&self) -> &World {
        self
    }

    #[inline]
    fn is_near_by_arithmetic(&self, pe: u32) -> bool {
        World::is_near_by_arithmetic(self, pe)
    }

    #[inline]
    fn rank(&self, function: &'static str, pe: u32) -> Result<u32, Error> {
        if pe >= self.size() {
            return Err(no_such_pe(self, function, pe));
        }
        Ok(pe)
    }
}

impl<W: Base> fmt::Debug for Initiator<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let world = self.world();
        write!(f, "PE {} of {}", world.rank(), world.size())
    }
}

impl<W: Base> Initiator<W> {
    /// The runtime's world, for what this interface does not offer.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// assert_eq!(pe.world().rank(), pe.my_pe());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn world(&self) -> &World {
        self.base.world()
    }

    /// The runtime's operations on this initiator's lane.
    ///
    /// Example: [`Initiator::world`].
    #[inline]
    pub fn through(&self) -> LaneContext<'_> {
        self.base.through()
    }

    /// Orders this initiator's operations toward each PE: operations after the fence do not become
    /// visible before those in front of it.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let words = pe.alloc_zeroed::<u64>(2)?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put(words.at(0).on(right), 7)?;
    /// pe.fence(); // who sees the next word sees the first
    /// pe.put(words.at(1).on(right), 1)?;
    /// pe.wait_until(words.at(1), shmem::Compare::Eq, 1)?;
    /// assert_eq!(pe.get(words.at(0).on(pe.my_pe()))?, 7);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn fence(&self) {
        self.through().fence();
    }

    /// Waits until all operations of this initiator are complete at their targets.
    ///
    /// Example: [`Initiator::put_nbi`].
    pub fn quiet(&self) -> Result<(), Error> {
        self.through().quiet()
    }

    #[inline]
    pub(crate) fn rank(&self, function: &'static str, pe: u32) -> Result<u32, Error> {
        self.base.rank(function, pe)
    }
}

/// The error for a PE number that the job does not have.
#[cold]
#[inline(never)]
fn no_such_pe(world: &World, function: &'static str, pe: u32) -> Error {
    Error::NoSuchPe(NoSuchPe {
        rank: world.rank(),
        function,
        pe,
        size: world.size(),
        of: "job",
    })
}
