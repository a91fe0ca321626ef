//! How reductions combine numbers.

use farreach_runtime::collectives::{Kept, Operator};
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// How a reduction combines elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum; integers wrap.
    Sum,
    /// The product; integers wrap.
    Product,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Bits set in all.
    And,
    /// Bits set in any.
    Or,
    /// Bits set in an odd number.
    Xor,
}

impl Reduction {
    /// What errors call it.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Sum => "sums",
            Reduction::Product => "products",
            Reduction::Min => "minima",
            Reduction::Max => "maxima",
            Reduction::And => "bits in all",
            Reduction::Or => "bits in any",
            Reduction::Xor => "bits in an odd number",
        }
    }
}

/// A number that reductions can combine.
pub trait Reducible: FromBytes + IntoBytes + Immutable + Copy + Send + 'static {
    /// Whether the reduction is defined for this type: the bitwise ones are not for floats.
    fn offers(reduction: Reduction) -> bool;
    /// `self` and `other` combined.
    fn combine(self, other: Self, reduction: Reduction) -> Self;
    /// The number that changes nothing when it is combined.
    fn identity(reduction: Reduction) -> Self;
}

macro_rules! reducible_integers {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            #[inline]
            fn offers(_: Reduction) -> bool {
                true
            }
            #[inline]
            fn combine(self, other: Self, reduction: Reduction) -> Self {
                match reduction {
                    Reduction::Sum => self.wrapping_add(other),
                    Reduction::Product => self.wrapping_mul(other),
                    Reduction::Min => self.min(other),
                    Reduction::Max => self.max(other),
                    Reduction::And => self & other,
                    Reduction::Or => self | other,
                    Reduction::Xor => self ^ other,
                }
            }
            #[inline]
            fn identity(reduction: Reduction) -> Self {
                match reduction {
                    Reduction::Sum | Reduction::Or | Reduction::Xor => 0,
                    Reduction::Product => 1,
                    Reduction::Min => <$number>::MAX,
                    Reduction::Max => <$number>::MIN,
                    Reduction::And => !0,
                }
            }
        }
    )+ };
}

macro_rules! reducible_floats {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            #[inline]
            fn offers(reduction: Reduction) -> bool {
                !matches!(reduction, Reduction::And | Reduction::Or | Reduction::Xor)
            }
            #[inline]
            fn combine(self, other: Self, reduction: Reduction) -> Self {
                match reduction {
                    Reduction::Product => self * other,
                    Reduction::Min => self.min(other),
                    Reduction::Max => self.max(other),
                    _ => self + other,
                }
            }
            #[inline]
            fn identity(reduction: Reduction) -> Self {
                match reduction {
                    Reduction::Product => 1.0,
                    Reduction::Min => <$number>::INFINITY,
                    Reduction::Max => <$number>::NEG_INFINITY,
                    // Adding it keeps the sign of zeros.
                    _ => -0.0,
                }
            }
        }
    )+ };
}

reducible_integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);
reducible_floats!(f32 f64);

/// Combines the elements of `other` into those of `into` by `combine`.
pub fn combine_each<T: FromBytes + IntoBytes + Immutable + Copy>(
    into: &mut [u8],
    other: &[u8],
    combine: impl Fn(T, T) -> T,
) {
    if let (Ok(into), Ok(other)) = (
        <[T]>::mut_from_bytes(&mut *into),
        <[T]>::ref_from_bytes(other),
    ) {
        for (into, other) in into.iter_mut().zip(other) {
            *into = combine(*into, *other);
        }
        return;
    }
    let element = |bytes: &[u8]| T::read_from_bytes(bytes).expect("a whole element");
    let size = size_of::<T>();
    for (into, other) in into.chunks_exact_mut(size).zip(other.chunks_exact(size)) {
        let combined = combine(element(into), element(other));
        into.copy_from_slice(combined.as_bytes());
    }
}

/// What combines the bytes of the elements of two slices into the first.
pub type Combine = dyn Fn(&mut [u8], &[u8]) + Sync;

/// How elements of a type are combined.
pub struct By<T> {
    /// The element that changes nothing when it is combined.
    pub identity: T,
    /// The loop over elements.
    pub combine: &'static Combine,
}

impl<T: Reducible> By<T> {
    /// By a reduction; `None` if it is not defined for the type.
    #[inline]
    pub fn of(reduction: Reduction) -> Option<By<T>> {
        T::offers(reduction).then(|| By {
            identity: T::identity(reduction),
            combine: combiner::<T>(reduction),
        })
    }
}

impl<T: IntoBytes + Immutable> By<T> {
    /// What collectives take.
    #[inline]
    pub fn operator(&self) -> Operator<'_> {
        Operator {
            unit: size_of::<T>(),
            combine: self.combine,
            identity: self.identity.as_bytes(),
        }
    }

    /// What collectives that are begun take.
    pub fn kept(&self) -> Kept<'static> {
        Kept::new(size_of::<T>(), self.combine, self.identity.as_bytes())
    }
}

/// One loop for each reduction, so that each can be a loop of vector instructions.
fn combiner<T: Reducible>(reduction: Reduction) -> &'static Combine {
    use Reduction::{And, Max, Min, Or, Product, Sum, Xor};
    match reduction {
        Sum => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Sum)),
        Product => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Product)),
        Min => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Min)),
        Max => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Max)),
        And => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, And)),
        Or => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Or)),
        Xor => &|into, other| combine_each(into, other, |a: T, b| a.combine(b, Xor)),
    }
}
