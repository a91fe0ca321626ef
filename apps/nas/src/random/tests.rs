//! The numbers against the official way to compute them.

use super::{Generator, power};

const SEED: u64 = 314_159_265;

/// x' = a x mod 2^46 in double precision by halves of 23 bits, as the benchmarks' reports define it.
fn in_halves(x: f64) -> f64 {
    let half = |value: f64| (value / 8_388_608.0).trunc();
    let (a_high, x_high) = (half(1_220_703_125.0), half(x));
    let (a_low, x_low) = (
        1_220_703_125.0 - 8_388_608.0 * a_high,
        x - 8_388_608.0 * x_high,
    );
    let middle = a_high * x_low + a_low * x_high;
    let middle = middle - 8_388_608.0 * half(middle);
    let sum = 8_388_608.0 * middle + a_low * x_low;
    let modulus = 70_368_744_177_664.0;
    sum - modulus * (sum / modulus).trunc()
}

#[test]
fn numbers_are_the_official_ones() {
    let mut generator = Generator::new(SEED);
    let mut x = SEED as f64;
    for _ in 0..10_000 {
        x = in_halves(x);
        assert_eq!(
            generator.next().to_bits(),
            (x / 70_368_744_177_664.0).to_bits()
        );
    }
}

#[test]
fn blocks_continue_the_sequence() {
    let mut one_by_one = Generator::new(SEED);
    let mut in_blocks = Generator::new(SEED);
    for len in [0, 1, 7, 8, 9, 64, 100] {
        let mut block = vec![0.0; len];
        in_blocks.fill(&mut block);
        let same = |number: &f64| number.to_bits() == one_by_one.next().to_bits();
        assert!(block.iter().all(same));
        assert_eq!(in_blocks.state, one_by_one.state);
    }
}

#[test]
fn skipping_is_as_good_as_drawing() {
    let mut drawn = Generator::new(SEED);
    for count in 0..100 {
        assert_eq!(Generator::new(SEED).skip(count).state, drawn.state);
        drawn.next();
    }
    // The order of the multiplier is 2^44.
    assert_eq!(power(1 << 44), 1);
    assert_ne!(power(1 << 43), 1);
}
