use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::*;

#[test]
fn every_number_comes_once_a_round() {
    let mut numbers = Numbers::new(7, 1, 6);
    let count = (1 << 12) - 2;
    let mut round = || -> Vec<u32> { (0..count).filter_map(|_| numbers.draw(|n| n > 1)).collect() };
    let first = round();
    assert_eq!(
        first.iter().copied().collect::<BTreeSet<u32>>(),
        (2..1 << 12).collect()
    );
    // So each number is drawn again after all others.
    assert_eq!(round(), first);
}

#[test]
fn none_is_drawn_while_none_is_free() {
    let mut numbers = Numbers::new(7, 1, 4);
    assert_eq!(numbers.draw(|_| false), None);
    assert_eq!(numbers.draw(|n| n == 77), Some(77));
    assert_eq!(numbers.draw(|n| n == 77), Some(77));
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
