//! What begins operations: a PE, or one of its contexts.

use std::fmt;

use farreach_runtime::{Through, World};

use crate::Error;

/// What puts, gets and atomics are called on: [`Pe`](crate::Pe), whose operations all its threads share, or a
/// [`Context`](crate::Context), whose operations are ordered and completed by themselves.
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

    /// The rank in the job of the PE that is meant by a number.
    ///
    /// # Errors
    /// If there is no such PE.
    fn rank(&self, pe: u32) -> Result<u32, Error>;
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
    fn rank(&self, pe: u32) -> Result<u32, Error> {
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
    #[inline]
    pub fn world(&self) -> &World {
        self.base.world()
    }

    /// The runtime's operations by way of this initiator's lane.
    #[inline]
    pub fn through(&self) -> Through<'_> {
        self.base.through()
    }

    /// Orders this initiator's operations toward each PE: later ones are not seen before earlier ones.
    #[inline]
    pub fn fence(&self) {
        self.through().fence();
    }

    /// Waits until all operations of this initiator are complete at their targets.
    pub fn quiet(&self) -> Result<(), Error> {
        self.through().quiet()
    }

    #[inline]
    pub(crate) fn rank(&self, pe: u32) -> Result<u32, Error> {
        self.base.rank(pe)
    }
}
