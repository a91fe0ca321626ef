//! Operations on numbers of 16 bytes: `long double` and binary128.

use std::cmp::Ordering;

use super::Op;
use super::numbers::each;

/// A number as it lies in memory.
pub(super) type Bytes = [u8; 16];

/// Arithmetic of a format of 16 bytes.
pub(super) trait Wide {
    /// The number 1.
    const ONE: Bytes;

    fn add(one: Bytes, other: Bytes) -> Bytes;
    fn multiply(one: Bytes, other: Bytes) -> Bytes;
    fn negate(number: Bytes) -> Bytes;
    /// How the numbers compare. NaN compares with nothing.
    fn compare(one: Bytes, other: Bytes) -> Option<Ordering>;
}

/// Binary128.
pub(super) struct Quad;

/// `long double` of C: the x87 format on x86-64, and binary128 elsewhere.
#[cfg(target_arch = "x86_64")]
pub(super) type LongDouble = super::extended::Extended;
/// `long double` of C: the x87 format on x86-64, and binary128 elsewhere.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type LongDouble = Quad;

/// Combines real numbers.
pub(super) fn real<W: Wide>(op: Op, into: &mut [u8], other: &[u8]) {
    let is = |number: Bytes| W::compare(number, [0; 16]) != Some(Ordering::Equal);
    let truth = |is: bool| if is { W::ONE } else { [0; 16] };
    each::<16>(into, other, |into, other| match op {
        Op::Max if W::compare(other, into) == Some(Ordering::Greater) => other,
        Op::Min if W::compare(other, into) == Some(Ordering::Less) => other,
        Op::Sum => W::add(other, into),
        Op::Prod => W::multiply(other, into),
        Op::Land => truth(is(other) && is(into)),
        Op::Lor => truth(is(other) || is(into)),
        Op::Lxor => truth(is(other) != is(into)),
        _ => into,
    });
}

/// Combines complex numbers.
pub(super) fn complex<W: Wide>(op: Op, into: &mut [u8], other: &[u8]) {
    if op == Op::Sum {
        // The sum of the parts.
        return real::<W>(op, into, other);
    }
    each::<32>(into, other, |into, other| {
        let ((a, b), (c, d)) = (halves(other), halves(into));
        let real = W::add(W::multiply(a, c), W::negate(W::multiply(b, d)));
        let imaginary = W::add(W::multiply(a, d), W::multiply(b, c));
        let mut product = [0; 32];
        product[..16].copy_from_slice(&real);
        product[16..].copy_from_slice(&imaginary);
        product
    });
}

fn halves(bytes: [u8; 32]) -> (Bytes, Bytes) {
    let (halves, _) = bytes.as_chunks::<16>();
    (halves[0], halves[1])
}

/// Compares numbers by sign and magnitude, where a greater magnitude is a greater number.
pub(super) fn by_magnitude(one: (bool, u128), other: (bool, u128)) -> Ordering {
    let signed = |(negative, magnitude): (bool, u128)| {
        let magnitude = magnitude as i128;
        if negative { -magnitude } else { magnitude }
    };
    signed(one).cmp(&signed(other))
}
