//! The benchmarks' pseudorandom numbers: x' = a x mod 2^46 with a = 5^13, as fractions of 2^46 (RNR-94-007, 2.3).
//!
//! The official implementations split factors into halves of 23 bits to stay exact in double precision. The low 46 bits of a
//! product of 64-bit integers are the same numbers.

/// 5^13.
const MULTIPLIER: u64 = 1_220_703_125;
const MASK: u64 = (1 << 46) - 1;
/// 2^-46.
const SCALE: f64 = 1.0 / (1_u64 << 46) as f64;
/// Numbers made at a time: multiplications that don't wait for each other.
const LANES: usize = 8;

/// A generator at a place of its sequence.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    state: u64,
}

/// a b mod 2^46.
fn product(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b) & MASK
}

/// a^exponent mod 2^46, where a is the generator's multiplier.
fn power(mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, MULTIPLIER);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

fn fraction(state: u64) -> f64 {
    // Signed integers convert in one instruction, and the state is far below their limit.
    state as i64 as f64 * SCALE
}

impl Generator {
    /// The sequence after `seed`.
    pub(crate) fn new(seed: u64) -> Generator {
        Generator { state: seed }
    }

    /// The sequence after `count` more numbers.
    pub(crate) fn skip(&self, count: u64) -> Generator {
        Generator {
            state: product(self.state, power(count)),
        }
    }

    /// The next number, between 0 and 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.state = product(self.state, MULTIPLIER);
        fraction(self.state)
    }

    /// The next numbers, as many as `numbers` has room for.
    pub(crate) fn fill(&mut self, numbers: &mut [f64]) {
        let mut blocks = numbers.chunks_exact_mut(LANES);
        let mut lanes = [0; LANES];
        let mut state = self.state;
        for lane in &mut lanes {
            state = product(state, MULTIPLIER);
            *lane = state;
        }
        let stride = power(LANES as u64);
        for block in &mut blocks {
            self.state = lanes[LANES - 1];
            for (number, lane) in block.iter_mut().zip(&mut lanes) {
                *number = fraction(*lane);
                *lane = product(*lane, stride);
            }
        }
        for number in blocks.into_remainder() {
            *number = self.next();
        }
    }
}

#[cfg(test)]
mod tests;
