//! Collectives of all PEs, which call those of [`Team`](crate::Team) for the world team.

use crate::{Element, Error, Pe, Reducible, Reduction, Scan, Source, Target};

impl Pe {
    /// [`Team::broadcast`](crate::Team::broadcast) to all PEs.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let mut values = [pe.my_pe(); 3];
    /// pe.broadcast(&mut values, 0)?;
    /// assert_eq!(values, [0; 3]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn broadcast<'a, T: Element>(
        &self,
        values: impl Into<Target<'a, T>>,
        root: u32,
    ) -> Result<(), Error> {
        self.team_world().broadcast(values, root)
    }

    /// [`Team::all_reduce`](crate::Team::all_reduce) of all PEs.
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction};
    ///
    /// let pe = shmem::init()?;
    /// let mut counts = [1u64, 2];
    /// pe.all_reduce(&mut counts, Reduction::Sum)?;
    /// assert_eq!(counts, [u64::from(pe.n_pes()), 2 * u64::from(pe.n_pes())]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        self.team_world().all_reduce(values, reduction)
    }

    /// [`Team::all_gather`](crate::Team::all_gather) of all PEs.
    pub fn all_gather<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
    ) -> Result<(), Error> {
        self.team_world().all_gather(source, target)
    }

    /// [`Team::collect`](crate::Team::collect) of all PEs.
    pub fn collect<'a, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
    ) -> Result<(Vec<T>, Vec<usize>), Error> {
        self.team_world().collect(source)
    }

    /// [`Team::gather`](crate::Team::gather) of all PEs.
    pub fn gather<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        self.team_world().gather(source, target, root)
    }

    /// [`Team::scatter`](crate::Team::scatter) of all PEs.
    pub fn scatter<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        self.team_world().scatter(source, target, root)
    }

    /// [`Team::all_to_all`](crate::Team::all_to_all) of all PEs.
    pub fn all_to_all<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
    ) -> Result<(), Error> {
        self.team_world().all_to_all(source, target)
    }

    /// [`Team::all_to_all_strided`](crate::Team::all_to_all_strided) of all PEs.
    pub fn all_to_all_strided<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        source_stride: usize,
        target: impl Into<Target<'b, T>>,
        target_stride: usize,
        count: usize,
    ) -> Result<(), Error> {
        self.team_world()
            .all_to_all_strided(source, source_stride, target, target_stride, count)
    }

    /// [`Team::all_to_all_v`](crate::Team::all_to_all_v) of all PEs.
    pub fn all_to_all_v<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        sent: &[usize],
        target: impl Into<Target<'b, T>>,
        received: &[usize],
    ) -> Result<(), Error> {
        self.team_world()
            .all_to_all_v(source, sent, target, received)
    }

    /// [`Team::all_reduce_with`](crate::Team::all_reduce_with) of all PEs.
    pub fn all_reduce_with<'a, T: Element>(
        &self,
        values: impl Into<Target<'a, T>>,
        identity: T,
        combine: impl Fn(T, T) -> T + Sync,
    ) -> Result<(), Error> {
        self.team_world().all_reduce_with(values, identity, combine)
    }

    /// [`Team::reduce`](crate::Team::reduce) of all PEs.
    pub fn reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<(), Error> {
        self.team_world().reduce(values, reduction, root)
    }

    /// [`Team::reduce_scatter`](crate::Team::reduce_scatter) of all PEs.
    pub fn reduce_scatter<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        self.team_world().reduce_scatter(source, target, reduction)
    }

    /// [`Team::scan`](crate::Team::scan) of all PEs.
    pub fn scan<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
        scan: Scan,
    ) -> Result<(), Error> {
        self.team_world().scan(values, reduction, scan)
    }

    /// [`Team::all_reduce_one`](crate::Team::all_reduce_one) of all PEs.
    pub fn all_reduce_one<T: Reducible>(&self, value: T, reduction: Reduction) -> Result<T, Error> {
        self.team_world().all_reduce_one(value, reduction)
    }

    /// [`Team::sum`](crate::Team::sum) of all PEs.
    pub fn sum<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.team_world().sum(value)
    }

    /// [`Team::product`](crate::Team::product) of all PEs.
    pub fn product<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.team_world().product(value)
    }

    /// [`Team::min`](crate::Team::min) of all PEs.
    pub fn min<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.team_world().min(value)
    }

    /// [`Team::max`](crate::Team::max) of all PEs.
    pub fn max<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.team_world().max(value)
    }

    /// [`Team::broadcast_one`](crate::Team::broadcast_one) of all PEs.
    pub fn broadcast_one<T: Element>(&self, value: T, root: u32) -> Result<T, Error> {
        self.team_world().broadcast_one(value, root)
    }
}
