//! Reductions of numbers.

use farreach_runtime::collectives::{Kept, Operator, Order};
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum. Integers wrap.
    Sum,
    /// The product. Integers wrap.
    Product,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Reduction {
    /// The reduction's name in errors.
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
    /// Whether the reduction is defined for this type. Floats have no bitwise reductions.
    fn offers(reduction: Reduction) -> bool;
    /// The combination of `self` and `other`.
    fn combine(self, other: Self, reduction: Reduction) -> Self;
    /// The identity of the reduction.
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
                    // -0.0 and not 0.0, so that the sum of negative zeros keeps its sign.
                    _ => -0.0,
                }
            }
        }
    )+ };
}

reducible_integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);
reducible_floats!(f32 f64);

/// Combines each element of `into` with the element of `other`, by `combine`.
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

/// Combines the elements of two slices, given as bytes, into the first slice.
pub type Combine = dyn Fn(&mut [u8], &[u8]) + Sync;

/// An operator on elements of a type.
pub struct By<T> {
    /// The operator's identity.
    pub identity: T,
    /// The loop over elements.
    pub combine: &'static Combine,
}

impl<T: Reducible> By<T> {
    /// The operator of a reduction. `None` if the reduction is not defined for the type.
    #[inline]
    pub fn of(reduction: Reduction) -> Option<By<T>> {
        T::offers(reduction).then(|| By {
            identity: T::identity(reduction),
            combine: combiner::<T>(reduction),
        })
    }
}

impl<T: IntoBytes + Immutable> By<T> {
    /// The operator for collectives that block.
    #[inline]
    pub fn operator(&self) -> Operator<'_> {
        Operator {
            unit: size_of::<T>(),
            combine: self.combine,
            identity: self.identity.as_bytes(),
            order: Order::Any,
        }
    }

    /// The operator for collectives that are begun.
    pub fn kept(&self) -> Kept<'static> {
        Kept::new(size_of::<T>(), self.combine, self.identity.as_bytes())
    }
}

/// Returns a separate loop for each reduction, so that the compiler can vectorize each.
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
