//! What begins operations: a PE, or one of its contexts.

use std::fmt;

use farreach_runtime::{NoSuchPe, Through, World};

use crate::Error;

/// Puts, gets, atomics and waits: what a [`Pe`](crate::Pe), whose operations all its threads share, and a
/// [`Context`](crate::Context), whose operations are ordered and completed by themselves, have in common. Both dereference to it.
///
/// `W` says whose operations they are, and what the number of a PE means to it.
pub struct Initiator<W> {
    pub(crate) base: W,
}

/// Whose operations an [`Initiator`] begins.
pub trait Base: sealed::Sealed {
    /// The runtime's operations by way of the initiator's lane.
    fn through(&self) -> Through<'_>;

    /// The runtime of this process.
    fn world(&self) -> &World;

    /// Whether a number is that of a PE of this node, and its rank in the job. Where it is not known at once, it is not.
    fn is_near(&self, pe: u32) -> bool;

    /// The rank in the job of the PE that `function` was given the number of.
    ///
    /// # Errors
    /// If there is no such PE.
    fn rank(&self, function: &'static str, pe: u32) -> Result<u32, Error>;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for World {}

impl Base for World {
    #[inline]
    fn through(&self) -> Through<'_> {
        self.direct()
    }

    #[inline]
    fn world(&self) -> &World {
        self
    }

    #[inline]
    fn is_near(&self, pe: u32) -> bool {
        World::is_near(self, pe)
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
    /// The runtime below, for what this interface does not offer.
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

    /// The runtime's operations by way of this initiator's lane.
    ///
    /// Example: [`Initiator::world`].
    #[inline]
    pub fn through(&self) -> Through<'_> {
        self.base.through()
    }

    /// Orders this initiator's operations toward each PE: later ones are not seen before earlier ones.
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

/// The error for a number in the job that no PE has.
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
