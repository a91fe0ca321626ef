//! The representation `external32`: big-endian numbers of sizes that the standard fixes.

#![allow(unsafe_code)]

use thiserror::Error;

use super::{Basic, Class, Datatype, Format};

/// Why data can't be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// A number has more bytes than its type has in external32.
    #[error("{value} does not fit the {bytes} bytes of {} in external32", basic.name())]
    Range {
        /// The number.
        value: i128,
        /// Its type.
        basic: Basic,
        /// The bytes in external32, or here.
        bytes: usize,
    },
    /// The buffer is too short.
    #[error("{needed} bytes of external32, but the buffer has {given}")]
    Short {
        /// Bytes that are needed.
        needed: usize,
        /// The buffer's bytes.
        given: usize,
    },
}

impl Basic {
    /// Bytes of a number of the type in external32. Complex numbers and pairs have two.
    fn external_part(self) -> usize {
        match self {
            Basic::Wchar => 2,
            Basic::Long | Basic::UnsignedLong | Basic::LongInt => 4,
            _ => self.part(),
        }
    }

    /// Bytes of an element in external32.
    pub fn external_size(self) -> usize {
        match self.class() {
            Class::Complex => 2 * self.external_part(),
            Class::Pair => self.external_part() + self.index_part(),
            _ => self.external_part(),
        }
    }
}

impl Datatype {
    /// Bytes of `count` elements in external32, unless the number has more than 63 bits.
    pub fn external_size(&self, count: usize) -> Option<usize> {
        let one = self.signature().try_fold(0_usize, |sum, (basic, count)| {
            sum.checked_add(basic.external_size().checked_mul(count)?)
        })?;
        let all = one.checked_mul(count)?;
        isize::try_from(all).ok().map(|_| all)
    }

    /// Writes `count` elements at `from` to `into` in external32, and returns the number of bytes.
    ///
    /// # Safety
    ///
    /// The elements' blocks, at their offsets from `from`, are valid for reads.
    pub unsafe fn pack_external(
        &self,
        count: usize,
        from: *const u8,
        into: &mut [u8],
    ) -> Result<usize, ExternalError> {
        let needed = self.checked_external(count, into.len())?;
        let mut native = vec![0; self.size()];
        let mut into = into.iter_mut();
        for element in 0..count {
            // SAFETY: the caller's promise.
            unsafe { self.pack(count, from, element * native.len(), &mut native) };
            let mut bytes = native.as_slice();
            self.each_number(|basic, format, here, there| {
                let (number, rest) = bytes.split_at(here);
                bytes = rest;
                let external = to_external(basic, format, number, there)?;
                // The array comes first: at its end nothing more is taken of the buffer.
                for (external, byte) in external[16 - there..].iter().zip(into.by_ref()) {
                    *byte = *external;
                }
                Ok(())
            })?;
        }
        Ok(needed)
    }

    /// Reads `count` elements in external32 from `from` to `into`, and returns the number of bytes.
    ///
    /// # Safety
    ///
    /// The elements' blocks, at their offsets from `into`, are valid for writes.
    pub unsafe fn unpack_external(
        &self,
        count: usize,
        into: *mut u8,
        from: &[u8],
    ) -> Result<usize, ExternalError> {
        let needed = self.checked_external(count, from.len())?;
        let mut native = Vec::with_capacity(self.size());
        let mut bytes = from;
        for element in 0..count {
            native.clear();
            self.each_number(|basic, format, here, there| {
                let (number, rest) = bytes.split_at(there);
                bytes = rest;
                let number = from_external(basic, format, number, here)?;
                native.extend_from_slice(&number[..here]);
                Ok(())
            })?;
            // SAFETY: the caller's promise.
            unsafe { self.unpack(count, into, element * native.len(), &native) };
        }
        Ok(needed)
    }

    fn checked_external(&self, count: usize, given: usize) -> Result<usize, ExternalError> {
        let needed = self.external_size(count).unwrap_or(usize::MAX);
        if needed > given {
            return Err(ExternalError::Short { needed, given });
        }
        Ok(needed)
    }

    /// Calls `convert` for each number of an element: its type, its format, its bytes here and in
    /// external32.
    fn each_number(
        &self,
        mut convert: impl FnMut(Basic, Format, usize, usize) -> Result<(), ExternalError>,
    ) -> Result<(), ExternalError> {
        for (basic, count) in self.signature() {
            let (here, there) = (basic.part(), basic.external_part());
            for _ in 0..count {
                convert(basic, basic.format(), here, there)?;
                match basic.class() {
                    Class::Complex => convert(basic, basic.format(), here, there)?,
                    Class::Pair => {
                        let index = basic.index_part();
                        let fortran = matches!(basic, Basic::TwoReal | Basic::TwoDoublePrecision);
                        let format = if fortran {
                            Format::Ieee
                        } else {
                            Format::Signed
                        };
                        convert(basic, format, index, index)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Whether the numbers of a type have no sign in external32. Wide characters have none there.
fn is_unsigned(basic: Basic, format: Format) -> bool {
    format == Format::Unsigned || basic == Basic::Wchar
}

/// A number with 16 bytes, the highest one first.
fn to_external(
    basic: Basic,
    format: Format,
    number: &[u8],
    bytes: usize,
) -> Result<[u8; 16], ExternalError> {
    let mut native = [0; 16];
    native[..number.len()].copy_from_slice(number);
    if cfg!(target_endian = "big") {
        native[..number.len()].reverse();
    }
    let bits = u128::from_le_bytes(native);
    let bits = match format {
        Format::Signed | Format::Unsigned => {
            let value = extended(bits, number.len(), format == Format::Unsigned);
            if !fits(value, bytes, is_unsigned(basic, format)) {
                return Err(ExternalError::Range {
                    value,
                    basic,
                    bytes,
                });
            }
            value as u128
        }
        Format::LongDouble if cfg!(target_arch = "x86_64") => widened(bits),
        _ => bits,
    };
    Ok(bits.to_be_bytes())
}

/// A number as it is here, in the first `bytes` bytes.
fn from_external(
    basic: Basic,
    format: Format,
    number: &[u8],
    bytes: usize,
) -> Result<[u8; 16], ExternalError> {
    let bits = number
        .iter()
        .fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    let bits = match format {
        Format::Signed | Format::Unsigned => {
            let value = extended(bits, number.len(), is_unsigned(basic, format));
            if !fits(value, bytes, format == Format::Unsigned) {
                return Err(ExternalError::Range {
                    value,
                    basic,
                    bytes,
                });
            }
            value as u128
        }
        Format::LongDouble if cfg!(target_arch = "x86_64") => narrowed(bits),
        _ => bits,
    };
    let mut native = bits.to_le_bytes();
    if cfg!(target_endian = "big") {
        native[..bytes].reverse();
    }
    Ok(native)
}

/// The value of the lowest `bytes` bytes.
fn extended(bits: u128, bytes: usize, unsigned: bool) -> i128 {
    let above = 128 - 8 * bytes as u32;
    if unsigned {
        (bits << above >> above) as i128
    } else {
        (bits << above) as i128 >> above
    }
}

fn fits(value: i128, bytes: usize, unsigned: bool) -> bool {
    extended(value as u128, bytes, unsigned) == value
}

/// A number of the x87 format as binary128, which has the same exponents.
fn widened(bits: u128) -> u128 {
    let top = bits >> 64 & 0xFFFF;
    let (sign, exponent) = (top >> 15, top & 0x7FFF);
    let significand = bits & u128::from(u64::MAX);
    let fraction = significand << 1 & u128::from(u64::MAX);
    let rest = if exponent == 0 {
        // The leading 1 of numbers below the normal ones is in the significand in both formats.
        significand << 49
    } else {
        exponent << 112 | fraction << 48
    };
    sign << 127 | rest
}

/// A number of binary128 in the x87 format, rounded to the nearest one, ties to even.
fn narrowed(bits: u128) -> u128 {
    let (sign, exponent) = (bits >> 127, bits >> 112 & 0x7FFF);
    let fraction = bits & ((1 << 112) - 1);
    let leading = u128::from(exponent != 0) << 112;
    let (kept, lost) = ((leading | fraction) >> 49, fraction & ((1 << 49) - 1));
    if exponent == 0x7FFF {
        // Infinity, or NaN, which stays quiet.
        let quiet = u128::from(fraction != 0) << 62;
        return sign << 79 | exponent << 64 | kept | quiet;
    }
    let half = 1 << 48;
    let up = lost > half || (lost == half && kept & 1 == 1);
    let rounded = kept + u128::from(up);
    if rounded >> 64 != 0 {
        return sign << 79 | (exponent + 1) << 64 | 1 << 63;
    }
    // Rounding may have made the least normal number.
    let normal = exponent == 0 && rounded >> 63 != 0;
    sign << 79 | (exponent + u128::from(normal)) << 64 | rounded
}
