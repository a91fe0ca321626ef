//! Tests of parts of segments.

use super::*;

const GRAIN: u64 = 64;

#[test]
fn parts_are_rounded_out_and_stay_inside() {
    let limit = 5 * GRAIN + 100;
    assert_eq!(around(10, 8, limit, GRAIN), Some(0..GRAIN));
    assert_eq!(around(GRAIN - 4, 8, limit, GRAIN), Some(0..2 * GRAIN));
    assert_eq!(around(GRAIN, 0, limit, GRAIN), Some(GRAIN..2 * GRAIN));
    assert_eq!(around(5 * GRAIN, 100, limit, GRAIN), Some(5 * GRAIN..limit));
    assert_eq!(around(limit, 0, limit, GRAIN), Some(6 * GRAIN..limit));
    let at_border = around(GRAIN, 0, GRAIN, GRAIN);
    assert_eq!(at_border, Some(0..GRAIN));
    assert_eq!(around(0, 0, 0, GRAIN), None);
    assert_eq!(around(5 * GRAIN, 101, limit, GRAIN), None);
    assert_eq!(around(u64::MAX, 2, limit, GRAIN), None);
}

#[test]
fn a_range_is_found_in_a_part_that_covers_all_of_it() {
    let mut parts = Parts::new();
    parts.add(0..GRAIN, 1);
    parts.add(GRAIN..2 * GRAIN, 2);
    assert_eq!(parts.find(8, 8), Some(1));
    assert_eq!(parts.find(GRAIN, 8), Some(2));
    assert_eq!(parts.find(GRAIN - 4, 8), None);
    parts.add(0..2 * GRAIN, 3);
    assert_eq!(parts.find(GRAIN - 4, 8), Some(3));
    assert_eq!(parts.find(u64::MAX, 8), None);
}
