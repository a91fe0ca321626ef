//! Arrays: how they begin and end, and what is known about them.

use std::cell::Cell;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

use farreach_armci::{Armci, Block, Group, Operation};

use crate::distribution::{Distribution, Piece, strides};
use crate::{Element, Error, Layout};

/// An array of 1 to 7 dimensions, whose elements lie in the memory of several processes.
///
/// All processes of the array's group make it together, and each can put, get and accumulate any
/// patch of it. A patch is a range for each dimension. Its elements are in row-major order.
///
/// ```
/// use farreach::armci;
/// use farreach::arrays::{Array, Layout};
///
/// let armci = armci::init()?;
/// let array = Array::<f64>::new(&armci, &Layout::regular(&[40, 30]))?;
/// if armci.rank() == 0 {
///     array.put(&[10..12, 5..8], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// }
/// array.sync()?;
/// assert_eq!(array.get(&[11..12, 6..9])?, [5.0, 6.0, 0.0]);
/// assert_eq!(array.sum()?, 21.0);
/// array.free()?;
/// armci.finalize()?;
/// # Ok::<(), farreach::arrays::Error>(())
/// ```
///
/// **Order.** [`Array::put`], [`Array::get`] and [`Array::accumulate`] are those of
/// [`farreach_armci`]: another process sees a put for certain only after [`Array::sync`]. A process
/// may put elements while another one gets them. The one that gets then has old and new elements.
///
/// **Collective calls** begin and end with a barrier of the group. All processes call them for the
/// same arrays in the same order. A call that finds other processes in a call for another array
/// fails.
///
/// An array stays on the thread that made it. That is why no other thread can transfer elements
/// while a collective call computes with them.
pub struct Array<'w, T: Element> {
    pub(crate) armci: &'w Armci,
    home: Home<'w>,
    pub(crate) distribution: Distribution,
    pub(crate) block: Block<'w, T::Raw>,
    /// Names the array in its group.
    number: u64,
    /// This process's rank in the group.
    pub(crate) own: u32,
    one_thread: PhantomData<*mut ()>,
}

/// The processes of an array.
enum Home<'w> {
    All(Group<'w>),
    Of(&'w Group<'w>),
}

thread_local! {
    /// The number of arrays that this thread has made.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

impl<T: Element> fmt::Debug for Array<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Array")
            .field("extents", &self.distribution.extents())
            .field("grid", &self.distribution.grid())
            .finish_non_exhaustive()
    }
}

impl<'w, T: Element> Array<'w, T> {
    /// Makes an array of all processes. Collective. All elements are 0.
    pub fn new(armci: &'w Armci, layout: &Layout) -> Result<Array<'w, T>, Error> {
        Array::make(armci, Home::All(armci.all()), layout)
    }

    /// Makes an array of the processes of a group. Collective over the group. All elements are 0.
    pub fn in_group(
        armci: &'w Armci,
        group: &'w Group<'w>,
        layout: &Layout,
    ) -> Result<Array<'w, T>, Error> {
        Array::make(armci, Home::Of(group), layout)
    }

    fn make(armci: &'w Armci, home: Home<'w>, layout: &Layout) -> Result<Array<'w, T>, Error> {
        let group = home.group();
        let rank = armci.rank();
        let distribution = layout
            .distribute(group.size())
            .map_err(|error| Error::argument(rank, error.argument, error.what))?;
        let own = group.rank();
        // The first member names the array. All say what layout they want.
        let made = MADE.replace(MADE.get() + 1) << 32 | u64::from(rank);
        let name = if own == 0 { made as i64 } else { i64::MIN };
        let mut hasher = DefaultHasher::new();
        (&distribution, T::NPY).hash(&mut hasher);
        let wanted = hasher.finish() as i64;
        let mut agreed = [name, wanted, !wanted];
        group.reduce(Operation::Max, &mut agreed)?;
        if agreed[1] != !agreed[2] {
            let what = format!(
                "the processes want different arrays: this one {} of {:?} on a grid of {:?}",
                T::NPY,
                distribution.extents(),
                distribution.grid()
            );
            return Err(Error::argument(rank, "layout", what));
        }
        let len = distribution.memory_extents(own).iter().product();
        let block: Block<'w, T::Raw> = match &home {
            Home::All(_) => armci.allocate(len)?,
            Home::Of(group) => group.allocate_block(len)?,
        };
        block.fill(bytemuck::cast(T::ZERO))?;
        home.group().barrier()?;
        Ok(Array {
            armci,
            home,
            distribution,
            block,
            number: agreed[0] as u64,
            own,
            one_thread: PhantomData,
        })
    }

    /// Makes an array of the same processes, layout and type. Collective. All elements are 0.
    pub fn alike(&self, layout: &Layout) -> Result<Array<'w, T>, Error> {
        let home = match &self.home {
            Home::All(_) => Home::All(self.armci.all()),
            Home::Of(group) => Home::Of(group),
        };
        Array::make(self.armci, home, layout)
    }

    /// Frees the array's memory. Collective.
    pub fn free(self) -> Result<(), Error> {
        self.meet("free", 0)?;
        Ok(self.block.free()?)
    }

    /// The processes of the array.
    pub fn group(&self) -> &Group<'w> {
        self.home.group()
    }

    /// Which process has which elements.
    pub fn distribution(&self) -> &Distribution {
        &self.distribution
    }

    /// The extent of each dimension.
    pub fn extents(&self) -> &[usize] {
        self.distribution.extents()
    }

    /// The regions of the elements that this process has.
    pub fn own_regions(&self) -> Vec<Vec<Range<usize>>> {
        self.distribution.regions(self.own)
    }

    /// Waits until all processes of the array have called, and their transfers are complete.
    pub fn sync(&self) -> Result<(), Error> {
        Ok(self.group().barrier()?)
    }

    /// Whether another array has the same processes.
    pub(crate) fn has_processes_of(&self, other: &Array<'_, T>) -> bool {
        match (&self.home, &other.home) {
            (Home::All(_), Home::All(_)) => true,
            (Home::Of(own), Home::Of(other)) => {
                std::ptr::addr_eq(std::ptr::from_ref(*own), std::ptr::from_ref(*other))
            }
            _ => false,
        }
    }

    /// This process's rank in the job.
    pub(crate) fn rank(&self) -> u32 {
        self.armci.rank()
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The extents of this process's memory, and the distances in it.
    pub(crate) fn memory(&self) -> (Vec<usize>, Vec<usize>) {
        let extents = self.distribution.memory_extents(self.own);
        let strides = strides(&extents);
        (extents, strides)
    }

    /// Completes this process's transfers, and waits until all processes of the array are in this
    /// call for this array. `others` names what else they have to agree on.
    pub(crate) fn meet(&self, call: &'static str, others: u64) -> Result<(), Error> {
        self.armci.all_fence()?;
        let mut hasher = DefaultHasher::new();
        (self.number, call, others).hash(&mut hasher);
        let own = hasher.finish() as i64;
        let mut agreed = [own, !own];
        self.group().reduce(Operation::Max, &mut agreed)?;
        if agreed[0] == !agreed[1] {
            return Ok(());
        }
        let what = format!(
            "this process calls {call}, and other processes call something else, or for another array"
        );
        Err(Error::argument(self.rank(), "array", what))
    }

    /// Tells all processes of the array whether one of them failed. Collective.
    pub(crate) fn agree<R>(
        &self,
        call: &'static str,
        result: Result<R, Error>,
    ) -> Result<R, Error> {
        let rank = self.rank();
        let mut failed = [if result.is_err() { i64::from(rank) } else { -1 }];
        self.group().reduce(Operation::Max, &mut failed)?;
        match (result, failed[0]) {
            (Ok(result), -1) => Ok(result),
            (Ok(_), failed) => Err(Error::Elsewhere {
                rank,
                call,
                failed: failed as u32,
            }),
            (Err(error), _) => Err(error),
        }
    }

    /// The pieces of a patch, by process.
    pub(crate) fn pieces(&self, patch: &[Range<usize>]) -> Result<Vec<Piece>, Error> {
        self.check(patch)?;
        Ok(self.distribution.pieces(patch))
    }

    /// Fails unless a patch is inside the array.
    pub(crate) fn check(&self, patch: &[Range<usize>]) -> Result<(), Error> {
        let extents = self.extents();
        if patch.len() != extents.len() {
            let what = format!(
                "{} ranges for an array of {} dimensions",
                patch.len(),
                extents.len()
            );
            return Err(Error::argument(self.rank(), "patch", what));
        }
        for (axis, (range, &extent)) in patch.iter().zip(extents).enumerate() {
            if range.start > range.end || range.end > extent {
                let what = format!("{range:?} along dimension {axis}, whose extent is {extent}");
                return Err(Error::argument(self.rank(), "patch", what));
            }
        }
        Ok(())
    }

    /// The process that has an element, and where.
    pub(crate) fn place(&self, index: &[usize]) -> Result<(u32, usize), Error> {
        self.distribution.place(index).ok_or_else(|| {
            let what = format!("{index:?} is outside of the extents {:?}", self.extents());
            Error::argument(self.rank(), "index", what)
        })
    }
}

impl<'w> Home<'w> {
    fn group(&self) -> &Group<'w> {
        match self {
            Home::All(group) => group,
            Home::Of(group) => group,
        }
    }
}

/// The number of elements of a patch.
pub(crate) fn elements(patch: &[Range<usize>]) -> usize {
    patch.iter().map(ExactSizeIterator::len).product()
}
