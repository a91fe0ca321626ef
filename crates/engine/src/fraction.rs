//! Random fractions.

use rand_pcg::rand_core::Rng;

/// A random number from 0 to below 1.
pub(crate) fn fraction(random: &mut impl Rng) -> f64 {
    f64::from(random.next_u32()) / (1_u64 << 32) as f64
}
