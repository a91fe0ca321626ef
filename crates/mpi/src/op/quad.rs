//! Binary128: sign, 15 bits of exponent, 112 bits of fraction. Results are rounded to the nearest
//! number, ties to even.
//!
//! Numbers are taken apart into a significand of 128 bits, whose highest bit is set, and an exponent.
//! That leaves 15 bits for rounding, of which the lowest is set if any bit below was.

use std::cmp::Ordering;

use super::wide::{Bytes, Quad, Wide, by_magnitude};

const FRACTION: u32 = 112;
const BIAS: i32 = 16383;
const EXPONENT_MAX: u128 = 0x7FFF;
/// Bits of a significand beyond those of a number.
const GUARD: u32 = 128 - FRACTION - 1;
const SIGN: u128 = 1 << 127;
const INFINITY: u128 = EXPONENT_MAX << FRACTION;
const NAN: u128 = INFINITY | 1 << (FRACTION - 1);

impl Wide for Quad {
    const ONE: Bytes = ((BIAS as u128) << FRACTION).to_ne_bytes();

    fn add(one: Bytes, other: Bytes) -> Bytes {
        sum(u128::from_ne_bytes(one), u128::from_ne_bytes(other)).to_ne_bytes()
    }

    fn multiply(one: Bytes, other: Bytes) -> Bytes {
        product(u128::from_ne_bytes(one), u128::from_ne_bytes(other)).to_ne_bytes()
    }

    fn negate(number: Bytes) -> Bytes {
        (u128::from_ne_bytes(number) ^ SIGN).to_ne_bytes()
    }

    fn compare(one: Bytes, other: Bytes) -> Option<Ordering> {
        let [one, other] = [one, other].map(u128::from_ne_bytes);
        if is_nan(one) || is_nan(other) {
            return None;
        }
        let parts = |bits: u128| (bits & SIGN != 0, bits & !SIGN);
        Some(by_magnitude(parts(one), parts(other)))
    }
}

fn is_nan(bits: u128) -> bool {
    bits & !SIGN > INFINITY
}

/// The significand and the exponent of its highest bit. Zero has a significand of 0.
fn apart(bits: u128) -> (u128, i32) {
    let fraction = bits & ((1 << FRACTION) - 1);
    let exponent = (bits & !SIGN) >> FRACTION;
    if exponent == 0 {
        let shift = fraction.leading_zeros().min(127);
        return (fraction << shift, 1 - BIAS + GUARD as i32 - shift as i32);
    }
    let significand = (fraction | 1 << FRACTION) << GUARD;
    (significand, exponent as i32 - BIAS)
}

/// The number with this significand, whose highest bit is set and has `exponent`.
fn together(sign: u128, mut significand: u128, exponent: i32) -> u128 {
    let mut biased = exponent + BIAS;
    if biased >= EXPONENT_MAX as i32 {
        return sign | INFINITY;
    }
    if biased <= 0 {
        significand = shifted(significand, (1 - biased) as u32);
        biased = 0;
    }
    let rest = significand & ((1 << GUARD) - 1);
    let number = significand >> GUARD;
    let half = 1 << (GUARD - 1);
    let up = rest > half || (rest == half && number & 1 == 1);
    // The number's leading 1 and a carry both add to the exponent.
    let exponent = (biased as u128).saturating_sub(1) << FRACTION;
    let number = if biased == 0 {
        number
    } else {
        exponent + number
    };
    sign | (number + u128::from(up))
}

/// The bits moved down. The lowest one is set if any bit was lost.
fn shifted(bits: u128, by: u32) -> u128 {
    match by {
        0 => bits,
        1..=127 => bits >> by | u128::from(bits << (128 - by) != 0),
        _ => u128::from(bits != 0),
    }
}

fn sum(one: u128, other: u128) -> u128 {
    if is_nan(one) || is_nan(other) {
        return NAN;
    }
    let (large, small) = if one & !SIGN >= other & !SIGN {
        (one, other)
    } else {
        (other, one)
    };
    let differ = (large ^ small) & SIGN != 0;
    if large & !SIGN == INFINITY {
        let opposite = differ && small & !SIGN == INFINITY;
        return if opposite { NAN } else { large };
    }
    let sign = large & SIGN;
    let ((a, exponent), (b, lower)) = (apart(large), apart(small));
    if b == 0 {
        // Zeros of both signs are positive together.
        return if a == 0 && differ { 0 } else { large };
    }
    // One bit of room for a carry.
    let a = a >> 1;
    let b = shifted(b, (exponent - lower) as u32 + 1);
    let total = if differ { a - b } else { a + b };
    if total == 0 {
        return 0;
    }
    let zeros = total.leading_zeros();
    together(sign, total << zeros, exponent + 1 - zeros as i32)
}

fn product(one: u128, other: u128) -> u128 {
    let sign = (one ^ other) & SIGN;
    let (one, other) = (one & !SIGN, other & !SIGN);
    if one > INFINITY || other > INFINITY {
        return NAN;
    }
    if one == INFINITY || other == INFINITY {
        return if one == 0 || other == 0 {
            NAN
        } else {
            sign | INFINITY
        };
    }
    if one == 0 || other == 0 {
        return sign;
    }
    let ((a, a_exponent), (b, b_exponent)) = (apart(one), apart(other));
    let (high, low) = wide_product(a, b);
    let zeros = high.leading_zeros();
    let high = if zeros == 1 {
        high << 1 | low >> 127
    } else {
        high
    };
    let lost = if zeros == 1 { low << 1 } else { low };
    let significand = high | u128::from(lost != 0);
    together(
        sign,
        significand,
        a_exponent + b_exponent + 1 - zeros as i32,
    )
}

/// The product in 256 bits: the higher and the lower half.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = (1 << 64) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> 64, a & LOW), (b >> 64, b & LOW));
    let (low, middle, other, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let carry = (low >> 64) + (middle & LOW) + (other & LOW);
    (
        high + (middle >> 64) + (other >> 64) + (carry >> 64),
        carry << 64 | low & LOW,
    )
}
