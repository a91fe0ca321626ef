//! Operations on the numbers that processors have.
//!
//! Elements are read and written as bytes, since user buffers need not be aligned. The compiler makes
//! vector instructions of these loops.

use std::ops::{Add, Mul};

use half::{bf16, f16};

use super::Op;

/// Applies `function` to the elements of both arrays: the one of `into` first.
pub(super) fn each<const BYTES: usize>(
    into: &mut [u8],
    other: &[u8],
    function: impl Fn([u8; BYTES], [u8; BYTES]) -> [u8; BYTES],
) {
    let (into, _) = into.as_chunks_mut::<BYTES>();
    let (other, _) = other.as_chunks::<BYTES>();
    for (into, other) in into.iter_mut().zip(other) {
        *into = function(*into, *other);
    }
}

/// Operations that integers and real numbers share.
macro_rules! ordered {
    ($type:ident, $into:ident, $other:ident, $op:ident, $sum:expr, $product:expr, $zero:expr, $one:expr) => {{
        const BYTES: usize = size_of::<$type>();
        let (read, write) = ($type::from_ne_bytes, $type::to_ne_bytes);
        let truth = |is: bool| write(if is { $one } else { $zero });
        match $op {
            // A comparison with NaN keeps the number that is there.
            Op::Max => each::<BYTES>($into, $other, |into, other| {
                if read(other) > read(into) {
                    other
                } else {
                    into
                }
            }),
            Op::Min => each::<BYTES>($into, $other, |into, other| {
                if read(other) < read(into) {
                    other
                } else {
                    into
                }
            }),
            Op::Sum => each::<BYTES>($into, $other, |into, other| {
                write($sum(read(other), read(into)))
            }),
            Op::Prod => each::<BYTES>($into, $other, |into, other| {
                write($product(read(other), read(into)))
            }),
            Op::Land => each::<BYTES>($into, $other, |into, other| {
                truth(read(other) != $zero && read(into) != $zero)
            }),
            Op::Lor => each::<BYTES>($into, $other, |into, other| {
                truth(read(other) != $zero || read(into) != $zero)
            }),
            Op::Lxor => each::<BYTES>($into, $other, |into, other| {
                truth((read(other) != $zero) != (read(into) != $zero))
            }),
            _ => {}
        }
    }};
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        pub(super) fn $type(op: Op, into: &mut [u8], other: &[u8]) {
            const BYTES: usize = size_of::<$type>();
            let bits = |into: &mut [u8], function: fn($type, $type) -> $type| {
                each::<BYTES>(into, other, |into, other| {
                    let (into, other) = ($type::from_ne_bytes(into), $type::from_ne_bytes(other));
                    function(into, other).to_ne_bytes()
                });
            };
            match op {
                Op::Band => bits(into, |into, other| into & other),
                Op::Bor => bits(into, |into, other| into | other),
                Op::Bxor => bits(into, |into, other| into ^ other),
                op => ordered!($type, into, other, op, $type::wrapping_add, $type::wrapping_mul, 0, 1),
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 u8 u16 u32 u64);

macro_rules! reals {
    ($($type:ident, $complex:ident, $zero:expr, $one:expr;)*) => {$(
        pub(super) fn $type(op: Op, into: &mut [u8], other: &[u8]) {
            const ZERO: $type = $zero;
            const ONE: $type = $one;
            ordered!($type, into, other, op, <$type as Add>::add, <$type as Mul>::mul, ZERO, ONE);
        }

        pub(super) fn $complex(op: Op, into: &mut [u8], other: &[u8]) {
            const HALF: usize = size_of::<$type>();
            let read = |bytes: [u8; 2 * HALF]| {
                let half = |at: usize| {
                    let mut half = [0; HALF];
                    half.copy_from_slice(&bytes[at..at + HALF]);
                    $type::from_ne_bytes(half)
                };
                (half(0), half(HALF))
            };
            let write = |real: $type, imaginary: $type| {
                let mut bytes = [0; 2 * HALF];
                bytes[..HALF].copy_from_slice(&real.to_ne_bytes());
                bytes[HALF..].copy_from_slice(&imaginary.to_ne_bytes());
                bytes
            };
            match op {
                // The sum of the parts.
                Op::Sum => $type(Op::Sum, into, other),
                _ => each::<{ 2 * HALF }>(into, other, |into, other| {
                    let ((a, b), (c, d)) = (read(other), read(into));
                    write(a * c - b * d, a * d + b * c)
                }),
            }
        }
    )*};
}

reals! {
    f16, complex_f16, f16::ZERO, f16::ONE;
    f32, complex_f32, 0.0, 1.0;
    f64, complex_f64, 0.0, 1.0;
}

/// There are no complex numbers of this format.
pub(super) fn bf16(op: Op, into: &mut [u8], other: &[u8]) {
    let (add, multiply) = (<bf16 as Add>::add, <bf16 as Mul>::mul);
    ordered!(bf16, into, other, op, add, multiply, bf16::ZERO, bf16::ONE);
}
