//! Contexts: streams of operations that are ordered and completed separately.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use farreach_runtime::{Lane, LaneContext, World};

use crate::initiator::{self, Base};
use crate::{Error, Initiator, Pe, Team};

/// A stream of operations that is ordered and completed separately: [`quiet`](Initiator::quiet)
/// waits for the operations of this context only.
///
/// A context that no two threads use at the same time ([`Private`], [`Serialized`]) has its own
/// lane to other nodes. Threads with such contexts share no lock. The lane opens with the first
/// operation toward another node, and needs connections of its own. Dropping a context completes
/// its operations.
///
/// ```
/// use farreach::shmem;
///
/// let pe = shmem::init()?;
/// let sums = pe.alloc::<u64>(1)?;
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| -> Result<(), shmem::Error> {
///             let context = pe.private_context();
///             context.add(sums.at(0).on(0), 1)?;
///             context.quiet()
///         });
///     }
/// });
/// assert_eq!(pe.fetch(sums.at(0).on(0))?, 2);
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
///
/// A private context stays with its thread:
///
/// ```compile_fail,E0277
/// use farreach::shmem;
///
/// let pe = shmem::init()?;
/// let context = pe.private_context();
/// std::thread::scope(|scope| {
///     scope.spawn(|| context.fence());
/// });
/// # Ok::<(), shmem::Error>(())
/// ```
pub struct Context<'a, S: Sharing = Shared> {
    initiator: Initiator<Scope<'a, S>>,
}

/// The scope of a [`Context`]: the threads that may use it, and the team that its PE numbers refer
/// to.
pub struct Scope<'a, S: Sharing = Shared> {
    pe: &'a Pe,
    /// The team that PE numbers refer to. `None` for all PEs.
    team: Option<&'a Team<'a>>,
    /// Boxed, so that the fields of a context never change and loops of operations can keep them in
    /// registers.
    lane: Box<Lane>,
    sharing: PhantomData<S>,
}

/// The threads that may use a context.
pub trait Sharing: sealed::Sharing {}

/// Any thread at any time. Operations share the lane to other nodes with those of [`Pe`].
#[derive(Debug)]
pub struct Shared;

/// One thread at a time.
#[derive(Debug)]
pub struct Serialized(PhantomData<Cell<()>>);

/// The thread that makes the context.
#[derive(Debug)]
pub struct Private(PhantomData<*const ()>);

impl Sharing for Shared {}
impl Sharing for Serialized {}
impl Sharing for Private {}

mod sealed {
    use farreach_runtime::Lane;

    pub trait Sharing {
        fn lane() -> Lane;
    }

    impl Sharing for super::Shared {
        fn lane() -> Lane {
            Lane::shared()
        }
    }

    impl Sharing for super::Serialized {
        fn lane() -> Lane {
            Lane::own()
        }
    }

    impl Sharing for super::Private {
        fn lane() -> Lane {
            Lane::own()
        }
    }
}

impl Pe {
    /// A context that any thread may use.
    ///
    /// Example: [`Context`].
    pub fn context(&self) -> Context<'_> {
        Context::new(self, None)
    }

    /// A context for one thread at a time.
    ///
    /// Example: [`Context`].
    pub fn serialized_context(&self) -> Context<'_, Serialized> {
        Context::new(self, None)
    }

    /// A context for the calling thread.
    ///
    /// Example: [`Context`].
    pub fn private_context(&self) -> Context<'_, Private> {
        Context::new(self, None)
    }
}

impl Team<'_> {
    /// A context that any thread may use, with the PE numbers of the team.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<u32>(1)?;
    /// let world = pe.team_world();
    /// let context = world.context();
    /// context.put(a.at(0).on(world.n_pes() - 1), 5)?;
    /// context.quiet()?;
    /// # drop(context);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn context(&self) -> Context<'_> {
        Context::new(self.pe(), Some(self))
    }

    /// A context for one thread at a time, with the PE numbers of the team.
    ///
    /// Example: [`Context`].
    pub fn serialized_context(&self) -> Context<'_, Serialized> {
        Context::new(self.pe(), Some(self))
    }

    /// A context for the calling thread, with the PE numbers of the team.
    ///
    /// Example: [`Context`].
    pub fn private_context(&self) -> Context<'_, Private> {
        Context::new(self.pe(), Some(self))
    }
}

impl<'a, S: Sharing> Deref for Context<'a, S> {
    type Target = Initiator<Scope<'a, S>>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.initiator
    }
}

impl<S: Sharing> fmt::Debug for Context<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Context of {:?}", self.initiator)
    }
}

impl<'a, S: Sharing> Context<'a, S> {
    fn new(pe: &'a Pe, team: Option<&'a Team<'a>>) -> Self {
        let base = Scope {
            pe,
            team,
            lane: Box::new(S::lane()),
            sharing: PhantomData,
        };
        Context {
            initiator: Initiator { base },
        }
    }

    /// This PE's number. In a team's context it is the number in the team.
    ///
    /// Example: [`Context`].
    pub fn my_pe(&self) -> u32 {
        let Scope { pe, team, .. } = &self.initiator.base;
        team.map_or_else(|| pe.my_pe(), Team::my_pe)
    }

    /// The number of PEs. In a team's context it is the number of the team's PEs.
    ///
    /// Example: [`Context`].
    pub fn n_pes(&self) -> u32 {
        let Scope { pe, team, .. } = &self.initiator.base;
        team.map_or_else(|| pe.n_pes(), Team::n_pes)
    }
}

impl<S: Sharing> initiator::sealed::Sealed for Scope<'_, S> {}

impl<S: Sharing> Base for Scope<'_, S> {
    #[inline]
    fn through(&self) -> LaneContext<'_> {
        self.pe.world().through(&self.lane)
    }

    #[inline]
    fn world(&self) -> &World {
        self.pe.world()
    }

    #[inline]
    fn is_near_by_arithmetic(&self, pe: u32) -> bool {
        self.team.is_none() && self.pe.world().is_near_by_arithmetic(pe)
    }

    #[inline]
    fn rank(&self, function: &'static str, pe: u32) -> Result<u32, Error> {
        match self.team {
            None => self.pe.base.rank(function, pe),
            Some(team) => team.among_all(function, pe),
        }
    }
}

impl<S: Sharing> Drop for Scope<'_, S> {
    fn drop(&mut self) {
        // A program that needs the error calls `quiet`.
        let _ = self.through().quiet();
    }
}
