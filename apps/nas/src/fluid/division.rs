//! Who has which part of the grid: axes y and z are cut, lines along x are whole.

use std::ops::Range;

use crate::share::share;

/// A process needs as many points along an axis as its neighbours want to see of them.
const POINTS_MIN: usize = super::fields::GHOSTS;

/// The division of the inner points of a cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Division {
    /// Inner points along each axis of the whole grid.
    inner: usize,
    /// Into how many parts each axis is cut.
    parts: [usize; 3],
    /// Which of them is this process's.
    own: [usize; 3],
}

impl Division {
    /// The most even one; z is cut into more parts than y. None if there is no division into so many.
    pub(crate) fn new(inner: usize, size: usize, rank: usize) -> Option<Division> {
        let most = inner / POINTS_MIN;
        let cuts = (1..=size.isqrt()).rev().find(|y| size.is_multiple_of(*y));
        let parts = cuts.map(|y| [1, y, size / y])?;
        let [_, y, z] = parts;
        (z <= most).then_some(Division {
            inner,
            parts,
            own: [0, rank % y, rank / y],
        })
    }

    /// The inner points of this process along an axis; the first of the grid is number 0.
    pub(crate) fn points(&self, axis: usize) -> Range<usize> {
        share(self.inner, self.parts[axis], self.own[axis])
    }

    /// The most points that a process has along an axis.
    pub(crate) fn points_max(&self, axis: usize) -> usize {
        self.inner.div_ceil(self.parts[axis])
    }

    /// Inner points along each axis of the whole grid.
    pub(crate) fn inner(&self) -> usize {
        self.inner
    }

    /// Whether an axis is cut.
    pub(crate) fn is_cut(&self, axis: usize) -> bool {
        self.parts[axis] > 1
    }

    /// How many parts of an axis come after this process's.
    pub(crate) fn parts_after(&self, axis: usize) -> usize {
        self.parts[axis] - 1 - self.own[axis]
    }

    /// The process whose part comes before this one's along an axis.
    pub(crate) fn before(&self, axis: usize) -> Option<usize> {
        let mut place = self.own;
        place[axis] = place[axis].checked_sub(1)?;
        Some(self.rank(place))
    }

    /// The process whose part comes after this one's along an axis.
    pub(crate) fn after(&self, axis: usize) -> Option<usize> {
        let mut place = self.own;
        place[axis] += 1;
        (place[axis] < self.parts[axis]).then(|| self.rank(place))
    }

    fn rank(&self, [_, y, z]: [usize; 3]) -> usize {
        z * self.parts[1] + y
    }
}

#[cfg(test)]
mod tests;
