//! The Kronecker generator of the benchmark: edges as functions of their numbers, so that any process can make any edge.
//!
//! ```text
//!   number ─▶ random words ─▶ a quadrant of the adjacency matrix, bit by bit ─▶ labels permuted ─▶ weight
//! ```
//!
//! Probabilities, edges and weights are those of the specification (graph500.org, "Graph 500 Benchmark Specification", version 3).

/// The probability of the quadrants, in ten thousandths: both bits 0; only the second is 1; only the first is 1.
const INITIATOR: [u64; 3] = [5700, 1900, 1900];
const WHOLE: u64 = 10_000;
/// Seeds of the graph, and of the vertices to search from.
const SEED: u64 = 0x0002_0003_0005_0007;
const ROOTS_SEED: u64 = 0x000b_000d_0011_0013;

/// A weight of 1. Weights are multiples of 1/65,536, so that sums are exact.
pub(crate) const WEIGHT_ONE: u32 = 1 << 16;

/// An edge: its ends, and its weight in units of 1/[`WEIGHT_ONE`], above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) ends: [u32; 2],
    pub(crate) weight: u32,
}

/// Makes edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generator {
    scale: u32,
    labels: Permutation,
    roots: Permutation,
    /// The least 32-bit numbers that choose the second, the third and the fourth quadrant.
    limits: [u64; 3],
}

impl Generator {
    pub(crate) fn new(scale: u32) -> Generator {
        let mut sum = 0;
        let limits = INITIATOR.map(|part| {
            sum += part;
            (sum << 32) / WHOLE
        });
        Generator {
            scale,
            labels: Permutation::new(scale, SEED),
            roots: Permutation::new(scale, ROOTS_SEED),
            limits,
        }
    }

    /// The edge with this number.
    pub(crate) fn edge(&self, number: u64) -> Edge {
        let stream = mix(SEED ^ mix(number));
        let mut ends = [0, 0];
        let mut word = 0;
        for level in 0..self.scale {
            word = if level % 2 == 0 {
                mix(stream.wrapping_add(u64::from(level)))
            } else {
                word >> 32
            };
            let drawn = word & u64::from(u32::MAX);
            let [second, third, fourth] = self.limits;
            let quadrant =
                u32::from(drawn >= second) + u32::from(drawn >= third) + u32::from(drawn >= fourth);
            ends[0] = ends[0] << 1 | quadrant >> 1;
            ends[1] = ends[1] << 1 | quadrant & 1;
        }
        let weight = mix(stream.wrapping_sub(1)) as u32 % WEIGHT_ONE + 1;
        Edge {
            ends: ends.map(|end| self.labels.image(end)),
            weight,
        }
    }

    /// The vertices in the order in which they are tried as roots.
    pub(crate) fn root(&self, number: u32) -> u32 {
        self.roots.image(number)
    }
}

/// A permutation of the numbers below a power of two: each of its steps can be undone.
#[derive(Clone, Copy, Debug)]
struct Permutation {
    bits: u32,
    keys: [u32; 4],
}

impl Permutation {
    fn new(bits: u32, seed: u64) -> Permutation {
        Permutation {
            bits,
            keys: [1, 2, 3, 4].map(|round| mix(seed ^ mix(round)) as u32),
        }
    }

    fn image(&self, number: u32) -> u32 {
        let mask = u32::MAX >> (32 - self.bits);
        self.keys.iter().fold(number, |number, key| {
            let number = number.wrapping_add(*key).wrapping_mul(key << 3 | 5) & mask;
            number ^ number >> self.bits.div_ceil(2)
        })
    }
}

/// The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
pub(crate) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_roots_are_permutations() {
        for bits in [1, 2, 3, 7, 12] {
            for seed in [SEED, ROOTS_SEED] {
                let permutation = Permutation::new(bits, seed);
                let mut images: Vec<u32> = (0..1 << bits).map(|at| permutation.image(at)).collect();
                images.sort_unstable();
                assert!(images.into_iter().eq(0..1 << bits), "{bits} bits");
            }
        }
    }

    /// Quadrants are as frequent as the specification says, at the first level and at the last one; weights are uniform.
    #[test]
    fn edges_follow_the_initiator() {
        let mut generator = Generator::new(10);
        // Without labels, which would hide the quadrants.
        generator.labels.keys = [0; 4];
        let undo = |label: u32| {
            // Rounds whose keys are 0 multiply by 5.
            (0..1 << 10)
                .find(|&at| generator.labels.image(at) == label)
                .expect("a permutation")
        };
        let origins: Vec<u32> = (0..1 << 10).map(undo).collect();
        let count = 40_000;
        let mut found = [[0_u32; 4]; 2];
        let mut weights = 0;
        for number in 0..count {
            let edge = generator.edge(number);
            let [from, to] = edge.ends.map(|end| origins[end as usize]);
            found[0][(from >> 9 << 1 | to >> 9) as usize] += 1;
            found[1][((from & 1) << 1 | to & 1) as usize] += 1;
            assert!((1..=WEIGHT_ONE).contains(&edge.weight));
            weights += u64::from(edge.weight);
        }
        for level in found {
            for (found, wanted) in level.into_iter().zip([0.57, 0.19, 0.19, 0.05]) {
                let share = f64::from(found) / count as f64;
                assert!((share - wanted).abs() < 0.01, "{share} of {wanted}");
            }
        }
        let mean = weights as f64 / count as f64 / f64::from(WEIGHT_ONE);
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
