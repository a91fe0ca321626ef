//! Broadcast and reductions over all PEs.

use crate::{Element, Error, Pe};

/// How [`Pe::all_reduce`] combines elements.
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

/// A number that [`Pe::all_reduce`] can combine.
pub trait Reducible: Element {
    /// Whether the reduction is defined for this type: the bitwise ones are not for floats.
    fn offers(reduction: Reduction) -> bool;
    /// `self` and `other` combined.
    fn combine(self, other: Self, reduction: Reduction) -> Self;
}

macro_rules! reducible_integers {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            fn offers(_: Reduction) -> bool {
                true
            }
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
        }
    )+ };
}

macro_rules! reducible_floats {
    ($($number:ty)+) => { $(
        impl Reducible for $number {
            fn offers(reduction: Reduction) -> bool {
                !matches!(reduction, Reduction::And | Reduction::Or | Reduction::Xor)
            }
            fn combine(self, other: Self, reduction: Reduction) -> Self {
                match reduction {
                    Reduction::Product => self * other,
                    Reduction::Min => self.min(other),
                    Reduction::Max => self.max(other),
                    _ => self + other,
                }
            }
        }
    )+ };
}

reducible_integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);
reducible_floats!(f32 f64);

impl Pe {
    /// Copies `values` of the PE `root` to all PEs'. Collective, with the same length everywhere.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let mut values = [pe.my_pe(); 3];
    /// pe.broadcast(&mut values, 0)?;
    /// assert_eq!(values, [0; 3]);
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn broadcast<T: Element>(&self, values: &mut [T], root: u32) -> Result<(), Error> {
        self.world().broadcast_elements(root, values)
    }

    /// Combines the `values` of all PEs element by element; all get the same result, bit for bit. Collective, with the
    /// same length and reduction everywhere.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Reduction};
    /// let pe = shmem::init()?;
    /// let mut counts = [1u64, 2];
    /// pe.all_reduce(&mut counts, Reduction::Sum)?;
    /// assert_eq!(counts, [u64::from(pe.n_pes()), 2 * u64::from(pe.n_pes())]);
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn all_reduce<T: Reducible>(
        &self,
        values: &mut [T],
        reduction: Reduction,
    ) -> Result<(), Error> {
        if !T::offers(reduction) {
            let what = format!(
                "{reduction:?} is not defined for {}",
                std::any::type_name::<T>()
            );
            return Err(Error::Mismatch {
                rank: self.my_pe(),
                what,
            });
        }
        self.world()
            .all_reduce_elements(values, |a: T, b: T| a.combine(b, reduction))
    }
}
