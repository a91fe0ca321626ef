//! Operations of reductions.
//!
//! [`combine`] works on arrays of elements as they lie in memory, with the padding of pairs. The
//! second operand of MPI's order is the result: `into[i] = other[i] op into[i]`, where `other` comes
//! from the lower ranks.
//!
//! | operations | types |
//! |---|---|
//! | MAX, MIN | integers, characters of one byte, real numbers |
//! | SUM, PROD | the same, and complex numbers |
//! | LAND, LOR, LXOR | integers, characters of one byte, real numbers, truth values |
//! | BAND, BOR, BXOR | integers, characters of one byte, bytes |
//! | MINLOC, MAXLOC | pairs |
//! | REPLACE, NO_OP | all |
//!
//! The standard has no operations on characters, and no truth values of real numbers or of Fortran's
//! integers. MPICH and Open MPI allow these, and programs use them.
//!
//! The x87's `long double` is computed by the x87 (`extended.rs`), and binary128 in integers
//! (`quad.rs`).

#[cfg(target_arch = "x86_64")]
mod extended;
mod identity;
mod numbers;
mod pairs;
mod quad;
#[cfg(test)]
mod tests;
mod wide;

use thiserror::Error;

pub(crate) use identity::ELEMENT_MAX;

use crate::datatype::{Basic, Class, Format};

/// A predefined operation. The names are those of the standard without `MPI_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, clippy::enum_variant_names)]
pub enum Op {
    Max,
    Min,
    Sum,
    Prod,
    Land,
    Band,
    Lor,
    Bor,
    Lxor,
    Bxor,
    Minloc,
    Maxloc,
    Replace,
    NoOp,
}

/// An operation is not defined for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} is not defined for {}", op.name(), basic.name())]
pub struct NotDefined {
    /// The operation.
    pub op: Op,
    /// The type.
    pub basic: Basic,
}

impl Op {
    /// All predefined operations.
    pub const ALL: [Op; 14] = [
        Op::Max,
        Op::Min,
        Op::Sum,
        Op::Prod,
        Op::Land,
        Op::Band,
        Op::Lor,
        Op::Bor,
        Op::Lxor,
        Op::Bxor,
        Op::Minloc,
        Op::Maxloc,
        Op::Replace,
        Op::NoOp,
    ];

    /// The operation's name in the standard, with `MPI_`.
    pub fn name(self) -> &'static str {
        match self {
            Op::Max => "MPI_MAX",
            Op::Min => "MPI_MIN",
            Op::Sum => "MPI_SUM",
            Op::Prod => "MPI_PROD",
            Op::Land => "MPI_LAND",
            Op::Band => "MPI_BAND",
            Op::Lor => "MPI_LOR",
            Op::Bor => "MPI_BOR",
            Op::Lxor => "MPI_LXOR",
            Op::Bxor => "MPI_BXOR",
            Op::Minloc => "MPI_MINLOC",
            Op::Maxloc => "MPI_MAXLOC",
            Op::Replace => "MPI_REPLACE",
            Op::NoOp => "MPI_NO_OP",
        }
    }

    /// Whether the operands may be exchanged. Replacement keeps the second one.
    pub fn is_commutative(self) -> bool {
        !matches!(self, Op::Replace | Op::NoOp)
    }

    /// Whether collective reductions have the operation. Replacement is for one-sided accumulation.
    pub fn is_reduction(self) -> bool {
        !matches!(self, Op::Replace | Op::NoOp)
    }

    /// Fails if the operation does not combine elements of the type.
    pub(crate) fn check(self, basic: Basic) -> Result<(), NotDefined> {
        if self.is_defined(basic) {
            return Ok(());
        }
        Err(NotDefined { op: self, basic })
    }

    /// Whether the operation combines elements of the type.
    pub fn is_defined(self, basic: Basic) -> bool {
        let class = basic.class();
        let integer = match class {
            Class::CInteger | Class::FortranInteger | Class::MultiLanguage => true,
            Class::Character => basic.size() == 1,
            _ => false,
        };
        match self {
            Op::Max | Op::Min => integer || class == Class::Floating,
            Op::Sum | Op::Prod => integer || matches!(class, Class::Floating | Class::Complex),
            Op::Land | Op::Lor | Op::Lxor => {
                integer || matches!(class, Class::Floating | Class::Logical)
            }
            Op::Band | Op::Bor | Op::Bxor => integer || class == Class::Byte,
            Op::Minloc | Op::Maxloc => class == Class::Pair,
            Op::Replace | Op::NoOp => class != Class::Mark,
        }
    }
}

/// Combines each element of `into` with the one of `other`, whose ranks are lower:
/// `into[i] = other[i] op into[i]`.
///
/// # Panics
///
/// If the slices have different lengths, or hold no whole number of elements. An element has the
/// type's extent.
pub fn combine(op: Op, basic: Basic, into: &mut [u8], other: &[u8]) -> Result<(), NotDefined> {
    op.check(basic)?;
    assert_eq!(into.len(), other.len(), "operands of one length");
    assert_eq!(into.len() % basic.extent(), 0, "whole elements");
    match (op, basic.class()) {
        (Op::NoOp, _) => {}
        (Op::Replace, _) => into.copy_from_slice(other),
        (_, Class::Pair) => pairs::combine(op, basic, into, other),
        (_, Class::Complex) => match (basic.format(), basic.part()) {
            (Format::Ieee, 2) => numbers::complex_f16(op, into, other),
            (Format::Ieee, 4) => numbers::complex_f32(op, into, other),
            (Format::Ieee, _) => numbers::complex_f64(op, into, other),
            (Format::Quad, _) => wide::complex::<wide::Quad>(op, into, other),
            _ => wide::complex::<wide::LongDouble>(op, into, other),
        },
        _ => match (basic.format(), basic.part()) {
            (Format::Signed, 1) => numbers::i8(op, into, other),
            (Format::Signed, 2) => numbers::i16(op, into, other),
            (Format::Signed, 4) => numbers::i32(op, into, other),
            (Format::Signed, 8) => numbers::i64(op, into, other),
            (Format::Signed, _) => numbers::i128(op, into, other),
            (Format::Unsigned, 1) => numbers::u8(op, into, other),
            (Format::Unsigned, 2) => numbers::u16(op, into, other),
            (Format::Unsigned, 4) => numbers::u32(op, into, other),
            (Format::Unsigned, _) => numbers::u64(op, into, other),
            (Format::Ieee, 2) => numbers::f16(op, into, other),
            (Format::Brain, _) => numbers::bf16(op, into, other),
            (Format::Ieee, 4) => numbers::f32(op, into, other),
            (Format::Ieee, _) => numbers::f64(op, into, other),
            (Format::Quad, _) => wide::real::<wide::Quad>(op, into, other),
            (Format::LongDouble | Format::Opaque, _) => {
                wide::real::<wide::LongDouble>(op, into, other);
            }
        },
    }
    Ok(())
}
