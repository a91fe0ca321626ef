//! Packet sequence numbers: 24 bits that wrap (IBTA volume 1, 9.7.2).

use core::fmt;
use core::ops::{Add, Sub};

const MASK: u32 = 0x00ff_ffff;

/// A packet sequence number.
///
/// Two numbers are compared by the shorter way around the circle. They are therefore not totally
/// ordered, and `Psn` has no `Ord`: use [`Psn::distance_from`].
///
/// ```
/// use farreach_roce::wire::Psn;
///
/// let last = Psn::new(0xff_ffff);
/// assert_eq!(last + 2, Psn::new(1));
/// assert!(last.distance_from(Psn::new(1)) < 0);
/// assert_eq!(Psn::new(1) - last, 2);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Psn(u32);

impl Psn {
    /// Bits of a PSN.
    pub const BITS: u32 = 24;

    /// The number of different PSNs.
    pub const COUNT: u32 = 1 << Self::BITS;

    /// The number with the low 24 bits of `value`.
    pub const fn new(value: u32) -> Self {
        Psn(value & MASK)
    }

    /// The value, below 2²⁴.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The next PSN.
    pub const fn next(self) -> Self {
        Psn::new(self.0 + 1)
    }

    /// The distance from `origin` to `self` by the shorter way, in -2²³ ..= 2²³-1. Positive if
    /// `self` comes after `origin`.
    pub const fn distance_from(self, origin: Psn) -> i32 {
        // Shifting the 24 bits to the top and back extends their sign.
        ((self.0.wrapping_sub(origin.0) << 8) as i32) >> 8
    }
}

impl Add<u32> for Psn {
    type Output = Psn;

    fn add(self, count: u32) -> Psn {
        Psn::new(self.0.wrapping_add(count))
    }
}

impl Sub<u32> for Psn {
    type Output = Psn;

    fn sub(self, count: u32) -> Psn {
        Psn::new(self.0.wrapping_sub(count))
    }
}

/// The number of steps forward from the right PSN to the left one, 0 ..= 2²⁴-1.
impl Sub<Psn> for Psn {
    type Output = u32;

    fn sub(self, origin: Psn) -> u32 {
        Psn::new(self.0.wrapping_sub(origin.0)).get()
    }
}

impl fmt::Debug for Psn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "psn{:06x}", self.0)
    }
}
