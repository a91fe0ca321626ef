//! The identities of operations.

use super::Op;
use crate::datatype::{Basic, Class, Format};

/// The most bytes of an element: two numbers of 16 bytes.
pub(crate) const ELEMENT_MAX: usize = 32;

impl Op {
    /// The element that changes no other one: `x op identity = x`. It has the first bytes, as many as
    /// the type's extent. `None` where it is not known.
    pub(crate) fn identity(self, basic: Basic) -> Option<[u8; ELEMENT_MAX]> {
        if !self.is_reduction() || !self.is_defined(basic) {
            return None;
        }
        let mut element = [0; ELEMENT_MAX];
        let (number, rest) = element.split_at_mut(basic.part());
        match basic.class() {
            Class::Pair => {
                let worst = match self {
                    Op::Minloc => Op::Min,
                    _ => Op::Max,
                };
                worst.write_number(basic.format(), number)?;
                let format = match basic {
                    Basic::TwoReal | Basic::TwoDoublePrecision => Format::Ieee,
                    _ => Format::Signed,
                };
                let at = basic.index_offset() - number.len();
                // The least index wins.
                Op::Min.write_number(format, &mut rest[at..at + basic.index_part()])?;
            }
            Class::Complex => {
                self.write_number(basic.format(), number)?;
                // The imaginary part of a product's identity is 0.
                if self == Op::Sum {
                    rest[..number.len()].copy_from_slice(number);
                }
            }
            Class::Byte => number.fill(if self == Op::Band { u8::MAX } else { 0 }),
            _ => self.write_number(basic.format(), number)?,
        }
        Some(element)
    }

    /// Writes the identity among numbers of a length.
    fn write_number(self, format: Format, into: &mut [u8]) -> Option<()> {
        let bits = 8 * into.len() as u32;
        let whole = match (self, format) {
            (_, Format::Ieee | Format::Brain) => {
                let value = match self {
                    // Only a negative zero leaves the sign of a zero.
                    Op::Sum => -0.0,
                    Op::Prod | Op::Land => 1.0,
                    Op::Lor | Op::Lxor => 0.0,
                    Op::Max => f64::NEG_INFINITY,
                    Op::Min => f64::INFINITY,
                    _ => return None,
                };
                match into.len() {
                    2 if format == Format::Brain => {
                        into.copy_from_slice(&half::bf16::from_f64(value).to_ne_bytes());
                    }
                    2 => into.copy_from_slice(&half::f16::from_f64(value).to_ne_bytes()),
                    4 => into.copy_from_slice(&(value as f32).to_ne_bytes()),
                    _ => into.copy_from_slice(&value.to_ne_bytes()),
                }
                return Some(());
            }
            (Op::Sum | Op::Lor | Op::Lxor | Op::Bor | Op::Bxor, _)
            | (Op::Max, Format::Unsigned) => 0,
            (Op::Prod | Op::Land, _) => 1,
            (Op::Band, _) | (Op::Min, Format::Unsigned) => -1,
            (Op::Max, _) => i128::MIN >> (i128::BITS - bits),
            (Op::Min, _) => i128::MAX >> (i128::BITS - bits),
            _ => return None,
        };
        if !matches!(format, Format::Signed | Format::Unsigned) {
            return None;
        }
        // A number in two's complement: the lowest bytes of a longer one.
        let whole = whole.to_le_bytes();
        into.copy_from_slice(whole.get(..into.len())?);
        if cfg!(target_endian = "big") {
            into.reverse();
        }
        Some(())
    }
}
