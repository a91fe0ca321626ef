//! Patterns in which each process may exchange with any other.

use crate::{Exchange, Step};

/// With all others, in the order of their distance.
pub(crate) fn by_distance(rank: u32, size: u32, bytes: u64) -> Vec<Step> {
    (1..size)
        .map(|away| {
            let (to, from) = ((rank + away) % size, (rank + size - away) % size);
            Step::messages(Some(to), Some(from), bytes)
        })
        .collect()
}

/// Process 0 with each other, in a step for each. A process other than 0 has nothing to wait for
/// before its own step.
pub(crate) fn spokes(rank: u32, size: u32, bytes: u64, is_outward: bool) -> Vec<Step> {
    (1..size)
        .map(|other| match (rank == 0, rank == other) {
            (true, _) if is_outward => Step::to(other, bytes),
            (true, _) => Step::from(other, bytes),
            (_, true) if is_outward => Step::from(0, bytes),
            (_, true) => Step::to(0, bytes),
            _ => Step::NOTHING,
        })
        .collect()
}

/// Everybody but process 0 draws so many numbers from its counter.
pub(crate) fn counter(rank: u32, numbers: u32) -> Vec<Step> {
    let step = if rank == 0 {
        Step::NOTHING
    } else {
        Step::update(0)
    };
    vec![step; numbers as usize]
}

/// As many random permutations of the processes as the degree says. In each a process sends to its
/// image.
pub(crate) fn many_to_many(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let size = exchange.places().size();
    let options = exchange.options();
    (0..options.degree)
        .map(|number| {
            let shuffle = Shuffle::new(size, options.seed, number);
            let others = |other: u32| (other != rank).then_some(other);
            let (to, from) = (shuffle.image(rank), shuffle.origin(rank));
            Step::messages(others(to), others(from), options.bytes)
        })
        .collect()
}

/// A random permutation whose images and origins are computed without a table: a Feistel network
/// over the next even number of bits, walked along its cycles until it is inside (J. Black,
/// P. Rogaway, "Ciphers with arbitrary finite domains", 2002).
struct Shuffle {
    size: u32,
    half_bits: u32,
    keys: [u64; Shuffle::ROUNDS],
}

impl Shuffle {
    const ROUNDS: usize = 4;

    fn new(size: u32, seed: u64, number: u32) -> Shuffle {
        let bits = size.next_power_of_two().ilog2().max(2);
        let key = |round| mix(seed ^ mix(u64::from(number) << 8 | round));
        Shuffle {
            size,
            half_bits: bits.div_ceil(2),
            keys: [key(0), key(1), key(2), key(3)],
        }
    }

    fn image(&self, rank: u32) -> u32 {
        let mut at = rank;
        loop {
            at = self.pass(at, self.keys.iter());
            if at < self.size {
                return at;
            }
        }
    }

    fn origin(&self, rank: u32) -> u32 {
        let mut at = self.swapped(rank);
        loop {
            at = self.pass(at, self.keys.iter().rev());
            let back = self.swapped(at);
            if back < self.size {
                return back;
            }
        }
    }

    /// The network of these round keys. With the keys in reverse, and halves swapped before and
    /// after, it is its own inverse.
    fn pass<'a>(&self, at: u32, keys: impl Iterator<Item = &'a u64>) -> u32 {
        let mask = (1u32 << self.half_bits) - 1;
        let (mut left, mut right) = (at >> self.half_bits, at & mask);
        for key in keys {
            let mixed = mix(key ^ u64::from(right)) as u32 & mask;
            (left, right) = (right, left ^ mixed);
        }
        left << self.half_bits | right
    }

    fn swapped(&self, at: u32) -> u32 {
        let mask = (1u32 << self.half_bits) - 1;
        (at & mask) << self.half_bits | at >> self.half_bits
    }
}

/// The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
