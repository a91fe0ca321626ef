//! C's numbers, and how they are combined.

#![allow(unsafe_code)]

use crate::bits::{Complex, LongDouble, Real16};

use super::By;

/// Numbers with AND, OR and XOR.
pub(crate) trait Bitwise: Copy {
    fn by_and() -> By<Self>;
    fn by_or() -> By<Self>;
    fn by_xor() -> By<Self>;
}

/// Numbers with an order.
pub(crate) trait Ordered: Copy {
    fn by_max() -> By<Self>;
    fn by_min() -> By<Self>;
}

/// Numbers with sums and products.
pub(crate) trait Arithmetic: Copy {
    const ZERO: Self;
    fn by_sum() -> By<Self>;
    fn by_product() -> By<Self>;
}

/// Combines elements of the second slice into those of the first.
fn each<T: Copy>(into: &mut [u8], other: &[u8], combine: impl Fn(T, T) -> T) {
    let count = into.len().min(other.len()) / size_of::<T>();
    let (into, other) = (into.as_mut_ptr().cast::<T>(), other.as_ptr().cast::<T>());
    for at in 0..count {
        // SAFETY: inside both slices, which any bits of one of C's numbers may be in.
        unsafe {
            let (into, other) = (into.add(at), other.add(at));
            into.write_unaligned(combine(into.read_unaligned(), other.read_unaligned()));
        }
    }
}

macro_rules! by {
    ($identity:expr, $combine:expr) => {
        By {
            identity: $identity,
            combine: |into, other| each::<Self>(into, other, $combine),
        }
    };
}

macro_rules! integers {
    ($($number:ty)+) => { $(
        impl Bitwise for $number {
            fn by_and() -> By<Self> {
                by!(!0, |a, b| a & b)
            }
            fn by_or() -> By<Self> {
                by!(0, |a, b| a | b)
            }
            fn by_xor() -> By<Self> {
                by!(0, |a, b| a ^ b)
            }
        }
        impl Ordered for $number {
            fn by_max() -> By<Self> {
                by!(Self::MIN, |a, b| a.max(b))
            }
            fn by_min() -> By<Self> {
                by!(Self::MAX, |a, b| a.min(b))
            }
        }
        impl Arithmetic for $number {
            const ZERO: Self = 0;
            fn by_sum() -> By<Self> {
                by!(0, |a, b| a.wrapping_add(b))
            }
            fn by_product() -> By<Self> {
                by!(1, |a, b| a.wrapping_mul(b))
            }
        }
    )+ };
}

macro_rules! floats {
    ($($number:ty)+) => { $(
        impl Ordered for $number {
            fn by_max() -> By<Self> {
                by!(Self::NEG_INFINITY, |a, b| if b > a { b } else { a })
            }
            fn by_min() -> By<Self> {
                by!(Self::INFINITY, |a, b| if b < a { b } else { a })
            }
        }
        impl Arithmetic for $number {
            const ZERO: Self = 0.0;
            fn by_sum() -> By<Self> {
                // Adding it keeps the sign of zeros.
                by!(-0.0, |a, b| a + b)
            }
            fn by_product() -> By<Self> {
                by!(1.0, |a, b| a * b)
            }
        }
        impl Arithmetic for Complex<$number> {
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            fn by_sum() -> By<Self> {
                by!(Complex { re: -0.0, im: -0.0 }, |a, b| Complex {
                    re: a.re + b.re,
                    im: a.im + b.im,
                })
            }
            fn by_product() -> By<Self> {
                by!(Complex { re: 1.0, im: 0.0 }, |a, b| Complex {
                    re: a.re * b.re - a.im * b.im,
                    im: a.re * b.im + a.im * b.re,
                })
            }
        }
    )+ };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);
floats!(f32 f64);

/// Arithmetic in C: combines `count` elements, which may be misaligned.
type Native = unsafe extern "C" fn(into: *mut u8, other: *const u8, count: usize);

fn natively<T>(into: &mut [u8], other: &[u8], native: Native) {
    let count = into.len().min(other.len()) / size_of::<T>();
    // SAFETY: as many elements as both slices have.
    unsafe { native(into.as_mut_ptr(), other.as_ptr(), count) };
}

/// Numbers whose arithmetic is C's: the functions that make one, and that combine elements.
macro_rules! native {
    ($($number:ident: $of:ident $sum:ident $product:ident $max:ident $min:ident;)+) => {
        unsafe extern "C" { $(
            safe fn $of(value: f64, bits: &mut $number);
            fn $sum(into: *mut u8, other: *const u8, count: usize);
            fn $product(into: *mut u8, other: *const u8, count: usize);
            fn $max(into: *mut u8, other: *const u8, count: usize);
            fn $min(into: *mut u8, other: *const u8, count: usize);
        )+ }
        $(
            impl Ordered for $number {
                fn by_max() -> By<Self> {
                    native!(by $number, $of(f64::NEG_INFINITY), $max)
                }
                fn by_min() -> By<Self> {
                    native!(by $number, $of(f64::INFINITY), $min)
                }
            }
            impl Arithmetic for $number {
                const ZERO: Self = $number::ZERO;
                fn by_sum() -> By<Self> {
                    native!(by $number, $of(-0.0), $sum)
                }
                fn by_product() -> By<Self> {
                    native!(by $number, $of(1.0), $product)
                }
            }
        )+
    };
    (by $number:ident, $of:ident($identity:expr), $native:ident) => {{
        let mut identity = $number::ZERO;
        $of($identity, &mut identity);
        By {
            identity,
            combine: |into, other| natively::<$number>(into, other, $native),
        }
    }};
}

native! {
    LongDouble: farreach_longdouble_of farreach_longdouble_sum farreach_longdouble_product farreach_longdouble_max farreach_longdouble_min;
    Real16: farreach_real16_of farreach_real16_sum farreach_real16_product farreach_real16_max farreach_real16_min;
}
