//! Collectives that are begun in a scope, and run while the program computes.
//!
//! Each method has the name of the blocking method of [`Team`]. Several collectives of one team or
//! of several teams may be under way. The PEs of a team call and begin the team's collectives in
//! the same order, and the collectives run in this order. A collective that was begun makes
//! progress in every call of the library that waits. Between nodes the helper thread makes
//! progress, too.

use farreach_runtime::collectives::{Counts, Operation, Target as Place};
use zerocopy::IntoBytes as _;

use crate::initiator::Base;
use crate::scope::Begun;
use crate::{Element, Error, Reducible, Reduction, Scan, Source, Target, Team, TransferScope};

impl<'scope, 'env, W: Base> TransferScope<'scope, 'env, W> {
    /// Begins [`Team::sync`]. The sync is over when all PEs of the team have begun it.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// pe.scope(|scope| {
    ///     let all_came = scope.sync(&world);
    ///     while !all_came.test() {
    ///         std::thread::yield_now(); // or something useful
    ///     }
    ///     all_came.wait()
    /// })?;
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn sync(&self, team: &'env Team<'_>) -> Begun<'scope> {
        let collectives = team.collectives("TransferScope::sync");
        self.begin(collectives, Operation::Sync)
    }

    /// Begins [`Team::broadcast`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn broadcast<T: Element>(
        &self,
        team: &'env Team<'_>,
        values: impl Into<Target<'env, T>>,
        root: u32,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::broadcast";
        let data = team.target(function, values)?;
        team.check_pe(function, root)?;
        let operation = Operation::Broadcast { root, data };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::gather`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn gather<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        target: impl Into<Target<'env, T>>,
        root: u32,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::gather";
        team.check_pe(function, root)?;
        let operation = Operation::Gather {
            root,
            source: team.source(function, source)?,
            target: Some(team.target(function, target)?),
        };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::all_gather`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn all_gather<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        target: impl Into<Target<'env, T>>,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::all_gather";
        let operation = Operation::AllGather {
            source: team.source(function, source)?,
            target: team.target(function, target)?,
        };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::collect`]: `target` receives all PEs' elements, in the order of the PEs. The
    /// counts of elements are not returned.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// let own = vec![pe.my_pe(); pe.my_pe() as usize]; // as many as its number says
    /// let mut all = Vec::new();
    /// pe.scope(|scope| scope.collect(&world, &own, &mut all)?.wait())?;
    /// assert_eq!(all.iter().filter(|&&from| from == pe.my_pe()).count(), own.len());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn collect<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        all: &'env mut Vec<T>,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::collect";
        let source = team.source(function, source)?;
        let target = move |bytes: usize| {
            // Moved, as it outlives the closure.
            let all = { all };
            all.clear();
            all.resize(bytes / size_of::<T>(), T::new_zeroed());
            Place::Private(all.as_mut_slice().as_mut_bytes())
        };
        let target = Box::new(target);
        let operation = Operation::Collect { source, target };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::scatter`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn scatter<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        target: impl Into<Target<'env, T>>,
        root: u32,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::scatter";
        team.check_pe(function, root)?;
        let operation = Operation::Scatter {
            root,
            source: Some(team.source(function, source)?),
            target: team.target(function, target)?,
        };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::all_to_all`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn all_to_all<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        target: impl Into<Target<'env, T>>,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::all_to_all";
        let operation = Operation::AllToAll {
            source: team.source(function, source)?,
            target: team.target(function, target)?,
        };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::all_to_all_v`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn all_to_all_v<T: Element>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        sent: &'env [usize],
        target: impl Into<Target<'env, T>>,
        received: &'env [usize],
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::all_to_all_v";
        let counts = |elements| Counts {
            elements,
            unit: size_of::<T>(),
        };
        let operation = Operation::AllToAllV {
            source: team.source(function, source)?,
            sent: counts(sent),
            target: team.target(function, target)?,
            received: counts(received),
        };
        Ok(self.begin(team.collectives(function), operation))
    }

    /// Begins [`Team::all_reduce`].
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction};
    ///
    /// let pe = shmem::init()?;
    /// let world = pe.team_world();
    /// let (mut sum, mut first) = ([pe.my_pe()], [pe.my_pe(); 100]);
    /// pe.scope(|scope| {
    ///     let summed = scope.all_reduce(&world, &mut sum, Reduction::Sum)?;
    ///     scope.broadcast(&world, &mut first, 0)?; // over when the scope ends
    ///     // Here the program computes.
    ///     summed.wait()
    /// })?;
    /// assert_eq!(sum, [(0..pe.n_pes()).sum::<u32>()]);
    /// assert_eq!(first, [0; 100]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_reduce<T: Reducible>(
        &self,
        team: &'env Team<'_>,
        values: impl Into<Target<'env, T>>,
        reduction: Reduction,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::all_reduce";
        let operation = Operation::AllReduce {
            data: team.target(function, values)?,
            operator: team.by::<T>(reduction)?.kept(),
        };
        Ok(self.begin(team.collectives(function).of(reduction.name()), operation))
    }

    /// Begins [`Team::reduce`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn reduce<T: Reducible>(
        &self,
        team: &'env Team<'_>,
        values: impl Into<Target<'env, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::reduce";
        team.check_pe(function, root)?;
        let operation = Operation::Reduce {
            root,
            data: team.target(function, values)?,
            operator: team.by::<T>(reduction)?.kept(),
        };
        Ok(self.begin(team.collectives(function).of(reduction.name()), operation))
    }

    /// Begins [`Team::reduce_scatter`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn reduce_scatter<T: Reducible>(
        &self,
        team: &'env Team<'_>,
        source: impl Into<Source<'env, T>>,
        target: impl Into<Target<'env, T>>,
        reduction: Reduction,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::reduce_scatter";
        let operation = Operation::ReduceScatter {
            source: team.source(function, source)?,
            target: team.target(function, target)?,
            operator: team.by::<T>(reduction)?.kept(),
        };
        Ok(self.begin(team.collectives(function).of(reduction.name()), operation))
    }

    /// Begins [`Team::scan`].
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn scan<T: Reducible>(
        &self,
        team: &'env Team<'_>,
        values: impl Into<Target<'env, T>>,
        reduction: Reduction,
        scan: Scan,
    ) -> Result<Begun<'scope>, Error> {
        let function = "TransferScope::scan";
        let operation = Operation::Scan {
            scan,
            data: team.target(function, values)?,
            operator: team.by::<T>(reduction)?.kept(),
        };
        Ok(self.begin(team.collectives(function).of(reduction.name()), operation))
    }
}
