//! Collectives of teams, and of all PEs.

use farreach_openshmem::{By, combine_each};
use farreach_runtime::collectives::{
    self as runtime, Collectives, Counts, Operator, Order, Strided,
};
use zerocopy::IntoBytes;

pub use farreach_runtime::collectives::Scan;

use crate::{Element, Error, Reducible, Reduction, Source, Target, Team};

impl Team<'_> {
    /// Waits until all PEs of the team have called. The PEs' earlier stores to memory of their own
    /// nodes are visible afterwards. Other operations are complete only if their PE called
    /// [`quiet`](crate::Initiator::quiet) before, as [`Team::barrier`] does.
    pub fn sync(&self) -> Result<(), Error> {
        self.collectives(self.name("Pe::sync_all", "Team::sync"))
            .sync()
    }

    /// Waits until all PEs of the team have called, and all their earlier operations are complete.
    ///
    /// Example: [`Pe::barrier_all`](crate::Pe::barrier_all), which is that of all PEs.
    pub fn barrier(&self) -> Result<(), Error> {
        self.collectives(self.name("Pe::barrier_all", "Team::barrier"))
            .barrier()
    }

    /// Copies `values` of the PE `root` to `values` of all PEs. All PEs give the same length.
    ///
    /// Example: [`Pe::broadcast`](crate::Pe::broadcast), which is that to all PEs.
    pub fn broadcast<'a, T: Element>(
        &self,
        values: impl Into<Target<'a, T>>,
        root: u32,
    ) -> Result<(), Error> {
        let function = self.name("Pe::broadcast", "Team::broadcast");
        let values = self.target(function, values)?;
        let done = self.collectives(function).broadcast(root, values);
        self.rooted(function, root, done)
    }

    /// Collects the equally long `source`s of all PEs in every PE's `target`, in the order of the
    /// PEs. This is OpenSHMEM's fcollect.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let mut all = vec![0; pe.n_pes() as usize];
    /// pe.team_world().all_gather(&[pe.my_pe()], &mut all)?;
    /// assert!(all.into_iter().eq(0..pe.n_pes()));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_gather<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
    ) -> Result<(), Error> {
        let function = self.name("Pe::all_gather", "Team::all_gather");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        self.collectives(function).all_gather(source, target)
    }

    /// Collects the `source`s of all PEs, in the order of the PEs. Sources may have different
    /// lengths. Returns the elements, and how many are from each PE.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let own = vec![pe.my_pe(); pe.my_pe() as usize]; // as many as its number says
    /// let (all, counts) = pe.team_world().collect(&own)?;
    /// assert!(counts.into_iter().eq(0..pe.n_pes() as usize));
    /// assert_eq!(all.iter().filter(|&&from| from == pe.my_pe()).count(), own.len());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn collect<'a, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
    ) -> Result<(Vec<T>, Vec<usize>), Error> {
        let function = self.name("Pe::collect", "Team::collect");
        let source = self.source(function, source)?;
        let (bytes, counts) = self.collectives(function).collect(source)?;
        let counts = counts.into_iter().map(|bytes| bytes / size_of::<T>());
        Ok((elements(&bytes), counts.collect()))
    }

    /// Collects the equally long `source`s of all PEs in `target` of the PE `root`, in the order of
    /// the PEs. `target` of other PEs is ignored and may be empty.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let mut all = vec![0; if pe.my_pe() == 0 { pe.n_pes() as usize } else { 0 }];
    /// pe.team_world().gather(&[pe.my_pe()], &mut all, 0)?;
    /// assert!(pe.my_pe() > 0 || all.into_iter().eq(0..pe.n_pes()));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn gather<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        let function = self.name("Pe::gather", "Team::gather");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        let done = self
            .collectives(function)
            .gather(root, source, Some(target));
        self.rooted(function, root, done)
    }

    /// Distributes `source` of the PE `root`: each PE gets as many elements as its `target` has.
    /// All PEs give the same length. `source` of other PEs is ignored and may be empty.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let all: Vec<u32> = (10..10 + pe.n_pes()).collect(); // that of PE 0 is used
    /// let mut own = [0];
    /// pe.team_world().scatter(&all, &mut own, 0)?;
    /// assert_eq!(own, [10 + pe.my_pe()]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn scatter<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        let function = self.name("Pe::scatter", "Team::scatter");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        let done = self
            .collectives(function)
            .scatter(root, Some(source), target);
        self.rooted(function, root, done)
    }

    /// Sends the i-th of the equally long blocks of `source` to PE i, for all i. `target` receives
    /// the blocks for this PE, in the order of their senders.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let for_each: Vec<u32> = (0..pe.n_pes()).collect();
    /// let mut from_each = vec![0; for_each.len()];
    /// pe.team_world().all_to_all(&for_each, &mut from_each)?;
    /// assert!(from_each.into_iter().all(|value| value == pe.my_pe()));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_to_all<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
    ) -> Result<(), Error> {
        let function = self.name("Pe::all_to_all", "Team::all_to_all");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        self.collectives(function).all_to_all(source, target)
    }

    /// [`Team::all_to_all`] of elements at distances: `source_stride` elements in `source`, and
    /// `target_stride` in `target`. `count` elements go to each PE. Elements in between are
    /// unchanged. All PEs give the same arguments.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let n = pe.n_pes() as usize;
    /// let source: Vec<u32> = (0..2 * n as u32).collect();
    /// let mut target = vec![99; 3 * n];
    /// pe.team_world().all_to_all_strided(&source, 2, &mut target, 3, 1)?;
    /// assert!(target.chunks(3).all(|chunk| chunk == [2 * pe.my_pe(), 99, 99]));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_to_all_strided<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        source_stride: usize,
        target: impl Into<Target<'b, T>>,
        target_stride: usize,
        count: usize,
    ) -> Result<(), Error> {
        let strided = Strided {
            unit: size_of::<T>(),
            count,
            source: source_stride,
            target: target_stride,
        };
        let function = self.name("Pe::all_to_all_strided", "Team::all_to_all_strided");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        self.collectives(function)
            .all_to_all_strided(source, target, strided)
    }

    /// Sends the next `sent[i]` elements of `source` to PE i, for i in order. `target` receives
    /// `received[i]` elements from each PE i, in the order of the PEs. The counts are not
    /// exchanged: a PE that does not know its receive counts gets them by a [`Team::all_to_all`] of
    /// counts.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let team = pe.team_world();
    /// // To the PE i as many elements as the sum of i and this PE's number.
    /// let me = pe.my_pe() as usize;
    /// let sent: Vec<usize> = (0..pe.n_pes() as usize).map(|i| i + me).collect();
    /// let source = vec![pe.my_pe(); sent.iter().sum()];
    /// let mut received = vec![0; sent.len()];
    /// team.all_to_all(&sent, &mut received)?;
    /// let mut target = vec![0; received.iter().sum()];
    /// team.all_to_all_v(&source, &sent, &mut target, &received)?;
    /// assert!(target.iter().filter(|&&from| from == pe.my_pe()).count() == 2 * me);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    ///
    /// # Errors
    /// Before anything is sent, if the counts are not one for each PE, or do not cover all of `source`
    /// and `target`. At the receiver, after the exchange, if a PE's send count differs from the receive
    /// count. The smaller number of elements was received from that PE, and everything from the others.
    pub fn all_to_all_v<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        sent: &[usize],
        target: impl Into<Target<'b, T>>,
        received: &[usize],
    ) -> Result<(), Error> {
        let counts = |elements| Counts {
            elements,
            unit: size_of::<T>(),
        };
        let function = self.name("Pe::all_to_all_v", "Team::all_to_all_v");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        self.collectives(function)
            .all_to_all_v(source, counts(sent), target, counts(received))
    }

    /// Combines the `values` of all PEs element by element. All PEs get the same bits. All PEs give
    /// the same length and reduction.
    ///
    /// Example: [`Pe::all_reduce`](crate::Pe::all_reduce), which is that of all PEs.
    pub fn all_reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        let function = self.name("Pe::all_reduce", "Team::all_reduce");
        let values = self.target(function, values)?;
        self.by_reduction::<T>(function, reduction, |collectives, operator| {
            collectives.all_reduce(values, operator)
        })
    }

    /// [`Team::all_reduce`] by a function, which must be associative and commutative. `identity`
    /// must be the function's identity.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let mut nearest = [(pe.my_pe() as i32 - 1).pow(2)];
    /// pe.team_world().all_reduce_with(&mut nearest, i32::MAX, |a, b| a.min(b))?;
    /// assert_eq!(nearest, [if pe.n_pes() > 1 { 0 } else { 1 }]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_reduce_with<'a, T: Element>(
        &self,
        values: impl Into<Target<'a, T>>,
        identity: T,
        combine: impl Fn(T, T) -> T + Sync,
    ) -> Result<(), Error> {
        let operator = Operator {
            unit: size_of::<T>(),
            combine: &|into, other| combine_each(into, other, &combine),
            identity: identity.as_bytes(),
            order: Order::Any,
        };
        let function = self.name("Pe::all_reduce_with", "Team::all_reduce_with");
        let values = self.target(function, values)?;
        self.collectives(function).all_reduce(values, &operator)
    }

    /// Combines the `values` of all PEs element by element into those of the PE `root`. `values` of
    /// other PEs are unchanged. All PEs give the same length and reduction.
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction};
    ///
    /// let pe = shmem::init()?;
    /// let mut greatest = [pe.my_pe()];
    /// pe.team_world().reduce(&mut greatest, Reduction::Max, 0)?;
    /// assert!(pe.my_pe() > 0 || greatest == [pe.n_pes() - 1]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<(), Error> {
        let function = self.name("Pe::reduce", "Team::reduce");
        let values = self.target(function, values)?;
        let done = self.by_reduction::<T>(function, reduction, |collectives, operator| {
            collectives.reduce(root, values, operator)
        });
        self.rooted(function, root, done)
    }

    /// Combines the `source`s of all PEs element by element. Each PE gets its block of the result:
    /// as many elements as its `target` has. All PEs give the same length.
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction};
    ///
    /// let pe = shmem::init()?;
    /// let source: Vec<u32> = (0..pe.n_pes()).collect();
    /// let mut own = [0];
    /// pe.team_world().reduce_scatter(&source, &mut own, Reduction::Sum)?;
    /// assert_eq!(own, [pe.n_pes() * pe.my_pe()]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn reduce_scatter<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        let function = self.name("Pe::reduce_scatter", "Team::reduce_scatter");
        let source = self.source(function, source)?;
        let target = self.target(function, target)?;
        self.by_reduction::<T>(function, reduction, |collectives, operator| {
            collectives.reduce_scatter(source, target, operator)
        })
    }

    /// Combines, at each PE, the `values` of the PEs up to it, element by element. All PEs give the
    /// same length and reduction.
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction, Scan};
    ///
    /// let pe = shmem::init()?;
    /// let mut before = [1u32];
    /// pe.team_world().scan(&mut before, Reduction::Sum, Scan::Exclusive)?;
    /// assert_eq!(before, [pe.my_pe()]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn scan<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
        scan: Scan,
    ) -> Result<(), Error> {
        let function = self.name("Pe::scan", "Team::scan");
        let values = self.target(function, values)?;
        self.by_reduction::<T>(function, reduction, |collectives, operator| {
            collectives.scan(scan, values, operator)
        })
    }

    /// The result of a collective with a root. If there is no such PE, the error names the
    /// function. The root is checked after the call, so that the PEs can first compare their
    /// arguments.
    fn rooted<R>(
        &self,
        function: &'static str,
        root: u32,
        result: Result<R, Error>,
    ) -> Result<R, Error> {
        match result {
            Err(Error::NoSuchRank { .. } | Error::NoSuchMember { .. }) => {
                Err(self.no_such_pe(function, root))
            }
            result => result,
        }
    }

    pub(crate) fn source<'a, T: Element>(
        &self,
        function: &'static str,
        source: impl Into<Source<'a, T>>,
    ) -> Result<runtime::Source<'a>, Error> {
        source.into().bytes(self.pe(), function)
    }

    pub(crate) fn target<'a, T: Element>(
        &self,
        function: &'static str,
        target: impl Into<Target<'a, T>>,
    ) -> Result<runtime::Target<'a>, Error> {
        target.into().bytes(self.pe(), function)
    }

    fn by_reduction<T: Reducible>(
        &self,
        function: &'static str,
        reduction: Reduction,
        run: impl FnOnce(Collectives<'_>, &Operator<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let by = self.by::<T>(reduction)?;
        let collectives = self.collectives(function).of(reduction.name());
        run(collectives, &by.operator())
    }

    /// The operator of a reduction on elements of the type. Fails if the reduction is not defined
    /// for the type.
    pub(crate) fn by<T: Reducible>(&self, reduction: Reduction) -> Result<By<T>, Error> {
        By::of(reduction).ok_or_else(|| {
            self.mismatch(format!(
                "{reduction:?} is not defined for {}",
                std::any::type_name::<T>()
            ))
        })
    }
}

/// Collectives of one value per PE.
impl Team<'_> {
    /// [`Team::all_reduce`] of one value of each PE. All PEs get the result.
    ///
    /// ```
    /// use farreach::shmem::{self, Reduction};
    ///
    /// let pe = shmem::init()?;
    /// let team = pe.team_world();
    /// assert_eq!(team.all_reduce_one(1u8 << 3, Reduction::Or)?, 8);
    /// assert_eq!(team.sum(1)?, pe.n_pes());
    /// assert_eq!(team.max(pe.my_pe())?, pe.n_pes() - 1);
    /// assert_eq!(team.min(f64::from(pe.my_pe()))?, 0.0);
    /// assert_eq!(team.product(1u64)?, 1);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_reduce_one<T: Reducible>(&self, value: T, reduction: Reduction) -> Result<T, Error> {
        let mut values = [value];
        self.all_reduce(&mut values, reduction)?;
        Ok(values[0])
    }

    /// The sum of one value of each PE. Integers wrap. See [`Team::all_reduce_one`].
    pub fn sum<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.all_reduce_one(value, Reduction::Sum)
    }

    /// The product of one value of each PE. Integers wrap. See [`Team::all_reduce_one`].
    pub fn product<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.all_reduce_one(value, Reduction::Product)
    }

    /// The minimum of one value of each PE. See [`Team::all_reduce_one`].
    pub fn min<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.all_reduce_one(value, Reduction::Min)
    }

    /// The maximum of one value of each PE. See [`Team::all_reduce_one`].
    pub fn max<T: Reducible>(&self, value: T) -> Result<T, Error> {
        self.all_reduce_one(value, Reduction::Max)
    }

    /// The value of the PE `root`. The values of other PEs are ignored.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let own = 10 + pe.my_pe();
    /// assert_eq!(pe.team_world().broadcast_one(own, 0)?, 10);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn broadcast_one<T: Element>(&self, value: T, root: u32) -> Result<T, Error> {
        let mut values = [value];
        self.broadcast(&mut values, root)?;
        Ok(values[0])
    }
}

fn elements<T: Element>(bytes: &[u8]) -> Vec<T> {
    let mut elements = vec![T::new_zeroed(); bytes.len() / size_of::<T>()];
    elements.as_mut_bytes().copy_from_slice(bytes);
    elements
}
