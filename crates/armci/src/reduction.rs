//! Global operations: reductions of numbers over processes.

use farreach_runtime::collectives::{Collectives, Operator, Order, Target};
use zerocopy::IntoBytes;

use crate::{Error, Value};

/// How numbers are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum. Integers wrap.
    Sum,
    /// The product. Integers wrap.
    Product,
    /// The greatest.
    Max,
    /// The least.
    Min,
    /// The greatest absolute value.
    AbsMax,
    /// The least absolute value.
    AbsMin,
    /// Whether all are not 0.
    LogicalAnd,
    /// Whether any is not 0.
    LogicalOr,
    /// The bits that all have. Not of floating-point numbers.
    BitAnd,
    /// The bits that any has. Not of floating-point numbers.
    BitOr,
}

impl Operation {
    /// The operation that ARMCI's global operations call `name`, such as `+`, `max` and `absmax`.
    /// Only the beginning of the name counts.
    pub fn named(name: &str) -> Option<Operation> {
        // A name that another one begins with stands behind it.
        const NAMES: [(&str, Operation); 15] = [
            ("+", Operation::Sum),
            ("*", Operation::Product),
            ("max", Operation::Max),
            ("min", Operation::Min),
            ("absmax", Operation::AbsMax),
            ("absmin", Operation::AbsMin),
            ("or", Operation::BitOr),
            ("land", Operation::LogicalAnd),
            ("&&", Operation::LogicalAnd),
            ("lor", Operation::LogicalOr),
            ("||", Operation::LogicalOr),
            ("band", Operation::BitAnd),
            ("&", Operation::BitAnd),
            ("bor", Operation::BitOr),
            ("|", Operation::BitOr),
        ];
        let mut all = NAMES.iter();
        all.find_map(|&(known, operation)| name.starts_with(known).then_some(operation))
    }

    /// Whether the operation is of absolute values, which also changes the value of a process alone.
    fn is_absolute(self) -> bool {
        matches!(self, Operation::AbsMax | Operation::AbsMin)
    }
}

/// A number that global operations combine.
pub trait Reducible: Value {
    /// The combination of two numbers. `None` if the operation is not defined for the type.
    fn combine(self, other: Self, operation: Operation) -> Option<Self>;
    /// The number whose combination with any other is the other. For operations of absolute
    /// values: with any that is not negative.
    fn identity(operation: Operation) -> Self;
    /// The absolute value.
    fn absolute(self) -> Self;
}

macro_rules! reducible_integers {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            #[inline]
            fn combine(self, other: Self, operation: Operation) -> Option<Self> {
                Some(match operation {
                    Operation::Sum => self.wrapping_add(other),
                    Operation::Product => self.wrapping_mul(other),
                    Operation::Max | Operation::AbsMax => self.max(other),
                    Operation::Min | Operation::AbsMin => self.min(other),
                    Operation::LogicalAnd => <$number>::from(self != 0 && other != 0),
                    Operation::LogicalOr => <$number>::from(self != 0 || other != 0),
                    Operation::BitAnd => self & other,
                    Operation::BitOr => self | other,
                })
            }
            fn identity(operation: Operation) -> Self {
                match operation {
                    Operation::Sum | Operation::LogicalOr | Operation::BitOr | Operation::AbsMax => 0,
                    Operation::Product | Operation::LogicalAnd => 1,
                    Operation::Max => <$number>::MIN,
                    Operation::Min | Operation::AbsMin => <$number>::MAX,
                    Operation::BitAnd => !0,
                }
            }
            #[inline]
            fn absolute(self) -> Self {
                self.wrapping_abs()
            }
        }
    )+ };
}

macro_rules! reducible_floats {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            #[inline]
            fn combine(self, other: Self, operation: Operation) -> Option<Self> {
                let truth = |is: bool| if is { 1.0 } else { 0.0 };
                Some(match operation {
                    Operation::Sum => self + other,
                    Operation::Product => self * other,
                    Operation::Max | Operation::AbsMax => self.max(other),
                    Operation::Min | Operation::AbsMin => self.min(other),
                    Operation::LogicalAnd => truth(self != 0.0 && other != 0.0),
                    Operation::LogicalOr => truth(self != 0.0 || other != 0.0),
                    Operation::BitAnd | Operation::BitOr => return None,
                })
            }
            fn identity(operation: Operation) -> Self {
                match operation {
                    Operation::Product | Operation::LogicalAnd => 1.0,
                    Operation::Max => <$number>::NEG_INFINITY,
                    Operation::Min | Operation::AbsMin => <$number>::INFINITY,
                    // -0.0 and not 0.0, so that the sum of negative zeros keeps its sign.
                    Operation::Sum => -0.0,
                    _ => 0.0,
                }
            }
            #[inline]
            fn absolute(self) -> Self {
                self.abs()
            }
        }
    )+ };
}

reducible_integers!(i32 i64);
reducible_floats!(f32 f64);

/// Combines the elements of two slices of `T`, given as bytes, into the first.
pub(crate) fn combine_bytes<T: Reducible>(operation: Operation, into: &mut [u8], other: &[u8]) {
    let size = size_of::<T>();
    let element = |bytes: &[u8]| T::read_from_bytes(bytes).expect("a whole element");
    for (into, other) in into.chunks_exact_mut(size).zip(other.chunks_exact(size)) {
        let combined = element(into).combine(element(other), operation);
        into.copy_from_slice(combined.expect("checked before").as_bytes());
    }
}

/// Prepares the numbers of this process for an operation.
///
/// # Errors
/// If the operation is not defined for the type.
pub(crate) fn prepare<T: Reducible>(
    rank: u32,
    operation: Operation,
    numbers: &mut [T],
) -> Result<(), Error> {
    let identity = T::identity(operation);
    if identity.combine(identity, operation).is_none() {
        let what = format!("{operation:?} is not defined for floating-point numbers");
        return Err(Error::argument(rank, "op", what));
    }
    if operation.is_absolute() {
        for number in numbers {
            *number = number.absolute();
        }
    }
    Ok(())
}

/// Combines the members' `numbers` element by element. All members get the same result.
pub fn reduce<T: Reducible>(
    rank: u32,
    collectives: &Collectives<'_>,
    operation: Operation,
    numbers: &mut [T],
) -> Result<(), Error> {
    prepare(rank, operation, numbers)?;
    let combine = |into: &mut [u8], other: &[u8]| combine_bytes::<T>(operation, into, other);
    let identity = T::identity(operation);
    let operator = Operator {
        unit: size_of::<T>(),
        combine: &combine,
        identity: identity.as_bytes(),
        order: Order::Any,
    };
    Ok(collectives.all_reduce(Target::Private(numbers.as_mut_bytes()), &operator)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_armci() {
        for (name, operation) in [
            ("+", Operation::Sum),
            ("max", Operation::Max),
            ("absmax", Operation::AbsMax),
            ("absmin value", Operation::AbsMin),
            ("or", Operation::BitOr),
            ("||", Operation::LogicalOr),
            ("|", Operation::BitOr),
            ("&&", Operation::LogicalAnd),
            ("land", Operation::LogicalAnd),
        ] {
            assert_eq!(Operation::named(name), Some(operation), "{name}");
        }
        assert_eq!(Operation::named("xor"), None);
    }

    #[test]
    fn identities_change_nothing() {
        let all = [
            Operation::Sum,
            Operation::Product,
            Operation::Max,
            Operation::Min,
            Operation::AbsMax,
            Operation::AbsMin,
            Operation::BitAnd,
            Operation::BitOr,
        ];
        for operation in all {
            for number in [0, 1, 7, i32::MAX] {
                let combined = i32::identity(operation).combine(number, operation);
                assert_eq!(combined, Some(number), "{operation:?} of {number}");
            }
            let combined = f64::identity(operation).combine(2.5, operation);
            assert!(
                combined.is_none_or(|combined| combined.to_bits() == 2.5_f64.to_bits()),
                "{operation:?}"
            );
        }
    }
}
