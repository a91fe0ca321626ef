//! The types of elements.

use farreach_runtime::{AtomicWidth, Scale};
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A type whose values can be put and got: any bits are a value, and none of its bytes is padding.
pub trait Value: FromBytes + IntoBytes + Immutable + Copy + Send + Sync + 'static {}

impl<T: FromBytes + IntoBytes + Immutable + Copy + Send + Sync + 'static> Value for T {}

/// A type whose values can be accumulated. Complex numbers are pairs: first the real part, then the
/// imaginary part.
pub trait Accumulable: Value {
    /// The factor that elements are multiplied by before they are added.
    fn scale(self) -> Scale;
    /// The factor 1.
    const ONE: Self;
}

macro_rules! accumulable {
    ($($number:ty: $scale:ident, $one:expr;)+) => { $(
        impl Accumulable for $number {
            #[inline]
            fn scale(self) -> Scale {
                Scale::$scale(self)
            }
            const ONE: Self = $one;
        }
    )+ };
}

accumulable! {
    i32: I32, 1;
    i64: I64, 1;
    f32: F32, 1.0;
    f64: F64, 1.0;
}

impl Accumulable for [f32; 2] {
    #[inline]
    fn scale(self) -> Scale {
        Scale::C32(self[0], self[1])
    }
    const ONE: Self = [1.0, 0.0];
}

impl Accumulable for [f64; 2] {
    #[inline]
    fn scale(self) -> Scale {
        Scale::C64(self[0], self[1])
    }
    const ONE: Self = [1.0, 0.0];
}

/// An integer that can be read, modified and written in one step.
pub trait Word: Value {
    /// Its width.
    const WIDTH: AtomicWidth;
    /// Its bits, in the lower bits of the result.
    fn to_bits(self) -> u64;
    /// The integer with these bits.
    fn from_bits(bits: u64) -> Self;
}

impl Word for i32 {
    const WIDTH: AtomicWidth = AtomicWidth::W32;
    #[inline]
    fn to_bits(self) -> u64 {
        u64::from(self as u32)
    }
    #[inline]
    fn from_bits(bits: u64) -> i32 {
        bits as i32
    }
}

impl Word for i64 {
    const WIDTH: AtomicWidth = AtomicWidth::W64;
    #[inline]
    fn to_bits(self) -> u64 {
        self as u64
    }
    #[inline]
    fn from_bits(bits: u64) -> i64 {
        bits as i64
    }
}
