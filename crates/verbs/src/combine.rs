//! Operations of accumulates: what becomes of a number in memory and the term for it.

use crate::number::{Number, Scale};

/// What an accumulate makes of a number and the term for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The sum. Sums of integers wrap.
    Add,
    /// The product. Products of integers wrap.
    Multiply,
    /// The larger one. The number stays where a comparison has no answer.
    Max,
    /// The smaller one. The number stays where a comparison has no answer.
    Min,
    /// The larger one of integers without sign.
    MaxUnsigned,
    /// The smaller one of integers without sign.
    MinUnsigned,
    /// The bits that both have.
    And,
    /// The bits that one of both has.
    Or,
    /// The bits that only one of both has.
    Xor,
    /// 1 if both differ from 0, else 0.
    LogicalAnd,
    /// 1 if one of both differs from 0, else 0.
    LogicalOr,
    /// 1 if only one of both differs from 0, else 0.
    LogicalXor,
    /// The term.
    Replace,
}

impl Combine {
    /// All operations, in the order of their codes in packets.
    pub const ALL: [Combine; 13] = [
        Combine::Add,
        Combine::Multiply,
        Combine::Max,
        Combine::Min,
        Combine::MaxUnsigned,
        Combine::MinUnsigned,
        Combine::And,
        Combine::Or,
        Combine::Xor,
        Combine::LogicalAnd,
        Combine::LogicalOr,
        Combine::LogicalXor,
        Combine::Replace,
    ];

    /// The operation's code in packets.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The operation of a code, if there is one.
    pub fn of_code(code: impl TryInto<usize>) -> Option<Combine> {
        Self::ALL.get(code.try_into().ok()?).copied()
    }

    /// What becomes of a number and the term for it. The number stays if the operation does not suit its type.
    #[inline]
    pub fn apply<T: Combined + Copy>(self, mut number: T, term: T) -> T {
        struct One<'a, T>(&'a mut T, T);

        impl<T: Copy> Combining<T> for One<'_, T> {
            #[inline]
            fn by(self, function: impl Fn(T, T) -> T) {
                *self.0 = function(*self.0, self.1);
            }
        }

        T::combine(self, One(&mut number, term));
        number
    }

    /// Whether the operation combines numbers of a type: complex numbers are only added and replaced, and
    /// floating-point numbers have neither bits nor a form without sign.
    pub const fn suits(self, number: Number) -> bool {
        match self {
            Combine::Add | Combine::Replace => true,
            Combine::Multiply | Combine::Max | Combine::Min => {
                !matches!(number, Number::C32 | Number::C64)
            }
            _ => number.is_integer(),
        }
    }
}

/// What an accumulate does with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accumulation {
    /// Multiplies each by a factor, and adds the product to the number in memory.
    Add(Scale),
    /// Combines each with the number in memory, of this type.
    Combine(Number, Combine),
}

impl Accumulation {
    /// What combines numbers as they are.
    #[inline]
    pub const fn of(number: Number, op: Combine) -> Accumulation {
        match op {
            Combine::Add => Accumulation::Add(Scale::one(number)),
            _ => Accumulation::Combine(number, op),
        }
    }

    /// The type of the numbers.
    #[inline]
    pub const fn number(self) -> Number {
        match self {
            Accumulation::Add(scale) => scale.number(),
            Accumulation::Combine(number, _) => number,
        }
    }

    /// What becomes of a number in memory and the term for it.
    #[inline]
    pub const fn op(self) -> Combine {
        match self {
            Accumulation::Add(_) => Combine::Add,
            Accumulation::Combine(_, op) => op,
        }
    }

    /// The factor of the numbers, unless it is 1.
    #[inline]
    pub fn scale(self) -> Option<Scale> {
        match self {
            Accumulation::Add(scale) if !scale.is_one() => Some(scale),
            _ => None,
        }
    }
}

impl From<Scale> for Accumulation {
    #[inline]
    fn from(scale: Scale) -> Self {
        Accumulation::Add(scale)
    }
}

/// Numbers in memory, and the terms for them.
pub trait Combining<T> {
    /// Replaces each number by what `function` makes of the number and its term.
    fn by(self, function: impl Fn(T, T) -> T);
}

/// A type of numbers in memory, with its functions.
pub trait Combined: Sized {
    /// Calls `combining` with the function of an operation, once. Calls nothing for an operation that the type lacks.
    fn combine(op: Combine, combining: impl Combining<Self>);
}

macro_rules! integers {
    ($($type:ident, $unsigned:ident;)*) => { $(
        impl Combined for $type {
            #[inline]
            fn combine(op: Combine, run: impl Combining<Self>) {
                match op {
                    Combine::Add => run.by(Self::wrapping_add),
                    Combine::Multiply => run.by(Self::wrapping_mul),
                    Combine::Max => run.by(Self::max),
                    Combine::Min => run.by(Self::min),
                    Combine::MaxUnsigned => run.by(|a, b| (a as $unsigned).max(b as $unsigned) as $type),
                    Combine::MinUnsigned => run.by(|a, b| (a as $unsigned).min(b as $unsigned) as $type),
                    Combine::And => run.by(|a, b| a & b),
                    Combine::Or => run.by(|a, b| a | b),
                    Combine::Xor => run.by(|a, b| a ^ b),
                    Combine::LogicalAnd => run.by(|a, b| (a != 0 && b != 0).into()),
                    Combine::LogicalOr => run.by(|a, b| (a != 0 || b != 0).into()),
                    Combine::LogicalXor => run.by(|a, b| ((a != 0) != (b != 0)).into()),
                    Combine::Replace => run.by(|_, b| b),
                }
            }
        }
    )* };
}

macro_rules! floats {
    ($($type:ident)*) => { $(
        impl Combined for $type {
            #[inline]
            fn combine(op: Combine, run: impl Combining<Self>) {
                match op {
                    Combine::Add => run.by(|a, b| a + b),
                    Combine::Multiply => run.by(|a, b| a * b),
                    Combine::Max => run.by(|a, b| if b > a { b } else { a }),
                    Combine::Min => run.by(|a, b| if b < a { b } else { a }),
                    Combine::Replace => run.by(|_, b| b),
                    _ => {}
                }
            }
        }
    )* };
}

integers! { i32, u32; i64, u64; }
floats! { f32 f64 }
