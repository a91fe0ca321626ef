//! Where the iteration starts.

use super::{exact, initial};

#[test]
fn the_beginning_is_exact_on_the_boundary() {
    for point in [[0.0, 0.3, 0.6], [0.4, 1.0, 0.2], [0.7, 0.1, 1.0]] {
        assert_eq!(
            initial(point).map(f64::to_bits),
            exact(point).map(f64::to_bits)
        );
    }
}

#[test]
fn the_beginning_comes_from_the_faces_inside() {
    let mean = |one, other| f64::midpoint(exact(one)[3], exact(other)[3]);
    let rest = [
        mean([0.0, 0.5, 0.5], [1.0, 0.5, 0.5]),
        mean([0.5, 0.0, 0.5], [0.5, 1.0, 0.5]),
        mean([0.5, 0.5, 0.0], [0.5, 0.5, 1.0]),
    ];
    let expected = 1.0 - rest.iter().map(|along| 1.0 - along).product::<f64>();
    assert!((initial([0.5; 3])[3] - expected).abs() < 1e-12);
}
