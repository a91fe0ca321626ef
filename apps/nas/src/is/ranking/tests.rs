//! How buckets are divided.

use super::Division;

fn firsts(totals: &[u32], size: usize) -> Vec<usize> {
    Division::new(totals, size, 0).firsts
}

#[test]
fn shares_end_with_buckets() {
    assert_eq!(firsts(&[1, 1, 1, 1], 1), [0, 4]);
    assert_eq!(firsts(&[1, 1, 1, 1], 2), [0, 2, 4]);
    assert_eq!(firsts(&[1, 4, 4, 1], 2), [0, 2, 4]);
    assert_eq!(firsts(&[1, 5, 3, 1], 3), [0, 2, 2, 4]);
    // What belongs to nobody's share goes to the last one.
    assert_eq!(firsts(&[3, 3, 0, 0], 2), [0, 1, 4]);
    // One bucket has more than two shares.
    assert_eq!(firsts(&[0, 9, 0], 3), [0, 2, 2, 3]);
    assert_eq!(firsts(&[2, 2], 4), [0, 1, 1, 2, 2]);
}

#[test]
fn each_process_knows_what_comes_before() {
    let totals = [3, 0, 7, 2, 8, 1];
    let parts = [0, 1, 2].map(|rank| {
        let division = Division::new(&totals, 3, rank);
        (division.lesser, division.own)
    });
    assert_eq!(parts, [(0, 10), (10, 10), (20, 1)]);
}
