//! Injected loss, for tests.

use crate::config::LossInjection;

/// Decides for each datagram whether to drop it, by a seeded generator (SplitMix64).
#[derive(Debug)]
pub(crate) struct LossGenerator {
    state: u64,
    /// A datagram is dropped if the next number is below this.
    threshold: u64,
    lost: u64,
}

impl LossGenerator {
    pub(crate) fn new(injection: LossInjection) -> Self {
        LossGenerator {
            state: injection.seed,
            threshold: (injection.probability * 2f64.powi(64)) as u64,
            lost: 0,
        }
    }

    pub(crate) fn loses(&mut self) -> bool {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let loses = (mixed ^ (mixed >> 31)) < self.threshold;
        self.lost += u64::from(loses);
        loses
    }

    /// The number of datagrams dropped so far.
    pub(crate) fn lost(&self) -> u64 {
        self.lost
    }
}
