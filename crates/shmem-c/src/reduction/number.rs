//! C's numbers, and their reductions.

#![allow(unsafe_code)]

use farreach_openshmem::{By, Combine, Reduction, combine_each};
use zerocopy::{Immutable, IntoBytes};

use crate::bits::{Complex, LongDouble, Real16};

/// A number that reductions combine.
pub(crate) trait Number: Copy {
    /// The element type of the loops that combine.
    type Element: IntoBytes + Immutable;
    /// Zero.
    const ZERO: Self::Element;
    /// The operator of a reduction. `None` if the reduction is not defined for the type.
    fn by(reduction: Reduction) -> Option<By<Self::Element>>;
}

macro_rules! integers {
    ($($number:ty)+) => { $(
        impl Number for $number {
            type Element = Self;
            const ZERO: Self = 0;
            fn by(reduction: Reduction) -> Option<By<Self>> {
                By::of(reduction)
            }
        }
    )+ };
}

macro_rules! floats {
    ($($number:ty)+) => { $(
        impl Number for $number {
            type Element = Self;
            const ZERO: Self = 0.0;
            fn by(reduction: Reduction) -> Option<By<Self>> {
                // C's comparison operators decide which is greater or less.
                let combine: &Combine = match reduction {
                    Reduction::Max => &|into, other| {
                        combine_each(into, other, |a: Self, b| if b > a { b } else { a });
                    },
                    Reduction::Min => &|into, other| {
                        combine_each(into, other, |a: Self, b| if b < a { b } else { a });
                    },
                    _ => return By::of(reduction),
                };
                Some(By {
                    combine,
                    ..By::of(reduction)?
                })
            }
        }
        impl Number for Complex<$number> {
            type Element = [$number; 2];
            const ZERO: Self::Element = [0.0; 2];
            fn by(reduction: Reduction) -> Option<By<Self::Element>> {
                match reduction {
                    Reduction::Sum => By::<$number>::of(reduction).map(|by| By {
                        identity: [by.identity; 2],
                        combine: by.combine,
                    }),
                    Reduction::Product => Some(By {
                        identity: [1.0, 0.0],
                        combine: &|into, other| {
                            combine_each(into, other, |a: Self::Element, b: Self::Element| [
                                a[0] * b[0] - a[1] * b[1],
                                a[0] * b[1] + a[1] * b[0],
                            ]);
                        },
                    }),
                    _ => None,
                }
            }
        }
    )+ };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);
floats!(f32 f64);

/// The bytes of a number whose arithmetic C does.
type Bytes = [u8; size_of::<u128>()];

/// A function in C that combines `count` elements, which may be misaligned.
type Native = unsafe extern "C" fn(into: *mut u8, other: *const u8, count: usize);

fn natively<T>(into: &mut [u8], other: &[u8], native: Native) {
    let count = into.len().min(other.len()) / size_of::<T>();
    // SAFETY: as many elements as both slices have.
    unsafe { native(into.as_mut_ptr(), other.as_ptr(), count) };
}

/// Implements the trait for numbers whose arithmetic C does: a function makes a number, others
/// combine elements.
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
            impl Number for $number {
                type Element = Bytes;
                const ZERO: Bytes = [0; size_of::<Self>()];
                fn by(reduction: Reduction) -> Option<By<Bytes>> {
                    let (identity, combine): (f64, &Combine) = match reduction {
                        Reduction::Sum => (-0.0, &|into, other| natively::<Self>(into, other, $sum)),
                        Reduction::Product => (1.0, &|into, other| natively::<Self>(into, other, $product)),
                        Reduction::Max => (f64::NEG_INFINITY, &|into, other| natively::<Self>(into, other, $max)),
                        Reduction::Min => (f64::INFINITY, &|into, other| natively::<Self>(into, other, $min)),
                        _ => return None,
                    };
                    let mut number = $number([0; size_of::<Self>()]);
                    $of(identity, &mut number);
                    Some(By { identity: number.0, combine })
                }
            }
        )+
    };
}

native! {
    LongDouble: farreach_longdouble_of farreach_longdouble_sum farreach_longdouble_product farreach_longdouble_max farreach_longdouble_min;
    Real16: farreach_real16_of farreach_real16_sum farreach_real16_product farreach_real16_max farreach_real16_min;
}
