//! Tallies of parts of the sequence.

use super::{BATCH, PIECE, Tally};

/// The pairs one by one, as the report defines them.
fn plain(first: usize, count: usize) -> Tally {
    let mut generator = super::Generator::new(super::SEED).skip(2 * first as u64);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (x, y) = (2.0 * generator.next() - 1.0, 2.0 * generator.next() - 1.0);
        let radius = x * x + y * y;
        if radius <= 1.0 {
            let factor = (-2.0 * radius.ln() / radius).sqrt();
            tally.add(&[x * factor], &[y * factor]);
        }
    }
    tally
}

#[test]
fn pieces_tally_as_pairs_do() {
    let mut tally = Tally::default();
    tally.add_pairs(3 * PIECE, 5 * PIECE);
    assert_eq!(tally, plain(3 * PIECE, 5 * PIECE));
}

#[test]
fn a_batch_is_made_of_pieces() {
    assert_eq!(BATCH % PIECE, 0);
    let mut tally = Tally::default();
    tally.add_pairs(0, BATCH);
    let accepted = tally.counts.iter().sum::<u64>() as f64;
    // Of a square's points, pi / 4 are in its circle.
    assert!((accepted / BATCH as f64 - std::f64::consts::FRAC_PI_4).abs() < 0.01);
}
