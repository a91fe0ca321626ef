//! Collective operations on the elements of one or several arrays.

use std::ops::Range;

use farreach_armci::Operation;
use ndarray::{ArrayD, ArrayViewD, IxDyn, Zip};

use crate::array::elements;
use crate::local::{Ghosts, Meeting};
use crate::transfer::Begun;
use crate::{Array, Element, Error};

impl<T: Element> Array<'_, T> {
    /// Stores `value` to all elements. Collective.
    pub fn fill(&mut self, value: T) -> Result<(), Error> {
        self.with_local(Ghosts::Without, |mut own| own.fill(value))
    }

    /// Stores `f(index)` to each element. Collective.
    ///
    /// ```
    /// use farreach::armci;
    /// use farreach::arrays::{Array, Layout};
    ///
    /// let armci = armci::init()?;
    /// let mut array = Array::<i64>::new(&armci, &Layout::regular(&[6, 6]))?;
    /// array.fill_with(|index| (10 * index[0] + index[1]) as i64)?;
    /// assert_eq!(array.get(&[2..3, 0..4])?, [20, 21, 22, 23]);
    /// array.sync()?;
    /// array.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), farreach::arrays::Error>(())
    /// ```
    pub fn fill_with(&mut self, f: impl Fn(&[usize]) -> T) -> Result<(), Error> {
        let places = self.own_places();
        self.with_local(Ghosts::Without, |mut own| {
            let mut global = vec![0; places.len()];
            for (index, element) in own.indexed_iter_mut() {
                for (axis, global) in global.iter_mut().enumerate() {
                    *global = places[axis][index[axis]];
                }
                *element = f(&global);
            }
        })
    }

    /// Multiplies all elements by `factor`. Collective.
    pub fn scale(&mut self, factor: T) -> Result<(), Error> {
        self.map(|element| element.times(factor))
    }

    /// Replaces each element by `f` of it. Collective.
    pub fn map(&mut self, f: impl Fn(T) -> T) -> Result<(), Error> {
        self.with_local(Ghosts::Without, |mut own| {
            own.map_inplace(|element| *element = f(*element));
        })
    }

    /// Replaces each element by `f` of it and the element of `other` with the same index. The
    /// layouts may differ. Collective.
    pub fn zip(&mut self, other: &Array<'_, T>, f: impl Fn(T, T) -> T) -> Result<(), Error> {
        // `f` may use `other`, so that no view of its elements may exist.
        self.combine("zip", other, Operand::Copied, f)
    }

    fn combine(
        &mut self,
        call: &'static str,
        other: &Array<'_, T>,
        from: Operand,
        f: impl Fn(T, T) -> T,
    ) -> Result<(), Error> {
        self.check_extents(other.extents())?;
        let meeting = self.begin(call, &[other])?;
        let fetched = self.fetched_like_own(other, from)?;
        let operand = operand(other, &meeting, fetched.as_ref());
        Zip::from(&mut self.view_mut(&meeting, Ghosts::Without))
            .and(&operand)
            .for_each(|element, &other| *element = f(*element, other));
        self.end(meeting)
    }

    /// Stores `alpha * a + beta * b`. The layouts may differ. Collective.
    pub fn add(
        &mut self,
        alpha: T,
        a: &Array<'_, T>,
        beta: T,
        b: &Array<'_, T>,
    ) -> Result<(), Error> {
        self.check_extents(a.extents())?;
        self.check_extents(b.extents())?;
        let meeting = self.begin("add", &[a, b])?;
        let fetched = (
            self.fetched_like_own(a, Operand::InPlace)?,
            self.fetched_like_own(b, Operand::InPlace)?,
        );
        let a = operand(a, &meeting, fetched.0.as_ref());
        let b = operand(b, &meeting, fetched.1.as_ref());
        Zip::from(&mut self.view_mut(&meeting, Ghosts::Without))
            .and(&a)
            .and(&b)
            .for_each(|element, &a, &b| *element = alpha.times(a).plus(beta.times(b)));
        self.end(meeting)
    }

    /// Copies the elements of `other`, whose layout may differ. Collective.
    pub fn copy_from(&mut self, other: &Array<'_, T>) -> Result<(), Error> {
        self.combine("copy_from", other, Operand::InPlace, |_, other| other)
    }

    /// Copies the elements of `other` with the order of the dimensions reversed: of a matrix, its
    /// transpose. Collective.
    pub fn transpose_from(&mut self, other: &Array<'_, T>) -> Result<(), Error> {
        let reversed: Vec<usize> = other.extents().iter().rev().copied().collect();
        self.check_extents(&reversed)?;
        let meeting = self.begin("transpose_from", &[other])?;
        let fetched = self.fetched_like_own(other, Operand::Reversed)?;
        if let Some(fetched) = fetched {
            self.view_mut(&meeting, Ghosts::Without).assign(&fetched);
        }
        self.end(meeting)
    }

    /// The sum of all elements. Collective: all processes get the same bits.
    pub fn sum(&self) -> Result<T, Error> {
        let meeting = self.begin("sum", &[])?;
        let own = self.view(&meeting, Ghosts::Without);
        let sum = own.fold(T::ZERO, |sum, &element| sum.plus(element));
        self.add_up(sum)
    }

    /// The sum of the products of elements with the same index, which are not conjugated. The layouts
    /// may differ. Collective: all processes get the same bits.
    pub fn dot(&self, other: &Array<'_, T>) -> Result<T, Error> {
        self.check_extents(other.extents())?;
        let meeting = self.begin("dot", &[other])?;
        let fetched = self.fetched_like_own(other, Operand::InPlace)?;
        let operand = operand(other, &meeting, fetched.as_ref());
        let own = self.view(&meeting, Ghosts::Without);
        let sum = Zip::from(&own)
            .and(&operand)
            .fold(T::ZERO, |sum, &a, &b| sum.plus(a.times(b)));
        self.add_up(sum)
    }

    /// The square root of the sum of the squares of all absolute values. Collective: all processes
    /// get the same bits.
    pub fn norm(&self) -> Result<f64, Error> {
        let meeting = self.begin("norm", &[])?;
        let own = self.view(&meeting, Ghosts::Without);
        let mut sum = [own.fold(0.0, |sum, element| sum + element.squared())];
        self.group().reduce(Operation::Sum, &mut sum)?;
        Ok(sum[0].sqrt())
    }

    /// Adds up a number of each process. The call ends for no process before all have contributed.
    fn add_up(&self, own: T) -> Result<T, Error> {
        let mut sum = [own];
        let parts: &mut [T::Part] = bytemuck::cast_slice_mut(&mut sum);
        self.group().reduce(Operation::Sum, parts)?;
        Ok(sum[0])
    }

    /// The index in the array of each index in this process's part, along each dimension.
    pub(crate) fn own_places(&self) -> Vec<Vec<usize>> {
        let own = self.distribution.local_extents(self.own);
        let axes = own.iter().enumerate();
        let places = axes.map(|(axis, &len)| {
            let each = (0..len).map(|local| {
                let global = self.distribution.global_index(self.own, axis, local);
                global.expect("below the length")
            });
            each.collect()
        });
        places.collect()
    }

    /// The elements of `other` with the indices of this process's own, in the order of its memory.
    /// `None` if they may be used in place, and are this process's own there, too.
    fn fetched_like_own(
        &self,
        other: &Array<'_, T>,
        from: Operand,
    ) -> Result<Option<ArrayD<T>>, Error> {
        let own = self.distribution.local_extents(self.own);
        if from == Operand::InPlace && self.distribution.has_places_of(&other.distribution) {
            return Ok(None);
        }
        if own.contains(&0) {
            // As the view of a process without elements.
            return Ok(Some(ArrayD::from_elem(IxDyn(&vec![0; own.len()]), T::ZERO)));
        }
        let mut all = ArrayD::from_elem(IxDyn(&own), T::ZERO);
        let turn = |region: &[Range<usize>]| -> Vec<Range<usize>> {
            match from {
                Operand::Reversed => region.iter().rev().cloned().collect(),
                Operand::InPlace | Operand::Copied => region.to_vec(),
            }
        };
        let mut begun: Vec<(Vec<Range<usize>>, Begun<'_, T>)> = Vec::new();
        for region in self.own_regions() {
            let get = other.begin_get(&turn(&region))?;
            begun.push((region, get));
        }
        for (region, get) in begun {
            let patch = turn(&region);
            let extents: Vec<usize> = patch.iter().map(ExactSizeIterator::len).collect();
            let values = get.wait()?;
            debug_assert_eq!(values.len(), elements(&patch));
            let values = ArrayD::from_shape_vec(IxDyn(&extents), values).expect("as many elements");
            let values = match from {
                Operand::Reversed => values.reversed_axes(),
                Operand::InPlace | Operand::Copied => values,
            };
            let mut part = all.view_mut();
            let starts = self.distribution.local_starts(self.own, &region);
            part.slice_each_axis_inplace(|axis| {
                let (axis, start) = (axis.axis.index(), starts[axis.axis.index()]);
                (start..start + region[axis].len()).into()
            });
            part.assign(&values);
        }
        Ok(Some(all))
    }

    pub(crate) fn check_extents(&self, extents: &[usize]) -> Result<(), Error> {
        if self.extents() == extents {
            return Ok(());
        }
        let what = format!(
            "its extents would have to be {:?}, and are {extents:?}",
            self.extents()
        );
        Err(Error::argument(self.rank(), "other", what))
    }
}

/// How a call uses the elements of another array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// Where they are, if this process has them.
    InPlace,
    /// Copies of them.
    Copied,
    /// Copies of them, with the order of the dimensions reversed.
    Reversed,
}

/// What was fetched, or else this process's own elements of an array.
fn operand<'a, T: Element>(
    array: &'a Array<'_, T>,
    meeting: &'a Meeting,
    fetched: Option<&'a ArrayD<T>>,
) -> ArrayViewD<'a, T> {
    match fetched {
        Some(fetched) => fetched.view(),
        None => array.view(meeting, Ghosts::Without),
    }
}
