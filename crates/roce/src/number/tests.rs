use std::collections::BTreeSet;

use super::*;

#[test]
fn every_number_comes_exactly_once() {
    let mut numbers = Numbers::new(7, 1, 6);
    let drawn: BTreeSet<u32> = std::iter::from_fn(|| numbers.draw(|n| n > 1)).collect();
    assert_eq!(drawn, (2..1 << 12).collect());
}

#[test]
fn the_sequence_is_the_seeds() {
    let draw = |seed, stream| {
        let mut numbers = Numbers::new(seed, stream, 16);
        [(); 8].map(|()| numbers.draw(|_| true).unwrap())
    };
    assert_eq!(draw(1, 1), draw(1, 1));
    assert_ne!(draw(1, 1), draw(2, 1));
    assert_ne!(draw(1, 1), draw(1, 2));
}
