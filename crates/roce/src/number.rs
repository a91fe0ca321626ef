//! Numbers that nobody can guess and that repeat as late as possible: a keyed permutation over a counter.
//!
//! A number that is free again may be meant by packets that are still under way. It is therefore drawn again only after all
//! others: of 2²⁴ numbers at 100,000 a second after 167 seconds, when no packet is under way any longer. A packet that comes
//! even later fails the keyed check, since each connection has a key of its own.

use core::hash::Hasher;

use siphasher::sip::SipHasher13;

/// Draws the numbers of its width in an order that only the seed tells, round after round.
///
/// The counter runs through a Feistel network of four rounds whose round function is SipHash-1-3.
pub(crate) struct Numbers {
    key: (u64, u64),
    half_bits: u32,
    counter: u64,
}

const ROUNDS: u32 = 4;

impl Numbers {
    /// Numbers of `2 × half_bits` bits. `stream` keeps the sequences of one seed apart.
    pub(crate) fn new(seed: u64, stream: u64, half_bits: u32) -> Self {
        assert!((1..=16).contains(&half_bits), "numbers have 2 to 32 bits");
        Numbers {
            key: (seed, stream),
            half_bits,
            counter: 0,
        }
    }

    /// The next number that `usable` accepts, which says of each whether it is free; `None` if none is.
    pub(crate) fn draw(&mut self, usable: impl Fn(u32) -> bool) -> Option<u32> {
        let count = 1_u64 << (2 * self.half_bits);
        for _ in 0..count {
            let number = self.permute(self.counter as u32);
            self.counter = (self.counter + 1) % count;
            if usable(number) {
                return Some(number);
            }
        }
        None
    }

    fn permute(&self, value: u32) -> u32 {
        let mask = (1u32 << self.half_bits) - 1;
        let (mut left, mut right) = (value >> self.half_bits & mask, value & mask);
        for round in 0..ROUNDS {
            let mut hasher = SipHasher13::new_with_keys(self.key.0, self.key.1);
            hasher.write_u32(round);
            hasher.write_u32(right);
            (left, right) = (right, left ^ (hasher.finish() as u32 & mask));
        }
        left << self.half_bits | right
    }
}

#[cfg(test)]
mod tests;
