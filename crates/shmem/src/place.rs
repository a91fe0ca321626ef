//! Places: elements of a symmetric object, and the PE that they are on.

#![expect(
    clippy::inline_always,
    reason = "a place that is given to a function that is not inlined is laid out in memory first"
)]

use std::ops::{Bound, RangeBounds};

use farreach_runtime::LaneContext;

use crate::initiator::Base;
use crate::symmetric::outside;
use crate::{Element, Error, Initiator, Steps, Symmetric};

/// One element of a symmetric object, made by [`Symmetric::at`].
///
/// Calls that access this PE's own element take an `At`. All other calls take the result of
/// [`At::on`], which names the PE. The call checks that the element exists.
///
/// ```
/// use farreach::shmem::{self, Compare};
///
/// let pe = shmem::init()?;
/// let counts = pe.alloc_zeroed::<u64>(8)?;
/// pe.add(counts.at(3).on(pe.my_pe()), 2)?;
/// pe.wait_until(counts.at(3), Compare::Eq, 2)?;
/// let error = pe.add(counts.at(8).on(0), 2).unwrap_err();
/// assert!(error.to_string().contains("add: element 8 on PE 0"));
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct At<T> {
    pub(crate) object: Symmetric<T>,
    pub(crate) index: usize,
}

/// Adjacent elements of a symmetric object, made by [`Symmetric::range`].
///
/// Calls that access this PE's own elements take a `Part`, as do collectives. All other calls take
/// the result of [`Part::on`], which names the PE. The call checks that the elements exist.
///
/// In a call with a slice, a range with an end must have the slice's length, or the call fails. A
/// range without an end takes the slice's length.
///
/// ```
/// use farreach::shmem;
///
/// let pe = shmem::init()?;
/// let data = pe.alloc_zeroed::<u32>(10)?;
/// let me = pe.my_pe();
/// pe.put_slice(data.range(2..5).on(me), &[7, 8, 9])?;
/// pe.put_slice(data.range(8..).on(me), &[5])?;
/// pe.broadcast(data.range(2..9), 0)?;
/// let mut got = [0; 10];
/// pe.get_slice(data.on(me), &mut got)?;
/// assert_eq!(got, [0, 0, 7, 8, 9, 0, 0, 0, 5, 0]);
/// assert!(pe.put_slice(data.range(2..5).on(me), &[7, 8]).is_err());
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Part<T> {
    object: Symmetric<T>,
    start: usize,
    /// The end of the range, or `OPEN`.
    end: usize,
}

/// The end of a range without an end. No object has as many elements.
const OPEN: usize = usize::MAX;

/// Elements of a symmetric object at equal distances, made by [`Symmetric::steps`].
#[derive(Clone, Copy, Debug)]
pub struct Stepped<T> {
    pub(crate) object: Symmetric<T>,
    pub(crate) steps: Steps,
}

/// A place on a PE, made by [`At::on`], [`Part::on`], [`Stepped::on`] or [`Symmetric::on`].
///
/// A team's context takes the PE's number in the team.
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing happens before it is given to a call"]
pub struct On<P> {
    pub(crate) place: P,
    pub(crate) pe: u32,
}

impl<T: Element> Symmetric<T> {
    /// The element `index`. See [`At`].
    #[inline]
    pub fn at(&self, index: usize) -> At<T> {
        At {
            object: *self,
            index,
        }
    }

    /// The elements of a range. See [`Part`].
    #[inline]
    pub fn range(&self, range: impl RangeBounds<usize>) -> Part<T> {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => OPEN,
        };
        Part {
            object: *self,
            start,
            end,
        }
    }

    /// Elements at equal distances. See [`Initiator::put_strided`].
    #[inline]
    pub fn steps(&self, steps: Steps) -> Stepped<T> {
        Stepped {
            object: *self,
            steps,
        }
    }

    /// The whole object on PE `pe`, as [`Symmetric::range`] of `..` is.
    #[inline]
    pub fn on(&self, pe: u32) -> On<Part<T>> {
        self.range(..).on(pe)
    }
}

impl<T> At<T> {
    /// This element on PE `pe`.
    ///
    /// Example: [`Part`].
    #[inline]
    pub fn on(self, pe: u32) -> On<At<T>> {
        On { place: self, pe }
    }
}

impl<T> Part<T> {
    /// These elements on PE `pe`.
    ///
    /// Example: [`Part`].
    #[inline]
    pub fn on(self, pe: u32) -> On<Part<T>> {
        On { place: self, pe }
    }
}

impl<T> Stepped<T> {
    /// These elements on PE `pe`.
    ///
    /// Example: [`Part`].
    #[inline]
    pub fn on(self, pe: u32) -> On<Stepped<T>> {
        On { place: self, pe }
    }
}

impl<T: Element> From<Symmetric<T>> for Part<T> {
    #[inline]
    fn from(object: Symmetric<T>) -> Self {
        object.range(..)
    }
}

impl<T: Element> From<&Symmetric<T>> for Part<T> {
    #[inline]
    fn from(object: &Symmetric<T>) -> Self {
        object.range(..)
    }
}

impl<T: Element> Part<T> {
    /// Whether these can be the elements of a call with a slice of `len` elements.
    #[inline(always)]
    fn has_len(&self, len: usize) -> bool {
        self.end == OPEN || self.end.wrapping_sub(self.start) == len
    }

    /// The offset in a segment of these elements on PE `pe`, for `function` with a slice of `len`
    /// elements.
    #[inline]
    pub(crate) fn beside<W: Base>(
        &self,
        of: &Initiator<W>,
        function: &'static str,
        pe: u32,
        len: usize,
    ) -> Result<usize, Error> {
        if !self.has_len(len) {
            return Err(self.differ(of.world().rank(), function, pe, len));
        }
        self.object.range_of(of, function, pe, self.start, len)
    }

    /// The offset in a segment of these elements on PE `pe`, and their number, for `function`.
    #[inline]
    pub(crate) fn whole<W: Base>(
        &self,
        of: &Initiator<W>,
        function: &'static str,
        pe: u32,
    ) -> Result<(usize, usize), Error> {
        let end = if self.end == OPEN {
            self.object.len()
        } else {
            self.end
        };
        if end < self.start {
            return Err(self.differ(of.world().rank(), function, pe, 0));
        }
        let len = end - self.start;
        let offset = self.object.range_of(of, function, pe, self.start, len)?;
        Ok((offset, len))
    }

    /// The error for a range that does not have `len` elements.
    #[cold]
    #[inline(never)]
    fn differ(&self, rank: u32, function: &'static str, pe: u32, len: usize) -> Error {
        let Part { object, start, end } = *self;
        // An error of the range itself comes first.
        let limit = object.len();
        if start > limit || end > limit && end != OPEN {
            return outside::<T>(rank, function, pe, (start, end.max(start) - start), limit);
        }
        let element = std::any::type_name::<T>();
        let what = if end < start {
            format!("{function}: a range that ends before it begins, {start}..{end}")
        } else {
            format!(
                "{function}: {len} {element} beside the {} of the range {start}..{end} on PE {pe}: both are to have the same length",
                end - start
            )
        };
        Error::Mismatch { rank, what }
    }
}

impl<W: Base> Initiator<W> {
    /// The offset of `len` elements in a segment, if they are inside the object and the PE is known to
    /// be on this node. Two checks find that out.
    ///
    /// Calls whose instructions count handle this case themselves, and leave the rest to a function
    /// such as [`Initiator::on_element_apart`]. The compiler would not inline a closure that is called
    /// in both.
    #[inline(always)]
    fn near_offset<T: Element>(
        &self,
        object: Symmetric<T>,
        (start, len): (usize, usize),
        pe: u32,
    ) -> Option<usize> {
        let is_inside = start <= object.len() && len <= object.len() - start;
        (is_inside && self.base.is_near_by_arithmetic(pe))
            .then(|| object.offset() + start * size_of::<T>())
    }

    /// [`Initiator::near_offset`] of an element.
    #[inline(always)]
    pub(crate) fn near_element<T: Element>(&self, at: On<At<T>>) -> Option<usize> {
        let On { place, pe } = at;
        self.near_offset(place.object, (place.index, 1), pe)
    }

    /// [`Initiator::near_offset`] of elements, in a call with a slice of `len` elements.
    #[inline(always)]
    pub(crate) fn near_elements<T: Element>(&self, at: On<Part<T>>, len: usize) -> Option<usize> {
        let On { place, pe } = at;
        if !place.has_len(len) {
            return None;
        }
        self.near_offset(place.object, (place.start, len), pe)
    }

    /// Runs an operation on an element, with the rank and the offset, for `function`.
    ///
    /// Before an operation on this node there are only the checks of [`Initiator::near_offset`].
    /// Everything else is in a function that is not inlined: errors, and the way to other nodes.
    #[inline(always)]
    pub(crate) fn on_element<T: Element, R>(
        &self,
        function: &'static str,
        at: On<At<T>>,
        operation: impl FnOnce(LaneContext<'_>, u32, usize) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match self.near_element(at) {
            Some(offset) => operation(self.through(), at.pe, offset),
            None => self.on_element_apart(function, at, operation),
        }
    }

    /// [`Initiator::on_element`] on elements, in a call with a slice of `len` elements.
    #[inline(always)]
    pub(crate) fn on_elements<T: Element, R>(
        &self,
        function: &'static str,
        at: On<Part<T>>,
        len: usize,
        operation: impl FnOnce(LaneContext<'_>, u32, usize) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match self.near_elements(at, len) {
            Some(offset) => operation(self.through(), at.pe, offset),
            None => self.on_elements_apart(function, at, len, operation),
        }
    }

    /// [`Initiator::on_element`] where [`Initiator::near_element`] found nothing.
    #[inline(always)]
    pub(crate) fn on_element_apart<T: Element, R>(
        &self,
        function: &'static str,
        at: On<At<T>>,
        operation: impl FnOnce(LaneContext<'_>, u32, usize) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let On { place, pe } = at;
        let (offset, limit) = (place.object.offset(), place.object.len());
        self.apart::<T, R>(offset, limit, place.index, 1, pe, function, operation)
    }

    /// [`Initiator::on_elements`] where [`Initiator::near_elements`] found nothing.
    #[inline(always)]
    pub(crate) fn on_elements_apart<T: Element, R>(
        &self,
        function: &'static str,
        at: On<Part<T>>,
        len: usize,
        operation: impl FnOnce(LaneContext<'_>, u32, usize) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let On { place, pe } = at;
        if !place.has_len(len) {
            return Err(place.differ(self.world().rank(), function, pe, len));
        }
        let (offset, limit) = (place.object.offset(), place.object.len());
        self.apart::<T, R>(offset, limit, place.start, len, pe, function, operation)
    }

    #[cold]
    #[inline(never)]
    #[expect(
        clippy::too_many_arguments,
        reason = "a structure would be laid out in memory by those who do not call this"
    )]
    fn apart<T: Element, R>(
        &self,
        object: usize,
        limit: usize,
        start: usize,
        len: usize,
        pe: u32,
        function: &'static str,
        operation: impl FnOnce(LaneContext<'_>, u32, usize) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let object = Symmetric::<T>::new(object, limit);
        let offset = object.range_of(self, function, pe, start, len)?;
        operation(self.through(), self.rank(function, pe)?, offset)
    }
}
