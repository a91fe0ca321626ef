//! The sequential model of an array, and random cases of it.

use std::ops::Range;

use farreach::arrays::ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, IxDyn};
use farreach::arrays::{Complex, Element, Layout};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// An element of a small whole number, so that sums are exact in every order.
pub(crate) trait Small: Element {
    fn small(number: i32) -> Self;
}

macro_rules! small {
    ($($number:ty: $from:expr;)+) => { $(
        impl Small for $number {
            fn small(number: i32) -> Self {
                let from: fn(i32) -> Self = $from;
                from(number)
            }
        }
    )+ };
}

small! {
    i32: |n| n;
    i64: |n| i64::from(n) << 20;
    f32: |n| n as f32;
    f64: |n| f64::from(n) / 2.0;
    Complex<f32>: |n| Complex::new(n as f32, 1.0 - n as f32);
    Complex<f64>: |n| Complex::new(f64::from(n), f64::from(2 * n));
}

/// Choices that all processes of a job make alike.
pub(crate) struct Choices(Pcg64Mcg);

impl Choices {
    pub(crate) fn new(seed: u64) -> Choices {
        Choices(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    pub(crate) fn value<T: Small>(&mut self) -> T {
        T::small(self.0.random_range(-4..=4))
    }

    pub(crate) fn values<T: Small>(&mut self, count: usize) -> Vec<T> {
        (0..count).map(|_| self.value()).collect()
    }

    /// Choices of which a process makes more than others.
    pub(crate) fn apart(&mut self) -> Choices {
        Choices::new(self.0.next_u64())
    }

    pub(crate) fn extents(&mut self) -> Vec<usize> {
        let (dimensions, most) = match self.below(10) {
            0 | 1 => (1, 60),
            2..=5 => (2, 17),
            6 | 7 => (3, 8),
            8 => (4, 5),
            _ => (7, 3),
        };
        (0..dimensions).map(|_| 1 + self.below(most)).collect()
    }

    pub(crate) fn layout(&mut self, extents: &[usize], processes: usize) -> Layout {
        let ghosts: Vec<usize> = extents.iter().map(|&n| self.below(3).min(n)).collect();
        match self.below(4) {
            0 => Layout::regular(extents),
            1 => Layout::regular(extents).ghosts(&ghosts),
            2 => {
                let blocks: Vec<usize> = extents.iter().map(|&n| 1 + self.below(n)).collect();
                Layout::block_cyclic(extents, &blocks)
            }
            _ => {
                let mut left = processes;
                let lengths: Vec<Vec<usize>> = extents
                    .iter()
                    .map(|&extent| {
                        let parts = 1 + self.below(left);
                        left /= parts;
                        let mut cuts: Vec<usize> =
                            (1..parts).map(|_| self.below(extent + 1)).collect();
                        cuts.extend([0, extent]);
                        cuts.sort_unstable();
                        cuts.windows(2).map(|pair| pair[1] - pair[0]).collect()
                    })
                    .collect();
                let lengths: Vec<&[usize]> = lengths.iter().map(Vec::as_slice).collect();
                Layout::irregular(extents, &lengths).ghosts(&ghosts)
            }
        }
    }

    /// A patch, which may be empty.
    pub(crate) fn patch(&mut self, extents: &[usize]) -> Vec<Range<usize>> {
        let ranges = extents.iter().map(|&extent| {
            let (a, b) = (self.below(extent + 1), self.below(extent + 1));
            a.min(b)..a.max(b)
        });
        ranges.collect()
    }

    pub(crate) fn index(&mut self, extents: &[usize]) -> Vec<usize> {
        extents.iter().map(|&extent| self.below(extent)).collect()
    }
}

/// The elements of a patch.
pub(crate) fn part<'a, T>(model: &'a ArrayD<T>, patch: &[Range<usize>]) -> ArrayViewD<'a, T> {
    model.slice_each_axis(|axis| patch[axis.axis.index()].clone().into())
}

pub(crate) fn part_mut<'a, T>(
    model: &'a mut ArrayD<T>,
    patch: &[Range<usize>],
) -> ArrayViewMutD<'a, T> {
    model.slice_each_axis_mut(|axis| patch[axis.axis.index()].clone().into())
}

pub(crate) fn zeros<T: Element>(extents: &[usize]) -> ArrayD<T> {
    ArrayD::from_elem(IxDyn(extents), T::ZERO)
}

pub(crate) fn count(patch: &[Range<usize>]) -> usize {
    patch.iter().map(ExactSizeIterator::len).product()
}
