//! Differences near boundaries.

use super::fourth_difference;

#[test]
fn fourth_differences_are_symmetric_and_see_no_point_beyond_the_boundary() {
    let inner = 7;
    let of = |point: usize| fourth_difference(point, inner).map(|weight| weight as i32);
    for point in 0..inner {
        let weights = of(point);
        let mut mirrored = of(inner - 1 - point);
        mirrored.reverse();
        assert_eq!(weights, mirrored);
        // The point two before the second one is on the boundary; that before the first one is beyond.
        assert_eq!(weights[0] == 0, point < 2);
        assert_eq!(weights[4] == 0, point + 2 >= inner);
    }
    assert_eq!(of(3), [1, -4, 6, -4, 1]);
}
