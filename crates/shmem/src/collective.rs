//! Collectives of teams, and of all PEs.

use farreach_runtime::collectives::{Collectives, Counts, Operator, Strided};
use zerocopy::IntoBytes;

pub use farreach_runtime::collectives::Scan;

use crate::reduction::{combine_by, combine_each};
use crate::{Element, Error, Pe, Reducible, Reduction, Source, Target, Team};

impl Pe {
    /// [`Team::broadcast`] to all PEs.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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

    /// [`Team::all_reduce`] of all PEs.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Reduction};
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
}

impl Team<'_> {
    /// Waits until all PEs of the team have called it. What they stored in the memory of their own nodes before is visible
    /// after; other operations are complete only if they called [`Pe::quiet`] first, which [`Team::barrier`] does.
    pub fn sync(&self) -> Result<(), Error> {
        self.collectives(self.name("Pe::sync_all", "Team::sync"))
            .sync()
    }

    /// Waits until all PEs of the team have called it and all operations of theirs before it are complete.
    pub fn barrier(&self) -> Result<(), Error> {
        self.collectives(self.name("Pe::barrier_all", "Team::barrier"))
            .barrier()
    }

    /// Copies `values` of the PE `root` to all PEs'. The same length everywhere.
    pub fn broadcast<'a, T: Element>(
        &self,
        values: impl Into<Target<'a, T>>,
        root: u32,
    ) -> Result<(), Error> {
        self.collectives(self.name("Pe::broadcast", "Team::broadcast"))
            .broadcast(root, values.into().bytes)
    }

    /// Collects the equally long `source`s of all PEs, in their order, in every PE's `target`
    /// (OpenSHMEM's fcollect).
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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
        self.collectives("Team::all_gather")
            .all_gather(source.into().bytes, target.into().bytes)
    }

    /// Collects the `source`s of all PEs, in their order; they may be of different lengths. Returns their elements and how
    /// many are from each.
    pub fn collect<'a, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
    ) -> Result<(Vec<T>, Vec<usize>), Error> {
        let (bytes, counts) = self
            .collectives("Team::collect")
            .collect(source.into().bytes)?;
        let counts = counts.into_iter().map(|bytes| bytes / size_of::<T>());
        Ok((elements(&bytes), counts.collect()))
    }

    /// Collects the equally long `source`s of all PEs, in their order, in `target` of the PE `root`. Others' `target` is not
    /// looked at and may be empty.
    pub fn gather<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        let target = Some(target.into().bytes);
        self.collectives("Team::gather")
            .gather(root, source.into().bytes, target)
    }

    /// Gives each PE its part of `source` of the PE `root`: as many elements as `target` has, which is the same everywhere.
    /// Others' `source` is not looked at and may be empty.
    pub fn scatter<'a, 'b, T: Element>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        root: u32,
    ) -> Result<(), Error> {
        let source = Some(source.into().bytes);
        self.collectives("Team::scatter")
            .scatter(root, source, target.into().bytes)
    }

    /// Sends the i-th of the equally long blocks of `source` to the PE i, for all i. `target` gets the blocks for this PE, in
    /// the order of the PEs that they are from.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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
        self.collectives("Team::all_to_all")
            .all_to_all(source.into().bytes, target.into().bytes)
    }

    /// [`Team::all_to_all`] of elements that are not side by side: the next of `source` is `source_stride` elements after the one
    /// before, that of `target` `target_stride`; `count` of them are for each PE. The same arguments everywhere. What is between
    /// stays as it was.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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
        let (source, target) = (source.into().bytes, target.into().bytes);
        self.collectives("Team::all_to_all_strided")
            .all_to_all_strided(source, target, strided)
    }

    /// Sends the next `sent[i]` elements of `source` to the PE i, for i in order. `target` gets, in the order of the PEs that
    /// they are from, `received[i]` elements from each PE i. Nothing but the call tells the PEs of these counts: who does not
    /// know what it receives asks with [`Team::all_to_all`] of the counts before.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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
    /// Before anything is sent, if the counts are not one for each PE, or not those of all of `source` and `target`. At the
    /// receiver, if a PE sent another count than was to be received from it; then the smaller one of both was received, and
    /// everything else as well.
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
        let (source, target) = (source.into().bytes, target.into().bytes);
        self.collectives("Team::all_to_all_v").all_to_all_v(
            source,
            counts(sent),
            target,
            counts(received),
        )
    }

    /// Combines the `values` of all PEs element by element; all get the same result, bit for bit. The same length and
    /// reduction everywhere.
    pub fn all_reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        let values = values.into().bytes;
        self.by_reduction::<T>(
            self.name("Pe::all_reduce", "Team::all_reduce"),
            reduction,
            |collectives, operator| collectives.all_reduce(values, operator),
        )
    }

    /// [`Team::all_reduce`] by a function, which must be associative and commutative; `identity` changes nothing when it
    /// is combined.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
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
        combine: impl Fn(T, T) -> T,
    ) -> Result<(), Error> {
        let operator = Operator {
            unit: size_of::<T>(),
            combine: &|into, other| combine_each(into, other, &combine),
            identity: identity.as_bytes(),
        };
        self.collectives("Team::all_reduce_with")
            .all_reduce(values.into().bytes, &operator)
    }

    /// Combines the `values` of all PEs element by element into those of the PE `root`; the others' stay as they are. The
    /// same length and reduction everywhere.
    pub fn reduce<'a, T: Reducible>(
        &self,
        values: impl Into<Target<'a, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<(), Error> {
        let values = values.into().bytes;
        self.by_reduction::<T>("Team::reduce", reduction, |collectives, operator| {
            collectives.reduce(root, values, operator)
        })
    }

    /// Combines the `source`s of all PEs element by element and gives each PE its block of the result: as many elements as
    /// `target` has, which is the same everywhere.
    pub fn reduce_scatter<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<Source<'a, T>>,
        target: impl Into<Target<'b, T>>,
        reduction: Reduction,
    ) -> Result<(), Error> {
        let (source, target) = (source.into().bytes, target.into().bytes);
        self.by_reduction::<T>(
            "Team::reduce_scatter",
            reduction,
            |collectives, operator| collectives.reduce_scatter(source, target, operator),
        )
    }

    /// Combines the `values` of the PEs up to each, element by element. The same length and reduction everywhere.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Reduction, Scan};
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
        let values = values.into().bytes;
        self.by_reduction::<T>("Team::scan", reduction, |collectives, operator| {
            collectives.scan(scan, values, operator)
        })
    }

    fn by_reduction<T: Reducible>(
        &self,
        function: &'static str,
        reduction: Reduction,
        run: impl FnOnce(Collectives<'_>, &Operator<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !T::offers(reduction) {
            return Err(self.mismatch(format!(
                "{reduction:?} is not defined for {}",
                std::any::type_name::<T>()
            )));
        }
        let identity = T::identity(reduction);
        let operator = Operator {
            unit: size_of::<T>(),
            combine: &|into, other| combine_by::<T>(into, other, reduction),
            identity: identity.as_bytes(),
        };
        run(self.collectives(function).of(reduction.name()), &operator)
    }
}

fn elements<T: Element>(bytes: &[u8]) -> Vec<T> {
    let mut elements = vec![T::new_zeroed(); bytes.len() / size_of::<T>()];
    elements.as_mut_bytes().copy_from_slice(bytes);
    elements
}
