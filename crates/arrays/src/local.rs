//! A process's own elements as views, while no other process can reach them.

#![allow(unsafe_code)]

use std::slice;

use ndarray::{ArrayViewD, ArrayViewMutD, IxDyn, Slice};

use crate::element::{Matrix, MatrixMut};
use crate::{Array, Element, Error};

/// All processes of some arrays are in one collective call for them. Until it ends, no process
/// begins a transfer from or to the arrays, except for the call itself.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// The numbers of the arrays.
    arrays: Vec<u64>,
}

impl<T: Element> Array<'_, T> {
    /// Meets all processes for a call for this array and others.
    pub(crate) fn begin(
        &self,
        call: &'static str,
        others: &[&Array<'_, T>],
    ) -> Result<Meeting, Error> {
        let mut arrays = vec![self.number()];
        for other in others {
            if !self.has_processes_of(other) {
                let what = "the arrays are of different groups".to_owned();
                return Err(Error::argument(self.rank(), "other", what));
            }
            arrays.push(other.number());
        }
        let fold = |all: u64, &number: &u64| all.wrapping_mul(0x0100_0000_01b3) ^ number;
        self.meet(call, arrays.iter().fold(0, fold))?;
        Ok(Meeting { arrays })
    }

    /// Ends the call. Completes the transfers of all processes.
    pub(crate) fn end(&self, meeting: Meeting) -> Result<(), Error> {
        drop(meeting);
        self.sync()
    }

    /// This process's elements.
    pub(crate) fn view<'m>(&'m self, meeting: &'m Meeting, ghosts: Ghosts) -> ArrayViewD<'m, T> {
        assert!(
            meeting.arrays.contains(&self.number()),
            "the call is for this array"
        );
        // SAFETY: no process stores to the elements before the meeting ends, since all of them are in
        // the same call for this array and the array stays on its thread.
        unsafe { self.view_unchecked(ghosts) }
    }

    /// This process's elements, to be changed.
    pub(crate) fn view_mut<'m>(
        &'m mut self,
        meeting: &'m Meeting,
        ghosts: Ghosts,
    ) -> ArrayViewMutD<'m, T> {
        assert!(
            meeting.arrays.contains(&self.number()),
            "the call is for this array"
        );
        // SAFETY: no process loads or stores the elements before the meeting ends, as for `view`, and
        // the array is borrowed exclusively here.
        unsafe { self.view_mut_unchecked(ghosts) }
    }

    /// Views this process's elements.
    ///
    /// # Safety
    /// While the view exists, no process may put or accumulate to these elements or change them by a
    /// view.
    pub unsafe fn view_unchecked(&self, ghosts: Ghosts) -> ArrayViewD<'_, T> {
        let (extents, _) = self.memory();
        let len = extents.iter().product();
        let first = self.block.own_pointer().as_ptr().cast::<T>();
        // SAFETY: the block has `len` elements, whose bits are values of `T`. The caller promises
        // that nobody changes them.
        let elements = unsafe { slice::from_raw_parts(first.cast_const(), len) };
        let mut view = ArrayViewD::from_shape(IxDyn(&extents), elements).expect("as many elements");
        if ghosts == Ghosts::Without {
            view.slice_each_axis_inplace(|axis| self.inner(axis.axis.index(), axis.len));
        }
        view
    }

    /// Views this process's elements, to be changed.
    ///
    /// # Safety
    /// While the view exists, no process may transfer these elements or use them by another view.
    pub unsafe fn view_mut_unchecked(&mut self, ghosts: Ghosts) -> ArrayViewMutD<'_, T> {
        let (extents, _) = self.memory();
        let len = extents.iter().product();
        let first = self.block.own_pointer().as_ptr().cast::<T>();
        // SAFETY: the block has `len` elements, whose bits are values of `T`. The caller promises
        // that nobody else uses them.
        let elements = unsafe { slice::from_raw_parts_mut(first, len) };
        let mut view =
            ArrayViewMutD::from_shape(IxDyn(&extents), elements).expect("as many elements");
        if ghosts == Ghosts::Without {
            view.slice_each_axis_inplace(|axis| self.inner(axis.axis.index(), axis.len));
        }
        view
    }

    /// The part of an axis that is not ghost cells.
    fn inner(&self, axis: usize, len: usize) -> Slice {
        let width = self.distribution.ghosts()[axis].min(len) as isize;
        Slice::from(width..len as isize - width.min(len as isize))
    }

    /// Runs `f` with this process's elements. Collective: no process transfers elements of the array
    /// before all have run their `f`. A process without elements gets an empty view.
    ///
    /// ```
    /// use farreach::armci;
    /// use farreach::arrays::{Array, Ghosts, Layout};
    ///
    /// let armci = armci::init()?;
    /// let mut array = Array::<f64>::new(&armci, &Layout::regular(&[10, 10]))?;
    /// array.with_local(Ghosts::Without, |mut own| own.fill(f64::from(armci.rank() + 1)))?;
    /// let owner = array.distribution().owner(&[9, 9]).expect("an element");
    /// assert_eq!(array.get(&[9..10, 9..10])?, [f64::from(owner + 1)]);
    /// array.sync()?;
    /// array.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), farreach::arrays::Error>(())
    /// ```
    pub fn with_local<R>(
        &mut self,
        ghosts: Ghosts,
        f: impl FnOnce(ArrayViewMutD<'_, T>) -> R,
    ) -> Result<R, Error> {
        let meeting = self.begin("with_local", &[])?;
        let result = f(self.view_mut(&meeting, ghosts));
        self.end(meeting)?;
        Ok(result)
    }
}

/// Whether a view has the ghost cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghosts {
    /// With the ghost cells around the elements.
    With,
    /// The elements alone.
    Without,
}

/// Adds `scale * a * b` to `c`, all of two dimensions.
pub(crate) fn multiply_add<T: Element>(
    scale: T,
    a: &ArrayViewD<'_, T>,
    b: &ArrayViewD<'_, T>,
    c: &mut ArrayViewMutD<'_, T>,
) {
    let sizes = [a.shape()[0], a.shape()[1], b.shape()[1]];
    assert!(a.shape()[1] == b.shape()[0], "the inner sizes are equal");
    assert!(
        c.shape() == [sizes[0], sizes[2]],
        "the outer sizes are equal"
    );
    let a = Matrix {
        first: a.as_ptr(),
        strides: [a.strides()[0], a.strides()[1]],
    };
    let b = Matrix {
        first: b.as_ptr(),
        strides: [b.strides()[0], b.strides()[1]],
    };
    let c = MatrixMut {
        strides: [c.strides()[0], c.strides()[1]],
        first: c.as_mut_ptr(),
    };
    // SAFETY: the views name valid elements. `c` is borrowed exclusively, so it shares none with the
    // others, and a view that can be changed has no element twice.
    unsafe { T::multiply(sizes, scale, a, b, c) };
}
