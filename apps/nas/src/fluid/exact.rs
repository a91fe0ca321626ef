//! The exact solution, which the forcing is made for, and the values that the iteration starts from (RNR-94-007, 3.2.2).

/// A value of each variable.
type State = [f64; 5];

/// For each variable a constant, then polynomials along x, y and z: their coefficients of degrees 1 to 4.
const POLYNOMIALS: [(f64, [[f64; 4]; 3]); 5] = [
    (
        2.0,
        [
            [0.0, 5.0, 0.02, 0.5],
            [0.0, 3.0, 0.01, 0.4],
            [4.0, 0.5, 0.03, 0.3],
        ],
    ),
    (
        1.0,
        [
            [0.0, 1.0, 0.01, 0.4],
            [0.0, 2.0, 0.03, 0.3],
            [0.0, 3.0, 0.02, 0.5],
        ],
    ),
    (
        2.0,
        [
            [2.0, 0.0, 0.04, 0.3],
            [0.0, 2.0, 0.03, 0.5],
            [0.0, 3.0, 0.05, 0.4],
        ],
    ),
    (
        2.0,
        [
            [2.0, 0.0, 0.03, 0.2],
            [0.0, 2.0, 0.05, 0.1],
            [0.0, 3.0, 0.04, 0.3],
        ],
    ),
    (
        5.0,
        [
            [4.0, 0.1, 0.05, 0.1],
            [3.0, 0.4, 0.04, 0.3],
            [2.0, 0.3, 0.03, 0.2],
        ],
    ),
];

/// The exact solution at a point of the unit cube.
pub(crate) fn exact(point: [f64; 3]) -> State {
    POLYNOMIALS.map(|(constant, polynomials)| {
        let along = polynomials.iter().zip(point);
        along.fold(constant, |sum, ([a, b, c, d], x)| {
            sum + x * (a + x * (b + x * (c + x * d)))
        })
    })
}

/// Where the iteration starts: exact on the boundary; inside, what is made of linear interpolations
/// between opposite faces.
pub(crate) fn initial(point: [f64; 3]) -> State {
    if point.iter().any(|place| *place <= 0.0 || *place >= 1.0) {
        return exact(point);
    }
    // Along each axis, linear between both faces.
    let along = [0, 1, 2].map(|axis| {
        let face = |place| {
            let mut point = point;
            point[axis] = place;
            exact(point)
        };
        let (before, after, place) = (face(0.0), face(1.0), point[axis]);
        [0, 1, 2, 3, 4].map(|part| place * after[part] + (1.0 - place) * before[part])
    });
    let [x, y, z] = along;
    [0, 1, 2, 3, 4].map(|part| {
        let (x, y, z) = (x[part], y[part], z[part]);
        x + y + z - x * y - x * z - y * z + x * y * z
    })
}

#[cfg(test)]
mod tests;
