//! Numbers in memory: what accumulates combine, and by which factor terms are multiplied.

use crate::combine::{Combine, Combined, Combining};
use crate::memory::{Memory, MemoryError};

/// A type of numbers, in the host's byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// An integer of 32 bits. Sums wrap.
    I32,
    /// An integer of 64 bits. Sums wrap.
    I64,
    /// A floating-point number of 32 bits.
    F32,
    /// A floating-point number of 64 bits.
    F64,
    /// A complex number: real and imaginary part of 32 bits.
    C32,
    /// A complex number: real and imaginary part of 64 bits.
    C64,
    /// An integer of 32 bits that atomics change as well. Sums wrap.
    W32,
    /// An integer of 64 bits that atomics change as well. Sums wrap.
    W64,
}

impl Number {
    /// All types.
    pub const ALL: [Number; 8] = [
        Number::I32,
        Number::I64,
        Number::F32,
        Number::F64,
        Number::C32,
        Number::C64,
        Number::W32,
        Number::W64,
    ];

    /// Bytes of a number.
    #[inline]
    pub const fn bytes(self) -> usize {
        match self {
            Number::I32 | Number::W32 | Number::F32 => 4,
            Number::I64 | Number::W64 | Number::F64 | Number::C32 => 8,
            Number::C64 => 16,
        }
    }

    /// The type of a number's parts. A sum of complex numbers is the sums of their parts.
    #[inline]
    pub const fn part(self) -> Number {
        match self {
            Number::C32 => Number::F32,
            Number::C64 => Number::F64,
            other => other,
        }
    }

    /// Whether the numbers are integers.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self.is_word() || matches!(self, Number::I32 | Number::I64)
    }

    /// Whether the numbers are integers that atomics change as well.
    #[inline]
    pub const fn is_word(self) -> bool {
        matches!(self, Number::W32 | Number::W64)
    }

    /// Adds each number of `from` to the one of `into`. Bytes behind the last whole number stay.
    pub fn add(self, into: &mut [u8], from: &[u8]) {
        self.combine(Combine::Add, into, from);
    }

    /// Combines each number of `into` with the one of `from`. Bytes behind the last whole number stay.
    ///
    /// # Panics
    /// If the operation does not suit the type.
    pub fn combine(self, op: Combine, into: &mut [u8], from: &[u8]) {
        assert!(op.suits(self), "{op:?} of {self:?}");
        // What suits complex numbers is done with each part.
        match self.part() {
            Number::I32 | Number::W32 => {
                let (read, write) = (i32::from_ne_bytes, i32::to_ne_bytes);
                i32::combine(
                    op,
                    Each {
                        into,
                        from,
                        read,
                        write,
                    },
                );
            }
            Number::I64 | Number::W64 => {
                let (read, write) = (i64::from_ne_bytes, i64::to_ne_bytes);
                i64::combine(
                    op,
                    Each {
                        into,
                        from,
                        read,
                        write,
                    },
                );
            }
            Number::F32 => {
                let (read, write) = (f32::from_ne_bytes, f32::to_ne_bytes);
                f32::combine(
                    op,
                    Each {
                        into,
                        from,
                        read,
                        write,
                    },
                );
            }
            _ => {
                let (read, write) = (f64::from_ne_bytes, f64::to_ne_bytes);
                f64::combine(
                    op,
                    Each {
                        into,
                        from,
                        read,
                        write,
                    },
                );
            }
        }
    }
}

/// Replaces each number of `into` by its combination with the one of `from`.
struct Each<'a, R, W> {
    into: &'a mut [u8],
    from: &'a [u8],
    read: R,
    write: W,
}

impl<T, const N: usize, R: Fn([u8; N]) -> T, W: Fn(T) -> [u8; N]> Combining<T> for Each<'_, R, W> {
    fn by(self, function: impl Fn(T, T) -> T) {
        let (into, _) = self.into.as_chunks_mut::<N>();
        let (from, _) = self.from.as_chunks::<N>();
        for (into, from) in into.iter_mut().zip(from) {
            *into = (self.write)(function((self.read)(*into), (self.read)(*from)));
        }
    }
}

/// A factor, and the type of the numbers that it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// For [`Number::I32`].
    I32(i32),
    /// For [`Number::I64`].
    I64(i64),
    /// For [`Number::F32`].
    F32(f32),
    /// For [`Number::F64`].
    F64(f64),
    /// For [`Number::C32`].
    C32(f32, f32),
    /// For [`Number::C64`].
    C64(f64, f64),
    /// For [`Number::W32`].
    W32(i32),
    /// For [`Number::W64`].
    W64(i64),
}

impl Scale {
    /// The factor 1.
    pub const fn one(number: Number) -> Scale {
        match number {
            Number::I32 => Scale::I32(1),
            Number::I64 => Scale::I64(1),
            Number::F32 => Scale::F32(1.0),
            Number::F64 => Scale::F64(1.0),
            Number::C32 => Scale::C32(1.0, 0.0),
            Number::C64 => Scale::C64(1.0, 0.0),
            Number::W32 => Scale::W32(1),
            Number::W64 => Scale::W64(1),
        }
    }

    /// The type of the numbers.
    #[inline]
    pub const fn number(self) -> Number {
        match self {
            Scale::I32(_) => Number::I32,
            Scale::I64(_) => Number::I64,
            Scale::F32(_) => Number::F32,
            Scale::F64(_) => Number::F64,
            Scale::C32(..) => Number::C32,
            Scale::C64(..) => Number::C64,
            Scale::W32(_) => Number::W32,
            Scale::W64(_) => Number::W64,
        }
    }

    /// Whether the factor is 1.
    #[inline]
    pub fn is_one(self) -> bool {
        self == Scale::one(self.number())
    }

    /// Multiplies each number of `numbers` by the factor. Bytes behind the last whole number stay.
    pub fn multiply(self, numbers: &mut [u8]) {
        match self {
            Scale::I32(by) | Scale::W32(by) => all(
                numbers,
                i32::from_ne_bytes,
                |a| a.wrapping_mul(by),
                i32::to_ne_bytes,
            ),
            Scale::I64(by) | Scale::W64(by) => all(
                numbers,
                i64::from_ne_bytes,
                |a| a.wrapping_mul(by),
                i64::to_ne_bytes,
            ),
            Scale::F32(by) => all(numbers, f32::from_ne_bytes, |a| a * by, f32::to_ne_bytes),
            Scale::F64(by) => all(numbers, f64::from_ne_bytes, |a| a * by, f64::to_ne_bytes),
            Scale::C32(re, im) => {
                for number in numbers.as_chunks_mut::<8>().0 {
                    let part = |at: usize| {
                        f32::from_ne_bytes([
                            number[at],
                            number[at + 1],
                            number[at + 2],
                            number[at + 3],
                        ])
                    };
                    let (a, b) = (part(0), part(4));
                    number[..4].copy_from_slice(&(a * re - b * im).to_ne_bytes());
                    number[4..].copy_from_slice(&(a * im + b * re).to_ne_bytes());
                }
            }
            Scale::C64(re, im) => {
                for number in numbers.as_chunks_mut::<16>().0 {
                    let (parts, _) = number.as_chunks_mut::<8>();
                    let [a, b] = [f64::from_ne_bytes(parts[0]), f64::from_ne_bytes(parts[1])];
                    parts[0] = (a * re - b * im).to_ne_bytes();
                    parts[1] = (a * im + b * re).to_ne_bytes();
                }
            }
        }
    }
}

/// Replaces each number.
fn all<T, const N: usize>(
    numbers: &mut [u8],
    read: impl Fn([u8; N]) -> T,
    change: impl Fn(T) -> T,
    bytes: impl Fn(T) -> [u8; N],
) {
    for number in numbers.as_chunks_mut::<N>().0 {
        *number = bytes(change(read(*number)));
    }
}

/// Stores numbers times a factor.
pub(crate) fn write_scaled<M: Memory>(
    memory: &M,
    offset: usize,
    scale: Scale,
    from: &[u8],
) -> Result<(), MemoryError> {
    // A multiple of the bytes of all types.
    let mut scaled = [0; 512];
    for (at, from) in (0..).step_by(scaled.len()).zip(from.chunks(scaled.len())) {
        let scaled = &mut scaled[..from.len()];
        scaled.copy_from_slice(from);
        scale.multiply(scaled);
        memory.write(offset + at, scaled)?;
    }
    Ok(())
}

/// Combines numbers with those in memory that nobody else accesses meanwhile.
pub(crate) fn combine_alone<M: Memory>(
    memory: &M,
    offset: usize,
    (number, op): (Number, Combine),
    from: &[u8],
) -> Result<(), MemoryError> {
    // A multiple of the bytes of all types.
    let mut results = [0; 512];
    for (at, from) in (0..).step_by(results.len()).zip(from.chunks(results.len())) {
        let results = &mut results[..from.len()];
        memory.read(offset + at, results)?;
        number.combine(op, results, from);
        memory.write(offset + at, results)?;
    }
    Ok(())
}
