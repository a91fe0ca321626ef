//! A few numbers at once, so that what is computed for one point is computed for its neighbours by the same instructions.

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// How many at once.
pub(crate) const LANES: usize = 4;

/// A number for each of a few points.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes([f64; LANES]);

impl Lanes {
    /// Zeros.
    pub(crate) const ZERO: Lanes = Lanes([0.0; LANES]);

    /// The same number for all.
    #[inline(always)]
    pub(crate) fn splat(value: f64) -> Lanes {
        Lanes([value; LANES])
    }

    /// The numbers from `at` on.
    #[inline(always)]
    pub(crate) fn load(values: &[f64], at: usize) -> Lanes {
        let values = values[at..].first_chunk();
        Lanes(*values.expect("there is room behind the last row"))
    }

    /// The numbers from `at` on, `step` apart.
    #[inline(always)]
    pub(crate) fn gather(values: &[f64], at: usize, step: usize) -> Lanes {
        let values = &values[at..=at + (LANES - 1) * step];
        let mut lanes = Lanes::ZERO;
        for lane in 0..LANES {
            lanes.0[lane] = values[lane * step];
        }
        lanes
    }

    /// Replaces the numbers from `at` on.
    #[inline(always)]
    pub(crate) fn store(self, values: &mut [f64], at: usize) {
        let values = values[at..].first_chunk_mut();
        *values.expect("there is room behind the last row") = self.0;
    }

    /// Replaces the numbers from `at` on, `step` apart.
    #[inline(always)]
    pub(crate) fn scatter(self, values: &mut [f64], at: usize, step: usize) {
        let values = &mut values[at..=at + (LANES - 1) * step];
        for lane in 0..LANES {
            values[lane * step] = self.0[lane];
        }
    }

    /// The square roots.
    #[inline(always)]
    pub(crate) fn sqrt(self) -> Lanes {
        self.with(f64::sqrt)
    }

    /// The reciprocals.
    #[inline(always)]
    pub(crate) fn recip(self) -> Lanes {
        self.with(|value| 1.0 / value)
    }

    #[inline(always)]
    fn with(mut self, operation: impl Fn(f64) -> f64) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] = operation(self.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn with_each(mut self, other: Lanes, operation: impl Fn(f64, f64) -> f64) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] = operation(self.0[lane], other.0[lane]);
        }
        self
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn add(self, other: Lanes) -> Lanes {
        self.with_each(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn sub(self, other: Lanes) -> Lanes {
        self.with_each(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn mul(self, other: Lanes) -> Lanes {
        self.with_each(other, |a, b| a * b)
    }
}

impl Div for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn div(self, other: Lanes) -> Lanes {
        self.with_each(other, |a, b| a / b)
    }
}

impl Neg for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn neg(self) -> Lanes {
        self.with(|value| -value)
    }
}

impl Mul<Lanes> for f64 {
    type Output = Lanes;

    #[inline(always)]
    fn mul(self, other: Lanes) -> Lanes {
        other.with(|value| self * value)
    }
}

impl Add<Lanes> for f64 {
    type Output = Lanes;

    #[inline(always)]
    fn add(self, other: Lanes) -> Lanes {
        other.with(|value| self + value)
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Lanes) {
        *self = *self + other;
    }
}

impl SubAssign for Lanes {
    #[inline(always)]
    fn sub_assign(&mut self, other: Lanes) {
        *self = *self - other;
    }
}

/// What is carried from process to process: a few lanes, as values.
pub(crate) trait Pack: Copy {
    /// How many values.
    const VALUES: usize;
    /// Zeros.
    const ZERO: Self;

    /// Writes them to the beginning of `values`.
    fn pack(&self, values: &mut [f64]);

    /// Reads them from the beginning of `values`.
    fn unpack(values: &[f64]) -> Self;
}

impl<const LEN: usize> Pack for [Lanes; LEN] {
    const VALUES: usize = LEN * LANES;
    const ZERO: Self = [Lanes::ZERO; LEN];

    fn pack(&self, values: &mut [f64]) {
        for (lanes, values) in self.iter().zip(values.chunks_exact_mut(LANES)) {
            values.copy_from_slice(&lanes.0);
        }
    }

    fn unpack(values: &[f64]) -> Self {
        std::array::from_fn(|index| Lanes::load(values, index * LANES))
    }
}
