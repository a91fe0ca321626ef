//! The types of elements, and what they compute.

#![allow(unsafe_code)]

use std::fmt::Debug;

use bytemuck::Pod;
use farreach_armci::{Accumulable, Reducible, Word};
use num_complex::Complex;

mod sealed {
    pub trait Sealed {}
}

/// A type of elements: `i32`, `i64`, `f32`, `f64`, `Complex<f32>` or `Complex<f64>`. Integers wrap.
pub trait Element: sealed::Sealed + Pod + Copy + Debug + PartialEq + Send + Sync {
    /// What is transferred: complex numbers are pairs.
    #[doc(hidden)]
    type Raw: Accumulable + Pod;
    /// What is reduced: a complex number is two.
    #[doc(hidden)]
    type Part: Reducible + Pod;
    /// The type in a `.npy` file.
    #[doc(hidden)]
    const NPY: &'static str;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The square of the absolute value.
    fn squared(self) -> f64;
    /// `c = a * b + c` of matrices, whose places are given by pointers and distances.
    ///
    /// # Safety
    /// The elements must be valid, and none of `c` may be one of `a` or `b` or be there twice.
    #[doc(hidden)]
    unsafe fn multiply(
        sizes: [usize; 3],
        scale: Self,
        a: Matrix<Self>,
        b: Matrix<Self>,
        c: MatrixMut<Self>,
    );
}

/// A matrix in memory: its first element, and the distances of rows and columns.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Matrix<T> {
    pub first: *const T,
    pub strides: [isize; 2],
}

/// A matrix in memory that is written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MatrixMut<T> {
    pub first: *mut T,
    pub strides: [isize; 2],
}

/// An integer that can be read and increased in one step: `i32` or `i64`.
pub trait Integer: Element<Raw = Self> + Word {}

impl Integer for i32 {}
impl Integer for i64 {}

macro_rules! integers {
    ($($number:ty: $npy:literal;)+) => { $(
        impl sealed::Sealed for $number {}

        impl Element for $number {
            type Raw = $number;
            type Part = $number;
            const NPY: &'static str = $npy;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline]
            fn squared(self) -> f64 {
                (self as f64) * (self as f64)
            }
            unsafe fn multiply([m, k, n]: [usize; 3], scale: Self, a: Matrix<Self>, b: Matrix<Self>, c: MatrixMut<Self>) {
                for row in 0..m as isize {
                    for inner in 0..k as isize {
                        // SAFETY: the caller's promise.
                        let factor = unsafe { *a.first.offset(row * a.strides[0] + inner * a.strides[1]) };
                        let factor = scale.times(factor);
                        for col in 0..n as isize {
                            // SAFETY: the caller's promise.
                            unsafe {
                                let b = *b.first.offset(inner * b.strides[0] + col * b.strides[1]);
                                let c = c.first.offset(row * c.strides[0] + col * c.strides[1]);
                                *c = (*c).plus(factor.times(b));
                            }
                        }
                    }
                }
            }
        }
    )+ };
}

macro_rules! floats {
    ($($number:ty: $npy:literal, $gemm:ident; $complex_npy:literal, $complex_gemm:ident;)+) => { $(
        impl sealed::Sealed for $number {}

        impl Element for $number {
            type Raw = $number;
            type Part = $number;
            const NPY: &'static str = $npy;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline]
            fn squared(self) -> f64 {
                f64::from(self) * f64::from(self)
            }
            unsafe fn multiply([m, k, n]: [usize; 3], scale: Self, a: Matrix<Self>, b: Matrix<Self>, c: MatrixMut<Self>) {
                let ([ra, ca], [rb, cb], [rc, cc]) = (a.strides, b.strides, c.strides);
                // SAFETY: the caller's promise.
                unsafe {
                    matrixmultiply::$gemm(m, k, n, scale, a.first, ra, ca, b.first, rb, cb, 1.0, c.first, rc, cc);
                }
            }
        }

        impl sealed::Sealed for Complex<$number> {}

        impl Element for Complex<$number> {
            type Raw = [$number; 2];
            type Part = $number;
            const NPY: &'static str = $complex_npy;
            const ZERO: Self = Complex::new(0.0, 0.0);
            const ONE: Self = Complex::new(1.0, 0.0);
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline]
            fn squared(self) -> f64 {
                self.re.squared() + self.im.squared()
            }
            unsafe fn multiply([m, k, n]: [usize; 3], scale: Self, a: Matrix<Self>, b: Matrix<Self>, c: MatrixMut<Self>) {
                let ([ra, ca], [rb, cb], [rc, cc]) = (a.strides, b.strides, c.strides);
                let plain = matrixmultiply::CGemmOption::Standard;
                let scale = [scale.re, scale.im];
                let (a, b, c) = (a.first.cast(), b.first.cast(), c.first.cast());
                // SAFETY: the caller's promise. A complex number is laid out as a pair.
                unsafe {
                    matrixmultiply::$complex_gemm(
                        plain, plain, m, k, n, scale, a, ra, ca, b, rb, cb, [1.0, 0.0], c, rc, cc,
                    );
                }
            }
        }
    )+ };
}

integers! {
    i32: "<i4";
    i64: "<i8";
}

floats! {
    f32: "<f4", sgemm; "<c8", cgemm;
    f64: "<f8", dgemm; "<c16", zgemm;
}
